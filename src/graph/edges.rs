//! Graphs by their edges, between vertices that have names.
//!
//! ```text
//!     edges:a-b,b-c,c-a        or a line for each:  a b        vertex    0 1 2
//!                                                   b c        name      a b c
//!                                                   c a
//! ```
//!
//! Vertices whose names are all numbers are in the order of these numbers, and others in that of their first edges.

use std::collections::{BTreeSet, HashMap};

use thiserror::Error;

use super::Graph;

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

impl Graph {
    /// Returns the graph with edges between vertices that are given by their names, and these names, or none if they are
    /// the numbers of the vertices. Each edge may be given once, or all of them once in each direction.
    ///
    /// # Errors
    /// If the graph is not simple, or too large. The error has the index of the edge that is refused.
    ///
    /// # Complexity
    /// O(|E| log |E|).
    pub fn from_names<'a>(
        list: impl IntoIterator<Item = [&'a str; 2]>,
    ) -> Result<(Graph, Vec<String>), (usize, EdgeError)> {
        let (mut names, mut numbers) = (Vec::new(), HashMap::new());
        // The first and the second vertex of each edge, and its index.
        let mut edges: HashMap<[usize; 2], usize> = HashMap::new();
        for (index, ends @ [one, other]) in list.into_iter().enumerate() {
            if one == other {
                return Err((index, EdgeError::Loop(one.to_owned())));
            }
            let edge = ends.map(|name| {
                *numbers.entry(name).or_insert_with(|| {
                    names.push(name);
                    names.len() - 1
                })
            });
            if names.len() > Graph::MAX_VERTICES {
                return Err((index, EdgeError::TooManyVertices));
            }
            if index >= 2 * Graph::MAX_EDGES {
                return Err((index, EdgeError::TooManyEdges));
            }
            if edges.insert(edge, index).is_some() {
                return Err((index, EdgeError::Twice(one.to_owned(), other.to_owned())));
            }
        }
        let is_return = |edge: &[usize; 2], index| edges.get(&[edge[1], edge[0]]).is_some_and(|first| first < index);
        let returns = edges.iter().filter(|(edge, index)| is_return(edge, index));
        let returns: Vec<(usize, [usize; 2])> = returns.map(|(&edge, &index)| (index, edge)).collect();
        if let Some(&(index, [one, other])) = returns.iter().min()
            && 2 * returns.len() != edges.len()
        {
            return Err((index, EdgeError::Twice(names[other].to_owned(), names[one].to_owned())));
        }
        let are_numbers = names.iter().all(|name| number(name).is_some());
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_cached_key(|&vertex| number(names[vertex]).filter(|_| are_numbers));
        let mut places = vec![0; names.len()];
        order.iter().enumerate().for_each(|(place, &vertex)| places[vertex] = place);
        let pairs = edges.keys().map(|edge| edge.map(|vertex| places[vertex]));
        let pairs: BTreeSet<[usize; 2]> = pairs.map(|[one, other]| [one.max(other), one.min(other)]).collect();
        if pairs.len() > Graph::MAX_EDGES {
            return Err((Graph::MAX_EDGES, EdgeError::TooManyEdges));
        }
        let graph = Graph::from_edges(names.len(), &|edge| pairs.iter().for_each(|&[to, from]| edge(from, to)));
        let names: Vec<String> = order.iter().map(|&vertex| names[vertex].to_owned()).collect();
        let are_places = names.iter().enumerate().all(|(place, name)| *name == place.to_string());
        Ok((graph, if are_places { Vec::new() } else { names }))
    }
}

/// Returns the number that a name is, if it is a decimal number in its only spelling.
fn number(name: &str) -> Option<u64> {
    name.parse().ok().filter(|number: &u64| number.to_string() == name)
}
