//! From boards of the reference to positions of the program, and back.

use itertools::Itertools;
use quadrille::cell::Cell;
use quadrille::hex::{Input, Position, Problem, Shape, Strictness};
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

/// The boards of the problems of an input, row by row, those of templates behind their names, up to the first fault.
pub(crate) fn problems(text: &[u8]) -> String {
    let rows = |position: &Position| board(position).0.iter().map(|row| row.iter().collect::<String>()).join("/");
    let shown = |problem| match problem {
        Problem::Board(position) => rows(&position),
        Problem::Template(template) => format!("{}={}", template.name, rows(&template.position)),
    };
    Input::open(text, Strictness::Lenient, None, false).map_or_else(
        |error| error.to_string(),
        |input| input.map(|problem| problem.map_or_else(|error| error.to_string(), shown)).join(" "),
    )
}
