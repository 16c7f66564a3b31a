//! Sets of cells as machine words, and the board that they are sets of.
//!
//! ```text
//!        A   B   C           cell numbers, in reading order         the ring of E = B2, clockwise from B1:
//!      1 0   1   2           bit 4 is B2                                    1   2
//!        2 3   4   5                                                      3   4   5        1, 2, 5, 7, 6, 3
//!          3 6   7   8                                                      6   7
//! ```
//!
//! The six neighbours of a cell form a *ring*: each is also a neighbour of the one before it and of the one after it. A
//! place of the ring that is off the board belongs to the player whose side is there. At the two corners where sides of
//! both players meet, the place between them belongs to X; this makes no difference, as its neighbours on the ring have
//! both owners.
//!
//! All searches work on sets of cells. A set is a `u64` on boards up to 8×8, a `u128` up to 11×11, and eight words up
//! to 22×22.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::player::{ByPlayer, Player};
use crate::transposition::mix;

/// The largest size of a board whose cells fit into the largest set.
pub(super) const LARGEST: usize = 22;

/// A set of cells.
pub(super) trait CellSet:
    Copy
    + Default
    + Debug
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Serialize
    + DeserializeOwned
{
    /// The number of cells for which there are bits.
    const BITS: usize;

    /// Returns the set of one cell.
    fn from_cell(cell: usize) -> Self;

    /// Returns the number of cells.
    fn count(self) -> u32;

    /// Returns the first cell. The set must not be empty.
    fn first(self) -> usize;

    /// Returns the set without its first cell.
    fn without_first(self) -> Self;

    /// Returns the set with cell i + `by` for each cell i, as far as there are bits; `by` is between −64 and 64.
    fn shifted(self, by: isize) -> Self;

    /// Returns the set with cell i for each cell `cells` − 1 − i.
    fn half_turn(self, cells: usize) -> Self;

    /// Returns three words that identify a pair of disjoint sets. Up to 11×11 they are different for different pairs.
    /// Beyond that they are a hash of 192 bits: if it is as good as random, the chance that two of n positions have the
    /// same one is below n² / 2^193, which is 10^-34 for 10^12 positions.
    fn key(pair: ByPlayer<Self>) -> [u64; 3];

    /// Returns whether the set has no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns whether the cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        self.meets(Self::from_cell(cell))
    }

    /// Returns whether the sets have a common cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether all cells of this set are in the other one.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Returns the same cells as a set of another type, which has bits for all of them.
    #[inline]
    fn converted<T: CellSet>(self) -> T {
        self.iter().fold(T::default(), |all, cell| all | T::from_cell(cell))
    }

    /// Returns the cells in reading order.
    #[inline]
    fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let first = (!self.is_empty()).then(|| self.first())?;
            self = self.without_first();
            Some(first)
        })
    }
}

/// Implements [`CellSet`] for an unsigned integer, with the given key of a pair.
macro_rules! integer_set {
    ($integer:ty, $key:expr) => {
        impl CellSet for $integer {
            const BITS: usize = <$integer>::BITS as usize;

            #[inline]
            fn from_cell(cell: usize) -> $integer {
                1 << cell
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_first(self) -> $integer {
                self & (self - 1)
            }

            #[inline]
            fn shifted(self, by: isize) -> $integer {
                if by < 0 { self >> -by } else { self << by }
            }

            #[inline]
            fn half_turn(self, cells: usize) -> $integer {
                self.reverse_bits() >> (<$integer>::BITS as usize - cells)
            }

            fn key(pair: ByPlayer<$integer>) -> [u64; 3] {
                $key(pair)
            }
        }
    };
}

integer_set!(u64, |pair: ByPlayer<u64>| [pair.x, pair.o, 0]);
integer_set!(u128, ternary_key);

/// Returns a number of 192 bits: a digit to base 3 for each of up to 121 cells, since 3^121 < 2^192.
fn ternary_key(pair: ByPlayer<u128>) -> [u64; 3] {
    (0..18).rev().fold([0; 3], |key, group| {
        let digits = |set: u128| TERNARY[(set >> (7 * group)) as usize & 127];
        let mut carry = digits(pair.x) + 2 * digits(pair.o);
        key.map(|word| {
            let product = u128::from(word) * 2187 + u128::from(carry);
            carry = (product >> 64) as u64;
            product as u64
        })
    })
}

/// For each number of seven bits, the number with the same digits to base 3.
const TERNARY: [u64; 128] = {
    let mut ternary = [0; 128];
    let mut bits = 1;
    while bits < 128 {
        ternary[bits] = 3 * ternary[bits / 2] + bits as u64 % 2;
        bits += 1;
    }
    ternary
};

/// A set for boards of more than 128 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Words([u64; 8]);

impl BitAnd for Words {
    type Output = Words;

    #[inline]
    fn bitand(self, other: Words) -> Words {
        Words(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Words {
    type Output = Words;

    #[inline]
    fn bitor(self, other: Words) -> Words {
        Words(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Words {
    type Output = Words;

    #[inline]
    fn not(self) -> Words {
        Words(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Words {
    #[inline]
    fn bitand_assign(&mut self, other: Words) {
        *self = *self & other;
    }
}

impl BitOrAssign for Words {
    #[inline]
    fn bitor_assign(&mut self, other: Words) {
        *self = *self | other;
    }
}

impl CellSet for Words {
    const BITS: usize = 512;

    // A comparison of arrays would be a call.
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    fn from_cell(cell: usize) -> Words {
        let mut words = [0; 8];
        words[cell / 64] = 1 << (cell % 64);
        Words(words)
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(7);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    fn without_first(mut self) -> Words {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn shifted(self, by: isize) -> Words {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Words(std::array::from_fn(|i| match by {
            0.. => word(i) << by | word(i.wrapping_sub(1)) >> 1 >> (63 - by),
            _ => word(i) >> -by | word(i + 1) << 1 << (63 + by),
        }))
    }

    fn half_turn(self, cells: usize) -> Words {
        self.iter().fold(Words::default(), |turned, cell| turned | Words::from_cell(cells - 1 - cell))
    }

    fn key(pair: ByPlayer<Words>) -> [u64; 3] {
        let hash =
            |seed| pair.x.0.iter().chain(&pair.o.0).fold(seed, |hash, &word| mix(hash ^ word).wrapping_add(seed));
        [hash(0x9e37_79b9_7f4a_7c15), hash(0xd1b5_4a32_d192_ed03), hash(0x8cb9_2ba7_2f3d_8dd7)]
    }
}

/// A board of one size.
#[derive(Clone, Debug)]
pub(super) struct Board<S> {
    pub(super) size: usize,
    pub(super) cells: usize,
    /// All cells.
    pub(super) all: S,
    /// The ring of each cell; `None` is off the board.
    pub(super) rings: Vec<[Option<u16>; 6]>,
    /// The places of each cell's ring that are off the board and belong to a player, as bits.
    pub(super) outside: Vec<ByPlayer<u8>>,
    /// The neighbours of each cell.
    pub(super) near: Vec<S>,
    /// The cells next to each player's two sides.
    pub(super) sides: ByPlayer<[S; 2]>,
}

impl<S: CellSet> Board<S> {
    /// Returns the board with `size` rows and columns, at most as many as there are bits for.
    pub(super) fn new(size: usize) -> Board<S> {
        let cells = size * size;
        let line = |first, step| (0..size).fold(S::default(), |line, i| line | S::from_cell(first + i * step));
        let mut board = Board {
            size,
            cells,
            all: (0..cells).fold(S::default(), |all, cell| all | S::from_cell(cell)),
            rings: vec![[None; 6]; cells],
            outside: vec![ByPlayer::default(); cells],
            near: vec![S::default(); cells],
            sides: ByPlayer { x: [line(0, size), line(size - 1, size)], o: [line(0, 1), line(cells - size, 1)] },
        };
        for cell in 0..cells {
            for (place, (right, down)) in [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].into_iter().enumerate() {
                let on_board = |at: usize, step| at.checked_add_signed(step).filter(|&at| at < size);
                match (on_board(cell % size, right), on_board(cell / size, down)) {
                    (Some(column), Some(row)) => {
                        let near = row * size + column;
                        // Cell numbers are below 484.
                        board.rings[cell][place] = Some(near as u16);
                        board.near[cell] |= S::from_cell(near);
                    }
                    (None, _) => board.outside[cell].x |= 1 << place,
                    (_, None) => board.outside[cell].o |= 1 << place,
                }
            }
        }
        board
    }

    /// Returns the cell with a number, in reading order.
    pub(super) fn name(&self, number: usize) -> Cell {
        // The size is at most `LARGEST`.
        Cell::new((number % self.size) as u16, (number / self.size) as u16)
    }

    /// Returns the set and all neighbours of its cells.
    #[inline]
    pub(super) fn with_neighbours(&self, set: S) -> S {
        let (size, [left, right]) = (self.size.cast_signed(), self.sides.x);
        let (to_left, to_right) = (set & !left, set & !right);
        let beside = to_right.shifted(1) | to_left.shifted(-1) | to_left.shifted(size - 1) | to_right.shifted(1 - size);
        (set | set.shifted(size) | set.shifted(-size) | beside) & self.all
    }

    /// Returns the cells of `within` that are connected with `from` inside it.
    #[inline]
    pub(super) fn component(&self, from: S, within: S) -> S {
        let mut found = from & within;
        loop {
            let next = self.with_neighbours(found) & within;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// Returns whether a player's stones connect the player's sides.
    #[inline]
    pub(super) fn is_won(&self, player: Player, stones: S) -> bool {
        self.component(self.sides[player][0], stones).meets(self.sides[player][1])
    }

    /// Returns the set with rows and columns exchanged.
    pub(super) fn transposed(&self, set: S) -> S {
        let size = self.size;
        set.iter().fold(S::default(), |all, cell| all | S::from_cell(cell % size * size + cell / size))
    }
}

/// Each player's stones.
pub(super) type Stones<S> = ByPlayer<S>;

#[expect(private_bounds, reason = "the methods are as private as the bound")]
impl<S: CellSet> Stones<S> {
    /// Returns the same stones as sets of another type, which has bits for all of them.
    pub(super) fn converted<T: CellSet>(&self) -> Stones<T> {
        ByPlayer::from_fn(|player| self[player].converted())
    }

    /// Returns the stones with rows and columns exchanged, and the players with them.
    pub(super) fn exchanged(&self, board: &Board<S>) -> Stones<S> {
        ByPlayer { x: board.transposed(self.o), o: board.transposed(self.x) }
    }

    /// Returns the stones after a half-turn of the board.
    #[inline]
    pub(super) fn half_turn(&self, board: &Board<S>) -> Stones<S> {
        ByPlayer { x: self.x.half_turn(board.cells), o: self.o.half_turn(board.cells) }
    }

    /// Returns the empty cells.
    #[inline]
    pub(super) fn empty(&self, board: &Board<S>) -> S {
        board.all & !(self.x | self.o)
    }

    /// Returns the stones and one more.
    #[inline]
    pub(super) fn with(mut self, player: Player, cell: usize) -> Stones<S> {
        self[player] |= S::from_cell(cell);
        self
    }
}
