//! Saves the state of a long task in its checkpoint from time to time, so that it can be killed at any moment and continue.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::exit::Failure;
use super::interrupt;
use super::messages::say;
use crate::checkpoint::{Checkpoint, CheckpointError, SavedState};

/// The least time between two checkpoints.
const LEAST_PAUSE: Duration = Duration::from_secs(1);

/// After a checkpoint there is a pause of at least this many times the time that it took.
const PAUSE_PER_WRITE: u32 = 20;

/// Returns the failure of a task in a list that asks for a checkpoint.
#[must_use]
pub fn not_in_a_list(path: &Path) -> Failure {
    let problem = "expected a task on the command line; tasks in a list have no checkpoint".to_owned();
    Failure::Argument("--checkpoint <FILE>", path.display().to_string(), problem)
}

/// Saves the state of one task, if there is a file for it.
#[derive(Debug)]
pub struct CheckpointWriter {
    program: &'static str,
    checkpoint: Option<Checkpoint>,
    written: Instant,
    pause: Duration,
    has_failed: bool,
}

impl CheckpointWriter {
    /// Returns a writer that saves nothing.
    #[must_use]
    pub fn none(program: &'static str) -> CheckpointWriter {
        CheckpointWriter { program, checkpoint: None, written: Instant::now(), pause: LEAST_PAUSE, has_failed: false }
    }

    /// Returns a writer that saves the state of a task in a file, and the state that an earlier run has saved there; `None` if
    /// there is no such file.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn open(
        program: &'static str,
        path: &Path,
        task: &str,
    ) -> Result<(CheckpointWriter, Option<SavedState>), CheckpointError> {
        let mut checkpoint = Checkpoint::new(path, &format!("{program} {task}"));
        let saved = checkpoint.open()?;
        if saved.as_ref().is_some_and(|saved| saved.is_older) {
            let path = path.display();
            say(program, format_args!("{path} is missing or damaged: continuing from {path}.old"));
        }
        Ok((CheckpointWriter { checkpoint: Some(checkpoint), ..CheckpointWriter::none(program) }, saved))
    }

    /// Returns a writer that saves the state of a task in a file, if there is one, and has `load` read the state that an earlier run
    /// has saved there.
    ///
    /// # Errors
    /// If the file cannot be used, or `load` refuses its state.
    pub fn resume(
        program: &'static str,
        path: Option<&Path>,
        task: &str,
        load: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<CheckpointWriter, CheckpointError> {
        let Some(path) = path else { return Ok(CheckpointWriter::none(program)) };
        let (writer, saved) = CheckpointWriter::open(program, path, task)?;
        if let Some(mut saved) = saved {
            load(&mut saved.state).map_err(|error| CheckpointError::Io(saved.path, error))?;
        }
        Ok(writer)
    }

    /// Returns whether it is time to write.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.checkpoint.is_some() && self.written.elapsed() >= self.pause
    }

    /// Saves the state at the end of a run, and prints how to continue it if Ctrl-C has ended it.
    pub fn close(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.write(write);
        if let Some(checkpoint) = self.checkpoint.as_ref().filter(|_| interrupt::pressed() && !self.has_failed) {
            let path = checkpoint.path().display();
            say(self.program, format_args!("progress saved in {path}: run the same command again to continue"));
        }
    }

    /// Saves the state. The first failure is reported; the task continues without checkpoints.
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
        self.pause = LEAST_PAUSE.max(PAUSE_PER_WRITE * begun.elapsed());
    }
}
