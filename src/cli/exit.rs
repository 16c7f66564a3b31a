//! How a run ends: the exit statuses, and the failures that lead to them.
//!
//! Every failure is a [`Failure`]. [`end`] prints its message and returns its [`Exit`]; no program has another mapping.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use thiserror::Error;

use super::messages::{invalid_value, say};
use super::tasks::{LineError, ListError};
use crate::checkpoint::CheckpointError;

/// The exit statuses as documents show them; those of `hex-judge` are its own.
pub(super) const STATUSES: [(&str, &str); 4] = [
    ("0", "answered"),
    ("1", "input rejected; the answers to everything before it were printed"),
    ("2", "wrong usage, or a file that cannot be written or is in use; nothing was done"),
    ("3", "stopped early by a limit or Ctrl-C, or answers or a file could not be written"),
];

/// The line above the example of a help text.
pub(super) const EXAMPLE: &str = "Example:";

/// Returns the end of a program's help: its exit statuses, and an example, which begins with a line `Example:`.
#[must_use]
pub fn after_help(example: &str) -> String {
    let statuses = STATUSES.map(|(status, meaning)| format!("  {status}  {meaning}\n"));
    format!("Exit status:\n{}\n{example}", statuses.concat())
}

/// The exit statuses of all programs but `hex-judge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: everything was answered, or the reader closed the pipe.
    Answered = 0,
    /// 1: the input was rejected, after the answers to everything before the fault.
    Rejected = 1,
    /// 2: wrong usage, or a file that is known before the work to be one that cannot be written.
    Usage = 2,
    /// 3: the work was stopped early: by a limit on time, memory or nodes, by Ctrl-C, by a full disk.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The reason why a run ends before everything is answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Answers(#[from] io::Error),
    /// The list of tasks cannot be read.
    #[error("cannot read the tasks: {0}")]
    Unreadable(#[source] io::Error),
    /// A line of a list is wrong.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The value of an argument does not fit the other arguments: the argument as help shows it, its value, and the problem.
    #[error("{}", invalid_value(.0, .1, .2))]
    Argument(&'static str, String, String),
    /// A file beside the answers could not be written after the work for it.
    #[error("cannot write {path}: {1}", path = .0.display())]
    File(PathBuf, #[source] io::Error),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Input beside the tasks is wrong; a message of one line.
    #[error("{0}")]
    Input(String),
    /// A file cannot be written where it was asked for, or another process uses it, or the arguments are wrong; a message of one line.
    #[error("{0}")]
    Usage(String),
    /// Ctrl-C was pressed.
    #[error("interrupted")]
    Interrupted,
}

impl From<ListError> for Failure {
    fn from(error: ListError) -> Failure {
        match error {
            ListError::Source(error) => Failure::Unreadable(error),
            ListError::Line(error) => Failure::Line(error),
        }
    }
}

impl Failure {
    /// Returns the failure to do something, such as to `write`, with a file or a folder of the command line.
    #[must_use]
    pub fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Usage(format!("cannot {what} {}: {error}", path.display()))
    }

    /// Returns the exit status of a run that ends with this failure. A closed pipe is not an error.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Answers(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Answered,
            Failure::Answers(_) | Failure::File(..) | Failure::Interrupted => Exit::Limit,
            Failure::Argument(..) | Failure::Usage(_) => Exit::Usage,
            Failure::Unreadable(_) | Failure::Line(_) | Failure::Checkpoint(_) | Failure::Input(_) => Exit::Rejected,
        }
    }
}

/// Returns the exit status of a run, and prints the message of its failure on stderr.
#[must_use]
pub fn end(program: &str, run: Result<Exit, Failure>) -> Exit {
    run.unwrap_or_else(|failure| {
        report(program, &failure);
        failure.exit()
    })
}

/// Prints the message of a failure on stderr. A closed pipe has none.
pub fn report(program: &str, failure: &Failure) {
    if failure.exit() != Exit::Answered {
        say(program, failure);
    }
}
