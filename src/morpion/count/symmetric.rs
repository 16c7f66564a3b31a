//! The grids that a symmetry keeps, for the lemma of Burnside: grids up to symmetry are as many as the mean, over the eight
//! symmetries, of the grids that each keeps.
//!
//! If a symmetric grid can be reached from a smaller symmetric one, it can be reached by adding whole orbits of moves: with a
//! move its images are legal too, and since the grid has them all, they do not exclude each other. So the walk is that through all
//! grids with orbits in the place of candidates, and has about as many grids as the square root of all.

use std::ops::ControlFlow;

use super::Stop;
use super::tree::{GoOn, Scope, Tally};
use crate::morpion::Variant;
use crate::morpion::board::{Board, Candidate};
use crate::symmetry::Symmetry;

/// One symmetry of each kind, and how many there are of the kind, the identity left out.
pub(super) const KINDS: [(Symmetry, u64); 4] =
    [(Symmetry::QuarterTurn, 2), (Symmetry::HalfTurn, 1), (Symmetry::FlipColumns, 2), (Symmetry::Transpose, 2)];

/// The caller is asked whether to go on after so many grids.
const PERIOD: u64 = 1 << 10;

/// Moves that are images of each other.
type Orbit = Vec<Candidate>;

/// A walk through the grids that a symmetry keeps.
pub(super) struct Symmetric {
    symmetry: Symmetry,
    scope: Scope,
    board: Board,
}

/// A grid that the symmetry keeps; the board has its points and lines.
pub(super) struct Kept {
    pub(super) moves: usize,
    untried: Vec<Orbit>,
    legal: Vec<Candidate>,
}

impl Kept {
    /// How many moves are legal.
    pub(super) fn mobility(&self) -> usize {
        self.legal.len()
    }
}

/// Told of a grid before those below it: whether these are wanted too, or nothing more.
type Visit<'a> = dyn FnMut(&mut Symmetric, &Kept) -> ControlFlow<Option<Stop>, bool> + 'a;

impl Symmetric {
    /// Through the grids of a game that a symmetry keeps.
    pub(super) fn new(variant: Variant, symmetry: Symmetry, scope: Scope) -> Symmetric {
        Symmetric { symmetry, scope, board: Board::new(variant) }
    }

    /// The cross.
    pub(super) fn begin(&self) -> Kept {
        let legal = self.board.all_moves();
        Kept { moves: 0, untried: self.orbits(&legal), legal }
    }

    /// Counts a grid and those below it, by their numbers of moves.
    pub(super) fn count(&mut self, grid: &Kept, go_on: &mut GoOn<'_>) -> Result<Vec<Tally>, Stop> {
        let mut tally = vec![Tally::default(); self.scope.depth + 1];
        let mut met = 0;
        let walked = self.walk(grid, &mut |walk, grid| {
            let tally = &mut tally[grid.moves];
            tally.grids += 1;
            tally.finished += u64::from(walk.scope.finished && grid.legal.is_empty());
            met += 1;
            if met >= PERIOD && go_on(std::mem::take(&mut met)).is_break() {
                return ControlFlow::Break(Some(Stop::BrokenOff));
            }
            ControlFlow::Continue(true)
        });
        match walked {
            ControlFlow::Break(Some(stop)) => Err(stop),
            _ if go_on(met).is_break() => Err(Stop::BrokenOff),
            _ => Ok(tally),
        }
    }

    /// Visits a grid and those below it.
    pub(super) fn walk(&mut self, grid: &Kept, visit: &mut Visit<'_>) -> ControlFlow<Option<Stop>> {
        if !visit(self, grid)? {
            return ControlFlow::Continue(());
        }
        for (i, orbit) in grid.untried.iter().enumerate() {
            if grid.moves + orbit.len() > self.scope.depth {
                continue;
            }
            if orbit.iter().any(|candidate| !candidate.spot.is_inside()) {
                return ControlFlow::Break(Some(Stop::LeavesBoard));
            }
            self.flip(orbit);
            let below = self.after(grid, i);
            let walked = self.walk(&below, visit);
            self.flip(orbit);
            walked?;
        }
        ControlFlow::Continue(())
    }

    /// The grid that has one of the orbits too, which the board has already, and none of those before it.
    fn after(&self, grid: &Kept, chosen: usize) -> Kept {
        let orbit = &grid.untried[chosen];
        let stands = |one: &Candidate| !orbit.iter().any(|&other| self.board.exclude(*one, other));
        let mut new = Vec::new();
        for candidate in orbit {
            self.board.moves_through(candidate.spot, |candidate| new.push(candidate));
        }
        new.sort_unstable();
        new.dedup();
        // Of an orbit all moves stand or none does.
        let untried = grid.untried[chosen + 1..].iter().filter(|orbit| stands(&orbit[0])).cloned();
        let untried = untried.chain(self.orbits(&new)).collect();
        let legal = grid.legal.iter().copied().filter(stands).chain(new).collect();
        Kept { moves: grid.moves + orbit.len(), untried, legal }
    }

    /// The orbits of some moves, without those whose moves exclude each other.
    fn orbits(&self, moves: &[Candidate]) -> Vec<Orbit> {
        let mut orbits = Vec::new();
        for &candidate in moves {
            let mut orbit = vec![candidate];
            loop {
                let image = self.board.image(orbit[orbit.len() - 1], self.symmetry);
                if image == candidate {
                    break;
                }
                orbit.push(image);
            }
            let is_first = orbit.iter().all(|&image| candidate <= image);
            let pairs =
                || orbit.iter().enumerate().flat_map(|(i, &one)| orbit[..i].iter().map(move |&other| (one, other)));
            if is_first && pairs().all(|(one, other)| !self.board.exclude(one, other)) {
                orbits.push(orbit);
            }
        }
        orbits
    }

    fn flip(&mut self, orbit: &[Candidate]) {
        for &candidate in orbit {
            self.board.flip(candidate);
        }
    }
}
