//! From a task to its answer: as text or as JSON, and as a picture beside it.

use std::io::{self, Write};
use std::path::Path;

use super::known::{Answer, list, model, work_out};
use super::task::Task;
use super::{Arguments, json};
use crate::cli::files::{numbered, write_whole};
use crate::cli::program::{Failure, has_a_place};
use crate::cli::running::Running;
use crate::cli::tasks::Words;
use crate::hip;
use crate::hip::picture;
use crate::hip::report;

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
    let picture = arguments.svg.as_deref().map(|path| numbered(path, number));
    picture.as_deref().map_or(Ok(()), has_a_place)?;
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
    if let Some(path) = picture {
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
