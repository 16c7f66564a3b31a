//! Laws that hold for every position of Hex, and the worked example of the contest statement.

use crate::bridge::position;
use crate::reference::Board;
use quadrille::cell::Cell;
use quadrille::hex::{Completion, Outcome, Position, Solver};
use quadrille::player::{ByPlayer, Player};

/// Each player's number of moves, or `None` for a player who has lost.
fn numbers(board: &Board) -> ByPlayer<Option<usize>> {
    match Solver::new().outcome(&position(board)) {
        Outcome::Won(winner) => ByPlayer::from_fn(|player| (player == winner).then_some(0)),
        Outcome::Open(best) => ByPlayer::from_fn(|player| Some(best[player].number_of_moves())),
    }
}

fn boards(filled: impl Fn(u64) -> f64) -> impl Iterator<Item = Board> {
    (0..400).map(move |seed| Board::random(1 + (seed % 40) as usize, filled(seed), 0.5, seed))
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    for board in boards(|_| 1.0) {
        let numbers = numbers(&board);
        assert!(numbers.x.is_some() != numbers.o.is_some(), "{}", board.print());
    }
}

#[test]
fn while_neither_player_has_won_both_still_can() {
    for board in boards(|seed| (seed % 10) as f64 / 10.0) {
        let numbers = numbers(&board);
        assert_eq!(numbers.x == Some(0), numbers.o.is_none());
        assert_eq!(numbers.o == Some(0), numbers.x.is_none());
    }
}

#[test]
fn the_number_is_0_exactly_for_the_winner() {
    for board in boards(|seed| (seed % 10) as f64 / 10.0) {
        let numbers = numbers(&board);
        for player in Player::BOTH {
            let won = board.winner() == Some(char::from(player.letter()));
            assert_eq!(numbers[player] == Some(0), won, "{}", board.print());
        }
    }
}

#[test]
fn exchanging_the_players_and_the_sides_exchanges_the_answers() {
    for board in boards(|seed| (seed % 8) as f64 / 10.0) {
        let (one, other) = (numbers(&board), numbers(&board.exchanged()));
        assert_eq!((one.x, one.o), (other.o, other.x), "{}", board.print());
    }
}

#[test]
fn half_a_turn_changes_no_number() {
    for board in boards(|seed| (seed % 8) as f64 / 10.0) {
        assert_eq!(numbers(&board), numbers(&board.half_turned()), "{}", board.print());
    }
}

#[test]
fn an_own_stone_never_raises_the_number_and_lowers_it_by_at_most_one() {
    for (i, board) in boards(|seed| (seed % 7) as f64 / 10.0).enumerate() {
        let before = numbers(&board);
        let empty = board.of('-');
        let Some(&cell) = empty.get(i % empty.len().max(1)) else { continue };
        for player in Player::BOTH {
            let Some(before) = before[player] else { continue };
            let after = numbers(&board.with(&[cell], char::from(player.letter())))[player].unwrap();
            assert!(after == before || after + 1 == before, "{before} to {after}:\n{}", board.print());
        }
    }
}

#[test]
fn a_best_case_wins_and_none_of_its_cells_can_be_spared() {
    for board in boards(|seed| (seed % 7) as f64 / 10.0) {
        let Outcome::Open(best) = Solver::new().outcome(&position(&board)) else { continue };
        for player in Player::BOTH {
            let letter = char::from(player.letter());
            let played = |cells: &[Cell]| {
                let cells = cells.iter().map(|cell| (cell.row().into(), cell.column().into()));
                board.with(&cells.collect::<Vec<_>>(), letter)
            };
            let cells = best[player].cells();
            assert_eq!(numbers(&played(cells))[player], Some(0), "{}", board.print());
            assert_eq!(numbers(&played(&cells[1..]))[player], Some(1), "{}", board.print());
        }
    }
}

#[test]
fn a_completion_reads_as_its_cells() {
    let Outcome::Open(best) = Solver::new().outcome(&Position::empty(3).unwrap()) else {
        panic!("neither player has won")
    };
    assert_eq!(best.x.to_string(), "A1-B1-C1");
    assert_eq!(best.o.cells().iter().map(ToString::to_string).collect::<Vec<_>>(), ["A1", "A2", "A3"]);
    let number: fn(&Completion) -> usize = Completion::number_of_moves;
    assert_eq!(number(&best.o), 3);
}

/// Chapter 8 of the contest statement works Lee's algorithm out on a rectangle of squares with two blocked:
///
/// ```text
///     1 2 3 4 5      Squares become single stones of X, and what lies between two of them
///     S 1 2 3 4      an empty cell, so that each step of the search costs one move; all else is
///     1 2 # # 5      O's. The left side leads to S, and a corridor from the target to the
///     2 3 4 T .      right side, where the search ends.
/// ```
#[test]
fn the_worked_example_of_the_statement_costs_5() {
    let figure: [[Option<usize>; 5]; 4] = [
        [Some(1), Some(2), Some(3), Some(4), Some(5)],
        [Some(0), Some(1), Some(2), Some(3), Some(4)],
        [Some(1), Some(2), None, None, Some(5)],
        [Some(2), Some(3), Some(4), Some(5), None],
    ];
    let open = |row: usize, column: usize| figure[row][column].is_some() || (row, column) == (3, 4);
    for (row, columns) in figure.iter().enumerate() {
        for (column, &cost) in columns.iter().enumerate() {
            let Some(cost) = cost else { continue };
            // Target squares in the last column and in the last row have a way out that passes no other square.
            if column < 4 && row < 3 {
                continue;
            }
            let mut board = Board(vec![vec!['O'; 13]; 13]);
            for r in 0..4 {
                for c in 0..5 {
                    if open(r, c) {
                        board.0[2 + 2 * r][1 + 2 * c] = 'X';
                    }
                    if c < 4 && open(r, c) && open(r, c + 1) {
                        board.0[2 + 2 * r][2 + 2 * c] = '-';
                    }
                    if r < 3 && open(r, c) && open(r + 1, c) {
                        board.0[3 + 2 * r][1 + 2 * c] = '-';
                    }
                }
            }
            board.0[4][0] = 'X';
            let (target_row, target_column) = (2 + 2 * row, 1 + 2 * column);
            if row == 3 {
                board.0[target_row + 1][target_column] = 'X';
                board.0[target_row + 2][target_column..].fill('X');
            } else {
                board.0[target_row][target_column..].fill('X');
            }
            assert_eq!(numbers(&board).x, Some(cost), "row {row}, column {column}:\n{}", board.print());
            if (row, column) == (3, 3) {
                assert_eq!(cost, 5, "the statement's target");
            }
        }
    }
}
