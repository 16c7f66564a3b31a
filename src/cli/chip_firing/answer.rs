//! From a task to its answer, as text or as JSON.

use std::io::{self, Write};

use super::keeper::Keeper;
use super::known::{Answer, work_out};
use super::task::Task;
use super::{Arguments, json, table};
use crate::chip_firing::{Question, report, write_dot};
use crate::cli::program::{Failure, has_a_place};
use crate::cli::running::Running;
use crate::cli::tasks::Words;

/// Answers a task, the first one being number 1, and tells `running` whether a limit has cut the answer.
pub(super) fn answer(
    arguments: &Arguments,
    number: u64,
    words: &Words,
    running: &mut Running<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let task = Task::parse(words, &mut |_| running.go_on_writing())?;
    if arguments.checkpoint.is_some() && !task.has_checkpoint() {
        let which = "--checkpoint is for winner, number, grundy and table";
        return Err(words.first().fault(format_args!("{} has no checkpoint: {which}", words.first())).into());
    }
    let mut keeper = match &arguments.checkpoint {
        None => Keeper::none(),
        Some(path) => {
            has_a_place(path)?;
            Keeper::open(path, &task.to_string())?
        }
    };
    let answer = work_out(&task, arguments, &mut keeper, running).map_err(|problem| {
        let word = words.others().first().unwrap_or(words.first());
        word.fault(format_args!("{word} is too large for {}: {problem}", words.first()))
    })?;
    let whole = if arguments.common.json {
        json::write(out, &task, &answer, arguments, &mut keeper, running)?
    } else {
        if number > 1 {
            writeln!(out)?;
        }
        write(out, &task, &answer, arguments, &mut keeper, running)?
    };
    out.flush()?;
    let cut = match (&task, &answer) {
        (Task::Play(play), Answer::Found(found)) => found.value.is_none() || play.moves && found.moves.is_none(),
        (_, Answer::Stabilization(stabilization)) => stabilization.is_none(),
        (_, Answer::Tree(tree)) => tree.is_none(),
        _ => !whole,
    };
    running.answered(cut);
    Ok(())
}

/// Writes an answer as text; whether a table is whole.
fn write(
    out: &mut impl Write,
    task: &Task,
    answer: &Answer,
    arguments: &Arguments,
    keeper: &mut Keeper,
    running: &mut Running<'_>,
) -> io::Result<bool> {
    if !matches!(task, Task::Tree { .. }) {
        writeln!(out, "{task}")?;
    }
    let mut whole = true;
    match (task, answer) {
        (Task::Play(play), Answer::Found(found)) => {
            let moves = play.moves.then_some(found.moves.as_deref());
            match play.question {
                Question::Winner => report::winner(out, found.value, moves),
                Question::Grundy => report::grundy(out, found.value),
                Question::Number(_) => {
                    let whole = (play.game.fewest(), play.game.most());
                    let bounds = if found.value.is_some() { whole } else { found.bounds };
                    report::number(out, found.value, bounds, moves)
                }
            }
        }
        (Task::Table { from, to }, _) => {
            let table = report::Table::up_to(*to);
            table.header(out)?;
            out.flush()?;
            whole = table::rows(*from, *to, arguments, keeper, running, |row| {
                table.row(out, row)?;
                out.flush()
            })?;
            Ok(())
        }
        (_, Answer::Tree(Some(tree))) => write_dot(out, tree, &task.to_string()),
        (_, Answer::Tree(None)) => writeln!(out, "// {task}\n// Broken off: there is no tree yet."),
        (_, Answer::Stabilization(stabilization)) => report::stabilization(out, stabilization.as_ref()),
        // Each task has an answer of its kind.
        (_, Answer::Found(_) | Answer::Table) => Ok(()),
    }?;
    Ok(whole)
}
