//! The `hip` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> task       the words of a task, read and written
//!       \ -> answer     a task to text or a picture; limits
//!                \ -> json
//! ```

mod answer;
mod json;
mod task;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, StdinLock, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use self::answer::{Failure, answer};
use super::exit::{Exit, cannot_write, say};
use super::interrupt;
use super::options::{Common, write_completions};
use super::running::{Limits, Tasks};
use super::stats::Stats;
use super::tasks::{TaskList, Words};

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

/// Gardner's Hip: squares, ties, draws, and who wins
///
/// Two players put counters on the cells of a board in turns, and neither wants four of his own at the corners of a
/// square, of any size and tilt.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = FORMS, after_long_help = HELP)]
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

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let stats = Stats::start();
    let arguments = Arguments::parse();
    if let Some(shell) = arguments.common.completions {
        return write_completions::<Arguments>(shell, NAME).into();
    }
    if arguments.words.is_empty() && io::stdin().is_terminal() {
        say(NAME, format_args!("which task?\n\n{}", Arguments::command().render_help()));
        return Exit::Usage.into();
    }
    let tasks = Tasks::begin(NAME, arguments.common.stats.then_some(stats));
    let exit = run(&arguments, &tasks);
    tasks.report();
    exit.into()
}

/// Where the tasks are from.
enum Source {
    Arguments(Option<Words>),
    List(TaskList<StdinLock<'static>>),
}

impl Source {
    fn open(arguments: &Arguments) -> io::Result<Source> {
        match Words::of_arguments(&arguments.words) {
            None => Ok(Source::List(TaskList::open(io::stdin().lock())?)),
            words => Ok(Source::Arguments(words)),
        }
    }

    fn next(&mut self) -> io::Result<Option<Words>> {
        match self {
            Source::Arguments(words) => Ok(words.take()),
            Source::List(list) => list.next_task(),
        }
    }
}

/// Answers all tasks up to the first that fails, each as soon as it has been read.
fn run(arguments: &Arguments, tasks: &Tasks) -> Exit {
    let mut out = BufWriter::new(io::stdout().lock());
    let answered = answer_all(arguments, tasks, &mut out);
    // What was written before a failure is part of the answer.
    let flushed = out.flush();
    match (answered, flushed) {
        (Err(Failure::Answers(error)), _) | (_, Err(error)) => cannot_write(NAME, &error),
        (Ok(exit), _) => exit,
        (Err(Failure::Unreadable(error)), _) => {
            say(NAME, format_args!("cannot read the tasks: {error}"));
            Exit::Rejected
        }
        (Err(Failure::Task(fault)), _) => {
            say(NAME, &fault);
            fault.exit()
        }
        (Err(Failure::Picture(path, error)), _) => {
            say(NAME, format_args!("cannot write {}: {error}", path.display()));
            Exit::Limit
        }
    }
}

fn answer_all(arguments: &Arguments, tasks: &Tasks, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut source = Source::open(arguments).map_err(Failure::Unreadable)?;
    let mut exit = Exit::Answered;
    for number in 1.. {
        let Some(words) = source.next().map_err(Failure::Unreadable)? else { break };
        let mut running = tasks.run(&arguments.limits, &arguments.common);
        let answered = answer(arguments, number, &words, &mut running, out);
        if running.is_cut() {
            exit = Exit::Limit;
        }
        drop(running);
        if interrupt::pressed() {
            interrupt::wait_for_end();
        }
        answered?;
    }
    Ok(exit)
}
