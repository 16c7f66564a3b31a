//! How a process ends.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The exit statuses of all binaries but `hex-judge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: all was answered, or whoever read the answers had enough.
    Answered = 0,
    /// 1: the input was rejected, after the answers to all that came before the fault.
    Rejected = 1,
    /// 2: wrong usage.
    Usage = 2,
    /// 3: a limit ended the work before it was done: time, memory, Ctrl-C, a full disk.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// What it means that the answers cannot be written: a closed pipe is no error, all else is said on stderr.
#[must_use]
pub fn cannot_write(program: &str, error: &io::Error) -> Exit {
    if error.kind() == ErrorKind::BrokenPipe {
        return Exit::Answered;
    }
    say(program, format_args!("cannot write the answers: {error}"));
    Exit::Limit
}

/// Says something on stderr, one line. That stderr cannot be written is no reason to fail.
pub fn say(program: &str, message: impl Display) {
    // In one piece: the answers may go to the same place.
    let _ = io::stderr().write_all(format!("{program}: {message}\n").as_bytes());
}
