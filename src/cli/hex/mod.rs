//! The program `hex`: its arguments, and how they are answered.
//!
//! ```text
//!     input        reads files and stdin, and feeds batches of positions to the worker threads
//!     answer       writes the answers of a batch as text, and pictures beside them
//!     json         writes the answers as JSON
//!     perfect      searches for perfect play
//!     verify       checks a proof
//! ```

mod answer;
mod input;
mod json;
mod perfect;
mod verify;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;

use self::answer::Answerer;
use self::input::feed;
use self::perfect::SolveOptions;
use self::verify::verify;
use super::exit::{Exit, Failure, after_help, end, report};
use super::interrupt;
use super::messages::say;
use super::options::{self, Common, output_file};
use super::ordered::{self, Shared};
use super::progress::{self, LimitOptions, MemoryOption, Stats, Tasks};
use super::stdout::check_open;
use crate::cell::Cell;
use crate::hex::{Completion, Completions, Position, ShortestPaths};

const NAME: &str = "hex";

/// The longest time that Ctrl-C waits for an answer that is being written.
const PATIENCE: Duration = Duration::from_secs(1);

const EXAMPLE: &str = "\
Example:
  $ printf '1\\n3\\n1 1\\nB2\\nC1\\n' | hex --ways
  Analyzing 1 data set(s)
  Data set 1
  Board Position:
  -   -   O
    -   X   -
      -   -   -

  Best case for X:
  -   -   O
    X   X   X
      -   -   -

  Number of moves: 2
  Number of ways: 2

  Best case for O:
  -   -   O
    -   X   O
      -   O   -

  Number of moves: 2
  Number of ways: 2";

/// The help of limits that the data sets have, and not tasks.
const TIME: &str = "Stop the search of each data set after this time, such as 90s, 10m or 2h, and print what is known";
const NODES: &str = "Stop the search of each data set after about N positions, and print what is known";

/// Hex positions: who has won, or each player's best case and its number of moves
///
/// Player X connects the left side of the board to the right side, player O the top to the bottom. A best case of a player
/// is a smallest set of empty cells that would complete the connection if the opponent passed; its size is the number of
/// moves. If there are several, the one whose cells come first in reading order is printed.
///
/// The input is that of the Rowan University Programming Contest 2018: the number of data sets, then for each data set the
/// size of the board, the numbers of X's and O's stones, a line with X's cells and a line with O's cells.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = EXAMPLE, after_long_help = after_help(EXAMPLE))]
#[command(mut_arg("time", |time| time.requires("solve").help(TIME)))]
#[command(mut_arg("nodes", |nodes| nodes.requires("solve").help(NODES)))]
#[command(mut_arg("bytes", |bytes| bytes.requires("solve")))]
struct Arguments {
    /// Input files, answered in this order; `-` or no file means stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the number of ways: how many best cases the player has
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or with =MAX the first MAX of them; implies --ways
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = options::number::<u64>(0..=u64::MAX))]
    #[allow(clippy::option_option, reason = "the option may be absent, stand alone, or have a value")]
    list: Option<Option<u64>>,

    /// Reject input that the contest statement does not allow: other than 1 to 100 data sets, boards above size 21, or
    /// white space other than one blank between two items
    #[arg(long)]
    strict: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg, or to DIR/STEM-data-set-N.svg for several files
    #[arg(long, value_name = "DIR", value_parser = output_file())]
    svg: Option<PathBuf>,

    #[command(flatten)]
    perfect: SolveOptions,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    common: Common,
}

/// An input to answer.
#[derive(Debug)]
struct Input {
    /// The path, or `None` for stdin.
    path: Option<PathBuf>,
    /// Whether there are several inputs, so that an error must name this one.
    among_others: bool,
    /// What the paths of its pictures begin with.
    picture: PathBuf,
}

/// What the names of pictures have before the number of the data set.
const DATA_SET: &str = "data-set";

/// Returns the file for the picture of a data set, from what the paths of an input's pictures begin with.
fn picture_of(begin: &Path, data_set: u64) -> PathBuf {
    let mut path = begin.as_os_str().to_owned();
    path.push(format!("-{data_set}.svg"));
    path.into()
}

/// Consecutive data sets of an input.
struct Batch<'a> {
    input: &'a Input,
    /// The number of data sets to write above the answers, if this is the first batch of the input.
    heading: Option<u64>,
    /// The number of the first data set.
    first: u64,
    positions: Vec<Position>,
}

impl Arguments {
    fn counts_ways(&self) -> bool {
        self.ways || self.list.is_some()
    }

    /// Returns the largest number of best cases to list, or `None` if they are not listed.
    fn longest_list(&self) -> Option<u64> {
        self.list.map(|max| max.unwrap_or(u64::MAX))
    }
}

/// Returns the completions to list: the first `max`, or those until Ctrl-C is pressed.
fn listed_completions(paths: &ShortestPaths, max: u64) -> impl Iterator<Item = Completion> + '_ {
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    Completions::new(paths).take(max).take_while(|_| !interrupt::pressed())
}

/// Returns a string of `X`, `O` and `-` for each row of a board.
fn rows(position: &Position) -> impl Iterator<Item = String> + '_ {
    let size = position.size();
    (0..size).map(move |row| {
        let owners = (0..size).map(|column| position.owner(Cell::new(column, row)));
        owners.map(|owner| owner.map_or('-', |player| char::from(player.letter()))).collect()
    })
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    interrupt::survive_file_size_limit();
    let stats = Stats::start();
    let arguments: Arguments = match options::arguments(NAME) {
        Ok(arguments) => arguments,
        Err(exit) => return exit.into(),
    };
    let shared = Shared::until_ctrl_c(Box::new(io::stdout()));
    let stats = arguments.common.stats.then_some(stats);
    let costs = Arc::new(Costs {
        stats: stats.filter(|_| !arguments.perfect.solve),
        tasks: Tasks::new(NAME, stats.filter(|_| arguments.perfect.solve)),
    });
    end_on_ctrl_c(&shared, &costs, &arguments);
    let exit = end(NAME, run(&arguments, &shared, &costs.tasks));
    costs.report(shared.at_rest().answered());
    exit.into()
}

/// What a run costs, for `--stats`: the positions that are answered, or those that are searched for perfect play.
struct Costs {
    stats: Option<Stats>,
    tasks: Tasks,
}

impl Costs {
    fn report(&self, answered: u64) {
        if let Some(stats) = self.stats {
            stats.report(NAME, format_args!("{answered} positions"));
        }
        self.tasks.report();
    }
}

/// Sets up Ctrl-C to end the process: after the answer that is being written, if that is done within [`PATIENCE`], or the time that
/// a search has to end.
fn end_on_ctrl_c(shared: &Arc<Shared<Failure>>, costs: &Arc<Costs>, arguments: &Arguments) {
    let (shared, costs) = (Arc::clone(shared), Arc::clone(costs));
    let quiet = arguments.common.quiet;
    let patience = if arguments.perfect.solve { progress::PATIENCE } else { PATIENCE };
    interrupt::on_ctrl_c(move || {
        let output = interrupt::wait_while_saving(|| shared.at_rest_within(patience));
        if let Some(failure) = output.as_ref().and_then(|output| output.failure()) {
            report(NAME, failure);
        }
        let answered = output.as_ref().map(|output| output.answered());
        match answered {
            Some(_) if quiet => {}
            Some(answered) => say(NAME, format_args!("interrupted after {answered} data set(s)")),
            None => say(NAME, "interrupted while an answer was being written; it is incomplete"),
        }
        costs.report(answered.unwrap_or(0));
        process::exit(Exit::Limit as i32);
    });
}

fn run(arguments: &Arguments, shared: &Shared<Failure>, tasks: &Tasks) -> Result<Exit, Failure> {
    check_open()?;
    if let Some(path) = &arguments.perfect.verify {
        return verify(path, &arguments.common);
    }
    arguments.perfect.check(&arguments.files, arguments.svg.as_deref())?;
    let inputs = Input::all(arguments)?;
    // Each search has all threads.
    let threads = if arguments.perfect.solve { 1 } else { arguments.common.threads() };
    ordered::run(
        threads,
        shared,
        || Answerer::new(arguments, tasks),
        |feeder| {
            for input in &inputs {
                feed(arguments, input, feeder)?;
                if feeder.has_failed() || interrupt::pressed() {
                    break;
                }
            }
            Ok(if tasks.has_stopped() { Exit::Limit } else { Exit::Answered })
        },
    )?
}
