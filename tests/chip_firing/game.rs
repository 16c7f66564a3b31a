//! Answers about chip-firing games against the rules and against theorems.

use std::collections::BTreeSet;

use crate::reference::{
    Board, Chips, Edges, Values, complete, connected_classes, connected_graphs, game, random_graph,
};
use crate::support::rounds;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Bounds, Game, Question, Side, Solver, all_answers};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const QUESTIONS: [Question; 4] =
    [Question::Winner, Question::Grundy, Question::Number(Side::Max), Question::Number(Side::Min)];

fn budget() -> Budget<'static> {
    Budget::default().with_memory(1 << 22)
}

fn value(game: &Game, question: Question) -> u64 {
    Solver::new(game, question, &budget()).unwrap().answer(&mut budget()).unwrap().to_number()
}

fn moves(game: &Game, question: Question) -> Vec<usize> {
    let moves = Solver::new(game, question, &budget()).unwrap().moves(&mut budget()).unwrap();
    moves.into_iter().map(|vertex| vertex.index()).collect()
}

/// Compares all answers at a position.
fn compare(vertices: usize, edges: &[(usize, usize)], chips: &[u64], values: &mut Values) {
    let game = game(vertices, edges, chips);
    assert_eq!(game.configuration().chips(), chips);
    let seen = format!("{edges:?} {chips:?}");
    for question in QUESTIONS {
        let (expected, best) = match question {
            Question::Winner => (values.winner(chips), values.winning(chips)),
            Question::Grundy => (values.grundy(chips), values.winning(chips)),
            Question::Number(first) => {
                let (total, max) = (chips.iter().sum::<u64>(), first == Side::Max);
                let number = values.number(chips, max);
                // Section 7 of `theorems.md`.
                let min_is_last = (number - total).is_multiple_of(2) == max;
                let is_full = total as usize + vertices == 2 * edges.len();
                assert!(min_is_last || edges.len() < vertices || is_full, "{question:?} {seen}");
                (number, values.keeping(chips, max))
            }
        };
        assert_eq!(value(&game, question), expected, "{question:?} {seen}");
        assert_eq!(moves(&game, question), best, "{question:?} {seen}");
    }
}

#[test]
fn positions_on_up_to_4_vertices_match_the_rules() {
    for (vertices, graphs) in [(2, 1), (3, 4), (4, 38)] {
        assert_eq!(connected_graphs(vertices).count(), graphs);
        for edges in connected_graphs(vertices) {
            let mut values = Values::new(Board::new(vertices, &edges));
            for chips in values.board.reachable() {
                compare(vertices, &edges, &chips, &mut values);
            }
        }
    }
}

#[test]
fn graphs_on_5_vertices_match_the_rules() {
    let mut random = SmallRng::seed_from_u64(1);
    let graphs: Vec<Edges> = connected_graphs(5).collect();
    assert_eq!(graphs.len(), 728);
    for edges in graphs.iter().rev().step_by(728 / rounds(80, 728)) {
        let mut values = Values::new(Board::new(5, edges));
        compare(5, edges, &[0; 5], &mut values);
        let positions: Vec<Chips> = values.board.reachable().into_iter().collect();
        for chips in positions.sample(&mut random, 6) {
            compare(5, edges, chips, &mut values);
        }
    }
}

/// All answers from the values of all configurations; and the player who begins matters by at most one chip
/// (`theorems.md`, section 7).
#[test]
fn all_answers_about_small_graphs_match_the_rules() {
    for (vertices, graphs, tested) in [(2, 1, 1), (3, 2, 2), (4, 6, 6), (5, 21, 21), (6, 112, rounds(28, 112))] {
        let classes: Vec<Edges> = connected_classes(vertices).collect();
        assert_eq!(classes.len(), graphs);
        for edges in classes.iter().rev().step_by(graphs / tested) {
            let mut values = Values::new(Board::new(vertices, edges));
            let empty = vec![0; vertices];
            let [max, min] = [true, false].map(|max| values.number(&empty, max));
            let expected = [values.winner(&empty), max, min];
            let game = game(vertices, edges, &empty);
            assert_eq!(all_answers(&game, &mut Budget::default()), Some(expected), "{edges:?}");
            assert!(max.abs_diff(min) <= 1, "{edges:?}");
        }
    }
}

/// On ten vertices a number of moves fills its bits, and the chips of a vertex theirs.
#[test]
fn all_answers_about_larger_graphs_match_the_searches() {
    let mut random = SmallRng::seed_from_u64(4);
    let graphs = (0..rounds(4, 40)).map(|_| (10, random_graph(10, 0.1, &mut random))).collect::<Vec<_>>();
    for (vertices, edges) in graphs.into_iter().chain([(7, complete(7))]) {
        let game = game(vertices, &edges, &vec![0; vertices]);
        let expected = [QUESTIONS[0], QUESTIONS[2], QUESTIONS[3]].map(|question| value(&game, question));
        assert_eq!(all_answers(&game, &mut Budget::default()), Some(expected), "{edges:?}");
        assert_eq!(all_answers(&game, &mut Budget::default().with_memory(1)), None);
    }
    let large = Game::new("C11".parse().unwrap()).unwrap();
    assert_eq!(all_answers(&large, &mut Budget::default()), None);
}

/// Long avalanches end these games soon.
#[test]
fn nearly_full_boards_match_the_rules() {
    let mut random = SmallRng::seed_from_u64(2);
    let names = ["grid4x4", "Q4", "C20", "K4,4", "grid2x7", "petersen", "W9"];
    let named = names.map(|name| Board::of(&name.parse().unwrap()));
    let sparse: Vec<Board> =
        (0..rounds(100, 1000)).map(|_| Board::new(9, &random_graph(9, 0.1, &mut random))).collect();
    for board in named.into_iter().chain(sparse) {
        // As many chips as can rest, but for a few.
        let mut chips: Chips = board.neighbours.iter().map(|neighbours| neighbours.len() as u64 - 1).collect();
        for _ in 0..random.random_range(2..4) {
            let vertex = random.random_range(0..chips.len());
            chips[vertex] = chips[vertex].saturating_sub(1);
        }
        compare(chips.len(), &board.edges(), &chips, &mut Values::new(board.clone()));
    }
}

#[test]
fn complete_graphs_match_the_rules() {
    for n in 2..=8 {
        let mut values = Values::new(Board::complete(n));
        compare(n, &complete(n), &vec![0; n], &mut values);
        let mut positions = if n <= 6 { values.board.reachable() } else { BTreeSet::new() };
        // A bound of the number that is wrong by one on no smaller board.
        positions.extend((n == 8).then(|| vec![3, 3, 3, 3, 3, 4, 4, 4]));
        for chips in positions {
            let game = game(n, &complete(n), &chips);
            let [max, min] = [true, false].map(|max| values.number(&chips, max));
            let expected = [values.winner(&chips), values.grundy(&chips), max, min];
            assert_eq!(QUESTIONS.map(|question| value(&game, question)), expected, "{chips:?}");
        }
    }
}

/// Björner, Lovász and Shor (1991): fewer than m chips always stop, more than 2m-n never do.
#[test]
fn plays_are_as_long_as_they_can_be() {
    let mut random = SmallRng::seed_from_u64(3);
    for play in 0..300 {
        let vertices = random.random_range(2..=9);
        let more = [0.0, 0.3, 0.7, 1.0][play % 4];
        let edges = random_graph(vertices, more, &mut random);
        let board = Board::new(vertices, &edges);
        let (m, n) = (edges.len() as u64, vertices as u64);
        let mut now = game(vertices, &edges, &vec![0; vertices]);
        assert_eq!(now.bounds(), Bounds { lower: m, upper: 2 * m + 1 - n });
        let length = loop {
            let chosen = random.random_range(0..vertices);
            let after = now.play(now.graph().vertex(chosen).unwrap());
            let expected = board.after(now.configuration().chips(), chosen);
            assert_eq!(after.as_ref().map(|after| after.configuration().chips().to_vec()), expected, "{edges:?}");
            let Some(after) = after else { break now.chips() + 1 };
            assert_eq!(after.chips(), now.chips() + 1);
            now = after;
        };
        assert!((m..=2 * m + 1 - n).contains(&length), "{edges:?}: {length}");
        assert!(more > 0.0 || length == m, "a play on the tree {edges:?} has {length} moves");
    }
}
