//! Bitboards of both players for the search over whole rows: boards of at most 30 rows, one word per row.
//!
//! X's board is transposed first, which keeps the six directions. Then both players connect the edge above the first
//! row to the edge below the last row, and one operation on a pair of rows serves both:
//!
//! ```text
//!     -   X   -      row    X's board   O's board   own stones, bit 0 left    as one word of 64 bits,
//!       -   O   X     0       edge        edge          X         O           O's in the upper half
//!         -   -   -   1      . . .       . X .         000       000          0x00000000_00000000
//!                     2      X O .       . O X         100       010          0x00000002_00000001
//!                     3      . X .       . . .         010       000          0x00000000_00000002
//!                     4       edge        edge
//! ```
//!
//! The neighbours of a set of cells are `same << 1 | same >> 1 | above | above >> 1 | below | below << 1` in each row,
//! where `same`, `above` and `below` are the set's words of this row, the row above and the row below.
//!
//! A subset of the rows is a word of its own: bit r − 1 stands for row r.

use std::ops::{Range, RangeInclusive};

use crate::player::{ByPlayer, Player};

/// The largest size of a board whose rows of both players fit into words, and whose rows fit into [`Rows`] with two
/// edges.
pub(super) const LARGEST_SIZE: u16 = 30;

/// The rows of a board with its two edges.
pub(super) type Rows = [u64; LARGEST_SIZE as usize + 2];

/// A set of cells in consecutive rows, whose words are in a list that it shares with other sets. Rows 2 and 3 at
/// indices 5 and 6 are `Band { first: 2, last: 3, start: 5 }`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    /// The first row, counted from 1.
    pub(super) first: usize,
    /// The last row.
    pub(super) last: usize,
    /// The index of the first row in the list.
    pub(super) start: usize,
}

impl Band {
    /// Returns the range of the rows in the list.
    #[inline]
    pub(super) fn range(self) -> Range<usize> {
        self.start..self.start + self.last + 1 - self.first
    }
}

/// Returns the row of both players' boards with these words, O's in the upper half. A bit that a shift moves from one
/// half to the other, or off a board, falls where no board has a cell. The next `&` with cells of the board clears it.
#[inline(always)]
pub(super) fn join(words: ByPlayer<u64>) -> u64 {
    words.x & 0xFFFF_FFFF | words.o << 32
}

/// Returns a player's word of a row of both boards.
#[inline(always)]
pub(super) fn word(row: u64, player: Player) -> u64 {
    match player {
        Player::X => row & 0xFFFF_FFFF,
        Player::O => row >> 32,
    }
}

/// Returns the neighbours of a set in one row, given the set's rows above, here and below. Some may be off the board.
#[inline(always)]
pub(super) fn neighbours([above, same, below]: [u64; 3]) -> u64 {
    beside(same) | above | above >> 1 | below | below << 1
}

/// Returns the left and right neighbours of the cells of a row.
#[inline(always)]
fn beside(row: u64) -> u64 {
    row << 1 | row >> 1
}

/// Returns the range from the row above the first row of a subset to the row below its last one, as far as the board
/// has them: from row 1 to row `bottom`. The caller must ensure that the subset is not empty.
#[inline]
pub(super) fn range_around(rows: u64, bottom: usize) -> RangeInclusive<usize> {
    let first = rows.trailing_zeros() as usize;
    let last = 64 - rows.leading_zeros() as usize;
    first.max(1)..=(last + 1).min(bottom)
}

/// Adds to a set the chains of `own` that touch it (flood fill). Returns the subset of the rows that have changed,
/// together with `rows`. The caller must ensure that the rows of the set outside `rows` have no own neighbours outside
/// the set, and that the edge rows of `own` are empty.
///
/// The rows to visit are a queue from which the top row is taken first. A visited row spreads by one cell within
/// itself, and to the rows above and below. Each row that has grown is added to the queue.
#[inline]
pub(super) fn flood_fill(set: &mut [u64], own: &[u64], rows: u64) -> u64 {
    let mut changed = rows;
    let mut waiting = rows;
    while waiting != 0 {
        let row = waiting.trailing_zeros() as usize + 1;
        let bit = waiting & waiting.wrapping_neg();
        waiting ^= bit;
        let (Some(set), Some(own)) = (set.get_mut(row - 1..row + 2), own.get(row - 1..row + 2)) else { break };
        let same = set[1];
        let beside = beside(same) & own[1] & !same;
        let same = same | beside;
        let above = (same | same << 1) & own[0] & !set[0];
        let below = (same | same >> 1) & own[2] & !set[2];
        set[0] |= above;
        set[1] = same;
        set[2] |= below;
        let grown = (if above != 0 { bit >> 1 } else { 0 })
            | (if beside != 0 { bit } else { 0 })
            | (if below != 0 { bit << 1 } else { 0 });
        waiting |= grown;
        changed |= grown;
    }
    changed
}
