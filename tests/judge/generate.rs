//! Generated inputs: the same bytes in all versions, all within the limits of the statement, and of their kind. And
//! that minimised inputs are minimal.

use crate::reference;
use quadrille::cell::Cell;
use quadrille::hex::{DataSets, Strictness};
use quadrille::judge::stress::minimise;
use quadrille::judge::{DataSet, Kind, write_input};
use quadrille::player::{ByPlayer, Player};

use crate::reference::Board;
use crate::support::{HEX_JUDGE, rounds};

fn input(data_sets: &[DataSet]) -> String {
    let mut text = Vec::new();
    write_input(&mut text, data_sets).unwrap();
    String::from_utf8(text).unwrap()
}

fn made(kind: Kind, count: u64, max_size: u16) -> Vec<DataSet> {
    (0..count).map(|number| kind.data_set(5, number, max_size)).collect()
}

fn boards(kind: Kind, count: u64, max_size: u16) -> Vec<Board> {
    reference::read(&input(&made(kind, count, max_size)))
}

fn generate(arguments: &str) -> String {
    HEX_JUDGE.answer(&format!("generate {arguments}"), "")
}

#[test]
fn the_bytes_of_a_seed_are_pinned() {
    insta::assert_snapshot!(generate("--seed 1 --count 20 --max-size 7"));
    // All kinds and sizes, by a checksum: these bytes are in people's problem packages.
    let mut sums = String::new();
    for kind in Kind::ALL {
        let task = |count: u32| format!("--seed 18446744073709551615 --count {count} --kind {kind}");
        let (text, shorter) = (generate(&task(60)), generate(&task(20)));
        assert!(text.split_once('\n').unwrap().1.starts_with(shorter.split_once('\n').unwrap().1), "{kind}");
        sums += &format!("{kind} {} {:016x}\n", text.len(), fnv(text.as_bytes()));
    }
    insta::assert_snapshot!(sums);
}

/// The 64-bit hash of Fowler, Noll and Vo (variant 1a).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn kinds_are_within_the_limits_of_the_statement() {
    for kind in Kind::ALL {
        for max_size in [1, 2, 3, 4, 5, 8, 21] {
            let text = input(&made(kind, 100, max_size));
            let positions = DataSets::open(text.as_bytes(), Strictness::Statement).unwrap();
            let largest = positions.map(|position| position.unwrap().size()).max();
            assert_eq!(largest, Some(if kind == Kind::Tiny { max_size.min(2) } else { max_size }), "{kind}");
        }
    }
}

#[test]
fn kinds_have_the_boards_of_their_name() {
    let stones = |board: &Board| ['X', 'O'].map(|stone| board.of(stone).len());
    let longest = |board: &Board| ['X', 'O'].into_iter().filter_map(|player| board.number(player)).max().unwrap();

    assert!(boards(Kind::Empty, 20, 9).iter().all(|board| stones(board) == [0, 0]));
    let full = boards(Kind::Full, 40, 9);
    assert!(full.iter().all(|board| stones(board).iter().sum::<usize>() == board.size().pow(2)));
    assert!(['X', 'O'].iter().all(|&player| full.iter().any(|board| board.winner() == Some(player))));
    let uneven = boards(Kind::Uneven, 40, 21);
    assert!(uneven.iter().all(|board| stones(board).iter().min().unwrap() <= &2));
    let sizes: Vec<usize> = boards(Kind::Tiny, 40, 9).iter().map(Board::size).collect();
    assert!(sizes.contains(&1) && sizes.contains(&2));

    // A path that winds is many times as long as the board is wide.
    assert!(boards(Kind::Snake, 40, 21).iter().any(|board| longest(board) >= 4 * board.size()));

    // Random boards are of all densities, with either winner or none.
    let random = boards(Kind::Random, 300, 21);
    let density = |board: &Board| stones(board).iter().sum::<usize>() * 10 / board.size().pow(2);
    assert!((0..10).all(|tenth| random.iter().any(|board| density(board) == tenth)));
    for winner in [None, Some('X'), Some('O')] {
        assert!(random.iter().any(|board| board.winner() == winner));
    }
}

/// All inputs without one data set, one stone, or one row and one column, or with the stones of one data set in order.
fn one_step_smaller(input: &[DataSet]) -> Vec<Vec<DataSet>> {
    let mut steps = Vec::new();
    for (i, set) in input.iter().enumerate() {
        if input.len() > 1 {
            steps.push([&input[..i], &input[i + 1..]].concat());
        }
        let mut others = Vec::new();
        let mut push = |size: u16, image: &dyn Fn(Cell) -> Option<Cell>| {
            let stones = |player| set.stones[player].iter().filter_map(|&cell| image(cell)).collect();
            others.push(DataSet { size, stones: ByPlayer::from_fn(stones) });
        };
        for &removed in set.stones.x.iter().chain(&set.stones.o) {
            push(set.size, &|cell| (cell != removed).then_some(cell));
        }
        let lines = if set.size > 1 { set.size } else { 0 };
        for (row, column) in (0..lines).flat_map(|row| (0..lines).map(move |column| (row, column))) {
            push(set.size - 1, &|cell| {
                let [right, below] = [cell.column() > column, cell.row() > row].map(u16::from);
                let moved = Cell::new(cell.column() - right, cell.row() - below);
                (cell.row() != row && cell.column() != column).then_some(moved)
            });
        }
        let mut sorted = set.clone();
        Player::BOTH.iter().for_each(|&player| sorted.stones[player].sort());
        others.extend(Some(sorted).filter(|sorted| sorted != set));
        steps.extend(others.into_iter().map(|other| [&input[..i], &[other], &input[i + 1..]].concat()));
    }
    steps
}

/// Also if the verdict depends on anything in the input: then each step that is not tried is noticed soon.
#[test]
fn minimised_input_fails_and_none_that_is_one_step_smaller_does() {
    for seed in 0..rounds(150, 1500) as u64 {
        let whole: Vec<DataSet> = (0..1 + seed % 3).map(|number| Kind::Random.data_set(seed, number, 5)).collect();
        let fails =
            |tried: &[DataSet]| tried == whole || seed % 10 == 0 || fnv(input(tried).as_bytes()).is_multiple_of(4);
        let mut smallest = whole.clone();
        minimise(&mut smallest, |tried| {
            DataSets::open(input(tried).as_bytes(), Strictness::Statement)
                .unwrap()
                .for_each(|position| drop(position.unwrap()));
            Ok::<_, ()>(fails(tried))
        })
        .unwrap();
        assert!(fails(&smallest));
        for smaller in one_step_smaller(&smallest) {
            assert!(!fails(&smaller), "{seed}: {smaller:?} of {smallest:?}");
        }
    }
}
