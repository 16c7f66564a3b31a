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
/// way but for its `rows`. Returns those and the rows that have grown.
#[inline]
pub(super) fn flood<T: Bits>(set: &mut [T], own: &[T], rows: u64) -> u64 {
    let bottom = set.len() - 2;
    let mut changed = rows;
    let mut rows = rows;
    while rows != 0 {
        // Down and up again. A row is closed along itself for two steps; what is left then is left to the next turn.
        let window = around(rows, bottom);
        let (first, last) = (*window.start(), *window.end());
        let set = &mut set[first - 1..=last + 1];
        let own = &own[first..=last];
        let mut down = 0;
        let mut above = set[0];
        let mut same = set[1];
        for i in 0..own.len().min(set.len() - 2) {
            let below = set[i + 2];
            let touched = spread([above, same, below]).and(own[i]).and_not(same);
            down |= u64::from(touched.any()) << i;
            same = same.or(touched);
            same = same.or(beside(same).and(own[i]));
            set[i + 1] = same;
            above = same;
            same = below;
        }
        if down == 0 {
            return changed;
        }
        let mut up = 0;
        let mut below = set[own.len() + 1];
        for i in (0..own.len().min(set.len() - 2)).rev() {
            let same = set[i + 1];
            let touched = spread([set[i], same, below]).and(own[i]).and_not(same);
            up |= u64::from(touched.any()) << i;
            below = same.or(touched);
            set[i + 1] = below;
        }
        changed |= (down | up) << (first - 1);
        // What grew on the way up has not been seen from above; what grew at a border has not been seen beyond it.
        let top_border = u64::from(first > 1);
        let bottom_border = u64::from(last < bottom) << (last - first);
        rows = (up | down & (top_border | bottom_border)) << (first - 1);
    }
    changed
}
