//! Labels up to automorphism, against all permutations of the vertices.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use quadrille::graph::{Graph, Named, Scratch, Symmetries, Vertex};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

fn named(name: &str) -> Graph {
    name.parse::<Named>().unwrap().graph().clone()
}

fn edges(graph: &Graph) -> Vec<(usize, usize)> {
    let of = |vertex: Vertex| graph.neighbours(vertex).iter().map(move |next| (vertex.index(), next.index()));
    graph.vertices().flat_map(of).filter(|(from, to)| from < to).collect()
}

/// All automorphisms, by the definition: permutations of the vertices that keep the edges, pruned as they grow.
fn automorphisms(graph: &Graph) -> Vec<Vec<usize>> {
    let n = graph.order();
    let mut joined = vec![vec![false; n]; n];
    for (from, to) in edges(graph) {
        (joined[from][to], joined[to][from]) = (true, true);
    }
    let mut all = vec![Vec::new()];
    for vertex in 0..n {
        let mut longer = Vec::new();
        for images in &all {
            for image in (0..n).filter(|image| !images.contains(image)) {
                if (0..vertex).all(|before| joined[before][vertex] == joined[images[before]][image]) {
                    longer.push([images.as_slice(), &[image]].concat());
                }
            }
        }
        all = longer;
    }
    all
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
    let line = graph.to_graph6();
    assert!(orbit.contains(&form), "{line}: {labels:?} became {form:?}");
    for image in &orbit {
        assert_eq!(canonical(symmetries, image, scratch), form, "{line}: {labels:?} and {image:?}");
    }
}

fn all_graphs(n: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<(usize, usize)> = (0..n).array_combinations::<2>().map(|[a, b]| (a, b)).collect();
    (0..1_u64 << pairs.len()).map(move |set| {
        let chosen = pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &pair)| pair);
        Graph::from_edges(n, chosen).unwrap()
    })
}

#[test]
fn all_labels_of_all_graphs_with_up_to_five_vertices_agree_with_all_permutations() {
    let mut scratch = Scratch::default();
    for n in 0..=5 {
        for graph in all_graphs(n) {
            let automorphisms = automorphisms(&graph);
            let symmetries = Symmetries::of(&graph);
            for labels in (0..3_u32.pow(n as u32)).map(|number| digits(number, n)) {
                let form = canonical(&symmetries, &labels, &mut scratch);
                let orbit = automorphisms.iter().map(|images| images.iter().map(|&i| labels[i]).collect_vec());
                let mut forms = orbit.clone().map(|image| canonical(&symmetries, &image, &mut scratch));
                assert!(forms.all_equal(), "{} {labels:?}", graph.to_graph6());
                drop(forms);
                assert!(orbit.clone().contains(&form), "{} {labels:?}", graph.to_graph6());
            }
        }
    }
}

fn digits(mut number: u32, n: usize) -> Vec<u8> {
    let mut digit = || {
        let low = number % 3;
        number /= 3;
        low as u8
    };
    (0..n).map(|_| digit()).collect()
}

#[test]
fn some_graphs_with_six_vertices_agree_with_all_permutations() {
    check_graphs_with_six_vertices(13);
}

#[test]
#[ignore = "exhaustive: 1 s"]
fn all_graphs_with_six_vertices_agree_with_all_permutations() {
    check_graphs_with_six_vertices(1);
}

/// Checks one of every `step` connected graphs.
fn check_graphs_with_six_vertices(step: usize) {
    let mut random = SmallRng::seed_from_u64(1);
    let mut scratch = Scratch::default();
    for graph in all_graphs(6).filter(Graph::is_connected).step_by(step) {
        let automorphisms = automorphisms(&graph);
        let symmetries = Symmetries::of(&graph);
        for colours in 2..4 {
            let labels: Vec<u8> = (0..6).map(|_| random.random_range(0..colours)).collect();
            check(&graph, &automorphisms, &symmetries, &labels, &mut scratch);
        }
    }
}

/// Graphs with many automorphisms of all kinds, by their number.
fn symmetric() -> BTreeMap<&'static str, (Graph, usize)> {
    let made = |n: usize, edges: &[(usize, usize)]| Graph::from_edges(n, edges.iter().copied()).unwrap();
    let blown_up = |graph: &Graph, by: usize, inside: bool| {
        let edges = edges(graph);
        let joined = |a: usize, b: usize| edges.contains(&(a, b)) || edges.contains(&(b, a));
        let n = graph.order();
        let pairs = (0..n * by).array_combinations::<2>().map(|[a, b]| (a, b));
        let kept = pairs.filter(|&(a, b)| if a / by == b / by { inside } else { joined(a / by, b / by) });
        Graph::from_edges(n * by, kept).unwrap()
    };
    BTreeMap::from([
        ("cube", (named("Q3"), 48)),
        ("4-cube", (named("Q4"), 384)),
        ("Petersen", (named("petersen"), 120)),
        ("prism", (made(6, &[(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)]), 12)),
        ("K3,3", (named("K3,3"), 72)),
        ("K3,4", (named("K3,4"), 144)),
        ("K7", (named("K7"), 5040)),
        ("cocktail party", (blown_up(&named("K4"), 2, false), 384)),
        ("C5 doubled", (blown_up(&named("C5"), 2, false), 320)),
        ("C5 doubled and joined", (blown_up(&named("C5"), 2, true), 320)),
        ("grid", (named("grid3x3"), 8)),
        ("long grid", (named("grid2x4"), 4)),
        ("wheel", (named("W7"), 12)),
        ("path", (named("P9"), 2)),
        ("cycle", (named("C9"), 18)),
        ("spider", (made(9, &[(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6), (0, 7), (7, 8)]), 24)),
        ("double broom", (made(8, &[(0, 1), (0, 2), (0, 3), (0, 4), (4, 5), (4, 6), (4, 7)]), 72)),
        ("two squares", (made(8, &[(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (6, 7), (4, 7)]), 128)),
        (
            "two pentagons at a point",
            (made(9, &[(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 5), (5, 6), (6, 7), (7, 8), (0, 8)]), 8),
        ),
        ("no symmetry", (made(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)]), 1)),
        (
            "Frucht",
            (
                made(
                    12,
                    &[
                        (0, 1),
                        (1, 2),
                        (2, 3),
                        (3, 4),
                        (4, 5),
                        (5, 6),
                        (0, 6),
                        (0, 7),
                        (1, 7),
                        (2, 8),
                        (3, 9),
                        (4, 9),
                        (5, 10),
                        (6, 10),
                        (7, 11),
                        (8, 11),
                        (8, 9),
                        (10, 11),
                    ],
                ),
                1,
            ),
        ),
    ])
}

#[test]
fn symmetric_graphs_with_any_numbering_agree_with_all_permutations() {
    let mut random = SmallRng::seed_from_u64(2);
    let mut scratch = Scratch::default();
    for (name, (graph, expected)) in symmetric() {
        let mut calls: Vec<usize> = (0..graph.order()).collect();
        for round in 0..4 {
            let graph =
                Graph::from_edges(graph.order(), edges(&graph).into_iter().map(|(a, b)| (calls[a], calls[b]))).unwrap();
            let automorphisms = automorphisms(&graph);
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

/// As many forms as orbits, counted by Burnside's lemma.
#[test]
fn there_are_as_many_forms_as_orbits() {
    let mut scratch = Scratch::default();
    for (name, (graph, size)) in symmetric() {
        let n = graph.order();
        if n > 10 {
            continue;
        }
        let symmetries = Symmetries::of(&graph);
        let all = 3_u32.pow(n as u32);
        let forms: BTreeSet<_> =
            (0..all).map(|number| canonical(&symmetries, &digits(number, n), &mut scratch)).collect();
        let fixed: usize = automorphisms(&graph).iter().map(|images| 3_usize.pow(cycles(images))).sum();
        assert_eq!(forms.len(), fixed / size, "{name}");
    }
}

fn cycles(images: &[usize]) -> u32 {
    let smallest = |start: usize| {
        let mut at = images[start];
        while at > start {
            at = images[at];
        }
        at == start
    };
    (0..images.len()).filter(|&start| smallest(start)).count() as u32
}

#[test]
fn on_a_complete_graph_labels_come_greatest_first() {
    let mut labels = [3, 200, 0, 3, 7];
    Symmetries::of(&named("K5")).canonical(&mut labels, &mut Scratch::default());
    assert_eq!(labels, [200, 7, 3, 3, 0]);
}

/// The 6-cube has 46,080 automorphisms of 64 vertices, and the cycle more classes of twins than are searched.
#[test]
fn with_too_many_automorphisms_the_forms_still_are_images() {
    check_image("C200");
}

#[test]
#[ignore = "exhaustive: 1 s"]
fn with_far_too_many_automorphisms_the_forms_still_are_images() {
    check_image("Q6");
}

fn check_image(name: &str) {
    let graph = named(name);
    let symmetries = Symmetries::of(&graph);
    let joined: BTreeSet<(usize, usize)> = edges(&graph).into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    // All labels are different, so the form determines the image of each vertex.
    let labels: Vec<u8> = (0..graph.order() as u8).collect();
    let form = canonical(&symmetries, &labels, &mut Scratch::default());
    let kept = (0..labels.len())
        .array_combinations()
        .all(|[a, b]| joined.contains(&(a, b)) == joined.contains(&(usize::from(form[a]), usize::from(form[b]))));
    assert!(kept, "{name}: {form:?}");
}

/// The graph of the Hadamard matrix of Paley's construction for a prime that is 3 modulo 4: its rows and columns, each twice,
/// joined by sign.
fn hadamard(prime: usize) -> Graph {
    let order = prime + 1;
    let is_square = |number: usize| (1..prime).any(|root| root * root % prime == number % prime);
    let positive =
        |row: usize, column: usize| row == 0 || row == column || (column != 0 && is_square(row + prime - column));
    let signs = (0..order).cartesian_product(0..order).cartesian_product(0..2);
    let edges = signs.map(|((row, column), sign)| {
        (2 * row + sign, 2 * (order + column) + (sign + usize::from(!positive(row, column))) % 2)
    });
    Graph::from_edges(4 * order, edges).unwrap()
}

/// All vertices are alike, and colours distinguish them only when many are fixed: the search for automorphisms reaches its limit.
#[test]
fn graphs_that_are_hard_on_purpose_end_in_forms_that_still_are_forms() {
    check_hadamard(11);
}

/// The search for automorphisms reaches its limit.
#[test]
#[ignore = "exhaustive: 4 s"]
fn larger_graphs_that_are_hard_on_purpose_end_in_forms_that_still_are_forms() {
    check_hadamard(19);
    check_hadamard(31);
}

fn check_hadamard(prime: usize) {
    let graph = hadamard(prime);
    let symmetries = Symmetries::of(&graph);
    let mut scratch = Scratch::default();
    let mut rng = SmallRng::seed_from_u64(7);
    for _ in 0..100 {
        let labels: Vec<u8> = graph.vertices().map(|_| rng.random_range(0..3)).collect();
        let form = canonical(&symmetries, &labels, &mut scratch);
        assert_eq!(canonical(&symmetries, &form, &mut scratch), form);
        assert!(form.iter().sorted().eq(labels.iter().sorted()));
    }
}

#[test]
fn twins_are_those_with_the_same_other_neighbours() {
    for graph in (1..=5).flat_map(all_graphs) {
        let symmetries = Symmetries::of(&graph);
        let others = |a: usize, b: usize| {
            let vertex = graph.vertices().nth(a).unwrap();
            graph.neighbours(vertex).iter().map(|next| next.index()).filter(|&next| next != b).collect_vec()
        };
        for vertex in graph.vertices() {
            let last = (0..vertex.index())
                .rev()
                .find(|&before| others(before, vertex.index()) == others(vertex.index(), before));
            assert_eq!(symmetries.twin_before(vertex).map(|twin| twin.index()), last, "{}", graph.to_graph6());
        }
    }
}
