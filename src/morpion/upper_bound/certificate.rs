//! Certificates: text files that prove an upper bound on the length of all games whose hull is in a box.
//!
#![doc = include_str!("certificate.md")]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::hulls::{HullBox, Interval, LARGEST_SIZE, SMALLEST_SIZE};
use crate::morpion::Variant;

/// The first line.
const FIRST: &str = "quadrille morpion certificate 1";

/// A certificate. Its text form is that of the file; it may not prove what it claims, see [`verify`](super::verify::verify).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The variant, 5T or 5D.
    pub variant: Variant,
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
        let Certificate { variant, hulls, bound, denominator, u, strips } = self;
        let [width, height, cuts @ ..] = &hulls.0;
        write!(f, "{FIRST}\nvariant {variant}\nwidth {width}\nheight {height}\ncuts")?;
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

/// The variants that certificates are for.
pub const VARIANTS: [Variant; 2] = [Variant::T5, Variant::D5];

/// What is expected in each line; the last one also in all that follow.
const EXPECTED: [&str; 9] = [
    "'quadrille morpion certificate 1'",
    "'variant 5T' or 'variant 5D'",
    "'width' and a range such as 30..30, from 9 to 107",
    "'height' and a range such as 30..30, from 9 to 107",
    "'cuts' and four ranges such as 8..9, from 0 to 107",
    "'bound' and an integer from 0 on",
    "'denominator' and an integer from 1 on",
    "'u' and an integer",
    "'strip' and integers such as 3 -1 0*5 12",
];

/// The largest number of weights of a strip: seven at each coordinate of two lines would be more than any has.
const MAX_WEIGHTS: usize = 2000;

/// The largest number of strips: one of rows or columns for each edge of a side, and of each kind of diagonals at most as many as both
/// together.
const MAX_STRIPS: usize = 6 * LARGEST_SIZE as usize;

impl FromStr for Certificate {
    type Err = ParseCertificateError;

    fn from_str(text: &str) -> Result<Certificate, ParseCertificateError> {
        let mut lines = Lines { rest: text, line: 0 };
        lines.next(|line| (line == FIRST).then_some(()))?;
        let variant = lines.next(|line| VARIANTS.into_iter().find(|variant| line == format!("variant {variant}")))?;
        let [width] = lines.next(|line| ranges(line.strip_prefix("width ")?, SMALLEST_SIZE))?;
        let [height] = lines.next(|line| ranges(line.strip_prefix("height ")?, SMALLEST_SIZE))?;
        let cuts: [Interval; 4] = lines.next(|line| ranges(line.strip_prefix("cuts ")?, 0))?;
        let bound = lines.next(|line| integer(line.strip_prefix("bound ")?).filter(|&bound| bound >= 0))?.into();
        let denominator = lines.next(|line| integer(line.strip_prefix("denominator ")?).filter(|&of| of >= 1))?;
        let u = lines.next(|line| integer(line.strip_prefix("u ")?))?;
        let mut strips = Vec::new();
        while lines.rest.contains('\n') {
            if strips.len() == MAX_STRIPS {
                return Err(lines.expected("no more strips than any board has"));
            }
            strips.push(lines.next(strip)?);
        }
        if !lines.rest.is_empty() {
            return Err(lines.expected("a line feed at the end"));
        }
        let hulls = HullBox([width, height, cuts[0], cuts[1], cuts[2], cuts[3]]);
        Ok(Certificate { variant, hulls, bound, denominator, u, strips })
    }
}

/// The lines of a text.
struct Lines<'a> {
    rest: &'a str,
    /// The number of lines read.
    line: usize,
}

impl<'a> Lines<'a> {
    /// Reads what the next line should have.
    fn next<T>(&mut self, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, ParseCertificateError> {
        let expected = EXPECTED[self.line.min(EXPECTED.len() - 1)];
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

/// Returns the ranges of a line, of integers from `least` to the largest size.
fn ranges<const N: usize>(line: &str, least: i32) -> Option<[Interval; N]> {
    let range = |text: &str| {
        let (low, high) = text.split_once("..")?;
        let range = Interval { low: integer(low)?, high: integer(high)? };
        (least <= range.low && range.low <= range.high && range.high <= LARGEST_SIZE).then_some(range)
    };
    line.split(' ').map(range).collect::<Option<Vec<_>>>()?.try_into().ok()
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
    words.next().filter(|word| *word == "strip")?;
    for word in words {
        let (count, weight) = match word.strip_prefix("0*") {
            Some(count) => (integer(count).filter(|count| *count >= 2)?, 0),
            None => (1, integer(word)?),
        };
        weights.extend(std::iter::repeat_n(weight, usize::try_from(count).ok()?.min(MAX_WEIGHTS + 1)));
        if weights.len() > MAX_WEIGHTS {
            return None;
        }
    }
    Some(weights)
}
