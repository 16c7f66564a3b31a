//! The table of complete graphs, a row as soon as it is known.

use std::io;

use super::Arguments;
use super::keeper::Keeper;
use super::search::search;
use crate::chip_firing::report::Row;
use crate::chip_firing::{First, Game, Limits, NoGame, Question, Solver, TooLarge};
use crate::cli::running::Running;
use crate::graph::{Graph, NotSimple};

/// The questions that a row answers.
const QUESTIONS: [Question; 3] = [Question::Winner, Question::Number(First::Max), Question::Number(First::Min)];

/// The game on the complete graph with so many vertices.
fn complete(vertices: u64) -> Result<Game, TooLarge> {
    let vertices = usize::try_from(vertices).map_err(|_| TooLarge)?;
    let edges = (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to)));
    // It is simple and connected, and has two vertices at least.
    let graph = Graph::from_edges(vertices, edges).map_err(|_: NotSimple| TooLarge)?;
    Game::new(graph).map_err(|_: NoGame| TooLarge)
}

/// Whether the last row is out of reach of every search, before anything is written.
pub(super) fn too_large(to: u64, limits: &Limits) -> Option<TooLarge> {
    let began = complete(to)
        .and_then(|game| QUESTIONS.iter().try_for_each(|&question| Solver::new(&game, question, limits).map(drop)));
    began.err()
}

/// Gives the rows of the table, up to the one in which a limit is reached.
pub(super) fn rows(
    from: u64,
    to: u64,
    arguments: &Arguments,
    keeper: &mut Keeper,
    running: &mut Running<'_>,
    mut give: impl FnMut(&Row) -> io::Result<()>,
) -> io::Result<()> {
    let limits = arguments.search_limits();
    for vertices in from..=to {
        // The last row was not too large.
        let game = complete(vertices).map_err(|problem| io::Error::other(problem.to_string()))?;
        let mut values = [None; 3];
        for (value, question) in values.iter_mut().zip(QUESTIONS) {
            *value = keeper.next_answer();
            if value.is_some() {
                continue;
            }
            let found = search(&game, question, false, &limits, keeper, running);
            *value = found.map_err(|problem| io::Error::other(problem.to_string()))?.value;
            let Some(value) = *value else { break };
            keeper.answered(value);
        }
        let [winner, max_first, min_first] = values;
        let row = Row { vertices, winner, max_first, min_first };
        give(&row)?;
        if !row.is_whole() {
            break;
        }
    }
    Ok(())
}
