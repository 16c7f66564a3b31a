//! A lower bound for large boards: a packing of small boards whose minima are known.
//!
//! ```text
//!     a . b . c . .     A copy of a small board: a, b, c, ... are its cells at twice the distance, p, q, r, ... are the
//!     . . . . . p .     cells of another copy, turned by an eighth and √2 times as far apart. Each square of a copy is a
//!     d . e . q . s     square of the board, and each copy has at least as many monochromatic squares as the minimum of
//!     . . . r . t .     the small board.
//! ```
//!
//! A copy has an origin and a step: the columns of the small board are a `(right, below)` step apart, its rows that
//! step turned by a right angle. Unlike windows side by side, copies cover the large squares too, of which a board of n
//! × n has about n⁴ / 12.
//!
//! **Theorem.** If no square belongs to more than k of some copies, of which several may be equal, the board has at
//! least a k-th of the sum of their minima of monochromatic squares.
//!
//! **Proof.** Add up the monochromatic squares of the copies: the sum is at least that of the minima, and each
//! monochromatic square of the board is counted at most k times. ∎ (A fractional packing, dual to the covering of
//! copies by squares.)
//!
//! Copies are taken greedily in passes. The k-th pass may use each square k times, and prefers copies whose squares
//! have been used least.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::budget::Budget;
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

/// Raises a lower bound of the monochromatic squares of a board by a packing of patterns. The budget is polled
/// before each pass; if it stops, the bound is that of the passes before, and [`ControlFlow::Break`] is returned.
///
/// # Complexity
/// O(copies × squares of a pattern) a pass.
pub(super) fn raise(bound: &mut u64, size: Size, patterns: &[Pattern], budget: &mut Budget<'_>) -> ControlFlow<()> {
    let mut copies = copies(size, patterns);
    let number = copies.iter().flat_map(|copy| &copy.squares).max().map_or(0, |&last| last as usize + 1);
    // In the first pass, squares of many copies are expensive.
    let mut popularity = vec![0_u64; number];
    copies.iter().flat_map(|copy| &copy.squares).for_each(|&square| popularity[square as usize] += 1);
    let mut uses = vec![0_u64; number];
    let mut sum = 0;
    for pass in 1..=PASSES {
        budget.poll(0)?;
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
    let mut copies = Vec::new();
    for &Pattern { size: small, lower_bound } in patterns.iter().filter(|pattern| pattern.lower_bound > 0) {
        let small_squares: Vec<[Cell; 4]> = squares(small).map(|square| square.corners()).collect();
        let (across, down) = (small.columns() - 1, small.rows() - 1);
        for (right, below) in (1..size.columns()).flat_map(|right| (0..size.rows()).map(move |below| (right, below))) {
            // How far the copy extends to the left of its origin, to its right, and below it: less than 2¹⁴ cells.
            let (to_left, to_right, height) = (down * below, across * right, across * below + down * right);
            for row in 0..size.rows().saturating_sub(height) {
                for column in to_left..size.columns().saturating_sub(to_right) {
                    let image = |cell: Cell| {
                        let (along, back) = (cell.column() * right, cell.row() * below);
                        Cell::new(column + along - back, row + cell.column() * below + cell.row() * right)
                    };
                    let squares = small_squares.iter().filter_map(|corners| indices.get(&sorted(corners.map(image))));
                    copies.push(Copied { lower_bound, squares: squares.copied().collect() });
                }
            }
        }
    }
    copies
}

fn sorted(mut corners: [Cell; 4]) -> [Cell; 4] {
    corners.sort_unstable();
    corners
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use microlp::{ComparisonOp, OptimizationDirection, Problem};

    use super::*;

    /// Returns the squares of each copy of a small board: its images under all shifts and all turns with an
    /// enlargement.
    fn all_copies(size: Size, small: Size) -> BTreeSet<BTreeSet<usize>> {
        let point = |cell: Cell| (i32::from(cell.column()), i32::from(cell.row()));
        let corners = |size| squares(size).map(move |square| square.corners().map(point));
        let numbers: HashMap<BTreeSet<(i32, i32)>, usize> = corners(size).map(BTreeSet::from).zip(0..).collect();
        let longest = i32::from(size.rows().max(size.columns()));
        let turns = (-longest..=longest).flat_map(|right| (-longest..=longest).map(move |below| (right, below)));
        let mut copies = BTreeSet::new();
        for (right, below) in turns.filter(|&turn| turn != (0, 0)) {
            for (left, top) in size.cells().map(point) {
                let image = |(x, y)| (left + x * right - y * below, top + x * below + y * right);
                let number = |corners: [_; 4]| numbers.get(&BTreeSet::from(corners.map(image))).copied();
                copies.extend(corners(small).map(number).collect::<Option<_>>());
            }
        }
        copies
    }

    /// If each copy has a number of monochromatic squares, at least as many as this have to be on the board, by the
    /// linear relaxation.
    fn fewest(size: Size, copies: &BTreeSet<(u64, BTreeSet<usize>)>) -> Result<f64, Box<dyn std::error::Error>> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables: Vec<_> = squares(size).map(|_| problem.add_var(1.0, (0.0, f64::INFINITY))).collect();
        for (least, copy) in copies {
            let sum: Vec<_> = copy.iter().map(|&square| (variables[square], 1.0)).collect();
            problem.add_constraint(&sum[..], ComparisonOp::Ge, *least as f64);
        }
        Ok(problem.solve()?.solution().ok_or("no solution")?.objective())
    }

    /// The rows and columns of a board, and of its patterns with their lower bounds.
    type Case = ((u16, u16), &'static [(u16, u16, u64)]);

    /// By linear programming duality no packing proves more than the relaxation; these prove as much, or one less.
    #[test]
    fn the_bound_is_at_most_that_of_the_linear_program() -> Result<(), Box<dyn std::error::Error>> {
        let boards: [Case; 8] = [
            ((2, 7), &[(2, 2, 1)]),
            ((4, 4), &[(2, 2, 1)]),
            ((4, 5), &[(2, 3, 2), (3, 2, 2)]),
            ((5, 5), &[(3, 3, 2)]),
            ((5, 5), &[(2, 3, 1), (3, 2, 1), (3, 3, 4)]),
            ((6, 5), &[(3, 4, 3), (4, 3, 3)]),
            ((6, 6), &[(3, 3, 1), (4, 4, 7)]),
            ((3, 9), &[(2, 4, 1), (3, 3, 2)]),
        ];
        for ((rows, columns), patterns) in boards {
            let size = Size::new(rows, columns).ok_or("no size")?;
            let pattern =
                |&(rows, columns, lower_bound)| Some(Pattern { size: Size::new(rows, columns)?, lower_bound });
            let patterns: Vec<Pattern> = patterns.iter().filter_map(pattern).collect();
            let squares_of = |copy: &Copied| copy.squares.iter().map(|&square| square as usize).collect();
            let found: BTreeSet<(u64, BTreeSet<usize>)> =
                copies(size, &patterns).iter().map(|copy| (copy.lower_bound, squares_of(copy))).collect();
            let mut all = BTreeSet::new();
            for &Pattern { size: small, lower_bound } in &patterns {
                all.extend(all_copies(size, small).into_iter().map(|copy| (lower_bound, copy)));
            }
            assert_eq!(found, all, "{size}");
            let mut bound = 0;
            assert!(raise(&mut bound, size, &patterns, &mut Budget::default()).is_continue());
            let most = (fewest(size, &all)? - 1e-6).ceil();
            assert!((most - 1.0..=most).contains(&(bound as f64)), "{size}: {bound} of {most}");
        }
        Ok(())
    }
}
