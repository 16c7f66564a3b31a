//! Graphs by their names and as graph6.

use quadrille::graph::{EdgeError, Graph, Graph6ErrorKind, ParseGraph6Error, ParseGraphError};

use itertools::Itertools;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::reference::{self, complete, edges, graph, graph6, random_graph};
use crate::support::{changed, random_cases};

fn named(name: &str) -> Graph {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The graph on n vertices with an edge between each pair that `joined` accepts.
fn where_joined(n: usize, joined: impl Fn(usize, usize) -> bool) -> Graph {
    graph(n, complete(n).into_iter().filter(|&(from, to)| joined(from, to)))
}

/// Each family by its definition, for two vertices of which the first has the smaller number.
#[test]
fn families_have_the_edges_of_their_definitions() {
    for n in 2..20 {
        assert_eq!(named(&format!("K{n}")), where_joined(n, |_, _| true));
        assert_eq!(named(&format!("P{n}")), where_joined(n, |a, b| b - a == 1));
        let leaves = n - 1;
        assert_eq!(named(&format!("star{leaves}")), where_joined(n, |a, _| a == 0));
    }
    for n in 3..20 {
        assert_eq!(named(&format!("C{n}")), where_joined(n, |a, b| b - a == 1 || b - a == n - 1));
        let rim = |a, b| b - a == 1 || b - a == n - 1;
        let wheel = where_joined(n + 1, |a, b| a == 0 || rim(a - 1, b - 1));
        assert_eq!(named(&format!("W{}", n + 1)), wheel);
    }
    for (a, b) in (1..7).flat_map(|a| (1..7).map(move |b| (a, b))) {
        let across = where_joined(a + b, |from, to| from < a && to >= a);
        assert_eq!(named(&format!("K{a},{b}")), across);
        if a * b > 1 {
            let distance = |from: usize, to: usize| (to / b - from / b) + (to % b).abs_diff(from % b);
            assert_eq!(named(&format!("grid{a}x{b}")), where_joined(a * b, |x, y| distance(x, y) == 1));
        }
    }
    for d in 1..7 {
        let one_bit = where_joined(1 << d, |a, b| (a ^ b).count_ones() == 1);
        assert_eq!(named(&format!("Q{d}")), one_bit);
    }
    // An outer cycle of five, spokes, and an inner star.
    let petersen = |a, b| match (a < 5, b < 5) {
        (true, true) => b - a == 1 || b - a == 4,
        (false, false) => b - a == 2 || b - a == 3,
        _ => b - a == 5,
    };
    assert_eq!(named("petersen"), where_joined(10, petersen));
}

#[test]
fn case_and_leading_zeros_do_not_matter() {
    let names = "K5 K5 K3,4 C6 P4 star5 W6 Q3 grid3x4 petersen g6:DQc g6:DQc";
    let texts = "k5 K005 k03,4 c6 p04 STAR5 w6 q3 Grid3X04 Petersen G6:DQc g6:>>graph6<<DQc";
    for (text, name) in texts.split(' ').zip(names.split(' ')) {
        assert_eq!(named(text), named(name));
    }
    assert_ne!(named("K4,3"), named("K3,4"));
}

#[test]
fn other_names_are_rejected() {
    for text in "|K|5|K5x|K-5|K 5|K3,|K,3|K3,4,5|grid3|gridx3|grid3,4|petersen2|é|Ké|g6".split('|') {
        assert_eq!(text.parse::<Graph>(), Err(ParseGraphError::Unknown), "{text}");
    }
    for (texts, smallest) in [
        ("K0 K1", "K2"),
        ("K0,5 K5,0", "K1,1"),
        ("P1", "P2"),
        ("star0", "star1"),
        ("Q0", "Q1"),
        ("grid1x1 grid0x9", "grid1x2"),
    ] {
        for text in texts.split(' ') {
            assert_eq!(text.parse::<Graph>(), Err(ParseGraphError::NoEdge(smallest)), "{text}");
        }
        assert_eq!(named(smallest).size(), 1);
    }
    for (text, smallest) in [("C0", "C3"), ("C2", "C3"), ("W3", "W4"), ("W0", "W4")] {
        assert_eq!(text.parse::<Graph>(), Err(ParseGraphError::TooSmall(smallest)), "{text}");
        assert!(named(smallest).is_complete());
    }
    let endless = "K# K#,# K1,# C# P# star# W# Q# grid#x# grid1x#".replace('#', "99999999999999999999");
    let just_too_many = "K65537 K65536,1 C65537 P65537 star65536 W65537 Q17 Q64 grid2x32769";
    for text in endless.split(' ').chain(just_too_many.split(' ')) {
        assert_eq!(text.parse::<Graph>(), Err(ParseGraphError::TooManyVertices), "{text}");
    }
    for text in ["K5794", "K4096,4097", "K6000"] {
        assert_eq!(text.parse::<Graph>(), Err(ParseGraphError::TooManyEdges), "{text}");
    }
}

#[test]
fn largest_graphs_are_built() {
    let largest = [("K5793", 5793, 16_776_528), ("P65536", 65_536, 65_535), ("Q16", 65_536, 524_288)];
    for (name, order, size) in largest {
        let graph = named(name);
        assert_eq!((graph.order(), graph.size()), (order, size));
    }
}

/// A line of graph6, and its vertices and edges.
type Line = (&'static str, usize, &'static [(usize, usize)]);

/// The first is the example of the format's description; the others are what `geng -q 3`, `geng -cq 4` and a few
/// programs besides write.
#[test]
fn graph6_matches_published_lines() {
    let lines: [Line; 15] = [
        ("DQc", 5, &[(0, 2), (0, 4), (1, 3), (3, 4)]),
        ("?", 0, &[]),
        ("@", 1, &[]),
        ("A_", 2, &[(0, 1)]),
        ("B?", 3, &[]),
        ("BO", 3, &[(0, 2)]),
        ("BW", 3, &[(0, 2), (1, 2)]),
        ("Bw", 3, &[(0, 1), (0, 2), (1, 2)]),
        ("CF", 4, &[(0, 3), (1, 3), (2, 3)]),
        ("CU", 4, &[(0, 2), (0, 3), (1, 3)]),
        ("CV", 4, &[(0, 2), (0, 3), (1, 3), (2, 3)]),
        ("C]", 4, &[(0, 2), (0, 3), (1, 2), (1, 3)]),
        ("C^", 4, &[(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        ("C~", 4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        ("D~{", 5, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]),
    ];
    for (line, n, edges) in lines {
        let graph = Graph::from_graph6(line.as_bytes()).unwrap();
        assert_eq!((graph.order(), &reference::edges(&graph)[..]), (n, edges), "{line}");
        assert_eq!(Graph::from_graph6(format!(">>graph6<<{line}").as_bytes()).as_ref(), Ok(&graph), "{line}");
        assert_eq!(graph6(n, edges.iter().copied()), line);
    }
}

/// The number of vertices takes four bytes from 63 on: 12345 is the example of the description.
#[test]
fn order_has_another_form_after_62() {
    for (n, order) in [(62, "}"), (63, "~??~"), (64, "~?@?"), (12_345, "~B?x")] {
        let empty = "?".repeat((n * (n - 1) / 2_usize).div_ceil(6));
        let graph = Graph::from_graph6(format!("{order}{empty}").as_bytes()).unwrap();
        assert_eq!((graph.order(), graph.size()), (n, 0));
    }
}

/// Lines, each with the place of its fault.
type Faulty = &'static [(usize, &'static [u8])];

/// Kinds of faults.
#[rustfmt::skip]
const FAULTS: [(Graph6ErrorKind, Faulty); 16] = [
    (Graph6ErrorKind::Empty, &[(0, b""), (10, b">>graph6<<")]),
    (Graph6ErrorKind::Sparse6, &[(0, b":Fa@x^"), (0, b";Fa@x^"), (0, b">>sparse6<<:Fa@x^"), (10, b">>graph6<<:Fa@x^")]),
    (Graph6ErrorKind::Digraph6, &[(0, b"&DI?AO?"), (0, b">>digraph6<<&DI?AO?")]),
    (Graph6ErrorKind::Byte(32), &[(2, b"DQ c")]),
    (Graph6ErrorKind::Byte(13), &[(3, b"DQc\r")]),
    (Graph6ErrorKind::Byte(127), &[(11, b">>graph6<<D\x7fc")]),
    (Graph6ErrorKind::Byte(255), &[(1, b"D\xffc")]),
    (Graph6ErrorKind::Character('>'), &[(1, b"D>c")]),
    (Graph6ErrorKind::TooFewBytes { missing: 2 }, &[(1, b"D")]),
    (Graph6ErrorKind::TooFewBytes { missing: 1 }, &[(2, b"DQ"), (12, b">>graph6<<DQ"), (3, b"~??"), (7, b"~~?????")]),
    (Graph6ErrorKind::TooFewBytes { missing: 357_908_480 }, &[(4, b"~O??")]),
    (Graph6ErrorKind::TooManyBytes(3), &[(3, b"DQc?")]),
    (Graph6ErrorKind::TooManyBytes(1), &[(1, b"@?")]),
    (Graph6ErrorKind::Padding, &[(2, b"DQd"), (2, b"DQe"), (1, b"A`")]),
    (Graph6ErrorKind::LongForm, &[(0, b"~??}"), (0, b"~~??????")]),
    (Graph6ErrorKind::TooManyVertices, &[(0, b"~O?@"), (0, b"~}~~"), (10, b">>graph6<<~~~~~~~~")]),
];

#[test]
fn faults_of_graph6_have_a_place() {
    for (kind, lines) in FAULTS {
        for &(offset, line) in lines {
            assert_eq!(Graph::from_graph6(line), Err(ParseGraph6Error { offset, kind }), "{}", line.escape_ascii());
        }
    }
    let dense = [b"~@iS".as_slice(), &vec![b'~'; 6804 * 6803 / 12]].concat();
    let error = Err(ParseGraph6Error { offset: 4, kind: Graph6ErrorKind::TooManyEdges });
    assert!(Graph::from_graph6(&dense) == error);
}

#[test]
fn graphs_are_read_as_written() {
    random_cases(128, 1000, |random| {
        let density = random.random_range(0.0..1.0);
        let n = random.random_range(0..80);
        let chosen: Vec<(usize, usize)> = complete(n).into_iter().filter(|_| random.random_bool(density)).collect();
        let graph = named(&format!("g6:{}", graph6(n, chosen.iter().copied())));
        assert!(graph.order() == n && edges(&graph).into_iter().sorted_by_key(|&(from, to)| (to, from)).eq(chosen));
    });
}

/// A changed line is a graph that is written so, or an error at a place in the line.
#[test]
fn altered_graph6_is_a_graph_or_an_error() {
    let order_of_100 = [126, 63, 64, 99];
    let long: Vec<u8> = order_of_100.into_iter().chain([63; 825]).collect();
    let lines = [&b"@"[..], b"DQc", b">>graph6<<DQc", b"IsP@OkWHG", b"~?@c", b"~~??????", b"~~?????~", &long, b""];
    let mut accepted = 0;
    random_cases(900, 30_000, |random| {
        let words = ["?", "@", "A", "C", "D~{", "~", "_", "w", ">>graph6<<"];
        let mut line = changed(*lines.choose(random).unwrap(), &words, random);
        line.truncate(random.random_range(0..1000));
        let shown = line.escape_ascii();
        match Graph::from_graph6(&line) {
            Ok(graph) => {
                accepted += 1;
                let text = line.strip_prefix(b">>graph6<<").unwrap_or(&line);
                let pairs = graph.order() * graph.order().saturating_sub(1) / 2;
                assert!(text.len() > pairs / 6, "{shown}: a graph beyond its line");
                assert!(graph6(graph.order(), edges(&graph)).as_bytes() == text, "{shown}");
            }
            Err(ParseGraph6Error { offset, kind }) => {
                let said = kind.to_string();
                assert!(offset <= line.len() && said.chars().all(|c| (' '..='~').contains(&c)), "{shown}: {said:?}");
            }
        }
    });
    assert!(accepted > 10, "{accepted}");
}

/// Edges and what they make: the graph by its edges, and the names of the vertices.
#[rustfmt::skip]
const LISTS: [(&str, &str, &str); 8] = [
    ("0-1 1-2 2-0", "0-1 0-2 1-2", ""),
    // Numbers are in their order, words in that of the list.
    ("2-1 1-0", "0-1 1-2", ""),
    ("10-9 9-1", "0-1 1-2", "1 9 10"),
    ("0-2 2-5", "0-1 1-2", "0 2 5"),
    ("b-a a-c", "0-1 1-2", "b a c"),
    ("00-1 1-2", "0-1 1-2", "00 1 2"),
    ("1-18446744073709551616 1-2", "0-1 0-2", "1 18446744073709551616 2"),
    // All edges in both directions.
    ("a-b b-c c-b b-a", "0-1 1-2", "a b c"),
];

fn listed(text: &str) -> Result<(Graph, Vec<String>), (usize, EdgeError)> {
    let edges: Vec<_> = text.split(' ').map(|edge| edge.split_once('-').unwrap()).collect();
    Graph::from_names(edges.iter().map(|&(one, other)| [one, other]))
}

#[test]
fn lists_of_edges_are_graphs() {
    for (text, expected, names) in LISTS {
        let (graph, found) = listed(text).unwrap();
        let edges: Vec<String> = edges(&graph).iter().map(|(from, to)| format!("{from}-{to}")).collect();
        assert_eq!((&*edges.join(" "), &*found.join(" ")), (expected, names), "{text}");
    }
    let twice = |index, one: &str, other: &str| Err((index, EdgeError::Twice(one.to_owned(), other.to_owned())));
    assert_eq!(listed("a-b b-c a-b"), twice(2, "a", "b"));
    assert_eq!(listed("a-b b-c c-b"), twice(2, "b", "c"));
    assert_eq!(listed("a-b b-b"), Err((1, EdgeError::Loop("b".to_owned()))));
}

#[test]
fn random_graphs_come_back_from_their_edges_in_any_order() {
    random_cases(100, 5000, |random| {
        let n = random.random_range(2..12);
        let joined = random_graph(n, random.random(), random);
        let text = |&(from, to)| if random.random() { format!("{from}-{to}") } else { format!("{to}-{from}") };
        let mut texts: Vec<String> = joined.iter().map(text).collect();
        texts.shuffle(random);
        assert_eq!(listed(&texts.join(" ")), Ok((graph(n, joined), Vec::new())));
    });
}
