//! What never changes during a search: which cells make squares, and how the board can be turned.
//!
//! Cells are bits of a `u64`, numbered in reading order; squares are bits of a [`SquareSet`].

use super::rules::Game;
use super::square_set::SquareSet;
use crate::hip::squares;
use crate::player::{ByPlayer, Player};
use crate::symmetry::Symmetry;

/// A set of cells.
pub(super) type Cells = u64;

/// The tables of a board.
#[derive(Clone, Debug)]
pub(super) struct Board<Q> {
    pub(super) area: usize,
    /// The corners of each square.
    pub(super) corners: Vec<Cells>,
    /// The squares through each cell.
    pub(super) through: Vec<Q>,
    images: Vec<Image>,
}

/// A symmetry as a table: the images of eight cells at a time.
#[derive(Clone, Debug)]
struct Image(Vec<[Cells; 256]>);

/// Eight cells are looked up at once.
const AT_ONCE: usize = 8;

impl<Q: SquareSet> Board<Q> {
    /// The tables for what can come of a game; `None` if there are too many cells, or squares that can still be completed.
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
            for cell in cells(corners) {
                through[cell] |= Q::of(square);
            }
        }
        let image = |symmetry: Symmetry, cell| size.index(symmetry.image(size.cell(cell), size.rows(), size.columns()));
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let images = symmetries.iter().map(|&symmetry| Image::new(size.area(), |cell| image(symmetry, cell))).collect();
        Some(Board { area: size.area(), corners, through, images })
    }

    /// All cells.
    pub(super) fn cells(&self) -> Cells {
        if self.area == 64 { Cells::MAX } else { (1 << self.area) - 1 }
    }

    /// The images of some sets of cells under all symmetries of the board, the identity first.
    #[inline]
    pub(super) fn images<const N: usize>(&self, sets: [Cells; N]) -> impl Iterator<Item = [Cells; N]> {
        self.images.iter().map(move |image| sets.map(|cells| image.of(cells)))
    }

    /// The squares through all of some cells.
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
    fn of(&self, cells: Cells) -> Cells {
        let bytes = cells.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

/// The counters of each player.
pub(super) fn counters(game: &Game) -> ByPlayer<Cells> {
    let size = game.size();
    ByPlayer::from_fn(|player: Player| {
        size.cells().filter(|&cell| game.owner(cell) == Some(player)).map(|cell| 1 << size.index(cell)).sum()
    })
}

/// The numbers of the cells in a set.
#[inline]
pub(super) fn cells(set: Cells) -> crate::bits::Ones {
    crate::bits::Ones(set)
}
