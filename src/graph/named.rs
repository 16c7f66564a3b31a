//! Graphs by their names.
//!
//! ```text
//!     K5        complete                          star5      0 in the middle, 5 leaves
//!     K3,4      0 1 2 to 3 4 5 6                  W6         hub 0, then a cycle of 5
//!     C6        0 1 2 3 4 5 and back to 0         Q3         0 to 7, joined if they differ in one bit
//!     P4        0 1 2 3                           grid3x4    row by row: 0 1 2 3, 4 5 6 7, 8 9 10 11
//!     petersen  outer cycle 0 to 4, spokes to 5 to 9, inner star 5 7 9 6 8
//!     g6:DQc    graph6
//! ```

use std::fmt;
use std::str::FromStr;

use super::Graph;
use super::graph6::{self, NotGraph6};

/// A graph and its name. Letters are read in either case; numbers may begin with zeros, which are dropped; and so is a header
/// of graph6.
///
/// ```
/// use quadrille::graph::Named;
/// let named: Named = "GRID03x4".parse()?;
/// assert_eq!(named.to_string(), "grid3x4");
/// assert_eq!((named.graph().order(), named.graph().size()), (12, 17));
/// # Ok::<(), quadrille::graph::NotAGraph>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: String,
    graph: Graph,
}

impl Named {
    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The graph alone.
    #[must_use]
    pub fn into_graph(self) -> Graph {
        self.graph
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Why a name is not that of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAGraph {
    /// It does not have any of the forms.
    Unknown,
    /// It would have no edge.
    NoEdge {
        /// The smallest graph of this form.
        smallest: &'static str,
    },
    /// It would not be a simple graph.
    TooSmall {
        /// The smallest graph of this form.
        smallest: &'static str,
    },
    /// It would have more than [`Graph::MOST_VERTICES`].
    TooManyVertices,
    /// It would have more than [`Graph::MOST_EDGES`].
    TooManyEdges,
    /// What follows `g6:` is not graph6.
    NotGraph6(NotGraph6),
}

impl fmt::Display for NotAGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAGraph::Unknown => {
                f.write_str("expected a graph such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen or g6:DQc")
            }
            NotAGraph::NoEdge { smallest } => {
                write!(f, "expected a graph with at least one edge; the smallest of this kind is {smallest}")
            }
            NotAGraph::TooSmall { smallest } => {
                write!(f, "too few vertices; the smallest graph of this kind is {smallest}")
            }
            NotAGraph::TooManyVertices => write!(f, "expected at most {} vertices", Graph::MOST_VERTICES),
            NotAGraph::TooManyEdges => write!(f, "expected at most {} edges", Graph::MOST_EDGES),
            NotAGraph::NotGraph6(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotAGraph {}

const GRAPH6: &str = "g6:";

/// The neighbours of each vertex of the Petersen graph among those before it.
const PETERSEN: [&[usize]; 10] = [&[], &[0], &[1], &[2], &[0, 3], &[0], &[1], &[2, 5], &[3, 5, 6], &[4, 6, 7]];

impl FromStr for Named {
    type Err = NotAGraph;

    fn from_str(text: &str) -> Result<Named, NotAGraph> {
        let after = |form: &str| {
            let begin = text.get(..form.len())?;
            begin.eq_ignore_ascii_case(form).then(|| &text[form.len()..])
        };
        if let Some(line) = after(GRAPH6) {
            let graph = graph6::parse(line.as_bytes()).map_err(NotAGraph::NotGraph6)?;
            let line =
                line.as_bytes().strip_prefix(graph6::HEADER).map_or(line, |rest| &line[line.len() - rest.len()..]);
            return Ok(Named { name: format!("{GRAPH6}{line}"), graph });
        }
        if after("petersen") == Some("") {
            return Ok(Named { name: "petersen".to_owned(), graph: Graph::grown(10, |v| PETERSEN[v].iter().copied()) });
        }
        for (form, family) in FAMILIES {
            if let Some(number) = after(form).and_then(number) {
                return Ok(Named { name: format!("{form}{number}"), graph: family(number)? });
            }
        }
        for (form, between, family) in FAMILIES_OF_TWO {
            let Some((left, right)) = after(form).and_then(|rest| rest.split_once(between)) else { continue };
            if let (Some(left), Some(right)) = (number(left), number(right)) {
                let name = format!("{form}{left}{}{right}", between[0]);
                return Ok(Named { name, graph: family(left, right)? });
            }
        }
        Err(NotAGraph::Unknown)
    }
}

/// A number in digits; one that does not fit is as large as can be, and so is refused by every family.
fn number(digits: &str) -> Option<u64> {
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| digits.parse().unwrap_or(u64::MAX))
}

type Family = fn(u64) -> Result<Graph, NotAGraph>;
type FamilyOfTwo = fn(u64, u64) -> Result<Graph, NotAGraph>;

const FAMILIES: [(&str, Family); 6] =
    [("K", complete), ("C", cycle), ("P", path), ("star", star), ("W", wheel), ("Q", hypercube)];

const FAMILIES_OF_TWO: [(&str, [char; 2], FamilyOfTwo); 2] = [("K", [',', ','], bipartite), ("grid", ['x', 'X'], grid)];

/// The numbers of vertices and edges, unless there are too many.
fn checked(vertices: u64, edges: u64) -> Result<usize, NotAGraph> {
    if vertices > Graph::MOST_VERTICES as u64 {
        return Err(NotAGraph::TooManyVertices);
    }
    if edges > Graph::MOST_EDGES as u64 {
        return Err(NotAGraph::TooManyEdges);
    }
    Ok(vertices as usize)
}

fn complete(n: u64) -> Result<Graph, NotAGraph> {
    if n < 2 {
        return Err(NotAGraph::NoEdge { smallest: "K2" });
    }
    let n = checked(n, n.saturating_mul(n - 1) / 2)?;
    Ok(Graph::grown(n, |vertex| 0..vertex))
}

fn bipartite(left: u64, right: u64) -> Result<Graph, NotAGraph> {
    if left == 0 || right == 0 {
        return Err(NotAGraph::NoEdge { smallest: "K1,1" });
    }
    let n = checked(left.saturating_add(right), left.saturating_mul(right))?;
    let left = left as usize;
    Ok(Graph::grown(n, |vertex| 0..if vertex < left { 0 } else { left }))
}

fn cycle(n: u64) -> Result<Graph, NotAGraph> {
    if n < 3 {
        return Err(NotAGraph::TooSmall { smallest: "C3" });
    }
    let n = checked(n, n)?;
    Ok(Graph::grown(n, |vertex| (vertex + 1 == n).then_some(0).into_iter().chain(vertex.checked_sub(1))))
}

fn path(n: u64) -> Result<Graph, NotAGraph> {
    if n < 2 {
        return Err(NotAGraph::NoEdge { smallest: "P2" });
    }
    Ok(Graph::grown(checked(n, n)?, |vertex| vertex.checked_sub(1).into_iter()))
}

fn star(leaves: u64) -> Result<Graph, NotAGraph> {
    if leaves == 0 {
        return Err(NotAGraph::NoEdge { smallest: "star1" });
    }
    Ok(Graph::grown(checked(leaves.saturating_add(1), leaves)?, |vertex| 0..vertex.min(1)))
}

fn wheel(n: u64) -> Result<Graph, NotAGraph> {
    if n < 4 {
        return Err(NotAGraph::TooSmall { smallest: "W4" });
    }
    let n = checked(n, n.saturating_mul(2))?;
    Ok(Graph::grown(n, |vertex| {
        let (hub, closing, previous) = (vertex > 0, vertex + 1 == n, vertex > 1);
        [(hub, 0), (closing, 1), (previous, vertex.wrapping_sub(1))].into_iter().filter(|end| end.0).map(|end| end.1)
    }))
}

fn hypercube(dimension: u64) -> Result<Graph, NotAGraph> {
    if dimension == 0 {
        return Err(NotAGraph::NoEdge { smallest: "Q1" });
    }
    if dimension > u64::from(Graph::MOST_VERTICES.ilog2()) {
        return Err(NotAGraph::TooManyVertices);
    }
    let n = checked(1 << dimension, dimension << (dimension - 1))?;
    // The higher the bit that is taken away, the smaller the number.
    let bits = move |vertex: usize| (0..dimension).rev().map(|bit| 1 << bit).filter(move |bit| vertex & bit != 0);
    Ok(Graph::grown(n, |vertex| bits(vertex).map(move |bit| vertex ^ bit)))
}

fn grid(rows: u64, columns: u64) -> Result<Graph, NotAGraph> {
    let cells = rows.saturating_mul(columns);
    if cells < 2 {
        return Err(NotAGraph::NoEdge { smallest: "grid1x2" });
    }
    let n = checked(cells, cells.saturating_mul(2))?;
    let columns = columns as usize;
    Ok(Graph::grown(n, |cell| {
        let left = (cell % columns > 0).then(|| cell - 1);
        cell.checked_sub(columns).into_iter().chain(left)
    }))
}
