//! Perfect play: the solver against plain search, by laws, and as a player.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use chacha20::ChaCha8Rng;
use quadrille::budget::Budget;
use quadrille::hex::Position;
use quadrille::hex::solve::{LARGEST_SOLVED, Solver, Technique};
use quadrille::player::Player;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::bridge::{letter, player, position};
use crate::plain_search::{PlainSearch, opponent};
use crate::reference::{Board, Cell, name};
use crate::support::rounds;

/// A budget with a small table: most tests make many solvers.
fn small() -> Budget<'static> {
    Budget::default().with_memory(1 << 24)
}

fn solver(size: usize) -> Solver {
    Solver::new(size as u16, &small()).unwrap()
}

fn winner(solver: &Solver, board: &Board, to_move: char) -> char {
    letter(solver.winner(&position(board), player(to_move), &mut small()).unwrap())
}

fn winning_moves(solver: &Solver, board: &Board, to_move: char) -> Vec<Cell> {
    let moves = solver.winning_moves(&position(board), player(to_move), &mut small()).unwrap();
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

/// Compares all answers for a position with those of plain search.
fn compare(solver: &Solver, plain: &mut PlainSearch, board: &Board) {
    for to_move in ['X', 'O'] {
        let message = || format!("{to_move} to move\n{}", board.print());
        assert_eq!(winner(solver, board, to_move), plain.winner(board, to_move), "{}", message());
        assert_eq!(winning_moves(solver, board, to_move), plain.winning_moves(board, to_move), "{}", message());
    }
}

#[test]
fn positions_up_to_3x4_match_plain_search() {
    for (empty, positions) in Board::small([rounds(4, 1), rounds(307, 61)]) {
        let (solver, mut plain) = (solver(empty.size().max(empty.columns())), PlainSearch::new(&empty));
        positions.iter().for_each(|board| compare(&solver, &mut plain, board));
    }
}

#[test]
fn random_positions_match_plain_search() {
    // The numbers of positions are those of the quick run and the exhaustive one.
    for (size, most_empty, positions) in [
        (4, 10, (250, 300)),
        (5, 11, (60, 100)),
        (4, 12, (0, 500)),
        (5, 12, (0, 300)),
        (6, 12, (0, 80)),
        (7, 11, (6, 80)),
    ] {
        let mut random = ChaCha8Rng::seed_from_u64(most_empty as u64);
        let solver = solver(size);
        for i in 0..rounds(positions.0, positions.1) {
            // Half of the positions have the largest numbers of empty cells; those with few are over, mostly.
            let empty = if i % 2 == 0 { most_empty - i / 2 % 3 } else { i / 2 % most_empty };
            let boards: Vec<Board> = (0..8).map(|_| random_board(size, empty, &mut random)).collect();
            let board = boards.iter().find(|board| board.winner().is_none()).unwrap_or(&boards[0]);
            compare(&solver, &mut PlainSearch::new(board), board);
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
fn nearly_full_positions_match_plain_search() {
    for (size, positions) in [(8, (4, 20)), (9, (3, 15)), (10, (1, 10)), (11, (2, 15)), (12, (1, 3)), (22, (0, 1))] {
        let mut random = ChaCha8Rng::seed_from_u64(size as u64);
        let solver = solver(size);
        for _ in 0..rounds(positions.0, positions.1) {
            let board = nearly_won(size, 9, &mut random);
            compare(&solver, &mut PlainSearch::new(&board), &board);
        }
    }
}

#[test]
fn sizes_from_1_to_the_largest_can_be_solved() {
    for size in [0, LARGEST_SOLVED + 1, u16::MAX] {
        assert!(Solver::new(size, &small()).is_none());
    }
    for size in (1..=12).chain([17, usize::from(LARGEST_SOLVED)]) {
        // X has a row but for one cell. O, to move, takes it, and has a column then.
        let mut board = Board::empty(size);
        for i in 0..size {
            board.0[i][size / 2] = 'O';
            board.0[size / 2][i] = 'X';
        }
        let last = (size / 2, size / 2);
        board = board.with(&[last], '-');
        let solver = solver(size);
        for to_move in ['X', 'O'] {
            assert_eq!(winner(&solver, &board, to_move), to_move);
            // On larger boards there are hundreds of moves to lose by.
            if size <= 12 {
                assert_eq!(winning_moves(&solver, &board, to_move), [last]);
            }
            let won = board.with(&[last], to_move);
            for next in ['X', 'O'] {
                assert_eq!((winner(&solver, &won, next), winning_moves(&solver, &won, next)), (to_move, vec![]));
            }
        }
    }
}

/// Open positions of a size with many empty cells, each with a player to move.
fn samples(size: usize, empty: usize, count: usize) -> impl Iterator<Item = (Board, char)> {
    let mut random = ChaCha8Rng::seed_from_u64((100 * size + empty) as u64);
    let boards = std::iter::repeat_with(move || random_board(size, empty, &mut random));
    boards.filter(|board| board.winner().is_none()).zip(['X', 'O'].into_iter().cycle()).take(count)
}

/// Symmetric positions have one entry in the transposition table: so there is a solver for each position.
#[test]
fn symmetries_keep_the_answers_and_a_player_who_wins_has_a_winning_move() {
    let boards = samples(5, 17, rounds(40, 120)).chain(samples(6, 22, rounds(5, 20)));
    for (board, to_move) in boards.chain(samples(9, 24, rounds(2, 10))) {
        let (last, solve) =
            (board.size() - 1, |board: &Board, to_move| winning_moves(&solver(board.size()), board, to_move));
        let moves = solve(&board, to_move);
        let wins = winner(&solver(board.size()), &board, to_move) == to_move;
        assert_eq!(wins, !moves.is_empty(), "{to_move} to move\n{}", board.print());
        let mut turned = solve(&board.half_turned(), to_move);
        turned.iter_mut().for_each(|cell| *cell = (last - cell.0, last - cell.1));
        turned.reverse();
        assert_eq!(moves, turned, "half a turn, {to_move} to move\n{}", board.print());
        let exchanged = solve(&board.exchanged(), opponent(to_move));
        let exchanged: BTreeSet<Cell> = exchanged.into_iter().map(|(row, column)| (column, row)).collect();
        assert_eq!(moves.into_iter().collect::<BTreeSet<_>>(), exchanged, "{to_move} to move\n{}", board.print());
    }
}

/// The winning openings of X.
fn openings(solver: &Solver, size: usize) -> Vec<String> {
    winning_moves(solver, &Board::empty(size), 'X').into_iter().map(name).collect()
}

#[test]
fn winning_openings_are_the_known_ones() {
    for (size, expected) in [(1, 1), (2, 2), (3, 5), (4, 4), (5, 13), (6, 24)] {
        assert_eq!(openings(&solver(size), size).len(), expected, "{size}x{size}");
    }
    assert_eq!(openings(&solver(2), 2), ["B1", "A2"]);
    assert_eq!(openings(&solver(4), 4), ["D1", "C2", "B3", "A4"]);
}

#[test]
fn answers_do_not_depend_on_techniques() {
    let with = |techniques: &[Technique], size| Solver::with(techniques, size as u16, &small()).unwrap();
    let expected = [4, 5].map(|size| openings(&solver(size), size));
    for technique in Technique::ALL {
        let others: Vec<Technique> = Technique::ALL.into_iter().filter(|&other| other != technique).collect();
        let alone = match technique {
            Technique::MustPlay => &[Technique::MustPlay, Technique::Connections][..],
            _ => &[technique],
        };
        assert_eq!(openings(&with(&others, 4), 4), expected[0], "4x4 without {technique:?}");
        if technique != Technique::Connections {
            assert_eq!(openings(&with(&others, 5), 5), expected[1], "5x5 without {technique:?}");
        }
        let fives = samples(5, 14, rounds(20, 80)).map(|sample| (sample, &others[..]));
        for ((board, to_move), used) in fives.chain(samples(4, 10, rounds(20, 60)).map(|sample| (sample, alone))) {
            let moves = winning_moves(&with(used, board.size()), &board, to_move);
            let expected = winning_moves(&solver(board.size()), &board, to_move);
            assert_eq!(moves, expected, "{used:?}, {to_move} to move\n{}", board.print());
        }
    }
}

#[test]
fn threads_and_memory_do_not_change_the_answers() {
    for (size, most) in [(3, 6), (4, 6), (5, 6), (6, 2)] {
        let expected = openings(&solver(size), size);
        let budgets = [(0, 1 << 24), (2, 1 << 24), (3, 1 << 24), (1, 0), (1, 1 << 12), (2, 1)];
        for (threads, memory) in budgets.into_iter().take(most) {
            let mut budget = Budget::default().with_threads(threads).with_memory(memory);
            let solver = Solver::new(size as u16, &budget).unwrap();
            let moves = solver.winning_moves(&position(&Board::empty(size)), Player::X, &mut budget).unwrap();
            let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            assert_eq!(names, expected, "{threads} threads, {memory} bytes");
        }
    }
}

/// The number of winning openings of X, unless the search reaches a number of positions before; and how many it takes.
fn search_openings(solver: &Solver, size: usize, most: u64) -> (Option<usize>, u64) {
    let mut positions = 0;
    let mut budget = Budget::new(|searched| {
        positions = searched;
        if searched < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let moves = solver.winning_moves(&position(&Board::empty(size)), Player::X, &mut budget);
    drop(budget);
    (moves.map(|moves| moves.len()), positions)
}

fn positions_for_openings(solver: &Solver, size: usize) -> u64 {
    search_openings(solver, size, u64::MAX).1
}

/// How many positions are searched is a signature of the search: it changes with every change of a technique, and with
/// nothing else. Who changes one on purpose writes the new numbers here.
#[test]
fn numbers_of_positions_are_pinned() {
    let found = [3, 4, 5, 6].map(|size| positions_for_openings(&solver(size), size));
    assert_eq!(found, [7, 16, 135, 4735], "all openings of 3x3 to 6x6");
}

#[test]
fn search_can_be_stopped_anywhere_and_continued() {
    for (size, threads, most, expected) in [(5, 1, 40, 13), (6, 2, 1500, 24)] {
        let (solver, mut calls) = (solver(size), 0);
        let empty = Position::empty(size as u64).unwrap();
        let moves = loop {
            calls += 1;
            let poll = |searched| {
                // The progress can be read at any time.
                let now = solver.progress();
                let cells = now.best.iter().chain(now.after.as_ref());
                assert!(now.after.is_some() && cells.into_iter().all(|&cell| empty.contains(cell)));
                if searched > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut budget = Budget::new(poll).with_threads(threads);
            if let Some(moves) = solver.winning_moves(&empty, Player::X, &mut budget) {
                break moves;
            }
            assert!(calls < 10_000, "each call adds to what is known");
            assert_eq!(solver.progress().after, None);
        };
        assert!(calls > 1, "one call was not enough");
        assert_eq!(moves.len(), expected);
    }
    let at_once = &mut Budget::new(|_| ControlFlow::Break(()));
    assert_eq!(solver(6).winner(&Position::empty(6).unwrap(), Player::O, at_once), None);
}

#[test]
fn saved_positions_are_not_searched_again() {
    let first = solver(5);
    let searched = positions_for_openings(&first, 5);
    let mut saved = Vec::new();
    first.save(&mut saved).unwrap();
    let second = solver(5);
    second.load(&mut saved.as_slice()).unwrap();
    let again = positions_for_openings(&second, 5);
    assert!(again <= 25 && searched > 100, "{again} of {searched} positions: one for each opening");
    assert_eq!(openings(&second, 5), openings(&solver(5), 5));
    // The entries need not fit.
    let small = Solver::new(5, &Budget::default().with_memory(0)).unwrap();
    small.load(&mut saved.as_slice()).unwrap();
    assert_eq!(openings(&small, 5), openings(&solver(5), 5));
}
