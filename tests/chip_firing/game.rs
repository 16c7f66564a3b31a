//! Answers about chip-firing games against the rules, against the scripts of the post that posed them, and against theorems.

use std::collections::HashMap;

use crate::reference::post::{self, Subgames};
use crate::reference::{Board, Chips, Values, complete};
use quadrille::chip_firing::{Bounds, Configuration, Game, Question, Side, Solver};
use quadrille::graph::Graph;
use quadrille::progress::{Limits, never_cancel};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// How many positions of each graph on five vertices are compared.
const POSITIONS_ON_5: usize = 6;

/// The largest complete graph, from the empty board.
const COMPLETE: usize = 8;

/// The largest complete graph of which all positions are visited.
const ALL_POSITIONS: usize = 7;

/// One of this number of these positions is solved.
const POSITIONS_STEP: usize = 1;

/// How many random graphs are renumbered, and their vertices.
const RENUMBERED: (usize, usize) = (30, 5);

/// How many random trees are solved, and their vertices.
const TREES: (usize, usize) = (30, 7);

/// The number of random games.
const PLAYS: usize = 300;

const LIMITS: Limits = Limits { memory: 1 << 22, threads: 1 };

const QUESTIONS: [Question; 4] =
    [Question::Winner, Question::Grundy, Question::Number(Side::Max), Question::Number(Side::Min)];

type Edges = Vec<(usize, usize)>;

fn game(vertices: usize, edges: &[(usize, usize)], chips: &[u64]) -> Game {
    let graph = Graph::from_edges(vertices, edges.iter().copied()).unwrap();
    Game::new(graph).unwrap().restart(&Configuration::new(chips.to_vec())).unwrap()
}

fn value(game: &Game, question: Question) -> u64 {
    Solver::new(game, question, &LIMITS).unwrap().answer(&mut never_cancel).unwrap().to_number()
}

fn moves(game: &Game, question: Question) -> Vec<usize> {
    let moves = Solver::new(game, question, &LIMITS).unwrap().moves(&mut never_cancel).unwrap();
    moves.into_iter().map(|vertex| vertex.index()).collect()
}

fn connected(vertices: usize, edges: &[(usize, usize)]) -> bool {
    let mut part = vec![0];
    let mut next = 0;
    while next < part.len() {
        for vertex in 0..vertices {
            let joined = edges.contains(&(part[next], vertex)) || edges.contains(&(vertex, part[next]));
            if joined && !part.contains(&vertex) {
                part.push(vertex);
            }
        }
        next += 1;
    }
    part.len() == vertices
}

/// All connected graphs on this many numbered vertices.
fn graphs(vertices: usize) -> Vec<Edges> {
    let all = complete(vertices);
    let chosen =
        |set: u32| all.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1).map(|(_, &edge)| edge).collect();
    (0..1 << all.len()).map(chosen).filter(|edges: &Edges| connected(vertices, edges)).collect()
}

/// A random tree, and each other edge with this probability.
fn random_graph(vertices: usize, more: f64, random: &mut SmallRng) -> Edges {
    let mut names: Vec<usize> = (0..vertices).collect();
    names.shuffle(random);
    let mut edges: Edges = (1..vertices).map(|to| (names[random.random_range(0..to)], names[to])).collect();
    for (from, to) in complete(vertices) {
        if !edges.contains(&(from, to)) && !edges.contains(&(to, from)) && random.random_bool(more) {
            edges.push((from, to));
        }
    }
    edges
}

/// Compares all answers at a position.
fn compare(vertices: usize, edges: &[(usize, usize)], chips: &[u64], values: &mut Values) {
    let game = game(vertices, edges, chips);
    assert_eq!(game.configuration().chips(), chips);
    let seen = format!("{edges:?} {chips:?}");
    for question in QUESTIONS {
        let (expected, best) = match question {
            Question::Winner => (values.winner(chips), Some(values.winning(chips))),
            Question::Grundy => (values.grundy(chips), None),
            Question::Number(first) => {
                let max = first == Side::Max;
                (values.number(chips, max), Some(values.keeping(chips, max)))
            }
        };
        assert_eq!(value(&game, question), expected, "{question:?} {seen}");
        if let Some(best) = best {
            assert_eq!(moves(&game, question), best, "{question:?} {seen}");
        }
    }
}

#[test]
fn all_positions_of_all_graphs_on_up_to_4_vertices_agree_with_the_rules() {
    let mut number = 0;
    for vertices in 2..=4 {
        for edges in graphs(vertices) {
            let mut values = Values::new(Board::new(vertices, &edges));
            for chips in values.board.reachable() {
                compare(vertices, &edges, &chips, &mut values);
            }
            number += 1;
        }
    }
    assert_eq!(number, 1 + 4 + 38);
}

#[test]
fn some_graphs_on_5_vertices_agree_with_the_rules() {
    compare_graphs_on_5_vertices(9);
}

#[test]
#[ignore = "exhaustive: 2 s"]
fn all_graphs_on_5_vertices_agree_with_the_rules() {
    compare_graphs_on_5_vertices(1);
}

/// Compares one of every `step` connected graphs on five numbered vertices.
fn compare_graphs_on_5_vertices(step: usize) {
    let mut random = SmallRng::seed_from_u64(1);
    let graphs = graphs(5);
    assert_eq!(graphs.len(), 728);
    for edges in graphs.iter().rev().step_by(step) {
        let mut values = Values::new(Board::new(5, edges));
        compare(5, edges, &[0; 5], &mut values);
        let positions: Vec<Chips> = values.board.reachable().into_iter().collect();
        for chips in positions.sample(&mut random, POSITIONS_ON_5) {
            compare(5, edges, chips, &mut values);
        }
    }
}

#[test]
fn complete_graphs_agree_with_the_rules() {
    for n in 2..=COMPLETE {
        let mut values = Values::new(Board::complete(n));
        compare(n, &complete(n), &vec![0; n], &mut values);
    }
}

/// Player 1 or Max is to move at each position, so that there are dictionaries for even and odd numbers of chips.
#[test]
fn all_positions_of_complete_graphs_are_as_the_post_computes() {
    for n in 2..=ALL_POSITIONS {
        let mut open = vec![vec![0; n]];
        let mut next = 0;
        while next < open.len() {
            let more: Vec<_> = post::all_subgames(&open[next]).into_iter().filter(|g| !g.is_empty()).collect();
            more.into_iter().for_each(|g| {
                if !open.contains(&g) {
                    open.push(g)
                }
            });
            next += 1;
        }
        // C(2n-2, n): 792 for n = 7.
        let binomial = (1..=n).fold(1, |value, i| value * (n - 2 + i) / i);
        assert_eq!(open.len(), binomial, "K{n}");
        let mut winners = [HashMap::new(), HashMap::new()];
        let mut scores = [HashMap::new(), HashMap::new()];
        for g in open.iter().step_by(POSITIONS_STEP) {
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
    let (graphs, vertices) = RENUMBERED;
    for _ in 0..graphs {
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
            if question == Question::Grundy {
                continue;
            }
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
    for play in 0..PLAYS {
        let vertices = random.random_range(2..=9);
        let more = [0.0, 0.3, 0.7, 1.0][play % 4];
        let edges = random_graph(vertices, more, &mut random);
        let board = Board::new(vertices, &edges);
        let (m, n) = (edges.len() as u64, vertices as u64);
        let mut now = game(vertices, &edges, &vec![0; vertices]);
        assert_eq!(now.bounds(), Bounds { lower: m, upper: 2 * m + 1 - n });
        let length = loop {
            let chosen = random.random_range(0..vertices);
            let vertex = now.graph().vertices().nth(chosen).unwrap();
            let expected = board.after(now.configuration().chips(), chosen);
            let after = now.play(vertex);
            assert_eq!(after.as_ref().map(|after| after.configuration().chips().to_vec()), expected, "{edges:?}");
            match after {
                Some(after) => {
                    assert_eq!(after.chips(), now.chips() + 1);
                    now = after;
                }
                None => break now.chips() + 1,
            }
        };
        assert!((m..=2 * m + 1 - n).contains(&length), "{edges:?}: {length}");
        assert!(more > 0.0 || length == m, "a play on the tree {edges:?} has {length} moves");
    }
}

#[test]
fn plays_on_trees_are_forced() {
    let mut random = SmallRng::seed_from_u64(4);
    let (trees, most) = TREES;
    for _ in 0..trees {
        let vertices = random.random_range(2..=most);
        let edges = random_graph(vertices, 0.0, &mut random);
        let m = vertices as u64 - 1;
        let positions: Vec<Chips> = Board::new(vertices, &edges).reachable().into_iter().collect();
        for chips in [&vec![0; vertices], positions.choose(&mut random).unwrap()] {
            let game = game(vertices, &edges, chips);
            let odd = (m - game.chips()) % 2 == 1;
            let expected = [if odd { 1 } else { 2 }, u64::from(odd), m, m];
            assert_eq!(QUESTIONS.map(|question| value(&game, question)), expected, "{edges:?} {chips:?}");
            let all: Vec<usize> = (0..vertices).collect();
            for question in [Question::Number(Side::Max), Question::Number(Side::Min)] {
                assert_eq!(moves(&game, question), all, "{edges:?} {chips:?}");
            }
            assert_eq!(moves(&game, Question::Winner), if odd { all } else { vec![] }, "{edges:?} {chips:?}");
        }
    }
}

/// West, on the page of research problems: with a loser who prolongs there were n²-3n+3 moves. Whether the winner, who plays
/// a winning move each time, prolongs or shortens makes no difference.
#[test]
fn a_loser_who_prolongs_gets_as_many_moves_as_was_found() {
    for n in 2..=7_u64 {
        let mut values = Values::new(Board::complete(n as usize));
        for shortens in [false, true] {
            assert_eq!(values.play(&vec![0; n as usize], shortens), n * n + 3 - 3 * n, "K{n}");
        }
    }
}

/// The reference: in an endless avalanche, and only there, every vertex fires.
#[test]
fn firing_that_fires_every_vertex_comes_back() {
    let (mut ends, mut rests) = (0, 0);
    for vertices in 2..=4 {
        for edges in graphs(vertices) {
            let board = Board::new(vertices, &edges);
            let most = 4_u64;
            for number in 0..(most + 1).pow(vertices as u32) {
                let chips: Chips = (0..vertices as u32).map(|i| number / (most + 1).pow(i) % (most + 1)).collect();
                assert_eq!(board.rest(&chips).is_none(), board.recurs(&chips), "{edges:?} {chips:?}");
                *(if board.recurs(&chips) { &mut ends } else { &mut rests }) += 1;
            }
        }
    }
    assert!(ends > 1000 && rests > 1000);
}

/// The reference: the values of sorted positions of complete graphs are those of all positions.
#[test]
fn sorting_changes_nothing() {
    for n in 2..=4 {
        let mut unsorted = Values::new(Board::new(n, &complete(n)));
        let mut sorted = Values::new(Board::complete(n));
        for chips in unsorted.board.reachable() {
            let mut order = chips.clone();
            order.sort_by(|a, b| b.cmp(a));
            assert_eq!(unsorted.grundy(&chips), sorted.grundy(&order));
            assert_eq!(unsorted.number(&chips, true), sorted.number(&order, true));
            assert_eq!(unsorted.number(&chips, false), sorted.number(&order, false));
        }
    }
}
