//! What a position is called in the table: one name for all of its images.
//!
//! The cells that a player may use, and the corners of the squares that his forbidden sets belong to, are enough to make
//! the position again: a square with a corner that is neither open to him nor in the name cannot be completed by him. Three
//! boards of bits say so, and the least of their images under the symmetries of the board, and with the players
//! exchanged, is the name. Nothing of it is thrown away, so two positions of one name are images of each other.

use super::board::{Board, Cells};
use super::position::Position;
use super::square_set::SquareSet;
use crate::player::{ByPlayer, Player};

/// The counters that matter; what is open to or occupied by one player, and by the other.
pub(super) type Key = [Cells; 3];

/// A position's name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub(super) key: Key,
    /// Whether the players are exchanged in the named image.
    pub(super) exchanged: bool,
    /// Whether the position is an image of itself with the players exchanged: its number is 0.
    pub(super) balanced: bool,
}

impl Name {
    /// The name of a position as a game between Left and Right.
    pub(super) fn new<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>) -> Name {
        let [counters, x, o] = planes(board, position, Player::X);
        let least = |planes: Key| board.images(planes).min().unwrap_or(planes);
        let (upright, exchanged) = (least([counters, x, o]), least([counters, o, x]));
        Name { key: upright.min(exchanged), exchanged: exchanged < upright, balanced: exchanged == upright }
    }
}

/// The name of a position for a player who is to move, whichever of the two.
pub(super) fn name_for<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, mover: Player) -> Key {
    let planes = planes(board, position, mover);
    board.images(planes).min().unwrap_or(planes)
}

fn planes<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, first: Player) -> Key {
    let occupied = ByPlayer::from_fn(|player| {
        let side = &position[player];
        side.sets().each().fold(0, |cells, square| cells | board.corners[square]) & !side.open
    });
    let of = |player: Player| position[player].open | occupied[player];
    [occupied.x | occupied.o, of(first), of(first.opponent())]
}
