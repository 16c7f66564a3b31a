//! Chips on the vertices of a graph, and firing until no vertex can fire, in any order.
//!
//! ```text
//!     K4    4 2 1 0    fire 0    1 3 2 1    fire 1    2 0 3 2    fire 2    3 1 0 3  ...  every vertex fires: endless
//!     K4    3 1 1 0    fire 0    0 2 2 1                         stable
//! ```
//!
//! **Theorem** (A. Björner, L. Lovász, P. Shor, *Chip-firing games on graphs*, 1991). Whether firing ends, the stable
//! configuration and how often each vertex fires do not depend on the order. With m edges, n vertices and more than
//! 2m-n chips firing never ends.
//!
//! So the vertices that can fire wait in a queue, and a vertex fires as often in a row as its own chips allow. That is
//! a legal order, since no other vertex takes chips from it.
//!
//! **Theorem.** Firing is endless if and only if every vertex fires at least once.
//! **Proof.** If firing ends, some vertex never fires (G. Tardos, *Polynomial bound for a chip firing game on graphs*,
//! 1988). If it is endless, some vertex fires without end. Each of its neighbours gets chips without end, and so fires
//! without end too, and the graph is connected.
//!
//! So the loop ends when every vertex has fired, and needs no counter.
//!
//! No number overflows: there are at most N = 2m-n+1 <= 2^25 chips. Vertices that have fired t times or more have given
//! at most N chips more to the others than they have got back, over at least one edge. So firing counts in ascending
//! order rise by at most N from one to the next, and begin with 0: each is below 2^41, and their sum below 2^57.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use serde::Serialize;
use thiserror::Error;

use crate::budget::Budget;
use crate::graph::{Graph, Vertex};

/// The number of chips on each vertex. Its text form is the numbers in the order of the vertices, with commas between.
///
/// ```
/// use quadrille::chip_firing::Configuration;
/// let configuration: Configuration = "1,1,0".parse()?;
/// assert_eq!(configuration.chips(), [1, 1, 0]);
/// assert_eq!(configuration.to_string(), "1,1,0");
/// # Ok::<(), quadrille::chip_firing::ParseConfigurationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Configuration(Vec<u64>);

impl Configuration {
    /// Returns the configuration with the given number of chips on each vertex.
    #[must_use]
    pub fn new(chips: Vec<u64>) -> Configuration {
        Configuration(chips)
    }

    /// Returns the configuration without chips on the given number of vertices.
    #[must_use]
    pub fn empty(vertices: usize) -> Configuration {
        Configuration(vec![0; vertices])
    }

    /// Returns the number of chips on each vertex.
    #[must_use]
    pub fn chips(&self) -> &[u64] {
        &self.0
    }

    /// Returns the number of chips in all. It does not overflow, since there are fewer than 2^64 vertices.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.0.iter().map(|&chips| u128::from(chips)).sum()
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().format(",").fmt(f)
    }
}

/// Why a text is not a configuration, and at which vertex, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseConfigurationError {
    /// A number is missing.
    #[error("expected a number of chips for vertex {0}, found nothing; chips are written like 1,0,2")]
    Missing(usize),
    /// A number does not consist of digits.
    #[error("expected a number of chips for vertex {0}; chips are written like 1,0,2")]
    NotANumber(usize),
    /// A number is 2^64 or more.
    #[error("expected at most 18446744073709551615 chips on vertex {0}")]
    TooLarge(usize),
}

impl FromStr for Configuration {
    type Err = ParseConfigurationError;

    fn from_str(text: &str) -> Result<Configuration, ParseConfigurationError> {
        let number = |(vertex, count): (usize, &str)| {
            if count.is_empty() {
                return Err(ParseConfigurationError::Missing(vertex));
            }
            if !count.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ParseConfigurationError::NotANumber(vertex));
            }
            count.parse().map_err(|_| ParseConfigurationError::TooLarge(vertex))
        };
        text.split(',').enumerate().map(number).try_collect().map(Configuration)
    }
}

/// The result of firing until no vertex can fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stabilization {
    /// No vertex can fire.
    Stable {
        /// The chips at the end.
        configuration: Configuration,
        /// How often each vertex has fired: the firing vector.
        firings: Vec<u64>,
    },
    /// Some vertex can always fire.
    Endless(Endless),
}

/// Why firing never ends.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::chip_firing::{Endless, Stabilization, stabilize};
///
/// for (chips, why) in [("2,1,0", Endless::AllFired), ("4,0,0", Endless::TooManyChips { chips: 4, most: 3 })] {
///     let end = stabilize(&"K3".parse()?, &chips.parse()?, &mut Budget::default());
///     assert_eq!(end, Some(Stabilization::Endless(why)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Endless {
    /// There are more than 2m-n chips, so that some vertex can always fire.
    TooManyChips {
        /// The number of chips.
        chips: u128,
        /// The largest number that can be stable, 2m-n.
        most: u64,
    },
    /// Every vertex has fired; in an avalanche that ends at least one vertex never fires.
    AllFired,
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Endless::TooManyChips { chips, most } => {
                let (are, s) = if *chips == 1 { ("is", "") } else { ("are", "s") };
                write!(
                    f,
                    "never stabilizes: there {are} {chips} chip{s}, and with more than 2m-n = {most} (m edges, n vertices) \
                     some vertex can always fire"
                )
            }
            Endless::AllFired => {
                f.write_str("never stabilizes: every vertex has fired, which happens only in an endless avalanche")
            }
        }
    }
}

/// The work between two polls: the number of times that a vertex gets chips from another.
const POLL_INTERVAL: usize = 1 << 20;

/// Fires as long as a vertex can fire. Returns `None` if the budget, which is polled with the number of firings, stops
/// it.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::chip_firing::{Stabilization, stabilize};
///
/// let end = stabilize(&"K4".parse()?, &"4,2,0,0".parse()?, &mut Budget::default());
/// assert_eq!(end, Some(Stabilization::Stable { configuration: "2,0,2,2".parse()?, firings: vec![1, 1, 0, 0] }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are not as many chip counts as vertices, or if the graph is not connected with at least two vertices.
///
/// # Complexity
/// Linear memory. At most 2nmD firings (Tardos 1988), D the diameter; consecutive firings of a vertex are one step.
#[doc(alias = "topple")]
#[doc(alias = "sandpile")]
pub fn stabilize(graph: &Graph, configuration: &Configuration, budget: &mut Budget<'_>) -> Option<Stabilization> {
    let n = graph.order();
    assert_eq!(configuration.chips().len(), n, "a number of chips for each vertex");
    assert!(n > 1 && graph.is_connected(), "a connected graph with an edge");
    // A connected graph has at least n - 1 edges.
    let most = (2 * graph.size() - n) as u64;
    let chips = configuration.total();
    if chips > u128::from(most) {
        return Some(Stabilization::Endless(Endless::TooManyChips { chips, most }));
    }
    fire(graph, configuration.chips().to_vec(), budget)
}

/// Does the same as [`stabilize`]. The caller ensures that the graph is connected, with an edge, and that there are at
/// most 2m-n+1 chips.
pub(super) fn fire(graph: &Graph, mut chips: Vec<u64>, budget: &mut Budget<'_>) -> Option<Stabilization> {
    let n = graph.order();
    let mut firings = vec![0_u64; n];
    let (mut unfired, mut fired, mut given) = (n, 0, 0);
    // The vertices that can fire, each once.
    let can_fire = |chips: &[u64], vertex: Vertex| chips[vertex.index()] >= graph.degree(vertex) as u64;
    let mut queue: VecDeque<Vertex> = graph.vertices().filter(|&vertex| can_fire(&chips, vertex)).collect();
    while let Some(vertex) = queue.pop_front() {
        let degree = graph.degree(vertex) as u64;
        let times = chips[vertex.index()] / degree;
        chips[vertex.index()] -= times * degree;
        for &next in graph.neighbours(vertex) {
            let could = can_fire(&chips, next);
            chips[next.index()] += times;
            if !could && can_fire(&chips, next) {
                queue.push_back(next);
            }
        }
        if firings[vertex.index()] == 0 {
            unfired -= 1;
            if unfired == 0 {
                return Some(Stabilization::Endless(Endless::AllFired));
            }
        }
        firings[vertex.index()] += times;
        fired += times;
        given += graph.degree(vertex);
        if given >= POLL_INTERVAL {
            given = 0;
            budget.poll(fired).continue_value()?;
        }
    }
    Some(Stabilization::Stable { configuration: Configuration::new(chips), firings })
}
