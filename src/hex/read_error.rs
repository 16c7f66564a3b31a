//! What can be wrong with an input, in one line with its place.

use std::error::Error;
use std::fmt;
use std::io;

use super::position::{IllegalStone, SizeError};
use super::statement::{STATEMENT_DATA_SETS, STATEMENT_SIZE};
use crate::player::Player;
use crate::text::{Place, Token};

/// What the format expects at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The number of data sets.
    DataSets,
    /// The size of the board of a data set, which is counted from 1.
    Size(u64),
    /// How many stones a player has.
    Count(Player),
    /// A player's stones, and how many are announced.
    Stones(Player, u64),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::DataSets => write!(f, "the number of data sets"),
            Item::Size(data_set) => write!(f, "the size of data set {data_set}"),
            Item::Count(player) => write!(f, "the number of {player}'s stones"),
            Item::Stones(player, 0) => write!(f, "an empty line for the cells of {player}, who has 0 stones"),
            Item::Stones(player, count) => write!(f, "{count} cell{} of {player}", if *count == 1 { "" } else { "s" }),
        }
    }
}

/// Input that is not in the contest's format: what is wrong, and where.
///
/// ```
/// use quadrille::hex::{DataSets, ReadErrorKind, Rules};
/// let Err(error) = DataSets::open("two\n".as_bytes(), Rules::Lenient) else { panic!("no number") };
/// assert!(matches!(error.kind, ReadErrorKind::NotANumber { .. }));
/// assert_eq!(error.to_string(), "line 1, column 1: expected the number of data sets, found 'two'");
/// ```
#[derive(Debug)]
pub struct ReadError {
    /// Where, if it is the text that is wrong and not its source.
    pub place: Option<Place>,
    /// What.
    pub kind: ReadErrorKind,
}

/// What is wrong with an input.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The source cannot be read.
    Source(io::Error),
    /// The line, or the whole text, ends before this.
    Missing {
        /// What is missing.
        item: Item,
        /// Whether the text ends there.
        at_end: bool,
    },
    /// Something else stands where a number is expected.
    NotANumber {
        /// The number that is expected.
        item: Item,
        /// What stands there.
        token: Token,
    },
    /// A number of more than 64 bits.
    NumberTooLarge(Token),
    /// The statement's rules, and not 1 to 100 data sets.
    TooManyOrFewDataSets(u64),
    /// No board has this size.
    Size(SizeError),
    /// The statement's rules, and a size above 21.
    LargerThanStatement(u16),
    /// More stones than cells are announced.
    TooManyStones {
        /// Whose.
        player: Player,
        /// How many.
        count: u64,
        /// The board's size.
        size: u16,
    },
    /// A line of stones ends too early.
    FewerStones {
        /// Whose.
        player: Player,
        /// How many were announced.
        count: u64,
        /// How many there are.
        found: u64,
    },
    /// Something else stands where a cell is expected.
    ParseCellError(Token),
    /// The name of a cell that no board here has.
    FarOffBoard {
        /// The name.
        token: Token,
        /// The board's size.
        size: u16,
    },
    /// A stone on a cell that is off the board, or has a stone already.
    Stone(IllegalStone),
    /// More in a line than belongs there.
    Excess {
        /// The last thing that belongs there.
        item: Item,
        /// What follows it.
        token: Token,
    },
    /// Text after the last data set.
    AfterLast(Token),
    /// The statement's rules, and blanks that it does not allow.
    Spacing,
}

impl ReadErrorKind {
    pub(super) fn at(self, place: Place) -> ReadError {
        ReadError { place: Some(place), kind: self }
    }
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
            ReadErrorKind::Missing { item: Item::DataSets, at_end: true } => {
                write!(f, "expected {}, found an empty input", Item::DataSets)
            }
            ReadErrorKind::Missing { item, at_end } => {
                write!(f, "expected {item}, found the end of the {}", if *at_end { "input" } else { "line" })
            }
            ReadErrorKind::NotANumber { item, token } => write!(f, "expected {item}, found {token}"),
            ReadErrorKind::NumberTooLarge(token) => write!(f, "expected a number of at most 64 bits, found {token}"),
            ReadErrorKind::TooManyOrFewDataSets(announced) => {
                write!(
                    f,
                    "expected 1 to {STATEMENT_DATA_SETS} data sets, as the contest statement says, found {announced}"
                )
            }
            ReadErrorKind::Size(error) => write!(f, "{error}"),
            ReadErrorKind::LargerThanStatement(size) => {
                write!(f, "expected a size from 1 to {STATEMENT_SIZE}, as the contest statement says, found {size}")
            }
            ReadErrorKind::TooManyStones { player, count, size } => {
                let most = u64::from(*size).pow(2);
                write!(f, "expected at most {most} stones of {player} on a board of size {size}, found {count}")
            }
            ReadErrorKind::FewerStones { player, count, found } => {
                write!(f, "expected {} on this line, found {found}", Item::Stones(*player, *count))
            }
            ReadErrorKind::ParseCellError(token) => write!(f, "expected a cell such as C2, found {token}"),
            ReadErrorKind::FarOffBoard { token, size } => write!(f, "cell {token} is off a board of size {size}"),
            ReadErrorKind::Stone(error) => write!(f, "{error}"),
            ReadErrorKind::Excess { item: item @ Item::Stones(_, 0), token } => {
                write!(f, "expected {item}, found {token}")
            }
            ReadErrorKind::Excess { item, token } => write!(f, "expected nothing after {item}, found {token}"),
            ReadErrorKind::AfterLast(token) => write!(f, "expected nothing after the last data set, found {token}"),
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
