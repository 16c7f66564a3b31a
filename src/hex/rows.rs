//! Sets of cells as rows of bits, with an edge above the first row and one below the last.
//!
//! The board's first row is row 1. Which rows of a set are meant, of the board's at most 64, is a word of its own: bit
//! r − 1 stands for row r.

use std::ops::RangeInclusive;

/// The most rows, and columns, of a board that fits.
pub const LARGEST_SIZE: u16 = 64;

/// Rows of a board with its two edges.
pub(super) const EDGED_ROWS: usize = LARGEST_SIZE as usize + 2;

/// A row of one board, or the rows of several side by side, as bits.
pub(super) trait Bits: Copy + PartialEq {
    /// No bit set.
    const NONE: Self;

    /// Joins the words of two rows, one by one.
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self != Self::NONE
    }
}

impl Bits for u64 {
    const NONE: u64 = 0;

    #[inline(always)]
    fn zip(self, other: u64, join: impl Fn(u64, u64) -> u64) -> u64 {
        join(self, other)
    }
}

/// The cells of a row that touch a cell of a set, given the set's rows around it; some may be off the board.
#[inline(always)]
pub(super) fn spread<T: Bits>([above, same, below]: [T; 3]) -> T {
    let above = above.zip(above, |word, _| word | word >> 1);
    let below = below.zip(below, |word, _| word | word << 1);
    beside(same).or(above).or(below)
}

/// The cells beside those of a row.
#[inline(always)]
fn beside<T: Bits>(row: T) -> T {
    row.zip(row, |word, _| word << 1 | word >> 1)
}

/// The rows from the first to the last of those that are meant and one more on each side, of a board that ends with
/// row `bottom`.
#[inline]
pub(super) fn around(rows: u64, bottom: usize) -> RangeInclusive<usize> {
    let first = rows.trailing_zeros() as usize;
    let last = 64 - rows.leading_zeros() as usize;
    first.max(1)..=(last + 1).min(bottom)
}

/// Adds to a set all stones of `own` that are linked to it by way of stones of `own`. The set has been closed in this
/// way but for its `rows`; the edges have no stones. Returns those rows and the ones that have grown.
///
/// Row by row: what a row touches is new for itself and the two rows beside it, which then wait for their turn, the
/// highest on the board first.
#[inline]
pub(super) fn flood<T: Bits>(set: &mut [T], own: &[T], rows: u64) -> u64 {
    let mut changed = rows;
    let mut waiting = rows;
    while waiting != 0 {
        let row = waiting.trailing_zeros() as usize + 1;
        let bit = waiting & waiting.wrapping_neg();
        waiting ^= bit;
        let (Some(set), Some(own)) = (set.get_mut(row - 1..row + 2), own.get(row - 1..row + 2)) else { break };
        let same = set[1];
        let beside = beside(same).and(own[1]).and_not(same);
        let same = same.or(beside);
        let above = same.zip(same, |word, _| word | word << 1).and(own[0]).and_not(set[0]);
        let below = same.zip(same, |word, _| word | word >> 1).and(own[2]).and_not(set[2]);
        set[0] = set[0].or(above);
        set[1] = same;
        set[2] = set[2].or(below);
        let grown = (if above.any() { bit >> 1 } else { 0 })
            | (if beside.any() { bit } else { 0 })
            | (if below.any() { bit << 1 } else { 0 });
        waiting |= grown;
        changed |= grown;
    }
    changed
}
