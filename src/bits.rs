//! Bitboards: one bit per cell, each row in words of its own.
//!
//! ```text
//!     column   0 1 2 3 ... 63 | 64 65 ...         column c is bit c % 64 of word c / 64 of its row:
//!     row 0    1 0 0 1      0 |  0  1             row 0 is the words 9 and 2, row 1 is 4 and 0
//!     row 1    0 0 1 0      0 |  0  0
//! ```
//!
//! A board of at most 64 columns has one word per row, so that whole rows are shifted and combined at once.

/// A rectangle of bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BitRows {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitRows {
    /// Returns a rectangle of clear bits. It takes one bit of memory per cell, with rows rounded up to whole words.
    #[must_use]
    pub(crate) fn new(columns: usize, rows: usize) -> BitRows {
        let words_per_row = columns.div_ceil(64);
        BitRows { words_per_row, words: vec![0; words_per_row * rows] }
    }

    /// Returns whether the bit is set. The caller must ensure that the column is in the rectangle.
    ///
    /// # Panics
    /// If the row is outside the rectangle. The same holds for [`set`](Self::set) and [`row`](Self::row).
    #[must_use]
    #[inline]
    pub(crate) fn get(&self, column: usize, row: usize) -> bool {
        self.words[row * self.words_per_row + column / 64] >> (column % 64) & 1 != 0
    }

    /// Sets the bit. The caller must ensure that the column is in the rectangle.
    #[inline]
    pub(crate) fn set(&mut self, column: usize, row: usize) {
        self.words[row * self.words_per_row + column / 64] |= 1 << (column % 64);
    }

    /// Sets or clears the bits of a row from one column to another. The caller must ensure that both are in the
    /// rectangle.
    pub(crate) fn fill(&mut self, [first, last]: [usize; 2], row: usize, value: bool) {
        for index in first / 64..=last / 64 {
            let (from, to) = (first.saturating_sub(index * 64), (last - index * 64).min(63));
            let mask = u64::MAX << from & u64::MAX >> (63 - to);
            let word = &mut self.words[row * self.words_per_row + index];
            *word = if value { *word | mask } else { *word & !mask };
        }
    }

    /// Returns the words of a row, lowest columns first.
    #[must_use]
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// Calls `act` with each column of a row whose bit is set, left to right.
    #[inline]
    pub(crate) fn for_each_column(&self, row: usize, mut act: impl FnMut(usize)) {
        for (i, &word) in self.row(row).iter().enumerate() {
            for bit in Ones(word) {
                act(i * 64 + bit);
            }
        }
    }

    /// Returns the number of set bits.
    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// An iterator over the indices of the set bits of a word, lowest first.
#[derive(Clone, Debug)]
pub(crate) struct Ones(pub(crate) u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// Transposes two squares of 32 × 32 bits, which lie side by side in the words. Bit c of row r becomes bit r of row c
/// in each.
///
/// # Complexity
/// Five rounds over half of the rows, by exchanging ever smaller blocks (Warren, *Hacker's Delight*, 2002).
pub(crate) fn transpose(rows: &mut [u64; 32]) {
    let mut width = 16;
    // As many ones as the width, as many zeros, and so on.
    let mut mask = u64::MAX / ((1 << width) + 1);
    while width > 0 {
        let mut r = 0;
        while r < 32 {
            let exchange = (rows[r] >> width ^ rows[r + width]) & mask;
            rows[r] ^= exchange << width;
            rows[r + width] ^= exchange;
            r = (r + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_row_is_filled_and_cleared() {
        for (first, last) in (0..150).flat_map(|first| (first..150).map(move |last| (first, last))) {
            let mut rows = BitRows::new(150, 2);
            rows.fill([0, 149], 1, true);
            for value in [false, true] {
                rows.fill([first, last], 1, value);
                assert_eq!(rows.count(), if value { 150 } else { 150 - (last - first + 1) });
                assert!(rows.get(first, 1) == value && rows.get(last, 1) == value);
            }
        }
    }

    #[test]
    fn transposing_moves_every_bit_across_the_diagonal() {
        let mut seed = 1_u64;
        let rows: [u64; 32] = std::array::from_fn(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        });
        let mut transposed = rows;
        transpose(&mut transposed);
        for (r, c) in (0..32).flat_map(|r| (0..64).map(move |c| (r, c))) {
            assert_eq!(rows[r] >> c & 1, transposed[c % 32] >> (c - c % 32 + r) & 1, "row {r}, column {c}");
        }
    }
}
