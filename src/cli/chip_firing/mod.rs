//! The `chip-firing` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> task                    the words of a task, read and written
//!       \ -> answer -> json          a task to text
//!        \      \ -> known -> table     what is found out about it; the table of complete graphs, row by row
//!         \                \
//!          \ -> lines -> search      graphs from stdin, on many threads; what all ask of a solver
//!                        \ -> keeper   what it has found, in a file
//! ```

mod answer;
mod json;
mod keeper;
mod known;
mod lines;
mod search;
mod table;
mod task;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use self::answer::answer;
use super::exit::{Exit, say};
use super::options::Common;
use super::program::{self, Failure, Program, end, run_tasks};
use super::running::{self, Running};
use super::stats::Stats;
use super::tasks::Words;
use crate::chip_firing::Limits;

const NAME: &str = "chip-firing";

/// In lines that are not too long for any terminal.
const FORMS: &str = "\
Tasks:
  winner GRAPH [CHIPS] [moves]
  number GRAPH [CHIPS] [min-first] [moves]
  grundy GRAPH
  table A..B
  tree GRAPH winner|number [full]
  stabilize GRAPH CHIPS";

const HELP: &str = "\
Tasks:
  winner GRAPH [CHIPS] [moves]
      Last play wins: which player does; player 1 is to move. moves: also all
      vertices on which the next chip wins.
  number GRAPH [CHIPS] [min-first] [moves]
      How many chips there are at the end if one player wants many, Max, and
      the other few. Max is to move; with min-first Min is. moves: also all
      vertices on which the next chip keeps the number.
  grundy GRAPH
      The Grundy value of the empty board, last play wins.
  table A..B
      Winner and numbers of the complete graphs with A to B vertices.
  tree GRAPH winner|number [full]
      The game tree as Graphviz DOT. full: also what no arrow leads to.
  stabilize GRAPH CHIPS
      What the chips come to when all fires that can, and how often each
      vertex fires; or why there is no end.

GRAPH: K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, or g6: and a graph6
string; connected, with two vertices or more. In winner, number and grundy -
reads graph6 lines from stdin and answers each with the line, a tab, the value.
CHIPS: as many numbers as vertices, joined by commas. Vertices count from 0.

Without a task, tasks are read from stdin, one a line, and answered as they are read; # begins a comment.

Exit status: 0 answered, 1 the input was rejected, 2 wrong usage, 3 a limit or Ctrl-C ended a task before there was a \
proof: what is known is printed. Without limits a hard task runs until it is done.

Example:
  $ chip-firing number K8
  number K8
  Game chip number: 34
  Lower bound: 28
  Upper bound: 49";

/// Chip-firing games on graphs: who wins, and how long they last
///
/// Two players put chips on the vertices of a graph in turns. After each chip, every vertex with at least as many chips as
/// neighbours fires, one chip to each of them, until none can; who sets off a firing without end ends the play.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = FORMS, after_long_help = HELP)]
struct Arguments {
    /// The task in words; without them, tasks are read from stdin
    #[arg(value_name = "TASK")]
    words: Vec<OsString>,

    /// Keep what winner, number, grundy or table has found in FILE, and go on from there; for a task on the command line
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    limits: running::Limits,

    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// What a solver may use, on its own.
    fn search_limits(&self) -> Limits {
        Limits { memory: self.limits.memory, threads: self.common.threads() }
    }
}

impl Program for Arguments {
    const NAME: &'static str = NAME;

    fn words(&self) -> Vec<OsString> {
        self.words.clone()
    }

    fn limits(&self) -> &running::Limits {
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

    fn run(&self, stats: Option<Stats>) -> Exit {
        let lines = lines::question(&self.words);
        if self.checkpoint.is_some() && (self.words.is_empty() || lines.is_some()) {
            say(NAME, "--checkpoint is for a single task on the command line");
            return Exit::Usage;
        }
        match lines {
            None => run_tasks(self, stats),
            Some(Ok(question)) => lines::run(self, question, stats),
            Some(Err(fault)) => end(NAME, Err(fault.into())),
        }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}
