//! Lists of moves in JSON, as the program `morpion-solitaire` keeps the games of its corpus.
//!
//! ```text
//!     [[                                                                             a list of games, or one game
//!       {
//!         "pos": [3, -1],                                                            the new point
//!         "line": { "origin": [3, -1], "dir": "V" },                                 the start of its line, the direction
//!         "line_pos": 0                                                              the index of the new point on it
//!       }
//!     ]]
//! ```
//!
//! Coordinates and directions are those of MSR. Other fields are ignored. The variant is not named.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::error::{ParseRecordError, ParseRecordErrorKind};
use super::json::{JsonError, START, direction, parse_as, places, read_with};
use super::lines::Scanner;
use super::{OneOf, Record};
use crate::morpion::lattice::{Line, Move, Point};
use crate::morpion::variant::Variant;

/// How to write moves, at the end of a message.
const MOVES: &str = r#"; write moves as {"pos":[3,-1],"line":{"origin":[3,-1],"dir":"V"},"line_pos":0}"#;

#[derive(Deserialize)]
struct ListedMove {
    pos: (i64, i64),
    line: ListedLine,
    line_pos: i64,
}

#[derive(Deserialize)]
struct ListedLine {
    origin: (i64, i64),
    dir: msr::Direction,
}

/// Reads a game, or the longest of several games, of the given variant.
///
/// # Errors
/// If the text is not in this form, or `variant` is `None`.
pub(super) fn read(scanner: &Scanner<'_>, variant: Option<Variant>) -> Result<Record, ParseRecordError> {
    let variant = variant.ok_or_else(|| ParseRecordErrorKind::NoVariantOfList.at(scanner.place()))?;
    read_with(scanner, |json| read_list(json, variant))
}

fn read_list(json: &[u8], variant: Variant) -> Result<Record, JsonError> {
    // After the first bracket.
    let first = json.iter().skip(1).find(|byte| !byte.is_ascii_whitespace());
    let is_game = first == Some(&b'{');
    let games: Vec<Vec<ListedMove>> = if is_game { vec![parse_as(MOVES, json)?] } else { parse_as(MOVES, json)? };
    let values: Vec<Vec<&RawValue>> = if is_game { vec![parse_as(MOVES, json)?] } else { parse_as(MOVES, json)? };
    let count = games.len();
    let longest = games.into_iter().enumerate().rev().max_by_key(|(_, moves)| moves.len());
    let (index, moves) = longest.ok_or((START, ParseRecordErrorKind::EmptyList))?;
    let places = places(json, &values[index]);
    let moves = moves.iter().enumerate();
    let moves = moves
        .map(|(move_index, listed)| read_move(move_index, listed, variant).map_err(|kind| (places[move_index], kind)));
    let moves = moves.collect::<Result<_, _>>()?;
    let one_of = (count > 1).then_some(OneOf { number: index + 1, games: count });
    Ok(Record { places, one_of, ..Record::new(variant, moves) })
}

/// Returns a move, whose point may be off its line.
fn read_move(index: usize, listed: &ListedMove, variant: Variant) -> Result<Move, ParseRecordErrorKind> {
    let [point, start] = [listed.pos, listed.line.origin].map(|(x, y)| Point { x, y });
    let line = Line::new(start, direction(listed.line.dir), variant.line_length());
    let line = line.ok_or(ParseRecordErrorKind::TooFar(index))?;
    let line_pos = listed.line_pos;
    match line.index_of(point) {
        Some(on_line) if i64::from(on_line) != line_pos => {
            Err(ParseRecordErrorKind::WrongIndex { index, point, line, line_pos })
        }
        _ => Ok(Move { point, line }),
    }
}
