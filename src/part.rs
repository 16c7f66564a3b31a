//! Parts of a computation, for several machines.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// The largest number of parts; with more, some would be empty.
pub const MAX_PARTS: u64 = 1 << 20;

/// One of several parts of a computation, each about as much work. The text form is `3/100`.
///
/// ```
/// use quadrille::part::{ParsePartError, Part};
/// assert_eq!("3/100".parse(), Ok(Part { number: 3, parts: 100 }));
/// assert_eq!("0/100".parse::<Part>(), Err(ParsePartError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Part {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub parts: u64,
}

impl Part {
    /// The only part of a computation that is not divided.
    pub const WHOLE: Part = Part { number: 1, parts: 1 };
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.parts)
    }
}

impl FromStr for Part {
    type Err = ParsePartError;

    fn from_str(text: &str) -> Result<Part, ParsePartError> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_plain).ok_or(ParsePartError)
        };
        let (index, parts) = text.split_once('/').ok_or(ParsePartError)?;
        let part = Part { number: number(index)?, parts: number(parts)? };
        if (1..=part.parts).contains(&part.number) && part.parts <= MAX_PARTS { Ok(part) } else { Err(ParsePartError) }
    }
}

/// The error of a text that is not a [`Part`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected I/N such as 3/100, with I from 1 to N and N at most {MAX_PARTS}")]
pub struct ParsePartError;
