//! Answers tasks as text or as JSON, with a picture beside the answer.

use std::io::{self, Write};
use std::path::Path;

use super::known::{Answer, list, model, work_out};
use super::task::Task;
use super::{Arguments, json};
use crate::cli::exit::Failure;
use crate::cli::files::check_writable;
use crate::cli::files::write_whole;
use crate::cli::progress::TaskProgress;
use crate::hip::{self, picture, report};

/// Answers a task, and tells `progress` whether a limit stopped it early.
pub(super) fn answer(
    arguments: &Arguments,
    task: &Task,
    progress: &mut TaskProgress<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let picture = task.svg();
    picture.map_or(Ok(()), check_writable)?;
    let answer = work_out(task, arguments, progress)?;
    if arguments.common.json {
        json::write(out, task, &answer, progress)?;
    } else {
        write(out, task, &answer, progress)?;
    }
    out.flush()?;
    if let Some(path) = picture {
        draw(path, task, &answer).map_err(|error| Failure::File(path.to_owned(), error))?;
    }
    let cut = match &answer {
        Answer::Squares(_) => false,
        Answer::Tie(.., tie) => progress.is_stopped() && !tie.is_proved(),
        Answer::Solve(_, moves, solution) => solution.outcome.is_err() || (*moves && solution.moves.is_none()),
        Answer::Draws(..) | Answer::Model(..) => progress.is_stopped(),
    };
    progress.answered(cut);
    Ok(())
}

/// Writes an answer as text.
fn write(out: &mut impl Write, task: &Task, answer: &Answer, progress: &mut TaskProgress<'_>) -> io::Result<()> {
    if !matches!(task, Task::Model(_)) {
        writeln!(out, "{task}")?;
    }
    match answer {
        Answer::Squares(size) => report::squares(out, *size),
        Answer::Tie(.., tie) => report::tie(out, tie),
        Answer::Draws(size, which, counts) => {
            report::draw_counts(out, *size, counts.as_ref())?;
            let (Some(which), Some(counts)) = (which, counts) else { return Ok(()) };
            let more = list(*size, *which, counts, progress, |number, draw| report::draw(out, number, draw))?;
            if more == 0_u8.into() { Ok(()) } else { writeln!(out, "… and {more} more") }
        }
        Answer::Solve(_, moves, solution) => report::solution(out, solution, *moves),
        Answer::Model(size, balance) => match model(&mut *out, *size, *balance, progress) {
            Ok(true) => Ok(()),
            Ok(false) => writeln!(out, "\\ Stopped early: this model is incomplete."),
            Err(error) => Err(error),
        },
    }
}

/// Writes the picture of an answer.
fn draw(path: &Path, task: &Task, answer: &Answer) -> io::Result<()> {
    let title = format!("Hip, {task}");
    write_whole(path, |file| match answer {
        Answer::Tie(.., tie) => picture::tie(file, &title, tie),
        Answer::Draws(size, Some(which), Some(counts)) => {
            picture::sheet(file, &title, *size, counts.listed(*which), hip::draws(*size, *which))
        }
        Answer::Draws(size, ..) => picture::sheet(file, &title, *size, &0_u8.into(), []),
        Answer::Solve(game, _, solution) => picture::position(file, &title, game, solution),
        // These tasks have no option --svg.
        Answer::Squares(_) | Answer::Model(..) => Ok(()),
    })
}
