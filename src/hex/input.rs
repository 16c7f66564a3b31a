//! Positions to answer, in the contest's format, or those of games: in SGF, as addresses, or as lists of moves; and
//! boards and templates as pictures.

use std::io::{self, BufRead, BufReader, Chain, Cursor, ErrorKind, Read, Take};
use std::vec::IntoIter;

use thiserror::Error;

use super::hdg::{self, HdgError, Problem};
use super::sgf::{self, Games, Record, SgfError, SgfFault, moves};
use super::{DataSets, Found, Item, ReadError, ReadErrorKind, Strictness};
use crate::text::BYTE_ORDER_MARK;

/// The length of the text before the first game in SGF, in bytes, up to which the game is looked for.
const LONGEST_PREFACE: usize = 1 << 16;

/// A source whose beginning was read to know its format.
type Source<R> = Chain<Cursor<Vec<u8>>, Take<BufReader<R>>>;

/// The length of a text of addresses and moves, or of pictures, in bytes, up to which it is read.
const LONGEST: u64 = 1 << 24;

/// An iterator over the problems of an input. Those in the contest's format are read when they are asked for, and the
/// others all at once.
pub enum Input<R> {
    /// In the contest's format.
    Contest(DataSets<Source<R>>),
    /// Games, their number, and after how many moves the position of each is.
    Games(IntoIter<Result<Record, SgfError>>, u64, Option<usize>),
    /// Pictures, and their number.
    Pictures(IntoIter<Result<Problem, HdgError>>, u64),
}

/// The format of an input.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Contest,
    Sgf,
    Moves,
    Pictures,
}

/// The error of an input.
#[derive(Debug, Error)]
pub enum InputError {
    /// It is not in the contest's format.
    #[error(transparent)]
    Contest(#[from] ReadError),
    /// It is not SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// It is no picture.
    #[error(transparent)]
    Hdg(#[from] HdgError),
    /// It is in none of the formats.
    #[error(
        "{0}; hex reads data sets, games in SGF, addresses of HexWorld and trmph, lists of moves such as a10 f6, and \
         pictures"
    )]
    Unknown(ReadError),
    /// It is not text in UTF-8.
    #[error("line 1, column 1: {0}")]
    Encoding(io::Error),
    /// It is in another format than an option is for.
    #[error("{0}")]
    Format(&'static str),
}

impl<R: Read> Input<R> {
    /// Begins to read an input. `at` is the number of moves after which the positions of games are taken; without it they
    /// are those at their ends.
    ///
    /// # Errors
    /// If the input cannot be read, or begins in another way.
    /// With `texts` the texts of games are kept, for a review.
    pub fn open(source: R, strictness: Strictness, at: Option<usize>, texts: bool) -> Result<Input<R>, InputError> {
        let mut source = BufReader::new(source);
        let (begin, format, is_all) = begin(&mut source).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => InputError::Encoding(error),
            _ => ReadError::from(error).into(),
        })?;
        // The end of what is typed on a terminal is asked for once.
        let source = Cursor::new(begin).chain(source.take(if is_all { 0 } else { u64::MAX }));
        if format == Format::Contest {
            if at.is_some() {
                return Err(InputError::Format("--at is for games, such as those in SGF, and these are data sets"));
            }
            return DataSets::open(source, strictness).map(Input::Contest).map_err(|error| match error.kind {
                ReadErrorKind::Expected { item: Item::DataSets, found: Found::Token(_) } => InputError::Unknown(error),
                _ => error.into(),
            });
        } else if strictness == Strictness::Statement {
            return Err(InputError::Format("--strict is for the contest's format, and these are games or pictures"));
        } else if format == Format::Pictures && at.is_some() {
            return Err(InputError::Format("--at is for games, such as those in SGF, and these are pictures"));
        }
        let games: Vec<_> = if format == Format::Sgf {
            let games = Games::open(source)?;
            if texts { games.with_texts() } else { games }.collect()
        } else {
            let mut text = Vec::new();
            source.take(LONGEST).read_to_end(&mut text).map_err(ReadError::from)?;
            if text.len() as u64 == LONGEST {
                return Err(InputError::Format("expected a text of moves or pictures of less than 16 MiB"));
            }
            if format == Format::Pictures {
                let problems = hdg::problems(&text);
                let announced = problems.len() as u64;
                return Ok(Input::Pictures(problems.into_iter(), announced));
            }
            moves::games(&text)
        };
        // A game that breaks off is a data set, and text after the last game is not.
        let is_game = |game: &&Result<_, _>| !matches!(game, Err(SgfError::Fault(_, SgfFault::Outside(_))));
        let announced = games.iter().filter(is_game).count() as u64;
        Ok(Input::Games(games.into_iter(), announced, at))
    }

    /// Returns the games of an input, or `None` for data sets.
    #[must_use]
    pub fn into_games(self) -> Option<IntoIter<Result<Record, SgfError>>> {
        match self {
            Input::Contest(_) | Input::Pictures(..) => None,
            Input::Games(games, ..) => Some(games),
        }
    }

    /// Returns whether the input has boards, and whether it has templates; `None` if a picture is faulty.
    #[must_use]
    pub fn kinds(&self) -> Option<[bool; 2]> {
        let Input::Pictures(problems, _) = self else { return Some([true, false]) };
        let is_board = |problem: &Result<Problem, _>| Some(matches!(problem.as_ref().ok()?, Problem::Board(_)));
        let kinds = problems.as_slice().iter().map(is_board).collect::<Option<Vec<bool>>>()?;
        Some([kinds.contains(&true), kinds.contains(&false)])
    }

    /// Returns the number of positions that the input announces.
    #[must_use]
    pub fn announced(&self) -> u64 {
        match self {
            Input::Contest(sets) => sets.announced(),
            Input::Games(_, announced, _) | Input::Pictures(_, announced) => *announced,
        }
    }
}

impl<R: Read> Iterator for Input<R> {
    type Item = Result<Problem, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let position = match self {
            Input::Contest(sets) => sets.next()?.map_err(InputError::from),
            Input::Games(games, _, at) => games.next()?.and_then(|game| game.position(*at)).map_err(InputError::from),
            Input::Pictures(problems, _) => return Some(problems.next()?.map_err(InputError::from)),
        };
        Some(position.map(Problem::Board))
    }
}

/// Reads the beginning of a text, until it tells the format. Returns it, the format, and whether it is the whole text.
fn begin(source: &mut impl BufRead) -> io::Result<(Vec<u8>, Format, bool)> {
    let mut begin = Vec::new();
    loop {
        let more = source.fill_buf()?;
        let (length, is_all) = (more.len(), more.is_empty());
        begin.extend_from_slice(more);
        source.consume(length);
        match format(&begin, is_all || begin.len() > LONGEST_PREFACE) {
            None => {}
            Some(format) => return Ok((begin, format, is_all)),
        }
    }
}

/// Returns the format of a text that begins so, or `None` if that cannot be told yet and may be later.
fn format(begin: &[u8], is_last: bool) -> Option<Format> {
    let text = begin.strip_prefix(BYTE_ORDER_MARK).unwrap_or(begin).trim_ascii_start();
    match (sgf::is_sgf(begin), moves::is_moves(text, is_last), hdg::is_hdg(begin, is_last)) {
        (_, _, Some(true)) if text.starts_with(b";") => Some(Format::Pictures),
        (Some(true), ..) => Some(Format::Sgf),
        (_, Some(true), _) => Some(Format::Moves),
        (_, _, Some(true)) => Some(Format::Pictures),
        (Some(false), Some(false), Some(false)) => Some(Format::Contest),
        _ => is_last.then_some(Format::Contest),
    }
}
