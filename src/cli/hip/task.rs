//! The tasks of `hip`: their arguments, help and canonical spelling.
//!
//! The canonical spelling (`Display`) has the arguments in the order of the help. Default values are left out, and so are
//! files that are written beside the answer: `solve 5X5 --moves --rules gardner --svg a.svg` is `solve 5x5 --moves`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use itertools::Itertools;

use crate::cell::Cell;
use crate::cli::exit::Failure;
use crate::hip::{self, Balance, Completing, Game, NotASize, Rules, Size, Which};

/// The tasks.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Count the squares of a board
    ///
    /// A square is any four cells at the corners of a square, of any size and at any angle.
    #[command(after_help = SQUARES)]
    Squares(Squares),
    /// Find a full board with as few monochromatic squares as possible
    ///
    /// Prints the number of squares whose corners all belong to one player, whether it is proved to be the minimum, the
    /// board, and these squares: the owner, then the corners clockwise.
    #[command(after_help = TIE)]
    Tie(Tie),
    /// Count or list the full boards without a monochromatic square
    ///
    /// Prints three numbers: all draws, the draws up to the symmetries of the board, and the draws up to these symmetries
    /// and an exchange of the players. The same three numbers follow for the playable draws, on which player 1 has half of
    /// the cells, rounded up.
    #[command(after_help = DRAWS)]
    Draws(Draws),
    /// Determine who wins under perfect play
    ///
    /// Prints the winner, or "Draw", and the proof. If neither a search nor a theorem decides, prints "Unknown".
    #[command(after_help = SOLVE)]
    Solve(Solve),
    /// Print the problem that `tie` solves as an integer program in CPLEX LP format
    ///
    /// The variable `x_C2` is 1 if player 1 owns the cell C2. `u_7` is 1 if player 2 owns all corners of square 7, `v_7` is
    /// 1 if player 1 does.
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
  $ hip tie 6x7
  tie 6x7
  Monochromatic squares: 1
  Standing: proved
  X O X O O O X
  O X X X X O O
  O O O X O O X
  X X O O X O O
  X O O X X X X
  X X O X O X O
  O: D1 F4 C6 A3";

pub(super) const DRAWS: &str = "\
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
  \\ model 2x2
  Minimize
   obj: u_1 + v_1
  Subject To
   balance: x_A1 + x_B1 + x_A2 + x_B2 = 2
   any_1_1: x_A1 + x_B1 + x_B2 + x_A2 + u_1 >= 1
   any_2_1: x_A1 + x_B1 + x_B2 + x_A2 - v_1 <= 3
  Binary
   x_A1 x_B1 x_A2 x_B2 u_1 v_1
  End";

#[derive(Args, Debug)]
pub(super) struct Squares {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    #[arg(value_name = "SIZE")]
    pub(super) size: Size,
}

#[derive(Args, Debug)]
pub(super) struct Tie {
    /// Rows and columns of the board, such as 6x7; at most 1024 cells
    #[arg(value_name = "SIZE", value_parser = size_of_tie)]
    pub(super) size: Size,

    /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
    #[arg(long)]
    free: bool,

    /// Write a picture of the board to PATH, with the monochromatic squares outlined
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("listed").args(["list", "list_all"]))]
pub(super) struct Draws {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    #[arg(value_name = "SIZE")]
    pub(super) size: Size,

    /// List one draw of each class up to symmetry and exchange of the players
    #[arg(long)]
    list: bool,

    /// List all draws
    #[arg(long)]
    list_all: bool,

    /// Write a picture of the first 1000 listed draws to PATH; requires --list or --list-all
    #[arg(long, value_name = "PATH", requires = "listed")]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Solve {
    /// Rows and columns of the board, such as 6x7; more than 64 cells only if a theorem decides
    #[arg(value_name = "SIZE")]
    size: Size,

    /// Choose the rules for a player who completes a square
    #[arg(long, value_name = "RULES", value_enum, default_value_t)]
    rules: RulesName,

    /// Let each player place two counters per turn, but only one in the first turn of the game
    #[arg(long)]
    double: bool,

    /// Start after these moves, in their order, such as C3,B2
    #[arg(long, value_name = "CELLS")]
    after: Option<Moves>,

    /// Print all next moves that do not change the outcome under perfect play
    #[arg(long)]
    pub(super) moves: bool,

    /// Write a picture of the position to PATH, with the moves numbered and the best next moves marked
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

/// Parses the size of a board that is small enough for `tie`.
fn size_of_tie(text: &str) -> Result<Size, String> {
    let size: Size = text.parse().map_err(|problem: NotASize| problem.to_string())?;
    let most = hip::Tie::LARGEST;
    if size.area() > most { Err(format!("expected a board of at most {most} cells")) } else { Ok(size) }
}

/// The values of `--rules`.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RulesName {
    /// A player who completes a square loses; a full board without one is a draw
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
    fn name(&self) -> &'static str {
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

    /// Returns the file for a picture, if one is wanted.
    pub(super) fn svg(&self) -> Option<&Path> {
        match self {
            Task::Tie(Tie { svg, .. }) | Task::Draws(Draws { svg, .. }) | Task::Solve(Solve { svg, .. }) => {
                svg.as_deref()
            }
            Task::Squares(_) | Task::Model(_) => None,
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
    /// Returns the draws to list, if any.
    pub(super) fn which(&self) -> Option<Which> {
        match (self.list, self.list_all) {
            (_, true) => Some(Which::All),
            (true, _) => Some(Which::OneOfEachClass),
            _ => None,
        }
    }
}

impl Solve {
    /// Returns the game after the moves of `--after`.
    ///
    /// # Errors
    /// If one of these moves is illegal.
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(subcommand)]
        task: Task,
    }

    fn parse(task: &str) -> Task {
        let words = std::iter::once("hip").chain(task.split(' '));
        Line::try_parse_from(words).unwrap_or_else(|error| panic!("{task}: {error}")).task
    }

    #[test]
    fn the_canonical_spelling_is_parsed_as_itself() {
        let mut tasks = Vec::new();
        for (task, options) in [
            ("squares 6x6", &[][..]),
            ("tie 32x32", &["", " --free"]),
            ("draws 6x6", &["", " --list", " --list-all"]),
            ("model 4096x4096", &["", " --free"]),
        ] {
            tasks.extend(options.iter().map(|option| format!("{task}{option}")));
        }
        for options in [["", " --rules last-mover"], ["", " --double"], ["", " --after C3,AA10"], ["", " --moves"]]
            .into_iter()
            .multi_cartesian_product()
        {
            tasks.push(format!("solve 10x27{}", options.concat()));
        }
        for task in tasks {
            assert_eq!(parse(&task).to_string(), task);
        }
    }

    #[test]
    fn defaults_and_files_are_left_out_and_the_order_is_that_of_the_help() {
        for (typed, canonical) in [
            (
                "solve --moves --after c3,b02 --double 05X5 --rules=gardner --svg a.svg",
                "solve 5x5 --double --after C3,B2 --moves",
            ),
            ("draws --svg=a.svg --list-all 6x6", "draws 6x6 --list-all"),
            ("tie --svg a.svg 6x6", "tie 6x6"),
        ] {
            assert_eq!(parse(typed).to_string(), canonical);
        }
    }
}
