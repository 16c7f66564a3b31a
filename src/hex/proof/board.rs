//! The board of a proof, and sets of its cells.

use crate::bits::Ones;
use crate::cell::Cell;
use crate::player::Player;

/// The board as the winner sees it. Its cells have numbers in reading order, and its two sides have the next two
/// numbers.
pub(super) struct Board {
    pub(super) size: usize,
    pub(super) winner: Player,
}

impl Board {
    pub(super) fn sides(&self) -> [usize; 2] {
        [0, 1].map(|side| self.size * self.size + side)
    }

    pub(super) fn cell(&self, number: usize) -> Cell {
        // The size is at most `LARGEST_PROVED`.
        Cell::new((number % self.size) as u16, (number / self.size) as u16)
    }

    pub(super) fn number(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * self.size + usize::from(cell.column())
    }

    pub(super) fn set(&self, cells: impl Iterator<Item = Cell>) -> Set {
        cells.map(|cell| self.number(cell)).collect()
    }

    /// Returns the set of an end, which is empty for a side.
    pub(super) fn stone(&self, end: usize) -> Set {
        if end < self.size * self.size { Set::from_cell(end) } else { Set::default() }
    }
}

/// Joined cells and sides, as union-find: each has another one that it is joined with, or itself.
pub(super) struct Joined(Vec<usize>);

impl Joined {
    /// Returns the cells and sides of a board, none of them joined.
    pub(super) fn new(board: &Board) -> Joined {
        Joined((0..board.size * board.size + 2).collect())
    }

    /// Joins neighbouring stones, and stones with the sides that they touch.
    pub(super) fn join_stones(&mut self, board: &Board, stones: Set) {
        for cell in stones.iter() {
            let (row, column) = (cell / board.size, cell % board.size);
            // Each pair of neighbours is met once: to the right, down to the left, and down.
            let near = [
                (column + 1 < board.size).then_some(cell + 1),
                (row + 1 < board.size && column > 0).then(|| cell + board.size - 1),
                (row + 1 < board.size).then_some(cell + board.size),
            ];
            for near in near.into_iter().flatten().filter(|&near| stones.has(near)) {
                self.join([cell, near]);
            }
            let along = if board.winner == Player::X { column } else { row };
            for (side, at) in board.sides().into_iter().zip([0, board.size - 1]) {
                if along == at {
                    self.join([cell, side]);
                }
            }
        }
    }

    /// Joins two ends.
    pub(super) fn join(&mut self, ends: [usize; 2]) {
        let [one, other] = ends.map(|end| self.root(end));
        self.0[one] = other;
    }

    /// Returns whether two ends are joined.
    pub(super) fn are_joined(&mut self, ends: [usize; 2]) -> bool {
        let [one, other] = ends.map(|end| self.root(end));
        one == other
    }

    fn root(&mut self, mut place: usize) -> usize {
        while self.0[place] != place {
            self.0[place] = self.0[self.0[place]];
            place = self.0[place];
        }
        place
    }
}

/// A set of cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Set([u64; 8]);

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Set {
        cells.into_iter().fold(Set::default(), |set, cell| set.or(Set::from_cell(cell)))
    }
}

impl Set {
    pub(super) fn from_cell(cell: usize) -> Set {
        let mut set = Set::default();
        set.0[cell / 64] = 1 << (cell % 64);
        set
    }

    pub(super) fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    pub(super) fn or(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn and(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn without(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn first(self) -> Option<usize> {
        self.iter().next()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, word)| Ones(word).map(move |bit| first + bit))
    }
}
