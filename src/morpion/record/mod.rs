//! Records of games, read and written in four equivalent forms; a fifth one, lists of moves, is only read:
//!
//! ```text
//!     plain             Pentasol            JSON, a form of MSR                       MSR, compact
//!
//!     5T                (28,28)             { "variant": "5T", "score": 1,            MS1:Lc5RCsIwEATQu8z3…
//!     3 -1 3 -1 3 3     (28,24) | +2          "moves": [
//!                                             { "x": 3, "y": -1, "dir": "V", "pos": 0 }
//!                                           ], … }
//!
//!     list of moves in JSON    [{"pos": [3, -1], "line": {"origin": [3, -1], "dir": "V"}, "line_pos": 0}]
//! ```
//!
//! [`read`] recognises the form by the first character that is not blank and not in a comment. The moves of a
//! [`Record`] may be illegal: coordinates may have any 64-bit value, and points may be off their lines. MSR also
//! has fields for who found a game, when and how ([`Metadata`]), which are preserved when the record is written again.
//! JSON may have a few MiB at most, also inside of compressed text.
//!
//! ```
//! use quadrille::morpion::record::{Form, read, text};
//! let record = read(b"5T\n3 -1 3 -1 3 3\n", None)?;
//! assert_eq!(text(&record, Form::Pentasol, 27)?, "(28,28)\n(28,24) | +2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate `morpion-solitaire-record` defines MSR and its JSON, the files of morpionsolitaire.com define Pentasol,
//! and the program `morpion-solitaire` keeps the games of its corpus as lists of moves.
//!
//! ```text
//!     lines       the plain form and Pentasol          json      MSR, as JSON and compact
//!     list        lists of moves                       metadata  the fields of MSR beside the moves
//!     error       why a text is not a record
//! ```

mod error;
mod json;
mod lines;
mod list;
mod metadata;

use std::fmt;

use thiserror::Error;

pub use self::error::{ParseRecordError, ParseRecordErrorKind};
use self::lines::Scanner;
pub use self::metadata::Metadata;
use super::lattice::{Line, Move, Point};
use super::pattern::Pattern;
use super::variant::Variant;
use crate::text::{Place, Token};

/// The size of the longest text that is read, in bytes: enough for a million moves.
pub const MAX_BYTES: usize = 16 << 20;
/// The size of the longest JSON that is read, compressed or not, in bytes: hundreds of times the longest game known.
pub const MAX_JSON_BYTES: usize = 4 << 20;

/// A record: its form has been checked, its moves have not.
#[derive(Clone, Debug)]
pub struct Record {
    pattern: Pattern,
    moves: Vec<Move>,
    /// The place of each move in the text that was read, or of the data that they were compressed to.
    places: Vec<Place>,
    metadata: Metadata,
    one_of: Option<OneOf>,
}

/// Which game of a list of several games a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneOf {
    /// The number of the game, from 1.
    pub number: usize,
    /// The number of games in the list.
    pub games: usize,
}

impl Record {
    /// Returns a record of the given moves without metadata.
    #[must_use]
    pub fn new(variant: Variant, moves: Vec<Move>) -> Record {
        Record::with(Pattern::cross(variant), moves)
    }

    /// Returns a record of the given moves from a pattern, without metadata.
    #[must_use]
    pub fn with(pattern: Pattern, moves: Vec<Move>) -> Record {
        Record { pattern, moves, places: Vec::new(), metadata: Metadata::default(), one_of: None }
    }

    /// Returns a record of moves that this program has found. The metadata name the program, the method, and the seed
    /// of the random numbers.
    #[must_use]
    pub fn found(variant: Variant, moves: Vec<Move>, method: &str, seed: u64) -> Record {
        let metadata = Metadata::found(moves.len(), method, seed);
        Record { metadata, ..Record::new(variant, moves) }
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.pattern.variant()
    }

    /// Returns the points that the game starts from.
    #[must_use]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the form for a picture of the game: MSR, or the plain form if it alone can hold the start points.
    #[must_use]
    pub fn embedded_form(&self) -> Form {
        if self.pattern.is_cross() { Form::Msr } else { Form::Plain }
    }

    /// Returns the moves, in the order of play.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the place of a move, counted from 0, in the text that the record was read from, or of the data that it
    /// was compressed to; `None` if there is no such move, or the record was not read.
    #[must_use]
    pub fn place_of(&self, index: usize) -> Option<Place> {
        self.places.get(index).copied()
    }

    /// Returns the fields beside the moves.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns which game this is if the text was a list of several games; `None` if the text had one game.
    #[must_use]
    pub fn one_of(&self) -> Option<OneOf> {
        self.one_of
    }

    /// Appends a move that was read at a place.
    fn push(&mut self, mv: Move, place: Place) {
        self.moves.push(mv);
        self.places.push(place);
    }
}

/// Displays the plain form.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lines::write_plain(self))
    }
}

/// Returns the records of the literature: Rosin's 178 moves in 5T and 82 in 5D, Hyyrö and Poranen's 62 in 4T and 35 in
/// 4D, and others, as the crate `morpion-solitaire-records` contains them.
///
/// ```
/// use quadrille::morpion::record::{known, read};
/// let known = known().next().ok_or("there are none")?;
/// assert_eq!((known.title, known.name), ("Rosin 178", "rosin178"));
/// let record = read(known.json.as_bytes(), None)?;
/// assert_eq!((record.moves().len(), record.metadata().author()), (178, Some("Christopher D. Rosin")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn known() -> impl Iterator<Item = KnownRecord> {
    morpion_solitaire_records::RECORDS.iter().map(|&(title, name, json)| KnownRecord { title, name, json })
}

/// A record of the literature, which has not been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownRecord {
    /// The title.
    pub title: &'static str,
    /// The short name, without blanks.
    pub name: &'static str,
    /// The record as JSON.
    pub json: &'static str,
}

/// A form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// MSR in its compact envelope, `MS1:`.
    Msr,
    /// MSR as JSON.
    Json,
    /// Pentasol.
    Pentasol,
    /// The variant, then one line of numbers for each move.
    Plain,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 4] = [Form::Msr, Form::Json, Form::Pentasol, Form::Plain];
}

/// Reads a record in any form. `variant` overrides the one that the record names; Pentasol and lists of moves name
/// none, and require it, as does the plain form without its first line. Of a list of several games, the longest is
/// read; of several longest ones, the first. The [module](self) has an example.
///
/// # Errors
/// If the text is not a record, or longer than [`MAX_BYTES`].
///
/// # Complexity
/// O(bytes) time and memory.
pub fn read(text: &[u8], variant: Option<Variant>) -> Result<Record, ParseRecordError> {
    let mut scanner = Scanner::new(text);
    if text.len() > MAX_BYTES {
        return Err(ParseRecordErrorKind::TooLong(MAX_BYTES).at(scanner.place_after(MAX_BYTES)));
    }
    scanner.next_item();
    let rest = scanner.rest();
    match rest.first() {
        Some(b'<') => read(&record_in_markup(scanner, text)?, variant),
        Some(b'{') => json::read_json(&scanner, variant),
        Some(b'[') => list::read(&scanner, variant),
        Some(b'(') => lines::read_pentasol(scanner, variant),
        _ if rest.starts_with(msr::PREFIX.as_bytes()) => json::read_compact(scanner, variant),
        _ => lines::read_plain(scanner, variant),
    }
}

/// Returns the record that a picture or a page has as metadata, in its place: blanks are before it. Metadata in elements
/// of its own, as drawing programs write, is passed over.
fn record_in_markup(scanner: Scanner<'_>, text: &[u8]) -> Result<Vec<u8>, ParseRecordError> {
    let mut next = 0;
    let record = text.split(|&byte| byte == b'<').find_map(|part| {
        let tag = part.split(|&byte| byte == b'>').next()?;
        let begin = next + tag.len() + 1;
        next += part.len() + 1;
        let is_opened = matches!(tag.split(u8::is_ascii_whitespace).next()?, b"metadata" | b"svg:metadata");
        let record = part.get(tag.len() + 1..).filter(|record| !record.trim_ascii().is_empty())?;
        (is_opened && !tag.ends_with(b"/")).then_some((begin, record))
    });
    // A record in markup is no markup again.
    let Some((begin, record)) = record else {
        let item = "a record, or a picture or page with one in an element metadata";
        return Err(scanner.expected_instead_of(item, format!("{} without it", Token::new(scanner.word(b">")))));
    };
    let before = text[..begin].iter().map(|&byte| if byte == b'\n' { byte } else { b' ' });
    // Of all forms, only JSON has characters that are written as entities.
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    let record = match str::from_utf8(record) {
        Ok(json) if json.trim_start().starts_with('{') => {
            entities.iter().fold(json.to_owned(), |json, (name, is)| json.replace(name, is)).into_bytes()
        }
        _ => record.to_owned(),
    };
    Ok(before.chain(record).collect())
}

/// Returns a record in a form. `moves_left` is the number of legal moves at its end, which MSR contains. The
/// [module](self) has an example.
///
/// # Errors
/// If the form cannot hold the record.
pub fn text(record: &Record, form: Form, moves_left: usize) -> Result<String, WriteRecordError> {
    if !record.pattern.is_cross() && form != Form::Plain {
        return Err(WriteRecordError::NotForPattern);
    }
    match form {
        Form::Msr => json::write_compact(record, moves_left),
        Form::Json => json::write_json(record, moves_left),
        Form::Pentasol => lines::write_pentasol(record),
        Form::Plain => Ok(record.to_string()),
    }
}

/// Why a record cannot be written in a form. Moves are counted from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteRecordError {
    /// Pentasol, and a variant with lines of four.
    #[error("a Pentasol record has lines of five points, but {0} has lines of four")]
    NotForPentasol(Variant),
    /// The form is JSON, which cannot be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A form other than the plain one, and other start points than the cross.
    #[error("the record has its own start points, which only the plain form can hold")]
    NotForPattern,
    /// The new point of a move is not on its line, as the form requires.
    #[error("move {}: the point {point} is not on its line {line}, as this form requires", index + 1)]
    OffLine {
        /// The move.
        index: usize,
        /// Its point.
        point: Point,
        /// Its line.
        line: Line,
    },
    /// The coordinates of a move do not fit into the numbers of the form.
    #[error("move {}: the coordinates of {point} are too large for this form", index + 1)]
    TooFar {
        /// The move.
        index: usize,
        /// Its point.
        point: Point,
    },
}
