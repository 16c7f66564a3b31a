//! Why a move is illegal, by conditions (i), (ii) and (iii) of Flammenkamp's model; the [game](super) states them.

use std::error::Error;
use std::fmt;

use super::lattice::{Line, Move, Point};
use super::variant::Variant;

/// The conditions of Flammenkamp's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// (i): the point of the move is new.
    I,
    /// (ii): the point is on the line, and the line shares no more points with any earlier one than the variant allows.
    II,
    /// (iii): the other points of the line belong to the cross or to earlier moves.
    III,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Condition::I => "i",
            Condition::II => "ii",
            Condition::III => "iii",
        })
    }
}

/// Why a move is illegal.
///
/// ```
/// use quadrille::morpion::{Condition, Line, Move, Point, Position, Variant};
/// let line = Line::between(Point { x: 2, y: 0 }, Point { x: 6, y: 0 }, 5).ok_or("no line")?;
/// let error = Position::new(Variant::T5).play(Move { point: Point { x: 3, y: 0 }, line }).err().ok_or("legal")?;
/// assert_eq!(error.condition(), Some(Condition::I));
/// assert_eq!(error.to_string(), "condition (i): expected a new point, but (3, 0) belongs to the cross");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The line has more or fewer points than the lines of the variant.
    OtherLength {
        /// The variant.
        variant: Variant,
        /// The line.
        line: Line,
    },
    /// The point of the move belongs to the cross.
    InCross(Point),
    /// The point of the move was added by an earlier move.
    Taken {
        /// The point.
        point: Point,
        /// The earlier move, counted from 1.
        by: usize,
    },
    /// The point of the move is not on its line.
    OffLine(Move),
    /// The line shares too many points with an earlier one of its direction: more than one, in disjoint games any.
    InCommon {
        /// The variant.
        variant: Variant,
        /// The line.
        line: Line,
        /// The earlier move, counted from 1.
        with: usize,
    },
    /// A point of the line, other than that of the move, is missing.
    Missing {
        /// The line.
        line: Line,
        /// The first such point.
        missing: Point,
    },
    /// The move meets the conditions, but lies outside the board that this program can represent.
    LeavesBoard(Point),
}

impl Illegal {
    /// Returns the condition of the model that the move violates; `None` if it violates none of them.
    #[must_use]
    pub fn condition(&self) -> Option<Condition> {
        match self {
            Illegal::OtherLength { .. } | Illegal::LeavesBoard(_) => None,
            Illegal::InCross(_) | Illegal::Taken { .. } => Some(Condition::I),
            Illegal::OffLine(_) | Illegal::InCommon { .. } => Some(Condition::II),
            Illegal::Missing { .. } => Some(Condition::III),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = self.condition() {
            write!(f, "condition ({condition}): ")?;
        }
        match self {
            Illegal::OtherLength { variant, line } => {
                let (expected, found) = (variant.line_length(), line.length());
                write!(f, "expected a line of {expected} points in {variant}, but {line} has {found}")
            }
            Illegal::InCross(point) => write!(f, "expected a new point, but {point} belongs to the cross"),
            Illegal::Taken { point, by } => write!(f, "expected a new point, but {point} was added by move {by}"),
            Illegal::OffLine(Move { point, line }) => {
                write!(f, "expected a point on the line {line}, but {point} is not on it")
            }
            Illegal::InCommon { variant, line, with } => {
                let most = if variant.is_touching() { "at most one end point" } else { "no point" };
                write!(
                    f,
                    "in {variant}, lines of the same direction share {most}, but {line} and the line of move {with} "
                )?;
                f.write_str(if variant.is_touching() { "share more" } else { "share one" })
            }
            Illegal::Missing { line, missing } => {
                write!(f, "expected all other points of the line {line} to be on the board, but {missing} is missing")
            }
            Illegal::LeavesBoard(point) => {
                write!(f, "the point {point} is outside the board of 64 by 64 points that this program can represent")
            }
        }
    }
}

impl Error for Illegal {}
