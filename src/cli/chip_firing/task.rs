//! The tasks of `chip-firing`: their arguments, and how they are written.
//!
//! `Display` is the canonical spelling of a task: its arguments in the order of the help, without an empty board, and without
//! the checkpoint.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use super::values::{Graphs, NamedGraph, Range, Typed};
use crate::chip_firing::{Configuration, Question, Side, TreeKind};
use crate::cli::exit::Failure;

/// What the program answers.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Determine which player wins if the last move wins
    ///
    /// The player who starts an endless avalanche wins. Player 1 is to move. The largest complete graph is K30.
    #[command(after_help = WINNER)]
    Winner(Winner),
    /// Compute the game chip number, also called toppling number
    ///
    /// Max wants as many chips as possible on the board at the end of the game, Min as few as possible. The number counts
    /// all chips on the board at the end. The printed bounds hold for every game on the graph: with m edges and n vertices
    /// they are m and 2m-n+1. The largest complete graph is K23.
    #[command(after_help = NUMBER)]
    Number(Number),
    /// Compute the Grundy value of the empty board if the last move wins
    ///
    /// The value is 0 if player 2 wins. The largest complete graph is K28.
    #[command(after_help = GRUNDY)]
    Grundy(Grundy),
    /// Tabulate winners and game chip numbers of complete graphs
    ///
    /// The columns are the number of vertices n, the winner, the number of edges, the game chip numbers if Max and if Min
    /// moves first, and their upper bound (n-1)^2. Each row is printed as soon as it is known.
    #[command(after_help = TABLE)]
    Table(Table),
    /// Print the game tree in Graphviz DOT format
    ///
    /// Positions that a symmetry of the graph maps to each other are one node. Each move is an arrow, on a line of its own.
    /// `dot -Tsvg` of Graphviz makes a picture of it.
    #[command(after_help = TREE)]
    Tree(Tree),
    /// Fire until no vertex can fire, or report that this never ends
    ///
    /// Prints the stable configuration and the firing vector: how often each vertex fires.
    #[command(after_help = STABILIZE)]
    Stabilize(Stabilize),
}

const WINNER: &str = "\
Example:
  $ chip-firing winner K4 --chips 2,1,1,0 --moves
  winner K4 --chips 2,1,1,0 --moves
  Winner: player 1
  Winning vertices: 3";

pub(super) const NUMBER: &str = "\
Example:
  $ chip-firing number K8
  number K8
  Game chip number: 34
  Lower bound: 28
  Upper bound: 49";

const GRUNDY: &str = "\
Example:
  $ chip-firing grundy petersen
  grundy petersen
  Grundy value: 1";

const TABLE: &str = "\
Example:
  $ chip-firing table 4..6
  table 4..6
  n  winner  edges  max-first  min-first  (n-1)^2
  4       1      6          8          7        9
  5       1     10         12         11       16
  6       1     15         18         19       25";

const TREE: &str = "\
Example:
  $ chip-firing tree K3 winner
  // tree K3 winner
  digraph {
    node [fontname=\"sans-serif\"];
    \"(0,0,0)\";
    \"(1,0,0)\";
    \"(1,1,0)\";
    \"(0,0,0)\" -> \"(1,0,0)\";
    \"(1,0,0)\" -> \"(1,1,0)\";
  }";

const STABILIZE: &str = "\
Example:
  $ chip-firing stabilize K4 3,1,1,0
  stabilize K4 3,1,1,0
  Stable configuration: 0,2,2,1
  Firing vector: 1,0,0,0";

/// Arguments as messages name them.
pub(super) const GRAPH: &str = "<GRAPH>";
pub(super) const CHIPS: &str = "<CHIPS>";
pub(super) const CHIPS_OPTION: &str = "--chips <CHIPS>";
pub(super) const RANGE: &str = "<RANGE>";

const ONE_GRAPH: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, or g6:DQc in graph6";
const GRAPH_OR_STDIN: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, or g6:DQc in graph6; \
                              - reads graph6 lines from stdin";

#[derive(Args, Debug)]
pub(super) struct Winner {
    #[arg(value_name = "GRAPH", help = GRAPH_OR_STDIN)]
    graph: Typed<Graphs>,

    /// Start with these chips instead of the empty board: a number for each vertex, such as 1,0,2; vertices that can fire
    /// do so before the first move
    #[arg(long, value_name = "CHIPS", allow_hyphen_values = true)]
    chips: Option<Typed<Configuration>>,

    /// Print all vertices on which the next chip wins
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    checkpoint: Checkpoint,
}

#[derive(Args, Debug)]
pub(super) struct Number {
    #[arg(value_name = "GRAPH", help = GRAPH_OR_STDIN)]
    graph: Typed<Graphs>,

    /// Start with these chips instead of the empty board: a number for each vertex, such as 1,0,2; vertices that can fire
    /// do so before the first move
    #[arg(long, value_name = "CHIPS", allow_hyphen_values = true)]
    chips: Option<Typed<Configuration>>,

    /// Let Min make the next move [default: Max]
    #[arg(long)]
    min_first: bool,

    /// Print all vertices on which the next chip does not change the number under perfect play
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    checkpoint: Checkpoint,
}

#[derive(Args, Debug)]
pub(super) struct Grundy {
    #[arg(value_name = "GRAPH", help = GRAPH_OR_STDIN)]
    graph: Typed<Graphs>,

    #[command(flatten)]
    checkpoint: Checkpoint,
}

#[derive(Args, Debug)]
pub(super) struct Table {
    /// Range of numbers of vertices, such as 2..8; at most 23
    #[arg(value_name = "RANGE")]
    pub(super) range: Typed<Range>,

    #[command(flatten)]
    checkpoint: Checkpoint,
}

#[derive(Args, Debug)]
pub(super) struct Tree {
    #[arg(value_name = "GRAPH", help = ONE_GRAPH)]
    pub(super) graph: Typed<NamedGraph>,

    /// The game whose positions are drawn
    #[arg(value_name = "GAME", value_enum)]
    pub(super) game: TreeGame,

    /// Also draw the positions that no drawn arrow leads to
    #[arg(long)]
    pub(super) full: bool,
}

#[derive(Args, Debug)]
pub(super) struct Stabilize {
    #[arg(value_name = "GRAPH", help = ONE_GRAPH)]
    pub(super) graph: Typed<NamedGraph>,

    /// Chips on each vertex, such as 1,0,2
    #[arg(value_name = "CHIPS")]
    pub(super) chips: Typed<Configuration>,
}

/// Where the state of a search is saved.
#[derive(Args, Debug)]
struct Checkpoint {
    /// Save the search state in FILE; the same command continues from it. Only for a task on the command line
    #[arg(long = "checkpoint", value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The games whose tree can be printed.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum TreeGame {
    /// The last move wins
    Winner,
    /// Max wants many chips, Min few; Max moves first
    Number,
}

impl TreeGame {
    pub(super) fn name(self) -> &'static str {
        match self {
            TreeGame::Winner => "winner",
            TreeGame::Number => "number",
        }
    }

    pub(super) fn kind(self) -> TreeKind {
        match self {
            TreeGame::Winner => TreeKind::Winner,
            TreeGame::Number => TreeKind::Number,
        }
    }
}

impl Task {
    /// The file for the state of the search.
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        match self {
            Task::Winner(Winner { checkpoint, .. })
            | Task::Number(Number { checkpoint, .. })
            | Task::Grundy(Grundy { checkpoint, .. })
            | Task::Table(Table { checkpoint, .. }) => checkpoint.file.as_deref(),
            Task::Tree(_) | Task::Stabilize(_) => None,
        }
    }

    /// What the task asks about perfect play, if it does.
    pub(super) fn play(&self) -> Option<Play<'_>> {
        match self {
            Task::Winner(task) => Some(task.play()),
            Task::Number(task) => Some(task.play()),
            Task::Grundy(task) => Some(task.play()),
            Task::Table(_) | Task::Tree(_) | Task::Stabilize(_) => None,
        }
    }

    /// The question about each graph that is read from stdin, if the graph is `-`.
    ///
    /// # Errors
    /// If there is an option that is for a single graph.
    pub(super) fn play_of_stdin(&self) -> Result<Option<Play<'_>>, Failure> {
        let Some(play) = self.play().filter(|play| matches!(play.graph.value, Graphs::Stdin)) else { return Ok(None) };
        let option = match play {
            Play { chips: Some(_), .. } => "--chips",
            Play { moves: true, .. } => "--moves",
            _ if self.checkpoint().is_some() => "--checkpoint",
            _ => return Ok(Some(play)),
        };
        Err(play
            .graph
            .invalid(GRAPH, format_args!("expected a single graph such as K5; {option} is not for graphs from stdin")))
    }
}

impl Winner {
    pub(super) fn play(&self) -> Play<'_> {
        let Winner { graph, chips, moves, .. } = self;
        Play { graph, chips: chips.as_ref(), question: Question::Winner, moves: *moves }
    }
}

impl Number {
    pub(super) fn play(&self) -> Play<'_> {
        let Number { graph, chips, min_first, moves, .. } = self;
        let first = if *min_first { Side::Min } else { Side::Max };
        Play { graph, chips: chips.as_ref(), question: Question::Number(first), moves: *moves }
    }
}

impl Grundy {
    pub(super) fn play(&self) -> Play<'_> {
        Play { graph: &self.graph, chips: None, question: Question::Grundy, moves: false }
    }
}

/// What a task asks about perfect play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play<'a> {
    pub(super) graph: &'a Typed<Graphs>,
    pub(super) chips: Option<&'a Typed<Configuration>>,
    pub(super) question: Question,
    pub(super) moves: bool,
}

impl Play<'_> {
    pub(super) fn name(&self) -> &'static str {
        match self.question {
            Question::Winner => "winner",
            Question::Number(_) => "number",
            Question::Grundy => "grundy",
        }
    }
}

impl fmt::Display for Play<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.graph)?;
        match self.chips {
            Some(chips) if chips.value.total() > 0 => write!(f, " --chips {chips}")?,
            _ => {}
        }
        if self.question == Question::Number(Side::Min) {
            f.write_str(" --min-first")?;
        }
        if self.moves { f.write_str(" --moves") } else { Ok(()) }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Winner(task) => task.play().fmt(f),
            Task::Number(task) => task.play().fmt(f),
            Task::Grundy(task) => task.play().fmt(f),
            Task::Table(Table { range, .. }) => write!(f, "table {range}"),
            Task::Tree(Tree { graph, game, full }) => {
                write!(f, "tree {graph} {}{}", game.name(), if *full { " --full" } else { "" })
            }
            Task::Stabilize(Stabilize { graph, chips }) => write!(f, "stabilize {graph} {chips}"),
        }
    }
}
