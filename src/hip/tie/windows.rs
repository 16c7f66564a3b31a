//! A lower bound for large boards: copies of a small board in it that share no square.
//!
//! ```text
//!     a . b . c .       The cells at a, b, c, ... lie like those of a small board, at twice the distance; p, q, r, ... lie
//!     . . . . . p       like them too, turned by an eighth and √2 times as far apart. Each square of a copy is a square
//!     d . e . q . s     of the board, and each copy has as many monochromatic ones as the small board must have.
//!     . . . r . t
//! ```
//!
//! A copy is a cell and a step: the small board's columns are a `(right, below)` step apart, and its rows that step turned
//! by a right angle. Copies are taken greedily, those with the largest steps first, as their squares are in the fewest
//! others. Unlike side by side windows they see the large squares too, of which a board of n × n has about n⁴ / 12.

use std::collections::HashSet;

use crate::cell::Cell;
use crate::hip::{Size, squares};

/// A small board, and how many monochromatic squares it has at least, whoever has how many cells.
pub(super) struct Window {
    pub(super) size: Size,
    pub(super) at_least: u64,
}

/// How many monochromatic squares a board has at least because of the windows, which are tried in their order for each
/// step.
///
/// # Complexity
/// O(copies × squares of a window).
pub(super) fn at_least(size: Size, windows: &[Window]) -> u64 {
    let longest = i32::from(size.rows().max(size.columns()));
    let mut steps: Vec<(i32, i32)> =
        (1..longest).flat_map(|right| (0..longest).map(move |below| (right, below))).collect();
    steps.sort_by_key(|&(right, below)| (-(right * right + below * below), right));
    let shapes: Vec<(&Window, Vec<[Cell; 4]>)> =
        windows.iter().map(|window| (window, squares(window.size).map(|square| square.corners()).collect())).collect();
    let mut taken = HashSet::new();
    let mut sum = 0;
    for step in steps {
        for (window, shape) in &shapes {
            // The window's far corners say whether it fits at all.
            let far = Cell::new(window.size.columns() - 1, window.size.rows() - 1);
            let ends = [Cell::new(0, 0), Cell::new(far.column(), 0), Cell::new(0, far.row()), far];
            for origin in size.cells() {
                if ends.iter().any(|&end| placed(size, origin, step, end).is_none()) {
                    continue;
                }
                let copy: Vec<[Cell; 4]> = shape.iter().map(|corners| place(size, origin, step, *corners)).collect();
                if copy.iter().all(|square| !taken.contains(square)) {
                    taken.extend(copy);
                    sum += window.at_least;
                }
            }
        }
    }
    sum
}

/// Where a copy has a cell of its window, if it is on the board.
fn placed(size: Size, origin: Cell, (right, below): (i32, i32), cell: Cell) -> Option<Cell> {
    let (across, down) = (i32::from(cell.column()), i32::from(cell.row()));
    let column = i32::from(origin.column()) + across * right - down * below;
    let row = i32::from(origin.row()) + across * below + down * right;
    let cell = Cell::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?);
    size.has(cell).then_some(cell)
}

/// A square of a copy, its corners in reading order. The copy must lie on the board.
fn place(size: Size, origin: Cell, step: (i32, i32), corners: [Cell; 4]) -> [Cell; 4] {
    let mut corners = corners.map(|cell| placed(size, origin, step, cell).unwrap_or(cell));
    corners.sort_unstable();
    corners
}
