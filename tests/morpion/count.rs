//! Counts of grids against breadth-first search with canonical forms, against published terms, and in parts.

use crate::reference;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille::morpion::Variant;
use quadrille::morpion::count::{Count, Part, Stop, Sums};

const GO_ON: fn(u64) -> ControlFlow<()> = |_| ControlFlow::Continue(());

fn count(variant: Variant, depth: usize, finished: bool, part: Part, threads: usize) -> Vec<Sums> {
    let count = Count::new(variant, depth, finished, part).unwrap();
    count.run(threads, &mut { GO_ON }).unwrap();
    assert_eq!(count.done(), count.units());
    count.known()
}

fn whole(variant: Variant, depth: usize, finished: bool) -> Vec<Sums> {
    count(variant, depth, finished, Part::WHOLE, 2)
}

#[test]
fn small_counts_are_those_of_breadth_first_search() {
    for (variant, depth) in [(Variant::T5, 5), (Variant::D5, 5), (Variant::T4, 4), (Variant::D4, 4)] {
        let expected = reference::grids(&variant.to_string(), depth);
        let found = whole(variant, depth, true);
        let found = found.iter().map(|sums| {
            [sums.grids(), sums.labelled, sums.finished(), sums.labelled_finished].map(|count| count as u64)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{variant}");
    }
}

/// Sequences A204107 to A204110 of the OEIS.
#[test]
fn counts_are_the_published_ones() {
    let published: [(Variant, &[u128]); 4] = [
        (
            Variant::D5,
            &[
                1, 4, 55, 404, 2462, 11196, 41135, 122_897, 307_319, 652_286, 1_199_755, 1_950_378, 2_885_188,
                4_043_706, 5_718_245, 8_888_485,
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
    for (variant, expected) in published {
        let found = whole(variant, expected.len() - 1, false);
        assert_eq!(found.iter().map(Sums::grids).collect::<Vec<_>>(), expected, "{variant}");
    }
}

/// Whether finished grids are counted changes how the walk ends, and nothing that it counts; nor do depth and threads.
#[test]
fn all_ways_to_count_agree() {
    for variant in Variant::ALL {
        let deep = whole(variant, 8, true);
        for depth in 0..=8 {
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
    for (variant, depth, finished, parts) in
        [(Variant::D5, 9, true, 7), (Variant::T4, 7, false, 3), (Variant::D4, 3, true, 50), (Variant::T5, 0, true, 2)]
    {
        let mut sums = vec![Sums::default(); depth + 1];
        for number in 1..=parts {
            for (sum, part) in sums.iter_mut().zip(count(variant, depth, finished, Part { number, of: parts }, 2)) {
                *sum = sum.plus(&part).unwrap();
            }
        }
        assert_eq!(sums, whole(variant, depth, finished), "{variant} to {depth} in {parts}");
    }
}

/// How many grids a count meets, as it says.
fn met(count: &Count) -> u64 {
    let met = AtomicU64::new(0);
    let mut watch = |grids| {
        met.store(grids, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    count.run(1, &mut watch).unwrap();
    met.into_inner()
}

/// How much is walked to is a signature of the walk.
#[test]
fn few_more_grids_are_met_than_there_are() {
    for (variant, depth, expected) in [
        (Variant::D5, 11, 4_302_243),
        (Variant::T5, 10, 3_866_044),
        (Variant::D4, 8, 10_542_305),
        (Variant::T4, 8, 13_906_113),
    ] {
        let count = Count::new(variant, depth, false, Part::WHOLE).unwrap();
        let met = met(&count);
        let grids: u128 = count.known().iter().map(Sums::grids).sum();
        assert_eq!(met, expected, "{variant} to {depth}");
        assert!(u128::from(met) < grids + grids / 20, "{met} for {grids}");
    }
}

/// One of them has the first levels besides, half a million grids.
#[test]
fn parts_are_about_as_much_work() {
    let met: Vec<u64> =
        (1..=16).map(|number| met(&Count::new(Variant::D4, 9, false, Part { number, of: 16 }).unwrap())).collect();
    let (least, most) = (met.iter().min().unwrap(), met.iter().max().unwrap());
    assert!(most * 100 < least * 130, "{met:?}");
}

#[test]
fn a_count_that_is_broken_off_goes_on_from_there() {
    let expected = whole(Variant::D5, 12, true);
    let mut kept = Vec::new();
    for run in 1.. {
        assert!(run < 200, "it does not come to an end");
        let count = Count::new(Variant::D5, 12, true, Part::WHOLE).unwrap();
        if run > 1 {
            count.load(&mut &kept[..]).unwrap();
        }
        let before = count.done();
        let ended = count.run(2, &mut |grids| {
            if grids < 2_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let known = count.known();
        assert_eq!(known, expected[..known.len()]);
        if ended.is_ok() {
            assert!(run > 3 && known == expected, "{run}");
            break;
        }
        assert_eq!(ended, Err(Stop::BrokenOff));
        assert!(count.done() > before && known.len() < expected.len());
        kept.clear();
        count.findings().save(&mut kept).unwrap();
    }
}

/// Whoever has asked for the count is asked, though another thread has all that there is to do.
#[test]
fn a_count_of_few_units_by_many_threads_is_broken_off_too() {
    for _ in 0..4 {
        let count = Count::new(Variant::T5, 60, false, Part { number: 20_000, of: 1 << 18 }).unwrap();
        assert!(count.units() < 3);
        let ended = count.run(8, &mut |grids| {
            if grids < 3_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(ended, Err(Stop::BrokenOff));
        assert!(count.known().is_empty());
    }
}

/// However deep a count is to go, the first numbers are known soon.
#[test]
fn a_deep_count_that_is_broken_off_knows_the_first_numbers() {
    for variant in Variant::ALL {
        let count = Count::new(variant, 100, true, Part::WHOLE).unwrap();
        let ended = count.run(1, &mut |grids| {
            if grids < 3_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(ended, Err(Stop::BrokenOff));
        let known = count.known();
        assert!(known.len() > 5);
        assert_eq!(known, whole(variant, known.len() - 1, true), "{variant}");
    }
}

#[test]
fn findings_of_another_count_are_refused() {
    let [small, large] = [5, 9].map(|depth| Count::new(Variant::D5, depth, false, Part::WHOLE).unwrap());
    let mut kept = Vec::new();
    small.findings().save(&mut kept).unwrap();
    assert!(large.load(&mut &kept[..]).is_err());
    assert!(small.load(&mut &kept[..kept.len() - 1]).is_err());
    small.load(&mut &kept[..]).unwrap();
}
