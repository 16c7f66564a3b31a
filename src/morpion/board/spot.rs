//! Points of the board, and moves, as numbers.

#![allow(clippy::cast_possible_wrap, reason = "all are places on a board of 64 by 64")]

/// Points in a row, and horizontal rows.
pub(super) const SIDE: usize = 64;

/// All rows: horizontal, vertical, rising, falling.
pub(super) const ROWS: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// The rows of each direction begin here.
pub(super) const FIRST_ROWS: [usize; 4] = [0, SIDE, 2 * SIDE, 2 * SIDE + 2 * SIDE - 1];

/// So far from the edge no line through a point leaves the board.
const MARGIN: usize = 4;

/// A point of the board: 64 times its y, and its x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::morpion) struct Spot(pub(in crate::morpion) u16);

impl Spot {
    pub(super) const fn x(self) -> usize {
        self.0 as usize % SIDE
    }

    pub(super) const fn y(self) -> usize {
        self.0 as usize / SIDE
    }

    /// The row of a direction, and the place in it.
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

    /// Whether a move there can be made: its lines, and those of the next moves, are on the board.
    pub(in crate::morpion) const fn is_inside(self) -> bool {
        self.x() >= MARGIN && self.x() < SIDE - MARGIN && self.y() >= MARGIN && self.y() < SIDE - MARGIN
    }

    /// From a point to the next of a line, as a difference.
    pub(super) const fn step(direction: usize) -> i32 {
        match direction {
            0 => 1,
            1 => SIDE as i32,
            2 => 1 - SIDE as i32,
            _ => 1 + SIDE as i32,
        }
    }
}

/// A line: 64 times its row, and the place of its first point.
pub(in crate::morpion) type LineNumber = u16;

/// A new point, and the line that it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::morpion) struct Candidate {
    pub(in crate::morpion) spot: Spot,
    pub(in crate::morpion) line: LineNumber,
}

impl Candidate {
    /// For places in lists that have not been filled.
    pub(in crate::morpion) const NONE: Candidate = Candidate { spot: Spot(0), line: 0 };

    /// There are fewer [keys](Candidate::key).
    pub(in crate::morpion) const KEYS: usize = 8 * SIDE * ROWS;

    /// A number that no other move has: 8 times the line, and the place of the new point on it.
    #[inline(always)]
    pub(in crate::morpion) const fn key(self) -> u32 {
        let (row, first) = (self.line as usize / SIDE, self.line as usize % SIDE);
        let is_vertical = row >= FIRST_ROWS[1] && row < FIRST_ROWS[2];
        let place = if is_vertical { self.spot.y() } else { self.spot.x() };
        8 * self.line as u32 + (place - first) as u32
    }

    /// The direction of the line and its first point.
    pub(super) fn start(self) -> (usize, Spot) {
        let (row, place) = (usize::from(self.line) / SIDE, usize::from(self.line) % SIDE);
        let direction = FIRST_ROWS.iter().rposition(|&first| first <= row).unwrap_or_default();
        let row = row - FIRST_ROWS[direction];
        let (x, y) = match direction {
            0 => (place, row),
            1 => (row, place),
            2 => (place, row - place),
            _ => (place, SIDE - 1 + place - row),
        };
        (direction, Spot((SIDE * y + x) as u16))
    }
}
