//! Searches under the limits of a task, with its checkpoint, and the table of complete graphs, which is a sequence of them.
//!
//! ```text
//!     state of a checkpoint     the answers to the questions before the last one,  the state of the search for the next answer
//! ```
//!
//! The state of a search is its transposition table and its bounds. A search that is resumed starts again at the root, with
//! this table.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::NAME;
use super::task::Range;
use crate::checkpoint::{CheckpointError, SavedState, read_value, write_value};
use crate::chip_firing::report::Row;
use crate::chip_firing::{Answer, Bounds, Game, Question, SearchState, Side, Solver, TooLargeError};
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::messages::say;
use crate::cli::progress::TaskProgress;
use crate::graph::{Named, Vertex};
use crate::player::Player;
use crate::progress::{Limits, Progress};

/// The checkpoint of a task, if it has one.
pub(super) struct SearchCheckpoint {
    writer: CheckpointWriter,
    /// The answers to the questions before the one that is searched, as numbers.
    answers: Vec<u64>,
    /// The number of them that this run has used.
    used: usize,
    /// The state of the search for the next answer, until it is loaded.
    saved: Option<SavedState>,
}

impl SearchCheckpoint {
    /// Returns the checkpoint that saves nothing.
    pub(super) fn none() -> SearchCheckpoint {
        SearchCheckpoint { writer: CheckpointWriter::none(NAME), answers: Vec::new(), used: 0, saved: None }
    }

    /// Opens the checkpoint of a task, and reads the answers that an earlier run has saved there.
    pub(super) fn open(path: &Path, task: &str) -> Result<SearchCheckpoint, CheckpointError> {
        let (writer, mut saved) = CheckpointWriter::open(NAME, path, task)?;
        let answers = saved.as_mut().map_or_else(|| Ok(Vec::new()), |saved| read_value(&mut saved.state));
        let answers = answers.map_err(|error| CheckpointError::Io(path.to_owned(), error))?;
        Ok(SearchCheckpoint { writer, answers, used: 0, saved })
    }

    /// Returns the answer to the next question, if an earlier run has found it.
    fn next_answer(&mut self) -> Option<u64> {
        let answer = self.answers.get(self.used).copied();
        self.used += usize::from(answer.is_some());
        answer
    }

    /// Adds the answer to a question that is not the last one.
    fn add_answer(&mut self, answer: u64) {
        self.answers.push(answer);
        self.used += 1;
    }

    /// Loads the state that an earlier run has saved.
    fn resume(&mut self, solver: &mut Solver) {
        let Some(mut saved) = self.saved.take() else { return };
        if let Err(error) = solver.load(&mut saved.state) {
            let problem = "cannot use the search state in the checkpoint, starting this search again";
            say(NAME, format_args!("{problem}: {error}"));
        }
    }

    /// Saves the state of a search; `is_last` says that the search was stopped at a limit.
    fn save(&mut self, state: &SearchState, is_last: bool) {
        let write = |out: &mut dyn Write| {
            write_value(out, &self.answers)?;
            state.save(out)
        };
        if is_last { self.writer.close(write) } else { self.writer.write(write) }
    }
}

/// The result of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The answer; `None` if the search was stopped at a limit.
    pub(super) answer: Option<Answer>,
    /// The bounds of the number of chips that are proved.
    pub(super) bounds: Bounds,
    /// The best next moves; `None` if they were not asked for or the search was stopped at a limit.
    pub(super) moves: Option<Vec<Vertex>>,
}

/// Searches for the answer to a question, and with `moves` for the best next moves.
pub(super) fn search(
    game: &Game,
    question: Question,
    moves: bool,
    limits: &Limits,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
) -> Result<Found, TooLargeError> {
    let mut solver = Solver::new(game, question, limits)?;
    checkpoint.resume(&mut solver);
    let answer = run(&mut solver, checkpoint, progress, Solver::answer);
    let asked = answer.filter(|_| moves);
    let moves = asked.and_then(|_| run(&mut solver, checkpoint, progress, Solver::moves));
    let bounds = match answer {
        Some(Answer::Number(number)) => Bounds { lower: number, upper: number },
        _ => solver.bounds(),
    };
    Ok(Found { answer, bounds, moves })
}

/// Runs a solver up to its answer or a limit. Saves its state from time to time and at the limit.
fn run<T>(
    solver: &mut Solver,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
    work: impl Fn(&mut Solver, &mut Progress<'_>) -> Option<T>,
) -> Option<T> {
    let before = progress.positions() - solver.positions();
    let state = solver.state();
    let answer = work(solver, &mut |positions| {
        progress.report(before + positions)?;
        if checkpoint.writer.is_due() {
            checkpoint.save(&state, false);
        }
        ControlFlow::Continue(())
    });
    progress.count(before + solver.positions());
    if answer.is_none() {
        checkpoint.save(&state, true);
    }
    answer
}

/// The questions that a row of the table answers.
const QUESTIONS: [Question; 3] = [Question::Winner, Question::Number(Side::Max), Question::Number(Side::Min)];

/// Returns the game on the complete graph with the given number of vertices.
fn complete(vertices: u64) -> Result<Game, Box<dyn Error + Send + Sync>> {
    Ok(Game::new(format!("K{vertices}").parse::<Named>()?.into_graph())?)
}

/// Returns why the graph of the last row is too large for a search, or `None` if it is not.
pub(super) fn table_problem(to: u64, limits: &Limits) -> Option<String> {
    let solvers = complete(to).and_then(|game| {
        QUESTIONS.iter().try_for_each(|&question| Ok(Solver::new(&game, question, limits).map(drop)?))
    });
    solvers.err().map(|problem| problem.to_string())
}

/// Passes each row of the table to `write` as soon as it is complete, up to the one in which a limit is reached. Returns whether all
/// rows are complete. The last row must not be too large.
pub(super) fn table_rows(
    range: Range,
    limits: &Limits,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
    mut write: impl FnMut(&Row) -> io::Result<()>,
) -> io::Result<bool> {
    for vertices in range.from..=range.to {
        let game = complete(vertices).map_err(io::Error::other)?;
        let mut numbers = [None; 3];
        for (number, question) in numbers.iter_mut().zip(QUESTIONS) {
            *number = checkpoint.next_answer();
            if number.is_some() {
                continue;
            }
            let found = search(&game, question, false, limits, checkpoint, progress).map_err(io::Error::other)?;
            *number = found.answer.map(Answer::to_number);
            let Some(number) = *number else { break };
            checkpoint.add_answer(number);
        }
        let [winner, max_first, min_first] = numbers;
        let winner = winner.map(|number| if number == 1 { Player::X } else { Player::O });
        let row = Row { vertices, winner, max_first, min_first };
        write(&row)?;
        if !row.is_complete() {
            return Ok(false);
        }
    }
    Ok(true)
}
