//! A game that was played, with all that was legal on the way: what a policy learns from.

use crate::morpion::board::Candidate;

/// The number of a move among those that a search has met.
pub(super) type Code = u32;

/// A move that was legal in a game: from the time that so many moves had been made, to the time that so many had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Birth {
    pub(super) code: Code,
    pub(super) born: u16,
    pub(super) died: u16,
}

/// A game that was played, and the moves that were legal when one was chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) moves: Vec<Candidate>,
    /// For each move its place among the births.
    pub(super) played: Vec<u16>,
    pub(super) births: Vec<Birth>,
}

impl Track {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.played.clear();
        self.births.clear();
    }
}
