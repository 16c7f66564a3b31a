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
//! by a right angle. Unlike windows side by side, copies see the large squares too, of which a board of n × n has about
//! n⁴ / 12.
//!
//! Copies may share squares if that is paid for: where no square is in more than k of some copies (each of them taken any
//! number of times), the board has at least a k-th of all that the copies must have. They are taken greedily in passes,
//! the k-th of which may use each square k times, those first whose squares have been used least so far.

use std::collections::HashMap;

use crate::cell::Cell;
use crate::hip::{Size, squares};

/// A small board, and how many monochromatic squares it has at least, whoever has how many cells.
pub(super) struct Window {
    pub(super) size: Size,
    pub(super) at_least: u64,
}

/// How many passes there are.
const PASSES: u64 = 12;

/// A window's copy: what it has at least, and the numbers of its squares.
struct Copied {
    at_least: u64,
    squares: Vec<u32>,
}

/// How many monochromatic squares a board has at least because of the windows. `broken_off` is asked before each pass.
///
/// # Complexity
/// O(copies × squares of a window) a pass.
pub(super) fn at_least(size: Size, windows: &[Window], broken_off: &mut dyn FnMut() -> bool) -> u64 {
    let mut copies = copies(size, windows);
    let last = copies.iter().flat_map(|copy| &copy.squares).max().map_or(0, |&last| last as usize + 1);
    // At first what stands in the way of many copies is dear.
    let mut popularity = vec![0_u64; last];
    copies.iter().flat_map(|copy| &copy.squares).for_each(|&square| popularity[square as usize] += 1);
    let mut uses = vec![0_u64; last];
    let (mut sum, mut best) = (0, 0);
    for pass in 1..=PASSES {
        if broken_off() {
            break;
        }
        let prices = if pass == 1 { &popularity } else { &uses };
        // Sums of numbers below 2³², a thousand of them: nothing is lost.
        copies.sort_by_cached_key(|copy| {
            copy.squares.iter().map(|&square| prices[square as usize]).sum::<u64>() * 1024 / copy.at_least
        });
        for copy in &copies {
            if copy.squares.iter().all(|&square| uses[square as usize] < pass) {
                copy.squares.iter().for_each(|&square| uses[square as usize] += 1);
                sum += copy.at_least;
            }
        }
        best = best.max(sum.div_ceil(pass));
    }
    best
}

/// All copies of windows that have to have monochromatic squares.
fn copies(size: Size, windows: &[Window]) -> Vec<Copied> {
    let numbers: HashMap<[Cell; 4], u32> =
        (0..).zip(squares(size)).map(|(i, square)| (sorted(square.corners()), i)).collect();
    let longest = i32::from(size.rows().max(size.columns()));
    let mut copies = Vec::new();
    for window in windows.iter().filter(|window| window.at_least > 0) {
        let shape: Vec<[Cell; 4]> = squares(window.size).map(|square| square.corners()).collect();
        let (right, below) = (window.size.columns() - 1, window.size.rows() - 1);
        // If these are on the board, so are all other cells.
        let ends = [Cell::new(0, 0), Cell::new(right, 0), Cell::new(0, below), Cell::new(right, below)];
        for step in (1..longest).flat_map(|right| (0..longest).map(move |below| (right, below))) {
            for origin in size.cells() {
                let place = |cell| placed(size, origin, step, cell);
                if ends.iter().any(|&end| place(end).is_none()) {
                    continue;
                }
                let squares = shape.iter().filter_map(|corners| {
                    let [a, b, c, d] = *corners;
                    numbers.get(&sorted([place(a)?, place(b)?, place(c)?, place(d)?])).copied()
                });
                copies.push(Copied { at_least: window.at_least, squares: squares.collect() });
            }
        }
    }
    copies
}

fn sorted(mut corners: [Cell; 4]) -> [Cell; 4] {
    corners.sort_unstable();
    corners
}

/// Where a copy has a cell of its window, if it is on the board.
fn placed(size: Size, origin: Cell, (right, below): (i32, i32), cell: Cell) -> Option<Cell> {
    let (across, down) = (i32::from(cell.column()), i32::from(cell.row()));
    let column = i32::from(origin.column()) + across * right - down * below;
    let row = i32::from(origin.row()) + across * below + down * right;
    let cell = Cell::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?);
    size.has(cell).then_some(cell)
}
