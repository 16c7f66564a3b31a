//! A board as the tree search sees it: its cells renumbered from the middle outwards.
//!
//! ```text
//!     24 19 13 11 15 21      The cells in the middle are corners of the most squares, so they come first: cell v of the
//!     ...                    search is the v-th nearest to the middle. Cells that symmetries of the board exchange come
//!     12  4  0  1  6 ..      one after the other, so that the first so many cells can be a set that every symmetry keeps.
//! ```

use crate::cell::Cell;
use crate::hip::{Size, squares};
use crate::symmetry::Symmetry;

/// The corners of a square other than a given one, and which square it is.
#[derive(Clone, Copy)]
pub(super) struct Through {
    pub(super) square: u16,
    pub(super) others: [u8; 3],
}

/// Cells, squares and symmetries by number.
pub(super) struct Grid {
    /// The cell with each number.
    pub(super) cells: Vec<Cell>,
    /// The squares through each cell.
    pub(super) through: Vec<Vec<Through>>,
    /// The exclusive or of the numbers of each square's corners.
    pub(super) corners: Vec<u8>,
    /// Where each symmetry of the board takes each cell.
    pub(super) symmetries: Vec<Vec<u8>>,
    /// How many cells, from the first one, are a set that the symmetries keep, in ascending order.
    pub(super) orbit_ends: Vec<usize>,
}

impl Grid {
    /// The most cells that fit.
    pub(super) const MOST: usize = 128;

    /// The grid of a board of at most [`Grid::MOST`] cells.
    pub(super) fn new(size: Size) -> Grid {
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let image = |symmetry: Symmetry, cell| symmetry.image(cell, size.rows(), size.columns());
        let representative =
            |cell: Cell| symmetries.iter().map(|&symmetry| image(symmetry, cell)).min().unwrap_or(cell);
        let mut cells: Vec<Cell> = size.cells().collect();
        cells.sort_by_cached_key(|&cell| (from_middle(size, cell), representative(cell), cell));
        let mut number = vec![0_u8; size.area()];
        for (v, &cell) in cells.iter().enumerate() {
            // At most 128 cells.
            number[size.index(cell)] = v as u8;
        }
        let number = |cell| number[size.index(cell)];

        let mut through = vec![Vec::new(); cells.len()];
        let mut corners = Vec::new();
        for (i, square) in squares(size).enumerate() {
            let [a, b, c, d] = square.corners().map(number);
            for (corner, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
                // Boards of at most 128 cells have far fewer than 2¹⁶ squares.
                through[usize::from(corner)].push(Through { square: i as u16, others });
            }
            corners.push(a ^ b ^ c ^ d);
        }
        let orbit_ends = (1..=cells.len())
            .filter(|&end| end == cells.len() || representative(cells[end - 1]) != representative(cells[end]))
            .collect();
        let symmetries = symmetries
            .iter()
            .map(|&symmetry| cells.iter().map(|&cell| number(image(symmetry, cell))).collect())
            .collect();
        Grid { cells, through, corners, symmetries, orbit_ends }
    }
}

/// Four times the square of the distance between a cell and the middle of the board.
fn from_middle(size: Size, cell: Cell) -> u32 {
    let off = |place: u16, side: u16| (2 * u32::from(place) + 1).abs_diff(u32::from(side));
    off(cell.row(), size.rows()).pow(2) + off(cell.column(), size.columns()).pow(2)
}
