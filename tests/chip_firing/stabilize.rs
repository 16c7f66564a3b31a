//! Stabilizing, against firing one vertex at a time in any order.

use std::collections::HashSet;
use std::ops::ControlFlow;

use quadrille::chip_firing::{
    Configuration, Endless, ParseConfigurationError, Stabilization, stabilize, stabilize_with,
};
use quadrille::graph::{Graph, Named};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A graph as the definition has it: the neighbours of each vertex.
#[derive(Clone, Debug)]
struct Reference(Vec<Vec<usize>>);

/// The chips at the end, and how often each vertex fired.
type End = Option<(Vec<u64>, Vec<u64>)>;

impl Reference {
    fn new(n: usize, edges: &[(usize, usize)]) -> Reference {
        let mut neighbours = vec![Vec::new(); n];
        for &(from, to) in edges {
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        Reference(neighbours)
    }

    fn random(n: usize, percent: u32, random: &mut SmallRng) -> Reference {
        let mut edges: Vec<(usize, usize)> = (1..n).map(|vertex| (random.random_range(0..vertex), vertex)).collect();
        for pair in pairs(n) {
            if !edges.contains(&pair) && random.random_range(0..100) < percent {
                edges.push(pair);
            }
        }
        Reference::new(n, &edges)
    }

    fn edges(&self) -> u64 {
        self.0.iter().map(Vec::len).sum::<usize>() as u64 / 2
    }

    fn is_connected(&self) -> bool {
        let mut reached = HashSet::from([0]);
        for _ in &self.0 {
            reached = reached.iter().flat_map(|&vertex| self.0[vertex].iter().copied().chain([vertex])).collect();
        }
        reached.len() == self.0.len()
    }

    fn graph(&self) -> Graph {
        let edges = self.0.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&to| (from, to)));
        Graph::from_edges(self.0.len(), edges.filter(|(from, to)| from < to)).unwrap()
    }

    fn unstable(&self, chips: &[u64]) -> Vec<usize> {
        (0..chips.len()).filter(|&vertex| chips[vertex] >= self.0[vertex].len() as u64).collect()
    }

    /// Fires any vertex that can, one at a time. There are finitely many configurations with these chips, so an avalanche is
    /// endless if and only if one of them recurs.
    fn play(&self, start: &[u64], random: &mut SmallRng) -> End {
        let (mut chips, mut firings) = (start.to_vec(), vec![0; start.len()]);
        let mut seen = HashSet::new();
        while let Some(&vertex) = self.unstable(&chips).choose(random) {
            if !seen.insert(chips.clone()) {
                return None;
            }
            chips[vertex] -= self.0[vertex].len() as u64;
            self.0[vertex].iter().for_each(|&next| chips[next] += 1);
            firings[vertex] += 1;
        }
        Some((chips, firings))
    }

    /// Start and firings explain the end: each vertex lost its degree whenever it fired and got one whenever a neighbour did.
    fn explains(&self, start: &[u64], firings: &[u64], end: &[u64]) -> bool {
        (0..start.len()).all(|vertex| {
            let got: u64 = self.0[vertex].iter().map(|&next| firings[next]).sum();
            start[vertex] + got == end[vertex] + firings[vertex] * self.0[vertex].len() as u64
        })
    }
}

fn pairs(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|to| (0..to).map(move |from| (from, to))).collect()
}

fn connected(n: usize) -> impl Iterator<Item = Reference> {
    let pairs = pairs(n);
    let graphs = (0..1_u64 << pairs.len()).map(move |set| {
        let chosen: Vec<_> =
            pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &pair)| pair).collect();
        Reference::new(n, &chosen)
    });
    graphs.filter(Reference::is_connected)
}

fn answer(graph: &Graph, chips: &[u64]) -> Stabilization {
    stabilize(graph, &Configuration::new(chips.to_vec()))
}

/// Compares the result for a configuration with the reference and with theorems.
fn compare(reference: &Reference, graph: &Graph, start: &[u64], random: &mut SmallRng) -> bool {
    let (n, m, total) = (start.len() as u64, reference.edges(), start.iter().sum::<u64>());
    let expected = reference.play(start, random);
    let found = answer(graph, start);
    match (&expected, &found) {
        (Some((chips, expected)), Stabilization::Stable { configuration, firings }) => {
            assert_eq!((configuration.chips(), firings), (&chips[..], expected), "{start:?} on {reference:?}");
            assert!(reference.unstable(configuration.chips()).is_empty());
            assert!(reference.explains(start, firings, configuration.chips()), "{start:?} on {reference:?}");
            assert_eq!(configuration.total(), u128::from(total));
            assert!(firings.contains(&0), "{start:?} on {reference:?}");
            assert!(total + n <= 2 * m);
        }
        (None, Stabilization::Endless(why)) => {
            assert!(total >= m);
            let most = 2 * m - n;
            let too_many = Endless::TooManyChips { chips: u128::from(total), most };
            assert_eq!(*why, if total > most { too_many } else { Endless::AllFired }, "{start:?} on {reference:?}");
        }
        _ => panic!("{start:?} on {reference:?}: {expected:?} and {found:?}"),
    }
    expected.is_some()
}

#[test]
fn all_small_configurations_on_all_small_graphs_agree_with_a_random_order() {
    let mut random = SmallRng::seed_from_u64(1);
    for (n, counts) in [(2, 6_u64), (3, 6), (4, 5), (5, 3)] {
        let mut ends = [0; 2];
        for reference in connected(n) {
            let graph = reference.graph();
            for number in 0..counts.pow(n as u32) {
                let start: Vec<u64> = (0..n as u32).map(|vertex| number / counts.pow(vertex) % counts).collect();
                ends[usize::from(compare(&reference, &graph, &start, &mut random))] += 1;
            }
        }
        assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
    }
}

#[test]
fn random_configurations_on_random_graphs_agree_with_several_orders() {
    let mut random = SmallRng::seed_from_u64(2);
    let mut ends = [0; 2];
    for _ in 0..1500 {
        let n = random.random_range(2..=12);
        let percent = random.random_range(0..=60);
        let reference = Reference::random(n, percent, &mut random);
        let graph = reference.graph();
        // Most of them where both ends are possible: from m to 2m-n.
        let chips = random.random_range(reference.edges().saturating_sub(2)..=2 * reference.edges() - n as u64 + 2);
        let mut start = vec![0; n];
        for _ in 0..chips {
            // Heaped on few vertices half of the time.
            let among = if n % 2 == 0 { n } else { 2 };
            start[random.random_range(0..among)] += 1;
        }
        for _ in 0..2 {
            ends[usize::from(compare(&reference, &graph, &start, &mut random))] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 300), "{ends:?}");
}

#[test]
fn the_reference_agrees_with_examples_by_hand() {
    let mut random = SmallRng::seed_from_u64(3);
    let triangle = Reference::new(3, &[(0, 1), (1, 2), (0, 2)]);
    assert_eq!(triangle.play(&[0, 1, 2], &mut random), None);
    assert_eq!(triangle.play(&[2, 0, 0], &mut random), Some((vec![0, 1, 1], vec![1, 0, 0])));
    assert!(!triangle.explains(&[2, 0, 0], &[0, 0, 0], &[0, 1, 1]));
}

/// One pass over the vertices in order leaves a vertex that can fire, and yet takes (0,1,2) for stable.
#[test]
fn one_pass_is_not_enough() {
    let graph = Reference::new(3, &pairs(3)).graph();
    assert_eq!(answer(&graph, &[0, 1, 2]), Stabilization::Endless(Endless::AllFired));
    // The same on a path, where firing ends.
    let path: Named = "P6".parse().unwrap();
    let Stabilization::Stable { configuration, firings } = answer(path.graph(), &[0, 0, 0, 0, 3, 1]) else {
        panic!("fewer chips than edges");
    };
    assert_eq!(configuration.to_string(), "0,1,1,1,1,0");
    assert_eq!(firings, [0, 0, 1, 3, 6, 7]);
}

#[test]
fn nothing_overflows() {
    let edge = Reference::new(2, &[(0, 1)]).graph();
    let why = Endless::TooManyChips { chips: 2 * u128::from(u64::MAX), most: 0 };
    assert_eq!(answer(&edge, &[u64::MAX, u64::MAX]), Stabilization::Endless(why));
    let message = "never stabilizes: there are 36893488147419103230 chips, \
                   and with more than 2m-n = 0 (m edges, n vertices) some vertex can always fire";
    assert_eq!(why.to_string(), message);
    let star: Named = "star60000".parse().unwrap();
    let mut chips = vec![u64::MAX; 60_001];
    let total = 60_001 * u128::from(u64::MAX);
    let most = 59_999;
    assert_eq!(answer(star.graph(), &chips), Stabilization::Endless(Endless::TooManyChips { chips: total, most }));
    chips.fill(0);
    chips[1] = most;
    let Stabilization::Stable { configuration, firings } = answer(star.graph(), &chips) else {
        panic!("fewer chips than edges");
    };
    assert_eq!((configuration.chips()[0], firings[1]), (most, most));
}

/// With all chips at one end of a path the firings grow like the cube of its length.
#[test]
fn long_avalanches_can_be_cancelled() {
    let path: Named = "P60000".parse().unwrap();
    let mut chips = vec![0; 60_000];
    chips[0] = 59_998;
    let mut reported = Vec::new();
    let end = stabilize_with(path.graph(), &Configuration::new(chips), &mut |firings| {
        reported.push(firings);
        if reported.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(end, ControlFlow::Break(()));
    assert!(reported.is_sorted_by(|before, after| before < after) && reported[0] > 0, "{reported:?}");
}

#[test]
fn plays_with_millions_of_firings_are_explained_by_them() {
    for (name, chips) in [("P300", 298), ("grid12x12", 263), ("K40", 1200)] {
        let named: Named = name.parse().unwrap();
        let graph = named.graph();
        let neighbours =
            graph.vertices().map(|vertex| graph.neighbours(vertex).iter().map(|next| next.index()).collect());
        let reference = Reference(neighbours.collect());
        let mut start = vec![0; graph.order()];
        start[0] = chips;
        match answer(graph, &start) {
            Stabilization::Stable { configuration, firings } => {
                assert!(reference.explains(&start, &firings, configuration.chips()), "{name}");
                assert!(reference.unstable(configuration.chips()).is_empty() && firings.contains(&0), "{name}");
            }
            Stabilization::Endless(why) => assert_eq!((name, why), ("K40", Endless::AllFired)),
        }
    }
}

#[test]
#[should_panic(expected = "a connected graph")]
fn there_is_no_stabilizing_without_edges() {
    answer(&Graph::from_edges(2, []).unwrap(), &[0, 0]);
}

#[test]
fn configurations_are_read_as_they_are_written() {
    for text in ["0", "1,1,0", "18446744073709551615,0"] {
        assert_eq!(text.parse::<Configuration>().map(|chips| chips.to_string()).as_deref(), Ok(text));
    }
    assert_eq!("007,1".parse(), Ok(Configuration::new(vec![7, 1])));
    for (text, error) in [
        ("", ParseConfigurationError::Missing(0)),
        (",1", ParseConfigurationError::Missing(0)),
        ("10,,1", ParseConfigurationError::Missing(1)),
        ("1,", ParseConfigurationError::Missing(1)),
        ("1, 2", ParseConfigurationError::NotANumber(1)),
        ("1,+2", ParseConfigurationError::NotANumber(1)),
        ("1,-2", ParseConfigurationError::NotANumber(1)),
        ("12x,1", ParseConfigurationError::NotANumber(0)),
        ("1;2", ParseConfigurationError::NotANumber(0)),
        ("1,18446744073709551616", ParseConfigurationError::TooLarge(1)),
        ("99999999999999999999999,x", ParseConfigurationError::TooLarge(0)),
    ] {
        assert_eq!(text.parse::<Configuration>(), Err(error), "{text}");
    }
}
