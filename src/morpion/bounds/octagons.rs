//! The first and the second bound: the largest octagons whose margin does not weigh more than 8r, found exactly over the
//! integers.
//!
//! # The first bound
//!
//! An octagon is a box of b₁ by b₂ points without a triangle of aⱼ(aⱼ+1)/2 points at each corner. Its points can spend all
//! their potential except on the margin. The least that is left over, here at a corner with aⱼ = 3:
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
//! **Theorem 1** (Flammenkamp 2003). The maximum of (2) under (1) is floor(4r²/7 + 1/2). Every maximum has the form b₁ = b,
//! b₂ = b + β with β in 0..=1, and corners of a, or a + 1 for σ in 0..=3 of them:
//!
//! ```text
//!     condition:    12b + 6β - 8a - 2σ - 4 <= 8r
//!     points:       b² + βb - (a + 1)(2a + σ)
//! ```
//!
//! **Proof.** *Form.* For given s and A, a box loses at least one point if its sides differ by two or more. So it does if two
//! corners do: cutting one more at the smaller corner t and one less at the larger u >= t + 2 gives back u - t - 1 points.
//!
//! *A.* Each further cut costs a + 1 >= 1 points, so A is as small as (1) allows: max(0, 3s - 2 - 4r). Only s is free.
//!
//! *Upper bound.* Σ aⱼ(aⱼ+1)/2 >= A²/8 + A/2 = (A+2)²/8 - 1/2, and A + 2 >= 3s - 4r. So where 3s >= 4r there are at most
//!
//! ```text
//!     s²/4 - (3s - 4r)²/8 + 1/2  =  4r²/7 + 1/2 - (7/8)(s - 12r/7)²
//! ```
//!
//! points. Over the reals the optimum is 4r²/7 + 1/2, at s = 12r/7, b = 6r/7. Where 3s < 4r there are at most s²/4 < 4r²/9.
//!
//! *Lower bound.* For r from 1 to 7 these octagons (b, 0, a, σ) have equality in the condition and the real optimum rounded
//! down:
//!
//! ```text
//!     r          1          2          3          4          5          6          7
//!            (1,0,0,0)  (2,0,0,2)  (3,0,1,0)  (3,0,0,0)  (4,0,0,2)  (5,0,1,0)  (6,0,1,2)
//!     points     1          2          5          9         14         21         28
//! ```
//!
//! From r to r + 7 replace b by b + 6 and a by a + 2. The condition stays an equality, and the points grow by
//! 12b + 6β - 8a - 2σ + 24 = 8r + 28, as 4r²/7 does. ∎
//!
//! **Corollary.** An optimal s is 12r/7 rounded down or up.
//!
//! **Proof.** The maximum is within 11/14 of the real optimum, since
//! 8r² + 7 leaves at most 11 when divided by 14. It is above 4r²/9 for r >= 2; for r = 1, 3s < 4r has no box. Hence
//! (s - 12r/7)² <= (8/7)(11/14) = 44/49. ∎ [`first`] evaluates these two.
//!
//! # The second bound
//!
//! The second bound also charges for the ends of all lines and for their alignment. Its optimum is computed as the paper states
//! it; the proof that it bounds the game is refuted. The octagon has b₁ columns, b₂ rows, and d₁ and d₂ diagonals. A row of
//! points that is covered by lines has two ends with 1 left over each. Since lines of five cover 4k + 1 points of a row, the
//! rows in two of the four directions leave 0, 1, 2, 3 points uncovered in turn, at 2 each. That is 3 a row on average, which the
//! paper shares out as 2α b₁ + 2(3 - α) b₂.
//!
//! ```text
//!     points (3):       b₁ b₂ - h(b₁ + b₂ - d₁) - h(b₁ + b₂ - d₂)            h(t) = floor(t²/4)
//!     condition (4):    2(b₁ + b₂ + d₁ + d₂) + 2(α b₁ + (3 - α) b₂) <= 8r     α in 0..=3
//! ```
//!
//! with 1 <= b₁ <= b₂ and, as in the paper, d₁, d₂ >= b₂. The box itself has b₁ + b₂ - 1 diagonals, so no octagon has more:
//! allowing d to be larger would add no points, and "optima" that are no octagons for 2, 3 and 5 starting points only. (3) and
//! (4) are symmetric in d₁ and d₂; the parameters are listed with d₁ <= d₂. Let tᵢ = b₁ + b₂ - dᵢ, which is in 1..=b₁, and
//! T = t₁ + t₂. As b₁ <= b₂, (4) is weakest with α = 3, where it is T >= 6b₁ + 3b₂ - 4r.
//!
//! **Theorem 2.** The maximum of (3) under (4) is floor(r²/4) for r >= 4.
//!
//! **Proof.** *T.* h(t+1) - h(t) = floor((t+1)/2) >= 1 for t >= 1, so T is as small as it may be: max(2, 6b₁ + 3b₂ - 4r). As the
//! differences never fall, t₁ and t₂ are best as halves of T, rounded up and down. Two successive differences are equal,
//! floor(t/2) = floor((t+1)/2) for even t, so t - 1 and t + 1 are as good as t and t; the next step apart always loses.
//!
//! *Upper bound.* h(t) >= (t² - 1)/4, so h(t₁) + h(t₂) >= T²/8 - 1/2. Where 6b₁ + 3b₂ >= 4r there are, with b₁ = 3r/8 + x and
//! b₂ = 6r/8 + y, at most
//!
//! ```text
//!     b₁ b₂ - (6b₁ + 3b₂ - 4r)²/8 + 1/2  =  (r² + 2)/4 - (36x² + 28xy + 9y²)/8
//! ```
//!
//! points. The quadratic form is positive definite, and (r² + 2)/4 rounds down to floor(r²/4), since r² leaves 0 or 1 when divided by
//! 4. Over the reals, with (t² - 1)/4 for h, the optimum is (r² + 2)/4, at b₁ = 3r/8, b₂ = 6r/8, d₁ = d₂ = 7r/8, α = 3. Where
//! 6b₁ + 3b₂ < 4r there are at most b₁ b₂ = (6b₁)(3b₂)/18 < (2r)²/18 = 2r²/9 points, which is less.
//!
//! *Lower bound.* For r from 4 to 11 these octagons (b₁, b₂, d₁, d₂, 3) have equality in (4) and floor(r²/4) points:
//!
//! ```text
//!     r          4            5            6            7            8            9            10           11
//!            (1,4,4,4,3)  (2,4,4,4,3)  (2,5,5,6,3)  (2,6,7,7,3)  (3,6,7,7,3)  (4,6,7,7,3)  (4,7,8,9,3)  (4,9,9,10,3)
//!     points     4            6            9           12           16           20           25           30
//! ```
//!
//! From r to r + 8 add 3, 6, 7, 7 to b₁, b₂, d₁, d₂, hence 2 to the tᵢ. (4) stays an equality, and since h(t+2) = h(t) + t + 1
//! the points grow by 6b₁ + 3b₂ + 18 - T - 2 = 4r + 16, as r²/4 does. ∎ For r = 1, 2, 3 the maximum is 0 (no octagon), 1 and 2,
//! which is floor(r²/4) too.
//!
//! **Corollary.** The optima have |b₁ - 3r/8| < 1 and |b₂ - 6r/8| < 2.
//!
//! **Proof.** The maximum is within 3/4 of the real optimum,
//! and above 2r²/9 for r >= 4. Hence 36x² + 28xy + 9y² <= 6, and this form is at least 128x²/9 and at least 32y²/9. ∎ (For r < 4
//! too, as a search through all parameters has shown.) [`second`] evaluates these, with both pairs of tᵢ and each α.

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

    /// Returns (2), the number of points.
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
    let mut best = Optimum::empty(Real { numerator: 8 * start.squared() + 7, denominator: 14 });
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
    let mut best = Optimum::empty(Real { numerator: start.squared() + 2, denominator: 4 });
    let r = start.points();
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
