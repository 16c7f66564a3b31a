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
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Args, Command, FromArgMatches, Subcommand};

use super::answer::{Answer, Form};
use super::arguments::{Common, Parsed, check_files, parse};
use super::failure::{Exit, Failure};
use super::manual::example;
use super::messages::{say, say_with_help};
use super::run::{Options, Process, Run};
use super::stdout::check_open;
use super::task::{Tasks, tasks};
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

impl Tasks for Judge {
    const NAME: &'static str = "hex-judge";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "hex-judge";
    const WITHOUT_SEARCH: &'static [&'static str] = &[];

    fn answer(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        // A validator prints nothing.
        if run.form().json || !matches!(self, Judge::Check(_)) {
            check_open()?;
        }
        let (unit, answered) = match self {
            Judge::Check(task) => ("outputs", task.check(run)),
            Judge::Run(task) => ("tests", task.run(run)),
            Judge::Generate(task) => ("data sets", task.generate(run)),
            Judge::Stress(task) => ("inputs", task.stress(run)),
        };
        run.process().add(true, unit, run.meter().positions());
        answered
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    const NAME: &str = Judge::NAME;
    if env::args_os().skip(1).eq([SUPERVISE]) {
        let Err(error) = supervise() else { return ExitCode::SUCCESS };
        say(NAME, format_args!("the task {SUPERVISE} is only for {NAME} itself: {error}"));
        return Exit::USAGE.into();
    }
    let build = || {
        let command = Common::augment_args(Command::new(NAME).next_display_order(100));
        tasks::<Judge>(command).after_help(example(Judge::EXAMPLES, Judge::EXAMPLE))
    };
    let Parsed { mut command, matches, .. } = match parse(NAME, build) {
        Ok(parsed) => parsed,
        Err(Exit::ANSWERED) => return ExitCode::SUCCESS,
        Err(_) => return Exit::USAGE.into(),
    };
    let Some((name, of_task)) = matches.subcommand() else {
        let expected = "expected a task: check, run, generate or stress";
        if io::stdin().is_terminal() {
            say_with_help(NAME, expected, command.render_help());
        } else {
            say(NAME, format_args!("{expected}; try '{NAME} --help'"));
        }
        return Exit::USAGE.into();
    };
    // clap has parsed the same arguments.
    let task = Judge::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let options = Options::of(&matches);
    let form = Form { json: options.common.json, schema: format!("quadrille/{NAME}-{name}/1"), task: None };
    let process = Process::begin(NAME, Options { interrupted: Exit::USAGE, ..options }, "");
    let run = Run::new(&process, form, false);
    let files = command.find_subcommand(name).map_or(Ok(()), |command| check_files(command, of_task));
    let answered = files.and_then(|()| task.answer(&run)).or_else(|failure| match failure {
        Failure::Interrupted => {
            say(NAME, failure);
            Ok(Exit::USAGE)
        }
        failure => Err(failure),
    });
    drop(run);
    let verdict = answered.as_ref().ok().copied();
    let exit = match process.end(answered) {
        // The reader may have closed the pipe.
        Exit::ANSWERED => verdict.unwrap_or(Exit::ANSWERED),
        Exit::LIMIT => Exit::USAGE,
        _ => verdict.unwrap_or(Exit::USAGE),
    };
    exit.into()
}

/// Writes an answer. If the reader has closed the pipe, that is no failure: a verdict does not depend on it.
fn print(run: &Run<'_>, answer: &impl Answer) -> Result<(), Failure> {
    let mut out = run.out();
    unless_closed(run.form().write(&mut out, answer).and_then(|()| out.flush()))
}

fn unless_closed(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
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
