//! From boards of the reference to positions of the program.

use quadrille::cell::Cell;
use quadrille::hex::Position;
use quadrille::player::Player;

use crate::reference::Board;

/// The program's position for a board of the reference.
pub(crate) fn position(board: &Board) -> Position {
    let mut position = Position::empty(board.size() as u64).unwrap();
    for player in Player::BOTH {
        for (row, column) in board.of(char::from(player.letter())) {
            position.play(player, Cell::new(column as u16, row as u16)).unwrap();
        }
    }
    position
}
