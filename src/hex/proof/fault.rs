//! The errors of a proof.

use std::error::Error;
use std::fmt;
use std::io;

use crate::cell::Cell;
use crate::hex::{Found, PlayError};
use crate::player::Player;
use crate::text::{Place, Token};

/// The error that a proof cannot be read or is not valid.
#[derive(Debug)]
pub struct VerifyError {
    /// The line and column of the fault; `None` if the source cannot be read.
    pub place: Option<Place>,
    /// The fault.
    pub fault: Fault,
}

/// The fault of a proof.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The source cannot be read.
    Source(io::Error),
    /// The text has something else than is expected.
    Expected(&'static str, Found),
    /// A cell is off the board of this size.
    OffBoard(Cell, usize),
    /// A stone of the position is on a cell that has a stone already.
    Stone(PlayError),
    /// There is no entry of this number above.
    NoEntry(Token),
    /// The carriers of two entries of a way have this cell in common.
    Overlap(Cell),
    /// The stones and entries of a way do not join its ends.
    NotJoined,
    /// An entry has no way.
    NoWay,
    /// An entry has no way for this player's move at a cell.
    Unanswered(Player, Cell),
    /// The last line needs a cell that the opponent has.
    Taken(Cell),
    /// The last line needs a stone of this player at a cell where it has none.
    NoStone(Player, Cell),
}

impl Fault {
    pub(super) fn at(self, place: Place) -> VerifyError {
        VerifyError { place: Some(place), fault: self }
    }
}

impl From<io::Error> for VerifyError {
    fn from(error: io::Error) -> VerifyError {
        VerifyError { place: None, fault: Fault::Source(error) }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        match &self.fault {
            Fault::Source(error) => write!(f, "cannot read the proof: {error}"),
            Fault::Expected(what, found) => write!(f, "expected {what}, found {found}"),
            Fault::OffBoard(cell, size) => write!(f, "cell {cell} is off a board of size {size}"),
            Fault::Stone(error) => write!(f, "{error}"),
            Fault::NoEntry(number) => write!(f, "there is no entry {number} above"),
            Fault::Overlap(cell) => write!(f, "two entries of this way need cell {cell}"),
            Fault::NotJoined => write!(f, "the stones and entries of this way do not join the ends"),
            Fault::NoWay => write!(f, "expected '|' and a way, found the end of the line"),
            Fault::Unanswered(player, cell) => write!(f, "a move of {player} at {cell} is not answered"),
            Fault::Taken(cell) => write!(f, "the proof needs cell {cell}, which the opponent has"),
            Fault::NoStone(player, cell) => write!(f, "the proof needs a stone of {player} at {cell}"),
        }
    }
}

impl Error for VerifyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            Fault::Source(error) => Some(error),
            Fault::Stone(error) => Some(error),
            _ => None,
        }
    }
}
