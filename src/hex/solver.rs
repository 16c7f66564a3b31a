//! From a position to its outcome: by whole rows where the board is small enough, else by cells.

use super::completion::Outcome;
use super::completions::Completions;
use super::layers::Layers;
use super::position::Position;
use super::wave::{self, Wave};
use crate::player::{ByPlayer, Player};

/// Answers positions, one after the other; keeps its memory from one to the next.
///
/// ```
/// use quadrille::hex::{DataSets, Outcome, Strictness, Solver};
/// let mut solver = Solver::new();
/// for position in DataSets::open("1\n5\n2 2\nC2 A3\nC5 C3\n".as_bytes(), Strictness::Lenient)? {
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
/// ```
/// use quadrille::hex::{Outcome, Position, Solver, outcome_by_layers};
/// let position = Position::empty(100)?;
/// let outcome = outcome_by_layers(&position);
/// assert!(matches!(&outcome, Outcome::Open(best) if best.x.number() == 100));
/// assert_eq!(outcome, Solver::new().outcome(&position));
/// # Ok::<(), quadrille::hex::SizeError>(())
/// ```
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
