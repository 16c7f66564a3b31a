//! Simple graphs: no loops, and no two edges between the same vertices.
//!
//! ```text
//!     0 --- 2         vertex        0     1   2   3     4
//!     |               begins        0     2   3   4     6    8
//!     4 --- 3 --- 1   neighbours    2 4   3   0   1 4   0 3
//! ```
//!
//! The neighbours of all vertices lie one after the other, each vertex's in order, and of each is known where they begin:
//! n + 1 numbers and two an edge.
//!
//! ```text
//!     graph6     graphs as lines of text           named   graphs by their names: K5, grid3x4, g6:DQc
//!     symmetry   numbers on the vertices up to automorphism
//! ```

pub mod graph6;
mod named;
mod symmetry;

use std::fmt;

pub use self::named::{Named, NotAGraph};
pub use self::symmetry::{Scratch, Symmetries};

/// A vertex, numbered from 0. They come from a [`Graph`], by number or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(u32);

impl Vertex {
    /// Its number, as an index.
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

/// A simple graph: the neighbours of all vertices, one after the other.
///
/// ```
/// use quadrille::graph::{Graph, NotSimple};
/// let graph = Graph::from_edges(5, [(0, 2), (0, 4), (1, 3), (3, 4)])?;
/// let last = graph.vertex(4).ok_or("no such vertex")?;
/// assert_eq!((graph.order(), graph.size(), graph.degree(last)), (5, 4, 2));
/// assert_eq!(graph.vertex(5), None);
/// let neighbours: Vec<usize> = graph.neighbours(last).iter().map(|vertex| vertex.index()).collect();
/// assert_eq!(neighbours, [0, 3]);
/// assert!(graph.is_connected() && !graph.is_complete());
/// assert_eq!(Graph::from_edges(5, [(1, 1)]), Err(NotSimple::Loop(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where the neighbours of each vertex begin, and where those of the last one end.
    begins: Vec<usize>,
    neighbours: Vec<Vertex>,
}

/// Why edges do not form a simple graph; vertices are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSimple {
    /// More than [`Graph::MOST_VERTICES`].
    TooManyVertices,
    /// More than [`Graph::MOST_EDGES`].
    TooManyEdges,
    /// An edge from a vertex to itself.
    Loop(usize),
    /// An edge that was there already.
    Repeated(usize, usize),
    /// An edge to a vertex that the graph does not have.
    NoVertex(usize),
}

impl fmt::Display for NotSimple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSimple::TooManyVertices => write!(f, "more than {} vertices", Graph::MOST_VERTICES),
            NotSimple::TooManyEdges => write!(f, "more than {} edges", Graph::MOST_EDGES),
            NotSimple::Loop(vertex) => write!(f, "self-loop at vertex {vertex}"),
            NotSimple::Repeated(from, to) => write!(f, "more than one edge between vertices {from} and {to}"),
            NotSimple::NoVertex(vertex) => write!(f, "an edge to vertex {vertex}, which does not exist"),
        }
    }
}

impl std::error::Error for NotSimple {}

impl Graph {
    /// The most vertices that a graph may have.
    pub const MOST_VERTICES: usize = 1 << 16;

    /// The most edges that a graph may have.
    pub const MOST_EDGES: usize = 1 << 24;

    /// The graph with this number of vertices and these edges, each named once.
    ///
    /// # Errors
    /// If this is not a simple graph, or too large.
    ///
    /// # Complexity
    /// O(n + m log m) time; the memory of a few numbers an edge.
    pub fn from_edges(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Graph, NotSimple> {
        if vertices > Graph::MOST_VERTICES {
            return Err(NotSimple::TooManyVertices);
        }
        let mut arcs = Vec::new();
        for (from, to) in edges {
            if let Some(&off) = [from, to].iter().find(|&&end| end >= vertices) {
                return Err(NotSimple::NoVertex(off));
            }
            if from == to {
                return Err(NotSimple::Loop(from));
            }
            if arcs.len() == 2 * Graph::MOST_EDGES {
                return Err(NotSimple::TooManyEdges);
            }
            // Both are below 2^16.
            arcs.extend([(from as u32, to as u32), (to as u32, from as u32)]);
        }
        arcs.sort_unstable();
        if let Some(twice) = arcs.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(NotSimple::Repeated(twice[0].0 as usize, twice[0].1 as usize));
        }
        let mut begins = vec![0; vertices + 1];
        for &(from, _) in &arcs {
            begins[from as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            begins[vertex + 1] += begins[vertex];
        }
        Ok(Graph { begins, neighbours: arcs.into_iter().map(|(_, to)| Vertex(to)).collect() })
    }

    /// The graph in which each vertex has these neighbours among the vertices before it, which come in order, each once.
    /// There are no more vertices and edges than a graph may have.
    fn grown<I: Iterator<Item = usize>>(vertices: usize, before: impl Fn(usize) -> I) -> Graph {
        let mut begins = vec![0; vertices + 1];
        for vertex in 0..vertices {
            for earlier in before(vertex) {
                begins[vertex + 1] += 1;
                begins[earlier + 1] += 1;
            }
        }
        for vertex in 0..vertices {
            begins[vertex + 1] += begins[vertex];
        }
        let mut ends = begins.clone();
        let mut neighbours = vec![Vertex(0); begins[vertices]];
        // The neighbours of a vertex come in order: those before it in its own turn, the others in theirs, which are later.
        for vertex in 0..vertices {
            for earlier in before(vertex) {
                for (from, to) in [(vertex, earlier), (earlier, vertex)] {
                    neighbours[ends[from]] = Vertex(to as u32);
                    ends[from] += 1;
                }
            }
        }
        Graph { begins, neighbours }
    }

    /// How many vertices it has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.begins.len() - 1
    }

    /// How many edges it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// The vertex with this number, or `None` if there is no such vertex.
    #[must_use]
    pub fn vertex(&self, index: usize) -> Option<Vertex> {
        // At most 2^16.
        (index < self.order()).then_some(Vertex(index as u32))
    }

    /// All vertices, by their numbers.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + ExactSizeIterator + use<> {
        // At most 2^16.
        (0..self.order() as u32).map(Vertex)
    }

    /// The neighbours of a vertex, by their numbers.
    ///
    /// # Panics
    /// If the vertex is of a larger graph, and not of this one; the same for [`degree`](Self::degree).
    #[must_use]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        &self.neighbours[self.begins[vertex.index()]..self.begins[vertex.index() + 1]]
    }

    /// How many neighbours a vertex has.
    #[must_use]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours(vertex).len()
    }

    /// Whether a way leads from each vertex to each other one.
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

    /// Whether all vertices are neighbours of each other.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.size() == self.order() * self.order().saturating_sub(1) / 2
    }
}
