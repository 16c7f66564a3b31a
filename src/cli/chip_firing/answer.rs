//! From a task to its answer, as text or as JSON.

use std::io::{self, Write};

use super::checkpoints::CheckpointWriter;
use super::known::{Answer, work_out};
use super::task::Task;
use super::{Arguments, json, table};
use crate::chip_firing::{Question, report, write_dot};
use crate::cli::exit::Failure;
use crate::cli::files::check_writable;
use crate::cli::progress::TaskProgress;

/// Answers a task, and tells `progress` whether a limit stopped it early.
pub(super) fn answer(
    arguments: &Arguments,
    task: &Task,
    progress: &mut TaskProgress<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut writer = writer(arguments, task)?;
    let answer = work_out(task, arguments, &mut writer, progress)?;
    let complete = if arguments.common.json {
        json::write(out, task, &answer, arguments, &mut writer, progress)?
    } else {
        write(out, task, &answer, arguments, &mut writer, progress)?
    };
    out.flush()?;
    let cut = match &answer {
        Answer::Play(play, _, found) => found.value.is_none() || (play.moves && found.moves.is_none()),
        Answer::Table(_) => !complete,
        Answer::Tree(_, tree) => tree.is_none(),
        Answer::Stabilization(_, end) => end.is_none(),
    };
    progress.answered(cut);
    Ok(())
}

/// Where the search state of a task is saved.
fn writer(arguments: &Arguments, task: &Task) -> Result<CheckpointWriter, Failure> {
    let Some(path) = task.checkpoint() else { return Ok(CheckpointWriter::none()) };
    if arguments.task.is_none() {
        let problem = "expected a task on the command line; tasks in a list have no checkpoint".to_owned();
        return Err(Failure::Argument("--checkpoint <FILE>", path.display().to_string(), problem));
    }
    check_writable(path)?;
    Ok(CheckpointWriter::open(path, &task.to_string())?)
}

/// Writes an answer as text; whether a table is complete.
fn write(
    out: &mut impl Write,
    task: &Task,
    answer: &Answer<'_>,
    arguments: &Arguments,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
) -> io::Result<bool> {
    if !matches!(task, Task::Tree(_)) {
        writeln!(out, "{task}")?;
    }
    match answer {
        Answer::Play(play, game, found) => {
            let moves = play.moves.then_some(found.moves.as_deref());
            match play.question {
                Question::Winner => report::winner(out, found.value, moves),
                Question::Grundy => report::grundy(out, found.value),
                Question::Number(_) => {
                    let of_all_games = (game.fewest(), game.most());
                    let bounds = if found.value.is_some() { of_all_games } else { found.bounds };
                    report::number(out, found.value, bounds, moves)
                }
            }
        }
        Answer::Table(range) => {
            let table = report::Table::up_to(range.to);
            table.header(out)?;
            out.flush()?;
            return table::rows(*range, arguments, writer, progress, |row| {
                table.row(out, row)?;
                out.flush()
            });
        }
        Answer::Tree(_, Some(tree)) => write_dot(out, tree, &task.to_string()),
        Answer::Tree(_, None) => {
            writeln!(out, "// {task}\n// Unknown: stopped at a limit before the tree was complete")
        }
        Answer::Stabilization(_, end) => report::stabilization(out, end.as_ref()),
    }?;
    Ok(true)
}
