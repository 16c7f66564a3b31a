//! Upper bounds on the length of games with lines of five: those of Achim Flammenkamp (*Le Morpion Solitaire*, 2003)
//! for any number r of starting points, solved exactly over the integers, with all optimal parameters.
//!
#![doc = include_str!("README.md")]
//!
//! # Corrections to the paper
//!
//! - The characteristic function λ of the cross must read, where 3∣x and 3∣y, "3∤⌊x/3⌋ or 3∤⌊y/3⌋". As printed it has
//!   the corners of the box (0, 0) to (9, 9) instead of (3, 3), (6, 3), (3, 6), (6, 6).
//! - σ is Σ aⱼ - 4a, not Σ aⱼ - a.
//! - Condition (iii) must allow a line to pass through points of P₀, not only through those marked by moves.
//! - The second bound is refuted as a proof; see [`Bound::remarks`].

mod known;
mod octagons;

use std::fmt;

use itertools::Itertools;
use serde::{Serialize, Serializer};

pub use self::known::{Known, Standing, known};
pub use self::octagons::{first, second};
use crate::json::display;

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

/// One of the bounds of the paper: the largest number of points, and all parameters that attain it. It is serialized
/// with strings in place of numbers that may not fit into 53 bits.
#[derive(Clone, Debug, Serialize)]
pub struct Bound {
    /// Which of the bounds it is.
    #[serde(skip)]
    pub name: &'static str,
    /// The number of points, with those of the start.
    #[serde(rename = "bound", serialize_with = "display")]
    pub points: u128,
    /// The number of moves: the points without those of the start, and at least 0.
    #[serde(serialize_with = "display")]
    pub moves: u128,
    /// The optimum over real parameters.
    pub real: Real,
    /// The real parameters that attain it; empty if there are none.
    pub real_parameters: Vec<Real>,
    /// The names of the parameters.
    #[serde(rename = "parameters")]
    pub names: &'static str,
    /// All optimal parameters, ascending.
    #[serde(rename = "optimal")]
    pub parameters: Vec<Parameters>,
    /// Whether the proof stands.
    pub standing: Standing,
    /// The sources and reasons, one sentence each; the second bound of the cross has additional ones.
    pub remarks: &'static [&'static str],
}

/// Parameters of a bound. Their text form is `(31, 0, 10, 0)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Parameters(pub Vec<u64>);

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0.iter().format(", "))
    }
}

impl Bound {
    /// Returns a bound of 0 points that stands, to which parameters are [offered](Self::offer).
    fn empty(name: &'static str, names: &'static str, real: Real, real_parameters: Vec<Real>) -> Bound {
        let (parameters, standing) = (Vec::new(), Standing::Stands);
        Bound { name, points: 0, moves: 0, real, real_parameters, names, parameters, standing, remarks: &[] }
    }

    /// Adds feasible parameters if none found so far has more points.
    fn offer(&mut self, points: u128, parameters: &[u64]) {
        if points > self.points {
            self.points = points;
            self.parameters.clear();
        }
        if points == self.points {
            self.parameters.push(Parameters(parameters.to_vec()));
        }
    }

    /// Sorts the parameters, and enters the moves.
    fn finished(mut self, start: Start) -> Bound {
        self.parameters.sort_unstable();
        self.moves = self.points.saturating_sub(start.points().into());
        self
    }
}

/// The remarks on the second bound; only the first one is about starts other than the cross.
const CLAIMED: [&str; 3] = [
    "Claimed by Flammenkamp 2003; the proof is refuted on Boyer's Limits page, morpionsolitaire.com",
    "The two octagons hold at most 264 and 270 lines of five, not the 288 needed, \
     and a grid of 317 moves of the looser game 5T++ shows that the argument fails",
    "The author replied in November 2011 with a new version, whose text was not available here",
];

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

impl Serialize for Real {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Returns the rough bound: the 7(s-1)² + 4(s-1) + 1 points of an octagon with eight sides of s points, of which at
/// most 8r, 8(s-1), are on its outline. The number grows with s, so s = r + 1, over the reals as well.
///
/// The paper takes the margin as 8r points and the shape as this octagon. That has a gap: a square that stands on its
/// corner and has 8r points in its outer layer is larger, with 8r² + 4r + 1 points. The number is a bound nevertheless,
/// since the first one is smaller.
#[must_use]
pub fn rough(start: Start) -> Bound {
    let points = 7 * start.squared() + 4 * u128::from(start.points()) + 1;
    let side = start.points() + 1;
    let mut bound = Bound::empty("Rough", "(side)", Real::new(points, 1), vec![Real::new(side, 1)]);
    bound.remarks = &["Stated by Flammenkamp 2003; it follows from the first bound, which is smaller"];
    bound.offer(points, &[side]);
    bound.finished(start)
}
