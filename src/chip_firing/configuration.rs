//! Chips on the vertices of a graph.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

/// How many chips lie on each vertex, by the numbers of the vertices. Its text form is the numbers with commas between.
///
/// ```
/// use quadrille::chip_firing::Configuration;
/// let configuration: Configuration = "1,1,0".parse()?;
/// assert_eq!(configuration.chips(), [1, 1, 0]);
/// assert_eq!(configuration.to_string(), "1,1,0");
/// # Ok::<(), quadrille::chip_firing::NotChips>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration(Vec<u64>);

impl Configuration {
    /// Chips as they are counted here, a number a vertex.
    #[must_use]
    pub fn new(chips: Vec<u64>) -> Configuration {
        Configuration(chips)
    }

    /// No chips on so many vertices.
    #[must_use]
    pub fn empty(vertices: usize) -> Configuration {
        Configuration(vec![0; vertices])
    }

    /// The chips, a number a vertex.
    #[must_use]
    pub fn chips(&self) -> &[u64] {
        &self.0
    }

    /// How many there are in all: this does not overflow, since there are fewer than 2^64 vertices.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.0.iter().map(|&chips| u128::from(chips)).sum()
    }
}

/// The numbers, with commas between.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().format(",").fmt(f)
    }
}

/// Why a word is no configuration, and at which byte of it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChips {
    /// There is no number where one should be.
    Missing {
        /// Where that is.
        offset: usize,
    },
    /// A number goes on with something else than digits.
    NotANumber {
        /// Where that begins.
        offset: usize,
    },
    /// A number of 2^64 or more.
    TooLarge {
        /// Where the number begins.
        offset: usize,
    },
}

impl NotChips {
    /// The byte of the word, from 0.
    #[must_use]
    pub fn offset(&self) -> usize {
        match *self {
            NotChips::Missing { offset } | NotChips::NotANumber { offset } | NotChips::TooLarge { offset } => offset,
        }
    }
}

impl fmt::Display for NotChips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotChips::Missing { .. } => f.write_str("a number of chips is missing"),
            NotChips::NotANumber { .. } => f.write_str("not a number of chips, or no comma after it"),
            NotChips::TooLarge { .. } => write!(f, "more than {} chips", u64::MAX),
        }
    }
}

impl std::error::Error for NotChips {}

/// Numbers in digits with commas between, and nothing else.
impl FromStr for Configuration {
    type Err = NotChips;

    fn from_str(text: &str) -> Result<Configuration, NotChips> {
        let mut chips = Vec::new();
        let mut offset = 0;
        for count in text.split(',') {
            if count.is_empty() {
                return Err(NotChips::Missing { offset });
            }
            if let Some(off) = count.bytes().position(|byte| !byte.is_ascii_digit()) {
                return Err(NotChips::NotANumber { offset: offset + off });
            }
            chips.push(count.parse().map_err(|_| NotChips::TooLarge { offset })?);
            offset += count.len() + 1;
        }
        Ok(Configuration(chips))
    }
}
