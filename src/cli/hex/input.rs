//! Files and stdin to batches of positions, fed to the worker threads as they come.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::answer::Answerer;
use super::{Arguments, Batch, DATA_SET, Input, NAME};
use crate::cli::exit::Failure;
use crate::cli::files::{Output, OutputFiles};
use crate::cli::interrupt;
use crate::cli::messages::say_at_terminal;
use crate::cli::options::Common;
use crate::cli::ordered::Feeder;
use crate::cli::progress::ProgressLine;
use crate::hex::{DataSets, Position, ReadError, ReadErrorKind, Strictness};

/// The number of cells at which a batch is complete.
const BATCH_CELLS: usize = 8192;

/// The largest size of a board whose answer is held in memory. Answers about larger boards are written while they are computed.
const LARGEST_HELD: u16 = 512;

/// The largest number of listed completions with which an answer is held in memory.
const LONGEST_HELD: u64 = 100;

impl Batch<'_> {
    fn new(input: &Input, first: u64) -> Batch<'_> {
        Batch { input, heading: None, first, positions: Vec::new() }
    }
}

impl Input {
    /// Returns the inputs of the command line, after creating the folder for their pictures.
    ///
    /// # Errors
    /// [`Failure::Usage`] if two inputs would write the same pictures, or the folder cannot be created.
    pub(super) fn all(arguments: &Arguments) -> Result<Vec<Input>, Failure> {
        let paths: Vec<Option<PathBuf>> = match &arguments.files[..] {
            [] => vec![None],
            files => files.iter().map(|file| (file.as_os_str() != "-").then(|| file.clone())).collect(),
        };
        let stem = |path: &Option<PathBuf>| {
            let stem = path.as_deref().and_then(Path::file_stem);
            stem.map_or_else(|| "stdin".to_owned(), |stem| stem.to_string_lossy().into_owned())
        };
        if let Some(directory) = &arguments.svg {
            if let Some(stem) = paths.iter().map(stem).duplicates().next() {
                let files = format_args!("{stem}-data-set-N.svg");
                let problem = format!("two input files would write the same pictures {files}: rename one of them");
                return Err(Failure::Usage(problem));
            }
            fs::create_dir_all(directory).map_err(|error| Failure::cannot("create folder", directory, &error))?;
            Output::Folder.check(directory)?;
        }
        let among_others = paths.len() > 1;
        let directory = arguments.svg.clone().unwrap_or_default();
        let input = |path| {
            let prefix = if among_others { stem(&path) + "-" } else { String::new() };
            Input { path, among_others, picture: directory.join(prefix + DATA_SET) }
        };
        let inputs: Vec<Input> = paths.into_iter().map(input).collect();
        if let Some(directory) = &arguments.svg {
            check_pictures(directory, &inputs)?;
        }
        Ok(inputs)
    }

    fn open(&self, arguments: &Arguments) -> io::Result<Box<dyn Read>> {
        if let Some(path) = &self.path {
            return Ok(Box::new(File::open(path)?));
        }
        let hint = format_args!("reading data sets from the terminal; see {NAME} --help for their format");
        say_at_terminal(NAME, arguments.common.quiet, hint);
        Ok(Box::new(io::stdin().lock()))
    }

    /// Returns the message of an error, with the name of the input if there are several or it is a file.
    fn message(&self, error: &ReadError) -> String {
        match (&self.path, &error.kind) {
            (Some(path), ReadErrorKind::Source(error)) => format!("cannot read {}: {error}", path.display()),
            (Some(path), _) => format!("{}: {error}", path.display()),
            (None, _) if self.among_others => format!("stdin: {error}"),
            (None, _) => error.to_string(),
        }
    }
}

/// Checks the pictures of earlier runs that this run may replace: how many data sets there will be is not known yet. None may be an
/// input.
fn check_pictures(folder: &Path, inputs: &[Input]) -> Result<(), Failure> {
    let begins: HashSet<&OsStr> = inputs.iter().filter_map(|input| input.picture.file_name()).collect();
    let is_replaced = |path: &PathBuf| {
        let stem = path.file_stem().filter(|_| path.extension().is_some_and(|extension| extension == "svg"));
        let begin = stem.and_then(OsStr::to_str).and_then(|stem| stem.rsplit_once('-'));
        begin.is_some_and(|(begin, number)| {
            number.bytes().all(|byte| byte.is_ascii_digit()) && begins.contains(OsStr::new(begin))
        })
    };
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files = OutputFiles::default();
    for path in paths.filter(is_replaced) {
        Output::FileInFolder.check(&path)?;
        files.add("--svg", path);
    }
    let mut paths = inputs.iter().filter_map(|input| input.path.as_deref());
    paths.try_for_each(|path| files.check_not_read(path, "an input"))
}

/// Reads an input and feeds its positions to the worker threads. Positions that have been read are fed before the thread waits for
/// more input.
///
/// # Errors
/// If the input is not in the contest's format or cannot be read. All positions before the fault have been fed then.
pub(super) fn feed<'a>(
    arguments: &Arguments,
    input: &'a Input,
    feeder: &mut Feeder<'_, Answerer<'a>>,
) -> Result<(), Failure> {
    let batcher = RefCell::new(Batcher { feeder, batch: Batch::new(input, 1), cells: 0 });
    let result = feed_all(arguments, input, &batcher);
    batcher.borrow_mut().flush();
    result
}

fn feed_all(arguments: &Arguments, input: &Input, batcher: &RefCell<Batcher<'_, '_, '_>>) -> Result<(), Failure> {
    let rejected = |error| Failure::Input(input.message(&error));
    let source = Tap {
        source: input.open(arguments).map_err(|error| rejected(error.into()))?,
        before_read: || batcher.borrow_mut().flush(),
    };
    let strictness = if arguments.strict { Strictness::Statement } else { Strictness::Lenient };
    let sets = DataSets::open(source, strictness).map_err(rejected)?;
    let announced = sets.announced();
    arguments.perfect.check_data_sets(announced)?;
    let mut heading = Some(announced);
    if arguments.perfect.of_one_position().is_none() {
        batcher.borrow_mut().batch.heading = heading.take();
    }
    // A search has a line of its own.
    let is_quiet = arguments.common.quiet || arguments.perfect.solve;
    let common = Common { quiet: is_quiet, progress: !is_quiet && arguments.common.progress, ..arguments.common };
    let mut progress = ProgressLine::new(&common, NAME, "data sets read", Some(announced));
    let long_list = arguments.longest_list().is_some_and(|max| max > LONGEST_HELD);
    for position in sets {
        let mut batcher = batcher.borrow_mut();
        batcher.batch.heading = heading.take().or(batcher.batch.heading);
        let position = position.map_err(rejected)?;
        progress.add(1);
        let held = !long_list && !arguments.perfect.solve && position.size() <= LARGEST_HELD;
        batcher.add(position, held);
        if batcher.batch.positions.is_empty() && (batcher.feeder.has_failed() || interrupt::pressed()) {
            break;
        }
    }
    // There was no data set.
    if heading.is_some() {
        batcher.borrow_mut().batch.heading = heading;
    }
    Ok(())
}

/// A source that calls `before_read` before each read, which may have to wait.
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

/// Collects positions into batches that are worth the work of handing them to another thread.
struct Batcher<'a, 'b, 'c: 'b> {
    feeder: &'a mut Feeder<'b, Answerer<'c>>,
    batch: Batch<'c>,
    cells: usize,
}

impl<'c> Batcher<'_, '_, 'c> {
    /// Adds a position. If its answer is not to be held in memory, it is answered now, in a batch of its own.
    fn add(&mut self, position: Position, held: bool) {
        if !held && !self.batch.positions.is_empty() {
            self.flush();
        }
        self.cells += usize::from(position.size()).pow(2);
        self.batch.positions.push(position);
        if !held {
            let batch = self.take();
            self.feeder.feed_through(batch);
        } else if self.cells >= BATCH_CELLS {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.batch.heading.is_some() || !self.batch.positions.is_empty() {
            let batch = self.take();
            self.feeder.feed(batch);
        }
    }

    fn take(&mut self) -> Batch<'c> {
        self.cells = 0;
        let next = Batch::new(self.batch.input, self.batch.first + self.batch.positions.len() as u64);
        std::mem::replace(&mut self.batch, next)
    }
}
