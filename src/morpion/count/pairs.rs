//! The grids two and three moves below a node, counted without making a move: for each candidate c of the node, those
//! one and two moves after c.
//!
//! The candidates are tried in order. Those that were tried before c and are compatible with it are *inherited*; later
//! ones are not, so that each set of moves is counted once. And c makes *new* moves legal: those on the
//! free lines that miss two points, of which the point of c is one. So the pairs of further moves after c are
//!
//! - two inherited candidates that are compatible;
//! - an inherited candidate i, and a move that i makes legal, or a move that c makes legal;
//! - two moves that c makes legal and that are compatible, or one of them and a move that it makes legal
//!   ([`Candidate::own_pairs`]).
//!
//! For the second kind the lines of i are known from its turn before c. c changes the lines of i, and i those of c, only
//! if their points are in one row, of any direction, at most 8 apart: the ends of two lines of five that share a point
//! ([`Candidate::interaction`]). Rows, free lines, slots and conflicts are those of [`board`](crate::morpion::board).

use crate::morpion::board::{Board, PackedMove, PointIndex, SIDE};

/// A move that is legal, and not yet made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub(super) mv: PackedMove,
    /// The lines through its point that do not conflict with its own line. Bit k of the eight of a direction is the k-th
    /// line through the point, by ascending offset; bits without a line are 1.
    compatible: u32,
}

/// The largest distance, in steps, of two points in one row whose moves interact.
const REACH: i32 = 8;

/// The difference of the indices of two points that far apart on a falling diagonal, the largest one.
const LARGEST_DIFFERENCE: usize = REACH as usize * (SIDE + 1);

/// Indexed by the difference of two playable points plus [`LARGEST_DIFFERENCE`]: the direction of a row through both,
/// if they are not further apart than [`REACH`].
const DIRECTIONS: [Option<u8>; 2 * LARGEST_DIFFERENCE + 1] = {
    let mut directions = [None; 2 * LARGEST_DIFFERENCE + 1];
    let mut direction = 0;
    while direction < 4 {
        let mut steps = -REACH;
        while steps <= REACH {
            let difference = steps * PointIndex::step(direction);
            directions[LARGEST_DIFFERENCE.wrapping_add_signed(difference as isize)] = Some(direction as u8);
            steps += 1;
        }
        direction += 1;
    }
    directions
};

impl Candidate {
    /// Returns a legal move whose line has the given direction as a candidate.
    #[inline(always)]
    pub(super) fn new(board: &Board, mv: PackedMove, direction: usize) -> Candidate {
        let (_, slots) = board.length_and_slots();
        let index = mv.offset() - board.first_through(mv.point.in_row(direction).1);
        let conflicting = (((1_u32 << (2 * slots - 1)) - 1) << index >> (slots - 1)) & 0xFF;
        Candidate { mv, compatible: !(conflicting << (8 * direction)) }
    }

    /// Returns the lines of the moves that the candidate makes legal, eight bits for each direction.
    #[inline(always)]
    pub(super) fn new_lines(self, board: &Board) -> u32 {
        board.lines_missing_two(self.mv.point) & self.compatible
    }

    /// Returns the number of pairs of moves after this one, of which the first is on one of its new lines, and the
    /// second is on another one or made legal by the first; `None` if a move is not playable.
    #[inline(always)]
    pub(super) fn own_pairs(self, board: &Board, lines: u32) -> Option<u32> {
        let (length, slots) = board.length_and_slots();
        let is_touching = slots < length;
        // New lines of different directions are compatible. All new lines of one direction have the point in common: in
        // 5D and 4D they conflict, in 5T and 4T all except those that end there from either side.
        let (mut pairs, mut others) = (0, 0);
        for direction in 0..4 {
            let new = (lines >> (8 * direction) & 0xFF).count_ones();
            pairs += new * others;
            others += new;
        }
        if is_touching {
            pairs += (lines & lines >> (length - 1) & 0x0101_0101).count_ones();
        }
        let mut are_playable = true;
        board.moves_on(self.mv.point, lines, |mv, direction| {
            are_playable &= mv.point.is_playable();
            let mut next = board.lines_missing_two(mv.point);
            if is_touching {
                next &= !(0xFF << (8 * direction));
                next |= board.lines_missing_two_after(self.mv, mv.point, direction) << (8 * direction);
            }
            pairs += (next & Candidate::new(board, mv, direction).compatible).count_ones();
        });
        are_playable.then_some(pairs)
    }

    /// Returns what to add to, and what to subtract from, the number of pairs of the inherited candidate `other` and a
    /// further move, where the caller has counted all `lines` of this move and all `other_lines` of the other one, both
    /// as they are before either move. Only in a row through both points the lines of the other one are counted anew,
    /// and the lines of this one that conflict with it are taken away. In the rows drawn below, c is the point of this
    /// move and i that of the inherited candidate.
    #[inline(always)]
    pub(super) fn interaction(self, board: &Board, lines: u32, other: Candidate, other_lines: u32) -> (u32, u32) {
        let difference =
            (LARGEST_DIFFERENCE + usize::from(self.mv.point.0)).wrapping_sub(usize::from(other.mv.point.0));
        let Some(direction) = DIRECTIONS.get(difference).copied().flatten() else { return (0, 0) };
        let row = usize::from(direction);
        let recounted = self.lines_after(board, other, row);
        let (replaced, conflicting) =
            (lines_before(other_lines, row), self.conflicting_lines(board, lines, other, row));
        (recounted, replaced + conflicting)
    }

    /// Returns the number of lines of the common row that the inherited candidate makes legal after this move.
    ///
    /// ```text
    ///     offset    0 1 2 3 4 5 6 7      in 5T
    ///     points    . . o c o i . .      before c, the lines 1 to 5 and 2 to 6 miss three points;
    ///                                    after c they miss i and one more: i makes two moves legal
    /// ```
    #[inline(always)]
    fn lines_after(self, board: &Board, other: Candidate, direction: usize) -> u32 {
        let lines = board.lines_missing_two_after(self.mv, other.mv.point, direction);
        (lines & other.compatible >> (8 * direction)).count_ones()
    }

    /// Returns the number of new lines of this move in the common row whose moves conflict with the inherited
    /// candidate: they have its point, or use a slot of its line.
    ///
    /// ```text
    ///     offset    0 1 2 3 4 5 6 7 8      in 5T
    ///     points    . o o c o i . . .      the new line of c from 1 to 5 needs the point of i
    ///     points    . o . c o o i o o      the new line of c from 1 to 5 and the line of i from 4 to 8 use the slot 4
    /// ```
    #[inline(always)]
    fn conflicting_lines(self, board: &Board, lines: u32, other: Candidate, direction: usize) -> u32 {
        let (length, slots) = board.length_and_slots();
        let first = |candidate: Candidate| board.first_through(candidate.mv.point.in_row(direction).1);
        // Rows of lines, one bit for the offset of the first point of each.
        let mut conflicting = ((1_u64 << length) - 1) << first(other);
        if other.mv.row() == other.mv.point.in_row(direction).0 {
            conflicting |= ((1 << (2 * slots - 1)) - 1) << other.mv.offset() >> (slots - 1);
        }
        let new = u64::from(lines >> (8 * direction) & 0xFF) << first(self);
        (new & conflicting).count_ones()
    }
}

/// Returns the number of lines of a row that an inherited candidate makes legal before a move in this row.
///
/// ```text
///     offset    0 1 2 3 4 5 6      in 5T
///     points    . o o c o i .      i makes the line from 1 to 5 legal, with its new point at c; after c it misses i alone
/// ```
#[inline(always)]
fn lines_before(lines: u32, direction: usize) -> u32 {
    (lines >> (8 * direction) & 0xFF).count_ones()
}
