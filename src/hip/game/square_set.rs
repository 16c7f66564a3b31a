//! Sets of squares, as the bits of one word: boards differ in how many squares they have, so words do in width.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares by number. Numbers must be below [`SquareSet::CAPACITY`].
pub(super) trait SquareSet:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares can be told apart.
    const CAPACITY: usize;

    /// The set of one square.
    fn of(square: usize) -> Self;

    /// How many squares are in the set.
    fn count(self) -> u32;

    /// The lowest number in the set, which must not be empty, and the set without it.
    fn split(self) -> (usize, Self);

    /// Whether there are none.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The numbers in the set, lowest first.
    fn each(self) -> Each<Self> {
        Each(self)
    }
}

/// The numbers in a set.
pub(super) struct Each<Q>(Q);

impl<Q: SquareSet> Iterator for Each<Q> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let (first, rest) = self.0.split();
        self.0 = rest;
        Some(first)
    }
}

macro_rules! square_set {
    ($word:ty) => {
        impl SquareSet for $word {
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline]
            fn of(square: usize) -> Self {
                1 << square
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn split(self) -> (usize, Self) {
                (self.trailing_zeros() as usize, self & self.wrapping_sub(1))
            }
        }
    };
}

square_set!(u64);
square_set!(u128);
