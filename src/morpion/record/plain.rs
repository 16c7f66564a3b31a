//! The plain form: the variant, then a move a line.
//!
//! ```text
//!     5T
//!     3 -1 3 -1 3 3        the new point (3, -1), and the ends (3, -1) and (3, 3) of its line
//!     6 -1 6 -1 6 3
//! ```
//!
//! Written, the end with the smaller x comes first (of a vertical line, the one with the smaller y); read, either may.
//! `#` begins a comment.

use std::fmt::Write;

use super::Record;
use super::scanner::Scanner;
use super::unreadable::{Item, Unreadable, UnreadableKind};
use crate::morpion::lattice::{Line, Move, Point};
use crate::morpion::variant::Variant;

/// Reads a record; `variant` overrides the one that it names.
pub(super) fn read(mut scanner: Scanner<'_>, variant: Option<Variant>) -> Result<Record, Unreadable> {
    let word = scanner.word(&[]);
    let named = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    let named: Variant = named.ok_or_else(|| scanner.expected(Item::Record))?;
    scanner.advance(word.len());
    scanner.end_line(Item::AfterVariant)?;

    let variant = variant.unwrap_or(named);
    let mut record = Record::new(variant, Vec::new());
    while scanner.next_item() {
        let place = scanner.place();
        let mut numbers = [0; 6];
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = scanner.integer(Item::Number(index), &[])?;
        }
        scanner.end_line(Item::AfterMove)?;
        let [x, y, x1, y1, x2, y2] = numbers;
        let ends = [Point { x: x1, y: y1 }, Point { x: x2, y: y2 }];
        let (index, length) = (record.moves.len(), variant.line_length());
        let line = Line::between(ends[0], ends[1], length);
        let line = line.ok_or_else(|| UnreadableKind::NotALine { index, ends, length }.at(place))?;
        record.push(Move { point: Point { x, y }, line }, place);
    }
    Ok(record)
}

/// The record in this form.
pub(super) fn write(record: &Record) -> String {
    let mut text = format!("{}\n", record.variant);
    for mv in &record.moves {
        let [x, y, x1, y1, x2, y2] = mv.numbers();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{x} {y} {x1} {y1} {x2} {y2}");
    }
    text
}
