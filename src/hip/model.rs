//! The search for a full board with the fewest monochromatic squares as an integer program, for external solvers.
//!
//! ```text
//!     minimise      Σ (uₛ + vₛ)           over the squares s
//!     subject to    Σ xᵢ = ⌈RC/2⌉         over the cells i: player 1 has half of them, unless numbers are free
//!                   xₐ + x_b + x_c + x_d + uₛ ≥ 1       for the corners of each square: u is 1 if all are player 2's,
//!                   xₐ + x_b + x_c + x_d − vₛ ≤ 3       v is 1 if all are player 1's
//!                   xᵢ, uₛ, vₛ ∈ {0, 1}
//! ```
//!
//! A solution with objective 0 is a draw. On 7 × 7 there is no draw, and the optimum is 3. Source: the Riddler of
//! `FiveThirtyEight`, "Martin Gardner's 'Hip' Game" (2017). The format is CPLEX LP, which most solvers read. The names:
//!
//! ```text
//!     x_C2        1 if player 1 owns the cell C2
//!     u_7, v_7    1 if player 2, player 1 has all corners of the seventh square
//!     any_1_7     the row: player 1 has a corner of the seventh square, or u_7 is 1
//!     any_2_7     the row: player 2 has a corner of the seventh square, or v_7 is 1
//! ```

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::board::{Balance, Size, squares};
use crate::budget::Budget;
use crate::player::Player;

/// The longest line. Some readers stop at 510 characters.
const LINE: usize = 100;

/// Writes the integer program of a board in CPLEX LP format. The first line is a comment that names the task.
///
/// The budget is polled for each square; if it stops, the model ends with the line begun, and the result is `Break`.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::hip::{Balance, write_model};
/// let mut model = Vec::new();
/// let whole = write_model(&mut model, "2x2".parse()?, Balance::Balanced, &mut Budget::default())?;
/// assert!(whole.is_continue());
/// let model = String::from_utf8(model)?;
/// assert!(model.starts_with("\\ model 2x2\nMinimize\n obj: u_1 + v_1\nSubject To\n"));
/// assert!(model.contains("\n balance: x_A1 + x_B1 + x_A2 + x_B2 = 2\n"));
/// assert!(model.contains("\n any_1_1: x_A1 + x_B1 + x_B2 + x_A2 + u_1 >= 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of writing to `out`.
///
/// # Complexity
/// O(squares of the board) time; constant memory.
pub fn write_model(
    mut out: impl Write,
    size: Size,
    balance: Balance,
    budget: &mut Budget<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut stopped = || budget.poll(0).is_break();
    let free = if balance == Balance::Free { " --free" } else { "" };
    let has_squares = size.rows().min(size.columns()) > 1;
    writeln!(out, "\\ model {size}{free}")?;
    writeln!(out, "Minimize")?;
    let mut sum = Wrapped::begin(&mut out, " obj:")?;
    for (i, _) in (1..).zip(squares(size)) {
        if stopped() {
            return sum.end().map(ControlFlow::Break);
        }
        sum.term(format_args!("u_{i}"))?;
        sum.term(format_args!("v_{i}"))?;
    }
    if !has_squares {
        sum.term("0 x_A1")?;
    }
    sum.end()?;
    writeln!(out, "Subject To")?;
    if balance == Balance::Balanced {
        let mut sum = Wrapped::begin(&mut out, " balance:")?;
        for cell in size.cells() {
            sum.term(format_args!("x_{cell}"))?;
        }
        sum.word(format_args!("= {}", size.counters(Player::X)))?;
        sum.end()?;
    } else if !has_squares {
        // There are no constraints, but some readers reject a program without a row.
        writeln!(out, " nothing: x_A1 >= 0")?;
    }
    for (i, square) in (1..).zip(squares(size)) {
        if stopped() {
            return Ok(ControlFlow::Break(()));
        }
        let [a, b, c, d] = square.corners();
        writeln!(out, " any_1_{i}: x_{a} + x_{b} + x_{c} + x_{d} + u_{i} >= 1")?;
        writeln!(out, " any_2_{i}: x_{a} + x_{b} + x_{c} + x_{d} - v_{i} <= 3")?;
    }
    writeln!(out, "Binary")?;
    let mut names = Wrapped::begin(&mut out, "")?;
    for cell in size.cells() {
        names.word(format_args!("x_{cell}"))?;
    }
    for (i, _) in (1..).zip(squares(size)) {
        if stopped() {
            return names.end().map(ControlFlow::Break);
        }
        names.word(format_args!("u_{i} v_{i}"))?;
    }
    names.end()?;
    writeln!(out, "End").map(ControlFlow::Continue)
}

/// Writes words with a blank before each, on lines of at most [`LINE`] characters.
struct Wrapped<W: Write> {
    out: W,
    length: usize,
    /// What comes before the next term of a sum.
    sign: &'static str,
}

impl<W: Write> Wrapped<W> {
    fn begin(mut out: W, first: &str) -> io::Result<Wrapped<W>> {
        write!(out, "{first}")?;
        Ok(Wrapped { out, length: first.len(), sign: "" })
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

    /// Writes a term of a sum, with its sign unless it is the first one.
    fn term(&mut self, term: impl Display) -> io::Result<()> {
        let sign = std::mem::replace(&mut self.sign, "+ ");
        self.word(format_args!("{sign}{term}"))
    }

    fn end(mut self) -> io::Result<()> {
        writeln!(self.out)
    }
}
