//! What a task about perfect play has found, kept in a file.
//!
//! ```text
//!     findings     how many questions are answered, and their answers;  what the search for the next one has found
//! ```
//!
//! What a search has found is its table of positions, and can be written while it goes on. It begins again at the start, where it
//! finds all that.

use std::io::{self, Read, Write};
use std::path::Path;

use super::NAME;
use crate::checkpoint::{Kept, Unusable};
use crate::chip_firing::{Findings, Solver};
use crate::cli::exit::say;
use crate::cli::keeper;

/// Keeps the findings of one task, if there is a file for them.
pub(super) struct Keeper {
    file: keeper::Keeper,
    /// The answers of questions that come before the one that is being searched.
    answers: Vec<u64>,
    /// How many of them have been asked for in this run.
    asked: usize,
    /// What was found of the question after them, as long as it has not been taken.
    kept: Option<Kept>,
}

impl Keeper {
    /// Keeps nothing.
    pub(super) fn none() -> Keeper {
        Keeper { file: keeper::Keeper::none(NAME), answers: Vec::new(), asked: 0, kept: None }
    }

    /// Keeps the findings of a task in a file, and reads what an earlier run has left there.
    pub(super) fn open(path: &Path, task: &str) -> Result<Keeper, Unusable> {
        let (file, kept) = keeper::Keeper::open(NAME, path, task)?;
        let mut keeper = Keeper { file, kept, ..Keeper::none() };
        if let Some(kept) = &mut keeper.kept {
            keeper.answers = read_answers(&mut kept.findings).map_err(|error| Unusable::Io(path.to_owned(), error))?;
        }
        Ok(keeper)
    }

    /// The answer of the next question, if an earlier run has found it.
    pub(super) fn next_answer(&mut self) -> Option<u64> {
        let answer = self.answers.get(self.asked).copied();
        self.asked += usize::from(answer.is_some());
        answer
    }

    /// Keeps the answer of a question after which others come.
    pub(super) fn answered(&mut self, answer: u64) {
        self.answers.push(answer);
        self.asked += 1;
    }

    /// Gives a solver what an earlier run has found of its question.
    pub(super) fn resume(&mut self, solver: &mut Solver) {
        let Some(mut kept) = self.kept.take() else { return };
        if let Err(error) = solver.load(&mut kept.findings) {
            say(NAME, format_args!("what was kept does not fit: {error}"));
        }
    }

    /// Whether it is time to write.
    pub(super) fn is_due(&self) -> bool {
        self.file.is_due()
    }

    /// Writes what has been found.
    pub(super) fn write(&mut self, findings: &Findings) {
        self.file.write(|out| save(&self.answers, findings, out));
    }

    /// Writes what has been found by a search that was broken off.
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
