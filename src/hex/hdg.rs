//! Boards and templates as pictures in text, in HexProver's form `.hdg`.
//!
//! ```text
//!     ; Ziggurat              a comment; the first one is the name
//!          A   .              rows of cells: `.` or `-` empty, `X`, `O`, and of a template `A`, `V`; two cells are four
//!        .   .   .            characters apart, and each row is two characters further right than the one above on a
//!      .   .   .   .          board of squares: column 0 of row r is at 2r plus a constant
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
use std::iter;

use thiserror::Error;

use super::position::{Position, Shape, SizeError};
use super::template::{Drawing, EmbedError, Template};
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
#[error("{place}: {fault}")]
pub struct HdgError {
    place: Place,
    fault: Fault,
}

#[derive(Debug, Error)]
enum Fault {
    #[error("expected {0}, found '{1}'")]
    Expected(&'static str, String),
    #[error("expected {0}")]
    Lacks(&'static str),
    #[error("expected cells 4 characters apart, and each row 2 characters further right than the one above")]
    Between,
    #[error("expected one region, found a cell that is not joined to the first one")]
    Apart,
    #[error(transparent)]
    Size(SizeError),
    #[error(transparent)]
    Embed(EmbedError),
}

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

/// The line above the boards of answers.
const HEADING: &[u8] = b"Board Position:";

/// Returns the problems of a text, up to the first fault.
pub(super) fn problems(text: &[u8]) -> Vec<Result<Problem, HdgError>> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (mut problems, mut picture) = (Vec::new(), Picture::default());
    let lines = text.split(|&byte| byte == b'\n').chain(iter::once(&b""[..]));
    for (number, line) in (1..).zip(lines) {
        let place = Place { line: number, column: 1 };
        let line = line.trim_ascii_end();
        let fault = if !line.is_empty() {
            picture.line(line, place).err()
        } else if picture.cells.is_empty() && picture.edges == [None; 2] {
            picture.heading = picture.name.take().or(picture.heading.take());
            None
        } else {
            match std::mem::take(&mut picture).problem() {
                Ok(problem) => {
                    problems.push(Ok(problem));
                    None
                }
                Err(fault) => Some(fault),
            }
        };
        if let Some(fault) = fault {
            problems.push(Err(fault));
            break;
        }
    }
    problems
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
    /// Where column 0 of row 0 is in its line.
    origin: i32,
    /// The edges above and below.
    edges: [Option<Place>; 2],
}

impl Picture {
    /// Reads a line that is not empty.
    fn line(&mut self, line: &[u8], place: Place) -> Result<(), HdgError> {
        let at = |index: usize| Place { column: index as u64 + 1, ..place };
        let expected = |index: usize, what| {
            let found = String::from_utf8_lossy(&line[index..]).chars().take(1).flat_map(char::escape_debug).collect();
            HdgError { place: at(index), fault: Fault::Expected(what, found) }
        };
        let begin = line.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or_default();
        match &line[begin..] {
            [b';', comment @ ..] => {
                if self.name.is_none() && self.cells.is_empty() {
                    let comment = String::from_utf8_lossy(comment.trim_ascii());
                    self.name = Some(comment.chars().filter(|c| !c.is_control()).collect());
                }
                return Ok(());
            }
            HEADING if self.cells.is_empty() => return Ok(()),
            _ if self.edges[1].is_some() => return Err(expected(begin, "an empty line after the edge below")),
            edge if edge.len() > 1 && edge.iter().all(|&byte| byte == b'-') => {
                self.edges[usize::from(self.rows > 0)] = Some(at(begin));
                return Ok(());
            }
            _ => {}
        }
        for (index, &sign) in line.iter().enumerate().filter(|(_, sign)| **sign != b' ') {
            if !b".-OXAV".contains(&sign) {
                return Err(expected(index, "a cell, which is ., -, X, O, A or V"));
            }
            // The text has less than 2^24 bytes.
            let column = i32::try_from(index).unwrap_or(i32::MAX);
            if self.cells.is_empty() {
                self.origin = column;
            }
            let right = column - self.origin - 2 * self.rows;
            if right % 4 != 0 {
                return Err(HdgError { place: at(index), fault: Fault::Between });
            }
            self.cells.insert((self.rows, right / 4), (sign, at(index)));
        }
        self.rows += 1;
        Ok(())
    }

    /// Returns the board or the template.
    fn problem(self) -> Result<Problem, HdgError> {
        let columns = || self.cells.keys().map(|&(_, column)| column);
        let begin = self
            .cells
            .values()
            .map(|(_, place)| *place)
            .next()
            .or(self.edges[0])
            .unwrap_or(Place { line: 1, column: 1 });
        let (Some(left), Some(right)) = (columns().min(), columns().max()) else {
            return Err(HdgError { place: begin, fault: Fault::Lacks("rows of cells after the edge") });
        };
        let has = |sign| self.cells.values().any(|(other, _)| *other == sign);
        let [has_top, has_bottom] = self.edges.map(|edge| edge.is_some());
        let (columns, rows) = (u64::from(right.abs_diff(left)) + 1, u64::from(self.rows.unsigned_abs()));
        let is_full = self.cells.len() as u64 == rows * columns;
        if !has(b'A') && !has(b'V') && has_top == has_bottom && is_full {
            let shape = Shape::new(columns, rows);
            let mut position =
                Position::with_shape(shape.map_err(|error| HdgError { place: begin, fault: Fault::Size(error) })?);
            for (&(row, column), (sign, _)) in &self.cells {
                // They are on the board, whose sides are at most 4096 long.
                let cell = Cell::new(column.abs_diff(left) as u16, row.unsigned_abs() as u16);
                let owner = Player::BOTH.into_iter().find(|player| player.letter() == *sign);
                let _ = owner.map(|owner| position.play(owner, cell));
            }
            return Ok(Problem::Board(position));
        }
        let has_ends =
            if has(b'A') { has(b'V') || has_top || has_bottom } else { has_top && (has_bottom || has(b'V')) };
        if !has_ends {
            let what = "a board of full rows, or stones A and an edge or stones V to connect them to";
            return Err(HdgError { place: begin, fault: Fault::Lacks(what) });
        }
        self.check_joined()?;
        let place = self.cells.values().find(|(sign, _)| b"AV".contains(sign)).map_or(begin, |(_, place)| *place);
        let cells = self.cells.into_iter().map(|((row, column), (sign, _))| ((row, column - left), sign)).collect();
        let drawing = Drawing { name: self.name.or(self.heading).unwrap_or_default(), cells, has_top, has_bottom };
        let template = Template::new(&drawing).map_err(|error| HdgError { place, fault: Fault::Embed(error) })?;
        Ok(Problem::Template(template))
    }

    /// Checks that the cells are one region.
    fn check_joined(&self) -> Result<(), HdgError> {
        let mut apart = self.cells.clone();
        let mut reached: Vec<(i32, i32)> = apart.pop_first().map(|(cell, _)| cell).into_iter().collect();
        while let Some((row, column)) = reached.pop() {
            let near = NEAR.map(|(down, right)| (row + down, column + right));
            reached.extend(near.into_iter().filter(|cell| apart.remove(cell).is_some()));
        }
        let fault = |&(_, place): &(u8, Place)| HdgError { place, fault: Fault::Apart };
        apart.values().next().map_or(Ok(()), |cell| Err(fault(cell)))
    }
}

/// From a cell to its neighbours: rows down and columns right.
pub(super) const NEAR: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)];
