//! Flammenkamp's potential, from which the bounds on the length of a game follow.
//!
//! ```text
//!     f(q) = 8 if q is marked  -  number of lines through q  -  number of lines that have q as an inner point
//! ```
//!
//! **Theorem** (Flammenkamp 2003). Of every marked point 0 ≤ f ≤ 8. The sum over all points is 8 · 36 = 288 in every
//! position of 5T and 5D. In 4T and 4D it is 8 · 24 = 192, and two more for each move.
//!
//! **Proof.** In each of the four directions, either at most one line passes through a point or at most two lines end
//! there, since lines of one direction share end points at most. So the lines of one direction take at most 2 of the 8.
//! A move marks a point, which adds 8. Its line takes 1 from each of its points and 1 more from each inner one: 5 + 3
//! for lines of five, 4 + 2 for lines of four. ∎

use serde::Serialize;

use super::lattice::{Move, Point};
use super::pattern::Pattern;

/// The potential of every marked point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Potential {
    /// Ascending.
    values: Vec<(Point, i64)>,
}

impl Potential {
    /// Returns the potential after the given moves. The caller ensures that they are legal.
    ///
    /// ```
    /// use quadrille::morpion::{Pattern, Potential, Variant};
    /// assert_eq!(Potential::after(&Pattern::cross(Variant::T5), []).sum(), 288);
    /// ```
    #[must_use]
    pub fn after(pattern: &Pattern, moves: impl IntoIterator<Item = Move>) -> Potential {
        let mut potential = Potential { values: Vec::new() };
        for &point in pattern.points() {
            potential.mark(point);
        }
        for Move { point, line } in moves {
            potential.mark(point);
            for point in line.points() {
                if let Ok(index) = potential.index(point) {
                    potential.values[index].1 -= if point == line.start() || point == line.end() { 1 } else { 2 };
                }
            }
        }
        potential
    }

    fn mark(&mut self, point: Point) {
        if let Err(index) = self.index(point) {
            self.values.insert(index, (point, 8));
        }
    }

    /// Returns the index of a point, or where it is to be inserted.
    fn index(&self, point: Point) -> Result<usize, usize> {
        self.values.binary_search_by_key(&point, |&(point, _)| point)
    }

    /// Returns the potential of a point; `None` if the point is not marked.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<i64> {
        self.index(point).ok().map(|index| self.values[index].1)
    }

    /// Returns the marked points and their potentials, ordered by x, then y.
    pub fn points(&self) -> impl Iterator<Item = (Point, i64)> + '_ {
        self.values.iter().copied()
    }

    /// Returns the sum over all points.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.points().map(|(_, potential)| potential).sum()
    }
}
