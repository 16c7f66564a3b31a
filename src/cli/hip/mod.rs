//! The `hip` program.
//!
//! ```text
//!     mod -> task       the tasks: their arguments, help and canonical spelling
//!       \ -> answer     answers a task as text or as a picture
//!              |  \ -> json
//!             known       calls the library
//! ```

mod answer;
mod json;
mod known;
mod task;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use self::answer::answer;
use self::task::{DRAWS, Task};
use super::exit::Failure;
use super::exit::after_help;
use super::options::Common;
use super::program::{self, Program};
use super::progress::{LimitOptions, MemoryOption, TaskProgress};

const NAME: &str = "hip";

/// Gardner's Hip: squares, ties, draws, and who wins
///
/// Two players take turns to place a counter on an empty cell of a board. A player who owns the four corners of a square,
/// of any size and at any angle, loses. A full board without such a square is a draw. Player 1 is X, player 2 is O.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line. `#`
/// begins a comment. Limits and common options are given on the command line, and hold for each task.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = DRAWS, after_long_help = after_help(DRAWS))]
#[command(subcommand_value_name = "TASK", subcommand_help_heading = "Tasks")]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    common: Common,
}

impl Program for Arguments {
    const NAME: &'static str = NAME;
    type Task = Task;

    fn task(&self) -> Option<&Task> {
        self.task.as_ref()
    }

    fn limits(&self) -> &LimitOptions {
        &self.limits
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn answer(&self, task: &Task, progress: &mut TaskProgress<'_>, out: &mut impl Write) -> Result<(), Failure> {
        answer(self, task, progress, out)
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}
