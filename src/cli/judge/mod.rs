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
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::exit::{Exit, cannot_write, say};
use super::files::Shown;
use super::options::{self, Common};
use super::stats::Stats;
use super::supervised;

const NAME: &str = "hex-judge";

/// The task that this program gives to itself: no word of it in any help.
const SUPERVISE: &str = "supervise";

/// The exit statuses of `hex-judge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// 0: all accepted, or done.
    Accepted = 0,
    /// 1: some not.
    NotAccepted = 1,
    /// 2: wrong usage, or no verdict.
    Error = 2,
    /// 42: what output validators say of a right output.
    ValidatorAccepts = 42,
    /// 43: and of a wrong one.
    ValidatorRejects = 43,
}

/// Of what is no judging.
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
Exit status: 0 all accepted, 1 some not, 2 wrong usage or a failure to judge; of check 42 accepted, 43 wrong.

Example:
  $ hex-judge run --tests testdata -- target/release/hex
  $ hex-judge generate --seed 1 --kind spiral | hex
  $ hex-judge stress --time 10s -- python3 my_solution.py";

/// Judges programs for the Hex problem of the Rowan University Programming Contest 2018
///
/// Any best case is right, and so is any white space outside boards; so outputs are checked, not compared.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = EXAMPLE)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Check one output, read from stdin: exit status 42 if it is right, 43 if not
    #[command(after_help = check::EXAMPLE)]
    Check(check::Arguments),
    /// Run a program on tests, and print a verdict for each
    #[command(after_help = run::EXAMPLE)]
    Run(run::Arguments),
    /// Write an input, the same for the same seed everywhere
    #[command(after_help = generate::EXAMPLE)]
    Generate(generate::Arguments),
    /// Look for an input that a program fails, and make it as small as can be
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
            say(NAME, format_args!("what to do?\n\n{}", Arguments::command().render_help()));
            return Status::Error.into();
        }
    };
    if common.stats {
        stats.report(NAME, done, unit);
    }
    result.unwrap_or_else(NoVerdict::tell).into()
}

/// Why a task is not done.
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
    /// That this cannot be done to a file or a folder.
    fn cannot(what: &str, path: &Path, error: &io::Error) -> NoVerdict {
        NoVerdict::Failed(format!("cannot {what} {}: {error}", Shown(path)))
    }

    fn tell(self) -> Status {
        match self {
            // Whoever read them had enough.
            NoVerdict::Unwritten(error) if cannot_write(NAME, &error) == Exit::Answered => return Status::Accepted,
            NoVerdict::Unwritten(_) => {}
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
            say(NAME, format_args!("{SUPERVISE} is for {NAME} itself: {error}"));
            Status::Error
        }
    }
}

#[cfg(not(unix))]
fn supervise() -> Status {
    say(NAME, supervised::NEEDS_UNIX);
    Status::Error
}
