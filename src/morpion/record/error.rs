//! Why a text is not a record, with the place in the text where there is one.

use thiserror::Error;

use crate::morpion::lattice::{Line, Point};
use crate::morpion::pattern::InvalidPatternError;
use crate::morpion::variant::Variant;
use crate::text::{Place, Token};

/// The error of a text that is not a record in any of the forms.
///
/// ```
/// use quadrille::morpion::record::read;
/// let error = read(b"5T\n3 -1 3 -1 3\n", None).err().ok_or("a record")?;
/// assert_eq!(error.place.line, 2);
/// assert_eq!(error.kind.to_string(), "expected y2 of a move x y x1 y1 x2 y2, found the end of the line");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {kind}")]
pub struct ParseRecordError {
    /// The place in the text.
    pub place: Place,
    /// What is wrong.
    pub kind: ParseRecordErrorKind,
}

/// Why a text is not a record. Moves are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseRecordErrorKind {
    /// The text, or its JSON, is larger than the limit, in bytes.
    #[error("expected a record of at most {0} bytes, found more")]
    TooLong(usize),
    /// Something else was found where an item is required.
    #[error("expected {item}, found {found}")]
    Expected {
        /// What is required.
        item: &'static str,
        /// What was found: a word in quotes, or the end of the line or of the text.
        found: String,
    },
    /// A start point is given twice, or is too far from the cross.
    #[error("{0}")]
    StartPoint(InvalidPatternError),
    /// The two ends are not those of a line of the variant.
    #[error("move {}: expected the two ends of a line of {length} points, found {} and {}", index + 1, ends[0], ends[1])]
    NotALine {
        /// The move.
        index: usize,
        /// The ends.
        ends: [Point; 2],
        /// The number of points that a line should have.
        length: u8,
    },
    /// The coordinates of a move do not fit into 64 bits.
    #[error("move {}: its coordinates do not fit into 64 bits", .0 + 1)]
    TooFar(usize),
    /// Pentasol, and the caller did not name the variant.
    #[error("a Pentasol record does not name its variant: give 5T or 5D")]
    NoVariant,
    /// A list of moves, and the caller did not name the variant.
    #[error("a list of moves does not name its variant: give it")]
    NoVariantOfList,
    /// The plain form without its first line, and the caller did not name the variant.
    #[error(
        "expected the variant, such as 5T, in the first line of a plain record, found {0}: add this line, or give the variant"
    )]
    NoFirstLine(Token),
    /// A list of games that has none.
    #[error("expected a list of moves, or of games with a list of moves each, found an empty list")]
    EmptyList,
    /// In a list of moves, a new point is another point of its line than the move says.
    #[error("move {}: the point {point} is not point {line_pos} of its line {line}, counted from 0", index + 1)]
    WrongIndex {
        /// The move.
        index: usize,
        /// Its new point.
        point: Point,
        /// Its line.
        line: Line,
        /// The index of the point on the line, as the move has it.
        line_pos: i64,
    },
    /// Pentasol, for a variant with lines of four.
    #[error("a Pentasol record has lines of five points, but {0} has lines of four")]
    NotForPentasol(Variant),
    /// The text after `MS1:` is not URL-safe Base64 without padding.
    #[error("expected Base64 after MS1: (A-Z a-z 0-9 - _, no padding)")]
    NotBase64,
    /// The data after `MS1:` is not complete DEFLATE data.
    #[error("the data after MS1: is damaged or incomplete")]
    NotDeflate,
    /// The data after `MS1:` is complete before its end.
    #[error("expected the end of the text after the data of MS1:, found more")]
    AfterDeflate,
    /// The data after `MS1:` decompresses to more than the limit, in bytes.
    #[error("the data after MS1: decompresses to more than {0} bytes")]
    InflatesTooFar(usize),
    /// The text is not valid JSON, or its JSON is not a record.
    #[error("{}: {message}", match inside {
        Some(place) => format!("in the JSON after MS1:, {place}"),
        None => "not a valid JSON record".to_owned(),
    })]
    Json {
        /// The place within the JSON that follows `MS1:`; `None` if the text itself is the JSON.
        inside: Option<Place>,
        /// The message of the JSON parser, in printable ASCII.
        message: String,
    },
}

impl ParseRecordErrorKind {
    /// Returns the error at a place.
    pub(super) fn at(self, place: Place) -> ParseRecordError {
        ParseRecordError { place, kind: self }
    }
}
