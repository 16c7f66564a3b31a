//! The walk cut into units, which threads, machines and runs after an interruption can share.
//!
//! ```text
//!     unit 0 .. 3     the grids that a symmetry of each kind keeps
//!     unit 4          all grids with few moves, up to the split
//!     unit 5 ..       what follows each grid at the split, in the order in which a plain walk meets them
//! ```
//!
//! The order depends on the game, the depth and the split alone. Who does a unit walks to it past all before, which takes less
//! than a second in all.

use std::ops::ControlFlow;

use super::roots::{Following, Root, roots};
use super::symmetric::{KINDS, Symmetric};
use super::tree::{GoOn, Scope, Walk};
use super::{Part, Stop, Sums};
use crate::morpion::Variant;
use crate::morpion::board::{Board, Candidate};
use crate::symmetry::Symmetry;

/// The split is where there are so many grids, so that many machines can share them evenly.
const ENOUGH: u64 = 1 << 18;

/// Of smaller counts less is split than would be worth it.
const BELOW_SPLIT: usize = 3;

/// The unit of all grids up to the split.
const PREFIX: u64 = KINDS.len() as u64;

/// The first unit of grids below the split.
const FIRST_BELOW: u64 = PREFIX + 1;

/// All units of a count.
#[derive(Debug)]
pub(super) struct Units {
    variant: Variant,
    scope: Scope,
    roots: Vec<Root>,
    split: usize,
    number: u64,
}

impl Units {
    /// Chooses the split.
    pub(super) fn new(variant: Variant, scope: Scope) -> Result<Units, Stop> {
        let mut units = Units { variant, scope, roots: roots(variant), split: 0, number: 0 };
        loop {
            let mut at_split = 0;
            for root in &units.roots {
                at_split += units.count_at_split(root)?;
            }
            units.number = FIRST_BELOW + at_split;
            if at_split >= ENOUGH || units.split + BELOW_SPLIT >= scope.depth {
                return Ok(units);
            }
            units.split += 1;
        }
    }

    /// Grids with at most so many moves are counted by the first units.
    pub(super) fn split(&self) -> usize {
        self.split
    }

    /// The first units, which know all about grids up to the split, as bits.
    pub(super) const FIRST: u64 = (1 << FIRST_BELOW) - 1;

    /// How many units a root makes.
    fn count_at_split(&self, root: &Root) -> Result<u64, Stop> {
        if root.moves.len() >= self.split {
            return Ok(1);
        }
        let mut board = Board::new(self.variant);
        let Following { untried, .. } = root.make(&mut board)?;
        let scope = Scope { depth: self.split, finished: false };
        let mut go_on = |_| ControlFlow::Continue(());
        let mut walk = Walk::new(scope, &mut go_on);
        walk.below(&mut board, root.moves.len(), &untried, &[])?;
        Ok(walk.tally[self.split].grids)
    }

    /// The units of one of some parts, a bit each. Units that are followed by as many candidates are about as much work, and are
    /// dealt out in turn.
    pub(super) fn share(&self, part: Part) -> Result<Vec<u64>, Stop> {
        let mut candidates = vec![usize::MAX; self.number as usize];
        if part != Part::WHOLE {
            self.descend(&mut |unit, _, _, grid| {
                candidates[unit as usize] = grid.untried.len();
                ControlFlow::Continue(())
            })?;
        }
        let mut units: Vec<usize> = (0..candidates.len()).collect();
        units.sort_by_key(|&unit| std::cmp::Reverse(candidates[unit]));
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
        while let Some(unit) = wanted.filter(|&unit| unit < FIRST_BELOW) {
            let sums = match KINDS.get(unit as usize) {
                Some(&(symmetry, number)) => self.kept_by(symmetry, number, go_on)?,
                None => self.prefix(go_on)?,
            };
            wanted = next(Some((unit, sums)));
        }
        self.descend(&mut |unit, root, board, grid| {
            if wanted == Some(unit) {
                match self.below(root, board, grid, go_on) {
                    Ok(sums) => wanted = next(Some((unit, sums))),
                    Err(stop) => return ControlFlow::Break(Some(stop)),
                }
            }
            if wanted.is_none() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        })
    }

    /// Walks plainly to the grids at the split, and to roots beyond it.
    fn descend(&self, at_split: &mut AtSplit<'_>) -> Result<(), Stop> {
        let mut unit = FIRST_BELOW;
        for root in &self.roots {
            let mut board = Board::new(self.variant);
            let Following { untried, left_out } = root.make(&mut board)?;
            let grid = Grid { moves: root.moves.len(), untried: &untried, left_out: &left_out };
            let mut each = |board: &mut Board, grid: Grid<'_>| {
                unit += 1;
                at_split(unit - 1, root, board, grid)
            };
            match visit(&mut board, grid, self.split, &mut each) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(None) => break,
                ControlFlow::Break(Some(stop)) => return Err(stop),
            }
        }
        Ok(())
    }

    /// The grids that a symmetry keeps, for each of so many symmetries.
    fn kept_by(&self, symmetry: Symmetry, number: u64, go_on: &mut GoOn<'_>) -> Result<Vec<Sums>, Stop> {
        let tally = Symmetric::count(Board::new(self.variant), symmetry, self.scope, go_on)?;
        let of = |count: u64| u128::from(count) * u128::from(number);
        let sums = tally.iter().map(|tally| Sums {
            symmetric: of(tally.grids),
            symmetric_finished: of(tally.finished),
            ..Sums::default()
        });
        Ok(sums.collect())
    }

    /// All grids up to the split.
    fn prefix(&self, go_on: &mut GoOn<'_>) -> Result<Vec<Sums>, Stop> {
        let mut sums = vec![Sums::default(); self.scope.depth + 1];
        for root in self.roots.iter().filter(|root| root.moves.len() <= self.split) {
            let scope = Scope { depth: self.split, ..self.scope };
            let mut board = Board::new(self.variant);
            let Following { untried, left_out } = root.make(&mut board)?;
            let mut walk = Walk::new(scope, go_on);
            walk.itself(root.moves.len(), untried.is_empty() && left_out.is_empty());
            walk.below(&mut board, root.moves.len(), &untried, &left_out)?;
            add(&mut sums, &walk, root.weight);
        }
        Ok(sums)
    }

    /// All grids below one at the split, or a root beyond it and all below.
    fn below(
        &self,
        root: &Root,
        board: &mut Board,
        Grid { moves, untried, left_out }: Grid<'_>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Vec<Sums>, Stop> {
        let mut sums = vec![Sums::default(); self.scope.depth + 1];
        if moves <= self.scope.depth {
            let mut walk = Walk::new(self.scope, go_on);
            if moves > self.split {
                walk.itself(moves, untried.is_empty() && left_out.is_empty());
            }
            walk.below(board, moves, untried, left_out)?;
            add(&mut sums, &walk, root.weight);
        }
        Ok(sums)
    }
}

fn add(sums: &mut [Sums], walk: &Walk<'_>, weight: u64) {
    for (sums, tally) in sums.iter_mut().zip(&walk.tally) {
        sums.labelled += u128::from(tally.grids) * u128::from(weight);
        sums.labelled_finished += u128::from(tally.finished) * u128::from(weight);
    }
}

/// A grid on the way, of which the board has the points and lines.
#[derive(Clone, Copy)]
struct Grid<'a> {
    moves: usize,
    untried: &'a [Candidate],
    left_out: &'a [Candidate],
}

/// What is done at the split with a unit, which is a grid reached from a root; nothing more with the others if it breaks off.
type AtSplit<'a> = dyn FnMut(u64, &Root, &mut Board, Grid<'_>) -> ControlFlow<Option<Stop>> + 'a;

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
