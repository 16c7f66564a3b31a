//! Positions to answer, in either format: the contest's, or games in SGF.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read, Take};
use std::vec::IntoIter;

use thiserror::Error;

use super::sgf::{self, Games, Record, SgfError, SgfFault};
use super::{DataSets, Position, ReadError, Strictness};

/// The length of the text before the first game in SGF, in bytes, up to which the game is looked for.
const LONGEST_PREFACE: usize = 1 << 16;

/// A source whose beginning was read to know its format.
type Source<R> = Chain<Cursor<Vec<u8>>, Take<BufReader<R>>>;

/// An iterator over the positions of an input. Those in the contest's format are read when they are asked for, and games
/// in SGF all at once.
pub enum Input<R> {
    /// In the contest's format.
    Contest(DataSets<Source<R>>),
    /// In SGF: the games, their number, and after how many moves the position of each is.
    Sgf(IntoIter<Result<Record, SgfError>>, u64, Option<usize>),
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
    /// It is in the other format.
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
        let (begin, is_sgf, is_all) = begin(&mut source).map_err(ReadError::from)?;
        // The end of what is typed on a terminal is asked for once.
        let source = Cursor::new(begin).chain(source.take(if is_all { 0 } else { u64::MAX }));
        if !is_sgf && at.is_some() {
            return Err(InputError::Format("--at is for games in SGF, and this is not SGF"));
        } else if !is_sgf {
            return Ok(Input::Contest(DataSets::open(source, strictness)?));
        } else if strictness == Strictness::Statement {
            return Err(InputError::Format("--strict is for the contest's format, and this is SGF"));
        }
        let games = Games::open(source)?;
        let games: Vec<_> = if texts { games.with_texts() } else { games }.collect();
        // A game that breaks off is a data set, and text after the last game is not.
        let is_game = |game: &&Result<_, _>| !matches!(game, Err(SgfError::Fault(_, SgfFault::Outside(_))));
        let announced = games.iter().filter(is_game).count() as u64;
        Ok(Input::Sgf(games.into_iter(), announced, at))
    }

    /// Returns the games of an input in SGF, or `None` for another one.
    #[must_use]
    pub fn into_games(self) -> Option<IntoIter<Result<Record, SgfError>>> {
        match self {
            Input::Contest(_) => None,
            Input::Sgf(games, ..) => Some(games),
        }
    }

    /// Returns the number of positions that the input announces.
    #[must_use]
    pub fn announced(&self) -> u64 {
        match self {
            Input::Contest(sets) => sets.announced(),
            Input::Sgf(_, announced, _) => *announced,
        }
    }
}

impl<R: Read> Iterator for Input<R> {
    type Item = Result<Position, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self {
            Input::Contest(sets) => sets.next()?.map_err(InputError::from),
            Input::Sgf(games, _, at) => games.next()?.and_then(|game| game.position(*at)).map_err(InputError::from),
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
