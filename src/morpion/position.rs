//! A game in progress, with its legal moves: moves are checked, made and unmade.
//!
//! **Lemma.** After a move, the legal moves are those from before that do not conflict with it, and those whose lines
//! go through its point.
//!
//! **Proof.** A move is legal if its line is free and misses exactly its point. The move marks one point and takes
//! slots of its own line. So no line that does not go through the point gains a point, and no line gains a free slot. ∎

use thiserror::Error;

use super::board::{Board, PackedMove};
use super::lattice::{Line, Move, Point};
use super::pattern::Pattern;
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
#[derive(Clone, Debug)]
pub struct Position {
    pattern: Pattern,
    board: Board,
    legal: Vec<PackedMove>,
    /// A stack of moves that were legal until a move conflicted with them, each with its index in `legal` before that
    /// move.
    removed: Vec<(usize, PackedMove)>,
    played: Vec<Played>,
}

/// A move that was made, with the data to unmake it.
#[derive(Clone, Copy, Debug)]
struct Played {
    mv: Move,
    packed: PackedMove,
    /// The number of earlier legal moves that stayed legal.
    remaining: usize,
    /// The length of the stack of removed moves before the move.
    removed: usize,
}

impl Position {
    /// Returns the start position: the cross.
    #[must_use]
    pub fn new(variant: Variant) -> Position {
        Position::with(&Pattern::cross(variant))
    }

    /// Returns the position with the points of a pattern.
    #[must_use]
    pub fn with(pattern: &Pattern) -> Position {
        let board = Board::with(pattern);
        let legal = board.legal_moves();
        Position { pattern: pattern.clone(), board, legal, removed: Vec::new(), played: Vec::new() }
    }

    /// Returns the points that the game starts from.
    #[must_use]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.board.variant()
    }

    /// Returns the score: the number of moves that have been made.
    #[must_use]
    pub fn score(&self) -> usize {
        self.played.len()
    }

    /// Returns the moves that have been made, in the order of play.
    #[must_use]
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|played| played.mv)
    }

    /// Returns the number of legal moves.
    #[must_use]
    pub fn mobility(&self) -> usize {
        self.legal.len()
    }

    /// Returns whether the lines and points are the same after a half-turn about the middle of the start points.
    ///
    /// # Complexity
    /// O(moves²).
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let start = self.pattern.points();
        // They are row by row, so that the image of the first one can only be the last one.
        let (Some(first), Some(last)) = (start.first(), start.last()) else { return true };
        // The points and the moves are on the board, so that their images are small, too.
        let image = |Point { x, y }: Point| Point { x: first.x + last.x - x, y: first.y + last.y - y };
        // The points of a grid follow from its lines.
        let lines: Vec<[Point; 2]> = self.moves().map(|mv| [mv.line.start(), mv.line.end()]).collect();
        start.iter().all(|&point| start.contains(&image(point)))
            && lines.iter().all(|&[start, end]| lines.contains(&[image(end), image(start)]))
    }

    /// Returns whether the game is finished: no move is legal.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.legal.is_empty()
    }

    /// Returns the legal moves, ordered by point, then by line.
    ///
    /// # Complexity
    /// O(m²) for m legal moves, a few dozen.
    #[must_use]
    pub fn legal_moves(&self) -> impl ExactSizeIterator<Item = Move> + use<> {
        let mut moves: Vec<Move> = Vec::with_capacity(self.legal.len());
        for &packed in &self.legal {
            let mv = self.board.unpack(packed);
            moves.insert(moves.partition_point(|other| *other < mv), mv);
        }
        moves.into_iter()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the move is illegal or leaves the board. The position is unchanged then.
    ///
    /// # Complexity
    /// O(legal moves); to explain an illegal move, O(moves).
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        let packed = self.board.pack(&mv);
        let Some(packed) = packed.filter(|packed| self.legal.contains(packed)) else {
            return Err(self.violation(&mv));
        };
        if !packed.point.is_playable() {
            return Err(IllegalMoveError::LeavesBoard(mv.point));
        }
        let removed_before = self.removed.len();
        let Position { board, legal, removed, .. } = self;
        let mut index = 0;
        legal.retain(|&other| {
            let conflicts = board.conflict(packed, other);
            if conflicts {
                removed.push((index, other));
            }
            index += 1;
            !conflicts
        });
        let remaining = legal.len();
        board.toggle(packed);
        board.moves_through(packed.point, |new| legal.push(new));
        self.played.push(Played { mv, packed, remaining, removed: removed_before });
        Ok(())
    }

    /// Unmakes the last move and returns it; `None` if no move has been made.
    ///
    /// # Complexity
    /// O(legal moves · moves that become legal again).
    pub fn undo(&mut self) -> Option<Move> {
        let Played { mv, packed, remaining, removed } = self.played.pop()?;
        self.board.toggle(packed);
        self.legal.truncate(remaining);
        for (index, packed) in self.removed.drain(removed..) {
            self.legal.insert(index, packed);
        }
        Some(mv)
    }

    /// Returns the first condition that an illegal move violates.
    fn violation(&self, mv: &Move) -> IllegalMoveError {
        let (Move { point, line }, variant) = (*mv, self.variant());
        if line.length() != variant.line_length() {
            return IllegalMoveError::OtherLength { variant, line };
        }
        if self.pattern.points().contains(&point) {
            let is_cross = self.pattern.is_cross();
            return if is_cross { IllegalMoveError::InCross(point) } else { IllegalMoveError::InStart(point) };
        }
        if let Some(before) = self.moves().position(|before| before.point == point) {
            return IllegalMoveError::Taken { point, by: before + 1 };
        }
        if line.index_of(point).is_none() {
            return IllegalMoveError::OffLine(*mv);
        }
        let allowed = usize::from(variant.is_touching());
        if let Some(before) = self.moves().position(|before| before.line.overlap(&line) > allowed) {
            return IllegalMoveError::InCommon { variant, line, with: before + 1 };
        }
        let is_marked = |point| self.board.index_of(point).is_some_and(|index| self.board.has(index));
        match line.points().find(|&other| other != point && !is_marked(other)) {
            Some(missing) => IllegalMoveError::Missing { line, missing },
            // The move meets all conditions, so it is illegal only because it leaves the board.
            None => IllegalMoveError::LeavesBoard(point),
        }
    }
}

/// Why a move is illegal, and which condition of [Flammenkamp's model](super) it violates; none if its line has the
/// wrong length, or it leaves the board. Moves are counted from 1.
///
/// ```
/// use quadrille::morpion::{Line, Move, Point, Position, Variant};
/// let line = Line::between(Point { x: 2, y: 0 }, Point { x: 6, y: 0 }, 5).ok_or("no line")?;
/// let error = Position::new(Variant::T5).play(Move { point: Point { x: 3, y: 0 }, line }).err().ok_or("legal")?;
/// assert_eq!(error.to_string(), "condition (i): expected a new point, but (3, 0) belongs to the cross");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMoveError {
    /// The line has more or fewer points than the lines of the variant.
    #[error("expected a line of {} points in {variant}, but {line} has {}", variant.line_length(), line.length())]
    OtherLength {
        /// The variant.
        variant: Variant,
        /// The line.
        line: Line,
    },
    /// The point of the move belongs to the cross.
    #[error("condition (i): expected a new point, but {0} belongs to the cross")]
    InCross(Point),
    /// The point of the move is a start point, in a game that does not start from the cross.
    #[error("condition (i): expected a new point, but {0} is a start point")]
    InStart(Point),
    /// The point of the move was added by an earlier move.
    #[error("condition (i): expected a new point, but {point} was added by move {by}")]
    Taken {
        /// The point.
        point: Point,
        /// The number of the earlier move.
        by: usize,
    },
    /// The point of the move is not on its line.
    #[error("condition (ii): expected a point on the line {}, but {} is not on it", .0.line, .0.point)]
    OffLine(Move),
    /// The line shares too many points with an earlier one of its direction.
    #[error(
        "condition (ii): in {variant}, lines of the same direction share {}, but {line} and the line of move {with} {}",
        if variant.is_touching() { "at most one end point" } else { "no point" },
        if variant.is_touching() { "share more" } else { "share one" }
    )]
    InCommon {
        /// The variant.
        variant: Variant,
        /// The line.
        line: Line,
        /// The number of the earlier move.
        with: usize,
    },
    /// A point of the line, other than that of the move, is missing.
    #[error(
        "condition (iii): expected all other points of the line {line} to be on the board, but {missing} is missing"
    )]
    Missing {
        /// The line.
        line: Line,
        /// The first such point.
        missing: Point,
    },
    /// The move meets the conditions, but is outside the board that this program can represent.
    #[error("the point {0} is outside the board of 64 by 64 points that this program can represent")]
    LeavesBoard(Point),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No known game reaches the edge of the board, so the points beside it are set directly.
    #[test]
    fn a_move_at_the_edge_of_the_board_is_an_error_and_no_other_move() {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            // The board has 27 points on each side of the cross, and lines through the last four may leave it.
            let at = |steps: i64| {
                let along = |step: i64| if step > 0 { 9 + steps } else { -steps };
                Point { x: if dx == 0 { 4 } else { along(dx) }, y: if dy == 0 { 4 } else { along(dy) } }
            };
            let mut position = Position::new(Variant::T5);
            for point in (20..=23).map(at) {
                let index = position.board.index_of(point).unwrap_or_else(|| panic!("{point} is off the board"));
                position.board.toggle_point(index);
            }
            position.legal = position.board.legal_moves();
            let before: Vec<Move> = position.legal_moves().collect();
            let mv = |new: i64, end: i64| {
                let line = Line::between(at(new), at(end), 5);
                Move { point: at(new), line: line.unwrap_or_else(|| panic!("no line from {new} to {end}")) }
            };
            assert_eq!(position.play(mv(24, 20)), Err(IllegalMoveError::LeavesBoard(at(24))));
            assert!(position.legal_moves().eq(before.iter().copied()));
            assert_eq!(position.play(mv(19, 23)), Ok(()));
            assert_eq!(position.undo(), Some(mv(19, 23)));
            assert!(position.legal_moves().eq(before));
        }
    }
}
