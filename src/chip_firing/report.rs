//! Answers about chip-firing games as text.
//!
//! ```text
//!     Game chip number: 8       a key and a value, alone on its line
//!     Lower bound: 6            a proved bound, even if the number is unknown
//!     Optimal vertices: 0 1     vertices from 0, as in graph6, with blanks between
//! ```
//!
//! An unknown answer is the line `Unknown`, or the word `unknown` after a key. No answer contains a blank line, so that a blank
//! line always ends one.

use std::io::{self, Write};

use itertools::Itertools;

use super::configuration::Stabilization;
use super::game::{Answer, Bounds};
use crate::graph::Vertex;
use crate::player::Player;

/// The vertices on which the next chip keeps the value; `None` if they are unknown.
pub type Moves<'a> = Option<&'a [Vertex]>;

/// Writes the winner, and if `moves` is given the winning vertices.
///
/// # Errors
/// Those of `out`, as for all functions of this module.
pub fn winner(out: &mut impl Write, winner: Option<Player>, moves: Option<Moves<'_>>) -> io::Result<()> {
    match winner {
        Some(winner) => writeln!(out, "Winner: player {}", Answer::Winner(winner).to_number())?,
        None => writeln!(out, "Unknown")?,
    }
    vertices(out, "Winning vertices", moves)
}

/// Writes the game chip number, its bounds, and if `moves` is given the optimal vertices.
///
/// ```
/// use quadrille::chip_firing::{Bounds, report};
///
/// let mut text = Vec::new();
/// report::number(&mut text, Some(8), Bounds { lower: 6, upper: 9 }, Some(None))?;
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
    Bounds { lower, upper }: Bounds,
    moves: Option<Moves<'_>>,
) -> io::Result<()> {
    match number {
        Some(number) => writeln!(out, "Game chip number: {number}")?,
        None => writeln!(out, "Unknown")?,
    }
    writeln!(out, "Lower bound: {lower}\nUpper bound: {upper}")?;
    vertices(out, "Optimal vertices", moves)
}

/// Writes the Grundy value.
///
/// # Errors
/// See [`winner`].
pub fn grundy(out: &mut impl Write, value: Option<u8>) -> io::Result<()> {
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

/// Writes the stable configuration and the firing vector, or why there are none.
///
/// # Errors
/// See [`winner`].
pub fn stabilization(out: &mut impl Write, stabilization: Option<&Stabilization>) -> io::Result<()> {
    match stabilization {
        None => writeln!(out, "Unknown"),
        Some(Stabilization::Endless(why)) => writeln!(out, "{why}"),
        Some(Stabilization::Stable { configuration, firings }) => {
            writeln!(out, "Stable configuration: {configuration}\nFiring vector: {}", firings.iter().format(","))
        }
    }
}

/// A row of the [`Table`]: the answers for a complete graph, `None` where they are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of vertices.
    pub vertices: u64,
    /// The winner.
    pub winner: Option<Player>,
    /// The game chip number if Max moves first.
    pub max_first: Option<u64>,
    /// The game chip number if Min moves first.
    pub min_first: Option<u64>,
}

impl Row {
    /// Returns the bounds of the chips at the end: the number of edges, and (n-1)².
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let n = self.vertices;
        Bounds { lower: n * (n - 1) / 2, upper: (n - 1) * (n - 1) }
    }

    /// Returns whether all answers are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.winner.is_some() && self.max_first.is_some() && self.min_first.is_some()
    }
}

/// A table of complete graphs. Its columns are wide enough for the last row.
///
/// ```
/// use quadrille::chip_firing::report::{Row, Table};
/// use quadrille::player::Player;
///
/// let mut text = Vec::new();
/// let table = Table::up_to(5);
/// table.header(&mut text)?;
/// table.row(&mut text, &Row { vertices: 5, winner: Some(Player::X), max_first: Some(12), min_first: None })?;
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

    /// Returns the table whose last row is the complete graph with the given number of vertices.
    #[must_use]
    pub fn up_to(vertices: u64) -> Table {
        let last = Row { vertices, winner: None, max_first: None, min_first: None };
        let Bounds { lower, upper } = last.bounds();
        let largest = [vertices, 2, lower, upper, upper, upper];
        let mut widths = Table::HEADER.map(str::len);
        for (width, number) in widths.iter_mut().zip(largest) {
            *width = (*width).max(number.to_string().len());
        }
        Table { widths }
    }

    /// Writes the names of the columns.
    ///
    /// # Errors
    /// See [`winner`].
    pub fn header(&self, out: &mut impl Write) -> io::Result<()> {
        self.line(out, &Table::HEADER.map(str::to_owned))
    }

    /// Writes a row, in which unknown answers are `?`.
    ///
    /// # Errors
    /// See [`winner`].
    pub fn row(&self, out: &mut impl Write, row: &Row) -> io::Result<()> {
        let Bounds { lower, upper } = row.bounds();
        let winner = row.winner.map(|winner| Answer::Winner(winner).to_number());
        let words = [Some(row.vertices), winner, Some(lower), row.max_first, row.min_first, Some(upper)];
        self.line(out, &words.map(|word| word.map_or_else(|| "?".to_owned(), |number| number.to_string())))
    }

    fn line(&self, out: &mut impl Write, words: &[String; 6]) -> io::Result<()> {
        for (i, (word, &width)) in words.iter().zip(&self.widths).enumerate() {
            write!(out, "{}{word:>width$}", if i == 0 { "" } else { "  " })?;
        }
        writeln!(out)
    }
}
