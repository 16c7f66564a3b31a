//! The state of a task about perfect play, saved in a checkpoint.
//!
//! ```text
//!     state     how many questions are answered, and their answers;  the state of the search for the next answer
//! ```
//!
//! The state of a search is its transposition table and its bounds, and can be written while the search runs. A search that is
//! resumed starts again at the root, with this table.

use std::io::{self, Read, Write};
use std::path::Path;

use super::NAME;
use crate::checkpoint::{CheckpointError, SavedState};
use crate::chip_firing::{Findings, Solver};
use crate::cli::checkpoints;
use crate::cli::messages::say;

/// Saves the state of one task, if there is a file for it.
pub(super) struct CheckpointWriter {
    file: checkpoints::CheckpointWriter,
    /// The answers of questions that come before the one that is being searched.
    answers: Vec<u64>,
    /// How many of them have been taken in this run.
    asked: usize,
    /// The state of the search for the next answer, until it is loaded.
    kept: Option<SavedState>,
}

impl CheckpointWriter {
    /// Saves nothing.
    pub(super) fn none() -> CheckpointWriter {
        CheckpointWriter { file: checkpoints::CheckpointWriter::none(NAME), answers: Vec::new(), asked: 0, kept: None }
    }

    /// Saves the state of a task in a file, and reads the state that an earlier run has saved there.
    pub(super) fn open(path: &Path, task: &str) -> Result<CheckpointWriter, CheckpointError> {
        let (file, kept) = checkpoints::CheckpointWriter::open(NAME, path, task)?;
        let mut writer = CheckpointWriter { file, kept, ..CheckpointWriter::none() };
        if let Some(kept) = &mut writer.kept {
            writer.answers =
                read_answers(&mut kept.state).map_err(|error| CheckpointError::Io(path.to_owned(), error))?;
        }
        Ok(writer)
    }

    /// Returns the answer to the next question, if an earlier run has found it.
    pub(super) fn next_answer(&mut self) -> Option<u64> {
        let answer = self.answers.get(self.asked).copied();
        self.asked += usize::from(answer.is_some());
        answer
    }

    /// Notes the answer to a question that is not the last one.
    pub(super) fn answered(&mut self, answer: u64) {
        self.answers.push(answer);
        self.asked += 1;
    }

    /// Loads into a solver the state that an earlier run has saved.
    pub(super) fn resume(&mut self, solver: &mut Solver) {
        let Some(mut kept) = self.kept.take() else { return };
        if let Err(error) = solver.load(&mut kept.state) {
            say(
                NAME,
                format_args!("cannot use the search state in the checkpoint, starting this search again: {error}"),
            );
        }
    }

    /// Whether it is time to write.
    pub(super) fn is_due(&self) -> bool {
        self.file.is_due()
    }

    /// Writes the state.
    pub(super) fn write(&mut self, findings: &Findings) {
        self.file.write(|out| save(&self.answers, findings, out));
    }

    /// Writes the state of a search that was stopped early.
    pub(super) fn close(&mut self, findings: &Findings) {
        self.file.close(|out| save(&self.answers, findings, out));
    }
}

fn save(answers: &[u64], findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&(answers.len() as u64).to_le_bytes())?;
    answers.iter().try_for_each(|answer| out.write_all(&answer.to_le_bytes()))?;
    findings.save(out)
}

fn read_answers(from: &mut impl Read) -> io::Result<Vec<u64>> {
    let mut number = [0; 8];
    let mut answers = Vec::new();
    from.read_exact(&mut number)?;
    for _ in 0..u64::from_le_bytes(number) {
        from.read_exact(&mut number)?;
        answers.push(u64::from_le_bytes(number));
    }
    Ok(answers)
}
