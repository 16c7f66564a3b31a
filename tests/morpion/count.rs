//! Counts of grids against breadth-first search with canonical forms, against published terms, and in parts.

use crate::reference;
use crate::support::rounds;
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
#[test]
fn counts_are_published_and_those_of_breadth_first_search() {
    for (variant, depth) in [
        (Variant::T5, rounds(3, 5)),
        (Variant::D5, rounds(4, 5)),
        (Variant::T4, rounds(3, 4)),
        (Variant::D4, rounds(3, 4)),
    ] {
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
fn counts_are_published() {
    for (variant, terms) in PUBLISHED {
        let depth = terms.len() - 1 - rounds(7, 0);
        let found = whole(variant, depth, false);
        assert_eq!(found.iter().map(Sums::grids).collect::<Vec<_>>(), terms[..=depth], "{variant}");
    }
}

/// Whether finished grids are counted changes how the search ends, but nothing that it counts; nor do depth and threads.
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

#[test]
fn parts_add_up() {
    for (variant, depth, finished, parts) in [
        (Variant::D5, rounds(5, 9), true, rounds(4, 7)),
        (Variant::T4, rounds(4, 7), false, 3),
        (Variant::D4, 3, true, rounds(12, 50)),
        (Variant::T5, 0, true, 2),
    ] {
        let mut sums = vec![Sums::default(); depth + 1];
        for number in 1..=parts as u64 {
            let part = count(variant, depth, finished, Part { number, of: parts as u64 }, 2);
            for (sum, part) in sums.iter_mut().zip(part) {
                *sum = sum.plus(&part).unwrap();
            }
        }
        assert_eq!(sums, whole(variant, depth, finished), "{variant} to {depth} in {parts}");
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

/// The largest part has at most 30 percent more work than the smallest. One of them has the first levels as well.
#[test]
fn parts_are_about_as_much_work() {
    let (scope, of) = (Scope { depth: rounds(6, 8), finished: false }, rounds(3, 16) as u64);
    let parts = (1..=of).map(|number| visited(&Count::new(Variant::D4, scope, Part { number, of }).unwrap()));
    let visited: Vec<u64> = parts.collect();
    let (least, most) = (visited.iter().min().unwrap(), visited.iter().max().unwrap());
    assert!(most * 100 < least * 130, "{visited:?}");
}

/// A count is cancelled again and again, saved, and continued by a new one, until it is complete. Each slice is long enough
/// for some units of work.
#[test]
fn a_count_that_is_cancelled_continues_from_its_saved_state() {
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

/// The callback of the budget is called even if another worker has all of the work.
#[test]
fn a_count_of_few_units_on_many_threads_is_cancelled() {
    for _ in 0..rounds(1, 4) {
        let part = Part { number: 20_000, of: 1 << 18 };
        let count = Count::new(Variant::T5, Scope { depth: 60, finished: true }, part).unwrap();
        assert!(count.units() < 3);
        let ended = count.run(&mut until(rounds(100_000, 3_000_000) as u64).with_threads(8));
        assert_eq!(ended, Err(CountError::Cancelled));
        assert!(count.sums().is_empty());
    }
}

/// The first numbers are final soon, whatever the depth of the count.
#[test]
fn a_deep_count_that_is_cancelled_returns_the_first_numbers() {
    let variants = [Variant::D5, Variant::T5, Variant::T4, Variant::D4];
    for variant in variants.into_iter().take(rounds(1, 4)) {
        let count = Count::new(variant, Scope { depth: 100, finished: true }, Part::WHOLE).unwrap();
        assert_eq!(count.run(&mut until(rounds(800_000, 3_000_000) as u64)), Err(CountError::Cancelled));
        let known = count.sums();
        assert!(known.len() > rounds(3, 5), "{variant}: {}", known.len());
        assert_eq!(known, whole(variant, known.len() - 1, true), "{variant}");
    }
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
