//! From files and stdin to batches of positions, fed to the threads as they come.

use std::cell::RefCell;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use itertools::Itertools;

use super::answer::Answerer;
use super::batch::{Batch, Input};
use super::{Arguments, NAME};
use crate::cli::exit::say;
use crate::cli::files::Shown;
use crate::cli::interrupt;
use crate::cli::ordered::Feeder;
use crate::cli::progress_line::ProgressLine;
use crate::hex::{DataSets, Position, ReadError, ReadErrorKind, Strictness};

/// Positions are handed to threads in batches of about this number of cells.
const BATCH_CELLS: usize = 8192;

/// Answers about larger boards are written while they are computed, without a buffer.
const LARGEST_HELD: u16 = 512;

/// The same for answers that may list more completions than this.
const LONGEST_HELD: u64 = 100;

impl Input {
    pub(super) fn all(arguments: &Arguments) -> Result<Vec<Arc<Input>>, String> {
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
            if let Some(stem) = stems.iter().duplicates().next() {
                let files = format_args!("{stem}-data-set-N.svg");
                return Err(format!("two input files would write the same pictures {files}: rename one of them"));
            }
            fs::create_dir_all(directory)
                .map_err(|error| format!("cannot create folder {}: {error}", Shown(directory)))?;
        }
        let among_others = paths.len() > 1;
        if among_others {
            prefixes = stems.iter().map(|stem| format!("{stem}-")).collect();
        }
        let directory = arguments.svg.clone().unwrap_or_default();
        let inputs = paths.into_iter().zip_eq(prefixes);
        let picture = |prefix| directory.join(prefix + "data-set");
        let input = |(path, prefix)| Arc::new(Input { path, among_others, picture: picture(prefix) });
        Ok(inputs.map(input).collect())
    }

    fn open(&self, arguments: &Arguments) -> Result<Box<dyn Read>, Rejected> {
        if let Some(path) = &self.path {
            let file = File::open(path).map_err(|error| self.rejected(error.into()))?;
            Ok(Box::new(file))
        } else {
            let stdin = io::stdin();
            if stdin.is_terminal() && !arguments.common.quiet {
                say(NAME, format_args!("reading data sets from the terminal; see {NAME} --help for their format"));
            }
            // Past the standard library's buffer: the reader has its own.
            Ok(Box::new(stdin.lock()))
        }
    }

    fn rejected(&self, error: ReadError) -> Rejected {
        Rejected { path: self.path.clone(), among_others: self.among_others, error }
    }
}

/// A text that was not answered to its end.
#[derive(Debug)]
pub(super) struct Rejected {
    path: Option<PathBuf>,
    /// Whether it is one of several.
    among_others: bool,
    error: ReadError,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.path, &self.error.kind) {
            (Some(path), ReadErrorKind::Source(error)) => write!(f, "cannot read {}: {error}", Shown(path)),
            (Some(path), _) => write!(f, "{}: {}", Shown(path), self.error),
            (None, _) if self.among_others => write!(f, "stdin: {}", self.error),
            (None, _) => write!(f, "{}", self.error),
        }
    }
}

/// Reads a text and feeds its positions to the threads. What has been read is fed before more input is waited for.
pub(super) fn feed(
    arguments: &Arguments,
    input: &Arc<Input>,
    feeder: &mut Feeder<'_, Answerer>,
) -> Result<(), Rejected> {
    let batch = RefCell::new(Batcher { feeder, batch: Batch::new(input, 1), cells: 0 });
    let source = Tap { source: input.open(arguments)?, before_read: || batch.borrow_mut().flush() };
    let rules = if arguments.strict { Strictness::Statement } else { Strictness::Lenient };
    let rejected = |error| input.rejected(error);
    let sets = DataSets::open(source, rules).map_err(rejected)?;
    batch.borrow_mut().batch.heading = Some(sets.announced());
    let mut progress = ProgressLine::new(&arguments.common, NAME, "data sets read", Some(sets.announced()));
    let long_list = arguments.list.is_some_and(|max| max.is_none_or(|max| max > LONGEST_HELD));
    for position in sets {
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                batch.borrow_mut().flush();
                return Err(rejected(error));
            }
        };
        progress.add(1);
        let at_once = long_list || position.size() > LARGEST_HELD;
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
        let next = Batch::new(&self.batch.input, self.batch.first + self.batch.positions.len() as u64);
        self.cells = 0;
        std::mem::replace(&mut self.batch, next)
    }
}
