//! Graphs as they are typed and read: by names, by edges, and in graph6.

use std::io::{BufRead, Read};
use std::str::FromStr;

use itertools::{Itertools, process_results};
use serde::Serialize;
use thiserror::Error;

use super::game::Game;
use crate::graph::{Graph, ParseGraphError, Vertex};

/// One byte more than the longest line of a file of edges.
const LONGEST_LINE: u64 = 1 << 16;

/// A graph as it was typed or read, and the empty board on it.
#[derive(Clone, Debug, Serialize)]
pub struct NamedGraph {
    /// The graph as it was typed, or the name of its file.
    #[serde(rename = "graph")]
    pub name: String,
    vertices: usize,
    edges: usize,
    /// The names of the vertices, unless they are their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The empty board.
    #[serde(skip)]
    pub game: Game,
}

impl NamedGraph {
    fn new(name: impl Into<String>, (graph, names): (Graph, Vec<String>)) -> Result<NamedGraph, String> {
        let (vertices, edges) = (graph.order(), graph.size());
        let game = Game::new(graph).map_err(|problem| problem.to_string())?;
        Ok(NamedGraph { name: name.into(), vertices, edges, names, game })
    }

    /// Returns the graph of a line of graph6.
    ///
    /// # Errors
    /// What is wrong.
    pub fn from_graph6(line: &str) -> Result<NamedGraph, String> {
        let graph = Graph::from_graph6(line.as_bytes()).map_err(|problem| problem.to_string())?;
        NamedGraph::new(format!("g6:{line}"), (graph, Vec::new()))
    }

    /// Reads a graph from a text with a line `u v` for each edge, as that of `networkx` or of SNAP. A `#` begins a comment.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn read_edges(name: &str, mut source: impl BufRead) -> Result<NamedGraph, String> {
        let (mut ends, mut lines): (Vec<[String; 2]>, Vec<u64>) = (Vec::new(), Vec::new());
        for number in 1.. {
            let mut line = String::new();
            let read = source.by_ref().take(LONGEST_LINE).read_line(&mut line);
            match read.map_err(|error| format!("line {number}: {error}"))? as u64 {
                0 => break,
                LONGEST_LINE => {
                    return Err(format!("line {number}: expected a line of less than {LONGEST_LINE} bytes"));
                }
                _ => {}
            }
            let text = line.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default();
            let mut words = text.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (None, ..) => {}
                // A third word may be a weight, which must not be taken for a vertex; that of `networkx` is a `{…}`.
                (Some(one), Some(other), more)
                    if more.is_none_or(|more| more.starts_with('{') && text.trim_end().ends_with('}')) =>
                {
                    ends.push([one, other].map(str::to_owned));
                    lines.push(number);
                }
                _ => {
                    let text = text.trim();
                    let is_graph6 = number == 1 && Graph::from_graph6(text.as_bytes()).is_ok();
                    let hint = if is_graph6 { "; graphs in graph6 are read from stdin: - < FILE" } else { "" };
                    return Err(format!("line {number}: expected the two vertices of an edge, found '{text}'{hint}"));
                }
            }
        }
        if ends.is_empty() {
            return Err("expected edges, found none".to_owned());
        }
        let graph = Graph::from_names(ends.iter().map(|ends| ends.each_ref().map(|end| &**end)));
        let graph =
            graph.map_err(|(index, problem)| format!("line {}: {problem}", lines[index.min(lines.len() - 1)]))?;
        NamedGraph::new(name, graph)
    }

    /// Returns the graph as it stands in a line of graph6.
    #[must_use]
    pub fn graph6(&self) -> &str {
        self.name.trim_start_matches("g6:")
    }

    /// Returns the name of a vertex.
    #[must_use]
    pub fn vertex_name(&self, vertex: Vertex) -> String {
        self.names.get(vertex.index()).cloned().unwrap_or_else(|| vertex.to_string())
    }
}

/// The name of a graph, or its edges, such as `edges:0-1,1-2`.
impl FromStr for NamedGraph {
    type Err = ParseNamedGraphError;

    fn from_str(text: &str) -> Result<NamedGraph, ParseNamedGraphError> {
        let Some(edges) = text.strip_prefix("edges:") else {
            return Ok(NamedGraph::new(text, (text.parse()?, Vec::new()))?);
        };
        let ends = edges.split(',').map(|edge| {
            let ends = edge.split('-').collect_array().filter(|ends| !ends.contains(&""));
            ends.ok_or_else(|| format!("expected two vertices, such as 0-1, found '{}'", edge.escape_debug()))
        });
        let graph = process_results(ends, |ends: _| Graph::from_names(ends))?;
        Ok(NamedGraph::new(text, graph.map_err(|(index, problem)| format!("edge {}: {problem}", index + 1))?)?)
    }
}

/// Why a text is not a [`NamedGraph`].
#[derive(Clone, Debug, Error)]
pub enum ParseNamedGraphError {
    /// It is no name of a graph.
    #[error(transparent)]
    Name(#[from] ParseGraphError),
    /// Something else is wrong.
    #[error("{0}")]
    Other(String),
}

impl From<String> for ParseNamedGraphError {
    fn from(problem: String) -> ParseNamedGraphError {
        ParseNamedGraphError::Other(problem)
    }
}
