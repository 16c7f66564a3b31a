//! The results of tasks, and the parts of an answer that are made while they are written.

use std::io::{self, Write};

use super::Arguments;
use super::task::Task;
use crate::cli::exit::Failure;
use crate::cli::files::WhileWanted;
use crate::cli::progress::TaskProgress;
use crate::hip::{self, Balance, DrawCounts, Game, Size, Solution, SolveError, Tie, Which};
use crate::progress::Limits;

/// Why `solve` refuses a board.
const LARGEST_SEARCH: &str =
    "expected at most 64 cells and 128 squares that can still be completed, or a board that a theorem decides";

/// The result of a task.
pub(super) enum Answer {
    Squares(Size),
    Tie(Balance, Tie),
    /// The boards to list; the counts, or `None` if a limit stopped the count.
    Draws(Size, Option<Which>, Option<DrawCounts>),
    /// The game, whether its best moves are printed, and its solution.
    Solve(Game, bool, Solution),
    /// The model is made while it is written.
    Model(Size, Balance),
}

/// Answers a task.
///
/// # Errors
/// If an argument does not suit the task.
pub(super) fn work_out(task: &Task, arguments: &Arguments, progress: &mut TaskProgress<'_>) -> Result<Answer, Failure> {
    let threads = || arguments.common.threads();
    Ok(match task {
        Task::Squares(task) => Answer::Squares(task.size),
        Task::Tie(task) => {
            let tie = hip::tie(task.size, task.balance(), threads(), &mut |positions| progress.report(positions));
            progress.count(tie.positions);
            Answer::Tie(task.balance(), tie)
        }
        Task::Draws(task) => {
            let counts = hip::count_draws(task.size, &mut |positions| progress.report(positions));
            Answer::Draws(task.size, task.which(), counts.continue_value())
        }
        Task::Solve(task) => {
            let game = task.game()?;
            let limits = Limits { memory: arguments.memory.bytes, threads: threads() };
            let solution = hip::solve_with(&game, task.moves, &limits, &mut |positions| progress.report(positions));
            if solution.outcome == Err(SolveError::TooLarge) && solution.safe.is_none() {
                return Err(Failure::Argument("<SIZE>", game.size().to_string(), LARGEST_SEARCH.to_owned()));
            }
            progress.count(solution.positions);
            Answer::Solve(game, task.moves, solution)
        }
        Task::Model(task) => Answer::Model(task.size, task.balance()),
    })
}

/// Passes the draws of a list, numbered from 1, to `give` until a limit is reached. Returns the number of draws left over.
pub(super) fn list(
    size: Size,
    which: Which,
    counts: &DrawCounts,
    progress: &mut TaskProgress<'_>,
    mut give: impl FnMut(u64, &hip::Colouring) -> io::Result<()>,
) -> io::Result<num_bigint::BigUint> {
    let mut more = counts.listed(which).clone();
    for (number, draw) in (1..).zip(hip::draws(size, which)) {
        if progress.check().is_break() {
            break;
        }
        give(number, &draw)?;
        more -= 1_u8;
    }
    Ok(more)
}

/// Writes a model until a limit is reached. Returns whether it is complete.
pub(super) fn model(
    out: impl Write,
    size: Size,
    balance: Balance,
    progress: &mut TaskProgress<'_>,
) -> io::Result<bool> {
    let written = hip::write_model(WhileWanted::new(out, || progress.check().is_continue()), size, balance);
    match written {
        Err(_) if progress.is_stopped() => Ok(false),
        written => written.map(|()| true),
    }
}
