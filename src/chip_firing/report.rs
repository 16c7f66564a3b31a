//! Answers about chip-firing games as text.
//!
//! ```text
//!     Game chip number: 8       a key and a value, alone on its line
//!     Lower bound: 6            what is proved, even if the number is unknown
//!     Optimal vertices: 0 1     vertices from 0, as in graph6, with blanks between
//! ```
//!
//! An unknown answer is the line `Unknown`, or the word `unknown` after a key. No answer contains a blank line, so that a blank
//! line always ends one.

use std::io::{self, Write};

use itertools::Itertools;

use super::Stabilization;
use crate::graph::Vertex;

/// The vertices on which the next chip keeps the value; `None` if they are unknown.
pub type Moves<'a> = Option<&'a [Vertex]>;

/// Prints which player wins, 1 or 2, and if `moves` is given the winning vertices.
///
/// # Errors
/// Those of `out`; the same for all functions of this module.
pub fn winner(out: &mut impl Write, player: Option<u64>, moves: Option<Moves<'_>>) -> io::Result<()> {
    match player {
        Some(player) => writeln!(out, "Winner: player {player}")?,
        None => writeln!(out, "Unknown")?,
    }
    vertices(out, "Winning vertices", moves)
}

/// Prints the game chip number, its bounds, and if `moves` is given the optimal vertices.
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

/// Prints what a configuration stabilizes to, or why it never does.
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

/// The results for a complete graph, a row of the [`Table`]; `None` is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many vertices it has.
    pub vertices: u64,
    /// Which player wins, 1 or 2.
    pub winner: Option<u64>,
    /// The game chip number if Max moves first.
    pub max_first: Option<u64>,
    /// The game chip number if Min moves first.
    pub min_first: Option<u64>,
}

impl Row {
    /// How many edges it has: no game ends with fewer chips.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.vertices * (self.vertices - 1) / 2
    }

    /// (n-1)²: no game ends with more chips.
    #[must_use]
    pub fn most(&self) -> u64 {
        (self.vertices - 1) * (self.vertices - 1)
    }

    /// Whether all results are known.
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

    /// The table whose last row is the complete graph with this number of vertices.
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

    /// Prints a row; unknown results are `?`.
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
