//! MSR, the Morpion Solitaire Record: moves and their origin, as JSON or in a compact envelope.
//!
//! ```text
//!     {
//!       "version": "0.1",
//!       "variant": "5T",
//!       "score": 1,
//!       "author": "…",                                     and other metadata
//!       "moves": [
//!         { "x": 3, "y": -1, "dir": "V", "pos": 0 }          the new point; the direction of its line
//!       ]                                                    (H, V, DP = rising, DN = falling); its
//!     }                                                      index on the line
//!
//!     MS1:Lc5RCsIwEATQu8z3…                                  the same JSON, DEFLATE, Base64
//! ```
//!
//! The crate `morpion-solitaire-record` has the fields and their types. Inflating is done here, with a limit, and so
//! are calculations with coordinates, in 64 bits: those of the file have 16. Score, number of moves left and bounding
//! box are derived from the game when a record is written, whatever the file said. All other fields are preserved; what
//! they have beyond the standard, such as arrays nested to any depth, is skipped without recursion.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use msr::{PREFIX, RecordMove};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::error::{ParseRecordError, ParseRecordErrorKind};
use super::lines::Scanner;
use super::metadata::Metadata;
use super::{MAX_JSON_BYTES, Record, WriteRecordError};
use crate::morpion::lattice::{Direction, Line, Move, Point};
use crate::morpion::variant::Variant;
use crate::text::Place;

/// The longest part of a message of the JSON reader that is shown: it may quote the text.
const MESSAGE_CHARACTERS: usize = 160;
/// The highest compression level.
const LEVEL: u8 = 9;

/// The place of the first byte.
pub(super) const START: Place = Place { line: 1, column: 1 };

/// Where within the JSON, and what is wrong.
pub(super) type JsonError = (Place, ParseRecordErrorKind);

/// Reads a record that begins with `MS1:`, whose data may be folded over lines; `variant` overrides the one that it
/// names.
pub(super) fn read_compact(mut scanner: Scanner<'_>, variant: Option<Variant>) -> Result<Record, ParseRecordError> {
    scanner.advance(PREFIX.len());
    scanner.next_item();
    let start = scanner.place();
    let folded = scanner.rest().iter().copied();
    let compressed = URL_SAFE_NO_PAD.decode(folded.filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<u8>>());
    let compressed = compressed.map_err(|_| ParseRecordErrorKind::NotBase64.at(start))?;
    let too_far = || ParseRecordErrorKind::InflatesTooFar(MAX_JSON_BYTES).at(start);
    // One byte more, so that a record of exactly the limit is distinguished from a larger one.
    let json = decompress_to_vec_with_limit(&compressed, MAX_JSON_BYTES + 1).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => too_far(),
        _ => ParseRecordErrorKind::NotDeflate.at(start),
    })?;
    if json.len() > MAX_JSON_BYTES {
        return Err(too_far());
    }
    // Without its last byte, data is complete only if that byte is behind its end.
    let all_but_last = compressed.split_last().map_or(&[][..], |(_, rest)| rest);
    if decompress_to_vec_with_limit(all_but_last, MAX_JSON_BYTES).is_ok() {
        return Err(ParseRecordErrorKind::AfterDeflate.at(start));
    }
    let record = read(&json, variant).map_err(|(inside, kind)| match kind {
        ParseRecordErrorKind::Json { message, .. } => {
            ParseRecordErrorKind::Json { inside: Some(inside), message }.at(start)
        }
        other => other.at(start),
    })?;
    Ok(Record { places: vec![start; record.moves.len()], ..record })
}

/// Reads a record in JSON; `variant` overrides the one that it names.
pub(super) fn read_json(scanner: &Scanner<'_>, variant: Option<Variant>) -> Result<Record, ParseRecordError> {
    read_with(scanner, |json| read(json, variant))
}

/// Reads JSON up to the end of the text. The places of the errors of `read` are within the JSON.
pub(super) fn read_with(
    scanner: &Scanner<'_>,
    read: impl FnOnce(&[u8]) -> Result<Record, JsonError>,
) -> Result<Record, ParseRecordError> {
    let start = scanner.place();
    let json = scanner.rest();
    if json.len() > MAX_JSON_BYTES {
        return Err(ParseRecordErrorKind::TooLong(MAX_JSON_BYTES).at(scanner.place_after(MAX_JSON_BYTES)));
    }
    let in_text = |Place { line, column }| Place {
        line: start.line + line - 1,
        column: if line == 1 { start.column + column - 1 } else { column },
    };
    let mut record = read(json).map_err(|(place, kind)| ParseRecordError { place: in_text(place), kind })?;
    record.places.iter_mut().for_each(|place| *place = in_text(*place));
    Ok(record)
}

fn read(json: &[u8], variant: Option<Variant>) -> Result<Record, JsonError> {
    let (typed, metadata): (msr::Record, _) = (parse(json)?, Metadata::read(parse(json)?));
    let variant = variant.unwrap_or(match typed.variant {
        msr::Variant::T5 => Variant::T5,
        msr::Variant::D5 => Variant::D5,
        msr::Variant::T4 => Variant::T4,
        msr::Variant::D4 => Variant::D4,
    });
    let recorded = typed.moves.into_iter().enumerate();
    let places = places(json, &parse::<Moves<'_>>(json)?.moves);
    let moves = recorded.map(|(index, recorded)| {
        read_move(recorded, variant).ok_or((places[index], ParseRecordErrorKind::TooFar(index)))
    });
    let moves = moves.collect::<Result<_, _>>()?;
    Ok(Record { places, metadata, ..Record::new(variant, moves) })
}

/// The moves of a record as they stand in the text.
#[derive(Deserialize)]
struct Moves<'a> {
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// Returns the places of values in the text that they were parsed from, in their order.
pub(super) fn places(json: &[u8], values: &[&RawValue]) -> Vec<Place> {
    let (mut place, mut at) = (START, 0);
    let place_of = |value: &&RawValue| {
        let offset = value.get().as_ptr().addr() - json.as_ptr().addr();
        for &byte in &json[at..offset] {
            place = match byte {
                b'\n' => Place { line: place.line + 1, column: 1 },
                _ => Place { column: place.column + 1, ..place },
            };
        }
        at = offset;
        place
    };
    values.iter().map(place_of).collect()
}

/// Parses the JSON of a record as a type.
fn parse<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, JsonError> {
    parse_as("; a record in JSON has the fields variant, score and moves", json)
}

/// Parses JSON as a type. `help` is added to a message about its fields.
pub(super) fn parse_as<'a, T: Deserialize<'a>>(help: &str, json: &'a [u8]) -> Result<T, JsonError> {
    serde_json::from_slice(json).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        // At the end of a text that ends with a line feed, the reader counts columns from 0.
        let place = Place { line: (line as u64).max(1), column: (column as u64).max(1) };
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        let mut message = printable(message);
        if error.is_data() {
            message.push_str(help);
        }
        (place, ParseRecordErrorKind::Json { inside: None, message })
    })
}

/// Returns a message that is safe to show on any terminal, shortened if it is long.
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

/// Returns a move, whose point may be off its line; `None` if a coordinate does not fit into 64 bits.
fn read_move(recorded: RecordMove, variant: Variant) -> Option<Move> {
    let point = Point { x: recorded.x.into(), y: recorded.y.into() };
    let direction = direction(recorded.dir);
    let start = point.step(direction, -i64::from(recorded.pos))?;
    Some(Move { point, line: Line::new(start, direction, variant.line_length())? })
}

/// Returns the direction that a file names. Both types have them in the same order.
pub(super) fn direction(theirs: msr::Direction) -> Direction {
    Direction::ALL[theirs as usize]
}

/// Returns the record as JSON, with the number of legal moves at its end.
///
/// # Errors
/// If the form cannot hold one of the moves.
pub(super) fn write_json(record: &Record, moves_left: usize) -> Result<String, WriteRecordError> {
    Ok(serde_json::to_string_pretty(&written(record, moves_left)?)? + "\n")
}

/// Returns the record in the compact envelope, with the number of legal moves at its end.
///
/// # Errors
/// As [`write_json`].
pub(super) fn write_compact(record: &Record, moves_left: usize) -> Result<String, WriteRecordError> {
    let json = serde_json::to_string(&written(record, moves_left)?)?;
    let text = URL_SAFE_NO_PAD.encode(compress_to_vec(json.as_bytes(), LEVEL));
    Ok(format!("{PREFIX}{text}\n"))
}

fn written(record: &Record, moves_left: usize) -> Result<Metadata, WriteRecordError> {
    let moves = record.moves.iter().enumerate().map(|(index, &Move { point, line })| {
        let too_far = |_| WriteRecordError::TooFar { index, point };
        let (x, y) = (point.x.try_into().map_err(too_far)?, point.y.try_into().map_err(too_far)?);
        let pos = line.index_of(point).ok_or(WriteRecordError::OffLine { index, point, line })?;
        let dir = msr::Direction::ALL[line.direction() as usize];
        Ok(RecordMove { x, y, dir, pos })
    });
    let moves = moves.collect::<Result<Vec<_>, WriteRecordError>>()?;
    let last = i16::from(record.variant().cross_width()) - 1;
    let mut bbox = [0, 0, last, last];
    for &RecordMove { x, y, .. } in &moves {
        bbox = [bbox[0].min(x), bbox[1].min(y), bbox[2].max(x), bbox[3].max(y)];
    }
    Ok(record.metadata.written(record.variant(), moves_left, bbox, &moves))
}
