//! Certificates: text files that prove an upper bound on the length of all games whose hull is in a box.
//!
#![doc = include_str!("certificate.md")]

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::hulls::{HullBox, Interval, LARGEST_EXTENT, LARGEST_SIZE, SMALLEST_SIZE, image_of_point};
use crate::budget::Budget;
use crate::morpion::Variant;

/// The first line.
const FIRST: &str = "quadrille morpion certificate 1";

/// What is assumed of single points: which of them have a dot, and which have none. Both lists ascend.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Case {
    /// The points with a dot.
    pub dots: Vec<(i32, i32)>,
    /// The points without a dot.
    pub empty: Vec<(i32, i32)>,
}

impl Case {
    /// Returns the cases that the first of some points has a dot, and that none of them has one.
    pub(super) fn halves(&self, points: &[(i32, i32)]) -> [Case; 2] {
        let with =
            |more: &[(i32, i32)], points: &[(i32, i32)]| points.iter().chain(more).copied().sorted_unstable().collect();
        [
            Case { dots: with(&points[..1], &self.dots), ..self.clone() },
            Case { empty: with(points, &self.empty), ..self.clone() },
        ]
    }

    /// Returns the number of points.
    pub(super) fn points(&self) -> usize {
        self.dots.len() + self.empty.len()
    }

    /// Returns the share of the sets of dots that are of this case: one in 2^n if it has n points.
    fn share(&self) -> f64 {
        0.5f64.powf(self.points() as f64)
    }

    /// Returns the image of a case of a placed box under the symmetry with this number.
    pub(super) fn image(&self, symmetry: usize) -> Case {
        let image = |points: &[(i32, i32)]| {
            points.iter().map(|&point| image_of_point(symmetry, point)).sorted_unstable().collect()
        };
        Case { dots: image(&self.dots), empty: image(&self.empty) }
    }
}

impl fmt::Display for Case {
    /// Nothing for a whole box, otherwise such as `, dots 3,0 4,0, empty 5,0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, points) in
            [("dots", &self.dots), ("empty", &self.empty)].iter().filter(|(_, points)| !points.is_empty())
        {
            write!(f, ", {name} {}", points.iter().format_with(" ", |(x, y), f| f(&format_args!("{x},{y}"))))?;
        }
        Ok(())
    }
}

/// After this number of looks at cases and their points [`leave_nothing_out`] gives up; the time grows exponentially
/// with the points.
const MOST_LOOKS: usize = 10_000_000;

/// Why it is not decided whether cases leave nothing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The budget has stopped the search.
    Stopped,
    /// The cases have too many points.
    TooHard,
}

/// Returns whether each set of dots is of one of the cases: one of them has no points, or both those that allow a dot
/// at some point and those that allow none leave nothing out. The callback of the budget gets the number 0.
///
/// # Errors
/// If the budget stops the search, or it looks at cases and their points more than ten million times.
pub fn leave_nothing_out(cases: &[Case], budget: &mut Budget<'_>) -> Result<bool, Undecided> {
    Ok(left_out(cases, &mut 0, budget)?.is_none())
}

/// Returns a case of which cases leave out a set of dots; `None` if they leave nothing out.
fn left_out(cases: &[Case], looks: &mut usize, budget: &mut Budget<'_>) -> Result<Option<Case>, Undecided> {
    if cases.contains(&Case::default()) {
        return Ok(None);
    }
    if !are_enough(cases) {
        return Ok(Some(Case::default()));
    }
    *looks += cases.iter().map(|case| 1 + case.points()).sum::<usize>();
    if *looks > MOST_LOOKS {
        return Err(Undecided::TooHard);
    }
    if budget.poll(0).is_break() {
        return Err(Undecided::Stopped);
    }
    let Some(point) = dividing_point(cases) else { return Ok(Some(Case::default())) };
    for (index, given) in Case::default().halves(&[point]).into_iter().enumerate() {
        // Where trees of cases are mixed, as those of a hull and of its images, the cases of one that is divided by this
        // point have it. What they leave out is often left out by the others, too.
        let having = cases.iter().filter(|case| [&case.dots, &case.empty][index].contains(&point));
        let Some(mut left) = left_out(&rest(having, &given), looks, budget)? else { continue };
        let half = rest(cases, &given);
        if are_enough(&rest(&half, &left)) {
            let Some(other) = left_out(&half, looks, budget)? else { continue };
            left = other;
        }
        left.dots.extend(given.dots);
        left.empty.extend(given.empty);
        return Ok(Some(left));
    }
    Ok(None)
}

/// Returns what is left of cases for the sets of dots of another one.
fn rest<'a>(cases: impl IntoIterator<Item = &'a Case>, given: &Case) -> Vec<Case> {
    let differ = |points: &[_], others: &[_]| points.iter().any(|point| others.contains(point));
    let without = |points: &[_], others: &[_]| points.iter().copied().filter(|point| !others.contains(point)).collect();
    let allowing =
        cases.into_iter().filter(|case| !differ(&case.dots, &given.empty) && !differ(&case.empty, &given.dots));
    allowing
        .map(|case| Case { dots: without(&case.dots, &given.dots), empty: without(&case.empty, &given.empty) })
        .collect()
}

/// Returns whether cases are of as many sets of dots as there are, each counted as often as it is in one.
fn are_enough(cases: &[Case]) -> bool {
    cases.iter().map(Case::share).sum::<f64>() > 0.999
}

/// Returns the point of the shortest cases that is in the most cases, counted by their shares.
fn dividing_point(cases: &[Case]) -> Option<(i32, i32)> {
    let mut weights: BTreeMap<(i32, i32), f64> = BTreeMap::new();
    for case in cases {
        for &point in case.dots.iter().chain(&case.empty) {
            *weights.entry(point).or_default() += case.share();
        }
    }
    let shortest = cases.iter().min_set_by_key(|case| case.points());
    let points = shortest.into_iter().flat_map(|case| case.dots.iter().chain(&case.empty)).copied();
    points.max_by(|one, other| weights[one].total_cmp(&weights[other]))
}

/// A certificate. Its text form is that of the file; it may not prove what it claims, see
/// [`verify`](super::verify::verify).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The variant, 5T or 5D.
    pub variant: Variant,
    /// The box.
    pub hulls: HullBox,
    /// What else the games of this certificate have.
    pub case: Case,
    /// The claim: the largest number of moves of a game whose hull is in the box.
    pub bound: i64,
    /// Q, at least 1.
    pub denominator: i32,
    /// U.
    pub u: i32,
    /// The weights of the points off the cross of a placed box.
    pub mu: Vec<i32>,
    /// The weights of each strip.
    pub strips: Vec<Vec<i32>>,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certificate { variant, hulls, case, bound, denominator, u, mu, strips } = self;
        write!(f, "{FIRST}\nvariant {variant}\n")?;
        match hulls {
            HullBox::Placed(_) => write!(f, "{hulls}")?,
            HullBox::Free([width, height, cuts @ ..]) => {
                write!(f, "width {width}\nheight {height}\ncuts")?;
                cuts.iter().try_for_each(|cut| write!(f, " {cut}"))?;
            }
        }
        f.write_str(&case.to_string().replace(", ", "\n"))?;
        write!(f, "\nbound {bound}\ndenominator {denominator}\nu {u}\n")?;
        if hulls.is_placed() {
            write_weights(f, "points", mu)?;
        }
        strips.iter().try_for_each(|strip| write_weights(f, "strip", strip))
    }
}

fn write_weights(f: &mut fmt::Formatter<'_>, name: &str, weights: &[i32]) -> fmt::Result {
    f.write_str(name)?;
    for equal in weights.chunk_by(|one, other| one == other) {
        match equal {
            [0, _, ..] => write!(f, " 0*{}", equal.len())?,
            _ => equal.iter().try_for_each(|weight| write!(f, " {weight}"))?,
        }
    }
    f.write_str("\n")
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {expected}")]
pub struct ParseCertificateError {
    line: usize,
    expected: &'static str,
}

/// The variants that certificates are for.
pub const VARIANTS: [Variant; 2] = [Variant::T5, Variant::D5];

/// The largest number of weights of a strip: seven at each coordinate of two lines would be more than any has.
const MAX_WEIGHTS: usize = 2000;

/// The largest number of points of a case with a dot, and of those without.
const MOST_POINTS: usize = 200;

/// The largest number of strips: one of rows or columns for each edge of a side, and of each kind of diagonals at most
/// as many as both together.
const MAX_STRIPS: usize = 6 * LARGEST_WIDTH;

/// The largest width of a board, in points.
const LARGEST_WIDTH: usize = 10 + 2 * LARGEST_EXTENT as usize;

impl FromStr for Certificate {
    type Err = ParseCertificateError;

    fn from_str(text: &str) -> Result<Certificate, ParseCertificateError> {
        let mut lines = Lines { rest: text, line: 0 };
        let first = lines.next("").filter(|line| *line == FIRST);
        lines.check(first, "'quadrille morpion certificate 1'")?;
        let variant = lines.next("variant ");
        let variant = variant.and_then(|name| VARIANTS.into_iter().find(|variant| name == variant.to_string()));
        let variant = lines.check(variant, "'variant 5T' or 'variant 5D'")?;
        let hulls = lines.hulls()?;
        let mut case = Case::default();
        if lines.rest.starts_with("dots ") {
            let dots = lines.next("dots ").and_then(points);
            case.dots = lines.check(dots, "'dots' and at most 200 points such as 3,0 4,0, ascending")?;
        }
        if lines.rest.starts_with("empty ") {
            let empty = lines.next("empty ").and_then(points);
            case.empty = lines.check(empty, "'empty' and at most 200 points such as 3,0 4,0, ascending")?;
        }
        let bound = lines.integer("bound ", 0, "'bound' and an integer from 0 on")?.into();
        let denominator = lines.integer("denominator ", 1, "'denominator' and an integer from 1 on")?;
        let u = lines.integer("u ", i32::MIN, "'u' and an integer")?;
        let mut mu = Vec::new();
        if hulls.is_placed() {
            let weights = lines.next("points").and_then(|words| weights(words, LARGEST_WIDTH * LARGEST_WIDTH));
            mu = lines.check(weights, "'points' and integers such as 3 -1 0*5 12")?;
        }
        let mut strips = Vec::new();
        while lines.rest.contains('\n') {
            if strips.len() == MAX_STRIPS {
                lines.line += 1;
                return Err(lines.expected("no more strips than any board has"));
            }
            let strip = lines.next("strip").and_then(|words| weights(words, MAX_WEIGHTS));
            strips.push(lines.check(strip, "'strip' and integers such as 3 -1 0*5 12")?);
        }
        if !lines.rest.is_empty() {
            lines.line += 1;
            return Err(lines.expected("a line feed at the end"));
        }
        Ok(Certificate { variant, hulls, case, bound, denominator, u, mu, strips })
    }
}

/// The lines of a text.
struct Lines<'a> {
    rest: &'a str,
    /// The number of lines read.
    line: usize,
}

impl<'a> Lines<'a> {
    /// Reads the next line, and returns it without its beginning; `None` if it begins differently, or there is none.
    fn next(&mut self, beginning: &str) -> Option<&'a str> {
        let (line, rest) = self.rest.split_once('\n')?;
        (self.rest, self.line) = (rest, self.line + 1);
        line.strip_prefix(beginning)
    }

    /// Returns what was read from the last line.
    fn check<T>(&self, value: Option<T>, expected: &'static str) -> Result<T, ParseCertificateError> {
        value.ok_or_else(|| self.expected(expected))
    }

    /// Returns the error of the last line.
    fn expected(&self, expected: &'static str) -> ParseCertificateError {
        ParseCertificateError { line: self.line.max(1), expected }
    }

    fn integer(&mut self, name: &str, least: i32, expected: &'static str) -> Result<i32, ParseCertificateError> {
        let integer = self.next(name).and_then(integer).filter(|&integer| integer >= least);
        self.check(integer, expected)
    }

    fn hulls(&mut self) -> Result<HullBox, ParseCertificateError> {
        let is_placed = self.rest.starts_with("extents ");
        let mut read = |name, into: &mut [Interval], allowed, expected| {
            let are_read = self.next(name).and_then(|words| ranges(words, &allowed, into));
            self.check(are_read, expected)
        };
        if is_placed {
            let mut extents = [Interval::only(0); 8];
            let expected = "'extents' and eight ranges such as 3..4, from 0 to 50";
            read("extents ", &mut extents, 0..=LARGEST_EXTENT, expected)?;
            return Ok(HullBox::Placed(extents));
        }
        let (mut hull, sizes) = ([Interval::only(0); 6], SMALLEST_SIZE..=LARGEST_SIZE);
        let expected = "'width' and a range such as 30..30, from 9 to 107";
        read("width ", &mut hull[..1], sizes.clone(), expected)?;
        let expected = "'height' and a range such as 30..30, from 9 to 107";
        read("height ", &mut hull[1..2], sizes, expected)?;
        read("cuts ", &mut hull[2..], 0..=LARGEST_SIZE, "'cuts' and four ranges such as 8..9, from 0 to 107")?;
        Ok(HullBox::Free(hull))
    }
}

/// Reads ranges of allowed integers.
fn ranges(words: &str, allowed: &RangeInclusive<i32>, into: &mut [Interval]) -> Option<()> {
    let mut words = words.split(' ');
    for range in into {
        let (low, high) = words.next()?.split_once("..")?;
        *range = Interval { low: integer(low)?, high: integer(high)? };
        if range.low > range.high || !allowed.contains(&range.low) || !allowed.contains(&range.high) {
            return None;
        }
    }
    words.next().is_none().then_some(())
}

/// Returns points: at most 200, which ascend.
fn points(words: &str) -> Option<Vec<(i32, i32)>> {
    let mut points = Vec::new();
    for word in words.split(' ').take(MOST_POINTS + 1) {
        let (x, y) = word.split_once(',')?;
        let point = (integer(x)?, integer(y)?);
        if points.last().is_some_and(|last| *last >= point) {
            return None;
        }
        points.push(point);
    }
    (points.len() <= MOST_POINTS).then_some(points)
}

/// Returns the integer that a word stands for, in its only spelling.
fn integer(word: &str) -> Option<i32> {
    let number: i32 = word.parse().ok()?;
    (number != i32::MIN && number.to_string() == word).then_some(number)
}

/// Returns the weights of a line after its name, at most as many as the given number.
fn weights(line: &str, most: usize) -> Option<Vec<i32>> {
    let mut weights = Vec::new();
    let mut words = line.split(' ');
    words.next().filter(|before| before.is_empty())?;
    for word in words {
        let (count, weight) = match word.strip_prefix("0*") {
            Some(count) => (usize::try_from(integer(count).filter(|count| *count >= 2)?).ok()?, 0),
            None => (1, integer(word)?),
        };
        if weights.len() + count > most {
            return None;
        }
        weights.resize(weights.len() + count, weight);
    }
    Some(weights)
}
