//! `chip-firing winner`, `number` and `grundy`: perfect play.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, ArgAction, Args};
use itertools::Itertools;
use serde_json::json;

use super::{Board, CHECKPOINT, Found, too_large};
use crate::budget::Budget;
use crate::chip_firing::{self, Bounds, Configuration, GameError, Question, SearchState, Side, Solver, TooLargeError};
use crate::cli::answer::Answer;
use crate::cli::arguments::checkpoint;
use crate::cli::checkpoint::Checkpoint;
use crate::cli::failure::Failure;
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
#[command(arg = checkpoint(CHECKPOINT), arg = max_first())]
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

/// Returns an option that is refused with a tip, since Max moves first without it.
fn max_first() -> Arg {
    let parser = UnknownArgumentValueParser::suggest("Max moves first unless --min-first is given");
    Arg::new("max-first").long("max-first").action(ArgAction::SetTrue).value_parser(parser).hide(true)
}

/// Where a game starts.
#[derive(Args, Debug)]
struct Start {
    #[arg(help = GRAPH_OR_STDIN)]
    graph: Graphs,

    /// Start with these chips instead of the empty board: a number for each vertex, such as 1,0,2; vertices that can
    /// fire do so before the first move
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

/// The answer to a question about a game.
pub(super) struct Solved {
    /// What a line of its own has after its graph; `None` if it was not found before a limit.
    value: Option<String>,
    pub(super) answer: Found,
}

impl Solved {
    /// Returns the answer to a question. `bounds` are those that are proved, and `moves` the best ones, if they are
    /// asked for.
    pub(super) fn new(
        play: &Play<'_>,
        board: &Board,
        answer: Option<chip_firing::Answer>,
        bounds: Bounds,
        moves: Option<&[Vertex]>,
    ) -> Solved {
        let chips = play.chips.map_or_else(|| vec![0; board.game.graph().order()], |chips| chips.chips().to_vec());
        let answer = answer.map(chip_firing::Answer::to_number);
        let (key, value, below, mut fields) = match play.question {
            Question::Winner => {
                let fields = json!({ "chips": chips, "winner": answer });
                ("Winner", answer.map(|winner| format!("player {winner}")), String::new(), fields)
            }
            Question::Grundy => {
                let fields = json!({ "grundy_value": answer });
                ("Grundy value", answer.map(|value| value.to_string()), String::new(), fields)
            }
            Question::Number(first) => {
                let of_all = board.game.bounds();
                // If all games on the graph have the same length, the number is known without a search.
                let number = answer.or((bounds.lower == bounds.upper).then_some(bounds.lower));
                let [at_least, at_most] = number.map_or([bounds.lower, bounds.upper], |number| [number; 2]);
                let Bounds { lower, upper } = if number.is_some() { of_all } else { bounds };
                let fields = json!({
                    "chips": chips, "first": if first == Side::Max { "max" } else { "min" }, "number": number,
                    "at_least": at_least, "at_most": at_most, "lower_bound": of_all.lower, "upper_bound": of_all.upper,
                });
                let below = format!("Lower bound: {lower}\nUpper bound: {upper}\n");
                ("Game chip number", number.map(|number| number.to_string()), below, fields)
            }
        };
        let mut text = value.as_ref().map_or_else(|| "Unknown\n".to_owned(), |value| format!("{key}: {value}\n"));
        text += &below;
        if play.moves {
            let is_number = matches!(play.question, Question::Number(_));
            let [name, title] =
                if is_number { ["optimal_vertices", "Optimal"] } else { ["winning_vertices", "Winning"] };
            let shown = moves.map_or("unknown".to_owned(), |vertices| vertices.iter().join(" "));
            text.extend([title, " vertices: ", if shown.is_empty() { "none" } else { &shown }, "\n"]);
            fields[name] = json!(moves);
        }
        let is_complete = value.is_some() && (moves.is_some() || !play.moves);
        Solved { value, answer: Found { graph: board.into(), fields, text, is_complete } }
    }

    /// Writes the answer as a line of its own, after the line of its graph.
    pub(super) fn write_line(&self, graph6: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{graph6}\t{}", self.value.as_deref().unwrap_or("unknown"))
    }
}

impl Task for Play<'_> {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Graphs::One(board) = self.graph else { return Err(Failure::Usage("expected a graph".to_owned())) };
        let game = match self.chips.map(|chips| board.game.restart(chips, &mut Budget::new(|_| run.proceed()))) {
            None => board.game.clone(),
            Some(Ok(game)) => game,
            Some(Err(GameError::Stopped)) => {
                return Ok(Solved::new(self, board, None, board.game.bounds(), None).answer);
            }
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
        let found = Solved::new(self, board, answer, solver.bounds(), moves.as_deref()).answer;
        if !found.is_complete {
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
