//! The `hex` program: arguments, files, and what becomes of them.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;

use clap::Parser;
use itertools::Itertools;

use super::exit::{Exit, cannot_write};
use super::hex_json;
use super::interrupt;
use super::options::{Common, write_completions};
use super::ordered::{self, Feeder, Shared, Worker};
use super::progress::Progress;
use super::stats::Stats;
use crate::hex::picture::picture;
use crate::hex::report::heading;
use crate::hex::{
    Completion, Completions, DataSets, Layers, Position, ReadError, Report, Rules, Solver, count_completions,
};
use crate::player::Player;

const NAME: &str = "hex";

/// Positions are handed to threads in batches of about so many cells.
const BATCH_CELLS: usize = 8192;

/// Answers about boards with more rows than this are written as they are made, not held.
const LARGEST_HELD: u16 = 1024;

const EXAMPLE: &str = "\
The input: the number of data sets; then for each the board's size, the numbers of X's and O's stones, a line of X's
cells and a line of O's. X joins left to right, O top to bottom. Exit status: 0 answered, 1 the input was rejected, 2
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
  Number of ways: 4

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

    /// List all best cases in reading order, or the first MAX of them; says the number of ways too
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true)]
    list: Option<Option<u64>>,

    /// Refuse what the contest statement rules out: other than 1 to 100 data sets, sizes above 21, extra blanks
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
    let arguments = Arguments::parse();
    if let Some(shell) = arguments.common.completions {
        write_completions::<Arguments>(shell, NAME, &mut io::stdout().lock());
        return Exit::Answered.into();
    }
    let shared = Shared::new(Box::new(io::stdout()));
    end_on_ctrl_c(&shared);
    let exit = run(&arguments, &shared);
    if arguments.common.stats {
        stats.report(NAME, shared.lock().answered());
    }
    exit.into()
}

fn end_on_ctrl_c(shared: &Arc<Shared<Failure>>) {
    let shared = Arc::clone(shared);
    interrupt::on_ctrl_c(move || {
        // With the output held no answer is half written, and none will be.
        let output = shared.lock();
        eprintln!("{NAME}: interrupted after {} data set(s)", output.answered());
        process::exit(Exit::Limit as i32);
    });
}

fn run(arguments: &Arguments, shared: &Shared<Failure>) -> Exit {
    let inputs = match Input::all(arguments) {
        Ok(inputs) => inputs,
        Err(problem) => {
            eprintln!("{NAME}: {problem}");
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
        Ok(Ok(())) if interrupt::pressed() => Exit::Limit,
        Ok(Ok(())) => Exit::Answered,
        Ok(Err(rejected)) => {
            eprintln!("{NAME}: {rejected}");
            Exit::Rejected
        }
        Err(Failure::Answers(error)) => cannot_write(NAME, &error),
        Err(Failure::Picture(path, error)) => {
            eprintln!("{NAME}: cannot write {}: {error}", path.display());
            Exit::Limit
        }
    }
}

/// One of the texts to answer.
#[derive(Debug)]
struct Input {
    /// None for stdin.
    path: Option<PathBuf>,
    /// What the names of its pictures begin with.
    picture: Arc<Path>,
}

impl Input {
    fn all(arguments: &Arguments) -> Result<Vec<Input>, String> {
        let paths: Vec<Option<PathBuf>> = match &arguments.files[..] {
            [] => vec![None],
            files => files.iter().map(|file| (file.as_os_str() != "-").then(|| file.clone())).collect(),
        };
        let stems = paths.iter().map(|path| {
            let stem = path.as_deref().and_then(Path::file_stem);
            stem.map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy().into_owned())
        });
        let stems: Vec<String> = stems.collect();
        let mut prefixes = vec![String::new()];
        if let Some(directory) = &arguments.svg {
            fs::create_dir_all(directory).map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
            if let Some(stem) = stems.iter().duplicates().next() {
                return Err(format!("two files would write the same pictures, {stem}-data-set-N.svg"));
            }
        }
        if paths.len() > 1 {
            prefixes = stems.iter().map(|stem| format!("{stem}-")).collect();
        }
        let directory = arguments.svg.clone().unwrap_or_default();
        let inputs = paths.into_iter().zip_eq(prefixes);
        Ok(inputs.map(|(path, prefix)| Input { path, picture: directory.join(prefix + "data-set").into() }).collect())
    }

    fn open(&self, arguments: &Arguments) -> Result<Box<dyn Read>, Rejected> {
        match &self.path {
            Some(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.rejected(error.into())),
            },
            None => {
                let stdin = io::stdin();
                if stdin.is_terminal() && !arguments.common.quiet {
                    eprintln!("{NAME}: reading data sets from the terminal; {NAME} --help tells their format");
                }
                // Past the standard library's buffer: the reader has its own.
                Ok(Box::new(stdin.lock()))
            }
        }
    }

    fn rejected(&self, error: ReadError) -> Rejected {
        Rejected { path: self.path.clone(), error }
    }
}

/// A text that was not answered to its end.
#[derive(Debug)]
struct Rejected {
    path: Option<PathBuf>,
    error: ReadError,
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        write!(f, "{}", self.error)
    }
}

/// Reads a text and feeds its positions to the threads. What has been read is fed before more input is waited for.
fn feed(arguments: &Arguments, input: &Input, feeder: &mut Feeder<'_, Answerer>) -> Result<(), Rejected> {
    let batch = RefCell::new(Batcher { feeder, batch: Batch::new(input), cells: 0 });
    let source = Tap { source: input.open(arguments)?, before_read: || batch.borrow_mut().flush() };
    let rules = if arguments.strict { Rules::Statement } else { Rules::Lenient };
    let rejected = |error| input.rejected(error);
    let sets = DataSets::open(source, rules).map_err(rejected)?;
    batch.borrow_mut().batch.heading = Some(sets.announced());
    let mut progress = Progress::new(&arguments.common, NAME, "data sets", sets.announced());
    for position in sets {
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                batch.borrow_mut().flush();
                return Err(rejected(error));
            }
        };
        progress.add(1);
        let at_once = arguments.list.is_some() || position.size() > LARGEST_HELD;
        let mut batch = batch.borrow_mut();
        batch.add(position, at_once);
        if batch.flushed() && (batch.feeder.has_failed() || interrupt::pressed()) {
            return Ok(());
        }
    }
    batch.borrow_mut().flush();
    Ok(())
}

/// A source with something to do before each read, which may have to wait.
struct Tap<R, F> {
    source: R,
    before_read: F,
}

impl<R: Read, F: FnMut()> Read for Tap<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.before_read)();
        self.source.read(buffer)
    }
}

/// Some data sets of a text, one after the other.
struct Batch {
    /// The number of data sets to print above them.
    heading: Option<u64>,
    /// The number of the first of them.
    first: u64,
    positions: Vec<Position>,
    path: Option<PathBuf>,
    picture: Arc<Path>,
}

impl Batch {
    fn new(input: &Input) -> Batch {
        let Input { path, picture } = input;
        Batch { heading: None, first: 1, positions: Vec::new(), path: path.clone(), picture: Arc::clone(picture) }
    }
}

/// Collects positions until they are worth handing on.
struct Batcher<'a, 'b> {
    feeder: &'a mut Feeder<'b, Answerer>,
    batch: Batch,
    cells: usize,
}

impl Batcher<'_, '_> {
    fn add(&mut self, position: Position, at_once: bool) {
        if at_once {
            self.flush();
        }
        self.cells += usize::from(position.size()).pow(2);
        self.batch.positions.push(position);
        if at_once {
            let batch = self.take();
            self.feeder.feed_through(batch);
        } else if self.cells >= BATCH_CELLS {
            self.flush();
        }
    }

    fn flushed(&self) -> bool {
        self.batch.positions.is_empty()
    }

    fn flush(&mut self) {
        if self.batch.heading.is_some() || !self.batch.positions.is_empty() {
            let batch = self.take();
            self.feeder.feed(batch);
        }
    }

    fn take(&mut self) -> Batch {
        let next = Batch {
            heading: None,
            first: self.batch.first + self.batch.positions.len() as u64,
            positions: Vec::with_capacity(self.batch.positions.len()),
            path: self.batch.path.clone(),
            picture: Arc::clone(&self.batch.picture),
        };
        self.cells = 0;
        std::mem::replace(&mut self.batch, next)
    }
}

/// What ends the run, other than the input.
#[derive(Debug)]
enum Failure {
    Answers(io::Error),
    Picture(PathBuf, io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Answers(error)
    }
}

/// Answers batches.
struct Answerer {
    solver: Solver,
    report: Report,
    json: bool,
    pictures: bool,
    ways: bool,
    /// How many completions to list.
    list: Option<u64>,
}

impl Answerer {
    fn new(arguments: &Arguments) -> Answerer {
        Answerer {
            solver: Solver::new(),
            report: Report::new(),
            json: arguments.common.json,
            pictures: arguments.svg.is_some(),
            ways: arguments.ways || arguments.list.is_some(),
            list: arguments.list.map(|max| max.unwrap_or(u64::MAX)),
        }
    }
}

impl Worker for Answerer {
    type Job = Batch;
    type Failure = Failure;

    fn work(&mut self, batch: Batch, out: &mut impl Write) -> Result<u64, Failure> {
        if let Some(data_sets) = batch.heading
            && !self.json
        {
            heading(out, data_sets)?;
        }
        for (data_set, position) in (batch.first..).zip(&batch.positions) {
            let outcome = self.solver.outcome(position);
            if self.json {
                let answer = hex_json::Answer {
                    file: batch.path.as_deref(),
                    data_set,
                    position,
                    outcome: &outcome,
                    ways: self.ways,
                    list: self.list,
                };
                hex_json::write(out, &answer)?;
            } else if self.ways {
                let list = self.list;
                self.report.data_set_with(out, data_set, position, &outcome, |out, player, _| {
                    ways_and_list(out, position, player, list)
                })?;
            } else {
                self.report.data_set(out, data_set, position, &outcome)?;
            }
            if self.pictures {
                let mut path = batch.picture.as_os_str().to_owned();
                path.push(format!("-{data_set}.svg"));
                let path = PathBuf::from(path);
                let title = format!("Hex, data set {data_set}");
                let written =
                    File::create(&path).and_then(|file| picture(io::BufWriter::new(file), &title, position, &outcome));
                written.map_err(|error| Failure::Picture(path, error))?;
            }
        }
        Ok(batch.positions.len() as u64)
    }
}

/// Prints the number of ways, and as many of them as are wanted until Ctrl-C is pressed.
fn ways_and_list(out: &mut impl Write, position: &Position, player: Player, list: Option<u64>) -> io::Result<()> {
    // A player who is not blocked has layers; this is asked only of positions that nobody has won.
    let Some(layers) = Layers::new(position, player) else { return Ok(()) };
    let ways = count_completions(&layers);
    writeln!(out, "Number of ways: {ways}")?;
    let Some(max) = list else { return Ok(()) };
    let mut listed = 0_u64;
    for completion in listed_completions(&layers, max) {
        writeln!(out, "{completion}")?;
        listed += 1;
    }
    let more = ways - listed;
    if more > 0_u8.into() {
        writeln!(out, "… and {more} more")?;
    }
    Ok(())
}

/// The completions to be listed: as many as are wanted, until Ctrl-C is pressed.
pub(super) fn listed_completions(layers: &Layers, max: u64) -> impl Iterator<Item = Completion> + '_ {
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    Completions::new(layers).take(max).take_while(|_| !interrupt::pressed())
}
