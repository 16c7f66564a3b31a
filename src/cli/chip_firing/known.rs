//! What is known of a task.

use super::keeper::Keeper;
use super::search::{Found, search};
use super::task::{Play, Task};
use super::{Arguments, table};
use crate::chip_firing::{self, Configuration, Limits, Question, Stabilization, Tree, TreeError};
use crate::cli::running::Running;
use crate::graph::Graph;

/// What is known of a task.
pub(super) enum Answer {
    Found(Found),
    /// It is written as it is made.
    Table,
    /// None: it was broken off.
    Tree(Option<Tree>),
    /// None: it was broken off.
    Stabilization(Option<Stabilization>),
}

/// Works out what is known; an error says why the graph is too large.
pub(super) fn work_out(
    task: &Task,
    arguments: &Arguments,
    keeper: &mut Keeper,
    running: &mut Running<'_>,
) -> Result<Answer, String> {
    let limits = arguments.search_limits();
    match task {
        Task::Play(play) => of_play(play, &limits, keeper, running).map(Answer::Found),
        Task::Table { to, .. } => match table::too_large(*to, &limits) {
            Some(problem) => Err(problem),
            None => Ok(Answer::Table),
        },
        Task::Tree { graph, kind, full } => {
            match Tree::build(graph.graph(), *kind, *full, &mut |positions| running.go_on(positions)) {
                Ok(tree) => Ok(Answer::Tree(Some(tree))),
                Err(TreeError::BrokenOff) => Ok(Answer::Tree(None)),
                Err(problem) => Err(problem.to_string()),
            }
        }
        Task::Stabilize { graph, chips } => Ok(Answer::Stabilization(stabilize(graph.graph(), chips, running))),
    }
}

fn of_play(play: &Play, limits: &Limits, keeper: &mut Keeper, running: &mut Running<'_>) -> Result<Found, String> {
    let Play { game, question, moves, .. } = play;
    if !play.stable {
        let bounds = (game.fewest(), game.most());
        // Then all plays are as long, and what may never stabilize has too many chips and is refused at once.
        let forced = bounds.0 == bounds.1 && matches!(question, Question::Number(_));
        return Ok(Found { value: forced.then_some(bounds.0), bounds, moves: None });
    }
    search(game, *question, *moves, limits, keeper, running).map_err(|problem| problem.to_string())
}

fn stabilize(graph: &Graph, chips: &Configuration, running: &mut Running<'_>) -> Option<Stabilization> {
    chip_firing::stabilize(graph, chips, &mut |_| running.go_on_writing()).continue_value()
}
