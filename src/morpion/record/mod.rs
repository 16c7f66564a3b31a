//! Games as they are written down, in four forms that say the same:
//!
//! ```text
//!     plain             Pentasol            JSON, a form of MSR                       MSR, compact
//!
//!     5T                (28,28)             { "variant": "5T", "score": 1,            MS1:Lc5RCsIwEATQu8z3…
//!     3 -1 3 -1 3 3     (28,24) | +2          "moves": [
//!                                             { "x": 3, "y": -1, "dir": "V", "pos": 0 }
//!                                           ], … }
//! ```
//!
//! [`read`] takes any of them, and tells by the first character that is no blank and in no comment. What it gives has the
//! form of a game; whether the moves can be played is for others to say, and so points are kept as they come, up to the
//! ends of 64 bits, on their lines or off. MSR also says who found a game, when and how: all that is kept, and written
//! again to the letter. Memory is at most some ten times the text; compressed text is inflated to a few MiB, and no further.
//!
//! ```
//! use quadrille::morpion::record::{Form, read, write};
//! let record = read(b"5T\n3 -1 3 -1 3 3\n", None)?;
//! let mut text = Vec::new();
//! write(&mut text, &record, Form::Pentasol, 27)?;
//! assert_eq!(text, b"(28,28)\n(28,24) | +2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! MSR and its JSON are defined by the crate `morpion-solitaire-record`, Pentasol by the files of morpionsolitaire.com.

mod about;
mod interchange;
mod known;
mod pentasol;
mod plain;
mod scanner;
mod unreadable;

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

pub use self::about::About;
pub use self::known::known;
use self::scanner::Scanner;
pub use self::unreadable::{Found, Item, Unreadable, UnreadableKind};
use super::lattice::{Line, Move, Point};
use super::variant::Variant;
use crate::text::Place;

/// The longest text that is read, in bytes: enough for a million moves.
pub const LARGEST: usize = 16 << 20;
/// The longest JSON that is read, compressed or not, in bytes: hundreds of times the longest game known.
pub const LARGEST_JSON: usize = 4 << 20;

/// A game as it is written down: its form has been checked, its moves have not.
#[derive(Clone, Debug)]
pub struct Record {
    variant: Variant,
    moves: Vec<Move>,
    /// One for each move, or none at all.
    places: Vec<Place>,
    about: About,
}

impl Record {
    /// A record of these moves, that says nothing else.
    #[must_use]
    pub fn new(variant: Variant, moves: Vec<Move>) -> Record {
        Record { variant, moves, places: Vec::new(), about: About::default() }
    }

    /// A record of moves that this program has found by a method, with random numbers from a seed, and which says so.
    ///
    /// ```
    /// use quadrille::morpion::{Position, Variant};
    /// use quadrille::morpion::record::{Form, Record, read, write};
    /// let moves = Position::new(Variant::T4).legal_moves()[..1].to_vec();
    /// let mut text = Vec::new();
    /// write(&mut text, &Record::found(Variant::T4, moves.clone(), "by hand", 7), Form::Msr, 0)?;
    /// let record = read(&text, None)?;
    /// assert_eq!((record.moves(), record.about().solver()), (&moves[..], Some((Some("by hand"), Some(7)))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn found(variant: Variant, moves: Vec<Move>, method: &str, seed: u64) -> Record {
        let about = About::found(interchange::theirs(variant), moves.len(), method, seed);
        Record { about, ..Record::new(variant, moves) }
    }

    /// Which game it is of.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The moves, in the order of play.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Where a move, counted from 0, stands in the text that it was read from, if that had lines of moves: plain or
    /// Pentasol.
    #[must_use]
    pub fn place_of(&self, index: usize) -> Option<Place> {
        self.places.get(index).copied()
    }

    /// What else the record says.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    fn push(&mut self, played: Move, place: Place) {
        self.moves.push(played);
        self.places.push(place);
    }
}

/// How a record is written.
///
/// ```
/// use quadrille::morpion::record::{Form, NotAForm};
/// assert_eq!("Pentasol".parse(), Ok(Form::Pentasol));
/// assert_eq!("svg".parse::<Form>(), Err(NotAForm));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// MSR in its compact envelope, `MS1:`.
    Msr,
    /// MSR as JSON.
    Json,
    /// Pentasol.
    Pentasol,
    /// The variant and the moves as numbers, a line each.
    Plain,
}

impl Form {
    /// All four.
    pub const ALL: [Form; 4] = [Form::Msr, Form::Json, Form::Pentasol, Form::Plain];
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Msr => "msr",
            Form::Json => "json",
            Form::Pentasol => "pentasol",
            Form::Plain => "plain",
        })
    }
}

/// Reads `pentasol`, in either case.
impl FromStr for Form {
    type Err = NotAForm;

    fn from_str(text: &str) -> Result<Form, NotAForm> {
        Form::ALL.into_iter().find(|form| text.eq_ignore_ascii_case(&form.to_string())).ok_or(NotAForm)
    }
}

/// A text does not name a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAForm;

impl fmt::Display for NotAForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected msr, json, pentasol or plain")
    }
}

impl Error for NotAForm {}

/// Reads a record in any of the forms. `variant` overrides the one that the record names; Pentasol names none, and wants
/// one. A text longer than [`LARGEST`] is refused, and need not be in memory for that beyond one byte more. The
/// [module](self) has an example.
///
/// # Errors
/// If this is no record: what is wrong, and where.
///
/// # Complexity
/// O(bytes) time and memory.
pub fn read(text: &[u8], variant: Option<Variant>) -> Result<Record, Unreadable> {
    if text.len() > LARGEST {
        return Err(UnreadableKind::TooLong { most: LARGEST }.nowhere());
    }
    let scanner = Scanner::new(text);
    let rest = scanner.rest();
    match rest.first() {
        Some(b'{') => interchange::read_json(&scanner, variant),
        Some(b'(') => pentasol::read(scanner, variant),
        _ if rest.starts_with(msr::PREFIX.as_bytes()) => interchange::read_compact(scanner, variant),
        _ => plain::read(scanner, variant),
    }
}

/// Writes a record. MSR also says how many moves are left at its end, which only who has played it knows. Nothing is
/// written of a record that the form cannot hold. The [module](self) has an example.
///
/// # Errors
/// If it cannot, or `out` takes no more.
pub fn write(out: &mut impl Write, record: &Record, form: Form, available_moves: usize) -> Result<(), Unwritable> {
    let text = match form {
        Form::Msr => interchange::write_compact(record, available_moves)?,
        Form::Json => interchange::write_json(record, available_moves)?,
        Form::Pentasol => pentasol::write(record)?.into_bytes(),
        Form::Plain => plain::write(record).into_bytes(),
    };
    Ok(out.write_all(&text)?)
}

/// Why a record cannot be written in a form.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unwritable {
    /// The text cannot be put where it should go.
    Sink(io::Error),
    /// Pentasol, and a game with lines of four.
    NotForPentasol(Variant),
    /// The new point of a move is not on its line, and the form tells one from the other.
    OffLine {
        /// The move, counted from 0.
        index: usize,
        /// Its point.
        point: Point,
        /// Its line.
        line: Line,
    },
    /// The coordinates of a move are larger than the form has them.
    TooFar {
        /// The move, counted from 0.
        index: usize,
        /// Its point.
        point: Point,
    },
}

impl From<io::Error> for Unwritable {
    fn from(error: io::Error) -> Unwritable {
        Unwritable::Sink(error)
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Sink(error) => write!(f, "cannot write: {error}"),
            Unwritable::NotForPentasol(variant) => {
                write!(f, "a Pentasol record has lines of five points, but {variant} has lines of four")
            }
            Unwritable::OffLine { index, point, line } => {
                write!(f, "move {}: the point {point} is not on its line {line}, as this form requires", index + 1)
            }
            Unwritable::TooFar { index, point } => {
                write!(f, "move {}: the coordinates of {point} are too large for this form", index + 1)
            }
        }
    }
}

impl Error for Unwritable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Unwritable::Sink(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_named_as_they_are_read() {
        for form in Form::ALL {
            assert_eq!(form.to_string().parse(), Ok(form));
            assert_eq!(form.to_string().to_uppercase().parse(), Ok(form));
        }
        assert_eq!("svg".parse::<Form>(), Err(NotAForm));
    }
}
