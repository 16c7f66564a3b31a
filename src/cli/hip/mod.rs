//! The `hip` program: its tasks and their answers.

mod draws;
mod solve;

use std::cell;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde::{Serialize, Serializer};

use super::answer::{Answer, Document, display, display_each};
use super::arguments::picture;
use super::failure::{Exit, Failure};
use super::run::{Meter, Run};
use super::task::{self, Task, Tasks};
use crate::budget::Budget;
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

impl Tasks for Hip {
    const NAME: &'static str = "hip";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "draws";
    const WITHOUT_SEARCH: &'static [&'static str] = &["squares", "model"];

    fn answer(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        match self {
            Hip::Squares(task) => run.answer(task),
            Hip::Tie(task) => run.answer(task),
            Hip::Draws(task) => run.answer(task),
            Hip::Solve(task) => run.answer(task),
            Hip::Model(task) => run.answer(task),
        }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    task::main::<Hip>()
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

impl Task for Squares {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let by_size = self.by_size.then(|| hip::count_squares_by_size(self.size).collect());
        Ok(NumberOfSquares { size: self.size, squares: hip::count_squares(self.size), by_size })
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
#[command(arg = picture("Write a picture of the board to PATH, with the monochromatic squares outlined"))]
struct Tie {
    /// Rows and columns of the board, such as 6x7; at most 1024 cells
    #[arg(value_parser = size_of_tie)]
    #[serde(flatten)]
    size: Size,

    #[command(flatten)]
    #[serde(flatten)]
    free: Free,
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
    #[serde(skip)]
    is_stopped: bool,
}

#[derive(Serialize)]
struct OwnedSquare {
    #[serde(serialize_with = "display")]
    owner: Player,
    #[serde(serialize_with = "display_each")]
    corners: [Cell; 4],
}

impl Task for Tie {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let (known, limits) = (cell::Cell::new(None), run.options().limits);
        let budget = Budget::new(|positions| {
            if let Some(TieBounds { best, at_least }) = known.get() {
                run.show(|| format!("{positions} positions, best {best}, at least {at_least}"));
            }
            run.poll(positions)
        });
        let mut budget = budget.with_memory(limits.memory).with_threads(limits.threads);
        let tie = hip::tie_with_bounds(self.size, self.free.balance(), &mut |now| known.set(Some(now)), &mut budget);
        drop(budget);
        run.meter().count(tie.positions);
        let squares = tie.colouring.monochromatic();
        Ok(BestBoard {
            task: self,
            monochromatic_squares: tie.squares,
            at_least: tie.lower_bound(),
            proved: tie.standing == Standing::Proved,
            board: rows(&tie.colouring),
            squares: squares.map(|(owner, square)| OwnedSquare { owner, corners: square.corners() }).collect(),
            is_stopped: run.meter().is_stopped(),
            tie,
        })
    }
}

impl Answer for BestBoard<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::tie(&mut out, &self.tie)
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        picture::tie(out, &title(task), &self.tie)
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.proved || !self.is_stopped)
    }
}

#[derive(Args, Debug, Serialize)]
struct Model {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    #[serde(flatten)]
    size: Size,

    #[command(flatten)]
    #[serde(flatten)]
    free: Free,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Program<'a, F: Fn(&mut dyn Write) -> io::Result<()>> {
    #[serde(flatten)]
    task: &'a Model,
    model: Document<F>,
    #[serde(rename = "whole", serialize_with = "is_whole")]
    meter: &'a Meter,
}

/// Writes whether the whole model is written, which is known when it has been.
fn is_whole<S: Serializer>(meter: &Meter, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(!meter.is_stopped())
}

impl Task for Model {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let write =
            |out: &mut dyn Write| hip::write_model(out, self.size, self.free.balance(), &mut run.budget()).map(drop);
        Ok(Program { task: self, model: Document(write), meter: run.meter() })
    }
}

impl<F: Fn(&mut dyn Write) -> io::Result<()>> Answer for Program<'_, F> {
    const IS_DOCUMENT: bool = true;

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.model.0)(out)?;
        if self.meter.is_stopped() { writeln!(out, "\\ Stopped early: this model is incomplete.") } else { Ok(()) }
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(!self.meter.is_stopped())
    }
}
