//! Hip's integer program, word by word, with the squares of the reference.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::hip::{Balance, write_model};

use crate::reference::{Board, Cell};

/// The words of a model, with a blank between them. No line is too long for readers of LP files.
fn model(size: &str, balance: Balance) -> String {
    let mut text = Vec::new();
    assert!(write_model(&mut text, size.parse().unwrap(), balance, &mut Budget::default()).unwrap().is_continue());
    let text = String::from_utf8(text).unwrap();
    assert!(text.lines().all(|line| line.len() < 510));
    text.split_whitespace().join(" ")
}

/// The variable of a cell.
fn name((row, column): Cell) -> String {
    format!("x_{}{}", char::from(b'A' + column as u8), row + 1)
}

/// The order of the squares, and of their corners, is that of the model.
#[test]
fn model_has_a_variable_per_cell_and_two_with_two_rows_per_square() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (5, 5), (4, 7), (6, 7), (7, 7)] {
        let board = Board(rows, columns);
        let cells = board.cells().into_iter().map(name).collect_vec();
        let expected: BTreeSet<BTreeSet<String>> =
            board.squares().iter().map(|square| square.map(name).into()).collect();
        for (balance, free) in [(Balance::Balanced, ""), (Balance::Free, " --free")] {
            let text = model(&format!("{rows}x{columns}"), balance);
            let of_row = |row: &str| row.split_once(": ").unwrap().1.split_once(" + u_").unwrap().0.to_owned();
            let squares = text.split(" any_1_").skip(1).map(of_row).collect_vec();
            let corners = squares.iter().map(|square| square.split(" + ").map(str::to_owned).collect()).collect_vec();
            assert_eq!((corners.len(), corners.into_iter().collect()), (expected.len(), expected.clone()), "{text}");
            let costs = (1..=squares.len()).flat_map(|k| [format!("u_{k}"), format!("v_{k}")]).collect_vec();
            let objective = if squares.is_empty() { "0 x_A1".to_owned() } else { costs.join(" + ") };
            let half = cells.len().div_ceil(2);
            let mut constraints = match balance {
                Balance::Balanced => format!("balance: {} = {half} ", cells.join(" + ")),
                Balance::Free if squares.is_empty() => "nothing: x_A1 >= 0 ".to_owned(),
                Balance::Free => String::new(),
            };
            for (k, square) in (1..).zip(&squares) {
                constraints += &format!("any_1_{k}: {square} + u_{k} >= 1 any_2_{k}: {square} - v_{k} <= 3 ");
            }
            let names = cells.iter().chain(&costs).join(" ");
            let head = format!("\\ model {rows}x{columns}{free} Minimize obj: {objective} Subject To");
            assert_eq!(text, format!("{head} {constraints}Binary {names} End"));
        }
    }
    assert!(model("1x4096", Balance::Free).ends_with(" x_FAM1 x_FAN1 End"));
}

/// Were it not written as it comes, the squares of the largest board would never end.
#[test]
fn writing_stops_with_its_budget() {
    // Within the objective, the rows, the names.
    for (size, most, last) in
        [("4096x4096", 1000, "v_1000\n"), ("7x7", 250, " - v_54 <= 3\n"), ("7x7", 450, "u_58 v_58\n")]
    {
        let (mut text, mut polls) = (Vec::new(), 0);
        let mut budget = Budget::new(|_| {
            polls += 1;
            if polls > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(write_model(&mut text, size.parse().unwrap(), Balance::Free, &mut budget).unwrap().is_break());
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with(last), "{size} {most}: {}", &text[text.len() - 40..]);
    }
}
