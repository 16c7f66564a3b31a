//! Certificates: text files that prove an upper bound on the length of all games whose hull is in a box.
//!
//! # Hulls
//!
//! The hull of a position of 5T is six numbers. Let the smallest x and the smallest y of all dots be 0 (translate), and let `width` and
//! `height` be the largest x and y. The *run* of the diagonals x + y is the largest interval of consecutive diagonals, each with a dot,
//! that contains those of the cross; so is the run of the diagonals x − y. Each corner of the rectangle cuts off some diagonals, those
//! between the corner and the run, corner included:
//!
//! ```text
//!     corner          distance of (x, y) from it         cut
//!     0  (0, 0)                     x + y                the smallest x + y of the run
//!     1  (width, 0)                 width - x + y        width - the largest x - y of the run
//!     2  (width, height)            width - x + height - y
//!                                                        width + height - the largest x + y of the run
//!     3  (0, height)                x + height - y       height + the smallest x - y of the run
//! ```
//!
//! so that `cut` is the distance of the run's outermost diagonal from the corner. A *box* of hulls is six ranges of integers: of the
//! width, the height and the four cuts. (y grows downwards, so the corners go round the rectangle.)
//!
//! # The board of a box
//!
//! Write w₀..w₁ for the range of widths, h₀..h₁ for that of heights, and a₀..a₁ for that of the cuts of a corner. A hull in the box is
//! placed with its corner 0 at (0, 0), in the rectangle 0 <= x <= w₁, 0 <= y <= h₁. In this rectangle a corner has two limits, both
//! distances from the corner of *the rectangle of size w₁, h₁*:
//!
//! ```text
//!     outer = a₀                 inner = a₁ + slack      slack = 0, w₁ - w₀, (w₁ - w₀) + (h₁ - h₀), h₁ - h₀ for corners 0, 1, 2, 3
//! ```
//!
//! The run of every hull in the box ends at a distance in outer..=inner. The corner is *exact* if outer = inner.
//!
//! - **Points.** A point of the rectangle with distance d from a corner is *beyond* that corner by e = outer − d if e > 0. It belongs to
//!   the board if, for each of the four corners, e <= 0, or e <= 4 and the corner is not exact, or e is 2 or 4.
//! - **Edges**: the pairs of points of the board whose difference is (1, 0), (0, 1), (1, −1) or (1, 1).
//! - **Moves**: the sets of five points of the board that are consecutive on a line of one of these four directions, with two exceptions: in
//!   rows and columns none of the five is beyond a corner (e > 0); and a move along a diagonal x + y is at most 2 beyond each of the
//!   corners 0 and 2 (e <= 2), one along a diagonal x − y at most 2 beyond each of the corners 1 and 3.
//! - **Lines that must be hit**, that is, have a dot: the columns x = 0..=w₀; the rows y = 0..=h₀; the diagonals
//!   x + y = inner(0)..=w₁ + h₁ − inner(2); the diagonals x − y = inner(3) − h₁..=w₁ − inner(1).
//!
//! # Strips
//!
//! A strip is two neighbouring parallel lines, the first and the second, with a common coordinate t along them:
//!
//! ```text
//!     strips         first      second        t    in the order of          edges between first and second
//!     rows           y = k      y = k + 1     x    k = 0 .. h₁ - 1          (t, t), (t, t + 1), (t + 1, t)
//!     columns        x = k      x = k + 1     y    k = 0 .. w₁ - 1          (t, t), (t, t + 1), (t + 1, t)
//!     sums           x + y = k  x + y = k + 1 x    k = smallest .. largest - 1 of x + y over the points of the board
//!                                                                           (t, t), (t, t + 1)
//!     differences    x - y = k  x - y = k + 1 x    k = smallest .. largest - 1 of x - y over the points of the board
//!                                                                           (t, t), (t, t + 1)
//! ```
//!
//! where (t, u) is the edge between the point with coordinate t on the first line and the one with coordinate u on the second. So the
//! first and last line of a direction are in one strip, the others in two. Lines may have holes, or no point of the board at all. An edge
//! *belongs* to a strip if both its ends are on the strip's lines: an edge along one of the lines, or an edge between them.
//!
//! A *pattern* of a strip is a set of dots on its lines and a set of moves along its lines, of which no two share an edge and each has
//! five dots; each line that must be hit has a dot. With the weights of the strip, a pattern scores
//!
//! ```text
//!     sum of alpha over its dots + sum of beta over its moves + sum of nu over the edges of the strip whose two ends are dots
//! ```
//!
//! and the value of the strip is the largest score of a pattern.
//!
//! # The inequality
//!
//! Let the certificate have the common denominator Q and the integers U, alpha, beta, nu. For every game whose hull is in the box,
//!
//! ```text
//!     Q * moves <=   36 U
//!                  + sum over strips of the value of the strip
//!                  + sum over points v of the board of  max(0, -U - sum of alpha(v) over the strips that v is in)
//!                  + sum over moves m of the board of   max(0, Q + U - sum of beta(m) over the strips that m is in)
//!                  + sum over edges e of the board of   max(0, -sum of nu(e) over the strips that e belongs to)
//! ```
//!
//! whatever the integers are. The largest number of moves that it allows is the right side divided by Q, rounded down.
//!
//! # The file
//!
//! ```text
//!     quadrille morpion certificate 1
//!     variant 5T
//!     width 30..30
//!     height 30..30
//!     cuts 8..8 12..12 8..8 12..12
//!     bound 411
//!     denominator 64
//!     u -37
//!     strip 3 -1 0*5 12 …
//!     strip …
//! ```
//!
//! Lines end with a line feed; words are separated by one space. `bound` is what the file claims; the claim must not be less than what the
//! inequality proves. There is exactly one line `strip` for each strip, in the order of the table above: rows, columns, sums,
//! differences. It has the weights of the strip in this order, each list by ascending coordinate t, over what is on the board only:
//!
//! 1. alpha of the points of the first line, then of the second line;
//! 2. beta of the moves of the first line, by their smallest t, then of the second line;
//! 3. nu of the edges along the first line, by their smaller t, then along the second line; then of the edges (t, t), then (t, t + 1);
//!    of rows and columns then (t + 1, t), by t.
//!
//! A word `0*n` stands for n zeros, n >= 2; all other words are decimal integers without a plus sign or needless zeros. All integers are
//! less than 2^31 in absolute value, and Q >= 1. The ranges have 9 <= lower <= upper <= 107 for width and height and 0 <= lower <=
//! upper <= 107 for cuts.

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
