//! The tasks of `hip`: their arguments, help and canonical spelling.
//!
//! The canonical spelling (`Display`) has the arguments in the order of the help. Default values are left out, and so are
//! files that are written beside the answer: `solve 5X5 --moves --rules gardner --svg a.svg` is `solve 5x5 --moves`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Subcommand, ValueEnum};
use itertools::Itertools;

use crate::cell::Cell;
use crate::cli::exit::Failure;
use crate::cli::options::output_file;
use crate::hip::{self, Balance, Completing, Game, Listing, ParseSizeError, Rules, Size};

/// The tasks.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Count the squares of a board
    ///
    /// A square is any four cells at the corners of a square, of any size and at any angle.
    #[command(after_help = SQUARES)]
    Squares {
        /// Rows and columns of the board, such as 6x7; at most 4096 each
        size: Size,
    },
    /// Find a full board with as few monochromatic squares as possible
    ///
    /// Prints the number of squares whose corners all belong to one player, whether it is proved to be the minimum, the
    /// board, and these squares: the owner, then the corners clockwise.
    #[command(after_help = TIE)]
    Tie {
        /// Rows and columns of the board, such as 6x7; at most 1024 cells
        #[arg(value_parser = size_of_tie)]
        size: Size,

        /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
        #[arg(long)]
        free: bool,

        /// Write a picture of the board to PATH, with the monochromatic squares outlined
        #[arg(long, value_name = "PATH", value_parser = output_file())]
        svg: Option<PathBuf>,
    },
    /// Count or list the full boards without a monochromatic square
    ///
    /// Prints three numbers: all draws, the draws up to the symmetries of the board, and the draws up to these symmetries
    /// and an exchange of the players. The same three numbers follow for the playable draws, on which player 1 has half of
    /// the cells, rounded up.
    #[command(after_help = DRAWS, group = ArgGroup::new("listed").args(["list", "list_all"]))]
    Draws {
        /// Rows and columns of the board, such as 6x7; at most 4096 each
        size: Size,

        /// List one draw of each class up to symmetry and exchange of the players
        #[arg(long)]
        list: bool,

        /// List all draws
        #[arg(long)]
        list_all: bool,

        /// Write a picture of the first 1000 listed draws to PATH; requires --list or --list-all
        #[arg(long, value_name = "PATH", requires = "listed", value_parser = output_file())]
        svg: Option<PathBuf>,
    },
    /// Determine who wins under perfect play
    ///
    /// Prints the winner, or "Draw", and the proof. If neither a search nor a theorem decides, prints "Unknown".
    #[command(after_help = SOLVE)]
    Solve {
        /// Rows and columns of the board, such as 6x7; more than 64 cells only if a theorem decides
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
        moves: bool,

        /// Write a picture of the position to PATH, with the moves numbered and the best next moves marked
        #[arg(long, value_name = "PATH", value_parser = output_file())]
        svg: Option<PathBuf>,
    },
    /// Print the problem that `tie` solves as an integer program in CPLEX LP format
    ///
    /// The variable `x_C2` is 1 if player 1 owns the cell C2. `u_7` is 1 if player 2 owns all corners of square 7, `v_7` is
    /// 1 if player 1 does.
    #[command(after_help = MODEL)]
    Model {
        /// Rows and columns of the board, such as 6x7; at most 4096 each
        size: Size,

        /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
        #[arg(long)]
        free: bool,
    },
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

/// The example of `draws`, also that of the program.
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

/// Parses the size of a board that is small enough for `tie`.
fn size_of_tie(text: &str) -> Result<Size, String> {
    let size: Size = text.parse().map_err(|problem: ParseSizeError| problem.to_string())?;
    let most = hip::Tie::LARGEST;
    if size.area() > most { Err(format!("expected a board of at most {most} cells")) } else { Ok(size) }
}

/// The values of `--rules`.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RulesName {
    /// A player who completes a square loses; a full board without one is a draw
    #[default]
    Gardner,
    /// Completing a square is illegal; a player who cannot move loses
    LastMover,
}

/// The cells of the moves so far, joined by commas.
#[derive(Clone, Debug)]
pub(super) struct Moves(Vec<Cell>);

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
    /// Returns the size of the board.
    pub(super) fn size(&self) -> Size {
        match self {
            Task::Squares { size }
            | Task::Tie { size, .. }
            | Task::Draws { size, .. }
            | Task::Solve { size, .. }
            | Task::Model { size, .. } => *size,
        }
    }

    /// Returns the file for a picture, if one is wanted.
    pub(super) fn svg(&self) -> Option<&Path> {
        match self {
            Task::Tie { svg, .. } | Task::Draws { svg, .. } | Task::Solve { svg, .. } => svg.as_deref(),
            Task::Squares { .. } | Task::Model { .. } => None,
        }
    }

    /// Returns how many counters each player may have; balanced for tasks without that choice.
    pub(super) fn balance(&self) -> Balance {
        match self {
            Task::Tie { free: true, .. } | Task::Model { free: true, .. } => Balance::Free,
            _ => Balance::Balanced,
        }
    }

    /// Returns the draws to list, if any.
    pub(super) fn listing(&self) -> Option<Listing> {
        match self {
            Task::Draws { list_all: true, .. } => Some(Listing::All),
            Task::Draws { list: true, .. } => Some(Listing::Representatives),
            _ => None,
        }
    }
}

/// Returns the game after the moves of `--after`.
///
/// # Errors
/// If one of these moves is illegal.
pub(super) fn game(size: Size, rules: RulesName, double: bool, after: Option<&Moves>) -> Result<Game, Failure> {
    let completing = match rules {
        RulesName::Gardner => Completing::Loses,
        RulesName::LastMover => Completing::Illegal,
    };
    let mut game = Game::new(size, Rules { completing, double });
    for (&cell, number) in after.iter().flat_map(|moves| &moves.0).zip(1..) {
        game.play(cell).map_err(|problem| {
            let moves = after.map(ToString::to_string).unwrap_or_default();
            Failure::Argument("--after <CELLS>", moves, format!("move {number}, {cell}: {problem}"))
        })?;
    }
    Ok(game)
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Task::Squares { .. } => "squares",
            Task::Tie { .. } => "tie",
            Task::Draws { .. } => "draws",
            Task::Solve { .. } => "solve",
            Task::Model { .. } => "model",
        };
        write!(f, "{name} {}", self.size())?;
        let flag = |f: &mut fmt::Formatter<'_>, name, is_given| f.write_str(if is_given { name } else { "" });
        match self {
            Task::Squares { .. } => Ok(()),
            Task::Tie { free, .. } | Task::Model { free, .. } => flag(f, " --free", *free),
            Task::Draws { list, list_all, .. } => {
                flag(f, " --list", *list)?;
                flag(f, " --list-all", *list_all)
            }
            Task::Solve { rules, double, after, moves, .. } => {
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

    #[test]
    fn the_canonical_spelling_is_parsed_as_itself() {
        let options = [["", " --rules last-mover"], ["", " --double"], ["", " --after C3,AA10"], ["", " --moves"]];
        let solve =
            options.into_iter().multi_cartesian_product().map(|options| format!("solve 10x27{}", options.concat()));
        let others =
            ["squares 6x6", "tie 32x32", "tie 6x6 --free", "draws 6x6", "draws 6x6 --list", "draws 6x6 --list-all"];
        let others = others.into_iter().chain(["model 4096x4096", "model 6x6 --free"]).map(str::to_owned);
        for task in solve.chain(others) {
            let words = std::iter::once("hip").chain(task.split(' '));
            let parsed = Line::try_parse_from(words).unwrap_or_else(|error| panic!("{task}: {error}"));
            assert_eq!(parsed.task.to_string(), task);
        }
    }
}
