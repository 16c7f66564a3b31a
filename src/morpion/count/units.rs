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
use super::{Stop, Sums};
use crate::morpion::Variant;
use crate::morpion::board::{Board, Candidate};

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

    /// How many units there are.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Grids with at most so many moves are counted by the first units.
    pub(super) fn split(&self) -> usize {
        self.split
    }

    /// Whether a unit is one of those that know all about grids up to the split.
    pub(super) fn is_first(unit: u64) -> bool {
        unit < FIRST_BELOW
    }

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

    /// Does units: `next` is asked for a unit, the last one and what was found there being given, until there is none. It gives
    /// units in ascending order.
    pub(super) fn work(
        &self,
        next: &mut dyn FnMut(Option<(u64, Vec<Sums>)>) -> Option<u64>,
        go_on: &mut GoOn<'_>,
    ) -> Result<(), Stop> {
        let mut unit = next(None);
        while let Some(first) = unit.filter(|&unit| Units::is_first(unit)) {
            let sums = match KINDS.get(first as usize) {
                Some(&(symmetry, number)) => {
                    let tally = Symmetric::count(Board::new(self.variant), symmetry, self.scope, go_on)?;
                    let of = |count: u64| u128::from(count * number);
                    let sums = tally.iter().map(|tally| Sums {
                        symmetric: of(tally.grids),
                        symmetric_finished: of(tally.finished),
                        ..Sums::default()
                    });
                    sums.collect()
                }
                None => self.prefix(go_on)?,
            };
            unit = next(Some((first, sums)));
        }
        let mut descent = Descent { split: self.split, passed: FIRST_BELOW, unit };
        for root in &self.roots {
            if descent.unit.is_none() {
                break;
            }
            let mut board = Board::new(self.variant);
            let Following { untried, left_out } = root.make(&mut board)?;
            let mut at_split = |descent: &mut Descent, board: &mut Board, moves, untried: &[_], left_out: &[_]| {
                let sums = self.below(root, board, (moves, untried, left_out), go_on)?;
                let done = descent.unit.map(|unit| (unit, sums));
                descent.unit = next(done);
                Ok(())
            };
            descent.visit(&mut board, root.moves.len(), &untried, &left_out, &mut at_split)?;
        }
        Ok(())
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
        (moves, untried, left_out): (usize, &[Candidate], &[Candidate]),
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
        sums.labelled += u128::from(tally.grids * weight);
        sums.labelled_finished += u128::from(tally.finished * weight);
    }
}

/// A plain walk to the split, on which units are passed by or done.
struct Descent {
    split: usize,
    /// The number of the next unit on the way.
    passed: u64,
    /// The next one to be done.
    unit: Option<u64>,
}

impl Descent {
    fn visit(
        &mut self,
        board: &mut Board,
        moves: usize,
        untried: &[Candidate],
        left_out: &[Candidate],
        at_split: &mut impl FnMut(&mut Descent, &mut Board, usize, &[Candidate], &[Candidate]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if moves >= self.split {
            self.passed += 1;
            let is_next = self.unit == Some(self.passed - 1);
            return if is_next { at_split(self, board, moves, untried, left_out) } else { Ok(()) };
        }
        for (i, &candidate) in untried.iter().enumerate() {
            if self.unit.is_none() {
                break;
            }
            if !candidate.spot.is_inside() {
                return Err(Stop::LeavesBoard);
            }
            let stand = |other: &&Candidate| !board.exclude(candidate, **other);
            let mut below: Vec<Candidate> = untried[i + 1..].iter().filter(stand).copied().collect();
            let out = left_out.iter().chain(&untried[..i]).filter(stand).copied().collect::<Vec<_>>();
            board.flip(candidate);
            board.moves_through(candidate.spot, |new| below.push(new));
            let visited = self.visit(board, moves + 1, &below, &out, at_split);
            board.flip(candidate);
            visited?;
        }
        Ok(())
    }
}
