//! What is left of a mountain on a ring: the shapes that positions on complete graphs have.
//!
//! ```text
//!     height 3         /\                  boxes at height 2 and above are what a play has to take away: all of
//!     height 2      /\/  \    /\           them, each from a local maximum; the last one ends the play
//!     height 1   __/      \__/  \__   _
//!     height 0     1 1 0 1 0 0 .  1 0 . .     1 an up, 0 a down; a dot, also written 0, is a place of the bottom
//!                                             row, at height 2, whose box is gone: one of a *gap*
//! ```
//!
//! On `K_n` the bottom row is a ring of `n` places. A *mountain* is a balanced word over places that still have their boxes,
//! one up a place, and after each mountain comes a gap. Where on the ring a shape lies, and which way around it is read, does not
//! matter to a play.

/// A shape as one number: its bits in the order of reading, the first one the lowest, and a one after the last.
///
/// Of all rotations and reflections it is the one whose number is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(u64);

/// What of the length of a gap matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gaps {
    /// All of it.
    Counted,
    /// Whether it is odd: a gap is written as one place if it is, else as two.
    Parity,
}

/// A mountain and the gap after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// The balanced word.
    pub(super) word: u64,
    /// How many ups it has.
    pub(super) places: u32,
    /// How long the gap is.
    pub(super) gap: u32,
}

impl Segment {
    fn reversed_word(self) -> u64 {
        (!self.word).reverse_bits() >> (u64::BITS - 2 * self.places)
    }
}

/// The segments of a shape, in their order around the ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    /// A segment has three bits or more.
    segments: [Segment; 21],
    count: usize,
}

impl Ring {
    /// No mountain.
    pub(super) fn flat() -> Ring {
        Ring { segments: [Segment::default(); 21], count: 0 }
    }

    /// Appends a segment.
    pub(super) fn push(&mut self, segment: Segment) {
        self.segments[self.count] = segment;
        self.count += 1;
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments[..self.count]
    }

    /// How many mountains there are.
    pub(super) fn mountains(&self) -> u8 {
        // At most as many as there are segments.
        self.count as u8
    }

    /// The shape of the segments, in which gaps have been written as is wanted.
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

    fn read_from(&self, from: usize) -> u64 {
        let (mut bits, mut length) = (0, 0);
        let (before, after) = self.segments().split_at(from);
        for segment in after.iter().chain(before) {
            bits |= segment.word << length;
            length += 2 * segment.places + segment.gap;
        }
        bits | 1 << length
    }

    /// Calls `with` for each box that can be taken away: with the ring that is left, and how many boxes below height 2 that frees,
    /// beside those that were free.
    pub(super) fn removals(&self, gaps: Gaps, mut with: impl FnMut(&Ring, u32)) {
        for (at, segment) in self.segments().iter().enumerate() {
            // An up and then a down; the last bit is a down, so that nothing behind it is looked at.
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

    /// Takes a box of the bottom row away: that of the up at this bit of a mountain.
    fn without_bottom(&self, at: usize, peak: u32, gaps: Gaps) -> (Ring, u32) {
        let segment = self.segments[at];
        let left = Segment { word: segment.word & ((1 << peak) - 1), places: peak / 2, gap: 0 };
        let places = segment.places - left.places - 1;
        let right = Segment { word: segment.word >> (peak + 2), places, gap: 0 };
        // The gap that the place joins on either side, if that is not another box.
        let before = (at + self.count - 1) % self.count;
        let left_gap = if left.places == 0 { self.segments[before].gap } else { 0 };
        let right_gap = if right.places == 0 { segment.gap } else { 0 };
        let gap = gaps.written(left_gap + 1 + right_gap);
        let freed = (left_gap + 1) * (right_gap + 1) - 1;
        let mut ring = Ring::flat();
        for (i, &other) in self.segments().iter().enumerate() {
            if i != at {
                ring.push(if i == before && left.places == 0 { Segment { gap, ..other } } else { other });
                continue;
            }
            if left.places > 0 {
                ring.push(Segment { gap, ..left });
            }
            if right.places > 0 {
                // Alone on the ring, it has the new gap on its other side.
                let gap = if left.places == 0 && self.count == 1 { gap } else { segment.gap };
                ring.push(Segment { gap, ..right });
            }
        }
        (ring, freed)
    }
}

impl Gaps {
    /// How a gap of this length is written.
    pub(super) fn written(self, length: u32) -> u32 {
        match self {
            Gaps::Counted => length,
            Gaps::Parity => 2 - length % 2,
        }
    }
}

impl Shape {
    /// No box of height 2 or above: the play is over.
    pub(super) const FLAT: Shape = Shape(1);

    /// Tells positions apart that are a shape and one bit more.
    pub(super) fn name_with(self, bit: bool) -> u64 {
        self.0 << 1 | u64::from(bit)
    }

    /// The shape of a name.
    pub(super) fn of_name(name: u64) -> Shape {
        Shape(name >> 1)
    }

    /// How many bits a name on `K_n` has at most.
    pub(super) fn name_bits(n: u32) -> u32 {
        2 * n + 1
    }

    /// How many places still have their boxes.
    pub(super) fn places(self) -> u32 {
        self.0.count_ones() - 1
    }

    /// How many places are written as gone.
    pub(super) fn gone(self) -> u32 {
        u64::BITS - 1 - self.0.leading_zeros() - 2 * self.places()
    }

    /// How many boxes are left.
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

    /// The segments, in the order of reading.
    pub(super) fn ring(self) -> Ring {
        let mut ring = Ring::flat();
        let mut rest = self.0;
        while rest != 1 {
            let length = balanced(rest);
            let gap = (rest >> length).trailing_zeros();
            ring.push(Segment { word: rest & ((1 << length) - 1), places: length / 2, gap });
            rest >>= length + gap;
        }
        ring
    }
}

/// How long the balanced words are with which a word begins: up to a down without an up.
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
