//! The minimum of monochromatic squares, compared with the minimum of all colourings.

use std::ops::ControlFlow;

use crate::reference::Board;
use quadrille::budget::Budget;
use quadrille::cell::Cell;
use quadrille::hip::{Balance, Size, Standing, Tie, tie};
use quadrille::player::Player;

const BALANCES: [Balance; 2] = [Balance::Balanced, Balance::Free];

fn size(rows: u16, columns: u16) -> Size {
    Size::new(rows, columns).unwrap()
}

fn solved(size: Size, balance: Balance, threads: usize) -> Tie {
    tie(size, balance, &mut Budget::default().with_threads(threads))
}

/// Checks the numbers of a result against its board.
fn check(tie: &Tie, balance: Balance) {
    let size = tie.colouring.size();
    let owner = |(row, column): (i64, i64)| tie.colouring.owner(Cell::new(column as u16, row as u16));
    let squares = Board(size.rows().into(), size.columns().into()).squares();
    let monochromatic =
        squares.iter().filter(|corners| corners.iter().all(|&cell| owner(cell) == owner(corners[0]))).count();
    assert_eq!(monochromatic as u64, tie.squares, "{size} {balance:?}");
    assert!(tie.lower_bound() <= tie.squares, "{size} {balance:?}");
    if balance == Balance::Balanced {
        assert_eq!(tie.colouring.counters(Player::X), size.area().div_ceil(2), "{size}");
    }
}

#[test]
fn minima_of_small_boards_are_those_of_all_colourings() {
    for board in Board::up_to(16).chain([Board(4, 5), Board(3, 6)]) {
        let size = size(board.0 as u16, board.1 as u16);
        for (balance, least) in BALANCES.into_iter().zip(board.minima()) {
            let tie = solved(size, balance, 1);
            check(&tie, balance);
            assert_eq!((tie.squares, tie.standing), (least, Standing::Proved), "{size} {balance:?}");
        }
    }
}

fn check_minimum(rows: u16, columns: u16, squares: u64) {
    let tie = solved(size(rows, columns), Balance::Balanced, 2);
    check(&tie, Balance::Balanced);
    assert_eq!((tie.squares, tie.standing), (squares, Standing::Proved), "{rows}x{columns}");
}

/// Integer programming solvers and published results agree on these.
#[test]
fn minima_are_the_known_ones() {
    for (rows, columns, squares) in [(5, 12, 0), (6, 6, 0), (6, 7, 1), (6, 8, 2), (7, 7, 3)] {
        check_minimum(rows, columns, squares);
    }
}

/// Compares boards with those on their side, and balanced with free colourings.
fn compare_minima(boards: &[(u16, u16)]) {
    for &(rows, columns) in boards {
        let size = size(rows, columns);
        let [balanced, free] = BALANCES.map(|balance| {
            let [upright, turned] = [size, size.transposed()].map(|size| solved(size, balance, 2));
            check(&upright, balance);
            check(&turned, balance);
            assert_eq!([upright.standing, turned.standing], [Standing::Proved; 2], "{size} {balance:?}");
            assert_eq!(upright.squares, turned.squares, "{size} {balance:?}");
            upright.squares
        });
        assert!(free <= balanced, "{size}");
    }
}

#[test]
fn a_board_on_its_side_has_the_same_minimum_and_free_colourings_no_greater_one() {
    compare_minima(&[(5, 6), (5, 8), (6, 7)]);
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn minima_of_larger_boards_are_consistent() {
    check_minimum(7, 8, 5);
    compare_minima(&[(6, 9), (7, 8)]);
}

#[test]
fn long_boards_without_any_square_are_found() {
    for (rows, columns) in [(1, 500), (1, 1024), (2, 100), (3, 50), (4, 20), (20, 4)] {
        for balance in BALANCES {
            let tie = solved(size(rows, columns), balance, 1);
            assert_eq!((tie.squares, tie.colouring.monochromatic().count()), (0, 0), "{rows}x{columns} {balance:?}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (rows, columns) in [(6, 8), (7, 7)] {
        for balance in BALANCES {
            // The number of positions may differ.
            let answers =
                [0, 2, 5].map(|threads| Tie { positions: 0, ..solved(size(rows, columns), balance, threads) });
            assert!(answers.iter().all(|answer| *answer == answers[0]));
        }
    }
}

/// A change of these numbers is a change of the search.
#[test]
fn proofs_have_known_lengths() {
    let positions =
        [(6, 7), (6, 8), (7, 7)].map(|(rows, columns)| solved(size(rows, columns), Balance::Balanced, 1).positions);
    assert_eq!(positions, [622, 3030, 6147]);
}

#[test]
fn a_cancelled_search_reports_what_is_proved() {
    for most in [0, 1, 1000, 20_000] {
        let mut last = 0;
        let mut budget = Budget::new(|positions| {
            assert!(positions >= last, "positions only grow");
            last = positions;
            if positions < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        budget.threads = 2;
        let tie = tie(size(7, 8), Balance::Balanced, &mut budget);
        check(&tie, Balance::Balanced);
        assert!(tie.lower_bound() <= 5 && tie.squares >= 5 && tie.standing != Standing::Proved, "{tie:?}");
    }
}

#[test]
fn large_boards_have_bounds() {
    let mut budget =
        Budget::new(|positions| if positions < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
    budget.threads = 2;
    let tie = tie(size(12, 12), Balance::Balanced, &mut budget);
    check(&tie, Balance::Balanced);
    assert!(tie.lower_bound() <= 93 && tie.squares <= 93, "{} to {}", tie.lower_bound(), tie.squares);
}

#[test]
#[ignore = "exhaustive: 8 s"]
fn large_boards_have_good_bounds() {
    for balance in BALANCES {
        let tie = solved(size(12, 12), balance, 2);
        check(&tie, balance);
        assert!((5..=93).contains(&tie.lower_bound()) && tie.squares <= 93, "{} to {}", tie.lower_bound(), tie.squares);
    }
}

#[test]
#[should_panic(expected = "more than 1024 cells")]
fn a_board_that_is_too_large_is_refused() {
    solved(size(25, 41), Balance::Free, 1);
}
