//! Reading the contest's input, one data set at a time.
//!
//! ```text
//!     2            the number D of data sets, then D times:
//!     5              the size S of the board
//!     2 2            how many stones X and O have
//!     C2 A3          X's cells
//!     C5 C3          O's cells (a line without cells is empty; at the end of the text it may be absent)
//!     ...
//! ```
//!
//! [`DataSets`] reads no further than the data set asked for, so that answers can be given while the rest of the input
//! is still on its way, and holds one position at a time. What breaks the format is an error with its place, and the
//! last thing that is read. Nothing is allocated for announced counts: stones are put on the board as they come.

use std::io::Read;

use super::position::Position;
use super::read_error::{Item, ReadError, ReadErrorKind};
use super::statement::{Rules, STATEMENT_DATA_SETS, STATEMENT_SIZE};
use crate::cell::{Cell, ParseCellError};
use crate::player::Player;
use crate::text::{Cursor, Gap, LineEnd, ParseNumberError, Place};

/// The data sets of an input, in order; an iterator over positions.
///
/// ```
/// use quadrille::hex::{DataSets, Rules};
/// let mut sets = DataSets::open("1\n5\n2 1\nC2 A3\nF1\n".as_bytes(), Rules::Lenient)?;
/// assert_eq!(sets.announced(), 1);
/// let error = sets.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 5, column 1: cell F1 is off a board of size 5");
/// assert!(sets.next().is_none());
/// # Ok::<(), quadrille::hex::ReadError>(())
/// ```
#[derive(Debug)]
pub struct DataSets<R> {
    cursor: Cursor<R>,
    rules: Rules,
    announced: u64,
    begun: u64,
    ended: bool,
}

impl<R: Read> DataSets<R> {
    /// Reads the number of data sets.
    ///
    /// # Errors
    /// If the source cannot be read, or does not begin with a number on a line of its own (that the rules allow).
    pub fn open(source: R, rules: Rules) -> Result<Self, ReadError> {
        let cursor = Cursor::new(source)?;
        let mut sets = DataSets { cursor, rules, announced: 0, begun: 0, ended: false };
        let (announced, place) = sets.number(Item::DataSets, Gap::None)?;
        if rules == Rules::Statement && !(1..=STATEMENT_DATA_SETS).contains(&announced) {
            return Err(ReadErrorKind::TooManyOrFewDataSets(announced).at(place));
        }
        sets.end_line(Item::DataSets)?;
        sets.announced = announced;
        Ok(sets)
    }

    /// The number of data sets that the input says it has.
    #[must_use]
    pub fn announced(&self) -> u64 {
        self.announced
    }

    fn data_set(&mut self) -> Result<Position, ReadError> {
        let (size, place) = self.number(Item::Size(self.begun), Gap::None)?;
        let mut position = Position::empty(size).map_err(|error| ReadErrorKind::Size(error).at(place))?;
        if self.rules == Rules::Statement && position.size() > STATEMENT_SIZE {
            return Err(ReadErrorKind::LargerThanStatement(position.size()).at(place));
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
            return Err(ReadErrorKind::TooManyStones { player, count, size }.at(place));
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
                return Err(ReadErrorKind::FewerStones { player, count, found: placed }.at(place));
            };
            let cell = match token.bytes().map_or(Err(ParseCellError::Malformed), Cell::from_bytes) {
                Ok(cell) => cell,
                Err(ParseCellError::Malformed) => return Err(ReadErrorKind::ParseCellError(token).at(place)),
                Err(ParseCellError::OutOfRange) => {
                    return Err(ReadErrorKind::FarOffBoard { token, size: position.size() }.at(place));
                }
            };
            position.play(player, cell).map_err(|error| ReadErrorKind::Stone(error).at(place))?;
            placed += 1;
        }
        self.end_line(Item::Stones(player, count))
    }

    /// Puts stones on the board for as long as the text is of the plainest kind (one letter, one or two digits, one
    /// blank or the line's end, all in the buffer) and without fault; the cursor stays at the first that is not. Most
    /// of the reading is done here, without a branch that the length of a number decides.
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
            // A blank is passed over only before another stone, for it is then known to be the only one.
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
            return Err(ReadErrorKind::Missing { item, at_end }.at(place));
        };
        match token.number() {
            Ok(number) => Ok((number, place)),
            Err(ParseNumberError::Malformed) => Err(ReadErrorKind::NotANumber { item, token }.at(place)),
            Err(ParseNumberError::TooLarge) => Err(ReadErrorKind::NumberTooLarge(token).at(place)),
        }
    }

    /// Passes over the blanks before an item; the statement allows only one kind of gap there.
    fn blanks(&mut self, allowed: Gap) -> Result<(), ReadError> {
        let place = self.cursor.place();
        let gap = self.cursor.blanks()?;
        if self.rules == Rules::Statement && gap != Gap::None && gap != allowed {
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
            return Err(token.map_or(ReadErrorKind::Spacing, |token| ReadErrorKind::Excess { item, token }).at(after));
        }
        if self.rules == Rules::Statement && gap != Gap::None {
            return Err(ReadErrorKind::Spacing.at(place));
        }
        Ok(())
    }

    /// After the last data set only blank lines may follow.
    fn nothing_more(&mut self) -> Result<(), ReadError> {
        loop {
            self.blanks(Gap::None)?;
            let place = self.cursor.place();
            match self.cursor.line_end()? {
                LineEnd::Passed => {}
                LineEnd::EndOfText => return Ok(()),
                LineEnd::MoreInLine => {
                    return match self.cursor.token()? {
                        Some(token) => Err(ReadErrorKind::AfterLast(token).at(place)),
                        None => Ok(()),
                    };
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
            self.nothing_more().err().map(Err)
        };
        self.ended |= matches!(next, Some(Err(_)));
        next
    }
}
