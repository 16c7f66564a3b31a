//! The `hex` program: its arguments, and the way of a data set from stdin to stdout.
//!
//! ```text
//!     Input::open          a file or stdin, as an iterator over positions                      hex::DataSets, hex::sgf
//!     Program::answer      one data set after the other: who has won, or the best cases        hex::BestCaseSolver
//!     Answered::print      the answer as text or JSON, and its picture                         hex::Report
//! ```
//!
//! With `--ways` and `--solve`, `side_by_side` answers data sets that are not large on all threads. `perfect` has the
//! searches of `--solve`, `verify` checks a proof, and `gtp` holds a dialogue.

mod answer;
mod gtp;
mod input;
mod perfect;
mod side_by_side;
mod verify;

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgGroup, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
use itertools::Itertools;

use self::answer::{Answered, Perfect};
use self::input::{DataSet, Input, Sets};
use self::perfect::{SolveOptions, Solvers};
use super::answer::Form;
use super::arguments::{Common, Limits, Memory, Parsed, check_files, number, parse};
use super::failure::{Exit, Failure};
use super::manual::{example, with_statuses};
use super::paths::{InputFile, OutputFile, Writes, input, output};
use super::run::{Options, Process, Run};
use super::signals;
use super::stdout::check_open;
use crate::hex::{BestCaseSolver, Report, heading};

const NAME: &str = "hex";

/// The help of limits that the data sets have, and not tasks.
const TIME: &str = "Stop the search of each data set after this time, such as 90s, 10m or 2h, and print what is known";
const NODES: &str = "Stop the search of each data set after about N positions, and print what is known";

/// Hex positions: who has won, or each player's best case and its number of moves
///
/// Player X connects the left side of the board to the right side, player O the top to the bottom. A best case of a
/// player is a smallest set of empty cells that would complete the connection if the opponent passed; its size is the
/// number of moves. If there are several, the one whose cells come first in reading order is printed.
///
/// The input is that of the Rowan University Programming Contest 2018: the number of data sets, then for each data set
/// the size of the board, the numbers of X's and O's stones, a line with X's cells and a line with O's cells. An input
/// that begins with ( is read as games in SGF: Black is O, White is X, and each game is a data set with the position at
/// the end. Other text before the first game is skipped.
#[derive(Parser, Debug)]
#[command(name = NAME, version)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(mut_arg("time", |time| time.requires("search").help(TIME)))]
#[command(mut_arg("nodes", |nodes| nodes.requires("search").help(NODES)))]
#[command(mut_arg("memory", |memory| memory.requires("search")))]
#[command(group(ArgGroup::new("search").args(["solve", "gtp"])))]
struct Arguments {
    /// Input files, answered in this order; `-` or no file means stdin
    #[arg(value_name = "FILE", value_parser = input())]
    files: Vec<InputFile>,

    /// Print the number of ways: how many best cases the player has
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or with =MAX the first MAX of them; implies --ways
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = number::<u64>(0..=u64::MAX))]
    #[allow(clippy::option_option, reason = "the option may be absent, stand alone, or have a value")]
    list: Option<Option<u64>>,

    /// Print after each board the distance of each cell from each player's first side (left for X, top for O)
    #[arg(long)]
    distances: bool,

    /// Reject input that the contest statement does not allow: other than 1 to 100 data sets, boards above size 21, or
    /// white space other than one blank between two items
    #[arg(long)]
    strict: bool,

    /// Read each game in SGF up to its Nth move; without it, to the end
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u64::from(u32::MAX)))]
    at: Option<usize>,

    /// Hold a dialogue in the Go Text Protocol on stdin and stdout, as HexGui does; --time is the time for a move
    /// [default: 10s]
    #[arg(long, conflicts_with_all = ["files", "ways", "list", "distances", "strict", "svg", "at", "solve", "verify", "json"])]
    gtp: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg, or to DIR/STEM-data-set-N.svg for several files
    #[arg(long, value_name = "DIR", value_parser = output(Writes::Folder))]
    svg: Option<OutputFile>,

    #[command(flatten)]
    perfect: SolveOptions,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    memory: Memory,

    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// Returns the largest number of best cases to list, or `None` if they are not listed.
    fn longest_list(&self) -> Option<u64> {
        self.list.map(|max| max.unwrap_or(u64::MAX))
    }

    /// Returns the inputs.
    ///
    /// # Errors
    /// [`Failure::Usage`] if two of them would write the same pictures, or the folder for these is a file.
    fn inputs(&self) -> Result<Vec<Input<'_>>, Failure> {
        if let Some(file) = self.svg.as_deref().filter(|folder| folder.is_file()) {
            let file = file.display();
            let tip = if self.files.is_empty() { format!("; write --svg DIR {file}") } else { String::new() };
            return Err(Failure::Usage(format!("--svg needs a folder, and {file} is a file{tip}")));
        }
        let mut paths = self.files.iter().map(InputFile::path).collect_vec();
        if paths.is_empty() {
            paths.push(None);
        }
        let stem = |path: Option<&Path>| {
            let stem = path.and_then(Path::file_stem);
            stem.map_or_else(|| "stdin".to_owned(), |stem| stem.to_string_lossy().into_owned())
        };
        let twice = paths.iter().copied().map(stem).duplicates().next();
        if let Some(stem) = twice.filter(|_| self.svg.is_some()) {
            let files = format_args!("{stem}-data-set-N.svg");
            let problem = format!("two input files would write the same pictures {files}: rename one of them");
            return Err(Failure::Usage(problem));
        }
        let among_others = paths.len() > 1;
        let pictures = |path| if among_others { stem(path) + "-data-set" } else { "data-set".to_owned() };
        Ok(paths.into_iter().map(|path| Input { path, among_others, pictures: pictures(path) }).collect())
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let build = || with_statuses(Arguments::command(), example(include_str!("examples.txt"), NAME));
    let Parsed { command, matches, .. } = match parse(NAME, build) {
        Ok(parsed) => parsed,
        Err(exit) => return exit.into(),
    };
    // clap has parsed the same arguments.
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let unit = if arguments.perfect.verify.is_some() || arguments.gtp { "" } else { "data set(s)" };
    let mut options = Options::of(&matches);
    if arguments.gtp {
        options.limits = options.limits.or_time(gtp::TIME);
    }
    let process = Process::begin(NAME, options, unit);
    process.end(answer(&process, &arguments, &command, &matches)).into()
}

fn answer(process: &Process, arguments: &Arguments, command: &Command, matches: &ArgMatches) -> Result<Exit, Failure> {
    check_open()?;
    if arguments.gtp {
        return gtp::answer(process);
    }
    let inputs = arguments.inputs()?;
    let found = format_args!("there are {} files", inputs.len());
    arguments.perfect.check_data_sets(inputs.len() as u64, found)?;
    check_files(command, matches)?;
    if let Some(path) = &arguments.perfect.verify {
        return verify::answer(process, path);
    }
    let form = Form { json: process.options.common.json, schema: "quadrille/hex/1".to_owned(), task: None };
    let run = Run::new(process, form, false);
    let solvers = Solvers::new(&arguments.perfect, process.options.limits);
    let mut program = Program {
        run: &run,
        arguments,
        solvers: &solvers,
        best_cases: BestCaseSolver::new(),
        report: RefCell::default(),
        heading: None,
        exit: Exit::ANSWERED,
    };
    for input in &inputs {
        program.answer_input(input)?;
        if signals::stopped() {
            return Ok(Exit::LIMIT);
        }
    }
    Ok(program.exit)
}

/// What answers data sets.
struct Program<'a> {
    run: &'a Run<'a>,
    arguments: &'a Arguments,
    solvers: &'a Solvers<'a>,
    best_cases: BestCaseSolver,
    report: RefCell<Report>,
    /// The number of data sets in the first line of an input, which is written before the first answer.
    heading: Option<u64>,
    exit: Exit,
}

impl Program<'_> {
    fn answer_input(&mut self, input: &Input<'_>) -> Result<(), Failure> {
        let sets = input.open(self.arguments, self.run)?;
        let announced = sets.announced();
        self.arguments.perfect.check_data_sets(announced, format_args!("{} has {announced}", input.name()))?;
        if announced == 1 && !input.among_others {
            self.run.process().count_answers("");
        }
        self.heading = Some(announced).filter(|_| !self.run.form().json);
        let answered = match self.threads_for(announced) {
            1 => self.answer_each(sets),
            threads => self.answer_side_by_side(sets, threads),
        };
        // There was no data set, or it was faulty.
        self.write_heading()?;
        answered
    }

    /// Answers data sets one after the other. Their text is read as it is needed, and what is answered is flushed
    /// before.
    fn answer_each(&mut self, sets: Sets<'_, impl Read>) -> Result<(), Failure> {
        let announced = sets.announced();
        for set in sets {
            let set = set?;
            self.answer(&set)?;
            if signals::stopped() {
                break;
            }
            if !self.arguments.perfect.solve {
                self.run.show_parts("data sets read", set.number, announced);
            }
        }
        Ok(())
    }

    /// Answers a data set on all threads, and writes the answer while it is computed.
    fn answer(&mut self, set: &DataSet<'_>) -> Result<(), Failure> {
        let outcome = self.best_cases.outcome(&set.position);
        let is_asked = self.arguments.perfect.is_asked(&outcome);
        let run = is_asked.then(|| Run::new(self.run.process(), self.run.form().clone(), false));
        let search = run.as_ref().map(|run| self.solvers.search(run, set)).transpose();
        // A checkpoint that is refused leaves nothing written.
        let search = search.inspect_err(|_| self.heading = None)?;
        self.write_heading()?;
        let search = search.as_ref().map(|search| search as Perfect<'_>);
        let answer = Answered::new(self.arguments, set, &outcome, search, &self.report);
        let is_complete = answer.print(self.run.form(), &mut self.run.out())?;
        self.add(is_complete, run.as_ref().map_or(0, |run| run.meter().positions()));
        Ok(())
    }

    fn write_heading(&mut self) -> io::Result<()> {
        self.heading.take().map_or(Ok(()), |data_sets| heading(&mut self.run.out(), data_sets))
    }

    /// Counts an answer.
    fn add(&mut self, is_complete: bool, searched: u64) {
        let positions = if self.arguments.perfect.solve { searched } else { is_complete.into() };
        self.run.process().add(is_complete, "positions", positions);
        if !is_complete {
            self.exit = Exit::LIMIT;
        }
    }
}
