//! How many grids there are with some number of moves, up to the eight symmetries of the cross: exactly, and in memory that
//! does not depend on how many.
//!
//! # Grids
//!
//! A *grid* is what a game has drawn: a set of lines, with the points on them. The order of moves is forgotten. Nor does it matter
//! which point is new in which line: let a grid be reached by the moves σ, and let some of its lines have been drawn in another
//! way. The first line of σ that is missing then has all its points but one, its new one, since the lines before it in σ are there;
//! and the grid has as many points as the cross and all lines together only if each line brings one of its own. So the line can be drawn next,
//! with the same new point, and σ can be followed to its end; whichever way the grid is drawn, each line has the new point that σ gives it. A grid is a set of moves, and every grid below it that it contains can
//! be completed to it.
//!
//! # The walk
//!
//! Therefore an include-and-exclude tree meets each grid exactly once, as Redelmeier's does for polyominoes (1981): at a
//! grid with its list of legal moves, add the first and follow it down, then leave it out for good and add the second, and so
//! on; moves that become legal go to the end of the list. A move that has been left out never comes back, since a legal move stays legal until one
//! that excludes it is made, and then it is illegal for good. There is no table of what has been met, and the memory is that of one path
//! (`tree`).
//!
//! # Symmetry
//!
//! The number of grids up to symmetry is an eighth of the sum, over the eight symmetries, of the grids that each keeps (Burnside). For
//! the identity these are all grids, *labelled*, of which only one in eight is walked to (`roots`); the others keep few
//! (`symmetric`).
//!
//! # Sources
//!
//! The counts for small numbers of moves are sequences A204107 (5D), A204108 (5T), A204109 (4D) and A204110 (4T) of the OEIS. Michael
//! Quist counted all of 4D in 2008, and proved so that its longest game has 35 moves.

mod roots;
mod run;
mod symmetric;
mod tree;
mod units;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

pub use self::run::{Count, Findings};

/// The most moves that can be asked for; no game is so long.
pub const DEEPEST: usize = 1000;

/// The most parts of a count: with more, some would be empty.
pub const MOST_PARTS: u64 = 1 << 20;

/// One of some parts of a count, each about as much work.
///
/// ```
/// use quadrille::morpion::Variant;
/// use quadrille::morpion::count::{Count, Part, Sums};
/// use std::ops::ControlFlow;
///
/// let mut sums = Sums::default();
/// for number in 1..=2 {
///     let part = Count::new(Variant::D5, 3, false, Part { number, of: 2 })?;
///     part.run(1, &mut |_| ControlFlow::Continue(()))?;
///     sums = part.known().get(3).and_then(|known| sums.plus(known)).ok_or("not known")?;
/// }
/// assert_eq!(sums.grids(), 404);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// From 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Part {
    /// The only one.
    pub const WHOLE: Part = Part { number: 1, of: 1 };
}

/// Writes `3/100`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Parses `3/100`.
///
/// ```
/// use quadrille::morpion::count::{NotAPart, Part};
/// assert_eq!("3/100".parse(), Ok(Part { number: 3, of: 100 }));
/// assert_eq!("0/100".parse::<Part>(), Err(NotAPart));
/// ```
impl FromStr for Part {
    type Err = NotAPart;

    fn from_str(text: &str) -> Result<Part, NotAPart> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|_| is_plain).ok_or(NotAPart)
        };
        let (index, of) = text.split_once('/').ok_or(NotAPart)?;
        let part = Part { number: number(index)?, of: number(of)? };
        if (1..=part.of).contains(&part.number) && part.of <= MOST_PARTS { Ok(part) } else { Err(NotAPart) }
    }
}

/// The error of a text that does not name a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPart;

impl fmt::Display for NotAPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected I/N such as 3/100, with I from 1 to N and N at most {MOST_PARTS}")
    }
}

impl Error for NotAPart {}

/// Numbers of grids with some number of moves, or a part of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Grids, images told apart.
    pub labelled: u128,
    /// Grids that a symmetry other than the identity keeps, each for every such symmetry.
    pub symmetric: u128,
    /// Of the labelled ones those without a legal move.
    pub labelled_finished: u128,
    /// Of the symmetric ones those without a legal move.
    pub symmetric_finished: u128,
}

impl Sums {
    /// Grids up to symmetry, if this is the whole and not a part of it.
    #[must_use]
    pub fn grids(&self) -> u128 {
        (self.labelled + self.symmetric) / 8
    }

    /// Finished grids up to symmetry, if this is the whole and not a part of it.
    #[must_use]
    pub fn finished(&self) -> u128 {
        (self.labelled_finished + self.symmetric_finished) / 8
    }

    /// Adds the sums of two parts; `None` if a sum does not fit into 128 bits.
    #[must_use]
    pub fn plus(&self, other: &Sums) -> Option<Sums> {
        Some(Sums {
            labelled: self.labelled.checked_add(other.labelled)?,
            symmetric: self.symmetric.checked_add(other.symmetric)?,
            labelled_finished: self.labelled_finished.checked_add(other.labelled_finished)?,
            symmetric_finished: self.symmetric_finished.checked_add(other.symmetric_finished)?,
        })
    }
}

/// Why a count is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller has cancelled it.
    BrokenOff,
    /// A grid reaches beyond the board of 64 by 64 points.
    LeavesBoard,
    /// More moves are legal at once than the list of moves holds.
    TooManyMoves,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::BrokenOff => "cancelled",
            Stop::LeavesBoard => "a grid reaches beyond the board of 64 by 64 points that this program can represent",
            Stop::TooManyMoves => "a grid has more legal moves than this program can represent",
        })
    }
}

impl Error for Stop {}
