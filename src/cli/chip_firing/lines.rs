//! Graphs from stdin, one line of graph6 each, answered on many threads and in order.
//!
//! ```text
//!     geng -cq 4 | chip-firing number -
//!     CF      3                                  the line, a tab, the value
//!     CU      3
//!     C]      4                                  (unknown, where a limit was reached)
//! ```
//!
//! Each line is answered without waiting for the next one. A line that is not a graph ends the run, after the answers to all
//! lines before it; blank lines, comments and the header `>>graph6<<` are skipped.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::answer::{play_json, too_large};
use super::search::Searches;
use super::task::{Graphs, NamedGraph, Play, Typed};
use super::{Arguments, NAME};
use crate::budget::Budget;
use crate::chip_firing::{Answer, Game};
use crate::cli::exit::{Exit, Failure, end, report};
use crate::cli::interrupt;
use crate::cli::messages::{say, say_at_terminal};
use crate::cli::options::Common;
use crate::cli::ordered::{self, Feeder, Shared, Worker};
use crate::cli::progress::{PATIENCE, ProgressLine, Stats, Tasks};
use crate::cli::tasks::{Line, LineError, TaskList};
use crate::graph::Graph;

/// Answers the graphs from stdin.
pub(super) fn run(arguments: &Arguments, play: Play<'_>, stats: Option<Stats>) -> Exit {
    let tasks = Arc::new(Tasks::new(NAME, stats));
    let shared = Shared::until_ctrl_c(Box::new(io::stdout()));
    let fed = Arc::new(AtomicU64::new(0));
    end_on_ctrl_c(&shared, &tasks, &fed, arguments.common.quiet);
    let threads = arguments.common.threads();
    // The thread that reads shows the progress line.
    let common = Common { quiet: true, progress: false, ..arguments.common };
    let worker = || Answerer { arguments, play, tasks: &tasks, common };
    let read = ordered::run(threads, &shared, worker, |feeder| feed(arguments, feeder, &fed));
    let all_known = || shared.at_rest().answered() == fed.load(Ordering::SeqCst);
    let exit = read.and_then(|read| read).map(|()| if all_known() { Exit::Answered } else { Exit::Limit });
    let exit = end(NAME, exit);
    tasks.report();
    exit
}

/// Ends the process when Ctrl-C is pressed and all graphs that have been read are answered, perhaps by `unknown`.
fn end_on_ctrl_c(shared: &Arc<Shared<Failure>>, tasks: &Arc<Tasks>, fed: &Arc<AtomicU64>, quiet: bool) {
    let (shared, tasks, fed) = (Arc::clone(shared), Arc::clone(tasks), Arc::clone(fed));
    interrupt::on_ctrl_c(move || {
        // Held to the end: nothing more is written.
        let output = interrupt::wait_while_saving(|| shared.out_within(fed.load(Ordering::SeqCst), PATIENCE));
        if let Some(failure) = output.as_ref().and_then(|output| output.failure()) {
            report(NAME, failure);
        }
        match &output {
            Some(_) if quiet => {}
            Some(output) => say(NAME, format_args!("interrupted after {} graph(s)", output.answered())),
            None => say(NAME, "interrupted while graphs were being solved"),
        }
        tasks.report();
        process::exit(Exit::Limit as i32);
    });
}

/// A line, its graph, and the game on it.
struct Job {
    line: Line,
    graph: Typed<Graphs>,
    game: Game,
}

/// Reads graphs up to the end, or to the first line that is not a graph.
fn feed(arguments: &Arguments, feeder: &mut Feeder<'_, Answerer<'_>>, fed: &AtomicU64) -> Result<(), Failure> {
    say_at_terminal(NAME, arguments.common.quiet, "reading graphs from the terminal, one graph6 string per line");
    let mut list = TaskList::open(io::stdin().lock()).map_err(Failure::Unreadable)?;
    let mut progress = ProgressLine::new(&arguments.common, NAME, "graphs", None);
    while !feeder.has_failed() && !interrupt::pressed() {
        let Some(line) = list.next_line()? else { break };
        let Some(job) = job(line)? else { continue };
        fed.fetch_add(1, Ordering::SeqCst);
        feeder.feed(job);
        progress.add(1);
    }
    Ok(())
}

/// Returns the graph of a line, or `None` if the line is a header alone.
fn job(line: Line) -> Result<Option<Job>, LineError> {
    let Some((word, others)) = line.words().split_first() else { return Ok(None) };
    if let Some(other) = others.first() {
        return Err(other.error_at(0, "expected one graph6 string per line, found another word"));
    }
    let text = word.text();
    let graph6 = text.strip_prefix(Graph::GRAPH6_HEADER).unwrap_or(text);
    if graph6.is_empty() {
        return Ok(None);
    }
    let before = text.len() - graph6.len();
    let graph = Graph::from_graph6(graph6.as_bytes());
    let graph = graph.map_err(|problem| word.error_at(before + problem.offset, problem))?;
    let graph = NamedGraph::new(format!("g6:{graph6}"), graph).map_err(|problem| word.error_at(before, problem))?;
    let game = graph.game.clone();
    let graph = Typed::new(text, Graphs::One(graph));
    Ok(Some(Job { line, graph, game }))
}

/// Answers lines on one of the threads.
struct Answerer<'a> {
    arguments: &'a Arguments,
    play: Play<'a>,
    tasks: &'a Tasks,
    common: Common,
}

impl Worker for Answerer<'_> {
    type Job = Job;
    type Failure = Failure;

    fn work(&mut self, Job { line, graph, game }: Job, out: &mut impl Write) -> Result<u64, Failure> {
        let play = Play { graph: &graph, ..self.play };
        let threads = self.arguments.common.threads();
        let limits = Budget::default().with_memory(self.arguments.memory.bytes / threads as u64);
        let mut progress = self.tasks.start(&self.arguments.limits, &self.common);
        let found = Searches::new(limits, &mut progress).search(&game, play.question, false);
        let found = found.map_err(|problem| line.error(too_large(play.name(), problem)))?;
        if self.arguments.common.json {
            play_json(out, play, &game, &found)?;
        } else {
            let graph = graph.to_string();
            let graph6 = graph.strip_prefix("g6:").unwrap_or(&graph);
            match found.answer {
                None => writeln!(out, "{graph6}\tunknown")?,
                Some(winner @ Answer::Winner(_)) => writeln!(out, "{graph6}\tplayer {}", winner.to_number())?,
                Some(answer) => writeln!(out, "{graph6}\t{}", answer.to_number())?,
            }
        }
        progress.answered(found.answer.is_none());
        Ok(u64::from(found.answer.is_some()))
    }
}
