//! Who has won, or else how few moves each player needs.
//!
//! A player's **completion** is a smallest set of empty cells that, all taken by the player while the opponent passes,
//! joins the player's two sides: the contest statement's "best case". Where several are equally small, the one whose
//! cells come first in reading order is given (compare the sorted lists of cells).

use std::fmt;

use super::completions::Completions;
use super::layers::Layers;
use super::position::Position;
use super::wave::{self, Wave};
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

/// Answers positions, one after the other; keeps its memory from one to the next.
///
/// ```
/// use quadrille::hex::{DataSets, Outcome, Rules, Solver};
/// let mut solver = Solver::new();
/// for position in DataSets::open("1\n5\n2 2\nC2 A3\nC5 C3\n".as_bytes(), Rules::Lenient)? {
///     let Outcome::Open(best) = solver.outcome(&position?) else { panic!("nobody has won") };
///     assert_eq!(best.x.to_string(), "D1-E1-B2");
///     assert_eq!(best.o.number(), 3);
/// }
/// # Ok::<(), quadrille::hex::ReadError>(())
/// ```
///
/// # Complexity
/// O(cells) in time and memory above [`wave::LARGEST_SIZE`] rows, in practice far less than a step a cell up to there.
#[derive(Debug, Default)]
pub struct Solver {
    wave: Wave,
}

impl Solver {
    /// A solver.
    #[must_use]
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Who has won, or each player's completion that is first in reading order.
    #[must_use]
    pub fn outcome(&mut self, position: &Position) -> Outcome {
        if position.size() <= wave::LARGEST_SIZE { self.wave.outcome(position) } else { outcome_by_layers(position) }
    }
}

/// The same as [`Solver::outcome`] for boards of any size by way of [`Layers`], a cell at a time.
///
/// # Complexity
/// O(cells) in time and memory.
#[must_use]
pub fn outcome_by_layers(position: &Position) -> Outcome {
    let first = |player: Player| {
        let layers = Layers::new(position, player)?;
        Completions::new(&layers).next()
    };
    // One player's layers are dropped before the other's are made: boards can be large.
    match first(Player::X) {
        None => Outcome::Won(Player::O),
        Some(x) if x.number() == 0 => Outcome::Won(Player::X),
        Some(x) => first(Player::O).map_or(Outcome::Won(Player::X), |o| Outcome::Open(ByPlayer { x, o })),
    }
}
