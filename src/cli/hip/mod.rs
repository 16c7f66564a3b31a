//! The `hip` program: its tasks and their answers.

mod draws;
mod solve;
mod tie;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Command, Subcommand};
use serde::Serialize;

use super::failure::{Exit, Failure};
use super::limits::{Limits, TimeArgs};
use super::output::Answer;
use super::program::{self, Program};
use super::run::Run;
use crate::hip::{self, Balance, Colouring, Size};

/// Gardner's Hip: squares, ties, draws, and who wins
///
/// Two players take turns to place a counter on an empty cell of a board. A player who owns the four corners of a
/// square, of any size and at any angle, loses. A full board without such a square is a draw. Player 1 is X, player 2
/// is O.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line.
/// `#` begins a comment. Limits and common options are given on the command line, and hold for each task.
#[derive(Subcommand, Debug)]
enum Hip {
    /// Count the squares of a board
    ///
    /// A square is any four cells at the corners of a square, of any size and at any angle.
    Squares(Squares),
    /// Find a full board with as few monochromatic squares as possible
    ///
    /// Prints the number of squares whose corners all belong to one player, whether it is proved to be the minimum, the
    /// board, and these squares: the owner, then the corners clockwise. It searches until it is proved, or a limit or
    /// Ctrl-C stops it. With a range of sides, prints a table of the minima of square boards.
    Tie(tie::Tie),
    /// Add up the parts of a question about the minimum of a board
    ///
    /// The parts are printed by `tie --at-most N --part I/N`. If some are missing, the answer is for those that are there.
    Merge(tie::Merge),
    /// Count or list the full boards without a monochromatic square
    ///
    /// Prints three numbers: all draws, the draws up to the symmetries of the board, and the draws up to these
    /// symmetries and an exchange of the players. The same three numbers follow for the playable draws, on which player
    /// 1 has half of the cells, rounded up.
    Draws(draws::Draws),
    /// Determine who wins under perfect play
    ///
    /// Prints the winner, or "Draw", and the proof. If neither a search nor a theorem decides, prints "Unknown".
    Solve(solve::Solve),
    /// Print the problem that `tie` solves as an integer program in CPLEX LP format
    ///
    /// The variable `x_C2` is 1 if player 1 owns the cell C2. `u_7` is 1 if player 2 owns all corners of square 7,
    /// `v_7` is 1 if player 1 does.
    Model(Model),
}

impl Program for Hip {
    const NAME: &'static str = "hip";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "draws";
    type Limits = Limits;

    fn define(command: Command) -> Command {
        Hip::augment_subcommands(command)
    }

    fn schema_version(&self) -> u32 {
        if let Hip::Draws(_) = self { 2 } else { 1 }
    }

    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        match self {
            Hip::Squares(task) => task.run(run),
            Hip::Tie(task) => task.run(run),
            Hip::Merge(task) => task.run(run),
            Hip::Draws(task) => task.run(run),
            Hip::Solve(task) => task.run(run),
            Hip::Model(task) => task.run(run),
        }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Hip>()
}

/// Returns the title of a picture.
fn title(task: &str) -> String {
    format!("Hip, {task}")
}

/// Returns the rows of a board, each a string of `X` and `O`.
fn rows(colouring: &Colouring) -> Vec<String> {
    colouring.to_string().lines().map(|row| row.replace(' ', "")).collect()
}

#[derive(Args, Debug)]
struct Squares {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    size: Size,

    /// Print the number of squares for each side of their upright bounding box as well
    #[arg(long)]
    by_size: bool,
}

#[derive(Serialize)]
struct NumberOfSquares {
    #[serde(flatten)]
    size: Size,
    squares: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_size: Option<Vec<u64>>,
}

impl Squares {
    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let by_size = self.by_size.then(|| hip::count_squares_by_size(self.size).collect());
        let squares = NumberOfSquares { size: self.size, squares: hip::count_squares(self.size), by_size };
        run.answer(&squares, Exit::ANSWERED)
    }
}

impl Answer for NumberOfSquares {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Squares: {}", self.squares)?;
        let mut by_size = (1..).zip(self.by_size.iter().flatten());
        by_size.try_for_each(|(side, squares)| writeln!(out, "Side {side}: {squares}"))
    }
}

#[derive(Args, Debug, Serialize)]
struct Free {
    /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
    #[arg(long)]
    free: bool,
}

impl Free {
    fn balance(&self) -> Balance {
        if self.free { Balance::Free } else { Balance::Balanced }
    }
}

#[derive(Args, Debug)]
struct Model {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    size: Size,

    #[command(flatten)]
    free: Free,

    #[command(flatten)]
    limits: TimeArgs,
}

impl Model {
    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let mut out = run.document()?;
        let ended = hip::write_model(&mut out, self.size, self.free.balance(), &mut run.budget())?;
        let is_whole = ended.is_continue();
        if !is_whole {
            writeln!(out, "\\ Stopped early: this model is incomplete.")?;
        }
        out.flush()?;
        Ok(run.end(Exit::of_complete(is_whole)))
    }
}
