//! Hulls and boxes of hulls: their images, their boards, and which of them no game has.
//!
//! A hull is six numbers, or eight that tell where the cross is too. A box is a range for each of them. The example of
//! the [proof](super), the cross and a move along row 3, is the only hull of each of two boxes:
//!
//! ```text
//!     Free     index   0      1       2   3   4   5             Placed   index   0   1   2   3   4   5   6   7
//!              number  width  height  a₀  a₁  a₂  a₃                     number  r₀  r₁  c₀  c₁  s₀  s₁  d₀  d₁
//!              range   10     9       3   3   3   4                      range   0   0   1   0   1   0   0   0
//!
//!     Frame    index   0 rows   1 columns   2 sums   3 differences
//!              Free    0..9     0..10       3..16    -5..7               corner 0 of the rectangle is (0,0)
//!              Placed  0..9     -1..9       2..15    -6..6               that of the cross is
//! ```
//!
//! A symmetry is a number, its place among the [images](HullBox::images): 0 changes nothing, 1 exchanges left and
//! right, 2 is the half turn, 3 exchanges top and bottom, and 4 to 7 are the same after an exchange of rows and
//! columns. In the tables each number of an image is the index of the one that it comes from. Symmetry 1 has 3, 2, 5, 4
//! at the indices 2 to 5: the image of the example has a₂ = 4, which was a₃. A box does not change; `narrowed` and
//! `split` return others.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "SavedBox", into = "SavedBox")]
pub enum HullBox {
    /// The ranges of width, height and the cuts of the corners 0 to 3, wherever the cross is.
    Free([Interval; 6]),
    /// The ranges of the extents, two for each direction: rows, columns, sums, differences.
    Placed([Interval; 8]),
}

/// A box in checkpoints and in JSON, where it has eight ranges. The last two of a free box are 0.
#[derive(Serialize, Deserialize)]
struct SavedBox {
    is_placed: bool,
    ranges: [Interval; 8],
}

impl From<HullBox> for SavedBox {
    fn from(hulls: HullBox) -> SavedBox {
        let mut ranges = [Interval::only(0); 8];
        ranges[..hulls.ranges().len()].copy_from_slice(hulls.ranges());
        SavedBox { is_placed: hulls.is_placed(), ranges }
    }
}

impl From<SavedBox> for HullBox {
    fn from(SavedBox { is_placed, ranges }: SavedBox) -> HullBox {
        let [free @ .., _, _] = ranges;
        if is_placed { HullBox::Placed(ranges) } else { HullBox::Free(free) }
    }
}

impl HullBox {
    /// Returns the box of a single hull.
    #[must_use]
    pub fn single(hull: [i32; 6]) -> HullBox {
        HullBox::Free(hull.map(Interval::only))
    }

    /// Returns a box with all hulls that any game has, up to symmetry.
    #[must_use]
    pub fn all(is_placed: bool) -> HullBox {
        if is_placed {
            return HullBox::Placed([Interval { low: 0, high: LARGEST_EXTENT }; 8]);
        }
        let size = Interval { low: SMALLEST_SIZE, high: LARGEST_SIZE };
        let cut = Interval { low: 0, high: LARGEST_SIZE };
        HullBox::Free([size, size, cut, cut, cut, cut])
    }

    /// Returns whether it is a placed box.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        matches!(self, HullBox::Placed(_))
    }

    /// Returns the ranges, six or eight.
    #[must_use]
    pub fn ranges(&self) -> &[Interval] {
        match self {
            HullBox::Free(ranges) => ranges,
            HullBox::Placed(extents) => extents,
        }
    }

    fn ranges_mut(&mut self) -> &mut [Interval] {
        match self {
            HullBox::Free(ranges) => ranges,
            HullBox::Placed(extents) => extents,
        }
    }

    /// Returns whether the box has one hull.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.ranges().iter().all(|range| range.is_single())
    }

    /// Returns the sum of the sizes of the ranges, of which each is 0 for a single number.
    pub(super) fn slack(&self) -> i32 {
        self.ranges().iter().map(|range| range.slack()).sum()
    }

    /// Returns whether all hulls of another box are in this one.
    #[must_use]
    pub fn contains(&self, other: &HullBox) -> bool {
        self.is_placed() == other.is_placed()
            && self.ranges().iter().zip(other.ranges()).all(|(one, other)| one.contains(*other))
    }

    /// Returns whether the two boxes have a hull in common.
    #[must_use]
    pub fn meets(&self, other: &HullBox) -> bool {
        self.is_placed() == other.is_placed()
            && self.ranges().iter().zip(other.ranges()).all(|(one, other)| one.meets(*other))
    }

    /// Returns the two halves of the box: the hulls whose number `index` is at most `last`, and the others.
    #[must_use]
    pub fn split(&self, index: usize, last: i32) -> [HullBox; 2] {
        let mut halves = [*self; 2];
        halves[0].ranges_mut()[index].high = last;
        halves[1].ranges_mut()[index].low = last + 1;
        halves
    }

    /// Returns the two halves of about the same size.
    #[must_use]
    pub fn halved(&self, index: usize) -> [HullBox; 2] {
        let range = self.ranges()[index];
        self.split(index, range.low + range.slack() / 2)
    }

    /// Returns the images of the box under the eight symmetries of the square, by the number of the symmetry.
    #[must_use]
    pub fn images(&self) -> [HullBox; 8] {
        let mut images = [*self; 8];
        for (symmetry, image) in images.iter_mut().enumerate() {
            for (index, range) in image.ranges_mut().iter_mut().enumerate() {
                *range = self.ranges()[self.laws().origin(symmetry, index)];
            }
        }
        images
    }

    /// Returns the symmetries, by their number among the [images](Self::images), that change nothing about the box. The
    /// first one, 0, changes nothing about any box.
    pub(super) fn own_symmetries(&self) -> impl Iterator<Item = usize> {
        self.images().into_iter().positions(|image| image == *self)
    }

    /// Returns whether some hull in the box has at least as many diagonals of each direction as the cross hits (Lemma
    /// 8). [Limits](Laws::limits) do not have that, so boxes keep hulls without them.
    pub(super) fn has_diagonals_of_cross(&self) -> bool {
        let HullBox::Free([width, height, cuts @ ..]) = self else { return true };
        let diagonals = |corner: usize| width.high + height.high + 1 - cuts[corner].low - cuts[corner + 2].low;
        [0, 1].into_iter().all(|corner| diagonals(corner) >= CROSS_DIAGONALS)
    }

    /// Returns the lines of the board.
    pub(super) fn frame(&self) -> Frame {
        let lines = |low, high| Interval { low, high };
        match self {
            HullBox::Placed(extents) => {
                let beyond = |extent: fn(&Interval) -> i32| {
                    [0, 1, 2, 3].map(|direction: usize| {
                        let [first, last] = [0, 1].map(|end: usize| extent(&extents[2 * direction + end]));
                        lines(CROSS[direction].low - first, CROSS[direction].high + last)
                    })
                };
                Frame { outer: beyond(|extent| extent.high), inner: beyond(|extent| extent.low) }
            }
            HullBox::Free([width, height, cuts @ ..]) => {
                let slacks = [0, width.slack(), width.slack() + height.slack(), height.slack()];
                let frame = |bottom: i32, right: i32, [first, second, third, fourth]: [i32; 4]| {
                    let sums = lines(first, width.high + height.high - third);
                    [lines(0, bottom), lines(0, right), sums, lines(fourth - height.high, width.high - second)]
                };
                let inner = [0, 1, 2, 3].map(|corner: usize| cuts[corner].high + slacks[corner]);
                Frame {
                    outer: frame(height.high, width.high, cuts.map(|cut| cut.low)),
                    inner: frame(height.low, width.low, inner),
                }
            }
        }
    }

    /// Returns the smallest number of lines in the runs of a hull in the box: columns, rows and diagonals.
    fn lines(&self) -> i32 {
        match self {
            HullBox::Placed(extents) => CROSS_LINES + extents.iter().map(|extent| extent.low).sum::<i32>(),
            HullBox::Free([width, height, cuts @ ..]) => {
                3 * (width.low + height.low) + 4 - cuts.iter().map(|cut| cut.high).sum::<i32>()
            }
        }
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
    /// octagon and the largest number of outliers (Lemma 7: 152 is `LINES` + 8).
    #[must_use]
    pub fn area_bound(&self) -> i32 {
        self.area() + ((LINES + 8 - self.lines()) / 2).max(0) - 36
    }

    /// Returns a box within this one with all its hulls that a game can have and that are the last of their eight
    /// images, by their numbers in a certain order; `None` if there are none. It may have others. A hull whose last
    /// image is not in this box is left out.
    #[must_use]
    pub fn narrowed(&self) -> Option<HullBox> {
        self.narrowed_with(true)
    }

    /// Leaves out hulls that have an image which comes later in the order of their numbers.
    fn keep_last_images(&mut self) {
        let (laws, ranges) = (self.laws(), self.ranges_mut());
        for symmetry in 0..8 {
            for &index in laws.order {
                let origin = laws.origin(symmetry, index);
                let [own, other] = [index, origin].map(|index| ranges[index]);
                ranges[index].low = own.low.max(other.low);
                ranges[origin].high = other.high.min(own.high);
                // Later numbers count only where these are equal.
                if !(own.is_single() && own == other) && index != origin {
                    break;
                }
            }
        }
    }

    /// Returns the box [narrowed](Self::narrowed_with); `None` if the number of points leaves no game with more than
    /// `at_most` moves a hull in it.
    pub(super) fn left_for(&self, at_most: i64, last_images: bool) -> Option<HullBox> {
        self.narrowed_with(last_images).filter(|hulls| i64::from(hulls.area_bound()) > at_most)
    }

    /// Returns a box within this one with all its hulls that a game can have, or with the last images among them. It
    /// may have others.
    pub(super) fn narrowed_with(mut self, last_images: bool) -> Option<HullBox> {
        let laws = self.laws();
        loop {
            let before = self;
            if last_images {
                self.keep_last_images();
            }
            let ranges = self.ranges_mut();
            for &(factors, most) in laws.limits {
                for symmetry in 0..8 {
                    let terms =
                        || factors.iter().enumerate().map(|(index, factor)| (laws.origin(symmetry, index), *factor));
                    let least =
                        |(at, factor): (usize, i32)| factor * if factor > 0 { ranges[at].low } else { ranges[at].high };
                    // A factor times its number is at most the rest if all others are as small as they can be.
                    let spare = most - terms().map(least).sum::<i32>();
                    for (at, factor) in terms() {
                        match factor {
                            0 => {}
                            1.. => ranges[at].high = ranges[at].high.min(ranges[at].low + spare.div_euclid(factor)),
                            _ => ranges[at].low = ranges[at].low.max(ranges[at].high - spare.div_euclid(-factor)),
                        }
                    }
                }
            }
            if ranges.iter().any(|range| range.low > range.high) {
                return None;
            }
            if self == before {
                return Some(self);
            }
        }
    }

    fn laws(&self) -> &'static Laws {
        if self.is_placed() { &LAWS_OF_PLACED } else { &LAWS }
    }
}

/// Returns the image of a point under the symmetry of the cross with this number among the [images](HullBox::images) of
/// a placed box.
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

/// The lines that the cross hits: rows, columns, sums and differences.
const CROSS: [Interval; 4] = [
    Interval { low: 0, high: 9 },
    Interval { low: 0, high: 9 },
    Interval { low: 3, high: 15 },
    Interval { low: -6, high: 6 },
];

/// The lines of the board of a box, in each direction: rows, columns, sums and differences.
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
        let rest = match self {
            HullBox::Placed(extents) => {
                f.write_str("extents")?;
                extents.as_slice()
            }
            HullBox::Free([width, height, cuts @ ..]) => {
                write!(f, "{width} x {height}, cuts")?;
                cuts
            }
        };
        rest.iter().try_for_each(|range| write!(f, " {range}"))
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

/// What holds for the numbers of the hulls of free or of placed boxes, by the index of their ranges.
struct Laws {
    /// Of the symmetries 0 to 3, mirrors and turns that exchange no rows and columns: where each number of an image
    /// comes from.
    mirrors: [&'static [usize]; 4],
    /// The same of the exchange of rows and columns, which comes before the mirror in symmetries 4 to 7.
    exchange: &'static [usize],
    /// The order in which the numbers of images are compared: the height, the cuts of corners 0, 1, 3 and 2, and the
    /// width; of placed boxes the first extents of rows and of columns come first.
    order: &'static [usize],
    /// For the hull of every game and for all its images: the sum of its numbers times factors is at most a number.
    limits: &'static [(&'static [i32], i32)],
}

impl Laws {
    /// Returns the index of the number that becomes a number of the image.
    fn origin(&self, symmetry: usize, index: usize) -> usize {
        let index = self.mirrors[symmetry % 4][index];
        if symmetry < 4 { index } else { self.exchange[index] }
    }
}

/// The limits are on the number of lines; on a cut, by the width; and on how much the cuts of a side overlap.
const LAWS: Laws = Laws {
    mirrors: [&[0, 1, 2, 3, 4, 5], &[0, 1, 3, 2, 5, 4], &[0, 1, 4, 5, 2, 3], &[0, 1, 5, 4, 3, 2]],
    exchange: &[1, 0, 2, 5, 4, 3],
    order: &[1, 2, 3, 5, 4, 0],
    limits: &[(&[3, 3, -1, -1, -1, -1], LINES - 4), (&[-1, 0, 1, 0, 0, 0], 0), (&[-1, 0, 1, 1, 0, 0], OVERLAP)],
};

/// The limits are on the number of lines; on a cut, from below and by the width; and on how much the cuts of a side
/// overlap.
const LAWS_OF_PLACED: Laws = Laws {
    mirrors: [
        &[0, 1, 2, 3, 4, 5, 6, 7],
        &[0, 1, 3, 2, 7, 6, 5, 4],
        &[1, 0, 3, 2, 5, 4, 7, 6],
        &[1, 0, 2, 3, 6, 7, 4, 5],
    ],
    exchange: &[2, 3, 0, 1, 4, 5, 7, 6],
    order: &[0, 2, 3, 1, 4, 5, 6, 7],
    limits: &[
        (&[1, 1, 1, 1, 1, 1, 1, 1], LINES - CROSS_LINES),
        (&[-1, 0, -1, 0, 1, 0, 0, 0], 3),
        (&[1, 0, 0, -1, -1, 0, 0, 0], 6),
        (&[2, 0, 0, 0, -1, 0, 0, -1], 3 + OVERLAP),
    ],
};

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
        let hull = HullBox::Placed(eight(text).ok_or(EXTENTS)?.map(Interval::only));
        if HullBox::all(true).contains(&hull) { Ok(hull) } else { Err(EXTENTS) }
    }

    /// Returns the box of the hull with eight sides in edges, clockwise from the top, such as `10,8,10,12,10,8,10,12`.
    ///
    /// # Errors
    /// If they are not those of a closed octagon that may be so wide and high.
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
