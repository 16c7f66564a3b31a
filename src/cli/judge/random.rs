//! `hex-judge generate`: a random input. `hex-judge stress`: the smallest random input that a program fails.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;

use super::run::{JudgedProgram, workspace};
use super::{NOT_ACCEPTED, print};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::cli::arguments::time;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::Limits;
use crate::cli::output::{Answer, display, display_each};
use crate::cli::run::Run;
use crate::cli::signals;
use crate::hex::LARGEST_SIZE;
use crate::judge::run::{Runner, TestResult};
use crate::judge::stress::{FailedInput, Minimised, RandomInputs, search};
use crate::judge::{DataSet, Kind, Verdict, write_input};

/// How long an input is minimised at most.
const MINIMISING: Duration = Duration::from_secs(60);

#[derive(Args, Clone, Copy, Debug)]
struct Boards {
    /// Largest size of a board, 1 to 4096; the contest has sizes up to 21
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = value_parser!(u16).range(1..=i64::from(LARGEST_SIZE)))]
    max_size: u16,

    /// Kind of boards
    #[arg(long, value_name = "K", value_enum, default_value_t = Kind::Mixed)]
    kind: Kind,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Kind] {
        &Kind::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

#[derive(Args, Debug)]
pub(super) struct Generate {
    /// Seed of the random numbers: the same seed gives the same bytes on every machine
    #[arg(long, value_name = "SEED")]
    seed: u64,

    /// Number of data sets
    #[arg(long, value_name = "D", default_value_t = 20)]
    count: u64,

    #[command(flatten)]
    boards: Boards,
}

#[derive(Serialize)]
struct RandomDataSet<'a> {
    data_set: u64,
    size: u16,
    #[serde(serialize_with = "display_each")]
    x: &'a [Cell],
    #[serde(serialize_with = "display_each")]
    o: &'a [Cell],
    #[serde(skip)]
    made: &'a DataSet,
}

impl Answer for RandomDataSet<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        self.made.write(&mut out)
    }
}

impl Generate {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.count_as("data sets");
        if !run.form().json {
            writeln!(run.text()?, "{}", self.count)?;
        }
        for number in 0..self.count {
            if run.poll(number).is_break() {
                return Err(Failure::Interrupted);
            }
            let made = &self.boards.kind.data_set(self.seed, number, self.boards.max_size);
            let (x, o) = (&made.stones.x[..], &made.stones.o[..]);
            run.print(&RandomDataSet { data_set: number + 1, size: made.size, x, o, made })?;
        }
        run.meter().count(self.count);
        Ok(Exit::ANSWERED)
    }
}

#[derive(Args, Debug)]
pub(super) struct Stress {
    /// Seed of the random inputs
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Stop the search after a time such as 90s, 10m or 2h
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time)]
    time: Duration,

    #[command(flatten)]
    boards: Boards,

    /// Print on stderr the first wrong board beside the given one, or the given boards if the fault is not in a board
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    program: JudgedProgram,
}

#[derive(Default, Serialize)]
struct StressAnswer {
    seed: u64,
    inputs: u64,
    #[serde(serialize_with = "display")]
    verdict: Verdict,
    number: Option<u64>,
    reason: String,
    input: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<String>,
}

impl Answer for StressAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        // As for messages, nothing can be done if stderr cannot be written.
        let _ = self.boards.iter().try_for_each(|line| writeln!(io::stderr(), "    {line}"));
        out.write_all(self.input.as_deref().unwrap_or_default().as_bytes())
    }
}

impl Stress {
    /// Searches for an input that a program fails, minimises it and prints it.
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        self.program.check()?;
        let workspace = workspace()?;
        let threads = 0..run.meter().threads();
        let runners: Vec<Runner<'_>> = threads.map(|number| self.program.runner(&workspace, number)).collect();
        let (found, inputs) = self.search(run, &runners)?;
        let mut answer = StressAnswer { seed: self.seed, inputs, ..StressAnswer::default() };
        let Some(mut found) = found else {
            run.note(format_args!("{inputs} inputs accepted, none failed"));
            print(run, &answer)?;
            return Ok(Exit::ANSWERED);
        };
        minimise(run, &mut found, &runners[0])?;
        let FailedInput { number, input, result: TestResult { verdict, reason, .. } } = found;
        run.say(format_args!("{verdict} on input {number}: {reason}"));
        let mut text = Vec::new();
        write_input(&mut text, &input)?;
        (answer.verdict, answer.number, answer.reason) = (verdict, Some(number), reason);
        answer.input = Some(String::from_utf8_lossy(&text).into_owned());
        answer.boards = if self.show { runners[0].boards_of(&input) } else { None }.unwrap_or_default();
        print(run, &answer)?;
        Ok(NOT_ACCEPTED)
    }

    fn search(&self, run: &Run<'_>, runners: &[Runner<'_>]) -> Result<(Option<FailedInput>, u64), Failure> {
        let inputs = RandomInputs { seed: self.seed, kind: self.boards.kind, max_size: self.boards.max_size };
        let begun = Instant::now();
        run.limit(Limits { time: Some(self.time), ..Limits::default() });
        let mut budget = run.budget_with(|inputs| {
            run.show_parts("seconds searched", begun.elapsed().as_secs(), self.time.as_secs());
            run.poll(inputs)
        });
        let (found, inputs) = search(&inputs, runners, &mut budget)?;
        run.meter().count(inputs);
        if found.is_none() && signals::stopped() { Err(Failure::Interrupted) } else { Ok((found, inputs)) }
    }
}

fn minimise(run: &Run<'_>, found: &mut FailedInput, runner: &Runner<'_>) -> Result<(), Failure> {
    let deadline = Instant::now() + MINIMISING;
    let mut budget = Budget::new(|_| {
        let is_over = Instant::now() > deadline || signals::stopped();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let warning = match found.minimise(runner, &mut budget)? {
        Minimised::Minimal => return Ok(()),
        Minimised::Stopped if signals::stopped() => "interrupted; the input below may not be minimal",
        Minimised::Stopped => "stopped minimising after a minute; the input below may not be minimal",
        Minimised::NotReproducible => "the program does not fail on this input every time, so it was not minimised",
    };
    run.say(warning);
    Ok(())
}
