//! A board as the search for few monochromatic squares sees it: numbered cells and squares, and the roots of the
//! search.

use crate::cell::Cell;
use crate::hip::{Colouring, Size, squares};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// A set of cells: a bit for each number.
pub(super) type Cells = u128;

/// The corners of a square other than a given one, and the number of the square.
#[derive(Clone, Copy)]
pub(super) struct Through {
    pub(super) square: u16,
    pub(super) others: [u8; 3],
}

/// A board with its cells numbered from the middle outwards: cells in the middle are corners of the most squares.
///
/// ```text
///      5  1  6      3x3: the cells of an orbit (those that the symmetries of the board map to each other) have consecutive
///      2  0  3      numbers. Here the orbits are 0, 1 to 4 and 5 to 8. So every symmetry maps the set of the first 1,
///      7  4  8      5 or 9 cells to itself.
/// ```
pub(super) struct Grid {
    /// The cell with each number.
    pub(super) cells: Vec<Cell>,
    /// The squares through each cell.
    pub(super) through: Vec<Vec<Through>>,
    /// The corners of each square, clockwise.
    pub(super) squares: Vec<[u8; 4]>,
    /// The colourings of the first cells from which searches begin: the first of each class up to symmetry and exchange
    /// of the colours. The first cells are the smallest union of orbits with [`Grid::COLOURED`] cells, or all cells of
    /// a smaller board.
    pub(super) roots: Vec<Vec<Player>>,
}

impl Grid {
    /// The largest board, in cells.
    pub(super) const LARGEST: usize = 128;

    /// The least number of cells that a root colours, if the board has so many.
    const COLOURED: usize = 12;

    /// Returns the grid of a board of at most [`Grid::LARGEST`] cells.
    pub(super) fn new(size: Size) -> Grid {
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let image = |symmetry: Symmetry, cell| symmetry.image(cell, size.rows(), size.columns());
        let representative =
            |cell: Cell| symmetries.iter().map(|&symmetry| image(symmetry, cell)).min().unwrap_or(cell);
        let mut cells: Vec<Cell> = size.cells().collect();
        cells.sort_by_cached_key(|&cell| (distance_from_middle(size, cell), representative(cell), cell));
        let mut number = vec![0_u8; size.area()];
        for (v, &cell) in cells.iter().enumerate() {
            // At most 128 cells.
            number[size.index(cell)] = v as u8;
        }
        let number = |cell| number[size.index(cell)];

        let mut through = vec![Vec::new(); cells.len()];
        let mut all_squares = Vec::new();
        for (i, square) in squares(size).enumerate() {
            let [a, b, c, d] = square.corners().map(number);
            for (corner, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
                // Boards of at most 128 cells have far fewer than 2¹⁵ squares.
                through[usize::from(corner)].push(Through { square: i as u16, others });
            }
            all_squares.push([a, b, c, d]);
        }

        let is_orbit_end =
            |&end: &usize| cells.get(end).is_none_or(|&next| representative(cells[end - 1]) != representative(next));
        let coloured = (cells.len().min(Grid::COLOURED)..=cells.len()).find(is_orbit_end).unwrap_or(cells.len());
        let images: Vec<Vec<u8>> = symmetries
            .iter()
            .map(|&symmetry| cells[..coloured].iter().map(|&cell| number(image(symmetry, cell))).collect())
            .collect();
        let all = (1_u32 << coloured) - 1;
        let is_representative = |&colouring: &u32| {
            images.iter().all(|images| {
                let image: u32 = images.iter().enumerate().map(|(v, image)| (colouring >> v & 1) << image).sum();
                colouring <= image.min(all ^ image)
            })
        };
        let colour = |is_o: bool| if is_o { Player::O } else { Player::X };
        let root = |colouring: u32| (0..coloured).map(|v| colour(colouring >> v & 1 != 0)).collect();
        let roots = (0..=all).filter(is_representative).map(root).collect();
        Grid { cells, through, squares: all_squares, roots }
    }

    /// Returns the full board of this size on which the cells with these numbers are O's.
    pub(super) fn colouring(&self, size: Size, os: Cells) -> Colouring {
        let mut owners = vec![Player::X; self.cells.len()];
        members(os).for_each(|v| owners[size.index(self.cells[v])] = Player::O);
        Colouring::from_fn(size, |cell| owners[size.index(cell)])
    }
}

/// Returns four times the square of the distance between a cell and the middle of the board.
fn distance_from_middle(size: Size, cell: Cell) -> u32 {
    let off = |index: u16, side: u16| (2 * u32::from(index) + 1).abs_diff(u32::from(side));
    off(cell.row(), size.rows()).pow(2) + off(cell.column(), size.columns()).pow(2)
}

/// Returns the numbers of the cells in a set.
#[inline]
pub(super) fn members(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (cells != 0).then(|| cells.trailing_zeros() as usize % Grid::LARGEST)?;
        cells &= cells - 1;
        Some(first)
    })
}
