//! From boards of the reference to positions of the program, and back.

use quadrille::cell::Cell;
use quadrille::hex::{Position, Shape};
use quadrille::player::Player;

use crate::reference::Board;

pub(crate) fn player(letter: char) -> Player {
    if letter == 'X' { Player::X } else { Player::O }
}

pub(crate) fn letter(player: Player) -> char {
    char::from(player.letter())
}

/// The program's position for a board of the reference.
pub(crate) fn position(board: &Board) -> Position {
    let mut position = Position::with_shape(Shape::new(board.columns() as u64, board.size() as u64).unwrap());
    for player in Player::BOTH {
        for (row, column) in board.of(letter(player)) {
            position.play(player, Cell::new(column as u16, row as u16)).unwrap();
        }
    }
    position
}

/// The reference's board for a position of the program.
pub(crate) fn board(position: &Position) -> Board {
    let mut board = Board::rectangle(position.shape().rows.into(), position.shape().columns.into());
    for (row, column) in board.cells() {
        let owner = position.owner(Cell::new(column as u16, row as u16));
        board.0[row][column] = owner.map_or('-', letter);
    }
    board
}
