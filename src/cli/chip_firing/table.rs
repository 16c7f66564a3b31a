//! `chip-firing table`: complete graphs, one after the other.

use std::fmt::Display;
use std::io::{self, Write};
use std::num::IntErrorKind;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;

use super::{SearchArgs, too_large};
use crate::checkpoint::{read_value, write_value};
use crate::chip_firing::{Game, Question, Side, Solver};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::Answer;
use crate::cli::run::Run;
use crate::graph::{Graph, ParseGraphError};

#[derive(Args, Debug)]
pub(super) struct Table {
    /// Range of numbers of vertices, such as 2..8; at most 23
    range: Range,

    #[command(flatten)]
    search: SearchArgs,
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

/// The questions that a row answers, and their columns.
const QUESTIONS: [(Question, &str); 3] = [
    (Question::Winner, "winner"),
    (Question::Number(Side::Max), "max-first"),
    (Question::Number(Side::Min), "min-first"),
];

/// A row; `None` is what was not found before a limit.
#[derive(Serialize)]
struct TableRow {
    vertices: usize,
    winner: Option<u64>,
    edges: usize,
    max_first: Option<u64>,
    min_first: Option<u64>,
    upper_bound: usize,
    /// The width of the first column.
    #[serde(skip)]
    width: usize,
}

/// The end of the table.
#[derive(Serialize)]
struct TableEnd {
    whole: bool,
}

impl Table {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.search.limits);
        let Range { from, to } = self.range;
        // The numbers are for smaller graphs than the winner.
        QUESTIONS.iter().rev().try_for_each(|(question, _)| solver(run, to, *question).map(drop))?;
        let in_row = |vertices: usize| QUESTIONS.map(|(question, column)| (vertices, question, column));
        let questions: Vec<(usize, Question, &str)> = (from..=to).flat_map(in_row).collect();
        // The answers to the first questions, and the solver for the next one if an earlier run has begun it.
        let (mut answers, mut resumed): (Vec<u64>, _) = (Vec::new(), None);
        let path = self.search.checkpoint.as_ref();
        let mut checkpoint = run.resume(path, &("table", from, to), &mut |state| {
            answers = read_value(state)?;
            let Some(&(vertices, question, _)) = questions.get(answers.len()) else {
                let (most, found) = (questions.len(), answers.len());
                return Err(io::Error::other(format!("expected fewer than {most} answers, found {found}")));
            };
            for (answer, &(vertices, question, column)) in answers.iter().zip(&questions) {
                if !solver(run, vertices, question).map_err(io::Error::other)?.is_possible(*answer) {
                    let row = vertices - from + 1;
                    return Err(io::Error::other(format!("{answer} is impossible as {column} in row {row}")));
                }
            }
            let mut solver = solver(run, vertices, question).map_err(io::Error::other)?;
            solver.load(state)?;
            resumed = Some(solver);
            Ok(())
        })?;
        let width = to.to_string().len();
        if !run.form().json {
            writeln!(run.text()?, "{:>width$}  winner  edges  max-first  min-first  (n-1)^2", "n")?;
        }
        for (number, &(vertices, question, _)) in questions.iter().enumerate() {
            let column = number % QUESTIONS.len();
            let row = |answers: &[u64]| TableRow::new(vertices, &answers[number - column..], width);
            if number == answers.len() {
                let mut solver = resumed.take().map_or_else(|| solver(run, vertices, question), Ok)?;
                let (before, state) = (run.meter().positions(), solver.state());
                let save = |out: &mut dyn Write| {
                    write_value(out, &answers)?;
                    state.save(out)
                };
                let poll = &mut |positions| run.poll(before + positions);
                let answer = solver.answer(&mut checkpoint.budget(&save, poll));
                run.meter().count(before + solver.positions());
                let Some(answer) = answer else {
                    checkpoint.close(&save);
                    run.print(&row(&answers))?;
                    return run.answer(&TableEnd { whole: false }, Exit::LIMIT);
                };
                answers.push(answer.to_number());
            }
            if column == QUESTIONS.len() - 1 {
                run.print(&row(&answers))?;
                run.out().flush()?;
            }
        }
        run.answer(&TableEnd { whole: true }, Exit::ANSWERED)
    }
}

/// Returns the solver for a question about the complete graph with the given number of vertices.
fn solver(run: &Run<'_>, vertices: usize, question: Question) -> Result<Solver, Failure> {
    let problem = |problem: &dyn Display| Failure::Value("range", too_large("table", problem));
    let graph = format!("K{vertices}").parse().map_err(|error: ParseGraphError| problem(&error))?;
    let game = Game::new(graph).map_err(|error| problem(&error))?;
    Solver::new(&game, question, &run.budget()).map_err(|error| problem(&error))
}

impl TableRow {
    /// Returns a row with the answers to its first questions.
    fn new(vertices: usize, answers: &[u64], width: usize) -> TableRow {
        let (edges, upper_bound) = (vertices * (vertices - 1) / 2, (vertices - 1) * (vertices - 1));
        let [winner, max_first, min_first] = [0, 1, 2].map(|column| answers.get(column).copied());
        TableRow { vertices, winner, edges, max_first, min_first, upper_bound, width }
    }
}

impl Answer for TableRow {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let &TableRow { vertices, edges, upper_bound, width, .. } = self;
        let shown = |answer: Option<u64>| answer.map_or("?".to_owned(), |answer| answer.to_string());
        let [winner, max, min] = [self.winner, self.max_first, self.min_first].map(shown);
        writeln!(out, "{vertices:>width$}  {winner:>6}  {edges:>5}  {max:>9}  {min:>9}  {upper_bound:>7}")
    }
}

impl Answer for TableEnd {
    fn text(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
