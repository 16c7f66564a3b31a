//! Winding ways from X's left side to his right one.
//!
//! ```text
//!     1 1 1 1 1 1 .        The way is carved from both ends at once, each step with its image under half a turn. A new
//!      . . . . . 1 .       cell touches nothing of the way but the cell before it, so that there are no short cuts;
//!       2 2 2 . 1 1 1      where no step is left, the two ends are joined by the fewest cells. Turning to the wall
//!        ...               whenever that can be done gives a spiral, turning by chance a maze.
//! ```

use std::collections::VecDeque;

use crate::cell::Cell;
use crate::judge::board::{Board, NEIGHBOURS};
use crate::player::Player;
use crate::random::Random;

/// How to turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turns {
    Inwards,
    ByChance,
}

/// A step is taken only where so many can follow it, if there is such a one: the way does not run into corners.
const FORESIGHT: u32 = 4;

/// The way, as X's stones on an empty board.
pub(super) fn way(size: u16, turns: Turns, random: &mut Random) -> Board {
    // A spiral begins in the corner, a maze anywhere on the side.
    let row = if turns == Turns::Inwards { 0 } else { random.between(0, size - 1) };
    let mut way = Way { board: Board::empty(size), end: Cell::new(0, row), heading: 0 };
    way.take(way.end);
    loop {
        let mut turned = AHEAD;
        if turns == Turns::ByChance {
            random.shuffle(&mut turned);
        }
        let steps = turned.map(|turn| way.step(turn));
        // The first one of those from which the most steps can follow.
        let best =
            steps.into_iter().flatten().rev().max_by_key(|&(heading, cell)| way.steps_from(heading, cell, FORESIGHT));
        let Some((heading, cell)) = best else { break };
        way.take(cell);
        way.heading = heading;
    }
    let Way { mut board, end, .. } = way;
    let other_end = board.opposite(end);
    join(&mut board, end, other_end);
    board
}

/// Turns by a sixth to the wall, none, and by a sixth away from it. A sharper one would touch the way.
const AHEAD: [usize; 3] = [5, 0, 1];

/// A way that is being carved.
struct Way {
    board: Board,
    end: Cell,
    /// In which direction its last step went.
    heading: usize,
}

impl Way {
    fn take(&mut self, cell: Cell) {
        self.board.put(Player::X, cell);
        self.board.put(Player::X, self.board.opposite(cell));
        self.end = cell;
    }

    fn leave(&mut self, cell: Cell) {
        self.board.set(cell, None);
        self.board.set(self.board.opposite(cell), None);
    }

    /// Where a step with this turn leads, and in which direction, if it can be taken.
    fn step(&self, turn: usize) -> Option<(usize, Cell)> {
        let heading = (self.heading + turn) % NEIGHBOURS.len();
        let cell = self.board.neighbour(self.end, heading)?;
        // The sides that the way joins belong to its ends alone.
        let last = self.board.size() - 1;
        if cell.column() == 0 || cell.column() == last {
            return None;
        }
        let image = self.board.opposite(cell);
        let touched = self.board.neighbours(cell).filter(|&next| self.board.owner(next).is_some() || next == image);
        (self.board.owner(cell).is_none() && cell != image && touched.count() == 1).then_some((heading, cell))
    }

    /// How many steps, up to `most`, can follow one that leads there.
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

/// Joins two cells by a shortest way over cells that may be anyone's.
fn join(board: &mut Board, from: Cell, to: Cell) {
    let mut before = vec![None; usize::from(board.size()).pow(2)];
    let mut queue = VecDeque::from([to]);
    before[board.place(to)] = Some(to);
    while let Some(cell) = queue.pop_front() {
        for next in board.neighbours(cell) {
            let place = board.place(next);
            if before[place].is_none() {
                before[place] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    let mut cell = from;
    while let Some(next) = before[board.place(cell)].filter(|&next| next != cell) {
        board.put(Player::X, next);
        cell = next;
    }
}
