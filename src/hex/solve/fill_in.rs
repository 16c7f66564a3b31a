//! Fill-in: cells whose stone is known before they are played.
//!
//! ```text
//!     a dead cell (*)                  a pair captured by X (* and +)
//!         X   X                                X   X
//!       X   *   -                            X   *   X
//!         -   X                                +   -
//! ```
//!
//! A cell is **dead** if its stone never matters: whatever stones the other empty cells get, the winner is the same
//! with either stone there. A pair of cells is **captured** by a player if the player, moving second in the pair, can
//! make sure that the opponent's stone there is dead. So the position is worth the same with any stone on a dead cell,
//! and with the player's stones on a captured pair: if the opponent plays there, the player answers there (Björnsson,
//! Hayward, Johanson and van Rijswijck, "Dead cell analysis in Hex and the Shannon game", 2007).
//!
//! **The test.** It looks at the ring of the cell alone. When the board is full, X's stones on the ring form arcs, as
//! many as O's. With one arc or none, a stone of X on the cell joins nothing that is not joined already; so the stone
//! is of no use to X, and the cell is dead. So a cell is dead if no way to fill its ring gives two arcs of X. Whether
//! this is so is looked up in a table for all 4096 pairs of sets of places.

use super::cells::{Board, CellSet, Stones};
use crate::player::{ByPlayer, Player};

/// Who has which places of a ring, as bits.
pub(super) type Ring = ByPlayer<u8>;

/// Whether a cell is dead, for each pair of sets of ring places: bit `o` of word `x`. And the largest number of places
/// of a dead cell's ring that are empty.
const DEAD_AND_MOST_FREE: ([u64; 64], u32) = {
    let (mut dead, mut most_free) = ([0; 64], 0);
    let mut pair = 0;
    while pair < 64 * 64 {
        let (x, o) = (pair / 64, pair % 64);
        let free = 63 & !(x | o);
        if x & o == 0 && is_dead_in_all(x, free) {
            dead[x] |= 1 << o;
            if free.count_ones() > most_free {
                most_free = free.count_ones();
            }
        }
        pair += 1;
    }
    (dead, most_free)
};
const DEAD: [u64; 64] = DEAD_AND_MOST_FREE.0;
const MOST_FREE: u32 = DEAD_AND_MOST_FREE.1;

/// Returns whether a cell may be dead when the given number of empty neighbours have got stones.
#[inline]
pub(super) fn may_be_dead<S: CellSet>(board: &Board<S>, cell: usize, empty: S, after: u32) -> bool {
    let near = board.near[cell] & empty;
    (0..MOST_FREE + after)
        .try_fold(near, |left, _| (!left.is_empty()).then(|| left.without_first()))
        .is_none_or(S::is_empty)
}

/// Returns whether X has at most one arc, whichever of the free places X gets.
const fn is_dead_in_all(x: usize, free: usize) -> bool {
    let mut more = free;
    loop {
        let all = x | more;
        let first_of_arc = all & !((all << 1 | all >> 5) & 63);
        if first_of_arc.count_ones() > 1 {
            return false;
        }
        if more == 0 {
            return true;
        }
        more = (more - 1) & free;
    }
}

/// Returns who has the places of a cell's ring.
#[inline]
pub(super) fn ring<S: CellSet>(board: &Board<S>, stones: &Stones<S>, cell: usize) -> Ring {
    let mut ring = board.outside[cell];
    for (place, near) in board.rings[cell].iter().enumerate() {
        if let &Some(near) = near {
            let near = usize::from(near);
            ring.x |= u8::from(stones.x.has(near)) << place;
            ring.o |= u8::from(stones.o.has(near)) << place;
        }
    }
    ring
}

/// Returns whether a cell with this ring is dead.
#[inline]
pub(super) fn is_dead(ring: Ring) -> bool {
    DEAD[usize::from(ring.x)] >> ring.o & 1 != 0
}

/// Returns the ring with one more stone.
#[inline]
pub(super) fn with_stone(mut ring: Ring, player: Player, place: usize) -> Ring {
    ring[player] |= 1 << place;
    ring
}

/// Returns a pair that one of these players captures, and who: an empty cell with this ring and the first such
/// neighbour of those given.
#[inline]
pub(super) fn captured_pair<S: CellSet>(
    board: &Board<S>,
    stones: &Stones<S>,
    (cell, own): (usize, Ring),
    neighbours: S,
    by: &[Player],
) -> Option<(Player, S)> {
    for (place, near) in board.rings[cell].iter().enumerate() {
        let Some(near) = near.map(usize::from).filter(|&near| neighbours.has(near)) else { continue };
        for &player in by {
            let is_dead_after = |ring, place| is_dead(with_stone(ring, player, place));
            // The first test mostly fails, and the other ring is not known yet.
            if is_dead_after(own, place) && is_dead_after(ring(board, stones, near), (place + 3) % 6) {
                return Some((player, S::from_cell(cell) | S::from_cell(near)));
            }
        }
    }
    None
}

/// Returns whether a player captures a pair of empty neighbours.
pub(super) fn is_captured<S: CellSet>(board: &Board<S>, stones: &Stones<S>, pair: [usize; 2], by: Player) -> bool {
    let [a, b] = pair;
    [(a, b), (b, a)].into_iter().all(|(dead, own)| is_dead(ring(board, &stones.with(by, own), dead)))
}

/// Fills dead cells and captured pairs, and what is dead or captured then, until there are no more. Only cells of
/// `around` and those near a filled cell are looked at. `dead` is who gets dead cells.
/// `filled_in` gets each dead cell and each pair, and who it is filled in for.
pub(super) fn fill_in<S: CellSet>(
    board: &Board<S>,
    stones: &mut Stones<S>,
    around: S,
    dead: Player,
    filled_in: &mut dyn FnMut(Player, S),
) {
    let mut open = around & stones.empty(board);
    while !open.is_empty() {
        let cell = open.first();
        open = open.without_first();
        // A cell of a captured pair is dead after a stone on the other one.
        if !may_be_dead(board, cell, stones.empty(board), 1) {
            continue;
        }
        let own = ring(board, stones, cell);
        let filled = if is_dead(own) {
            Some((dead, S::from_cell(cell)))
        } else {
            captured_pair(board, stones, (cell, own), stones.empty(board), &Player::BOTH)
        };
        if let Some((player, filled)) = filled {
            stones[player] |= filled;
            filled_in(player, filled);
            open = (open | board.with_neighbours(filled)) & stones.empty(board);
        }
    }
}
