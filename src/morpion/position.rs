//! A game in progress: moves are checked, made and taken back, and the legal ones are known at any time.
//!
//! After a move the legal moves are those of before that do not exclude each other with it, and those that its point has made
//! possible; no other line has got a point or lost its freedom.

use std::error::Error;
use std::fmt;

use super::board::{Board, Candidate};
use super::lattice::{Line, Move, Point};
use super::variant::Variant;

/// A game in progress.
///
/// ```
/// use quadrille::morpion::{Line, Move, Point, Position, Variant};
/// let mut position = Position::new(Variant::T5);
/// assert_eq!(position.legal_moves().len(), 28);
/// let line = Line::between(Point { x: 2, y: 0 }, Point { x: 6, y: 0 }, 5).ok_or("no line")?;
/// position.play(Move { point: Point { x: 2, y: 0 }, line })?;
/// assert_eq!(position.score(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    board: Board,
    legal: Vec<Candidate>,
    /// The legal moves of earlier positions that later moves have excluded, and where in the list they were, in the order in which they
    /// went.
    gone: Vec<(usize, Candidate)>,
    played: Vec<Played>,
}

/// A move that was made.
#[derive(Clone, Copy)]
struct Played {
    mv: Move,
    candidate: Candidate,
    /// How many moves were left of the earlier ones.
    kept: usize,
    /// How many had gone before.
    gone: usize,
}

impl Position {
    /// The cross.
    #[must_use]
    pub fn new(variant: Variant) -> Position {
        let board = Board::new(variant);
        let legal = board.all_moves();
        Position { board, legal, gone: Vec::new(), played: Vec::new() }
    }

    /// Which game is played.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.board.variant()
    }

    /// How many moves have been made.
    #[must_use]
    pub fn score(&self) -> usize {
        self.played.len()
    }

    /// The moves that have been made.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|played| played.mv)
    }

    /// How many moves are legal; at none the game is finished.
    #[must_use]
    pub fn mobility(&self) -> usize {
        self.legal.len()
    }

    /// The legal moves, by point and line.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.legal.iter().map(|&candidate| self.board.to_move(candidate)).collect();
        moves.sort_unstable();
        moves
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the move is illegal, or beyond the board; the position is as before then.
    ///
    /// # Complexity
    /// O(legal moves).
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        let candidate = self.board.candidate(&mv);
        let Some(candidate) = candidate.filter(|candidate| self.legal.contains(candidate)) else {
            return Err(self.fault(&mv));
        };
        if !candidate.spot.is_inside() {
            return Err(Illegal::LeavesBoard(mv.point));
        }
        let gone = self.gone.len();
        let Position { board, legal, gone: gone_moves, .. } = self;
        let mut index = 0;
        legal.retain(|&other| {
            let excluded = board.exclude(candidate, other);
            if excluded {
                gone_moves.push((index, other));
            }
            index += 1;
            !excluded
        });
        let kept = legal.len();
        board.flip(candidate);
        board.moves_through(candidate.spot, |new| legal.push(new));
        self.played.push(Played { mv, candidate, kept, gone });
        Ok(())
    }

    /// Takes the last move back; none if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let Played { mv, candidate, kept, gone } = self.played.pop()?;
        self.board.flip(candidate);
        self.legal.truncate(kept);
        for (index, candidate) in self.gone.drain(gone..) {
            self.legal.insert(index, candidate);
        }
        Some(mv)
    }

    /// What is wrong with a move that is not legal: the first condition that is not met.
    fn fault(&self, mv: &Move) -> Illegal {
        let Move { point, line } = *mv;
        let length = self.variant().line_length();
        if line.length() != length {
            return Illegal::OtherLength(line);
        }
        let is_set = |point| self.board.spot(point).is_some_and(|spot| self.board.has(spot));
        if self.variant().is_in_cross(point) {
            return Illegal::InCross(point);
        }
        if let Some(before) = self.moves().position(|before| before.point == point) {
            return Illegal::Taken { point, by: before + 1 };
        }
        if line.index_of(point).is_none() {
            return Illegal::OffLine(*mv);
        }
        let may_share = usize::from(self.variant().is_touching());
        if let Some(before) = self.moves().position(|before| before.line.overlap(&line) > may_share) {
            return Illegal::InCommon { line, with: before + 1 };
        }
        match line.points().find(|&other| other != point && !is_set(other)) {
            Some(missing) => Illegal::Missing { line, missing },
            // All conditions are met: it is the board that ends.
            None => Illegal::LeavesBoard(point),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("variant", &self.variant())
            .field("moves", &self.moves().collect::<Vec<_>>())
            .finish()
    }
}

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
