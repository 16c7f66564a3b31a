//! Counts of grids against breadth-first search with canonical forms, against published terms, and in parts.

use crate::reference;
use std::ops::ControlFlow;

use quadrille::budget::Budget;
use quadrille::morpion::Variant;
use quadrille::morpion::count::{Count, CountError, Part, Scope, Sums};

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

/// Published numbers of grids up to symmetry: sequences A204107 to A204110 of the OEIS.
const PUBLISHED: [(Variant, &[u128]); 4] = [
    (
        Variant::D5,
        &[
            1, 4, 55, 404, 2462, 11196, 41135, 122_897, 307_319, 652_286, 1_199_755, 1_950_378, 2_885_188, 4_043_706,
            5_718_245, 8_888_485,
        ],
    ),
    (
        Variant::T5,
        &[
            1, 4, 56, 428, 2741, 13247, 52059, 167_502, 453_377, 1_047_750, 2_112_634, 3_808_004, 6_369_041,
            10_436_597, 18_107_008,
        ],
    ),
    (Variant::D4, &[1, 5, 106, 1174, 10608, 73709, 419_916, 1_991_917, 8_027_941, 27_842_848, 84_184_659]),
    (Variant::T4, &[1, 5, 107, 1212, 11307, 82008, 492_459, 2_488_802, 10_810_906, 40_954_087]),
];

fn published(variant: Variant) -> &'static [u128] {
    PUBLISHED.iter().find(|(published, _)| *published == variant).unwrap().1
}

/// The reference counts the published numbers by breadth-first search, and the count agrees with it in every column.
fn counts_are_those_of_breadth_first_search(depths: [(Variant, usize); 4]) {
    for (variant, depth) in depths {
        let expected = reference::grids(&variant.to_string(), depth);
        for ([grids, labelled, finished, labelled_finished], &published) in expected.iter().zip(published(variant)) {
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

#[test]
fn small_counts_are_published_and_those_of_breadth_first_search() {
    counts_are_those_of_breadth_first_search([(Variant::T5, 3), (Variant::D5, 4), (Variant::T4, 3), (Variant::D4, 3)]);
}

#[test]
#[ignore = "exhaustive: 7 s"]
fn more_counts_are_published_and_those_of_breadth_first_search() {
    counts_are_those_of_breadth_first_search([(Variant::T5, 5), (Variant::D5, 5), (Variant::T4, 4), (Variant::D4, 4)]);
}

fn counts_are_published(depth_of: impl Fn(usize) -> usize) {
    for (variant, terms) in PUBLISHED {
        let depth = depth_of(terms.len() - 1);
        let found = whole(variant, depth, false);
        assert_eq!(found.iter().map(Sums::grids).collect::<Vec<_>>(), terms[..=depth], "{variant}");
    }
}

#[test]
fn the_first_counts_are_the_published_ones() {
    counts_are_published(|last| last - 7);
}

#[test]
#[ignore = "exhaustive: 10 s"]
fn all_counts_are_the_published_ones() {
    counts_are_published(|last| last);
}

/// Whether finished grids are counted changes how the search ends, but nothing that it counts; nor do depth and threads.
fn ways_to_count_agree(deepest: usize) {
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

#[test]
fn ways_to_count_agree_on_few_moves() {
    ways_to_count_agree(3);
}

#[test]
#[ignore = "exhaustive: 25 s"]
fn ways_to_count_agree_on_more_moves() {
    ways_to_count_agree(8);
}

fn parts_add_up(variant: Variant, depth: usize, finished: bool, parts: u64) {
    let mut sums = vec![Sums::default(); depth + 1];
    for number in 1..=parts {
        for (sum, part) in sums.iter_mut().zip(count(variant, depth, finished, Part { number, of: parts }, 2)) {
            *sum = sum.plus(&part).unwrap();
        }
    }
    assert_eq!(sums, whole(variant, depth, finished), "{variant} to {depth} in {parts}");
}

#[test]
fn parts_of_small_counts_add_up() {
    parts_add_up(Variant::D5, 5, true, 4);
    parts_add_up(Variant::T4, 4, false, 3);
    parts_add_up(Variant::D4, 3, true, 12);
    parts_add_up(Variant::T5, 0, true, 2);
}

#[test]
#[ignore = "exhaustive: 4 s"]
fn parts_of_larger_counts_add_up() {
    parts_add_up(Variant::D5, 9, true, 7);
    parts_add_up(Variant::T4, 7, false, 3);
    parts_add_up(Variant::D4, 3, true, 50);
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
fn visited_grids_are(expected: [(Variant, usize, u64); 4]) {
    for (variant, depth, expected) in expected {
        let count = Count::new(variant, Scope { depth, finished: false }, Part::WHOLE).unwrap();
        let visited = visited(&count);
        let grids: u128 = count.sums().iter().map(Sums::grids).sum();
        assert_eq!(visited, expected, "{variant} to {depth}");
        assert!(u128::from(visited) < grids + grids / 20, "{visited} for {grids}");
    }
}

#[test]
fn few_more_grids_are_visited_than_there_are() {
    visited_grids_are([
        (Variant::D5, 6, 55_108),
        (Variant::T5, 6, 68_652),
        (Variant::D4, 5, 84_976),
        (Variant::T4, 5, 93_959),
    ]);
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn few_more_grids_are_visited_on_more_moves_than_there_are() {
    visited_grids_are([
        (Variant::D5, 11, 4_302_243),
        (Variant::T5, 10, 3_866_044),
        (Variant::D4, 8, 10_542_305),
        (Variant::T4, 8, 13_906_113),
    ]);
}

/// The largest part has at most 30 percent more work than the smallest.
fn parts_are_about_as_much_work(variant: Variant, depth: usize, of: u64) {
    let parts = (1..=of)
        .map(|number| visited(&Count::new(variant, Scope { depth, finished: false }, Part { number, of }).unwrap()));
    let visited: Vec<u64> = parts.collect();
    let (least, most) = (visited.iter().min().unwrap(), visited.iter().max().unwrap());
    assert!(most * 100 < least * 130, "{visited:?}");
}

#[test]
fn a_few_parts_are_about_as_much_work() {
    parts_are_about_as_much_work(Variant::D4, 6, 3);
}

/// One of them has the first levels besides, half a million grids.
#[test]
#[ignore = "exhaustive: 17 s"]
fn many_parts_are_about_as_much_work() {
    parts_are_about_as_much_work(Variant::D4, 9, 16);
}

/// A count is cancelled after two million grids, saved, and continued by a new one, until it is complete. Each slice is long enough
/// for some units of work.
#[test]
fn a_count_that_is_cancelled_continues_from_its_saved_state() {
    let expected = whole(Variant::D5, 12, true);
    let mut saved = Vec::new();
    for run in 1.. {
        assert!(run < 200, "it does not come to an end");
        let count = Count::new(Variant::D5, Scope { depth: 12, finished: true }, Part::WHOLE).unwrap();
        if run > 1 {
            count.load(&mut &saved[..]).unwrap();
        }
        let before = count.units_done();
        let ended = count.run(&mut until(2_000_000).with_threads(2));
        let known = count.sums();
        assert_eq!(known, expected[..known.len()]);
        if ended.is_ok() {
            assert!(run > 3 && known == expected, "{run}");
            break;
        }
        assert_eq!(ended, Err(CountError::Cancelled));
        assert!(count.units_done() > before && known.len() < expected.len());
        saved.clear();
        count.save(&mut saved).unwrap();
    }
}

/// The progress callback is called even if another worker has all of the work.
fn a_count_of_few_units_is_cancelled(grids: u64) {
    let count =
        Count::new(Variant::T5, Scope { depth: 60, finished: false }, Part { number: 20_000, of: 1 << 18 }).unwrap();
    assert!(count.units() < 3);
    let ended = count.run(&mut until(grids).with_threads(8));
    assert_eq!(ended, Err(CountError::Cancelled));
    assert!(count.sums().is_empty());
}

#[test]
fn a_count_of_few_units_on_many_threads_is_cancelled_soon() {
    a_count_of_few_units_is_cancelled(100_000);
}

#[test]
#[ignore = "exhaustive: 5 s"]
fn a_count_of_few_units_on_many_threads_is_cancelled_every_time() {
    for _ in 0..4 {
        a_count_of_few_units_is_cancelled(3_000_000);
    }
}

/// The first numbers are final soon, whatever the depth of the count.
fn a_cancelled_deep_count_returns(variants: &[Variant], grids: u64, at_least: usize) {
    for &variant in variants {
        let count = Count::new(variant, Scope { depth: 100, finished: true }, Part::WHOLE).unwrap();
        assert_eq!(count.run(&mut until(grids)), Err(CountError::Cancelled));
        let known = count.sums();
        assert!(known.len() > at_least, "{variant}: {}", known.len());
        assert_eq!(known, whole(variant, known.len() - 1, true), "{variant}");
    }
}

#[test]
fn a_deep_count_that_is_cancelled_soon_returns_the_first_numbers() {
    a_cancelled_deep_count_returns(&[Variant::D5], 800_000, 3);
}

#[test]
#[ignore = "exhaustive: 10 s"]
fn a_deep_count_that_is_cancelled_later_returns_more_numbers() {
    a_cancelled_deep_count_returns(&Variant::ALL, 3_000_000, 5);
}

#[test]
fn the_saved_state_of_another_count_is_refused() {
    let [small, large] =
        [5, 7].map(|depth| Count::new(Variant::D5, Scope { depth, finished: false }, Part::WHOLE).unwrap());
    let mut saved = Vec::new();
    small.save(&mut saved).unwrap();
    assert!(large.load(&mut &saved[..]).is_err());
    assert!(small.load(&mut &saved[..saved.len() - 1]).is_err());
    small.load(&mut &saved[..]).unwrap();
    // Parts differ in their units, not in the number of units.
    let parts = [1, 2]
        .map(|number| Count::new(Variant::D5, Scope { depth: 7, finished: false }, Part { number, of: 2 }).unwrap());
    let mut saved = Vec::new();
    parts[0].save(&mut saved).unwrap();
    assert!(parts[1].load(&mut &saved[..]).is_err());
}
