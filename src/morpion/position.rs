//! A game in progress: moves are checked, made and taken back, and the legal ones are known at any time.
//!
//! After a move the legal moves are those of before that do not exclude each other with it, and those that its point has made
//! possible; no other line has got a point or lost its freedom.

use std::fmt;

use super::board::{Board, Candidate};
use super::illegal::Illegal;
use super::lattice::Move;
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
    #[must_use]
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
    ///
    /// ```
    /// use quadrille::morpion::{Position, Variant};
    /// let mut position = Position::new(Variant::D4);
    /// let legal = position.legal_moves();
    /// position.play(legal[0])?;
    /// assert_ne!(position.legal_moves(), legal);
    /// assert_eq!((position.undo(), position.undo()), (Some(legal[0]), None));
    /// assert_eq!(position.legal_moves(), legal);
    /// # Ok::<(), quadrille::morpion::Illegal>(())
    /// ```
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
            return Illegal::OtherLength { variant: self.variant(), line };
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
            return Illegal::InCommon { variant: self.variant(), line, with: before + 1 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::{Line, Point};

    /// Games do not reach the edge of the board, as far as anyone has seen; so points are set that no move has.
    fn with_points(points: impl IntoIterator<Item = Point>) -> Position {
        let mut position = Position::new(Variant::T5);
        for point in points {
            let spot = position.board.spot(point).unwrap_or_else(|| panic!("{point} is off the board"));
            position.board.flip_point(spot);
        }
        position.legal = position.board.all_moves();
        position
    }

    #[test]
    fn a_move_at_the_edge_of_the_board_is_an_error_and_no_other_move() {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            // The board has 27 points on each side of the cross, and lines through the last four may leave it.
            let at = |steps: i64| {
                let along = |step: i64| if step > 0 { 9 + steps } else { -steps };
                Point { x: if dx == 0 { 4 } else { along(dx) }, y: if dy == 0 { 4 } else { along(dy) } }
            };
            let mut position = with_points((20..=23).map(at));
            let before = position.legal_moves();
            let mv = |new: i64, end: i64| {
                let line = Line::between(at(new), at(end), 5);
                Move { point: at(new), line: line.unwrap_or_else(|| panic!("no line from {new} to {end}")) }
            };
            assert_eq!(position.play(mv(24, 20)), Err(Illegal::LeavesBoard(at(24))));
            assert_eq!(position.legal_moves(), before);
            assert_eq!(position.play(mv(19, 23)), Ok(()));
            assert_eq!(position.undo(), Some(mv(19, 23)));
            assert_eq!(position.legal_moves(), before);
        }
    }

    #[test]
    fn far_points_are_off_the_board_and_not_some_other_point() {
        let mut position = Position::new(Variant::T5);
        for far in [64, -64, 1 << 12, 1 << 16, 1 << 32, i64::MAX - 9, i64::MIN + 9] {
            for mv in position.legal_moves() {
                let Some(line) =
                    Line::new(Point { x: mv.line.start().x + far, ..mv.line.start() }, mv.line.direction(), 5)
                else {
                    continue;
                };
                let moved = Move { point: Point { x: mv.point.x + far, ..mv.point }, line };
                assert!(matches!(position.play(moved), Err(Illegal::Missing { .. })), "{moved}");
            }
        }
        assert_eq!(position.mobility(), 28);
    }
}
