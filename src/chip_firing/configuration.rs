//! Chips on the vertices of a graph.

use std::fmt;

/// How many chips lie on each vertex, by the numbers of the vertices.
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
        for (i, chips) in self.0.iter().enumerate() {
            write!(f, "{}{chips}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}
