//! The count divided into units of work, for threads, machines and interrupted runs.
//!
//! ```text
//!     unit 0     all grids with few moves, up to the split, and of them those that a symmetry of each class fixes
//!     unit 1 ..  for each class, the first grids beyond the split that the symmetry fixes, each with those below it
//!     ..         the grids below each grid at the split
//! ```
//!
//! They are numbered in the order in which a depth-first search reaches them, which depends only on the variant, the depth and the
//! split. Each worker repeats this search, which takes less than a second in all, and counts the units that it takes.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::openings::{Opening, openings};
use super::symmetric::{CLASSES, SymmetricGrid, SymmetricSearch};
use super::tree::{Report, Scope, Tally, TreeSearch};
use super::{CountError, Part, Sums};
use crate::morpion::Variant;
use crate::morpion::board::{Board, PackedMove};

/// The least number of grids at the split, so that many machines can share them evenly.
const MIN_UNITS: u64 = 1 << 18;

/// The least number of moves between the split and the depth: smaller counts are divided less than into [`MIN_UNITS`].
const BELOW_SPLIT: usize = 3;

/// All units of a count.
#[derive(Debug)]
pub(super) struct Units {
    variant: Variant,
    scope: Scope,
    openings: Vec<Opening>,
    /// The largest number of moves of the grids in unit 0.
    pub(super) split: usize,
}

/// A unit that the search has reached. The board has the points and lines of its first grid.
enum Unit<'a> {
    /// A symmetric grid, the first on its path beyond the split, and all below. `symmetries` is the size of the class of its
    /// symmetry.
    Symmetric { search: &'a mut SymmetricSearch, grid: &'a SymmetricGrid, symmetries: u64 },
    /// All below a grid at the split; or an opening beyond the split, and all below it.
    Labelled { opening: &'a Opening, board: &'a mut Board, grid: Grid<'a> },
}

/// A callback that gets each unit with its number, from 1 on. It breaks to end the search.
type VisitUnit<'a> = dyn FnMut(u64, Unit<'_>) -> ControlFlow<Option<CountError>> + 'a;

impl Units {
    /// Returns the units of a count, and chooses the split.
    ///
    /// # Errors
    /// [`CountError`], except that it cannot be cancelled.
    pub(super) fn new(variant: Variant, scope: Scope) -> Result<Units, CountError> {
        let mut units = Units { variant, scope, openings: openings(variant, scope.depth), split: 0 };
        while units.split + BELOW_SPLIT < scope.depth && units.grids_at_split()? < MIN_UNITS {
            units.split += 1;
        }
        Ok(units)
    }

    fn board(&self, opening: &Opening) -> Board {
        opening.play(Board::new(self.variant))
    }

    /// Returns the number of grids at the split, and openings beyond it.
    fn grids_at_split(&self) -> Result<u64, CountError> {
        let scope = Scope { depth: self.split, finished: false };
        let mut grids = 0;
        for opening in &self.openings {
            if opening.moves.len() >= self.split {
                grids += 1;
                continue;
            }
            let mut report = |_| ControlFlow::Continue(());
            let mut search = TreeSearch::new(scope, &mut report);
            search.count_below(&mut self.board(opening), opening.moves.len(), &opening.untried, &[])?;
            grids += search.tally[self.split].grids;
        }
        Ok(grids)
    }

    /// Returns the units of a part, one bit each. The number of candidates below a unit estimates its work. The parts take turns in
    /// taking the unit with the largest estimate.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn share(&self, part: Part) -> Result<Vec<u64>, CountError> {
        let mut estimates = vec![usize::MAX];
        self.descend(&mut |_, unit| {
            estimates.push(match unit {
                Unit::Symmetric { grid, .. } => grid.legal.len(),
                Unit::Labelled { grid, .. } => grid.untried.len(),
            });
            ControlFlow::Continue(())
        })?;
        let mut units: Vec<usize> = (0..estimates.len()).collect();
        units.sort_by_key(|&unit| Reverse(estimates[unit]));
        let mut share = vec![0; units.len().div_ceil(64)];
        for (unit, number) in units.into_iter().zip((1..=part.of).cycle()) {
            if number == part.number {
                share[unit / 64] |= 1 << (unit % 64);
            }
        }
        Ok(share)
    }

    /// Counts units until `next` returns `None`. `next` gets the last unit with its sums (`None` at first), and returns the next
    /// unit. The caller ensures that it returns units in ascending order.
    ///
    /// # Errors
    /// [`CountError`]
    pub(super) fn count(
        &self,
        next: &mut dyn FnMut(Option<(u64, Vec<Sums>)>) -> Option<u64>,
        report: &mut Report<'_>,
    ) -> Result<(), CountError> {
        let mut wanted = next(None);
        if wanted == Some(0) {
            wanted = next(Some((0, self.count_prefix(report)?)));
        }
        self.descend(&mut |number, unit| {
            if wanted == Some(number) {
                match self.count_unit(unit, report) {
                    Ok(sums) => wanted = next(Some((number, sums))),
                    Err(error) => return ControlFlow::Break(Some(error)),
                }
            }
            if wanted.is_none() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        })
    }

    /// Searches to all units except unit 0, and calls `visit_unit` with each.
    fn descend(&self, visit_unit: &mut VisitUnit<'_>) -> Result<(), CountError> {
        let mut number = 0;
        let mut visit_unit = |unit: Unit<'_>| {
            number += 1;
            visit_unit(number, unit)
        };
        let mut descended = ControlFlow::Continue(());
        for (symmetry, symmetries) in CLASSES {
            if descended.is_continue() {
                let mut search = SymmetricSearch::new(self.variant, symmetry, self.scope);
                let cross = search.cross();
                descended = search.walk(&cross, &mut |search, grid| {
                    let is_beyond = grid.moves > self.split;
                    if is_beyond {
                        visit_unit(Unit::Symmetric { search, grid, symmetries })?;
                    }
                    ControlFlow::Continue(!is_beyond)
                });
            }
        }
        for opening in &self.openings {
            if descended.is_continue() {
                let grid = Grid { moves: opening.moves.len(), untried: &opening.untried, excluded: &opening.excluded };
                let mut visit = |board: &mut Board, grid: Grid<'_>| visit_unit(Unit::Labelled { opening, board, grid });
                descended = descend_to_split(&mut self.board(opening), grid, self.split, &mut visit);
            }
        }
        match descended {
            ControlFlow::Break(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// Counts unit 0.
    fn count_prefix(&self, report: &mut Report<'_>) -> Result<Vec<Sums>, CountError> {
        let mut sums = vec![Sums::default(); self.split + 1];
        let scope = Scope { depth: self.split, ..self.scope };
        for (symmetry, symmetries) in CLASSES {
            let mut search = SymmetricSearch::new(self.variant, symmetry, scope);
            let cross = search.cross();
            add_symmetric(&mut sums, &search.count(&cross, report)?, symmetries);
        }
        for opening in self.openings.iter().filter(|opening| opening.moves.len() <= self.split) {
            let Opening { moves, untried, excluded, .. } = opening;
            let mut search = TreeSearch::new(scope, report);
            search.count_root(moves.len(), untried.is_empty() && excluded.is_empty());
            search.count_below(&mut self.board(opening), moves.len(), untried, excluded)?;
            add_labelled(&mut sums, &search.tally, opening.weight);
        }
        Ok(sums)
    }

    /// Counts any other unit.
    fn count_unit(&self, unit: Unit<'_>, report: &mut Report<'_>) -> Result<Vec<Sums>, CountError> {
        let mut sums = vec![Sums::default(); self.scope.depth + 1];
        match unit {
            Unit::Symmetric { search, grid, symmetries } => {
                add_symmetric(&mut sums, &search.count(grid, report)?, symmetries);
            }
            Unit::Labelled { opening, board, grid: Grid { moves, untried, excluded } } => {
                let mut search = TreeSearch::new(self.scope, report);
                if moves > self.split {
                    search.count_root(moves, untried.is_empty() && excluded.is_empty());
                }
                search.count_below(board, moves, untried, excluded)?;
                add_labelled(&mut sums, &search.tally, opening.weight);
            }
        }
        // Games end long before a large depth.
        let reached = sums.iter().rposition(|sums| *sums != Sums::default());
        sums.truncate(reached.map_or(0, |last| last + 1));
        Ok(sums)
    }
}

/// Adds the tally of grids that each count for `weight` labelled grids.
fn add_labelled(sums: &mut [Sums], tally: &[Tally], weight: u64) {
    for (sums, tally) in sums.iter_mut().zip(tally) {
        sums.labelled += u128::from(tally.grids) * u128::from(weight);
        sums.labelled_finished += u128::from(tally.finished) * u128::from(weight);
    }
}

/// Adds the tally of grids that one symmetry fixes, for each of the `symmetries` in its class.
fn add_symmetric(sums: &mut [Sums], tally: &[Tally], symmetries: u64) {
    for (sums, tally) in sums.iter_mut().zip(tally) {
        sums.symmetric += u128::from(tally.grids) * u128::from(symmetries);
        sums.symmetric_finished += u128::from(tally.finished) * u128::from(symmetries);
    }
}

/// A grid on the way to the split.
#[derive(Clone, Copy)]
struct Grid<'a> {
    moves: usize,
    untried: &'a [PackedMove],
    excluded: &'a [PackedMove],
}

/// Searches from a grid to the split, and calls `visit` with each grid there.
fn descend_to_split(
    board: &mut Board,
    grid: Grid<'_>,
    split: usize,
    visit: &mut impl FnMut(&mut Board, Grid<'_>) -> ControlFlow<Option<CountError>>,
) -> ControlFlow<Option<CountError>> {
    let Grid { moves, untried, excluded } = grid;
    if moves >= split {
        return visit(board, grid);
    }
    for (i, &mv) in untried.iter().enumerate() {
        if !mv.point.is_playable() {
            return ControlFlow::Break(Some(CountError::LeavesBoard));
        }
        let is_compatible = |other: &&PackedMove| !board.conflict(mv, **other);
        let mut below: Vec<PackedMove> = untried[i + 1..].iter().filter(is_compatible).copied().collect();
        let out: Vec<PackedMove> = excluded.iter().chain(&untried[..i]).filter(is_compatible).copied().collect();
        board.toggle(mv);
        board.moves_through(mv.point, |new| below.push(new));
        let child = Grid { moves: moves + 1, untried: &below, excluded: &out };
        let visited = descend_to_split(board, child, split, visit);
        board.toggle(mv);
        visited?;
    }
    ControlFlow::Continue(())
}
