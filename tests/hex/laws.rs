//! Laws that hold for every position of Hex, and the worked example of the contest statement.

use quadrille::cell::Cell;
use quadrille::hex::{BestCaseSolver, Outcome};
use quadrille::player::{ByPlayer, Player};

use crate::bridge::position;
use crate::reference::Board;

fn outcome(board: &Board) -> Outcome {
    BestCaseSolver::new().outcome(&position(board))
}

/// Each player's number of moves, or `None` for a player who has lost.
fn numbers(board: &Board) -> ByPlayer<Option<usize>> {
    match outcome(board) {
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
fn the_number_is_0_exactly_for_the_winner_and_a_player_who_has_not_lost_can_still_win() {
    for board in boards(|seed| (seed % 10) as f64 / 10.0) {
        let (numbers, winner) = (numbers(&board), board.winner());
        for player in Player::BOTH {
            assert_eq!(numbers[player] == Some(0), winner == Some(char::from(player.letter())), "{}", board.print());
            assert_eq!(numbers[player] == Some(0), numbers[player.opponent()].is_none(), "{}", board.print());
        }
    }
}

#[test]
fn symmetries_keep_the_numbers() {
    for board in boards(|seed| (seed % 8) as f64 / 10.0) {
        let (one, other) = (numbers(&board), numbers(&board.exchanged()));
        assert_eq!((one.x, one.o), (other.o, other.x), "players and sides exchanged:\n{}", board.print());
        assert_eq!(one, numbers(&board.half_turned()), "half a turn:\n{}", board.print());
    }
}

#[test]
fn an_own_stone_never_raises_the_number_and_lowers_it_by_at_most_one() {
    for (i, board) in boards(|seed| (seed % 7) as f64 / 10.0).enumerate() {
        let (before, empty) = (numbers(&board), board.of('-'));
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
        let Outcome::Open(best) = outcome(&board) else { continue };
        for player in Player::BOTH {
            let played = |cells: &[Cell]| {
                let cells: Vec<_> = cells.iter().map(|cell| (cell.row().into(), cell.column().into())).collect();
                numbers(&board.with(&cells, char::from(player.letter())))[player]
            };
            let cells = best[player].cells();
            assert_eq!((played(cells), played(&cells[1..])), (Some(0), Some(1)), "{}", board.print());
        }
    }
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
            for (r, c) in (0..4).flat_map(|r| (0..5).map(move |c| (r, c))).filter(|&(r, c)| open(r, c)) {
                board.0[2 + 2 * r][1 + 2 * c] = 'X';
                if c < 4 && open(r, c + 1) {
                    board.0[2 + 2 * r][2 + 2 * c] = '-';
                }
                if r < 3 && open(r + 1, c) {
                    board.0[3 + 2 * r][1 + 2 * c] = '-';
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
        }
    }
}
