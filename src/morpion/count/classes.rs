//! Grids classified by their opening moves, so that of grids that are images of each other only one is visited.
//!
//! The legal moves of the cross fall into orbits under its eight symmetries. Of the first orbit a grid contains some
//! moves, a *pattern*, and the image of a grid under a symmetry contains the image of its pattern. So as many grids
//! have one pattern as have any image of it. It is enough to count the grids of one pattern in each class of images,
//! with the size of the class as weight: the index of the stabilizer of the pattern. If the stabilizer is not trivial,
//! the pattern in the next orbit is taken up to the stabilizer, and so on. In the end nearly all grids have weight 8.
//!
//! A worked example, 5T, whose 28 legal moves fall into orbits of 8, 8, 8 and 4:
//!
//! ```text
//!     moves of the first orbit                  weight    stabilizer
//!     none                                      1         all 8 symmetries: continue with the second orbit
//!     a move and its image by a half-turn       4         the identity and the half-turn: continue
//!     one move                                  8         the identity alone: an opening
//! ```

use super::symmetric::SymmetricSearch;
use super::tree::{Grid, Scope};
use crate::morpion::board::{Board, PackedMove};
use crate::symmetry::Symmetry;

/// A class of grids: those that a symmetry fixes; of the identity, those with some opening moves and without some
/// others.
///
/// There are thousands of classes, so that they do not keep their boards of 6 KiB.
#[derive(Debug)]
pub(super) struct Class {
    symmetry: Symmetry,
    opening: Vec<PackedMove>,
    /// The grid of the opening moves.
    pub(super) grid: Grid,
    /// How many labelled grids each grid of the class counts for; or how many symmetries fix as many grids as this one.
    pub(super) weight: u64,
}

impl Class {
    /// Returns the class of grids with a pattern.
    fn new(cross: &Board, pattern: Pattern) -> Class {
        let mut board = cross.clone();
        pattern.moves.iter().for_each(|&mv| board.toggle(mv));
        let legal = board.legal_moves().into_iter();
        let (excluded, untried) = legal.partition(|mv| pattern.decided.contains(mv));
        let grid = Grid { moves: pattern.moves.len(), untried, excluded };
        Class { symmetry: Symmetry::Identity, opening: pattern.moves, grid, weight: pattern.weight }
    }

    /// Returns whether the grids are all those with some moves and without some others.
    pub(super) fn is_labelled(&self) -> bool {
        self.symmetry == Symmetry::Identity
    }

    /// Returns a search that begins with the grid of the class on its board; the board with the cross alone is given.
    pub(super) fn search(&self, cross: &Board, scope: Scope) -> SymmetricSearch {
        let mut board = cross.clone();
        self.opening.iter().for_each(|&mv| board.toggle(mv));
        SymmetricSearch { symmetry: self.symmetry, scope, board }
    }
}

/// Returns the grids that each symmetry other than the identity fixes: one symmetry of each conjugacy class stands for
/// all of it.
pub(super) fn symmetric(cross: &Board) -> [Class; 4] {
    let classes =
        [(Symmetry::QuarterTurn, 2), (Symmetry::HalfTurn, 1), (Symmetry::FlipColumns, 2), (Symmetry::Transpose, 2)];
    classes.map(|(symmetry, weight)| {
        let grid = Grid::cross(cross, symmetry);
        Class { symmetry, opening: Vec::new(), grid, weight }
    })
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

/// Returns the classes of labelled grids, by openings with at most `depth` moves.
pub(super) fn labelled(cross: &Board, depth: usize) -> Vec<Class> {
    let mut classes = Vec::new();
    let empty = Pattern { moves: Vec::new(), decided: Vec::new(), weight: 1 };
    extend(cross, depth, &orbits(cross), empty, &Symmetry::ALL, &mut classes);
    classes
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

/// Appends the classes of patterns that extend a pattern by moves of the given orbits, up to its stabilizer.
fn extend(
    board: &Board,
    depth: usize,
    orbits: &[Vec<PackedMove>],
    pattern: Pattern,
    stabilizer: &[Symmetry],
    classes: &mut Vec<Class>,
) {
    let Some((orbit, others)) = orbits.split_first().filter(|_| stabilizer.len() > 1) else {
        classes.push(Class::new(board, pattern));
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
            extend(board, depth, others, pattern, &fixing, classes);
        }
    }
}
