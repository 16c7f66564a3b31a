//! Counts, up to their limits, and their checkpoints.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::NAME;
use super::task::Counted;
use crate::budget::Budget;
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::progress::TaskProgress;
use crate::morpion::count::{Count, CountError, Part, Scope, Sums};

/// The result of a count: the sums for 0 moves, 1, and so on. If the count was stopped early, the last ones are missing.
pub(super) struct CountAnswer {
    pub(super) counted: Counted,
    pub(super) sums: Vec<Sums>,
}

impl CountAnswer {
    /// Returns whether the sums go to the largest number of moves.
    pub(super) fn is_complete(&self) -> bool {
        self.sums.len() == self.counted.depth + 1
    }

    /// Returns the number of moves of the longest game; `None` if the count has not reached the end of all games, or is a part.
    pub(super) fn longest(&self) -> Option<usize> {
        let all = self.is_complete() && self.counted.part.is_none();
        self.sums.iter().position(|sums| sums.grids() == 0).filter(|_| all)?.checked_sub(1)
    }

    /// Returns the number of moves of the shortest finished game; `None` if finished grids were not counted or not found, or the count is
    /// a part.
    pub(super) fn shortest_finished(&self) -> Option<usize> {
        let counted = self.counted.finished && self.counted.part.is_none();
        self.sums.iter().position(|sums| sums.finished() > 0).filter(|_| counted)
    }

    /// Writes a line for each number of moves, and what follows from them.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Counted { labelled, finished, part, .. } = self.counted;
        for (moves, sums) in self.sums.iter().enumerate() {
            if part.is_some() {
                let Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
                writeln!(out, "{moves} {labelled} {symmetric} {labelled_finished} {symmetric_finished}")?;
                continue;
            }
            write!(out, "{moves} {}", sums.grids())?;
            let columns = [
                (labelled, sums.labelled),
                (finished, sums.finished()),
                (finished && labelled, sums.labelled_finished),
            ];
            for (_, number) in columns.iter().filter(|(is_wanted, _)| *is_wanted) {
                write!(out, " {number}")?;
            }
            writeln!(out)?;
        }
        if !self.is_complete() {
            writeln!(out, "Unknown")?;
        }
        if let Some(moves) = self.longest() {
            writeln!(out, "Longest game: {moves}")?;
        }
        if let Some(moves) = self.shortest_finished() {
            writeln!(out, "Shortest finished game: {moves}")?;
        }
        Ok(())
    }
}

/// Counts up to the end or a limit.
pub(super) fn count(
    counted: &Counted,
    checkpoint: Option<&Path>,
    threads: usize,
    progress: &mut TaskProgress<'_>,
) -> Result<CountAnswer, Failure> {
    let Counted { variant, depth, finished, part, .. } = *counted;
    let failed = |error: CountError| Failure::Input(format!("{counted}: {error}"));
    let count = Count::new(variant, Scope { depth, finished }, part.unwrap_or(Part::WHOLE)).map_err(failed)?;
    let mut writer = CheckpointWriter::resume(NAME, checkpoint, &counted.to_string(), |from| count.load(from))?;
    let units = count.units();
    progress.count_as("grids");
    progress.count_parts("units", count.units_done(), units);
    let budget = Budget::new(|grids| {
        progress.report(grids)?;
        progress.count_parts("units", count.units_done(), units);
        if writer.is_due() {
            writer.write(|out| count.save(out));
        }
        ControlFlow::Continue(())
    });
    let ended = count.run(&mut budget.with_threads(threads));
    writer.close(progress.is_quiet(), |out| count.save(out));
    match ended {
        Ok(()) | Err(CountError::Cancelled) => Ok(CountAnswer { counted: *counted, sums: count.sums() }),
        Err(error) => Err(failed(error)),
    }
}
