//! Searches under the limits of a task. All of them go through here.

use std::path::Path;

use crate::chip_firing::{Game, Limits, Question, Solver, TooLarge};
use crate::cli::running::Running;
use crate::graph::Vertex;

/// What a search has found.
#[derive(Debug)]
pub(super) struct Found {
    /// The answer; none if the search was broken off.
    pub(super) value: Option<u64>,
    /// What is proved of the number of chips: at least and at most so many.
    pub(super) bounds: (u64, u64),
    /// The vertices that keep the value, if they were asked for and are known.
    pub(super) moves: Option<Vec<Vertex>>,
}

/// Searches for the answer to a question, and if that is asked for the next moves that keep it.
///
/// What an earlier run has left in the checkpoint is to be read before the search, and what this one finds to be written there
/// from time to time and at its end.
pub(super) fn search(
    game: &Game,
    question: Question,
    moves: bool,
    limits: &Limits,
    _checkpoint: Option<&Path>,
    running: &mut Running<'_>,
) -> Result<Found, TooLarge> {
    let before = running.positions();
    let mut solver = Solver::new(game, question, limits)?;
    let mut watch = |positions| running.go_on(before + positions);
    let value = solver.value(&mut watch);
    let moves = if moves && value.is_some() { solver.moves(&mut watch) } else { None };
    running.count(before + solver.positions());
    let bounds = value.map_or_else(|| solver.bounds(), |value| (value, value));
    Ok(Found { value, bounds, moves })
}
