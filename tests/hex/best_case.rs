//! Best cases against the slow reference: all small positions, and many random ones; and laws that hold for all.

use quadrille::hex::{
    BestCaseSolver, Completions, Outcome, Position, ShortestPaths, count_completions, distances, outcome_by_cells,
};
use quadrille::player::{ByPlayer, Player};
use rand::{Rng, RngExt};

use crate::bridge::{letter, position};
use crate::reference::{Board, names, read};
use crate::support::{random_cases, rounds};

/// Compares winner, number and first best case of both solvers with the reference.
fn compare_outcome(board: &Board, solver: &mut BestCaseSolver) {
    let position = position(board);
    let outcome = solver.outcome(&position);
    assert_eq!(outcome, outcome_by_cells(&position), "by rows and by cells:\n{}", board.print());
    for player in Player::BOTH {
        let expected = board.distances(letter(player)).concat();
        let found: Vec<_> = distances(&position, player).iter().map(|distance| distance.map(|d| d as usize)).collect();
        assert_eq!(found, expected, "distances for {player}:\n{}", board.print());
    }
    let winner = board.winner();
    match outcome {
        Outcome::Won(player) => assert_eq!(winner, Some(letter(player)), "winner:\n{}", board.print()),
        Outcome::Open(best) => {
            assert_eq!(winner, None, "winner:\n{}", board.print());
            for player in Player::BOTH {
                let first = names(&board.first(letter(player)));
                assert_eq!(best[player].to_string(), first, "{player}'s best case:\n{}", board.print());
            }
        }
    }
}

/// Compares the list of all best cases, and their number.
fn compare_all(board: &Board) {
    for player in Player::BOTH {
        let (letter, context) = (letter(player), || format!("{player}:\n{}", board.print()));
        let paths = ShortestPaths::new(&position(board), player);
        assert_eq!(paths.as_ref().map(ShortestPaths::number_of_moves), board.number(letter), "{}", context());
        let Some(paths) = paths else { continue };
        let all: Vec<String> = board.all(letter).iter().map(|set| names(set)).collect();
        let listed: Vec<String> = Completions::new(&paths).map(|completion| completion.to_string()).collect();
        assert_eq!(listed, all, "{}", context());
        assert_eq!(count_completions(&paths), all.len().into(), "{}", context());
    }
}

#[test]
fn positions_up_to_3x4_match_reference() {
    let mut solver = BestCaseSolver::new();
    for board in Board::small([rounds(2, 1), rounds(307, 61)]).iter().flat_map(|(_, positions)| positions) {
        compare_outcome(board, &mut solver);
        compare_all(board);
    }
}

#[test]
fn lists_of_best_cases_match_reference() {
    let mut compared = 0;
    // Steps that take both sizes and every density.
    for seed in (0..600).step_by(rounds(11, 1)) {
        let board = Board::random(4 + (seed % 2) as usize, 0.2 + 0.6 * (seed as f64 / 600.0), 0.5, seed);
        // Sets of at most four cells, so that all can be tried.
        if ['X', 'O'].into_iter().all(|player| board.number(player).is_none_or(|number| number <= 4)) {
            compare_all(&board);
            compared += 1;
        }
    }
    assert!(compared > rounds(25, 300), "only {compared} boards were small enough");
}

#[test]
fn first_best_cases_match_reference() {
    let mut solver = BestCaseSolver::new();
    // Up to the contest's size.
    // Steps that take every size with every share.
    for seed in (0..2400).step_by(rounds(23, 1)) {
        let size = 1 + (seed % 21) as usize;
        let filled = 0.8 * (seed / 21 % 13) as f64 / 12.0;
        let share = [0.5, 0.5, 0.2, 0.8][(seed % 4) as usize];
        compare_outcome(&Board::random(size, filled, share, seed), &mut solver);
    }
    // Where a layer before that of a chosen cell has other cells than those linked to it: of large boards with many stones
    // about one in two thousand is so.
    for board in read("1\n6\n5 1\nA1 B1 C1 B3 E3\nD1\n") {
        compare_outcome(&board, &mut solver);
    }
    random_cases(4000, 40_000, |random| {
        let position = position(&Board::random(random.random_range(8..=14), 0.6, 0.6, random.next_u64()));
        assert_eq!(solver.outcome(&position), outcome_by_cells(&position));
    });
    // Rows longer than words.
    for seed in (0..24).step_by(rounds(3, 1)) {
        let board = Board::random(30 + (seed % 4) as usize, 0.15 * (seed / 4) as f64, 0.5, 1000 + seed);
        compare_outcome(&board, &mut solver);
    }
}

#[test]
fn numbers_of_ways_up_to_size_14_match_reference() {
    for seed in (0..300).step_by(rounds(3, 1)) {
        let board = Board::random(1 + (seed % 14) as usize, 0.1 + 0.1 * (seed % 7) as f64, 0.7, 3000 + seed);
        for player in Player::BOTH {
            if let Some(paths) = ShortestPaths::new(&position(&board), player) {
                let ways = board.ways(letter(player));
                assert_eq!(count_completions(&paths), ways, "{player}'s ways:\n{}", board.print());
            }
        }
    }
}

#[test]
fn ways_outgrow_machine_words() {
    // On an empty board a best case of X goes from column to column, each time staying in its row or moving up one.
    let paths = ShortestPaths::new(&Position::empty(140).unwrap(), Player::X).unwrap();
    let mut ways = vec![num_bigint::BigUint::from(1_u8); 140];
    for _ in 1..140 {
        ways = (0..140).map(|row| &ways[row] + ways.get(row + 1).cloned().unwrap_or_default()).collect();
    }
    let total: num_bigint::BigUint = ways.into_iter().sum();
    assert!(total.bits() > 128);
    assert_eq!(count_completions(&paths), total);
}

/// Each player's number of moves, or `None` for a player who has lost.
fn numbers(board: &Board) -> ByPlayer<Option<usize>> {
    match BestCaseSolver::new().outcome(&position(board)) {
        Outcome::Won(winner) => ByPlayer::from_fn(|player| (player == winner).then_some(0)),
        Outcome::Open(best) => ByPlayer::from_fn(|player| Some(best[player].number_of_moves())),
    }
}

fn boards(filled: impl Fn(u64) -> f64) -> impl Iterator<Item = Board> {
    (0..400).map(move |seed| Board::random(1 + (seed % 40) as usize, filled(seed), 0.5, seed))
}

#[test]
fn full_board_has_exactly_one_winner() {
    for board in boards(|_| 1.0) {
        let numbers = numbers(&board);
        assert!(numbers.x.is_some() != numbers.o.is_some(), "{}", board.print());
    }
}

#[test]
fn symmetries_keep_the_numbers() {
    for board in boards(|seed| (seed % 8) as f64 / 10.0) {
        let (one, other) = (numbers(&board), numbers(&board.exchanged()));
        assert_eq!((one.x, one.o), (other.o, other.x), "players and sides exchanged:\n{}", board.print());
        assert_eq!(one, numbers(&board.half_turned()), "half a turn:\n{}", board.print());
    }
}
