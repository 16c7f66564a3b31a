//! The `morpion` program.
//!
//! ```text
//!     mod -> task, examples     the tasks: their arguments, and their canonical spelling
//!      |\ -> json               an answer as JSON
//!       \ -> answer             a task to its answer, as text or a picture
//!             \ -> game         a record from a file, replayed; the longest of several
//!              \ -> count       a count with its limits and its checkpoint; parts added up
//!              |\ -> prove       a proof with its limits, its checkpoint and its certificates; certificates verified
//!               \ -> search     a search with its limits and its checkpoint
//!                     \ -> saved   its log, and the file for its best game
//! ```

mod answer;
mod count;
mod examples;
mod game;
mod json;
mod merge;
mod prove;
mod saved;
mod search;
mod task;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use self::answer::Answer;
use self::game::Stdin;
use self::task::Task;
use super::checkpoints::not_in_a_list;
use super::exit::{Failure, after_help};
use super::files::write_whole;
use super::messages::say;
use super::options::Common;
use super::program::{self, Program};
use super::progress::{LimitOptions, TaskProgress};

const NAME: &str = "morpion";

/// What `--nodes` counts here.
const NODES: &str = "Stop each count after about N grids, each search after about N playouts, each proof after about N evaluations, and print what is known";

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
        let stdin = Stdin { is_list: self.task.is_none(), quiet: self.common.quiet };
        if let Some(path) = task.checkpoint().filter(|_| stdin.is_list) {
            return Err(not_in_a_list(path));
        }
        answer::check_output_files(task)?;
        let answer = answer::work_out(task, stdin, self.common.threads(), progress)?;
        if let Answer::Game(game) = &answer
            && let Some(remark) = game.remark().filter(|_| !self.common.quiet)
        {
            say(NAME, remark);
        }
        // A document is made first: nothing is written if its form cannot hold the record.
        let document = answer::document(task, &answer).map_err(|problem| Failure::Input(problem.to_string()))?;
        let written = match document.as_deref() {
            _ if self.common.json => json::write(out, task, &answer, document.as_deref()),
            Some(document) => out.write_all(document),
            None => answer::write(out, task, &answer),
        };
        // A reader who has closed the pipe may still want the files.
        let written = written.and_then(|()| out.flush());
        if let Some(path) = task.svg() {
            write_whole(path, |file| answer::draw(file, &answer))
                .map_err(|error| Failure::File(path.to_owned(), error))?;
        }
        let is_stopped = match &answer {
            Answer::Count(count) => !count.is_complete(),
            Answer::Search(search) => !search.is_done,
            Answer::Proof(proof) => !proof.is_complete(),
            Answer::Verified(verified) => verified.left > 0,
            _ => false,
        };
        if written.is_ok() {
            progress.answered(is_stopped);
        }
        if let Answer::Search(search) = answer
            && let Some((path, error)) = search.unwritten
        {
            return Err(Failure::File(path, error));
        }
        Ok(written?)
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}
