//! The `chip-firing` program: its tasks and their answers.
//!
//! ```text
//!     mod      the tasks; stabilize
//!     play     winner, number, grundy
//!     lines    the same for the graphs on stdin
//!     table    complete graphs, one after the other
//!     tree     game trees
//! ```

mod lines;
mod play;
mod table;
mod tree;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, Subcommand};
use itertools::Itertools;
use serde::Serialize;
use serde_json::{Value, json};

use super::answer::Answer;
use super::failure::{Exit, Failure};
use super::run::Run;
use super::task::{self, Task, Tasks};
use crate::budget::Budget;
use crate::chip_firing::{Configuration, Game, GameError, Stabilization, stabilize};
use crate::graph::{Graph, ParseGraphError};

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
    /// The player who starts an endless avalanche wins. Player 1 is to move. The largest complete graph is K30.
    Winner(play::Winner),
    /// Compute the game chip number, also called toppling number
    ///
    /// Max wants as many chips as possible on the board at the end of the game, Min as few as possible. The number
    /// counts all chips on the board at the end. The printed bounds hold for every game on the graph: with m edges and
    /// n vertices they are m and 2m-n+1. The largest complete graph is K23.
    Number(play::Number),
    /// Compute the Grundy value of the empty board if the last move wins
    ///
    /// The value is 0 if player 2 wins. The largest complete graph is K28.
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

impl Tasks for ChipFiring {
    const NAME: &'static str = "chip-firing";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "number";
    const WITHOUT_SEARCH: &'static [&'static str] = &["stabilize"];

    fn answer(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        match self {
            ChipFiring::Winner(task) => lines::answer(&task.play(), run),
            ChipFiring::Number(task) => lines::answer(&task.play(), run),
            ChipFiring::Grundy(task) => lines::answer(&task.play(), run),
            ChipFiring::Table(task) => run.answer(task),
            ChipFiring::Tree(task) => run.answer(task),
            ChipFiring::Stabilize(task) => run.answer(task),
        }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    task::main::<ChipFiring>()
}

/// A graph as it was typed, and the empty board on it.
#[derive(Clone, Debug)]
struct Board {
    name: String,
    game: Game,
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Board, String> {
        let graph = text.parse().map_err(|problem: ParseGraphError| match (&problem, similar(text)) {
            (ParseGraphError::Unknown, Some(name)) => format!("{problem}; tip: {name}"),
            _ => problem.to_string(),
        })?;
        let game = Game::new(graph).map_err(|problem| problem.to_string())?;
        Ok(Board { name: text.to_owned(), game })
    }
}

/// Returns the name of a graph that the text may stand for: it lacks the prefix of graph6, or has a letter wrong.
fn similar(text: &str) -> Option<String> {
    let is_close = strsim::damerau_levenshtein(&text.to_lowercase(), "petersen") <= 2;
    let names = [format!("g6:{text}"), if is_close { "petersen".to_owned() } else { String::new() }];
    names.into_iter().find(|name| name.parse::<Graph>().is_ok())
}

const ONE_GRAPH: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, or g6:DQc in graph6";

/// Returns the failure that a graph is too large for a task.
fn too_large(task: &str, problem: impl Display) -> String {
    format!("too large for {task}: {problem}")
}

const CHECKPOINT: &str =
    "Save the search state in FILE; the same command continues from it. Only for a task on the command line";

/// The graph of a task, the first fields of each answer.
#[derive(Serialize)]
struct Named {
    graph: String,
    vertices: usize,
    edges: usize,
}

impl From<&Board> for Named {
    fn from(Board { name, game }: &Board) -> Named {
        Named { graph: name.clone(), vertices: game.graph().order(), edges: game.graph().size() }
    }
}

/// An answer about a graph.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    graph: Named,
    /// Its other fields; null is what was not found before a limit.
    #[serde(flatten)]
    fields: Value,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    is_complete: bool,
}

impl Answer for Found {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text.as_bytes())
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.is_complete)
    }
}

#[derive(Args, Debug)]
struct Stabilize {
    #[arg(help = ONE_GRAPH)]
    graph: Board,

    /// Chips on each vertex, such as 1,0,2
    chips: Configuration,
}

impl Task for Stabilize {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let (graph, chips) = (self.graph.game.graph(), self.chips.chips());
        let (vertices, counts) = (graph.order(), chips.len());
        if counts != vertices {
            return Err(Failure::Value("chips", GameError::WrongLength { counts, vertices }.to_string()));
        }
        // Firings are not positions: they are not counted.
        let end = stabilize(graph, &self.chips, &mut Budget::new(|_| run.proceed()));
        let is_complete = end.is_some();
        let (text, [stable, firings, reason]) = match end {
            None => ("Unknown\n".to_owned(), Default::default()),
            Some(Stabilization::Endless(why)) => {
                (format!("{why}\n"), [Value::Null, Value::Null, why.to_string().into()])
            }
            Some(Stabilization::Stable { configuration, firings }) => {
                let [stable, vector] = [configuration.chips(), &firings].map(|numbers| numbers.iter().join(","));
                let text = format!("Stable configuration: {stable}\nFiring vector: {vector}\n");
                (text, [json!(configuration.chips()), json!(firings), Value::Null])
            }
        };
        let fields = json!({ "chips": chips, "stable": stable, "firings": firings, "reason": reason });
        Ok(Found { graph: (&self.graph).into(), fields, text, is_complete })
    }
}
