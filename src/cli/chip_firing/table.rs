//! `chip-firing table`: complete graphs, one after the other.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, Write};
use std::num::IntErrorKind;
use std::rc::Rc;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;

use super::play::search;
use super::{CHECKPOINT, too_large};
use crate::checkpoint::{read_value, write_value};
use crate::chip_firing::{Answer as Answered, Game, Question, SearchState, Side, Solver};
use crate::cli::answer::{Answer, Stream};
use crate::cli::arguments::checkpoint;
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::Writes;
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::graph::{Graph, ParseGraphError};

#[derive(Args, Debug)]
#[command(arg = checkpoint(CHECKPOINT))]
pub(super) struct Table {
    /// Range of numbers of vertices, such as 2..8; at most 23
    range: Range,
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
#[serde(bound = "")]
struct Tabulated<I: Iterator<Item = Row>> {
    rows: Stream<I>,
    #[serde(skip)]
    to: usize,
    #[serde(skip)]
    is_stopped: Rc<Cell<bool>>,
}

impl Task for Table {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Range { from, to } = self.range;
        // Questions are numbered through all rows.
        let solver = move |question: usize| solver(run, from + question / 3, QUESTIONS[question % 3]);
        let end = 3 * (to + 1 - from);
        // The last question first: the numbers are for smaller graphs than the winner.
        (end - 3..end).rev().try_for_each(|question| solver(question).map(drop))?;
        let (mut answers, mut resumed): (Vec<u64>, _) = (Vec::new(), None);
        let checkpoint = run.resume(run.output(Writes::Checkpoint), &("table", from, to), |state| {
            answers = read_value(state)?;
            check(&answers, end, solver)?;
            let mut next = solver(answers.len()).map_err(io::Error::other)?;
            next.load(state)?;
            resumed = Some(next);
            Ok(())
        })?;
        let is_stopped = Rc::new(Cell::new(false));
        let (mut open, stopped) = (Some(checkpoint), Rc::clone(&is_stopped));
        let mut answer = move |question: usize| {
            if let Some(&known) = answers.get(question) {
                return Some(known);
            }
            // There is none after a limit.
            let mut checkpoint = open.take()?;
            let Some(mut solver) = resumed.take().or_else(|| solver(question).ok()) else {
                // All questions have been found to fit, the last ones first.
                stopped.set(true);
                return None;
            };
            let save = |out: &mut dyn Write, state: &SearchState| {
                write_value(out, &answers)?;
                state.save(out)
            };
            let found = search(run, &mut solver, &mut checkpoint, save, Solver::answer).map(Answered::to_number);
            if let Some(found) = found {
                answers.push(found);
                open = Some(checkpoint);
            } else {
                stopped.set(true);
                checkpoint.close(|out| save(out, &solver.state()));
            }
            found
        };
        let stopped = Rc::clone(&is_stopped);
        let rows = (from..=to).map_while(move |vertices| {
            let first = 3 * (vertices - from);
            (!stopped.get()).then(|| Row::new(vertices, [first, first + 1, first + 2].map(&mut answer)))
        });
        Ok(Tabulated { rows: Stream::new(rows), to, is_stopped })
    }
}

/// Checks saved answers to the first questions of a table, of which at least one of `end` is open.
fn check(answers: &[u64], end: usize, solver: impl Fn(usize) -> Result<Solver, Failure>) -> io::Result<()> {
    if answers.len() >= end {
        return Err(io::Error::other(format!("expected fewer than {end} answers, found {}", answers.len())));
    }
    for (question, answer) in answers.iter().enumerate() {
        if !solver(question).map_err(io::Error::other)?.is_possible(*answer) {
            let (row, column) = (question / 3 + 1, ["winner", "max-first", "min-first"][question % 3]);
            return Err(io::Error::other(format!("{answer} is impossible as {column} in row {row}")));
        }
    }
    Ok(())
}

/// Returns the solver for a question about the complete graph with the given number of vertices.
fn solver(run: &Run<'_>, vertices: usize, question: Question) -> Result<Solver, Failure> {
    let problem = |problem: &dyn Display| Failure::Value("range", too_large("table", problem));
    let graph = format!("K{vertices}").parse().map_err(|error: ParseGraphError| problem(&error))?;
    let game = Game::new(graph).map_err(|error| problem(&error))?;
    Solver::new(&game, question, &run.budget()).map_err(|error| problem(&error))
}

impl Row {
    fn new(vertices: usize, [winner, max_first, min_first]: [Option<u64>; 3]) -> Row {
        let (edges, upper_bound) = (vertices * (vertices - 1) / 2, (vertices - 1) * (vertices - 1));
        Row { vertices, winner, edges, max_first, min_first, upper_bound }
    }
}

impl<I: Iterator<Item = Row>> Answer for Tabulated<I> {
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
