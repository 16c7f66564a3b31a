//! The four games: lines of five or four points, touching or disjoint.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::lattice::Point;

/// One of the four games.
///
/// ```
/// use quadrille::morpion::Variant;
/// let variant: Variant = "5d".parse()?;
/// assert_eq!((variant.line_length(), variant.is_touching()), (5, false));
/// assert_eq!(variant.to_string(), "5D");
/// # Ok::<(), quadrille::morpion::ParseVariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Variant {
    /// 5T: lines of five; two lines of one direction may share an end point. The game of Flammenkamp's model.
    #[serde(rename = "5T")]
    T5,
    /// 5D: lines of five; two lines of one direction share no point.
    #[serde(rename = "5D")]
    D5,
    /// 4T: lines of four, touching.
    #[serde(rename = "4T")]
    T4,
    /// 4D: lines of four, disjoint.
    #[serde(rename = "4D")]
    D4,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 4] = [Variant::T5, Variant::D5, Variant::T4, Variant::D4];

    /// Returns the number of points of a line.
    #[must_use]
    pub const fn line_length(self) -> u8 {
        match self {
            Variant::T5 | Variant::D5 => 5,
            Variant::T4 | Variant::D4 => 4,
        }
    }

    /// Returns whether two lines of one direction may share an end point.
    #[must_use]
    pub const fn is_touching(self) -> bool {
        matches!(self, Variant::T5 | Variant::T4)
    }

    /// Returns the number of columns, and of rows, of the cross, whose upper left corner is (0, 0).
    #[must_use]
    pub const fn cross_width(self) -> u8 {
        match self {
            Variant::T5 | Variant::D5 => 10,
            Variant::T4 | Variant::D4 => 7,
        }
    }

    /// Returns whether a point belongs to the cross, P₀: the outline of a Greek cross, each of whose twelve sides has
    /// one point less than a line.
    ///
    /// ```text
    ///     . . . o o o o . . .          . . o o o . .
    ///     . . . o . . o . . .          . . o . o . .
    ///     . . . o . . o . . .          o o o . o o o
    ///     o o o o . . o o o o          o . . . . . o
    ///     o . . . . . . . . o          o o o . o o o
    ///     o . . . . . . . . o          . . o . o . .
    ///     o o o o . . o o o o          . . o o o . .
    ///     . . . o . . o . . .
    ///     . . . o . . o . . .          24 points for lines of four,
    ///     . . . o o o o . . .          36 for lines of five
    /// ```
    #[must_use]
    pub fn is_in_cross(self, point: Point) -> bool {
        let last = i64::from(self.cross_width()) - 1;
        let side = i64::from(self.line_length()) - 2;
        let (Point { x, y }, inner) = (point, (last - side) / 2..=i64::midpoint(last, side));
        let on_edge = |a: i64, b: i64| (a == 0 || a == last) && inner.contains(&b);
        let on_arm = |a: i64, b: i64| {
            (a == *inner.start() || a == *inner.end())
                && (0..=last).contains(&b)
                && !(inner.start() + 1..*inner.end()).contains(&b)
        };
        on_edge(x, y) || on_edge(y, x) || on_arm(x, y) || on_arm(y, x)
    }

    /// Returns the points of the cross, row by row.
    pub fn cross(self) -> impl Iterator<Item = Point> {
        let width = i64::from(self.cross_width());
        let points = (0..width).flat_map(move |y| (0..width).map(move |x| Point { x, y }));
        points.filter(move |&point| self.is_in_cross(point))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::T5 => "5T",
            Variant::D5 => "5D",
            Variant::T4 => "4T",
            Variant::D4 => "4D",
        })
    }
}

/// Parses `5T`, in either case.
impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        let mut variants = Variant::ALL.into_iter();
        variants.find(|variant| text.eq_ignore_ascii_case(&variant.to_string())).ok_or(ParseVariantError)
    }
}

/// The error of a text that is not the name of a [`Variant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected 5T, 5D, 4T or 4D")]
pub struct ParseVariantError;
