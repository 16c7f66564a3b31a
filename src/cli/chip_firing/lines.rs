//! Graphs from stdin, a line each as `geng` writes them, answered on many threads and in order.
//!
//! ```text
//!     geng -cq 4 | chip-firing number -
//!     CF      3                                  the line, a tab, the value
//!     CU      3
//!     C]      4                                  (unknown, where a limit was reached)
//! ```
//!
//! Each line is answered without waiting for the next one. A line that is no graph ends the run, after the answers to all
//! before it; blank lines, comments and the header `>>graph6<<` are passed over.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::keeper::Keeper;
use super::known::Answer;
use super::search::search;
use super::task::{Options, Play, Task};
use super::{Arguments, NAME, json};
use crate::chip_firing::{Game, Limits, Question};
use crate::cli::exit::{Exit, say};
use crate::cli::interrupt;
use crate::cli::options::Common;
use crate::cli::ordered::{self, Feeder, Shared, Worker};
use crate::cli::program::{Failure, end};
use crate::cli::progress::Progress;
use crate::cli::running::{PATIENCE, Tasks};
use crate::cli::stats::Stats;
use crate::cli::tasks::{Fault, LONGEST_WORD, TaskList, Word, Words};
use crate::graph::graph6;

/// What is asked of each graph, if the words of the command line ask for graphs from stdin.
pub(super) fn question(words: &[OsString]) -> Option<Result<Question, Fault>> {
    let words = Words::of_arguments(words)?;
    let name = words.first().text().filter(|name| matches!(*name, "winner" | "number" | "grundy"))?;
    let (_, others) = words.others().split_first().filter(|(graph, _)| graph.bytes() == b"-")?;
    Some(Options::parse(name, others).and_then(|options| match options.chips.or(options.moves) {
        None => Ok(options.question),
        Some(word) => Err(word.fault(format_args!("{word} is for a single graph, not for graphs from stdin"))),
    }))
}

/// Answers the graphs from stdin.
pub(super) fn run(arguments: &Arguments, question: Question, stats: Option<Stats>) -> Exit {
    let tasks = Arc::new(Tasks::new(NAME, stats));
    let shared = Shared::new(Box::new(io::stdout()));
    let fed = Arc::new(AtomicU64::new(0));
    end_on_ctrl_c(&shared, &tasks, &fed);
    let threads = arguments.common.threads();
    let worker = || Answerer { arguments, question, tasks: &tasks, common: quiet(arguments.common) };
    let read = ordered::run(threads, &shared, worker, |feeder| feed(arguments, question, feeder, &fed));
    if interrupt::pressed() {
        interrupt::wait_for_end();
    }
    let all_known = || shared.at_rest().answered() == fed.load(Ordering::SeqCst);
    let exit = read.and_then(|read| read).map(|()| if all_known() { Exit::Answered } else { Exit::Limit });
    let exit = end(NAME, exit);
    tasks.report();
    exit
}

/// Ends the process when Ctrl-C is pressed: when all graphs that have been read are answered or broken off.
fn end_on_ctrl_c(shared: &Arc<Shared<Failure>>, tasks: &Arc<Tasks>, fed: &Arc<AtomicU64>) {
    let (shared, tasks, fed) = (Arc::clone(shared), Arc::clone(tasks), Arc::clone(fed));
    interrupt::on_ctrl_c(move || {
        // Held to the end: nothing more is written.
        let output = shared.out_within(fed.load(Ordering::SeqCst), PATIENCE);
        match &output {
            Some(output) => say(NAME, format_args!("interrupted after {} graph(s)", output.answered())),
            None => say(NAME, "interrupted in the midst of a graph"),
        }
        tasks.report();
        process::exit(Exit::Limit as i32);
    });
}

/// The options for what is done on several threads at once: what progress there is, the thread that reads shows.
fn quiet(common: Common) -> Common {
    Common { quiet: true, progress: false, ..common }
}

/// A graph, and where it stands.
struct Line {
    word: Word,
    play: Play,
}

/// Reads graphs up to the end, or to the first line that is none.
fn feed(
    arguments: &Arguments,
    question: Question,
    feeder: &mut Feeder<'_, Answerer<'_>>,
    fed: &AtomicU64,
) -> Result<(), Failure> {
    let stdin = io::stdin();
    if stdin.is_terminal() && !arguments.common.quiet {
        say(NAME, "reading graphs in graph6 from the terminal, one a line");
    }
    let mut list = TaskList::open(stdin.lock()).map_err(Failure::Unreadable)?;
    let mut progress = Progress::new(&arguments.common, NAME, "graphs", None);
    while !feeder.has_failed() && !interrupt::pressed() {
        let Some(words) = list.next_task().map_err(Failure::Unreadable)? else { break };
        let Some(line) = line(words, question)? else { continue };
        fed.fetch_add(1, Ordering::SeqCst);
        feeder.feed(line);
        progress.add(1);
    }
    Ok(())
}

/// The graph of a line; none if there is nothing but a header.
fn line(words: Words, question: Question) -> Result<Option<Line>, Fault> {
    let (word, others) = words.into_parts();
    if let Some(other) = others.first() {
        return Err(other.fault(format_args!("expected the end of the line, found {other}")));
    }
    let text = word.bytes().strip_prefix(graph6::HEADER).unwrap_or(word.bytes());
    let before = word.bytes().len() - text.len();
    if text.is_empty() {
        return Ok(None);
    }
    if word.is_cut() {
        return Err(word.fault(format_args!("{word} has more than {LONGEST_WORD} bytes")));
    }
    let Ok(text) = str::from_utf8(text) else {
        let at = text.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
        return Err(word.fault_at(before + at, format_args!("{word}: graph6 is plain ASCII")));
    };
    let graph = graph6::parse(text.as_bytes());
    let graph = graph.map_err(|problem| word.fault_at(before + problem.offset(), format_args!("{word}: {problem}")))?;
    let name = format!("g6:{}", graph6::write(&graph));
    let game = Game::new(graph).map_err(|problem| word.fault_at(before, format_args!("{word}: {problem}")))?;
    let play = Play { graph: name, chips: None, game, stable: true, question, moves: false };
    Ok(Some(Line { word, play }))
}

/// Answers lines, on one of the threads.
struct Answerer<'a> {
    arguments: &'a Arguments,
    question: Question,
    tasks: &'a Tasks,
    common: Common,
}

impl Worker for Answerer<'_> {
    type Job = Line;
    type Failure = Failure;

    fn work(&mut self, line: Line, out: &mut impl Write) -> Result<u64, Failure> {
        let Line { word, play } = line;
        let threads = self.arguments.common.threads();
        let limits = Limits { memory: self.arguments.limits.memory / threads as u64, threads: 1 };
        let mut running = self.tasks.start(&self.arguments.limits, &self.common);
        let found = search(&play.game, self.question, false, &limits, &mut Keeper::none(), &mut running);
        let found = found.map_err(|problem| word.fault(format_args!("{word} is too large: {problem}")))?;
        let known = found.value.is_some();
        if self.arguments.common.json {
            let (task, answer) = (Task::Play(play), Answer::Found(found));
            json::write(out, &task, &answer, self.arguments, &mut Keeper::none(), &mut running)?;
        } else {
            let line = play.graph.strip_prefix("g6:").unwrap_or(&play.graph);
            match (found.value, self.question) {
                (None, _) => writeln!(out, "{line}\tunknown")?,
                (Some(player), Question::Winner) => writeln!(out, "{line}\tplayer {player}")?,
                (Some(value), _) => writeln!(out, "{line}\t{value}")?,
            }
        }
        running.answered(!known);
        Ok(u64::from(known))
    }
}
