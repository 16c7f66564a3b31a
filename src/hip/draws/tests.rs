//! The theorem about large boards, and the two ways of counting compared with each other.

use super::*;
use crate::hip::NotASize;

fn by_strips(size: Size) -> Symmetric {
    let progress: &mut Progress<'_> = &mut |_| ControlFlow::Continue(());
    let ControlFlow::Continue(Fixed(fixed)) = fixed(size, &mut Meter::new(progress)) else {
        panic!("it was not cancelled")
    };
    Symmetric(fixed.map(Vec::from))
}

fn by_listing(size: Size) -> Symmetric {
    let progress: &mut Progress<'_> = &mut |_| ControlFlow::Continue(());
    match Symmetric::by_listing(size, &mut Meter::new(progress)) {
        ControlFlow::Continue(symmetric) => symmetric,
        ControlFlow::Break(()) => panic!("it was not cancelled"),
    }
}

fn numbers(symmetric: &Symmetric, exchange: usize, symmetry: usize) -> (BigUint, BigUint) {
    let numbers = &symmetric.0[exchange][symmetry];
    (numbers.all.clone(), numbers.playable.clone())
}

#[test]
fn there_is_no_draw_on_6x7() -> Result<(), NotASize> {
    let symmetric = by_strips("6x7".parse()?);
    assert_eq!(numbers(&symmetric, 0, 0), (BigUint::ZERO, BigUint::ZERO));
    let none = symmetric.classes("6x7".parse()?);
    assert_eq!(none, DrawCounts::default());
    // With one column less the same computation finds draws.
    assert_eq!(numbers(&by_strips("6x6".parse()?), 0, 0), (56_u8.into(), 24_u8.into()));
    Ok(())
}

#[test]
fn the_lists_of_6x7_are_empty_without_the_theorem() -> Result<(), NotASize> {
    assert_eq!(tall::Tall::new("7x6".parse()?).count(), 0);
    assert_eq!(wide::Wide::new("6x7".parse()?).count(), 0);
    Ok(())
}

#[test]
fn symmetries_fix_as_many_draws_by_strips_as_by_listing() -> Result<(), NotASize> {
    compare(&["1x1", "1x2", "1x7", "1x8", "2x2", "2x3", "2x6", "2x7", "3x3", "3x4", "4x4", "5x10", "6x6"])
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn symmetries_fix_as_many_draws_of_more_boards_by_strips_as_by_listing() -> Result<(), NotASize> {
    compare(&["2x8", "2x9", "3x5", "3x6", "4x5", "4x6", "5x5", "5x6", "5x7", "5x8", "5x9"])
}

/// Compares the numbers of draws that symmetries fix, counted by strips, with those of listed draws.
fn compare(boards: &[&str]) -> Result<(), NotASize> {
    for board in boards {
        let size: Size = board.parse()?;
        let strips = by_strips(size);
        for (size, order) in [(size, [0, 2, 1, 3]), (size.transposed(), [0, 1, 2, 3])] {
            let listed = by_listing(size);
            for exchange in [0, 1] {
                for (of_strip, of_board) in order.into_iter().enumerate() {
                    let (strip, list) = (numbers(&strips, exchange, of_strip), numbers(&listed, exchange, of_board));
                    assert_eq!(strip, list, "{size} {exchange} {of_strip}");
                }
            }
        }
    }
    Ok(())
}
