//! The `hip` program.
//!
//! ```text
//!     task      the tasks: their arguments, help and canonical spelling
//!     answer    answers a task as text, with a picture beside it
//!     json      answers as JSON
//! ```

mod answer;
mod json;
mod task;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use num_bigint::BigUint;

use self::answer::answer;
use self::task::{DRAWS, Task};
use super::exit::{Failure, after_help};
use super::options::Common;
use super::program::{self, Program};
use super::progress::{LimitOptions, MemoryOption, TaskProgress};
use crate::budget::Budget;
use crate::hip::{self, Colouring, DrawCounts};

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

/// Passes the draws that a task lists, numbered from 1, to `write` until a limit is reached. Returns the number of draws that
/// are missing; `None` if the task has no list, or the draws have not been counted.
///
/// # Errors
/// Those of `write`.
fn list_draws(
    task: &Task,
    counts: Option<&DrawCounts>,
    progress: &mut TaskProgress<'_>,
    mut write: impl FnMut(u64, &Colouring) -> io::Result<()>,
) -> io::Result<Option<BigUint>> {
    let (Some(listing), Some(counts)) = (task.listing(), counts) else { return Ok(None) };
    let mut left = counts.listed(listing).clone();
    for (number, draw) in (1..).zip(hip::draws(task.size(), listing)) {
        if progress.check().is_break() {
            break;
        }
        write(number, &draw)?;
        left -= 1_u8;
        if left == BigUint::ZERO {
            // To find that there is no other one would take up to half of the time.
            break;
        }
    }
    Ok(Some(left))
}

/// Writes the model of a task until a limit is reached. Returns whether it is complete.
///
/// # Errors
/// Those of writing to `out`.
fn write_model(out: impl Write, task: &Task, progress: &mut TaskProgress<'_>) -> io::Result<bool> {
    let mut budget = Budget::new(|_| progress.check());
    Ok(hip::write_model(out, task.size(), task.balance(), &mut budget)?.is_continue())
}
