//! What can be wrong with the form of a record, said in one line, with its place if there is one.

use std::error::Error;
use std::fmt;

use crate::morpion::lattice::Point;
use crate::morpion::variant::Variant;
use crate::text::{Place, Token};

/// Something that a form wants at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The beginning of a record, in any of the forms.
    Record,
    /// In the plain form, one of the numbers of a move, counted from 0.
    Number(usize),
    /// In Pentasol, where the cross stands.
    Reference,
    /// In Pentasol, the new point of a move.
    Point,
    /// In Pentasol, the direction of a line.
    Direction,
    /// In Pentasol, how far the centre of the line is from the new point.
    Offset,
    /// The end of the line after the variant.
    AfterVariant,
    /// The end of the line after a reference.
    AfterReference,
    /// The end of the line after a move.
    AfterMove,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Record => f.write_str("a record (5T, 5D, 4T or 4D and its moves, Pentasol, JSON, or MS1:)"),
            Item::Number(index) => {
                let which = ["first", "second", "third", "fourth", "fifth", "sixth"].get(*index).unwrap_or(&"next");
                write!(f, "the {which} of six numbers x y x1 y1 x2 y2")
            }
            Item::Reference => f.write_str("a reference such as (28,28)"),
            Item::Point => f.write_str("a point such as (27,25)"),
            Item::Direction => f.write_str(r"a direction, one of - | / \"),
            Item::Offset => f.write_str("an offset of the line's centre, -2 to +2"),
            Item::AfterVariant => f.write_str("nothing after the variant"),
            Item::AfterReference => f.write_str("nothing after the reference"),
            Item::AfterMove => f.write_str("nothing after the move"),
        }
    }
}

/// What stands at a place instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A word.
    Word(Token),
    /// The end of the line.
    EndOfLine,
    /// The end of the text.
    EndOfText,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Word(token) => token.fmt(f),
            Found::EndOfLine => f.write_str("the end of the line"),
            Found::EndOfText => f.write_str("the end of the text"),
        }
    }
}

/// A text that is no record in any of the forms: what is wrong, and where.
///
/// ```
/// use quadrille::morpion::record::read;
/// let error = read(b"5T\n3 -1 3 -1 3\n", None).err().ok_or("a record")?;
/// assert_eq!(error.place.map(|place| place.line), Some(2));
/// assert_eq!(error.kind.to_string(), "expected the sixth of six numbers x y x1 y1 x2 y2, found the end of the line");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where, if a place of the text is to blame.
    pub place: Option<Place>,
    /// What.
    pub kind: UnreadableKind,
}

/// What is wrong with a text that should be a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnreadableKind {
    /// More bytes of text, or of JSON, than any record needs.
    TooLong {
        /// The most that are read.
        most: usize,
    },
    /// Something else stands where an item is wanted.
    Expected {
        /// What is wanted.
        item: Item,
        /// What stands there.
        found: Found,
    },
    /// A number of more than 64 bits.
    NumberTooLarge(Token),
    /// No line has these ends.
    NotALine {
        /// The move, counted from 0.
        index: usize,
        /// The ends.
        ends: [Point; 2],
        /// How many points a line should have.
        length: u8,
    },
    /// A move beyond the numbers that we have.
    TooFar {
        /// The move, counted from 0.
        index: usize,
    },
    /// Pentasol, and nobody says of which game.
    NoVariant,
    /// Pentasol, for a game that it cannot hold.
    NotForPentasol(Variant),
    /// What follows `MS1:` is not Base64 of the kind that is safe in addresses, without padding.
    NotBase64,
    /// What follows `MS1:` is not compressed with DEFLATE, or cut short.
    NotDeflate,
    /// What follows `MS1:` is compressed, and too much.
    InflatesTooFar {
        /// The most bytes that are inflated.
        most: usize,
    },
    /// Arrays and objects within each other, too many of them.
    TooDeep {
        /// The most that are read.
        most: usize,
    },
    /// The JSON is none, or not a record.
    Json {
        /// Where, if it is within the JSON that follows `MS1:`.
        inside: Option<Place>,
        /// What, in the words of its reader; printable ASCII.
        message: String,
    },
}

impl UnreadableKind {
    pub(super) fn at(self, place: Place) -> Unreadable {
        Unreadable { place: Some(place), kind: self }
    }

    pub(super) fn nowhere(self) -> Unreadable {
        Unreadable { place: None, kind: self }
    }
}

impl fmt::Display for UnreadableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableKind::TooLong { most } => write!(f, "a record of more than {most} bytes"),
            UnreadableKind::Expected { item, found } => write!(f, "expected {item}, found {found}"),
            UnreadableKind::NumberTooLarge(token) => write!(f, "number {token} is too large"),
            UnreadableKind::NotALine { index, ends: [one, other], length } => {
                let length = if *length == 5 { "five" } else { "four" };
                write!(f, "move {}: {one} and {other} are not the ends of a line of {length}", index + 1)
            }
            UnreadableKind::TooFar { index } => write!(f, "move {}: its coordinates are too large", index + 1),
            UnreadableKind::NoVariant => f.write_str("a Pentasol record does not say which game it is of: 5T or 5D"),
            UnreadableKind::NotForPentasol(variant) => {
                write!(f, "a Pentasol record has lines of five, and {variant} has lines of four")
            }
            UnreadableKind::NotBase64 => f.write_str("expected Base64 (A-Z a-z 0-9 - _, no padding) after MS1:"),
            UnreadableKind::NotDeflate => f.write_str("what follows MS1: is damaged or cut short"),
            UnreadableKind::InflatesTooFar { most } => {
                write!(f, "what follows MS1: inflates to more than {most} bytes")
            }
            UnreadableKind::TooDeep { most } => write!(f, "JSON nested more than {most} deep"),
            UnreadableKind::Json { inside: Some(place), message } => {
                write!(f, "in the JSON that follows MS1:, {place}: {message}")
            }
            UnreadableKind::Json { inside: None, message } => f.write_str(message),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl Error for Unreadable {}
