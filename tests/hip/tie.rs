//! The minimum of monochromatic squares, against one that goes through all colourings.

use std::ops::ControlFlow;

use quadrille::hip::{Balance, Size, Tie, tie};
use quadrille::player::Player;

const BALANCES: [Balance; 2] = [Balance::Balanced, Balance::Free];

fn size(rows: u16, columns: u16) -> Size {
    Size::new(rows, columns).unwrap()
}

fn solved(size: Size, balance: Balance, threads: usize) -> Tie {
    tie(size, balance, threads, &mut |_| ControlFlow::Continue(()))
}

/// The squares as sets of cells: four points whose six distances are four alike and two of twice their squares.
fn squares_by_distance(size: Size) -> Vec<[usize; 4]> {
    let (area, columns) = (size.area(), usize::from(size.columns()));
    let distance =
        |a: usize, b: usize| (a / columns).abs_diff(b / columns).pow(2) + (a % columns).abs_diff(b % columns).pow(2);
    let mut found = Vec::new();
    for a in 0..area {
        for b in a + 1..area {
            for c in b + 1..area {
                for d in c + 1..area {
                    let mut all = [
                        distance(a, b),
                        distance(a, c),
                        distance(a, d),
                        distance(b, c),
                        distance(b, d),
                        distance(c, d),
                    ];
                    all.sort_unstable();
                    if all[0] == all[3] && all[4] == all[5] && all[4] == 2 * all[0] {
                        found.push([a, b, c, d]);
                    }
                }
            }
        }
    }
    found
}

/// The minimum of all colourings, and of those of which half of the cells, rounded down, are O's.
fn minima(size: Size) -> [u64; 2] {
    let squares: Vec<u32> =
        squares_by_distance(size).iter().map(|corners| corners.iter().map(|corner| 1 << corner).sum()).collect();
    let mut least = [u64::MAX; 2];
    for second in 0_u32..1 << size.area() {
        let count = squares.iter().filter(|&&square| second & square == 0 || second & square == square).count() as u64;
        least[1] = least[1].min(count);
        if second.count_ones() as usize == size.area() / 2 {
            least[0] = least[0].min(count);
        }
    }
    least
}

/// Whether the board is what is said of it.
fn check(tie: &Tie, balance: Balance) {
    let size = tie.colouring.size();
    let owners: Vec<Player> = size.cells().map(|cell| tie.colouring.owner(cell)).collect();
    let monochromatic = squares_by_distance(size)
        .iter()
        .filter(|corners| corners.iter().all(|&c| owners[c] == owners[corners[0]]))
        .count();
    assert_eq!(monochromatic as u64, tie.squares, "{size} {balance:?}");
    assert!(tie.at_least <= tie.squares, "{size} {balance:?}");
    if balance == Balance::Balanced {
        assert_eq!(tie.colouring.counters(Player::X), size.area().div_ceil(2), "{size}");
    }
}

#[test]
fn minima_of_small_boards_are_those_of_all_colourings() {
    for (rows, columns) in
        (1..=16).flat_map(|rows| (1..=16 / rows).map(move |columns| (rows, columns))).chain([(4, 5), (3, 6)])
    {
        let size = size(rows, columns);
        for (balance, least) in BALANCES.into_iter().zip(minima(size)) {
            let tie = solved(size, balance, 1);
            check(&tie, balance);
            assert_eq!((tie.squares, tie.at_least), (least, least), "{size} {balance:?}");
        }
    }
}

#[test]
fn boards_that_programs_have_solved() {
    for (rows, columns, squares) in [(5, 12, 0), (6, 6, 0), (6, 7, 1), (6, 8, 2), (7, 7, 3), (7, 8, 5)] {
        let tie = solved(size(rows, columns), Balance::Balanced, 2);
        check(&tie, Balance::Balanced);
        assert_eq!((tie.squares, tie.is_proved()), (squares, true), "{rows}x{columns}");
    }
}

#[test]
fn a_board_on_its_side_has_the_same_minimum_and_a_free_one_no_greater_one() {
    for (rows, columns) in [(5, 6), (5, 8), (6, 7), (6, 9), (7, 8)] {
        let size = size(rows, columns);
        let [balanced, free] = BALANCES.map(|balance| {
            let [upright, turned] = [size, size.transposed()].map(|size| solved(size, balance, 2));
            check(&upright, balance);
            check(&turned, balance);
            assert!(upright.is_proved() && turned.is_proved(), "{size} {balance:?}");
            assert_eq!(upright.squares, turned.squares, "{size} {balance:?}");
            upright.squares
        });
        assert!(free <= balanced, "{size}");
    }
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
            let [one, two, many] = [0, 2, 5].map(|threads| solved(size(rows, columns), balance, threads));
            assert_eq!(one, two);
            assert_eq!(one, many);
        }
    }
}

/// Pinned: a change here is a change of the proofs, for better or for worse.
#[test]
fn proofs_have_known_lengths() {
    let positions =
        [(6, 7), (6, 8), (7, 7)].map(|(rows, columns)| solved(size(rows, columns), Balance::Balanced, 2).positions);
    assert_eq!(positions, [622, 3030, 6147]);
}

#[test]
fn a_search_that_is_broken_off_says_what_is_proved() {
    for most in [0, 1, 1000, 100_000] {
        let mut last = 0;
        let tie = tie(size(7, 8), Balance::Balanced, 2, &mut |positions| {
            assert!(positions >= last, "positions only grow");
            last = positions;
            if positions < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        check(&tie, Balance::Balanced);
        assert!(tie.at_least <= 5 && tie.squares >= 5 && !tie.is_proved(), "{tie:?}");
    }
}

#[test]
fn large_boards_have_bounds() {
    for balance in BALANCES {
        let tie = solved(size(12, 12), balance, 2);
        check(&tie, balance);
        assert!((5..=93).contains(&tie.at_least) && tie.squares <= 93, "{} to {}", tie.at_least, tie.squares);
    }
}

#[test]
#[should_panic(expected = "more than 1024 cells")]
fn a_board_that_is_too_large_is_refused() {
    solved(size(25, 41), Balance::Free, 1);
}
