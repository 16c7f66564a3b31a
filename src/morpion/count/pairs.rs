//! The grids two and three moves below a node, counted without making a move: for each candidate c of the node, those
//! that add one or two moves to c.
//!
//! The search ([`tree`](super::tree)) adds c to the grid G of the node. Then these moves are untried:
//!
//! - I(c), *inherited*: the untried candidates of the node before c that do not conflict with c;
//! - L(c), *new*: the moves that c makes legal. Their lines miss two points in G, one of which is the point of c.
//!
//! Each grid is counted once, so below c there are |I(c)| + |L(c)| grids with one more move, and as many with two more
//! moves as there are pairs in this table. L'(i) is L(i) after c: what the inherited candidate i makes legal when c is
//! made.
//!
//! ```text
//!     first, second                                counted as         corrected by the interaction of c and i
//!     i, j in I(c), not in conflict                pairs of I(c)
//!     i in I(c), m in L(c), not in conflict        |I(c)| |L(c)|      - conflicting_lines
//!     i in I(c), then one of L'(i)                 |L(i)|             - lines_before + lines_after
//!     m in L(c), another of L(c) or one that       own_pairs
//!       m makes legal
//! ```
//!
//! **Why these are all, each once:** the second move is legal after c alone, and then it is in I(c) or in L(c), or the
//! first one makes it legal. Two moves that are legal after c are counted as a pair, so in one order only.
//!
//! **Why the interaction is in one row:** c changes which points a line misses, and which lines are drawn, only on rows
//! through its point, the row of its own line among them; and all lines in L(i) go through the point of i. So L'(i)
//! differs from L(i) only on a row through both points, of any direction: there is at most one. A line in only one of
//! L(i) and L'(i) has both points or uses a slot of the line of c, and each m in L(c) that conflicts with i has the
//! point of i or uses a slot of its line: two lines of five points that share a point, so that the points are at most 8
//! apart.
//!
//! Rows, free lines, slots and conflicts are those of [`board`](crate::morpion::board). Lines through a point are 32
//! bits: eight for each direction, of which bit k is the k-th line through the point, by ascending offset in its row.
//! Everything is as it is in G, before c is made, but for names that end in `after`.

use crate::morpion::board::{Board, PackedMove, PointIndex, SIDE};

/// A move that is legal, and not yet made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub(super) mv: PackedMove,
    /// The lines through its point that do not conflict with its own line; bits without a line mean nothing.
    compatible: u32,
}

/// The largest distance, in steps, of two points in one row whose moves interact.
const REACH: i32 = 8;

/// The difference of the indices of two points that far apart on a falling diagonal, the largest one.
const LARGEST_DIFFERENCE: usize = REACH as usize * (SIDE + 1);

/// Indexed by the difference of two playable points plus [`LARGEST_DIFFERENCE`]: the direction of a row through both,
/// if they are not further apart than [`REACH`]. A difference has one meaning, since playable points are at most
/// 55 = 64 - 8 - 1 columns apart; that of a point and itself has none.
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
        // Callers discard a candidate whose point is not playable; for it the index is any number.
        let index = mv.offset().wrapping_sub(board.first_through(mv.point.in_row(direction).1));
        let conflicting = (((1_u32 << (2 * slots - 1)) - 1).wrapping_shl(index as u32) >> (slots - 1)) & 0xFF;
        Candidate { mv, compatible: !(conflicting << (8 * direction)) }
    }

    /// Returns the lines of the moves that the candidate makes legal.
    #[inline(always)]
    pub(super) fn new_lines(self, board: &Board) -> u32 {
        board.lines_missing_two(self.mv.point) & self.compatible
    }

    /// Returns the number of pairs of moves after this one, of which the first is on one of its new `lines`, and the
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
            // The line that ends at the point and the one that begins there, in each direction.
            pairs += (lines & lines >> (length - 1) & 0x0101_0101).count_ones();
        }
        for (mv, direction) in board.moves_on(self.mv.point, lines) {
            if !mv.point.is_playable() {
                return None;
            }
            let mut next = board.lines_missing_two(mv.point);
            // In 5D and 4D all lines of this direction through the point of `mv` conflict with its line.
            if is_touching {
                next &= !(0xFF << (8 * direction));
                next |= board.lines_missing_two_after(self.mv, mv.point, direction) << (8 * direction);
            }
            pairs += (next & Candidate::new(board, mv, direction).compatible).count_ones();
        }
        Some(pairs)
    }

    /// Returns what to add to the number of pairs that have the inherited candidate `other`: i in I(c) for this
    /// candidate c. The caller has counted all pairs of i with `lines`, those of L(c), and all `other_lines`, those of
    /// L(i). In the rows drawn below, c and i are the points of the two.
    #[inline(always)]
    pub(super) fn interaction(self, board: &Board, lines: u32, other: Candidate, other_lines: u32) -> i32 {
        let difference =
            (LARGEST_DIFFERENCE + usize::from(self.mv.point.0)).wrapping_sub(usize::from(other.mv.point.0));
        let Some(direction) = DIRECTIONS.get(difference).copied().flatten() else { return 0 };
        let direction = usize::from(direction);
        let lost = lines_before(other_lines, direction) + self.conflicting_lines(board, lines, other, direction);
        self.lines_after(board, other, direction).cast_signed() - lost.cast_signed()
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
