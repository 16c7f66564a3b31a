//! The four games: lines of five or four, touching or disjoint.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::lattice::Point;

/// Which of the four games is played.
///
/// ```
/// use quadrille::morpion::Variant;
/// let variant: Variant = "5d".parse()?;
/// assert_eq!((variant.line_length(), variant.is_touching()), (5, false));
/// assert_eq!(variant.to_string(), "5D");
/// # Ok::<(), quadrille::morpion::NotAVariant>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// 5T: lines of five, of which two in a row may share an end point. The game of Flammenkamp's model.
    T5,
    /// 5D: lines of five, of which two of one direction share no point.
    D5,
    /// 4T: lines of four, touching.
    T4,
    /// 4D: lines of four, disjoint.
    D4,
}

impl Variant {
    /// All four.
    pub const ALL: [Variant; 4] = [Variant::T5, Variant::D5, Variant::T4, Variant::D4];

    /// How many points a line has.
    #[must_use]
    pub const fn line_length(self) -> u8 {
        match self {
            Variant::T5 | Variant::D5 => 5,
            Variant::T4 | Variant::D4 => 4,
        }
    }

    /// Whether two lines of one direction may share an end point.
    #[must_use]
    pub const fn is_touching(self) -> bool {
        matches!(self, Variant::T5 | Variant::T4)
    }

    /// The cross fills a square of so many columns and rows, from (0, 0) on.
    #[must_use]
    pub const fn cross_width(self) -> u8 {
        match self {
            Variant::T5 | Variant::D5 => 10,
            Variant::T4 | Variant::D4 => 7,
        }
    }

    /// Whether a point belongs to the cross, P₀: the outline of a Greek cross, each of whose twelve sides has one point
    /// less than a line.
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

    /// The points of the cross, row by row.
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

/// Reads `5T`, in either case.
impl FromStr for Variant {
    type Err = NotAVariant;

    fn from_str(text: &str) -> Result<Variant, NotAVariant> {
        Variant::ALL.into_iter().find(|variant| text.eq_ignore_ascii_case(&variant.to_string())).ok_or(NotAVariant)
    }
}

/// A text does not name a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAVariant;

impl fmt::Display for NotAVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 5T, 5D, 4T or 4D")
    }
}

impl Error for NotAVariant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crosses_are_as_drawn() {
        for (variant, points) in [(Variant::T5, 36), (Variant::D5, 36), (Variant::T4, 24), (Variant::D4, 24)] {
            assert_eq!(variant.cross().count(), points, "{variant}");
        }
        let row = |y: i64| (0..10).filter(|&x| Variant::T5.is_in_cross(Point { x, y })).collect::<Vec<_>>();
        assert_eq!(row(0), [3, 4, 5, 6]);
        assert_eq!(row(3), [0, 1, 2, 3, 6, 7, 8, 9]);
        assert_eq!(row(4), [0, 9]);
    }
}
