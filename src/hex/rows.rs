//! Sets of cells as rows of bits, with an edge above the first row and below the last.

/// The most rows, and columns, of a board that fits.
pub const LARGEST_SIZE: u16 = 64;

/// Rows of a board with its two edges: the board's first row is row 1.
pub(super) const EDGED_ROWS: usize = LARGEST_SIZE as usize + 2;

/// A row of one board, or of several side by side, as bits.
pub(super) trait Bits: Copy {
    /// Joins the words of two rows, one by one.
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self;

    /// Whether a bit is set.
    fn any(self) -> bool;

    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Bits for u64 {
    #[inline]
    fn zip(self, other: u64, join: impl Fn(u64, u64) -> u64) -> u64 {
        join(self, other)
    }

    #[inline]
    fn any(self) -> bool {
        self != 0
    }
}

/// The cells of a row that touch a cell of a set, or lie beside one in the row, given the set's rows around it; some
/// may be off the board.
#[inline]
pub(super) fn spread<T: Bits>(above: T, same: T, below: T) -> T {
    let beside = same.zip(same, |word, _| word << 1 | word >> 1);
    let above = above.zip(above, |word, _| word | word >> 1);
    let below = below.zip(below, |word, _| word | word << 1);
    beside.or(above).or(below)
}

/// Rows from `first` to `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Band {
    pub(super) fn rows(self) -> usize {
        self.last - self.first + 1
    }

    /// With a row more on each side, as far as the board goes, whose last row is `bottom`.
    #[inline]
    pub(super) fn widened(self, bottom: usize) -> Band {
        Band { first: self.first.saturating_sub(1).max(1), last: (self.last + 1).min(bottom) }
    }
}

/// Adds to a set all stones of `own` that are linked to it by way of stones of `own`; the set has been closed in this
/// way but for the rows of the `band`. Returns the rows where it may be new then.
#[inline]
pub(super) fn flood<T: Bits>(set: &mut [T], own: &[T], band: Band) -> Band {
    let bottom = set.len() - 2;
    let mut new = band;
    loop {
        let Band { first, last } = new.widened(bottom);
        let (set, own) = (&mut set[first - 1..=last + 1], &own[first - 1..=last + 1]);
        let rows = last - first + 1;
        // Down and up again; each row is closed along itself as far as two steps go, the rest is left to the next turn.
        let mut grown = false;
        let mut above = set[0];
        for row in 1..=rows {
            let touched = spread(above, set[row], set[row + 1]).and(own[row]).and_not(set[row]);
            if touched.any() {
                grown = true;
                set[row] = set[row].or(touched);
                new.first = new.first.min(first + row - 1);
                new.last = new.last.max(first + row - 1);
            }
            above = set[row];
        }
        if !grown {
            return new;
        }
        grown = false;
        for row in (1..=rows).rev() {
            let touched = spread(set[row - 1], set[row], set[row + 1]).and(own[row]).and_not(set[row]);
            if touched.any() {
                grown = true;
                set[row] = set[row].or(touched);
                new.first = new.first.min(first + row - 1);
                new.last = new.last.max(first + row - 1);
            }
        }
        if !grown && new.widened(bottom) == (Band { first, last }) {
            return new;
        }
    }
}
