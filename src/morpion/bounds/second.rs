//! The second bound: the first one's octagon, charged for the ends of all lines and for their alignment. Its optimum is worked
//! out as the paper states it; the proof that it bounds the game is refuted.
//!
//! The octagon has b₁ columns, b₂ rows, and d₁ and d₂ diagonals. A row of points that is covered by lines has two ends with 1
//! left each; and since lines of five cover 4k + 1 points of a row, the rows in two of the four directions leave 0, 1, 2, 3
//! points uncovered in turn, at 2 each. That is 3 a row on average, which the paper shares out as 2α b₁ + 2(3 - α) b₂.
//!
//! ```text
//!     points (3):       b₁ b₂ - h(b₁ + b₂ - d₁) - h(b₁ + b₂ - d₂)            h(t) = floor(t²/4)
//!     condition (4):    2(b₁ + b₂ + d₁ + d₂) + 2(α b₁ + (3 - α) b₂) <= 8r     α in 0..=3
//! ```
//!
//! with 1 <= b₁ <= b₂ and, as the paper says, d₁, d₂ >= b₂. The box itself has b₁ + b₂ - 1 diagonals, so no octagon has
//! more: allowing d to be larger would add no points, and "optima" that are no octagons for 2, 3 and 5 starting points only.
//! (3) and (4) are symmetric in d₁ and d₂; the parameters are listed with d₁ <= d₂.
//!
//! Let tᵢ = b₁ + b₂ - dᵢ, which is in 1..=b₁, and T = t₁ + t₂. As b₁ <= b₂, (4) is weakest with α = 3, where it is
//! T >= 6b₁ + 3b₂ - 4r.
//!
//! **The diagonals are forced, almost.** h(t+1) - h(t) = floor((t+1)/2) >= 1 for t >= 1, so T is as small as it may be: the
//! larger of 2 and 6b₁ + 3b₂ - 4r. As the differences never fall, t₁ and t₂ are best as halves of T, rounded up and down. Two
//! differences in turn are alike, floor(t/2) = floor((t+1)/2) for even t, so that t - 1 and t + 1 are as good as t and t; the
//! next step apart always loses. Both are tried, and each α that (4) allows.
//!
//! **From above.** h(t) >= (t² - 1)/4, so h(t₁) + h(t₂) >= T²/8 - 1/2. Where 6b₁ + 3b₂ >= 4r there are, with b₁ = 3r/8 + x
//! and b₂ = 6r/8 + y, at most
//!
//! ```text
//!     b₁ b₂ - (6b₁ + 3b₂ - 4r)²/8 + 1/2  =  (r² + 2)/4 - (36x² + 28xy + 9y²)/8
//! ```
//!
//! points: the real optimum, with (t² - 1)/4 for h, is (r² + 2)/4, at b₁ = 3r/8, b₂ = 6r/8, d₁ = d₂ = 7r/8, α = 3. Where
//! 6b₁ + 3b₂ < 4r there are at most b₁ b₂ = (6b₁)(3b₂)/18 < (2r)²/18 = 2r²/9.
//!
//! **From below.** For r from 4 to 11 there are octagons (b₁, b₂, d₁, d₂, 3) with equality in (4) and the real optimum rounded
//! down, which is floor(r²/4):
//!
//! ```text
//!     r          4            5            6            7            8            9            10           11
//!            (1,4,4,4,3)  (2,4,4,4,3)  (2,5,5,6,3)  (2,6,7,7,3)  (3,6,7,7,3)  (4,6,7,7,3)  (4,7,8,9,3)  (4,9,9,10,3)
//!     points     4            6            9           12           16           20           25           30
//! ```
//!
//! From r to r + 8 add 3, 6, 7, 7 to b₁, b₂, d₁, d₂, hence 2 to the tᵢ. (4) stays an equality, and since
//! h(t+2) = h(t) + t + 1 the points grow by 6b₁ + 3b₂ + 18 - T - 2 = 4r + 16, just as r²/4 does. So the optimum is floor(r²/4)
//! for every r >= 4; with 0 (no octagon), 1 and 2 points it is for r = 1, 2, 3 too.
//!
//! **The search.** That is within 3/4 of the real optimum, and above 2r²/9 for r >= 4. Hence 36x² + 28xy + 9y² <= 6, and as
//! this form is at least 128x²/9 and at least 32y²/9, |x| < 1 and |y| < 2: the optima are among at most three b₁ and four or
//! five b₂. (For r < 4 too, which a search through all parameters has shown.)

use std::fmt;

use super::{Optimum, Real, Start};

/// An octagon by its diameters, and how the cost of alignment is shared. Its text form is `(14, 26, 31, 31, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aligned {
    /// The shorter side of the box.
    pub b1: u64,
    /// The longer side.
    pub b2: u64,
    /// How many diagonals of one direction, at least b₂.
    pub d1: u64,
    /// How many of the other, at least d₁.
    pub d2: u64,
    /// α: how much of the cost of alignment falls on b₁, 0 to 3; the rest of 3 falls on b₂.
    pub alpha: u64,
}

impl Aligned {
    /// What the text form lists.
    pub const NAMES: &'static str = "(b1, b2, d1, d2, alpha)";

    /// The octagon in a box with diagonals so much fewer than the sides together, `t1 >= t2`, if there is one.
    fn in_box((b1, b2): (u64, u64), (t1, t2): (u64, u64), alpha: u64) -> Option<Aligned> {
        (t2 >= 1 && t1 <= b1).then(|| Aligned { b1, b2, d1: b1 + b2 - t1, d2: b1 + b2 - t2, alpha })
    }

    fn keeps_condition(self, start: Start) -> bool {
        let ends = self.b1 + self.b2 + self.d1 + self.d2;
        ends + self.alpha * self.b1 + (3 - self.alpha) * self.b2 <= 4 * start.points()
    }

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

/// The second bound, with all optimal parameters; there are none for a single starting point, with which no octagon keeps
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
    let mut best = Optimum::none_below(Real { numerator: start.squared() + 2, denominator: 4 });
    let r = start.points();
    for b1 in (3 * r).saturating_sub(8).div_ceil(8).max(1)..=(3 * r + 8) / 8 {
        for b2 in (6 * r).saturating_sub(16).div_ceil(8).max(b1)..=(6 * r + 16) / 8 {
            meet_box(&mut best, (b1, b2), start);
        }
    }
    best.sorted()
}

fn meet_box(best: &mut Optimum<Aligned>, (b1, b2): (u64, u64), start: Start) {
    let fewer = (6 * b1 + 3 * b2).saturating_sub(4 * start.points()).max(2);
    let (more, less) = (fewer.div_ceil(2), fewer / 2);
    for fewer in [(more, less), (more + 1, less - 1)] {
        for alpha in 0..=3 {
            let octagon = Aligned::in_box((b1, b2), fewer, alpha).filter(|octagon| octagon.keeps_condition(start));
            if let Some(octagon) = octagon {
                best.meet(octagon.points(), octagon);
            }
        }
    }
}
