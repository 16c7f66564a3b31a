//! The table of complete graphs, a row as soon as it is known.

use std::error::Error;
use std::io;

use super::Arguments;
use super::checkpoints::CheckpointWriter;
use super::search::search;
use super::values::Range;
use crate::chip_firing::report::Row;
use crate::chip_firing::{Game, Question, Side, Solver};
use crate::cli::progress::TaskProgress;
use crate::graph::Named;
use crate::progress::Limits;

/// The questions that a row answers.
const QUESTIONS: [Question; 3] = [Question::Winner, Question::Number(Side::Max), Question::Number(Side::Min)];

/// None of this fails for a graph that has been found small enough.
type Failed = Box<dyn Error + Send + Sync>;

/// The game on the complete graph with this number of vertices.
fn complete(vertices: u64) -> Result<Game, Failed> {
    Ok(Game::new(format!("K{vertices}").parse::<Named>()?.into_graph())?)
}

/// Returns why the graph of the last row is too large for a search, before anything is written.
pub(super) fn too_large(to: u64, limits: &Limits) -> Option<String> {
    let began = complete(to).and_then(|game| {
        QUESTIONS.iter().try_for_each(|&question| Ok(Solver::new(&game, question, limits).map(drop)?))
    });
    began.err().map(|problem| problem.to_string())
}

/// Gives the rows of the table, up to the one in which a limit is reached; whether all are complete.
pub(super) fn rows(
    range: Range,
    arguments: &Arguments,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
    mut give: impl FnMut(&Row) -> io::Result<()>,
) -> io::Result<bool> {
    let limits = arguments.search_limits();
    for vertices in range.from..=range.to {
        // The last row was not too large.
        let game = complete(vertices).map_err(io::Error::other)?;
        let mut values = [None; 3];
        for (value, question) in values.iter_mut().zip(QUESTIONS) {
            *value = writer.next_answer();
            if value.is_some() {
                continue;
            }
            let found = search(&game, question, false, &limits, writer, progress);
            *value = found.map_err(io::Error::other)?.value;
            let Some(value) = *value else { break };
            writer.answered(value);
        }
        let [winner, max_first, min_first] = values;
        let row = Row { vertices, winner, max_first, min_first };
        give(&row)?;
        if !row.is_whole() {
            return Ok(false);
        }
    }
    Ok(true)
}
