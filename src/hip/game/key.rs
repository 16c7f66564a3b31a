//! What a position is called in the table: one name for all of its images.
//!
//! ```text
//!     counters that matter     corners of the kept forbidden sets' squares that are not open to their player: his counters
//!     X's cells                those open to X, and his among these counters
//!     O's cells                those open to O, and his
//! ```
//!
//! The name is the least image of these three sets of cells under the symmetries of the board, and with the players
//! exchanged. Two positions of one name are images of each other as games, because the name tells a player's smallest
//! forbidden sets: a square that lies within his cells has no counter of the opponent's, and what is open of it contains a
//! forbidden set of his, or it would not be within; and every kept forbidden set is what is open of such a square. Squares
//! that nobody can complete any more are within nobody's cells, so that it is no matter whether a [`Board`] has them.
//!
//! Nothing of the name is thrown away. The other way round, equal games may have several names, as when one pair is what
//! is missing of different squares: then more is searched than need be.

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
