//! The two checkers of certificates, `morpion verify` and `scripts/verify-certificates`, on the same files: equal sums,
//! equal verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::morpion::Variant;
use quadrille::morpion::upper_bound::certificate::{Case, Certificate, Undecided, leave_nothing_out};
use quadrille::morpion::upper_bound::hulls::{HullBox, Interval};
use quadrille::morpion::upper_bound::verify::{VerifyError, total, verify};
use quadrille::morpion::upper_bound::{Incomplete, check_complete, least_bound};
use quadrille::random::Random;

use crate::reference::{Stroke, images};
use crate::support::{Ended, rounds};
use crate::upper_bound::after;

/// The verdict on a text: its sum and denominator, `no game`, or `refused`.
fn verdict(text: &str) -> String {
    let Ok(certificate) = text.parse::<Certificate>() else { return "refused".to_owned() };
    match (verify(&certificate), total(&certificate)) {
        (Ok(_), Ok(Some(sum))) => format!("{sum}/{}", certificate.denominator),
        (Ok(_), Ok(None)) => "no game".to_owned(),
        _ => "refused".to_owned(),
    }
}

/// Runs a command of Python; `None` if there is none.
fn python(command: &mut Command) -> Option<Ended> {
    crate::support::output(command, "the checker of certificates in Python").map(Ended::from)
}

/// The verdicts of the checker in Python on the files of a folder.
fn verdicts_in_python(folder: &Path) -> Option<BTreeMap<String, String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/verify-certificates");
    let Ended { stdout, stderr, .. } = python(Command::new("python3").arg(script).arg("--values").arg(folder))?;
    assert!(!stderr.contains("Traceback"), "{stderr}");
    let verdicts = stdout.lines().chain(stderr.lines()).filter_map(|line| {
        let (file, rest) = line.split_once(".certificate: ")?;
        let verdict = match rest.rsplit_once('(') {
            _ if rest.starts_with("refused: ") => "refused",
            Some((_, sum)) => sum.strip_suffix(')').unwrap(),
            None => rest.rsplit_once(": ").unwrap().1,
        };
        Some((file.rsplit_once('/').unwrap().1.to_owned(), verdict.to_owned()))
    });
    Some(verdicts.collect())
}

fn same_verdicts(texts: &[String]) -> Option<BTreeMap<String, usize>> {
    let folder = tempfile::tempdir().unwrap();
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.certificate")), text).unwrap();
    }
    let theirs = verdicts_in_python(folder.path())?;
    assert_eq!(theirs.len(), texts.len());
    let mut kinds = BTreeMap::new();
    for (number, text) in texts.iter().enumerate() {
        let (ours, theirs) = (verdict(text), &theirs[&number.to_string()]);
        assert_eq!(&ours, theirs, "{text}");
        let kind = if ours.contains('/') { "sum".to_owned() } else { ours };
        *kinds.entry(kind).or_insert(0) += 1;
    }
    Some(kinds)
}

/// A certificate of a random small box with random weights.
fn random_certificate(random: &mut Random) -> Certificate {
    let mut range = |low: u32, high: u32| {
        let low = (low + random.below(high - low + 1)) as i32;
        Interval { low, high: low + [0, 0, 1, 2][random.below(4) as usize] }
    };
    let [width, height] = [0; 2].map(|_| range(9, 13));
    let cuts = [0; 4].map(|_| range(0, 7));
    let extents = [0; 8].map(|_| range(0, 3));
    let is_placed = random.below(2) == 0;
    let free = HullBox::Free([width, height, cuts[0], cuts[1], cuts[2], cuts[3]]);
    let hulls = if is_placed { HullBox::Placed(extents) } else { free };
    let variant = if random.below(2) == 0 { Variant::T5 } else { Variant::D5 };
    // It has as many weights as the box needs.
    let first = least_bound(variant, &hulls, &mut after(0)).unwrap();
    let Certificate { mu, strips, .. } = first.certificate;
    let mut weight = |_: &i32| if random.percent(20) { 0 } else { random.below(61) as i32 - 30 };
    let mu = mu.iter().map(&mut weight).collect();
    let strips = strips.iter().map(|strip| strip.iter().map(&mut weight).collect()).collect();
    let (denominator, u) = (1 + random.below(64) as i32, random.below(80) as i32 - 60);
    Certificate { variant, hulls, case: Case::default(), bound: 1_000_000, denominator, u, mu, strips }
}

/// The certificate for a case of its box, with as many of its weights as the board of the case needs.
pub(super) fn with_case(mut certificate: Certificate, case: Case) -> Certificate {
    certificate.case = case;
    loop {
        match verify(&certificate) {
            Err(VerifyError::Strips { expected, .. }) => certificate.strips.resize(expected, Vec::new()),
            Err(VerifyError::Weights { strip, expected, .. }) => certificate.strips[strip - 1].resize(expected, 3),
            Err(VerifyError::Points { expected, .. }) => certificate.mu.resize(expected, 3),
            _ => return certificate,
        }
    }
}

/// Points of the board or near it, each with a dot or without.
fn random_case(random: &mut Random) -> Case {
    let mut points = BTreeMap::new();
    for _ in 0..1 + random.below(4) {
        points.insert((random.below(16) as i32 - 2, random.below(16) as i32 - 2), random.below(2) == 0);
    }
    let of = |has_dot: bool| points.iter().filter(|(_, of)| **of == has_dot).map(|(&point, _)| point).collect();
    Case { dots: of(true), empty: of(false) }
}

/// Of whole boxes and of cases.
#[test]
fn random_certificates_have_the_same_sums() {
    let mut random = Random::new(28, 0);
    let mut text = |is_of_case: bool| {
        let certificate = random_certificate(&mut random);
        if !is_of_case {
            return certificate.to_string();
        }
        loop {
            let certificate = with_case(certificate.clone(), random_case(&mut random));
            if !matches!(verify(&certificate), Err(VerifyError::NoCross { .. })) {
                return certificate.to_string();
            }
        }
    };
    let texts: Vec<String> = (0..rounds(12, 50)).map(|number| text(number % 4 > 0)).collect();
    assert!(texts.iter().all(|text| text.parse::<Certificate>().is_ok_and(|read| read.to_string() == *text)));
    let Some(kinds) = same_verdicts(&texts) else { return };
    assert!(kinds["sum"] >= rounds(6, 28) && !kinds.contains_key("refused"), "{kinds:?}");
}

/// The cases with a dot at one more point, and with none there.
fn halves(case: Case, point: (i32, i32)) -> [Case; 2] {
    let with = |points: &[(i32, i32)]| points.iter().copied().chain([point]).collect();
    [Case { dots: with(&case.dots), ..case.clone() }, Case { empty: with(&case.empty), ..case }]
}

/// Both find the same sets of cases complete, which leave out no set of dots of four points.
#[test]
fn complete_sets_of_cases_are_found_by_both() {
    let mut random = Random::new(29, 0);
    let point = |number: i32| (number, 7 - number);
    let (mut sets, mut complete) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        // A tree of cases, sometimes without one of them.
        let mut cases = vec![Case::default()];
        for _ in 0..random.below(6) {
            let case = cases.swap_remove(random.below(cases.len() as u32) as usize);
            let free: Vec<_> =
                (0..4).map(point).filter(|p| !case.dots.contains(p) && !case.empty.contains(p)).collect();
            let Some(&point) = free.get(random.below(4) as usize) else {
                cases.push(case);
                continue;
            };
            cases.extend(halves(case, point));
        }
        if random.below(2) == 0 {
            let case = cases.pop();
            // With the last point both with a dot and without, which no set of dots is of.
            if let Some(mut case) = case.filter(|case| !case.dots.is_empty() && random.below(2) == 0) {
                case.empty.extend(case.dots.last());
                cases.push(case);
            }
        }
        // One that the others need not have, as of a proof that was stopped and continued.
        if random.below(2) == 0 {
            cases.push(Case { dots: vec![point(random.below(4) as i32)], empty: Vec::new() });
        }
        let has_all = (0..16).all(|dots| {
            let has = |&(x, _): &(i32, i32)| dots >> x & 1 == 1;
            cases.iter().any(|case| case.dots.iter().all(has) && !case.empty.iter().any(has))
        });
        assert_eq!(leave_nothing_out(&cases, &mut Budget::default()), Ok(has_all), "{cases:?}");
        complete.push(has_all);
        sets.push(cases);
    }
    assert!(complete.iter().filter(|&&is| is).count() > 50 && complete.iter().filter(|&&is| !is).count() > 50);
    let Some(answers) = leave_nothing_out_in_python(&sets) else { return };
    assert_eq!(answers, complete);
}

/// Whether each of some sets of cases leaves nothing out, by the checker in Python.
fn leave_nothing_out_in_python(sets: &[Vec<Case>]) -> Option<Vec<bool>> {
    // As pairs of sets of points; debug texts of vectors of pairs are lists of pairs in Python.
    let pairs = sets.iter().map(|cases| cases.iter().map(|case| (&case.dots, &case.empty)).collect_vec()).collect_vec();
    let script = "for cases in eval(open(sys.argv[1]).read()):\n    \
            print(checker.leave_nothing_out([(set(dots), set(empty)) for dots, empty in cases]))\n";
    // More than the arguments of a command may have.
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, format!("{pairs:?}")).unwrap();
    let answers = from_python(script, &[file.path().display().to_string()])?;
    Some(answers.lines().map(|line| line == "True").collect())
}

/// Several trees of cases at once, as those of a hull and of its images: if one of them is not followed to its
/// end, this takes too long.
#[test]
fn trees_of_cases_that_are_mixed_are_found_by_both() {
    let mut random = Random::new(30, 0);
    let mut cases = Vec::new();
    for _ in 0..8 {
        let mut tree = vec![Case::default()];
        while tree.len() < 300 {
            let index = random.below(tree.len() as u32) as usize;
            let point = (random.below(80) as i32, 10);
            if tree[index].dots.contains(&point) || tree[index].empty.contains(&point) {
                continue;
            }
            let case = tree.swap_remove(index);
            tree.extend(halves(case, point));
        }
        cases.extend(tree);
    }
    // Not one tree after another.
    cases.sort_unstable();
    assert_eq!(leave_nothing_out(&cases, &mut Budget::default()), Ok(true));
    let Some(answers) = leave_nothing_out_in_python(&[cases]) else { return };
    assert_eq!(answers, [true]);
}

#[test]
fn committed_certificates_have_the_same_sums() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/certificates");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<String> = files.take(rounds(1, 99)).map(|file| fs::read_to_string(file).unwrap()).collect();
    let Some(kinds) = same_verdicts(&texts) else { return };
    assert!(kinds["sum"] == texts.len() && texts.len() >= rounds(1, 3), "{kinds:?}");
}

/// A certificate whose weights are all this number.
fn of_weight(weight: i32, hulls: HullBox, case: Case) -> Certificate {
    let (mu, strips) = (Vec::new(), Vec::new());
    let none =
        Certificate { variant: Variant::T5, hulls, case: Case::default(), bound: 0, denominator: 1, u: 0, mu, strips };
    let mut certificate = with_case(none, case);
    certificate.mu.fill(weight);
    certificate.strips.iter_mut().for_each(|strip| strip.fill(weight));
    certificate
}

/// Boxes and cases that no game has, and claims that are false: both checkers do what the documentation of the form
/// says about them.
#[test]
fn odd_and_false_certificates_have_the_same_verdicts() {
    let range = |low, high| Interval { low, high };
    // All its sums are 7, 9 or 11, those of the points beyond the two cuts that leave nothing else.
    let (side, cut) = (range(9, 9), range(0, 107));
    let thin = HullBox::Free([side, side, range(11, 11), cut, range(11, 11), cut]);
    let on_sum = |sum: i32| (0..10).map(move |x| (x, sum - x)).filter(|&(_, y)| (0..10).contains(&y));
    let of_sums = |sums: &[i32]| sums.iter().flat_map(|&sum| on_sum(sum)).sorted().collect_vec();
    let case = |dots: &[(i32, i32)], empty: &[(i32, i32)]| Case { dots: dots.to_vec(), empty: empty.to_vec() };
    let one_diagonal = case(&[], &of_sums(&[7, 11]));
    let octagon = HullBox::single([9, 9, 3, 3, 3, 3]);
    let placed = HullBox::Placed([range(0, 1); 8]);
    let zero = |hulls, case: Case| of_weight(0, hulls, case);
    let claim = |bound: i64, certificate: Certificate| Certificate { bound, ..certificate };
    let u = |u: i32, certificate: Certificate| Certificate { u, ..certificate };
    let sum = |certificate: &Certificate| format!("{}/1", total(certificate).unwrap().unwrap());
    let of_zero = |hulls, case: Case| sum(&zero(hulls, case));
    let table = [
        // The only diagonal with points is in no strip of sums, but it has six moves.
        (zero(thin, one_diagonal.clone()), "refused".to_owned()),
        (claim(5, zero(thin, one_diagonal.clone())), "refused".to_owned()),
        (claim(6, zero(thin, one_diagonal.clone())), "6/1".to_owned()),
        (Certificate { variant: Variant::D5, ..claim(6, zero(thin, one_diagonal.clone())) }, "6/1".to_owned()),
        // 36 dots do not fit on ten points: a sum below 0 proves 0.
        (u(-1, zero(thin, one_diagonal.clone())), "-26/1".to_owned()),
        (claim(-1, u(-1, zero(thin, one_diagonal))), "refused".to_owned()),
        // A point of the cross has a dot, where the place of the cross is known.
        (claim(9_999, zero(placed, case(&[], &[(3, 0)]))), "refused".to_owned()),
        (claim(9_999, zero(placed, case(&[], &[(0, 0)]))), of_zero(placed, case(&[], &[(0, 0)]))),
        (claim(9_999, zero(placed, case(&[(3, 0)], &[]))), of_zero(placed, Case::default())),
        (claim(9_999, zero(octagon, case(&[], &[(3, 0)]))), of_zero(octagon, case(&[], &[(3, 0)]))),
        // Points off the board change nothing.
        (claim(9_999, zero(octagon, case(&[(99, 99)], &[]))), of_zero(octagon, Case::default())),
        (
            claim(9_999, u(1, zero(octagon, case(&[(-1, 3), (3, -1)], &[(0, 0)])))),
            sum(&u(1, zero(octagon, Case::default()))),
        ),
        // A point with a dot and without one has none on the board.
        (claim(9_999, zero(octagon, case(&[(4, 4)], &[(4, 4)]))), of_zero(octagon, case(&[], &[(4, 4)]))),
        // No point at all: no line can be hit.
        (zero(octagon, case(&[], &of_sums(&(0..=18).collect_vec()))), "no game".to_owned()),
        // Weights of dots that are given count, whatever their sign.
        (
            claim(99_999, of_weight(9, octagon, case(&[(4, 3), (5, 3)], &[]))),
            sum(&of_weight(9, octagon, case(&[(4, 3), (5, 3)], &[]))),
        ),
    ];
    let texts = table.iter().map(|(certificate, _)| certificate.to_string()).collect_vec();
    for (text, (_, expected)) in texts.iter().zip(&table) {
        assert_eq!(verdict(text), *expected, "{}", text.lines().take(8).join("\n"));
    }
    same_verdicts(&texts);
}

/// Cases over many points take exponential time, which is bounded.
#[test]
fn hostile_cases_are_not_decided() {
    let mut random = Random::new(31, 0);
    let mut case = || {
        // As hard as it gets: random formulas of four literals a clause, ten clauses a variable, begin to have no
        // solution.
        let points: BTreeSet<i32> = (0..4).map(|_| random.below(60) as i32).collect();
        let (dots, empty) = points.into_iter().partition::<Vec<_>, _>(|_| random.below(2) == 0);
        let at = |points: Vec<i32>| points.into_iter().map(|x| (x, 10)).collect();
        Case { dots: at(dots), empty: at(empty) }
    };
    let cases: Vec<Case> = (0..600).map(|_| case()).collect();
    let mut polls = 0;
    let mut stop = Budget::new(|_| {
        polls += 1;
        if polls > 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(leave_nothing_out(&cases, &mut stop), Err(Undecided::Stopped));
    let hulls = HullBox::Placed([Interval { low: 0, high: 50 }; 8]);
    let of_box: BTreeSet<_> = cases.into_iter().map(|case| (hulls, case)).collect();
    let checked = check_complete(&of_box, 100, &mut Budget::default());
    assert!(matches!(checked, Err(Incomplete::TooHard(_))), "{checked:?}");
}

/// Both know which strips a board without points has, on which no line can be hit.
#[test]
fn board_without_points_has_strips_of_rows_and_columns_only() {
    let head = "quadrille morpion certificate 1\nvariant 5T\nwidth 9..9\nheight 9..9\ncuts 90..90 0..0 90..90 0..0\n";
    let text = |strips: usize| format!("{head}bound 0\ndenominator 1\nu 0\n{}", "strip\n".repeat(strips));
    let Some(kinds) = same_verdicts(&[text(18), text(19), text(17)]) else { return };
    assert_eq!(kinds, BTreeMap::from([("no game".to_owned(), 1), ("refused".to_owned(), 2)]));
}

/// What a script prints that has `scripts/verify-certificates` as `checker`; `None` if there is no Python.
fn from_python(script: &str, arguments: &[String]) -> Option<String> {
    const LOAD: &str = "import importlib.machinery, importlib.util, sys\n\
        loader = importlib.machinery.SourceFileLoader('checker', 'scripts/verify-certificates')\n\
        checker = importlib.util.module_from_spec(importlib.util.spec_from_loader('checker', loader))\n\
        loader.exec_module(checker)\n";
    let ended = python(Command::new("python3").args(["-Bc", &format!("{LOAD}{script}")]).args(arguments))?;
    assert_eq!(ended.status, Some(0), "{ended:?}");
    Some(ended.stdout)
}

/// A bound with some hundred boxes.
const AT_MOST: i64 = 560;

/// Divides a placed box where it is the widest, into boxes that are not wider than 23; and leaves out what its area
/// excludes.
fn divided(hulls: &HullBox, at_most: i64, boxes: &mut Vec<HullBox>) {
    let Some(hulls) = hulls.narrowed().filter(|hulls| i64::from(hulls.area_bound()) > at_most) else { return };
    let widest = (0..8).max_by_key(|&index| hulls.ranges()[index].slack()).unwrap();
    if hulls.ranges()[widest].slack() <= 22 {
        boxes.push(hulls);
    } else {
        hulls.halved(widest).iter().for_each(|half| divided(half, at_most, boxes));
    }
}

/// Both find that placed boxes have all hulls, and that a hull is missing without one of the boxes, or without a case
/// of one.
#[test]
fn missing_placed_box_is_noticed() {
    let (mut whole, mut cases) = (Vec::new(), Vec::new());
    divided(&HullBox::all(true), AT_MOST, &mut whole);
    // Some boxes by a point with and without a dot; of one of these cases two boxes of half the hulls.
    let mut random = Random::new(30, 0);
    let with_dot = Case { dots: vec![(5, 10)], ..Case::default() };
    let without_dot = Case { empty: vec![(5, 10)], ..Case::default() };
    for hulls in whole {
        // Any image will do.
        let hulls = hulls.images()[random.below(8) as usize];
        if random.below(8) > 0 {
            cases.push((hulls, Case::default()));
            continue;
        }
        let index = (0..8).max_by_key(|&index| hulls.ranges()[index].slack()).unwrap();
        cases.push((hulls, with_dot.clone()));
        cases.extend(hulls.halved(index).map(|half| (half, without_dot.clone())));
    }
    let without = |out: Option<usize>| -> BTreeSet<_> {
        cases.iter().enumerate().filter(|&(number, _)| Some(number) != out).map(|(_, case)| case.clone()).collect()
    };
    // Boxes that do not place the cross have other hulls.
    let others = BTreeSet::from([cases[0].clone(), (HullBox::all(false), Case::default())]);
    assert!(check_complete(&others, AT_MOST, &mut Budget::default()).is_err());
    let is_missed = |&out: &usize| check_complete(&without(Some(out)), AT_MOST, &mut Budget::default()).is_err();
    let is_whole = |number: &usize| cases[*number].1 == Case::default();
    let whole_cases = (0..cases.len()).rev().filter(is_whole);
    let divided_cases = (0..cases.len()).rev().filter(|number| !is_whole(number));
    let mut left_out: Vec<usize> = whole_cases.clone().filter(is_missed).take(2).collect();
    left_out.extend(divided_cases.filter(is_missed).take(1));
    let missed = left_out.clone();
    left_out.extend(whole_cases.filter(|number| !is_missed(number)).take(1));
    let script = "cases = eval(sys.argv[1])\n\
        for out in [len(cases), *eval(sys.argv[2])]:\n    \
            print(not any(checker.uncovered_placed(cases[:out] + cases[out + 1:], int(sys.argv[3]))))\n";
    let words = [words_of_python(&cases), format!("{left_out:?}"), AT_MOST.to_string()];
    let Some(text) = from_python(script, &words) else { return };
    let mut complete = text.lines().map(|line| line == "True");
    let all = check_complete(&without(None), AT_MOST, &mut Budget::default());
    assert_eq!((complete.next(), all), (Some(true), Ok(())));
    for out in &left_out {
        assert_eq!(complete.next(), Some(!missed.contains(out)), "without {:?}", cases[*out]);
    }
    let kinds: BTreeSet<bool> = left_out.iter().filter(|out| missed.contains(out)).map(is_whole).collect();
    assert!(kinds.len() == 2 && complete.next().is_none(), "{left_out:?}");
}

/// Cases of placed boxes, as Python writes them.
fn words_of_python(cases: &[(HullBox, Case)]) -> String {
    let pair = |(hulls, case): &(HullBox, Case)| {
        let ranges = hulls.ranges().iter().map(|range| (range.low, range.high)).collect_vec();
        let set = |points: &[(i32, i32)]| format!("frozenset({points:?})");
        format!("(tuple({ranges:?}), ({}, {}))", set(&case.dots), set(&case.empty))
    };
    format!("[{}]", cases.iter().map(pair).join(", "))
}

/// A game of a box that the symmetries do not change has an image with a dot at a point, or has none at its images.
#[test]
fn cases_of_placed_boxes_have_images() {
    let at_most = 100;
    let case = |is_placed, dots: &[(i32, i32)], empty: &[(i32, i32)]| {
        let sorted = |points: &[(i32, i32)]| points.iter().copied().sorted().collect();
        (HullBox::all(is_placed), Case { dots: sorted(dots), empty: sorted(empty) })
    };
    let point = Stroke { point: (1, -2), from: (1, -2), to: (1, -2) };
    let orbit = images(point, "5T").map(|image| (image.point.0 as i32, image.point.1 as i32));
    let [first, others @ ..] = orbit;
    let with_dot = |is_placed| case(is_placed, &[first], &[]);
    let mut questions = vec![
        (vec![with_dot(true), case(true, &[], &orbit)], true),
        (vec![with_dot(true)], false),
        (vec![case(true, &[], &orbit)], false),
        (vec![with_dot(true), case(true, &[], &[first, (2, -2)])], false),
        (vec![with_dot(true), case(true, &[first], &[(2, -2)])], false),
    ];
    questions.extend(others.map(|other| (vec![with_dot(true), case(true, &[], &[first, other])], true)));
    questions.extend(others.map(|other| (vec![with_dot(true), case(true, &[], &[other])], true)));
    for (cases, expected) in &questions {
        let checked = check_complete(&cases.iter().cloned().collect(), at_most, &mut Budget::default());
        assert_eq!(checked.is_ok(), *expected, "{cases:?}");
    }
    // The cross has no certain place in other boxes.
    let free = BTreeSet::from([with_dot(false), case(false, &[], &orbit)]);
    assert!(check_complete(&free, at_most, &mut Budget::default()).is_err());
    let script = "for cases in eval(sys.argv[1]):\n    \
            print(not any(checker.uncovered_placed(cases, int(sys.argv[2]))))\n";
    let lists = format!("[{}]", questions.iter().map(|(cases, _)| words_of_python(cases)).join(", "));
    let Some(text) = from_python(script, &[lists, at_most.to_string()]) else { return };
    let expected = questions.iter().map(|(_, expected)| if *expected { "True" } else { "False" });
    assert!(text.lines().eq(expected), "{text}");
}

/// A text with some changes: it is cut off, or words are left out, or put into it.
fn altered(text: &str, random: &mut Random) -> String {
    let words = [
        "0*2147483647",
        "-2147483647",
        "9..107",
        "107..107",
        "\n",
        "strip",
        "dots 0,0 1,0",
        "é",
        "7",
        "-1",
        "+1",
        "01",
    ];
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(3) {
        let pieces: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        // Half of the changes are in the lines before the strips.
        let among = if random.below(2) == 0 { pieces.len().min(40) } else { pieces.len() };
        let at = random.below(among.max(1) as u32) as usize;
        text = match random.below(9) {
            0 => pieces[..at].concat(),
            1..4 => [&pieces[..at], &pieces[(at + 1).min(pieces.len())..]].concat().concat(),
            _ => {
                let word = words[random.below(words.len() as u32) as usize];
                let rest = (at + random.below(2) as usize).min(pieces.len());
                [&pieces[..at], &[word, " "], &pieces[rest..]].concat().concat()
            }
        };
    }
    text
}

/// What is left of a changed certificate is refused or is one; for some of them both checkers say the same.
#[test]
fn altered_certificates_have_the_same_verdicts() {
    let mut random = Random::new(33, 0);
    let mut originals = Vec::new();
    while originals.len() < 4 {
        let certificate = random_certificate(&mut random);
        if let Ok(Some(sum)) = total(&certificate) {
            // The claim is exact, so that a larger sum is refused.
            let bound = sum.div_euclid(certificate.denominator.into()).max(0);
            originals.push(Certificate { bound, ..certificate }.to_string());
        }
    }
    let of_case = with_case(random_certificate(&mut random), random_case(&mut random));
    originals.push(of_case.to_string());
    let texts: Vec<String> = (0..rounds(300, 20_000)).map(|i| altered(&originals[i % 5], &mut random)).collect();
    let mut refused = 0;
    for text in &texts {
        match text.parse::<Certificate>() {
            Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
            Ok(certificate) if verify(&certificate).is_ok_and(|bound| bound <= certificate.bound) => continue,
            Ok(_) => {}
        }
        refused += 1;
    }
    assert!(refused > 200 && refused < texts.len(), "{refused}");
    let Some(kinds) = same_verdicts(&texts[..rounds(20, 100)]) else { return };
    assert!(kinds["refused"] >= 7, "{kinds:?}");
}
