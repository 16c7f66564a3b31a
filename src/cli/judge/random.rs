//! `hex-judge generate`: a random input. `hex-judge stress`: the smallest random input that a program fails.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use super::results::UntilClosed;
use super::run::{Program, workspace_until_ctrl_c};
use super::{NAME, Status};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::cli::exit::Failure;
use crate::cli::interrupt;
use crate::cli::json::{display, display_each, write_answer};
use crate::cli::messages::say;
use crate::cli::options::{Common, number, one_of, time};
use crate::cli::progress::ProgressLine;
use crate::cli::stdout::check_open;
use crate::hex::LARGEST_SIZE;
use crate::judge::run::Runner;
use crate::judge::stress::{FailedInput, Minimised, RandomInputs, search};
use crate::judge::{Kind, Verdict, write_input};

pub(super) const GENERATE_EXAMPLE: &str = "\
Example:
  $ hex-judge generate --seed 1 --count 1 --max-size 3
  1
  2
  2 1
  B1 B2
  A1";

pub(super) const STRESS_EXAMPLE: &str = "\
Example:
  $ hex-judge stress -- sh -c \"hex | grep -v 'O has won'\" 2>&1
  hex-judge: WA on input 0: output line 6: expected 'O has won!', found the end of the output
  1
  1
  0 1

  A1";

/// How long an input is minimised at most.
const MINIMISING: Duration = Duration::from_secs(60);

#[derive(Args, Debug)]
pub(super) struct GenerateArguments {
    /// Seed of the random numbers: the same seed gives the same bytes on every machine
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Number of data sets
    #[arg(long, value_name = "D", default_value_t = 20, value_parser = number::<u64>(0..=u64::MAX))]
    count: u64,

    /// Largest size of a board, 1 to 4096; the contest has sizes up to 21
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = number::<u16>(1..=u64::from(LARGEST_SIZE)))]
    max_size: u16,

    /// Kind of boards
    #[arg(long, value_name = "K", default_value_t = Kind::Mixed, value_parser = one_of::<Kind>(Kind::ALL.map(Kind::name)))]
    kind: Kind,
}

#[derive(Args, Debug)]
pub(super) struct StressArguments {
    /// Seed of the random inputs
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Stop the search after a time such as 90s, 10m or 2h
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time)]
    time: Duration,

    /// Largest size of a board, 1 to 4096
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = number::<u16>(1..=u64::from(LARGEST_SIZE)))]
    max_size: u16,

    /// Kind of boards
    #[arg(long, value_name = "K", default_value_t = Kind::Mixed, value_parser = one_of::<Kind>(Kind::ALL.map(Kind::name)))]
    kind: Kind,

    /// Print on stderr the first wrong board beside the given one, or the given boards if the fault is not in a board
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    program: Program,
}

#[derive(Serialize)]
struct GeneratedDataSet<'a> {
    data_set: u64,
    size: u16,
    #[serde(serialize_with = "display_each")]
    x: &'a [Cell],
    #[serde(serialize_with = "display_each")]
    o: &'a [Cell],
}

#[derive(Serialize)]
struct StressAnswer<'a> {
    seed: u64,
    inputs: u64,
    #[serde(serialize_with = "display")]
    verdict: Verdict,
    number: Option<u64>,
    reason: &'a str,
    input: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    boards: &'a [String],
}

/// Prints a random input. Adds the number of data sets to `done`.
pub(super) fn generate(arguments: &GenerateArguments, common: &Common, done: &mut u64) -> Result<Status, Failure> {
    check_open()?;
    let mut out = BufWriter::new(io::stdout().lock());
    let GenerateArguments { seed, count, max_size, kind } = *arguments;
    if !common.json {
        writeln!(out, "{count}")?;
    }
    for number in 0..count {
        let data_set = kind.data_set(seed, number, max_size);
        if common.json {
            let (x, o) = (&data_set.stones.x[..], &data_set.stones.o[..]);
            let answer = GeneratedDataSet { data_set: number + 1, size: data_set.size, x, o };
            write_answer(&mut out, "quadrille/hex-judge-generate/1", &answer)?;
        } else {
            data_set.write(&mut out)?;
        }
        *done = number + 1;
    }
    out.flush()?;
    Ok(Status::Accepted)
}

/// Searches for an input that a program fails, minimises it and prints it. Adds the number of inputs that were tried to `done`.
pub(super) fn stress(arguments: &StressArguments, common: &Common, done: &mut u64) -> Result<Status, Failure> {
    check_open()?;
    let workspace = workspace_until_ctrl_c()?;
    let program = &arguments.program;
    let runners: Vec<Runner> = (0..program.jobs(common)).map(|number| program.runner(&workspace, number)).collect();
    let random = RandomInputs { seed: arguments.seed, kind: arguments.kind, max_size: arguments.max_size };
    let begun = Instant::now();
    let mut line = ProgressLine::new(common, NAME, "seconds searched", Some(arguments.time.as_secs()));
    let mut shown = 0;
    let (mut found, inputs) = search(
        &random,
        &runners,
        &mut Budget::new(|_| {
            let seconds = begun.elapsed().as_secs();
            line.add(seconds - shown);
            shown = seconds;
            proceed_if(begun.elapsed() < arguments.time)
        }),
    )?;
    drop(line);
    *done = inputs;
    if let Some(found) = &mut found {
        let deadline = Instant::now() + MINIMISING;
        let warning = match found.minimise(&runners[0], &mut Budget::new(|_| proceed_if(Instant::now() <= deadline)))? {
            Minimised::Minimal => None,
            Minimised::Stopped if interrupt::pressed() => Some("interrupted; the input below may not be minimal"),
            Minimised::Stopped => Some("stopped minimising after a minute; the input below may not be minimal"),
            Minimised::NotReproducible => {
                Some("the program does not fail on this input every time, so it was not minimised")
            }
        };
        if let Some(warning) = warning {
            say(NAME, warning);
        }
    }
    let boards = match &found {
        Some(found) if arguments.show => runners[0].boards_of(&found.input),
        _ => None,
    };
    print(arguments, common, found.as_ref(), &boards.unwrap_or_default(), inputs)?;
    Ok(if found.is_some() { Status::NotAccepted } else { Status::Accepted })
}

fn proceed_if(condition: bool) -> ControlFlow<()> {
    if condition { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Prints the input on stdout, and the verdict and the lines of boards on stderr.
fn print(
    arguments: &StressArguments,
    common: &Common,
    found: Option<&FailedInput>,
    boards: &[String],
    inputs: u64,
) -> io::Result<()> {
    let mut text = Vec::new();
    if let Some(FailedInput { number, input, result }) = found {
        write_input(&mut text, input)?;
        say(NAME, format_args!("{} on input {number}: {}", result.verdict, result.reason));
    } else if !common.quiet {
        say(NAME, format_args!("{inputs} inputs accepted, none failed"));
    }
    let mut out = UntilClosed(io::stdout());
    if !common.json {
        // As for messages, nothing can be done if stderr cannot be written.
        let _ = boards.iter().try_for_each(|line| writeln!(io::stderr(), "    {line}"));
        return out.write_all(&text);
    }
    let result = found.map(|found| &found.result);
    let answer = StressAnswer {
        seed: arguments.seed,
        inputs,
        verdict: result.map_or(Verdict::Accepted, |result| result.verdict),
        number: found.map(|found| found.number),
        reason: result.map_or("", |result| &result.reason),
        input: found.map(|_| String::from_utf8_lossy(&text).into_owned()),
        boards,
    };
    write_answer(&mut out, "quadrille/hex-judge-stress/1", &answer)
}
