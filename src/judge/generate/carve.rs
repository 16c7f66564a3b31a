//! Winding ways from X's left side to his right one.
//!
//! ```text
//!     1 1 1 1 1 1 .        The way is carved from both ends at once, each step with its image under half a turn. A new
//!      . . . . . 1 .       cell touches nothing of the way but the cell before it, so that there are no short cuts;
//!       2 2 2 . 1 1 1      where no step is left, the two ends are joined by the fewest cells. Turning to the wall
//!        ...               whenever that can be done gives a spiral, turning by chance a maze.
//! ```

use std::collections::VecDeque;

use super::super::board::{Board, NEIGHBOURS};
use super::super::random::Random;
use crate::cell::Cell;
use crate::player::Player;

/// How to turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turns {
    Inwards,
    ByChance,
}

/// The way, as X's stones on an empty board.
pub(super) fn way(size: u16, turns: Turns, random: &mut Random) -> Board {
    let mut board = Board::empty(size);
    let image = |cell: Cell| Cell::new(size - 1 - cell.column(), size - 1 - cell.row());
    // A spiral begins at the top, a maze anywhere.
    let row = if turns == Turns::Inwards { 0 } else { random.between(0, size - 1) };
    let mut end = Cell::new(0, row);
    board.put(Player::X, end);
    board.put(Player::X, image(end));
    let mut heading = 0;
    while let Some((direction, next)) = step(&board, end, heading, turns, random, &image) {
        board.put(Player::X, next);
        board.put(Player::X, image(next));
        (end, heading) = (next, direction);
    }
    join(&mut board, end, image(end));
    board
}

/// The next cell of the way and in which direction it lies.
fn step(
    board: &Board,
    end: Cell,
    heading: usize,
    turns: Turns,
    random: &mut Random,
    image: impl Fn(Cell) -> Cell,
) -> Option<(usize, Cell)> {
    // Directions go round by sixths of a turn: straight on is 0. Sharp turns never keep the distance.
    let mut turned = [4, 5, 0, 1, 2];
    if turns == Turns::ByChance {
        random.shuffle(&mut turned);
    }
    let free = |cell: Cell| {
        let taken = board.neighbours(cell).filter(|&next| board.owner(next).is_some()).count();
        let beside_image = board.neighbours(cell).any(|next| next == image(cell));
        board.owner(cell).is_none() && taken == 1 && !beside_image && cell != image(cell)
    };
    turned.into_iter().find_map(|turn| {
        let direction = (heading + turn) % NEIGHBOURS.len();
        let next = board.neighbour(end, direction)?;
        free(next).then_some((direction, next))
    })
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
