//! What a long task has found, kept in a file from time to time, so that it can be killed at any moment and go on.
//!
//! ```text
//!     findings     how many questions are answered, and their answers;  what the search for the next one has found
//! ```
//!
//! What a search has found is its table of positions, and can be written while it goes on. It begins again at the start, where it
//! finds all that.

use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use super::NAME;
use crate::checkpoint::{Checkpoint, Kept, Unusable};
use crate::chip_firing::{Findings, Solver};
use crate::cli::exit::say;

/// Nothing is written more often.
const LEAST_PAUSE: Duration = Duration::from_secs(1);

/// Writing takes at most such a part of the time.
const SHARE: u32 = 20;

/// Keeps the findings of one task, if there is a file for them.
pub(super) struct Keeper {
    checkpoint: Option<Checkpoint>,
    /// The answers of questions that come before the one that is being searched.
    answers: Vec<u64>,
    /// How many of them have been asked for in this run.
    asked: usize,
    /// What was found of the question after them, as long as it has not been taken.
    kept: Option<Kept>,
    written: Instant,
    pause: Duration,
    has_failed: bool,
}

impl Keeper {
    /// Keeps nothing.
    pub(super) fn none() -> Keeper {
        Keeper {
            checkpoint: None,
            answers: Vec::new(),
            asked: 0,
            kept: None,
            written: Instant::now(),
            pause: LEAST_PAUSE,
            has_failed: false,
        }
    }

    /// Keeps the findings of a task in a file, and reads what an earlier run has left there.
    pub(super) fn open(path: &Path, task: &str) -> Result<Keeper, Unusable> {
        let mut checkpoint = Checkpoint::new(path, &format!("{NAME} {task}"));
        let kept = checkpoint.open()?;
        let mut keeper = Keeper { checkpoint: Some(checkpoint), ..Keeper::none() };
        if let Some(mut kept) = kept {
            if kept.is_older {
                let path = path.display();
                say(NAME, format_args!("{path} is missing or not whole: going on from {path}.old"));
            }
            keeper.answers = read_answers(&mut kept.findings).map_err(|error| Unusable::Io(path.to_owned(), error))?;
            keeper.kept = Some(kept);
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
        self.checkpoint.is_some() && self.written.elapsed() >= self.pause
    }

    /// Writes what has been found. That this fails is said once, and ends nothing.
    pub(super) fn write(&mut self, findings: &Findings) {
        let Some(checkpoint) = &mut self.checkpoint else { return };
        let begun = Instant::now();
        let answers = &self.answers;
        let written = checkpoint.save(|out| {
            out.write_all(&(answers.len() as u64).to_le_bytes())?;
            answers.iter().try_for_each(|answer| out.write_all(&answer.to_le_bytes()))?;
            findings.save(out)
        });
        if let Err(error) = written
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let path = checkpoint.path().display();
            say(NAME, format_args!("cannot write the checkpoint {path}, and go on without: {error}"));
        }
        self.written = Instant::now();
        self.pause = LEAST_PAUSE.max(SHARE * begun.elapsed());
    }
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
