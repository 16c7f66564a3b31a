//! Runs a program on inputs, under limits, and judges its outputs. Nothing of the program is left afterwards.
//!
//! ```text
//!     this process            supervisor                                  the program
//!     Job, a line       ->    starts it                               ->  in a process group of its own; its stdin is a file,
//!     Report, a line    <-    checks its limits every 5 ms            <-  its stdout and stderr are pipes that end in files
//!     stdin stays open  ->    ends all its processes when it closes
//!
//!     mod      Runner: a verdict for an input; the messages       client       this process's side
//!     files    finds inputs, saves failed tests                   supervisor   the supervisor's side
//!     boards   shows a wrong board                                processes    the processes of a program, what they use
//!     stderr   why a program failed                           program      whether it can be started
//! ```
//!
//! Each run of a program has a *supervisor* process of its own: this very binary with a hidden argument. It is small,
//! so that its memory does not count as the program's, and all that its children use is the program's. On Linux it
//! adopts every process that the program leaves behind, so that none escapes by leaving the process group. If this
//! process ends in any way, the supervisor's stdin is closed, and it ends what it has started. If a program ends its
//! supervisor, this process ends what the supervisor has left: all its children but the supervisors. So [`Workspace`]
//! is for a process without other children.
//!
//! This is not a sandbox: a program can read and write what its user can. The CPU time of a process whose parent
//! ignores `SIGCHLD` is unknown once it has ended; for such programs the wall-clock time is the limit.

#![cfg_attr(not(unix), allow(dead_code, reason = "only Unix runs programs under limits"))]

mod boards;
#[cfg(unix)]
mod client;
mod files;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod program;
mod stderr;
#[cfg(unix)]
mod supervisor;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tempfile::TempDir;
use thiserror::Error;

pub use self::files::{find_tests, folders, is_beyond_statement, remove_saved, saved_files};
#[cfg(unix)]
pub use self::program::check_program;
#[cfg(unix)]
pub use self::supervisor::supervise;
use super::check::{Fault, check};
use super::generate::{DataSet, write_input};

/// The verdict on a program for an input. Its text form is the usual abbreviation.
///
/// ```
/// use quadrille::judge::Verdict;
/// assert_eq!(format!("{}|{:5}|", Verdict::Accepted, Verdict::TimeLimit), "AC|TLE  |");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// The output is right.
    #[default]
    Accepted,
    /// The output is wrong.
    WrongAnswer,
    /// The program exceeded the limit of CPU time or wall-clock time.
    TimeLimit,
    /// The program ended with an exit status other than 0, or by a signal.
    RunTimeError,
    /// The program exceeded the limit of memory.
    MemoryLimit,
    /// The program exceeded the limit of output.
    OutputLimit,
    /// The input is invalid, or the judge failed: no fault of the program.
    JudgeError,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer => "WA",
            Verdict::TimeLimit => "TLE",
            Verdict::RunTimeError => "RTE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit => "OLE",
            Verdict::JudgeError => "JE",
        })
    }
}

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

/// What a program used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// The CPU time of all its processes.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// The peak memory that was measured, in bytes.
    pub peak: u64,
}

/// What a supervisor is told.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    /// The program, then its arguments.
    command: Vec<OsString>,
    /// The file for its stdin.
    input: OsString,
    /// The files for its stdout and stderr, which end in `.out` and `.err`.
    files: OsString,
    /// What it may use.
    limits: ProgramLimits,
}

/// A verdict with its reason.
type Cause = (Verdict, String);

/// What a supervisor reports: why the program has failed, if it has, and what it used; or why it could not be started.
type Report = Result<(Option<Cause>, Used), String>;

/// The reason why a program was not judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// Something that the judge needs cannot be had: what it could not do, and why.
    #[error("cannot {_0}: {_1}")]
    System(String, #[source] io::Error),
    /// There are no such tests, or the judge failed; the reason of a [`Verdict::JudgeError`].
    #[error("{_0}")]
    Failed(String),
}

/// The result of a program on an input.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason of the verdict, in one line of printable characters; empty if the output is accepted.
    pub reason: String,
    /// The first fault of the output, if it is wrong.
    pub fault: Option<Fault>,
    /// What the program used; nothing if it was not run.
    pub used: Used,
}

/// A temporary folder, and the supervisors of the programs that run in it. The folder is removed when this is dropped.
///
/// # Children of this process
/// A workspace is for a process that has no other children, and no other workspace. From the first run on, this process
/// adopts the orphans among its descendants (on Linux, as a subreaper), and goes on to do so when the workspace is
/// dropped. If a program ends its supervisor, what it has left cannot be told from other children of this process:
/// **all children but the supervisors of this workspace are killed and reaped**. A library with other children judges
/// in a process of its own, as `hex-judge` does.
#[derive(Debug)]
pub struct Workspace {
    folder: TempDir,
    argument: &'static str,
    interrupted: fn() -> bool,
    /// The process ids of the supervisors. Locked while one is started.
    supervisors: Mutex<Vec<u32>>,
}

impl Workspace {
    /// Creates a folder whose name begins with `prefix`. Supervisors are started as this program with the only argument
    /// `argument`, for which its `main` must call [`supervise`]. Once `interrupted` returns true, all programs are
    /// ended within a moment, and all runs return [`RunError::Interrupted`]. This process must have no other children,
    /// see [`Workspace`].
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new(prefix: &str, argument: &'static str, interrupted: fn() -> bool) -> Result<Workspace, RunError> {
        let problem =
            |error| RunError::System("create a temporary folder (TMPDIR names another place)".to_owned(), error);
        let folder = TempDir::with_prefix(prefix).map_err(problem)?;
        Ok(Workspace { folder, argument, interrupted, supervisors: Mutex::default() })
    }

    /// Returns a runner of a command line with files of its own. Each runner of a workspace must have another number.
    #[must_use]
    pub fn runner<'a>(&'a self, number: usize, command: &'a [OsString], limits: ProgramLimits) -> Runner<'a> {
        Runner { workspace: self, command, limits, files: self.folder.path().join(number.to_string()) }
    }
}

/// Runs a program on inputs, one at a time, and judges its outputs. The files of the last run are there until this is
/// dropped.
#[derive(Debug)]
pub struct Runner<'a> {
    workspace: &'a Workspace,
    command: &'a [OsString],
    limits: ProgramLimits,
    /// The beginning of the names of its files: `.in` for inputs that are made from data sets, `.out` and `.err` for
    /// what the program writes. Each run overwrites those of the run before.
    files: PathBuf,
}

impl Runner<'_> {
    fn file(&self, extension: &str) -> PathBuf {
        self.files.with_extension(extension)
    }

    /// Runs the program on an input file and judges its output. An invalid input gets [`Verdict::JudgeError`], and the
    /// program is not run.
    ///
    /// # Errors
    /// If there is no such program, no way to run it, or it was interrupted.
    pub fn judge_file(&self, input: &Path) -> Result<TestResult, RunError> {
        match files::validate(input) {
            Ok(()) => self.judge(input),
            Err(error) => {
                let (verdict, reason) = (Verdict::JudgeError, error.to_string());
                Ok(TestResult { verdict, reason, fault: None, used: Used::default() })
            }
        }
    }

    /// Runs the program on an input of these data sets and judges its output. The data sets must be valid.
    ///
    /// # Errors
    /// As [`judge_file`](Self::judge_file), and if the input cannot be written or the judge fails.
    pub fn judge_data_sets(&self, data_sets: &[DataSet]) -> Result<TestResult, RunError> {
        let (input, mut text) = (self.file("in"), Vec::new());
        let written = write_input(&mut text, data_sets).and_then(|()| fs::write(&input, &text));
        written.map_err(|error| RunError::System(format!("write {}", input.display()), error))?;
        let result = self.judge(&input)?;
        if result.verdict == Verdict::JudgeError { Err(RunError::Failed(result.reason)) } else { Ok(result) }
    }

    fn judge(&self, input: &Path) -> Result<TestResult, RunError> {
        let [input_file, files] = [input, &self.files].map(OsString::from);
        let job = Job { command: self.command.to_vec(), input: input_file, files, limits: self.limits };
        let report = self.workspace.run(&job)?;
        let (cause, used) = report.map_err(|reason| RunError::Failed(format!("cannot run {reason}")))?;
        let ((verdict, reason), fault) = match cause.map_or_else(|| self.check(input), Err) {
            Ok(None) => ((Verdict::Accepted, String::new()), None),
            Ok(Some(fault)) => ((Verdict::WrongAnswer, fault.to_string()), Some(fault)),
            Err(cause) => (cause, None),
        };
        Ok(TestResult { verdict, reason, fault, used })
    }

    fn check(&self, input: &Path) -> Result<Option<Fault>, Cause> {
        let failed = |reason: String| (Verdict::JudgeError, reason);
        let unreadable = |path: &Path, error| failed(format!("cannot read {}: {error}", printable(path)));
        let open = |path: &Path| File::open(path).map_err(|error| unreadable(path, error));
        check(open(input)?, open(&self.file("out"))?).map_err(|error| failed(error.to_string()))
    }
}

/// Removes the files of the runner.
impl Drop for Runner<'_> {
    fn drop(&mut self) {
        for extension in ["in", "out", "err"] {
            let _ = fs::remove_file(self.file(extension));
        }
    }
}

/// Returns a text or a path as a line that is safe to show on any terminal: control characters are replaced by U+FFFD.
#[must_use]
pub fn printable<T: AsRef<OsStr> + ?Sized>(text: &T) -> String {
    let text = text.as_ref().to_string_lossy();
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

#[cfg(not(unix))]
impl Workspace {
    fn run(&self, _: &Job) -> Result<Report, RunError> {
        Err(RunError::System("run programs".to_owned(), io::Error::other("limits on programs need a Unix system")))
    }
}

/// Checks nothing: only Unix runs programs under limits.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check_program(_: &OsStr) -> Result<(), RunError> {
    Ok(())
}

/// Does nothing: only on Unix are there supervisors.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn supervise() -> io::Result<()> {
    Ok(())
}
