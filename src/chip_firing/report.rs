//! Answers about chip-firing games as text.
//!
//! ```text
//!     Game chip number: 8       a key and a value, alone on its line
//!     Lower bound: 6            what is proved, whether the number is known or not
//!     Optimal vertices: 0 1     vertices from 0, as in graph6, with blanks between
//! ```
//!
//! What is not known is the line `Unknown`, or the word `unknown` after a key. No answer has a blank line, so that a blank line
//! always ends one.

use std::io::{self, Write};

use itertools::Itertools;

use super::Stabilization;
use crate::graph::Vertex;

/// What is known of the next move: which vertices keep the value.
pub type Moves<'a> = Option<&'a [Vertex]>;

/// Prints which player wins, 1 or 2, and if that was asked with which vertices.
///
/// # Errors
/// Those of `out`; likewise for all that is printed.
pub fn winner(out: &mut impl Write, player: Option<u64>, moves: Option<Moves<'_>>) -> io::Result<()> {
    match player {
        Some(player) => writeln!(out, "Winner: player {player}")?,
        None => writeln!(out, "Unknown")?,
    }
    vertices(out, "Winning vertices", moves)
}

/// Prints the game chip number, what it lies between, and if that was asked the best vertices.
///
/// ```
/// use quadrille::chip_firing::report;
/// let mut text = Vec::new();
/// report::number(&mut text, Some(8), (6, 9), Some(None))?;
/// let expected = "Game chip number: 8\nLower bound: 6\nUpper bound: 9\nOptimal vertices: unknown\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`winner`].
pub fn number(
    out: &mut impl Write,
    number: Option<u64>,
    (lower, upper): (u64, u64),
    moves: Option<Moves<'_>>,
) -> io::Result<()> {
    match number {
        Some(number) => writeln!(out, "Game chip number: {number}")?,
        None => writeln!(out, "Unknown")?,
    }
    writeln!(out, "Lower bound: {lower}\nUpper bound: {upper}")?;
    vertices(out, "Optimal vertices", moves)
}

/// Prints the Grundy value.
///
/// # Errors
/// See [`winner`].
pub fn grundy(out: &mut impl Write, value: Option<u64>) -> io::Result<()> {
    match value {
        Some(value) => writeln!(out, "Grundy value: {value}"),
        None => writeln!(out, "Unknown"),
    }
}

fn vertices(out: &mut impl Write, key: &str, moves: Option<Moves<'_>>) -> io::Result<()> {
    let Some(moves) = moves else { return Ok(()) };
    write!(out, "{key}:")?;
    match moves {
        None => write!(out, " unknown")?,
        Some([]) => write!(out, " none")?,
        Some(moves) => moves.iter().try_for_each(|vertex| write!(out, " {vertex}"))?,
    }
    writeln!(out)
}

/// Prints what becomes of a configuration.
///
/// # Errors
/// See [`winner`].
pub fn stabilization(out: &mut impl Write, stabilization: Option<&Stabilization>) -> io::Result<()> {
    match stabilization {
        None => writeln!(out, "Unknown"),
        Some(Stabilization::Never(never)) => writeln!(out, "{never}"),
        Some(Stabilization::Stable { configuration, firings }) => {
            writeln!(out, "Stable configuration: {configuration}\nFiring vector: {}", firings.iter().format(","))
        }
    }
}

/// What is known of a complete graph, for a row of the [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many vertices it has.
    pub vertices: u64,
    /// Which player wins, 1 or 2.
    pub winner: Option<u64>,
    /// The game chip number if Max is first.
    pub max_first: Option<u64>,
    /// And if Min is.
    pub min_first: Option<u64>,
}

impl Row {
    /// How many edges it has: no play ends with fewer chips.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.vertices * (self.vertices - 1) / 2
    }

    /// (n-1)²: no play ends with more chips.
    #[must_use]
    pub fn most(&self) -> u64 {
        (self.vertices - 1) * (self.vertices - 1)
    }

    /// Whether all of it is known.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.winner.is_some() && self.max_first.is_some() && self.min_first.is_some()
    }
}

/// A table of complete graphs, whose columns are wide enough for the last row.
///
/// ```
/// use quadrille::chip_firing::report::{Row, Table};
/// let mut text = Vec::new();
/// let table = Table::up_to(5);
/// table.header(&mut text)?;
/// table.row(&mut text, &Row { vertices: 5, winner: Some(1), max_first: Some(12), min_first: None })?;
/// let expected = "n  winner  edges  max-first  min-first  (n-1)^2\n5       1     10         12          ?       16\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Table {
    widths: [usize; 6],
}

impl Table {
    const HEADER: [&str; 6] = ["n", "winner", "edges", "max-first", "min-first", "(n-1)^2"];

    /// The table that ends with the complete graph with so many vertices.
    #[must_use]
    pub fn up_to(vertices: u64) -> Table {
        let last = Row { vertices, winner: None, max_first: None, min_first: None };
        let largest = [vertices, 2, last.edges(), last.most(), last.most(), last.most()];
        let mut widths = Table::HEADER.map(str::len);
        for (width, number) in widths.iter_mut().zip(largest) {
            *width = (*width).max(number.to_string().len());
        }
        Table { widths }
    }

    /// Prints the names of the columns.
    ///
    /// # Errors
    /// See [`winner`].
    pub fn header(&self, out: &mut impl Write) -> io::Result<()> {
        self.line(out, &Table::HEADER.map(str::to_owned))
    }

    /// Prints a row; what is not known is `?`.
    ///
    /// # Errors
    /// See [`winner`].
    pub fn row(&self, out: &mut impl Write, row: &Row) -> io::Result<()> {
        let known = |value: Option<u64>| value.map_or_else(|| "?".to_owned(), |value| value.to_string());
        let [vertices, edges, most] = [row.vertices, row.edges(), row.most()].map(|number| number.to_string());
        self.line(out, &[vertices, known(row.winner), edges, known(row.max_first), known(row.min_first), most])
    }

    fn line(&self, out: &mut impl Write, words: &[String; 6]) -> io::Result<()> {
        for (i, (word, &width)) in words.iter().zip(&self.widths).enumerate() {
            write!(out, "{}{word:>width$}", if i == 0 { "" } else { "  " })?;
        }
        writeln!(out)
    }
}
