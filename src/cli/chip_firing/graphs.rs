//! The graphs of tasks: by their names, by their edges, and in files of edges.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::path::Path;
use std::str::FromStr;

use itertools::{Itertools, process_results};

use crate::chip_firing::Game;
use crate::cli::failure::Failure;
use crate::cli::list::{Line, List, Word};
use crate::graph::{EdgeError, Graph, ParseGraphError, Vertex};

pub(super) const ONE_GRAPH: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, g6:DQc in graph6, \
                                    edges:0-1,1-2 or a file of edges, one a line";
pub(super) const GRAPH_OR_STDIN: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, g6:DQc in \
                                         graph6, edges:0-1,1-2 or a file of edges, one a line; - reads graphs from \
                                         stdin: lines of graph6, or lists of edges";

/// A graph as it was typed, and the empty board on it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) name: String,
    pub(super) game: Game,
    /// The names of the vertices, unless they are their numbers.
    pub(super) names: Vec<String>,
}

impl Board {
    pub(super) fn vertex_name(&self, vertex: Vertex) -> String {
        self.names.get(vertex.index()).cloned().unwrap_or_else(|| vertex.to_string())
    }
}

/// The graph of a task.
#[derive(Clone, Debug)]
pub(super) enum GraphArgument {
    Board(Board),
    /// A file of edges.
    File(String),
}

impl FromStr for GraphArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<GraphArgument, String> {
        let (graph, names) = match text.strip_prefix("edges:") {
            Some(edges) => of_edges(edges)?,
            None => match text.parse() {
                Ok(graph) => (graph, Vec::new()),
                Err(ParseGraphError::Unknown) if Path::new(text).exists() || text.contains(['/', '.']) => {
                    return Ok(GraphArgument::File(text.to_owned()));
                }
                Err(problem) => return Err(explained(text, problem)),
            },
        };
        let game = Game::new(graph).map_err(|problem| problem.to_string())?;
        Ok(GraphArgument::Board(Board { name: text.to_owned(), game, names }))
    }
}

/// Returns the message that a text is no name of a graph, with a tip if it is graph6.
fn explained(text: &str, problem: ParseGraphError) -> String {
    let graph6 = format!("g6:{text}");
    let is_graph6 = problem == ParseGraphError::Unknown && graph6.parse::<Graph>().is_ok();
    if is_graph6 { format!("{problem}; tip: {graph6}") } else { problem.to_string() }
}

/// Returns the graph of edges such as `0-1,1-2`, and the names of its vertices.
fn of_edges(text: &str) -> Result<(Graph, Vec<String>), String> {
    let edges = text.split(',').collect_vec();
    let of_edge = |index: usize, problem: &dyn Display| {
        format!("edge {}, '{}': {problem}", index + 1, edges[index].escape_debug())
    };
    let pairs = edges.iter().enumerate().map(|(index, edge)| {
        let ends = edge.split('-').collect_array().filter(|ends: &[&str; 2]| ends.iter().all(|end| !end.is_empty()));
        ends.ok_or_else(|| of_edge(index, &"expected two vertices, such as 0-1"))
    });
    process_results(pairs, |pairs| Graph::from_names(pairs))?.map_err(|(index, problem)| of_edge(index, &problem))
}

impl GraphArgument {
    /// Returns the board, from its file if it is in one.
    ///
    /// # Errors
    /// [`Failure::Input`] if the file cannot be read, or does not have the edges of one graph.
    pub(super) fn load(&self) -> Result<Cow<'_, Board>, Failure> {
        let path = match self {
            GraphArgument::Board(board) => return Ok(Cow::Borrowed(board)),
            GraphArgument::File(path) => path,
        };
        let file = File::open(path).map_err(|error| Failure::Input(format!("cannot read {path}: {error}")))?;
        let named = |failure| Failure::Input(format!("{path}: {failure}"));
        let mut list = List::open(Box::new(file), "edges").map_err(named)?;
        let (mut next, empty) = (None, || Failure::Input(format!("{path}: expected edges, found none")));
        let edges = Edges::read(&mut next, &mut list).map_err(named)?.ok_or_else(empty)?;
        if let Some(line) = next {
            let problem = "expected the edges of one graph, found another after a blank line; give a list to -";
            return Err(named(line.failure(problem)));
        }
        edges.board(Some(path)).map(Cow::Owned).map_err(named)
    }
}

/// The edges of a graph, as they were read.
pub(super) struct Edges {
    /// The first line.
    pub(super) line: Line,
    ends: Vec<[Word; 2]>,
}

impl Edges {
    /// Reads edges up to a blank line, and keeps the line after it as `next`; `None` at the end of the list.
    ///
    /// The lines are those of `networkx` and of SNAP, `u v`, or those of `listg -e` of nauty: a heading, the numbers of
    /// vertices and edges, and all edges one after the other.
    ///
    /// # Errors
    /// Those of the list, and [`Failure::Input`] for a line without pairs of vertices.
    pub(super) fn read(next: &mut Option<Line>, list: &mut List<'_>) -> Result<Option<Edges>, Failure> {
        let Some(first) = next.take().map_or_else(|| list.next_line(), |line| Ok(Some(line)))? else { return Ok(None) };
        let (mut line, mut ends) = (Some(first.clone()), Vec::new());
        let words = first.words.iter().map(|word| &*word.text).collect_vec();
        // That of `listg` is such as `Graph 1, order 4.`
        let has_heading = matches!(words[..], ["Graph", _, "order", _]);
        if has_heading {
            list.next_line()?;
            line = list.next_line()?;
        }
        while let Some(mut now) = line {
            if now.after_blank && (has_heading || !ends.is_empty()) {
                *next = Some(now);
                break;
            }
            if now.words.len() == 3 && now.words[2].text == "{}" {
                now.words.pop();
            }
            // A third word may be a weight, which must not be taken for a vertex.
            let ends_of_line = if has_heading { now.words.len() / 2 * 2 } else { 2 };
            if now.words.len() != ends_of_line {
                let word = now.words.get(ends_of_line).unwrap_or(&now.words[0]);
                let found = match now.words.len() {
                    1 => "one word".to_owned(),
                    _ => format!("'{}', too", word.text.escape_debug()),
                };
                return Err(word.failure(0, format_args!("expected the two vertices of an edge, found {found}")));
            }
            ends.extend(now.words.into_iter().tuples().map(|(one, other)| [one, other]));
            line = list.next_line()?;
        }
        Ok(Some(Edges { line: first, ends }))
    }

    /// Returns the board with this name, or that of its edges.
    ///
    /// # Errors
    /// [`Failure::Input`] if the graph is not simple, connected and within the limits.
    pub(super) fn board(&self, name: Option<&str>) -> Result<Board, Failure> {
        let ends = self.ends.iter().map(|[one, other]| [&*one.text, &*other.text]);
        let refused = |(index, problem): (usize, EdgeError)| self.ends[index][0].failure(0, problem);
        let (graph, names) = Graph::from_names(ends.clone()).map_err(refused)?;
        let game = Game::new(graph).map_err(|problem| self.line.failure(problem))?;
        let edges = || format!("edges:{}", ends.map(|[one, other]| format!("{one}-{other}")).format(","));
        let name = name.map_or_else(edges, str::to_owned);
        Ok(Board { name, game, names })
    }
}
