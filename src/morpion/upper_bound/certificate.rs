//! Certificates: text files that prove an upper bound on the length of all games whose hull is in a box.
//!
#![doc = include_str!("certificate.md")]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::hulls::{HullBox, Interval, LARGEST_SIZE, SMALLEST_SIZE};

/// The first line.
const FIRST: &str = "quadrille morpion certificate 1";

/// A certificate. Its text form is that of the file; it may not prove what it claims, see [`verify`](super::verify::verify).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The box.
    pub hulls: HullBox,
    /// The claim: the largest number of moves of a game whose hull is in the box.
    pub bound: i64,
    /// Q, at least 1.
    pub denominator: i32,
    /// U.
    pub u: i32,
    /// The weights of each strip.
    pub strips: Vec<Vec<i32>>,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certificate { hulls, bound, denominator, u, strips } = self;
        let [width, height, cuts @ ..] = &hulls.0;
        write!(f, "{FIRST}\nvariant 5T\nwidth {width}\nheight {height}\ncuts")?;
        cuts.iter().try_for_each(|cut| write!(f, " {cut}"))?;
        write!(f, "\nbound {bound}\ndenominator {denominator}\nu {u}\n")?;
        for strip in strips {
            f.write_str("strip")?;
            for equal in strip.chunk_by(|one, other| one == other) {
                match equal {
                    [0, _, ..] => write!(f, " 0*{}", equal.len())?,
                    _ => equal.iter().try_for_each(|weight| write!(f, " {weight}"))?,
                }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {expected}")]
pub struct ParseCertificateError {
    line: usize,
    expected: &'static str,
}

/// The largest number of weights of a strip: seven at each coordinate of two lines would be more than any has.
const MAX_WEIGHTS: usize = 2000;

/// The largest number of strips: one of rows or columns for each edge of a side, and of each kind of diagonals at most as many as both
/// together.
const MAX_STRIPS: usize = 6 * LARGEST_SIZE as usize;

impl FromStr for Certificate {
    type Err = ParseCertificateError;

    fn from_str(text: &str) -> Result<Certificate, ParseCertificateError> {
        let mut lines = Lines { rest: text, line: 0 };
        if lines.next() != Some(FIRST) {
            return Err(lines.expected("'quadrille morpion certificate 1'"));
        }
        if lines.next() != Some("variant 5T") {
            return Err(lines.expected("'variant 5T'"));
        }
        let [width] = lines.ranges("width ", SMALLEST_SIZE, "'width' and a range such as 30..30, from 9 to 107")?;
        let [height] = lines.ranges("height ", SMALLEST_SIZE, "'height' and a range such as 30..30, from 9 to 107")?;
        let cuts: [Interval; 4] = lines.ranges("cuts ", 0, "'cuts' and four ranges such as 8..9, from 0 to 107")?;
        let bound = lines.integer("bound ", 0, "'bound' and an integer from 0 on")?;
        let denominator = lines.integer("denominator ", 1, "'denominator' and an integer from 1 on")?;
        let u = lines.integer("u ", -i32::MAX, "'u' and an integer")?;
        let mut strips = Vec::new();
        while let Some(line) = lines.next() {
            if strips.len() == MAX_STRIPS {
                return Err(lines.expected("no more strips than any board has"));
            }
            strips.push(strip(line).ok_or_else(|| lines.expected("'strip' and integers such as 3 -1 0*5 12"))?);
        }
        if !lines.rest.is_empty() {
            lines.line += 1;
            return Err(lines.expected("a line feed at the end"));
        }
        Ok(Certificate {
            hulls: HullBox([width, height, cuts[0], cuts[1], cuts[2], cuts[3]]),
            bound: bound.into(),
            denominator,
            u,
            strips,
        })
    }
}

/// The lines of a text.
struct Lines<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lines<'a> {
    /// Returns the next line, if there is a whole one.
    fn next(&mut self) -> Option<&'a str> {
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        self.line += 1;
        Some(line)
    }

    fn expected(&self, expected: &'static str) -> ParseCertificateError {
        ParseCertificateError { line: self.line.max(1), expected }
    }

    fn integer(&mut self, word: &str, least: i32, expected: &'static str) -> Result<i32, ParseCertificateError> {
        let found = self.next().and_then(|line| integer(line.strip_prefix(word)?));
        found.filter(|&number| number >= least).ok_or_else(|| self.expected(expected))
    }

    fn ranges<const N: usize>(
        &mut self,
        word: &str,
        least: i32,
        expected: &'static str,
    ) -> Result<[Interval; N], ParseCertificateError> {
        let range = |text: &str| {
            let (low, high) = text.split_once("..")?;
            let range = Interval { low: integer(low)?, high: integer(high)? };
            (least <= range.low && range.low <= range.high && range.high <= LARGEST_SIZE).then_some(range)
        };
        let ranges =
            self.next().and_then(|line| line.strip_prefix(word)?.split(' ').map(range).collect::<Option<Vec<_>>>());
        ranges.and_then(|ranges| ranges.try_into().ok()).ok_or_else(|| self.expected(expected))
    }
}

/// Returns the integer that a word stands for, in its only spelling.
fn integer(word: &str) -> Option<i32> {
    let number: i32 = word.parse().ok()?;
    (number != i32::MIN && number.to_string() == word).then_some(number)
}

/// Returns the weights of a line of a strip.
fn strip(line: &str) -> Option<Vec<i32>> {
    let mut words = line.split(' ');
    let mut weights = Vec::new();
    if words.next() != Some("strip") {
        return None;
    }
    for word in words {
        match word.strip_prefix("0*") {
            Some(count) => {
                let count = usize::try_from(integer(count)?).ok().filter(|count| (2..=MAX_WEIGHTS).contains(count))?;
                weights.resize(weights.len() + count, 0);
            }
            None => weights.push(integer(word)?),
        }
        if weights.len() > MAX_WEIGHTS {
            return None;
        }
    }
    Some(weights)
}
