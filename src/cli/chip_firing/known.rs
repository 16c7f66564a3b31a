//! What is known of a task.

use std::fmt;

use super::checkpoints::CheckpointWriter;
use super::search::{Found, search};
use super::task::{self, CHIPS, CHIPS_OPTION, GRAPH, Play, RANGE, Task};
use super::values::{Graphs, Range};
use super::{Arguments, table};
use crate::chip_firing::{self, Game, NoGame, Question, Stabilization, Tree, TreeError};
use crate::cli::exit::Failure;
use crate::cli::progress::TaskProgress;
use crate::progress::Limits;

/// What is known of a task, with what it asks.
pub(super) enum Answer<'a> {
    Play(Play<'a>, Game, Found),
    /// It is written as it is made.
    Table(Range),
    /// No tree if a limit stopped it.
    Tree(&'a task::Tree, Option<Tree>),
    /// No result if a limit stopped the avalanche.
    Stabilization(&'a task::Stabilize, Option<Stabilization>),
}

/// Works out what is known.
pub(super) fn work_out<'a>(
    task: &'a Task,
    arguments: &Arguments,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
) -> Result<Answer<'a>, Failure> {
    let limits = arguments.search_limits();
    match task {
        Task::Winner(task) => of_play(task.play(), &limits, writer, progress),
        Task::Number(task) => of_play(task.play(), &limits, writer, progress),
        Task::Grundy(task) => of_play(task.play(), &limits, writer, progress),
        Task::Table(task) => match table::too_large(task.range.value.to, &limits) {
            Some(problem) => Err(task.range.invalid(RANGE, too_large("table", problem))),
            None => Ok(Answer::Table(task.range.value)),
        },
        Task::Tree(task) => {
            let graph = task.graph.value.game.graph();
            match Tree::build(graph, task.game.kind(), task.full, &mut |positions| progress.report(positions)) {
                Ok(tree) => Ok(Answer::Tree(task, Some(tree))),
                Err(TreeError::BrokenOff) => Ok(Answer::Tree(task, None)),
                Err(problem) => Err(task.graph.invalid(GRAPH, too_large("tree", problem))),
            }
        }
        Task::Stabilize(task) => stabilize(task, progress).map(|end| Answer::Stabilization(task, end)),
    }
}

/// What is wrong with a graph that a task cannot be done for.
pub(super) fn too_large(task: &str, problem: impl fmt::Display) -> String {
    format!("too large for {task}: {problem}")
}

fn of_play<'a>(
    play: Play<'a>,
    limits: &Limits,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
) -> Result<Answer<'a>, Failure> {
    let Graphs::One(graph) = &play.graph.value else {
        let problem = "expected a graph such as K5; - reads graphs from stdin, and is for a task on the command line";
        return Err(play.graph.invalid(GRAPH, problem));
    };
    let game = match play.chips {
        None => graph.game.clone(),
        Some(chips) => match graph.game.given(&chips.value, &mut |_| progress.check()) {
            Ok(game) => game,
            Err(NoGame::BrokenOff) => {
                let found = without_search(&graph.game, play.question);
                return Ok(Answer::Play(play, graph.game.clone(), found));
            }
            Err(problem) => return Err(chips.invalid(CHIPS_OPTION, problem)),
        },
    };
    let found = search(&game, play.question, play.moves, limits, writer, progress);
    let found = found.map_err(|problem| play.graph.invalid(GRAPH, too_large(play.name(), problem)))?;
    Ok(Answer::Play(play, game, found))
}

/// What is known while the chips at the start have not stabilized.
fn without_search(game: &Game, question: Question) -> Found {
    let bounds = (game.fewest(), game.most());
    // Then all games end with the same number of chips; chips that never stabilize are more, and rejected at once.
    let is_forced = bounds.0 == bounds.1 && matches!(question, Question::Number(_));
    Found { value: is_forced.then_some(bounds.0), bounds, moves: None }
}

/// The stable configuration; `None` if a limit stopped the avalanche.
fn stabilize(task: &task::Stabilize, progress: &mut TaskProgress<'_>) -> Result<Option<Stabilization>, Failure> {
    let graph = task.graph.value.game.graph();
    let (vertices, counts) = (graph.order(), task.chips.value.chips().len());
    if counts != vertices {
        return Err(task.chips.invalid(CHIPS, NoGame::OtherLength { counts, vertices }));
    }
    // Firings are not positions: they are not counted.
    let end = chip_firing::stabilize(graph, &task.chips.value, &mut |_| progress.check());
    Ok(end.continue_value())
}
