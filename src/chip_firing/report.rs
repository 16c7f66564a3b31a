//! Answers about chip-firing games as text.
//!
//! ```text
//!     Game chip number: 8       a key and a value, alone on its line
//!     Lower bound: 6            a proved bound, even if the number is unknown
//!     Optimal vertices: 0 1     vertices from 0, as in graph6, with blanks between
//! ```
//!
//! An unknown answer is the line `Unknown`, or the word `unknown` after a key. No answer contains a blank line, so that blank lines
//! can separate answers.

use std::io::{self, Write};

use itertools::Itertools;

use super::configuration::Stabilization;
use super::game::{Answer, Bounds, Question};
use crate::graph::Vertex;
use crate::player::Player;

/// Writes an answer.
///
/// ```
/// use quadrille::chip_firing::{Answer, Bounds, Question, Side, report};
///
/// let mut text = Vec::new();
/// report::answer(&mut text, Some(Answer::Number(8)))?;
/// report::bounds(&mut text, Bounds { lower: 6, upper: 9 })?;
/// report::moves(&mut text, Question::Number(Side::Max), None)?;
/// let expected = "Game chip number: 8\nLower bound: 6\nUpper bound: 9\nOptimal vertices: unknown\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`, as for all functions of this module.
pub fn answer(out: &mut impl Write, answer: Option<Answer>) -> io::Result<()> {
    let Some(answer) = answer else { return writeln!(out, "Unknown") };
    let key = match answer {
        Answer::Winner(_) => "Winner: player",
        Answer::Grundy(_) => "Grundy value:",
        Answer::Number(_) => "Game chip number:",
    };
    writeln!(out, "{key} {}", answer.to_number())
}

/// Writes bounds of the game chip number.
///
/// # Errors
/// See [`answer`].
pub fn bounds(out: &mut impl Write, Bounds { lower, upper }: Bounds) -> io::Result<()> {
    writeln!(out, "Lower bound: {lower}\nUpper bound: {upper}")
}

/// Writes the best next moves: for [`Question::Number`] the optimal vertices, else the winning ones; `None` if they are unknown.
///
/// # Errors
/// See [`answer`].
pub fn moves(out: &mut impl Write, question: Question, moves: Option<&[Vertex]>) -> io::Result<()> {
    let vertices = if matches!(question, Question::Number(_)) { "Optimal vertices" } else { "Winning vertices" };
    match moves {
        None => writeln!(out, "{vertices}: unknown"),
        Some([]) => writeln!(out, "{vertices}: none"),
        Some(moves) => writeln!(out, "{vertices}: {}", moves.iter().format(" ")),
    }
}

/// Writes the stable configuration and the firing vector, or why there are none.
///
/// # Errors
/// See [`answer`].
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
        let (n, others) = (self.vertices, self.vertices.saturating_sub(1));
        Bounds { lower: n.saturating_mul(others) / 2, upper: others.saturating_mul(others) }
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
    /// See [`answer`].
    pub fn header(&self, out: &mut impl Write) -> io::Result<()> {
        self.line(out, &Table::HEADER.map(str::to_owned))
    }

    /// Writes a row, in which unknown answers are `?`.
    ///
    /// # Errors
    /// See [`answer`].
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
