//! What there is to say about a position: who has won, or else how few moves each player needs.
//!
//! A player's **completion** is a smallest set of empty cells that, all taken by the player while the opponent passes,
//! joins the player's two sides: the contest statement's "best case". Where several are equally small, the one whose
//! cells come first in reading order is given (compare the sorted lists of cells).

use std::fmt;

use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// A smallest set of empty cells that joins a player's sides. Its text form is the cells joined by `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Completion {
    cells: Vec<Cell>,
}

impl Completion {
    pub(super) fn in_reading_order(cells: Vec<Cell>) -> Completion {
        debug_assert!(cells.is_sorted());
        Completion { cells }
    }

    /// The cells, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many cells, and so moves, it takes.
    #[must_use]
    pub fn number(&self) -> usize {
        self.cells.len()
    }
}

impl fmt::Display for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.cells.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}

/// What there is to say about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has joined both sides.
    Won(Player),
    /// Nobody has, and then both still can.
    Open(ByPlayer<Completion>),
}
