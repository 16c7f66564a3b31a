//! Shapes: the essential boxes that are left of a mountain on a ring, up to rotation and reflection.
//!
//! ```text
//!     height 3         /\                  the essential boxes are at height 2 and above: a game removes all of
//!     height 2      /\/  \    /\           them, each from a local maximum, and ends with the last one
//!     height 1   __/      \__/  \__   _
//!     bits         1 1 0 1 0 0 .  1 0 . .     1 an up, 0 a down; a dot, also written 0, is a column of the bottom
//!                                             row, at height 2, whose box is gone: one of a *gap*
//! ```
//!
//! On `K_n` the bottom row is a ring of `n` columns. A *mountain* is a balanced word over columns that still have their
//! boxes, with one up for each column, and a gap follows each mountain. Rotations and reflections of a shape are worth
//! the same.

/// A shape as one number: its bits, the first one the lowest, and a 1 after the last. It is the least number of all
/// rotations and reflections.
///
/// ```text
///     the empty board of K4: one mountain of three columns, one gap      1 1 1 0 0 0 .      0b1_0_000111
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(u64);

/// How the length of a gap is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gaps {
    /// As it is.
    Counted,
    /// As one column if it is odd, else as two.
    Parity,
}

/// A mountain and the gap after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// The balanced word of the mountain.
    pub(super) word: u64,
    /// The number of its columns.
    pub(super) columns: u32,
    /// The length of the gap.
    pub(super) gap: u32,
}

impl Segment {
    /// Returns the word of the mirror image: in reverse order, ups and downs exchanged.
    fn reversed_word(self) -> u64 {
        (!self.word).reverse_bits() >> (u64::BITS - 2 * self.columns)
    }
}

/// The segments of a shape, in their order around the ring.
///
/// ```text
///     1 1 0 1 0 0 . 1 0 . .      word 0b001011, 3 columns, gap 1;  word 0b01, 1 column, gap 2
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    /// A segment has at least three bits.
    segments: [Segment; 21],
    count: usize,
}

impl Ring {
    /// Returns the ring without a mountain.
    pub(super) fn flat() -> Ring {
        Ring { segments: [Segment::default(); 21], count: 0 }
    }

    /// Appends a segment; the caller ensures that there are fewer than 21.
    pub(super) fn push(&mut self, segment: Segment) {
        self.segments[self.count] = segment;
        self.count += 1;
    }

    /// Returns the segments.
    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments[..self.count]
    }

    /// Returns the number of mountains.
    pub(super) fn mountains(&self) -> u8 {
        // At most 21.
        self.count as u8
    }

    /// Returns the shape of the segments, whose gaps the caller has encoded.
    pub(super) fn shape(&self) -> Shape {
        let segments = self.segments();
        let mut backwards = Ring::flat();
        for (i, &segment) in segments.iter().enumerate().rev() {
            let before = segments[(i + self.count - 1) % self.count];
            backwards.push(Segment { word: segment.reversed_word(), gap: before.gap, ..segment });
        }
        let read_from = |from: usize| self.read_from(from).min(backwards.read_from(from));
        Shape((0..self.count).map(read_from).min().unwrap_or(Shape::FLAT.0))
    }

    /// Returns the number of the word that begins at a segment.
    fn read_from(&self, from: usize) -> u64 {
        let (mut bits, mut length) = (0, 0);
        let (before, after) = self.segments().split_at(from);
        for segment in after.iter().chain(before) {
            bits |= segment.word << length;
            length += 2 * segment.columns + segment.gap;
        }
        bits | 1 << length
    }

    /// Calls `with` for each box that can be removed: with the ring that is left, and the number of tempo moves that
    /// this frees.
    pub(super) fn removals(&self, gaps: Gaps, mut with: impl FnMut(&Ring, u32)) {
        for (at, segment) in self.segments().iter().enumerate() {
            // An up and then a down. The last bit is a down, so that no bit after the word matters.
            let mut peaks = segment.word & !(segment.word >> 1);
            while peaks != 0 {
                let peak = peaks.trailing_zeros();
                peaks &= peaks - 1;
                let below = segment.word & ((1 << peak) - 1);
                if 2 * below.count_ones() > peak {
                    let mut ring = *self;
                    ring.segments[at].word ^= 3 << peak;
                    with(&ring, 0);
                } else {
                    let (ring, freed) = self.without_bottom(at, peak, gaps);
                    with(&ring, freed);
                }
            }
        }
    }

    /// Removes the box of the bottom row below the peak at a bit of a mountain.
    fn without_bottom(&self, at: usize, peak: u32, gaps: Gaps) -> (Ring, u32) {
        let segment = self.segments[at];
        let left = Segment { word: segment.word & ((1 << peak) - 1), columns: peak / 2, gap: 0 };
        let columns = segment.columns - left.columns - 1;
        let right = Segment { word: segment.word >> (peak + 2), columns, gap: 0 };
        // The gaps that the column joins on either side, if there is no other box.
        let before = (at + self.count - 1) % self.count;
        let left_gap = if left.columns == 0 { self.segments[before].gap } else { 0 };
        let right_gap = if right.columns == 0 { segment.gap } else { 0 };
        let gap = gaps.encoded(left_gap + 1 + right_gap);
        let freed = (left_gap + 1) * (right_gap + 1) - 1;
        let mut ring = Ring::flat();
        for (i, &other) in self.segments().iter().enumerate() {
            if i != at {
                ring.push(if i == before && left.columns == 0 { Segment { gap, ..other } } else { other });
                continue;
            }
            if left.columns > 0 {
                ring.push(Segment { gap, ..left });
            }
            if right.columns > 0 {
                // Alone on the ring, it has the new gap on its other side.
                let gap = if left.columns == 0 && self.count == 1 { gap } else { segment.gap };
                ring.push(Segment { gap, ..right });
            }
        }
        (ring, freed)
    }
}

impl Gaps {
    /// Returns the encoding of a gap.
    pub(super) fn encoded(self, length: u32) -> u32 {
        match self {
            Gaps::Counted => length,
            Gaps::Parity => 2 - length % 2,
        }
    }
}

impl Shape {
    /// No essential box is left: the game is over.
    pub(super) const FLAT: Shape = Shape(1);

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

    /// Returns whether a number has the form of a [key](Self::key_with) on `K_n`: there is a 1 after the bits of the
    /// shape.
    pub(super) fn is_key(n: u32, key: u64) -> bool {
        (2..=u64::MAX >> (u64::BITS - Self::key_bits(n))).contains(&key)
    }

    /// Returns the number of columns that still have their boxes.
    pub(super) fn columns(self) -> u32 {
        self.0.count_ones() - 1
    }

    /// Returns the number of columns that are encoded as gone.
    pub(super) fn gone(self) -> u32 {
        u64::BITS - 1 - self.0.leading_zeros() - 2 * self.columns()
    }

    /// Returns the number of boxes that are left.
    pub(super) fn boxes(self) -> u32 {
        let mut boxes = 0;
        let mut height = 0_u32;
        for bit in 0..u64::BITS - 1 - self.0.leading_zeros() {
            if self.0 >> bit & 1 == 1 {
                height += 1;
                boxes += height;
            } else {
                height = height.saturating_sub(1);
            }
        }
        boxes
    }

    /// Returns the segments, from the first bit on.
    pub(super) fn ring(self) -> Ring {
        let mut ring = Ring::flat();
        let mut rest = self.0;
        while rest != 1 {
            let length = balanced(rest);
            let gap = (rest >> length).trailing_zeros();
            ring.push(Segment { word: rest & ((1 << length) - 1), columns: length / 2, gap });
            rest >>= length + gap;
        }
        ring
    }
}

/// Returns the length of the longest balanced prefix: up to a down without an up.
fn balanced(word: u64) -> u32 {
    let (mut bit, mut height) = (0, 0_u32);
    loop {
        if word >> bit & 1 == 1 {
            height += 1;
        } else if height == 0 {
            return bit;
        } else {
            height -= 1;
        }
        bit += 1;
    }
}
