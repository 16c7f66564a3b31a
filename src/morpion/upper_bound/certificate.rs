//! Certificates: text files that prove an upper bound on the length of all games whose hull is in a box.
//!
#![doc = include_str!("certificate.md")]

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::hulls::{HullBox, Interval, LARGEST_EXTENT, LARGEST_SIZE, SMALLEST_SIZE};
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
    /// Returns the cases that a point has a dot and that it has none.
    pub(super) fn halves(&self, point: (i32, i32)) -> [Case; 2] {
        let with = |points: &[(i32, i32)]| points.iter().copied().chain([point]).sorted_unstable().collect();
        [Case { dots: with(&self.dots), ..self.clone() }, Case { empty: with(&self.empty), ..self.clone() }]
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
    leave_out_nothing(cases, &mut 0, budget)
}

fn leave_out_nothing(cases: &[Case], looks: &mut usize, budget: &mut Budget<'_>) -> Result<bool, Undecided> {
    if cases.contains(&Case::default()) {
        return Ok(true);
    }
    // A case of n points is that of one in 2^n sets. This ends most searches for a set that is left out.
    let shares = cases.iter().map(|case| 0.5f64.powf((case.dots.len() + case.empty.len()) as f64));
    if shares.sum::<f64>() < 0.999 {
        return Ok(false);
    }
    *looks += cases.iter().map(|case| 1 + case.dots.len() + case.empty.len()).sum::<usize>();
    if *looks > MOST_LOOKS {
        return Err(Undecided::TooHard);
    }
    if budget.poll(0).is_break() {
        return Err(Undecided::Stopped);
    }
    let points = cases.iter().flat_map(|case| case.dots.iter().chain(&case.empty)).counts();
    let Some((&point, _)) = points.into_iter().max_by_key(|&(point, count)| (count, point)) else { return Ok(false) };
    let half = |has_dot: bool| -> Vec<Case> {
        let is_in = |points: &[(i32, i32)]| points.contains(&point);
        let allowing = cases.iter().filter(|case| !is_in(if has_dot { &case.empty } else { &case.dots }));
        let without = |points: &[(i32, i32)]| points.iter().copied().filter(|&other| other != point).collect_vec();
        allowing.map(|case| Case { dots: without(&case.dots), empty: without(&case.empty) }).collect()
    };
    Ok(leave_out_nothing(&half(true), looks, budget)? && leave_out_nothing(&half(false), looks, budget)?)
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
        let [width, height, cuts @ .., _, _] = &hulls.ranges;
        write!(f, "{FIRST}\nvariant {variant}\n")?;
        if hulls.is_placed {
            write!(f, "{hulls}")?;
        } else {
            write!(f, "width {width}\nheight {height}\ncuts")?;
            cuts.iter().try_for_each(|cut| write!(f, " {cut}"))?;
        }
        f.write_str(&case.to_string().replace(", ", "\n"))?;
        write!(f, "\nbound {bound}\ndenominator {denominator}\nu {u}\n")?;
        if hulls.is_placed {
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
        lines.next("'quadrille morpion certificate 1'", |line| (line == FIRST).then_some(()))?;
        let variant = |line: &str| VARIANTS.into_iter().find(|variant| line == format!("variant {variant}"));
        let variant = lines.next("'variant 5T' or 'variant 5D'", variant)?;
        let hulls = if lines.rest.starts_with("extents ") {
            let extents = |line: &str| ranges(line.strip_prefix("extents ")?, 0..=LARGEST_EXTENT);
            HullBox::placed(lines.next("'extents' and eight ranges such as 3..4, from 0 to 50", extents)?)
        } else {
            let sizes = SMALLEST_SIZE..=LARGEST_SIZE;
            let width = |line: &str| ranges(line.strip_prefix("width ")?, sizes.clone());
            let [width] = lines.next("'width' and a range such as 30..30, from 9 to 107", width)?;
            let height = |line: &str| ranges(line.strip_prefix("height ")?, sizes.clone());
            let [height] = lines.next("'height' and a range such as 30..30, from 9 to 107", height)?;
            let cuts = |line: &str| ranges(line.strip_prefix("cuts ")?, 0..=LARGEST_SIZE);
            let [a, b, c, d] = lines.next("'cuts' and four ranges such as 8..9, from 0 to 107", cuts)?;
            HullBox::free([width, height, a, b, c, d])
        };
        let mut case = Case::default();
        if lines.rest.starts_with("dots ") {
            case.dots =
                lines.next("'dots' and at most 200 points such as 3,0 4,0, ascending", |line| points("dots", line))?;
        }
        if lines.rest.starts_with("empty ") {
            case.empty = lines
                .next("'empty' and at most 200 points such as 3,0 4,0, ascending", |line| points("empty", line))?;
        }
        let bound = |line: &str| integer(line.strip_prefix("bound ")?).filter(|&bound| bound >= 0);
        let bound = lines.next("'bound' and an integer from 0 on", bound)?.into();
        let denominator = |line: &str| integer(line.strip_prefix("denominator ")?).filter(|&of| of >= 1);
        let denominator = lines.next("'denominator' and an integer from 1 on", denominator)?;
        let u = lines.next("'u' and an integer", |line| integer(line.strip_prefix("u ")?))?;
        let mu = if hulls.is_placed {
            let points = |line: &'_ str| weights("points", line, LARGEST_WIDTH * LARGEST_WIDTH);
            lines.next("'points' and integers such as 3 -1 0*5 12", points)?
        } else {
            Vec::new()
        };
        let mut strips = Vec::new();
        while lines.rest.contains('\n') {
            if strips.len() == MAX_STRIPS {
                return Err(lines.expected("no more strips than any board has"));
            }
            let strip = |line: &'_ str| weights("strip", line, MAX_WEIGHTS);
            strips.push(lines.next("'strip' and integers such as 3 -1 0*5 12", strip)?);
        }
        if !lines.rest.is_empty() {
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

impl Lines<'_> {
    /// Reads what the next line should have.
    fn next<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ParseCertificateError> {
        let found = self.rest.split_once('\n').and_then(|(line, rest)| {
            (self.rest, self.line) = (rest, self.line + 1);
            read(line)
        });
        found.ok_or(ParseCertificateError { line: self.line.max(1), expected })
    }

    /// Returns the error of the line that comes next.
    fn expected(&self, expected: &'static str) -> ParseCertificateError {
        ParseCertificateError { line: self.line + 1, expected }
    }
}

/// Returns the ranges of a line, of integers of those that are allowed.
fn ranges<const N: usize>(line: &str, allowed: RangeInclusive<i32>) -> Option<[Interval; N]> {
    let range = |text: &str| {
        let (low, high) = text.split_once("..")?;
        let range = Interval { low: integer(low)?, high: integer(high)? };
        (range.low <= range.high && allowed.contains(&range.low) && allowed.contains(&range.high)).then_some(range)
    };
    line.split(' ').map(range).collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// Returns the points of a line that begins with a name: at most 200, which ascend.
fn points(name: &str, line: &str) -> Option<Vec<(i32, i32)>> {
    let mut words = line.split(' ');
    words.next().filter(|word| *word == name)?;
    let point = |word: &str| word.split_once(',').and_then(|(x, y)| Some((integer(x)?, integer(y)?)));
    let points: Vec<(i32, i32)> = words.take(MOST_POINTS + 1).map(point).collect::<Option<_>>()?;
    ((1..=MOST_POINTS).contains(&points.len()) && points.is_sorted_by(|one, other| one < other)).then_some(points)
}

/// Returns the integer that a word stands for, in its only spelling.
fn integer(word: &str) -> Option<i32> {
    let number: i32 = word.parse().ok()?;
    (number != i32::MIN && number.to_string() == word).then_some(number)
}

/// Returns the weights of a line that begins with a name, at most as many as the given number.
fn weights(name: &str, line: &str, most: usize) -> Option<Vec<i32>> {
    let mut words = line.split(' ');
    let mut weights = Vec::new();
    words.next().filter(|word| *word == name)?;
    for word in words {
        let (count, weight) = match word.strip_prefix("0*") {
            Some(count) => (integer(count).filter(|count| *count >= 2)?, 0),
            None => (1, integer(word)?),
        };
        weights.extend(std::iter::repeat_n(weight, usize::try_from(count).ok()?.min(most + 1)));
        if weights.len() > most {
            return None;
        }
    }
    Some(weights)
}
