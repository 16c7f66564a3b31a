//! The count divided into units of work, for threads, machines and interrupted runs.
//!
//! ```text
//!     unit 0     all grids with few moves, up to the split, and of them those that a symmetry of each class fixes
//!     unit 1 ..  for each class, the first grids beyond the split that the symmetry fixes, each with those below it
//!     ..         the grids below each grid at the split
//! ```
//!
//! They are numbered in the order in which a depth-first search reaches them, which depends only on the variant, the
//! depth and the split. Each worker repeats this search, which takes less than a second in all, and counts the units
//! that it takes.

use std::ops::ControlFlow;

use super::classes::{Class, labelled, symmetric};
use super::symmetric::SymmetricSearch;
use super::tree::{self, CAPACITY, Grid, Report, Scope, Tally};
use super::{CountError, Part, Sums};
use crate::morpion::Variant;
use crate::morpion::board::Board;

/// The least number of grids at the split, so that many machines can share them evenly.
const MIN_UNITS: u64 = 1 << 18;

/// The least number of moves between the split and the depth: smaller counts are divided less than into [`MIN_UNITS`].
const BELOW_SPLIT: usize = 3;

/// All units of a count.
#[derive(Debug)]
pub(super) struct Units {
    scope: Scope,
    /// The board of the grid without moves.
    cross: Board,
    /// The symmetric ones first.
    classes: Vec<Class>,
    /// The largest number of moves of the grids in unit 0.
    pub(super) split: usize,
}

/// A unit that the search has reached: the first grid of a class on its path that is beyond the split, or of a labelled
/// one at the split, and all below. The board of the search has the points and lines of the grid.
struct Unit<'a> {
    class: &'a Class,
    search: &'a mut SymmetricSearch,
    grid: &'a Grid,
}

impl Unit<'_> {
    /// Counts the grids of the unit; the tallies are indexed by the number of moves.
    fn tally(self, report: &mut Report<'_>) -> Result<Vec<Tally>, CountError> {
        let Unit { class, search, grid } = self;
        if class.is_labelled() {
            tree::count(&mut search.board, grid, search.scope, CAPACITY, report)
        } else {
            search.count(grid, report)
        }
    }
}

impl Units {
    /// Returns the units of a count, and chooses the split.
    ///
    /// # Errors
    /// [`CountError`], except that it cannot be cancelled.
    pub(super) fn new(variant: Variant, scope: Scope) -> Result<Units, CountError> {
        let cross = Board::new(variant);
        let classes = symmetric(&cross).into_iter().chain(labelled(&cross, scope.depth)).collect();
        let mut units = Units { scope, cross, classes, split: 0 };
        while units.split + BELOW_SPLIT < scope.depth && units.grids_at_split()? < MIN_UNITS {
            units.split += 1;
        }
        Ok(units)
    }

    /// Returns the number of grids at the split, and openings beyond it.
    fn grids_at_split(&self) -> Result<u64, CountError> {
        let scope = Scope { depth: self.split, finished: false };
        let mut grids = 0;
        for class in self.classes.iter().filter(|class| class.is_labelled()) {
            let is_beyond = class.grid.moves > self.split;
            grids += if is_beyond {
                1
            } else {
                self.count_class(class, scope, &mut |_| ControlFlow::Continue(()))?[self.split].grids
            };
        }
        Ok(grids)
    }

    /// Returns the units of a part, one bit each. The number of candidates below a unit estimates its work. The parts
    /// take turns in taking the unit with the largest estimate.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn share(&self, part: Part) -> Result<Vec<u64>, CountError> {
        let mut estimates = vec![u16::MAX];
        self.descend(&mut |_, Unit { class, grid, .. }| {
            let excluded = if class.is_labelled() { 0 } else { grid.excluded.len() };
            // No grid comes near 65,535 legal moves; if one did, its work would only be estimated too low.
            estimates.push((grid.untried.len() + excluded).min(usize::from(u16::MAX)) as u16);
            ControlFlow::Continue(())
        })?;
        // For each estimate, the number of units that are taken before the next one with this estimate.
        let mut ranks = vec![0; usize::from(u16::MAX) + 1];
        for &estimate in &estimates {
            ranks[usize::from(estimate)] += 1;
        }
        let mut before = 0;
        for rank in ranks.iter_mut().rev() {
            before += std::mem::replace(rank, before);
        }
        let mut share = vec![0; estimates.len().div_ceil(64)];
        for (unit, &estimate) in estimates.iter().enumerate() {
            let rank = &mut ranks[usize::from(estimate)];
            share[unit / 64] |= u64::from(*rank % part.parts + 1 == part.number) << (unit % 64);
            *rank += 1;
        }
        Ok(share)
    }

    /// Counts units until `next` returns `None`. `next` gets the last unit with its sums (`None` at first), and returns
    /// the next unit. The caller ensures that it returns units in ascending order.
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
                let class = unit.class;
                match unit.tally(report) {
                    Ok(tally) => wanted = next(Some((number, self.sums_of_unit(class, tally)))),
                    Err(error) => return ControlFlow::Break(Some(error)),
                }
            }
            if wanted.is_none() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        })
    }

    /// Searches to all units except unit 0, and calls `visit` with each and its number, from 1 on. `visit` breaks to
    /// end the search.
    fn descend(
        &self,
        visit: &mut dyn FnMut(u64, Unit<'_>) -> ControlFlow<Option<CountError>>,
    ) -> Result<(), CountError> {
        let mut number = 0;
        let descended = self.classes.iter().try_for_each(|class| {
            class.search(&self.cross, self.scope).walk(&class.grid, &mut |search, grid| {
                let is_unit = grid.moves + usize::from(class.is_labelled()) > self.split;
                if is_unit {
                    number += 1;
                    visit(number, Unit { class, search, grid })?;
                }
                ControlFlow::Continue(!is_unit)
            })
        });
        match descended {
            ControlFlow::Break(Some(error)) => Err(error),
            ControlFlow::Break(None) | ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// Counts unit 0.
    fn count_prefix(&self, report: &mut Report<'_>) -> Result<Vec<Sums>, CountError> {
        let mut sums = vec![Sums::default(); self.split + 1];
        let scope = Scope { depth: self.split, ..self.scope };
        for class in self.classes.iter().filter(|class| class.grid.moves <= self.split) {
            add(&mut sums, class, &self.count_class(class, scope, report)?);
        }
        Ok(sums)
    }

    /// Returns the sums of another unit. Its grid is in unit 0 if it is at the split.
    fn sums_of_unit(&self, class: &Class, mut tally: Vec<Tally>) -> Vec<Sums> {
        tally[..=self.split].fill(Tally::default());
        // Games end long before a large depth.
        let reached = tally.iter().rposition(|tally| *tally != Tally::default());
        let mut sums = vec![Sums::default(); reached.map_or(0, |last| last + 1)];
        add(&mut sums, class, &tally);
        sums
    }

    /// Counts all grids of a class.
    fn count_class(&self, class: &Class, scope: Scope, report: &mut Report<'_>) -> Result<Vec<Tally>, CountError> {
        Unit { class, search: &mut class.search(&self.cross, scope), grid: &class.grid }.tally(report)
    }
}

/// Adds the tally of grids of a class.
fn add(sums: &mut [Sums], class: &Class, tally: &[Tally]) {
    for (sums, tally) in sums.iter_mut().zip(tally) {
        let weighted = |grids: u64| u128::from(grids) * u128::from(class.weight);
        let (grids, finished) = (weighted(tally.grids), weighted(tally.finished));
        if class.is_labelled() {
            sums.labelled += grids;
            sums.labelled_finished += finished;
        } else {
            sums.symmetric += grids;
            sums.symmetric_finished += finished;
        }
    }
}
