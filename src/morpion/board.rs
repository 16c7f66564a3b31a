//! The finite part of the lattice that games are played on, 64 by 64 points around the cross, as a bitboard.
//!
//! Each point is on four rows, one for each direction, and each row is one 64-bit word:
//!
//! ```text
//!     direction          index of the row        offset in the row
//!     horizontal         y                       x
//!     vertical           64 + x                  y
//!     rising             128 + x + y             x
//!     falling            318 + x - y             x
//! ```
//!
//! In 5T a line uses the four *slots* between its points, in 5D its five points themselves. Two lines of one row are
//! compatible exactly if they have no slot in common, which is condition (ii). A worked example of 5T, in one
//! horizontal row:
//!
//! ```text
//!     offset   0 1 2 3 4 5 6 7 8 9
//!     points   . o o o o o o o o .     points = 0b01_1111_1110
//!     used     . x x x x . . . . .     used   = 0b00_0001_1110: a line from offset 1 to 5 has used the slots 1 to 4
//!
//!     0 to 4   |-------|               misses one point, but is not free: it needs the slots 0 to 3
//!     4 to 8           |-------|       misses no point
//!     5 to 9             |-------|     is free and misses one point, at offset 9: a legal move
//! ```
//!
//! The number of a line is 64 times its row plus the offset of its first point. No line begins at the last offsets of a
//! row, so two lines conflict exactly if their numbers differ by less than the number of slots of a line.
//!
//! Two lookup tables give the lines through a point that are free, and those that miss exactly one point. Making or
//! unmaking a move, and generating the moves that it makes legal, take a few dozen machine instructions.

#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "all coordinates are on a board of 64 by 64")]

use serde::{Deserialize, Serialize};

use super::lattice::{Direction, Line, Move, Point};
use super::pattern::Pattern;
use super::variant::Variant;
use crate::cell::Cell;
use crate::symmetry::Symmetry;

/// The points of a row, and the number of rows of one of the straight directions.
pub(super) const SIDE: usize = 64;

/// The rows of all directions: horizontal, vertical, rising, falling.
const ROWS: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// The index of the first row of each direction.
const FIRST_ROWS: [usize; 4] = [0, SIDE, 2 * SIDE, 2 * SIDE + 2 * SIDE - 1];

/// No line through a point leaves the board if the point is at least this far from the edge.
const MARGIN: usize = 4;

/// A point of the board as one number: 64 times its y plus its x, both counted from the corner of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct PointIndex(pub(super) u16);

impl PointIndex {
    const fn x(self) -> usize {
        self.0 as usize % SIDE
    }

    const fn y(self) -> usize {
        self.0 as usize / SIDE % SIDE
    }

    /// Returns the row of a direction that the point is on, and its offset there.
    #[inline(always)]
    pub(super) const fn in_row(self, direction: usize) -> (usize, usize) {
        let (x, y) = (self.x(), self.y());
        match direction {
            0 => (y, x),
            1 => (FIRST_ROWS[1] + x, y),
            2 => (FIRST_ROWS[2] + x + y, x),
            _ => (FIRST_ROWS[3] + SIDE - 1 + x - y, x),
        }
    }

    /// Returns whether a move can be played at the point: all lines through it are on the board.
    pub(super) const fn is_playable(self) -> bool {
        self.x() >= MARGIN && self.x() < SIDE - MARGIN && self.y() >= MARGIN && self.y() < SIDE - MARGIN
    }

    /// Returns the difference of the indices of neighbours in a direction.
    pub(super) const fn step(direction: usize) -> i32 {
        match direction {
            0 => 1,
            1 => SIDE as i32,
            2 => 1 - SIDE as i32,
            _ => 1 + SIDE as i32,
        }
    }
}

/// A line as one number: 64 times its row plus the offset of its first point.
pub(super) type LineIndex = u16;

/// A move in board coordinates: the new point, and the line that it completes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct PackedMove {
    /// The new point.
    pub(super) point: PointIndex,
    /// The line.
    pub(super) line: LineIndex,
}

impl PackedMove {
    /// All [keys](PackedMove::key) are below this number.
    pub(super) const KEYS: usize = 8 * SIDE * ROWS;

    /// Returns a number that is unique to the move: 8 times the line plus the index of the new point on it. In 5T,
    /// whose cross has its corner at (27, 27) of the board, the move (2, 0) on (2, 0)-(6, 0) has the point and the line
    /// 64 · 27 + 29 = 1757, and the key 8 · 1757 + 0 = 14056.
    #[inline(always)]
    pub(super) const fn key(self) -> u32 {
        let (row, first) = (self.row(), self.offset());
        let is_vertical = row >= FIRST_ROWS[1] && row < FIRST_ROWS[2];
        let offset = if is_vertical { self.point.y() } else { self.point.x() };
        8 * self.line as u32 + (offset - first) as u32
    }

    /// Returns the row of the line.
    #[inline(always)]
    pub(super) const fn row(self) -> usize {
        self.line as usize / SIDE
    }

    /// Returns the offset of the first point of the line in its row.
    #[inline(always)]
    pub(super) const fn offset(self) -> usize {
        self.line as usize % SIDE
    }

    /// Returns the direction of the line and its first point.
    pub(super) fn start(self) -> (usize, PointIndex) {
        let (row, offset) = (self.row(), self.offset());
        let direction = FIRST_ROWS.iter().rposition(|&first| first <= row).unwrap_or_default();
        let row = row - FIRST_ROWS[direction];
        let (x, y) = match direction {
            0 => (offset, row),
            1 => (row, offset),
            2 => (offset, row - offset),
            _ => (offset, SIDE - 1 + offset - row),
        };
        (direction, PointIndex((SIDE * y + x) as u16))
    }
}

/// Lookup tables for the lines of one row through a point. The index is a window of the row: up to nine bits, of which
/// the middle one is the point. Line 0 begins at the first bit of the window, line 1 at the second, and so on up to the
/// point. In the example of the module, around the point at offset 8 in 5T:
///
/// ```text
///     offset   4 5 6 7 8 9 . . .
///     points   o o o o o . . . .      one_missing[0b0_0001_1111]: line 1, at offset 5; two_missing[0b0_0001_1111]: line 2
///     used     x . . . . . . .        free[0b0000_0001]: lines 1 to 4
/// ```
#[derive(Debug)]
struct LookupTables {
    /// Indexed by used slots: a bit for each line that is free.
    free: [u8; 512],
    /// Indexed by points: a bit for each line that misses exactly one point.
    one_missing: [u8; 512],
    /// Indexed by points: a bit for each line that misses exactly two points.
    two_missing: [u8; 512],
}

impl LookupTables {
    const fn new(variant: Variant) -> LookupTables {
        let (length, slots) = (variant.line_length() as u32, slots(variant));
        let mut tables = LookupTables { free: [0; 512], one_missing: [0; 512], two_missing: [0; 512] };
        let mut window = 0;
        while window < 512 {
            let mut line = 0;
            while line < length {
                if window as u32 >> line & ((1 << slots) - 1) == 0 {
                    tables.free[window] |= 1 << line;
                }
                match (!(window as u32 >> line) & ((1 << length) - 1)).count_ones() {
                    1 => tables.one_missing[window] |= 1 << line,
                    2 => tables.two_missing[window] |= 1 << line,
                    _ => {}
                }
                line += 1;
            }
            window += 1;
        }
        tables
    }
}

/// The tables of the variants, in the order of [`Variant::ALL`].
static TABLES: [LookupTables; 4] = [
    LookupTables::new(Variant::T5),
    LookupTables::new(Variant::D5),
    LookupTables::new(Variant::T4),
    LookupTables::new(Variant::D4),
];

/// The moves of [`Board::moves_on`]: no closure, which would not be inlined into functions for other processors.
pub(super) struct MovesOn<'a> {
    board: &'a Board,
    point: PointIndex,
    /// Those of all directions in one word: one loop that ends unpredictably rather than four.
    lines: u32,
}

impl Iterator for MovesOn<'_> {
    type Item = (PackedMove, usize);

    #[inline(always)]
    fn next(&mut self) -> Option<(PackedMove, usize)> {
        if self.lines == 0 {
            return None;
        }
        let lowest = self.lines.trailing_zeros() as usize;
        let (direction, line) = (lowest / 8, lowest % 8);
        self.lines &= self.lines - 1;
        let (row, offset) = self.point.in_row(direction);
        let first = self.board.first_through(offset) + line;
        let missing = first + (!(self.board.points[row] | 1 << offset) >> first).trailing_zeros() as usize;
        let steps = missing as i32 - offset as i32;
        let point = PointIndex((i32::from(self.point.0) + steps * PointIndex::step(direction)) as u16);
        Some((PackedMove { point, line: (SIDE * row + first) as LineIndex }, direction))
    }
}

/// Returns the number of slots of its row that a line uses.
const fn slots(variant: Variant) -> u32 {
    variant.line_length() as u32 - variant.is_touching() as u32
}

/// The points and the used slots of a position.
#[derive(Clone, Debug)]
pub(super) struct Board {
    variant: Variant,
    length: usize,
    slots: usize,
    tables: &'static LookupTables,
    /// The points, once for each direction.
    points: [u64; ROWS],
    /// The slots that lines have used.
    used: [u64; ROWS],
}

impl Board {
    /// Returns the board with the points of the cross.
    pub(super) fn new(variant: Variant) -> Board {
        Board::with(&Pattern::cross(variant))
    }

    /// Returns the board with the points of a pattern, all of which are [playable](PointIndex::is_playable).
    pub(super) fn with(pattern: &Pattern) -> Board {
        let variant = pattern.variant();
        let (length, slots) = (usize::from(variant.line_length()), slots(variant) as usize);
        let tables = &TABLES[variant as usize];
        let mut board = Board { variant, length, slots, tables, points: [0; ROWS], used: [0; ROWS] };
        for &point in pattern.points() {
            if let Some(point) = board.index_of(point) {
                board.toggle_point(point);
            }
        }
        board
    }

    /// Returns the variant.
    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns both coordinates of the lattice point (0, 0) on the board. The cross is in the middle.
    fn origin(&self) -> i64 {
        (SIDE as i64 - i64::from(self.variant.cross_width())) / 2
    }

    /// Returns the index of a point; `None` if the point is off the board.
    pub(super) fn index_of(&self, point: Point) -> Option<PointIndex> {
        let on_board = |coordinate: i64| {
            let shifted = coordinate.checked_add(self.origin())?;
            u16::try_from(shifted).ok().filter(|&shifted| usize::from(shifted) < SIDE)
        };
        Some(PointIndex(on_board(point.y)? * SIDE as u16 + on_board(point.x)?))
    }

    /// Returns the move in board coordinates; `None` if it is off the board or its line has another length.
    pub(super) fn pack(&self, mv: &Move) -> Option<PackedMove> {
        if mv.line.length() != self.variant.line_length() {
            return None;
        }
        let direction = Direction::ALL.iter().position(|&direction| direction == mv.line.direction())?;
        let (start, _) = (self.index_of(mv.line.start())?, self.index_of(mv.line.end())?);
        let (row, offset) = start.in_row(direction);
        Some(PackedMove { point: self.index_of(mv.point)?, line: (SIDE * row + offset) as LineIndex })
    }

    /// Returns the move in lattice coordinates.
    pub(super) fn unpack(&self, mv: PackedMove) -> Move {
        let point = |index: PointIndex| {
            let [x, y] = [index.x(), index.y()].map(|coordinate| coordinate as i64 - self.origin());
            Point { x, y }
        };
        let (direction, start) = mv.start();
        let line = Line::new_unchecked(point(start), Direction::ALL[direction], self.variant.line_length());
        Move { point: point(mv.point), line }
    }

    /// Returns whether a point is marked.
    pub(super) fn has(&self, point: PointIndex) -> bool {
        let (row, offset) = point.in_row(0);
        self.points[row] >> offset & 1 == 1
    }

    /// Marks a point, or removes the mark.
    #[inline(always)]
    pub(super) fn toggle_point(&mut self, point: PointIndex) {
        for direction in 0..4 {
            let (row, offset) = point.in_row(direction);
            self.points[row] ^= 1 << offset;
        }
    }

    /// Makes a move, or unmakes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, mv: PackedMove) {
        self.toggle_point(mv.point);
        self.used[mv.row()] ^= self.slots_of(mv);
    }

    /// Returns the slots of its row that the line of a move uses.
    #[inline(always)]
    fn slots_of(&self, mv: PackedMove) -> u64 {
        ((1 << self.slots) - 1) << mv.offset()
    }

    /// Returns whether two moves conflict: after one of them the other is illegal.
    #[inline(always)]
    pub(super) fn conflict(&self, one: PackedMove, other: PackedMove) -> bool {
        self.conflicts_with(one)(other)
    }

    /// Returns a test for the moves that conflict with the given one, as [`conflict`](Self::conflict).
    #[inline(always)]
    pub(super) fn conflicts_with(&self, one: PackedMove) -> impl Fn(PackedMove) -> bool + use<> {
        // Differences wrap around, so that -(slots - 1) becomes the smallest.
        let slots = self.slots as u16;
        let (first, differences) = (one.line.wrapping_sub(slots - 1), 2 * slots - 1);
        move |other| (other.point == one.point) | (other.line.wrapping_sub(first) < differences)
    }

    /// Returns the length of a line, and the number of slots that it uses.
    #[inline(always)]
    pub(super) fn length_and_slots(&self) -> (usize, usize) {
        (self.length, self.slots)
    }

    /// Returns the offset of line 0 through an offset of a row. The caller ensures that the point is
    /// [playable](PointIndex::is_playable).
    #[inline(always)]
    pub(super) fn first_through(&self, offset: usize) -> usize {
        offset.wrapping_sub(self.length - 1) % SIDE
    }

    /// Returns the lines through an offset of a row that are free and miss as many points as a table says, one bit
    /// each.
    #[inline(always)]
    fn lines_in_row(&self, offset: usize, points: u64, used: u64, missing: &[u8; 512]) -> u32 {
        let first = self.first_through(offset);
        let window = |row: u64| (row >> first) as usize & 511;
        u32::from(missing[window(points)] & self.tables.free[window(used)])
    }

    /// Returns the same of all rows through a point, eight bits for each direction.
    #[inline(always)]
    fn lines_through(&self, point: PointIndex, missing: &[u8; 512]) -> u32 {
        (0..4).fold(0, |lines, direction| {
            let (row, offset) = point.in_row(direction);
            lines | self.lines_in_row(offset, self.points[row], self.used[row], missing) << (8 * direction)
        })
    }

    /// Returns the free lines through a point that miss it and one other point, eight bits for each direction: those of
    /// the moves that a move at this point makes legal, except the lines that conflict with its own.
    #[inline(always)]
    pub(super) fn lines_missing_two(&self, point: PointIndex) -> u32 {
        self.lines_through(point, &self.tables.two_missing)
    }

    /// Returns these lines of one direction alone, as they will be after a move in the same row.
    #[inline(always)]
    pub(super) fn lines_missing_two_after(&self, mv: PackedMove, point: PointIndex, direction: usize) -> u32 {
        let (row, offset) = point.in_row(direction);
        let points = self.points[row] | 1 << mv.point.in_row(direction).1;
        let used = self.used[row] | if mv.row() == row { self.slots_of(mv) } else { 0 };
        self.lines_in_row(offset, points, used, &self.tables.two_missing)
    }

    /// Calls `visit` with the legal moves whose lines go through a marked point. After a move, these are exactly the
    /// moves that it has made legal. The caller ensures that the point is [playable](PointIndex::is_playable).
    #[inline(always)]
    pub(super) fn moves_through(&self, point: PointIndex, mut visit: impl FnMut(PackedMove)) {
        let lines = self.lines_through(point, &self.tables.one_missing);
        self.moves_on(point, lines).for_each(|(mv, _)| visit(mv));
    }

    /// Returns the moves, and their directions, on lines through a point that miss one point beside it, as
    /// [`lines_missing_two`](Self::lines_missing_two).
    #[inline(always)]
    pub(super) fn moves_on(&self, point: PointIndex, lines: u32) -> MovesOn<'_> {
        MovesOn { board: self, point, lines }
    }

    /// Returns the image of a point under a symmetry of the cross.
    fn point_image(&self, point: PointIndex, symmetry: Symmetry) -> PointIndex {
        let side = (2 * self.origin()) as u16 + u16::from(self.variant.cross_width());
        let image = symmetry.image(Cell::new(point.x() as u16, point.y() as u16), side, side);
        PointIndex(SIDE as u16 * image.row() + image.column())
    }

    /// Returns the image of a move under a symmetry of the cross. The caller ensures that its point is
    /// [playable](PointIndex::is_playable).
    pub(super) fn image(&self, mv: PackedMove, symmetry: Symmetry) -> PackedMove {
        let (direction, start) = mv.start();
        let end = i32::from(start.0) + PointIndex::step(direction) * (self.length as i32 - 1);
        let [one, other] = [self.point_image(start, symmetry), self.point_image(PointIndex(end as u16), symmetry)];
        let start = if (one.x(), one.y()) < (other.x(), other.y()) { one } else { other };
        let step = u32::from(one.0.abs_diff(other.0)) / (self.length as u32 - 1);
        let direction =
            (0..4).find(|&direction| PointIndex::step(direction).unsigned_abs() == step).unwrap_or_default();
        let (row, offset) = start.in_row(direction);
        PackedMove { point: self.point_image(mv.point, symmetry), line: (SIDE * row + offset) as LineIndex }
    }

    /// Returns the image of a move under the half-turn, as [`image`](Self::image) does, in a few instructions.
    #[inline(always)]
    pub(super) fn half_turn(&self, mv: PackedMove) -> PackedMove {
        // Each coordinate of a point and that of its image add up to this number; so do rows, and offsets in them.
        let last = 2 * self.origin() as usize + usize::from(self.variant.cross_width()) - 1;
        let row = mv.row();
        let rows = match FIRST_ROWS.iter().rposition(|&first| first <= row) {
            Some(3) => 2 * (FIRST_ROWS[3] + SIDE - 1),
            Some(2) => 2 * (FIRST_ROWS[2] + last),
            Some(1) => 2 * FIRST_ROWS[1] + last,
            _ => last,
        };
        let line = SIDE * rows + last - (self.length - 1) - usize::from(mv.line);
        PackedMove { point: PointIndex(((SIDE + 1) * last) as u16 - mv.point.0), line: line as LineIndex }
    }

    /// Returns all legal moves, in ascending order.
    pub(super) fn legal_moves(&self) -> Vec<PackedMove> {
        let mut moves = Vec::new();
        for point in (0..(SIDE * SIDE) as u16).map(PointIndex).filter(|&point| self.has(point)) {
            self.moves_through(point, |mv| moves.push(mv));
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}
