//! The `hex-judge` program: its arguments, what it prints, and its exit statuses.
//!
//! ```text
//!     mod -> check       one output, as judges call an output validator
//!         -> run         a program on many inputs; the limits on programs
//!         -> random      `generate`: a random input; `stress`: the smallest random input that a program fails
//!         -> results     results as a table, as JSON and as JUnit XML
//! ```

mod check;
mod random;
mod results;
mod run;

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::exit::{Exit, Failure, end};
use super::interrupt;
use super::messages::{say, say_with_help};
use super::options::{self, Common};
use super::progress::Stats;
use crate::judge;
use crate::judge::run::RunError;

const NAME: &str = "hex-judge";

/// The argument with which this program starts itself as a supervisor; no help lists it.
const SUPERVISE: &str = "supervise";

/// The exit statuses of `hex-judge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// 0: all tests accepted, or the task is done.
    Accepted = 0,
    /// 1: a test was not accepted.
    NotAccepted = 1,
    /// 2: wrong usage, or no verdict.
    Error = 2,
    /// 42: the status of output validators for a right output.
    ValidatorAccepts = 42,
    /// 43: the status of output validators for a wrong output.
    ValidatorRejects = 43,
}

/// For what is the same in all programs: help, the version, wrong usage, failures.
impl From<Exit> for Status {
    fn from(exit: Exit) -> Status {
        if exit == Exit::Answered { Status::Accepted } else { Status::Error }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

const EXAMPLE: &str = "\
Example:
  $ hex-judge generate --seed 1 --count 1 --max-size 3 | hex
  Analyzing 1 data set(s)
  Data set 1
  Board Position:
  O   X
    -   X

  Best case for X:
  O   X
    X   X

  Number of moves: 1

  Best case for O:
  O   X
    O   X

  Number of moves: 1";

/// Judge programs for the Hex problem of the Rowan University Programming Contest 2018
///
/// Outputs are checked by the rules of the problem, not compared with expected ones: every best case is accepted, and so are
/// any white space and letter case outside boards.
///
/// Exit status: 0 if all tests are accepted or the task is done, 1 if a test is not accepted, 2 for wrong usage or a
/// failure to judge. The task `check` ends with 42 (right) or 43 (wrong) instead of 0 or 1.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = EXAMPLE)]
#[command(subcommand_value_name = "TASK", subcommand_help_heading = "Tasks")]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Check one output, read from stdin, with the arguments of an ICPC output validator
    ///
    /// Exit status: 42 if the output is right, 43 if it is wrong, 2 for wrong usage or a failure to judge.
    #[command(after_help = check::EXAMPLE)]
    Check(check::Arguments),
    /// Run a program on tests and print a verdict for each
    ///
    /// Verdicts: AC accepted, WA wrong answer, TLE time limit, MLE memory limit, OLE output limit, RTE non-zero exit status or
    /// signal, JE failure to judge or invalid input.
    ///
    /// Exit status: 0 if all tests are accepted, 1 if a test is not, 2 for wrong usage or a verdict JE.
    #[command(after_help = run::EXAMPLE)]
    Run(run::Arguments),
    /// Print a random input for a seed
    #[command(after_help = random::GENERATE_EXAMPLE)]
    Generate(random::GenerateArguments),
    /// Search for an input that a program fails, minimise it and print it
    ///
    /// Inputs are random, with small boards first. The first input that is not accepted is minimised for up to a minute:
    /// data sets, stones, and pairs of a row and a column are removed as long as the verdict stays the same.
    ///
    /// Exit status: 0 if all inputs are accepted, 1 if an input is found, 2 for wrong usage or a failure to judge.
    #[command(after_help = random::STRESS_EXAMPLE)]
    Stress(random::StressArguments),
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    interrupt::survive_file_size_limit();
    if env::args_os().skip(1).eq([SUPERVISE]) {
        let Err(error) = judge::run::supervise() else { return Status::Accepted.into() };
        say(NAME, format_args!("the task {SUPERVISE} is only for {NAME} itself: {error}"));
        return Status::Error.into();
    }
    let Arguments { task, common } = match options::arguments(NAME) {
        Ok(arguments) => arguments,
        Err(exit) => return Status::from(exit).into(),
    };
    let stats = Stats::start();
    let mut done = 0;
    let (unit, result) = match task {
        Some(Task::Check(arguments)) => ("outputs", check::check(&arguments, &common, &mut done)),
        Some(Task::Run(arguments)) => ("tests", run::run(&arguments, &common, &mut done)),
        Some(Task::Generate(arguments)) => ("data sets", random::generate(&arguments, &common, &mut done)),
        Some(Task::Stress(arguments)) => ("inputs", random::stress(&arguments, &common, &mut done)),
        None => {
            let expected = "expected a task: check, run, generate or stress";
            if io::stdin().is_terminal() {
                say_with_help(NAME, expected, Arguments::command().render_help());
            } else {
                say(NAME, format_args!("{expected}; try '{NAME} --help'"));
            }
            return Status::Error.into();
        }
    };
    if common.stats {
        stats.report(NAME, format_args!("{done} {unit}"));
    }
    // `end` prints the message of a failure.
    result.unwrap_or_else(|failure| end(NAME, Err(failure)).into()).into()
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Interrupted => Failure::Interrupted,
            error => Failure::Usage(error.to_string()),
        }
    }
}
