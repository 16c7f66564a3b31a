//! Why a text is not a record: one line, with the place in the text where it has one.

use std::error::Error;
use std::fmt;

use crate::morpion::lattice::Point;
use crate::morpion::variant::Variant;
use crate::text::{Place, Token};

/// Something that a form requires at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The beginning of a record, in any of the forms.
    Record,
    /// In the plain form, one of the numbers of a move, counted from 0.
    Number(usize),
    /// In Pentasol, the position of the cross.
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
            Item::Record => f.write_str("a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:)"),
            Item::Number(index) => {
                let name = ["x", "y", "x1", "y1", "x2", "y2"].get(*index).unwrap_or(&"a number");
                write!(f, "{name} of a move x y x1 y1 x2 y2")
            }
            Item::Reference => f.write_str("a Pentasol reference such as (28,28)"),
            Item::Point => f.write_str("a point such as (27,25)"),
            Item::Direction => f.write_str(r"a direction: - | / or \"),
            Item::Offset => f.write_str("the offset of the line's centre, from -2 to +2"),
            Item::AfterVariant => f.write_str("the end of the line after the variant"),
            Item::AfterReference => f.write_str("the end of the line after the reference"),
            Item::AfterMove => f.write_str("the end of the line after the move"),
        }
    }
}

/// What was found at the place instead.
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

/// Why a text is not a record in any of the forms, and where.
///
/// ```
/// use quadrille::morpion::record::read;
/// let error = read(b"5T\n3 -1 3 -1 3\n", None).err().ok_or("a record")?;
/// assert_eq!(error.place.map(|place| place.line), Some(2));
/// assert_eq!(error.kind.to_string(), "expected y2 of a move x y x1 y1 x2 y2, found the end of the line");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The place in the text; `None` if the fault has none.
    pub place: Option<Place>,
    /// The fault.
    pub kind: UnreadableKind,
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnreadableKind {
    /// The text, or its JSON, is larger than the limit.
    TooLong {
        /// The limit, in bytes.
        most: usize,
    },
    /// Something else was found where an item is required.
    Expected {
        /// What is required.
        item: Item,
        /// What was found.
        found: Found,
    },
    /// A number that does not fit into 64 bits.
    NumberTooLarge(Token),
    /// The two ends of a line are not those of a line of the variant.
    NotALine {
        /// The move, counted from 0.
        index: usize,
        /// The ends.
        ends: [Point; 2],
        /// How many points a line should have.
        length: u8,
    },
    /// The coordinates of a move do not fit into 64 bits.
    TooFar {
        /// The move, counted from 0.
        index: usize,
    },
    /// Pentasol, and the caller did not name the variant.
    NoVariant,
    /// Pentasol, for a variant with lines of four.
    NotForPentasol(Variant),
    /// What follows `MS1:` is not Base64 of the kind that is safe in addresses, without padding.
    NotBase64,
    /// What follows `MS1:` is not complete DEFLATE data.
    NotDeflate,
    /// What follows `MS1:` decompresses to more than the limit.
    InflatesTooFar {
        /// The limit, in bytes.
        most: usize,
    },
    /// Arrays and objects of the JSON are nested too deeply.
    TooDeep {
        /// The limit.
        most: usize,
    },
    /// The text is not valid JSON, or its JSON is not a record.
    Json {
        /// The place within the JSON that follows `MS1:`; `None` if the JSON is the text itself.
        inside: Option<Place>,
        /// The message of the JSON parser, in printable ASCII.
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
            UnreadableKind::TooLong { most } => write!(f, "expected a record of at most {most} bytes, found more"),
            UnreadableKind::Expected { item, found } => write!(f, "expected {item}, found {found}"),
            UnreadableKind::NumberTooLarge(token) => {
                write!(f, "expected a number that fits into 64 bits, found {token}")
            }
            UnreadableKind::NotALine { index, ends: [one, other], length } => {
                write!(
                    f,
                    "move {}: expected the two ends of a line of {length} points, found {one} and {other}",
                    index + 1
                )
            }
            UnreadableKind::TooFar { index } => {
                write!(f, "move {}: its coordinates do not fit into 64 bits", index + 1)
            }
            UnreadableKind::NoVariant => f.write_str("a Pentasol record does not name its variant: give 5T or 5D"),
            UnreadableKind::NotForPentasol(variant) => {
                write!(f, "a Pentasol record has lines of five points, but {variant} has lines of four")
            }
            UnreadableKind::NotBase64 => f.write_str("expected Base64 after MS1: (A-Z a-z 0-9 - _, no padding)"),
            UnreadableKind::NotDeflate => f.write_str("the data after MS1: is damaged or incomplete"),
            UnreadableKind::InflatesTooFar { most } => {
                write!(f, "the data after MS1: decompresses to more than {most} bytes")
            }
            UnreadableKind::TooDeep { most } => {
                write!(f, "expected at most {most} nested arrays and objects in the JSON, found more")
            }
            UnreadableKind::Json { inside: Some(place), message } => {
                write!(f, "in the JSON after MS1:, {place}: {message}")
            }
            UnreadableKind::Json { inside: None, message } => write!(f, "not a valid JSON record: {message}"),
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
