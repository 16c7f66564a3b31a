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
use crate::budget::Budget;
use crate::checkpoint::{CheckpointError, SavedState, read_value, write_value};
use crate::chip_firing::report::Row;
use crate::chip_firing::{Answer, Bounds, Game, Question, SearchState, Side, Solver, TooLargeError};
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::messages::say;
use crate::cli::progress::TaskProgress;
use crate::graph::Vertex;
use crate::player::Player;

/// The searches of one task: their limits, their progress, and their checkpoint, if there is one.
pub(super) struct Searches<'a, 'p> {
    pub(super) limits: Budget<'static>,
    pub(super) progress: &'a mut TaskProgress<'p>,
    checkpoint: CheckpointWriter,
    /// The answers to the questions before the one that is searched, as numbers.
    answers: Vec<u64>,
    /// The state of the search for the next answer, until it is loaded.
    saved: Option<SavedState>,
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

impl<'a, 'p> Searches<'a, 'p> {
    /// Returns the searches of a task without a checkpoint.
    pub(super) fn new(limits: Budget<'static>, progress: &'a mut TaskProgress<'p>) -> Searches<'a, 'p> {
        Searches { limits, progress, checkpoint: CheckpointWriter::none(NAME), answers: Vec::new(), saved: None }
    }

    /// Saves the state in a file from now on, and continues from the state that an earlier run has saved there.
    ///
    /// # Errors
    /// If the file cannot be used, or another process uses it.
    pub(super) fn open_checkpoint(&mut self, path: &Path, task: &str) -> Result<(), Failure> {
        (self.checkpoint, self.saved) = CheckpointWriter::open(NAME, path, task)?;
        if let Some(saved) = &mut self.saved {
            let answers = read_value(&mut saved.state);
            self.answers = answers.map_err(|error| CheckpointError::of_state(path.to_owned(), error))?;
        }
        Ok(())
    }

    /// Searches for the answer to a question, and with `moves` for the best next moves.
    ///
    /// # Errors
    /// If the graph is too large.
    pub(super) fn search(&mut self, game: &Game, question: Question, moves: bool) -> Result<Found, TooLargeError> {
        let mut solver = Solver::new(game, question, &self.limits)?;
        if let Some(mut saved) = self.saved.take()
            && let Err(error) = solver.load(&mut saved.state)
        {
            let problem = "cannot use the search state in the checkpoint, starting this search again";
            say(NAME, format_args!("{problem}: {error}"));
        }
        let answer = self.run(&mut solver, Solver::answer);
        let asked = answer.filter(|_| moves);
        let moves = asked.and_then(|_| self.run(&mut solver, Solver::moves));
        let bounds = match answer {
            Some(Answer::Number(number)) => Bounds { lower: number, upper: number },
            _ => solver.bounds(),
        };
        Ok(Found { answer, bounds, moves })
    }

    /// Runs a solver up to its answer or a limit. Saves its state from time to time and at the limit.
    fn run<T>(&mut self, solver: &mut Solver, work: impl Fn(&mut Solver, &mut Budget<'_>) -> Option<T>) -> Option<T> {
        let before = self.progress.positions() - solver.positions();
        let state = solver.state();
        let (memory, threads) = (self.limits.memory, self.limits.threads);
        let budget = Budget::new(|positions| {
            self.progress.report(before + positions)?;
            if self.checkpoint.is_due() {
                self.checkpoint.write(|out| save(out, &self.answers, &state));
            }
            ControlFlow::Continue(())
        });
        let answer = work(solver, &mut budget.with_memory(memory).with_threads(threads));
        self.progress.count(before + solver.positions());
        if answer.is_none() {
            self.checkpoint.close(self.progress.is_quiet(), |out| save(out, &self.answers, &state));
        }
        answer
    }

    /// Passes each row of the table to `write` as soon as it is complete, up to the one in which a limit is reached. Returns whether
    /// all rows are complete. The caller ensures that [`table_problem`] finds none.
    ///
    /// # Errors
    /// Those of `write`.
    pub(super) fn table_rows(
        &mut self,
        range: Range,
        mut write: impl FnMut(&Row) -> io::Result<()>,
    ) -> io::Result<bool> {
        let mut known = self.answers.clone().into_iter();
        for vertices in range.from..=range.to {
            let game = complete(vertices).map_err(io::Error::other)?;
            let mut numbers = [None; 3];
            for (number, question) in numbers.iter_mut().zip(QUESTIONS) {
                *number = known.next();
                if number.is_none() {
                    let found = self.search(&game, question, false).map_err(io::Error::other)?;
                    *number = found.answer.map(Answer::to_number);
                    let Some(number) = *number else { break };
                    self.answers.push(number);
                }
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
}

/// Writes the state of a checkpoint.
fn save(out: &mut dyn Write, answers: &[u64], state: &SearchState) -> io::Result<()> {
    write_value(out, answers)?;
    state.save(out)
}

/// The questions that a row of the table answers.
const QUESTIONS: [Question; 3] = [Question::Winner, Question::Number(Side::Max), Question::Number(Side::Min)];

/// Returns the game on the complete graph with the given number of vertices.
fn complete(vertices: u64) -> Result<Game, Box<dyn Error + Send + Sync>> {
    Ok(Game::new(format!("K{vertices}").parse()?)?)
}

/// Returns why the graph of the last row is too large for a search, or `None` if it is not.
pub(super) fn table_problem(to: u64, limits: &Budget<'_>) -> Option<String> {
    let solvers = complete(to).and_then(|game| {
        // The last question first: the numbers are for smaller graphs than the winner.
        QUESTIONS.iter().rev().try_for_each(|&question| Ok(Solver::new(&game, question, limits).map(drop)?))
    });
    solvers.err().map(|problem| problem.to_string())
}
