//! The side that wants programs run.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[cfg(unix)]
use super::process_tree;
use super::{NEEDS_UNIX, Order, Report};

/// Why a program was not run, or not to its end.
#[derive(Debug)]
pub enum NotRun {
    /// Supervisors are ended, and no more are started.
    Ended,
    /// There is no starting a supervisor.
    NoSupervisor(io::Error),
    /// A supervisor has ended without a report.
    NoReport(String),
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::Ended => write!(f, "interrupted"),
            NotRun::NoSupervisor(error) => write!(f, "cannot run a program under limits: {error}"),
            NotRun::NoReport(ended) => write!(f, "the supervisor of the program ended with {ended}"),
        }
    }
}

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
    /// Lifelines by the numbers of the processes; none until the order is given.
    lifelines: HashMap<u32, Option<ChildStdin>>,
}

impl Supervisors {
    /// Supervisors that are started with this argument.
    ///
    /// # Errors
    /// If the system does not tell where this program is, or has no way to keep limits.
    pub fn new(argument: &'static str) -> io::Result<Supervisors> {
        if !cfg!(unix) {
            return Err(io::Error::other(NEEDS_UNIX));
        }
        // On Linux under a name that stays right when the file is replaced.
        let linux = cfg!(any(target_os = "android", target_os = "linux"));
        let program = if linux { PathBuf::from("/proc/self/exe") } else { std::env::current_exe()? };
        #[cfg(unix)]
        process_tree::adopt_orphans();
        Ok(Supervisors { program, argument, running: Mutex::default(), one_less: Condvar::new() })
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    /// If it was not run, or nobody knows how it ended.
    pub fn run(&self, order: &Order) -> Result<Report, NotRun> {
        let mut supervisor = self.start()?;
        let mut report = String::new();
        let talked = self.talk(&mut supervisor, order, &mut report);
        self.running().lifelines.insert(supervisor.id(), None);
        // Where SIGCHLD is ignored there is no status, but there can be a report.
        let status = supervisor.wait();
        let mut running = self.running();
        running.lifelines.remove(&supervisor.id());
        self.one_less.notify_all();
        if running.ended {
            return Err(NotRun::Ended);
        }
        let read = talked.and_then(|()| Ok(serde_json::from_str(&report)?));
        read.map_err(|error| {
            #[cfg(unix)]
            end_strays(&running);
            NotRun::NoReport(status.map_or_else(|_| error.to_string(), |status| status.to_string()))
        })
    }

    fn start(&self) -> Result<Child, NotRun> {
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
        running.lifelines.insert(supervisor.id(), None);
        Ok(supervisor)
    }

    fn talk(&self, supervisor: &mut Child, order: &Order, report: &mut String) -> io::Result<()> {
        let (mut to, mut from) =
            supervisor.stdin.take().zip(supervisor.stdout.take()).ok_or(io::ErrorKind::BrokenPipe)?;
        let mut line = serde_json::to_vec(order)?;
        line.push(b'\n');
        to.write_all(&line)?;
        let mut running = self.running();
        if running.ended {
            drop(to);
        } else {
            running.lifelines.insert(supervisor.id(), Some(to));
        }
        drop(running);
        from.read_to_string(report)?;
        Ok(())
    }

    /// Ends all that runs, lets nothing more be started, and waits until all is over, but no longer than this.
    pub fn end(&self, patience: Duration) {
        let mut running = self.running();
        running.ended = true;
        running.lifelines.values_mut().for_each(|lifeline| *lifeline = None);
        drop(self.one_less.wait_timeout_while(running, patience, |running| !running.lifelines.is_empty()));
    }
}

/// Ends what a supervisor has left that was ended itself: every child of this process that is no supervisor.
#[cfg(unix)]
fn end_strays(running: &Running) {
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    let is_stray = |pid: &rustix::process::Pid| {
        let number = pid.as_raw_nonzero().get().unsigned_abs();
        !running.lifelines.contains_key(&number)
    };
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
