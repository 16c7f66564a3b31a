//! The tasks of `chip-firing`: their arguments, and how they are written.
//!
//! `Display` is the canonical spelling of a task: its arguments in the order of the help, without an empty board and without
//! the checkpoint.

use std::fmt;
use std::num::IntErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};

use crate::chip_firing::{Configuration, Game, GameError, Question, Side, TreeKind};
use crate::cli::exit::Failure;
use crate::cli::options::output_file;
use crate::graph::{Graph, ParseGraphError};

/// A task.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    #[command(flatten)]
    Play(PlayTask),
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

/// A task about perfect play.
#[derive(Subcommand, Debug)]
pub(super) enum PlayTask {
    /// Determine which player wins if the last move wins
    ///
    /// The player who starts an endless avalanche wins. Player 1 is to move. The largest complete graph is K30.
    #[command(after_help = WINNER)]
    Winner {
        #[command(flatten)]
        start: Start,

        /// Print all vertices on which the next chip wins
        #[arg(long)]
        moves: bool,

        #[command(flatten)]
        checkpoint: CheckpointOption,
    },
    /// Compute the game chip number, also called toppling number
    ///
    /// Max wants as many chips as possible on the board at the end of the game, Min as few as possible. The number counts
    /// all chips on the board at the end. The printed bounds hold for every game on the graph: with m edges and n vertices
    /// they are m and 2m-n+1. The largest complete graph is K23.
    #[command(after_help = NUMBER)]
    Number {
        #[command(flatten)]
        start: Start,

        /// Let Min make the next move [default: Max]
        #[arg(long)]
        min_first: bool,

        /// Print all vertices on which the next chip does not change the number under perfect play
        #[arg(long)]
        moves: bool,

        #[command(flatten)]
        checkpoint: CheckpointOption,
    },
    /// Compute the Grundy value of the empty board if the last move wins
    ///
    /// The value is 0 if player 2 wins. The largest complete graph is K28.
    #[command(after_help = GRUNDY)]
    Grundy {
        #[arg(value_name = "GRAPH", help = GRAPH_OR_STDIN)]
        graph: Typed<Graphs>,

        #[command(flatten)]
        checkpoint: CheckpointOption,
    },
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

/// Where a game starts.
#[derive(Args, Debug)]
pub(super) struct Start {
    #[arg(value_name = "GRAPH", help = GRAPH_OR_STDIN)]
    graph: Typed<Graphs>,

    /// Start with these chips instead of the empty board: a number for each vertex, such as 1,0,2; vertices that can fire
    /// do so before the first move
    #[arg(long, value_name = "CHIPS", allow_hyphen_values = true)]
    chips: Option<Typed<Configuration>>,
}

#[derive(Args, Debug)]
pub(super) struct Table {
    /// Range of numbers of vertices, such as 2..8; at most 23
    #[arg(value_name = "RANGE")]
    pub(super) range: Typed<Range>,

    #[command(flatten)]
    checkpoint: CheckpointOption,
}

#[derive(Args, Debug)]
pub(super) struct Tree {
    #[arg(value_name = "GRAPH", help = ONE_GRAPH)]
    pub(super) graph: Typed<NamedGraph>,

    /// The game whose positions are drawn
    #[arg(value_name = "GAME", value_enum)]
    pub(super) game: TreeKind,

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
pub(super) struct CheckpointOption {
    /// Save the search state in FILE; the same command continues from it. Only for a task on the command line
    #[arg(long = "checkpoint", value_name = "FILE", value_parser = output_file())]
    file: Option<PathBuf>,
}

impl ValueEnum for TreeKind {
    fn value_variants<'a>() -> &'a [TreeKind] {
        &[TreeKind::Winner, TreeKind::Number]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(tree_game(*self)).help(match self {
            TreeKind::Winner => "The last move wins",
            TreeKind::Number => "Max wants many chips, Min few; Max moves first",
        }))
    }
}

/// Returns the name of the game whose tree is printed.
pub(super) fn tree_game(kind: TreeKind) -> &'static str {
    match kind {
        TreeKind::Winner => "winner",
        TreeKind::Number => "number",
    }
}

impl Task {
    /// Returns the file for the state of the search.
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        match self {
            Task::Play(task) => task.play().checkpoint,
            Task::Table(Table { checkpoint, .. }) => checkpoint.file.as_deref(),
            Task::Tree(_) | Task::Stabilize(_) => None,
        }
    }

    /// Returns the question about each graph that is read from stdin, or `None` if the graph is not `-`.
    ///
    /// # Errors
    /// If there is an option for a single graph.
    pub(super) fn play_of_stdin(&self) -> Result<Option<Play<'_>>, Failure> {
        let Task::Play(task) = self else { return Ok(None) };
        let play = task.play();
        let option = match play {
            _ if !matches!(play.graph.value, Graphs::Stdin) => return Ok(None),
            Play { chips: Some(_), .. } => "--chips",
            Play { moves: true, .. } => "--moves",
            Play { checkpoint: Some(_), .. } => "--checkpoint",
            _ => return Ok(Some(play)),
        };
        let problem = format_args!("expected a single graph such as K5; {option} is not for graphs from stdin");
        Err(play.graph.invalid(GRAPH, problem))
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Play(task) => task.play().fmt(f),
            Task::Table(Table { range, .. }) => write!(f, "table {range}"),
            Task::Tree(Tree { graph, game, full }) => {
                write!(f, "tree {graph} {}{}", tree_game(*game), if *full { " --full" } else { "" })
            }
            Task::Stabilize(Stabilize { graph, chips }) => write!(f, "stabilize {graph} {chips}"),
        }
    }
}

/// A question about perfect play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play<'a> {
    pub(super) graph: &'a Typed<Graphs>,
    pub(super) chips: Option<&'a Typed<Configuration>>,
    pub(super) question: Question,
    /// Whether the best next moves are asked for too.
    pub(super) moves: bool,
    pub(super) checkpoint: Option<&'a Path>,
}

impl PlayTask {
    /// Returns the question of the task.
    pub(super) fn play(&self) -> Play<'_> {
        let (graph, chips, question, moves, checkpoint) = match self {
            PlayTask::Winner { start: Start { graph, chips }, moves, checkpoint } => {
                (graph, chips.as_ref(), Question::Winner, *moves, checkpoint)
            }
            PlayTask::Number { start: Start { graph, chips }, min_first, moves, checkpoint } => {
                let first = if *min_first { Side::Min } else { Side::Max };
                (graph, chips.as_ref(), Question::Number(first), *moves, checkpoint)
            }
            PlayTask::Grundy { graph, checkpoint } => (graph, None, Question::Grundy, false, checkpoint),
        };
        Play { graph, chips, question, moves, checkpoint: checkpoint.file.as_deref() }
    }
}

impl Play<'_> {
    /// Returns the name of the task.
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

/// A value and the text that it was parsed from, for messages about it.
#[derive(Clone, Debug)]
pub(super) struct Typed<T> {
    text: String,
    pub(super) value: T,
}

impl<T> Typed<T> {
    /// Returns a value with its text.
    pub(super) fn new(text: &str, value: T) -> Typed<T> {
        Typed { text: text.to_owned(), value }
    }

    /// Returns the failure that the value does not fit the other arguments; `argument` is its name in the help.
    pub(super) fn invalid(&self, argument: &'static str, problem: impl fmt::Display) -> Failure {
        Failure::Argument(argument, self.text.clone(), problem.to_string())
    }
}

impl<T: FromStr> FromStr for Typed<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Typed<T>, T::Err> {
        text.parse().map(|value| Typed::new(text, value))
    }
}

/// The canonical spelling.
impl<T: fmt::Display> fmt::Display for Typed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A graph on which a game can be played, and its name.
#[derive(Clone, Debug)]
pub(super) struct NamedGraph {
    pub(super) name: String,
    /// The empty board.
    pub(super) game: Game,
}

impl NamedGraph {
    /// Returns the empty board of a graph.
    pub(super) fn new(name: String, graph: Graph) -> Result<NamedGraph, GameError> {
        Ok(NamedGraph { name, game: Game::new(graph)? })
    }
}

impl FromStr for NamedGraph {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedGraph, String> {
        let graph: Graph = text.parse().map_err(|problem: ParseGraphError| problem.to_string())?;
        NamedGraph::new(text.to_owned(), graph).map_err(|problem| problem.to_string())
    }
}

impl fmt::Display for NamedGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The graphs that a task is about.
#[derive(Clone, Debug)]
pub(super) enum Graphs {
    One(NamedGraph),
    /// `-`: the lines of graph6 on stdin.
    Stdin,
}

impl FromStr for Graphs {
    type Err = String;

    fn from_str(text: &str) -> Result<Graphs, String> {
        if text == "-" { Ok(Graphs::Stdin) } else { text.parse().map(Graphs::One) }
    }
}

impl fmt::Display for Graphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Graphs::One(graph) => graph.fmt(f),
            Graphs::Stdin => f.write_str("-"),
        }
    }
}

/// A range of numbers of vertices of complete graphs, from 2 on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) from: u64,
    pub(super) to: u64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        const EXPECTED: &str = "expected a range such as 2..8";
        // A number that does not fit is too large for every graph.
        let number = |digits: &str| match digits.parse::<u64>() {
            Ok(number) if !digits.starts_with('+') => Some(number),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX),
            _ => None,
        };
        let (from, largest) = text.split_once("..").ok_or(EXPECTED)?;
        let (from, to) = number(from).zip(number(largest)).ok_or(EXPECTED)?;
        if from < 2 {
            return Err("expected a range from 2 on, since complete graphs begin with K2".to_owned());
        }
        if to < from {
            return Err(format!("{EXPECTED}, found one that ends before it begins"));
        }
        match format!("K{to}").parse::<Graph>() {
            Ok(_) => Ok(Range { from, to }),
            Err(problem) => Err(format!("K{largest} is too large: {problem}")),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}
