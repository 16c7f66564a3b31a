//! The walk cut into units, which threads, machines and runs after an interruption can share.
//!
//! ```text
//!     unit 0     all grids with few moves, up to the split, and those of them that a symmetry of each kind keeps
//!     unit 1 ..  for each kind, the first grids beyond the split that the symmetry keeps, each with what follows it
//!     ..         what follows each grid at the split
//! ```
//!
//! They are in the order in which plain walks meet them, which depends on the game, the depth and the split alone. Who does a unit
//! walks to it past all before, which takes less than a second in all.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::roots::{Root, roots};
use super::symmetric::{KINDS, Kept, Symmetric};
use super::tree::{GoOn, Scope, Tally, Walk};
use super::{Part, Stop, Sums};
use crate::morpion::Variant;
use crate::morpion::board::{Board, Candidate};

/// The split is where there are so many grids, so that many machines can share them evenly.
const ENOUGH: u64 = 1 << 18;

/// Of smaller counts less is split than would be worth it.
const BELOW_SPLIT: usize = 3;

/// All units of a count.
#[derive(Debug)]
pub(super) struct Units {
    variant: Variant,
    scope: Scope,
    roots: Vec<Root>,
    split: usize,
}

/// A unit on the way; of the grid that it begins with the board has the points and lines.
enum Unit<'a> {
    /// A symmetric grid beyond the split, the first on its path, and all below; for each of so many symmetries.
    Symmetric { walk: &'a mut Symmetric, grid: &'a Kept, number: u64 },
    /// What is below a grid at the split; or a root beyond it, and all below.
    Labelled { root: &'a Root, board: &'a mut Board, grid: Grid<'a> },
}

/// Told of units one after the other; nothing more if it breaks off.
type Each<'a> = dyn FnMut(u64, Unit<'_>) -> ControlFlow<Option<Stop>> + 'a;

impl Units {
    /// Chooses the split.
    pub(super) fn new(variant: Variant, scope: Scope) -> Result<Units, Stop> {
        let mut units = Units { variant, scope, roots: roots(variant, scope.depth), split: 0 };
        while units.split + BELOW_SPLIT < scope.depth && units.grids_at_split()? < ENOUGH {
            units.split += 1;
        }
        Ok(units)
    }

    /// Grids with at most so many moves are counted by unit 0.
    pub(super) fn split(&self) -> usize {
        self.split
    }

    fn board(&self, root: &Root) -> Board {
        root.make(Board::new(self.variant))
    }

    /// How many grids there are at the split, and roots beyond it.
    fn grids_at_split(&self) -> Result<u64, Stop> {
        let scope = Scope { depth: self.split, finished: false };
        let mut grids = 0;
        for root in &self.roots {
            if root.moves.len() >= self.split {
                grids += 1;
                continue;
            }
            let mut go_on = |_| ControlFlow::Continue(());
            let mut walk = Walk::new(scope, &mut go_on);
            walk.below(&mut self.board(root), root.moves.len(), &root.untried, &[])?;
            grids += walk.tally[self.split].grids;
        }
        Ok(grids)
    }

    /// The units of one of some parts, a bit each. Units that are followed by as many candidates are about as much work, and are
    /// dealt out in turn.
    pub(super) fn share(&self, part: Part) -> Result<Vec<u64>, Stop> {
        let mut followed_by = vec![usize::MAX];
        self.descend(&mut |_, unit| {
            followed_by.push(match unit {
                Unit::Symmetric { grid, .. } => grid.mobility(),
                Unit::Labelled { grid, .. } => grid.untried.len(),
            });
            ControlFlow::Continue(())
        })?;
        let mut units: Vec<usize> = (0..followed_by.len()).collect();
        units.sort_by_key(|&unit| Reverse(followed_by[unit]));
        let mut share = vec![0; units.len().div_ceil(64)];
        for (unit, turn) in units.into_iter().zip((1..=part.of).cycle()) {
            if turn == part.number {
                share[unit / 64] |= 1 << (unit % 64);
            }
        }
        Ok(share)
    }

    /// Does units: `next` is asked for a unit, the last one and what was found there being given, until there is none. It gives
    /// units in ascending order.
    pub(super) fn work(
        &self,
        next: &mut dyn FnMut(Option<(u64, Vec<Sums>)>) -> Option<u64>,
        go_on: &mut GoOn<'_>,
    ) -> Result<(), Stop> {
        let mut wanted = next(None);
        if wanted == Some(0) {
            wanted = next(Some((0, self.prefix(go_on)?)));
        }
        self.descend(&mut |number, unit| {
            if wanted == Some(number) {
                match self.count(unit, go_on) {
                    Ok(sums) => wanted = next(Some((number, sums))),
                    Err(stop) => return ControlFlow::Break(Some(stop)),
                }
            }
            if wanted.is_none() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        })
    }

    /// Walks plainly to all units but the first.
    fn descend(&self, each: &mut Each<'_>) -> Result<(), Stop> {
        let mut number = 0;
        let mut each = |unit: Unit<'_>| {
            number += 1;
            each(number, unit)
        };
        let mut descended = ControlFlow::Continue(());
        for (symmetry, number) in KINDS {
            if descended.is_continue() {
                let mut walk = Symmetric::new(self.variant, symmetry, self.scope);
                let cross = walk.begin();
                descended = walk.walk(&cross, &mut |walk, grid| {
                    let beyond = grid.moves > self.split;
                    if beyond {
                        each(Unit::Symmetric { walk, grid, number })?;
                    }
                    ControlFlow::Continue(!beyond)
                });
            }
        }
        for root in &self.roots {
            if descended.is_continue() {
                let grid = Grid { moves: root.moves.len(), untried: &root.untried, left_out: &root.left_out };
                let mut each = |board: &mut Board, grid: Grid<'_>| each(Unit::Labelled { root, board, grid });
                descended = visit(&mut self.board(root), grid, self.split, &mut each);
            }
        }
        match descended {
            ControlFlow::Break(Some(stop)) => Err(stop),
            _ => Ok(()),
        }
    }

    /// All grids up to the split.
    fn prefix(&self, go_on: &mut GoOn<'_>) -> Result<Vec<Sums>, Stop> {
        let mut sums = vec![Sums::default(); self.split + 1];
        let scope = Scope { depth: self.split, ..self.scope };
        for (symmetry, number) in KINDS {
            let mut walk = Symmetric::new(self.variant, symmetry, scope);
            let cross = walk.begin();
            add_symmetric(&mut sums, &walk.count(&cross, go_on)?, number);
        }
        for root in self.roots.iter().filter(|root| root.moves.len() <= self.split) {
            let Root { moves, untried, left_out, .. } = root;
            let mut walk = Walk::new(scope, go_on);
            walk.itself(moves.len(), untried.is_empty() && left_out.is_empty());
            walk.below(&mut self.board(root), moves.len(), untried, left_out)?;
            add_labelled(&mut sums, &walk.tally, root.weight);
        }
        Ok(sums)
    }

    /// All grids of a unit.
    fn count(&self, unit: Unit<'_>, go_on: &mut GoOn<'_>) -> Result<Vec<Sums>, Stop> {
        let mut sums = vec![Sums::default(); self.scope.depth + 1];
        match unit {
            Unit::Symmetric { walk, grid, number } => add_symmetric(&mut sums, &walk.count(grid, go_on)?, number),
            Unit::Labelled { root, board, grid: Grid { moves, untried, left_out } } => {
                let mut walk = Walk::new(self.scope, go_on);
                if moves > self.split {
                    walk.itself(moves, untried.is_empty() && left_out.is_empty());
                }
                walk.below(board, moves, untried, left_out)?;
                add_labelled(&mut sums, &walk.tally, root.weight);
            }
        }
        // Games end before the depth is reached, if that is large.
        let reached = sums.iter().rposition(|sums| *sums != Sums::default());
        sums.truncate(reached.map_or(0, |last| last + 1));
        Ok(sums)
    }
}

fn add_labelled(sums: &mut [Sums], tally: &[Tally], weight: u64) {
    for (sums, tally) in sums.iter_mut().zip(tally) {
        sums.labelled += u128::from(tally.grids) * u128::from(weight);
        sums.labelled_finished += u128::from(tally.finished) * u128::from(weight);
    }
}

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
    untried: &'a [Candidate],
    left_out: &'a [Candidate],
}

/// Walks plainly from a grid to the split.
fn visit(
    board: &mut Board,
    grid: Grid<'_>,
    split: usize,
    each: &mut impl FnMut(&mut Board, Grid<'_>) -> ControlFlow<Option<Stop>>,
) -> ControlFlow<Option<Stop>> {
    let Grid { moves, untried, left_out } = grid;
    if moves >= split {
        return each(board, grid);
    }
    for (i, &candidate) in untried.iter().enumerate() {
        if !candidate.spot.is_inside() {
            return ControlFlow::Break(Some(Stop::LeavesBoard));
        }
        let stands = |other: &&Candidate| !board.exclude(candidate, **other);
        let mut below: Vec<Candidate> = untried[i + 1..].iter().filter(stands).copied().collect();
        let out: Vec<Candidate> = left_out.iter().chain(&untried[..i]).filter(stands).copied().collect();
        board.flip(candidate);
        board.moves_through(candidate.spot, |new| below.push(new));
        let visited = visit(board, Grid { moves: moves + 1, untried: &below, left_out: &out }, split, each);
        board.flip(candidate);
        visited?;
    }
    ControlFlow::Continue(())
}
