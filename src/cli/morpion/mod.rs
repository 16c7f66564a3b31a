//! The `morpion` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> words -> task         the words of a task; a task, and how it is written
//!       \ -> answer -> json         a task to text or a picture
//!              |
//!            known -> game           what is found out about it; a record read and replayed
//!                 \ -> count       a count with its limits and its checkpoint, and parts put together
//!                  \ -> search      a search with its limits, its checkpoint, and its log
//!                         \ -> kept        its best game, kept in a file
//! ```

mod answer;
mod best;
mod count;
mod game;
mod json;
mod kept;
mod known;
mod search;
mod task;
mod words;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use self::answer::answer;
use super::exit::{Exit, say};
use super::options::Common;
use super::program::{self, Failure, Program, run_tasks};
use super::running::{Limits, Running};
use super::stats::Stats;
use super::tasks::Words;

const NAME: &str = "morpion";

/// In lines that are not too long for any terminal.
const FORMS: &str = "\
Tasks:
  cross VARIANT
  check [FILE] [--variant VARIANT] [--map]
  show [FILE] [--variant VARIANT]
  convert --to msr|json|pentasol|plain|svg [FILE] [--variant VARIANT]
  records [VARIANT]
  random VARIANT [seed S] [moves N]
  bounds [POINTS]
  count VARIANT DEPTH [labelled] [finished] [part I/N]
  merge FILE...
  search VARIANT [--seed S] [--level L] [--target N] [--start FILE]
         [--save FILE] [--log FILE]
  best FILE... [--variant VARIANT]";

const HELP: &str = "\
VARIANT: 5T, 5D, 4T or 4D: lines of five or four; in T two lines in a row may
share an end point, in D they may not.

Tasks:
  cross VARIANT
      The points that a game starts from.
  check [FILE] [--variant VARIANT] [--map]
      Replays a record, from stdin if there is no FILE: its score, whether the
      game is finished, and its potential. An illegal one is rejected, with
      the first illegal move and the condition of Flammenkamp's model that it
      breaks: (i) the point is new, (ii) it is on its line, which has not too
      much in common with another, (iii) the other points are there.
      --map: the potential of every point.
  show [FILE] [--variant VARIANT]
      The record as a picture in text.
  convert --to msr|json|pentasol|plain|svg [FILE] [--variant VARIANT]
      The same record in another form, or as a picture.
  records [VARIANT]
      The known records, each replayed. Their names in the first column are
      good as FILE wherever there is no such file.
  random VARIANT [seed S] [moves N]
      A game of random moves, to its end or for N moves, in the plain form.
  bounds [POINTS]
      The bounds that Flammenkamp derived for 5T, from 36 points or others,
      and what is known of them.
  count VARIANT DEPTH [labelled] [finished] [part I/N]
      How many grids there are with 0 to DEPTH moves, up to symmetry.
      labelled: also with images told apart; finished: also those without a
      legal move. part: the I-th of N parts, for merge.
  merge FILE...
      The parts of a count put together; - is stdin.
  search VARIANT [--seed S] [--level L] [--target N] [--start FILE]
         [--save FILE] [--log FILE]
      A long game, by nested rollout policy adaptation: one run of level L (4)
      on each thread, or runs until there is a game of N moves. The result
      depends on these, the seed (0) and the number of threads alone, unless
      --time or Ctrl-C ends it.
      start: begin with a record. save: keep the best game in FILE, unless that
      has a longer one. log: append how it goes to FILE, as lines of JSON.
  best FILE... [--variant VARIANT]
      Which of several records is the longest legal one, for each game.

A record is read in any form: MSR (JSON, or MS1:), Pentasol (which does not say
5T or 5D: give --variant), or plain: a line 5T, then a line x y x1 y1 x2 y2 for
each move, the new point and the ends of its line, y growing downwards.

Without a task, tasks are read from stdin, one a line, and answered as they are read; # begins a comment.

Exit status: 0 answered, 1 the input was rejected, 2 wrong usage, 3 a limit or Ctrl-C ended a task before it was \
done: what is known is printed. Without limits a long count or search runs until it is done.

Example:
  $ morpion count 5T 5
  count 5T 5
  0 1
  1 4
  2 56
  3 428
  4 2741
  5 13247";

/// Morpion Solitaire: records checked, shown and converted, bounds, exact counts, long games
///
/// A move adds a point to a cross of 36 points, or 24, and draws the line of five, or four, that the point completes; lines may
/// cross, and two of one direction share an end point at most. The longest game is wanted.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = FORMS, after_long_help = HELP)]
#[command(mut_arg("nodes", |nodes| nodes.help("Break a count off after about so many grids, a search after so many playouts, likewise")))]
#[command(mut_arg("memory", |memory| memory.help("Taken, as by the other programs, and not needed: no table is kept")))]
struct Arguments {
    /// The task in words; without them, tasks are read from stdin
    #[arg(value_name = "TASK")]
    words: Vec<OsString>,

    /// Which game a record is of, if it does not say so or is to be taken for another
    #[arg(long, value_name = "VARIANT")]
    variant: Option<OsString>,

    /// The form that convert writes: msr, json, pentasol, plain or svg
    #[arg(long, value_name = "FORM")]
    to: Option<OsString>,

    /// Also the potential of every point, in check
    #[arg(long)]
    map: bool,

    /// Where the random numbers of a search, or of random, come from
    #[arg(long, value_name = "S")]
    seed: Option<OsString>,

    /// How many levels a search has, 1 to 9: each takes up to 100 times as long
    #[arg(long, value_name = "L")]
    level: Option<OsString>,

    /// Search until there is a game of so many moves
    #[arg(long, value_name = "N")]
    target: Option<OsString>,

    /// A record that a search begins with
    #[arg(long, value_name = "FILE")]
    start: Option<OsString>,

    /// Write the best game of a search to FILE whenever there is a better one than that has: as MSR, or its JSON if FILE ends so
    #[arg(long, value_name = "FILE")]
    save: Option<OsString>,

    /// Append how a search goes to FILE, as lines of JSON
    #[arg(long, value_name = "FILE")]
    log: Option<OsString>,

    /// Write a picture of the game; of the N-th task of a list, from the second on, to PATH with -N before its ending
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,

    /// Keep what count or search has found in FILE, and go on from there; for a task on the command line
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// Whether the tasks are a list on stdin, which is no record then.
    fn are_listed(&self) -> bool {
        self.words.is_empty()
    }

    /// The options with a value that are words of a task.
    fn task_options(&self) -> [(&str, &Option<OsString>); 8] {
        [
            ("--to", &self.to),
            ("--variant", &self.variant),
            ("--seed", &self.seed),
            ("--level", &self.level),
            ("--target", &self.target),
            ("--start", &self.start),
            ("--save", &self.save),
            ("--log", &self.log),
        ]
    }
}

impl Program for Arguments {
    const NAME: &'static str = NAME;

    /// With the options of the task, which in a list are words too.
    fn words(&self) -> Vec<OsString> {
        let mut words = self.words.clone();
        if words.is_empty() {
            return words;
        }
        for (name, value) in self.task_options() {
            if let Some(value) = value {
                words.extend([name.into(), value.clone()]);
            }
        }
        if self.map {
            words.push("--map".into());
        }
        words
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn common(&self) -> &Common {
        &self.common
    }

    /// What is wrong with a file that a task of a list names is told with the place of the task.
    fn answer(
        &self,
        number: u64,
        words: &Words,
        running: &mut Running<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        answer(self, number, words, running, out).map_err(|failure| match failure {
            Failure::Input(problem) | Failure::Usage(problem) if self.are_listed() => {
                words.first().fault(problem).into()
            }
            failure => failure,
        })
    }

    fn run(&self, stats: Option<Stats>) -> Exit {
        if self.are_listed() {
            if self.checkpoint.is_some() {
                say(NAME, "--checkpoint is for a single task on the command line");
                return Exit::Usage;
            }
            if self.map || self.task_options().iter().any(|(_, value)| value.is_some()) {
                let options = self.task_options().map(|(name, _)| name).join(", ");
                say(NAME, format_args!("in a list {options} and --map stand beside the task that they are for"));
                return Exit::Usage;
            }
        }
        run_tasks(self, stats)
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}
