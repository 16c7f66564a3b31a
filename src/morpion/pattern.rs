//! The points that a game starts from: the cross, or another initial pattern.

use thiserror::Error;

use super::lattice::Point;
use super::variant::Variant;

/// The number of columns and rows that a pattern may reach beyond the square of the cross.
const MAX_BEYOND: i64 = 20;

/// A variant, and the points that a game of it starts from. Records of "5T#" and "5D#" start from other 36 points than
/// the cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    variant: Variant,
    /// Row by row, each once.
    points: Vec<Point>,
}

impl Pattern {
    /// Returns the cross.
    #[must_use]
    pub fn cross(variant: Variant) -> Pattern {
        Pattern { variant, points: variant.cross().collect() }
    }

    /// Returns the pattern without points.
    pub(super) fn empty(variant: Variant) -> Pattern {
        Pattern { variant, points: Vec::new() }
    }

    /// Adds a point.
    ///
    /// # Errors
    /// If the pattern has the point, or the point is too far from the cross.
    pub(super) fn insert(&mut self, point: Point) -> Result<(), InvalidPatternError> {
        let (Point { x, y }, variant) = (point, self.variant);
        let range = -MAX_BEYOND..i64::from(variant.cross_width()) + MAX_BEYOND;
        if !range.contains(&x) || !range.contains(&y) {
            return Err(InvalidPatternError::TooFar { point, first: range.start, last: range.end - 1 });
        }
        let Err(index) = self.points.binary_search_by_key(&(y, x), |point| (point.y, point.x)) else {
            return Err(InvalidPatternError::Twice(point));
        };
        self.points.insert(index, point);
        Ok(())
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the points, row by row.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns whether these are the points of the cross.
    #[must_use]
    pub fn is_cross(&self) -> bool {
        self.variant.cross().eq(self.points.iter().copied())
    }

    /// Returns the number of points; `None` if they are those of the cross.
    #[must_use]
    pub fn other_points(&self) -> Option<usize> {
        (!self.is_cross()).then_some(self.points.len())
    }
}

/// Why a point cannot be added to a [`Pattern`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidPatternError {
    /// The pattern has the point.
    #[error("expected each start point once, found {0} again")]
    Twice(Point),
    /// The point is too far from the cross.
    #[error("expected a start point from ({first}, {first}) to ({last}, {last}), found {point}")]
    TooFar {
        /// The point.
        point: Point,
        /// The smallest coordinate.
        first: i64,
        /// The largest coordinate.
        last: i64,
    },
}
