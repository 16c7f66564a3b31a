//! Counts of grids against breadth-first search with canonical forms, against published terms, and in parts.

use crate::reference::{Game, Grid, NAMES, canonical, grid_images, grids, next_level};
use crate::support::{result_table, rounds};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille::budget::Budget;
use quadrille::morpion::Variant;
use quadrille::morpion::count::{Count, CountError, Scope, Sums};
use quadrille::part::Part;

fn count(variant: Variant, depth: usize, finished: bool, part: Part, threads: usize) -> Vec<Sums> {
    let count = Count::new(variant, Scope { depth, finished }, part).unwrap();
    count.run(&mut Budget::default().with_threads(threads)).unwrap();
    assert_eq!(count.units_done(), count.units());
    count.sums()
}

fn whole(variant: Variant, depth: usize, finished: bool) -> Vec<Sums> {
    count(variant, depth, finished, Part::WHOLE, 2)
}

/// A budget that ends after this many grids.
fn until(most: u64) -> Budget<'static> {
    Budget::new(move |grids| if grids < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
}

/// The numbers of grids up to symmetry in the OEIS: sequences A204107 to A204110 of the OEIS (W. R. Marshall, 2012).
fn published(variant: Variant) -> Vec<u128> {
    let terms = include_str!("published.txt").lines().find_map(|line| line.strip_prefix(&format!("{variant} ")));
    terms.unwrap().split(' ').map(|term| term.parse().unwrap()).collect()
}

#[test]
fn counts_match_breadth_first_search_and_published_ones() {
    for (variant, depth) in [
        (Variant::T5, rounds(3, 5)),
        (Variant::D5, rounds(4, 5)),
        (Variant::T4, rounds(3, 4)),
        (Variant::D4, rounds(3, 4)),
    ] {
        let expected = grids(&variant.to_string(), depth);
        for ([grids, labelled, finished, labelled_finished], published) in expected.iter().zip(published(variant)) {
            assert_eq!(u128::from(*grids), published, "{variant}");
            assert!((*grids..=8 * grids).contains(labelled), "{variant}");
            // The shortest finished game, of 4D, has 16 moves.
            assert_eq!([*finished, *labelled_finished], [0, 0], "{variant}");
        }
        let found = whole(variant, depth, true);
        let found = found.iter().map(|sums| {
            [sums.grids(), sums.labelled, sums.finished(), sums.labelled_finished].map(|count| count as u64)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{variant}");
    }
}

fn assert_published(variant: Variant, depth: usize) {
    let found = whole(variant, depth, false);
    assert_eq!(found.iter().map(Sums::grids).collect::<Vec<_>>(), published(variant)[..=depth], "{variant}");
}

#[test]
fn counts_match_published_ones() {
    assert_published(Variant::D5, rounds(8, 15));
    assert_published(Variant::T5, rounds(7, 14));
    assert_published(Variant::D4, rounds(3, 10));
    assert_published(Variant::T4, rounds(2, 9));
}

#[test]
#[ignore = "exhaustive: 15 s"]
fn deep_counts_match_published_ones() {
    assert_published(Variant::D5, 20);
    assert_published(Variant::D4, 12);
}

/// The counts in `testdata/RESULTS.md`, which take hours, are the published ones as far as there are any, and all grids
/// of 4D add up to its totals.
#[test]
fn counts_on_the_page_are_published() {
    let number = |cell: &String| cell.parse::<u128>().unwrap();
    for (variant, command, new) in [
        (Variant::D5, "morpion count {row} 25: {column}", &["24", "25"][..]),
        (Variant::T5, "morpion count {row} 23: {column}", &["23"]),
    ] {
        let rows = result_table(command);
        for (moves, count) in rows[0].iter().zip(&rows[1]).skip(1) {
            match published(variant).get(number(moves) as usize) {
                Some(&expected) => assert_eq!(number(count), expected, "{variant}, {moves}"),
                None => assert!(new.contains(&&moves[..]), "{variant}, {moves}"),
            }
        }
    }
    // The page has the rows from ten moves on.
    let rows = result_table("morpion count 4D 40 --finished");
    let column = |at: usize| rows.iter().skip(1).map(move |row| number(&row[at]));
    let published = published(Variant::D4);
    let grids: Vec<_> = published.iter().copied().take(10).chain(column(1)).collect();
    assert_eq!(grids[..26], published);
    assert_eq!((grids.len(), grids[35]), (36, 4));
    assert_eq!([grids.iter().sum::<u128>(), column(2).sum()], [47_429_283_780, 112_749_494]);
}

/// Whether finished grids are counted changes how the search ends, but nothing that it counts; nor do depth and
/// threads.
#[test]
fn ways_to_count_agree() {
    let deepest = rounds(3, 7);
    for variant in Variant::ALL {
        let deep = whole(variant, deepest, true);
        for depth in 0..=deepest {
            for (finished, threads) in [(false, 1), (false, 2), (true, 1), (true, 3)] {
                let found = count(variant, depth, finished, Part::WHOLE, threads);
                let grids = |sums: &[Sums]| sums.iter().map(|sums| (sums.labelled, sums.symmetric)).collect::<Vec<_>>();
                assert_eq!(grids(&found), grids(&deep[..=depth]), "{variant} to {depth}");
            }
        }
    }
}

/// Returns the number of grids that a count visits, as it reports.
fn visited(count: &Count) -> u64 {
    let mut visited = 0;
    let note = |grids| {
        visited = grids;
        ControlFlow::Continue(())
    };
    count.run(&mut Budget::new(note)).unwrap();
    visited
}

/// The number of grids that are visited is a signature of the search: few more than there are.
#[test]
fn few_more_grids_are_visited_than_there_are() {
    let expected = [
        (Variant::D5, 6, 55_108),
        (Variant::T5, 6, 68_652),
        (Variant::D4, 5, 84_976),
        (Variant::T4, 5, 93_959),
        (Variant::D5, 11, 4_302_243),
        (Variant::T5, 10, 3_866_044),
        (Variant::D4, 8, 10_542_305),
        (Variant::T4, 8, 13_906_113),
    ];
    for (variant, depth, expected) in expected.into_iter().take(rounds(4, 8)) {
        let count = Count::new(variant, Scope { depth, finished: false }, Part::WHOLE).unwrap();
        let visited = visited(&count);
        let grids: u128 = count.sums().iter().map(Sums::grids).sum();
        assert_eq!(visited, expected, "{variant} to {depth}");
        assert!(u128::from(visited) < grids + grids / 20, "{visited} for {grids}");
    }
}

/// A count is cancelled again and again, saved, and continued by a new one, until it is complete. Each slice is long
/// enough for some units of work.
#[test]
fn count_that_is_cancelled_continues_from_its_saved_state() {
    let (scope, grids) = (Scope { depth: rounds(9, 12), finished: true }, rounds(200_000, 2_000_000) as u64);
    let expected = whole(Variant::D5, scope.depth, true);
    let mut saved = Vec::new();
    for run in 1.. {
        assert!(run < 200, "it does not come to an end");
        let count = Count::new(Variant::D5, scope, Part::WHOLE).unwrap();
        if run > 1 {
            count.load(&mut &saved[..]).unwrap();
        }
        let before = count.units_done();
        let ended = count.run(&mut until(grids).with_threads(2));
        let known = count.sums();
        assert_eq!(known, expected[..known.len()]);
        if ended.is_ok() {
            assert!(run > 2 && known == expected, "{run}");
            break;
        }
        assert_eq!(ended, Err(CountError::Cancelled));
        assert!(count.units_done() > before && known.len() < expected.len());
        saved.clear();
        count.save(&mut saved).unwrap();
    }
}

/// The first numbers are final soon, whatever the depth of the count.
#[test]
fn deep_count_that_is_cancelled_returns_the_first_numbers() {
    let variants = [Variant::D5, Variant::T5, Variant::T4, Variant::D4];
    for variant in variants.into_iter().take(rounds(1, 4)) {
        let count = Count::new(variant, Scope { depth: 100, finished: true }, Part::WHOLE).unwrap();
        assert_eq!(count.run(&mut until(rounds(800_000, 3_000_000) as u64)), Err(CountError::Cancelled));
        let known = count.sums();
        assert!(known.len() > rounds(3, 5), "{variant}: {}", known.len());
        assert_eq!(known, whole(variant, known.len() - 1, true), "{variant}");
    }
}

/// The callback of the budget is called even if another worker has all of the work.
#[test]
fn count_of_few_units_on_many_threads_is_cancelled() {
    for _ in 0..rounds(1, 4) {
        let part = Part { number: 20_000, parts: 1 << 18 };
        let count = Count::new(Variant::T5, Scope { depth: 60, finished: true }, part).unwrap();
        assert!(count.units() < 3);
        let ended = count.run(&mut until(rounds(100_000, 3_000_000) as u64).with_threads(8));
        assert_eq!(ended, Err(CountError::Cancelled));
        assert!(count.sums().is_empty());
    }
}

/// Without any symmetry, all sets of lines that any order of moves makes.
#[test]
fn grids_match_search_without_symmetry() {
    let depth = rounds(2, 3);
    for name in NAMES {
        let mut level = vec![Game::new(name)];
        for count in grids(name, depth) {
            assert_eq!(level.len() as u64, count[1], "{name}");
            let classes: BTreeSet<Grid> = level.iter().map(|game| canonical(game.moves(), name)).collect();
            assert_eq!(classes.len() as u64, count[0], "{name}");
            if level[0].moves().len() < depth {
                level = next_level(level, |moves| grid_images(moves, name)[0].clone());
            }
        }
    }
}
