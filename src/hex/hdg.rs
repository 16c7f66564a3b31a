//! Boards and templates as pictures in text, in HexProver's form `.hdg`.
//!
//! ```text
//!     ; Ziggurat              a comment; the first one is the name
//!          A   .              rows of cells: `.` or `-` empty, `X`, `O`, and of a template `A`, `V`. Cells are four
//!        .   .   .            characters apart, and column 0 of row r is at 2r plus a constant
//!      .   .   .   .
//!     ---------------         an edge; it can be above the first row, too
//!
//!     -----------------       after an empty line another picture: a board has both edges or none, and full rows
//!     .   .   .   .
//!       .   X   .   .
//!     -----------------
//! ```
//!
//! The boards that `hex` prints are such pictures.

use std::collections::BTreeMap;
use std::mem;

use thiserror::Error;

use super::position::{Position, Shape, SizeError};
use super::solve::LARGEST_SOLVED;
use super::template::{Drawing, Template};
use crate::cell::Cell;
use crate::player::Player;
use crate::text::{BYTE_ORDER_MARK, Place};

/// What is asked about: a position, or a template.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A position.
    Board(Position),
    /// A template.
    Template(Template),
}

/// The fault of a picture, and its place.
#[derive(Debug, Error)]
#[error("{0}: {1}")]
pub struct HdgError(Place, Fault);

#[derive(Debug, Error)]
enum Fault {
    #[error("expected {0}, found '{1}'")]
    Expected(&'static str, String),
    #[error("expected {0}")]
    Lacks(&'static str),
    #[error(transparent)]
    Size(SizeError),
    #[error(
        "expected a picture that fits on a board of size {LARGEST_SOLVED}, with a row more on each side without an edge"
    )]
    Large,
}

const SPACING: &str = "cells 4 characters apart, and each row 2 characters further right than the one above";

const ENDS: &str = "a board of full rows, or stones A and an edge or stones V to connect them to";

const WAY_OUT: &str = "a way out of the picture for a chain from each A to one side, and from each V to the other";

/// The line above the boards of answers.
const HEADING: &[u8] = b"Board Position:";

/// Returns whether a text that begins so has pictures; `None` if its first line may go on.
pub(super) fn is_hdg(begin: &[u8], is_last: bool) -> Option<bool> {
    let lines = begin.strip_prefix(BYTE_ORDER_MARK).unwrap_or(begin).split_inclusive(|&byte| byte == b'\n');
    let line = lines.map(|line| (line.trim_ascii(), line.ends_with(b"\n"))).find(|(line, _)| !line.is_empty());
    let (line, is_whole) = line.unwrap_or((b"", false));
    let is_row = line.iter().all(|byte| b".-OXAV ".contains(byte));
    match line {
        [] => is_last.then_some(false),
        [b';', ..] | HEADING => Some(true),
        _ if HEADING.starts_with(line) || is_row => (is_whole || is_last).then_some(is_row),
        _ => Some(false),
    }
}

/// Returns the problems of a text, up to the first fault.
pub(super) fn problems(text: &[u8]) -> Vec<Result<Problem, HdgError>> {
    let mut problems = Vec::new();
    let fault = read(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text), &mut problems).err();
    problems.into_iter().map(Ok).chain(fault.map(Err)).collect()
}

fn read(text: &[u8], problems: &mut Vec<Problem>) -> Result<(), HdgError> {
    let mut picture = Picture::default();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n').chain([&b""[..]])) {
        match line.trim_ascii_end() {
            [] if picture.cells.is_empty() && picture.edges == [false; 2] => {
                picture.heading = picture.name.take().or(picture.heading.take());
            }
            [] => problems.push(mem::take(&mut picture).problem()?),
            line => picture.line(line, Place { line: number, column: 1 })?,
        }
    }
    Ok(())
}

/// A picture as far as it has been read.
#[derive(Default)]
struct Picture {
    name: Option<String>,
    /// The comment before it, behind which there is an empty line.
    heading: Option<String>,
    /// The cells by row and column, and the place of each.
    cells: BTreeMap<(i32, i32), (u8, Place)>,
    rows: i32,
    /// Where its last line begins.
    place: Option<Place>,
    /// Where column 0 of row 0 is in its line.
    origin: i32,
    /// Whether there are edges above and below.
    edges: [bool; 2],
}

impl Picture {
    /// Reads a line that is not empty.
    fn line(&mut self, line: &[u8], place: Place) -> Result<(), HdgError> {
        let at = |index: usize| Place { column: index as u64 + 1, ..place };
        let expected = |index: usize, what| {
            let found = String::from_utf8_lossy(&line[index..]).chars().take(1).flat_map(char::escape_debug).collect();
            HdgError(at(index), Fault::Expected(what, found))
        };
        let begin = line.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or_default();
        self.place = Some(at(begin));
        match &line[begin..] {
            [b';', comment @ ..] => {
                let comment = String::from_utf8_lossy(comment.trim_ascii());
                if self.cells.is_empty() {
                    self.name.get_or_insert_with(|| comment.chars().filter(|c| !c.is_control()).collect());
                }
            }
            HEADING if self.cells.is_empty() => {}
            _ if self.edges[1] => return Err(expected(begin, "an empty line after the edge below")),
            [_, _, ..] if line[begin..].iter().all(|&byte| byte == b'-') => {
                self.edges[usize::from(self.rows > 0)] = true;
            }
            _ => {
                for (index, &sign) in line.iter().enumerate().filter(|(_, sign)| **sign != b' ') {
                    if !b".-OXAV".contains(&sign) {
                        return Err(expected(index, "a cell, which is ., -, X, O, A or V"));
                    }
                    // The text has less than 2^24 bytes.
                    let column = i32::try_from(index).unwrap_or(i32::MAX);
                    self.origin = if self.cells.is_empty() { column } else { self.origin };
                    let right = column - self.origin - 2 * self.rows;
                    if right % 4 != 0 {
                        return Err(HdgError(at(index), Fault::Lacks(SPACING)));
                    }
                    self.cells.insert((self.rows, right / 4), (sign, at(index)));
                }
                self.rows += 1;
            }
        }
        Ok(())
    }

    /// Returns the board or the template.
    fn problem(self) -> Result<Problem, HdgError> {
        let first = self.cells.values().map(|(_, place)| *place).next().or(self.place);
        let begin = first.unwrap_or(Place { line: 1, column: 1 });
        let lacks = |what| HdgError(begin, Fault::Lacks(what));
        let columns = || self.cells.keys().map(|&(_, column)| column);
        let (Some(left), Some(right)) = (columns().min(), columns().max()) else {
            return Err(lacks("rows of cells after the edge"));
        };
        let has = |sign| self.cells.values().any(|(other, _)| *other == sign);
        let (columns, rows) = (u64::from(right.abs_diff(left)) + 1, u64::from(self.rows.unsigned_abs()));
        let [has_top, has_bottom] = self.edges;
        if !has(b'A') && !has(b'V') && has_top == has_bottom && self.cells.len() as u64 == rows * columns {
            let shape = Shape::new(columns, rows).map_err(|error| HdgError(begin, Fault::Size(error)))?;
            let mut position = Position::with_shape(shape);
            for (&(row, column), (sign, _)) in &self.cells {
                if let Some(owner) = Player::BOTH.into_iter().find(|player| player.letter() == *sign) {
                    // It is on the board, whose sides are at most 4096 long.
                    let _ = position.play(owner, Cell::new(column.abs_diff(left) as u16, row.unsigned_abs() as u16));
                }
            }
            return Ok(Problem::Board(position));
        }
        if !(if has(b'A') { has(b'V') || has_top || has_bottom } else { has_top && (has_bottom || has(b'V')) }) {
            return Err(lacks(ENDS));
        }
        let largest = u64::from(LARGEST_SOLVED);
        if columns > largest || rows + u64::from(!has_top) + u64::from(!has_bottom) > largest {
            return Err(HdgError(begin, Fault::Large));
        }
        self.check_joined()?;
        let end = self.cells.values().find(|(sign, _)| b"AV".contains(sign)).map(|(_, place)| *place);
        let cells = self.cells.into_iter().map(|((row, column), (sign, _))| ((row, column - left), sign)).collect();
        let (name, size) = (self.name.or(self.heading).unwrap_or_default(), (self.rows, right - left + 1));
        let drawing = Drawing { name, cells, size, has_top, has_bottom };
        let template = drawing.template().ok_or_else(|| HdgError(end.unwrap_or(begin), Fault::Lacks(WAY_OUT)))?;
        Ok(Problem::Template(template))
    }

    /// Checks that the cells are one region.
    fn check_joined(&self) -> Result<(), HdgError> {
        let mut apart = self.cells.clone();
        let mut reached: Vec<_> = apart.pop_first().map(|(cell, _)| cell).into_iter().collect();
        while let Some(cell) = reached.pop() {
            reached.extend(near(cell).filter(|cell| apart.remove(cell).is_some()));
        }
        let what = "one region, in which cells join this one to the first one";
        apart.values().next().map_or(Ok(()), |&(_, place)| Err(HdgError(place, Fault::Lacks(what))))
    }
}

/// Returns the neighbours of a cell, by row and column.
pub(super) fn near((row, column): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)];
    steps.into_iter().map(move |(down, right)| (row + down, column + right))
}
