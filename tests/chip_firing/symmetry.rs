//! Labels up to automorphism, against all permutations of the vertices.

use std::collections::BTreeSet;

use itertools::Itertools;
use quadrille::graph::{Graph, Scratch, Symmetries};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::reference::{self, Board, complete, edges, graph, graphs};
use crate::support::rounds;

fn named(name: &str) -> Graph {
    name.parse().unwrap()
}

fn canonical(symmetries: &Symmetries, labels: &[u8], scratch: &mut Scratch) -> Vec<u8> {
    let mut labels = labels.to_vec();
    symmetries.canonical(&mut labels, scratch);
    labels
}

/// The canonical form is an image, and the same for all images; so different orbits have different ones.
fn check(graph: &Graph, automorphisms: &[Vec<usize>], symmetries: &Symmetries, labels: &[u8], scratch: &mut Scratch) {
    let orbit: BTreeSet<Vec<u8>> =
        automorphisms.iter().map(|images| images.iter().map(|&image| labels[image]).collect()).collect();
    let form = canonical(symmetries, labels, scratch);
    assert!(orbit.contains(&form), "{graph:?}: {labels:?} became {form:?}");
    for image in &orbit {
        assert_eq!(canonical(symmetries, image, scratch), form, "{graph:?}: {labels:?} and {image:?}");
    }
}

fn all_graphs(n: usize) -> impl Iterator<Item = Graph> {
    graphs(n).map(move |edges| graph(n, edges))
}

#[test]
fn labels_on_up_to_five_vertices_match_all_permutations() {
    let mut scratch = Scratch::default();
    for n in 0..=5 {
        for graph in all_graphs(n).step_by(if n == 5 { rounds(4, 1) } else { 1 }) {
            let automorphisms = Board::of(&graph).automorphisms();
            let symmetries = Symmetries::of(&graph);
            for labels in (0..n).map(|_| 0..3_u8).multi_cartesian_product() {
                check(&graph, &automorphisms, &symmetries, &labels, &mut scratch);
            }
        }
    }
}

#[test]
fn labels_on_six_vertices_match_all_permutations() {
    let mut random = SmallRng::seed_from_u64(1);
    let mut scratch = Scratch::default();
    for graph in all_graphs(6).filter(Graph::is_connected).step_by(26_704 / rounds(2_000, 26_704)) {
        let automorphisms = Board::of(&graph).automorphisms();
        let symmetries = Symmetries::of(&graph);
        for colours in 2..4 {
            let labels: Vec<u8> = (0..6).map(|_| random.random_range(0..colours)).collect();
            check(&graph, &automorphisms, &symmetries, &labels, &mut scratch);
        }
    }
}

/// Graphs with many automorphisms of all kinds, by their number.
fn symmetric() -> Vec<(&'static str, Graph, usize)> {
    let doubled = |graph: &Graph, inside: bool| {
        let edges = edges(graph);
        let joined = |&(a, b): &(usize, usize)| {
            if a / 2 == b / 2 { inside } else { edges.contains(&(a / 2, b / 2)) || edges.contains(&(b / 2, a / 2)) }
        };
        reference::graph(2 * graph.order(), complete(2 * graph.order()).into_iter().filter(joined))
    };
    let mut all = vec![
        ("K4 doubled", doubled(&named("K4"), false), 384),
        ("C5 doubled", doubled(&named("C5"), false), 320),
        ("C5 doubled and joined", doubled(&named("C5"), true), 320),
    ];
    let names = [("Q3", 48), ("Q4", 384), ("petersen", 120), ("K3,3", 72), ("K3,4", 144), ("K7", 5040), ("C9", 18)];
    let more = [("grid3x3", 8), ("grid2x4", 4), ("W7", 12), ("P9", 2)];
    all.extend(names.into_iter().chain(more).map(|(name, size)| (name, named(name), size)));
    let drawn = [
        ("prism", "01 12 02 34 45 35 03 14 25", 12),
        ("spider", "01 12 03 34 05 56 07 78", 24),
        ("double broom", "01 02 03 04 45 46 47", 72),
        ("two squares", "01 12 23 03 45 56 67 47", 128),
        ("two pentagons at a point", "01 12 23 34 04 05 56 67 78 08", 8),
        ("no symmetry", "01 12 23 34 45 26", 1),
        ("Frucht", "01 12 23 34 45 56 06 07 17 28 39 49 5a 6a 7b 8b 89 ab", 1),
    ];
    all.extend(drawn.map(|(name, edges, size)| {
        let vertex = |digit: u8| (digit as char).to_digit(16).unwrap() as usize;
        let edges = edges.split(' ').map(|edge| (vertex(edge.as_bytes()[0]), vertex(edge.as_bytes()[1])));
        let order = edges.clone().map(|(from, to)| from.max(to) + 1).max().unwrap();
        (name, graph(order, edges), size)
    }));
    all
}

#[test]
fn labels_on_symmetric_graphs_match_all_permutations() {
    let mut random = SmallRng::seed_from_u64(2);
    let mut scratch = Scratch::default();
    for (name, graph, expected) in symmetric() {
        let mut calls: Vec<usize> = (0..graph.order()).collect();
        for round in 0..4 {
            let graph = reference::graph(graph.order(), edges(&graph).into_iter().map(|(a, b)| (calls[a], calls[b])));
            let automorphisms = Board::of(&graph).automorphisms();
            assert_eq!(automorphisms.len(), expected, "{name}");
            let symmetries = Symmetries::of(&graph);
            for _ in 0..12 {
                let labels: Vec<u8> = (0..graph.order()).map(|_| random.random_range(0..2 + round)).collect();
                check(&graph, &automorphisms, &symmetries, &labels, &mut scratch);
            }
            calls.shuffle(&mut random);
        }
    }
}

#[test]
fn labels_on_a_complete_graph_come_greatest_first() {
    let mut labels = [3, 200, 0, 3, 7];
    Symmetries::of(&named("K5")).canonical(&mut labels, &mut Scratch::default());
    assert_eq!(labels, [200, 7, 3, 3, 0]);
}

/// The 6-cube has 46,080 automorphisms of 64 vertices, and the cycle more classes of twins than are searched.
#[test]
fn forms_are_images_despite_too_many_automorphisms() {
    for name in &["C200", "Q6"][..rounds(1, 2)] {
        let graph = named(name);
        // All labels are different, so the form determines the image of each vertex.
        let labels: Vec<u8> = (0..graph.order() as u8).collect();
        let form = canonical(&Symmetries::of(&graph), &labels, &mut Scratch::default());
        let images = edges(&graph).into_iter().map(|(a, b)| (form[a].into(), form[b].into()));
        assert!(form.iter().all_unique() && reference::graph(labels.len(), images) == graph, "{name}: {form:?}");
    }
}

/// The graph of the Hadamard matrix of Paley's construction for a prime that is 3 modulo 4: its rows and columns, each
/// twice, joined by sign.
fn hadamard(prime: usize) -> Graph {
    let order = prime + 1;
    let is_square = |number: usize| (1..prime).any(|root| root * root % prime == number % prime);
    let positive =
        |row: usize, column: usize| row == 0 || row == column || (column != 0 && is_square(row + prime - column));
    let signs = (0..order).cartesian_product(0..order).cartesian_product(0..2);
    let edges = signs.map(|((row, column), sign)| {
        (2 * row + sign, 2 * (order + column) + (sign + usize::from(!positive(row, column))) % 2)
    });
    graph(4 * order, edges)
}

/// All vertices are alike, and colours distinguish them only when many are fixed: with the larger primes the search for
/// automorphisms reaches its limit.
#[test]
fn forms_of_hard_graphs_are_forms() {
    let (mut random, mut scratch) = (SmallRng::seed_from_u64(7), Scratch::default());
    for &prime in &[11, 19, 31][..rounds(1, 3)] {
        let graph = hadamard(prime);
        let symmetries = Symmetries::of(&graph);
        for _ in 0..100 {
            let labels: Vec<u8> = graph.vertices().map(|_| random.random_range(0..3)).collect();
            let form = canonical(&symmetries, &labels, &mut scratch);
            assert_eq!(canonical(&symmetries, &form, &mut scratch), form);
            assert!(form.iter().sorted().eq(labels.iter().sorted()));
        }
    }
}

/// With labels that differ, and that are the same, all vertices and one of each class of twins are distinct.
#[test]
fn twins_are_those_with_the_same_other_neighbours() {
    for graph in (1..=5).flat_map(all_graphs) {
        let symmetries = Symmetries::of(&graph);
        let distinct = |labels: &[u8]| symmetries.distinct(labels).map(|vertex| vertex.index()).collect_vec();
        let others = |a: usize, b: usize| {
            let neighbours = graph.neighbours(graph.vertex(a).unwrap()).iter().map(|next| next.index());
            neighbours.filter(|&next| next != b).collect_vec()
        };
        let all = (0..graph.order()).collect_vec();
        let first = |&vertex: &usize| (0..vertex).all(|before| others(before, vertex) != others(vertex, before));
        assert_eq!(distinct(&vec![3; all.len()]), all.iter().copied().filter(first).collect_vec(), "{graph:?}");
        assert_eq!(distinct(&all.iter().map(|&vertex| vertex as u8).collect_vec()), all, "{graph:?}");
    }
}
