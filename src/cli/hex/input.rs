//! Files and stdin, as batches of data sets.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use itertools::Itertools;
use serde::Serializer;

use super::{Arguments, NAME};
use crate::cell::Cell;
use crate::cli::failure::Failure;
use crate::cli::paths::InputFile;
use crate::cli::run::Run;
use crate::cli::signals::Waiting;
use crate::hex::{DataSets, Position, ReadError, ReadErrorKind, Strictness};

/// The number of cells at which a batch is complete: it is worth the work of handing it to another thread, also if each data set has
/// to be searched.
const BATCH_CELLS: usize = 16384;
const BATCH_CELLS_TO_SEARCH: usize = 64;

/// An input to answer.
#[derive(Debug)]
pub(super) struct Input {
    /// The path; `None` for stdin.
    pub(super) path: Option<PathBuf>,
    /// Whether there are several inputs, so that an error must name this one.
    pub(super) among_others: bool,
    /// What the paths of its pictures begin with, if there are any.
    pictures: Option<String>,
}

impl Input {
    /// Returns the inputs of the command line.
    ///
    /// # Errors
    /// [`Failure::Usage`] if two of them would write the same pictures.
    pub(super) fn all(arguments: &Arguments) -> Result<Vec<Input>, Failure> {
        let mut paths: Vec<Option<&Path>> = arguments.files.iter().map(InputFile::path).collect();
        if paths.is_empty() {
            paths.push(None);
        }
        let stem = |path: Option<&Path>| {
            let stem = path.and_then(Path::file_stem);
            stem.map_or_else(|| "stdin".to_owned(), |stem| stem.to_string_lossy().into_owned())
        };
        if arguments.svg.is_some()
            && let Some(stem) = paths.iter().copied().map(stem).duplicates().next()
        {
            let files = format_args!("{stem}-data-set-N.svg");
            let problem = format!("two input files would write the same pictures {files}: rename one of them");
            return Err(Failure::Usage(problem));
        }
        let among_others = paths.len() > 1;
        let input = |path: Option<&Path>| {
            let prefix = if among_others { stem(path) + "-" } else { String::new() };
            let pictures = arguments.svg.as_ref().map(|_| prefix + "data-set");
            Input { path: path.map(Path::to_owned), among_others, pictures }
        };
        Ok(paths.into_iter().map(input).collect())
    }

    /// Opens the input and reads how many data sets it has.
    ///
    /// # Errors
    /// [`Failure::Input`] if it cannot be read, or begins in another way.
    pub(super) fn open(
        &self,
        arguments: &Arguments,
        run: &Run<'_>,
    ) -> Result<DataSets<impl Read + Send + use<>>, Failure> {
        let source: Box<dyn Read + Send> = if let Some(path) = &self.path {
            Box::new(File::open(path).map_err(|error| self.cannot_open(path, error, arguments))?)
        } else {
            if io::stdin().is_terminal() {
                run.note(format_args!("reading data sets from the terminal; see {NAME} --help for their format"));
            }
            Box::new(io::stdin())
        };
        let strictness = if arguments.strict { Strictness::Statement } else { Strictness::Lenient };
        DataSets::open(Waiting(source), strictness).map_err(|error| self.failure(&error))
    }

    /// Returns the failure to open a file, with a tip if its name looks like an option or its value.
    fn cannot_open(&self, path: &Path, error: io::Error, arguments: &Arguments) -> Failure {
        let name = path.to_string_lossy();
        let is_option = Arguments::command().get_arguments().any(|option| option.get_long() == Some(&*name));
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        let tip = match error.kind() {
            io::ErrorKind::NotFound if is_option => format!("; tip: --{name}"),
            io::ErrorKind::NotFound if is_number && arguments.list == Some(None) => format!("; tip: --list={name}"),
            _ => String::new(),
        };
        Failure::Input(self.failure(&error.into()).to_string() + &tip)
    }

    /// Returns the failure of an error, with the name of the input if there are several or it is a file.
    fn failure(&self, error: &ReadError) -> Failure {
        Failure::Input(match (&self.path, &error.kind) {
            (Some(path), ReadErrorKind::Source(error)) => format!("cannot read {}: {error}", path.display()),
            (Some(path), _) => format!("{}: {error}", path.display()),
            (None, _) if self.among_others => format!("stdin: {error}"),
            (None, _) => error.to_string(),
        })
    }
}

/// A data set.
#[derive(Debug)]
pub(super) struct DataSet<'a> {
    pub(super) input: &'a Input,
    /// Its number in the input, from 1.
    pub(super) number: u64,
    pub(super) position: Position,
    /// The number of positions that have been searched for it.
    pub(super) searched: u64,
}

impl DataSet<'_> {
    /// Returns the name of the file for its picture, if there is to be one.
    pub(super) fn picture(&self) -> Option<String> {
        self.input.pictures.as_ref().map(|begin| format!("{begin}-{}.svg", self.number))
    }
}

/// The data sets of an input in batches. A batch ends where the input would have to be waited for.
pub(super) struct Batches<'a, R> {
    sets: DataSets<R>,
    input: &'a Input,
    most_cells: usize,
    /// The number of data sets so far.
    read: u64,
    /// The failure that comes after the last batch.
    failure: Option<Failure>,
}

impl<'a, R: Read> Batches<'a, R> {
    pub(super) fn new(sets: DataSets<R>, input: &'a Input, are_searched: bool) -> Self {
        let most_cells = if are_searched { BATCH_CELLS_TO_SEARCH } else { BATCH_CELLS };
        Batches { sets, input, most_cells, read: 0, failure: None }
    }
}

impl<'a, R: Read> Iterator for Batches<'a, R> {
    type Item = Result<Vec<DataSet<'a>>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut batch, mut cells) = (Vec::new(), 0);
        while self.failure.is_none() && cells < self.most_cells && (batch.is_empty() || self.sets.is_next_buffered()) {
            match self.sets.next() {
                Some(Ok(position)) => {
                    self.read += 1;
                    cells += usize::from(position.size()).pow(2);
                    batch.push(DataSet { input: self.input, number: self.read, position, searched: 0 });
                }
                Some(Err(error)) => self.failure = Some(self.input.failure(&error)),
                None => break,
            }
        }
        if batch.is_empty() { self.failure.take().map(Err) } else { Some(Ok(batch)) }
    }
}

/// Writes a board as a string of `X`, `O` and `-` for each row.
pub(super) fn write_rows<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows(position))
}

/// Returns a string of `X`, `O` and `-` for each row of a board.
pub(super) fn rows(position: &Position) -> impl Iterator<Item = String> + '_ {
    let size = position.size();
    (0..size).map(move |row| {
        let owners = (0..size).map(|column| position.owner(Cell::new(column, row)));
        owners.map(|owner| owner.map_or('-', |player| char::from(player.letter()))).collect()
    })
}
