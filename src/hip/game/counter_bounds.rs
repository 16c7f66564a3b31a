//! Bounds of the number of counters that a player can still place. They decide games with turns of two counters, where
//! values ([`super::value`]) do not help. Sets are the player's forbidden sets ([`super::position`]). Cells in no set
//! count too; a caller that has taken them out adds them.
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
    // Those within `alone`.
    let mut sets = Ones(side.open & !alone).fold(side.sets(), |within, cell| within & !board.through[cell]);
    let mut count = alone.count_ones();
    // The cell that is in most sets goes first, of equal ones the first cell. There is one.
    while !sets.is_empty()
        && let Some(cell) = Ones(alone).min_by_key(|&cell| Reverse((sets & board.through[cell]).count()))
    {
        sets &= !board.through[cell];
        count -= 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::game::position::position;
    use crate::hip::game::{Game, Rules};
    use crate::player::ByPlayer;

    /// As in the example at the top of `static_bounds`: X may use B2, A3 and C3, and B2 and C3 are a set.
    #[test]
    fn a_set_costs_a_cell() -> Result<(), Box<dyn std::error::Error>> {
        let board: Board<u64> = Board::new(&Game::new("3x3".parse()?, Rules::default())).ok_or("too large")?;
        let position = position(&board, ByPlayer { x: 0b010_100_000, o: 0b000_001_111 });
        assert_eq!((most_counters(&board, &position.x), most_counters(&board, &position.o)), (2, 1));
        // B2 is X's alone. No cell is O's alone.
        assert_eq!(least_counters(&board, &position.x, &position.o), 1);
        assert_eq!(least_counters(&board, &position.o, &position.x), 0);
        Ok(())
    }
}
