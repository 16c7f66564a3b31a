//! A partly filled board, and what may still become of its squares.
//!
//! ```text
//!     X . . X       An empty cell with three counters of one player at the other corners of a square is *threatened*: a
//!     . O . .       fourth one there makes the square monochromatic. Two such counters and two empty cells make it a
//!     . . . .       *half* for each of the two.
//!     X . . ?
//! ```
//!
//! A counter changes the state of each square through its cell, and each state says by a table how the numbers of the
//! square's other corners change: no case is told apart by a jump that the processor would guess wrong. Numbers of both
//! colours go side by side into one word, as one sum adds to both of them.

use std::ops::Range;

use super::grid::Grid;

/// A colour: 0 for X, 1 for O.
pub(super) type Colour = usize;

/// A number for each colour, X's in the lower byte.
pub(super) type Pair = u16;

/// By the number of corners of a square that X has (lower two bits) and that O has.
const STATES: usize = 16;

/// What a counter of X's, or O's, changes at the other corners by the square's state before.
#[derive(Clone, Copy)]
struct Change {
    halves: Pair,
    threats: Pair,
}

const CHANGES: [[Change; STATES]; 2] = {
    let mut changes = [[Change { halves: 0, threats: 0 }; STATES]; 2];
    let mut colour = 0;
    while colour < 2 {
        let one = 1_u16 << (8 * colour);
        let others = 1_u16 << (8 * (1 - colour));
        changes[colour][1 << (2 * colour)] = Change { halves: one, threats: 0 };
        changes[colour][2 << (2 * colour)] = Change { halves: one.wrapping_neg(), threats: one };
        changes[colour][2 << (2 * (1 - colour))] = Change { halves: others.wrapping_neg(), threats: 0 };
        colour += 1;
    }
    changes
};

/// A partly filled board.
#[derive(Clone)]
pub(super) struct Partial {
    /// The state of each square (upper byte), and the exclusive or of the numbers of its empty corners.
    squares: Vec<u16>,
    /// How many squares need but this cell. Numbers of filled cells mean nothing, likewise those of halves.
    pub(super) threats: [Pair; Grid::MOST],
    /// How many squares through this cell are halves.
    pub(super) halves: [Pair; Grid::MOST],
    /// All ones at empty cells, else 0.
    pub(super) empty: [Pair; Grid::MOST],
    /// The cells that are O's.
    pub(super) second: u128,
    /// Monochromatic squares.
    pub(super) paid: u32,
    /// How many counters of each colour may be added.
    pub(super) left: [u32; 2],
}

impl Partial {
    /// An empty board that is to get at most so many counters of each colour.
    pub(super) fn new(grid: &Grid, counters: [u32; 2]) -> Partial {
        let mut empty = [0; Grid::MOST];
        empty[..grid.cells.len()].fill(Pair::MAX);
        Partial {
            squares: grid.corners.iter().map(|&corners| u16::from(corners)).collect(),
            threats: [0; Grid::MOST],
            halves: [0; Grid::MOST],
            empty,
            second: 0,
            paid: 0,
            left: counters,
        }
    }

    /// Becomes like another board of the grid.
    #[inline]
    pub(super) fn copy(&mut self, other: &Partial) {
        self.squares.copy_from_slice(&other.squares);
        self.threats = other.threats;
        self.halves = other.halves;
        self.empty = other.empty;
        self.second = other.second;
        self.paid = other.paid;
        self.left = other.left;
    }

    /// The squares that need but an empty cell.
    #[inline]
    pub(super) fn threats(&self, cell: usize) -> [u16; 2] {
        [self.threats[cell] & 0xFF, self.threats[cell] >> 8]
    }

    /// Whether a square has so many corners of a colour, and none of the other.
    #[inline]
    pub(super) fn has(&self, square: u16, colour: Colour, corners: &Range<u16>) -> bool {
        let state = self.squares[usize::from(square)] >> 8;
        let (own, others) = (state >> (2 * colour) & 3, state >> (2 * (1 - colour)) & 3);
        others == 0 && corners.contains(&own)
    }

    /// Puts a counter on an empty cell. There must be one left.
    #[inline]
    pub(super) fn put(&mut self, grid: &Grid, cell: usize, colour: Colour) {
        self.paid += u32::from(self.threats(cell)[colour]);
        self.empty[cell] = 0;
        self.second |= (colour as u128) << cell;
        self.left[colour] -= 1;
        let changes = &CHANGES[colour];
        // A fourth corner is not counted: nobody looks at a full square's state.
        let step = 1_u16 << (8 + 2 * colour);
        for through in &grid.through[cell] {
            let square = &mut self.squares[usize::from(through.square)];
            let change = changes[usize::from(*square >> 8) % STATES];
            *square = (*square + step) ^ cell as u16;
            let last = usize::from(*square & 0x7F);
            for other in through.others {
                let halves = &mut self.halves[usize::from(other) % Grid::MOST];
                *halves = halves.wrapping_add(change.halves);
            }
            self.threats[last] = self.threats[last].wrapping_add(change.threats);
        }
    }
}
