//! The squares of a board: any four cells at the corners of a square, of any size and tilt.
//!
//! ```text
//!       . 1 . .       A square of extent k fits into k + 1 rows and columns. Going clockwise, its corners lie on the top,
//!       . . . 2       right, bottom and left side of that frame: the first one `along` from the left, each other one as
//!       4 . . .       far along its own side. Here k is 3 and `along` is 1. There are k such squares in a frame, and
//!       . . 3 .       (R - k)(C - k) places for the frame on a board of R rows and C columns.
//! ```
//!
//! Summed over k that makes n²(n² − 1)/12 squares on a board of n × n.

use std::fmt;

use super::size::Size;
use crate::cell::Cell;

/// Four cells at the corners of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    corners: [Cell; 4],
}

impl Square {
    /// The corners clockwise, the first one in reading order first.
    #[must_use]
    pub const fn corners(&self) -> [Cell; 4] {
        self.corners
    }

    /// The square with this corner and this next one clockwise, if it fits on a board.
    pub(super) fn from_side(size: Size, corner: Cell, next: Cell) -> Option<Square> {
        let place = |cell: Cell| (i32::from(cell.column()), i32::from(cell.row()));
        let ((x, y), (next_x, next_y)) = (place(corner), place(next));
        let (right, down) = (next_x - x, next_y - y);
        let cell = |x: i32, y: i32| Some(Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?));
        let mut corners = [corner, next, cell(next_x - down, next_y + right)?, cell(x - down, y + right)?];
        let first = (1..4).fold(0, |first, i| if corners[i] < corners[first] { i } else { first });
        corners.rotate_left(first);
        (corner != next && corners.iter().all(|&corner| size.has(corner))).then_some(Square { corners })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, others @ ..] = self.corners;
        write!(f, "{first}")?;
        others.iter().try_for_each(|corner| write!(f, " {corner}"))
    }
}

/// All squares of a board, each once, those with the first corner first in reading order first.
///
/// ```
/// use quadrille::hip::{Size, squares};
/// let size: Size = "3x3".parse()?;
/// let squares: Vec<String> = squares(size).map(|square| square.to_string()).collect();
/// assert_eq!(squares[1], "A1 C1 C3 A3");
/// assert_eq!(squares.len(), 3 * 3 * (3 * 3 - 1) / 12);
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
pub fn squares(size: Size) -> impl Iterator<Item = Square> {
    size.cells().flat_map(move |first| {
        let longest = (size.rows() - 1 - first.row()).min(size.columns() - 1);
        (1..=longest).flat_map(move |extent| {
            let along_from = (first.column() + extent + 1).saturating_sub(size.columns());
            let along_to = first.column().min(extent - 1);
            (along_from..=along_to).map(move |along| {
                let (left, top) = (first.column() - along, first.row());
                let corner = |right, below| Cell::new(left + right, top + below);
                Square {
                    corners: [first, corner(extent, along), corner(extent - along, extent), corner(0, extent - along)],
                }
            })
        })
    })
}

/// How many squares a board has.
///
/// ```
/// use quadrille::hip::{count_squares, squares};
/// assert_eq!(count_squares("6x6".parse()?), 105);
/// assert_eq!(squares("6x6".parse()?).count(), 105);
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
///
/// # Complexity
/// O(shorter side).
#[must_use]
pub fn count_squares(size: Size) -> u64 {
    let (rows, columns) = (u64::from(size.rows()), u64::from(size.columns()));
    // Sides of at most 2¹² cells: the sum is below 2⁴⁸.
    (1..rows.min(columns)).map(|extent| extent * (rows - extent) * (columns - extent)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_follows_from_each_of_its_sides() {
        for size in [(1, 1), (2, 5), (5, 4), (6, 6)].map(|(rows, columns)| Size::new(rows, columns)) {
            let Some(size) = size else { panic!("a size") };
            let sides = size.cells().flat_map(|corner| size.cells().map(move |next| (corner, next)));
            let mut from_sides: Vec<Square> =
                sides.filter_map(|(corner, next)| Square::from_side(size, corner, next)).collect();
            let mut all: Vec<Square> = squares(size).flat_map(|square| [square; 4]).collect();
            from_sides.sort_unstable();
            all.sort_unstable();
            assert_eq!(from_sides, all, "{size}");
        }
    }
}
