//! The search for a full board with the fewest monochromatic squares as an integer program, for external solvers.
//!
//! ```text
//!     minimise      Σ (uₛ + vₛ)           over the squares s
//!     subject to    Σ xᵢ = ⌈RC/2⌉         over the cells i: player 1 has half of them, unless numbers are free
//!                   xₐ + x_b + x_c + x_d + uₛ ≥ 1       for the corners of each square: where all four are player 2's,
//!                   xₐ + x_b + x_c + x_d − vₛ ≤ 3       u is 1, and where all are player 1's, v is
//!                   xᵢ, uₛ, vₛ ∈ {0, 1}
//! ```
//!
//! An optimum of 0 is a draw. On 7 × 7 there is no draw, and the optimum is 3. Source: the Riddler of `FiveThirtyEight`,
//! "Martin Gardner's 'Hip' Game" (2017). The format is CPLEX LP, which most solvers read. The names:
//!
//! ```text
//!     x_C2        the cell C2: 1 if it is player 1's
//!     u_7, v_7    1 if player 2, player 1 has all corners of the seventh square
//!     any_1_7     the row: player 1 has a corner of the seventh square, or u_7 is 1
//!     any_2_7     the row: player 2 has a corner of the seventh square, or v_7 is 1
//! ```

use std::fmt::Display;
use std::io::{self, Write};

use super::balance::Balance;
use super::size::Size;
use super::square::squares;
use crate::player::Player;

/// The longest line. Some readers stop at 510 characters.
const LINE: usize = 100;

/// Writes the integer program of a board in CPLEX LP format. The first line is a comment that names the task.
///
/// ```
/// use quadrille::hip::{Balance, write_model};
/// let mut model = Vec::new();
/// write_model(&mut model, "2x2".parse()?, Balance::Balanced)?;
/// let model = String::from_utf8(model)?;
/// assert!(model.starts_with("\\ model 2x2\nMinimize\n obj: u_1 + v_1\nSubject To\n"));
/// assert!(model.contains("\n balance: x_A1 + x_B1 + x_A2 + x_B2 = 2\n"));
/// assert!(model.contains("\n any_1_1: x_A1 + x_B1 + x_B2 + x_A2 + u_1 >= 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
///
/// # Complexity
/// O(squares of the board) bytes, written as they are made.
pub fn write_model(mut out: impl Write, size: Size, balance: Balance) -> io::Result<()> {
    let free = if balance == Balance::Free { " --free" } else { "" };
    writeln!(out, "\\ model {size}{free}")?;
    writeln!(out, "Minimize")?;
    let mut row = Row::begin(&mut out, "obj")?;
    for (i, _) in (1..).zip(squares(size)) {
        row.plus(format_args!("u_{i}"))?;
        row.plus(format_args!("v_{i}"))?;
    }
    if row.is_empty {
        row.plus("0 x_A1")?;
    }
    row.end()?;
    writeln!(out, "Subject To")?;
    constraints(&mut out, size, balance)?;
    writeln!(out, "Binary")?;
    let mut names = Wrapped::begin(&mut out, "")?;
    for cell in size.cells() {
        names.word(format_args!("x_{cell}"))?;
    }
    for (i, _) in (1..).zip(squares(size)) {
        names.word(format_args!("u_{i} v_{i}"))?;
    }
    names.end()?;
    writeln!(out, "End")
}

fn constraints(out: &mut impl Write, size: Size, balance: Balance) -> io::Result<()> {
    if balance == Balance::Balanced {
        let mut row = Row::begin(&mut *out, "balance")?;
        for cell in size.cells() {
            row.plus(format_args!("x_{cell}"))?;
        }
        row.compare(format_args!("= {}", size.counters(Player::X)))?;
    } else if size.rows().min(size.columns()) == 1 {
        // There are no constraints, but some readers reject a program without a row.
        writeln!(out, " nothing: x_A1 >= 0")?;
    }
    for (i, square) in (1..).zip(squares(size)) {
        let [a, b, c, d] = square.corners();
        writeln!(out, " any_1_{i}: x_{a} + x_{b} + x_{c} + x_{d} + u_{i} >= 1")?;
        writeln!(out, " any_2_{i}: x_{a} + x_{b} + x_{c} + x_{d} - v_{i} <= 3")?;
    }
    Ok(())
}

/// Writes a sum, on as many lines as it takes.
struct Row<W: Write> {
    lines: Wrapped<W>,
    is_empty: bool,
}

impl<W: Write> Row<W> {
    fn begin(out: W, name: &str) -> io::Result<Row<W>> {
        Ok(Row { lines: Wrapped::begin(out, &format!(" {name}:"))?, is_empty: true })
    }

    fn plus(&mut self, term: impl Display) -> io::Result<()> {
        let plus = if self.is_empty { "" } else { "+ " };
        self.is_empty = false;
        self.lines.word(format_args!("{plus}{term}"))
    }

    /// Ends the sum with a comparison with its right-hand side.
    fn compare(mut self, comparison: impl Display) -> io::Result<()> {
        self.lines.word(comparison)?;
        self.end()
    }

    /// Ends a sum without a comparison.
    fn end(self) -> io::Result<()> {
        self.lines.end()
    }
}

/// Writes words with a blank before each, on lines of at most [`LINE`] characters.
struct Wrapped<W: Write> {
    out: W,
    length: usize,
}

impl<W: Write> Wrapped<W> {
    fn begin(mut out: W, first: &str) -> io::Result<Wrapped<W>> {
        write!(out, "{first}")?;
        Ok(Wrapped { out, length: first.len() })
    }

    fn word(&mut self, word: impl Display) -> io::Result<()> {
        let word = word.to_string();
        if self.length + 1 + word.len() > LINE {
            writeln!(self.out)?;
            self.length = 0;
        }
        self.length += 1 + word.len();
        write!(self.out, " {word}")
    }

    fn end(mut self) -> io::Result<()> {
        writeln!(self.out)
    }
}
