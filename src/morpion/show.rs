//! A game as a text, for terminals: plain characters, without colours.
//!
//! ```text
//!     .    .    .    +    .    +    .    .    .    .
//!     :
//!     .    .    +    o    o    o    +    .    10   .
//!                                          /
//!     .    +    .    o    .    o    .    9    .    .
//!                                \    /  |
//!     +    o    o    o    +    o    o    o    +    .
//!                                /    \  |
//!     .    o    .    +    .    6    .    o    .    .
//!                              |         | \
//!     +    o    o----o----7----o    o----o----1----2
//!                    | /       |
//!     .    +    .    o    .    o    .    .    .    .
//! ```
//!
//! Points of the cross are `o`, new ones the numbers of their moves, those of next moves `+`, all others `.`. Between the
//! rows of points are rows for the lines from one to the next, with `X` where two cross. No row is blank: one that has no
//! line to show has a `:` below the first point, as paper is ruled.

use std::cmp::Ordering;
use std::io::{self, Write};

use super::frame::Frame;
use super::lattice::{Line, Move, Point};
use super::variant::Variant;

/// How many characters wide a number can be in any game that is known. More are made room for.
const DIGITS: usize = 3;
/// The least number of characters between two numbers.
const GAP: usize = 2;

/// Writes a game after these moves: five characters a point, and no blanks at the ends of rows. `next` are the moves that
/// can be played now.
///
/// ```
/// use quadrille::morpion::{Variant, show};
/// let mut text = Vec::new();
/// show::text(&mut text, Variant::D4, &[], &[])?;
/// let text = String::from_utf8(text)?;
/// let rows: Vec<&str> = text.lines().step_by(2).collect();
/// assert_eq!(rows[..3], [
///     " .    .    o    o    o    .    .",
///     " .    .    o    .    o    .    .",
///     " o    o    o    .    o    o    o",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`, and [`InvalidInput`](io::ErrorKind::InvalidInput) if points are hundreds of steps apart, as they never
/// are in a game.
///
/// # Complexity
/// O(points of the picture), which is held in memory.
pub fn text(out: &mut impl Write, variant: Variant, moves: &[Move], next: &[Move]) -> io::Result<()> {
    let mut sheet = Sheet::new(Frame::new(variant, moves, next, 0)?, moves.len());
    for made in moves {
        sheet.line(&made.line);
    }
    for next in next {
        sheet.point(next.point, "+");
    }
    for point in variant.cross() {
        sheet.point(point, "o");
    }
    for (made, number) in moves.iter().zip(1_u64..) {
        sheet.point(made.point, &number.to_string());
    }
    sheet.write(out)
}

/// Rows of characters: those of points, and between them those of lines.
struct Sheet {
    frame: Frame,
    rows: Vec<Vec<u8>>,
    /// The characters of a point.
    width: usize,
}

impl Sheet {
    fn new(frame: Frame, moves: usize) -> Sheet {
        let width = moves.to_string().len().max(DIGITS);
        let length = usize::from(frame.columns()) * (width + GAP);
        let rows = vec![vec![b' '; length]; 2 * usize::from(frame.rows()) - 1];
        let mut sheet = Sheet { frame, rows, width };
        for row in sheet.rows.iter_mut().step_by(2) {
            for point in row.chunks_mut(width + GAP) {
                point[(width - 1) / 2] = b'.';
            }
        }
        sheet
    }

    /// Where the middle of a point is: its row of points, and its column of characters.
    fn place(&self, point: Point) -> (usize, usize) {
        let (column, row) = self.frame.place(point);
        (row.into(), usize::from(column) * (self.width + GAP) + (self.width - 1) / 2)
    }

    /// Draws a line from point to point. Numbers are written over it.
    fn line(&mut self, line: &Line) {
        for (from, to) in line.points().zip(line.points().skip(1)) {
            let ((row, left), (next_row, right)) = (self.place(from), self.place(to));
            // Twice the row of points halfway.
            let between = &mut self.rows[row + next_row];
            let middle = &mut between[left.midpoint(right)];
            match (left == right, row.cmp(&next_row)) {
                (true, _) => *middle = b'|',
                (false, Ordering::Equal) => between[left + 1..right].fill(b'-'),
                (false, Ordering::Less) => *middle = if matches!(middle, b'/' | b'X') { b'X' } else { b'\\' },
                (false, Ordering::Greater) => *middle = if matches!(middle, b'\\' | b'X') { b'X' } else { b'/' },
            }
        }
    }

    /// Writes what stands at a point in its middle.
    fn point(&mut self, point: Point, text: &str) {
        let (row, middle) = self.place(point);
        let from = middle - (text.len() - 1) / 2;
        self.rows[2 * row][from..from + text.len()].copy_from_slice(text.as_bytes());
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for row in &self.rows {
            match row.trim_ascii_end() {
                [] => writeln!(out, "{:>width$}", ":", width = self.width.div_ceil(2))?,
                row => {
                    out.write_all(row)?;
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }
}
