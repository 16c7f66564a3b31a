//! A lower bound for large boards: a packing of small boards whose minima are known.
//!
//! ```text
//!     a . b . c . .     A copy of a small board: a, b, c, ... are its cells at twice the distance, p, q, r, ... are the
//!     . . . . . p .     cells of another copy, turned by an eighth and √2 times as far apart. Each square of a copy is a
//!     d . e . q . s     square of the board, and each copy has at least as many monochromatic squares as the minimum of
//!     . . . r . t .     the small board.
//! ```
//!
//! A copy has an origin and a step: the columns of the small board are a `(right, below)` step apart, its rows that step
//! turned by a right angle. Unlike windows side by side, copies cover the large squares too, of which a board of n × n has
//! about n⁴ / 12.
//!
//! **Theorem.** If copies (each taken any number of times) use no square more than k times, the board has at least a k-th of
//! the sum of their minima.
//!
//! **Proof.** Add up the monochromatic squares of the copies: the sum is at least that of the minima, and each monochromatic
//! square of the board is counted at most k times. (A fractional packing, dual to the covering of copies by squares.)
//!
//! Copies are taken greedily in passes. The k-th pass may use each square k times, and prefers copies whose squares have
//! been used least.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::cell::Cell;
use crate::hip::{Size, squares};

/// A small board, and a lower bound of its monochromatic squares with any numbers of counters.
pub(super) struct Pattern {
    pub(super) size: Size,
    pub(super) lower_bound: u64,
}

/// The number of passes.
const PASSES: u64 = 12;

/// A copy of a pattern: its lower bound, and the indices of its squares in the order of [`squares`].
struct Copied {
    lower_bound: u64,
    squares: Vec<u32>,
}

/// Raises a lower bound of the monochromatic squares of a board by a packing of patterns. Calls `progress` before each pass;
/// if it cancels, the bound is that of the passes before.
///
/// # Complexity
/// O(copies × squares of a pattern) a pass.
pub(super) fn raise(
    bound: &mut u64,
    size: Size,
    patterns: &[Pattern],
    progress: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut copies = copies(size, patterns);
    let number = copies.iter().flat_map(|copy| &copy.squares).max().map_or(0, |&last| last as usize + 1);
    // In the first pass, squares of many copies are expensive.
    let mut popularity = vec![0_u64; number];
    copies.iter().flat_map(|copy| &copy.squares).for_each(|&square| popularity[square as usize] += 1);
    let mut uses = vec![0_u64; number];
    let mut sum = 0;
    for pass in 1..=PASSES {
        progress()?;
        let prices = if pass == 1 { &popularity } else { &uses };
        // Sums of a thousand numbers below 2³²: no overflow.
        copies.sort_by_cached_key(|copy| {
            copy.squares.iter().map(|&square| prices[square as usize]).sum::<u64>() * 1024 / copy.lower_bound
        });
        for copy in &copies {
            if copy.squares.iter().all(|&square| uses[square as usize] < pass) {
                copy.squares.iter().for_each(|&square| uses[square as usize] += 1);
                sum += copy.lower_bound;
            }
        }
        *bound = (*bound).max(sum.div_ceil(pass));
    }
    ControlFlow::Continue(())
}

/// Returns all copies of the patterns with a positive lower bound.
fn copies(size: Size, patterns: &[Pattern]) -> Vec<Copied> {
    let indices: HashMap<[Cell; 4], u32> = squares(size).map(|square| sorted(square.corners())).zip(0..).collect();
    let longest = i32::from(size.rows().max(size.columns()));
    let mut copies = Vec::new();
    for &Pattern { size: small, lower_bound } in patterns.iter().filter(|pattern| pattern.lower_bound > 0) {
        let small_squares: Vec<[Cell; 4]> = squares(small).map(|square| square.corners()).collect();
        let (right, below) = (small.columns() - 1, small.rows() - 1);
        // If the corners of the small board are on the board, so are all other cells.
        let ends = [Cell::new(0, 0), Cell::new(right, 0), Cell::new(0, below), Cell::new(right, below)];
        for step in (1..longest).flat_map(|right| (0..longest).map(move |below| (right, below))) {
            for origin in size.cells() {
                let image = |cell| image(size, origin, step, cell);
                if ends.iter().any(|&end| image(end).is_none()) {
                    continue;
                }
                let squares = small_squares.iter().filter_map(|&[a, b, c, d]| {
                    indices.get(&sorted([image(a)?, image(b)?, image(c)?, image(d)?])).copied()
                });
                copies.push(Copied { lower_bound, squares: squares.collect() });
            }
        }
    }
    copies
}

fn sorted(mut corners: [Cell; 4]) -> [Cell; 4] {
    corners.sort_unstable();
    corners
}

/// Returns the cell of a copy that stands for a cell of its pattern; `None` if it is off the board.
fn image(size: Size, origin: Cell, (right, below): (i32, i32), cell: Cell) -> Option<Cell> {
    let (across, down) = (i32::from(cell.column()), i32::from(cell.row()));
    let column = i32::from(origin.column()) + across * right - down * below;
    let row = i32::from(origin.row()) + across * below + down * right;
    let cell = Cell::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?);
    size.has(cell).then_some(cell)
}
