//! Shapes: the essential boxes that are left of a mountain on a ring, up to rotation and reflection.
//!
//! ```text
//!     height 3    /\/\                     the essential boxes are at height 2 and above: a game removes all of them,
//!     height 2   /    \__/\____            each from a local maximum, and ends with the last one
//!     bits       110100. 10. .             1 an up, 0 a down; a dot, also written 0, is a column of the bottom row, at
//!                                          height 2, whose box is gone: one of a *gap*
//! ```
//!
//! On `K_n` the bottom row is a ring of `n` columns. A *mountain* is a balanced word over columns that still have their
//! boxes, with one up for each column, and a gap follows each mountain. Rotations and reflections of a shape are worth
//! the same.

/// A shape as one number: its bits, the first one the lowest, and a 1 after the last. It is the least number of all
/// rotations and reflections that begin with a mountain.
///
/// ```text
///     the empty board of K4: one mountain of three columns, one gap      1 1 1 0 0 0 .      0b1_0_000111
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(u64);

/// How gaps are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gaps {
    /// As they are.
    Counted,
    /// As one column if they are odd, else as none.
    Parity,
}

/// The steps of a shape from some ground on, in their order around the ring.
///
/// ```text
///     bits      1 1 0 1 0 0 . 1 0 . .
///     ground    x           x x   x x      steps that begin at height 1
///     gaps                  x     x x
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    bits: u64,
    ground: u64,
    gaps: u64,
    /// The number of steps: at most 63, since there are at most 32 columns and one of them is gone.
    length: u32,
}

impl Ring {
    /// Returns the ring of these steps, fewer than 64, from the first bit on.
    pub(super) fn new(bits: u64, length: u32) -> Ring {
        let (mut ground, mut gaps, mut height) = (0, 0, 0_u32);
        for step in 0..length {
            ground |= u64::from(height == 0) << step;
            if bits >> step & 1 == 1 {
                height += 1;
            } else if height == 0 {
                gaps |= 1 << step;
            } else {
                height -= 1;
            }
        }
        Ring { bits, ground, gaps, length }
    }

    /// Returns a mask of the steps at which mountains begin: those after a gap, or all if there is no gap.
    fn starts(&self) -> u64 {
        let after_gap = if self.gaps == 0 { u64::MAX } else { self.gaps << 1 | self.gaps >> (self.length - 1) };
        self.ground & self.bits & after_gap
    }

    /// Returns the number of mountains.
    pub(super) fn mountains(&self) -> u8 {
        // At most 21: a mountain and its gap have three steps.
        self.starts().count_ones() as u8
    }

    /// Returns the number of tempo moves that the gaps free.
    pub(super) fn free(&self) -> u32 {
        let (mut free, mut starts) = (0, self.starts());
        while starts != 0 {
            let before = self.rotated(self.gaps, starts.trailing_zeros()) << (u64::BITS - self.length);
            starts &= starts - 1;
            let gap = before.leading_ones();
            free += gap * gap.saturating_sub(1) / 2;
        }
        free
    }

    /// Returns the ring with its gaps encoded by parity. There is a mountain and a gap.
    pub(super) fn with_parity(&self) -> Ring {
        let start = self.starts().trailing_zeros();
        let [bits, gaps] = [self.bits, self.gaps].map(|mask| self.rotated(mask, start));
        let (mut encoded, mut length) = (0, 0);
        let mut step = 0;
        while step < self.length {
            let gap = (gaps >> step).trailing_ones();
            encoded |= (bits >> step & u64::from(gap == 0)) << length;
            length += if gap == 0 { 1 } else { gap % 2 };
            step += gap.max(1);
        }
        Ring::new(encoded, length)
    }

    /// Returns the shape of the ring.
    #[inline]
    pub(super) fn shape(&self) -> Shape {
        if self.ground == self.gaps {
            return Shape::FLAT;
        }
        Shape(self.least().min(self.reversed().least()) | 1 << self.length)
    }

    /// Returns the least number of the steps from the beginning of a mountain on. There is a mountain.
    #[inline]
    fn least(&self) -> u64 {
        let (mut least, mut starts) = (u64::MAX, self.starts());
        while starts != 0 {
            least = least.min(self.rotated(self.bits, starts.trailing_zeros()));
            starts &= starts - 1;
        }
        least
    }

    /// Returns the mirror image: in reverse order, ups and downs exchanged.
    #[inline]
    fn reversed(&self) -> Ring {
        let reversed = |mask: u64| mask.reverse_bits() >> (u64::BITS - self.length);
        // A step began where its mirror image ends.
        let ends = reversed(self.ground);
        let ground = (ends << 1 | ends >> (self.length - 1)) & self.mask();
        let bits = reversed(!self.bits & !self.gaps & self.mask());
        Ring { bits, ground, gaps: reversed(self.gaps), length: self.length }
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.length)
    }

    /// Returns a mask of steps from another step on.
    #[inline]
    fn rotated(&self, mask: u64, by: u32) -> u64 {
        if by == 0 { mask } else { (mask >> by | mask << (self.length - by)) & self.mask() }
    }

    /// Calls `with` for each box that can be removed: with the ring that is left, and the number of tempo moves that this
    /// frees.
    #[inline]
    pub(super) fn removals(&self, gaps: Gaps, mut with: impl FnMut(&Ring, u32)) {
        // An up and then a down; the last step is not an up.
        let mut peaks = self.bits & !(self.bits >> 1);
        while peaks != 0 {
            let peak = peaks.trailing_zeros();
            peaks &= peaks - 1;
            let start = (self.ground & ((2 << peak) - 1)).ilog2();
            if start == peak {
                let (ring, freed) = self.without_column(peak, gaps);
                with(&ring, freed);
            } else {
                let ups = (self.bits >> start & ((1 << (peak - start)) - 1)).count_ones();
                let is_lowest = 2 * ups == peak - start + 1;
                let ground = self.ground | u64::from(is_lowest) << (peak + 1);
                with(&Ring { bits: self.bits ^ 3 << peak, ground, ..*self }, 0);
            }
        }
    }

    /// Removes the box of the bottom row below the peak at a step.
    #[inline]
    fn without_column(&self, peak: u32, encoding: Gaps) -> (Ring, u32) {
        let bits = self.rotated(self.bits, peak) >> 2;
        let ground = self.rotated(self.ground, peak) >> 2;
        let gaps = self.rotated(self.gaps, peak) >> 2;
        let length = self.length - 2;
        let [left, right] = [(gaps << (u64::BITS - length)).leading_ones(), gaps.trailing_ones()];
        let ring = if encoding == Gaps::Counted || left + right == 0 {
            Ring { bits, ground: ground | 1 << length, gaps: gaps | 1 << length, length: length + 1 }
        } else if right > 0 {
            Ring { bits: bits >> 1, ground: ground >> 1, gaps: gaps >> 1, length: length - 1 }
        } else {
            let last = 1 << (length - 1);
            Ring { bits, ground: ground & !last, gaps: gaps & !last, length: length - 1 }
        };
        (ring, (left + 1) * (right + 1) - 1)
    }
}

impl Shape {
    /// No essential box is left: the game is over.
    pub(super) const FLAT: Shape = Shape(1);

    /// One box is left, with gaps encoded by parity on a graph with an even number of vertices: `1 0 .`.
    pub(super) const ONE_BOX: Shape = Shape(0b1001);

    /// Two boxes are left, and two even gaps, of which one may be 0: `1 0 1 0`.
    pub(super) const TWO_NEIGHBOURS: Shape = Shape(0b1_0101);

    /// Two boxes are left, and two odd gaps: `1 0 . 1 0 .`.
    pub(super) const TWO_APART: Shape = Shape(0b100_1001);

    /// Returns the key of a position that is a shape and one more bit.
    pub(super) fn key_with(self, bit: bool) -> u64 {
        self.0 << 1 | u64::from(bit)
    }

    /// Returns the shape of a key.
    pub(super) fn from_key(key: u64) -> Shape {
        Shape(key >> 1)
    }

    /// Returns the largest number of bits of a [key](Self::key_with) on `K_n`.
    pub(super) fn key_bits(n: u32) -> u32 {
        2 * n + 1
    }

    /// Returns the largest number of bits of a [short key](Self::short_key) on `K_n`.
    pub(super) fn short_key_bits(n: u32) -> u32 {
        2 * n - 2
    }

    /// Returns the shape without its first bit, an up, and its last bit, which is 0. A box must be left.
    pub(super) fn short_key(self) -> u64 {
        let length = self.0.ilog2();
        (self.0 ^ 3 << (length - 1)) >> 1
    }

    /// Returns the shape of a short key.
    pub(super) fn from_short_key(key: u64) -> Shape {
        let last = key.ilog2() + 1;
        Shape((key << 1 | 1) ^ 3 << last)
    }

    /// Returns the number of columns that still have their boxes.
    pub(super) fn columns(self) -> u32 {
        self.0.count_ones() - 1
    }

    /// Returns the number of columns that are encoded as gone.
    pub(super) fn gone(self) -> u32 {
        self.0.ilog2() - 2 * self.columns()
    }

    /// Returns the number of boxes that are left.
    pub(super) fn boxes(self) -> u32 {
        let mut boxes = 0;
        let mut height = 0_u32;
        for bit in 0..self.0.ilog2() {
            if self.0 >> bit & 1 == 1 {
                height += 1;
                boxes += height;
            } else {
                height = height.saturating_sub(1);
            }
        }
        boxes
    }

    /// Returns the steps, from the first bit on.
    pub(super) fn ring(self) -> Ring {
        let length = self.0.ilog2();
        Ring::new(self.0 ^ 1 << length, length)
    }
}
