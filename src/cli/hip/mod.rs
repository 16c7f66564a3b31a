//! The `hip` program: its tasks and their answers.

mod draws;
mod solve;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Command, Subcommand};
use serde::Serialize;

use super::failure::{Exit, Failure};
use super::limits::{Limits, TimeArgs};
use super::output::{Answer, display, display_each};
use super::paths::{OutputFile, OutputKind, output};
use super::program::{self, Program};
use super::run::Run;
use crate::cell::Cell;
use crate::hip::{self, Balance, Colouring, ParseSizeError, Size, Standing, TieBounds, picture, report};
use crate::player::Player;

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
    /// board, and these squares: the owner, then the corners clockwise.
    Tie(Tie),
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

#[derive(Args, Debug, Serialize)]
struct Tie {
    /// Rows and columns of the board, such as 6x7; at most 1024 cells
    #[arg(value_parser = size_of_tie)]
    #[serde(flatten)]
    size: Size,

    #[command(flatten)]
    #[serde(flatten)]
    free: Free,

    /// Write a picture of the board to PATH, with the monochromatic squares outlined
    #[arg(long, value_name = "PATH", value_parser = output(OutputKind::File))]
    #[serde(skip)]
    svg: Option<OutputFile>,

    #[command(flatten)]
    #[serde(skip)]
    limits: Limits,
}

/// Parses the size of a board that is small enough for `tie`.
fn size_of_tie(text: &str) -> Result<Size, String> {
    let size: Size = text.parse().map_err(|problem: ParseSizeError| problem.to_string())?;
    let most = hip::Tie::LARGEST;
    if size.area() > most { Err(format!("expected a board of at most {most} cells")) } else { Ok(size) }
}

#[derive(Serialize)]
struct BestBoard<'a> {
    #[serde(flatten)]
    task: &'a Tie,
    monochromatic_squares: u64,
    at_least: u64,
    proved: bool,
    board: Vec<String>,
    squares: Vec<OwnedSquare>,
    #[serde(skip)]
    tie: hip::Tie,
}

#[derive(Serialize)]
struct OwnedSquare {
    #[serde(serialize_with = "display")]
    owner: Player,
    #[serde(serialize_with = "display_each")]
    corners: [Cell; 4],
}

impl Tie {
    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let search = hip::TieSearch::new(self.size, self.free.balance(), None);
        let mut budget = run.budget_with(|positions| {
            if let Some(TieBounds { best, at_least, .. }) = search.bounds() {
                run.show(|| format!("{positions} positions, best {best}, at least {at_least}"));
            }
            run.poll(positions)
        });
        search.run(&mut budget);
        drop(budget);
        let tie = search.best();
        run.meter().count(tie.positions);
        let squares = tie.colouring.monochromatic();
        let proved = tie.standing == Standing::Proved;
        let board = BestBoard {
            task: self,
            monochromatic_squares: tie.squares,
            at_least: tie.lower_bound(),
            proved,
            board: rows(&tie.colouring),
            squares: squares.map(|(owner, square)| OwnedSquare { owner, corners: square.corners() }).collect(),
            tie,
        };
        let exit = Exit::of_complete(proved || !run.meter().is_stopped());
        run.answer_with_picture(&board, self.svg.as_ref(), exit)
    }
}

impl Answer for BestBoard<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::tie(&mut out, &self.tie)
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        picture::tie(out, &title(task), &self.tie)
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
