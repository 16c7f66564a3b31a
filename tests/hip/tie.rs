//! The minimum of monochromatic squares, compared with the minimum of all colourings.

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::reference::Board;
use crate::support::rounds;
use quadrille::budget::Budget;
use quadrille::cell::Cell;
use quadrille::hip::{AtMost, Balance, Size, Standing, Tie, TieBounds, TieSearch, tie};
use quadrille::part::Part;
use quadrille::player::Player;

const BALANCES: [Balance; 2] = [Balance::Balanced, Balance::Free];

/// Solves a board, and checks the numbers of the answer against its board.
fn solved((rows, columns): (u16, u16), balance: Balance, budget: &mut Budget<'_>) -> Tie {
    let size = Size::new(rows, columns).unwrap();
    let tie = tie(size, balance, budget);
    let owner = |(row, column): (i64, i64)| tie.colouring.owner(Cell::new(column as u16, row as u16));
    let of_one = |corners: &&[(i64, i64); 4]| corners.iter().all(|&cell| owner(cell) == owner(corners[0]));
    let squares = if size.area() <= 84 {
        Board(rows.into(), columns.into()).squares().iter().filter(of_one).count()
    } else {
        tie.colouring.monochromatic().count()
    };
    assert_eq!(squares as u64, tie.squares, "{size} {balance:?}");
    assert!(tie.lower_bound() <= tie.squares, "{size} {balance:?}");
    assert_eq!(tie.standing == Standing::Proved, tie.lower_bound() == tie.squares, "{size} {balance:?}");
    if balance == Balance::Balanced {
        assert_eq!(tie.colouring.counters(Player::X), size.area().div_ceil(2), "{size}");
    }
    tie
}

fn on_threads(threads: usize) -> Budget<'static> {
    Budget::default().with_threads(threads)
}

/// A budget on two threads that stops after the given number of positions.
fn up_to(most: u64) -> Budget<'static> {
    let mut last = 0;
    let poll = move |positions| {
        assert!(positions >= last, "positions only grow");
        last = positions;
        if positions < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Budget::new(poll).with_threads(2)
}

#[test]
fn minima_of_small_boards_match_reference() {
    for board in Board::up_to(rounds(15, 18) as i64).chain([Board(4, 4), Board(4, 5)]) {
        for (balance, least) in BALANCES.into_iter().zip(board.minima()) {
            let tie = solved((board.0 as u16, board.1 as u16), balance, &mut on_threads(1));
            assert_eq!((tie.squares, tie.standing), (least, Standing::Proved), "{board:?} {balance:?}");
        }
    }
}

/// Integer programming solvers and published results agree on these. A board on its side has the same minimum.
#[test]
fn minima_are_the_known_ones() {
    let known = [(5, 6, 0), (5, 12, 0), (6, 6, 0), (6, 7, 1), (6, 8, 2), (7, 7, 3), (6, 9, 2), (7, 8, 5)];
    for &(rows, columns, squares) in &known[..rounds(6, 8)] {
        for board in [(rows, columns), (columns, rows)] {
            let [balanced, free] = BALANCES.map(|balance| solved(board, balance, &mut on_threads(2)));
            assert_eq!((balanced.squares, balanced.standing), (squares, Standing::Proved), "{board:?}");
            assert!(free.squares <= squares && free.standing == Standing::Proved, "{board:?}");
        }
    }
}

#[test]
fn long_boards_without_any_square_are_found() {
    for board in [(1, 500), (1, 1024), (2, 100), (3, 50), (4, 20), (20, 4)] {
        for balance in BALANCES {
            let tie = solved(board, balance, &mut on_threads(1));
            assert_eq!(tie.squares, 0, "{board:?} {balance:?}");
        }
    }
}

/// A change of these numbers of positions is a change of the search.
#[test]
fn proofs_have_known_lengths_and_the_number_of_threads_changes_nothing_else() {
    for (board, positions) in [((6, 7), 622), ((6, 8), 1090), ((7, 7), 2126)] {
        let one = solved(board, Balance::Balanced, &mut on_threads(1));
        assert_eq!(one.positions, positions, "{board:?}");
        for threads in [0, 2, 5] {
            let other = solved(board, Balance::Balanced, &mut on_threads(threads));
            assert_eq!(Tie { positions, ..other }, one, "{board:?}");
        }
    }
}

#[test]
fn stopped_search_reports_what_is_proved() {
    for most in [0, 1, 1000, 20_000] {
        let tie = solved((7, 8), Balance::Balanced, &mut up_to(most));
        assert!(tie.lower_bound() <= 5 && tie.squares >= 5 && tie.standing != Standing::Proved, "{tie:?}");
    }
    let tie = solved((12, 12), Balance::Balanced, &mut up_to(20_000));
    assert!(tie.lower_bound() <= 93 && tie.squares <= 93, "{} to {}", tie.lower_bound(), tie.squares);
}

/// On a board that is proved, on one with packed small boards, and on one where the search is stopped.
#[test]
fn bounds_become_better_and_are_those_of_the_answer() {
    for ((rows, columns), most) in [((7, 8), u64::MAX), ((9, 9), 250_000), ((7, 8), 1000)] {
        let all = RefCell::new(Vec::new());
        let size = Size::new(rows, columns).unwrap();
        let search = TieSearch::new(size, Balance::Balanced, None);
        let poll = |positions| {
            all.borrow_mut().extend(search.bounds());
            if positions < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        search.run(&mut Budget::new(poll).with_threads(2));
        let (all, tie): (Vec<TieBounds>, Tie) = (all.into_inner(), search.best());
        assert!(all.is_sorted_by(|a, b| a.best >= b.best && a.at_least <= b.at_least), "{all:?}");
        let TieBounds { best, at_least, .. } = search.bounds().unwrap();
        assert_eq!((best, at_least), (tie.squares, tie.lower_bound()), "{size}");
        assert!(all[0].at_least == 0 && all[0].best >= best, "{all:?}");
    }
}

/// A larger board never has a lower bound than a board inside it.
#[test]
fn bounds_of_large_boards_are_at_least_those_of_the_boards_inside() {
    let (most, least) = [(200_000, 6), (450_000, 8)][rounds(0, 1)];
    for (rows, columns) in [(9, 9), (14, 10), (9, 10), (12, 12)].into_iter().take(rounds(2, 4)) {
        let bound = solved((rows, columns), Balance::Free, &mut up_to(most)).lower_bound();
        assert!(bound >= least, "{rows}x{columns}: {bound}");
    }
}

/// For each limit: the question, whole and in parts.
#[test]
fn questions_are_answered_whole_and_in_parts() {
    for ((rows, columns), minimum) in [((4, 4), 0), ((6, 7), 1), ((7, 7), 3), ((7, 8), 5)] {
        let size = Size::new(rows, columns).unwrap();
        for at_most in 0..=minimum + 1 {
            for parts in [1, 3] {
                let mut answers = Vec::new();
                for number in 1..=parts {
                    let search = TieSearch::new(size, Balance::Free, Some((at_most, Part { number, parts })));
                    search.run(&mut on_threads(2));
                    let found = search.best().squares <= at_most;
                    answers.push(search.answer().unwrap());
                    assert_eq!(answers.last() == Some(&AtMost::Found), found, "{size} {at_most}");
                    let proved = if parts == 1 && !found { at_most + 1 } else { 0 };
                    assert_eq!(search.best().lower_bound(), proved, "{size} {at_most}, {number}/{parts}");
                }
                let expected = at_most >= minimum;
                assert_eq!(answers.contains(&AtMost::Found), expected, "{size} {at_most}");
                assert!(expected || answers.iter().all(|&answer| answer == AtMost::Refuted), "{size} {at_most}");
            }
        }
    }
}
