//! From a task to its answer: as text or as JSON, and as a picture beside it.

use std::io::{self, Write};
use std::path::Path;

use super::task::Task;
use super::{Arguments, json};
use crate::cli::files::{WhileWanted, numbered, write_whole};
use crate::cli::program::Failure;
use crate::cli::running::Running;
use crate::cli::tasks::Words;
use crate::hip::picture;
use crate::hip::report;
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

/// Answers a task, the first one being number 1, and tells `running` whether a limit has cut the answer.
pub(super) fn answer(
    arguments: &Arguments,
    number: u64,
    words: &Words,
    running: &mut Running<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let task = Task::parse(words)?;
    if arguments.svg.is_some() && !task.has_picture() {
        let which = "--svg is for tie, draws with list or list-all, and solve";
        return Err(words.first().fault(format_args!("{} has no picture: {which}", words.first())).into());
    }
    let answer = work_out(&task, arguments, running).map_err(|problem| {
        let size = words.others().first().unwrap_or(words.first());
        size.fault(format_args!("{} is too large for {}: {problem}", task.size(), words.first()))
    })?;
    if arguments.common.json {
        json::write(out, &task, &answer, running)?;
    } else {
        if number > 1 {
            writeln!(out)?;
        }
        write(out, &task, &answer, running)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.svg {
        let path = numbered(path, number);
        draw(&path, &task, &answer).map_err(|error| Failure::File(path, error))?;
    }
    let cut = match &answer {
        Answer::Squares(_) => false,
        Answer::Tie(.., tie) => running.is_cut() && !tie.is_proved(),
        Answer::Solve(_, moves, solution) => solution.outcome.is_err() || (*moves && solution.moves.is_none()),
        Answer::Draws(..) | Answer::Model(..) => running.is_cut(),
    };
    running.answered(cut);
    Ok(())
}

/// Works out what is known; an error says why the board is too large.
fn work_out<'a>(task: &'a Task, arguments: &Arguments, running: &mut Running<'_>) -> Result<Answer<'a>, String> {
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

/// Writes an answer as text.
fn write(out: &mut impl Write, task: &Task, answer: &Answer<'_>, running: &mut Running<'_>) -> io::Result<()> {
    if !matches!(task, Task::Model(..)) {
        writeln!(out, "{task}")?;
    }
    match answer {
        Answer::Squares(size) => report::squares(out, *size),
        Answer::Tie(.., tie) => report::tie(out, tie),
        Answer::Draws(size, which, counts) => {
            report::draw_counts(out, *size, counts.as_ref())?;
            let (Some(which), Some(counts)) = (which, counts) else { return Ok(()) };
            let more = list(*size, *which, counts, running, |number, draw| report::draw(out, number, draw))?;
            if more == 0_u8.into() { Ok(()) } else { writeln!(out, "… and {more} more") }
        }
        Answer::Solve(_, moves, solution) => report::solution(out, solution, *moves),
        Answer::Model(size, balance) => match model(&mut *out, *size, *balance, running) {
            Ok(true) => Ok(()),
            Ok(false) => writeln!(out, "\\ Broken off: this is no whole model."),
            Err(error) => Err(error),
        },
    }
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

/// Writes the picture of an answer.
fn draw(path: &Path, task: &Task, answer: &Answer<'_>) -> io::Result<()> {
    let title = format!("Hip, {task}");
    write_whole(path, |file| match answer {
        Answer::Tie(.., tie) => picture::tie(file, &title, tie),
        Answer::Draws(size, Some(which), Some(counts)) => {
            picture::sheet(file, &title, *size, counts.listed(*which), hip::draws(*size, *which))
        }
        Answer::Draws(size, ..) => picture::sheet(file, &title, *size, &0_u8.into(), []),
        Answer::Solve(game, _, solution) => picture::position(file, &title, game, solution),
        // Of these no picture is asked for.
        Answer::Squares(_) | Answer::Model(..) => Ok(()),
    })
}
