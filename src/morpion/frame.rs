//! What a picture shows: the smallest rectangle of the lattice around everything that is drawn.
//!
//! ```text
//!      (-1, 0)
//!          . . . o . .       6 columns and 3 rows; the point in the middle of
//!          o o o o o .       the last row is (2, 2), and stands at column 3, row 2
//!          . . . o . .
//! ```
//!
//! Points have coordinates of 64 bits, and pictures have bounds. So points that are too far apart for a picture are found
//! here, and what draws has small numbers only.

use std::io;

use super::lattice::{Move, Point};
use super::variant::Variant;

/// The most columns or rows, many times those of any game.
const MOST: i64 = 1000;

/// The columns and rows of a picture.
pub(super) struct Frame {
    left: i64,
    top: i64,
    columns: u16,
    rows: u16,
}

impl Frame {
    /// The frame around the cross and all moves, with a margin of so many points, and then around the next moves: those
    /// that can be played lie in a margin of one.
    ///
    /// # Errors
    /// If the points are too far apart for a picture.
    ///
    /// # Complexity
    /// O(moves).
    pub(super) fn new(variant: Variant, moves: &[Move], next: &[Move], margin: u16) -> io::Result<Frame> {
        let of_moves = moves.iter().flat_map(|made| [made.point, made.line.start(), made.line.end()]);
        let drawn = corners(variant.cross().chain(of_moves));
        let margin = i64::from(margin);
        let outwards = drawn.into_iter().zip([-margin, margin]);
        let outer = outwards.map(|(Point { x, y }, by)| Point { x: x.saturating_add(by), y: y.saturating_add(by) });
        let [first, last] = corners(outer.chain(next.iter().map(|next| next.point)));
        match (extent(first.x, last.x), extent(first.y, last.y)) {
            (Some(columns), Some(rows)) => Ok(Frame { left: first.x, top: first.y, columns, rows }),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the points are too far apart for a picture of at most 1000 columns and rows",
            )),
        }
    }

    pub(super) fn columns(&self) -> u16 {
        self.columns
    }

    pub(super) fn rows(&self) -> u16 {
        self.rows
    }

    /// The column and the row of a point, counted from 0. It is one in the frame: no others are drawn.
    pub(super) fn place(&self, point: Point) -> (u16, u16) {
        let along = |from: i64, to: i64| u16::try_from(to.saturating_sub(from)).unwrap_or_default();
        (along(self.left, point.x), along(self.top, point.y))
    }
}

/// The upper left and the lower right corner of the smallest rectangle around some points. The cross is always among
/// them, so that it does not matter what there is of no points.
fn corners(points: impl Iterator<Item = Point>) -> [Point; 2] {
    points
        .map(|point| [point, point])
        .reduce(|[first, last], [point, _]| {
            let first = Point { x: first.x.min(point.x), y: first.y.min(point.y) };
            [first, Point { x: last.x.max(point.x), y: last.y.max(point.y) }]
        })
        .unwrap_or([Point { x: 0, y: 0 }; 2])
}

/// How many columns or rows there are from one to another, both included; none if they are too many.
fn extent(first: i64, last: i64) -> Option<u16> {
    let extent = last.checked_sub(first)?.checked_add(1)?;
    u16::try_from(extent).ok().filter(|_| extent <= MOST)
}
