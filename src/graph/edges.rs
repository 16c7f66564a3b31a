//! Graphs by their edges, between vertices that have names.
//!
//! ```text
//!     edges:a-b,b-c,c-a        or a line for each:  a b        vertex    0 1 2
//!                                                   b c        name      a b c
//!                                                   c a
//! ```
//!
//! Vertices whose names are all numbers are in the order of these numbers, and others in that of their first edges.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::Graph;

/// The edges of a graph, as far as they have been given. Each may be given once, or all of them once in each direction.
#[derive(Debug, Default)]
pub struct EdgeList {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// The first and the second vertex of each edge.
    edges: HashSet<(usize, usize)>,
    /// The first edge that had been given in the other direction, and its index.
    reversed: Option<(usize, (usize, usize))>,
    /// How many there are.
    returns: usize,
}

/// Why an edge is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EdgeError {
    /// It joins a vertex to itself.
    #[error("the edge joins {0} to itself; expected a simple graph")]
    Loop(String),
    /// It was given before.
    #[error("there is an edge from {0} to {1} already; expected a simple graph")]
    Twice(String, String),
    /// The graph would have more than [`Graph::MAX_VERTICES`].
    #[error("expected at most {} vertices", Graph::MAX_VERTICES)]
    TooManyVertices,
    /// The graph would have more than [`Graph::MAX_EDGES`].
    #[error("expected at most {} edges", Graph::MAX_EDGES)]
    TooManyEdges,
}

impl EdgeList {
    /// Adds an edge between two vertices, given by their names.
    ///
    /// # Errors
    /// If the graph would not be simple, or too large.
    pub fn add(&mut self, names: [&str; 2]) -> Result<(), EdgeError> {
        let [one, other] = names;
        if one == other {
            return Err(EdgeError::Loop(one.to_owned()));
        }
        let edge = (self.number(one)?, self.number(other)?);
        let index = self.edges.len();
        if index >= 2 * Graph::MAX_EDGES {
            return Err(EdgeError::TooManyEdges);
        }
        if self.edges.contains(&edge) {
            return Err(EdgeError::Twice(one.to_owned(), other.to_owned()));
        }
        if self.edges.contains(&(edge.1, edge.0)) {
            self.returns += 1;
            self.reversed.get_or_insert((index, edge));
        }
        self.edges.insert(edge);
        Ok(())
    }

    fn number(&mut self, name: &str) -> Result<usize, EdgeError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len();
        if number == Graph::MAX_VERTICES {
            return Err(EdgeError::TooManyVertices);
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// Returns the graph and the names of its vertices, or no names if they are the numbers of the vertices.
    ///
    /// # Errors
    /// If some edges were given in both directions and some were not, or there are too many. The error has the index of
    /// the edge that is refused.
    pub fn graph(self) -> Result<(Graph, Vec<String>), (usize, EdgeError)> {
        let EdgeList { mut names, edges, reversed, returns, .. } = self;
        if let Some((index, (one, other))) = reversed.filter(|_| 2 * returns != edges.len()) {
            return Err((index, EdgeError::Twice(names[other].clone(), names[one].clone())));
        }
        let mut order: Vec<usize> = (0..names.len()).collect();
        let numbers: Option<Vec<u64>> = names.iter().map(|name| number(name)).collect();
        if let Some(numbers) = &numbers {
            order.sort_unstable_by_key(|&vertex| numbers[vertex]);
        }
        let mut places = vec![0; names.len()];
        order.iter().enumerate().for_each(|(place, &vertex)| places[vertex] = place);
        let mut pairs: Vec<[usize; 2]> = edges
            .iter()
            .map(|&(one, other)| [places[one].max(places[other]), places[one].min(places[other])])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        if pairs.len() > Graph::MAX_EDGES {
            return Err((Graph::MAX_EDGES, EdgeError::TooManyEdges));
        }
        let graph = Graph::from_edges(names.len(), &|edge| pairs.iter().for_each(|&[to, from]| edge(from, to)));
        let names: Vec<String> = order.iter().map(|&vertex| std::mem::take(&mut names[vertex])).collect();
        let are_numbers = names.iter().enumerate().all(|(place, name)| *name == place.to_string());
        Ok((graph, if are_numbers { Vec::new() } else { names }))
    }
}

/// Returns the number that a name is, if it is a decimal number in its only spelling.
fn number(name: &str) -> Option<u64> {
    name.parse().ok().filter(|number: &u64| number.to_string() == name)
}
