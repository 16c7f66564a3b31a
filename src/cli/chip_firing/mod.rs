//! The `chip-firing` program: its tasks and their answers.
//!
//! ```text
//!     mod      the tasks; stabilize
//!     graphs   graphs by names, by edges, and in files
//!     play     winner, number, grundy
//!     lines    the same for the graphs on stdin
//!     table    complete graphs, one after the other
//!     tree     game trees
//! ```

mod graphs;
mod lines;
mod play;
mod table;
mod tree;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Command, Subcommand};
use itertools::Itertools;
use serde::Serialize;

use self::graphs::{GraphArgument, ONE_GRAPH};
use super::failure::{Exit, Failure};
use super::limits::{Limits, TimeArgs};
use super::output::Answer;
use super::paths::{OutputFile, OutputKind, output};
use super::program::{self, Program};
use super::run::Run;
use crate::budget::Budget;
use crate::chip_firing::{Configuration, GameError, Stabilization, stabilize};

/// Chip-firing games on graphs: who wins, and how many chips are played
///
/// Two players take turns to put a chip on a vertex of a connected graph. Then vertices with at least as many chips as
/// neighbours fire, one at a time: they give one chip to each neighbour, until no vertex can fire. The player who
/// starts an endless avalanche ends the game. Vertices are numbered from 0.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line.
/// `#` begins a comment. Limits and common options are given on the command line, and hold for each task.
#[derive(Subcommand, Debug)]
enum ChipFiring {
    /// Determine which player wins if the last move wins
    ///
    /// The player who starts an endless avalanche wins. Player 1 is to move. The largest complete
    /// graph with an even number of vertices is K32.
    Winner(play::Winner),
    /// Compute the game chip number, also called toppling number
    ///
    /// Max wants as many chips as possible on the board at the end of the game, Min as few as possible. The number
    /// counts all chips on the board at the end. The printed bounds hold for every game on the graph: with m edges and
    /// n vertices they are m and 2m-n+1. The largest complete graph is K23.
    Number(play::Number),
    /// Compute the Grundy value of the empty board if the last move wins
    ///
    /// The value is 0 if player 2 wins. The largest complete graph with an even number of vertices is K32.
    Grundy(play::Grundy),
    /// Tabulate winners and game chip numbers of complete graphs
    ///
    /// The columns are the number of vertices n, the winner, the number of edges, the game chip numbers if Max and if
    /// Min moves first, and their upper bound (n-1)^2. Each row is printed as soon as it is known.
    Table(table::Table),
    /// Print the game tree in Graphviz DOT format
    ///
    /// Positions that a symmetry of the graph maps to each other are one node. Each move is an arrow, on a line of its
    /// own. `dot -Tsvg` of Graphviz makes a picture of it.
    Tree(tree::Tree),
    /// Fire until no vertex can fire, or report that this never ends
    ///
    /// Prints the stable configuration and the firing vector: how often each vertex fires.
    Stabilize(Stabilize),
}

impl Program for ChipFiring {
    const NAME: &'static str = "chip-firing";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "number";
    type Limits = Limits;

    fn define(command: Command) -> Command {
        ChipFiring::augment_subcommands(command)
    }

    fn schema_version(&self) -> u32 {
        if let ChipFiring::Table(_) = self { 2 } else { 1 }
    }

    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        match self {
            ChipFiring::Winner(task) => answer_play(&task.play(), run),
            ChipFiring::Number(task) => answer_play(&task.play(), run),
            ChipFiring::Grundy(task) => answer_play(&task.play(), run),
            ChipFiring::Table(task) => task.run(run),
            ChipFiring::Tree(task) => task.run(run),
            ChipFiring::Stabilize(task) => task.run(run),
        }
    }
}

/// Answers a question about its graph, or about each of the graphs on stdin.
fn answer_play(play: &play::Play<'_>, run: &Run<'_>) -> Result<Exit, Failure> {
    match play.graph {
        play::Graphs::One(graph) => {
            let board = graph.load()?;
            play.run(&board, run)
        }
        play::Graphs::Stdin => lines::answer(play, run),
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<ChipFiring>()
}

/// Returns the message that a graph is too large for a task.
fn too_large(task: &str, problem: impl Display) -> String {
    format!("too large for {task}: {problem}")
}

/// What the searches of a task may use.
#[derive(Args, Debug)]
struct SearchArgs {
    /// Save the search state in FILE; the same command continues from it. Only for a task on the command line
    #[arg(long, value_name = "FILE", value_parser = output(OutputKind::Checkpoint))]
    checkpoint: Option<OutputFile>,

    #[command(flatten)]
    limits: Limits,
}

#[derive(Args, Debug)]
struct Stabilize {
    #[arg(help = ONE_GRAPH)]
    graph: GraphArgument,

    /// Chips on each vertex, such as 1,0,2
    chips: Configuration,

    #[command(flatten)]
    limits: TimeArgs,
}

/// How chips end; without a reason and a configuration this was not found before a limit.
#[derive(Serialize)]
struct StabilizeAnswer<'a> {
    graph: &'a str,
    vertices: usize,
    edges: usize,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    names: &'a [String],
    chips: &'a [u64],
    stable: Option<&'a [u64]>,
    firings: Option<&'a [u64]>,
    reason: Option<String>,
}

impl Stabilize {
    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let board = self.graph.load()?;
        let (graph, chips) = (board.game.graph(), self.chips.chips());
        let (vertices, counts) = (graph.order(), chips.len());
        if counts != vertices {
            return Err(Failure::Value("chips", GameError::WrongLength { counts, vertices }.to_string()));
        }
        // Firings are not positions: they are not counted.
        let end = stabilize(graph, &self.chips, &mut Budget::new(|_| run.proceed()));
        let (stable, firings, reason) = match &end {
            None => (None, None, None),
            Some(Stabilization::Endless(why)) => (None, None, Some(why.to_string())),
            Some(Stabilization::Stable { configuration, firings }) => {
                (Some(configuration.chips()), Some(&firings[..]), None)
            }
        };
        let (name, edges, names) = (&board.name, graph.size(), &board.names);
        let answer = StabilizeAnswer { graph: name, vertices, edges, names, chips, stable, firings, reason };
        run.answer(&answer, Exit::of_complete(end.is_some()))
    }
}

impl Answer for StabilizeAnswer<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.names.is_empty() {
            writeln!(out, "Vertices: {}", self.names.iter().format(","))?;
        }
        match (&self.reason, self.stable, self.firings) {
            (Some(reason), ..) => writeln!(out, "{reason}"),
            (_, Some(stable), Some(firings)) => {
                let [stable, firings] = [stable, firings].map(|numbers| numbers.iter().format(","));
                writeln!(out, "Stable configuration: {stable}\nFiring vector: {firings}")
            }
            _ => writeln!(out, "Unknown"),
        }
    }
}
