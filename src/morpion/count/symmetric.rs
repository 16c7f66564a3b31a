//! The grids that a symmetry fixes, for Burnside's lemma.
//!
//! **Lemma.** If a symmetric grid contains a smaller symmetric one, it can be reached from there by adding whole orbits of moves.
//!
//! **Proof.** The smaller grid can be completed, so one of the missing moves is legal. Its images are legal too, since the smaller grid
//! is symmetric, and belong to the larger one. So they do not conflict, and adding them all leads to a symmetric grid again. ∎
//!
//! So the search is the include-exclude search of all grids with orbits in place of moves. It visits about as many grids as the
//! square root of the number of all.

use std::ops::ControlFlow;

use super::CountError;
use super::tree::{Report, Scope, Tally};
use crate::morpion::Variant;
use crate::morpion::board::{Board, PackedMove};
use crate::symmetry::Symmetry;

/// One symmetry of each conjugacy class except the identity, with the size of the class.
pub(super) const CLASSES: [(Symmetry, u64); 4] =
    [(Symmetry::QuarterTurn, 2), (Symmetry::HalfTurn, 1), (Symmetry::FlipColumns, 2), (Symmetry::Transpose, 2)];

/// The number of grids between two reports.
const REPORT_INTERVAL: u64 = 1 << 10;

/// Moves that are images of each other.
type Orbit = Vec<PackedMove>;

/// A search of the grids that a symmetry fixes.
pub(super) struct SymmetricSearch {
    symmetry: Symmetry,
    scope: Scope,
    board: Board,
}

/// A grid that the symmetry fixes, during the search: the board has its points and lines.
pub(super) struct SymmetricGrid {
    /// The number of moves.
    pub(super) moves: usize,
    /// The orbits to be included here or further down.
    untried: Vec<Orbit>,
    /// All legal moves.
    pub(super) legal: Vec<PackedMove>,
}

/// A callback for each grid, which is called before the grids below it are visited. It returns whether to search below, or breaks to
/// end the search.
type Visit<'a> = dyn FnMut(&mut SymmetricSearch, &SymmetricGrid) -> ControlFlow<Option<CountError>, bool> + 'a;

impl SymmetricSearch {
    /// Returns a search that has not begun, with the cross on its board.
    pub(super) fn new(variant: Variant, symmetry: Symmetry, scope: Scope) -> SymmetricSearch {
        SymmetricSearch { symmetry, scope, board: Board::new(variant) }
    }

    /// Returns the grid without moves.
    pub(super) fn cross(&self) -> SymmetricGrid {
        let legal = self.board.legal_moves();
        SymmetricGrid { moves: 0, untried: self.orbits(&legal), legal }
    }

    /// Counts a grid and those below it; the tallies are indexed by the number of moves. The caller ensures that the grid is on the
    /// board.
    ///
    /// # Errors
    /// [`CountError`]
    pub(super) fn count(&mut self, grid: &SymmetricGrid, report: &mut Report<'_>) -> Result<Vec<Tally>, CountError> {
        let mut tally = vec![Tally::default(); self.scope.depth + 1];
        let mut visited = 0;
        let walked = self.walk(grid, &mut |search, grid| {
            let tally = &mut tally[grid.moves];
            tally.grids += 1;
            tally.finished += u64::from(search.scope.finished && grid.legal.is_empty());
            visited += 1;
            if visited >= REPORT_INTERVAL && report(std::mem::take(&mut visited)).is_break() {
                return ControlFlow::Break(Some(CountError::Cancelled));
            }
            ControlFlow::Continue(true)
        });
        match walked {
            ControlFlow::Break(Some(error)) => Err(error),
            _ if report(visited).is_break() => Err(CountError::Cancelled),
            _ => Ok(tally),
        }
    }

    /// Visits a grid and those below it, depth first. The caller ensures that the grid is on the board. Returns the `Break` of a
    /// visit, or the error if a grid leaves the board.
    pub(super) fn walk(&mut self, grid: &SymmetricGrid, visit: &mut Visit<'_>) -> ControlFlow<Option<CountError>> {
        if !visit(self, grid)? {
            return ControlFlow::Continue(());
        }
        for (i, orbit) in grid.untried.iter().enumerate() {
            if grid.moves + orbit.len() > self.scope.depth {
                continue;
            }
            if orbit.iter().any(|mv| !mv.point.is_playable()) {
                return ControlFlow::Break(Some(CountError::LeavesBoard));
            }
            self.toggle(orbit);
            let below = self.child(grid, i);
            let walked = self.walk(&below, visit);
            self.toggle(orbit);
            walked?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the grid that includes one of the orbits, which the board already has, and excludes those before it.
    fn child(&self, grid: &SymmetricGrid, chosen: usize) -> SymmetricGrid {
        let orbit = &grid.untried[chosen];
        let is_compatible = |one: &PackedMove| !orbit.iter().any(|&other| self.board.conflict(*one, other));
        let mut new = Vec::new();
        for mv in orbit {
            self.board.moves_through(mv.point, |mv| new.push(mv));
        }
        new.sort_unstable();
        new.dedup();
        // By symmetry all moves of an orbit are compatible or none is.
        let untried = grid.untried[chosen + 1..].iter().filter(|orbit| is_compatible(&orbit[0])).cloned();
        let untried = untried.chain(self.orbits(&new)).collect();
        let legal = grid.legal.iter().copied().filter(is_compatible).chain(new).collect();
        SymmetricGrid { moves: grid.moves + orbit.len(), untried, legal }
    }

    /// Returns the orbits of some moves, without those whose moves conflict.
    fn orbits(&self, moves: &[PackedMove]) -> Vec<Orbit> {
        let mut orbits = Vec::new();
        for &mv in moves {
            let mut orbit = vec![mv];
            loop {
                let image = self.board.image(orbit[orbit.len() - 1], self.symmetry);
                if image == mv {
                    break;
                }
                orbit.push(image);
            }
            let is_first = orbit.iter().all(|&image| mv <= image);
            let mut pairs =
                orbit.iter().enumerate().flat_map(|(i, &one)| orbit[..i].iter().map(move |&other| (one, other)));
            if is_first && pairs.all(|(one, other)| !self.board.conflict(one, other)) {
                orbits.push(orbit);
            }
        }
        orbits
    }

    fn toggle(&mut self, orbit: &[PackedMove]) {
        for &mv in orbit {
            self.board.toggle(mv);
        }
    }
}
