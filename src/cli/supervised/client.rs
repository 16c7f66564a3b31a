//! The side that wants programs run.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

#[cfg(unix)]
use super::process_tree;
use super::{NEEDS_UNIX, Order, Report};

/// Why a program was not run, or not to its end.
#[derive(Debug)]
pub enum NotRun {
    /// Supervisors were ended, and no more are started.
    Ended,
    /// A supervisor cannot be started.
    NoSupervisor(io::Error),
    /// A supervisor has ended without a report.
    NoReport(String),
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::Ended => write!(f, "interrupted"),
            NotRun::NoSupervisor(error) => write!(f, "cannot run programs: {error}"),
            NotRun::NoReport(ended) => write!(f, "the process that watches the program was ended: {ended}"),
        }
    }
}

/// How much longer than its program a supervisor may take until it reports: it can be stopped, or hang.
const OVERDUE: Duration = Duration::from_secs(20);

/// How long it may take to end when it is told to.
const ENDING: Duration = Duration::from_secs(5);

/// How often the supervisors are checked for overdue ones.
const WATCH: Duration = Duration::from_millis(200);

/// Starts supervisors: this very program, which takes an argument for the order to call [`supervise`](super::supervise).
#[derive(Debug)]
pub struct Supervisors {
    program: PathBuf,
    argument: &'static str,
    running: Mutex<Running>,
    one_less: Condvar,
}

#[derive(Debug, Default)]
struct Running {
    /// Whether no more are to be started.
    ended: bool,
    /// By the numbers of their processes.
    supervisors: HashMap<u32, Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    /// None until the order is given.
    lifeline: Option<ChildStdin>,
    /// When it has to be done.
    due: Instant,
}

impl Supervisors {
    /// Supervisors that are started with this argument.
    ///
    /// # Errors
    /// If the system does not tell where this program is, or has no way to keep limits.
    pub fn new(argument: &'static str) -> io::Result<Arc<Supervisors>> {
        if !cfg!(unix) {
            return Err(io::Error::other(NEEDS_UNIX));
        }
        // On Linux under a name that stays right when the file is replaced.
        let linux = cfg!(any(target_os = "android", target_os = "linux"));
        let program = if linux { PathBuf::from("/proc/self/exe") } else { std::env::current_exe()? };
        #[cfg(unix)]
        process_tree::adopt_orphans();
        let supervisors = Supervisors { program, argument, running: Mutex::default(), one_less: Condvar::new() };
        let supervisors = Arc::new(supervisors);
        let watched = Arc::downgrade(&supervisors);
        thread::Builder::new().spawn(move || {
            while let Some(watched) = watched.upgrade() {
                watched.running().end_overdue();
                drop(watched);
                thread::sleep(WATCH);
            }
        })?;
        Ok(supervisors)
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    /// If it was not run, or how it ended is unknown.
    pub fn run(&self, order: &Order) -> Result<Report, NotRun> {
        let mut supervisor = self.start(order)?;
        let mut report = String::new();
        let talked = self.talk(&mut supervisor, order, &mut report);
        // Where SIGCHLD is ignored there is no status, but there can be a report.
        let status = supervisor.wait();
        let mut running = self.running();
        running.supervisors.remove(&supervisor.id());
        let read = talked.and_then(|()| Ok(serde_json::from_str(&report)?));
        #[cfg(unix)]
        if read.is_err() {
            running.end_strays();
        }
        self.one_less.notify_all();
        if running.ended {
            return Err(NotRun::Ended);
        }
        read.map_err(|error: io::Error| {
            NotRun::NoReport(status.map_or_else(|_| error.to_string(), |status| status.to_string()))
        })
    }

    fn start(&self, order: &Order) -> Result<Child, NotRun> {
        let mut command = Command::new(&self.program);
        command.arg(self.argument).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C is for the client, whose end the supervisor notices.
            command.process_group(0).arg0(std::env::args_os().next().unwrap_or_default());
        }
        // Held until it is known whom this process has started.
        let mut running = self.running();
        if running.ended {
            return Err(NotRun::Ended);
        }
        let supervisor = command.spawn().map_err(NotRun::NoSupervisor)?;
        let due = Instant::now() + order.limits.wall + OVERDUE;
        running.supervisors.insert(supervisor.id(), Supervisor { lifeline: None, due });
        Ok(supervisor)
    }

    fn talk(&self, supervisor: &mut Child, order: &Order, report: &mut String) -> io::Result<()> {
        let (mut to, mut from) =
            supervisor.stdin.take().zip(supervisor.stdout.take()).ok_or(io::ErrorKind::BrokenPipe)?;
        let mut line = serde_json::to_vec(order)?;
        line.push(b'\n');
        to.write_all(&line)?;
        let mut running = self.running();
        if let (false, Some(known)) = (running.ended, running.supervisors.get_mut(&supervisor.id())) {
            known.lifeline = Some(to);
        } else {
            drop(to);
        }
        drop(running);
        from.read_to_string(report)?;
        Ok(())
    }

    /// Ends all that runs, lets nothing more be started, and waits until all is over, but no longer than this.
    pub fn end(&self, patience: Duration) {
        let mut running = self.running();
        running.ended = true;
        for supervisor in running.supervisors.values_mut() {
            supervisor.lifeline = None;
            supervisor.due = Instant::now() + ENDING;
        }
        drop(self.one_less.wait_timeout_while(running, patience, |running| !running.supervisors.is_empty()));
    }
}

#[cfg(unix)]
impl Running {
    /// Ends supervisors that should be done: what they leave is ended by whoever waits for them.
    fn end_overdue(&self) {
        for (&number, supervisor) in &self.supervisors {
            let process = i32::try_from(number).ok().and_then(Pid::from_raw);
            if let (Some(process), true) = (process, supervisor.due < Instant::now()) {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }

    /// Ends what a supervisor has left that was ended itself: every child of this process that is no supervisor.
    fn end_strays(&self) {
        let is_stray = |pid: &Pid| !self.supervisors.contains_key(&pid.as_raw_nonzero().get().unsigned_abs());
        loop {
            let strays: Vec<_> = process_tree::children().into_iter().filter(is_stray).collect();
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                let _ = kill_process(stray, Signal::KILL);
                let _ = waitpid(Some(stray), WaitOptions::empty());
            }
        }
    }
}

#[cfg(not(unix))]
impl Running {
    fn end_overdue(&self) {}
}
