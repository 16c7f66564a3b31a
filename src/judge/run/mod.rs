//! Runs a program on inputs, under limits, and judges its outputs. Nothing of the program is left afterwards.
//!
//! ```text
//!     this process            supervisor                                  the program
//!     Job, a line       ->    starts it                               ->  in a process group of its own; its stdin is a file,
//!     JobReport, a line <-    checks its limits every 5 ms            <-  its stdout and stderr are pipes that end in files
//!     stdin stays open  ->    ends all its processes when it closes
//!
//!     mod      Runner: a verdict for an input               client       this process's side, and the messages
//!     files    finds inputs, saves failed tests             supervisor   the supervisor's side
//!     stderr   why a program failed                         processes    which processes there are, and what they use
//! ```
//!
//! Each run of a program has a *supervisor* process of its own: this very binary with a hidden argument. That makes the
//! figures and the end certain. The supervisor is small, so that its memory does not count as the program's. All that its
//! children use is the program's. On Linux it adopts every process that the program leaves behind, so that none escapes by
//! leaving the process group. If this process ends in any way, the supervisor's stdin is closed, and it ends what it has
//! started. If a program ends its supervisor, this process ends what the supervisor has left.
//!
//! This is not a sandbox: a program can read and write what its user can. The CPU time of a process whose parent ignores
//! `SIGCHLD` is unknown once it has ended; for such programs the wall-clock time is the limit.

mod client;
mod files;
#[cfg(unix)]
mod processes;
mod stderr;
#[cfg(unix)]
mod supervisor;

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use thiserror::Error;

#[cfg(not(unix))]
pub use self::client::needs_unix as supervise;
use self::client::{Job, JobReport, LimitKind, Termination};
pub use self::client::{ProgramLimits, Supervisors};
pub(super) use self::files::given_boards;
pub use self::files::{FindTestsError, Test, find_tests, folders, remove_saved, saved_files};
use self::stderr::telling_line;
#[cfg(unix)]
pub use self::supervisor::supervise;
use super::check::{Fault, check};
use super::generate::{DataSet, write_input};

/// The largest number of processes that a program may have at the same time.
const MOST_PROCESSES: usize = 256;

/// The verdict on a program for an input. Its text form is the usual abbreviation.
///
/// ```
/// use quadrille::judge::Verdict;
/// assert_eq!(format!("{}|{:5}|", Verdict::Accepted, Verdict::TimeLimit), "AC|TLE  |");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The output is right.
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

/// The reason why a program was not judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// [`Supervisors::end`] was called.
    #[error("interrupted")]
    Interrupted,
    /// The folder for the files of the programs cannot be created.
    #[error("cannot create a temporary folder (TMPDIR names another place): {_0}")]
    Folder(#[source] io::Error),
    /// No supervisor can be started.
    #[error("cannot run programs: {_0}")]
    Supervisor(#[source] io::Error),
    /// The program cannot be started.
    #[error("cannot run {_0}")]
    Program(String),
    /// An input cannot be written.
    #[error("cannot write {}: {_1}", _0.display())]
    Input(PathBuf, #[source] io::Error),
    /// The judge failed; the reason of a [`Verdict::JudgeError`].
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
    /// The CPU time of all processes of the program.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// The peak memory in bytes.
    pub peak: u64,
}

/// A temporary folder and the supervisors of the programs that run in it. The folder is removed when this is dropped.
#[derive(Debug)]
pub struct Workspace {
    folder: TempDir,
    supervisors: Arc<Supervisors>,
}

impl Workspace {
    /// Creates a folder whose name begins with `prefix`. Supervisors are started as this program with the only argument
    /// `argument`, for which its `main` must call [`supervise`].
    ///
    /// # Errors
    /// If the folder cannot be created, or the system cannot run programs under limits.
    pub fn new(prefix: &str, argument: &'static str) -> Result<Workspace, RunError> {
        let folder = TempDir::with_prefix(prefix).map_err(RunError::Folder)?;
        Ok(Workspace { folder, supervisors: Supervisors::new(argument).map_err(RunError::Supervisor)? })
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the supervisors, with which all programs can be ended.
    #[must_use]
    pub fn supervisors(&self) -> &Arc<Supervisors> {
        &self.supervisors
    }

    /// Returns a runner of a command line with files of its own. Each runner of a workspace must have another number.
    #[must_use]
    pub fn runner(&self, number: usize, command: &[OsString], limits: ProgramLimits) -> Runner {
        let file = |extension: &str| self.path().join(format!("{number}.{extension}"));
        Runner {
            supervisors: Arc::clone(&self.supervisors),
            command: command.to_vec(),
            limits,
            input: file("in"),
            output: file("out"),
            errors: file("err"),
        }
    }
}

/// Runs a program on inputs, one at a time, and judges its outputs.
#[derive(Debug)]
pub struct Runner {
    supervisors: Arc<Supervisors>,
    command: Vec<OsString>,
    limits: ProgramLimits,
    /// The file for inputs that are made from data sets.
    input: PathBuf,
    /// The files for what the program writes. Each run overwrites those of the run before.
    output: PathBuf,
    errors: PathBuf,
}

impl Runner {
    /// Returns the file of the data sets that were judged last.
    pub(super) fn input(&self) -> &Path {
        &self.input
    }

    /// Runs the program on an input file and judges its output. An invalid input gets [`Verdict::JudgeError`], and the program
    /// is not run.
    ///
    /// # Errors
    /// If there is no such program, no way to run it, or it was interrupted.
    pub fn judge_file(&self, input: &Path) -> Result<TestResult, RunError> {
        for file in [&self.output, &self.errors] {
            // Usually there is none.
            let _ = fs::remove_file(file);
        }
        match files::validate(input) {
            Ok(()) => self.judge(input),
            Err(error) => {
                let zero = Duration::ZERO;
                let (verdict, reason) = (Verdict::JudgeError, error.to_string());
                Ok(TestResult { verdict, reason, fault: None, cpu: zero, wall: zero, peak: 0 })
            }
        }
    }

    /// Runs the program on an input of these data sets and judges its output. The data sets must be valid.
    ///
    /// # Errors
    /// As [`judge_file`](Self::judge_file), and if the input cannot be written or the judge fails.
    pub fn judge_data_sets(&self, data_sets: &[DataSet]) -> Result<TestResult, RunError> {
        let mut text = Vec::new();
        let written = write_input(&mut text, data_sets).and_then(|()| fs::write(&self.input, &text));
        written.map_err(|error| RunError::Input(self.input.clone(), error))?;
        let result = self.judge(&self.input)?;
        if result.verdict == Verdict::JudgeError { Err(RunError::Failed(result.reason)) } else { Ok(result) }
    }

    fn judge(&self, input: &Path) -> Result<TestResult, RunError> {
        let report = self.supervisors.run(&Job {
            command: self.command.clone(),
            input: input.into(),
            output: self.output.clone().into(),
            errors: self.errors.clone().into(),
            limits: self.limits,
        })?;
        let (verdict, reason, fault) = match &report.termination {
            Termination::NotStarted(reason) => return Err(RunError::Program(reason.clone())),
            Termination::Exceeded(limit) => {
                let (verdict, reason) = self.exceeded(*limit);
                (verdict, reason, None)
            }
            Termination::Exited(0) => self.check(input),
            Termination::Exited(status) => {
                (Verdict::RunTimeError, self.with_stderr(format!("exit status {status}")), None)
            }
            Termination::Signalled(number, name) => {
                let name = name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
                (Verdict::RunTimeError, self.with_stderr(format!("ended by signal {number}{name}")), None)
            }
            Termination::Failed(reason) => (Verdict::JudgeError, reason.clone(), None),
        };
        let JobReport { cpu, wall, peak, .. } = report;
        Ok(TestResult { verdict, reason, fault, cpu, wall, peak })
    }

    fn check(&self, input: &Path) -> (Verdict, String, Option<Fault>) {
        let open = |path: &Path| File::open(path).map_err(|error| format!("cannot read {}: {error}", printable(path)));
        let checked = open(input)
            .and_then(|input| Ok((input, open(&self.output)?)))
            .and_then(|(input, output)| check(input, output).map_err(|error| error.to_string()));
        match checked {
            Ok(None) => (Verdict::Accepted, String::new(), None),
            Ok(Some(fault)) => (Verdict::WrongAnswer, fault.to_string(), Some(fault)),
            Err(reason) => (Verdict::JudgeError, reason, None),
        }
    }

    fn exceeded(&self, limit: LimitKind) -> (Verdict, String) {
        let bytes = |bytes: u64| match bytes {
            0..0x10_0000 => format!("{bytes} bytes"),
            _ => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
        };
        let ProgramLimits { cpu, wall, memory, output } = self.limits;
        match limit {
            LimitKind::Cpu => (Verdict::TimeLimit, format!("more than {} s of CPU time", cpu.as_secs_f64())),
            LimitKind::Wall => (Verdict::TimeLimit, format!("more than {} s of wall-clock time", wall.as_secs_f64())),
            LimitKind::Memory => (Verdict::MemoryLimit, format!("more than {} of memory", bytes(memory))),
            LimitKind::Output => (Verdict::OutputLimit, format!("more than {} of output", bytes(output))),
            LimitKind::Processes => {
                (Verdict::RunTimeError, format!("more than {MOST_PROCESSES} processes at the same time"))
            }
        }
    }

    /// Appends the line of stderr that says why the program failed, if it wrote one.
    fn with_stderr(&self, ending: String) -> String {
        match telling_line(&self.errors) {
            Some(line) => format!("{ending}; stderr: {line}"),
            None => ending,
        }
    }
}

/// Returns a text or a path as a line that is safe to show on any terminal: control characters are replaced by U+FFFD.
fn printable<T: AsRef<std::ffi::OsStr> + ?Sized>(text: &T) -> String {
    let text = text.as_ref().to_string_lossy();
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}
