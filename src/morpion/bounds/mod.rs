//! Upper bounds on the length of games with lines of five: those of Achim Flammenkamp (*Le Morpion Solitaire*, 2003) for any
//! number r of starting points, solved exactly over the integers, with all optimal parameters.
//!
#![doc = include_str!("README.md")]

mod known;
mod octagons;

use std::fmt;

pub use self::known::{Claim, Known, Standing, known};
pub use self::octagons::{Aligned, Balanced, first, second};

/// The largest number of starting points: no product here comes near to 128 bits.
pub const MAX_POINTS: u64 = 1_000_000_000;

/// The number of points that are marked before the first move, from 1 to [`MAX_POINTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Start(u64);

impl Start {
    /// The cross of 36 points, from which games with lines of five start.
    pub const CROSS: Start = Start(36);

    /// Returns a number of starting points; `None` if it is 0 or more than [`MAX_POINTS`].
    #[must_use]
    pub const fn new(points: u64) -> Option<Start> {
        if points == 0 || points > MAX_POINTS { None } else { Some(Start(points)) }
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn points(self) -> u64 {
        self.0
    }

    /// Returns r².
    const fn squared(self) -> u128 {
        self.0 as u128 * self.0 as u128
    }
}

/// The maximum of a number of points, and all parameters that attain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum<P> {
    /// The number of points, with those of the start.
    pub points: u128,
    /// The optimum over real parameters.
    pub real: Real,
    /// The real parameters that attain it; empty if there are none.
    pub real_parameters: Vec<Real>,
    /// All optimal parameters, ascending.
    pub parameters: Vec<P>,
}

impl<P: Ord> Optimum<P> {
    /// Returns an optimum of 0 points, to which parameters are [offered](Self::offer).
    const fn empty(real: Real, real_parameters: Vec<Real>) -> Optimum<P> {
        Optimum { points: 0, real, real_parameters, parameters: Vec::new() }
    }

    /// Adds feasible parameters if none found so far has more points.
    fn offer(&mut self, points: i128, parameters: P) {
        let Ok(points) = u128::try_from(points) else { return };
        if points > self.points {
            self.points = points;
            self.parameters.clear();
        }
        if points == self.points {
            self.parameters.push(parameters);
        }
    }

    /// Sorts the parameters.
    fn sorted(mut self) -> Optimum<P> {
        self.parameters.sort_unstable();
        self
    }
}

impl<P> Optimum<P> {
    /// Returns the number of moves: the points without those of the start, and at least 0.
    #[must_use]
    pub fn moves(&self, start: Start) -> u128 {
        self.points.saturating_sub(u128::from(start.points()))
    }
}

/// A real optimum, which is rational. Its text form is rounded to at most four decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Real {
    /// The numerator. The fraction may not be in lowest terms.
    pub numerator: u128,
    /// The denominator: 14, 8, 7, 4 or 1.
    pub denominator: u64,
}

impl Real {
    fn new(numerator: impl Into<u128>, denominator: u64) -> Real {
        Real { numerator: numerator.into(), denominator }
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

/// An octagon with eight sides of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Regular {
    /// The number of points of a side, with its ends.
    pub side: u64,
}

impl Regular {
    /// The name of the parameter in the text form.
    pub const NAMES: &'static str = "(side)";
}

impl fmt::Display for Regular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.side)
    }
}

/// Returns the rough bound: the 7(s-1)² + 4(s-1) + 1 points of an octagon with sides of s points, of which at most 8r, 8(s-1),
/// are on its outline. The number grows with s, so s = r + 1, over the reals as well.
#[must_use]
pub fn rough(start: Start) -> Optimum<Regular> {
    let points = 7 * start.squared() + 4 * u128::from(start.points()) + 1;
    let side = start.points() + 1;
    let (real, real_parameters) = (Real::new(points, 1), vec![Real::new(side, 1)]);
    Optimum { points, real, real_parameters, parameters: vec![Regular { side }] }
}
