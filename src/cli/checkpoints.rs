//! What a long task has found, kept in a file from time to time, so that it can be killed at any moment and go on.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::exit::say;
use super::interrupt;
use crate::checkpoint::{Checkpoint, CheckpointError, SavedState};

/// Nothing is written more often.
const LEAST_PAUSE: Duration = Duration::from_secs(1);

/// Writing takes at most such a part of the time.
const SHARE: u32 = 20;

/// Keeps the findings of one task, if there is a file for them.
#[derive(Debug)]
pub struct CheckpointWriter {
    program: &'static str,
    checkpoint: Option<Checkpoint>,
    written: Instant,
    pause: Duration,
    has_failed: bool,
}

impl CheckpointWriter {
    /// Keeps nothing.
    #[must_use]
    pub fn none(program: &'static str) -> CheckpointWriter {
        CheckpointWriter { program, checkpoint: None, written: Instant::now(), pause: LEAST_PAUSE, has_failed: false }
    }

    /// Keeps the findings of a task in a file, and gives what an earlier run has left there.
    ///
    /// # Errors
    /// If what is there cannot be used.
    pub fn open(
        program: &'static str,
        path: &Path,
        task: &str,
    ) -> Result<(CheckpointWriter, Option<SavedState>), CheckpointError> {
        let mut checkpoint = Checkpoint::new(path, &format!("{program} {task}"));
        let kept = checkpoint.open()?;
        if kept.as_ref().is_some_and(|kept| kept.is_older) {
            let path = path.display();
            say(program, format_args!("{path} is missing or damaged: continuing from {path}.old"));
        }
        Ok((CheckpointWriter { checkpoint: Some(checkpoint), ..CheckpointWriter::none(program) }, kept))
    }

    /// Keeps the findings of a task, and has what an earlier run has left there loaded; nothing if there is no file for them.
    ///
    /// # Errors
    /// If what is there cannot be used, or is refused by `load`.
    pub fn resume(
        program: &'static str,
        path: Option<&Path>,
        task: &str,
        load: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<CheckpointWriter, CheckpointError> {
        let Some(path) = path else { return Ok(CheckpointWriter::none(program)) };
        let (writer, kept) = CheckpointWriter::open(program, path, task)?;
        if let Some(mut kept) = kept {
            load(&mut kept.state).map_err(|error| CheckpointError::Io(kept.path, error))?;
        }
        Ok(writer)
    }

    /// Whether it is time to write.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.checkpoint.is_some() && self.written.elapsed() >= self.pause
    }

    /// Keeps what is written at the end of a run. If Ctrl-C has broken it off, says how to go on.
    pub fn close(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.write(write);
        if let Some(checkpoint) = self.checkpoint.as_ref().filter(|_| interrupt::pressed() && !self.has_failed) {
            let path = checkpoint.path().display();
            say(self.program, format_args!("progress saved in {path}: run the same command again to continue"));
        }
    }

    /// Keeps what is written. That this fails is said once, and ends nothing.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let Some(checkpoint) = &mut self.checkpoint else { return };
        let begun = Instant::now();
        let written = checkpoint.save(write);
        if let Err(error) = written
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let path = checkpoint.path().display();
            say(self.program, format_args!("cannot write the checkpoint {path}, continuing without it: {error}"));
        }
        self.written = Instant::now();
        self.pause = LEAST_PAUSE.max(SHARE * begun.elapsed());
    }
}
