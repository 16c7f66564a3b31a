//! Runs a program on inputs, under limits, and judges its outputs.
//!
//! ```text
//!     Runner { command, cpu, .. }       judge_file("sample1.txt")  ->  TestResult { verdict: WA, reason, cpu_s, .. }
//!
//!     process     runs the program once, in a process group of its own; what it writes, what it uses, how it ends
//!     files       finds inputs, and saves failed tests
//!     boards      shows a wrong board beside the given one
//!     stderr      the line that says why a program failed
//! ```
//!
//! This is not a sandbox: a program can read and write what its user can. When it ends or exceeds a limit, its process
//! group is killed; a process that has left the group stays.

mod boards;
mod files;
#[cfg(unix)]
mod process;
mod stderr;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use tempfile::NamedTempFile;
use thiserror::Error;

pub use self::files::{built_in_tests, default_tests, find_tests, save};
use super::check::{CheckError, check};
use super::generate::{DataSet, write_input};

/// The verdict on a program for an input.
///
/// ```
/// use quadrille::judge::Verdict;
/// assert_eq!(format!("{}|{:5}|", Verdict::AC, Verdict::TLE), "AC|TLE  |");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Verdict {
    /// Accepted: the output is right.
    #[default]
    AC,
    /// Wrong answer.
    WA,
    /// The program exceeded the limit of CPU time or wall-clock time.
    TLE,
    /// Run-time error: the program ended with an exit status other than 0, or by a signal.
    RTE,
    /// The program exceeded the limit of memory.
    MLE,
    /// The program exceeded the limit of output.
    OLE,
    /// Judging error: the input is invalid, or the judge failed. No fault of the program.
    JE,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}"))
    }
}

/// The reason why a program was not judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// Something that the judge needs cannot be had: what it could not do, and why.
    #[error("cannot {_0}: {_1}")]
    System(String, io::Error),
    /// There are no such tests, no such program, or the judge failed.
    #[error("{_0}")]
    Failed(String),
}

/// The result of a program on an input. Its text form is the row of a table, and the boards below it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TestResult {
    /// The name of the input, in printable characters.
    pub test: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The CPU time in seconds.
    pub cpu_s: f64,
    /// The wall-clock time in seconds.
    pub wall_s: f64,
    /// The peak memory that was measured, in bytes.
    pub peak_bytes: u64,
    /// The reason of the verdict, in one line of printable characters; empty if the output is accepted.
    pub reason: String,
    /// The first wrong board beside the given one, as lines, if it is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
    /// What the program wrote to stdout and stderr.
    #[serde(skip)]
    pub written: [Vec<u8>; 2],
    /// The width of the column for the name.
    #[serde(skip)]
    pub width: usize,
}

impl TestResult {
    /// Returns the head of the table.
    #[must_use]
    pub fn head(width: usize) -> String {
        format!("{:width$}  verdict     cpu s    wall s  peak MiB  reason\n", "test")
    }
}

impl fmt::Display for TestResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TestResult { test, verdict, cpu_s, wall_s, peak_bytes, reason, boards, width, .. } = self;
        let peak = *peak_bytes as f64 / f64::from(1 << 20);
        let row = format!("{test:width$}  {verdict:7}  {cpu_s:8.3}  {wall_s:8.3}  {peak:8.1}  {reason}");
        writeln!(f, "{}", row.trim_end())?;
        boards.iter().try_for_each(|line| writeln!(f, "    {line}"))
    }
}

/// Runs a program on inputs, and judges its outputs. Several threads may use it.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// The program, then its arguments.
    pub command: &'a [OsString],
    /// The CPU time that a run may use. The wall-clock time may be twice that plus one second.
    pub cpu: Duration,
    /// The memory that a run may use, in bytes.
    pub memory: u64,
    /// The bytes that a run may write to stdout, and those to stderr.
    pub output: u64,
    /// Whether results have the first wrong board.
    pub show: bool,
    /// Returns whether runs are to be interrupted: then the programs are killed within a moment.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl Runner<'_> {
    /// Runs the program on an input file and judges its output. An invalid input gets [`Verdict::JE`], and the program
    /// is not run.
    ///
    /// # Errors
    /// If the program cannot be run, or was interrupted.
    pub fn judge_file(&self, input: &Path) -> Result<TestResult, RunError> {
        let mut result = TestResult::default();
        match files::validate(input) {
            Ok(()) => result = self.run(input)?,
            Err(error) => (result.verdict, result.reason) = (Verdict::JE, error.to_string()),
        }
        result.test = printable(input);
        if result.verdict == Verdict::AC {
            let (opened, stdout) =
                (File::open(input).map_err(|error| CheckError::Input(error.into())), &result.written[0]);
            let (verdict, reason) = match opened.and_then(|input| check(input, &stdout[..])) {
                Ok(None) => return Ok(result),
                Ok(Some(fault)) => {
                    let boards = self.show.then(|| boards::side_by_side(input, stdout, &fault));
                    result.boards = boards.flatten().unwrap_or_default();
                    (Verdict::WA, fault.to_string())
                }
                Err(error) => (Verdict::JE, error.to_string()),
            };
            (result.verdict, result.reason) = (verdict, reason);
        }
        Ok(result)
    }

    /// Runs the program on an input of these data sets and judges its output. The data sets must be valid. If no wrong
    /// board is found, the result has the given ones.
    ///
    /// # Errors
    /// As [`judge_file`](Self::judge_file), and if the input cannot be written or the judge fails.
    pub fn judge_data_sets(&self, data_sets: &[DataSet]) -> Result<TestResult, RunError> {
        let mut text = Vec::new();
        let input = write_input(&mut text, data_sets).and_then(|()| {
            let mut input = NamedTempFile::with_prefix("hex-judge-")?;
            input.write_all(&text)?;
            Ok(input)
        });
        let problem = "write a temporary file (TMPDIR names another place)";
        let input = input.map_err(|error| RunError::System(problem.to_owned(), error))?;
        let mut result = self.judge_file(input.path())?;
        if self.show && result.boards.is_empty() {
            result.boards = boards::given(data_sets).unwrap_or_default();
        }
        if result.verdict == Verdict::JE { Err(RunError::Failed(result.reason)) } else { Ok(result) }
    }
}

/// Returns a text or a path as a line that is safe to show on any terminal: control characters are replaced by U+FFFD.
#[must_use]
pub fn printable<T: AsRef<OsStr> + ?Sized>(text: &T) -> String {
    text.as_ref().to_string_lossy().replace(char::is_control, "\u{fffd}")
}

#[cfg(not(unix))]
impl Runner<'_> {
    /// Finds no program: only on Unix programs are run.
    ///
    /// # Errors
    /// Always.
    pub fn find_program(&self) -> Result<(), RunError> {
        Err(RunError::System("run programs".to_owned(), io::Error::other("limits on programs need a Unix system")))
    }

    fn run(&self, _: &Path) -> Result<TestResult, RunError> {
        self.find_program().map(|()| TestResult::default())
    }
}
