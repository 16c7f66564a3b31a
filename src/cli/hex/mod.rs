//! The `hex` program: its arguments, and the way of a data set from stdin to stdout.
//!
//! ```text
//!     Input::open             a file or stdin, as an iterator over positions                   hex::DataSets, hex::sgf
//!     Hex::answer             one data set after the other, or chunks of them on all threads   side_by_side::in_order
//!     DataSetAnswer::write    its text or its JSON, with perfect play
//! ```
//!
//! `perfect` has the searches of `--solve`, `review` judges games, `verify` checks a proof, and `gtp` holds a dialogue.

mod answer;
mod gtp;
mod input;
mod perfect;
mod review;
mod verify;

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgGroup, Args, Command, value_parser};
use itertools::Itertools;

use self::answer::{DataSetAnswer, Memory};
use self::input::{DataSet, Input, Sets};
use self::perfect::{Search, SolveOptions, Solvers};
use super::failure::{Exit, Failure};
use super::limits::Limits;
use super::output::Form;
use super::paths::{InputFile, OutputFile, OutputKind, input, output};
use super::program::{self, Program};
use super::run::Run;
use super::side_by_side::{Jobs, in_order};
use super::signals;
use crate::hex::heading;

const NAME: &str = "hex";

/// The help of limits that the data sets have, and not tasks.
const TIME: &str = "Stop the search of each data set after this time, such as 90s, 10m or 2h, and print what is known";
const NODES: &str = "Stop the search of each data set after about N positions, and print what is known";

/// The largest size of a board whose answer is held in memory. Answers about larger boards are written while they are
/// computed.
const LARGEST_BUFFERED: u16 = 512;

/// The largest number of listed best cases with which answers are held in memory.
const LONGEST_BUFFERED: u64 = 100;

/// A chunk of data sets ends at this number of cells, or of data sets. Those that are searched are answered one by one.
const CHUNK_CELLS: usize = 1 << 14;
const CHUNK: usize = 64;

/// How many chunks each thread may be ahead of the first one that is not answered.
const AHEAD: usize = 16;

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
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(group(ArgGroup::new("search").args(["solve", "review", "gtp"])))]
struct Arguments {
    /// Input files, answered in this order; `-` or no file means stdin
    #[arg(value_name = "FILE", value_parser = input())]
    files: Vec<InputFile>,

    /// Print the number of ways: how many best cases the player has
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or with =MAX the first MAX of them; implies --ways
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = value_parser!(u64))]
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
    #[arg(long, value_name = "N")]
    at: Option<usize>,

    /// Judge each move of the games, which are in SGF, by perfect play: whether the player who made it still wins, and the
    /// winning moves if it gave a win away; --time is for a position [default: 2s]
    #[arg(long, conflicts_with_all = ["ways", "list", "distances", "strict", "at"])]
    review: bool,

    /// Write the main lines of the reviewed games to FILE in SGF, with comments, and marks on mistakes
    #[arg(long, value_name = "FILE", requires = "review", value_parser = output(OutputKind::File))]
    to_sgf: Option<OutputFile>,

    /// Hold a dialogue in the Go Text Protocol on stdin and stdout, as HexGui does; --time is the time for a move
    /// [default: 10s]
    #[arg(long, conflicts_with_all = ["files", "ways", "list", "distances", "strict", "svg", "at", "solve", "verify", "json"])]
    gtp: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg, or to DIR/STEM-data-set-N.svg for several files; of each
    /// mistake of a reviewed game, DIR/game-N-move-M.svg
    #[arg(long, value_name = "DIR", value_parser = output(OutputKind::Folder))]
    svg: Option<OutputFile>,

    #[command(flatten)]
    perfect: SolveOptions,
}

impl Arguments {
    /// Returns the largest number of best cases to list, or `None` if they are not listed.
    fn longest_list(&self) -> Option<u64> {
        self.list.map(|max| max.unwrap_or(u64::MAX))
    }

    /// Returns the inputs.
    ///
    /// # Errors
    /// [`Failure::Usage`] if two of them would write the same pictures.
    fn inputs(&self) -> Result<Vec<Input<'_>>, Failure> {
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
            let files = if self.review { "game-N-move-M.svg" } else { "data-set-N.svg" };
            let problem = format!("two input files would write the same pictures {stem}-{files}: rename one of them");
            return Err(Failure::Usage(problem));
        }
        let among_others = paths.len() > 1;
        let pictures = |path| if among_others { stem(path) + "-" } else { String::new() };
        Ok(paths.into_iter().map(|path| Input { path, among_others, pictures: pictures(path) }).collect())
    }
}

impl Program for Arguments {
    const NAME: &'static str = NAME;
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = NAME;
    type Limits = Limits;

    fn define(command: Command) -> Command {
        Arguments::augment_args(command)
    }

    /// The limits are those of searches.
    fn adapt(command: Command) -> Command {
        command
            .mut_arg("time", |time| time.requires("search").help(TIME))
            .mut_arg("nodes", |nodes| nodes.requires("search").help(NODES))
            .mut_arg("memory", |memory| memory.requires("search"))
    }

    fn schema(&self, _: &str) -> String {
        let name = match self.perfect.verify {
            Some(_) => "quadrille/hex-proof/1",
            None if self.review => "quadrille/hex-review/1",
            None => "quadrille/hex/2",
        };
        name.to_owned()
    }

    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        if self.gtp {
            return gtp::answer(run);
        }
        let inputs = self.inputs()?;
        let found = format_args!("there are {} files", inputs.len());
        self.perfect.check_data_sets(inputs.len() as u64, found)?;
        if let Some(path) = &self.perfect.verify {
            return verify::answer(run, path);
        }
        if self.review {
            return review::answer(self, &inputs, run);
        }
        run.process().count_answers("data set(s)");
        let solvers = Solvers::new(&self.perfect, run);
        let (memory, exit) = (Memory::default(), Exit::ANSWERED);
        let mut hex = Hex { run, arguments: self, solvers: &solvers, memory, heading: None, exit };
        for input in &inputs {
            hex.answer_input(input)?;
            if signals::stopped() {
                return Ok(Exit::LIMIT);
            }
        }
        Ok(hex.exit)
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}

/// What answers data sets.
struct Hex<'a> {
    run: &'a Run<'a>,
    arguments: &'a Arguments,
    solvers: &'a Solvers<'a>,
    memory: Memory,
    /// The number of data sets in the first line of an input, which is written before the first answer.
    heading: Option<u64>,
    exit: Exit,
}

/// An answer that is held in memory.
struct Buffered {
    text: Vec<u8>,
    exit: Exit,
    /// The number of positions that were searched.
    positions: u64,
}

impl Hex<'_> {
    fn answer_input(&mut self, input: &Input<'_>) -> Result<(), Failure> {
        let sets = input.open(self.arguments, self.run)?;
        let announced = sets.announced();
        self.arguments.perfect.check_data_sets(announced, format_args!("{} has {announced}", input.name()))?;
        if announced == 1 && !input.among_others {
            self.run.process().count_answers("");
        }
        self.heading = Some(announced).filter(|_| !self.run.form().json);
        let is_buffered = self.arguments.longest_list().is_none_or(|longest| longest <= LONGEST_BUFFERED);
        let threads = if announced > 1 && is_buffered { self.run.meter().threads() } else { 1 };
        let answered = if threads == 1 { self.answer_each(sets) } else { self.answer_side_by_side(sets, threads) };
        // There was no data set, or it was faulty.
        self.write_heading()?;
        answered
    }

    /// Answers data sets one after the other, up to a signal. Their text is read as it is needed.
    fn answer_each(&mut self, sets: Sets<'_, impl Read>) -> Result<(), Failure> {
        let announced = sets.announced();
        for set in sets {
            let set = set?;
            self.answer(&set)?;
            if signals::stopped() {
                break;
            }
            self.show_progress(&set, announced);
        }
        Ok(())
    }

    fn show_progress(&self, set: &DataSet<'_>, announced: u64) {
        if !self.arguments.perfect.solve {
            self.run.show_parts("data sets read", set.number, announced);
        }
    }

    /// Answers a data set on all threads, and writes the answer while it is computed.
    fn answer(&mut self, set: &DataSet<'_>) -> Result<(), Failure> {
        let mut answer = DataSetAnswer::new(self.arguments, set, &mut self.memory);
        let is_asked = self.arguments.perfect.is_asked(&answer.outcome);
        if is_asked {
            self.run.begin_part();
        }
        let search = is_asked.then(|| self.solvers.prepare(self.run, set)).transpose();
        // A checkpoint that is refused leaves nothing written.
        let mut search = search.inspect_err(|_| self.heading = None)?;
        self.write_heading()?;
        let mut searched = || search.take().map(Search::run);
        answer.write(self.run.form(), &mut self.memory, &mut self.run.out(), &mut searched)?;
        answer.write_files()?;
        self.add(answer.exit(), if is_asked { self.run.meter().positions() } else { 0 });
        Ok(())
    }

    /// Answers data sets on all threads, each in memory first. What has arrived is answered before more is waited for.
    fn answer_side_by_side(&mut self, sets: Sets<'_, impl Read>, threads: usize) -> Result<(), Failure> {
        let announced = sets.announced();
        let longest = if self.arguments.perfect.solve { 1 } else { CHUNK };
        let mut chunks = Chunks { sets, longest, failure: None };
        let (arguments, form, solvers) = (self.arguments, self.run.form(), self.solvers);
        let work = |chunk: Vec<_>| {
            let mut memory = Memory::default();
            let answers: Vec<_> = chunk.iter().map(|set| buffer(arguments, form, solvers, set, &mut memory)).collect();
            (chunk, answers)
        };
        in_order(threads, AHEAD, &mut chunks, &work, &mut |(chunk, answers)| {
            chunk.iter().zip(answers).try_for_each(|(set, answer)| {
                self.write_or_answer(set, answer)?;
                self.show_progress(set, announced);
                Ok(())
            })
        })
    }

    /// Writes an answer, or answers a large data set.
    fn write_or_answer(&mut self, set: &DataSet<'_>, answer: Option<Result<Buffered, Failure>>) -> Result<(), Failure> {
        // After a signal, what is incomplete is the last answer.
        if self.exit == Exit::LIMIT && signals::stopped() {
            return Ok(());
        }
        let Some(answer) = answer else { return self.answer(set) };
        let Buffered { text, exit, positions } = answer?;
        self.write_heading()?;
        self.run.out().write_all(&text)?;
        self.add(exit, positions);
        Ok(())
    }

    fn write_heading(&mut self) -> io::Result<()> {
        self.heading.take().map_or(Ok(()), |data_sets| heading(&mut self.run.out(), data_sets))
    }

    /// Counts an answer.
    fn add(&mut self, exit: Exit, searched: u64) {
        let is_complete = exit == Exit::ANSWERED;
        let positions = if self.arguments.perfect.solve { searched } else { is_complete.into() };
        self.run.process().add(is_complete, "positions", positions);
        if !is_complete {
            self.exit = exit;
        }
    }
}

/// Answers a data set in memory; returns `None` if it is large, or its search takes long.
fn buffer(
    arguments: &Arguments,
    form: &Form,
    solvers: &Solvers<'_>,
    set: &DataSet<'_>,
    memory: &mut Memory,
) -> Option<Result<Buffered, Failure>> {
    if set.position.size() > LARGEST_BUFFERED {
        return None;
    }
    let mut answer = DataSetAnswer::new(arguments, set, memory);
    let is_asked = arguments.perfect.is_asked(&answer.outcome);
    let (mut perfect, positions) = if is_asked {
        let (perfect, positions) = solvers.attempt(&set.position)?;
        (Some(perfect), positions)
    } else {
        (None, 0)
    };
    let mut text = Vec::new();
    let written = answer.write(form, memory, &mut text, &mut || perfect.take()).map_err(Failure::Answers);
    let files = written.and_then(|()| answer.write_files());
    Some(files.map(|()| Buffered { text, exit: answer.exit(), positions }))
}

/// Chunks of data sets, as jobs.
struct Chunks<'a, R> {
    sets: Sets<'a, R>,
    /// The largest number of data sets in a chunk.
    longest: usize,
    /// The failure that comes after the last chunk.
    failure: Option<Failure>,
}

impl<'a, R: Read> Jobs for Chunks<'a, R> {
    type Job = Vec<DataSet<'a>>;

    fn next_job(&mut self) -> Result<Option<Vec<DataSet<'a>>>, Failure> {
        let (mut chunk, mut cells) = (Vec::new(), 0);
        while self.failure.is_none()
            && chunk.len() < self.longest
            && cells < CHUNK_CELLS
            && (chunk.is_empty() || self.is_ready())
        {
            match self.sets.next() {
                Some(Ok(set)) => {
                    cells += usize::from(set.position.size()).pow(2);
                    chunk.push(set);
                }
                Some(Err(failure)) => self.failure = Some(failure),
                None => break,
            }
        }
        match self.failure.take_if(|_| chunk.is_empty()) {
            Some(failure) => Err(failure),
            None => Ok(Some(chunk).filter(|chunk| !chunk.is_empty())),
        }
    }

    fn is_ready(&self) -> bool {
        self.sets.is_next_buffered()
    }
}
