//! Answers tasks: calls the library, writes the result as text or as JSON, and draws the picture.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use num_bigint::BigUint;

use super::task::{Task, game};
use super::{Arguments, json, list_draws, write_model};
use crate::budget::Budget;
use crate::cli::exit::Failure;
use crate::cli::files::{Output, write_whole};
use crate::cli::progress::TaskProgress;
use crate::hip::{self, Colouring, Goal, SolveError, Standing, picture, report};

/// The message if `solve` refuses a board.
const LARGEST_SEARCH: &str =
    "expected at most 64 cells and 128 squares that can still be completed, or a board that a theorem decides";

/// Answers a task, and reports to `progress` whether a limit stopped it early.
///
/// # Errors
/// If an argument does not suit the task, or a file or `out` cannot be written.
pub(super) fn answer(
    arguments: &Arguments,
    task: &Task,
    progress: &mut TaskProgress<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    task.svg().map_or(Ok(()), |path| Output::File.check(path))?;
    let size = task.size();
    let is_json = arguments.common.json;
    let (memory, threads) = (arguments.memory.bytes, arguments.common.threads());
    let stopped = match task {
        Task::Squares { .. } => {
            if is_json {
                json::squares(out, task)?;
            } else {
                writeln!(out, "{task}")?;
                report::squares(out, size)?;
            }
            false
        }
        Task::Tie { .. } => {
            let tie = hip::tie(
                size,
                task.balance(),
                &mut Budget::new(|positions| progress.report(positions)).with_threads(threads),
            );
            progress.count(tie.positions);
            if is_json {
                json::tie(out, task, &tie)?;
            } else {
                writeln!(out, "{task}")?;
                report::tie(out, &tie)?;
            }
            draw(task, out, |file, title| picture::tie(file, title, &tie))?;
            progress.is_stopped() && tie.standing != Standing::Proved
        }
        Task::Draws { .. } => {
            let counts = hip::count_draws(size, &mut Budget::new(|positions| progress.report(positions)));
            if is_json {
                json::draws(out, task, counts.as_ref(), progress)?;
            } else {
                writeln!(out, "{task}")?;
                report::draw_counts(out, size, counts.as_ref())?;
                let write = |number, draw: &Colouring| report::draw(out, number, draw);
                if let Some(left) = list_draws(task, counts.as_ref(), progress, write)?
                    && left > BigUint::ZERO
                {
                    writeln!(out, "… and {left} more")?;
                }
            }
            draw(task, out, |file, title| match (task.listing(), &counts) {
                (Some(listing), Some(counts)) => {
                    picture::sheet(file, title, size, counts.listed(listing), hip::draws(size, listing))
                }
                _ => picture::sheet(file, title, size, &BigUint::ZERO, []),
            })?;
            progress.is_stopped()
        }
        Task::Solve { rules, double, after, moves, .. } => {
            let game = game(size, *rules, *double, after.as_ref())?;
            let goal = if *moves { Goal::BestMoves } else { Goal::Outcome };
            let mut budget = Budget::new(|positions| progress.report(positions));
            (budget.memory, budget.threads) = (memory, threads);
            let solution = hip::solve(&game, goal, &mut budget);
            drop(budget);
            if solution.outcome == Err(SolveError::TooLarge) && solution.safe.is_none() {
                return Err(Failure::Argument("<SIZE>", size.to_string(), LARGEST_SEARCH.to_owned()));
            }
            progress.count(solution.positions);
            if is_json {
                json::solution(out, task, &game, &solution)?;
            } else {
                writeln!(out, "{task}")?;
                report::solution(out, &solution, *moves)?;
            }
            draw(task, out, |file, title| picture::position(file, title, &game, &solution))?;
            solution.outcome.is_err() || (*moves && solution.moves.is_none())
        }
        Task::Model { .. } => {
            if is_json {
                json::model(out, task, progress)?;
            } else if !write_model(&mut *out, task, progress)? {
                writeln!(out, "\\ Stopped early: this model is incomplete.")?;
            }
            progress.is_stopped()
        }
    };
    out.flush()?;
    progress.answered(stopped);
    Ok(())
}

/// Writes the picture of a task with a title, if one is wanted. The answer comes first, but a reader who has closed the pipe may
/// still want the picture.
fn draw(
    task: &Task,
    out: &mut impl Write,
    write: impl FnOnce(BufWriter<&mut File>, &str) -> io::Result<()>,
) -> Result<(), Failure> {
    let flushed = out.flush();
    if let Some(path) = task.svg() {
        let title = format!("Hip, {task}");
        write_whole(path, |file| write(file, &title)).map_err(|error| Failure::File(path.to_owned(), error))?;
    }
    Ok(flushed?)
}
