//! The `hex-judge` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> check                          one output, as judges call an output validator
//!       \ -> run -> tests, table, junit, keep, beside      a program on many inputs
//!        \      \
//!         \ -> stress -> trial              one run of a program, and its verdict
//!          \ -> generate                    an input
//! ```

mod beside;
mod check;
mod generate;
mod junit;
mod keep;
mod limits;
mod run;
mod stress;
mod table;
mod tests;
mod trial;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::exit::say;
use super::options::{Common, write_completions};
use super::supervised;

const NAME: &str = "hex-judge";

/// The hidden task that this program gives to itself.
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

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

const EXAMPLE: &str = "\
Example:
  $ hex-judge run --tests testdata -- target/release/hex
  $ hex-judge generate --seed 1 --kind spiral | hex
  $ hex-judge stress --time 10s -- python3 my_solution.py

Exit status: 0 all accepted, 1 some not, 2 wrong usage or a failure to judge; of check 42 accepted, 43 wrong.";

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
    Check(check::Arguments),
    /// Run a program on tests, and print a verdict for each
    Run(run::Arguments),
    /// Write an input, the same for the same seed everywhere
    Generate(generate::Arguments),
    /// Look for an input that a program fails, and make it as small as can be
    Stress(stress::Arguments),
    #[command(hide = true)]
    Supervise,
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let Arguments { task, common } = Arguments::parse();
    if let Some(shell) = common.completions {
        return write_completions::<Arguments>(shell, NAME).into();
    }
    match task {
        Some(Task::Check(arguments)) => check::check(&arguments).into(),
        Some(Task::Run(arguments)) => run::run(&arguments, &common).into(),
        Some(Task::Generate(arguments)) => generate::generate(&arguments).into(),
        Some(Task::Stress(arguments)) => stress::stress(&arguments, &common).into(),
        Some(Task::Supervise) => supervise().into(),
        None => {
            say(NAME, format_args!("what to do?\n\n{}", Arguments::command().render_help()));
            Status::Error.into()
        }
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
