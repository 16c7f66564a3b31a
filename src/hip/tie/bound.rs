//! A lower bound of the monochromatic squares of all full boards with given counters.
//!
//! A *requirement* is that a square is not monochromatic in a colour. Each square has two, and a full board violates at
//! most one of them. A *core* is a set of requirements that no full board with the given counters meets together.
//!
//! **Theorem.** If there are k disjoint cores, each full board with these counters has at least k monochromatic
//! squares.
//!
//! **Proof.** It violates a requirement of each core. The cores are disjoint, so these are k requirements, and they are
//! of k squares. ∎
//!
//! ```text
//!     X . . X       An empty cell is threatened by a colour if the other three corners of a square have it. The cell at
//!     . O . O       the question mark has a threat of X (A1 D1 D4 A4), and two of O (C3 D3 D4 C4 and B2 D2 D4 B4). A
//!     . . O O       threat of X and one of O are a core. One threat of O is left over: the cell *prefers* X, with weight
//!     X O O ?       1, the number of the threats left over.
//! ```
//!
//! The cores are
//! 1. monochromatic squares: one requirement;
//! 2. at each empty cell, pairs of a threat of X and a threat of O: as many as the smaller of the two numbers;
//! 3. those of *unit propagation*. Let some cells have the colours that they prefer, each by one threat that is left
//!    over. A square of which all corners but one have the same colour implies the other colour for the last one, and
//!    so on, until all corners of a square have the same colour. The core is the requirement of that square and those
//!    of the squares and the threats that led to it.
//!
//! Disjoint cores of the third kind are found as in `MaxSAT` solvers (Li, Manyà, Planes: *Exploiting unit propagation to
//! compute lower bounds in branch and bound Max-SAT solvers*, 2005). One cell after the other is given the colour that it
//! prefers, and everything is implied that follows, so that a core has few of these cells. It uses up the requirements
//! of its squares, and a threat of each of these cells.
//!
//! A cell is *forced* to the colour that it prefers if the number of the threats that it has left is more than the
//! *slack*, the difference of the limit and the bound: with the other colour these are monochromatic squares in
//! addition to the cores.

use super::grid::{Colour, Grid, members};
use super::partial::Partial;

/// A step of unit propagation: the number of a square, its colour, and the corner that must have the other colour.
pub(super) type Step = (usize, Colour, Option<usize>);

/// The bit of a square whose requirement is in a core.
const USED: u16 = 1 << 15;

/// The states of a square, in its upper byte, that have three corners of a colour.
const THREE: [u16; 2] = [3 << 8, 3 << 10];

/// No colour.
const NONE: u8 = 2;

/// The reason of a colour that is preferred: all others are squares.
const PREFERRED: u16 = u16::MAX;

/// A level of the propagation: it begins with a cell that is given the colour that it prefers.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The number of cells with colours before it.
    start: usize,
    /// The place of its cell among those with preferences.
    preferring: usize,
}

/// Computes bounds; keeps its memory from one to the next.
pub(super) struct Bound {
    /// The squares, as [`Partial::squares`], with the supposed colours.
    squares: Vec<u16>,
    /// The colour that each empty cell is supposed to have, and why.
    supposed: [u8; Grid::LARGEST],
    reasons: [u16; Grid::LARGEST],
    /// The cells with supposed colours, in the order of the propagation.
    trail: Vec<u8>,
    /// The number of threats that each cell has left.
    weights: [u8; Grid::LARGEST],
    /// If they are kept: the cores of the last bound.
    pub(super) cores: Option<Vec<Vec<Step>>>,
}

impl Bound {
    pub(super) fn new() -> Bound {
        Bound {
            squares: Vec::new(),
            supposed: [NONE; Grid::LARGEST],
            reasons: [PREFERRED; Grid::LARGEST],
            trail: Vec::with_capacity(Grid::LARGEST),
            weights: [0; Grid::LARGEST],
            cores: None,
        }
    }

    /// Fills the forced cells. Returns false if the lower bound is above the limit.
    #[inline]
    pub(super) fn force(&mut self, grid: &Grid, board: &mut Partial, limit: u32) -> bool {
        loop {
            let Some(slack) = self.slack(grid, board, limit) else { return false };
            let preferring = board.preferring;
            let mut forced = false;
            for (colour, cells) in preferring.into_iter().enumerate() {
                for cell in members(cells) {
                    // A counter put meanwhile leaves the bound and the weights of this board as they are.
                    if u32::from(self.weights[cell]) > slack {
                        if board.left[colour] == 0 {
                            return false;
                        }
                        board.put(grid, cell, colour);
                        forced = true;
                    }
                }
            }
            if !forced {
                return true;
            }
        }
    }

    /// Returns the number of threats that an empty cell with a preference has left after the last bound.
    pub(super) fn left(&self, cell: usize) -> u32 {
        u32::from(self.weights[cell])
    }

    /// Returns the difference of the limit and the bound; `None` if the bound is above the limit.
    #[inline]
    pub(super) fn slack(&mut self, grid: &Grid, board: &Partial, limit: u32) -> Option<u32> {
        self.cores.iter_mut().for_each(Vec::clear);
        let slack = limit.checked_sub(board.inevitable)?;
        let mut greatest = 0;
        for cell in members(board.preferring[0] | board.preferring[1]) {
            let [x, o] = board.threats(cell);
            self.weights[cell] = x.abs_diff(o);
            greatest = greatest.max(u32::from(self.weights[cell]));
        }
        // A cell that is forced already makes more cores when it has its counter. Cores with fewer than two threats are
        // rare, so that the others would be too few.
        if greatest > slack || greatest + board.weights / 2 <= slack {
            Some(slack)
        } else {
            self.find_cores(grid, board, slack)
        }
    }

    /// Subtracts the cores of unit propagation from the weights and the slack. Returns `None` if there are more than the
    /// slack.
    fn find_cores(&mut self, grid: &Grid, board: &Partial, mut slack: u32) -> Option<u32> {
        self.squares.clone_from(&board.squares);
        self.supposed = [NONE; Grid::LARGEST];
        self.trail.clear();
        let mut preferring = [0_u8; Grid::LARGEST];
        let mut number = 0;
        for cell in members(board.preferring[0] | board.preferring[1]) {
            preferring[number] = cell as u8;
            number += 1;
        }
        let mut levels = [Level::default(); Grid::LARGEST];
        let (mut depth, mut followed, mut next) = (0, 0, 0);
        while next < number {
            let cell = usize::from(preferring[next]) % Grid::LARGEST;
            next += 1;
            if self.weights[cell] == 0 || self.supposed[cell] != NONE {
                continue;
            }
            levels[depth % Grid::LARGEST] = Level { start: self.trail.len(), preferring: next - 1 };
            depth += 1;
            self.suppose(cell, Colour::from(board.preferring[1] >> cell & 1 != 0), PREFERRED);
            let mut conflict = None;
            while conflict.is_none() && followed < self.trail.len() {
                conflict = self.follow(grid, board, usize::from(self.trail[followed]) % Grid::LARGEST);
                followed += 1;
            }
            let Some(conflict) = conflict else { continue };
            self.use_up(grid, board, usize::from(conflict));
            slack = slack.checked_sub(1)?;
            // Back to the first level that needs what is used up. The last one does, or would find the conflict again.
            let is_used_up = |&&cell: &&u8| {
                let cell = usize::from(cell) % Grid::LARGEST;
                match self.reasons[cell] {
                    PREFERRED => self.weights[cell] == 0,
                    square => self.squares[usize::from(square)] & USED != 0,
                }
            };
            let first = self.trail.iter().position(|cell| is_used_up(&cell)).unwrap_or(self.trail.len());
            depth -= 1;
            while levels[depth % Grid::LARGEST].start > first {
                depth -= 1;
            }
            let Level { start, preferring } = levels[depth % Grid::LARGEST];
            next = preferring;
            for place in (start..self.trail.len()).rev() {
                let cell = usize::from(self.trail[place]) % Grid::LARGEST;
                if place < followed {
                    let step = 1_u16 << (8 + 2 * self.supposed[cell]);
                    for through in &grid.through[cell] {
                        let square = &mut self.squares[usize::from(through.square)];
                        *square = (*square - step) ^ cell as u16;
                    }
                }
                self.supposed[cell] = NONE;
            }
            followed = followed.min(start);
            self.trail.truncate(start);
        }
        Some(slack)
    }

    #[inline]
    fn suppose(&mut self, cell: usize, colour: Colour, reason: u16) {
        self.supposed[cell] = colour as u8;
        self.reasons[cell] = reason;
        self.trail.push(cell as u8);
    }

    /// Counts a cell in its squares, and supposes the colours that follow. Returns a square whose corners have the same
    /// colour.
    #[inline]
    fn follow(&mut self, grid: &Grid, board: &Partial, cell: usize) -> Option<u16> {
        let colour = usize::from(self.supposed[cell]) % 2;
        let step = 1_u16 << (8 + 2 * colour);
        let mut conflict = None;
        for through in &grid.through[cell] {
            let square = &mut self.squares[usize::from(through.square)];
            *square = (*square + step) ^ cell as u16;
            if *square & 0xFF00 != THREE[colour] || conflict.is_some() {
                continue;
            }
            let last = usize::from(*square & 0x7F);
            if self.supposed[last] == NONE {
                if self.weights[last] > 0 && board.preferring[colour] >> last & 1 != 0 {
                    self.suppose(last, colour, PREFERRED);
                    conflict = Some(through.square);
                } else {
                    self.suppose(last, 1 - colour, through.square);
                }
            } else if usize::from(self.supposed[last]) == colour {
                conflict = Some(through.square);
            }
        }
        conflict
    }

    /// Uses up the core of a square whose corners have the same colour.
    fn use_up(&mut self, grid: &Grid, board: &Partial, conflict: usize) {
        let mut steps = Vec::new();
        let mut todo = 0;
        let mut seen = !board.empty;
        let mut next = Some((conflict, None));
        while let Some((square, implied)) = next {
            self.squares[square] |= USED;
            for corner in grid.squares[square] {
                todo |= 1 << corner & !seen;
                seen |= 1 << corner;
            }
            if self.cores.is_some() {
                let colour = |cell: usize| usize::from(self.supposed[cell]);
                let of_others = || {
                    let other = grid.squares[square]
                        .iter()
                        .map(|&corner| usize::from(corner))
                        .find(|&corner| board.empty >> corner & 1 != 0);
                    other.map_or(0, colour)
                };
                steps.push((square, implied.map_or_else(of_others, |cell| 1 - colour(cell)), implied));
            }
            next = None;
            while let (None, true) = (next, todo != 0) {
                let cell = todo.trailing_zeros() as usize % Grid::LARGEST;
                todo &= todo - 1;
                match self.reasons[cell] {
                    PREFERRED => self.weights[cell] -= 1,
                    reason => next = Some((usize::from(reason), Some(cell))),
                }
            }
        }
        if let Some(cores) = &mut self.cores {
            steps.reverse();
            cores.push(steps);
        }
    }
}
