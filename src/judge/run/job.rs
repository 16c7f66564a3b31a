//! What a supervisor is told, and what it reports.

use std::ffi::OsString;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Verdict;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// The CPU time of all its processes together.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// The memory of all its processes together, in bytes.
    pub memory: u64,
    /// The bytes written to stdout, and those to stderr.
    pub output: u64,
}

/// A program to run: its command line, and files for its streams.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// The program, then its arguments.
    pub(super) command: Vec<OsString>,
    /// The file for its stdin.
    pub(super) input: OsString,
    /// The file for its stdout.
    pub(super) output: OsString,
    /// The file for its stderr.
    pub(super) errors: OsString,
    /// What the program may use.
    pub(super) limits: ProgramLimits,
}

/// How a program ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Ending {
    /// By itself, with exit status 0.
    Finished,
    /// In another way, with this verdict and reason.
    Failed(Verdict, String),
    /// It could not be started.
    NotStarted(String),
}

/// How a program ended, and what it used.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Report {
    /// How the program ended.
    pub(super) ending: Ending,
    /// The CPU time of all its processes.
    pub(super) cpu: Duration,
    /// The wall-clock time.
    pub(super) wall: Duration,
    /// The peak memory that was measured, in bytes.
    pub(super) peak: u64,
}

impl Report {
    /// Returns the report of a program that was not run, or about which nothing is known.
    pub(super) fn unknown(ending: Ending) -> Report {
        Report { ending, cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 }
    }
}
