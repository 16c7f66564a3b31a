//! Saves the state of a long task in its checkpoint from time to time, so that it can be killed at any moment and continue.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::exit::Failure;
use super::files::Retried;
use super::interrupt::{self, Saving};
use super::locks::Lock;
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

/// Puts the commands of two tasks into an error in the place of their identities, which may have more details.
///
/// ```text
///     morpion search 5D --seed 1 --level 2 --threads 2 --target --share, version 2, start (2, 3) (2, 3)-(6, 3)
///  -> morpion search 5D --seed 1 --level 2 --threads 2 --target N --share DIR --start FILE
/// ```
fn with_commands(error: CheckpointError) -> CheckpointError {
    let CheckpointError::OtherTask { path, of, asked } = error else { return error };
    let [mut of, asked] = [of, asked].map(|identity| {
        let Some((command, details)) = identity.split_once(", version ") else { return identity };
        let start = if details.contains(", start ") { " --start FILE" } else { "" };
        let command = command.replace(" --target", " --target N").replace(" --share", " --share DIR");
        format!("{command}{start}")
    });
    if of == asked {
        of += " with another record to start from, or of another version";
    }
    CheckpointError::OtherTask { path, of, asked }
}

/// Saves the state of one task, if there is a file for it. The file is locked meanwhile.
#[derive(Debug)]
pub struct CheckpointWriter {
    program: &'static str,
    checkpoint: Option<Checkpoint>,
    written: Instant,
    pause: Duration,
    retried: Retried,
    _lock: Option<Lock>,
}

impl CheckpointWriter {
    /// Returns a writer that saves nothing.
    #[must_use]
    pub fn none(program: &'static str) -> CheckpointWriter {
        CheckpointWriter {
            program,
            checkpoint: None,
            written: Instant::now(),
            pause: LEAST_PAUSE,
            retried: Retried::new(program),
            _lock: None,
        }
    }

    /// Returns a writer that saves the state of a task in a file, and the state that an earlier run has saved there; `None` if
    /// there is no such file.
    ///
    /// # Errors
    /// If the file cannot be used, or another process uses it.
    pub fn open(
        program: &'static str,
        path: &Path,
        task: &str,
    ) -> Result<(CheckpointWriter, Option<SavedState>), Failure> {
        let mut checkpoint = Checkpoint::new(path, &format!("{program} {task}"));
        let lock = Lock::take(program, checkpoint.path())?;
        let saved = checkpoint.open().map_err(with_commands)?;
        if saved.as_ref().is_some_and(|saved| saved.is_older) {
            let path = path.display();
            say(program, format_args!("{path} is missing or damaged: continuing from {path}.old"));
        }
        let none = CheckpointWriter::none(program);
        Ok((CheckpointWriter { checkpoint: Some(checkpoint), _lock: lock, ..none }, saved))
    }

    /// Returns a writer that saves the state of a task in a file, if there is one, and has `load` read the state that an earlier run
    /// has saved there.
    ///
    /// # Errors
    /// If the file cannot be used, another process uses it, or `load` refuses its state.
    pub fn resume(
        program: &'static str,
        path: Option<&Path>,
        task: &str,
        load: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<CheckpointWriter, Failure> {
        let Some(path) = path else { return Ok(CheckpointWriter::none(program)) };
        let (writer, saved) = CheckpointWriter::open(program, path, task)?;
        if let Some(mut saved) = saved {
            load(&mut saved.state).map_err(|error| CheckpointError::of_state(saved.path, error))?;
        }
        Ok(writer)
    }

    /// Returns whether it is time to write.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.checkpoint.is_some() && self.written.elapsed() >= self.pause
    }

    /// Saves the state at the end of a run. If Ctrl-C has ended it, prints how to continue unless `quiet`.
    pub fn close(&mut self, quiet: bool, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let Some((path, written)) = self.save(write) else { return };
        match written {
            Ok(()) => {
                self.retried.report(format_args!("the checkpoint {path}"), Ok(()));
                if interrupt::pressed() && !quiet {
                    say(self.program, format_args!("progress saved in {path}: run the same command again to continue"));
                }
            }
            Err(error) => say(
                self.program,
                format_args!(
                    "cannot write the checkpoint {path}: {error}; what was done since the last one is not saved"
                ),
            ),
        }
    }

    /// Saves the state. A failure is reported, and the task continues; so is the next success.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if let Some((path, written)) = self.save(write) {
            self.retried.report(format_args!("the checkpoint {path}"), written);
        }
    }

    /// Saves the state, if there is a file for it. Returns its name and the result.
    fn save(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Option<(String, io::Result<()>)> {
        let checkpoint = self.checkpoint.as_mut()?;
        let begun = Instant::now();
        let saving = Saving::begin();
        let written = checkpoint.save(write);
        drop(saving);
        self.written = Instant::now();
        self.pause = LEAST_PAUSE.max(PAUSE_PER_WRITE * begun.elapsed());
        Some((checkpoint.path().display().to_string(), written))
    }
}
