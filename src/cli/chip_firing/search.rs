//! Searches under the limits of a task. All of them go through here.

use std::ops::ControlFlow;

use super::checkpoints::CheckpointWriter;
use crate::chip_firing::{Game, Question, Solver, TooLarge};
use crate::cli::progress::TaskProgress;
use crate::graph::Vertex;
use crate::progress::Limits;
use crate::progress::Progress;

/// The result of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The answer; `None` if the search was stopped early.
    pub(super) value: Option<u64>,
    /// The lower and upper bound of the number of chips that are proved.
    pub(super) bounds: (u64, u64),
    /// The vertices that keep the value; `None` if they were not asked for or the search was stopped early.
    pub(super) moves: Option<Vec<Vertex>>,
}

/// Searches for the answer to a question, and if that is asked for the next moves that keep it.
pub(super) fn search(
    game: &Game,
    question: Question,
    moves: bool,
    limits: &Limits,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
) -> Result<Found, TooLarge> {
    let mut solver = Solver::new(game, question, limits)?;
    writer.resume(&mut solver);
    let value = watched(&mut solver, writer, progress, |solver, progress| solver.value(progress));
    let known = value.filter(|_| moves);
    let moves = known.and_then(|_| watched(&mut solver, writer, progress, |solver, progress| solver.moves(progress)));
    let bounds = value.map_or_else(|| solver.bounds(), |value| (value, value));
    Ok(Found { value, bounds, moves })
}

/// Runs a solver up to its answer or a limit, and saves its state from time to time and at the limit.
fn watched<T>(
    solver: &mut Solver,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
    work: impl Fn(&mut Solver, &mut Progress<'_>) -> Option<T>,
) -> Option<T> {
    let before = progress.positions() - solver.positions();
    let findings = solver.findings();
    let answer = work(solver, &mut |positions| {
        progress.report(before + positions)?;
        if writer.is_due() {
            writer.write(&findings);
        }
        ControlFlow::Continue(())
    });
    progress.count(before + solver.positions());
    if answer.is_none() {
        writer.close(&findings);
    }
    answer
}
