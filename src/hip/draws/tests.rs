//! What the answers for large boards rest on, and both ways of counting against each other.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

fn by_strips(rows: u16, columns: u16) -> Symmetric {
    let size = Size::new(rows, columns).unwrap();
    let watch: &mut Watch<'_> = &mut |_| ControlFlow::Continue(());
    let ControlFlow::Continue(Fixed(fixed)) = fixed(size, &mut Meter::new(watch)) else { panic!("nobody broke off") };
    Symmetric(fixed.map(Vec::from))
}

fn by_listing(rows: u16, columns: u16) -> Symmetric {
    let watch: &mut Watch<'_> = &mut |_| ControlFlow::Continue(());
    match Symmetric::by_listing(Size::new(rows, columns).unwrap(), &mut Meter::new(watch)) {
        ControlFlow::Continue(symmetric) => symmetric,
        ControlFlow::Break(()) => panic!("nobody broke off"),
    }
}

fn numbers(symmetric: &Symmetric, exchange: usize, symmetry: usize) -> (BigUint, BigUint) {
    let numbers = &symmetric.0[exchange][symmetry];
    (numbers.all.clone(), numbers.playable.clone())
}

#[test]
fn there_is_no_draw_on_6x7() {
    let symmetric = by_strips(6, 7);
    assert_eq!(numbers(&symmetric, 0, 0), (BigUint::ZERO, BigUint::ZERO));
    let none = symmetric.classes(Size::new(6, 7).unwrap());
    assert_eq!(none, DrawCounts::default());
    // Not for want of a look: one column less leaves some.
    assert_eq!(numbers(&by_strips(6, 6), 0, 0), (56_u8.into(), 24_u8.into()));
}

#[test]
fn the_lists_of_6x7_are_empty_without_the_theorem() {
    assert_eq!(tall::Tall::new(Size::new(7, 6).unwrap()).count(), 0);
    assert_eq!(wide::Wide::new(Size::new(6, 7).unwrap()).count(), 0);
}

#[test]
fn symmetries_fix_as_many_draws_by_strips_as_by_listing() {
    let boards = [
        (1, 1),
        (1, 2),
        (1, 7),
        (1, 8),
        (2, 2),
        (2, 3),
        (2, 8),
        (2, 9),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 6),
        (4, 4),
        (4, 5),
        (4, 6),
        (5, 5),
        (5, 6),
        (5, 7),
        (5, 8),
        (5, 9),
        (5, 10),
        (6, 6),
    ];
    for (rows, columns) in boards {
        let strips = by_strips(rows, columns);
        for (rows, columns, order) in [(rows, columns, [0, 2, 1, 3]), (columns, rows, [0, 1, 2, 3])] {
            let listed = by_listing(rows, columns);
            for exchange in [0, 1] {
                for (of_strip, of_board) in order.into_iter().enumerate() {
                    let (strip, list) = (numbers(&strips, exchange, of_strip), numbers(&listed, exchange, of_board));
                    assert_eq!(strip, list, "{rows}x{columns} {exchange} {of_strip}");
                }
            }
        }
    }
}
