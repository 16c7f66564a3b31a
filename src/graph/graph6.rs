//! graph6: a graph as a line of printable characters, the way `geng` writes them.
//!
//! ```text
//!     D Q c      68 81 99          5 vertices: 68 = 63 + 5
//!                  18 36           010010 100100: six bits a byte, from which 63 is taken
//!
//!     bits       0 1 0 0 1 0 1 0 0 1 00          upper triangle, column by column, then zeros to the end of the byte
//!     column     1 2 2 3 3 3 4 4 4 4
//!     row        0 0 1 0 1 2 0 1 2 3             so the edges are 0-2, 0-4, 1-3, 3-4
//! ```
//!
//! The number of vertices takes one byte up to 62; then a `~` and three bytes of six bits each up to 258047, or two `~` and six
//! bytes. Each graph has one spelling only: what is read without an error is written as it was. The format is Brendan McKay's
//! (*Description of graph6, sparse6 and digraph6 encodings*, formats.txt of nauty).

use std::fmt;

use super::Graph;

/// What may stand before the first graph of a file.
pub const HEADER: &[u8] = b">>graph6<<";

/// The most vertices that one byte names, and three.
const MOST: [u64; 2] = [62, 258_047];

/// Why a line is not graph6, and at which byte of it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotGraph6 {
    /// There is nothing.
    Empty {
        /// Where something should begin.
        offset: usize,
    },
    /// It is sparse6, another format.
    Sparse6 {
        /// Where that is seen.
        offset: usize,
    },
    /// It is digraph6, another format.
    Digraph6 {
        /// Where that is seen.
        offset: usize,
    },
    /// A byte outside 63..=126.
    Byte {
        /// Where it is.
        offset: usize,
        /// It.
        byte: u8,
    },
    /// The number of vertices is in a longer form than it needs.
    LongForm {
        /// Where it begins.
        offset: usize,
    },
    /// More than [`Graph::MOST_VERTICES`].
    TooManyVertices {
        /// Where their number begins.
        offset: usize,
    },
    /// More than [`Graph::MOST_EDGES`].
    TooManyEdges {
        /// Where the edges begin.
        offset: usize,
    },
    /// The line ends too early.
    TooFewBytes {
        /// Where it ends.
        offset: usize,
        /// How many bytes it should have, as far as it goes.
        needed: usize,
    },
    /// The line goes on after the graph.
    TooManyBytes {
        /// The first byte that does not belong to the graph.
        offset: usize,
    },
    /// A bit that is not of the graph, in its last byte, is no zero.
    Padding {
        /// The last byte.
        offset: usize,
    },
}

impl NotGraph6 {
    /// The byte of the line, from 0; its length if it ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        match *self {
            NotGraph6::Empty { offset }
            | NotGraph6::Sparse6 { offset }
            | NotGraph6::Digraph6 { offset }
            | NotGraph6::Byte { offset, .. }
            | NotGraph6::LongForm { offset }
            | NotGraph6::TooManyVertices { offset }
            | NotGraph6::TooManyEdges { offset }
            | NotGraph6::TooFewBytes { offset, .. }
            | NotGraph6::TooManyBytes { offset }
            | NotGraph6::Padding { offset } => offset,
        }
    }
}

impl fmt::Display for NotGraph6 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotGraph6::Empty { .. } => f.write_str("expected a graph6 string, found nothing"),
            NotGraph6::Sparse6 { .. } => {
                f.write_str("expected graph6, found sparse6; convert it with copyg -g from nauty")
            }
            NotGraph6::Digraph6 { .. } => {
                f.write_str("expected graph6, found digraph6; directed graphs are not supported")
            }
            NotGraph6::Byte { byte, .. } if byte.is_ascii_graphic() => {
                write!(f, "expected graph6 characters (? to ~), found {}", char::from(*byte))
            }
            NotGraph6::Byte { byte, .. } => write!(f, "expected graph6 characters (? to ~), found byte {byte}"),
            NotGraph6::LongForm { .. } => f.write_str("the number of vertices is encoded in more bytes than it needs"),
            NotGraph6::TooManyVertices { .. } => write!(f, "expected at most {} vertices", Graph::MOST_VERTICES),
            NotGraph6::TooManyEdges { .. } => write!(f, "expected at most {} edges", Graph::MOST_EDGES),
            NotGraph6::TooFewBytes { offset, needed } => match needed.saturating_sub(*offset) {
                1 => f.write_str("the graph6 string is too short: expected 1 more byte"),
                missing => write!(f, "the graph6 string is too short: expected {missing} more bytes"),
            },
            NotGraph6::TooManyBytes { offset } => {
                write!(f, "the graph6 string is too long: the graph ends after {offset} bytes")
            }
            NotGraph6::Padding { .. } => f.write_str("the unused bits of the last byte are not zero"),
        }
    }
}

impl std::error::Error for NotGraph6 {}

/// Reads a line, without its end, with or without [`HEADER`].
///
/// ```
/// use quadrille::graph::{Graph, graph6};
/// assert_eq!(graph6::parse(b"DQc"), Ok(Graph::from_edges(5, [(0, 2), (0, 4), (1, 3), (3, 4)])?));
/// # Ok::<(), quadrille::graph::NotSimple>(())
/// ```
///
/// # Errors
/// If this is not graph6, or the graph is too large.
///
/// # Complexity
/// O(n²) time, which is linear in the length of the line; 8 bytes of memory a vertex and an edge.
pub fn parse(line: &[u8]) -> Result<Graph, NotGraph6> {
    let start = if line.starts_with(HEADER) { HEADER.len() } else { 0 };
    let (text, offset) = (&line[start..], start);
    if text.starts_with(b">>sparse6<<") {
        return Err(NotGraph6::Sparse6 { offset });
    }
    if text.starts_with(b">>digraph6<<") {
        return Err(NotGraph6::Digraph6 { offset });
    }
    match text.first() {
        None => return Err(NotGraph6::Empty { offset }),
        Some(b':' | b';') => return Err(NotGraph6::Sparse6 { offset }),
        Some(b'&') => return Err(NotGraph6::Digraph6 { offset }),
        Some(_) => {}
    }
    if let Some(off) = text.iter().position(|byte| !(63..=126).contains(byte)) {
        return Err(NotGraph6::Byte { offset: start + off, byte: text[off] });
    }
    let (order, begin) = read_order(text, start)?;
    let (bits, offset) = (first_of_column(order), start + begin);
    let end = begin + bits.div_ceil(6);
    if text.len() < end {
        return Err(NotGraph6::TooFewBytes { offset: line.len(), needed: start + end });
    }
    if text.len() > end {
        return Err(NotGraph6::TooManyBytes { offset: start + end });
    }
    let sixes = &text[begin..];
    let is_set = |bit: usize| (sixes[bit / 6] - 63) >> (5 - bit % 6) & 1 == 1;
    if (bits..6 * sixes.len()).any(is_set) {
        return Err(NotGraph6::Padding { offset: line.len() - 1 });
    }
    if sixes.iter().map(|byte| (byte - 63).count_ones() as usize).sum::<usize>() > Graph::MOST_EDGES {
        return Err(NotGraph6::TooManyEdges { offset });
    }
    Ok(Graph::grown(order, |column| {
        let first = first_of_column(column);
        (0..column).filter(move |row| is_set(first + row))
    }))
}

/// The number of vertices, and how many bytes name it. All bytes are of graph6, and there is one.
fn read_order(text: &[u8], start: usize) -> Result<(usize, usize), NotGraph6> {
    let (begin, end) = match text {
        [b'~', b'~', ..] => (2, 8),
        [b'~', ..] => (1, 4),
        _ => (0, 1),
    };
    let Some(sixes) = text.get(begin..end) else {
        return Err(NotGraph6::TooFewBytes { offset: start + text.len(), needed: start + end });
    };
    let order = sixes.iter().fold(0, |order, byte| order << 6 | u64::from(byte - 63));
    if begin > 0 && order <= MOST[begin - 1] {
        return Err(NotGraph6::LongForm { offset: start });
    }
    if order > Graph::MOST_VERTICES as u64 {
        return Err(NotGraph6::TooManyVertices { offset: start });
    }
    Ok((order as usize, end))
}

/// How many bits there are before a column: the pairs of smaller numbers.
fn first_of_column(column: usize) -> usize {
    // At most 2^31: only the product would not fit 32 bits.
    (column as u64 * (column as u64).saturating_sub(1) / 2) as usize
}

/// The graph as a line, without a header and without a line end.
///
/// ```
/// use quadrille::graph::{Named, graph6};
/// let cycle: Named = "C5".parse()?;
/// assert_eq!(graph6::write(cycle.graph()), "Dhc");
/// assert_eq!(graph6::parse(b"Dhc")?, cycle.into_graph());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(n²) time and memory: n²/12 bytes.
#[must_use]
pub fn write(graph: &Graph) -> String {
    let order = graph.order();
    let six = |shift: usize| (order >> shift & 63) as u8;
    // There are not enough vertices for the longest form.
    let mut text = if order as u64 <= MOST[0] { vec![six(0)] } else { vec![63, six(12), six(6), six(0)] };
    let begin = text.len();
    text.resize(begin + first_of_column(order).div_ceil(6), 0);
    for column in graph.vertices() {
        for row in graph.neighbours(column).iter().take_while(|&&row| row < column) {
            let bit = first_of_column(column.index()) + row.index();
            text[begin + bit / 6] |= 1 << (5 - bit % 6);
        }
    }
    text.into_iter().map(|six| char::from(six + 63)).collect()
}
