//! Simple graphs: no loops, and at most one edge between two vertices.
//!
//! ```text
//!     mod         Graph, in compressed sparse rows
//!     names       K5, grid3x4, g6:DQc
//!     graph6      lines of graph6
//!     edges       lists of edges, with names of vertices
//!     symmetry    labels of the vertices up to automorphism
//!       blocks      twins, and colour refinement
//!       group       lists of automorphisms, and the greatest image under them
//! ```

mod edges;
mod graph6;
mod names;
mod symmetry;

use std::fmt;

use serde::Serialize;

pub use self::edges::EdgeError;
pub use self::graph6::{Graph6ErrorKind, ParseGraph6Error};
pub use self::names::ParseGraphError;
pub use self::symmetry::{Scratch, Symmetries};

/// A vertex, numbered from 0. [`Graph::vertex`] and [`Graph::vertices`] return the vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Vertex(u32);

impl Vertex {
    /// Returns the number of the vertex, as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A simple graph in compressed sparse rows: the neighbours of each vertex in ascending order, one vertex after the
/// other, and where each vertex's neighbours begin. That is n + 1 numbers, and two for each edge.
///
/// ```text
///     0 --- 2         vertex        0     1   2   3     4
///     |               begins        0     2   3   4     6    8
///     4 --- 3 --- 1   neighbours    2 4   3   0   1 4   0 3
/// ```
///
/// ```
/// use quadrille::graph::Graph;
/// let graph: Graph = "g6:DQc".parse()?;
/// let last = graph.vertex(4).ok_or("no such vertex")?;
/// assert_eq!((graph.order(), graph.size(), graph.degree(last)), (5, 4, 2));
/// assert_eq!(graph.vertex(5), None);
/// let neighbours: Vec<usize> = graph.neighbours(last).iter().map(|vertex| vertex.index()).collect();
/// assert_eq!(neighbours, [0, 3]);
/// assert!(graph.is_connected() && !graph.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// Where the neighbours of each vertex begin, and where those of the last one end.
    begins: Vec<usize>,
    neighbours: Vec<Vertex>,
}

/// A callback that gets the two vertices of an edge.
type Edge<'a> = dyn FnMut(usize, usize) + 'a;

impl Graph {
    /// The largest number of vertices.
    pub const MAX_VERTICES: usize = 1 << 16;

    /// The largest number of edges.
    pub const MAX_EDGES: usize = 1 << 24;

    /// Builds a graph from its edges, which `for_each_edge` lists twice. The caller ensures that each is an edge of a
    /// graph within the limits, and that they come in ascending order of their larger vertex, and then of the smaller
    /// one: so neighbours are found in ascending order.
    fn from_edges(vertices: usize, for_each_edge: &dyn Fn(&mut Edge<'_>)) -> Graph {
        let mut begins = vec![0; vertices + 1];
        for_each_edge(&mut |from, to| {
            begins[from + 1] += 1;
            begins[to + 1] += 1;
        });
        for vertex in 0..vertices {
            begins[vertex + 1] += begins[vertex];
        }
        let mut ends = begins.clone();
        let mut neighbours = vec![Vertex(0); begins[vertices]];
        for_each_edge(&mut |one, other| {
            for (from, to) in [(one, other), (other, one)] {
                // At most 2^16.
                neighbours[ends[from]] = Vertex(to as u32);
                ends[from] += 1;
            }
        });
        Graph { begins, neighbours }
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn order(&self) -> usize {
        self.begins.len() - 1
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn size(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// Returns the vertex with the given number, from 0, or `None` if there is no such vertex.
    #[must_use]
    pub fn vertex(&self, index: usize) -> Option<Vertex> {
        // At most 2^16.
        (index < self.order()).then_some(Vertex(index as u32))
    }

    /// Returns all vertices in ascending order.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + ExactSizeIterator + use<> {
        // At most 2^16.
        (0..self.order() as u32).map(Vertex)
    }

    /// Returns the neighbours of a vertex in ascending order.
    ///
    /// # Panics
    /// If the graph does not have the vertex; the same for [`degree`](Self::degree).
    #[must_use]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        &self.neighbours[self.begins[vertex.index()]..self.begins[vertex.index() + 1]]
    }

    /// Returns the number of neighbours of a vertex.
    #[must_use]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours(vertex).len()
    }

    /// Returns whether a path leads from each vertex to each other one. The graph without vertices is connected.
    ///
    /// # Complexity
    /// O(n + m) time and O(n) memory.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.order()];
        let mut left = self.order();
        let mut open: Vec<Vertex> = self.vertices().take(1).collect();
        for first in &open {
            reached[first.index()] = true;
        }
        while let Some(vertex) = open.pop() {
            left -= 1;
            for &next in self.neighbours(vertex) {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    open.push(next);
                }
            }
        }
        left == 0
    }

    /// Returns whether each vertex is a neighbour of each other one.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.size() == self.order() * self.order().saturating_sub(1) / 2
    }
}
