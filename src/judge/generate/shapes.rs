//! The boards of each kind.

use super::Kind;
use super::carve::{Turns, way};
use crate::cell::Cell;
use crate::judge::board::Board;
use crate::player::Player;
use crate::random::Random;

/// A board of a kind, which must be one of the definite ones: `Mixed` is taken for `Random`.
pub(super) fn board(kind: Kind, size: u16, random: &mut Random) -> Board {
    match kind {
        Kind::Mixed | Kind::Random => {
            let filled = random.below(101);
            let share = if random.percent(50) { 50 } else { random.below(101) };
            scattered(size, filled, share, random)
        }
        Kind::Empty => Board::empty(size),
        Kind::Full => scattered(size, 100, 50, random),
        Kind::Tiny => {
            let filled = random.below(101);
            scattered(size.min(random.between(1, 2)), filled, 50, random)
        }
        Kind::Uneven => uneven(size, random),
        Kind::Chains => chains(size, random),
        Kind::Snake => snake(size, random),
        Kind::Spiral => walled(&way(size, Turns::Inwards, random), random),
        Kind::Maze => walled(&way(size, Turns::ByChance, random), random),
        Kind::Won => won(size, random),
    }
}

/// So many of a hundred cells filled, so many of a hundred stones being X's.
fn scattered(size: u16, filled: u32, share: u32, random: &mut Random) -> Board {
    let mut board = Board::empty(size);
    scatter(&mut board, filled, share, random);
    board
}

fn scatter(board: &mut Board, filled: u32, share: u32, random: &mut Random) {
    for cell in board.cells() {
        if board.owner(cell).is_none() && random.percent(filled) {
            board.put(if random.percent(share) { Player::X } else { Player::O }, cell);
        }
    }
}

/// X has up to all cells, O two at most.
fn uneven(size: u16, random: &mut Random) -> Board {
    let filled = random.below(101);
    let mut board = scattered(size, filled, 100, random);
    for _ in 0..random.below(3) {
        let cell = Cell::new(random.between(0, size - 1), random.between(0, size - 1));
        board.put(Player::O, cell);
    }
    board
}

/// Walks of both players in turn, each as long as the board is wide or half as long again.
fn chains(size: u16, random: &mut Random) -> Board {
    let mut board = Board::empty(size);
    for walk in 0..random.between(2, size.min(12) + 2) {
        let player = Player::BOTH[usize::from(walk % 2)];
        let mut cell = Cell::new(random.between(0, size - 1), random.between(0, size - 1));
        let heading = random.below(6) as usize;
        for _ in 0..size + random.below(u32::from(size)) as u16 / 2 {
            if board.owner(cell) == Some(player.opponent()) {
                break;
            }
            board.put(player, cell);
            let turn = [0, 0, 1, 5][random.below(4) as usize];
            let Some(next) = board.neighbour(cell, (heading + turn) % 6) else { break };
            cell = next;
        }
    }
    board
}

/// O's walls from top to bottom, two or more columns apart, each with one gap, at alternate ends or near them.
fn snake(size: u16, random: &mut Random) -> Board {
    let mut board = Board::empty(size);
    let apart = usize::from(random.between(2, 3));
    let ragged = random.percent(30);
    for (wall, column) in (1..size).step_by(apart).enumerate() {
        let from_end = if ragged { random.between(0, (size - 1) / 3) } else { 0 };
        let gap = if wall % 2 == 0 { size - 1 - from_end } else { from_end };
        for row in (0..size).filter(|&row| row != gap) {
            board.put(Player::O, Cell::new(column, row));
        }
    }
    board
}

/// The way empty, or with some stones of X on it, and all other cells O's.
fn walled(way: &Board, random: &mut Random) -> Board {
    let mut board = Board::empty(way.size());
    let kept = if random.percent(50) { 0 } else { random.below(60) };
    for cell in way.cells() {
        if way.owner(cell).is_none() {
            board.put(Player::O, cell);
        } else if random.percent(kept) {
            board.put(Player::X, cell);
        }
    }
    board
}

/// A way that is all X's, less two cells at most, among other stones.
fn won(size: u16, random: &mut Random) -> Board {
    let mut board = way(size, Turns::ByChance, random);
    let mut way: Vec<Cell> = board.cells().filter(|&cell| board.owner(cell).is_some()).collect();
    random.shuffle(&mut way);
    let filled = random.below(101);
    scatter(&mut board, filled, 10, random);
    for &cell in way.iter().take(random.below(3) as usize) {
        board.set(cell, None);
    }
    board
}
