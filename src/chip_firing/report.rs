//! Answers about chip-firing: each as text, by `Display`, and as JSON, by `Serialize`.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde::Serialize;

use super::configuration::{Configuration, Stabilization};
use super::game::{Answer, Bounds, Question, Side};
use super::named_graph::NamedGraph;
use crate::graph::Vertex;

/// How chips on a graph end; `None` if that was not found before a limit.
#[derive(Clone, Debug, Serialize)]
pub struct EndOfFiring {
    /// The graph.
    #[serde(flatten)]
    pub graph: NamedGraph,
    /// The chips.
    pub chips: Configuration,
    /// How they end.
    pub end: Option<Stabilization>,
}

impl Display for EndOfFiring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.graph.names.is_empty() {
            writeln!(f, "Vertices: {}", self.graph.names.iter().format(","))?;
        }
        match &self.end {
            None => writeln!(f, "Unknown"),
            Some(Stabilization::Endless(why)) => writeln!(f, "{why}"),
            Some(Stabilization::Stable { configuration, firings }) => {
                let [stable, firings] = [configuration.chips(), firings].map(|numbers| numbers.iter().format(","));
                writeln!(f, "Stable configuration: {stable}\nFiring vector: {firings}")
            }
        }
    }
}

/// The answer to a question about perfect play.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    #[serde(flatten)]
    graph: NamedGraph,
    /// The chips that the game starts with, before any vertex fires.
    chips: Configuration,
    question: Question,
    /// The number that answers the question; `None` if that was not found before a limit.
    pub value: Option<u64>,
    /// The proved bounds of the number of chips at the end.
    bounds: Bounds,
    /// Those that hold for each game on the graph.
    bounds_of_graph: Bounds,
    /// The best next moves, if they are asked for, and if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[allow(clippy::option_option, reason = "not asked for is left out, unknown is null")]
    best_vertices: Option<Option<Vec<Vertex>>>,
}

impl Solution {
    /// Returns what is known before a search. `chips` are those that the game starts with, if they are not none; `moves`
    /// is whether the best next moves are asked for.
    #[must_use]
    pub fn unknown(graph: NamedGraph, chips: Option<Configuration>, question: Question, moves: bool) -> Solution {
        let (chips, bounds) = (chips.unwrap_or_else(|| graph.game.configuration().clone()), graph.game.bounds());
        let best_vertices = moves.then_some(None);
        let solution = Solution { graph, chips, question, value: None, bounds, bounds_of_graph: bounds, best_vertices };
        solution.with(None, bounds, None)
    }

    /// Returns this with what a search has found.
    #[must_use]
    pub fn with(mut self, answer: Option<Answer>, bounds: Bounds, best: Option<Vec<Vertex>>) -> Solution {
        // If all games on the graph have the same length, the number is known without a search.
        let is_known = matches!(self.question, Question::Number(_)) && bounds.lower == bounds.upper;
        self.value = answer.map(Answer::to_number).or(is_known.then_some(bounds.lower));
        self.bounds = bounds;
        self.best_vertices = self.best_vertices.map(|_| best);
        self
    }

    /// Returns whether everything that was asked for is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.value.is_some() && self.best_vertices.as_ref().is_none_or(Option::is_some)
    }

    /// Returns the answer as text.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        let unit = if self.question == Question::Winner { "player " } else { "" };
        self.value.map(|value| format!("{unit}{value}"))
    }

    /// Returns the line of the graph in a list, `GRAPH6<TAB>VALUE`.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}\t{}\n", self.graph.graph6(), self.value().as_deref().unwrap_or("unknown"))
    }
}

impl Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, best) = match self.question {
            Question::Winner => ("Winner", "Winning"),
            Question::Number(_) => ("Game chip number", "Optimal"),
            Question::Grundy => ("Grundy value", "Best"),
        };
        match self.value() {
            Some(value) => writeln!(f, "{key}: {value}")?,
            None => writeln!(f, "Unknown")?,
        }
        if let Question::Number(_) = self.question {
            let keys = if self.value.is_some() { ["Edges", "Longest game"] } else { ["Lower bound", "Upper bound"] };
            let Bounds { lower, upper } = if self.value.is_some() { self.bounds_of_graph } else { self.bounds };
            writeln!(f, "{}: {lower}\n{}: {upper}", keys[0], keys[1])?;
        }
        match self.best_vertices.as_ref().map(Option::as_deref) {
            None => Ok(()),
            Some(None) => writeln!(f, "{best} vertices: unknown"),
            Some(Some([])) => writeln!(f, "{best} vertices: none"),
            Some(Some(moves)) => {
                let names = moves.iter().map(|&vertex| self.graph.vertex_name(vertex));
                writeln!(f, "{best} vertices: {}", names.format(" "))
            }
        }
    }
}

/// A row of the table of complete graphs; `None` is what was not found before a limit.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TableRow {
    vertices: usize,
    winner: Option<u64>,
    edges: usize,
    max_first: Option<u64>,
    min_first: Option<u64>,
    upper_bound: usize,
    /// Whether it is the last row, and complete.
    whole: bool,
    /// The width of the first column.
    #[serde(skip)]
    width: usize,
}

impl TableRow {
    /// The questions that a row answers, in their order.
    pub const QUESTIONS: [Question; 3] = [Question::Winner, Question::Number(Side::Max), Question::Number(Side::Min)];

    /// Returns a row with the answers to its first questions, in a table with a first column of this width and up to this
    /// number of vertices.
    #[must_use]
    pub fn new(vertices: usize, answers: &[u64], width: usize, last: usize) -> TableRow {
        let (edges, upper_bound) = (vertices * (vertices - 1) / 2, (vertices - 1) * (vertices - 1));
        let [winner, max_first, min_first] = [0, 1, 2].map(|column| answers.get(column).copied());
        let whole = vertices == last && min_first.is_some();
        TableRow { vertices, winner, edges, max_first, min_first, upper_bound, whole, width }
    }

    /// Returns the line above the table.
    #[must_use]
    pub fn heading(width: usize) -> String {
        format!("{:>width$}  winner  edges  max-first  min-first  (n-1)^2\n", "n")
    }
}

impl Display for TableRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &TableRow { vertices, edges, upper_bound, width, .. } = self;
        let [winner, max, min] = [self.winner, self.max_first, self.min_first].map(shown);
        writeln!(f, "{vertices:>width$}  {winner:>6}  {edges:>5}  {max:>9}  {min:>9}  {upper_bound:>7}")
    }
}

/// The answers about a graph of a list, `GRAPH6<TAB>WINNER<TAB>MAX-FIRST<TAB>MIN-FIRST`; `None` is what was not found
/// before a limit.
#[derive(Clone, Debug, Serialize)]
pub struct GraphRow {
    #[serde(flatten)]
    graph: NamedGraph,
    winner: Option<u64>,
    max_first: Option<u64>,
    min_first: Option<u64>,
}

impl GraphRow {
    /// Returns the row with the answers to [`TableRow::QUESTIONS`].
    #[must_use]
    pub fn new(graph: NamedGraph, [winner, max_first, min_first]: [Option<u64>; 3]) -> GraphRow {
        GraphRow { graph, winner, max_first, min_first }
    }
}

impl Display for GraphRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers = [self.winner, self.max_first, self.min_first].map(shown);
        writeln!(f, "{}\t{}", self.graph.graph6(), answers.iter().format("\t"))
    }
}

fn shown(answer: Option<u64>) -> String {
    answer.map_or_else(|| "?".to_owned(), |answer| answer.to_string())
}
