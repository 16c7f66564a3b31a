//! Dead cells and captured pairs, as the checker sees them: each is a test of the rings of one or two cells.

use super::board::{Board, Set};
use crate::player::Player;

/// The place before the winner's or the opponent's next move in which each cell outside of an entry is the opponent's.
#[derive(Clone, Copy)]
pub(super) struct Worst {
    /// The winner's stones.
    pub(super) own: Set,
    /// The empty cells.
    pub(super) empty: Set,
}

impl Worst {
    /// Returns the place with one more stone of the winner.
    pub(super) fn with(self, cell: usize) -> Worst {
        Worst { own: self.own.or(Set::from_cell(cell)), empty: self.empty.without(Set::from_cell(cell)) }
    }

    /// Returns whether the stone on a cell makes no difference: however the ring's empty places are filled, the
    /// winner's stones there form one arc, all of the ring or nothing.
    fn is_dead(self, board: &Board, cell: usize) -> bool {
        let ring = ring(board, cell).map(|place| match place {
            Ok(near) if self.empty.has(near) => None,
            Ok(near) => Some(self.own.has(near)),
            Err(side) => Some(side == board.winner),
        });
        let fits = |filled: &u8| {
            ring.iter().zip(0..).all(|(own, place)| own.is_none_or(|own| own == (filled >> place & 1 != 0)))
        };
        (0..64).filter(fits).all(|filled| (filled & !(filled << 1 | filled >> 5) & 63).count_ones() <= 1)
    }

    /// Returns whether the winner's stones may be filled in: on a dead cell, or on a captured pair, where a stone on
    /// either cell makes the other one dead.
    pub(super) fn is_filled(self, board: &Board, group: &[usize]) -> bool {
        match *group {
            [cell] => self.is_dead(board, cell),
            [one, other] => self.with(one).is_dead(board, other) && self.with(other).is_dead(board, one),
            _ => false,
        }
    }
}

/// Returns the six places around a cell, clockwise: a cell, or the player whose side is there. Between two sides it
/// makes no difference whose.
fn ring(board: &Board, cell: usize) -> [Result<usize, Player>; 6] {
    let (row, column) = (cell / board.size, cell % board.size);
    let on_board = |at: usize, step| at.checked_add_signed(step).filter(|&at| at < board.size);
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].map(|(right, down)| {
        match (on_board(row, down), on_board(column, right)) {
            (Some(row), Some(column)) => Ok(row * board.size + column),
            (_, None) => Err(Player::X),
            (None, _) => Err(Player::O),
        }
    })
}
