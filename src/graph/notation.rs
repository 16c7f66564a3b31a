//! Graphs as text: names, and graph6 with and without the prefix `g6:`.
//!
//! ```text
//!     K5        complete                          star5      0 in the middle, 5 leaves
//!     K3,4      0 1 2 to 3 4 5 6                  W6         hub 0, then a cycle of 5
//!     C6        0 1 2 3 4 5 and back to 0         Q3         0 to 7, joined if they differ in one bit
//!     P4        0 1 2 3                           grid3x4    row by row: 0 1 2 3, 4 5 6 7, 8 9 10 11
//!     petersen  outer cycle 0 to 4, spokes to 5 to 9, inner star 5 7 9 6 8
//!     g6:DQc    graph6
//! ```
//!
//! graph6 is a graph as one line of printable characters, the output of `geng`:
//!
//! ```text
//!     D Q c      68 81 99          5 vertices: 68 = 63 + 5
//!                  18 36           010010 100100: six bits a byte, plus 63
//!
//!     bits       0 1 0 0 1 0 1 0 0 1 00          upper triangle, column by column, then zeros to the end of the byte
//!     column     1 2 2 3 3 3 4 4 4 4
//!     row        0 0 1 0 1 2 0 1 2 3             so the edges are 0-2, 0-4, 1-3, 3-4
//! ```
//!
//! The number of vertices takes one byte up to 62; then a `~` and three bytes of six bits each up to 258047, or two `~` and six
//! bytes. Each graph has one spelling only, so that reading and writing are inverse. The format is Brendan McKay's
//! (*Description of graph6, sparse6 and digraph6 encodings*, formats.txt of nauty).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Graph;

/// The largest numbers of vertices that one byte encodes, and three.
const MAX_ORDER: [u64; 2] = [62, 258_047];

/// Why a line is not graph6, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct ParseGraph6Error {
    /// The index of the byte in the line, from 0; the length of the line if it ends too early.
    pub offset: usize,
    /// What is wrong there.
    pub kind: Graph6ErrorKind,
}

/// Why a line is not graph6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Graph6ErrorKind {
    /// The line is empty.
    #[error("expected a graph6 string, found nothing")]
    Empty,
    /// The line is sparse6, another format.
    #[error("expected graph6, found sparse6; convert it with copyg -g from nauty")]
    Sparse6,
    /// The line is digraph6, another format.
    #[error("expected graph6, found digraph6; directed graphs are not supported")]
    Digraph6,
    /// An ASCII character outside `?` to `~`.
    #[error("expected graph6 characters (? to ~), found {0}")]
    Character(char),
    /// A byte that is not a printable ASCII character.
    #[error("expected graph6 characters (? to ~), found byte {0}")]
    Byte(u8),
    /// The number of vertices is encoded in more bytes than it needs.
    #[error("the number of vertices is encoded in more bytes than it needs")]
    LongForm,
    /// More than [`Graph::MAX_VERTICES`].
    #[error("expected at most {} vertices", Graph::MAX_VERTICES)]
    TooManyVertices,
    /// More than [`Graph::MAX_EDGES`].
    #[error("expected at most {} edges", Graph::MAX_EDGES)]
    TooManyEdges,
    /// The line ends too early.
    #[error("the graph6 string is too short: expected {missing} more byte{}", if *.missing == 1 { "" } else { "s" })]
    TooFewBytes {
        /// The smallest number of bytes that are missing.
        missing: usize,
    },
    /// The line continues after the graph, which ends after this number of bytes.
    #[error("the graph6 string is too long: the graph ends after {0} bytes")]
    TooManyBytes(usize),
    /// An unused bit of the last byte is not zero.
    #[error("the unused bits of the last byte are not zero")]
    Padding,
}

impl Graph {
    /// The header that may stand before the first graph of a graph6 file.
    pub const GRAPH6_HEADER: &str = ">>graph6<<";

    /// Parses a line of graph6 without its line end, with or without [`GRAPH6_HEADER`](Self::GRAPH6_HEADER).
    ///
    /// ```
    /// use quadrille::graph::Graph;
    /// assert_eq!(Graph::from_graph6(b"DQc")?, Graph::from_edges(5, [(0, 2), (0, 4), (1, 3), (3, 4)])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the line is not graph6, or the graph is too large.
    ///
    /// # Complexity
    /// O(n²) time, which is linear in the length of the line; 8 bytes of memory a vertex and an edge.
    pub fn from_graph6(line: &[u8]) -> Result<Graph, ParseGraph6Error> {
        let start = if line.starts_with(Graph::GRAPH6_HEADER.as_bytes()) { Graph::GRAPH6_HEADER.len() } else { 0 };
        let error = |offset: usize, kind| Err(ParseGraph6Error { offset: start + offset, kind });
        let text = &line[start..];
        match text {
            [] => return error(0, Graph6ErrorKind::Empty),
            [b':' | b';', ..] => return error(0, Graph6ErrorKind::Sparse6),
            [b'&', ..] => return error(0, Graph6ErrorKind::Digraph6),
            _ if text.starts_with(b">>sparse6<<") => return error(0, Graph6ErrorKind::Sparse6),
            _ if text.starts_with(b">>digraph6<<") => return error(0, Graph6ErrorKind::Digraph6),
            _ => {}
        }
        if let Some(offset) = text.iter().position(|byte| !(63..=126).contains(byte)) {
            let byte = text[offset];
            let printable = byte.is_ascii_graphic();
            let kind = if printable { Graph6ErrorKind::Character(byte.into()) } else { Graph6ErrorKind::Byte(byte) };
            return error(offset, kind);
        }
        let (order, begin) = match parse_order(text) {
            Ok(order) => order,
            Err((offset, kind)) => return error(offset, kind),
        };
        let bits = first_of_column(order);
        let end = begin + bits.div_ceil(6);
        if text.len() < end {
            return error(text.len(), Graph6ErrorKind::TooFewBytes { missing: end - text.len() });
        }
        if text.len() > end {
            return error(end, Graph6ErrorKind::TooManyBytes(start + end));
        }
        let sixes = &text[begin..];
        let is_set = |bit: usize| (sixes[bit / 6] - 63) >> (5 - bit % 6) & 1 == 1;
        if (bits..6 * sixes.len()).any(is_set) {
            return error(text.len() - 1, Graph6ErrorKind::Padding);
        }
        if sixes.iter().map(|byte| (byte - 63).count_ones() as usize).sum::<usize>() > Graph::MAX_EDGES {
            return error(begin, Graph6ErrorKind::TooManyEdges);
        }
        Ok(Graph::from_earlier_neighbours(order, |column| {
            let first = first_of_column(column);
            (0..column).filter(move |row| is_set(first + row))
        }))
    }

    /// Returns the graph as a line of graph6, without a header and a line end.
    ///
    /// ```
    /// use quadrille::graph::{Graph, Named};
    /// let cycle: Named = "C5".parse()?;
    /// assert_eq!(cycle.graph().to_graph6(), "Dhc");
    /// assert_eq!(Graph::from_graph6(b"Dhc")?, cycle.into_graph());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// O(n²) time and memory: n²/12 bytes.
    #[must_use]
    pub fn to_graph6(&self) -> String {
        let order = self.order();
        let six = |shift: usize| (order >> shift & 63) as u8;
        // There are not enough vertices for the longest form.
        let mut text = if order as u64 <= MAX_ORDER[0] { vec![six(0)] } else { vec![63, six(12), six(6), six(0)] };
        let begin = text.len();
        text.resize(begin + first_of_column(order).div_ceil(6), 0);
        for column in self.vertices() {
            for row in self.neighbours(column).iter().take_while(|&&row| row < column) {
                let bit = first_of_column(column.index()) + row.index();
                text[begin + bit / 6] |= 1 << (5 - bit % 6);
            }
        }
        text.into_iter().map(|six| char::from(six + 63)).collect()
    }
}

/// Returns the number of vertices, and the number of bytes that encode it. The caller ensures that the text is not empty, and that all
/// its bytes are of graph6.
fn parse_order(text: &[u8]) -> Result<(usize, usize), (usize, Graph6ErrorKind)> {
    let (begin, end) = match text {
        [b'~', b'~', ..] => (2, 8),
        [b'~', ..] => (1, 4),
        _ => (0, 1),
    };
    let missing = || (text.len(), Graph6ErrorKind::TooFewBytes { missing: end - text.len() });
    let sixes = text.get(begin..end).ok_or_else(missing)?;
    let order = sixes.iter().fold(0, |order, byte| order << 6 | u64::from(byte - 63));
    if begin > 0 && order <= MAX_ORDER[begin - 1] {
        return Err((0, Graph6ErrorKind::LongForm));
    }
    if order > Graph::MAX_VERTICES as u64 {
        return Err((0, Graph6ErrorKind::TooManyVertices));
    }
    Ok((order as usize, end))
}

/// Returns the number of bits before a column: the pairs of smaller numbers.
fn first_of_column(column: usize) -> usize {
    // At most 2^31: only the product needs more than 32 bits.
    (column as u64 * (column as u64).saturating_sub(1) / 2) as usize
}

/// A graph and its name. Parsing ignores case, leading zeros of numbers and a header of graph6; printing gives the canonical name.
///
/// ```
/// use quadrille::graph::Named;
/// let named: Named = "GRID03x4".parse()?;
/// assert_eq!(named.to_string(), "grid3x4");
/// assert_eq!((named.graph().order(), named.graph().size()), (12, 17));
/// # Ok::<(), quadrille::graph::ParseGraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: String,
    graph: Graph,
}

impl Named {
    /// Names a graph by its graph6 form.
    ///
    /// # Complexity
    /// See [`Graph::to_graph6`].
    #[must_use]
    pub fn graph6(graph: Graph) -> Named {
        Named { name: format!("{GRAPH6}{}", graph.to_graph6()), graph }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the graph alone.
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

/// Why a text does not name a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseGraphError {
    /// The text is not the name of a graph.
    #[error("expected a graph such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen or g6:DQc")]
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

/// The prefix of a name that is a line of graph6.
const GRAPH6: &str = "g6:";

/// The neighbours of each vertex of the Petersen graph among the vertices before it.
const PETERSEN: [&[usize]; 10] = [&[], &[0], &[1], &[2], &[0, 3], &[0], &[1], &[2, 5], &[3, 5, 6], &[4, 6, 7]];

impl FromStr for Named {
    type Err = ParseGraphError;

    fn from_str(text: &str) -> Result<Named, ParseGraphError> {
        let after = |form: &str| {
            let begin = text.get(..form.len())?;
            begin.eq_ignore_ascii_case(form).then(|| &text[form.len()..])
        };
        if let Some(line) = after(GRAPH6) {
            let graph = Graph::from_graph6(line.as_bytes())?;
            let line = line.strip_prefix(Graph::GRAPH6_HEADER).unwrap_or(line);
            return Ok(Named { name: format!("{GRAPH6}{line}"), graph });
        }
        if after("petersen") == Some("") {
            return Ok(Named {
                name: "petersen".to_owned(),
                graph: Graph::from_earlier_neighbours(10, |v| PETERSEN[v].iter().copied()),
            });
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
        Err(ParseGraphError::Unknown)
    }
}

/// Parses a decimal number, or returns `None` if the text is not one. A number of 2^64 or more becomes the largest, which each family
/// rejects.
fn number(digits: &str) -> Option<u64> {
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| digits.parse().unwrap_or(u64::MAX))
}

type Family = fn(u64) -> Result<Graph, ParseGraphError>;
type FamilyOfTwo = fn(u64, u64) -> Result<Graph, ParseGraphError>;

const FAMILIES: [(&str, Family); 6] =
    [("K", complete), ("C", cycle), ("P", path), ("star", star), ("W", wheel), ("Q", hypercube)];

const FAMILIES_OF_TWO: [(&str, [char; 2], FamilyOfTwo); 2] = [("K", [',', ','], bipartite), ("grid", ['x', 'X'], grid)];

/// Returns the number of vertices, if it and the number of edges are not too large.
fn checked(vertices: u64, edges: u64) -> Result<usize, ParseGraphError> {
    if vertices > Graph::MAX_VERTICES as u64 {
        return Err(ParseGraphError::TooManyVertices);
    }
    if edges > Graph::MAX_EDGES as u64 {
        return Err(ParseGraphError::TooManyEdges);
    }
    Ok(vertices as usize)
}

fn complete(n: u64) -> Result<Graph, ParseGraphError> {
    if n < 2 {
        return Err(ParseGraphError::NoEdge("K2"));
    }
    let n = checked(n, n.saturating_mul(n - 1) / 2)?;
    Ok(Graph::from_earlier_neighbours(n, |vertex| 0..vertex))
}

fn bipartite(left: u64, right: u64) -> Result<Graph, ParseGraphError> {
    if left == 0 || right == 0 {
        return Err(ParseGraphError::NoEdge("K1,1"));
    }
    let n = checked(left.saturating_add(right), left.saturating_mul(right))?;
    let left = left as usize;
    Ok(Graph::from_earlier_neighbours(n, |vertex| 0..if vertex < left { 0 } else { left }))
}

fn cycle(n: u64) -> Result<Graph, ParseGraphError> {
    if n < 3 {
        return Err(ParseGraphError::TooSmall("C3"));
    }
    let n = checked(n, n)?;
    Ok(Graph::from_earlier_neighbours(n, |vertex| {
        (vertex + 1 == n).then_some(0).into_iter().chain(vertex.checked_sub(1))
    }))
}

fn path(n: u64) -> Result<Graph, ParseGraphError> {
    if n < 2 {
        return Err(ParseGraphError::NoEdge("P2"));
    }
    Ok(Graph::from_earlier_neighbours(checked(n, n)?, |vertex| vertex.checked_sub(1).into_iter()))
}

fn star(leaves: u64) -> Result<Graph, ParseGraphError> {
    if leaves == 0 {
        return Err(ParseGraphError::NoEdge("star1"));
    }
    Ok(Graph::from_earlier_neighbours(checked(leaves.saturating_add(1), leaves)?, |vertex| 0..vertex.min(1)))
}

fn wheel(n: u64) -> Result<Graph, ParseGraphError> {
    if n < 4 {
        return Err(ParseGraphError::TooSmall("W4"));
    }
    let n = checked(n, n.saturating_mul(2))?;
    Ok(Graph::from_earlier_neighbours(n, |vertex| {
        let (hub, closing, previous) = (vertex > 0, vertex + 1 == n, vertex > 1);
        [(hub, 0), (closing, 1), (previous, vertex.wrapping_sub(1))].into_iter().filter(|end| end.0).map(|end| end.1)
    }))
}

fn hypercube(dimension: u64) -> Result<Graph, ParseGraphError> {
    if dimension == 0 {
        return Err(ParseGraphError::NoEdge("Q1"));
    }
    if dimension > u64::from(Graph::MAX_VERTICES.ilog2()) {
        return Err(ParseGraphError::TooManyVertices);
    }
    let n = checked(1 << dimension, dimension << (dimension - 1))?;
    // Ascending: the higher the bit that is cleared, the smaller the number.
    let bits = move |vertex: usize| (0..dimension).rev().map(|bit| 1 << bit).filter(move |bit| vertex & bit != 0);
    Ok(Graph::from_earlier_neighbours(n, |vertex| bits(vertex).map(move |bit| vertex ^ bit)))
}

fn grid(rows: u64, columns: u64) -> Result<Graph, ParseGraphError> {
    let cells = rows.saturating_mul(columns);
    if cells < 2 {
        return Err(ParseGraphError::NoEdge("grid1x2"));
    }
    let n = checked(cells, cells.saturating_mul(2))?;
    let columns = columns as usize;
    Ok(Graph::from_earlier_neighbours(n, |cell| {
        let left = (cell % columns > 0).then(|| cell - 1);
        cell.checked_sub(columns).into_iter().chain(left)
    }))
}
