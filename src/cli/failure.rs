//! How a run ends: the exit statuses, and the failures that lead to them.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use thiserror::Error;

/// An exit status. `hex-judge` has some of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit(pub u8);

impl Exit {
    /// Everything was answered, or the reader closed the pipe.
    pub const ANSWERED: Exit = Exit(0);
    /// The input was rejected, after the answers to everything before the fault.
    pub const REJECTED: Exit = Exit(1);
    /// Wrong usage, or a file that is known before the work to be one that cannot be written.
    pub const USAGE: Exit = Exit(2);
    /// The work was stopped early: by a limit, by Ctrl-C, by a full disk.
    pub const LIMIT: Exit = Exit(3);
    /// The work is complete, but what was to be proved stays open.
    pub const OPEN: Exit = Exit(4);

    /// The statuses as documents show them.
    pub(super) const MEANINGS: [(&str, &str); 5] = [
        ("0", "answered"),
        ("1", "input rejected; the answers to everything before it were printed"),
        ("2", "wrong usage, or a file that cannot be written or is in use; nothing was done"),
        ("3", "stopped early by a limit or Ctrl-C, or out of memory, or answers or a file could not be written"),
        ("4", "complete, but what was to be proved stays open"),
    ];

    /// Returns `ANSWERED` for a complete answer, `LIMIT` for one that was stopped early.
    #[must_use]
    pub fn of_complete(is_complete: bool) -> Exit {
        if is_complete { Exit::ANSWERED } else { Exit::LIMIT }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}

/// The reason why a run ends before everything is answered; each message is one line.
#[derive(Debug, Error)]
pub enum Failure {
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Answers(#[from] io::Error),
    /// Input is wrong: the message, with its place.
    #[error("{0}")]
    Input(String),
    /// The usage is wrong, or a file cannot be written where it was asked for, or another run uses it.
    #[error("{0}")]
    Usage(String),
    /// The value of an argument does not fit the other arguments: the argument's identifier in clap, and the problem.
    #[error("{1}")]
    Value(&'static str, String),
    /// A file beside the answers could not be written after the work for it.
    #[error("cannot write {path}: {1}", path = .0.display())]
    File(PathBuf, #[source] io::Error),
    /// Ctrl-C was pressed.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// Returns the failure to do something, such as to `write`, with a file or a folder of the command line.
    #[must_use]
    pub fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Usage(format!("cannot {what} {}: {error}", path.display()))
    }

    /// Returns whether the reader of the answers has closed the pipe.
    #[must_use]
    pub fn is_closed_pipe(error: &io::Error) -> bool {
        error.kind() == ErrorKind::BrokenPipe
    }

    /// Returns the exit status of a run that ends with this failure. A closed pipe is not an error.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Answers(error) if Failure::is_closed_pipe(error) => Exit::ANSWERED,
            Failure::Answers(_) | Failure::File(..) | Failure::Interrupted => Exit::LIMIT,
            Failure::Value(..) | Failure::Usage(_) => Exit::USAGE,
            Failure::Input(_) => Exit::REJECTED,
        }
    }
}
