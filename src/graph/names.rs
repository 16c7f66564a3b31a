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

use std::str::FromStr;

use thiserror::Error;

use super::{Graph, ParseGraph6Error};

/// Why a text does not name a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseGraphError {
    /// The text is not the name of a graph.
    #[error(
        "expected a graph such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, edges:0-1,1-2, g6:DQc or a file of edges"
    )]
    Unknown,
    /// The graph would have no edge; the smallest graph of this form.
    #[error("expected a graph with at least one edge; the smallest of this kind is {0}")]
    NoEdge(&'static str),
    /// The graph would not be simple; the smallest graph of this form.
    #[error("too few vertices; the smallest graph of this kind is {0}")]
    TooSmall(&'static str),
    /// The graph would have more than [`Graph::MAX_VERTICES`].
    #[error("expected at most {} vertices", Graph::MAX_VERTICES)]
    TooManyVertices,
    /// The graph would have more than [`Graph::MAX_EDGES`].
    #[error("expected at most {} edges", Graph::MAX_EDGES)]
    TooManyEdges,
    /// What follows `g6:` is not graph6.
    #[error(transparent)]
    Graph6(#[from] ParseGraph6Error),
}

/// The neighbours of each vertex of the Petersen graph among the vertices before it.
const PETERSEN: [&[usize]; 10] = [&[], &[0], &[1], &[2], &[0, 3], &[0], &[1], &[2, 5], &[3, 5, 6], &[4, 6, 7]];

/// Parses the name of a graph, in upper or lower case.
///
/// ```
/// use quadrille::graph::{Graph, ParseGraphError};
/// let grid: Graph = "grid3x4".parse()?;
/// assert_eq!((grid.order(), grid.size()), (12, 17));
/// assert_eq!("C2".parse::<Graph>(), Err(ParseGraphError::TooSmall("C3")));
/// # Ok::<(), ParseGraphError>(())
/// ```
impl FromStr for Graph {
    type Err = ParseGraphError;

    fn from_str(text: &str) -> Result<Graph, ParseGraphError> {
        if let Some((prefix, line)) = text.split_at_checked(3)
            && prefix.eq_ignore_ascii_case("g6:")
        {
            return Ok(Graph::from_graph6(line.as_bytes())?);
        }
        let name = text.to_ascii_lowercase();
        let (form, rest) = name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()));
        let between = if form == "grid" { 'x' } else { ',' };
        let numbers: Option<Vec<usize>> = rest.split(between).map(number).collect();
        match (form, numbers.as_deref().unwrap_or_default()) {
            ("petersen", []) if rest.is_empty() => family(10, 15, &|vertex| PETERSEN[vertex].to_vec()),
            ("k", [0 | 1]) => Err(ParseGraphError::NoEdge("K2")),
            ("k", &[n]) => family(n, n.saturating_mul(n - 1) / 2, &|vertex| (0..vertex).collect()),
            ("k", [0, _] | [_, 0]) => Err(ParseGraphError::NoEdge("K1,1")),
            ("k", &[left, right]) => family(left.saturating_add(right), left.saturating_mul(right), &|vertex| {
                if vertex < left { Vec::new() } else { (0..left).collect() }
            }),
            ("c", [0..3]) => Err(ParseGraphError::TooSmall("C3")),
            ("c", &[n]) => family(n, n, &|vertex| match vertex {
                0 => Vec::new(),
                _ if vertex == n - 1 => vec![0, vertex - 1],
                _ => vec![vertex - 1],
            }),
            ("p", [0 | 1]) => Err(ParseGraphError::NoEdge("P2")),
            ("p", &[n]) => family(n, n - 1, &|vertex| vertex.checked_sub(1).into_iter().collect()),
            ("star", [0]) => Err(ParseGraphError::NoEdge("star1")),
            ("star", &[leaves]) => family(leaves.saturating_add(1), leaves, &|vertex| (0..vertex.min(1)).collect()),
            ("w", [0..4]) => Err(ParseGraphError::TooSmall("W4")),
            ("w", &[n]) => family(n, n.saturating_mul(2), &|vertex| match vertex {
                0 => Vec::new(),
                1 => vec![0],
                _ if vertex == n - 1 => vec![0, 1, vertex - 1],
                _ => vec![0, vertex - 1],
            }),
            ("q", [0]) => Err(ParseGraphError::NoEdge("Q1")),
            ("q", &[dimension]) => {
                let n = 1_usize.checked_shl(dimension.min(64) as u32).unwrap_or(usize::MAX);
                family(n, dimension.saturating_mul(n / 2), &|vertex| {
                    (0..dimension).rev().filter(|bit| vertex >> bit & 1 == 1).map(|bit| vertex ^ (1 << bit)).collect()
                })
            }
            ("grid", &[rows, columns]) => {
                let cells = rows.saturating_mul(columns);
                if cells < 2 {
                    return Err(ParseGraphError::NoEdge("grid1x2"));
                }
                family(cells, cells.saturating_mul(2), &|cell| {
                    let above = cell.checked_sub(columns);
                    above.into_iter().chain((cell % columns > 0).then(|| cell - 1)).collect()
                })
            }
            _ => Err(ParseGraphError::Unknown),
        }
    }
}

/// Parses a decimal number, or returns `None` if the text is not one. A number that does not fit becomes the largest
/// one, which is too large for every family.
fn number(digits: &str) -> Option<usize> {
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Builds a graph from its number of vertices, an upper bound of its edges, and the neighbours of each vertex before
/// it, in ascending order.
fn family(vertices: usize, edges: usize, before: &dyn Fn(usize) -> Vec<usize>) -> Result<Graph, ParseGraphError> {
    if vertices > Graph::MAX_VERTICES {
        return Err(ParseGraphError::TooManyVertices);
    }
    if edges > Graph::MAX_EDGES {
        return Err(ParseGraphError::TooManyEdges);
    }
    Ok(Graph::from_edges(vertices, &|edge| {
        (0..vertices).for_each(|vertex| before(vertex).into_iter().for_each(|other| edge(other, vertex)));
    }))
}
