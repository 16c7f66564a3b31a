//! Answers as the contest statement wants them, byte for byte.
//!
//! ```text
//!     -   -   X        three blanks between cells, two more of indent a row, no trailing blanks;
//!       -   O   -      one blank line after each board and after each result, none at the very end
//!         -   -   -
//! ```
//!
//! The text of an empty board is made once per size, and each board is a copy of it with letters for stones. A best
//! case is the same text with its cells marked, which are then cleared again. Printing takes hardly more time than
//! copying.

use std::io::{self, Write};

use super::completion::Outcome;
use super::position::Position;
use crate::cell::Cell;
use crate::player::Player;

const EMPTY: u8 = b'-';

/// Prints answers. Reuses its memory from one to the next: about 6 bytes per cell of the largest board.
///
/// ```
/// use quadrille::hex::{BestCaseSolver, Position, Report, heading};
/// use quadrille::player::Player;
/// let mut position = Position::empty(2)?;
/// position.play(Player::X, "B1".parse()?)?;
/// position.play(Player::X, "A2".parse()?)?;
/// let mut text = Vec::new();
/// heading(&mut text, 1)?;
/// Report::new().data_set(&mut text, 1, &position, &BestCaseSolver::new().outcome(&position))?;
/// let expected = "Analyzing 1 data set(s)\nData set 1\nBoard Position:\n-   X\n  X   -\n\nX has won!\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Report {
    size: usize,
    /// The text of a board without stones.
    bare: Vec<u8>,
    /// The text of the board that is printed.
    text: Vec<u8>,
}

/// A part of the answer to a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The board.
    Board,
    /// The best case of a player, and its number of moves.
    BestCase(Player),
}

/// Prints the first line.
///
/// # Errors
/// Those of `out`.
pub fn heading(out: &mut impl Write, data_sets: u64) -> io::Result<()> {
    writeln!(out, "Analyzing {data_sets} data set(s)")
}

impl Report {
    /// Returns a printer.
    #[must_use]
    pub fn new() -> Report {
        Report::default()
    }

    /// Prints the answer to the data set with this number, counted from 1.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn data_set(
        &mut self,
        out: &mut impl Write,
        data_set: u64,
        position: &Position,
        outcome: &Outcome,
    ) -> io::Result<()> {
        self.data_set_with(out, data_set, position, outcome, |_, _| Ok(()))
    }

    /// Prints the answer to a data set; `more` prints further lines below its parts.
    ///
    /// # Errors
    /// Those of `out` and of `more`.
    pub fn data_set_with<W: Write>(
        &mut self,
        out: &mut W,
        data_set: u64,
        position: &Position,
        outcome: &Outcome,
        mut more: impl FnMut(&mut W, Part) -> io::Result<()>,
    ) -> io::Result<()> {
        if data_set > 1 {
            out.write_all(b"\n")?;
        }
        writeln!(out, "Data set {data_set}")?;
        out.write_all(b"Board Position:\n")?;
        out.write_all(self.board(position))?;
        more(out, Part::Board)?;
        match outcome {
            Outcome::Won(winner) => writeln!(out, "\n{winner} has won!"),
            Outcome::Open(best) => {
                for player in Player::BOTH {
                    let completion = &best[player];
                    write!(out, "\nBest case for {player}:\n")?;
                    self.mark(completion.cells(), player.letter());
                    out.write_all(&self.text)?;
                    self.mark(completion.cells(), EMPTY);
                    writeln!(out, "\nNumber of moves: {}", completion.number_of_moves())?;
                    more(out, Part::BestCase(player))?;
                }
                Ok(())
            }
        }
    }

    /// Returns the board as it is printed: a line per row, each with its line feed.
    pub fn board(&mut self, position: &Position) -> &[u8] {
        let size = usize::from(position.size());
        if self.size != size {
            self.size = size;
            self.bare.clear();
            for row in 0..size {
                self.bare.resize(self.bare.len() + 2 * row, b' ');
                for column in 0..size {
                    self.bare.extend_from_slice(if column == 0 { b"-" } else { b"   -" });
                }
                self.bare.push(b'\n');
            }
        }
        self.text.clone_from(&self.bare);
        for player in Player::BOTH {
            let stones = &position.stones()[player];
            let letter = player.letter();
            for row in 0..size {
                let start = self.start_of_row(row);
                let cells = &mut self.text[start..start + 4 * size - 3];
                stones.for_each_column(row, |column| cells[4 * column] = letter);
            }
        }
        &self.text
    }

    fn mark(&mut self, cells: &[Cell], letter: u8) {
        for cell in cells {
            let start = self.start_of_row(cell.row().into());
            self.text[start + 4 * usize::from(cell.column())] = letter;
        }
    }

    /// Returns the index of a row's first cell in the text: row r has 2r blanks, 4S − 3 bytes of cells and a line feed.
    fn start_of_row(&self, row: usize) -> usize {
        (4 * self.size - 2) * row + row * (row + 1)
    }
}
