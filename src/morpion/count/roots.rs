//! Grids told apart by their opening moves, so that of grids that are images of each other one is counted.
//!
//! The legal moves of the cross fall into orbits under its eight symmetries. Of the first orbit a grid has some moves, a
//! *pattern*, and its images have the images of the pattern: it is enough to count the grids of one pattern in each class, each as
//! often as there are images of its pattern. Where symmetries are left that keep the pattern, the pattern in the next orbit is
//! taken up to those, and so on. In the end nearly all grids are counted with weight 8.

use crate::morpion::Variant;
use crate::morpion::board::{Board, Candidate};
use crate::symmetry::Symmetry;

/// All grids with some opening moves, and none of some others.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The opening moves.
    pub(super) moves: Vec<Candidate>,
    /// What may follow them.
    pub(super) untried: Vec<Candidate>,
    /// What may not, though it is legal.
    pub(super) left_out: Vec<Candidate>,
    /// For how many grids each stands.
    pub(super) weight: u64,
}

impl Root {
    fn new(board: &Board, pattern: &Pattern) -> Root {
        let Pattern { moves, decided, weight } = pattern.clone();
        let root = Root { moves, untried: Vec::new(), left_out: Vec::new(), weight };
        let legal = root.make(board.clone()).all_moves().into_iter();
        let (left_out, untried) = legal.partition(|candidate| decided.contains(candidate));
        Root { untried, left_out, ..root }
    }

    /// Makes the opening moves on a board.
    pub(super) fn make(&self, mut board: Board) -> Board {
        for &candidate in &self.moves {
            board.flip(candidate);
        }
        board
    }
}

/// Some opening moves, and those that have been decided on.
#[derive(Clone)]
struct Pattern {
    moves: Vec<Candidate>,
    decided: Vec<Candidate>,
    weight: u64,
}

/// One of each class of patterns with so many moves at most.
pub(super) fn roots(variant: Variant, depth: usize) -> Vec<Root> {
    let board = Board::new(variant);
    let mut roots = Vec::new();
    let begin = Pattern { moves: Vec::new(), decided: Vec::new(), weight: 1 };
    decide(&board, depth, &orbits(&board), &begin, &Symmetry::ALL, &mut roots);
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

/// Adds the roots below a pattern that is known up to some symmetries, which keep its moves.
fn decide(
    board: &Board,
    depth: usize,
    orbits: &[Vec<Candidate>],
    so_far: &Pattern,
    keeping: &[Symmetry],
    roots: &mut Vec<Root>,
) {
    let Some((orbit, others)) = orbits.split_first().filter(|_| keeping.len() > 1) else {
        roots.push(Root::new(board, so_far));
        return;
    };
    // Where each symmetry takes each member of the orbit.
    let places = keeping.iter().map(|&symmetry| {
        let images = orbit.iter().map(|&member| board.image(member, symmetry));
        images.filter_map(|image| orbit.iter().position(|&member| member == image)).collect()
    });
    let places: Vec<Vec<usize>> = places.collect();
    let members = |pattern: u32| (0..orbit.len()).filter(move |member| pattern >> member & 1 == 1);
    let image = |pattern: u32, places: &[usize]| members(pattern).fold(0, |all, member| all | 1_u32 << places[member]);
    let decided = [&so_far.decided[..], orbit].concat();
    for pattern in 0..1_u32 << orbit.len() {
        if places.iter().any(|places| image(pattern, places) < pattern) {
            continue;
        }
        let mut moves = so_far.moves.clone();
        let stand_together = members(pattern).all(|member| {
            let stands = !moves.iter().any(|&other| board.exclude(orbit[member], other));
            moves.push(orbit[member]);
            stands
        });
        if stand_together && moves.len() <= depth {
            let kept = keeping.iter().zip(&places).filter(|(_, places)| image(pattern, places) == pattern);
            let kept: Vec<Symmetry> = kept.map(|(&symmetry, _)| symmetry).collect();
            let weight = so_far.weight * (keeping.len() / kept.len()) as u64;
            decide(board, depth, others, &Pattern { moves, decided: decided.clone(), weight }, &kept, roots);
        }
    }
}
