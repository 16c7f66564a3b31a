//! The grids that a symmetry keeps, for the lemma of Burnside: grids up to symmetry are as many as the mean, over the eight
//! symmetries, of the grids that each keeps.
//!
//! If a symmetric grid can be reached from a smaller symmetric one, it can be reached by adding whole orbits of moves: with a
//! move its images are legal too, and since the grid has them all, they do not exclude each other. So the walk is that through all
//! grids with orbits in the place of candidates, and has about as many grids as the square root of all.

use super::Stop;
use super::tree::{GoOn, Scope, Tally};
use crate::morpion::board::{Board, Candidate};
use crate::symmetry::Symmetry;

/// One symmetry of each kind, and how many there are of the kind, the identity left out.
pub(super) const KINDS: [(Symmetry, u64); 4] =
    [(Symmetry::QuarterTurn, 2), (Symmetry::HalfTurn, 1), (Symmetry::FlipColumns, 2), (Symmetry::Transpose, 2)];

/// Moves that are images of each other.
type Orbit = Vec<Candidate>;

/// A walk through the grids that a symmetry keeps.
pub(super) struct Symmetric<'a> {
    symmetry: Symmetry,
    scope: Scope,
    board: Board,
    /// By the number of moves; the cross is counted too.
    pub(super) tally: Vec<Tally>,
    go_on: &'a mut GoOn<'a>,
    met: u64,
}

impl<'a> Symmetric<'a> {
    /// Counts the grids that a symmetry keeps.
    pub(super) fn count(
        board: Board,
        symmetry: Symmetry,
        scope: Scope,
        go_on: &'a mut GoOn<'a>,
    ) -> Result<Vec<Tally>, Stop> {
        let tally = vec![Tally::default(); scope.depth + 1];
        let mut walk = Symmetric { symmetry, scope, board, tally, go_on, met: 0 };
        let legal = walk.board.all_moves();
        let orbits = walk.orbits(&legal);
        walk.visit(0, &orbits, &legal)?;
        Ok(walk.tally)
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
            let stands = orbit
                .iter()
                .enumerate()
                .all(|(i, &one)| !orbit[..i].iter().any(|&other| self.board.exclude(one, other)));
            if is_first && stands {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Counts a grid of so many moves, and those below it.
    fn visit(&mut self, moves: usize, untried: &[Orbit], legal: &[Candidate]) -> Result<(), Stop> {
        let tally = &mut self.tally[moves];
        tally.grids += 1;
        tally.finished += u64::from(self.scope.finished && legal.is_empty());
        self.met += 1;
        if self.met >= 1 << 10 && (self.go_on)(std::mem::take(&mut self.met)).is_break() {
            return Err(Stop::BrokenOff);
        }
        for (i, orbit) in untried.iter().enumerate() {
            if moves + orbit.len() <= self.scope.depth {
                self.enter(moves + orbit.len(), orbit, &untried[i + 1..], legal)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, moves: usize, orbit: &Orbit, untried: &[Orbit], legal: &[Candidate]) -> Result<(), Stop> {
        if orbit.iter().any(|candidate| !candidate.spot.is_inside()) {
            return Err(Stop::LeavesBoard);
        }
        let stands = |one: &Candidate| !orbit.iter().any(|&other| self.board.exclude(*one, other));
        let mut legal: Vec<Candidate> = legal.iter().copied().filter(stands).collect();
        let mut untried: Vec<Orbit> = untried.iter().filter(|orbit| stands(&orbit[0])).cloned().collect();
        self.flip(orbit);
        let mut new = Vec::new();
        for candidate in orbit {
            self.board.moves_through(candidate.spot, |candidate| new.push(candidate));
        }
        new.sort_unstable();
        new.dedup();
        untried.extend(self.orbits(&new));
        legal.extend(new);
        let visited = self.visit(moves, &untried, &legal);
        self.flip(orbit);
        visited
    }

    fn flip(&mut self, orbit: &[Candidate]) {
        for &candidate in orbit {
            self.board.flip(candidate);
        }
    }
}
