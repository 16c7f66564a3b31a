//! The two forms with one move a line: the plain form and Pentasol.
//!
//! The plain form is the variant, then the new point of each move and the ends of its line. The end with the smaller x
//! (of a vertical line, the smaller y) is written first; both orders are read. The line with the variant may be absent
//! if the caller names it.
//!
//! ```text
//!     5T
//!     3 -1 3 -1 3 3        the new point (3, -1), and the ends (3, -1) and (3, 3) of its line
//!     6 -1 6 -1 6 3
//! ```
//!
//! A game that starts from other points than the cross has a line with them before the moves: `P0: 3,0 4,0 -1,2`.
//!
//! Pentasol is the form of the record sites. It has lines of five only, and does not name the variant:
//!
//! ```text
//!     (28,28)          the inner corner of the cross at the upper left, which is (3, 3) here
//!     (27,25) - +2     the new point, (2, 0); a horizontal line; its centre is 2 steps further: (2, 0)-(6, 0)
//!     (31,27) | 0
//! ```
//!
//! The directions are `-` (1, 0), `|` (0, 1), `/` (1, −1) and `\` (1, 1), and the steps to the centre are −2 to +2.
//! Other numbers of steps are read as moves whose point is not on their line.
//!
//! Lines before the variant that begin with `search` or with a key such as `Best:` are skipped: the answer of a search
//! is a record. In both forms `#` begins a comment, which counts as a blank line. Blanks (space, tab, carriage return),
//! blank lines and a byte order mark at the start are skipped. Places are those of [`Place`], without the byte order
//! mark.

use std::fmt::Write;
use std::num::IntErrorKind;

use itertools::Itertools;

use super::error::{ParseRecordError, ParseRecordErrorKind};
use super::{Record, WriteRecordError};
use crate::morpion::lattice::{Direction, Line, Move, Point};
use crate::morpion::pattern::Pattern;
use crate::morpion::variant::Variant;
use crate::text::{BYTE_ORDER_MARK, Place, Token, is_blank};

/// Our coordinates of the reference point of Pentasol.
const CORNER: i64 = 3;
/// Both coordinates of the reference when it is written: far enough from zero for all usual records to be positive.
const REFERENCE: i64 = 28;
/// The number of points of a line of Pentasol, and of steps from its centre to its ends.
const LENGTH: u8 = 5;
const HALF: i64 = 2;

/// What is expected in the lines.
const RECORD: &str = "a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:)";
const NUMBERS: [&str; 6] = [
    "x of a move x y x1 y1 x2 y2",
    "y of a move x y x1 y1 x2 y2",
    "x1 of a move x y x1 y1 x2 y2",
    "y1 of a move x y x1 y1 x2 y2",
    "x2 of a move x y x1 y1 x2 y2",
    "y2 of a move x y x1 y1 x2 y2",
];
const START: &[u8] = b"P0:";
const REFERENCE_LINE: &str = "a Pentasol reference such as (28,28) alone in the first line";
const START_POINT: &str = "a start point such as 3,0";
const END_OF_MOVE: &str = "the end of the line after the move";

/// The signs of the directions in Pentasol, in the order of [`Direction::ALL`].
const SIGNS: &[u8; 4] = br"-|/\";

/// Reads a record in the plain form; `variant` overrides the one that it names. With it, the first line may be absent.
///
/// # Errors
/// If the text is not in this form.
pub(super) fn read_plain(mut scanner: Scanner<'_>, variant: Option<Variant>) -> Result<Record, ParseRecordError> {
    let first = scanner;
    // So the answer of a search begins: with its task and `Best: 82`.
    while matches!(scanner.word(&[]), word if word == b"search" || word.ends_with(b":") && word != START) {
        scanner.at += scanner.rest().iter().take_while(|byte| **byte != b'\n').count();
        scanner.next_item();
    }
    let word = scanner.word(&[]);
    let named: Option<Variant> = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    if named.is_some() {
        scanner.advance(word.len());
        scanner.end_line("the end of the line after the variant")?;
    } else if scanner.at != first.at || !is_integer(word) && word != START {
        return Err(first.expected(RECORD));
    }
    let variant =
        variant.or(named).ok_or_else(|| ParseRecordErrorKind::NoFirstLine(Token::new(word)).at(scanner.place()))?;

    let mut record = Record::with(read_pattern(&mut scanner, variant)?, Vec::new());
    while scanner.next_item() {
        let place = scanner.place();
        let mut numbers = [0; 6];
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = scanner.integer(NUMBERS[index], &[])?;
        }
        scanner.end_line(END_OF_MOVE)?;
        let [x, y, x1, y1, x2, y2] = numbers;
        let ends = [Point { x: x1, y: y1 }, Point { x: x2, y: y2 }];
        let (index, length) = (record.moves.len(), variant.line_length());
        let line = Line::between(ends[0], ends[1], length);
        let line = line.ok_or_else(|| ParseRecordErrorKind::NotALine { index, ends, length }.at(place))?;
        record.push(Move { point: Point { x, y }, line }, place);
    }
    Ok(record)
}

/// Reads the line with the start points; returns the cross if there is none.
fn read_pattern(scanner: &mut Scanner<'_>, variant: Variant) -> Result<Pattern, ParseRecordError> {
    if !scanner.next_item() || scanner.word(&[]) != START {
        return Ok(Pattern::cross(variant));
    }
    scanner.advance(START.len());
    let mut pattern = Pattern::empty(variant);
    while pattern.points().is_empty() || scanner.end_line("").is_err() {
        scanner.skip_blanks();
        let place = scanner.place();
        let x = scanner.integer(START_POINT, b",")?;
        scanner.one_of(b",", START_POINT)?;
        let y = scanner.integer(START_POINT, &[])?;
        pattern.insert(Point { x, y }).map_err(|error| ParseRecordErrorKind::StartPoint(error).at(place))?;
    }
    Ok(pattern)
}

/// Returns a record in the plain form.
pub(super) fn write_plain(record: &Record) -> String {
    let moves = record.moves.iter().map(|mv| format!("{}\n", mv.numbers().iter().format(" ")));
    let points = record.pattern.points().iter().map(|Point { x, y }| format!("{x},{y}"));
    let start = if record.pattern.is_cross() { String::new() } else { format!("P0: {}\n", points.format(" ")) };
    format!("{}\n{start}", record.variant()) + &moves.collect::<String>()
}

/// Reads a record in Pentasol, of the given variant.
///
/// # Errors
/// If the text is not in this form, `variant` is `None`, or its lines are not of five points.
pub(super) fn read_pentasol(mut scanner: Scanner<'_>, variant: Option<Variant>) -> Result<Record, ParseRecordError> {
    let variant = variant.ok_or_else(|| ParseRecordErrorKind::NoVariant.at(scanner.place()))?;
    if variant.line_length() != LENGTH {
        return Err(ParseRecordErrorKind::NotForPentasol(variant).at(scanner.place()));
    }
    let reference = read_point(&mut scanner, REFERENCE_LINE)?;
    scanner.end_line(REFERENCE_LINE)?;
    let mut record = Record::new(variant, Vec::new());
    while scanner.next_item() {
        let place = scanner.place();
        let point = read_point(&mut scanner, "a point such as (27,25)")?;
        let direction = Direction::ALL[scanner.one_of(SIGNS, r"a direction: - | / or \")?];
        let steps = scanner.integer("the offset of the line's centre, from -2 to +2", &[])?;
        scanner.end_line(END_OF_MOVE)?;
        let mv = pentasol_move(reference, point, direction, steps);
        let mv = mv.ok_or_else(|| ParseRecordErrorKind::TooFar(record.moves.len()).at(place))?;
        record.push(mv, place);
    }
    Ok(record)
}

fn read_point(scanner: &mut Scanner<'_>, item: &'static str) -> Result<Point, ParseRecordError> {
    scanner.one_of(b"(", item)?;
    let x = scanner.integer(item, b",")?;
    scanner.one_of(b",", item)?;
    let y = scanner.integer(item, b")")?;
    scanner.one_of(b")", item)?;
    Ok(Point { x, y })
}

/// Returns a move of Pentasol; `None` if its coordinates do not fit into 64 bits.
fn pentasol_move(reference: Point, point: Point, direction: Direction, steps: i64) -> Option<Move> {
    let ours = |theirs: i64, zero: i64| i64::try_from(i128::from(theirs) - i128::from(zero) + i128::from(CORNER)).ok();
    let point = Point { x: ours(point.x, reference.x)?, y: ours(point.y, reference.y)? };
    let line = Line::new(point.step(direction, steps.checked_sub(HALF)?)?, direction, LENGTH)?;
    Some(Move { point, line })
}

/// Returns a record in Pentasol.
///
/// # Errors
/// If it is of a variant with lines of four, or the form cannot hold one of its moves.
pub(super) fn write_pentasol(record: &Record) -> Result<String, WriteRecordError> {
    if record.variant().line_length() != LENGTH {
        return Err(WriteRecordError::NotForPentasol(record.variant()));
    }
    let mut text = format!("({REFERENCE},{REFERENCE})\n");
    for (index, &Move { point, line }) in record.moves.iter().enumerate() {
        let on_line = line.index_of(point).ok_or(WriteRecordError::OffLine { index, point, line })?;
        let theirs = |ours: i64| ours.checked_add(REFERENCE - CORNER).ok_or(WriteRecordError::TooFar { index, point });
        let steps = HALF - i64::from(on_line);
        let plus = if steps > 0 { "+" } else { "" };
        let sign = char::from(SIGNS[line.direction() as usize]);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "({},{}) {sign} {plus}{steps}", theirs(point.x)?, theirs(point.y)?);
    }
    Ok(text)
}

/// A cursor over a text in memory, which reads words and numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
    line_start: usize,
}

impl<'a> Scanner<'a> {
    /// Returns a scanner at the start of a text, behind its byte order mark.
    pub(super) fn new(text: &'a [u8]) -> Scanner<'a> {
        let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Scanner { text, at, line: 1, line_start: at }
    }

    /// Returns the text from here on.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Returns the place of the next byte.
    pub(super) fn place(&self) -> Place {
        Place { line: self.line, column: (self.at - self.line_start) as u64 + 1 }
    }

    /// Returns the place after the given number of bytes.
    pub(super) fn place_after(mut self, bytes: usize) -> Place {
        for (at, _) in self.text.iter().enumerate().skip(self.at).take(bytes).filter(|(_, byte)| **byte == b'\n') {
            (self.line, self.line_start) = (self.line + 1, at + 1);
        }
        self.at += bytes;
        self.place()
    }

    /// Returns the next byte; `None` at the end of the line or at a comment.
    fn peek(&self) -> Option<u8> {
        self.rest().first().copied().filter(|byte| !matches!(byte, b'\n' | b'#'))
    }

    /// Skips the given number of bytes. The caller ensures that they are all in this line.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().iter().take_while(|byte| is_blank(**byte)).count();
    }

    /// Skips blanks, line ends and comments; returns false at the end of the text.
    pub(super) fn next_item(&mut self) -> bool {
        loop {
            self.skip_blanks();
            match self.rest().first() {
                None => return false,
                Some(b'\n') => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                Some(b'#') => self.at += self.rest().iter().take_while(|byte| **byte != b'\n').count(),
                Some(_) => return true,
            }
        }
    }

    /// Returns the bytes up to a blank, a comment, the end of the line, or one of `stops`.
    pub(super) fn word(&self, stops: &[u8]) -> &'a [u8] {
        let rest = self.rest();
        let ends = |byte: &u8| is_blank(*byte) || matches!(byte, b'\n' | b'#') || stops.contains(byte);
        &rest[..rest.iter().position(ends).unwrap_or(rest.len())]
    }

    /// Returns the error that an item is missing here.
    fn expected(&self, item: &'static str) -> ParseRecordError {
        let found = match (self.word(&[]), self.rest()) {
            ([], []) => "the end of the text".to_owned(),
            ([], _) => "the end of the line".to_owned(),
            (word, _) => Token::new(word).to_string(),
        };
        self.expected_instead_of(item, found)
    }

    /// Returns the error that something else than an item was found here.
    pub(super) fn expected_instead_of(&self, item: &'static str, found: String) -> ParseRecordError {
        ParseRecordErrorKind::Expected { item, found }.at(self.place())
    }

    /// Reads an integer, which ends as a [`word`](Self::word).
    fn integer(&mut self, item: &'static str, stops: &[u8]) -> Result<i64, ParseRecordError> {
        self.skip_blanks();
        let word = self.word(stops);
        let digits = str::from_utf8(word).map_err(|_| self.expected(item))?;
        let number = digits.parse::<i64>().map_err(|error| match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                self.expected_instead_of("a number that fits into 64 bits", Token::new(word).to_string())
            }
            _ => self.expected(item),
        })?;
        self.at += word.len();
        Ok(number)
    }

    /// Reads one byte of the given ones, and returns which one.
    fn one_of(&mut self, bytes: &[u8], item: &'static str) -> Result<usize, ParseRecordError> {
        self.skip_blanks();
        let which = bytes.iter().position(|&byte| self.peek() == Some(byte)).ok_or_else(|| self.expected(item))?;
        self.at += 1;
        Ok(which)
    }

    /// Checks that only blanks and a comment are left in the line.
    fn end_line(&mut self, item: &'static str) -> Result<(), ParseRecordError> {
        self.skip_blanks();
        if self.peek().is_some() { Err(self.expected(item)) } else { Ok(()) }
    }
}

/// Returns whether a word is an integer of any size, as moves of the plain form begin.
fn is_integer(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}
