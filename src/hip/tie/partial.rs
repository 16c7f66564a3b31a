//! A partly filled board, and what a counter changes on it.

use super::grid::{Cells, Colour, Grid};

/// The states of a square: the number of X's corners in the lower two bits, of O's corners in the upper two. A fourth
/// corner overflows, but the state of a full square is not used any more.
const STATES: usize = 16;

/// What a new counter changes at a square. A table in place of branches, which the processor would often predict wrong.
#[derive(Clone, Copy)]
struct Change {
    /// The colour of the counters that the square had, or has now.
    colour: u8,
    /// Whether the square has become a threat.
    threat: bool,
    /// What the other corners' potentials of this colour change by.
    potential: u16,
}

/// What squares with one counter and with two counters of a colour add to the potentials of their empty corners.
const SINGLE: u16 = 1;
const HALF: u16 = 6;

/// The changes by the colour of the counter and the state of the square before it.
const CHANGES: [[Change; STATES]; 2] = {
    let none = Change { colour: 0, threat: false, potential: 0 };
    let mut changes = [[none; STATES]; 2];
    let mut colour = 0;
    while colour < 2 {
        let (own, other) = (colour as u8, 1 - colour as u8);
        let row = &mut changes[colour];
        row[0] = Change { colour: own, potential: SINGLE, ..none };
        row[1 << (2 * own)] = Change { colour: own, potential: HALF - SINGLE, ..none };
        row[2 << (2 * own)] = Change { colour: own, potential: 0_u16.wrapping_sub(HALF), threat: true };
        row[1 << (2 * other)] = Change { colour: other, potential: 0_u16.wrapping_sub(SINGLE), ..none };
        row[2 << (2 * other)] = Change { colour: other, potential: 0_u16.wrapping_sub(HALF), ..none };
        colour += 1;
    }
    changes
};

/// A partly filled board.
///
/// ```text
///     X . . X       The square of the four corners has three Xs: it is a *threat* to its last corner. The square of X at
///     . O . .       the top left and O has counters of both: it is safe. The more squares through a cell have counters of
///     . . . .       one colour alone, the greater is its *potential* in that colour.
///     X . . ?
/// ```
///
/// A cell with more threats of O than of X *prefers* X; the difference is its *weight*.
#[derive(Clone)]
pub(super) struct Partial {
    /// For each square, its state (upper byte) and the exclusive or of the numbers of its empty corners: when one is
    /// left, its number.
    pub(super) squares: Vec<u16>,
    /// For each colour and empty cell, the number of squares of which it is the last empty corner.
    threats: [[u8; Grid::LARGEST]; 2],
    /// For each colour and empty cell, 1 and the sum over the squares through it.
    potentials: [[u16; Grid::LARGEST]; 2],
    /// All ones at empty cells, else 0.
    lanes: [u16; Grid::LARGEST],
    /// The cells with counters of each colour.
    pub(super) counters: [Cells; 2],
    pub(super) empty: Cells,
    /// The cells that prefer each colour.
    pub(super) preferring: [Cells; 2],
    /// The number of monochromatic squares, and of those that the empty cells add at least.
    pub(super) inevitable: u32,
    /// The sum of the weights.
    pub(super) weights: u32,
    /// The number of counters of each colour that may be added.
    pub(super) left: [u32; 2],
}

impl Partial {
    /// Returns an empty board for at most these numbers of counters.
    pub(super) fn new(grid: &Grid, counters: [u32; 2]) -> Partial {
        let area = grid.cells.len();
        let mut lanes = [0; Grid::LARGEST];
        lanes[..area].fill(u16::MAX);
        Partial {
            squares: grid.squares.iter().map(|[a, b, c, d]| u16::from(a ^ b ^ c ^ d)).collect(),
            threats: [[0; Grid::LARGEST]; 2],
            potentials: [[1; Grid::LARGEST]; 2],
            lanes,
            counters: [0; 2],
            empty: (0..area).fold(0, |cells, v| cells | 1 << v),
            preferring: [0; 2],
            inevitable: 0,
            weights: 0,
            left: counters,
        }
    }

    /// Becomes a copy of another board of the same grid, without an allocation.
    #[inline]
    pub(super) fn copy(&mut self, other: &Partial) {
        self.squares.copy_from_slice(&other.squares);
        self.threats = other.threats;
        self.potentials = other.potentials;
        self.lanes = other.lanes;
        self.counters = other.counters;
        self.empty = other.empty;
        self.preferring = other.preferring;
        self.inevitable = other.inevitable;
        self.weights = other.weights;
        self.left = other.left;
    }

    /// Returns the threats to an empty cell of each colour.
    #[inline]
    pub(super) fn threats(&self, cell: usize) -> [u8; 2] {
        [self.threats[0][cell], self.threats[1][cell]]
    }

    /// Puts a counter on an empty cell. One of this colour must be left.
    #[inline]
    pub(super) fn put(&mut self, grid: &Grid, cell: usize, colour: Colour) {
        let bit = 1 << cell;
        let threats = self.threats(cell);
        let weight = threats[0].abs_diff(threats[1]);
        // What was counted is the smaller number of threats.
        self.inevitable += u32::from(threats[colour] - threats[0].min(threats[1]));
        self.weights -= u32::from(weight);
        self.lanes[cell] = 0;
        self.empty &= !bit;
        self.counters[colour] |= bit;
        self.preferring[0] &= !bit;
        self.preferring[1] &= !bit;
        self.left[colour] -= 1;
        let step = 1_u16 << (8 + 2 * colour);
        for through in &grid.through[cell] {
            let square = &mut self.squares[usize::from(through.square)];
            let change = CHANGES[colour][usize::from(*square >> 8) % STATES];
            *square = (*square + step) ^ cell as u16;
            let last = usize::from(*square & 0x7F);
            let potentials = &mut self.potentials[usize::from(change.colour) % 2];
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
    fn threaten(&mut self, cell: usize, colour: Colour) {
        self.threats[colour][cell] += 1;
        let (own, other) = (self.threats[colour][cell], self.threats[1 - colour][cell]);
        if own > other {
            self.weights += 1;
            self.preferring[1 - colour] |= 1 << cell;
        } else {
            self.weights -= 1;
            self.inevitable += 1;
            if own == other {
                self.preferring[colour] &= !(1 << cell);
            }
        }
    }

    /// Returns the empty cell to branch on, one at which both colours will cost much; `None` if the board is full.
    pub(super) fn choose(&self) -> Option<usize> {
        let mut scores = [0_u16; Grid::LARGEST];
        let mut best = 0;
        let [xs, os] = &self.potentials;
        for cell in 0..Grid::LARGEST {
            // A cell is in at most 60 squares (the middle of 11x11), so the product of positive factors is less than 2¹⁶.
            scores[cell] = xs[cell].wrapping_mul(os[cell]) & self.lanes[cell];
            best = best.max(scores[cell]);
        }
        if best == 0 { None } else { scores.iter().position(|&score| score == best) }
    }
}
