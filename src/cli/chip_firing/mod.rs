//! The `chip-firing` program.
//!
//! ```text
//!     task       the tasks: their arguments, and how they are written
//!     answer     from a task to its answer, as text or JSON
//!     lines      graphs from stdin, answered on many threads
//!     search     searches under the limits of a task, with its checkpoint; the table of complete graphs
//! ```

mod answer;
mod lines;
mod search;
mod task;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use self::answer::answer;
use self::task::{NUMBER, Task};
use super::exit::{Exit, Failure, after_help, end};
use super::options::Common;
use super::program::{self, Program, run_tasks};
use super::progress::{self, MemoryOption, Stats, TaskProgress};
use crate::budget::Budget;

const NAME: &str = "chip-firing";

/// Chip-firing games on graphs: who wins, and how many chips are played
///
/// Two players take turns to put a chip on a vertex of a connected graph. Then vertices with at least as many chips as
/// neighbours fire, one at a time: they give one chip to each neighbour, until no vertex can fire. The player who starts an
/// endless avalanche ends the game. Vertices are numbered from 0.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line. `#`
/// begins a comment. Limits and common options are given on the command line, and hold for each task.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = NUMBER, after_long_help = after_help(NUMBER))]
#[command(subcommand_value_name = "TASK", subcommand_help_heading = "Tasks")]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    #[command(flatten)]
    limits: progress::LimitOptions,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// Returns the limits of a search that runs alone.
    fn search_limits(&self) -> Budget<'static> {
        Budget::default().with_memory(self.memory.bytes).with_threads(self.common.threads())
    }
}

impl Program for Arguments {
    const NAME: &'static str = NAME;
    type Task = Task;

    fn task(&self) -> Option<&Task> {
        self.task.as_ref()
    }

    fn limits(&self) -> &progress::LimitOptions {
        &self.limits
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn answer(&self, task: &Task, progress: &mut TaskProgress<'_>, out: &mut impl Write) -> Result<(), Failure> {
        answer(self, task, progress, out)
    }

    fn run(&self, stats: Option<Stats>) -> Exit {
        let Some(task) = &self.task else { return run_tasks(self, stats) };
        match task.play_of_stdin() {
            Ok(None) => run_tasks(self, stats),
            Ok(Some(play)) => lines::run(self, play, stats),
            Err(failure) => end(NAME, Err(failure)),
        }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}
