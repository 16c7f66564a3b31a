//! Bounds of the number of counters that a player can still place. They decide games with turns of two counters, where
//! values ([`super::value`]) do not help.
//!
//! ```text
//!     X: open A B C D    sets {A, B} {B, D}        `alone`, the cells that are open to X and not to O, is {A, B, C}.
//!     O: open D                                    {A, B} is within it, {B, D} is not.
//!     at most 4 - 1 = 3: X cannot have both A and B. {B, D} is not disjoint from this set, so it counts no further
//!     at least 3 - 1 = 2: without A there is no set within `alone`, and X has B and C whatever O does
//! ```

use std::cmp::Reverse;

use super::board::{Board, SquareSet};
use super::position::Side;
use crate::bits::Ones;

/// Returns an upper bound of the number of counters that a player can still place: the open cells less disjoint sets,
/// of each of which the player lacks a cell.
pub(super) fn most_counters<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>) -> u32 {
    let mut sets = side.sets();
    let mut count = side.open.count_ones();
    while !sets.is_empty() {
        let (square, _) = sets.split();
        sets = Ones(side.set(board, square)).fold(sets, |sets, cell| sets & !board.through[cell]);
        count -= 1;
    }
    count
}

/// Returns a lower bound of the number of counters that a player can still place whatever the opponent does: the cells
/// that are open to that player alone, less a cell of each set among them.
pub(super) fn least_counters<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, opponent: &Side<Q>) -> u32 {
    let alone = side.open & !opponent.open;
    let mut sets = Ones(side.open & !alone).fold(side.sets(), |within, cell| within & !board.through[cell]);
    let mut count = alone.count_ones();
    // The cell that is in most sets goes first.
    while !sets.is_empty()
        && let Some(cell) = Ones(alone).min_by_key(|&cell| Reverse((sets & board.through[cell]).count()))
    {
        sets &= !board.through[cell];
        count -= 1;
    }
    count
}
