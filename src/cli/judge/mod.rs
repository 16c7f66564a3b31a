//! The `hex-judge` program: its tasks, and exit statuses of its own.
//!
//! ```text
//!     mod -> check       one output, as judges call an output validator
//!         -> run         a program on many inputs; the limits on programs
//!         -> random      `generate`: a random input; `stress`: the smallest random input that a program fails
//! ```
//!
//! `run` and `stress` are for a process of their own: all its children may be killed, see
//! [`Workspace`](crate::judge::run::Workspace).

mod check;
mod random;
mod run;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Command, Subcommand};

use super::failure::{Exit, Failure};
use super::limits::Limits;
use super::messages::say;
use super::output::Answer;
use super::program::{self, Program};
use super::run::Run;
use crate::judge::run::{RunError, supervise};

/// The argument with which this program starts itself as a supervisor; no help lists it.
const SUPERVISE: &str = "supervise";

/// A test was not accepted.
const NOT_ACCEPTED: Exit = Exit(1);

/// Judge programs for the Hex problem of the Rowan University Programming Contest 2018
///
/// Outputs are checked by the rules of the problem, not compared with expected ones: every best case is accepted, and
/// so are any white space and letter case outside boards.
///
/// Exit status: 0 if all tests are accepted or the task is done, 1 if a test is not accepted, 2 for wrong usage or a
/// failure to judge. The task `check` ends with 42 (right) or 43 (wrong) instead of 0 or 1.
#[derive(Subcommand, Debug)]
enum Judge {
    /// Check one output, read from stdin, with the arguments of an ICPC output validator
    ///
    /// Exit status: 42 if the output is right, 43 if it is wrong, 2 for wrong usage or a failure to judge.
    Check(check::Check),
    /// Run a program on tests and print a verdict for each
    ///
    /// Verdicts: AC accepted, WA wrong answer, TLE time limit, MLE memory limit, OLE output limit, RTE non-zero exit
    /// status or signal, JE failure to judge or invalid input.
    ///
    /// Exit status: 0 if all tests are accepted, 1 if a test is not, 2 for wrong usage or a verdict JE.
    Run(run::RunTests),
    /// Print a random input for a seed
    Generate(random::Generate),
    /// Search for an input that a program fails, minimise it and print it
    ///
    /// Inputs are random, with small boards first. The first input that is not accepted is minimised for up to a
    /// minute: data sets, stones, and pairs of a row and a column are removed as long as the verdict stays the same.
    ///
    /// Exit status: 0 if all inputs are accepted, 1 if an input is found, 2 for wrong usage or a failure to judge.
    Stress(random::Stress),
}

impl Program for Judge {
    const NAME: &'static str = "hex-judge";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "hex-judge";
    const HAS_LISTS: bool = false;
    const HAS_VERDICTS: bool = true;
    type Limits = ();

    fn define(command: Command) -> Command {
        Judge::augment_subcommands(command)
    }

    fn adapt(command: Command) -> Command {
        command.mut_arg("threads", |threads| {
            let help =
                "Run N tests at a time, 1 to 1024; 1 gives the most accurate times [default: the number of cores]";
            threads.visible_alias("jobs").help(help)
        })
    }

    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (unit, answered) = match self {
            Judge::Check(task) => ("outputs", task.run(run)),
            Judge::Run(task) => ("tests", task.run(run)),
            Judge::Generate(task) => ("data sets", task.run(run)),
            Judge::Stress(task) => ("inputs", task.run(run)),
        };
        run.process().add(true, unit, run.meter().positions());
        answered
    }
}

/// The limits on programs are options of the tasks.
impl From<()> for Limits {
    fn from((): ()) -> Limits {
        Limits::default()
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    if env::args_os().skip(1).eq([SUPERVISE]) {
        let Err(error) = supervise() else { return ExitCode::SUCCESS };
        say(Judge::NAME, format_args!("the task {SUPERVISE} is only for {} itself: {error}", Judge::NAME));
        return Exit::USAGE.into();
    }
    program::main::<Judge>()
}

/// Writes an answer. If the reader has closed the pipe, that is no failure: a verdict does not depend on it.
fn print(run: &Run<'_>, answer: &dyn Answer) -> Result<(), Failure> {
    unless_closed(run.print(answer).and_then(|()| run.out().flush()))
}

fn unless_closed(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if Failure::is_closed_pipe(&error) => Ok(()),
        written => Ok(written?),
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Interrupted => Failure::Interrupted,
            error => Failure::Usage(error.to_string()),
        }
    }
}
