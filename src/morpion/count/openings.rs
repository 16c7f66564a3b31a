//! Grids classified by their opening moves, so that of grids that are images of each other only one is visited.
//!
//! The legal moves of the cross fall into orbits under its eight symmetries. Of the first orbit a grid contains some moves, a
//! *pattern*, and the image of a grid under a symmetry contains the image of its pattern. So as many grids have one pattern as have
//! any image of it. It is enough to count the grids of one pattern in each class of images, with the size of the class as weight: the
//! index of the stabilizer of the pattern. If the stabilizer is not trivial, the pattern in the next orbit is taken up to the
//! stabilizer, and so on. In the end nearly all grids have weight 8.
//!
//! A worked example, 5T, whose 28 legal moves fall into orbits of 8, 8, 8 and 4:
//!
//! ```text
//!     moves of the first orbit                  weight    stabilizer
//!     none                                      1         all 8 symmetries: continue with the second orbit
//!     a move and its image by a half-turn       4         the identity and the half-turn: continue
//!     one move                                  8         the identity alone: an opening
//! ```

use crate::morpion::Variant;
use crate::morpion::board::{Board, PackedMove};
use crate::symmetry::Symmetry;

/// A class of grids: those with some opening moves and without some others.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The opening moves.
    pub(super) moves: Vec<PackedMove>,
    /// The legal moves that may follow them.
    pub(super) untried: Vec<PackedMove>,
    /// The legal moves that must not follow them.
    pub(super) excluded: Vec<PackedMove>,
    /// The number of labelled grids that each grid of the class counts for.
    pub(super) weight: u64,
}

impl Opening {
    /// Returns the class of grids with a pattern.
    fn new(board: &Board, pattern: &Pattern) -> Opening {
        let Pattern { moves, decided, weight } = pattern.clone();
        let opening = Opening { moves, untried: Vec::new(), excluded: Vec::new(), weight };
        let legal = opening.play(board.clone()).legal_moves().into_iter();
        let (excluded, untried) = legal.partition(|mv| decided.contains(mv));
        Opening { untried, excluded, ..opening }
    }

    /// Returns a board after the opening moves.
    pub(super) fn play(&self, mut board: Board) -> Board {
        for &mv in &self.moves {
            board.toggle(mv);
        }
        board
    }
}

/// The opening moves in the first orbits.
#[derive(Clone)]
struct Pattern {
    moves: Vec<PackedMove>,
    /// All moves of these orbits.
    decided: Vec<PackedMove>,
    /// The number of images of the pattern.
    weight: u64,
}

/// Returns one opening of each class, with at most `depth` moves.
pub(super) fn openings(variant: Variant, depth: usize) -> Vec<Opening> {
    let board = Board::new(variant);
    let mut openings = Vec::new();
    let empty = Pattern { moves: Vec::new(), decided: Vec::new(), weight: 1 };
    extend(&board, depth, &orbits(&board), &empty, &Symmetry::ALL, &mut openings);
    openings
}

/// Returns the orbits of the legal moves of the cross, large ones first.
fn orbits(board: &Board) -> Vec<Vec<PackedMove>> {
    let mut orbits: Vec<Vec<PackedMove>> = Vec::new();
    for mv in board.legal_moves() {
        if !orbits.iter().any(|orbit| orbit.contains(&mv)) {
            let mut orbit = Symmetry::ALL.map(|symmetry| board.image(mv, symmetry)).to_vec();
            orbit.sort_unstable();
            orbit.dedup();
            orbits.push(orbit);
        }
    }
    orbits.sort_by_key(|orbit| std::cmp::Reverse(orbit.len()));
    orbits
}

/// Appends the openings that extend a pattern by moves of the given orbits, up to its stabilizer.
fn extend(
    board: &Board,
    depth: usize,
    orbits: &[Vec<PackedMove>],
    pattern: &Pattern,
    stabilizer: &[Symmetry],
    openings: &mut Vec<Opening>,
) {
    let Some((orbit, others)) = orbits.split_first().filter(|_| stabilizer.len() > 1) else {
        openings.push(Opening::new(board, pattern));
        return;
    };
    // Each symmetry as a permutation of the orbit.
    let permutations = stabilizer.iter().map(|&symmetry| {
        let images = orbit.iter().map(|&mv| board.image(mv, symmetry));
        images.filter_map(|image| orbit.iter().position(|&mv| mv == image)).collect()
    });
    let permutations: Vec<Vec<usize>> = permutations.collect();
    let members = |subset: u32| (0..orbit.len()).filter(move |member| subset >> member & 1 == 1);
    let image = |subset: u32, permutation: &[usize]| {
        members(subset).fold(0, |image, member| image | 1_u32 << permutation[member])
    };
    let decided = [&pattern.decided[..], orbit].concat();
    for subset in 0..1_u32 << orbit.len() {
        if permutations.iter().any(|permutation| image(subset, permutation) < subset) {
            continue;
        }
        let mut moves = pattern.moves.clone();
        let are_compatible = members(subset).all(|member| {
            let is_compatible = !moves.iter().any(|&other| board.conflict(orbit[member], other));
            moves.push(orbit[member]);
            is_compatible
        });
        if are_compatible && moves.len() <= depth {
            let fixing = stabilizer.iter().zip(&permutations);
            let fixing = fixing.filter(|(_, permutation)| image(subset, permutation) == subset);
            let fixing: Vec<Symmetry> = fixing.map(|(&symmetry, _)| symmetry).collect();
            let weight = pattern.weight * (stabilizer.len() / fixing.len()) as u64;
            let pattern = Pattern { moves, decided: decided.clone(), weight };
            extend(board, depth, others, &pattern, &fixing, openings);
        }
    }
}
