//! Why a move cannot be made, in the terms of Flammenkamp's conditions (i), (ii) and (iii), as the [game](super) has them.

use std::error::Error;
use std::fmt;

use super::lattice::{Line, Move, Point};

/// The conditions of Flammenkamp's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// (i): the point is new.
    I,
    /// (ii): the point is on the line, and the line has not too much in common with an earlier one.
    II,
    /// (iii): the other points of the line are there, in the cross or of earlier moves.
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

/// Why a move cannot be made.
///
/// ```
/// use quadrille::morpion::{Condition, Line, Move, Point, Position, Variant};
/// let line = Line::between(Point { x: 2, y: 0 }, Point { x: 6, y: 0 }, 5).ok_or("no line")?;
/// let error = Position::new(Variant::T5).play(Move { point: Point { x: 3, y: 0 }, line }).err().ok_or("legal")?;
/// assert_eq!(error.condition(), Some(Condition::I));
/// assert_eq!(error.to_string(), "condition (i): the point (3, 0) is in the cross");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The line has more or fewer points than lines have in this game.
    OtherLength(Line),
    /// The new point belongs to the cross.
    InCross(Point),
    /// The new point is that of an earlier move.
    Taken {
        /// The point.
        point: Point,
        /// The earlier move, counted from 1.
        by: usize,
    },
    /// The new point is not on the line.
    OffLine(Move),
    /// The line and an earlier one of its direction have too many points in common: any, or in touching games more than one.
    InCommon {
        /// The line.
        line: Line,
        /// The earlier move, counted from 1.
        with: usize,
    },
    /// A point of the line beside the new one is not there.
    Missing {
        /// The line.
        line: Line,
        /// The first such point.
        missing: Point,
    },
    /// The move may be legal, but it is further away from the cross than our board reaches.
    LeavesBoard(Point),
}

impl Illegal {
    /// The condition that is not met, if it is one of the model's.
    #[must_use]
    pub fn condition(&self) -> Option<Condition> {
        match self {
            Illegal::OtherLength(_) | Illegal::LeavesBoard(_) => None,
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
            Illegal::OtherLength(line) => write!(f, "{line} is a line of {}, which this game has not", line.length()),
            Illegal::InCross(point) => write!(f, "the point {point} is in the cross"),
            Illegal::Taken { point, by } => write!(f, "the point {point} has been set by move {by}"),
            Illegal::OffLine(Move { point, line }) => write!(f, "the point {point} is not on its line {line}"),
            Illegal::InCommon { line, with } => {
                write!(f, "the line {line} has too much in common with that of move {with}")
            }
            Illegal::Missing { line, missing } => write!(f, "of the line {line} the point {missing} is not there yet"),
            Illegal::LeavesBoard(point) => {
                write!(f, "the point {point} is further away from the cross than this program's board reaches")
            }
        }
    }
}

impl Error for Illegal {}
