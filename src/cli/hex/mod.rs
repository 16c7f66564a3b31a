//! The program `hex`.
//!
//! ```text
//!     input        files and stdin to positions, in the loop of the program
//!     answer       the answer to a data set: text, JSON, picture
//!     perfect      perfect play: the options, the searches, what is known
//!     verify       checks a proof
//! ```

mod answer;
mod input;
mod perfect;
mod verify;

use std::process::ExitCode;

use clap::{Args, Command, FromArgMatches};

use self::input::answer_inputs;
use self::perfect::SolveOptions;
use self::verify::verify;
use super::answer::Form;
use super::arguments::{self, Common, Limits, Memory, Parsed, check_files, parse, with_value};
use super::failure::{Exit, Failure};
use super::manual::{example, with_statuses};
use super::paths::{InputFile, OutputFile, Writes, input, output};
use super::run::{Options, Process, Run};
use super::stdout::check_open;

const NAME: &str = "hex";

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
#[derive(Args, Debug)]
struct Arguments {
    /// Input files, answered in this order; `-` or no file means stdin
    #[arg(value_name = "FILE", value_parser = input())]
    files: Vec<InputFile>,

    /// Print the number of ways: how many best cases the player has
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or with =MAX the first MAX of them; implies --ways
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = arguments::number::<u64>(0..=u64::MAX))]
    #[allow(clippy::option_option, reason = "the option may be absent, stand alone, or have a value")]
    list: Option<Option<u64>>,

    /// Reject input that the contest statement does not allow: other than 1 to 100 data sets, boards above size 21, or
    /// white space other than one blank between two items
    #[arg(long)]
    strict: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg, or to DIR/STEM-data-set-N.svg for several files
    #[arg(long, value_name = "DIR", value_parser = output(Writes::Folder))]
    svg: Option<OutputFile>,

    #[command(flatten)]
    perfect: SolveOptions,
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

fn command() -> Command {
    let command = Arguments::augment_args(Command::new(NAME));
    let [about, long_about] =
        [command.get_about(), command.get_long_about()].map(|text| text.cloned().unwrap_or_default());
    // These have descriptions of their own.
    let command = Common::augment_args(Memory::augment_args(Limits::augment_args(command)));
    let command = command.about(about).long_about(long_about);
    let command = with_statuses(command, example(include_str!("examples.txt"), NAME));
    let command = command.mut_arg("time", |time| time.requires("solve").help(TIME));
    let command = command.mut_arg("nodes", |nodes| nodes.requires("solve").help(NODES));
    command.mut_arg("memory", |memory| memory.requires("solve"))
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let Parsed { command, matches, .. } = match parse(NAME, command) {
        Ok(parsed) => parsed,
        Err(exit) => return exit.into(),
    };
    let (arguments, options) = match (Arguments::from_arg_matches(&matches), Options::of(&matches)) {
        (Ok(arguments), Ok(options)) => (arguments, options),
        // clap has parsed the same arguments.
        (Err(error), _) | (_, Err(error)) => error.exit(),
    };
    let process = Process::begin(NAME, options, "data set(s)");
    let answered = check_open()
        .map_err(Failure::Answers)
        .and_then(|()| check_files(&command, &matches))
        .and_then(|()| run(&process, &arguments).map_err(|failure| with_value(&command, &matches, failure)));
    process.end(answered).into()
}

fn run(process: &Process, arguments: &Arguments) -> Result<Exit, Failure> {
    let form = |schema: &str| Form { json: process.options.common.json, schema: schema.to_owned(), task: None };
    if let Some(file) = &arguments.perfect.verify {
        let run = Run::new(process, form("quadrille/hex-proof/1"), false);
        return run.print(&verify(file, &run)?, None);
    }
    answer_inputs(&Run::new(process, form("quadrille/hex/1"), false), arguments)
}
