//! Files and stdin, as data sets: in the contest's format, or games in SGF.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;
use std::vec::IntoIter;

use clap::{Args, Command};
use itertools::Itertools;
use serde::Serializer;

use super::{Arguments, NAME};
use crate::cell::Cell;
use crate::cli::failure::Failure;
use crate::cli::run::Run;
use crate::hex::sgf::{self, Games, Record, SgfError, SgfFault};
use crate::hex::{DataSets, Position, ReadError, ReadErrorKind, Strictness};

/// The length of the text before the first game in SGF, in bytes, up to which the game is looked for.
const LONGEST_PREFACE: usize = 1 << 16;

/// An input to answer.
#[derive(Debug)]
pub(super) struct Input<'a> {
    /// The path; `None` for stdin.
    pub(super) path: Option<&'a Path>,
    /// Whether there are several inputs, so that an error must name this one.
    pub(super) among_others: bool,
    /// What the names of its pictures begin with: nothing, or its name and a dash.
    pub(super) pictures: String,
}

/// A data set.
#[derive(Debug)]
pub(super) struct DataSet<'a> {
    pub(super) input: &'a Input<'a>,
    /// Its number in the input, from 1.
    pub(super) number: u64,
    pub(super) position: Position,
}

/// The data sets of an input. Those in the contest's format are read when they are asked for, and games in SGF all at
/// once.
pub(super) struct Sets<'a, R> {
    input: &'a Input<'a>,
    read: u64,
    source: Source<R>,
}

enum Source<R> {
    Contest(DataSets<R>),
    Sgf { games: IntoIter<Result<Record, SgfError>>, announced: u64, at: Option<usize> },
}

impl<R: Read> Sets<'_, R> {
    /// Returns the number of data sets.
    pub(super) fn announced(&self) -> u64 {
        match &self.source {
            Source::Contest(sets) => sets.announced(),
            Source::Sgf { announced, .. } => *announced,
        }
    }

    /// Returns the games of an input in SGF, or `None` for other inputs.
    pub(super) fn into_games(self) -> Option<IntoIter<Result<Record, SgfError>>> {
        match self.source {
            Source::Contest(_) => None,
            Source::Sgf { games, .. } => Some(games),
        }
    }

    /// Returns whether the text of the next data set has been read already, so that it need not be waited for.
    pub(super) fn is_next_buffered(&self) -> bool {
        match &self.source {
            Source::Contest(sets) => sets.is_next_buffered(),
            Source::Sgf { .. } => true,
        }
    }
}

impl<'a, R: Read> Iterator for Sets<'a, R> {
    type Item = Result<DataSet<'a>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let Sets { input, source, .. } = self;
        let position = match source {
            Source::Contest(sets) => sets.next()?.map_err(|error| input.failure(&error)),
            Source::Sgf { games, at, .. } => {
                let position = games.next()?.and_then(|game| game.position(*at));
                position.map_err(|error| input.failure_of_sgf(&error))
            }
        };
        self.read += 1;
        Some(position.map(|position| DataSet { input: self.input, number: self.read, position }))
    }
}

impl Input<'_> {
    /// Returns its name in messages.
    pub(super) fn name(&self) -> Cow<'_, str> {
        self.path.map_or(Cow::Borrowed("stdin"), Path::to_string_lossy)
    }

    /// Opens the input and reads how many data sets it has.
    ///
    /// # Errors
    /// [`Failure::Input`] if it cannot be read, or begins in another way.
    pub(super) fn open<'r>(
        &self,
        arguments: &Arguments,
        run: &'r Run<'_>,
    ) -> Result<Sets<'_, impl Read + use<'r>>, Failure> {
        let source: Box<dyn Read> = if let Some(path) = self.path {
            Box::new(File::open(path).map_err(|error| self.cannot_open(path, error, arguments))?)
        } else {
            if io::stdin().is_terminal() {
                run.note(format_args!("reading data sets from the terminal; see {NAME} --help for their format"));
            }
            Box::new(io::stdin().lock())
        };
        let mut source = BufReader::new(run.waiting(source));
        let strictness = if arguments.strict { Strictness::Statement } else { Strictness::Lenient };
        let (begin, is_sgf, is_all) = begin(&mut source).map_err(|error| self.unreadable(&error))?;
        // The end of what is typed on a terminal is asked for once.
        let source = Cursor::new(begin).chain(source.take(if is_all { 0 } else { u64::MAX }));
        let name = self.name();
        let source = match (is_sgf, arguments.at) {
            (true, _) if arguments.strict => {
                return Err(Failure::Input(format!("--strict is for the contest's format; {name} is SGF")));
            }
            (false, Some(_)) => return Err(Failure::Input(format!("--at is for games in SGF; {name} is not SGF"))),
            (true, at) => {
                let games = Games::open(source).map_err(|error| self.failure_of_sgf(&error))?;
                let games = if arguments.review { games.with_texts() } else { games }.collect_vec();
                if let Some(Err(error @ SgfError::Source(_))) = games.first() {
                    return Err(self.failure_of_sgf(error));
                }
                // A game that breaks off is a data set, and text after the last game is not.
                let is_game = |game: &&Result<_, _>| !matches!(game, Err(SgfError::Fault(_, SgfFault::Outside(_))));
                let announced = games.iter().filter(is_game).count() as u64;
                Source::Sgf { games: games.into_iter(), announced, at }
            }
            (false, None) => Source::Contest(DataSets::open(source, strictness).map_err(|error| self.failure(&error))?),
        };
        Ok(Sets { input: self, read: 0, source })
    }

    /// Returns the failure to open a file, with a tip if its name looks like an option or its value.
    fn cannot_open(&self, path: &Path, error: io::Error, arguments: &Arguments) -> Failure {
        let name = path.to_string_lossy();
        let is_option =
            Arguments::augment_args(Command::new(NAME)).get_arguments().any(|option| option.get_long() == Some(&*name));
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        let tip = match error.kind() {
            io::ErrorKind::NotFound if is_option => format!("; tip: --{name}"),
            io::ErrorKind::NotFound if is_number && arguments.list == Some(None) => format!("; tip: --list={name}"),
            _ => String::new(),
        };
        Failure::Input(self.failure(&error.into()).to_string() + &tip)
    }

    fn failure(&self, error: &ReadError) -> Failure {
        match &error.kind {
            ReadErrorKind::Source(error) => self.unreadable(error),
            _ => self.named(error),
        }
    }

    pub(super) fn failure_of_sgf(&self, error: &SgfError) -> Failure {
        match error {
            SgfError::Source(error) => self.unreadable(error),
            SgfError::Fault(..) => self.named(error),
        }
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        match self.path {
            Some(path) => Failure::Input(format!("cannot read {}: {error}", path.display())),
            None => self.named(format_args!("cannot read the input: {error}")),
        }
    }

    /// Returns the failure of an error, with the name of the input if there are several or it is a file.
    fn named(&self, error: impl Display) -> Failure {
        Failure::Input(match self.path {
            Some(path) => format!("{}: {error}", path.display()),
            None if self.among_others => format!("stdin: {error}"),
            None => error.to_string(),
        })
    }
}

/// Reads the beginning of a text, until it tells whether the text is SGF. Returns it, whether it is, and whether it is
/// the whole text.
fn begin(source: &mut impl BufRead) -> io::Result<(Vec<u8>, bool, bool)> {
    let mut begin = Vec::new();
    loop {
        let more = source.fill_buf()?;
        let (length, is_all) = (more.len(), more.is_empty());
        begin.extend_from_slice(more);
        source.consume(length);
        match sgf::is_sgf(&begin) {
            Some(is_sgf) => return Ok((begin, is_sgf, is_all)),
            None if is_all || begin.len() > LONGEST_PREFACE => return Ok((begin, false, is_all)),
            None => {}
        }
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
