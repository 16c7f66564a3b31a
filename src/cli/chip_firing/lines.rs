//! Graphs from stdin, answered on many threads and in order: one line of graph6 each, or lists of edges with blank lines
//! between them.
//!
//! ```text
//!     geng -cq 4 | chip-firing number -
//!     CF      3                                  the line, a tab, the value
//!     CU      3
//!     C]      4                                  (unknown, where a limit was reached)
//! ```
//!
//! Each line is answered without waiting for the next one. A line that is not a graph ends the run, after the answers
//! to all lines before it; blank lines, comments and the header `>>graph6<<` are skipped. The first line tells which
//! form it is: graph6 is one word.

use std::io::{self, IsTerminal, Write};

use itertools::Itertools;

use super::graphs::{Board, Edges};
use super::play::Play;
use crate::chip_firing::Game;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::{Limits, Meter};
use crate::cli::list::{Line, List};
use crate::cli::output::Form;
use crate::cli::run::Run;
use crate::cli::side_by_side::{Jobs, in_order};
use crate::graph::Graph;

/// The most graphs for each thread that are read before the answer to the first of them is printed.
const MOST_AHEAD: usize = 256;

/// The graphs on stdin, each with its line.
struct GraphLines<'a> {
    list: List<'a>,
    /// The next line of a list of edges, if it has been read.
    next: Option<Line>,
    /// Whether they are lists of edges.
    are_edges: bool,
}

impl Jobs for GraphLines<'_> {
    type Job = (Line, Board);

    fn next_job(&mut self) -> Result<Option<(Line, Board)>, Failure> {
        if self.are_edges {
            let Some(edges) = Edges::read(&mut self.next, &mut self.list)? else { return Ok(None) };
            let board = edges.board(None)?;
            return Ok(Some((edges.line, board)));
        }
        while let Some(line) = self.next.take().map_or_else(|| self.list.next_line(), |line| Ok(Some(line)))? {
            if let Some(board) = board(&line)? {
                return Ok(Some((line, board)));
            }
        }
        Ok(None)
    }

    fn is_ready(&self) -> bool {
        !self.are_edges && self.list.is_next_buffered()
    }
}

/// Answers a question about each of the graphs on stdin.
pub(super) fn answer(play: &Play<'_>, run: &Run<'_>) -> Result<Exit, Failure> {
    let refused = |graph, why| Err(Failure::Value("graph", format!("expected a {graph} such as K5; {why}")));
    if run.is_list() {
        return refused("graph", "- reads graphs from stdin, and is for a task on the command line".to_owned());
    }
    if let Some(option) = play.option_for_one() {
        return refused("single graph", format!("{option} is not for graphs from stdin"));
    }
    run.limit(play.search.limits);
    run.process().count_answers("graph(s)");
    if io::stdin().is_terminal() {
        run.note("reading graphs from the terminal, one graph6 string per line, or lists of edges");
    }
    let mut list = List::open(Box::new(run.waiting(io::stdin().lock())), "graphs")?;
    let next = list.next_line()?;
    let are_edges = next.as_ref().is_some_and(|line| line.words.len() > 1);
    let mut graphs = GraphLines { list, next, are_edges };
    let (threads, memory) = (run.meter().threads(), run.budget().memory);
    let limits = Limits { memory: Some(memory / threads as u64), ..run.meter().limits() };
    let (form, mut exit, mut count) = (run.form(), Exit::ANSWERED, 0);
    let solve = |(line, board): (Line, Board)| solve(play, limits, form, &line, &board);
    in_order(threads, MOST_AHEAD, &mut graphs, &solve, &mut |answered| {
        let (text, is_complete, positions) = answered?;
        run.out().write_all(&text)?;
        run.out().flush()?;
        run.process().add(is_complete, "positions", positions);
        if !is_complete {
            exit = Exit::LIMIT;
        }
        count += 1;
        run.show(|| format!("{count} graphs"));
        Ok(())
    })?;
    Ok(exit)
}

/// Returns the graph of a line, or `None` if the line is a header alone.
fn board(line: &Line) -> Result<Option<Board>, Failure> {
    let Some((word, others)) = line.words.split_first() else { return Ok(None) };
    if let Some(other) = others.first() {
        return Err(other.failure(0, "expected one graph6 string per line, found another word"));
    }
    let graph6 = word.text.strip_prefix(Graph::GRAPH6_HEADER).unwrap_or(&word.text);
    if graph6.is_empty() {
        return Ok(None);
    }
    let before = word.text.len() - graph6.len();
    let graph = Graph::from_graph6(graph6.as_bytes());
    let graph = graph.map_err(|problem| word.failure(before + problem.offset, problem))?;
    let game = Game::new(graph).map_err(|problem| word.failure(before, problem))?;
    Ok(Some(Board { name: format!("g6:{graph6}"), game, names: Vec::new() }))
}

/// The answer to a line, whether it is complete, and the number of positions that it took.
type Answered = (Vec<u8>, bool, u64);

/// Answers a line on one thread.
fn solve(play: &Play<'_>, limits: Limits, form: &Form, line: &Line, board: &Board) -> Result<Answered, Failure> {
    let meter = Meter::start(limits, 1);
    let mut budget = meter.budget();
    let mut solver = play.solver(&board.game, &budget).map_err(|problem| line.failure(problem))?;
    let value = solver.answer(&mut budget);
    let answer = play.answer(board, value, solver.bounds(), None);
    let mut text = Vec::new();
    if form.json {
        let task = form.task.as_deref().unwrap_or_default();
        let task = task.split(' ').map(|word| if word == "-" { &board.name } else { word }).join(" ");
        Form { task: Some(task), ..form.clone() }.write_json(&mut text, &answer)?;
    } else {
        let (graph6, value) = (board.name.trim_start_matches("g6:"), answer.value());
        writeln!(text, "{graph6}\t{}", value.as_deref().unwrap_or("unknown"))?;
    }
    Ok((text, answer.is_complete(), solver.positions()))
}
