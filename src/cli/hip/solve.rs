//! `hip solve`: who wins under perfect play.

use std::io::{self, Write};
use std::str::FromStr;

use clap::{Args, ValueEnum};
use itertools::Itertools;
use serde::Serialize;

use super::title;
use crate::cell::Cell;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::Limits;
use crate::cli::output::{Answer, display_each};
use crate::cli::paths::{OutputFile, OutputKind, output};
use crate::cli::run::Run;
use crate::hip::report::{self, PlayerName, Proof};
use crate::hip::{self, Completing, Game, Goal, Outcome, Rules, Size, Solution, SolveError, picture};

#[derive(Args, Debug)]
pub(super) struct Solve {
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

    /// Print the empty cells that would complete a square of the player to move
    #[arg(long)]
    forbidden: bool,

    /// Write a picture of the position to PATH, with the moves numbered and the best next moves marked.
    /// `-` is stdout, in place of the text
    #[arg(long, value_name = "PATH", value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,

    #[command(flatten)]
    limits: Limits,
}

/// The values of `--rules`.
#[derive(ValueEnum, Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
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

#[derive(Serialize)]
struct SolveAnswer<'a> {
    #[serde(flatten)]
    size: Size,
    rules: RulesName,
    double: bool,
    #[serde(serialize_with = "display_each")]
    after: Vec<Cell>,
    result: Option<String>,
    safe: Option<String>,
    proof: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[allow(clippy::option_option, reason = "absent if they were not asked for, null if they are unknown")]
    best_moves: Option<Option<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden: Option<Vec<String>>,
    #[serde(skip)]
    game: Game,
    #[serde(skip)]
    solution: Solution,
    #[serde(skip)]
    task: &'a Solve,
}

impl Solve {
    /// Returns the game after the moves of `--after`.
    fn game(&self) -> Result<Game, Failure> {
        let completing = match self.rules {
            RulesName::Gardner => Completing::Loses,
            RulesName::LastMover => Completing::Illegal,
        };
        let mut game = Game::new(self.size, Rules { completing, double: self.double });
        for (&cell, number) in self.after.iter().flat_map(|moves| &moves.0).zip(1..) {
            game.play(cell).map_err(|problem| Failure::Value("after", format!("move {number}, {cell}: {problem}")))?;
        }
        Ok(game)
    }

    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let game = self.game()?;
        let goal = if self.moves { Goal::BestMoves } else { Goal::Outcome };
        let solution = hip::solve(&game, goal, &mut run.budget());
        if solution.outcome == Err(SolveError::TooLarge) && solution.safe.is_none() {
            let (size, cells, squares) = (self.size, self.size.area(), hip::count_squares(self.size));
            let most =
                "at most 64 cells and 128 squares that can still be completed, or a board that a theorem decides";
            let problem = format!("expected {most}; {size} has {cells} cells and {squares} squares");
            return Err(Failure::Value("size", problem));
        }
        run.meter().count(solution.positions);
        let name = |player| PlayerName(player).to_string();
        let names = |cells: &Vec<Cell>| cells.iter().map(ToString::to_string).collect();
        let forbidden = self.forbidden.then(|| game.completing_cells().map(|cell| cell.to_string()).collect());
        let exit = Exit::of_complete(solution.outcome.is_ok() && (!self.moves || solution.moves.is_some()));
        let answer = SolveAnswer {
            size: self.size,
            rules: self.rules,
            double: self.double,
            after: game.moves().to_vec(),
            result: match solution.outcome {
                Ok(Outcome::Win(player)) => Some(name(player)),
                Ok(Outcome::Draw) => Some("draw".to_owned()),
                Err(_) => None,
            },
            safe: solution.safe.map(name),
            proof: Proof(&solution).to_string(),
            forbidden,
            best_moves: self.moves.then(|| solution.moves.as_ref().map(names)),
            game,
            solution,
            task: self,
        };
        run.answer_with_picture(&answer, self.svg.as_ref(), exit)
    }
}

impl Answer for SolveAnswer<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::solution(&mut out, &self.solution, self.task.moves)?;
        match self.forbidden.as_deref() {
            None => Ok(()),
            Some([]) => writeln!(out, "Forbidden: none"),
            Some(cells) => writeln!(out, "Forbidden: {}", cells.join(" ")),
        }
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        picture::position(out, &title(task), &self.game, &self.solution)
    }
}
