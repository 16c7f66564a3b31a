//! Perfect play: the solver against plain search, by laws, and as a player.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::time::Instant;

use quadrille::budget::Budget;
use quadrille::cell::Cell;
use quadrille::hex::Position;
use quadrille::hex::solve::{LARGEST_SOLVED, Solver, Techniques};
use quadrille::player::Player;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bridge::position;
use crate::plain_search::{PlainSearch, opponent};
use crate::reference::{self, Board};

/// A small table: most tests make many solvers.
fn small() -> Budget<'static> {
    Budget::default().with_memory(1 << 24)
}

fn solver(size: usize) -> Solver {
    Solver::new(size as u16, &small()).unwrap()
}

fn player(letter: char) -> Player {
    if letter == 'X' { Player::X } else { Player::O }
}

fn letter(player: Player) -> char {
    char::from(player.letter())
}

fn winner(solver: &mut Solver, board: &Board, to_move: char) -> char {
    letter(solver.winner(&position(board), player(to_move), &mut Budget::default()).unwrap())
}

fn winning_moves(solver: &mut Solver, board: &Board, to_move: char) -> Vec<reference::Cell> {
    let moves = solver.winning_moves(&position(board), player(to_move), &mut Budget::default()).unwrap();
    moves.into_iter().map(|cell| (usize::from(cell.row()), usize::from(cell.column()))).collect()
}

/// A board with a number of empty cells, X having a random share of the others.
fn random_board(size: usize, empty: usize, random: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let mut cells = board.cells();
    cells.shuffle(random);
    let share = random.random_range(0.2..0.8);
    for &(row, column) in &cells[empty..] {
        board.0[row][column] = if random.random_bool(share) { 'X' } else { 'O' };
    }
    board
}

/// A random board that neither player has won.
fn open_board(size: usize, empty: usize, random: &mut ChaCha8Rng) -> Board {
    loop {
        let board = random_board(size, empty, random);
        if board.winner().is_none() {
            return board;
        }
    }
}

/// Compares all answers for a position with those of plain search.
fn compare(solver: &mut Solver, plain: &mut PlainSearch, board: &Board) {
    for to_move in ['X', 'O'] {
        let message = || format!("{to_move} to move\n{}", board.print());
        assert_eq!(winner(solver, board, to_move), plain.winner(board, to_move), "{}", message());
        assert_eq!(winning_moves(solver, board, to_move), plain.winning_moves(board, to_move), "{}", message());
    }
}

fn compare_all(size: usize) {
    let mut plain = PlainSearch::new(&Board::empty(size));
    let mut solver = solver(size);
    for number in 0..3_usize.pow((size * size) as u32) {
        compare(&mut solver, &mut plain, &Board::numbered(size, number));
    }
}

#[test]
fn all_positions_of_1x1_and_2x2_are_as_by_plain_search() {
    compare_all(1);
    compare_all(2);
}

#[test]
fn all_positions_of_3x3_are_as_by_plain_search() {
    compare_all(3);
}

/// Random positions with all numbers of empty cells up to `most_empty`.
fn compare_random(size: usize, most_empty: usize, positions: usize, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut solver = solver(size);
    for i in 0..positions {
        // Half of the positions have the largest numbers of empty cells; those with few are over, mostly.
        let empty = if i % 2 == 0 { most_empty - i / 2 % 3 } else { i / 2 % most_empty };
        let board = open_board_or_any(size, empty, &mut random);
        compare(&mut solver, &mut PlainSearch::new(&board), &board);
    }
}

/// Mostly a board that neither player has won; some that are over.
fn open_board_or_any(size: usize, empty: usize, random: &mut ChaCha8Rng) -> Board {
    let boards: Vec<Board> = (0..8).map(|_| random_board(size, empty, random)).collect();
    boards.iter().find(|board| board.winner().is_none()).unwrap_or(&boards[0]).clone()
}

#[test]
fn random_positions_of_4x4_are_as_by_plain_search() {
    compare_random(4, 10, 1200, 1);
}

#[test]
fn random_positions_of_5x5_are_as_by_plain_search() {
    compare_random(5, 11, 600, 2);
}

#[test]
#[ignore = "exhaustive: 35 s"]
fn thousands_of_random_positions_are_as_by_plain_search() {
    compare_random(4, 12, 3000, 3);
    compare_random(5, 12, 2000, 4);
    compare_random(6, 12, 500, 5);
    compare_random(7, 11, 500, 6);
}

#[test]
fn nearly_full_positions_of_large_boards_are_as_by_plain_search() {
    for (size, positions) in [(8, 20), (9, 15), (10, 10), (11, 15), (12, 3), (22, 1)] {
        let mut random = ChaCha8Rng::seed_from_u64(size as u64);
        let mut solver = solver(size);
        for _ in 0..positions {
            let board = nearly_won(size, 9, &mut random);
            compare(&mut solver, &mut PlainSearch::new(&board), &board);
        }
    }
}

/// A full board from which cells of the winner's chain, and some others, are taken until neither player has won.
fn nearly_won(size: usize, empty: usize, random: &mut ChaCha8Rng) -> Board {
    let mut board = random_board(size, 0, random);
    let winner = board.winner().unwrap();
    let mut taken = 0;
    while taken < empty || board.winner().is_some() {
        if taken > empty + 6 {
            return nearly_won(size, empty, random);
        }
        let mut cells = board.of(winner);
        cells.shuffle(random);
        // A cell without which the winner has not won, if there is one.
        let cut = cells.iter().find(|&&cell| board.winner().is_some() && board.with(&[cell], '-').winner().is_none());
        let any = board.cells()[random.random_range(0..size * size)];
        let cell = *cut.unwrap_or(&any);
        if board.at(cell) != '-' {
            board = board.with(&[cell], '-');
            taken += 1;
        }
    }
    board
}

#[test]
fn sizes_from_1_to_the_largest_can_be_solved() {
    assert!(Solver::new(0, &small()).is_none());
    assert!(Solver::new(LARGEST_SOLVED + 1, &small()).is_none());
    assert!(Solver::new(u16::MAX, &small()).is_none());
    for size in (1..=12).chain([17, usize::from(LARGEST_SOLVED)]) {
        // X has a row but for one cell. O, to move, takes it, and has a column then.
        let mut board = Board::empty(size);
        for i in 0..size {
            board.0[i][size / 2] = 'O';
            board.0[size / 2][i] = 'X';
        }
        let last = (size / 2, size / 2);
        board.0[last.0][last.1] = '-';
        let mut solver = solver(size);
        for to_move in ['X', 'O'] {
            assert_eq!(winner(&mut solver, &board, to_move), to_move);
            // On larger boards there are hundreds of moves to lose by.
            if size <= 12 {
                assert_eq!(winning_moves(&mut solver, &board, to_move), [last]);
            }
            let won = board.with(&[last], to_move);
            for next in ['X', 'O'] {
                assert_eq!(
                    (winner(&mut solver, &won, next), winning_moves(&mut solver, &won, next)),
                    (to_move, vec![])
                );
            }
        }
    }
}

#[test]
fn full_and_won_boards_have_winners_and_no_winning_moves() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for size in [1, 2, 3, 5, 8, 9, 11, 12, 22] {
        let mut solver = solver(size);
        for empty in [0, size * size / 10, size * size / 4] {
            let board = random_board(size, empty, &mut random);
            let Some(won) = board.winner() else { continue };
            for to_move in ['X', 'O'] {
                assert_eq!(winner(&mut solver, &board, to_move), won, "{}", board.print());
                assert_eq!(winning_moves(&mut solver, &board, to_move), []);
            }
        }
    }
}

/// Open positions of a size with many empty cells, each with a player to move.
fn samples(size: usize, empty: usize, count: usize) -> impl Iterator<Item = (Board, char)> {
    let mut random = ChaCha8Rng::seed_from_u64((100 * size + empty) as u64);
    (0..count).map(move |i| (open_board(size, empty, &mut random), ['X', 'O'][i % 2]))
}

// Symmetric positions have one entry in the transposition table: so these tests use a solver for each position.

#[test]
fn half_a_turn_turns_the_answers() {
    for (board, to_move) in samples(5, 17, 120).chain(samples(6, 22, 20)).chain(samples(9, 24, 10)) {
        let turned = board.half_turned();
        let last = board.size() - 1;
        let moves = winning_moves(&mut solver(board.size()), &board, to_move);
        let mut of_turned = winning_moves(&mut solver(board.size()), &turned, to_move);
        of_turned.iter_mut().for_each(|cell| *cell = (last - cell.0, last - cell.1));
        of_turned.reverse();
        assert_eq!(moves, of_turned, "{to_move} to move\n{}", board.print());
    }
}

#[test]
fn exchanging_rows_columns_and_players_exchanges_the_answers() {
    for (board, to_move) in samples(5, 17, 120).chain(samples(6, 22, 20)).chain(samples(9, 24, 10)) {
        let moves = winning_moves(&mut solver(board.size()), &board, to_move);
        let exchanged = winning_moves(&mut solver(board.size()), &board.exchanged(), opponent(to_move));
        let mut back: Vec<_> = exchanged.into_iter().map(|(row, column)| (column, row)).collect();
        back.sort_unstable();
        assert_eq!(moves, back, "{to_move} to move\n{}", board.print());
    }
}

#[test]
fn the_player_to_move_wins_exactly_if_there_is_a_winning_move() {
    for (board, to_move) in samples(5, 18, 150).chain(samples(6, 24, 20)) {
        let wins = winner(&mut solver(board.size()), &board, to_move) == to_move;
        let moves = winning_moves(&mut solver(board.size()), &board, to_move);
        assert_eq!(wins, !moves.is_empty(), "{to_move} to move\n{}", board.print());
    }
}

#[test]
fn a_further_stone_never_turns_a_win_into_a_loss() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for (board, to_move) in samples(5, 18, 150).chain(samples(6, 22, 30)) {
        let wins = winner(&mut solver(board.size()), &board, to_move);
        let mut more = board.clone();
        for _ in 0..4 {
            let empty = more.of('-');
            more = more.with(&[empty[random.random_range(0..empty.len())]], wins);
            for next in [to_move, wins] {
                let still = winner(&mut solver(board.size()), &more, next);
                assert_eq!(still, wins, "{to_move}, then {next} to move\n{}\n{}", board.print(), more.print());
            }
        }
    }
}

/// The winning openings of X.
fn openings(solver: &mut Solver, size: usize) -> Vec<String> {
    winning_moves(solver, &Board::empty(size), 'X').into_iter().map(reference::name).collect()
}

#[test]
fn the_maps_of_winning_openings_have_the_known_numbers_and_symmetries() {
    for (size, expected) in [(1, 1), (2, 2), (3, 5), (4, 4), (5, 13), (6, 24)] {
        map(size, expected);
    }
    assert_eq!(openings(&mut solver(2), 2), ["B1", "A2"]);
    assert_eq!(openings(&mut solver(4), 4), ["D1", "C2", "B3", "A4"]);
}

/// Checks the number of winning openings, that half a turn does not change them, and, up to 5x5, that those of O are their mirror image.
fn map(size: usize, expected: usize) {
    let empty = Board::empty(size);
    let openings: BTreeSet<_> = winning_moves(&mut solver(size), &empty, 'X').into_iter().collect();
    assert_eq!(openings.len(), expected, "{size}x{size}: {openings:?}");
    let last = size - 1;
    assert_eq!(openings, openings.iter().map(|&(row, column)| (last - row, last - column)).collect());
    if size > 5 {
        return;
    }
    let of_o: BTreeSet<_> = winning_moves(&mut solver(size), &empty, 'O').into_iter().collect();
    assert_eq!(openings, of_o.into_iter().map(|(row, column)| (column, row)).collect());
}

/// All techniques but one, for each.
fn without_each() -> [(&'static str, Techniques); 7] {
    let all = Techniques::ALL;
    [
        ("fill-in", Techniques { fill_in: false, ..all }),
        ("inferior", Techniques { inferior: false, ..all }),
        ("connections", Techniques { connections: false, ..all }),
        ("must-play", Techniques { must_play: false, ..all }),
        ("ordering", Techniques { ordering: false, ..all }),
        ("widening", Techniques { widening: false, ..all }),
        ("proof sets", Techniques { proof_sets: false, ..all }),
    ]
}

const NONE: Techniques = Techniques {
    fill_in: false,
    inferior: false,
    connections: false,
    must_play: false,
    ordering: false,
    widening: false,
    proof_sets: false,
};

#[test]
fn without_any_one_technique_the_answers_are_the_same() {
    let expected = openings(&mut solver(4), 4);
    for (name, techniques) in without_each() {
        let mut without = Solver::with(techniques, 4, &small()).unwrap();
        assert_eq!(openings(&mut without, 4), expected, "4x4 without {name}");
        let mut without = Solver::with(techniques, 5, &small()).unwrap();
        for (board, to_move) in samples(5, 14, 80) {
            let moves = winning_moves(&mut without, &board, to_move);
            let expected = winning_moves(&mut solver(5), &board, to_move);
            assert_eq!(moves, expected, "without {name}, {to_move} to move\n{}", board.print());
        }
    }
}

#[test]
fn without_all_techniques_the_answers_are_the_same() {
    let mut without = Solver::with(NONE, 4, &small()).unwrap();
    let mut with = solver(4);
    for (board, to_move) in samples(4, 11, 100) {
        let expected = winning_moves(&mut with, &board, to_move);
        assert_eq!(winning_moves(&mut without, &board, to_move), expected, "{to_move} to move\n{}", board.print());
    }
    // Each technique alone.
    for (i, (name, but)) in without_each().into_iter().enumerate() {
        let only = Techniques {
            fill_in: !but.fill_in,
            inferior: !but.inferior,
            connections: !but.connections || i == 3,
            must_play: !but.must_play,
            ordering: !but.ordering,
            widening: !but.widening,
            proof_sets: !but.proof_sets,
        };
        let mut only = Solver::with(only, 4, &small()).unwrap();
        for (board, to_move) in samples(4, 10, 60) {
            let expected = winning_moves(&mut with, &board, to_move);
            let moves = winning_moves(&mut only, &board, to_move);
            assert_eq!(moves, expected, "with {name} alone, {to_move} to move\n{}", board.print());
        }
    }
}

#[test]
fn without_any_one_technique_the_map_of_5x5_is_the_same() {
    let expected = openings(&mut solver(5), 5);
    for (name, techniques) in without_each().into_iter().filter(|(_, techniques)| techniques.connections) {
        let mut without = Solver::with(techniques, 5, &small()).unwrap();
        assert_eq!(openings(&mut without, 5), expected, "5x5 without {name}");
    }
}

/// Prints a table of how many positions and how much time three openings of 7x7 take without each technique, each search up to a
/// limit.
#[test]
#[ignore = "exhaustive: 3 min; prints a table, with --nocapture"]
fn what_each_technique_brings() {
    const MOST: u64 = 300_000;
    let openings = ["C3", "B4", "D2"].map(|opening| {
        let mut opened = Position::empty(7).unwrap();
        opened.play(Player::X, opening.parse().unwrap()).unwrap();
        opened
    });
    let mut expected = None;
    for (name, techniques) in [("nothing", Techniques::ALL)].into_iter().chain(without_each()) {
        let (mut positions, begin) = (0, Instant::now());
        let winners = openings.iter().map(|opened| {
            let mut searched = 0;
            let limited = |count| {
                searched = count;
                if count < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let winner =
                Solver::with(techniques, 7, &small()).unwrap().winner(opened, Player::O, &mut Budget::new(limited));
            positions += searched;
            winner
        });
        let winners: Vec<Option<Player>> = winners.collect();
        let open = winners.iter().filter(|winner| winner.is_none()).count();
        println!("| {name} | {positions} | {:.1} | {open} |", begin.elapsed().as_secs_f64());
        let expected = expected.get_or_insert_with(|| winners.clone());
        let pairs = winners.iter().zip(expected.iter());
        assert!(pairs.clone().all(|(winner, expected)| winner.is_none() || winner == expected), "without {name}");
    }
    assert!(expected.is_some_and(|winners| winners.iter().all(Option::is_some)), "with all techniques, all are solved");
}

#[test]
fn the_number_of_threads_does_not_change_the_answers() {
    for size in [4, 5] {
        let expected = openings(&mut solver(size), size);
        for threads in [0, 2, 3] {
            let mut solver = Solver::new(size as u16, &small().with_threads(threads)).unwrap();
            assert_eq!(openings(&mut solver, size), expected, "{threads} threads");
        }
    }
    // Enough positions for several threads to begin.
    let mut opened = Position::empty(7).unwrap();
    opened.play(Player::X, "C3".parse().unwrap()).unwrap();
    for threads in [1, 2, 3] {
        let mut solver = Solver::new(7, &small().with_threads(threads)).unwrap();
        assert_eq!(solver.winner(&opened, Player::O, &mut Budget::default()), Some(Player::X), "{threads} threads");
    }
}

#[test]
fn the_smallest_table_does_not_change_the_answers() {
    for size in [3, 4, 5] {
        let expected = openings(&mut solver(size), size);
        for memory in [0, 1, 1 << 12] {
            let mut solver = Solver::new(size as u16, &Budget::default().with_memory(memory)).unwrap();
            assert_eq!(openings(&mut solver, size), expected, "{memory} bytes");
        }
    }
}

/// The positions that a solver searches for the winning openings.
fn positions_for_openings(solver: &mut Solver, size: usize) -> u64 {
    let mut positions = 0;
    let count = |searched| {
        positions = searched;
        ControlFlow::Continue(())
    };
    solver.winning_moves(&position(&Board::empty(size)), Player::X, &mut Budget::new(count)).unwrap();
    positions
}

/// How many positions are searched is a signature of the search: it changes with every change of a technique, and with nothing else.
/// Who changes one on purpose writes the new numbers here.
#[test]
fn as_many_positions_are_searched_as_ever() {
    let found = [3, 4, 5, 6].map(|size| positions_for_openings(&mut solver(size), size));
    assert_eq!(found, [7, 17, 136, 4771], "all openings of 3x3 to 6x6");
}

#[test]
fn a_search_can_be_cancelled_anywhere_and_continued() {
    let expected = openings(&mut solver(5), 5);
    let mut solver = solver(5);
    let mut calls = 0;
    let moves = loop {
        calls += 1;
        let watch = solver.watch();
        let most = |searched| {
            // The watch can be read at any time.
            let now = watch.now();
            assert!([now.best, now.after.unwrap()].iter().all(|&cell| Position::empty(5).unwrap().contains(cell)));
            if searched > 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if let Some(moves) = solver.winning_moves(&position(&Board::empty(5)), Player::X, &mut Budget::new(most)) {
            break moves;
        }
        assert!(calls < 10_000, "each call adds to what is known");
        assert_eq!(solver.watch().now().after, None);
    };
    assert!(calls > 1, "one call was not enough");
    assert_eq!(moves.iter().map(Cell::to_string).collect::<Vec<_>>(), expected);
    let at_once = |_| ControlFlow::Break(());
    let fresh =
        Solver::new(6, &small()).unwrap().winner(&Position::empty(6).unwrap(), Player::O, &mut Budget::new(at_once));
    assert_eq!(fresh, None);
}

#[test]
fn what_is_saved_need_not_be_searched_again() {
    let mut first = solver(5);
    let searched = positions_for_openings(&mut first, 5);
    let mut saved = Vec::new();
    first.save(&mut saved).unwrap();
    let mut second = solver(5);
    second.load(&mut saved.as_slice()).unwrap();
    let again = positions_for_openings(&mut second, 5);
    assert!(again <= 25 && searched > 100, "{again} of {searched} positions: one for each opening");
    assert_eq!(openings(&mut second, 5), openings(&mut solver(5), 5));
    // The entries need not fit.
    let mut small = Solver::new(5, &Budget::default().with_memory(0)).unwrap();
    small.load(&mut saved.as_slice()).unwrap();
    assert_eq!(openings(&mut small, 5), openings(&mut solver(5), 5));
}

#[test]
fn damaged_saved_bytes_are_refused_and_end_no_search() {
    let mut first = solver(4);
    let expected = openings(&mut first, 4);
    let mut saved = Vec::new();
    first.save(&mut saved).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let invalid = [ErrorKind::InvalidData, ErrorKind::UnexpectedEof];
    for length in (0..60).map(|_| random.random_range(0..saved.len())).chain([0, 1, 7, 8, 9]) {
        let error = solver(4).load(&mut &saved[..length]).unwrap_err();
        assert!(invalid.contains(&error.kind()), "{length} of {} bytes: {error}", saved.len());
    }
    for _ in 0..300 {
        let mut damaged = saved.clone();
        for _ in 0..random.random_range(1..4) {
            let place = random.random_range(0..damaged.len());
            damaged[place] = random.random();
        }
        // Damage that is not noticed (a file of the program has a checksum) may change answers, but no search runs on for ever.
        let mut solver = solver(4);
        if let Err(error) = solver.load(&mut damaged.as_slice()) {
            assert!(invalid.contains(&error.kind()), "{error}");
        }
        let most = |searched| if searched > 1_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        assert!(solver.winning_moves(&position(&Board::empty(4)), Player::X, &mut Budget::new(most)).is_some());
    }
    for hostile in [&[0xff; 4096][..], &[0x80; 4096], b"not a saved table at all"] {
        assert!(solver(4).load(&mut &*hostile).is_err());
    }
    assert_eq!(openings(&mut first, 4), expected);
}

/// Plays a game, each player by a function of the position; returns the winner.
fn game(start: &Board, mut to_move: char, mut play: impl FnMut(&Board, char) -> reference::Cell) -> char {
    let mut board = start.clone();
    loop {
        if let Some(winner) = board.winner() {
            return winner;
        }
        let cell = play(&board, to_move);
        assert_eq!(board.at(cell), '-');
        board = board.with(&[cell], to_move);
        to_move = opponent(to_move);
    }
}

/// A move at random, or one after which a best case is smallest relative to the opponent's.
fn opponents_move(board: &Board, to_move: char, is_greedy: bool, random: &mut ChaCha8Rng) -> reference::Cell {
    let mut empty = board.of('-');
    empty.shuffle(random);
    if !is_greedy {
        return empty[0];
    }
    let balance = |&cell: &reference::Cell| {
        let after = board.with(&[cell], to_move);
        let [own, other] = [to_move, opponent(to_move)].map(|player| after.number(player).map_or(99, |n| n as i64));
        2 * own - other
    };
    *empty.iter().min_by_key(|&cell| balance(cell)).unwrap()
}

/// The winner of a position plays winning moves, and wins all games.
fn beats(size: usize, games: usize, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut solver = solver(size);
    for i in 0..games {
        let stones = random.random_range(0..=3);
        let start = open_board(size, size * size - stones, &mut random);
        let to_move = ['X', 'O'][i % 2];
        let expected = winner(&mut solver, &start, to_move);
        let won = game(&start, to_move, |board, to_move| {
            if to_move == expected {
                let moves = winning_moves(&mut solver, board, to_move);
                assert!(!moves.is_empty(), "{expected} is said to win\n{}", board.print());
                moves[random.random_range(0..moves.len())]
            } else {
                opponents_move(board, to_move, i % 3 == 0, &mut random)
            }
        });
        assert_eq!(won, expected, "{to_move} to move\n{}", start.print());
    }
}

#[test]
fn a_player_of_winning_moves_beats_random_and_greedy_opponents() {
    beats(3, 300, 20);
    beats(4, 200, 21);
    beats(5, 30, 22);
}

#[test]
#[ignore = "exhaustive: 20 s"]
fn a_player_of_winning_moves_beats_thousands_of_opponents() {
    beats(4, 4000, 23);
    beats(5, 1000, 24);
    beats(6, 20, 25);
}
