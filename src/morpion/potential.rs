//! Flammenkamp's potential, by which games are proved to end.
//!
//! ```text
//!     f(q) = 8 if q is there  -  the lines through q  -  the lines that have q in their middle, without the two ends
//! ```
//!
//! A point starts with 8, two for each direction. In a direction it is used up by one line through its middle or by two that
//! end there, so that 0 ≤ f ≤ 8 always. A move adds 8, and a line of five takes 5 + 3 away: in 5T and 5D the sum is 8 · 36 = 288
//! in every position. A line of four takes 4 + 2, so that in 4T and 4D the sum is 8 · 24 = 192 and two for each move.

use std::collections::BTreeMap;

use super::lattice::{Move, Point};
use super::variant::Variant;

/// The potential of every point that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    of_points: BTreeMap<Point, i64>,
}

impl Potential {
    /// The potential after some moves, which are legal.
    ///
    /// ```
    /// use quadrille::morpion::{Potential, Variant};
    /// assert_eq!(Potential::after(Variant::T5, []).sum(), 288);
    /// ```
    #[must_use]
    pub fn after(variant: Variant, moves: impl IntoIterator<Item = Move>) -> Potential {
        let mut of_points: BTreeMap<Point, i64> = variant.cross().map(|point| (point, 8)).collect();
        for Move { point, line } in moves {
            of_points.insert(point, 8);
            let (start, end) = (line.start(), line.end());
            for point in line.points() {
                let used = if point == start || point == end { 1 } else { 2 };
                of_points.entry(point).and_modify(|potential| *potential -= used);
            }
        }
        Potential { of_points }
    }

    /// The potential of a point; none where there is no point, and f is 0.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<i64> {
        self.of_points.get(&point).copied()
    }

    /// The points that are there with their potentials, by x and y.
    pub fn points(&self) -> impl Iterator<Item = (Point, i64)> + '_ {
        self.of_points.iter().map(|(&point, &potential)| (point, potential))
    }

    /// The sum over all points.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.of_points.values().sum()
    }
}
