//! The boards of each kind.

use super::Kind;
use crate::cell::Cell;
use crate::judge::board::Board;
use crate::player::Player;
use crate::random::Random;

/// Returns a board of a kind. `Mixed` counts as `Random`.
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
    }
}

/// Returns a board with `filled` percent of the cells filled, `share` percent of the stones being X's.
fn scattered(size: u16, filled: u32, share: u32, random: &mut Random) -> Board {
    let mut board = Board::empty(size);
    for cell in board.cells() {
        if random.percent(filled) {
            board.set(cell, Some(if random.percent(share) { Player::X } else { Player::O }));
        }
    }
    board
}

/// Returns a board with many stones of X, up to all cells, and at most two of O.
fn uneven(size: u16, random: &mut Random) -> Board {
    let filled = random.below(101);
    let mut board = scattered(size, filled, 100, random);
    for _ in 0..random.below(3) {
        let cell = Cell::new(random.between(0, size - 1), random.between(0, size - 1));
        board.set(cell, Some(Player::O));
    }
    board
}

/// Returns random walks of both players in turn, each of one to one and a half times the width of the board.
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
            board.set(cell, Some(player));
            let turn = [0, 0, 1, 5][random.below(4) as usize];
            let Some(next) = board.neighbour(cell, (heading + turn) % 6) else { break };
            cell = next;
        }
    }
    board
}

/// Returns walls of O from top to bottom, two or three columns apart, each with one gap at or near alternate ends.
fn snake(size: u16, random: &mut Random) -> Board {
    let mut board = Board::empty(size);
    let apart = usize::from(random.between(2, 3));
    let ragged = random.percent(30);
    for (wall, column) in (1..size).step_by(apart).enumerate() {
        let from_end = if ragged { random.between(0, (size - 1) / 3) } else { 0 };
        let gap = if wall % 2 == 0 { size - 1 - from_end } else { from_end };
        for row in (0..size).filter(|&row| row != gap) {
            board.set(Cell::new(column, row), Some(Player::O));
        }
    }
    board
}
