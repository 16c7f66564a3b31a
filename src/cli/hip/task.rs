//! The tasks of `hip`: their arguments, and how they are written.
//!
//! `Display` is the canonical spelling of a task: its arguments in the order of the help, without those that have their
//! default values, and without the files that are written beside the answer.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use itertools::Itertools;

use crate::cell::Cell;
use crate::cli::program::Failure;
use crate::hip::{Balance, Completing, Game, Rules, Size, Which};

/// What the program answers.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Count the squares of a board
    #[command(after_help = SQUARES)]
    Squares(Squares),
    /// Find a full board with as few one-coloured squares as possible
    #[command(after_help = TIE)]
    Tie(Tie),
    /// Count the full boards without a one-coloured square, and list them
    #[command(after_help = DRAWS)]
    Draws(Draws),
    /// Determine who wins if both play perfectly
    #[command(after_help = SOLVE)]
    Solve(Solve),
    /// Print the integer program behind `tie` in CPLEX LP format
    #[command(after_help = MODEL)]
    Model(Model),
}

const SQUARES: &str = "\
Example:
  $ hip squares 6x6
  squares 6x6
  Squares: 105";

const TIE: &str = "\
Example:
  $ hip tie 4x5
  tie 4x5
  Monochromatic squares: 0
  Standing: proved
  X X X X O
  X O O X O
  O O X O O
  X O X O X";

const DRAWS: &str = "\
Example:
  $ hip draws 6x6
  draws 6x6
  Draws: 56
  Draws up to symmetry: 8
  Draws up to symmetry and exchange: 5
  Playable draws: 24
  Playable draws up to symmetry: 4
  Playable draws up to symmetry and exchange: 3";

const SOLVE: &str = "\
Example:
  $ hip solve 3x5 --moves
  solve 3x5 --moves
  Draw
  Proof: search
  Best moves: A1 C1 E1 A2 E2 A3 C3 E3";

const MODEL: &str = "\
Example:
  $ hip model 2x2
  \\ model 2x2";

#[derive(Args, Debug)]
pub(super) struct Squares {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    #[arg(value_name = "SIZE")]
    pub(super) size: Size,
}

#[derive(Args, Debug)]
pub(super) struct Tie {
    /// Rows and columns of the board, such as 6x7; at most 1024 cells
    #[arg(value_name = "SIZE")]
    pub(super) size: Size,

    /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
    #[arg(long)]
    free: bool,

    /// Write a picture of the board to PATH, with its squares outlined
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Draws {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    #[arg(value_name = "SIZE")]
    pub(super) size: Size,

    /// List one board of each class up to symmetry and exchange of the players
    #[arg(long)]
    list: bool,

    /// List all boards
    #[arg(long, conflicts_with = "list")]
    list_all: bool,

    /// Write a picture of the listed boards to PATH, of at most 1000 of them
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Solve {
    /// Rows and columns of the board, such as 6x7
    #[arg(value_name = "SIZE")]
    size: Size,

    /// What happens to a player who completes a square
    #[arg(long, value_name = "RULES", value_enum, default_value_t)]
    rules: RulesName,

    /// Let the first player place one counter, then each player two per turn
    #[arg(long)]
    double: bool,

    /// Begin with these moves, in their order
    #[arg(long, value_name = "CELLS")]
    after: Option<Moves>,

    /// Print all next moves that keep the outcome
    #[arg(long)]
    pub(super) moves: bool,

    /// Write a picture of the position to PATH, with the moves numbered and the best ones marked
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Model {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    #[arg(value_name = "SIZE")]
    pub(super) size: Size,

    /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
    #[arg(long)]
    free: bool,
}

/// The rules that `--rules` names.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RulesName {
    /// Whoever completes a square of their own loses; a full board is a draw
    #[default]
    Gardner,
    /// Completing a square is illegal; a player who cannot move loses
    LastMover,
}

/// The cells of the moves so far, joined by commas.
#[derive(Clone, Debug)]
struct Moves(Vec<Cell>);

impl FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Moves, String> {
        let cell = |(name, number): (&str, usize)| match name.parse() {
            Ok(cell) => Ok(cell),
            Err(problem) => Err(format!("move {number}: {problem}")),
        };
        text.split(',').zip(1..).map(cell).try_collect().map(Moves)
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.iter().format(","))
    }
}

impl Task {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Task::Squares(_) => "squares",
            Task::Tie(_) => "tie",
            Task::Draws(_) => "draws",
            Task::Solve(_) => "solve",
            Task::Model(_) => "model",
        }
    }

    pub(super) fn size(&self) -> Size {
        match self {
            Task::Squares(Squares { size })
            | Task::Tie(Tie { size, .. })
            | Task::Draws(Draws { size, .. })
            | Task::Solve(Solve { size, .. })
            | Task::Model(Model { size, .. }) => *size,
        }
    }

    /// The file for a picture.
    ///
    /// # Errors
    /// If a picture of listed draws is asked for, and no list.
    pub(super) fn svg(&self) -> Result<Option<&Path>, Failure> {
        let svg = match self {
            Task::Tie(Tie { svg, .. }) | Task::Draws(Draws { svg, .. }) | Task::Solve(Solve { svg, .. }) => {
                svg.as_deref()
            }
            Task::Squares(_) | Task::Model(_) => None,
        };
        match (self, svg) {
            (Task::Draws(draws), Some(path)) if draws.which().is_none() => {
                let problem = "expected --list or --list-all beside it, which say what to draw".to_owned();
                Err(Failure::Argument("--svg <PATH>", path.display().to_string(), problem))
            }
            _ => Ok(svg),
        }
    }
}

impl Tie {
    pub(super) fn balance(&self) -> Balance {
        balance(self.free)
    }
}

impl Model {
    pub(super) fn balance(&self) -> Balance {
        balance(self.free)
    }
}

fn balance(free: bool) -> Balance {
    if free { Balance::Free } else { Balance::Balanced }
}

impl Draws {
    /// Which boards are listed, if any.
    pub(super) fn which(&self) -> Option<Which> {
        match (self.list, self.list_all) {
            (_, true) => Some(Which::All),
            (true, _) => Some(Which::OneOfEachClass),
            _ => None,
        }
    }
}

impl Solve {
    /// The game after the moves that were made.
    ///
    /// # Errors
    /// If one of them is illegal.
    pub(super) fn game(&self) -> Result<Game, Failure> {
        let completing = match self.rules {
            RulesName::Gardner => Completing::Loses,
            RulesName::LastMover => Completing::Illegal,
        };
        let mut game = Game::new(self.size, Rules { completing, double: self.double });
        if let Some(moves) = &self.after {
            for (&cell, number) in moves.0.iter().zip(1..) {
                game.play(cell).map_err(|problem| {
                    Failure::Argument("--after <CELLS>", moves.to_string(), format!("move {number}, {cell}: {problem}"))
                })?;
            }
        }
        Ok(game)
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.size())?;
        let flag = |f: &mut fmt::Formatter<'_>, name, is_given| f.write_str(if is_given { name } else { "" });
        match self {
            Task::Squares(_) => Ok(()),
            Task::Tie(Tie { free, .. }) | Task::Model(Model { free, .. }) => flag(f, " --free", *free),
            Task::Draws(Draws { list, list_all, .. }) => {
                flag(f, " --list", *list)?;
                flag(f, " --list-all", *list_all)
            }
            Task::Solve(Solve { rules, double, after, moves, .. }) => {
                flag(f, " --rules last-mover", *rules == RulesName::LastMover)?;
                flag(f, " --double", *double)?;
                after.as_ref().map_or(Ok(()), |after| write!(f, " --after {after}"))?;
                flag(f, " --moves", *moves)
            }
        }
    }
}
