//! What is known of a task, and the parts of an answer that are made as they are written.

use std::io::{self, Write};

use super::Arguments;
use super::task::Task;
use crate::cli::files::WhileWanted;
use crate::cli::running::Running;
use crate::hip::{self, Balance, DrawCounts, Game, Limits, Size, Solution, Tie, Unknown, Which};

/// What is said of boards for which there is neither a theorem nor a search.
const LARGEST_SEARCH: &str = "no theorem tells who wins, and searches go up to 64 cells and 128 squares";

/// What is known of a task.
pub(super) enum Answer<'a> {
    Squares(Size),
    Tie(Balance, Tie),
    /// None: the count was broken off.
    Draws(Size, Option<Which>, Option<DrawCounts>),
    Solve(&'a Game, bool, Solution),
    /// It is written as it is made.
    Model(Size, Balance),
}

/// Works out what is known; an error says why the board is too large.
pub(super) fn work_out<'a>(
    task: &'a Task,
    arguments: &Arguments,
    running: &mut Running<'_>,
) -> Result<Answer<'a>, String> {
    let threads = || arguments.common.threads();
    Ok(match *task {
        Task::Squares(size) => Answer::Squares(size),
        Task::Tie(size, balance) => {
            if size.area() > Tie::LARGEST {
                return Err(format!("it has more than {} cells", Tie::LARGEST));
            }
            let tie = hip::tie(size, balance, threads(), &mut |positions| running.go_on(positions));
            running.count(tie.positions);
            Answer::Tie(balance, tie)
        }
        Task::Draws(size, which) => {
            let counts = hip::count_draws(size, &mut |positions| running.go_on(positions));
            Answer::Draws(size, which, counts.continue_value())
        }
        Task::Solve { ref game, moves } => {
            let limits = Limits { memory: arguments.limits.memory, threads: threads() };
            let solution = hip::solve(game, moves, &limits, &mut |positions| running.go_on(positions));
            if solution.outcome == Err(Unknown::TooLarge) && solution.safe.is_none() {
                return Err(LARGEST_SEARCH.to_owned());
            }
            running.count(solution.positions);
            Answer::Solve(game, moves, solution)
        }
        Task::Model(size, balance) => Answer::Model(size, balance),
    })
}

/// Gives the draws of a list, numbered from 1, until a limit is reached; returns how many there would be more.
pub(super) fn list(
    size: Size,
    which: Which,
    counts: &DrawCounts,
    running: &mut Running<'_>,
    mut give: impl FnMut(u64, &hip::Colouring) -> io::Result<()>,
) -> io::Result<num_bigint::BigUint> {
    let mut more = counts.listed(which).clone();
    for (number, draw) in (1..).zip(hip::draws(size, which)) {
        if running.go_on_writing().is_break() {
            break;
        }
        give(number, &draw)?;
        more -= 1_u8;
    }
    Ok(more)
}

/// Writes a model until a limit is reached; whether it is whole.
pub(super) fn model(out: impl Write, size: Size, balance: Balance, running: &mut Running<'_>) -> io::Result<bool> {
    let written = hip::write_model(WhileWanted::new(out, || running.go_on_writing().is_continue()), size, balance);
    match written {
        Err(_) if running.is_cut() => Ok(false),
        written => written.map(|()| true),
    }
}
