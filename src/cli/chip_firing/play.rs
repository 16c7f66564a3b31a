//! `chip-firing winner`, `number` and `grundy`: perfect play.

use std::io::{self, Write};
use std::str::FromStr;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, ArgAction, Args};
use itertools::Itertools;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::graphs::{Board, GRAPH_OR_STDIN, GraphArgument};
use super::{SearchArgs, too_large};
use crate::budget::Budget;
use crate::chip_firing::{self, Bounds, Configuration, Game, GameError, Question, Side, Solver};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::Answer;
use crate::cli::run::Run;
use crate::graph::Vertex;

#[derive(Args, Debug)]
pub(super) struct Winner {
    #[command(flatten)]
    start: Start,

    /// Print all vertices on which the next chip wins
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Args, Debug)]
#[command(arg = max_first())]
pub(super) struct Number {
    #[command(flatten)]
    start: Start,

    /// Let Min make the next move [default: Max]
    #[arg(long)]
    min_first: bool,

    /// Print all vertices on which the next chip does not change the number under perfect play
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Args, Debug)]
pub(super) struct Grundy {
    #[arg(help = GRAPH_OR_STDIN)]
    graph: Graphs,

    #[command(flatten)]
    search: SearchArgs,
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
    One(GraphArgument),
    /// `-`: those on stdin.
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
    question: Question,
    pub(super) graph: &'a Graphs,
    chips: Option<&'a Configuration>,
    /// Whether the best next moves are asked for too.
    moves: bool,
    pub(super) search: &'a SearchArgs,
}

impl Winner {
    pub(super) fn play(&self) -> Play<'_> {
        let Winner { start: Start { graph, chips }, moves, search } = self;
        Play { question: Question::Winner, graph, chips: chips.as_ref(), moves: *moves, search }
    }
}

impl Number {
    pub(super) fn play(&self) -> Play<'_> {
        let Number { start: Start { graph, chips }, min_first, moves, search } = self;
        let question = Question::Number(if *min_first { Side::Min } else { Side::Max });
        Play { question, graph, chips: chips.as_ref(), moves: *moves, search }
    }
}

impl Grundy {
    pub(super) fn play(&self) -> Play<'_> {
        Play { question: Question::Grundy, graph: &self.graph, chips: None, moves: false, search: &self.search }
    }
}

impl Play<'_> {
    /// Answers the question about a graph.
    pub(super) fn run(&self, board: &Board, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.search.limits);
        let game = match self.chips.map(|chips| board.game.restart(chips, &mut Budget::new(|_| run.proceed()))) {
            None => board.game.clone(),
            Some(Ok(game)) => game,
            Some(Err(GameError::Stopped)) => return self.answer(board, None, board.game.bounds(), None).print(run),
            Some(Err(problem)) => return Err(Failure::Value("chips", problem.to_string())),
        };
        let solver = self.solver(&game, &run.budget());
        let mut solver = solver.map_err(|problem| Failure::Value("graph", problem))?;
        let identity = (self.question, game.graph(), game.configuration().chips());
        let path = self.search.checkpoint.as_ref();
        let mut checkpoint = run.resume(path, &identity, &mut |from| solver.load(from))?;
        let state = solver.state();
        let (save, poll) = (|out: &mut dyn Write| state.save(out), &mut |positions| run.poll(positions));
        let mut budget = checkpoint.budget(&save, poll);
        let value = solver.answer(&mut budget);
        let moves = if self.moves && value.is_some() { solver.moves(&mut budget) } else { None };
        drop(budget);
        run.meter().count(solver.positions());
        checkpoint.close(&save);
        self.answer(board, value, solver.bounds(), moves).print(run)
    }

    /// Returns the names of the task, of its value in JSON and in text, and of the best moves.
    fn names(&self) -> [&'static str; 4] {
        match self.question {
            Question::Winner => ["winner", "winner", "Winner", "Winning"],
            Question::Number(_) => ["number", "number", "Game chip number", "Optimal"],
            Question::Grundy => ["grundy", "grundy_value", "Grundy value", ""],
        }
    }

    /// Returns the solver for a game on the graph.
    ///
    /// # Errors
    /// The message that the graph is too large.
    pub(super) fn solver(&self, game: &Game, budget: &Budget<'_>) -> Result<Solver, String> {
        Solver::new(game, self.question, budget).map_err(|problem| too_large(self.names()[0], problem))
    }

    /// Returns the first option that is only for a single graph.
    pub(super) fn option_for_one(&self) -> Option<&'static str> {
        let is_saved = self.search.checkpoint.is_some();
        let options = [(self.chips.is_some(), "--chips"), (self.moves, "--moves"), (is_saved, "--checkpoint")];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// Returns the answer to the question, with the bounds that are proved.
    pub(super) fn answer<'a>(
        &'a self,
        board: &'a Board,
        value: Option<chip_firing::Answer>,
        bounds: Bounds,
        moves: Option<Vec<Vertex>>,
    ) -> PlayAnswer<'a> {
        // If all games on the graph have the same length, the number is known without a search.
        let is_known = matches!(self.question, Question::Number(_)) && bounds.lower == bounds.upper;
        let value = value.map(chip_firing::Answer::to_number).or(is_known.then_some(bounds.lower));
        PlayAnswer { play: self, board, value, bounds, moves }
    }
}

/// The answer to a question; `None` is what was not found before a limit, or not asked for.
pub(super) struct PlayAnswer<'a> {
    play: &'a Play<'a>,
    board: &'a Board,
    value: Option<u64>,
    /// The proved bounds of the number of chips at the end.
    bounds: Bounds,
    moves: Option<Vec<Vertex>>,
}

impl PlayAnswer<'_> {
    fn print(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.answer(self, Exit::of_complete(self.is_complete()))
    }

    pub(super) fn is_complete(&self) -> bool {
        self.value.is_some() && (self.moves.is_some() || !self.play.moves)
    }

    pub(super) fn value(&self) -> Option<String> {
        let unit = if self.play.question == Question::Winner { "player " } else { "" };
        self.value.map(|value| format!("{unit}{value}"))
    }
}

/// The names of two fields depend on the question.
impl Serialize for PlayAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlayAnswer { play, board: Board { name, game, names }, value, bounds, moves } = self;
        let [_, key, _, best] = play.names();
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("graph", name)?;
        fields.serialize_entry("vertices", &game.graph().order())?;
        fields.serialize_entry("edges", &game.graph().size())?;
        if !names.is_empty() {
            fields.serialize_entry("names", names)?;
        }
        if play.question != Question::Grundy {
            fields.serialize_entry("chips", play.chips.unwrap_or(game.configuration()).chips())?;
        }
        if let Question::Number(first) = play.question {
            fields.serialize_entry("first", if first == Side::Max { "max" } else { "min" })?;
        }
        fields.serialize_entry(key, value)?;
        if let Question::Number(_) = play.question {
            fields.serialize_entry("at_least", &bounds.lower)?;
            fields.serialize_entry("at_most", &bounds.upper)?;
            fields.serialize_entry("lower_bound", &game.bounds().lower)?;
            fields.serialize_entry("upper_bound", &game.bounds().upper)?;
        }
        if play.moves {
            fields.serialize_entry(&format!("{}_vertices", best.to_lowercase()), moves)?;
        }
        fields.end()
    }
}

impl Answer for PlayAnswer<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let [_, _, key, best] = self.play.names();
        match self.value() {
            Some(value) => writeln!(out, "{key}: {value}")?,
            None => writeln!(out, "Unknown")?,
        }
        if let Question::Number(_) = self.play.question {
            let Bounds { lower, upper } = if self.value.is_some() { self.board.game.bounds() } else { self.bounds };
            writeln!(out, "Lower bound: {lower}\nUpper bound: {upper}")?;
        }
        match &self.moves {
            _ if !self.play.moves => Ok(()),
            None => writeln!(out, "{best} vertices: unknown"),
            Some(moves) if moves.is_empty() => writeln!(out, "{best} vertices: none"),
            Some(moves) => {
                let names = moves.iter().map(|&vertex| self.board.vertex_name(vertex));
                writeln!(out, "{best} vertices: {}", names.format(" "))
            }
        }
    }
}
