//! The grids that a symmetry fixes, for Burnside's lemma; of the identity these are all grids.
//!
//! **Lemma.** If a symmetric grid contains a smaller symmetric one, it can be reached from there by adding whole orbits
//! of moves.
//!
//! **Proof.** The smaller grid can be completed, so one of the missing moves is legal. Its images are legal too, since
//! the smaller grid is symmetric, and belong to the larger one. So they do not conflict, and adding them all leads to a
//! symmetric grid again. ∎
//!
//! So the search is the include-exclude search of all grids with orbits in place of moves. A grid with untried orbits
//! of a node is visited below the first one of them; `tree` has the opposite order, and says why both are right. This
//! search visits about as many grids as the square root of the number of all.

use std::ops::ControlFlow;

use super::CountError;
use super::tree::{Grid, Report, Scope, Tally};
use crate::morpion::board::{Board, PackedMove};
use crate::symmetry::Symmetry;

/// The number of grids between two reports.
const REPORT_INTERVAL: u64 = 1 << 10;

impl Grid {
    /// Returns the grid without moves, whose board is given.
    pub(super) fn cross(cross: &Board, symmetry: Symmetry) -> Grid {
        let mut grid = Grid { moves: 0, untried: Vec::new(), excluded: Vec::new() };
        grid.add(cross, symmetry, cross.legal_moves());
        grid
    }

    /// Adds legal moves: the smallest one of each orbit whose moves do not conflict is untried.
    fn add(&mut self, board: &Board, symmetry: Symmetry, legal: Vec<PackedMove>) {
        for mv in legal {
            // If two images conflict, the move itself conflicts with a third one.
            let mut others = orbit(board, symmetry, mv).skip(1);
            let is_first = others.all(|image| mv < image && !board.conflict(mv, image));
            if is_first { &mut self.untried } else { &mut self.excluded }.push(mv);
        }
    }
}

/// A search of the grids that a symmetry fixes, with the points and lines of a grid on its board.
pub(super) struct SymmetricSearch {
    pub(super) symmetry: Symmetry,
    pub(super) scope: Scope,
    pub(super) board: Board,
}

/// A callback for each grid, which is called before the grids below it are visited. It returns whether to search below,
/// or breaks to end the search.
type Visit<'a> = dyn FnMut(&mut SymmetricSearch, &Grid) -> ControlFlow<Option<CountError>, bool> + 'a;

impl SymmetricSearch {
    /// Counts a grid and those below it; the tallies are indexed by the number of moves. The caller ensures that the
    /// grid is on the board.
    ///
    /// # Errors
    /// [`CountError`]
    pub(super) fn count(&mut self, grid: &Grid, report: &mut Report<'_>) -> Result<Vec<Tally>, CountError> {
        let mut tally = vec![Tally::default(); self.scope.depth + 1];
        let mut visited = 0;
        let walked = self.walk(grid, &mut |search, grid| {
            let tally = &mut tally[grid.moves];
            tally.grids += 1;
            tally.finished += u64::from(search.scope.finished && grid.is_finished());
            visited += 1;
            if visited >= REPORT_INTERVAL && report(std::mem::take(&mut visited)).is_break() {
                return ControlFlow::Break(Some(CountError::Cancelled));
            }
            ControlFlow::Continue(true)
        });
        match walked {
            ControlFlow::Break(Some(error)) => Err(error),
            ControlFlow::Break(None) => Err(CountError::Cancelled),
            ControlFlow::Continue(()) if report(visited).is_break() => Err(CountError::Cancelled),
            ControlFlow::Continue(()) => Ok(tally),
        }
    }

    /// Visits a grid and those below it, depth first. The caller ensures that the grid is on the board. Returns the
    /// `Break` of a visit, or the error if a grid leaves the board.
    pub(super) fn walk(&mut self, grid: &Grid, visit: &mut Visit<'_>) -> ControlFlow<Option<CountError>> {
        if !visit(self, grid)? {
            return ControlFlow::Continue(());
        }
        for (chosen, &mv) in grid.untried.iter().enumerate() {
            let orbit: Vec<PackedMove> = orbit(&self.board, self.symmetry, mv).collect();
            if grid.moves + orbit.len() > self.scope.depth {
                continue;
            }
            if orbit.iter().any(|mv| !mv.point.is_playable()) {
                return ControlFlow::Break(Some(CountError::LeavesBoard));
            }
            self.toggle(&orbit);
            let walked = self.walk(&self.child(grid, chosen, &orbit), visit);
            self.toggle(&orbit);
            walked?;
        }
        ControlFlow::Continue(())
    }

    fn toggle(&mut self, orbit: &[PackedMove]) {
        for &mv in orbit {
            self.board.toggle(mv);
        }
    }

    /// Returns the grid that includes the orbit of one of the untried moves, which the board already has, and excludes
    /// those before it.
    fn child(&self, grid: &Grid, chosen: usize, orbit: &[PackedMove]) -> Grid {
        let mut new = Vec::new();
        for mv in orbit {
            self.board.moves_through(mv.point, |mv| new.push(mv));
        }
        if self.symmetry != Symmetry::Identity {
            // Several moves of the orbit may make the same move legal.
            new.sort_unstable();
            new.dedup();
        }
        let (before, after) = grid.untried.split_at(chosen);
        let mut below = Grid {
            moves: grid.moves + orbit.len(),
            untried: Vec::with_capacity(after.len() + new.len()),
            excluded: Vec::with_capacity(grid.excluded.len() + chosen + new.len()),
        };
        // By symmetry all moves of an orbit are compatible or none is.
        let compatible = |moves: &[PackedMove], to: &mut Vec<PackedMove>| {
            for &mv in moves {
                if !orbit.iter().any(|&other| self.board.conflict(mv, other)) {
                    to.push(mv);
                }
            }
        };
        compatible(after, &mut below.untried);
        compatible(&grid.excluded, &mut below.excluded);
        compatible(before, &mut below.excluded);
        below.add(&self.board, self.symmetry, new);
        below
    }
}

/// Returns the images of a move under the powers of a symmetry, the move itself first.
fn orbit(board: &Board, symmetry: Symmetry, mv: PackedMove) -> impl Iterator<Item = PackedMove> {
    let next = move |last: &PackedMove| (symmetry != Symmetry::Identity).then(|| board.image(*last, symmetry));
    std::iter::successors(Some(mv), move |last| next(last).filter(|&image| image != mv))
}
