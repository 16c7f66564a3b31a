//! Hulls and boxes of hulls.

use std::fmt;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest width, height and cut of a box.
pub const LARGEST_SIZE: i32 = 107;

/// The largest extent of a box.
pub const LARGEST_EXTENT: i32 = 50;

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

/// A box: a range for each number of a hull. The documentation of [`certificate`](super::certificate) defines them.
///
/// A box of hulls has six ranges, in the order width, height, cuts of the corners 0 to 3; the other two are 0. A placed
/// box has those of the eight extents, two for each direction: rows, columns, sums, differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HullBox {
    /// Whether it is a placed box.
    pub is_placed: bool,
    /// The ranges.
    pub ranges: [Interval; 8],
}

impl HullBox {
    /// Returns a box of hulls.
    #[must_use]
    pub fn free([width, height, first, second, third, fourth]: [Interval; 6]) -> HullBox {
        let none = Interval::only(0);
        HullBox { is_placed: false, ranges: [width, height, first, second, third, fourth, none, none] }
    }

    /// Returns a placed box.
    #[must_use]
    pub fn placed(extents: [Interval; 8]) -> HullBox {
        HullBox { is_placed: true, ranges: extents }
    }

    /// Returns the box of a single hull.
    #[must_use]
    pub fn single(hull: [i32; 6]) -> HullBox {
        HullBox::free(hull.map(Interval::only))
    }

    /// Returns whether the box has one hull.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.ranges.iter().all(|range| range.is_single())
    }

    /// Returns the sum of the sizes of the ranges, of which each is 0 for a single number.
    pub(super) fn slack(&self) -> i32 {
        self.ranges.iter().map(|range| range.slack()).sum()
    }

    /// Returns whether all hulls of another box are in this one.
    #[must_use]
    pub fn contains(&self, other: &HullBox) -> bool {
        self.is_placed == other.is_placed
            && self.ranges.iter().zip(&other.ranges).all(|(all, part)| all.contains(*part))
    }

    /// Returns whether the two boxes have a hull in common.
    #[must_use]
    pub fn meets(&self, other: &HullBox) -> bool {
        self.is_placed == other.is_placed && self.ranges.iter().zip(&other.ranges).all(|(one, other)| one.meets(*other))
    }

    /// Returns the two halves of the box: the hulls whose number `index` is at most `last`, and the others.
    #[must_use]
    pub fn split(&self, index: usize, last: i32) -> [HullBox; 2] {
        let mut halves = [*self; 2];
        halves[0].ranges[index].high = last;
        halves[1].ranges[index].low = last + 1;
        halves
    }

    /// Returns the two halves of about the same size.
    #[must_use]
    pub fn halved(&self, index: usize) -> [HullBox; 2] {
        self.split(index, self.ranges[index].low + self.ranges[index].slack() / 2)
    }

    /// Returns the images of the box under the eight symmetries of the square; those of all placed boxes are in the
    /// same order, and those of all others.
    #[must_use]
    pub fn images(&self) -> [HullBox; 8] {
        self.symmetries().map(|from| HullBox { ranges: from.map(|index| self.ranges[index]), ..*self })
    }

    /// Returns for each symmetry where the ranges of the image come from.
    fn symmetries(&self) -> &'static [[usize; 8]; 8] {
        if self.is_placed { &SYMMETRIES_OF_PLACED } else { &SYMMETRIES }
    }

    /// Returns the symmetries, by their number among the [images](Self::images), that change nothing about the box. The
    /// first one, 0, changes nothing about any box.
    pub(super) fn own_symmetries(&self) -> impl Iterator<Item = usize> {
        self.images().into_iter().positions(|image| image == *self)
    }

    /// Returns whether some hull in the box has as many diagonals of each direction as the cross hits.
    pub(super) fn has_diagonals_of_cross(&self) -> bool {
        let [width, height, cuts @ .., _, _] = &self.ranges;
        let diagonals = |corner: usize| width.high + height.high + 1 - cuts[corner].low - cuts[corner + 2].low;
        self.is_placed || [0, 1].into_iter().all(|corner| diagonals(corner) >= CROSS_DIAGONALS)
    }

    /// Returns the number of ranges of rows and columns, which come first.
    pub(super) fn sides(&self) -> usize {
        if self.is_placed { 4 } else { 2 }
    }

    /// Returns the lines of the board.
    pub(super) fn frame(&self) -> Frame {
        let lines = |low, high| Interval { low, high };
        if self.is_placed {
            let beyond = |extent: fn(&Interval) -> i32| {
                [0, 1, 2, 3].map(|direction: usize| {
                    let [first, last] = [0, 1].map(|end: usize| extent(&self.ranges[2 * direction + end]));
                    lines(CROSS[direction].low - first, CROSS[direction].high + last)
                })
            };
            return Frame { outer: beyond(|extent| extent.high), inner: beyond(|extent| extent.low) };
        }
        let [width, height, cuts @ .., _, _] = self.ranges;
        let slacks = [0, width.slack(), width.slack() + height.slack(), height.slack()];
        let frame = |bottom: i32, right: i32, cut: [i32; 4]| {
            let (right_end, bottom_end) = (width.high - cut[1], cut[3] - height.high);
            [
                lines(0, bottom),
                lines(0, right),
                lines(cut[0], width.high + height.high - cut[2]),
                lines(bottom_end, right_end),
            ]
        };
        Frame {
            outer: frame(height.high, width.high, cuts.map(|cut| cut.low)),
            inner: frame(height.low, width.low, [0, 1, 2, 3].map(|corner: usize| cuts[corner].high + slacks[corner])),
        }
    }
}

/// Mirrors and turns of width, height, and the corners, which go round; then an exchange of rows and columns before each.
const SYMMETRIES: [[usize; 8]; 8] = with_exchange(
    [[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 3, 2, 5, 4, 6, 7], [0, 1, 4, 5, 2, 3, 6, 7], [0, 1, 5, 4, 3, 2, 6, 7]],
    [1, 0, 2, 5, 4, 3, 6, 7],
);

/// Those of two extents each of rows, columns, sums and differences.
const SYMMETRIES_OF_PLACED: [[usize; 8]; 8] = with_exchange(
    [[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 3, 2, 7, 6, 5, 4], [1, 0, 3, 2, 5, 4, 7, 6], [1, 0, 2, 3, 6, 7, 4, 5]],
    [2, 3, 0, 1, 4, 5, 7, 6],
);

const fn with_exchange(others: [[usize; 8]; 4], exchange: [usize; 8]) -> [[usize; 8]; 8] {
    let mut all = [[0; 8]; 8];
    let mut index = 0;
    while index < 32 {
        let (number, place) = (index / 8, index % 8);
        all[number][place] = others[number][place];
        all[4 + number][place] = exchange[others[number][place]];
        index += 1;
    }
    all
}

/// Returns the image of a point under the symmetry of the cross with this number among the [images](HullBox::images) of a
/// placed box.
pub(super) fn image_of_point(symmetry: usize, (x, y): (i32, i32)) -> (i32, i32) {
    let (x, y) = if symmetry < 4 { (x, y) } else { (y, x) };
    let last = CROSS[0].high;
    match symmetry % 4 {
        0 => (x, y),
        1 => (last - x, y),
        2 => (last - x, last - y),
        _ => (x, last - y),
    }
}

/// The order in which numbers of images are compared: the height and the cuts, and the extents.
const ORDER: [usize; 8] = [1, 2, 3, 5, 4, 0, 6, 7];
const ORDER_OF_PLACED: [usize; 8] = [0, 2, 3, 1, 4, 5, 6, 7];

/// The lines that the cross hits: rows, columns, sums and differences.
const CROSS: [Interval; 4] = [
    Interval { low: 0, high: 9 },
    Interval { low: 0, high: 9 },
    Interval { low: 3, high: 15 },
    Interval { low: -6, high: 6 },
];

/// The lines of the board of a box, in each direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// From the first to the last one that any hull of the box has.
    pub(super) outer: [Interval; 4],
    /// Those that all of them have, which must be hit.
    pub(super) inner: [Interval; 4],
}

impl Frame {
    /// Returns whether a point is on lines that all hulls of the box have, in each direction.
    pub(super) fn has_inside(&self, (x, y): (i32, i32)) -> bool {
        self.inner.iter().zip([y, x, x + y, x - y]).all(|(lines, line)| lines.contains(Interval::only(line)))
    }
}

/// Writes the ranges, separated by spaces.
impl fmt::Display for HullBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_placed {
            f.write_str("extents")?;
            return self.ranges.iter().try_for_each(|range| write!(f, " {range}"));
        }
        let [width, height, cuts @ .., _, _] = &self.ranges;
        write!(f, "{width} x {height}, cuts")?;
        cuts.iter().try_for_each(|range| write!(f, " {range}"))
    }
}

/// The largest number of lines that can be hit in all directions together.
const LINES: i32 = 144;

/// The number of them that the cross hits.
const CROSS_LINES: i32 = 46;

/// The number of diagonals of one direction that it hits.
const CROSS_DIAGONALS: i32 = 13;

/// By how much the cuts of the two corners of a side can be longer than the side, where diagonals have gaps.
const OVERLAP: i32 = 6;

impl HullBox {
    /// Returns a box with all hulls that any game has, up to symmetry.
    #[must_use]
    pub fn all(is_placed: bool) -> HullBox {
        if is_placed {
            return HullBox::placed([Interval { low: 0, high: LARGEST_EXTENT }; 8]);
        }
        let size = Interval { low: SMALLEST_SIZE, high: LARGEST_SIZE };
        let cut = Interval { low: 0, high: LARGEST_SIZE };
        HullBox::free([size, size, cut, cut, cut, cut])
    }

    /// Returns the smallest number of lines in the runs of a hull in the box: columns, rows and diagonals.
    fn lines(&self) -> i32 {
        if self.is_placed {
            return CROSS_LINES + self.ranges.iter().map(|range| range.low).sum::<i32>();
        }
        let [width, height, cuts @ .., _, _] = &self.ranges;
        3 * (width.low + height.low) + 4 - cuts.iter().map(|cut| cut.high).sum::<i32>()
    }

    /// Returns the number of points of the largest octagon in the box.
    fn area(&self) -> i32 {
        let [rows, columns, sums, differences] = self.frame().outer;
        let row = |y: i32| {
            let left = columns.low.max(sums.low - y).max(differences.low + y);
            let right = columns.high.min(sums.high - y).min(differences.high + y);
            (right - left + 1).max(0)
        };
        (rows.low..=rows.high).map(row).sum()
    }

    /// Returns an upper bound on the moves of all games whose hull is in the box, from the number of points of the
    /// octagon and the largest number of dots beyond gaps.
    #[must_use]
    pub fn area_bound(&self) -> i32 {
        self.area() + ((LINES + 8 - self.lines()) / 2).max(0) - 36
    }

    /// Returns the [narrowed](Self::narrowed) box; `None` if no game with more than `at_most` moves has a hull in it.
    pub(super) fn left_for(&self, at_most: i64) -> Option<HullBox> {
        self.narrowed().filter(|hulls| hulls.is_left_for(at_most))
    }

    /// Returns whether the number of points leaves games with more than `at_most` moves.
    pub(super) fn is_left_for(&self, at_most: i64) -> bool {
        i64::from(self.area_bound()) > at_most
    }

    /// Returns the smallest box with all hulls of this one that a game can have, one of each class under the eight
    /// symmetries at least; `None` if there is no such hull. Of each class it keeps the hull that is the last one if its
    /// numbers are compared in a certain order: the height first, then the cuts of corners 0, 1, 3 and 2. Of a placed box the
    /// first extents of rows and of columns come first.
    #[must_use]
    pub fn narrowed(&self) -> Option<HullBox> {
        self.narrowed_with(true)
    }

    /// Leaves out hulls that have an image which comes later in the order of their numbers.
    fn keep_last_images(&mut self) {
        let order = if self.is_placed { ORDER_OF_PLACED } else { ORDER };
        for from in self.symmetries() {
            for index in order {
                let [own, other] = [index, from[index]].map(|index| self.ranges[index]);
                self.ranges[index].low = own.low.max(other.low);
                self.ranges[from[index]].high = other.high.min(own.high);
                // Later numbers count only where these are equal.
                if !(own.is_single() && own == other) && index != from[index] {
                    break;
                }
            }
        }
    }

    /// Returns the smallest box with all hulls of this one that a game can have, or with the last images among them.
    pub(super) fn narrowed_with(mut self, last_images: bool) -> Option<HullBox> {
        let limits = if self.is_placed { &LIMITS_OF_PLACED[..] } else { &LIMITS };
        loop {
            let before = self;
            if last_images {
                self.keep_last_images();
            }
            for &(factors, most) in limits {
                // A factor times its number is at most the rest if all others are as small as they can be.
                let least = |(factor, range): (i32, Interval)| factor * if factor > 0 { range.low } else { range.high };
                let spare = most - factors.into_iter().zip(self.ranges).map(least).sum::<i32>();
                for (factor, range) in factors.into_iter().zip(&mut self.ranges) {
                    match factor {
                        0 => {}
                        1.. => range.high = range.high.min(range.low + spare.div_euclid(factor)),
                        _ => range.low = range.low.max(range.high - spare.div_euclid(-factor)),
                    }
                }
            }
            if self.ranges.iter().any(|range| range.low > range.high) {
                return None;
            }
            if self == before {
                return Some(self);
            }
        }
    }
}

/// What holds for the hull of every game: the sum of its numbers times factors is at most a number. First comes the number
/// of lines; then for each corner, that its cut is at most width and height; and for each side, by how much its two cuts
/// overlap.
const LIMITS: [([i32; 8], i32); 13] = [
    ([3, 3, -1, -1, -1, -1, 0, 0], LINES - 4),
    ([-1, 0, 1, 0, 0, 0, 0, 0], 0),
    ([-1, 0, 0, 1, 0, 0, 0, 0], 0),
    ([-1, 0, 0, 0, 1, 0, 0, 0], 0),
    ([-1, 0, 0, 0, 0, 1, 0, 0], 0),
    ([0, -1, 1, 0, 0, 0, 0, 0], 0),
    ([0, -1, 0, 1, 0, 0, 0, 0], 0),
    ([0, -1, 0, 0, 1, 0, 0, 0], 0),
    ([0, -1, 0, 0, 0, 1, 0, 0], 0),
    ([-1, 0, 1, 1, 0, 0, 0, 0], OVERLAP),
    ([0, -1, 0, 1, 1, 0, 0, 0], OVERLAP),
    ([-1, 0, 0, 0, 1, 1, 0, 0], OVERLAP),
    ([0, -1, 1, 0, 0, 1, 0, 0], OVERLAP),
];

/// The same for the extents: the number of lines; for each corner, that its cut is not negative and is at most width and
/// height; and the lengths of the four sides.
const LIMITS_OF_PLACED: [([i32; 8], i32); 17] = [
    ([1, 1, 1, 1, 1, 1, 1, 1], LINES - CROSS_LINES),
    ([-1, 0, -1, 0, 1, 0, 0, 0], 3),
    ([1, 0, 0, -1, -1, 0, 0, 0], 6),
    ([0, -1, 1, 0, -1, 0, 0, 0], 6),
    ([0, -1, 0, -1, 0, 1, 0, 0], 3),
    ([0, 1, -1, 0, 0, -1, 0, 0], 6),
    ([-1, 0, 0, 1, 0, -1, 0, 0], 6),
    ([0, -1, -1, 0, 0, 0, 1, 0], 3),
    ([0, 1, 0, -1, 0, 0, -1, 0], 6),
    ([-1, 0, 1, 0, 0, 0, -1, 0], 6),
    ([-1, 0, 0, -1, 0, 0, 0, 1], 3),
    ([1, 0, -1, 0, 0, 0, 0, -1], 6),
    ([0, -1, 0, 1, 0, 0, 0, -1], 6),
    ([2, 0, 0, 0, -1, 0, 0, -1], 3 + OVERLAP),
    ([0, 2, 0, 0, 0, -1, -1, 0], 3 + OVERLAP),
    ([0, 0, 2, 0, -1, 0, -1, 0], 3 + OVERLAP),
    ([0, 0, 0, 2, 0, -1, 0, -1], 3 + OVERLAP),
];

/// The error of a text that is not a hull, with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {0}")]
pub struct ParseHullError(&'static str);

const EXTENTS: ParseHullError = ParseHullError("eight numbers from 0 to 50, such as 4,3,4,3,3,3,3,3");
const SIDES: ParseHullError = ParseHullError(
    "eight sides of an octagon, clockwise from the top, such as 10,8,10,12,10,8,10,12, from 9 to 107 edges wide and high",
);

/// Reads eight small numbers.
fn eight(text: &str) -> Option<[i32; 8]> {
    let numbers: Option<Vec<u8>> = text.split(',').map(|number| number.parse().ok()).collect();
    let numbers: [u8; 8] = numbers?.try_into().ok()?;
    Some(numbers.map(i32::from))
}

impl HullBox {
    /// Returns the placed box of the hull with eight extents, such as `4,3,4,3,3,3,3,3`.
    ///
    /// # Errors
    /// If they are not eight numbers that a box may have.
    pub fn from_extents(text: &str) -> Result<HullBox, ParseHullError> {
        let hull = HullBox::placed(eight(text).ok_or(EXTENTS)?.map(Interval::only));
        if HullBox::all(true).contains(&hull) { Ok(hull) } else { Err(EXTENTS) }
    }

    /// Returns the box of the hull with eight sides in edges, clockwise from the top, such as `10,8,10,12,10,8,10,12`.
    ///
    /// # Errors
    /// If they are not those of an octagon around the cross.
    pub fn from_sides(text: &str) -> Result<HullBox, ParseHullError> {
        let sides = eight(text).ok_or(SIDES)?;
        let [top, right_above, right, right_below, bottom, left_below, left, left_above] = sides;
        let (width, height) = (left_above + top + right_above, right_above + right + right_below);
        let is_closed = right_below + bottom + left_below == width && left_below + left + left_above == height;
        let allowed = SMALLEST_SIZE..=LARGEST_SIZE;
        let hull = HullBox::single([width, height, left_above, right_above, right_below, left_below]);
        if is_closed && allowed.contains(&width) && allowed.contains(&height) { Ok(hull) } else { Err(SIDES) }
    }
}
