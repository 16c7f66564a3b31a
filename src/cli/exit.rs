//! How a process ends.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The exit statuses as documents show them; those of `hex-judge` are its own.
pub(super) const STATUSES: [(&str, &str); 4] = [
    ("0", "answered"),
    ("1", "input rejected; the answers to everything before it were printed"),
    ("2", "wrong usage, or a file that cannot be written"),
    ("3", "stopped early by a limit or Ctrl-C, or answers could not be written"),
];

/// The line above the example of a help text.
pub(super) const EXAMPLE: &str = "Example:";

/// What stands below the options in the help of a program: its exit statuses, and an example, which
/// begins with a line `Example:`.
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
    /// 2: wrong usage.
    Usage = 2,
    /// 3: the work was stopped early: by a limit on time, memory or nodes, by Ctrl-C, by a full disk.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Returns the exit status if answers cannot be written: a closed pipe is not an error, everything else is reported on
/// stderr.
#[must_use]
pub fn cannot_write(program: &str, error: &io::Error) -> Exit {
    if error.kind() == ErrorKind::BrokenPipe {
        return Exit::Answered;
    }
    say(program, format_args!("cannot write the answers: {error}"));
    Exit::Limit
}

/// Prints a line on stderr. If stderr cannot be written, nothing happens.
pub fn say(program: &str, message: impl Display) {
    // In one piece: the answers may go to the same place.
    let _ = io::stderr().write_all(format!("{program}: {message}\n").as_bytes());
}
