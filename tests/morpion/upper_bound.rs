//! Upper bounds proved by certificates: what is proved is true, what is missing is noticed, and what is changed is
//! refused or true.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Mutex;

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::morpion::Variant;
use quadrille::morpion::upper_bound::certificate::{Case, Certificate, leave_nothing_out};
use quadrille::morpion::upper_bound::hulls::{HullBox, Interval};
use quadrille::morpion::upper_bound::verify::{VerifyError, proved, verify};
use quadrille::morpion::upper_bound::{Incomplete, Proof, check_complete, least_bound};
use quadrille::random::Random;
use serde_json::Value;

use crate::games::record;
use crate::reference::{Stroke, images as images_of};
use crate::support::{MORPION, rounds, table};
use crate::upper_bound_lemmas::{hull_of, images};

/// What certificates are for: cases of boxes.
pub(super) type Cases = BTreeSet<(HullBox, Case)>;

/// A budget that ends after a number of evaluations.
pub(super) fn after(evaluations: u64) -> Budget<'static> {
    Budget::new(move |done| if done < evaluations { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
}

/// The certificate that a short search finds for a box.
pub(super) fn certificate_of(variant: Variant, hulls: &HullBox, evaluations: u64) -> Certificate {
    least_bound(variant, hulls, &mut after(evaluations)).unwrap().certificate
}

/// Proves a bound as far as the limit on evaluations allows, and returns what is proved.
fn run(proof: &Proof, threads: usize, evaluations: u64) -> Cases {
    let boxes = Mutex::new(BTreeSet::new());
    let keep = |certificate: &Certificate| {
        assert_eq!(certificate.bound, proof.at_most());
        assert!(verify(certificate).unwrap() <= proof.at_most());
        boxes.lock().unwrap().insert((certificate.hulls, certificate.case.clone()));
        Ok(())
    };
    proof.run(&keep, &mut after(evaluations).with_threads(threads)).unwrap();
    boxes.into_inner().unwrap()
}

/// The first hull for which boxes have no certificate, if they are not complete.
fn missing(boxes: &Cases, at_most: i64) -> Option<HullBox> {
    match check_complete(boxes, at_most, &mut Budget::default()) {
        Ok(()) => None,
        Err(Incomplete::Missing(hull)) => Some(hull),
        Err(error) => panic!("{error}"),
    }
}

/// Boxes with all hulls that a box does not have.
fn others(hulls: &HullBox) -> Cases {
    let (mut rest, mut others) = (HullBox::all(hulls.is_placed()), Cases::new());
    for (index, range) in hulls.ranges().iter().enumerate() {
        let [below, from] = rest.split(index, range.low - 1);
        let [inside, above] = from.split(index, range.high);
        others.extend([below, above].map(|hulls| (hulls, Case::default())));
        rest = inside;
    }
    others
}

/// Hulls that resist are proved by cases, of which none can be left out.
#[test]
fn hulls_that_resist_are_proved_by_cases() {
    // 438 is the least bound found for the last hull by one certificate, and no weights prove less than 434.
    let [low, high] = [8, 9].map(|cut| HullBox::single([27, 28, 9, 9, cut, 9]));
    let hulls = HullBox::Free([27, 28, 9, 9, 8, 9].map(|low| Interval { low, high: low + i32::from(low == 8) }));
    let at_most = 433;
    let proof = Proof::of_box(Variant::T5, at_most, hulls);
    let cases = run(&proof, 1, u64::MAX);
    assert_eq!((cases.len() as u64, proof.tally().open), (proof.tally().boxes, 0));
    assert!(cases.iter().any(|(of_case, _)| of_case == &hulls) && cases.len() > 2, "{cases:?}");
    let are_proved = |cases: &Cases| {
        [low, high].iter().all(|hull| {
            let of_hull = cases.iter().filter(|(of_case, _)| of_case.contains(hull)).map(|(_, case)| case.clone());
            leave_nothing_out(&of_hull.collect::<Vec<_>>(), &mut Budget::default()).unwrap()
        })
    };
    assert!(are_proved(&cases));
    for left_out in &cases {
        let mut others = cases.clone();
        others.remove(left_out);
        assert!(!are_proved(&others), "{left_out:?}");
    }
}

/// A hull that symmetries do not change is proved by cases of which an image is left out.
#[test]
fn cases_of_a_symmetric_hull_leave_nothing_out_with_their_images() {
    let hull = HullBox::from_extents("3,3,3,3,5,5,5,5").unwrap();
    let cases = run(&Proof::of_box(Variant::D5, 96, hull), 1, u64::MAX);
    assert!(cases.iter().all(|(of_case, _)| *of_case == hull) && cases.len() > 2, "{cases:?}");
    let images: [Vec<Case>; 8] = std::array::from_fn(|symmetry| {
        let image = |&(x, y): &(i32, i32)| {
            let point = (x.into(), y.into());
            let (x, y) = images_of(Stroke { point, from: point, to: point }, "5D")[symmetry].point;
            (x as i32, y as i32)
        };
        let images = |points: &Vec<(i32, i32)>| points.iter().map(image).sorted().collect();
        cases.iter().map(|(_, case)| Case { dots: images(&case.dots), empty: images(&case.empty) }).collect()
    });
    let leave_nothing_out = |cases: &[Case]| leave_nothing_out(cases, &mut Budget::default());
    assert_eq!(leave_nothing_out(&images[0]), Ok(false));
    assert_eq!(leave_nothing_out(&images.concat()), Ok(true));
    let is_needed = |left_out: &usize| {
        let mut others = images.clone();
        others.iter_mut().for_each(|cases| drop(cases.remove(*left_out)));
        leave_nothing_out(&others.concat()) == Ok(false)
    };
    let needed = (0..images[0].len()).filter(is_needed).count();
    assert!(2 * needed > images[0].len(), "{needed} of {}", images[0].len());
}

type Points = &'static [(i32, i32)];
type Attack = (&'static str, Points, Points);

/// The images of a point beside the cross under the four symmetries that exchange no rows and columns, and the others.
const FOUR: Points = &[(4, -1), (4, 10), (5, -1), (5, 10)];
const EIGHT: Points = &[(-1, 4), (-1, 5), (4, -1), (4, 10), (5, -1), (5, 10), (10, 4), (10, 5)];
const SQUARE: &str = "3,3,3,3";
const OBLONG: &str = "3,3,4,4";

/// Cases, as extents of rows and columns, dots and empty points; and whether they leave out no game of these hulls.
#[rustfmt::skip]
const ATTACKS: &[(&[Attack], bool)] = &[
    (&[(SQUARE, &[(4, -1)], &[]), (SQUARE, &[], &[(4, -1)])], true),
    (&[(SQUARE, &[(4, -1)], &[]), (SQUARE, &[], EIGHT)], true),
    (&[(OBLONG, &[(4, -1)], &[]), (OBLONG, &[], FOUR)], true),
    // An image of the case is for the image of the hull.
    (&[(OBLONG, &[(4, -1)], &[]), ("4,4,3,3", &[], &[(-1, 4)])], true),
    // Half of the games.
    (&[(SQUARE, &[(4, -1)], &[])], false),
    (&[(SQUARE, &[], EIGHT)], false),
    // Four of these eight points are no images of the first one: their rows and columns are others.
    (&[(OBLONG, &[(4, -1)], &[]), (OBLONG, &[], EIGHT)], false),
    (&[(OBLONG, &[(4, -1)], &[]), ("4,4,3,3", &[], &[(4, -1)])], false),
    // One more point that is empty.
    (&[(SQUARE, &[(4, -1)], &[]), (SQUARE, &[], &[(4, -1), (7, 12)])], false),
    (&[(OBLONG, &[(4, -1)], &[]), (OBLONG, &[], &[(4, -1), (4, 10), (5, -1), (5, 10), (6, -1)])], false),
    // Images of another point.
    (&[(OBLONG, &[(4, -1)], &[]), (OBLONG, &[], &[(6, -1), (3, -1), (6, 10), (3, 10)])], false),
    // For one of two hulls.
    (&[("3,3,3..4,3", &[(4, -1)], &[]), (SQUARE, &[], &[(4, -1)])], false),
    // Contradictions.
    (&[(SQUARE, &[(4, -1)], &[(4, -1)])], false),
    (&[(SQUARE, &[(4, -1)], &[]), (SQUARE, &[(5, -1)], &[(4, -1), (5, -1)])], false),
    // Points off the board, and of the cross.
    (&[(SQUARE, &[(90, 90)], &[])], false),
    (&[(SQUARE, &[(4, -1)], &[]), (SQUARE, &[(3, 0)], &[(4, -1)])], false),
];

/// The box with these extents of rows and columns, and 5 of the diagonals.
fn with_extents(extents: &str) -> HullBox {
    let number = |text: &str| text.parse::<i32>().unwrap();
    let range = |text: &str| {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        Interval { low: number(low), high: number(high) }
    };
    let ranges = extents.split(',').chain(["5"; 4]).map(range);
    HullBox::Placed(ranges.collect_array().unwrap())
}

/// All other hulls, near and far, are proved whole.
#[test]
fn sets_of_cases_that_leave_games_out_are_refused() {
    for (cases, are_complete) in ATTACKS {
        let hulls = cases.iter().map(|(extents, ..)| with_extents(extents)).collect_vec();
        let mut all = others(&with_extents("3..4,3..4,3..4,3..4"));
        for sizes in (0..4).map(|_| [3, 4]).multi_cartesian_product() {
            let [top, bottom, left, right] = sizes.into_iter().collect_array().unwrap();
            let rows = [[top, bottom], [bottom, top]].into_iter().cartesian_product([[left, right], [right, left]]);
            let images = rows.flat_map(|(rows, columns)| [[rows, columns], [columns, rows]].map(|both| both.concat()));
            let mut images = images.map(|extents| with_extents(&extents.iter().join(",")));
            if !images.any(|image| hulls.iter().any(|hulls| hulls.contains(&image))) {
                all.insert((with_extents(&format!("{top},{bottom},{left},{right}")), Case::default()));
            }
        }
        let case = |(_, dots, empty): &Attack| Case { dots: dots.to_vec(), empty: empty.to_vec() };
        all.extend(hulls.iter().copied().zip(cases.iter().map(case)));
        assert_eq!(missing(&all, 60).is_none(), *are_complete, "{cases:?}");
    }
}

/// Of a hull and its images one is proved, whichever is asked for.
#[test]
fn images_of_a_hull_have_the_same_certificates() {
    let certificates = |extents: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let answer =
            MORPION.answer(&format!("prove 5D --extents {extents} --at-most 100 --threads 1 --save {path}"), "");
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).sorted().collect_vec();
        (answer.lines().skip(1).join("\n"), names)
    };
    let (answer, names) = certificates("3,4,3,2,4,5,6,4");
    assert!(answer.starts_with("Bound: 100\nBoxes: ") && !names.is_empty(), "{answer}");
    for image in ["4,3,3,2,6,4,4,5", "3,2,3,4,4,5,4,6"].into_iter().take(rounds(1, 2)) {
        assert_eq!(certificates(image), (answer.clone(), names.clone()), "{image}");
    }
    let none = MORPION.answer("prove 5D --extents 0,0,0,0,4,0,0,0 --at-most 10 --quiet", "");
    assert!(none.contains("Boxes: 0\nStanding: proved"), "{none}");
}

/// Some cases may be proved, but not that of the game. The search for weights is given up in the exhaustive run only.
#[test]
fn bound_below_the_truth_is_never_proved() {
    let (_, moves) = record("rosin178");
    let moves = &moves[..rounds(30, 178)];
    let at_most = moves.len() as i64 - 1;
    let hull = HullBox::single(hull_of(moves));
    let proof = Proof::of_box(Variant::T5, at_most, hull);
    let cases = run(&proof, 1, rounds(200, usize::MAX) as u64);
    let (tally, ended) = (proof.tally(), rounds(0, 1) as u64);
    assert_eq!((tally.boxes, tally.open, proof.boxes_left()), (cases.len() as u64, ended, 1 - ended));
    let cases: Vec<Case> = cases.into_iter().map(|(_, case)| case).collect();
    assert_eq!(leave_nothing_out(&cases, &mut Budget::default()), Ok(false));
    assert!(tally.worst.is_none_or(|worst| worst.proved > at_most));
}

#[test]
fn changed_certificate_is_refused_or_proves_what_is_true() {
    let (_, moves) = record("rosin178");
    let whole = certificate_of(Variant::T5, &HullBox::single(hull_of(&moves)), 40);
    let bound = verify(&whole).unwrap();
    assert_eq!(bound, whole.bound);
    let mut random = Random::new(31, 0);
    let (mut refused, mut changed_bounds) = (0, 0);
    for _ in 0..rounds(6, 12) {
        let mut changed = whole.clone();
        for _ in 0..40 {
            let strip = random.below(changed.strips.len() as u32) as usize;
            let weights = &mut changed.strips[strip];
            let at = random.below(weights.len() as u32) as usize;
            weights[at] += random.below(2001) as i32 - 1000;
        }
        let proved = proved(&changed).unwrap();
        assert!(proved >= moves.len() as i64);
        changed_bounds += usize::from(proved != bound);
        match verify(&changed) {
            Ok(bound) => assert!(bound <= changed.bound),
            Err(error) => {
                assert_eq!(error, VerifyError::Claim { claimed: bound, proved });
                refused += 1;
            }
        }
    }
    assert!(refused > rounds(2, 6) && changed_bounds > rounds(2, 6), "{refused} {changed_bounds}");
    let mut missing = whole.clone();
    let last = missing.strips.pop();
    assert!(matches!(verify(&missing), Err(VerifyError::Strips { .. })) && last.is_some());
    let mut longer = whole.clone();
    longer.strips[7].push(0);
    assert!(matches!(verify(&longer), Err(VerifyError::Weights { strip: 8, .. })));
    let placed = certificate_of(Variant::D5, &HullBox::Placed([Interval { low: 0, high: 1 }; 8]), 5);
    let points = placed.mu.len();
    let changed = Certificate { mu: vec![0; points + 1], ..placed.clone() };
    assert_eq!(verify(&changed), Err(VerifyError::Points { expected: points, found: points + 1 }));
    // Of a point that every move of the cross may make.
    let changed = Certificate { mu: vec![1000; points], ..placed };
    assert!(matches!(verify(&changed), Err(VerifyError::Claim { .. })));
    let mut large = whole;
    large.u = i32::MAX;
    assert!(matches!(verify(&large), Err(VerifyError::Claim { .. })));
}

#[test]
fn certificates_are_read_as_written_and_other_texts_rejected_with_their_line() {
    let whole = certificate_of(Variant::T5, &HullBox::single([12, 11, 3, 2, 2, 1]), 5);
    let text = whole.to_string();
    assert_eq!(text.parse(), Ok(whole));
    let strip = text.find("\nstrip ").unwrap() + 7;
    let placed = certificate_of(Variant::D5, &HullBox::Placed([Interval { low: 0, high: 1 }; 8]), 5);
    let placed_text = placed.to_string();
    assert_eq!(placed_text.parse(), Ok(placed));
    let many = format!("dots{}\nbound ", (0..201).map(|x| format!(" {x},0")).collect::<String>());
    let faulty = |text: &str, from: &str, to: &str, line: &str| {
        let error = text.replacen(from, to, 1).parse::<Certificate>().unwrap_err();
        assert!(error.to_string().starts_with(&format!("line {line}: expected ")), "{from} {to}: {error}");
    };
    faulty(&text, "bound ", &many, "6");
    ["0*1 ", "0*99999 ", "-0 ", " 1", "1.5 "].iter().for_each(|to| faulty(&text, &text[strip..strip + 2], to, "9"));
    for [of, from, to, line] in table(include_str!("certificate-faults.txt")) {
        faulty(if of == "placed" { &placed_text } else { &text }, &from, &to, &line);
    }
    let cut = text[..text.len() - 1].parse::<Certificate>().unwrap_err();
    assert!(cut.to_string().ends_with("expected a line feed at the end"), "{cut}");
}

/// Runs a proof that is saved and loaded again and again, to its end. The first slice only begins.
fn run_in_slices(proof: impl Fn() -> Proof) -> Cases {
    let (mut boxes, mut saved) = (BTreeSet::new(), Vec::new());
    for slice in 0..10_000 {
        let proof = proof();
        if slice > 0 {
            proof.load(&mut saved.as_slice()).unwrap();
        }
        boxes.extend(run(&proof, 2, if slice == 0 { 1 } else { 600 }));
        if proof.boxes_left() == 0 {
            let tally = proof.tally();
            assert_eq!((tally.boxes, tally.open, proof.finished(100)), (boxes.len() as u64, 0, 100));
            return boxes;
        }
        saved.clear();
        proof.save(&mut saved).unwrap();
    }
    panic!("it does not come to an end");
}

#[test]
fn stopped_proof_of_a_box_has_each_hull_of_the_box() {
    let range = |low, high| Interval { low, high };
    let hulls = HullBox::Free([range(11, 13), range(12, 13), range(2, 3), range(2, 3), range(2, 3), range(2, 3)]);
    let at_most = 165;
    let boxes = run_in_slices(|| Proof::of_box(Variant::T5, at_most, hulls));
    let all = (0..96).map(|number: i32| {
        let bit = |index: i32| ((number / 3) >> index) & 1;
        HullBox::single([11 + number % 3, 12 + bit(0), 2 + bit(1), 2 + bit(2), 2 + bit(3), 2 + bit(4)])
    });
    // One hull of each class under the symmetries is enough.
    let needed: Vec<HullBox> = all
        .filter_map(|hull| hull.narrowed())
        .filter(|hull| hulls.contains(hull) && i64::from(hull.area_bound()) > at_most)
        .collect();
    assert!(!needed.is_empty());
    assert!(needed.iter().all(|hull| boxes.iter().any(|(of_proof, _)| of_proof.contains(hull))), "{boxes:?}");
    // A state that is saved during the run has the box that is worked on.
    let running = Proof::of_box(Variant::T5, at_most, hulls);
    let poll = |done| {
        let (mut saved, loaded) = (Vec::new(), Proof::of_box(Variant::T5, at_most, hulls));
        running.save(&mut saved).unwrap();
        loaded.load(&mut saved.as_slice()).unwrap();
        assert_eq!(loaded.boxes_left(), running.boxes_left());
        if done < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    running.run(&|_| Ok(()), &mut Budget::new(poll)).unwrap();
}

#[test]
#[ignore = "exhaustive: 20 s"]
fn stopped_proof_is_complete_and_needs_its_boxes() {
    let boxes = run_in_slices(|| Proof::new(Variant::T5, 700, 1, 1));
    assert!(boxes.len() > 20);
    assert_eq!(missing(&boxes, 700), None);
    // A box may have only hulls whose area proves the bound, though not that of all together.
    let mut noticed = 0;
    for left_out in &boxes {
        let others = boxes.iter().filter(|&other| other != left_out).cloned().collect();
        if let Some(hull) = missing(&others, 700) {
            let is_left_out = images(&left_out.0).iter().any(|image| image.contains(&hull));
            assert!(hull.is_single() && is_left_out, "{hull} {left_out:?}");
            noticed += 1;
        }
    }
    assert!(noticed > 0, "{noticed} of {}", boxes.len());
    // Hulls with fewer points are left out: their games are too short for 700, not for 500.
    assert!(missing(&boxes, 500).is_some());
}

/// 741 points is Flammenkamp's bound (2003): no octagon with 144 lines has more.
#[test]
fn largest_octagon_has_741_points() {
    // 705 moves, and four dots beyond the octagon.
    assert_eq!(missing(&BTreeSet::new(), 709), None);
    let largest = missing(&BTreeSet::new(), 708).unwrap();
    assert_eq!((largest, largest.area_bound()), (HullBox::single([30, 30, 10, 10, 10, 10]), 741 - 36 + 4));
}

/// With a dot at a point of a hull, or without one at the same point of its mirror image: these are different points.
#[test]
fn cases_of_a_hull_and_of_its_image_are_kept_apart() {
    let mut cases = Cases::new();
    while let Some(hull) = missing(&cases, 707) {
        cases.insert((hull, Case::default()));
    }
    assert_eq!(cases.len(), 5);
    let hull = HullBox::single([29, 30, 10, 9, 9, 9]);
    assert!(cases.iter().any(|(of_case, _)| images(&hull).contains(of_case)));
    cases.retain(|(of_case, _)| !images(&hull).contains(of_case));
    cases.insert((hull, Case { dots: vec![(5, 5)], ..Case::default() }));
    let mirrored =
        images(&hull).into_iter().find(|image| *image != hull && image.ranges()[0] == hull.ranges()[0]).unwrap();
    let mut mixed = cases.clone();
    mixed.insert((mirrored, Case { empty: vec![(5, 5)], ..Case::default() }));
    assert!(missing(&mixed, 707).is_some());
    cases.insert((hull, Case { empty: vec![(5, 5)], ..Case::default() }));
    assert_eq!(missing(&cases, 707), None);
}

/// Condition (1) of Lemma 8: a hull has as many diagonals as the cross hits.
#[test]
fn hulls_with_few_diagonals_need_no_certificate() {
    for at_most in [0, 20, 60, 100, 300] {
        let hull = missing(&BTreeSet::new(), at_most).unwrap();
        let HullBox::Free(ranges) = hull else { panic!("{hull}") };
        let [width, height, cuts @ ..] = ranges.map(|range| range.low);
        assert!([0, 1].into_iter().all(|corner| width + height - cuts[corner] - cuts[corner + 2] >= 12), "{hull}");
    }
    // A hull with just as many needs one: all others have certificates.
    let hull = HullBox::single([10, 10, 4, 4, 4, 4]);
    assert_eq!(missing(&others(&hull), 0), Some(hull));
}

#[test]
fn boxes_have_eight_images_with_the_same_bound() {
    let hull = HullBox::single([12, 10, 4, 2, 3, 0]);
    let images: BTreeSet<HullBox> = images(&hull).into_iter().collect();
    assert_eq!(images.len(), 8);
    assert!(images.iter().all(|image| image.area_bound() == hull.area_bound()));
    assert_eq!(images.iter().filter_map(HullBox::narrowed).collect::<BTreeSet<_>>().len(), 1);
    let values: BTreeSet<i64> = images
        .iter()
        .map(|image| (least_bound(Variant::T5, image, &mut after(20)).unwrap().value * 1e6).round() as i64)
        .collect();
    assert_eq!(values.len(), 1, "{values:?}");
}

/// Width, height and cuts of octagons, and the largest number of moves along lines that share no edge and have dots on
/// all their points, with the dots of the cross (whose corner is in that of the rectangle) and one more for each move:
/// the optimum of an integer program, whatever the order of the moves, as the solver microlp 0.7 finds it.
const OPTIMA: [([i32; 6], f64); 4] =
    [([9, 9, 3, 3, 3, 3], 40.0), ([9, 9, 0, 3, 2, 3], 49.0), ([10, 9, 3, 4, 3, 3], 46.0), ([11, 10, 3, 4, 5, 4], 55.0)];

#[test]
fn least_bounds_are_above_the_integer_optimum() {
    for (hull, optimum) in OPTIMA.into_iter().take(rounds(2, 4)) {
        let value = least_bound(Variant::T5, &HullBox::single(hull), &mut after(1000)).unwrap().value;
        assert!(value >= optimum - 1e-6, "{hull:?}: {value}, and {optimum} is possible");
    }
}

#[test]
fn program_stops_at_a_limit_and_verifies_what_it_saves() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (task, echo) in [
        ("5T --at-most 484 --threads 1 --nodes 10", "5T --at-most 484"),
        ("5D --at-most 143 --threads 1 --nodes 50", "5D --at-most 143"),
    ] {
        let stopped = MORPION.run(&format!("prove {task}"), "");
        let text = &stopped.stdout;
        assert!(text.starts_with(&format!("prove {echo}\nBoxes: ")) && text.ends_with("\nStanding: open\n"), "{text}");
        assert!(stopped.status == Some(3) && text.contains("\nBoxes left: ") && !text.contains("Bound: "), "{text}");
    }
    MORPION.run(&format!("prove 5T --hull 6,3,6,3,6,3,6,3 --nodes 20 --save {}", path("one")), "");
    let file = fs::read_dir(path("one")).unwrap().next().unwrap().unwrap().path();
    let verified = MORPION.answer(&format!("verify {}", file.display()), "");
    assert!(verified.contains(" for 12..12 x 12..12, cuts 3..3 3..3 3..3 3..3: "), "{verified}");
    // Its boxes have no certificates.
    let task = format!("prove 5T --at-most 700 --threads 1 --nodes 10 --checkpoint {}", path("state"));
    assert_eq!(MORPION.run(&task, "").status, Some(3));
    let refused = MORPION.run(&format!("{task} --save {}", path("one")), "");
    refused.is_refused(1, " is not a checkpoint of this task");
    let command = format!("verify --complete {}", path("one"));
    let missing = MORPION.run(&command, "");
    let is_expected = missing.stdout.starts_with(&format!("{command}\nBoxes: 1\nNot covered: "));
    assert!(missing.status == Some(4) && is_expected && missing.stdout.ends_with("\nStanding: open\n"), "{missing:?}");
    let stopped = MORPION.run(&format!("{command} --time 0s"), "");
    assert!(stopped.status == Some(3) && stopped.stdout.ends_with("Certificates left: 1\n"), "{stopped:?}");
}

#[test]
fn certificates_of_a_folder_are_verified() {
    let task = "verify testdata/certificates";
    let output = MORPION.answer(task, "");
    let lines: Vec<&str> = output.lines().skip(1).collect();
    let files = fs::read_dir("testdata/certificates").unwrap().count();
    assert!(lines.iter().all(|line| line.contains(" for ") && line.ends_with(".certificate")), "{output}");
    assert_eq!(lines.len(), files, "{output}");
    // A limit stops it, and the next task is answered.
    let stopped = MORPION.run("--nodes 1", format!("{task}\ncross 4D\n"));
    let expected = format!("{task}\n{}\nCertificates left: {}\n\ncross 4D\n", lines[0], files - 1);
    assert!(stopped.status == Some(3) && stopped.stdout.starts_with(&expected), "{stopped:?}");
    let none = MORPION.json("--time 0s verify --complete testdata/certificates", "");
    assert_eq!((&none["bound"], &none["complete"], &none["left"]), (&Value::Null, &false.into(), &files.into()));
    // The last certificate reaches the limit.
    MORPION.answer(&format!("verify --nodes 1 {}", lines[0].rsplit(": ").next().unwrap()), "");
    // Neither many strips of many weights nor a long file takes memory.
    let whole = fs::read_to_string("testdata/certificates/slack.certificate").unwrap();
    for (text, said) in [
        (whole.clone() + &"strip 0*2000\n".repeat(1000), "expected no more strips than any board has"),
        (whole + &" ".repeat(1 << 24), "stdin: expected at most 16777216 bytes, found more"),
    ] {
        MORPION.run("verify -", text).is_refused(1, said);
    }
    let empty = tempfile::tempdir().unwrap();
    let refused = MORPION.run(&format!("verify {}", empty.path().display()), "");
    refused.is_refused(1, "expected files whose names end in .certificate");
}

/// What a certificate claims is not what it proves.
#[test]
fn printed_bound_is_the_proved_one() {
    let text = fs::read_to_string("testdata/certificates/slack.certificate").unwrap();
    let claimed = text.replacen("\nbound 429\n", "\nbound 1000000\n", 1);
    assert_ne!(text, claimed);
    let answer = MORPION.answer("verify -", claimed);
    assert!(answer.lines().nth(1).unwrap().starts_with("429 for "), "{answer}");
}

/// In 5D moves of a line share no dot, so that the same weights prove less for 5T.
#[test]
fn certificate_for_5d_is_none_for_5t() {
    let (_, moves) = record("rosin82");
    let whole = certificate_of(Variant::D5, &HullBox::single(hull_of(&moves)), 300);
    let (bound, text) = (verify(&whole).unwrap(), whole.to_string());
    assert!((82..144).contains(&bound) && text.contains("\nvariant 5D\n"), "{bound}");
    let for_5t: Certificate = text.replacen("variant 5D", "variant 5T", 1).parse().unwrap();
    assert!(matches!(verify(&for_5t), Err(VerifyError::Claim { .. })));
    let answer = MORPION.answer("verify -", text.clone());
    assert!(answer.lines().nth(1).unwrap().starts_with(&format!("{bound} for 5D, ")), "{answer}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("5D.certificate"), text).unwrap();
    fs::copy("testdata/certificates/slack.certificate", folder.path().join("5T.certificate")).unwrap();
    let refused = MORPION.run(&format!("verify --complete {}", folder.path().display()), "");
    refused.is_refused(1, "expected certificates of one variant");
}

#[test]
#[ignore = "exhaustive: 60 s"]
fn games_of_5d_have_at_most_140_moves() {
    let folder = tempfile::tempdir().unwrap();
    let answer = MORPION.answer(&format!("prove 5D --at-most 140 --save {}", folder.path().display()), "");
    assert!(answer.starts_with("prove 5D --at-most 140\nBound: 140\n") && answer.ends_with("Standing: proved\n"));
    let verified = MORPION.answer(&format!("verify --complete {}", folder.path().display()), "");
    assert!(verified.contains("\nBound: 140\n") && verified.ends_with("Standing: proved\n"), "{verified}");
}

/// A whole proof; `testdata/RESULTS.md` has those of smaller bounds.
#[test]
#[ignore = "exhaustive: 30 s"]
fn games_have_at_most_540_moves() {
    let proof = Proof::new(Variant::T5, 540, 1, 1);
    let boxes = run(&proof, 2, u64::MAX);
    assert_eq!((proof.tally().open, proof.boxes_left()), (0, 0));
    assert_eq!(missing(&boxes, 540), None);
}
