//! Runs programs under limits, each with a supervisor process of its own. The [parent module](super) explains why.
//!
//! ```text
//!     stdin of the supervisor     {"command":["./a.out"],"input":"1.in","output":"1.out","errors":"1.err","limits":{...}}
//!     its stdout                  {"termination":{"Exited":0},"cpu":...,"wall":...,"peak":3145728}
//! ```

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use nix::sys::{signal::Signal, signal::kill, wait::waitpid};
use serde::{Deserialize, Serialize};

use super::RunError;
#[cfg(unix)]
use super::processes::{adopt_orphans, children, pid};

/// Returns the error of systems that have no limits on processes.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn needs_unix() -> io::Result<()> {
    Err(io::Error::other("running programs under limits needs a Unix system"))
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Termination {
    /// By itself, with this exit status.
    Exited(i32),
    /// By a signal that the supervisor did not send: its number, and its name if it has one.
    Signalled(i32, Option<String>),
    /// By the supervisor, because it exceeded a limit.
    Exceeded(LimitKind),
    /// It could not be started.
    NotStarted(String),
    /// How it would have ended is unknown, through no fault of its own.
    Failed(String),
}

/// A limit that a program can exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum LimitKind {
    /// [`ProgramLimits::cpu`].
    Cpu,
    /// [`ProgramLimits::wall`].
    Wall,
    /// [`ProgramLimits::memory`].
    Memory,
    /// [`ProgramLimits::output`].
    Output,
    /// The number of processes, [`MOST_PROCESSES`](super::MOST_PROCESSES).
    Processes,
}

/// How a program ended, and what it used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JobReport {
    /// How the program ended.
    pub(super) termination: Termination,
    /// The CPU time of all its processes.
    pub(super) cpu: Duration,
    /// The wall-clock time.
    pub(super) wall: Duration,
    /// The peak memory that was measured, in bytes.
    pub(super) peak: u64,
}

impl JobReport {
    /// Returns the report of a program that was not run, or about which nothing is known.
    pub(super) fn not_run(termination: Termination) -> JobReport {
        JobReport { termination, cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 }
    }
}

/// How much longer than its program a supervisor may take until it reports. Then it has been stopped, or hangs.
const OVERDUE: Duration = Duration::from_secs(20);

/// How long a supervisor may take to end when it is told to.
const ENDING: Duration = Duration::from_secs(5);

/// How often supervisors are checked for being overdue.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// Starts supervisors: this very program with an argument that makes it call [`supervise`](super::supervise).
#[derive(Debug)]
pub struct Supervisors {
    program: PathBuf,
    argument: &'static str,
    running: Mutex<Running>,
    /// Notified when a supervisor has ended.
    supervisor_ended: Condvar,
}

#[derive(Debug, Default)]
struct Running {
    /// Whether no more supervisors are to be started.
    ended: bool,
    /// The supervisors, by their process ids.
    supervisors: HashMap<u32, Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    /// The stdin of the supervisor, which ends its program when this is closed; `None` until it has its job.
    lifeline: Option<ChildStdin>,
    /// When it is overdue.
    due: Instant,
}

impl Supervisors {
    /// Returns a starter of supervisors that run this program with `argument`.
    ///
    /// # Errors
    /// If the path of this program is unknown, a thread cannot be started, or the system has no limits on processes.
    pub(super) fn new(argument: &'static str) -> io::Result<Arc<Supervisors>> {
        #[cfg(not(unix))]
        needs_unix()?;
        // On Linux this name stays right when the file is replaced.
        let linux = cfg!(any(target_os = "android", target_os = "linux"));
        let program = if linux { PathBuf::from("/proc/self/exe") } else { std::env::current_exe()? };
        #[cfg(unix)]
        adopt_orphans();
        let supervisors =
            Supervisors { program, argument, running: Mutex::default(), supervisor_ended: Condvar::new() };
        let supervisors = Arc::new(supervisors);
        let weak = Arc::downgrade(&supervisors);
        thread::Builder::new().spawn(move || {
            while let Some(supervisors) = weak.upgrade() {
                #[cfg(unix)]
                supervisors.running().end_overdue();
                drop(supervisors);
                thread::sleep(CHECK_INTERVAL);
            }
        })?;
        Ok(supervisors)
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a program until it ends.
    ///
    /// # Errors
    /// [`RunError::Interrupted`] after [`end`](Self::end), and [`RunError::Supervisor`] if no supervisor can be started.
    pub(super) fn run(&self, job: &Job) -> Result<JobReport, RunError> {
        let mut supervisor = self.start(job)?;
        let answer = self.exchange(&mut supervisor, job);
        // Where SIGCHLD is ignored there is no status, but there can be a report.
        let status = supervisor.wait();
        let mut running = self.running();
        running.supervisors.remove(&supervisor.id());
        let report = answer.and_then(|answer| Ok(serde_json::from_str(&answer)?));
        #[cfg(unix)]
        if report.is_err() {
            running.end_orphans();
        }
        self.supervisor_ended.notify_all();
        if running.ended {
            return Err(RunError::Interrupted);
        }
        Ok(report.unwrap_or_else(|error: io::Error| {
            let ended = status.map_or_else(|_| error.to_string(), |status| status.to_string());
            let reason = format!("the supervisor of the program was ended: {ended}");
            JobReport::not_run(Termination::Failed(reason))
        }))
    }

    fn start(&self, job: &Job) -> Result<Child, RunError> {
        let mut command = Command::new(&self.program);
        command.arg(self.argument).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C is for this process only; a supervisor notices when its stdin is closed.
            command.process_group(0).arg0(std::env::args_os().next().unwrap_or_default());
        }
        // Locked until the new process is in the table: `end_orphans` kills all other children.
        let mut running = self.running();
        if running.ended {
            return Err(RunError::Interrupted);
        }
        let supervisor = command.spawn().map_err(RunError::Supervisor)?;
        let due = Instant::now() + job.limits.wall + OVERDUE;
        running.supervisors.insert(supervisor.id(), Supervisor { lifeline: None, due });
        Ok(supervisor)
    }

    /// Gives a supervisor its job and returns what it answers.
    fn exchange(&self, supervisor: &mut Child, job: &Job) -> io::Result<String> {
        let streams = supervisor.stdin.take().zip(supervisor.stdout.take());
        let (mut stdin, mut stdout) = streams.ok_or(io::ErrorKind::BrokenPipe)?;
        let mut line = serde_json::to_vec(job)?;
        line.push(b'\n');
        stdin.write_all(&line)?;
        let mut running = self.running();
        if let (false, Some(entry)) = (running.ended, running.supervisors.get_mut(&supervisor.id())) {
            entry.lifeline = Some(stdin);
        } else {
            drop(stdin);
        }
        drop(running);
        let mut answer = String::new();
        stdout.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Ends all programs, starts no more, and waits until all supervisors have ended, but no longer than `patience`.
    pub fn end(&self, patience: Duration) {
        let mut running = self.running();
        running.ended = true;
        for supervisor in running.supervisors.values_mut() {
            supervisor.lifeline = None;
            supervisor.due = Instant::now() + ENDING;
        }
        drop(self.supervisor_ended.wait_timeout_while(running, patience, |running| !running.supervisors.is_empty()));
    }
}

#[cfg(unix)]
impl Running {
    /// Kills the supervisors that are overdue. The threads that wait for them kill the processes that they leave.
    fn end_overdue(&self) {
        for (&id, supervisor) in &self.supervisors {
            if supervisor.due < Instant::now() {
                let _ = kill(pid(id), Signal::SIGKILL);
            }
        }
    }

    /// Kills the orphans of supervisors that were killed: all children of this process that are not supervisors.
    fn end_orphans(&self) {
        loop {
            let is_orphan = |id: &_| !self.supervisors.keys().any(|&supervisor| pid(supervisor) == *id);
            let orphans: Vec<_> = children().into_iter().filter(is_orphan).collect();
            if orphans.is_empty() {
                return;
            }
            for orphan in orphans {
                let _ = kill(orphan, Signal::SIGKILL);
                let _ = waitpid(orphan, None);
            }
        }
    }
}
