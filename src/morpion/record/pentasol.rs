//! Pentasol, the form of the record sites: lines of five only, and no word about whether they may touch.
//!
//! ```text
//!     (28,28)          the inner corner of the cross at the top left, (3, 3) to us
//!     (27,25) - +2     the new point, (2, 0); a horizontal line; its centre is 2 steps further: (2, 0)-(6, 0)
//!     (31,27) | 0
//! ```
//!
//! The directions are `-` (1, 0), `|` (0, 1), `/` (1, −1) and `\` (1, 1), the steps to the centre −2 to +2; `#` begins a
//! comment. Other steps are read too, as a move whose point is not on its line.

use std::fmt::Write;

use super::scanner::Scanner;
use super::unreadable::{Item, Unreadable, UnreadableKind};
use super::{Record, Unwritable};
use crate::morpion::lattice::{Direction, Line, Move, Point};
use crate::morpion::variant::Variant;

/// Our point of the reference.
const CORNER: i64 = 3;
/// Where we put it: far enough from zero for all usual records to be positive.
const REFERENCE: i64 = 28;
/// Points of a line, and steps from its centre to its ends.
const LENGTH: u8 = 5;
const HALF: i64 = 2;

const SIGNS: [(u8, Direction); 4] = [
    (b'-', Direction::Horizontal),
    (b'|', Direction::Vertical),
    (b'/', Direction::Rising),
    (b'\\', Direction::Falling),
];

/// Reads a record of the game that is named.
pub(super) fn read(mut scanner: Scanner<'_>, variant: Option<Variant>) -> Result<Record, Unreadable> {
    let variant = variant.ok_or_else(|| UnreadableKind::NoVariant.nowhere())?;
    if variant.line_length() != LENGTH {
        return Err(UnreadableKind::NotForPentasol(variant).nowhere());
    }
    let reference = read_point(&mut scanner, Item::Reference)?;
    scanner.end_line(Item::AfterReference)?;
    let mut record = Record::new(variant, Vec::new());
    while scanner.next_item() {
        let place = scanner.place();
        let point = read_point(&mut scanner, Item::Point)?;
        let sign = scanner.one_of(&SIGNS.map(|(sign, _)| sign), Item::Direction)?;
        let steps = scanner.integer(Item::Offset, &[])?;
        scanner.end_line(Item::AfterMove)?;
        let played = played(reference, point, sign, steps);
        let played = played.ok_or_else(|| UnreadableKind::TooFar { index: record.moves.len() }.at(place))?;
        record.push(played, place);
    }
    Ok(record)
}

fn read_point(scanner: &mut Scanner<'_>, item: Item) -> Result<Point, Unreadable> {
    scanner.one_of(b"(", item)?;
    let x = scanner.integer(item, b",")?;
    scanner.one_of(b",", item)?;
    let y = scanner.integer(item, b")")?;
    scanner.one_of(b")", item)?;
    Ok(Point { x, y })
}

/// The move, if its coordinates are numbers that we have.
fn played(reference: Point, point: Point, sign: u8, steps: i64) -> Option<Move> {
    let ours = |theirs: i64, zero: i64| i64::try_from(i128::from(theirs) - i128::from(zero) + i128::from(CORNER)).ok();
    let point = Point { x: ours(point.x, reference.x)?, y: ours(point.y, reference.y)? };
    let (_, direction) = SIGNS.into_iter().find(|(of_direction, _)| *of_direction == sign)?;
    let line = Line::new(point.step(direction, steps.checked_sub(HALF)?)?, direction, LENGTH)?;
    Some(Move { point, line })
}

/// The record in this form.
///
/// # Errors
/// If it is of a game with lines of four, or a move is one that the form cannot hold.
pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    if record.variant.line_length() != LENGTH {
        return Err(Unwritable::NotForPentasol(record.variant));
    }
    let mut text = format!("({REFERENCE},{REFERENCE})\n");
    for (index, &Move { point, line }) in record.moves.iter().enumerate() {
        let at = line.index_of(point).ok_or(Unwritable::OffLine { index, point, line })?;
        let theirs = |ours: i64| ours.checked_add(REFERENCE - CORNER).ok_or(Unwritable::TooFar { index, point });
        let steps = HALF - i64::from(at);
        let plus = if steps > 0 { "+" } else { "" };
        let sign = SIGNS.into_iter().find_map(|(sign, of_sign)| (of_sign == line.direction()).then_some(sign));
        let sign = char::from(sign.unwrap_or(b'-'));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "({},{}) {sign} {plus}{steps}", theirs(point.x)?, theirs(point.y)?);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(28,28)\n(27,25) - +2\n(24,29) | -1\n(30,30) / 0\n(30,30) \\ -2\n";

    #[test]
    fn points_are_counted_from_the_reference() -> Result<(), Unreadable> {
        let moves = |text: &str| read(Scanner::new(text.as_bytes()), Some(Variant::T5)).map(|record| record.moves);
        let read = moves(GAME)?;
        let said: Vec<_> = read.iter().map(ToString::to_string).collect();
        let lines = ["(2, 0)-(6, 0)", "(-1, 1)-(-1, 5)", "(3, 7)-(7, 3)", "(1, 1)-(5, 5)"];
        let points = ["(2, 0)", "(-1, 4)", "(5, 5)", "(5, 5)"];
        assert_eq!(said, [0, 1, 2, 3].map(|i| format!("{} on {}", points[i], lines[i])));
        let shifted = " ( 0 ,\t-3)\n# first\n(-1,-6)-2 # of two\n\n( -4 , -2 )|-1\r\n(2,-1) / +0\n(2,-1)\\-2";
        assert_eq!(moves(shifted)?, read);
        Ok(())
    }

    #[test]
    fn what_is_written_is_what_was_read() -> Result<(), Unreadable> {
        let record = read(Scanner::new(GAME.as_bytes()), Some(Variant::D5))?;
        assert!(write(&record).is_ok_and(|text| text == GAME));
        Ok(())
    }

    #[test]
    fn a_point_off_its_line_is_read_and_not_written() -> Result<(), Unreadable> {
        let record = read(Scanner::new(b"(28,28)\n(28,28) | 9"), Some(Variant::T5))?;
        assert_eq!(record.moves[0].to_string(), "(3, 3) on (3, 10)-(3, 14)");
        let error = write(&record).map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err("move 1: the point (3, 3) is not on its line (3, 10)-(3, 14), as this form requires".to_owned())
        );
        Ok(())
    }
}
