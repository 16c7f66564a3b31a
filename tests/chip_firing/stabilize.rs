//! Stabilizing, against firing one vertex at a time in any order.

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Configuration, Endless, ParseConfigurationError, Stabilization, stabilize};
use quadrille::graph::Graph;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::reference::{Board, connected_graphs, graph, random_graph};

fn answer(graph: &Graph, chips: &[u64]) -> Stabilization {
    stabilize(graph, &Configuration::new(chips.to_vec()), &mut Budget::default()).unwrap()
}

/// Compares the result for a configuration with the reference and with theorems. Returns whether firing ends.
fn compare(board: &Board, graph: &Graph, start: &[u64], random: &mut SmallRng) -> bool {
    let (n, m, total) = (start.len() as u64, board.edges().len() as u64, start.iter().sum::<u64>());
    let expected = board.fire_at_random(start, random);
    assert_eq!(board.rest(start), expected.as_ref().map(|(chips, _)| chips.clone()), "{start:?} on {board:?}");
    match (&expected, &answer(graph, start)) {
        (Some((chips, expected)), Stabilization::Stable { configuration, firings }) => {
            assert_eq!((configuration.chips(), firings), (&chips[..], expected), "{start:?} on {board:?}");
            assert!(board.explains(start, firings, chips), "{start:?} on {board:?}");
            assert_eq!(configuration.total(), u128::from(total));
            assert!(firings.contains(&0) && total + n <= 2 * m, "{start:?} on {board:?}");
        }
        (None, Stabilization::Endless(why)) => {
            assert!(total >= m);
            let most = 2 * m - n;
            let too_many = Endless::TooManyChips { chips: u128::from(total), most };
            assert_eq!(*why, if total > most { too_many } else { Endless::AllFired }, "{start:?} on {board:?}");
        }
        (_, found) => panic!("{start:?} on {board:?}: {expected:?} and {found:?}"),
    }
    expected.is_some()
}

#[test]
fn small_configurations_match_a_random_order() {
    let mut random = SmallRng::seed_from_u64(1);
    for (n, counts) in [(2, 6_u64), (3, 6), (4, 5), (5, 3)] {
        let mut ends = [0; 2];
        for edges in connected_graphs(n) {
            let board = Board::new(n, &edges);
            let graph = graph(n, edges);
            for start in (0..n).map(|_| 0..counts).multi_cartesian_product() {
                ends[usize::from(compare(&board, &graph, &start, &mut random))] += 1;
            }
        }
        assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
    }
}

#[test]
fn random_configurations_match_several_orders() {
    let mut random = SmallRng::seed_from_u64(2);
    let mut ends = [0; 2];
    for _ in 0..1000 {
        let n = random.random_range(2..=12);
        let edges = random_graph(n, random.random_range(0.0..0.6), &mut random);
        let board = Board::new(n, &edges);
        let graph = graph(n, edges);
        // Most of them where both ends are possible: from m to 2m-n.
        let m = board.edges().len();
        let chips = random.random_range(m.saturating_sub(2)..=2 * m - n + 2);
        let mut start = vec![0; n];
        for _ in 0..chips {
            // Heaped on few vertices half of the time.
            let among = if n % 2 == 0 { n } else { 2 };
            start[random.random_range(0..among)] += 1;
        }
        for _ in 0..2 {
            ends[usize::from(compare(&board, &graph, &start, &mut random))] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 200), "{ends:?}");
}

#[test]
fn huge_numbers_of_chips_do_not_overflow() {
    let why = "some vertex can always fire";
    for (graph, chips, are, most) in [
        ("K2", vec![1, 0], "is 1 chip", 0),
        ("K2", vec![0, 2], "are 2 chips", 0),
        ("K2", vec![u64::MAX, u64::MAX], "are 36893488147419103230 chips", 0),
        ("star60000", vec![u64::MAX; 60_001], "are 1106823091166646806451615 chips", 59_999),
    ] {
        let expected =
            format!("never stabilizes: there {are}, and with more than 2m-n = {most} (m edges, n vertices) {why}");
        let Stabilization::Endless(found) = answer(&graph.parse().unwrap(), &chips) else { panic!("{graph}") };
        assert_eq!(found.to_string(), expected);
    }
}

#[test]
fn plays_with_millions_of_firings_are_explained_by_them() {
    for (name, vertex, chips) in [("P200", 0, 198), ("grid12x12", 0, 263), ("star60000", 1, 59_999), ("K40", 0, 1200)] {
        let graph: Graph = name.parse().unwrap();
        let board = Board::of(&graph);
        let mut start = board.empty();
        start[vertex] = chips;
        match answer(&graph, &start) {
            Stabilization::Stable { configuration, firings } => {
                assert!(board.explains(&start, &firings, configuration.chips()), "{name}");
                assert!(board.unstable(configuration.chips()).is_empty() && firings.contains(&0), "{name}");
            }
            Stabilization::Endless(why) => assert_eq!((name, why), ("K40", Endless::AllFired)),
        }
    }
}

#[test]
fn configurations_are_read_as_they_are_written() {
    for text in ["0", "1,1,0", "18446744073709551615,0"] {
        assert_eq!(text.parse::<Configuration>().map(|chips| chips.to_string()).as_deref(), Ok(text));
    }
    assert_eq!("007,1".parse(), Ok(Configuration::new(vec![7, 1])));
    use ParseConfigurationError::{Missing, NotANumber, TooLarge};
    for (text, error) in [
        ("", Missing(0)),
        (",1", Missing(0)),
        ("10,,1", Missing(1)),
        ("1,", Missing(1)),
        ("1, 2", NotANumber(1)),
        ("1,+2", NotANumber(1)),
        ("1,-2", NotANumber(1)),
        ("12x,1", NotANumber(0)),
        ("1;2", NotANumber(0)),
        ("1,18446744073709551616", TooLarge(1)),
    ] {
        assert_eq!(text.parse::<Configuration>(), Err(error), "{text}");
    }
}
