//! The input of the contest, read one data set at a time.
//!
//! ```text
//!     2            the number D of data sets, then D times:
//!     5              the size S of the board
//!     2 2            the numbers of X's and O's stones
//!     C2 A3          X's cells
//!     C5 C3          O's cells (a line without cells is empty; at the end of the text it may be absent)
//!     ...
//! ```
//!
//! [`DataSets`] reads no further than the data set asked for, so that answers can be given while the rest of the input
//! is still on its way. It holds one position at a time, and allocates nothing for announced counts: stones are put on
//! the board as they come. The first fault is returned as an error with its line and column, and ends the reading.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use super::position::{PlayError, Position, SizeError};
use crate::cell::{Cell, ParseCellError};
use crate::player::Player;
use crate::text::{Cursor, Gap, LineEnd, ParseNumberError, Place, Token};

/// How strictly input is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Accepts any number of data sets, sizes up to [`LARGEST_SIZE`](super::LARGEST_SIZE), and any blanks.
    Lenient,
    /// Accepts only what the contest statement allows: 1 to 100 data sets, sizes 1 to 21, one blank between items and
    /// none elsewhere. CRLF, a byte order mark, lower case, leading zeros and empty lines at the end are still
    /// accepted.
    Statement,
}

/// An iterator over the positions of an input, in order. It ends after the first error.
///
/// ```
/// use quadrille::hex::{DataSets, PlayError, ReadErrorKind, Strictness};
/// let mut sets = DataSets::open("1\n5\n2 1\nC2 A3\nF1\n".as_bytes(), Strictness::Lenient)?;
/// assert_eq!(sets.announced(), 1);
/// let error = sets.next().unwrap().unwrap_err();
/// assert!(matches!(error.kind, ReadErrorKind::Stone(PlayError::OffBoard { .. })));
/// assert_eq!(error.to_string(), "line 5, column 1: cell F1 is off a board of size 5");
/// assert!(sets.next().is_none(), "nothing after an error");
/// assert!(DataSets::open("101\n".as_bytes(), Strictness::Statement).is_err(), "the statement says 100 at most");
/// # Ok::<(), quadrille::hex::ReadError>(())
/// ```
#[derive(Debug)]
pub struct DataSets<R> {
    cursor: Cursor<R>,
    strictness: Strictness,
    announced: u64,
    /// The number of data sets that have been begun.
    begun: u64,
    ended: bool,
}

impl<R: Read> DataSets<R> {
    /// Reads the number of data sets.
    ///
    /// # Errors
    /// If the source cannot be read, or its first line is not a number of data sets that `strictness` allows.
    pub fn open(source: R, strictness: Strictness) -> Result<Self, ReadError> {
        let cursor = Cursor::new(source)?;
        let mut sets = DataSets { cursor, strictness, announced: 0, begun: 0, ended: false };
        let (announced, place) = sets.number(Item::DataSets, Gap::None)?;
        if strictness == Strictness::Statement && !(1..=100).contains(&announced) {
            let item = Item::Words("1 to 100 data sets, as the contest statement says");
            return Err(expected(item, Found::Number(announced), place));
        }
        sets.end_line(Item::DataSets)?;
        sets.announced = announced;
        Ok(sets)
    }

    /// Returns the number of data sets that the input announces.
    #[must_use]
    pub fn announced(&self) -> u64 {
        self.announced
    }

    fn data_set(&mut self) -> Result<Position, ReadError> {
        let (size, place) = self.number(Item::Size(self.begun), Gap::None)?;
        let mut position = Position::empty(size).map_err(|error| ReadErrorKind::Size(error).at(place))?;
        if self.strictness == Strictness::Statement && position.size() > 21 {
            let item = Item::Words("a size from 1 to 21, as the contest statement says");
            return Err(expected(item, Found::Number(size), place));
        }
        self.end_line(Item::Size(self.begun))?;

        let x = self.count(Player::X, position.size(), Gap::None)?;
        let o = self.count(Player::O, position.size(), Gap::Space)?;
        self.end_line(Item::Count(Player::O))?;

        self.stones(Player::X, x, &mut position)?;
        self.stones(Player::O, o, &mut position)?;
        Ok(position)
    }

    fn count(&mut self, player: Player, size: u16, gap: Gap) -> Result<u64, ReadError> {
        let (count, place) = self.number(Item::Count(player), gap)?;
        if count > u64::from(size).pow(2) {
            return Err(expected(Item::AtMostCells(player, size), Found::Number(count), place));
        }
        Ok(count)
    }

    fn stones(&mut self, player: Player, count: u64, position: &mut Position) -> Result<(), ReadError> {
        let mut placed = 0;
        while placed < count {
            placed += self.regular_stones(player, count - placed, position);
            if placed == count {
                break;
            }
            self.blanks(if placed == 0 { Gap::None } else { Gap::Space })?;
            let place = self.cursor.place();
            let Some(token) = self.cursor.token()? else {
                return Err(expected(Item::StonesOnLine(player, count), Found::Number(placed), place));
            };
            let cell = token.bytes().map_or(Err(ParseCellError::Malformed), Cell::from_bytes);
            let cell = cell.map_err(|error| match error {
                ParseCellError::Malformed if token.bytes().is_none() => {
                    expected(Item::Words("a cell of at most 32 characters"), Found::Token(token), place)
                }
                ParseCellError::Malformed => expected(Item::Words("a cell such as C2"), Found::Token(token), place),
                ParseCellError::OutOfRange => ReadErrorKind::FarOffBoard(token, position.size()).at(place),
            })?;
            position.play(player, cell).map_err(|error| ReadErrorKind::Stone(error).at(place))?;
            placed += 1;
        }
        self.end_line(Item::Stones(player, count))
    }

    /// Puts at most `most` stones on the board as long as the text is of the regular kind (one letter, one or two
    /// digits, then one blank or the line end, all in the buffer) and without fault. Leaves the cursor at the first
    /// other cell, and returns the number of stones. Nearly all cells are read here; no branch depends on the length of
    /// a number.
    #[inline]
    fn regular_stones(&mut self, player: Player, most: u64, position: &mut Position) -> u64 {
        let text = self.cursor.buffered();
        let mut at = 0;
        let mut placed = 0;
        while placed < most {
            let Some(&[letter, first, second, third]) = text.get(at..at + 4).and_then(|s| s.first_chunk()) else {
                break;
            };
            let column = (letter | 0x20).wrapping_sub(b'a');
            let (tens, units) = (first.wrapping_sub(b'0'), second.wrapping_sub(b'0'));
            let two = u8::from(units < 10);
            let row = tens.wrapping_add(two.wrapping_mul(tens.wrapping_mul(9).wrapping_add(units)));
            let after = if two == 1 { third } else { second };
            let length = 2 + usize::from(two);
            let regular = column < 26 && tens < 10 && row != 0 && (after == b' ' || after == b'\n' || after == b'\r');
            if !regular || position.play(player, Cell::new(column.into(), u16::from(row) - 1)).is_err() {
                break;
            }
            placed += 1;
            // A blank is skipped only before another stone: it is the only blank there.
            let more = after == b' ' && placed < most && text.get(at + length + 1).is_some_and(|&b| b > b' ');
            at += length + usize::from(more);
            if !more {
                break;
            }
        }
        self.cursor.advance(at);
        placed
    }

    fn number(&mut self, item: Item, gap: Gap) -> Result<(u64, Place), ReadError> {
        self.blanks(gap)?;
        let place = self.cursor.place();
        let Some(token) = self.cursor.token()? else {
            let at_end = self.cursor.peek()?.is_none();
            return Err(expected(item, if at_end { Found::EndOfInput } else { Found::EndOfLine }, place));
        };
        let number = token.number().map_err(|error| match error {
            ParseNumberError::Malformed => expected(item, Found::Token(token), place),
            ParseNumberError::TooLarge => {
                let is_long = token.bytes().is_none();
                let most = if is_long { "a number of at most 32 digits" } else { "a number of at most 64 bits" };
                expected(Item::Words(most), Found::Token(token), place)
            }
        })?;
        Ok((number, place))
    }

    /// Skips the blanks before an item. The statement allows no other gap there than `allowed`.
    fn blanks(&mut self, allowed: Gap) -> Result<(), ReadError> {
        let place = self.cursor.place();
        let gap = self.cursor.blanks()?;
        if self.strictness == Strictness::Statement && gap != Gap::None && gap != allowed {
            return Err(ReadErrorKind::Spacing.at(place));
        }
        Ok(())
    }

    fn end_line(&mut self, item: Item) -> Result<(), ReadError> {
        let place = self.cursor.place();
        let gap = self.cursor.blanks()?;
        let after = self.cursor.place();
        if self.cursor.line_end()? == LineEnd::MoreInLine {
            let token = self.cursor.token()?;
            let excess = |token| ReadErrorKind::Excess(item, token);
            return Err(token.map_or(ReadErrorKind::Spacing, excess).at(after));
        }
        if self.strictness == Strictness::Statement && gap != Gap::None {
            return Err(ReadErrorKind::Spacing.at(place));
        }
        Ok(())
    }

    /// Checks that only blank lines follow after the last data set.
    fn end(&mut self) -> Result<(), ReadError> {
        loop {
            self.blanks(Gap::None)?;
            let place = self.cursor.place();
            match self.cursor.line_end()? {
                LineEnd::Passed => {}
                LineEnd::EndOfText => return Ok(()),
                LineEnd::MoreInLine => {
                    let token = self.cursor.token()?;
                    return token.map_or(Ok(()), |token| {
                        Err(expected(Item::Words("nothing after the last data set"), Found::Token(token), place))
                    });
                }
            }
        }
    }
}

impl<R: Read> Iterator for DataSets<R> {
    type Item = Result<Position, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = if self.begun < self.announced {
            self.begun += 1;
            Some(self.data_set())
        } else {
            self.ended = true;
            self.end().err().map(Err)
        };
        self.ended |= matches!(next, Some(Err(_)));
        next
    }
}

/// A part of an input that the format expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// The number of data sets.
    DataSets,
    /// The size of the board of the data set with this number, counted from 1.
    Size(u64),
    /// The number of a player's stones.
    Count(Player),
    /// The cells of a player's stones, and their announced number.
    Stones(Player, u64),
    /// The cells of a player's stones, where the line ends before the last one.
    StonesOnLine(Player, u64),
    /// No more stones of a player than a board of this size has cells.
    AtMostCells(Player, u16),
    /// What these words say.
    Words(&'static str),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Item::DataSets => write!(f, "the number of data sets"),
            Item::Size(data_set) => write!(f, "the size of data set {data_set}"),
            Item::Count(player) => write!(f, "the number of {player}'s stones"),
            Item::Stones(player, 0) => write!(f, "an empty line for the cells of {player}, who has 0 stones"),
            Item::Stones(player, 1) => write!(f, "1 cell of {player}"),
            Item::Stones(player, count) => write!(f, "{count} cells of {player}"),
            Item::StonesOnLine(player, count) => write!(f, "{} on this line", Item::Stones(player, count)),
            Item::AtMostCells(player, size) => {
                write!(f, "at most {} stones of {player} on a board of size {size}", u64::from(size).pow(2))
            }
            Item::Words(words) => write!(f, "{words}"),
        }
    }
}

/// What an input has instead of what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A token.
    Token(Token),
    /// A number.
    Number(u64),
    /// The end of the line.
    EndOfLine,
    /// The end of the input.
    EndOfInput,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Token(token) => write!(f, "{token}"),
            Found::Number(number) => write!(f, "{number}"),
            Found::EndOfLine => write!(f, "the end of the line"),
            Found::EndOfInput => write!(f, "the end of the input"),
        }
    }
}

/// The error that an input cannot be read or is not in the contest's format.
#[derive(Debug)]
pub struct ReadError {
    /// The line and column of the fault; `None` if the source cannot be read.
    pub place: Option<Place>,
    /// The fault.
    pub kind: ReadErrorKind,
}

/// The fault of an input.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The source cannot be read.
    Source(io::Error),
    /// The input has something else than the format expects.
    Expected {
        /// What is expected.
        item: Item,
        /// What is found.
        found: Found,
    },
    /// A line goes on after its last item, with this token.
    Excess(Item, Token),
    /// No board has the size.
    Size(SizeError),
    /// The name of a cell has row 0, or a row or column beyond all boards. The board has this size.
    FarOffBoard(Token, u16),
    /// A cell is off the board, or has a stone already.
    Stone(PlayError),
    /// The contest statement does not allow the blanks here.
    Spacing,
}

impl ReadErrorKind {
    fn at(self, place: Place) -> ReadError {
        ReadError { place: Some(place), kind: self }
    }
}

fn expected(item: Item, found: Found, place: Place) -> ReadError {
    ReadErrorKind::Expected { item, found }.at(place)
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError { place: None, kind: ReadErrorKind::Source(error) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        match &self.kind {
            ReadErrorKind::Source(error) => write!(f, "cannot read the input: {error}"),
            ReadErrorKind::Expected { item: Item::DataSets, found: Found::EndOfInput } => {
                write!(f, "expected {}, found an empty input", Item::DataSets)
            }
            ReadErrorKind::Expected { item, found } => write!(f, "expected {item}, found {found}"),
            ReadErrorKind::Excess(item @ Item::Stones(_, 0), token) => write!(f, "expected {item}, found {token}"),
            ReadErrorKind::Excess(item, token) => write!(f, "expected nothing after {item}, found {token}"),
            ReadErrorKind::Size(error) => write!(f, "{error}"),
            ReadErrorKind::FarOffBoard(token, size) => write!(f, "cell {token} is off a board of size {size}"),
            ReadErrorKind::Stone(error) => write!(f, "{error}"),
            ReadErrorKind::Spacing => {
                write!(f, "expected one blank between two items and none elsewhere, as the contest statement says")
            }
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Source(error) => Some(error),
            ReadErrorKind::Size(error) => Some(error),
            ReadErrorKind::Stone(error) => Some(error),
            _ => None,
        }
    }
}
