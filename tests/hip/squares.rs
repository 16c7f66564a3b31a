//! The squares of Hip's boards.

use std::collections::BTreeSet;

use crate::reference::{Board, Cell};
use quadrille::hip::{Size, count_squares, squares};

fn size(rows: i64, columns: i64) -> Size {
    Size::new(rows as u16, columns as u16).unwrap()
}

#[test]
fn squares_match_reference() {
    for board in Board::up_to(36) {
        let expected: BTreeSet<[Cell; 4]> = board.squares().into_iter().collect();
        let corners = |corners: [quadrille::cell::Cell; 4]| {
            let mut corners = corners.map(|cell| (i64::from(cell.row()), i64::from(cell.column())));
            corners.sort_unstable();
            corners
        };
        let listed: Vec<[Cell; 4]> = squares(size(board.0, board.1)).map(|square| corners(square.corners())).collect();
        assert_eq!(listed.len(), expected.len(), "{board:?}");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{board:?}");
    }
}

#[test]
fn corners_go_round_from_the_first_in_reading_order() {
    let all: Vec<_> = squares(size(6, 9)).collect();
    for square in &all {
        let corners = square.corners();
        assert_eq!(Some(&corners[0]), corners.iter().min());
        let points = corners.map(|cell| (i32::from(cell.column()), i32::from(cell.row())));
        let steps = [0, 1, 2, 3].map(|i| {
            let (from, to) = (points[i], points[(i + 1) % 4]);
            (to.0 - from.0, to.1 - from.1)
        });
        // Each side is the one before turned clockwise, downwards being positive.
        assert!((0..4).all(|i| steps[(i + 1) % 4] == (-steps[i].1, steps[i].0)), "{square}");
    }
    assert!(all.windows(2).all(|pair| pair[0].corners()[0] <= pair[1].corners()[0]));
}

#[test]
fn number_of_squares_matches_formula() {
    for n in 1..=40_u64 {
        let board = size(n as i64, n as i64);
        assert_eq!(squares(board).count() as u64, n * n * (n * n - 1) / 12);
        assert_eq!(count_squares(board), n * n * (n * n - 1) / 12);
    }
    for (rows, columns) in [(1, 4096), (2, 9), (9, 2), (5, 12), (17, 3), (6, 7)] {
        assert_eq!(squares(size(rows, columns)).count() as u64, count_squares(size(rows, columns)));
    }
    // Published counts.
    assert_eq!([4, 5, 6, 7].map(|n| count_squares(size(n, n))), [20, 50, 105, 196]);
}
