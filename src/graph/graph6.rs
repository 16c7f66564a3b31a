//! graph6: a graph as one line of printable characters, the output of `geng`.
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
//! The number of vertices takes one byte up to 62; then a `~` and three bytes of six bits each up to 258047, or two `~`
//! and six bytes. Each graph has one spelling only. The format is Brendan McKay's (*Description of graph6, sparse6 and
//! digraph6 encodings*, formats.txt of nauty).

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
    #[error("the graph6 string is too long: the graph ends after byte {0}")]
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
    /// assert_eq!(Graph::from_graph6(b"Cl")?, "C4".parse()?);
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
        Ok(Graph::from_edges(order, &|edge| {
            for column in 0..order {
                let first = first_of_column(column);
                (0..column).filter(|row| is_set(first + row)).for_each(|row| edge(row, column));
            }
        }))
    }
}

/// Returns the number of vertices, and the number of bytes that encode it. The caller ensures that the text is not
/// empty, and that all its bytes are of graph6.
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
