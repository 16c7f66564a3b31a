//! How long a game with lines of five can last at most: the bounds of Achim Flammenkamp (*Le Morpion Solitaire*, 2003) for any
//! number r of starting points, solved exactly over the integers, with all optimal parameters.
//!
//! Every point has eight half-directions to spend, and every line spends eight of them: two at each of its three inner points
//! and one at each end. With the lines ℓ and their inner parts ℓ*,
//!
//! ```text
//!     f(q) = 8 [q is marked] - #{ℓ : q in ℓ} - #{ℓ : q in ℓ*}        0 <= f(q) <= 8,        Σ f(q) = 8r
//! ```
//!
//! because a move marks one point, +8, and draws one line, -8. Points on the margin cannot spend all they have, so the margin
//! of the marked points weighs at most 8r; a bound is the most points that a shape can have whose margin weighs no more. The
//! moves are these points without the r of the start. (For lines of four a move adds 2 to the sum: no such bound.)
//!
//! ```text
//!              most points                          r = 36                               standing
//!     first    first.rs:  floor(4r²/7 + 1/2)        741, 705 moves                       stands
//!     second   second.rs: floor(r²/4)               324, 288 moves                       refuted
//!     rough    7r² + 4r + 1                         9217, 9181 moves                     stands: weaker than the first
//!     standing.rs    who found, proved and refuted what, and the best that is known
//!     report.rs      all of it as text
//! ```
//!
//! # The rough bound
//!
//! It takes the margin as 8r points and the shape as an octagon with eight equal sides of r + 1 points. As an argument this
//! has a gap: among shapes whose outer layer has 8r points the square that stands on its corner is larger, with
//! 8r² + 4r + 1. What the octagon gives is a bound all the same, because the first one is lower.
//!
//! # Corrections to the paper
//!
//! - The characteristic function λ of the cross must read, where 3∣x and 3∣y, "3∤⌊x/3⌋ or 3∤⌊y/3⌋". As printed it has the
//!   corners of the box (0, 0), (9, 0), (0, 9), (9, 9) instead of (3, 3), (6, 3), (3, 6), (6, 6).
//! - σ is Σ aⱼ - 4a, not Σ aⱼ - a.
//! - Condition (iii) must allow a line to pass through points of P₀, not only through those marked by moves.
//! - The second bound is refuted as a proof; see [`Claim::remarks`].

mod first;
pub mod report;
mod second;
mod standing;

use std::fmt;

pub use self::first::{Octagon, first};
pub use self::second::{Aligned, second};
pub use self::standing::{Claim, Earlier, Known, Standing, known};

/// The largest number of starting points for which bounds are worked out: no product here comes near to 128 bits.
pub const MOST_POINTS: u64 = 1_000_000_000;

/// How many points are marked before the first move: from 1 to [`MOST_POINTS`].
///
/// ```
/// use quadrille::morpion::bounds::{MOST_POINTS, Start};
/// assert_eq!(Start::new(36), Some(Start::CROSS));
/// assert_eq!((Start::new(0), Start::new(MOST_POINTS + 1)), (None, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Start(u64);

impl Start {
    /// The cross of 36 points, with which games with lines of five start.
    pub const CROSS: Start = Start(36);

    /// So many starting points; `None` if there are none, or more than [`MOST_POINTS`].
    #[must_use]
    pub const fn new(points: u64) -> Option<Start> {
        if points == 0 || points > MOST_POINTS { None } else { Some(Start(points)) }
    }

    /// How many points.
    #[must_use]
    pub const fn points(self) -> u64 {
        self.0
    }

    /// r²
    const fn squared(self) -> u128 {
        self.0 as u128 * self.0 as u128
    }
}

/// The most points, and all that attains them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum<P> {
    /// How many points, those of the start among them.
    pub points: u128,
    /// What the optimum would be if the parameters did not need to be integers.
    pub real: Real,
    /// All optimal parameters, ascending.
    pub parameters: Vec<P>,
}

impl<P: Ord> Optimum<P> {
    const fn none_below(real: Real) -> Optimum<P> {
        Optimum { points: 0, real, parameters: Vec::new() }
    }

    /// Takes note of parameters that keep the conditions; less than no points is not of interest.
    fn meet(&mut self, points: i128, parameters: P) {
        let Ok(points) = u128::try_from(points) else { return };
        if points > self.points {
            self.points = points;
            self.parameters.clear();
        }
        if points == self.points {
            self.parameters.push(parameters);
        }
    }

    fn sorted(mut self) -> Optimum<P> {
        self.parameters.sort_unstable();
        self
    }
}

impl<P> Optimum<P> {
    /// How many moves this allows: the points without those of the start; 0 if there are not even so many, as for a handful
    /// of starting points.
    #[must_use]
    pub fn moves(&self, start: Start) -> u128 {
        self.points.saturating_sub(u128::from(start.points()))
    }
}

/// A real optimum, which is rational; its text form has at most four decimals, rounded.
///
/// ```
/// use quadrille::morpion::bounds::{Start, first, second};
/// let real = first(Start::CROSS).real;
/// assert_eq!((real.numerator(), real.denominator()), (10375, 14));
/// assert_eq!(real.to_string(), "741.0714");
/// assert_eq!(second(Start::CROSS).real.to_string(), "324.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Real {
    numerator: u128,
    denominator: u64,
}

impl Real {
    /// What is divided; it may have factors in common with the denominator.
    #[must_use]
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// By what: 14, 4 or 1.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let denominator = u128::from(self.denominator);
        let scaled = (2 * 10_000 * self.numerator + denominator) / (2 * denominator);
        write!(f, "{}", scaled / 10_000)?;
        match format!("{:04}", scaled % 10_000).trim_end_matches('0') {
            "" => Ok(()),
            decimals => write!(f, ".{decimals}"),
        }
    }
}

/// An octagon with eight sides of so many points each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Regular {
    /// The points of a side, its ends counted.
    pub side: u64,
}

impl Regular {
    /// What the text form lists.
    pub const NAMES: &'static str = "(side)";
}

impl fmt::Display for Regular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.side)
    }
}

/// The rough bound: the points 7(s-1)² + 4(s-1) + 1 of an octagon with sides of s points, at most 8r of which, 8(s-1), are
/// on its outline. They grow with s, so that s = r + 1, over the reals as well.
///
/// ```
/// use quadrille::morpion::bounds::{Start, rough};
/// let bound = rough(Start::CROSS);
/// assert_eq!((bound.points, bound.moves(Start::CROSS)), (9217, 9181));
/// assert_eq!(bound.parameters[0].to_string(), "(37)");
/// ```
#[must_use]
pub fn rough(start: Start) -> Optimum<Regular> {
    let points = 7 * start.squared() + 4 * u128::from(start.points()) + 1;
    let real = Real { numerator: points, denominator: 1 };
    Optimum { points, real, parameters: vec![Regular { side: start.points() + 1 }] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_decimals_are_rounded_and_zeros_at_the_end_are_left_out() {
        let text = |numerator: u128, denominator: u64| Real { numerator, denominator }.to_string();
        assert_eq!(text(1, 14), "0.0714");
        assert_eq!(text(11, 14), "0.7857");
        assert_eq!(text(13, 4), "3.25");
        assert_eq!(text(9217, 1), "9217");
        assert_eq!(text(199_999, 100_000), "2");
        assert_eq!(text(1, 20_000), "0.0001");
    }
}
