//! Hulls and boxes of hulls.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest width, height and cut of a box.
pub const LARGEST_SIZE: i32 = 107;

/// The smallest width and height: those of the cross.
pub const SMALLEST_SIZE: i32 = 9;

/// A range of integers, both ends included. Its text form is `3..5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// The smallest integer.
    pub low: i32,
    /// The largest integer.
    pub high: i32,
}

impl Interval {
    /// Returns the range that has one integer.
    #[must_use]
    pub const fn only(value: i32) -> Interval {
        Interval { low: value, high: value }
    }

    /// Returns whether the range has one integer.
    #[must_use]
    pub const fn is_single(self) -> bool {
        self.low == self.high
    }

    /// Returns how much larger the largest integer is than the smallest.
    #[must_use]
    pub const fn slack(self) -> i32 {
        self.high - self.low
    }

    const fn contains(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    const fn meets(self, other: Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

/// A box of hulls: a range for each of the six numbers of a hull. The documentation of [`certificate`](super::certificate) defines them.
///
/// The six ranges are indexed in the order width, height, cuts of the corners 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HullBox(pub [Interval; 6]);

impl HullBox {
    /// Returns the box of a single hull.
    #[must_use]
    pub fn single(hull: [i32; 6]) -> HullBox {
        HullBox(hull.map(Interval::only))
    }

    /// Returns whether the box has one hull.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.0.iter().all(|range| range.is_single())
    }

    /// Returns whether all hulls of another box are in this one.
    #[must_use]
    pub fn contains(&self, other: &HullBox) -> bool {
        self.0.iter().zip(&other.0).all(|(all, part)| all.contains(*part))
    }

    /// Returns whether the two boxes have a hull in common.
    #[must_use]
    pub fn meets(&self, other: &HullBox) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one.meets(*other))
    }

    /// Returns the two halves of the box: the hulls whose number `index` is at most `last`, and the others.
    #[must_use]
    pub fn split(&self, index: usize, last: i32) -> [HullBox; 2] {
        let mut halves = [*self; 2];
        halves[0].0[index].high = last;
        halves[1].0[index].low = last + 1;
        halves
    }

    /// Returns the two halves of about the same size.
    #[must_use]
    pub fn halved(&self, index: usize) -> [HullBox; 2] {
        self.split(index, self.0[index].low + self.0[index].slack() / 2)
    }
}

/// Writes the ranges, separated by spaces.
impl fmt::Display for HullBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height, rest @ ..] = &self.0;
        write!(f, "{width} x {height}, cuts")?;
        rest.iter().try_for_each(|range| write!(f, " {range}"))
    }
}

/// The largest number of lines that can be hit in all directions together.
const LINES: i32 = 144;

/// By how much the cuts of the two corners of a side can be longer than the side, where diagonals have gaps.
const OVERLAP: i32 = 6;

/// The sides: the range of their length (0 width, 1 height), and their two corners.
const SIDES: [(usize, [usize; 2]); 4] = [(0, [2, 3]), (1, [3, 4]), (0, [4, 5]), (1, [5, 2])];

impl HullBox {
    /// Returns a box with all hulls that any game has, up to symmetry.
    #[must_use]
    pub fn all() -> HullBox {
        let size = Interval { low: SMALLEST_SIZE, high: LARGEST_SIZE };
        let cut = Interval { low: 0, high: LARGEST_SIZE };
        HullBox([size, size, cut, cut, cut, cut])
    }

    /// Returns the smallest number of lines in the runs of a hull in the box: columns, rows and diagonals.
    fn lines(&self) -> i32 {
        let [width, height, cuts @ ..] = &self.0;
        3 * (width.low + height.low) + 4 - cuts.iter().map(|cut| cut.high).sum::<i32>()
    }

    /// Returns the number of points of the largest octagon in the box.
    fn area(&self) -> i32 {
        let [width, height, cuts @ ..] = self.0.map(|range| (range.low, range.high));
        let (width, height) = (width.1, height.1);
        let row = |y: i32| {
            let above = (cuts[0].0 - y).max(cuts[3].0 - (height - y)).max(0);
            let right = (cuts[1].0 - y).max(cuts[2].0 - (height - y)).max(0);
            (width + 1 - above - right).max(0)
        };
        (0..=height).map(row).sum()
    }

    /// Returns an upper bound on the moves of all games whose hull is in the box, from the number of points of the octagon and the
    /// largest number of dots beyond gaps.
    #[must_use]
    pub fn area_bound(&self) -> i32 {
        self.area() + ((LINES + 8 - self.lines()) / 2).max(0) - 36
    }

    /// Returns the [narrowed](Self::narrowed) box; `None` if no game with more than `at_most` moves has a hull in it.
    pub(super) fn left_for(&self, at_most: i64) -> Option<HullBox> {
        self.narrowed().filter(|hulls| i64::from(hulls.area_bound()) > at_most)
    }

    /// Returns the smallest box with all hulls of this one that a game can have, one of each class under the eight symmetries at least;
    /// `None` if there is no such hull. Of each class it keeps those with width <= height, whose corner 0 has the largest cut, and
    /// if width = height, the cut of corner 1 is at least that of corner 3.
    #[must_use]
    pub fn narrowed(&self) -> Option<HullBox> {
        let mut hulls = *self;
        loop {
            let before = hulls;
            let range = &mut hulls.0;
            let at_most = |range: &mut Interval, high: i32| range.high = range.high.min(high);
            let at_least = |range: &mut Interval, low: i32| range.low = range.low.max(low);
            // One of each class.
            let [width, height, first, ..] = *range;
            at_most(&mut range[0], height.high);
            at_least(&mut range[1], width.low);
            for corner in 3..6 {
                at_most(&mut range[corner], first.high);
                let low = range[corner].low;
                at_least(&mut range[2], low);
            }
            if width.is_single() && width == height {
                let [second, fourth] = [range[3], range[5]];
                at_most(&mut range[5], second.high);
                at_least(&mut range[3], fourth.low);
            }
            // No cut is longer than a side, and two cuts of a side overlap by at most 6.
            for (side, corners) in SIDES {
                for [corner, other] in [corners, [corners[1], corners[0]]] {
                    let length = range[side].high;
                    let rest = (length + OVERLAP - range[other].low).min(length);
                    at_most(&mut range[corner], rest);
                    let (cut, other) = (range[corner].low, range[other].low);
                    at_least(&mut range[side], cut.max(cut + other - OVERLAP));
                }
            }
            // At most 144 lines.
            let spare = LINES - hulls.lines();
            for index in 0..6 {
                let range = &mut hulls.0[index];
                if index < 2 {
                    at_most(range, range.low + spare.div_euclid(3));
                } else {
                    at_least(range, range.high - spare);
                }
            }
            if hulls.0.iter().any(|range| range.low > range.high) {
                return None;
            }
            if hulls == before {
                return Some(hulls);
            }
        }
    }
}

/// The error of a text that is not the [sides](HullBox::from_sides) of an octagon around the cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected eight sides of an octagon, clockwise from the top, such as 10,8,10,12,10,8,10,12, from 9 to 107 edges wide and high"
)]
pub struct ParseSidesError;

impl HullBox {
    /// Returns the box of the hull with eight sides in edges, clockwise from the top, such as `10,8,10,12,10,8,10,12`.
    ///
    /// # Errors
    /// If they are not those of an octagon around the cross.
    pub fn from_sides(text: &str) -> Result<HullBox, ParseSidesError> {
        let sides: Result<Vec<u8>, _> = text.split(',').map(str::parse).collect();
        let sides: [u8; 8] = sides.ok().and_then(|sides| sides.try_into().ok()).ok_or(ParseSidesError)?;
        let [top, right_above, right, right_below, bottom, left_below, left, left_above] = sides.map(i32::from);
        let (width, height) = (left_above + top + right_above, right_above + right + right_below);
        let is_closed = right_below + bottom + left_below == width && left_below + left + left_above == height;
        let allowed = SMALLEST_SIZE..=LARGEST_SIZE;
        let hull = HullBox::single([width, height, left_above, right_above, right_below, left_below]);
        Some(hull).filter(|_| is_closed && allowed.contains(&width) && allowed.contains(&height)).ok_or(ParseSidesError)
    }
}
