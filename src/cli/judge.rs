//! The program `hex-judge`. Its exit statuses are verdicts.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser, Subcommand, value_parser};

use super::options::{size, time};
use super::parallel::in_order;
use super::{Common, Ctx, Limits, Program, Status, Task, usage};
use crate::hex::LARGEST_SIZE;
use crate::judge::run::{Runner, TestResult, built_in_tests, default_tests, find_tests, printable, save};
use crate::judge::stress::{Minimised, RandomInputs, Stressed, search};
use crate::judge::{self, Kind, Verdict};

/// A test was not accepted.
const NOT_ACCEPTED: Status = Status::Verdict(1);

/// How long an input is searched for.
const SEARCHING: Duration = Duration::from_secs(60);

/// How long one is minimised.
const MINIMISING: Duration = Duration::from_secs(15);

/// Judge programs for the Hex problem of the Rowan University Programming Contest 2018
///
/// Outputs are checked by the rules of the problem, not compared with expected ones: every best case is accepted, and
/// so are any white space and letter case outside boards.
///
/// Exit status: 0 if all tests are accepted or the task is done, 1 if a test is not accepted, 2 for wrong usage or a
/// failure to judge. The task `check` ends with 42 (right) or 43 (wrong) instead of 0 or 1.
#[derive(Parser, Debug)]
#[command(name = "hex-judge", version)]
#[command(mut_arg("threads", |threads| threads.visible_alias("jobs").help(
    "Run N tests at a time, 1 to 1024; 1 gives the most accurate times [default: the number of cores]"
)))]
pub struct Judge {
    #[command(subcommand)]
    task: Option<JudgeTask>,

    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum JudgeTask {
    /// Check one output, read from stdin, with the arguments of an ICPC output validator
    ///
    /// Exit status: 42 if the output is right, 43 if it is wrong, 2 for wrong usage or a failure to judge.
    Check(Check),
    /// Run a program on tests and print a verdict for each
    ///
    /// Verdicts: AC accepted, WA wrong answer, TLE time limit, MLE memory limit, OLE output limit, RTE non-zero exit
    /// status or signal, JE failure to judge or invalid input.
    ///
    /// The limit of the stack is that of the shell (ulimit -s).
    ///
    /// Exit status: 0 if all tests are accepted, 1 if a test is not, 2 for wrong usage or a verdict JE.
    Run(Run),
    /// Print a random input for a seed
    Generate(Generate),
    /// Search for an input that a program fails, minimise it and print it
    ///
    /// Inputs are random, with small boards first. The first input that is not accepted is minimised for up to
    /// 15 seconds: data sets, stones, and pairs of a row and a column are removed as long as the verdict stays the same.
    ///
    /// Exit status: 0 if all inputs are accepted, 1 if an input is found, 2 for wrong usage or a failure to judge.
    Stress(Stress),
}

impl Program for Judge {
    const EXAMPLES: (&str, &str) = (include_str!("judge-examples.txt"), "hex-judge");
    const FAILURE: u8 = 2;

    fn common(&self) -> &Common {
        &self.common
    }

    fn task(&self) -> Option<&dyn Task> {
        task!(self.task, JudgeTask: Check Run Generate Stress)
    }
}

/// Ignores that the reader of stdout has gone: a verdict does not depend on it.
fn unless_closed(printed: io::Result<()>) -> Result<()> {
    match printed {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => Ok(printed?),
    }
}

#[derive(Args, Debug)]
struct Check {
    /// Input that the output belongs to
    input: PathBuf,

    /// Answer of the judges: the file must exist, but is not read
    answer: PathBuf,

    /// Folder for judgemessage.txt, which gets the first fault with its line; created if it does not exist
    feedback_dir: PathBuf,

    /// Further arguments that judges pass to output validators; ignored
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    ignored: Vec<OsString>,
}

impl Task for Check {
    fn unit(&self) -> &'static str {
        "outputs"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let Check { input, answer, feedback_dir, .. } = self;
        let opened = File::open(input).with_context(|| format!("cannot read {}", input.display()))?;
        fs::metadata(answer).with_context(|| format!("cannot find {}", answer.display()))?;
        fs::create_dir_all(feedback_dir).with_context(|| format!("cannot create folder {}", feedback_dir.display()))?;
        let fault = judge::check(opened, ctx.stdin("the output to check")?.of_bytes())?;
        let message = feedback_dir.join("judgemessage.txt");
        let written = match &fault {
            Some(fault) => fs::write(&message, format!("{fault}\n")),
            // The message for an earlier output does not apply to this one.
            None if message.exists() => fs::remove_file(&message),
            None => Ok(()),
        };
        written.with_context(|| format!("cannot write {}", message.display()))?;
        Ok(Status::Verdict(if fault.is_some() { 43 } else { 42 }))
    }
}

/// The program to judge, and its limits.
#[derive(Args, Debug)]
struct Judged {
    /// Limit the CPU time of each test, such as 2s or 0.5s, and its wall-clock time to twice that plus one second
    #[arg(long, value_name = "T", default_value = "10s", value_parser = time_limit)]
    time_limit: Duration,

    /// Limit the memory of each test, such as 512M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory_limit: u64,

    /// Limit the bytes that each test writes to stdout, and those to stderr, such as 64M
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    output_limit: u64,

    /// Program to judge, with its arguments, after `--`, such as `python3 solution.py` or `java -cp classes Main`
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<OsString>,
}

impl Judged {
    /// Returns a runner of the program.
    fn runner<'a>(&'a self, show: bool, interrupted: &'a (dyn Fn() -> bool + Sync)) -> Result<Runner<'a>> {
        let &Judged { ref command, time_limit: cpu, memory_limit: memory, output_limit: output } = self;
        let runner = Runner { command, cpu, memory, output, show, interrupted };
        runner.find_program()?;
        Ok(runner)
    }
}

fn time_limit(text: &str) -> Result<Duration, String> {
    let time = time(text)?;
    if time.is_zero() { Err("expected a time above 0".to_owned()) } else { Ok(time) }
}

#[derive(Args, Debug)]
struct Run {
    /// Inputs: files, and folders (their files *.in and *.txt, or those in their folders sample and secret) [default: the
    /// inputs in the folder testdata that the contest's statement allows; without that folder, built-in tests]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    tests: Vec<PathBuf>,

    /// Print the first wrong board beside the given one
    #[arg(long)]
    show: bool,

    /// Create the folder DIR, and save in it each test that is not accepted, with its input, its outputs and the reason
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    #[command(flatten)]
    program: Judged,
}

impl Task for Run {
    fn unit(&self) -> &'static str {
        "tests"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let built_in = if self.tests.is_empty() { built_in_tests()? } else { None };
        let (tests, others) = match (&built_in, &self.tests[..]) {
            (Some(folder), _) => (find_tests(&[folder.path().to_owned()])?, 0),
            (None, []) => default_tests()?,
            (None, paths) => (find_tests(paths)?, 0),
        };
        let name = |test: &Path| {
            printable(built_in.as_ref().and_then(|folder| test.strip_prefix(folder.path()).ok()).unwrap_or(test))
        };
        if built_in.is_some() {
            ctx.note("there is no folder testdata: running the built-in tests; --tests names others");
        }
        let interrupted = || ctx.is_stopped();
        let runner = self.program.runner(self.show, &interrupted)?;
        if let Some(folder) = &self.keep {
            fs::create_dir(folder)
                .map_err(|error| usage(format_args!("cannot create the folder {}: {error}", folder.display())))?;
        }
        let (number, names) = (tests.len(), tests.iter().map(|test| name(test).chars().count()));
        let width = names.max().unwrap_or(0).max("test".len());
        unless_closed(ctx.print_text(TestResult::head(width)))?;
        let (mut judged, mut accepted, mut failures) = (0, 0, 0);
        let mut budget = ctx.budget_with(|judged| format!("{judged} of {number} tests"));
        let judge = |test: PathBuf| runner.judge_file(&test).map(|result| (test, result));
        in_order(ctx, ctx.limits().threads(), tests.into_iter(), &judge, &mut |result| {
            let (test, result) = result?;
            let result = TestResult { width, test: name(&test), ..result };
            judged += 1;
            accepted += usize::from(result.verdict == Verdict::AC);
            failures += usize::from(result.verdict == Verdict::JE);
            unless_closed(ctx.print(&result).and_then(|()| ctx.screen.flush()))?;
            if let Some(folder) = self.keep.as_ref().filter(|_| result.verdict != Verdict::AC) {
                save(folder, judged, &test, &result)?;
            }
            let _ = budget.poll(judged as u64);
            Ok(())
        })?;
        ensure!(judged == number, "interrupted");
        let others = match others {
            0 => String::new(),
            _ => format!("; beyond the statement, and not run: {others} in testdata (--tests testdata runs all)"),
        };
        ctx.note(format_args!("{accepted} of {number} tests accepted{others}"));
        Ok(match accepted {
            _ if failures > 0 => Status::Verdict(Judge::FAILURE),
            _ if accepted < number => NOT_ACCEPTED,
            _ => Status::Done,
        })
    }
}

#[derive(Args, Clone, Copy, Debug)]
struct Boards {
    /// Largest size of a board, 1 to 4096; the contest has sizes up to 21
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = value_parser!(u16).range(1..=i64::from(LARGEST_SIZE)))]
    max_size: u16,

    /// Kind of boards
    #[arg(long, value_name = "K", value_enum, default_value_t = Kind::Mixed)]
    kind: Kind,
}

#[derive(Args, Debug)]
struct Generate {
    /// Seed of the random numbers: the same seed gives the same bytes on every machine
    #[arg(long, value_name = "SEED")]
    seed: u64,

    /// Number of data sets
    #[arg(long, value_name = "D", default_value_t = 20)]
    count: u64,

    #[command(flatten)]
    boards: Boards,
}

impl Task for Generate {
    fn unit(&self) -> &'static str {
        "data sets"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (mut out, mut budget, mut stopped) = (ctx.document()?, ctx.budget(), false);
        let mut write = || {
            writeln!(out, "{}", self.count)?;
            for number in 0..self.count {
                stopped = budget.poll(number).is_break();
                if stopped {
                    break;
                }
                write!(out, "{}", self.boards.kind.data_set(self.seed, number, self.boards.max_size))?;
            }
            out.flush()
        };
        unless_closed(write())?;
        ensure!(!stopped, "interrupted");
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Stress {
    /// Seed of the random inputs
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    boards: Boards,

    /// Print on stderr the first wrong board beside the given one, or the given boards if the fault is not in a board
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    program: Judged,
}

impl Task for Stress {
    fn unit(&self) -> &'static str {
        "inputs"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let interrupted = || ctx.is_stopped();
        let runner = self.program.runner(self.show, &interrupted)?;
        let inputs = RandomInputs { seed: self.seed, kind: self.boards.kind, max_size: self.boards.max_size };
        let shown = |inputs| format!("{inputs} inputs");
        let limits = ctx.limits().or_time(SEARCHING);
        let (found, tried) = search(&inputs, &runner, &mut ctx.budget_within(limits, shown))?;
        let Some(mut found) = found else {
            ensure!(!ctx.is_stopped(), "interrupted");
            ctx.note(format_args!("{tried} inputs accepted, none failed"));
            unless_closed(ctx.print(&Stressed::default()))?;
            return Ok(Status::Done);
        };
        let limits = Limits { time: Some(MINIMISING), nodes: None, ..limits };
        let shown = |inputs| format!("{inputs} inputs; minimising one for at most 15 s");
        match found.minimise(&runner, &mut ctx.budget_within(limits, shown))? {
            Minimised::Minimal => {}
            Minimised::Stopped if ctx.is_stopped() => ctx.say("interrupted; the input below may not be minimal"),
            Minimised::Stopped => ctx.say("stopped minimising after 15 s; the input below may not be minimal"),
            Minimised::NotReproducible => {
                ctx.say("the program does not fail on this input every time, so it was not minimised");
            }
        }
        let (number, answer) = (found.number, found.answer());
        if !ctx.common.json {
            ctx.say(format_args!("{} on input {number}: {}", answer.verdict, answer.reason));
            // If stderr cannot be written, nothing can be done.
            answer.boards.iter().for_each(|line| drop(writeln!(io::stderr(), "    {line}")));
        }
        unless_closed(ctx.print(&answer))?;
        Ok(NOT_ACCEPTED)
    }
}
