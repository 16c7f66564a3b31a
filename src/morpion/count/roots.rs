//! Grids told apart by their opening moves, so that of grids that are images of each other one is counted.
//!
//! The legal moves of the cross fall into orbits under its eight symmetries. Of the first orbit a grid has some moves, a
//! *pattern*, and its images have the images of the pattern: it is enough to count the grids of one pattern in each class, each as
//! often as there are images of its pattern. Where symmetries are left that keep the pattern, the pattern in the next orbit is
//! taken up to those, and so on. In the end nearly all grids are counted with weight 8.

use super::Stop;
use crate::morpion::board::{Board, Candidate};
use crate::symmetry::Symmetry;

/// All grids with some opening moves, and none of some others.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The opening moves.
    pub(super) moves: Vec<Candidate>,
    /// Opening moves that the grids do not have.
    decided: Vec<Candidate>,
    /// For how many grids each stands.
    pub(super) weight: u64,
}

/// What may follow a grid, and what may not though it is legal.
pub(super) struct Following {
    pub(super) untried: Vec<Candidate>,
    pub(super) left_out: Vec<Candidate>,
}

impl Root {
    /// Makes the opening moves on a board, and tells what may follow.
    pub(super) fn make(&self, board: &mut Board) -> Result<Following, Stop> {
        for &candidate in &self.moves {
            if !candidate.spot.is_inside() {
                return Err(Stop::LeavesBoard);
            }
            board.flip(candidate);
        }
        let (left_out, untried) = board.all_moves().into_iter().partition(|candidate| self.decided.contains(candidate));
        Ok(Following { untried, left_out })
    }
}

/// One of each class of patterns.
pub(super) fn roots(variant: crate::morpion::Variant) -> Vec<Root> {
    let board = Board::new(variant);
    let mut roots = Vec::new();
    let begin = Root { moves: Vec::new(), decided: Vec::new(), weight: 1 };
    decide(&board, &orbits(&board), &begin, &Symmetry::ALL, &mut roots);
    roots
}

/// The orbits of the opening moves, large ones first.
fn orbits(board: &Board) -> Vec<Vec<Candidate>> {
    let mut orbits: Vec<Vec<Candidate>> = Vec::new();
    for candidate in board.all_moves() {
        if !orbits.iter().any(|orbit| orbit.contains(&candidate)) {
            let mut orbit = Symmetry::ALL.map(|symmetry| board.image(candidate, symmetry)).to_vec();
            orbit.sort_unstable();
            orbit.dedup();
            orbits.push(orbit);
        }
    }
    orbits.sort_by_key(|orbit| std::cmp::Reverse(orbit.len()));
    orbits
}

/// Adds the roots below one that is known up to some symmetries, which keep its moves.
fn decide(board: &Board, orbits: &[Vec<Candidate>], so_far: &Root, keeping: &[Symmetry], roots: &mut Vec<Root>) {
    let Some((orbit, others)) = orbits.split_first().filter(|_| keeping.len() > 1) else {
        roots.push(so_far.clone());
        return;
    };
    let decided = [&so_far.decided[..], orbit].concat();
    let image = |pattern: u32, symmetry: Symmetry| {
        let members = (0..orbit.len()).filter(|place| pattern >> place & 1 == 1);
        let images = members.filter_map(|place| {
            let image = board.image(orbit[place], symmetry);
            orbit.iter().position(|&candidate| candidate == image)
        });
        images.fold(0, |all, place| all | 1_u32 << place)
    };
    for pattern in 0..1_u32 << orbit.len() {
        if keeping.iter().any(|&symmetry| image(pattern, symmetry) < pattern) {
            continue;
        }
        let mut moves = so_far.moves.clone();
        let chosen = (0..orbit.len()).filter(|place| pattern >> place & 1 == 1).map(|place| orbit[place]);
        let stand_together = chosen.into_iter().all(|candidate| {
            let stands = !moves.iter().any(|&other| board.exclude(candidate, other));
            moves.push(candidate);
            stands
        });
        if stand_together {
            let kept: Vec<Symmetry> =
                keeping.iter().copied().filter(|&symmetry| image(pattern, symmetry) == pattern).collect();
            let weight = so_far.weight * (keeping.len() / kept.len()) as u64;
            decide(board, others, &Root { moves, decided: decided.clone(), weight }, &kept, roots);
        }
    }
}
