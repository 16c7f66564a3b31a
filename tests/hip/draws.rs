//! Hip's draws: counted, listed, and those that are the opposite of their mirror image.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::reference::{Board, MAPS};
use crate::support::rounds;
use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use quadrille::budget::Budget;
use quadrille::cell::Cell;
use quadrille::hip::{self, Colouring, Counts, DrawCounts, Listing, Size, draws, has_antisymmetric_draw, has_no_draw};
use quadrille::player::Player;
use quadrille::symmetry::Symmetry;
use rand::{RngExt, SeedableRng};

fn count_draws(size: Size) -> DrawCounts {
    hip::count_draws(size, &mut Budget::default()).unwrap()
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

pub(crate) fn size_of(board: Board) -> Size {
    Size::new(board.0 as u16, board.1 as u16).unwrap()
}

/// The reference's number of a board.
fn number(draw: &Colouring) -> u32 {
    draw.size().cells().fold(0, |number, cell| number << 1 | u32::from(draw.owner(cell) == Player::O))
}

fn counts(all: usize, up_to_symmetry: usize, up_to_symmetry_and_exchange: usize) -> Counts {
    Counts {
        all: all.into(),
        up_to_symmetry: up_to_symmetry.into(),
        up_to_symmetry_and_exchange: up_to_symmetry_and_exchange.into(),
    }
}

/// The number of different sets of images.
fn classes<'a>(draws: impl Iterator<Item = &'a u32>, images: impl Fn(u32) -> BTreeSet<u32>) -> usize {
    draws.filter(|&&draw| images(draw).first() == Some(&draw)).count()
}

#[test]
fn counts_and_lists_match_reference() {
    let larger = [Board(4, 4), Board(3, 5), Board(3, 6), Board(6, 3), Board(4, 5), Board(5, 4)];
    let boards = Board::up_to(rounds(12, 16) as i64).chain(larger.into_iter().take(rounds(2, 6)));
    for board in boards {
        let size = size_of(board);
        let all = board.draws();
        let playable: Vec<u32> = all.iter().copied().filter(|&draw| board.is_playable(draw)).collect();
        let images = |draw| board.images(draw);
        let more_images = |draw| board.images_and_exchanged(draw);
        let by_symmetry = classes(playable.iter(), images);
        let even = board.area() % 2 == 0;
        let expected = DrawCounts {
            draws: counts(all.len(), classes(all.iter(), images), classes(all.iter(), more_images)),
            playable: counts(
                playable.len(),
                by_symmetry,
                if even { classes(playable.iter(), more_images) } else { by_symmetry },
            ),
        };
        assert_eq!(count_draws(size), expected, "{size}");
        assert!(draws(size, Listing::All).map(|draw| number(&draw)).eq(all.iter().copied()), "{size}");
        let more_xs = |draw: u32| draw.count_ones() * 2 < board.area() as u32;
        let first = all.iter().copied().filter(|&draw| {
            let images = more_images(draw);
            if even { images.first() == Some(&draw) } else { images.into_iter().find(|&d| more_xs(d)) == Some(draw) }
        });
        assert!(draws(size, Listing::Representatives).map(|draw| number(&draw)).eq(first), "{size}");
    }
}

#[test]
fn numbers_of_draws_are_the_known_ones() {
    let known = [
        ("2x3", 50, 20),
        ("3x3", 248, 92),
        ("3x4", 1236, 482),
        ("4x4", 5006, 2094),
        ("4x5", 18282, 7236),
        ("6x6", 56, 24),
        ("6x7", 0, 0),
        ("7x7", 0, 0),
        ("4096x4096", 0, 0),
    ];
    for (board, all, playable) in known {
        for size in [size(board), size(board).transposed()] {
            let counts = count_draws(size);
            assert_eq!(
                (counts.draws.all, counts.playable.all),
                (BigUint::from(all as u32), BigUint::from(playable as u32))
            );
            assert_eq!(has_no_draw(size), all == 0);
        }
    }
    assert_eq!(draws(size("6x7"), Listing::All).count() + draws(size("7x6"), Listing::All).count(), 0);
}

#[test]
fn lists_are_as_long_as_counted() {
    let boards = ["3x4", "5x7", "6x6", "2x7", "3x7", "4x6", "5x5", "5x6", "5x9", "5x12", "2x9", "8x3"];
    for board in &boards[..rounds(4, 12)] {
        for size in [size(board), size(board).transposed()] {
            let counts = count_draws(size);
            assert_eq!(BigUint::from(draws(size, Listing::All).count()), counts.draws.all, "{size}");
            let of_classes: Vec<Colouring> = draws(size, Listing::Representatives).collect();
            assert_eq!(BigUint::from(of_classes.len()), counts.draws.up_to_symmetry_and_exchange, "{size}");
            let half = size.area().div_ceil(2);
            let playable = of_classes.iter().filter(|draw| draw.counters(Player::X) == half).count();
            assert_eq!(BigUint::from(playable), counts.playable.up_to_symmetry_and_exchange, "{size}");
        }
    }
}

#[test]
fn long_lists_begin_at_once_and_are_in_reading_order() {
    for board in ["1x4096", "2x300", "4096x2", "3x100", "4x40", "40x4", "5x100", "100x5"] {
        let found: Vec<Colouring> = draws(size(board), Listing::All).take(200).collect();
        assert_eq!(found.len(), 200, "{board}");
        assert!(found.iter().all(|draw| draw.monochromatic().next().is_none()), "{board}");
        let owners = |draw: &Colouring| draw.size().cells().map(|cell| draw.owner(cell)).collect::<Vec<_>>();
        assert!(found.windows(2).all(|pair| owners(&pair[0]) < owners(&pair[1])), "{board}");
    }
}

/// N over K.
fn binomial(n: u32, k: u32) -> BigUint {
    (0..k).fold(BigUint::from(1_u32), |product, i| product * (n - i) / (i + 1))
}

#[test]
fn row_can_be_filled_in_any_way() {
    for n in [2, 3, 64, 65, 333, 1000] {
        let counts = count_draws(Size::new(1, n).unwrap());
        let n = u32::from(n);
        let one = BigUint::from(1_u32);
        let palindromes = &one << n.div_ceil(2);
        assert_eq!(counts.draws.all, &one << n);
        assert_eq!(counts.draws.up_to_symmetry, ((&one << n) + &palindromes) / 2_u32);
        assert_eq!(counts.playable.all, binomial(n, n / 2));
        let playable_palindromes = if n % 4 == 2 { BigUint::ZERO } else { binomial(n / 2, n / 4) };
        assert_eq!(counts.playable.up_to_symmetry, (binomial(n, n / 2) + &playable_palindromes) / 2_u32);
        if n % 2 == 0 {
            // Of a row and its exchange reversed no middle cell is the same, so that half of the row decides.
            let antipalindromes = &one << (n / 2);
            let fixed = binomial(n, n / 2) + playable_palindromes + antipalindromes;
            assert_eq!(counts.playable.up_to_symmetry_and_exchange, fixed / 4_u32);
        }
    }
}

#[test]
fn caller_can_cancel_a_count() {
    let mut calls = 0;
    let mut budget = Budget::new(|done| {
        calls += 1;
        assert!(done > 0);
        if calls < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(hip::count_draws(size("4x4096"), &mut budget), None);
    drop(budget);
    assert_eq!(calls, 5);
}

/// Whether one of all draws is antisymmetric and has the given counters.
fn has_one(board: Board, draws: &[u32], map: usize, given: &[(u32, bool)]) -> bool {
    draws.iter().any(|&draw| {
        given.iter().all(|&(bit, o)| (draw & bit != 0) == o) && board.image(draw, MAPS[map]) == board.exchanged(draw)
    })
}

/// With counters given at random.
#[test]
fn antisymmetric_draws_are_found_if_there_is_one_among_all_draws() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let larger = [Board(3, 6), Board(5, 4)].into_iter().take(rounds(0, 2));
    for board in Board::up_to(rounds(12, 16) as i64).chain(larger) {
        let all = board.draws();
        // Both flips and the half-turn; at first without given counters.
        for (map, round) in (1..4).flat_map(|map| (0..13).map(move |round| (map, round))) {
            let share = if round == 0 { 0.0 } else { random.random_range(0.0..0.7) };
            let mut given = Vec::new();
            for cell in board.cells() {
                if random.random_bool(share) {
                    given.push((board.bit(cell), random.random_bool(0.5)));
                }
            }
            let counter = |cell: Cell| {
                let bit = board.bit((cell.row().into(), cell.column().into()));
                let &(_, o) = given.iter().find(|(place, _)| *place == bit)?;
                Some(if o { Player::O } else { Player::X })
            };
            let found = has_antisymmetric_draw(size_of(board), Symmetry::ALL[map], counter);
            assert_eq!(found, has_one(board, &all, map, &given), "{board:?} {map} {given:?}");
        }
    }
}

#[test]
fn antisymmetric_draws_with_half_of_their_counters_given_are_found_again() {
    let boards = ["5x6", "5x8", "10x5", "6x6", "4x5", "4x6", "6x4", "6x5", "5x12"];
    for size in boards[..rounds(5, 9)].iter().map(|board| size(board)) {
        for symmetry in [Symmetry::FlipColumns, Symmetry::FlipRows, Symmetry::HalfTurn] {
            let mut any = false;
            for draw in draws(size, Listing::All).filter(|draw| draw.image(symmetry) == draw.exchanged()) {
                any = true;
                let given = |cell: Cell| (cell.row() + cell.column()).is_multiple_of(2).then(|| draw.owner(cell));
                assert!(has_antisymmetric_draw(size, symmetry, given), "{draw}");
            }
            assert_eq!(has_antisymmetric_draw(size, symmetry, |_| None), any, "{size} {symmetry:?}");
        }
    }
}

#[test]
fn other_symmetries_have_no_antisymmetric_draws() {
    for symmetry in Symmetry::ALL {
        let of_couples = [Symmetry::FlipColumns, Symmetry::FlipRows, Symmetry::HalfTurn].contains(&symmetry);
        for board in ["2x2", "4x4", "2x4"] {
            let any = has_antisymmetric_draw(size(board), symmetry, |_| None);
            assert_eq!(any, of_couples, "{board} {symmetry:?}");
        }
    }
    assert!(!has_antisymmetric_draw(size("4096x4096"), Symmetry::HalfTurn, |_| None));
}
