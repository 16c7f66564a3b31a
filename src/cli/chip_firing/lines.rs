//! Graphs from stdin, one line of graph6 each, answered on many threads and in order.
//!
//! ```text
//!     geng -cq 4 | chip-firing number -
//!     CF      3                                  the line, a tab, the value
//!     CU      3
//!     C]      4                                  (unknown, where a limit was reached)
//! ```
//!
//! Each line is answered without waiting for the next one. A line that is not a graph ends the run, after the answers
//! to all lines before it; blank lines, comments and the header `>>graph6<<` are skipped.

use std::io::{self, IsTerminal, Read, Write};

use itertools::Itertools;

use super::Board;
use super::play::{Graphs, Play, Solved};
use crate::chip_firing::{Game, Solver};
use crate::cli::answer::Form;
use crate::cli::failure::{Exit, Failure};
use crate::cli::list::{Line, List};
use crate::cli::order::in_order;
use crate::cli::run::{Limits, Run};
use crate::cli::signals;
use crate::graph::Graph;

/// The most graphs that are read before the answer to the first of them is printed.
const MOST_JOBS: usize = 1024;

/// A line, and its graph.
struct Job {
    line: Line,
    board: Board,
}

/// Answers a question about its graph, or about each of the graphs on stdin.
pub(super) fn answer(play: &Play<'_>, run: &Run<'_>) -> Result<Exit, Failure> {
    if matches!(play.graph, Graphs::One(_)) {
        return run.answer(play);
    }
    let expected = match play.option_for_one(run) {
        _ if run.is_list() => "- reads graphs from stdin, and is for a task on the command line".to_owned(),
        None => return answer_all(play, run),
        Some(option) => format!("{option} is not for graphs from stdin"),
    };
    let graph = if run.is_list() { "graph" } else { "single graph" };
    Err(Failure::Value("graph", format!("expected a {graph} such as K5; {expected}")))
}

/// Answers the graphs from stdin.
fn answer_all(play: &Play<'_>, run: &Run<'_>) -> Result<Exit, Failure> {
    run.process().count_answers("graph(s)");
    if io::stdin().is_terminal() {
        run.note("reading graphs from the terminal, one graph6 string per line");
    }
    let mut list = List::open(run.waiting(io::stdin().lock()), "graphs")?;
    let (form, limits) = (run.form(), run.options().limits);
    let (mut out, mut exit, mut count) = (run.out(), Exit::ANSWERED, 0);
    loop {
        let (jobs, failure) = next_jobs(&mut list);
        if jobs.is_empty() && failure.is_none() || signals::stopped() {
            return Ok(exit);
        }
        let solve = |job: &Job| solve(play, limits, form, job);
        in_order(limits.threads, &jobs, solve, |_, answered| {
            let (text, is_complete, positions) = answered?;
            out.write_all(&text)?;
            out.flush()?;
            run.process().add(is_complete, "positions", positions);
            if !is_complete {
                exit = Exit::LIMIT;
            }
            count += 1;
            run.show(|| format!("{count} graphs"));
            Ok(())
        })?;
        failure.map_or(Ok(()), Err)?;
    }
}

/// Returns the graphs of the next lines, as long as they need not be waited for, and the failure that comes after them.
fn next_jobs(list: &mut List<impl Read>) -> (Vec<Job>, Option<Failure>) {
    let mut jobs = Vec::new();
    while jobs.is_empty() || jobs.len() < MOST_JOBS && list.is_next_buffered() {
        match list.next_line().and_then(|line| line.map(job).transpose()) {
            Ok(Some(job)) => jobs.extend(job),
            Ok(None) => break,
            Err(failure) => return (jobs, Some(failure)),
        }
    }
    (jobs, None)
}

/// Returns the graph of a line, or `None` if the line is a header alone.
fn job(line: Line) -> Result<Option<Job>, Failure> {
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
    let board = Board { name: format!("g6:{graph6}"), game };
    Ok(Some(Job { line, board }))
}

/// The answer to a line, whether it is complete, and the number of positions that it took.
type Answered = (Vec<u8>, bool, u64);

/// Answers a line, with the memory of one of the threads.
fn solve(play: &Play<'_>, limits: Limits, form: &Form, Job { line, board }: &Job) -> Result<Answered, Failure> {
    let meter = limits.start();
    let mut budget = meter.budget().with_memory(limits.memory / limits.threads as u64).with_threads(1);
    let solver = Solver::new(&board.game, play.question, &budget);
    let mut solver = solver.map_err(|problem| line.failure(play.too_large(problem)))?;
    let answer = solver.answer(&mut budget);
    let found = Solved::new(play, board, answer, solver.bounds(), None);
    let mut text = Vec::new();
    if form.json {
        let task = form.task.as_deref().unwrap_or_default();
        let task = task.split(' ').map(|word| if word == "-" { &board.name } else { word }).join(" ");
        Form { task: Some(task), ..form.clone() }.write(&mut text, &found.answer)?;
    } else {
        found.write_line(board.name.trim_start_matches("g6:"), &mut text)?;
    }
    Ok((text, found.answer.is_complete, solver.positions()))
}
