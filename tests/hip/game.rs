//! Who wins at Hip, compared with minimax and with published results.

use std::ops::ControlFlow;

use crate::draws::size_of;
use crate::reference::{Board, Minimax};
use crate::support::rounds;
use quadrille::budget::Budget;
use quadrille::cell::Cell;
use quadrille::hip::{Completing, Game, Goal, Ground, IllegalMoveError, Outcome, Rules, Solution, SolveError, solve};
use quadrille::player::Player;
use quadrille::symmetry::Symmetry;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};

const MEMORY: u64 = 1 << 24;

const GARDNER: Rules = Rules { completing: Completing::Loses, double: false };
const LAST_MOVER: Rules = Rules { completing: Completing::Illegal, double: false };
const DOUBLE: Rules = Rules { double: true, ..GARDNER };
const DOUBLE_LAST_MOVER: Rules = Rules { double: true, ..LAST_MOVER };
const ALL_RULES: [Rules; 4] = [GARDNER, LAST_MOVER, DOUBLE, DOUBLE_LAST_MOVER];

fn solved(game: &Game, memory: u64) -> Solution {
    solve(game, Goal::BestMoves, &mut Budget::default().with_memory(memory))
}

fn start(size: &str, rules: Rules) -> Solution {
    solve(&Game::new(size.parse().unwrap(), rules), Goal::Outcome, &mut Budget::default().with_memory(MEMORY))
}

fn after(size: &str, rules: Rules, moves: &str) -> Result<Game, (String, IllegalMoveError)> {
    let mut game = Game::new(size.parse().unwrap(), rules);
    for name in moves.split_whitespace() {
        game.play(name.parse().unwrap()).map_err(|error| (name.to_owned(), error))?;
    }
    Ok(game)
}

fn reference(board: Board, rules: Rules) -> Minimax {
    let number = |(row, column)| (row * board.1 + column) as usize;
    let squares: Vec<_> = board.squares().iter().map(|corners| corners.map(number)).collect();
    Minimax::new(board.area(), &squares, rules.completing == Completing::Illegal, rules.double)
}

fn outcome(value: i8) -> Outcome {
    match value {
        1 => Outcome::Win(Player::X),
        -1 => Outcome::Win(Player::O),
        _ => Outcome::Draw,
    }
}

/// The counters of each player, as the bits of their cells.
fn counters(game: &Game) -> [u32; 2] {
    [Player::X, Player::O].map(|player| {
        let cells = game.size().cells().enumerate();
        cells.filter(|&(_, cell)| game.owner(cell) == Some(player)).map(|(number, _)| 1 << number).sum()
    })
}

/// Compares a position in which no square is completed.
fn compare(game: &Game, minimax: &mut Minimax, memory: u64) {
    let ([first, second], solution) = (counters(game), solved(game, memory));
    assert_eq!(solution.outcome, Ok(outcome(minimax.value(first, second))), "{game:?}: {:?}", solution.grounds);
    let cells = |numbers: Vec<usize>| numbers.into_iter().map(|cell| game.size().cell(cell)).collect::<Vec<_>>();
    assert_eq!(solution.moves, Some(cells(minimax.keeping(first, second))), "{game:?}: {:?}", solution.grounds);
    assert!(game.legal_moves().eq(cells(minimax.moves(first, second))), "{game:?}");
}

/// Plays at random and compares at every move.
fn compare_along(game: &mut Game, minimax: &mut Minimax, random: &mut SmallRng, memory: u64) {
    while game.completed().is_none() {
        compare(game, minimax, memory);
        let Some(cell) = game.legal_moves().choose(random) else { return };
        game.play(cell).unwrap();
    }
    let (solution, loser) = (solved(game, memory), game.rules().turn(game.moves().len() - 1));
    assert_eq!((solution.outcome, solution.moves), (Ok(Outcome::Win(loser.opponent())), Some(Vec::new())));
}

#[test]
fn games_on_small_boards_match_minimax() {
    let mut random = SmallRng::seed_from_u64(1);
    for board in Board::up_to(rounds(9, 12) as i64) {
        for rules in ALL_RULES {
            let mut minimax = reference(board, rules);
            for game in 0..6 {
                // Also with a table that replaces almost all of its entries.
                let memory = if game % 3 == 0 { 1 } else { MEMORY };
                compare_along(&mut Game::new(size_of(board), rules), &mut minimax, &mut random, memory);
            }
        }
    }
}

/// Plays at random, almost always without completing a square, until 11 cells are empty.
fn late_position(board: Board, rules: Rules, random: &mut SmallRng) -> Game {
    let mut game = Game::new(size_of(board), rules);
    while board.area() - game.moves().len() > 11 && game.turn().is_some() {
        let Some(cell) = game.legal_moves().choose(random) else { break };
        let mut next = game.clone();
        next.play(cell).unwrap();
        if next.completed().is_none() || random.random_bool(0.02) {
            game = next;
        }
    }
    game
}

/// Positions of larger boards, whose games minimax cannot search from the start.
#[test]
fn late_positions_of_larger_boards_match_minimax() {
    let mut random = SmallRng::seed_from_u64(2);
    let boards =
        [(4, 4), (3, 6), (4, 5), (5, 4), (5, 5), (3, 8), (4, 7), (5, 6)].map(|(rows, columns)| Board(rows, columns));
    for (board, rules) in boards.into_iter().flat_map(|board| ALL_RULES.map(|rules| (board, rules))) {
        for _ in 0..rounds(1, 6) {
            let game = late_position(board, rules, &mut random);
            if game.completed().is_none() {
                compare(&game, &mut reference(board, rules), MEMORY);
            }
        }
    }
}

/// Published by Franke (2014), whose solver made 8,331,853 calls.
#[test]
fn player_2_wins_on_5x5() {
    for _ in 0..rounds(0, 1) {
        let game = Game::new("5x5".parse().unwrap(), GARDNER);
        let solution = solve(&game, Goal::Outcome, &mut Budget::default().with_memory(1 << 29));
        assert_eq!(solution.outcome, Ok(Outcome::Win(Player::O)));
        assert_eq!(solution.positions, 1_614_091);
    }
}

/// A change of these numbers is a change of the search.
#[test]
fn the_numbers_of_positions_are_pinned() {
    let boards = ["3x3", "3x4", "4x4", "3x5", "3x6"];
    let counted = boards.map(|board| ALL_RULES.map(|rules| start(board, rules).positions));
    insta::assert_debug_snapshot!(boards.into_iter().zip(counted).collect::<Vec<_>>());
}

/// Returns a budget that stops the search after the given number of positions.
fn up_to(positions: u64) -> Budget<'static> {
    let poll = move |searched| if searched >= positions { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    Budget::new(poll).with_memory(MEMORY)
}

/// Compares the answers of searches on several threads with those on one thread; the numbers of positions may differ.
fn compare_threads(board: &str, rules: Rules, memory: u64, most: u64, outcome: Result<Outcome, SolveError>) {
    let game = Game::new(board.parse().unwrap(), rules);
    let on_threads = |threads| {
        let mut budget = up_to(most).with_memory(memory).with_threads(threads);
        Solution { positions: 0, ..solve(&game, Goal::Outcome, &mut budget) }
    };
    let one = on_threads(1);
    assert_eq!(one.outcome, outcome);
    for threads in [2, 16] {
        assert_eq!(on_threads(threads), one, "{board}, {threads} threads");
    }
}

#[test]
fn number_of_threads_does_not_change_the_answer() {
    compare_threads("5x5", DOUBLE, 1 << 16, 25_000, Err(SolveError::Stopped));
    compare_threads("3x6", DOUBLE, 1 << 16, u64::MAX, Ok(Outcome::Draw));
    if rounds(0, 1) == 1 {
        compare_threads("4x5", DOUBLE, MEMORY, u64::MAX, Ok(Outcome::Win(Player::X)));
        compare_threads("3x7", GARDNER, 1 << 16, u64::MAX, Ok(Outcome::Draw));
        compare_threads("3x7", DOUBLE_LAST_MOVER, MEMORY, u64::MAX, Ok(Outcome::Win(Player::O)));
        compare_threads("5x5", DOUBLE, MEMORY, 300_000, Err(SolveError::Stopped));
    }
}

#[test]
fn search_ends_when_it_is_stopped() {
    let game = Game::new("5x5".parse().unwrap(), DOUBLE);
    let stopped = solve(&game, Goal::BestMoves, &mut up_to(5000));
    assert_eq!((stopped.outcome, stopped.moves.clone()), (Err(SolveError::Stopped), None));
    assert!((5000..5000 + 1024).contains(&stopped.positions));
    // What is known is reported: player 2 mirrors.
    let drawn = solve(&Game::new("4x5".parse().unwrap(), GARDNER), Goal::BestMoves, &mut up_to(5000));
    assert_eq!((drawn.outcome, drawn.safe), (Err(SolveError::Stopped), Some(Player::O)));
    assert_eq!(drawn.grounds, [Ground::Mirrored(Symmetry::HalfTurn)]);
}

/// The proofs of the positions after each move do not become proofs of this one.
#[test]
fn grounds_are_those_of_the_position() {
    let game = Game::new("3x5".parse().unwrap(), GARDNER);
    let whole = solved(&game, MEMORY);
    assert_eq!(whole.grounds, [Ground::Searched]);
    let mut without_moves = 0;
    for most in (0..whole.positions).step_by(whole.positions as usize / 20) {
        let solution = solve(&game, Goal::BestMoves, &mut up_to(most));
        if solution.outcome.is_ok() {
            assert_eq!(solution.grounds, [Ground::Searched]);
            without_moves += u32::from(solution.moves.is_none());
        }
    }
    assert!(without_moves > 2, "some are stopped during the search for best moves");
}

/// On the page of rules: White has c5, e4 and d2, Black b5, d5 and d3, and both would close a square at the same cell.
#[test]
fn published_example_of_the_rules_is_played() {
    let moves = "C5 B5 E4 D5 D2 D3";
    let square = |error: (String, IllegalMoveError)| match error {
        (cell, IllegalMoveError::Completes(square)) => (cell, square.to_string()),
        other => panic!("{other:?}"),
    };
    let white = after("5x5", LAST_MOVER, &format!("{moves} B3")).map_err(square).unwrap_err();
    assert_eq!(white, ("B3".to_owned(), "D2 E4 C5 B3".to_owned()));
    let black = after("5x5", LAST_MOVER, &format!("{moves} A1 B3")).map_err(square).unwrap_err();
    assert_eq!(black, ("B3".to_owned(), "B3 D3 D5 B5".to_owned()));
    let lost = after("5x5", GARDNER, &format!("{moves} B3")).unwrap();
    assert_eq!((lost.turn(), lost.completed().map(|square| square.to_string())), (None, Some(white.1)));
    assert_eq!(solved(&lost, MEMORY).outcome, Ok(Outcome::Win(Player::O)));
}

#[test]
fn player_2_wins_on_6x6_by_mirroring() {
    let solution = start("6x6", GARDNER);
    assert_eq!((solution.outcome, solution.positions), (Ok(Outcome::Win(Player::O)), 0));
    assert_eq!(start("8x8", GARDNER).outcome, Ok(Outcome::Win(Player::O)));
    assert_eq!(start("9x9", GARDNER).outcome, Err(SolveError::TooLarge));
    // Where mirroring may end in a draw, from a position that has been mirrored to.
    let mirrored = after("4x5", LAST_MOVER, "A1 E4 C2 C3").unwrap();
    assert_eq!(solved(&mirrored, MEMORY).positions, 0);
}

/// A board that contains a 6x7 has no draw: the player who cannot move at the end loses.
#[test]
fn proofs_of_late_positions_name_the_missing_draw() {
    let mut random = SmallRng::seed_from_u64(4);
    let mut decided = 0;
    for _ in 0..10 {
        let mut game = Game::new("7x7".parse().unwrap(), GARDNER);
        let mut safe = Game::new("7x7".parse().unwrap(), LAST_MOVER);
        for _ in 0..28 {
            let moves: Vec<Cell> = safe.legal_moves().collect();
            let Some(&cell) = moves.choose(&mut random) else { break };
            safe.play(cell).unwrap();
            game.play(cell).unwrap();
        }
        let solution = solved(&game, MEMORY);
        let winner = solved(&safe, MEMORY).outcome;
        assert_eq!(solution.outcome, winner);
        let named = solution.grounds.contains(&Ground::NoDraw);
        // Player 2 would have to place a counter on the full board.
        assert_eq!(named, winner == Ok(Outcome::Win(Player::X)) && solution.grounds.contains(&Ground::Searched));
        decided += u32::from(named);
    }
    assert!(decided > 2);
}
