//! The `morpion` program.
//!
//! ```text
//!     mod -> task -> values        the tasks: their arguments, and how they are written
//!       \ -> answer -> json         a task to text or a picture
//!              |  \ -> places        the files that it writes
//!            known -> game           what is found out about a task; a record read and replayed
//!                 \ -> best          the longest of several records
//!                  \ -> count        a count with its limits and its checkpoint; parts added up
//!                   \ -> search      a search with its limits, its checkpoint, and its log
//!                          \ -> kept        its best game, saved in a file
//! ```

mod answer;
mod best;
mod count;
mod examples;
mod game;
mod json;
mod kept;
mod known;
mod places;
mod search;
mod task;
mod values;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use self::answer::answer;
use self::task::Task;
use super::exit::Failure;
use super::exit::after_help;
use super::options::Common;
use super::program::{self, Program};
use super::progress::{LimitOptions, TaskProgress};

const NAME: &str = "morpion";

/// What `--nodes` counts here.
const NODES: &str = "Stop each count after about N grids, each search after about N playouts, and print what is known";

/// Morpion Solitaire: records checked, shown and converted, bounds, exact counts, long games
///
/// A move adds a point to a cross of 36 or 24 points, and draws a line of 5 or 4 points through it whose other points are
/// on the board. Lines of the same direction may share an end point in 5T and 4T, and no point in 5D and 4D. The goal is
/// the longest game.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line. `#`
/// begins a comment. Limits and common options are given on the command line, and hold for each task.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = examples::COUNT, after_long_help = after_help(examples::COUNT))]
#[command(subcommand_value_name = "TASK", subcommand_help_heading = "Tasks")]
#[command(mut_arg("nodes", |nodes| nodes.help(NODES)))]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// Whether the tasks are a list on stdin; then no record can come from there.
    fn are_listed(&self) -> bool {
        self.task.is_none()
    }
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
