//! Answers about chip-firing games against the rules, against the scripts of the post that posed them, and against
//! theorems.

use std::collections::{BTreeSet, HashMap};

use crate::reference::post::{self, Subgames};
use crate::reference::{Board, Chips, Edges, Values, complete, connected_graphs, game, random_graph};
use crate::support::rounds;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Bounds, Game, Question, Side, Solver};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
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
                (values.number(chips, first == Side::Max), values.keeping(chips, first == Side::Max))
            }
        };
        assert_eq!(value(&game, question), expected, "{question:?} {seen}");
        assert_eq!(moves(&game, question), best, "{question:?} {seen}");
    }
}

#[test]
fn all_positions_of_all_graphs_on_up_to_4_vertices_agree_with_the_rules() {
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
fn graphs_on_5_vertices_agree_with_the_rules() {
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

/// Long avalanches end these games soon.
#[test]
fn nearly_full_boards_agree_with_the_rules() {
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
fn complete_graphs_agree_with_the_rules() {
    for n in 2..=8 {
        let mut values = Values::new(Board::complete(n));
        compare(n, &complete(n), &vec![0; n], &mut values);
        let positions = if n <= 6 { values.board.reachable() } else { BTreeSet::new() };
        for chips in positions {
            let game = game(n, &complete(n), &chips);
            assert_eq!(value(&game, Question::Grundy), values.grundy(&chips), "{chips:?}");
            assert_eq!(value(&game, Question::Number(Side::Min)), values.number(&chips, false), "{chips:?}");
        }
    }
}

/// Player 1 or Max is to move at each position, so that there are dictionaries for even and odd numbers of chips.
#[test]
fn all_positions_of_complete_graphs_are_as_the_post_computes() {
    for n in 2..=7 {
        let mut open = vec![vec![0; n]];
        let mut next = 0;
        while next < open.len() {
            for option in post::all_subgames(&open[next]) {
                if !option.is_empty() && !open.contains(&option) {
                    open.push(option);
                }
            }
            next += 1;
        }
        // C(2n-2, n): 792 for n = 7.
        let binomial = (1..=n).fold(1, |value, i| value * (n - 2 + i) / i);
        assert_eq!(open.len(), binomial, "K{n}");
        let mut winners = [HashMap::new(), HashMap::new()];
        let mut scores = [HashMap::new(), HashMap::new()];
        for g in &open {
            let odd = (g.iter().sum::<u64>() % 2) as usize;
            let game = game(n, &complete(n), g);
            let winner = u64::from(post::winner(g, 0, &mut winners[odd], None)) + 1;
            assert_eq!(value(&game, Question::Winner), winner, "{g:?}");
            let score = post::score(g, 0, &mut scores[odd], &mut Subgames::new());
            assert_eq!(value(&game, Question::Number(Side::Max)), score, "{g:?}");
        }
    }
}

#[test]
fn renumbering_the_vertices_changes_nothing() {
    let mut random = SmallRng::seed_from_u64(2);
    let vertices = 5;
    for _ in 0..30 {
        let edges = random_graph(vertices, 0.4, &mut random);
        let positions: Vec<Chips> = Board::new(vertices, &edges).reachable().into_iter().collect();
        let chips = positions.choose(&mut random).unwrap();
        let mut names: Vec<usize> = (0..vertices).collect();
        names.shuffle(&mut random);
        let renamed: Edges = edges.iter().map(|&(from, to)| (names[to], names[from])).collect();
        let mut there = vec![0; vertices];
        (0..vertices).for_each(|vertex| there[names[vertex]] = chips[vertex]);
        let (one, other) = (game(vertices, &edges, chips), game(vertices, &renamed, &there));
        for question in QUESTIONS {
            assert_eq!(value(&one, question), value(&other, question), "{question:?} {edges:?} {chips:?} {names:?}");
            let mut named: Vec<usize> = moves(&one, question).into_iter().map(|vertex| names[vertex]).collect();
            named.sort();
            assert_eq!(named, moves(&other, question), "{question:?} {edges:?} {chips:?} {names:?}");
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

#[test]
fn plays_on_trees_are_forced() {
    let mut random = SmallRng::seed_from_u64(4);
    for _ in 0..30 {
        let vertices = random.random_range(2..=7);
        let edges = random_graph(vertices, 0.0, &mut random);
        let m = vertices as u64 - 1;
        let positions: Vec<Chips> = Board::new(vertices, &edges).reachable().into_iter().collect();
        for chips in [&vec![0; vertices], positions.choose(&mut random).unwrap()] {
            let game = game(vertices, &edges, chips);
            let odd = (m - game.chips()) % 2 == 1;
            let expected = [if odd { 1 } else { 2 }, u64::from(odd), m, m];
            assert_eq!(QUESTIONS.map(|question| value(&game, question)), expected, "{edges:?} {chips:?}");
            let all: Vec<usize> = (0..vertices).collect();
            let winning = if odd { all.clone() } else { Vec::new() };
            let expected = [winning.clone(), winning, all.clone(), all];
            assert_eq!(QUESTIONS.map(|question| moves(&game, question)), expected, "{edges:?} {chips:?}");
        }
    }
}
