//! The first bound: the largest octagon whose margin weighs at most 8r, if inside of it nothing is lost.
//!
//! An octagon is a box of b₁ by b₂ points without a triangle of aⱼ(aⱼ+1)/2 points at each corner. At a corner the least that
//! is left is
//!
//! ```text
//!     . . . 4 3 3 3        condition (1):    6(b₁ + b₂) - 2(a₁ + a₂ + a₃ + a₄) - 4 <= 8r
//!     . . 3 1 0 0 0        points (2):       b₁ b₂ - Σ aⱼ(aⱼ+1)/2
//!     . 3 1 0 0 0 0        sensible:         aⱼ <= min(b₁, b₂)
//!     3 1 0 0 0 0 0
//! ```
//!
//! Let s = b₁ + b₂ and A = a₁ + a₂ + a₃ + a₄, so that (1) is A >= 3s - 2 - 4r.
//!
//! **Almost equal sides and corners.** For given s and A a box loses at least a point if its sides differ by two or more, and
//! so it does if two corners do: one more on the small and one less on the large corner, u >= t + 2, gives back u - t - 1
//! points. So with b₁ = b, b₂ = b + β and corners of a, or a + 1 for σ of them,
//!
//! ```text
//!     condition:    12b + 6β - 8a - 2σ - 4 <= 8r          β in 0..=1, σ in 0..=3
//!     points:       b² + βb - (a + 1)(2a + σ)
//! ```
//!
//! has *all* optima of (2) under (1) with b₁ <= b₂ and a₁ <= ... <= a₄.
//!
//! **The corners are forced.** Each further cut costs a + 1 >= 1 points, so A is as small as (1) allows: the larger of 0 and
//! 3s - 2 - 4r. Only s is free.
//!
//! **From above.** Σ aⱼ(aⱼ+1)/2 >= A²/8 + A/2 = (A+2)²/8 - 1/2, and A + 2 >= 3s - 4r. Where 3s >= 4r, therefore, there are
//! at most
//!
//! ```text
//!     s²/4 - (3s - 4r)²/8 + 1/2  =  4r²/7 + 1/2 - (7/8)(s - 12r/7)²
//! ```
//!
//! points: the real optimum is 4r²/7 + 1/2, at s = 12r/7, b = 6r/7. Where 3s < 4r there are at most s²/4 < 4r²/9.
//!
//! **From below.** For r from 1 to 7 there are octagons (b, 0, a, σ) with equality in the condition and the real optimum
//! rounded down:
//!
//! ```text
//!     r          1          2          3          4          5          6          7
//!            (1,0,0,0)  (2,0,0,2)  (3,0,1,0)  (3,0,0,0)  (4,0,0,2)  (5,0,1,0)  (6,0,1,2)
//!     points     1          2          5          9         14         21         28
//! ```
//!
//! From r to r + 7 replace b by b + 6 and a by a + 2. The condition stays an equality, and the points grow by
//! 12b + 6β - 8a - 2σ + 24 = 8r + 28, just as 4r²/7 does. So the optimum is floor(4r²/7 + 1/2) for every r.
//!
//! **The search.** That is within 11/14 of the real optimum, as 8r² + 7 leaves at most 11 when divided by 14; and it is
//! above 4r²/9 for r >= 2 (for r = 1, 3s < 4r has no box). Hence (s - 12r/7)² <= (8/7)(11/14) = 44/49: an optimal s is
//! 12r/7 rounded down or up, and looking at these two finds all.

use std::fmt;

use super::{Optimum, Real, Start};

/// An octagon with sides and corners that differ by at most one. Its text form is `(31, 0, 10, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Octagon {
    /// The points of the shorter side of the box.
    pub b: u64,
    /// β: by how much the other is longer, 0 or 1.
    pub beta: u64,
    /// How many diagonals the smallest corners are cut by.
    pub a: u64,
    /// σ: how many corners are cut by one more, 0 to 3.
    pub sigma: u64,
}

impl Octagon {
    /// What the text form lists.
    pub const NAMES: &'static str = "(b, beta, a, sigma)";

    /// The largest octagon in a box with so many points on two sides together, if the corners cannot be too large for it.
    fn largest(sides: u64, start: Start) -> Option<Octagon> {
        let cut = (3 * sides).saturating_sub(2 + 4 * start.points());
        let octagon = Octagon { b: sides / 2, beta: sides % 2, a: cut / 4, sigma: cut % 4 };
        let most_cut = cut.div_ceil(4);
        (octagon.b >= 1 && most_cut <= octagon.b).then_some(octagon)
    }

    fn points(self) -> i128 {
        let [b, beta, a, sigma] = [self.b, self.beta, self.a, self.sigma].map(i128::from);
        b * b + beta * b - (a + 1) * (2 * a + sigma)
    }
}

impl fmt::Display for Octagon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {}, {})", self.b, self.beta, self.a, self.sigma)
    }
}

/// The first bound, with all optimal octagons.
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
pub fn first(start: Start) -> Optimum<Octagon> {
    let mut best = Optimum::none_below(Real { numerator: 8 * start.squared() + 7, denominator: 14 });
    let sides = 12 * start.points();
    for sides in sides / 7..=sides.div_ceil(7) {
        if let Some(octagon) = Octagon::largest(sides, start) {
            best.meet(octagon.points(), octagon);
        }
    }
    best.sorted()
}
