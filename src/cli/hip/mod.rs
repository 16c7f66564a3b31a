//! The `hip` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> task       the words of a task, read and written
//!       \ -> answer     a task to text or a picture; limits
//!              |  \ -> json
//!             known       what is found out about a task
//! ```

mod answer;
mod json;
mod known;
mod task;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use self::answer::answer;
use super::options::Common;
use super::program::{self, Failure, Program};
use super::running::{Limits, Running};
use super::tasks::Words;

const NAME: &str = "hip";

/// In lines that are not too long for any terminal.
const FORMS: &str = "\
Tasks:
  squares RxC
  tie RxC [free]
  draws RxC [list|list-all]
  solve RxC [rules=gardner|rules=last-mover] [double] [after C3,B2,...] [moves]
  model RxC [free]";

const HELP: &str = "\
Tasks, on boards of R rows and C columns:
  squares RxC
      How many squares there are.
  tie RxC [free]
      A full board with as few monochromatic squares as can be, and these.
      Player 1 has half of the counters, rounded up; with free any number.
  draws RxC [list|list-all]
      How many full boards have none: all, up to symmetry, and up to symmetry
      and exchange of the players; and of those the playable ones, with half
      of the counters each. list: one of each class; list-all: all of them.
  solve RxC [rules=gardner|rules=last-mover] [double] [after C3,B2,...] [moves]
      Who wins. gardner: who completes a square of his own loses; a full board
      is a draw. last-mover: nobody may complete one; who cannot move loses.
      double: one counter first, then two a turn. after: the moves so far.
      moves: also all next moves that keep the outcome.
  model RxC [free]
      The question of tie as an integer program in CPLEX LP format.

Without a task, tasks are read from stdin, one a line, and answered as they are read; # begins a comment.

Exit status: 0 answered, 1 the input was rejected, 2 wrong usage, 3 a limit or Ctrl-C ended a task before there was a \
proof: what is known is printed. Without limits a hard task runs until it is done.

Example:
  $ hip draws 6x6
  draws 6x6
  Draws: 56
  Draws up to symmetry: 8
  Draws up to symmetry and exchange: 5
  Playable draws: 24
  Playable draws up to symmetry: 4
  Playable draws up to symmetry and exchange: 3";

const NODES: &str = "Break a task off after about so many positions, likewise; in draws, windows of the board, or whole \
square boards";

/// Gardner's Hip: squares, ties, draws, and who wins
///
/// Two players put counters on the cells of a board in turns, and neither wants four of his own at the corners of a
/// square, of any size and tilt.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = FORMS, after_long_help = HELP)]
#[command(mut_arg("nodes", |nodes| nodes.help(NODES)))]
struct Arguments {
    /// The task in words; without them, tasks are read from stdin
    #[arg(value_name = "TASK")]
    words: Vec<OsString>,

    /// Write a picture of the board; of the N-th task of a list, from the second on, to PATH with -N before its ending
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    common: Common,
}

impl Program for Arguments {
    const NAME: &'static str = NAME;

    fn words(&self) -> Vec<OsString> {
        self.words.clone()
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn answer(
        &self,
        number: u64,
        words: &Words,
        running: &mut Running<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        answer(self, number, words, running, out)
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}
