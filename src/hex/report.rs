//! Answers as the contest statement wants them, byte for byte.
//!
//! ```text
//!     -   -   X        three blanks between cells, two more of indent a row, no trailing blanks;
//!       -   O   -      one blank line after each board and after each result, none at the very end
//!         -   -   -
//! ```
//!
//! The text of a board is made once. A best case is the same text with its cells marked, which are then cleared again:
//! printing takes hardly more time than copying.

use std::fmt::{self, Display};

use super::completion::Outcome;
use super::position::Position;
use crate::cell::Cell;
use crate::player::Player;

const EMPTY: u8 = b'-';

/// The first line, with the number of data sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading(pub u64);

impl Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Analyzing {} data set(s)", self.0)
    }
}

/// The answer to a data set.
///
/// ```
/// use quadrille::hex::{BestCaseSolver, Position, Report};
/// use quadrille::player::Player;
/// let mut position = Position::empty(2)?;
/// position.play(Player::X, "B1".parse()?)?;
/// position.play(Player::X, "A2".parse()?)?;
/// let outcome = BestCaseSolver::new().outcome(&position);
/// let report = Report { number: 1, position: &position, outcome: &outcome };
/// assert_eq!(report.to_string(), "Data set 1\nBoard Position:\n-   X\n  X   -\n\nX has won!\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The number of the data set, from 1.
    pub number: u64,
    /// Its position.
    pub position: &'a Position,
    /// Its outcome.
    pub outcome: &'a Outcome,
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::of(self.position);
        self.write_board(f, &text)?;
        self.write_result(f, &mut text, &Player::BOTH)
    }
}

impl Report<'_> {
    /// Writes the board.
    pub(super) fn write_board(&self, f: &mut fmt::Formatter<'_>, text: &Text) -> fmt::Result {
        let separator = if self.number > 1 { "\n" } else { "" };
        write!(f, "{}Data set {}\nBoard Position:\n{}", separator, self.number, text)
    }

    /// Writes who has won, or the best cases of some players.
    pub(super) fn write_result(&self, f: &mut fmt::Formatter<'_>, text: &mut Text, players: &[Player]) -> fmt::Result {
        let best = match self.outcome {
            Outcome::Won(winner) => return writeln!(f, "\n{winner} has won!"),
            Outcome::Open(best) => best,
        };
        players.iter().try_for_each(|&player| {
            let cells = best[player].cells();
            text.mark(cells, player.letter());
            write!(f, "\nBest case for {player}:\n{text}")?;
            text.mark(cells, EMPTY);
            writeln!(f, "\nNumber of moves: {}", cells.len())
        })
    }
}

/// The text of a board, in ASCII: a line a row.
pub(super) struct Text {
    columns: usize,
    bytes: Vec<u8>,
}

impl Text {
    /// Returns the text of a board with stones.
    pub(super) fn of(position: &Position) -> Text {
        let (columns, rows) = (usize::from(position.shape().columns), usize::from(position.shape().rows));
        let row = b"-   ".repeat(columns);
        let mut bytes = Vec::with_capacity(Text::start_of_row(columns, rows));
        for above in 0..rows {
            bytes.resize(bytes.len() + 2 * above, b' ');
            bytes.extend_from_slice(&row[..4 * columns - 3]);
            bytes.push(b'\n');
        }
        for player in Player::BOTH {
            for row in 0..rows {
                let start = Text::start_of_row(columns, row);
                let cells = &mut bytes[start..start + 4 * columns - 3];
                position.stones()[player].for_each_column(row, |column| {
                    // Columns of padding are not shown.
                    if let Some(cell) = cells.get_mut(4 * column) {
                        *cell = player.letter();
                    }
                });
            }
        }
        Text { columns, bytes }
    }

    fn mark(&mut self, cells: &[Cell], letter: u8) {
        for cell in cells {
            let start = Text::start_of_row(self.columns, cell.row().into());
            self.bytes[start + 4 * usize::from(cell.column())] = letter;
        }
    }

    /// Returns the index of a row's first cell: row r has 2r blanks, 4 bytes a column without the last 3, and a line feed.
    fn start_of_row(columns: usize, row: usize) -> usize {
        (4 * columns - 2) * row + row * (row + 1)
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.bytes).map_err(|_| fmt::Error)?)
    }
}
