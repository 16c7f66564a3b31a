//! Winding paths from the left side to the right side.
//!
//! ```text
//!     1 1 1 1 1 1 .        The path is carved from both ends at once, each step with its image under a half-turn. A new cell is
//!      . . . . . 1 .       a neighbour of no other cell of the path than the one before it, so that there are no short cuts.
//!       2 2 2 . 1 1 1      When no step is possible, the two ends are joined by a shortest path. A path that turns to the
//!        ...               edge wherever it can is a spiral; one that turns at random is a maze.
//! ```

use std::collections::VecDeque;

use crate::cell::Cell;
use crate::judge::board::{Board, NEIGHBOURS};
use crate::player::Player;
use crate::random::Random;

/// The turns of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turns {
    /// To the edge wherever possible.
    Inwards,
    /// At random.
    Random,
}

/// The number of steps to look ahead: of the possible steps one is taken that most steps can follow, up to this number,
/// so that the path does not run into corners.
const FORESIGHT: u32 = 4;

/// Returns a path, as stones of X on an empty board.
pub(super) fn path(size: u16, turns: Turns, random: &mut Random) -> Board {
    // A spiral begins in the corner, a maze anywhere on the side.
    let row = if turns == Turns::Inwards { 0 } else { random.between(0, size - 1) };
    let mut path = Path { board: Board::empty(size), end: Cell::new(0, row), heading: 0 };
    path.take(path.end);
    loop {
        let mut turned = AHEAD;
        if turns == Turns::Random {
            random.shuffle(&mut turned);
        }
        let steps = turned.map(|turn| path.step(turn));
        // The first one of those that most steps can follow.
        let best =
            steps.into_iter().flatten().rev().max_by_key(|&(heading, cell)| path.steps_from(heading, cell, FORESIGHT));
        let Some((heading, cell)) = best else { break };
        path.take(cell);
        path.heading = heading;
    }
    let Path { mut board, end, .. } = path;
    let other_end = board.opposite(end);
    join(&mut board, end, other_end);
    board
}

/// The possible turns, in sixths: one to the edge, none, one away from it. After a sharper turn the path would touch
/// itself.
const AHEAD: [usize; 3] = [5, 0, 1];

/// A path that is being carved.
struct Path {
    board: Board,
    end: Cell,
    /// The direction of its last step, an index of [`NEIGHBOURS`].
    heading: usize,
}

impl Path {
    fn take(&mut self, cell: Cell) {
        for cell in [cell, self.board.opposite(cell)] {
            self.board.set(cell, Some(Player::X));
        }
        self.end = cell;
    }

    fn leave(&mut self, cell: Cell) {
        for cell in [cell, self.board.opposite(cell)] {
            self.board.set(cell, None);
        }
    }

    /// Returns the direction and the cell of a step with this turn, or `None` if it is not possible.
    fn step(&self, turn: usize) -> Option<(usize, Cell)> {
        let heading = (self.heading + turn) % NEIGHBOURS.len();
        let cell = self.board.neighbour(self.end, heading)?;
        // On the sides that the path joins it has its two ends only.
        let last = self.board.size() - 1;
        if cell.column() == 0 || cell.column() == last {
            return None;
        }
        let image = self.board.opposite(cell);
        let touched = self.board.neighbours(cell).filter(|&next| self.board.owner(next).is_some() || next == image);
        (self.board.owner(cell).is_none() && cell != image && touched.count() == 1).then_some((heading, cell))
    }

    /// Returns the number of steps, up to `most`, that can follow a step to this cell.
    fn steps_from(&mut self, heading: usize, cell: Cell, most: u32) -> u32 {
        if most == 0 {
            return 0;
        }
        let before = (self.end, self.heading);
        self.take(cell);
        self.heading = heading;
        let mut steps = 0;
        for (heading, cell) in AHEAD.map(|turn| self.step(turn)).into_iter().flatten() {
            steps = steps.max(1 + self.steps_from(heading, cell, most - 1));
        }
        self.leave(cell);
        (self.end, self.heading) = before;
        steps
    }
}

/// Joins two cells of the board by a shortest path, which ignores stones (breadth-first search).
fn join(board: &mut Board, from: Cell, to: Cell) {
    let mut before = vec![None; usize::from(board.size()).pow(2)];
    let mut queue = VecDeque::from([to]);
    before[board.index(to)] = Some(to);
    while let Some(cell) = queue.pop_front() {
        for next in board.neighbours(cell) {
            let index = board.index(next);
            if before[index].is_none() {
                before[index] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    let mut cell = from;
    while let Some(next) = before[board.index(cell)].filter(|&next| next != cell) {
        board.set(next, Some(Player::X));
        cell = next;
    }
}
