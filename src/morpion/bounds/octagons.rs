//! The first and the second bound: the largest octagons whose margin does not weigh more than 8r, found exactly over
//! the integers. The [documentation of the bounds](super) states them, and proves that the few parameters that are
//! tried here have the optima.

use itertools::iproduct;

use super::{Bound, CLAIMED, Real, Standing, Start};

/// Returns the first bound, with all optimal octagons: those with sides and corners that differ by at most one. b is
/// the number of points of the shorter side of the box, and β, 0 or 1, by how much the other one is longer; a is the
/// number of diagonals that the smallest corners are cut by, and σ, 0 to 3, the number of corners that are cut by one
/// more.
///
/// ```
/// use quadrille::morpion::bounds::{Start, first};
/// let bound = first(Start::CROSS);
/// assert_eq!((bound.points, bound.moves), (741, 705));
/// assert_eq!((bound.names, bound.parameters[0].to_string()), ("(b, beta, a, sigma)", "(31, 0, 10, 0)".to_owned()));
/// ```
///
/// # Complexity
/// O(1).
#[must_use]
pub fn first(start: Start) -> Bound {
    let r = start.points();
    // b = 6r/7, and a = 2r/7 − 1/2 is at least 0.
    let corner = (4 * r).checked_sub(7).map(|numerator| Real::new(numerator, 14));
    let at = corner.map_or_else(Vec::new, |a| vec![Real::new(6 * r, 7), Real::new(0_u64, 1), a, Real::new(0_u64, 1)]);
    let mut best = Bound::empty("First", "(b, beta, a, sigma)", Real::new(8 * start.squared() + 7, 14), at);
    best.remarks = &["Proved by Flammenkamp 2003; also found by Demaine, Demaine, Langerman and Langerman 2006"];
    for sides in 12 * r / 7..=(12 * r).div_ceil(7) {
        // Both sides of the box have `sides` points together, and all corners are cut by `cut` diagonals.
        let cut = (3 * sides).saturating_sub(2 + 4 * r);
        let parameters = [sides / 2, sides % 2, cut / 4, cut % 4];
        let [b, beta, a, sigma] = parameters.map(u128::from);
        if b >= 1 && u128::from(cut.div_ceil(4)) <= b {
            best.offer(b * b + beta * b - (a + 1) * (2 * a + sigma), &parameters);
        }
    }
    best.finished(start)
}

/// Returns the second bound, with all optimal parameters: the sides b₁ ≤ b₂ of the box, the numbers d₁ ≤ d₂ of
/// diagonals of the two directions, at least b₂, and α, the share of b₁ in the cost of alignment, 0 to 3, of which the
/// rest of 3 is that of b₂. For a single starting point there are none, since no octagon meets the condition.
///
/// ```
/// use quadrille::morpion::bounds::{Start, second};
/// let bound = second(Start::CROSS);
/// assert_eq!((bound.points, bound.moves, bound.names), (324, 288, "(b1, b2, d1, d2, alpha)"));
/// let optima: Vec<String> = bound.parameters.iter().map(ToString::to_string).collect();
/// assert_eq!(optima, ["(13, 28, 32, 32, 3)", "(14, 26, 31, 31, 3)"]);
/// ```
///
/// # Complexity
/// O(1).
#[must_use]
pub fn second(start: Start) -> Bound {
    let r = start.points();
    let at = [3 * r, 6 * r, 7 * r, 7 * r, 3 * 8].map(|eighths| Real::new(eighths, 8));
    let real = Real::new(start.squared() + 2, 4);
    let mut best = Bound::empty("Second", "(b1, b2, d1, d2, alpha)", real, at.to_vec());
    best.standing = Standing::Refuted;
    best.remarks = if start == Start::CROSS { &CLAIMED } else { &CLAIMED[..1] };
    // By theorem 2 the optima are near the real one.
    let near = |eighths: u64, most: u64| (eighths * r / 8).saturating_sub(most).max(1)..=eighths * r / 8 + most;
    for (b1, b2, d1, d2) in iproduct!(near(3, 1), near(6, 2), near(7, 5), near(7, 5)) {
        for alpha in 0..=3 {
            let is_octagon = b1 <= b2 && b2 <= d1 && d1 <= d2 && d2 < b1 + b2;
            // Condition (4).
            if is_octagon && b1 + b2 + d1 + d2 + alpha * b1 + (3 - alpha) * b2 <= 4 * r {
                let lost = |d: u64| (b1 + b2 - d).pow(2) / 4;
                best.offer(u128::from(b1 * b2 - lost(d1) - lost(d2)), &[b1, b2, d1, d2, alpha]);
            }
        }
    }
    best.finished(start)
}
