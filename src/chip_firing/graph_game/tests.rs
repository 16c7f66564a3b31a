//! Positions as numbers, beside the plain game: all of some graphs, and long avalanches on larger ones.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;

use super::*;
use crate::chip_firing::{Configuration, Game};
use crate::graph::Named;
use crate::random::Random;

/// The position that stands for all with its key.
fn chips_of(keys: &GraphGame, key: u64) -> Vec<u64> {
    let mut chips = Vec::new();
    keys.read(key, &mut chips);
    chips.into_iter().map(u64::from).collect()
}

/// The key after a chip on a vertex.
fn option_of(keys: &GraphGame, chips: &[u64], vertex: Vertex) -> Option<u64> {
    let mut form: Vec<u8> = chips.iter().map(|&chips| chips as u8).collect();
    let stable = keys.play(&mut form, vertex.index(), &mut Avalanche::default());
    stable.then(|| keys.key(&form.into_iter().map(u64::from).collect::<Vec<_>>()))
}

/// All positions that can be reached, from the plain game, beside the keys.
fn compare(graph: &Graph) -> Result<(), Box<dyn Error>> {
    let keys = GraphGame::new(graph)?;
    let (mut scratch, mut options) = (Scratch::default(), Vec::new());
    let key_of = |game: &Game| keys.key(game.configuration().chips());
    let start = Game::new(graph.clone())?;
    let mut seen = BTreeSet::from([key_of(&start)]);
    let mut open = vec![start];
    while let Some(game) = open.pop() {
        let key = key_of(&game);
        assert!(key < 1 << keys.key_bits());
        assert_eq!(keys.key(&chips_of(&keys, key)), key);
        assert_eq!(chips_of(&keys, key).iter().sum::<u64>(), game.chips());
        let next: Vec<Option<Game>> = graph.vertices().map(|vertex| game.play(vertex)).collect();
        for (vertex, next) in graph.vertices().zip(&next) {
            assert_eq!(option_of(&keys, game.configuration().chips(), vertex), next.as_ref().map(key_of));
        }
        let expected: BTreeSet<u64> = next.iter().flatten().map(key_of).collect();
        let can_end = next.contains(&None);
        for end_suffices in [true, false] {
            let ends = keys.options(key, end_suffices, &mut scratch, &mut options);
            assert_eq!(ends, can_end, "{} of {graph:?}", game.configuration());
            let whole = !(end_suffices && can_end);
            assert!(options.iter().eq(expected.iter().filter(|_| whole)), "{} of {graph:?}", game.configuration());
        }
        open.extend(next.into_iter().flatten().filter(|game| seen.insert(key_of(game))));
    }
    Ok(())
}

#[test]
fn positions_are_as_the_plain_game_says_on_all_small_graphs() -> Result<(), Box<dyn Error>> {
    for n in 2..=5 {
        let pairs: Vec<_> = (0..n).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        for set in 0..1 << pairs.len() {
            let chosen = pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &pair)| pair);
            let graph = Graph::from_edges(n, chosen)?;
            if graph.is_connected() {
                compare(&graph)?;
            }
        }
    }
    Ok(())
}

#[test]
fn positions_are_as_the_plain_game_says_on_some_larger_graphs() -> Result<(), Box<dyn Error>> {
    for name in ["K6", "K3,4", "Q3", "grid2x4", "W7", "P9", "C8", "star7", "g6:FCpfO", "g6:G?`ef?"] {
        compare(name.parse::<Named>()?.graph())?;
    }
    Ok(())
}

/// Nearly full, so that vertices fire often.
#[test]
fn long_avalanches_are_as_the_plain_game_says() -> Result<(), Box<dyn Error>> {
    let mut random = Random::fixed();
    for name in ["P30", "grid5x5", "Q4", "C20", "grid2x12", "K4,4"] {
        let named: Named = name.parse()?;
        let graph = named.graph();
        let keys = GraphGame::new(graph)?;
        for _ in 0..200 {
            let below = |vertex| graph.degree(vertex) as u64 - 1;
            let chips = graph.vertices().map(|vertex| below(vertex).saturating_sub(u64::from(random.percent(15))));
            let configuration = Configuration::new(chips.collect());
            let Ok(game) = Game::with(graph.clone(), &configuration, &mut |_| ControlFlow::Continue(())) else {
                continue;
            };
            for vertex in graph.vertices() {
                let expected = game.play(vertex).map(|next| keys.key(next.configuration().chips()));
                assert_eq!(option_of(&keys, configuration.chips(), vertex), expected, "{configuration} on {name}");
            }
        }
    }
    Ok(())
}

/// There are C(2n-2, n) on n vertices.
#[test]
fn reachable_positions_of_complete_graphs_are_binomial() -> Result<(), Box<dyn Error>> {
    for (name, expected) in [("K3", 4), ("K4", 15), ("K5", 56), ("K6", 210)] {
        let keys = GraphGame::new(name.parse::<Named>()?.graph())?;
        let (mut scratch, mut options) = (Scratch::default(), Vec::new());
        let mut seen = BTreeSet::from([0]);
        let mut open = vec![0];
        while let Some(key) = open.pop() {
            keys.options(key, false, &mut scratch, &mut options);
            open.extend(options.iter().copied().filter(|&option| seen.insert(option)));
        }
        assert_eq!(seen.len(), expected, "{name}");
    }
    Ok(())
}

#[test]
fn graphs_with_too_many_positions_are_refused() -> Result<(), Box<dyn Error>> {
    for (name, bits) in [
        ("P2", Ok(0)),
        ("P53", Ok(51)),
        ("P54", Err(TooLarge::Positions)),
        ("star255", Ok(8)),
        ("star256", Err(TooLarge::Neighbours)),
    ] {
        let game = GraphGame::new(name.parse::<Named>()?.graph());
        assert_eq!(game.map(|game| game.key_bits()), bits, "{name}");
    }
    let chips = Configuration::empty(3);
    assert_eq!(GraphGame::new("P3".parse::<Named>()?.graph()).map(|game| game.key(chips.chips())), Ok(0));
    Ok(())
}
