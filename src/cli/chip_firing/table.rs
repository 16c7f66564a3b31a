//! `chip-firing table`: complete graphs, one after the other.

use std::cell::Cell;
use std::io::{self, Write};
use std::num::IntErrorKind;
use std::rc::Rc;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;

use super::play::search;
use super::{CheckpointOption, too_large};
use crate::checkpoint::{read_value, write_value};
use crate::chip_firing::{Game, Question, SearchState, Side, Solver};
use crate::cli::answer::{Answer, Stream};
use crate::cli::checkpoint::Checkpoint;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::graph::{Graph, ParseGraphError};

#[derive(Args, Debug)]
pub(super) struct Table {
    /// Range of numbers of vertices, such as 2..8; at most 23
    range: Range,

    #[command(flatten)]
    checkpoint: CheckpointOption,
}

/// A range of numbers of vertices of complete graphs, from 2 on.
#[derive(Clone, Copy, Debug)]
struct Range {
    from: usize,
    to: usize,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        const EXPECTED: &str = "expected a range such as 2..8";
        // A number that does not fit is too large for every graph.
        let number = |digits: &str| match digits.parse::<usize>() {
            Ok(number) if !digits.starts_with('+') => Some(number),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(usize::MAX),
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

/// The questions that a row answers.
const QUESTIONS: [Question; 3] = [Question::Winner, Question::Number(Side::Max), Question::Number(Side::Min)];

/// A row; `None` is what was not found before a limit.
#[derive(Serialize)]
struct Row {
    vertices: usize,
    winner: Option<u64>,
    edges: usize,
    max_first: Option<u64>,
    min_first: Option<u64>,
    upper_bound: usize,
}

#[derive(Serialize)]
struct Tabulated<'a> {
    rows: Stream<Search<'a>>,
    #[serde(skip)]
    to: usize,
    #[serde(skip)]
    is_stopped: Rc<Cell<bool>>,
}

/// The search for the rows, up to the one in which a limit is reached.
struct Search<'a> {
    run: &'a Run<'a>,
    range: Range,
    /// The number of vertices of the next row.
    vertices: usize,
    /// The answers to the questions so far, as numbers.
    answers: Vec<u64>,
    /// The solver for the next question, if its state was saved.
    resumed: Option<Solver>,
    /// `None` once it is closed.
    checkpoint: Option<Checkpoint<'a>>,
    is_stopped: Rc<Cell<bool>>,
}

impl Task for Table {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Range { from, to } = self.range;
        let solver = |vertices, question| {
            let problem = |problem| Failure::Value("range", too_large("table", problem));
            solver(run, vertices, question).map_err(problem)
        };
        // The last question first: the numbers are for smaller graphs than the winner.
        QUESTIONS.iter().rev().try_for_each(|&question| solver(to, question).map(drop))?;
        let (checkpoint, state) = run.open_checkpoint(self.checkpoint.checkpoint.as_ref(), &("table", from, to))?;
        let (mut answers, mut resumed): (Vec<u64>, _) = (Vec::new(), None);
        if let Some(mut state) = state {
            answers = read_value(&mut state).map_err(|error| state.invalid(&error))?;
            let mut next = solver((from + answers.len() / 3).min(to), QUESTIONS[answers.len() % 3])?;
            next.load(&mut state).map_err(|error| state.invalid(&error))?;
            resumed = Some(next);
        }
        let is_stopped = Rc::new(Cell::new(false));
        let search = Search {
            run,
            range: self.range,
            vertices: from,
            answers,
            resumed,
            checkpoint: Some(checkpoint),
            is_stopped: Rc::clone(&is_stopped),
        };
        Ok(Tabulated { rows: Stream::new(search), to, is_stopped })
    }
}

/// Returns the solver for a question about the complete graph with the given number of vertices.
fn solver(run: &Run<'_>, vertices: usize, question: Question) -> Result<Solver, String> {
    let graph = format!("K{vertices}").parse().map_err(|problem: ParseGraphError| problem.to_string())?;
    let game = Game::new(graph).map_err(|problem| problem.to_string())?;
    Solver::new(&game, question, &run.budget()).map_err(|problem| problem.to_string())
}

impl Iterator for Search<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let vertices = self.vertices;
        if self.is_stopped.get() || vertices > self.range.to {
            return None;
        }
        let begin = QUESTIONS.len() * (vertices - self.range.from);
        let [winner, max_first, min_first] = [0, 1, 2].map(|at| {
            if self.answers.len() == begin + at {
                self.search(QUESTIONS[at]);
            }
            self.answers.get(begin + at).copied()
        });
        self.vertices += 1;
        let (edges, upper_bound) = (vertices * (vertices - 1) / 2, (vertices - 1) * (vertices - 1));
        Some(Row { vertices, winner, edges, max_first, min_first, upper_bound })
    }
}

impl Search<'_> {
    /// Answers the next question about the next graph, unless a limit is reached, or was before.
    fn search(&mut self, question: Question) {
        let Some(mut checkpoint) = self.checkpoint.take() else { return };
        // Of the graphs in the range the last one is the largest, and it is small enough.
        let solver = self.resumed.take().or_else(|| solver(self.run, self.vertices, question).ok());
        let Some(mut solver) = solver else { return };
        let save = |out: &mut dyn Write, state: &SearchState| {
            write_value(out, &self.answers)?;
            state.save(out)
        };
        if let Some(answer) = search(self.run, &mut solver, &mut checkpoint, save, Solver::answer) {
            self.answers.push(answer.to_number());
            self.checkpoint = Some(checkpoint);
        } else {
            self.is_stopped.set(true);
            checkpoint.close(|out| save(out, &solver.state()));
        }
    }
}

impl Answer for Tabulated<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.to.to_string().len();
        writeln!(out, "{:>width$}  winner  edges  max-first  min-first  (n-1)^2", "n")?;
        for row in self.rows.items() {
            let Row { vertices, edges, upper_bound, .. } = row;
            let shown = |answer: Option<u64>| answer.map_or("?".to_owned(), |answer| answer.to_string());
            let [winner, max, min] = [row.winner, row.max_first, row.min_first].map(shown);
            writeln!(out, "{vertices:>width$}  {winner:>6}  {edges:>5}  {max:>9}  {min:>9}  {upper_bound:>7}")?;
            out.flush()?;
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(!self.is_stopped.get())
    }
}
