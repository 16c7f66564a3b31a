//! The errors of a proof.

use std::io;

use thiserror::Error;

use crate::cell::Cell;
use crate::hex::{Found, PlayError};
use crate::player::Player;
use crate::text::{Place, Token};

/// The error that a proof cannot be read or is not valid.
#[derive(Debug, Error)]
#[error("{}{fault}", place.map_or_else(String::new, |place| format!("{place}: ")))]
pub struct VerifyError {
    /// The line and column of the fault; `None` if the source cannot be read.
    pub place: Option<Place>,
    /// The fault.
    pub fault: Fault,
}

/// The fault of a proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The source cannot be read.
    #[error("cannot read the proof: {0}")]
    Source(io::Error),
    /// The text has something else than is expected.
    #[error("expected {0}, found {1}")]
    Expected(&'static str, Found),
    /// A cell is off the board of this size.
    #[error("cell {0} is off a board of size {1}")]
    OffBoard(Cell, usize),
    /// A stone of the position is on a cell that has a stone already.
    #[error("{0}")]
    Stone(PlayError),
    /// There is no entry of this number above.
    #[error("there is no entry {0} above")]
    NoEntry(Token),
    /// The carriers of two entries of a way have this cell in common.
    #[error("two entries of this way need cell {0}")]
    Overlap(Cell),
    /// The stones and entries of a way do not join its ends.
    #[error("the stones and entries of this way do not join the ends")]
    NotJoined,
    /// An entry has no way.
    #[error("expected '|' and a way, found the end of the line")]
    NoWay,
    /// An entry has no way for this player's move at a cell.
    #[error("a move of {0} at {1} is not answered")]
    Unanswered(Player, Cell),
    /// An entry lists this cell twice.
    #[error("cell {0} is listed twice")]
    Twice(Cell),
    /// A cell, or a pair with it, must not be filled in.
    #[error("cell {0} is neither dead nor captured here")]
    NotFilled(Cell),
    /// The last line needs a cell that the opponent has.
    #[error("the proof needs cell {0}, which the opponent has")]
    Taken(Cell),
    /// The last line needs a stone of this player at a cell where it has none.
    #[error("the proof needs a stone of {0} at {1}")]
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
