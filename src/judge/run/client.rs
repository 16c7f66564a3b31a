//! Runs programs under limits, each with a supervisor process of its own. The [parent module](super) explains why.
//!
//! ```text
//!     stdin of the supervisor     {"command":["./a.out"],"input":"1.in","files":"1","limits":{...}}
//!     its stdout                  {"Ok":[null,{"cpu":...,"wall":...,"peak":3145728}]}
//! ```

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{env, thread};

use super::processes::{adopt_orphans, end_children};
use super::{Job, Report, RunError, Used, Verdict, Workspace};

/// How much longer than its program a supervisor may take until it reports. Then it has been stopped, or hangs.
const OVERDUE: Duration = Duration::from_secs(20);

/// How long a supervisor may take to end its program after an interrupt.
const ENDING: Duration = Duration::from_millis(1500);

/// How often a run looks for an interrupt.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

impl Workspace {
    /// Runs a program until it ends.
    ///
    /// # Errors
    /// [`RunError::Interrupted`], and [`RunError::System`] if no supervisor can be started.
    pub(super) fn run(&self, job: &Job) -> Result<Report, RunError> {
        if (self.interrupted)() {
            return Err(RunError::Interrupted);
        }
        let mut supervisor = self.start().map_err(|error| RunError::System("run programs".to_owned(), error))?;
        let answer = self.exchange(&mut supervisor, job);
        // Where SIGCHLD is ignored there is no status, but there can be a report.
        let status = supervisor.wait();
        let mut supervisors = self.supervisors();
        supervisors.retain(|&id| id != supervisor.id());
        answer.or_else(|error| {
            end_children(&supervisors);
            if (self.interrupted)() {
                return Err(RunError::Interrupted);
            }
            let ended = status.map_or_else(|_| error.to_string(), |status| status.to_string());
            let reason = format!("the supervisor of the program was ended: {ended}");
            Ok(Ok((Some((Verdict::JudgeError, reason)), Used::default())))
        })
    }

    fn supervisors(&self) -> MutexGuard<'_, Vec<u32>> {
        self.supervisors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> io::Result<Child> {
        adopt_orphans();
        // On Linux this name stays right when the file is replaced.
        let linux = cfg!(target_os = "linux").then(|| Ok("/proc/self/exe".into()));
        let mut command = Command::new(linux.unwrap_or_else(env::current_exe)?);
        command.arg(self.argument).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for this process only; a supervisor notices when its stdin is closed.
        command.process_group(0);
        // Locked until the new process is in the list: all other children are ended as orphans.
        let mut supervisors = self.supervisors();
        let supervisor = command.spawn()?;
        supervisors.push(supervisor.id());
        Ok(supervisor)
    }

    /// Gives a supervisor its job and returns what it reports. Ends it if it is overdue; it ends itself after an
    /// interrupt.
    fn exchange(&self, supervisor: &mut Child, job: &Job) -> io::Result<Report> {
        let streams = supervisor.stdin.take().zip(supervisor.stdout.take());
        let (mut stdin, stdout) = streams.ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, answer) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            let _ = sender.send(io::read_to_string(stdout));
        })?;
        writeln!(stdin, "{}", serde_json::to_string(job)?)?;
        let mut lifeline = Some(stdin);
        let mut due = Instant::now() + job.limits.wall + OVERDUE;
        loop {
            match answer.recv_timeout(CHECK_INTERVAL) {
                Ok(text) => return Ok(serde_json::from_str(&text?)?),
                Err(_) if Instant::now() > due => supervisor.kill()?,
                Err(_) if lifeline.is_some() && (self.interrupted)() => {
                    lifeline = None;
                    due = Instant::now() + ENDING;
                }
                Err(_) => {}
            }
        }
    }
}
