//! `chip-firing winner`, `number` and `grundy`: perfect play.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use clap::Args;
use itertools::Itertools;
use serde::Serialize;

use super::{Board, CHECKPOINT, Named, too_large};
use crate::budget::Budget;
use crate::chip_firing::{self, Bounds, Configuration, GameError, Question, SearchState, Side, Solver, TooLargeError};
use crate::cli::answer::Answer;
use crate::cli::arguments::checkpoint;
use crate::cli::checkpoint::Checkpoint;
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::Writes;
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::graph::Vertex;

const GRAPH_OR_STDIN: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, or g6:DQc in graph6; \
                              - reads graph6 lines from stdin";

#[derive(Args, Debug)]
#[command(arg = checkpoint(CHECKPOINT))]
pub(super) struct Winner {
    #[command(flatten)]
    start: Start,

    /// Print all vertices on which the next chip wins
    #[arg(long)]
    moves: bool,
}

#[derive(Args, Debug)]
#[command(arg = checkpoint(CHECKPOINT))]
pub(super) struct Number {
    #[command(flatten)]
    start: Start,

    /// Let Min make the next move [default: Max]
    #[arg(long)]
    min_first: bool,

    /// Print all vertices on which the next chip does not change the number under perfect play
    #[arg(long)]
    moves: bool,
}

#[derive(Args, Debug)]
#[command(arg = checkpoint(CHECKPOINT))]
pub(super) struct Grundy {
    #[arg(help = GRAPH_OR_STDIN)]
    graph: Graphs,
}

/// Where a game starts.
#[derive(Args, Debug)]
struct Start {
    #[arg(help = GRAPH_OR_STDIN)]
    graph: Graphs,

    /// Start with these chips instead of the empty board: a number for each vertex, such as 1,0,2; vertices that can fire
    /// do so before the first move
    #[arg(long, allow_hyphen_values = true)]
    chips: Option<Configuration>,
}

/// The graphs that a task is about.
#[derive(Clone, Debug)]
pub(super) enum Graphs {
    One(Board),
    /// `-`: the lines of graph6 on stdin.
    Stdin,
}

impl FromStr for Graphs {
    type Err = String;

    fn from_str(text: &str) -> Result<Graphs, String> {
        if text == "-" { Ok(Graphs::Stdin) } else { text.parse().map(Graphs::One) }
    }
}

/// A question about perfect play, with its options.
pub(super) struct Play<'a> {
    pub(super) question: Question,
    pub(super) graph: &'a Graphs,
    chips: Option<&'a Configuration>,
    /// Whether the best next moves are asked for too.
    moves: bool,
}

impl Winner {
    pub(super) fn play(&self) -> Play<'_> {
        let Winner { start: Start { graph, chips }, moves } = self;
        Play { question: Question::Winner, graph, chips: chips.as_ref(), moves: *moves }
    }
}

impl Number {
    pub(super) fn play(&self) -> Play<'_> {
        let Number { start: Start { graph, chips }, min_first, moves } = self;
        let question = Question::Number(if *min_first { Side::Min } else { Side::Max });
        Play { question, graph, chips: chips.as_ref(), moves: *moves }
    }
}

impl Grundy {
    pub(super) fn play(&self) -> Play<'_> {
        Play { question: Question::Grundy, graph: &self.graph, chips: None, moves: false }
    }
}

impl Play<'_> {
    /// Returns the first option that is only for a single graph.
    pub(super) fn option_for_one(&self, run: &Run<'_>) -> Option<&'static str> {
        let is_saved = run.output(Writes::Checkpoint).is_some();
        let options = [(self.chips.is_some(), "--chips"), (self.moves, "--moves"), (is_saved, "--checkpoint")];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// Returns the message that the graph is too large.
    pub(super) fn too_large(&self, problem: TooLargeError) -> String {
        let task = match self.question {
            Question::Winner => "winner",
            Question::Grundy => "grundy",
            Question::Number(_) => "number",
        };
        too_large(task, problem)
    }
}

/// The answer to a question about a game; `None` is what was not found before a limit.
#[derive(Serialize)]
pub(super) struct Solved {
    #[serde(flatten)]
    graph: Named,
    #[serde(flatten)]
    value: Value,
    /// The best moves by the name of their field, if they were asked for.
    #[serde(flatten)]
    moves: BTreeMap<&'static str, Option<Vec<Vertex>>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Winner {
        chips: Vec<u64>,
        winner: Option<u64>,
    },
    Grundy {
        grundy_value: Option<u64>,
    },
    Number {
        chips: Vec<u64>,
        first: &'static str,
        number: Option<u64>,
        at_least: u64,
        at_most: u64,
        lower_bound: u64,
        upper_bound: u64,
    },
}

const WINNING: &str = "winning_vertices";
const OPTIMAL: &str = "optimal_vertices";

impl Solved {
    /// Returns the answer to a question. `bounds` are those that are proved, and `moves` the best ones, if they are asked for.
    pub(super) fn new(
        play: &Play<'_>,
        board: &Board,
        answer: Option<chip_firing::Answer>,
        bounds: Bounds,
        moves: Option<Vec<Vertex>>,
    ) -> Solved {
        let graph = Named::from(board);
        let chips = play.chips.map_or_else(|| vec![0; graph.vertices], |chips| chips.chips().to_vec());
        let answer = answer.map(chip_firing::Answer::to_number);
        let value = match play.question {
            Question::Winner => Value::Winner { chips, winner: answer },
            Question::Grundy => Value::Grundy { grundy_value: answer },
            Question::Number(first) => {
                let Bounds { lower: lower_bound, upper: upper_bound } = board.game.bounds();
                // If all games on the graph have the same length, the number is known without a search.
                let number = answer.or((bounds.lower == bounds.upper).then_some(bounds.lower));
                let [at_least, at_most] = number.map_or([bounds.lower, bounds.upper], |number| [number; 2]);
                let first = if first == Side::Max { "max" } else { "min" };
                Value::Number { chips, first, number, at_least, at_most, lower_bound, upper_bound }
            }
        };
        let name = if matches!(play.question, Question::Number(_)) { OPTIMAL } else { WINNING };
        let moves = play.moves.then_some((name, moves)).into_iter().collect();
        Solved { graph, value, moves }
    }

    /// Returns the key of the text, and the value after it.
    fn value(&self) -> (&'static str, Option<String>) {
        match self.value {
            Value::Winner { winner, .. } => ("Winner", winner.map(|winner| format!("player {winner}"))),
            Value::Grundy { grundy_value } => ("Grundy value", grundy_value.map(|value| value.to_string())),
            Value::Number { number, .. } => ("Game chip number", number.map(|number| number.to_string())),
        }
    }

    /// Writes the answer as a line of its own, after the line of its graph.
    pub(super) fn write_line(&self, graph6: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{graph6}\t{}", self.value().1.as_deref().unwrap_or("unknown"))
    }
}

impl Task for Play<'_> {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Graphs::One(board) = self.graph else { return Err(Failure::Usage("expected a graph".to_owned())) };
        let game = match self.chips.map(|chips| board.game.restart(chips, &mut Budget::new(|_| run.proceed()))) {
            None => board.game.clone(),
            Some(Ok(game)) => game,
            Some(Err(GameError::Stopped)) => return Ok(Solved::new(self, board, None, board.game.bounds(), None)),
            Some(Err(problem)) => return Err(Failure::Value("chips", problem.to_string())),
        };
        let solver = Solver::new(&game, self.question, &run.budget());
        let mut solver = solver.map_err(|problem| Failure::Value("graph", self.too_large(problem)))?;
        let identity = (self.question, game.graph(), game.configuration().chips());
        let mut checkpoint = run.resume(run.output(Writes::Checkpoint), &identity, |from| solver.load(from))?;
        let save = |out: &mut dyn Write, state: &SearchState| state.save(out);
        let answer = search(run, &mut solver, &mut checkpoint, save, Solver::answer);
        let is_asked = self.moves && answer.is_some();
        let moves = if is_asked { search(run, &mut solver, &mut checkpoint, save, Solver::moves) } else { None };
        let found = Solved::new(self, board, answer, solver.bounds(), moves);
        if found.exit() != Exit::ANSWERED {
            checkpoint.close(|out| solver.state().save(out));
        }
        Ok(found)
    }
}

/// Runs a solver up to its answer or a limit. `save` writes the state of the task from time to time.
pub(super) fn search<T>(
    run: &Run<'_>,
    solver: &mut Solver,
    checkpoint: &mut Checkpoint<'_>,
    save: impl Fn(&mut dyn Write, &SearchState) -> io::Result<()>,
    work: impl FnOnce(&mut Solver, &mut Budget<'_>) -> Option<T>,
) -> Option<T> {
    let before = run.meter().positions() - solver.positions();
    let (state, limits) = (solver.state(), run.options().limits);
    let budget = Budget::new(|positions| {
        run.poll(before + positions)?;
        checkpoint.save_if_due(|out| save(out, &state));
        ControlFlow::Continue(())
    });
    let result = work(solver, &mut budget.with_memory(limits.memory).with_threads(limits.threads));
    run.meter().count(before + solver.positions());
    result
}

impl Answer for Solved {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.value() {
            (key, Some(value)) => writeln!(out, "{key}: {value}")?,
            _ => writeln!(out, "Unknown")?,
        }
        if let Value::Number { number, at_least, at_most, lower_bound, upper_bound, .. } = self.value {
            let [lower, upper] = if number.is_some() { [lower_bound, upper_bound] } else { [at_least, at_most] };
            writeln!(out, "Lower bound: {lower}\nUpper bound: {upper}")?;
        }
        for (&name, vertices) in &self.moves {
            let name = if name == WINNING { "Winning vertices" } else { "Optimal vertices" };
            match vertices.as_deref() {
                None => writeln!(out, "{name}: unknown")?,
                Some([]) => writeln!(out, "{name}: none")?,
                Some(vertices) => writeln!(out, "{name}: {}", vertices.iter().format(" "))?,
            }
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.value().1.is_some() && self.moves.values().all(Option::is_some))
    }
}
