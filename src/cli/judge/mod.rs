//! The `hex-judge` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> check                          one output, as judges call an output validator
//!       \ -> run -> tests, table, junit, keep, beside      a program on many inputs
//!        \      \
//!         \ -> stress -> scratch -> trial   one run of a program, and its verdict
//!          \ -> generate                    an input
//!     limits, writing                       what a program may use; what all tasks write
//! ```

mod beside;
mod check;
mod generate;
mod junit;
mod keep;
mod limits;
mod run;
mod scratch;
mod stress;
mod table;
mod tests;
mod trial;
mod writing;

use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::exit::{Exit, Failure, end};
use super::messages::{say, say_with_help};
use super::options::{self, Common};
use super::progress::Stats;
use super::supervised;

const NAME: &str = "hex-judge";

/// The task that this program gives to itself; no help lists it.
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

/// For everything that is the same in all programs: help, the version, wrong usage.
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
    #[command(after_help = generate::EXAMPLE)]
    Generate(generate::Arguments),
    /// Search for an input that a program fails, minimise it and print it
    ///
    /// Inputs are random, with small boards first. The first input that is not accepted is minimised for up to a minute:
    /// data sets, stones, and pairs of a row and a column are removed as long as the verdict stays the same.
    ///
    /// Exit status: 0 if all inputs are accepted, 1 if an input is found, 2 for wrong usage or a failure to judge.
    #[command(after_help = stress::EXAMPLE)]
    Stress(stress::Arguments),
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    if env::args_os().skip(1).eq([SUPERVISE]) {
        return supervise().into();
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
        Some(Task::Generate(arguments)) => ("data sets", generate::generate(&arguments, &common, &mut done)),
        Some(Task::Stress(arguments)) => ("inputs", stress::stress(&arguments, &common, &mut done)),
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
        stats.report(NAME, done, unit);
    }
    result.unwrap_or_else(NoVerdict::tell).into()
}

/// Why a task has no result.
#[derive(Debug)]
enum NoVerdict {
    /// The answers cannot be written.
    Unwritten(io::Error),
    /// Ctrl-C.
    Interrupted,
    /// Anything else, in a line for people.
    Failed(String),
}

impl NoVerdict {
    /// Something that cannot be done with a file or a folder.
    fn cannot(what: &str, path: &Path, error: &io::Error) -> NoVerdict {
        NoVerdict::Failed(format!("cannot {what} {}: {error}", path.display()))
    }

    fn tell(self) -> Status {
        match self {
            NoVerdict::Unwritten(error) => return Status::from(end(NAME, Err(Failure::Answers(error)))),
            NoVerdict::Interrupted => say(NAME, "interrupted"),
            NoVerdict::Failed(problem) => say(NAME, problem),
        }
        Status::Error
    }
}

/// For what is written to stdout.
impl From<io::Error> for NoVerdict {
    fn from(error: io::Error) -> NoVerdict {
        NoVerdict::Unwritten(error)
    }
}

#[cfg(unix)]
fn supervise() -> Status {
    match supervised::supervise() {
        Ok(()) => Status::Accepted,
        Err(error) => {
            say(NAME, format_args!("the task {SUPERVISE} is only for {NAME} itself: {error}"));
            Status::Error
        }
    }
}

#[cfg(not(unix))]
fn supervise() -> Status {
    say(NAME, supervised::NEEDS_UNIX);
    Status::Error
}
