//! MSR, the Morpion Solitaire Record: moves and where they come from, as JSON or in a compact envelope.
//!
//! ```text
//!     {
//!       "version": "0.1",
//!       "variant": "5T",
//!       "score": 1,
//!       "author": "…",                                     and whatever else is known
//!       "moves": [
//!         { "x": 3, "y": -1, "dir": "V", "pos": 0 }          the new point; its line runs down the column
//!       ]                                                    (H, V, DP = rising, DN = falling), and it is
//!     }                                                      the first of it
//!
//!     MS1:Lc5RCsIwEATQu8z3…                                  the same JSON, DEFLATE, Base64
//! ```
//!
//! The crate `morpion-solitaire-record` knows the fields and their types. Inflating is done here, with a limit, and so is
//! all reckoning with coordinates, in 64 bits: those of the file go to the ends of 16. Score, number of moves left and
//! bounding box are derived from the game; what the file says of them is not believed, and written anew. All other fields
//! are kept as the text that they were, known to anybody or not.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use msr::{PREFIX, RecordMove};
use serde::de::DeserializeOwned;

use super::about::{About, Fields, Written};
use super::scanner::Scanner;
use super::unreadable::{Unreadable, UnreadableKind};
use super::{LARGEST_JSON, Record, Unwritable};
use crate::morpion::lattice::{Direction, Line, Move, Point};
use crate::morpion::variant::Variant;
use crate::text::Place;

/// How deep arrays and objects of JSON may be nested: no deeper than other readers of JSON go.
const DEEPEST: usize = 100;
/// How much of a message of the JSON reader is shown: it may quote the text.
const MESSAGE_CHARACTERS: usize = 160;
/// The best compression there is.
const LEVEL: u8 = 9;

/// Reads a record that begins with `MS1:`; `variant` overrides the one that it names.
pub(super) fn read_compact(mut scanner: Scanner<'_>, variant: Option<Variant>) -> Result<Record, Unreadable> {
    scanner.advance(PREFIX.len());
    scanner.next_item();
    let start = scanner.place();
    let compressed = URL_SAFE_NO_PAD.decode(scanner.rest().trim_ascii_end());
    let compressed = compressed.map_err(|_| UnreadableKind::NotBase64.at(start))?;
    let too_far = || UnreadableKind::InflatesTooFar { most: LARGEST_JSON }.at(start);
    // A byte more, so that a record of just that many bytes is told from a larger one.
    let json = decompress_to_vec_with_limit(&compressed, LARGEST_JSON + 1).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => too_far(),
        _ => UnreadableKind::NotDeflate.at(start),
    })?;
    if json.len() > LARGEST_JSON {
        return Err(too_far());
    }
    read(&json, variant, &|place, kind| match kind {
        UnreadableKind::Json { message, .. } => UnreadableKind::Json { inside: place, message }.at(start),
        other => other.at(start),
    })
}

/// Reads a record in JSON; `variant` overrides the one that it names.
pub(super) fn read_json(scanner: &Scanner<'_>, variant: Option<Variant>) -> Result<Record, Unreadable> {
    let start = scanner.place();
    let json = scanner.rest();
    if json.len() > LARGEST_JSON {
        return Err(UnreadableKind::TooLong { most: LARGEST_JSON }.nowhere());
    }
    read(json, variant, &|place, kind| {
        let place = place.map(|Place { line, column }| Place {
            line: start.line + line - 1,
            column: if line == 1 { start.column + column - 1 } else { column },
        });
        Unreadable { place, kind }
    })
}

/// What is wrong at a place of the JSON, as an error at a place of the text.
type Located<'a> = &'a dyn Fn(Option<Place>, UnreadableKind) -> Unreadable;

fn read(json: &[u8], variant: Option<Variant>, located: Located<'_>) -> Result<Record, Unreadable> {
    if let Some(place) = too_deep(json) {
        return Err(located(Some(place), UnreadableKind::TooDeep { most: DEEPEST }));
    }
    let mut typed: msr::Record = parse(json, located)?;
    // A second time, for all that the first did not keep or keep as it was.
    let fields: Fields = parse(json, located)?;
    let variant = variant.unwrap_or_else(|| ours(typed.variant));
    let moves = std::mem::take(&mut typed.moves);
    let played =
        |(index, recorded)| played(recorded, variant).ok_or_else(|| located(None, UnreadableKind::TooFar { index }));
    let moves = moves.into_iter().enumerate().map(played).collect::<Result<_, _>>()?;
    Ok(Record { about: About::new(typed, fields), ..Record::new(variant, moves) })
}

fn parse<T: DeserializeOwned>(json: &[u8], located: Located<'_>) -> Result<T, Unreadable> {
    serde_json::from_slice(json).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        // At the end of a text that ends with a line feed the reader counts from 0.
        let place = (line > 0).then(|| Place { line: line as u64, column: (column as u64).max(1) });
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        located(place, UnreadableKind::Json { inside: None, message: printable(message) })
    })
}

/// A message that is safe to show on any terminal, cut if it is long.
fn printable(message: &str) -> String {
    let escape = |character: char| {
        let plain = character == ' ' || character.is_ascii_graphic();
        plain.then_some(character).into_iter().chain(character.escape_default().filter(move |_| !plain))
    };
    let mut shown: String = message.chars().take(MESSAGE_CHARACTERS).flat_map(escape).collect();
    if message.chars().nth(MESSAGE_CHARACTERS).is_some() {
        shown.push('…');
    }
    shown
}

/// Where arrays and objects are nested too deeply. The JSON reader itself looks only into what it wants to know, and what
/// it passes over is written again as it was, for readers that may go deeper.
fn too_deep(json: &[u8]) -> Option<Place> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let at = json.iter().position(|&byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })?;
    let before = &json[..at];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
    let line = before.split(|&byte| byte == b'\n').count() as u64;
    Some(Place { line, column: (at - line_start) as u64 + 1 })
}

/// The move, whose point need not be on its line: the file may say so.
fn played(recorded: RecordMove, variant: Variant) -> Option<Move> {
    let point = Point { x: recorded.x.into(), y: recorded.y.into() };
    let direction = match recorded.dir {
        msr::Direction::H => Direction::Horizontal,
        msr::Direction::V => Direction::Vertical,
        msr::Direction::DP => Direction::Rising,
        msr::Direction::DN => Direction::Falling,
    };
    let start = point.step(direction, -i64::from(recorded.pos))?;
    Some(Move { point, line: Line::new(start, direction, variant.line_length())? })
}

/// Writes the record as JSON, with the given number of legal moves at its end.
///
/// # Errors
/// If a move is one that the form cannot hold.
pub(super) fn write_json(record: &Record, available_moves: usize) -> Result<Vec<u8>, Unwritable> {
    let mut json = serde_json::to_vec_pretty(&written(record, available_moves)?).map_err(std::io::Error::from)?;
    json.push(b'\n');
    Ok(json)
}

/// Writes the record in the compact envelope, with the given number of legal moves at its end.
///
/// # Errors
/// As [`write_json`].
pub(super) fn write_compact(record: &Record, available_moves: usize) -> Result<Vec<u8>, Unwritable> {
    let json = serde_json::to_vec(&written(record, available_moves)?).map_err(std::io::Error::from)?;
    let text = URL_SAFE_NO_PAD.encode(compress_to_vec(&json, LEVEL));
    Ok(format!("{PREFIX}{text}\n").into_bytes())
}

fn written(record: &Record, available_moves: usize) -> Result<Written<'_>, Unwritable> {
    let moves = record.moves.iter().enumerate().map(|(index, &Move { point, line })| {
        let too_far = |_| Unwritable::TooFar { index, point };
        let (x, y) = (point.x.try_into().map_err(too_far)?, point.y.try_into().map_err(too_far)?);
        let pos = line.index_of(point).ok_or(Unwritable::OffLine { index, point, line })?;
        let dir = match line.direction() {
            Direction::Horizontal => msr::Direction::H,
            Direction::Vertical => msr::Direction::V,
            Direction::Rising => msr::Direction::DP,
            Direction::Falling => msr::Direction::DN,
        };
        Ok(RecordMove { x, y, dir, pos })
    });
    let moves = moves.collect::<Result<Vec<_>, Unwritable>>()?;
    let last = i16::from(record.variant.cross_width()) - 1;
    let mut bbox = [0, 0, last, last];
    for &RecordMove { x, y, .. } in &moves {
        bbox = [bbox[0].min(x), bbox[1].min(y), bbox[2].max(x), bbox[3].max(y)];
    }
    Ok(Written { about: &record.about, variant: theirs(record.variant), available_moves, bbox, moves })
}

fn ours(variant: msr::Variant) -> Variant {
    match variant {
        msr::Variant::T5 => Variant::T5,
        msr::Variant::D5 => Variant::D5,
        msr::Variant::T4 => Variant::T4,
        msr::Variant::D4 => Variant::D4,
    }
}

pub(super) fn theirs(variant: Variant) -> msr::Variant {
    match variant {
        Variant::T5 => msr::Variant::T5,
        Variant::D5 => msr::Variant::D5,
        Variant::T4 => msr::Variant::T4,
        Variant::D4 => msr::Variant::D4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_nest_nothing() {
        let nested = |depth: usize| format!("{{\"a\":\n{}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(too_deep(nested(DEEPEST - 1).as_bytes()), None);
        assert_eq!(too_deep(nested(DEEPEST).as_bytes()), Some(Place { line: 2, column: DEEPEST as u64 }));
        assert_eq!(too_deep(format!(r#"["\"{}"]"#, "[".repeat(1000)).as_bytes()), None);
        assert_eq!(too_deep("[],".repeat(1000).as_bytes()), None);
    }

    #[test]
    fn messages_are_printable_and_short() {
        assert_eq!(printable("a \u{1b}[2J\u{202e}\""), "a \\u{1b}[2J\\u{202e}\"");
        assert_eq!(printable(&"x".repeat(1_000_000)).chars().count(), MESSAGE_CHARACTERS + 1);
    }

    #[test]
    fn points_may_be_off_their_lines_and_lines_off_sixteen_bits() {
        let said = |x, y, dir, pos| {
            let recorded = RecordMove { x, y, dir, pos };
            played(recorded, Variant::D4).map(|played| played.line.to_string())
        };
        assert_eq!(said(32767, -32768, msr::Direction::DP, 0).as_deref(), Some("(32767, -32768)-(32770, -32771)"));
        assert_eq!(said(-32768, 0, msr::Direction::H, 255).as_deref(), Some("(-33023, 0)-(-33020, 0)"));
    }
}
