//! A partly filled board, and what a counter changes on it.
//!
//! ```text
//!     X X X X      A square with three corners of a colour and an empty one is a *threat* of the colour to that cell.
//!     X . O O      B2 has a threat of X (A1 B1 B2 A2), D3 one of O (C2 D2 D3 C3), B3 none.
//!     X . O .
//!
//!     by cell, valid for empty cells      B2 = 0    B3 = 4    D3 = 11      (cells are numbered from the middle outwards)
//!     threats of X, of O                  1, 0      0, 0      0, 1
//!     potentials in X, in O               7, 7      13, 7     7, 1
//!     lanes (0 for other cells)           0xFFFF    0xFFFF    0xFFFF
//!     sets of cells                       preferring X: {11}, O: {0}     empty: {0, 4, 11}
//!     by square: A1 B1 B2 A2              three corners of X, none of O, and the exclusive or 0
//!                B2 C2 C3 B3              none of X, two corners of O, and the exclusive or 0 ^ 4
//!     spare: 2    inevitable: 0           one spare threat at B2 and one at D3; no square is certain
//! ```
//!
//! A cell with more threats of O than of X *prefers* X; the threats that it has more are its *spare* threats. The more
//! squares through a cell have counters of one colour alone, the greater is its *potential* in that colour.

use std::{array, mem};

use super::grid::{Cells, Grid};
use crate::player::{ByPlayer, Player};

/// The state of a square: the exclusive or of the numbers of its empty corners (the lower byte), so that the last one
/// is known, the number of X's corners (two bits), and of O's corners (two bits). A fourth corner overflows, but the
/// state of a full square is not used any more.
#[derive(Clone, Copy)]
pub(super) struct SquareState(u16);

impl SquareState {
    /// The number of states, apart from the empty corners.
    const STATES: usize = 16;

    /// What a corner adds to the state.
    #[inline]
    const fn corner(colour: Player) -> u16 {
        1 << (8 + 2 * colour as u16)
    }

    /// Gives an empty corner a colour.
    #[inline]
    pub(super) fn fill(&mut self, cell: usize, colour: Player) {
        self.0 = (self.0 + SquareState::corner(colour)) ^ cell as u16;
    }

    /// Takes its colour from a corner.
    #[inline]
    pub(super) fn clear(&mut self, cell: usize, colour: Player) {
        self.0 = (self.0 - SquareState::corner(colour)) ^ cell as u16;
    }

    /// Returns the number of the last empty corner. It means nothing unless exactly one corner is empty.
    #[inline]
    pub(super) fn last(self) -> usize {
        usize::from(self.0) % Grid::LARGEST
    }

    /// Marks the requirement of this square as one of a core. Then no colour has three corners alone.
    #[inline]
    pub(super) fn mark_used(&mut self) {
        self.0 |= 1 << 15;
    }

    #[inline]
    pub(super) fn is_used(self) -> bool {
        self.0 >> 15 != 0
    }

    /// Returns whether three corners have this colour and none has the other one, unless the square is used.
    #[inline]
    pub(super) fn has_three(self, colour: Player) -> bool {
        self.0 & 0xFF00 == 3 * SquareState::corner(colour)
    }
}

/// What a new counter changes at a square. A table in place of branches, which the processor would often predict wrong.
#[derive(Clone, Copy)]
struct Change {
    /// The colour of the counters that the square had, or has now.
    colour: Player,
    /// Whether the square has become a threat.
    threat: bool,
    /// What the other corners' potentials of this colour change by.
    potential: u16,
}

/// What squares with one counter and with two counters of a colour add to the potentials of their empty corners.
const SINGLE: u16 = 1;
const HALF: u16 = 6;

/// The changes by the colour of the counter and the state of the square before it.
const CHANGES: [[Change; SquareState::STATES]; 2] = {
    let none = Change { colour: Player::X, threat: false, potential: 0 };
    let mut changes = [[none; SquareState::STATES]; 2];
    let mut colour = 0;
    while colour < 2 {
        let own = Player::BOTH[colour];
        let other = own.opponent();
        let row = &mut changes[colour];
        row[0] = Change { colour: own, potential: SINGLE, ..none };
        row[1 << (2 * own as usize)] = Change { colour: own, potential: HALF - SINGLE, ..none };
        row[2 << (2 * own as usize)] = Change { colour: own, potential: 0_u16.wrapping_sub(HALF), threat: true };
        row[1 << (2 * other as usize)] = Change { colour: other, potential: 0_u16.wrapping_sub(SINGLE), ..none };
        row[2 << (2 * other as usize)] = Change { colour: other, potential: 0_u16.wrapping_sub(HALF), ..none };
        colour += 1;
    }
    changes
};

/// A partly filled board.
#[derive(Clone)]
pub(super) struct Partial {
    /// For each square, its state.
    pub(super) squares: Vec<SquareState>,
    /// For each colour and empty cell, the number of squares of which it is the last empty corner.
    threats: ByPlayer<[u8; Grid::LARGEST]>,
    /// For each colour and empty cell, 1 and the sum over the squares through it.
    potentials: ByPlayer<[u16; Grid::LARGEST]>,
    /// All ones at empty cells, else 0.
    lanes: [u16; Grid::LARGEST],
    /// The cells with counters of each colour.
    pub(super) counters: ByPlayer<Cells>,
    pub(super) empty: Cells,
    /// The cells that prefer each colour.
    pub(super) preferring: ByPlayer<Cells>,
    /// The number of monochromatic squares, and of those that the empty cells add at least.
    pub(super) inevitable: u32,
    /// The number of spare threats of all cells.
    pub(super) spare: u32,
    /// The number of counters of each colour that may be added.
    pub(super) left: ByPlayer<u32>,
}

impl Partial {
    /// Returns an empty board for at most `left` counters of each colour.
    pub(super) fn new(grid: &Grid, left: u32) -> Partial {
        let area = grid.cells.len();
        Partial {
            squares: grid.squares.iter().map(|[a, b, c, d]| SquareState(u16::from(a ^ b ^ c ^ d))).collect(),
            threats: ByPlayer::from_fn(|_| [0; Grid::LARGEST]),
            potentials: ByPlayer::from_fn(|_| [1; Grid::LARGEST]),
            lanes: array::from_fn(|cell| if cell < area { u16::MAX } else { 0 }),
            counters: ByPlayer::default(),
            empty: (0..area).fold(0, |cells, cell| cells | 1 << cell),
            preferring: ByPlayer::default(),
            inevitable: 0,
            spare: 0,
            left: ByPlayer::from_fn(|_| left),
        }
    }

    /// Becomes a copy of another board of the same grid, without an allocation.
    #[inline]
    pub(super) fn copy(&mut self, other: &Partial) {
        let mut squares = mem::take(&mut self.squares);
        squares.copy_from_slice(&other.squares);
        *self = Partial { squares, ..*other };
    }

    /// Returns the threats of each colour to an empty cell.
    #[inline]
    pub(super) fn threats(&self, cell: usize) -> ByPlayer<u8> {
        ByPlayer { x: self.threats.x[cell], o: self.threats.o[cell] }
    }

    /// Puts a counter on an empty cell. One of this colour must be left.
    #[inline]
    pub(super) fn put(&mut self, grid: &Grid, cell: usize, colour: Player) {
        let bit = 1 << cell;
        let threats = self.threats(cell);
        // What was counted is the smaller number of threats.
        self.inevitable += u32::from(threats[colour] - threats.x.min(threats.o));
        self.spare -= u32::from(threats.x.abs_diff(threats.o));
        self.lanes[cell] = 0;
        self.empty &= !bit;
        self.counters[colour] |= bit;
        self.preferring.x &= !bit;
        self.preferring.o &= !bit;
        self.left[colour] -= 1;
        for through in &grid.through[cell] {
            let square = &mut self.squares[usize::from(through.square)];
            let change = CHANGES[colour as usize][usize::from(square.0 >> 8) % SquareState::STATES];
            square.fill(cell, colour);
            let last = square.last();
            let potentials = &mut self.potentials[change.colour];
            for other in through.others {
                let potential = &mut potentials[usize::from(other) % Grid::LARGEST];
                *potential = potential.wrapping_add(change.potential);
            }
            if change.threat {
                self.threaten(last, colour);
            }
        }
    }

    /// Adds a threat to an empty cell.
    #[inline]
    fn threaten(&mut self, cell: usize, colour: Player) {
        let opponent = colour.opponent();
        self.threats[colour][cell] += 1;
        let (own, other) = (self.threats[colour][cell], self.threats[opponent][cell]);
        if own > other {
            self.spare += 1;
            self.preferring[opponent] |= 1 << cell;
        } else {
            self.spare -= 1;
            self.inevitable += 1;
            if own == other {
                self.preferring[colour] &= !(1 << cell);
            }
        }
    }

    /// Returns the empty cell to branch on, one at which both colours will cost much, of equal ones the first; `None`
    /// if the board is full.
    pub(super) fn choose(&self) -> Option<usize> {
        let mut scores = [0_u16; Grid::LARGEST];
        let mut best = 0;
        let ByPlayer { x: xs, o: os } = &self.potentials;
        for cell in 0..Grid::LARGEST {
            // The sum of both potentials is at most 2 + 6 · 60, since a cell is in at most 60 squares (the middle of
            // 11x11) and each adds to one of them; so the product is less than 2¹⁶.
            scores[cell] = xs[cell].wrapping_mul(os[cell]) & self.lanes[cell];
            best = best.max(scores[cell]);
        }
        if best == 0 { None } else { scores.iter().position(|&score| score == best) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::hip::ParseSizeError;

    /// Returns the board at the top of this page.
    pub(in crate::hip::tie) fn example() -> Result<(Grid, Partial), ParseSizeError> {
        let grid = Grid::new("3x4".parse()?);
        let mut board = Partial::new(&grid, 12);
        for (colour, cells) in [(Player::X, "A1 B1 C1 D1 A2 A3"), (Player::O, "C2 D2 C3")] {
            cells.split(' ').for_each(|cell| board.put(&grid, number(&grid, cell), colour));
        }
        Ok((grid, board))
    }

    /// Returns the number of a cell, given by its name.
    pub(in crate::hip::tie) fn number(grid: &Grid, cell: &str) -> usize {
        grid.cells.iter().position(|at| at.to_string() == cell).unwrap_or_default()
    }

    #[test]
    fn example_has_these_fields() -> Result<(), ParseSizeError> {
        let (grid, board) = example()?;
        let cells = ["B2", "B3", "D3"].map(|cell| number(&grid, cell));
        assert_eq!(cells, [0, 4, 11]);
        let of_cells = |values: &[u16; Grid::LARGEST]| cells.map(|cell| values[cell]);
        assert_eq!(cells.map(|cell| board.threats.x[cell]), [1, 0, 0]);
        assert_eq!(cells.map(|cell| board.threats.o[cell]), [0, 0, 1]);
        assert_eq!(of_cells(&board.potentials.x), [7, 13, 7]);
        assert_eq!(of_cells(&board.potentials.o), [7, 7, 1]);
        assert_eq!((board.preferring.x, board.preferring.o), (1 << 11, 1 << 0));
        assert_eq!((board.spare, board.inevitable, board.empty), (2, 0, 1 << 0 | 1 << 4 | 1 << 11));
        Ok(())
    }
}
