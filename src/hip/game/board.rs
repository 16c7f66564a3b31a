//! The tables that never change during a search: the squares of the board and its symmetries, as bitboards.
//!
//! ```text
//!      0  1  2       a cell is a bit of a `u64`, numbered in reading order        corners[0] = A1 B1 B2 A2 = 0b000_011_011
//!      3  4  5       a square is a bit of a `SquareSet`, numbered in the          through[4] = the squares with the corner B2:
//!      6  7  8         order of `squares(size)`                                                on 3x3 the four of side 1
//! ```

use std::fmt::Debug;
use std::iter;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::rules::Game;
use crate::bits::Ones;
use crate::hip::squares;
use crate::player::{ByPlayer, Player};
use crate::symmetry::Symmetry;

/// A set of cells.
pub(super) type Cells = u64;

/// The tables of a board, for sets of squares of type `Q`.
#[derive(Clone, Debug)]
pub(super) struct Board<Q> {
    /// The number of cells.
    pub(super) area: usize,
    /// The corners of each square.
    pub(super) corners: Vec<Cells>,
    /// The squares through each cell.
    pub(super) through: Vec<Q>,
    images: Vec<Image>,
}

/// A symmetry as a table: for each byte of a set of cells, and each of its 256 values, the image of those cells.
#[derive(Clone, Debug)]
struct Image(Vec<[Cells; 256]>);

/// The number of cells in a byte.
const AT_ONCE: usize = 8;

impl<Q: SquareSet> Board<Q> {
    /// Returns the tables for all positions that can follow in a game. Squares that no player can complete any more are
    /// left out. `None` if there are more than 64 cells, or more squares than `Q` can hold.
    pub(super) fn new(game: &Game) -> Option<Board<Q>> {
        let size = game.size();
        if size.area() > Cells::BITS as usize {
            return None;
        }
        let counters = counters(game);
        let corners = squares(size).map(|square| square.corners().map(|cell| 1 << size.index(cell)).iter().sum());
        let open = |corners: &Cells| corners & counters.x == 0 || corners & counters.o == 0;
        let corners: Vec<Cells> = corners.filter(open).take(Q::CAPACITY + 1).collect();
        if corners.len() > Q::CAPACITY {
            return None;
        }
        let mut through = vec![Q::default(); size.area()];
        for (square, &corners) in corners.iter().enumerate() {
            for cell in Ones(corners) {
                through[cell] |= Q::one(square);
            }
        }
        let image = |symmetry: Symmetry, cell| size.index(symmetry.image(size.cell(cell), size.rows(), size.columns()));
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let images = symmetries.iter().map(|&symmetry| Image::new(size.area(), |cell| image(symmetry, cell))).collect();
        Some(Board { area: size.area(), corners, through, images })
    }

    /// Returns all cells.
    pub(super) fn cells(&self) -> Cells {
        if self.area == 64 { Cells::MAX } else { (1 << self.area) - 1 }
    }

    /// Returns the images of sets of cells under all symmetries of the board, the identity first.
    #[inline]
    pub(super) fn images<const N: usize>(&self, sets: [Cells; N]) -> impl Iterator<Item = [Cells; N]> {
        self.images.iter().map(move |image| {
            let mut sets = sets;
            for cells in &mut sets {
                *cells = image.map(*cells);
            }
            sets
        })
    }

    /// Returns the squares that have both cells, by their numbers, as corners.
    #[inline]
    pub(super) fn through_both(&self, one: usize, other: usize) -> Q {
        self.through[one] & self.through[other]
    }
}

impl Image {
    fn new(area: usize, image: impl Fn(usize) -> usize) -> Image {
        let table = |first: usize| {
            let mut table = [0; 256];
            for (byte, images) in table.iter_mut().enumerate() {
                let in_byte = (0..AT_ONCE.min(area - first)).filter(|bit| byte >> bit & 1 == 1);
                *images = in_byte.map(|bit| 1 << image(first + bit)).sum();
            }
            table
        };
        Image((0..area).step_by(AT_ONCE).map(table).collect())
    }

    #[inline]
    fn map(&self, cells: Cells) -> Cells {
        let mut image = 0;
        for (i, table) in self.0.iter().enumerate() {
            image |= table[usize::from((cells >> (AT_ONCE * i)) as u8)];
        }
        image
    }
}

/// Returns the cells with the counters of each player. The board must have at most 64 cells.
pub(super) fn counters(game: &Game) -> ByPlayer<Cells> {
    let size = game.size();
    ByPlayer::from_fn(|player: Player| {
        size.cells().filter(|&cell| game.owner(cell) == Some(player)).map(|cell| 1 << size.index(cell)).sum()
    })
}

/// A set of squares, as the bits of one word: a `u64` for boards with few squares, a `u128` for others.
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
    + BitAndAssign
    + BitOrAssign
{
    /// The largest number of squares; their numbers are less than this.
    const CAPACITY: usize;

    /// Returns the set of one square.
    fn one(square: usize) -> Self;

    /// Returns the number of squares in the set.
    fn count(self) -> u32;

    /// Returns the lowest number in the set, which must not be empty, and the set without it.
    fn split(self) -> (usize, Self);

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns the numbers in the set, lowest first.
    #[inline]
    fn each(mut self) -> impl Iterator<Item = usize> {
        iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let (first, rest) = self.split();
            self = rest;
            Some(first)
        })
    }
}

macro_rules! square_set {
    ($word:ty) => {
        impl SquareSet for $word {
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline]
            fn one(square: usize) -> Self {
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
