//! The first and the second bound: the largest octagons whose margin does not weigh more than 8r, found exactly over the integers. The
//! [documentation of the bounds](super) states them, and proves that the few parameters that are tried here have the optima.

use std::fmt;

use super::{Optimum, Real, Start};

/// An octagon with sides and corners that differ by at most one. Its text form is `(31, 0, 10, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Balanced {
    /// The number of points of the shorter side of the box.
    pub b: u64,
    /// β: by how much the other side is longer, 0 or 1.
    pub beta: u64,
    /// The number of diagonals that the smallest corners are cut by.
    pub a: u64,
    /// σ: the number of corners that are cut by one more, 0 to 3.
    pub sigma: u64,
}

impl Balanced {
    /// The names of the parameters in the text form.
    pub const NAMES: &'static str = "(b, beta, a, sigma)";

    /// Returns the largest octagon in a box whose two sides have `sides` points together; `None` if the corners are too large for it.
    fn largest(sides: u64, start: Start) -> Option<Balanced> {
        let cut = (3 * sides).saturating_sub(2 + 4 * start.points());
        let octagon = Balanced { b: sides / 2, beta: sides % 2, a: cut / 4, sigma: cut % 4 };
        (octagon.b >= 1 && cut.div_ceil(4) <= octagon.b).then_some(octagon)
    }

    /// Returns the number of points, (2).
    fn points(self) -> i128 {
        let [b, beta, a, sigma] = [self.b, self.beta, self.a, self.sigma].map(i128::from);
        b * b + beta * b - (a + 1) * (2 * a + sigma)
    }
}

impl fmt::Display for Balanced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {}, {})", self.b, self.beta, self.a, self.sigma)
    }
}

/// Returns the first bound, with all optimal octagons.
///
/// ```
/// use quadrille::morpion::bounds::{Start, first};
/// let bound = first(Start::CROSS);
/// assert_eq!((bound.points, bound.moves(Start::CROSS)), (741, 705));
/// assert_eq!(bound.parameters.len(), 1);
/// assert_eq!(bound.parameters[0].to_string(), "(31, 0, 10, 0)");
/// ```
///
/// # Complexity
/// O(1).
#[must_use]
pub fn first(start: Start) -> Optimum<Balanced> {
    let r = start.points();
    // b = 6r/7, and a = 2r/7 − 1/2 is at least 0.
    let corner = (4 * r).checked_sub(7).map(|numerator| Real::new(numerator, 14));
    let at = corner.map_or_else(Vec::new, |a| vec![Real::new(6 * r, 7), Real::new(0_u64, 1), a, Real::new(0_u64, 1)]);
    let mut best = Optimum::empty(Real::new(8 * start.squared() + 7, 14), at);
    let sides = 12 * start.points();
    for sides in sides / 7..=sides.div_ceil(7) {
        if let Some(octagon) = Balanced::largest(sides, start) {
            best.offer(octagon.points(), octagon);
        }
    }
    best.sorted()
}

/// An octagon by its diameters, and how the cost of alignment is shared. Its text form is `(14, 26, 31, 31, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aligned {
    /// The shorter side of the box.
    pub b1: u64,
    /// The longer side.
    pub b2: u64,
    /// The number of diagonals of one direction, at least b₂.
    pub d1: u64,
    /// The number of diagonals of the other direction, at least d₁.
    pub d2: u64,
    /// α: the share of b₁ in the cost of alignment, 0 to 3; the rest of 3 is that of b₂.
    pub alpha: u64,
}

impl Aligned {
    /// The names of the parameters in the text form.
    pub const NAMES: &'static str = "(b1, b2, d1, d2, alpha)";

    /// Returns whether condition (4) holds.
    fn is_feasible(self, start: Start) -> bool {
        let ends = self.b1 + self.b2 + self.d1 + self.d2;
        ends + self.alpha * self.b1 + (3 - self.alpha) * self.b2 <= 4 * start.points()
    }

    /// Returns (3), the number of points.
    fn points(self) -> i128 {
        let [b1, b2, d1, d2] = [self.b1, self.b2, self.d1, self.d2].map(i128::from);
        let lost = |diagonals: i128| (b1 + b2 - diagonals).pow(2) / 4;
        b1 * b2 - lost(d1) - lost(d2)
    }
}

impl fmt::Display for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {}, {}, {})", self.b1, self.b2, self.d1, self.d2, self.alpha)
    }
}

/// Returns the second bound, with all optimal parameters. For a single starting point there are none, since no octagon meets
/// the condition.
///
/// ```
/// use quadrille::morpion::bounds::{Start, second};
/// let bound = second(Start::CROSS);
/// assert_eq!((bound.points, bound.moves(Start::CROSS)), (324, 288));
/// let optima: Vec<String> = bound.parameters.iter().map(ToString::to_string).collect();
/// assert_eq!(optima, ["(13, 28, 32, 32, 3)", "(14, 26, 31, 31, 3)"]);
/// ```
///
/// # Complexity
/// O(1).
#[must_use]
pub fn second(start: Start) -> Optimum<Aligned> {
    let r = start.points();
    let at = [3 * r, 6 * r, 7 * r, 7 * r, 3 * 8].map(|eighths| Real::new(eighths, 8));
    let mut best = Optimum::empty(Real::new(start.squared() + 2, 4), at.to_vec());
    for b1 in (3 * r).saturating_sub(8).div_ceil(8).max(1)..=(3 * r + 8) / 8 {
        for b2 in (6 * r).saturating_sub(16).div_ceil(8).max(b1)..=(6 * r + 16) / 8 {
            offer_box(&mut best, (b1, b2), start);
        }
    }
    best.sorted()
}

/// Offers the best octagons in a box.
fn offer_box(best: &mut Optimum<Aligned>, (b1, b2): (u64, u64), start: Start) {
    let total = (6 * b1 + 3 * b2).saturating_sub(4 * start.points()).max(2);
    let (t1, t2) = (total.div_ceil(2), total / 2);
    for (t1, t2) in [(t1, t2), (t1 + 1, t2 - 1)] {
        if t2 < 1 || t1 > b1 {
            continue;
        }
        for alpha in 0..=3 {
            let octagon = Aligned { b1, b2, d1: b1 + b2 - t1, d2: b1 + b2 - t2, alpha };
            if octagon.is_feasible(start) {
                best.offer(octagon.points(), octagon);
            }
        }
    }
}
