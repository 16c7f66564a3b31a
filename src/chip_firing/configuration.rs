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

/// Why a text is not a configuration, and at which vertex, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChips {
    /// There is nothing where a number should be.
    Missing {
        /// The vertex.
        vertex: usize,
    },
    /// There is something else than digits.
    NotANumber {
        /// The vertex.
        vertex: usize,
    },
    /// A number of 2^64 or more.
    TooLarge {
        /// The vertex.
        vertex: usize,
    },
}

impl fmt::Display for NotChips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotChips::Missing { vertex } => {
                write!(f, "expected a number of chips for vertex {vertex}, found nothing; chips are written like 1,0,2")
            }
            NotChips::NotANumber { vertex } => {
                write!(f, "expected a number of chips for vertex {vertex}; chips are written like 1,0,2")
            }
            NotChips::TooLarge { vertex } => write!(f, "expected at most {} chips on vertex {vertex}", u64::MAX),
        }
    }
}

impl std::error::Error for NotChips {}

/// Numbers in digits with commas between, and nothing else.
impl FromStr for Configuration {
    type Err = NotChips;

    fn from_str(text: &str) -> Result<Configuration, NotChips> {
        let number = |(vertex, count): (usize, &str)| {
            if count.is_empty() {
                return Err(NotChips::Missing { vertex });
            }
            if !count.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(NotChips::NotANumber { vertex });
            }
            count.parse().map_err(|_| NotChips::TooLarge { vertex })
        };
        text.split(',').enumerate().map(number).try_collect().map(Configuration)
    }
}
