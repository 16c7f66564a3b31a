//! The `hex` program: its arguments, and what becomes of them.
//!
//! ```text
//!     mod -> input        files and stdin, read into batches of positions
//!              |   \
//!            answer   batch     a batch of positions to text, JSON or pictures, on any thread
//!              |
//!            json, listed
//! ```

mod answer;
mod batch;
mod input;
mod json;
mod listed;

use std::io;
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;

use self::answer::{Answerer, Failure};
use self::batch::Input;
use self::input::{Rejected, feed};
use super::exit::{Exit, cannot_write, say};
use super::files::Shown;
use super::interrupt;
use super::options::{self, Common};
use super::ordered::{self, Shared};
use super::stats::Stats;

const NAME: &str = "hex";

/// How long Ctrl-C waits for an answer that is being written.
const PATIENCE: Duration = Duration::from_secs(1);

const EXAMPLE: &str = "\
The input: the number of data sets; then for each the board's size, the numbers of X's and O's stones, a line of X's \
cells and a line of O's. X joins left to right, O top to bottom. Exit status: 0 answered, 1 the input was rejected, 2 \
wrong usage, 3 ended before it was done.

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

/// Hex positions: who has won, or each player's best case and its number of moves
///
/// Reads data sets in the format of the Rowan University Programming Contest 2018 and prints for each the board and
/// either the winner or both players' best cases: the fewest cells that would win if the opponent passed, and of
/// several the ones that come first in reading order.
#[derive(Parser, Debug)]
#[command(name = NAME, version, after_help = EXAMPLE)]
struct Arguments {
    /// Files to answer one after the other; stdin if there are none, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Say in how many ways each best case can be had
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or the first MAX of them; says the number of ways too. Without MAX, or with
    /// one above 100, boards are answered one at a time
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option, reason = "the option may be absent, stand alone, or have a value")]
    list: Option<Option<u64>>,

    /// Refuse what the contest statement rules out: other than 1 to 100 data sets, sizes above 21, blanks other than one
    /// between two items
    #[arg(long)]
    strict: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg (with several files STEM-data-set-N.svg)
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let stats = Stats::start();
    let arguments: Arguments = match options::arguments(NAME) {
        Ok(arguments) => arguments,
        Err(exit) => return exit.into(),
    };
    let shared = Shared::new(Box::new(io::stdout()));
    let stats = arguments.common.stats.then_some(stats);
    end_on_ctrl_c(&shared, stats);
    let exit = run(&arguments, &shared);
    if let Some(stats) = stats {
        stats.report(NAME, shared.at_rest().answered(), "positions");
    }
    exit.into()
}

/// Ends the process when Ctrl-C is pressed: after what is being written, if that is done soon.
fn end_on_ctrl_c(shared: &Arc<Shared<Failure>>, stats: Option<Stats>) {
    let shared = Arc::clone(shared);
    interrupt::on_ctrl_c(move || {
        let output = shared.at_rest_within(PATIENCE);
        let answered = output.as_ref().map(|output| output.answered());
        match answered {
            Some(answered) => say(NAME, format_args!("interrupted after {answered} data set(s)")),
            None => say(NAME, "interrupted in the midst of a data set"),
        }
        if let Some(stats) = stats {
            stats.report(NAME, answered.unwrap_or(0), "positions");
        }
        process::exit(Exit::Limit as i32);
    });
}

fn run(arguments: &Arguments, shared: &Shared<Failure>) -> Exit {
    let inputs = match Input::all(arguments) {
        Ok(inputs) => inputs,
        Err(problem) => {
            say(NAME, problem);
            return Exit::Usage;
        }
    };
    let threads = arguments.common.threads();
    let fed = ordered::run(
        threads,
        shared,
        || Answerer::new(arguments),
        |feeder| {
            for input in &inputs {
                feed(arguments, input, feeder)?;
                if feeder.has_failed() || interrupt::pressed() {
                    break;
                }
            }
            Ok::<(), Rejected>(())
        },
    );
    match fed {
        _ if interrupt::pressed() => interrupt::wait_for_end(),
        Ok(Ok(())) => Exit::Answered,
        Ok(Err(rejected)) => {
            say(NAME, rejected);
            Exit::Rejected
        }
        Err(Failure::Answers(error)) => cannot_write(NAME, &error),
        Err(Failure::Picture(path, error)) => {
            say(NAME, format_args!("cannot write {}: {error}", Shown(&path)));
            Exit::Limit
        }
    }
}
