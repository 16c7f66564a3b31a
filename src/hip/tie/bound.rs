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
//!     . . O O       threat of X and one of O are a core. One threat of O is left over, a *spare* threat: the cell
//!     X O O ?       *prefers* X.
//! ```
//!
//! The cores are
//! 1. monochromatic squares: one requirement;
//! 2. at each empty cell, pairs of a threat of X and a threat of O: as many as the smaller of the two numbers;
//! 3. those of *unit propagation*. Let some cells have the colours that they prefer, each by one spare threat. A square
//!    of which all corners but one have the same colour implies the other colour for the last one, and so on, until all
//!    corners of a square have the same colour. The core is the requirement of that square and those of the squares and
//!    the threats that led to it.
//!
//! Disjoint cores of the third kind are found as in `MaxSAT` solvers (Li, Manyà, Planes: *Exploiting unit propagation
//! to compute lower bounds in branch and bound Max-SAT solvers*, 2005). One cell after the other is given the colour
//! that it prefers, and everything is implied that follows, so that a core has few of these cells. It uses up the
//! requirements of its squares, and a spare threat of each of these cells.
//!
//! A cell is *forced* to the colour that it prefers if it has more spare threats in no core than the *slack*, the limit
//! minus the bound: with the other colour these are monochromatic squares in addition to the cores.
//!
//! **Example.** [`Bound::recompute`] with limit 1, on the board of [`partial`](super::partial):
//!
//! ```text
//!     X X X X      No square is monochromatic, so the slack is 1 at first. B2 prefers O, D3 prefers X, each by one
//!     X . O O      spare threat: spare[B2] = spare[D3] = 1.
//!     X . O .
//!                                                                 trail       levels   followed   supposed
//!     B2 is given the colour that it prefers                      B2          0        0          B2: O
//!     B2 C2 C3 B3 has three O's, and so implies X for B3          B2 B3       0        1          B3: X, by this square
//!     B1 D1 D3 B3 has three X's, and D3 prefers X: a conflict     B2 B3 D3    0        2          D3: X
//!     `take_core`: the core is oB2C2>B3 xB1D1. Its squares are marked, spare[B2] = spare[D3] = 0, and the slack is 0.
//!     `back_jump`: level 0 needs the threat of B2                 (empty)     none     0          nothing
//! ```
//!
//! A step of a core is written as in the proof: `oB2C2>B3` says that the clockwise square of B2 and C2 must not be all
//! O's, so that X is implied for B3.
//!
//! `spare` is indexed by the number of a cell. It is valid for the cells that had a preference on the board of the last
//! `recompute`, if that has returned a slack, until the next one; `cores` is valid as long. `squares`, by the number of
//! a square, `supposed`, by that of a cell, `trail`, `levels` and `followed` are valid within one call of `propagate`.
//! A cell is on the trail exactly if it has a supposed colour.

use super::grid::{Cells, Grid, members};
use super::partial::{Partial, SquareState};
use crate::player::Player;

/// A step of a core: a square must not have all corners of a colour. So its corner `implied`, if there is one, has the
/// other colour when the others have this one.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The number of the square in the grid.
    pub(super) square: u16,
    pub(super) colour: Player,
    /// The number of the cell. Only the last step of a core has none: there all corners have the colour.
    pub(super) implied: Option<u8>,
}

/// The colour that an empty cell is supposed to have, and why.
#[derive(Clone, Copy)]
struct Supposed {
    colour: Player,
    /// The square whose other corners have the other colour; `None` if the cell prefers this colour.
    implied_by: Option<u16>,
}

/// Computes bounds; keeps its memory from one to the next.
pub(super) struct Bound {
    /// By the cell: the spare threats that are in no core.
    spare: [u8; Grid::LARGEST],
    /// By the square: its state with the supposed colours, and whether one of its requirements is in a core; the other
    /// one is not used then.
    squares: Vec<SquareState>,
    /// By the cell: what is supposed.
    supposed: [Option<Supposed>; Grid::LARGEST],
    /// The cells that are supposed to have colours, in the order of the propagation.
    trail: Vec<u8>,
    /// The number of cells at the beginning of the trail that `squares` counts and that have implied what they imply.
    followed: usize,
    /// The places on the trail of the cells with which `propagate` has begun; cells that it gives the colour that they
    /// prefer at a conflict have none.
    levels: Vec<usize>,
    /// If they are kept: the cores of unit propagation of the last bound.
    pub(super) cores: Option<Vec<Vec<Step>>>,
}

impl Bound {
    pub(super) fn new() -> Bound {
        Bound {
            spare: [0; Grid::LARGEST],
            squares: Vec::new(),
            supposed: [None; Grid::LARGEST],
            trail: Vec::with_capacity(Grid::LARGEST),
            followed: 0,
            levels: Vec::with_capacity(Grid::LARGEST),
            cores: None,
        }
    }

    /// Fills the forced cells. Returns false if the lower bound is above the limit; some may be filled then.
    #[inline]
    pub(super) fn force(&mut self, grid: &Grid, board: &mut Partial, limit: u32) -> bool {
        loop {
            let Some(slack) = self.recompute(grid, board, limit) else { return false };
            let preferring = board.preferring;
            let mut forced = false;
            for colour in Player::BOTH {
                for cell in members(preferring[colour]) {
                    // The bound and the spare threats are those of the board of `recompute`, and stay true: counters
                    // that are put meanwhile are forced.
                    if self.spare(cell) > slack {
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

    /// Returns the number of spare threats that the last bound has left to a cell, which must have had a preference
    /// then.
    #[inline]
    pub(super) fn spare(&self, cell: usize) -> u32 {
        u32::from(self.spare[cell])
    }

    /// Computes the bound of a board from scratch: its cores, and the spare threats that these leave. Returns the
    /// slack, the limit minus the bound; `None` if the bound is above the limit.
    #[inline]
    pub(super) fn recompute(&mut self, grid: &Grid, board: &Partial, limit: u32) -> Option<u32> {
        self.cores.iter_mut().for_each(Vec::clear);
        let slack = limit.checked_sub(board.inevitable)?;
        let preferring = board.preferring.x | board.preferring.o;
        let mut greatest = 0;
        for cell in members(preferring) {
            let threats = board.threats(cell);
            self.spare[cell] = threats.x.abs_diff(threats.o);
            greatest = greatest.max(self.spare(cell));
        }
        // If a cell is forced already, propagation finds more when it has its counter. And most cores use two spare
        // threats, so there are at most about half as many: too few to force a cell, and not worth the time.
        if greatest > slack || greatest + board.spare / 2 <= slack {
            Some(slack)
        } else {
            self.propagate(grid, board, preferring, slack)
        }
    }

    /// Finds the cores of unit propagation. Returns the slack less their number; `None` if there are more than the
    /// slack.
    fn propagate(&mut self, grid: &Grid, board: &Partial, preferring: Cells, mut slack: u32) -> Option<u32> {
        self.squares.clone_from(&board.squares);
        self.supposed = [None; Grid::LARGEST];
        self.trail.clear();
        self.levels.clear();
        self.followed = 0;
        // Cells are begun with in ascending order: those below the last one that is not in `waiting` are supposed, or
        // have no spare threat.
        let mut waiting = preferring;
        while waiting != 0 {
            // The remainder spares a bounds check, here and below.
            let cell = waiting.trailing_zeros() as usize % Grid::LARGEST;
            waiting &= waiting - 1;
            if self.spare[cell] == 0 || self.supposed[cell].is_some() {
                continue;
            }
            self.levels.push(self.trail.len());
            let colour = if board.preferring.x >> cell & 1 != 0 { Player::X } else { Player::O };
            self.suppose(cell, Supposed { colour, implied_by: None });
            let mut conflict = None;
            while conflict.is_none() && self.followed < self.trail.len() {
                conflict = self.follow(grid, board);
            }
            if let Some(conflict) = conflict {
                self.take_core(grid, board, conflict);
                slack = slack.checked_sub(1)?;
                waiting = preferring & Cells::MAX << self.back_jump(grid);
            }
        }
        Some(slack)
    }

    #[inline]
    fn suppose(&mut self, cell: usize, supposed: Supposed) {
        self.supposed[cell] = Some(supposed);
        // A grid has at most 128 cells.
        self.trail.push(cell as u8);
    }

    /// Counts the next cell of the trail in its squares, and supposes the colours that follow. Returns the last step of
    /// a core if the corners of a square have the same colour.
    #[inline]
    fn follow(&mut self, grid: &Grid, board: &Partial) -> Option<Step> {
        let cell = usize::from(self.trail[self.followed]) % Grid::LARGEST;
        let colour = self.supposed[cell]?.colour;
        self.followed += 1;
        let mut conflict = None;
        // After a conflict, too: `back_jump` clears the cell in all its squares.
        for through in &grid.through[cell] {
            let square = &mut self.squares[usize::from(through.square)];
            square.fill(cell, colour);
            if !square.has_three(colour) || conflict.is_some() {
                continue;
            }
            let last = square.last();
            let is_preferring = self.spare[last] > 0 && board.preferring[colour] >> last & 1 != 0;
            let is_conflict = match self.supposed[last] {
                Some(supposed) => supposed.colour == colour,
                None if is_preferring => {
                    self.suppose(last, Supposed { colour, implied_by: None });
                    true
                }
                None => {
                    let implied = Supposed { colour: colour.opponent(), implied_by: Some(through.square) };
                    self.suppose(last, implied);
                    false
                }
            };
            conflict = is_conflict.then_some(Step { square: through.square, colour, implied: None });
        }
        conflict
    }

    /// Uses up a core, whose last step is given: the requirements of its steps, and a spare threat of each cell that
    /// has the colour that it prefers. All of them are there: [`back_jump`](Self::back_jump) leaves no cell on the
    /// trail whose colour needs what is used up. Keeps its steps if cores are kept; a reader has to put them in order.
    fn take_core(&mut self, grid: &Grid, board: &Partial, last: Step) {
        let mut steps = Vec::new();
        let mut todo = 0;
        let mut seen = !board.empty;
        let mut next = Some(last);
        while let Some(step) = next {
            let square = usize::from(step.square);
            self.squares[square].mark_used();
            for corner in grid.squares[square] {
                todo |= 1 << corner & !seen;
                seen |= 1 << corner;
            }
            if self.cores.is_some() {
                steps.push(step);
            }
            next = None;
            while let (None, true) = (next, todo != 0) {
                let cell = todo.trailing_zeros() as usize % Grid::LARGEST;
                todo &= todo - 1;
                // All corners of these squares have colours.
                let Some(Supposed { colour, implied_by }) = self.supposed[cell] else { continue };
                match implied_by {
                    None => self.spare[cell] -= 1,
                    Some(square) => {
                        next = Some(Step { square, colour: colour.opponent(), implied: Some(cell as u8) });
                    }
                }
            }
        }
        if let Some(cores) = &mut self.cores {
            steps.reverse();
            cores.push(steps);
        }
    }

    /// Goes back to the first level that needs what the last core has used up, or if none does, to the last one, which
    /// the conflict has left unfinished. Returns its cell, at which the propagation goes on.
    fn back_jump(&mut self, grid: &Grid) -> usize {
        let is_used_up = |&cell: &u8| {
            let cell = usize::from(cell) % Grid::LARGEST;
            match self.supposed[cell] {
                Some(Supposed { implied_by: Some(square), .. }) => self.squares[usize::from(square)].is_used(),
                _ => self.spare[cell] == 0,
            }
        };
        let first = self.trail.iter().position(is_used_up).unwrap_or(self.trail.len());
        // The first level begins at 0.
        let level = self.levels.partition_point(|&start| start <= first) - 1;
        let start = self.levels[level];
        let cell = usize::from(self.trail[start]);
        for place in start..self.trail.len() {
            let cell = usize::from(self.trail[place]) % Grid::LARGEST;
            if let Some(Supposed { colour, .. }) = self.supposed[cell].take()
                && place < self.followed
            {
                for through in &grid.through[cell] {
                    self.squares[usize::from(through.square)].clear(cell, colour);
                }
            }
        }
        self.followed = self.followed.min(start);
        self.trail.truncate(start);
        self.levels.truncate(level);
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::ParseSizeError;
    use crate::hip::tie::partial::tests::{example, number};

    /// The example at the top of this page.
    #[test]
    fn example_has_one_core_of_two_steps() -> Result<(), ParseSizeError> {
        let (grid, board) = example()?;
        let mut bound = Bound { cores: Some(Vec::new()), ..Bound::new() };
        assert_eq!(bound.recompute(&grid, &board, 1), Some(0));
        let name = |step: &Step| {
            let corners = grid.squares[usize::from(step.square)].map(|corner| grid.cells[usize::from(corner)]);
            let implied = step.implied.map(|cell| grid.cells[usize::from(cell)].to_string());
            format!("{} {}{} {implied:?}", step.colour, corners[0], corners[1])
        };
        let cores: Vec<Vec<String>> =
            bound.cores.iter().flatten().map(|core| core.iter().map(name).collect()).collect();
        assert_eq!(cores, [["O B2C2 Some(\"B3\")", "X B1D1 None"]]);
        assert_eq!(["B2", "D3"].map(|cell| bound.spare(number(&grid, cell))), [0; 2]);
        assert!(bound.trail.is_empty() && bound.levels.is_empty() && bound.followed == 0);
        Ok(())
    }
}
