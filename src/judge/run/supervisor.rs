//! The supervisor process: runs one program under limits and reports how it ended.
//!
//! ```text
//!     main thread    <- Event::Ended, NoneLeft      reaper: waits for processes that end, so that none stays a zombie
//!                    <- Event::Drained, Overflowed  two threads: copy stdout and stderr from a pipe to a file
//!                    <- Event::ClientGone           a thread that reads stdin to its end
//!                    every 5 ms: what do the processes use?
//! ```

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, PipeReader, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

use super::MOST_PROCESSES;
use super::client::{Job, JobReport, LimitKind, ProgramLimits, Termination};
use super::processes::{Usage, adopt_orphans, children, ended, pid, usage, wait_for_ended};

/// How often the limits are checked.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long to try to end processes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait for the rest of the output when no process is left.
const DRAINING: Duration = Duration::from_secs(1);

/// A message from a thread of the supervisor to its main thread.
enum Event {
    /// The program has ended.
    Ended(ExitStatus),
    /// The program and all processes that it has started have ended.
    NoneLeft,
    /// A stream of the program is closed, and all of it is in the file or could not be written there.
    Drained(io::Result<()>),
    /// The program has written more than it may.
    Overflowed,
    /// The process that wants the report has ended.
    ClientGone,
}

/// Reads a job from stdin, runs it, and prints the report, each as one line of JSON. The main function of a supervisor process.
///
/// # Errors
/// If there is no job on stdin, a thread cannot be started, or the report cannot be written.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)?;
    let (sender, events) = channel();
    let client = sender.clone();
    thread::Builder::new().spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = client.send(Event::ClientGone);
    })?;
    adopt_orphans();
    if let Some(report) = run(&job, &sender, &events) {
        let mut stdout = io::stdout().lock();
        serde_json::to_writer(&mut stdout, &report)?;
        return stdout.flush();
    }
    // The client is gone, so its files are removed here, and the folder once it is empty. An input in the same folder was
    // made for this run.
    let folder = Path::new(&job.output).parent();
    for path in [&job.output, &job.errors, &job.input].map(Path::new) {
        if path.parent() == folder {
            let _ = fs::remove_file(path);
        }
    }
    let _ = folder.map(fs::remove_dir);
    Ok(())
}

/// Runs the program, or returns `None` if the client has ended.
fn run(job: &Job, sender: &Sender<Event>, events: &Receiver<Event>) -> Option<JobReport> {
    // All threads are started before the program: nothing can go wrong once it runs.
    let (to_reap, program) = channel();
    let reaping = Arc::new(Mutex::new(()));
    let (shared, events_of_reaper) = (Arc::clone(&reaping), sender.clone());
    if let Err(error) = thread::Builder::new().spawn(move || reap(&program, &shared, &events_of_reaper)) {
        return Some(JobReport::not_run(Termination::Failed(error.to_string())));
    }
    let started = Instant::now();
    let program = match start(job, sender) {
        Ok(program) => program,
        Err(termination) => return Some(JobReport::not_run(termination)),
    };
    let id = pid(program.id());
    let _ = to_reap.send(program);
    let limits = job.limits;
    let mut monitor =
        Monitor { limits, started, program: id, reaping, any_left: true, open_streams: 2, last_memory: 0, peak: 0 };
    let termination = monitor.wait(events);
    let (wall, used) = (started.elapsed(), usage());
    monitor.record(&used);
    let peak = monitor.peak.max(ended().memory);
    let mut termination = monitor.end_all(termination, events)?;
    // A limit may have been exceeded between two checks.
    let ProgramLimits { cpu, wall: wall_limit, memory, .. } = limits;
    if peak > memory {
        termination.replace_by(Termination::Exceeded(LimitKind::Memory));
    } else if used.cpu > cpu {
        termination.replace_by(Termination::Exceeded(LimitKind::Cpu));
    } else if wall > wall_limit {
        termination.replace_by(Termination::Exceeded(LimitKind::Wall));
    }
    Some(JobReport { termination, cpu: used.cpu, wall, peak: peak.max(ended().memory) })
}

impl Termination {
    /// Replaces a program's own exit or signal by a cause that was detected later. Other terminations stay as they are.
    fn replace_by(&mut self, later: Termination) {
        if matches!(self, Termination::Exited(_) | Termination::Signalled(..)) {
            *self = later;
        }
    }

    fn not_saved(error: &io::Error) -> Termination {
        Termination::Failed(format!("cannot save the output of the program: {error}"))
    }
}

/// Starts the program in a process group of its own.
fn start(job: &Job, sender: &Sender<Event>) -> Result<Child, Termination> {
    let named = |path: &OsStr, error: io::Error| format!("{}: {error}", path.display());
    let (program, arguments) =
        job.command.split_first().ok_or_else(|| Termination::NotStarted("an empty command".to_owned()))?;
    let stream = |path: &OsStr| {
        let stream = drained_into(Path::new(path), job.limits.output, sender);
        stream.map_err(|error| Termination::Failed(named(path, error)))
    };
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    command.stdin(File::open(&job.input).map_err(|error| Termination::Failed(named(&job.input, error)))?);
    command.stdout(stream(&job.output)?);
    command.stderr(stream(&job.errors)?);
    let before = lower_limits(&job.limits);
    let child = command.spawn();
    for (resource, (soft, hard)) in before {
        let _ = setrlimit(resource, soft, hard);
    }
    child.map_err(|error| Termination::NotStarted(named(program, error)))
}

/// Lowers the limits that the kernel enforces, for the program that is started next. They are this process's own until they
/// are set back, so that no code has to run between `fork` and `exec`. Returns what they were. A limit that cannot be
/// lowered is enforced by the checks alone.
fn lower_limits(limits: &ProgramLimits) -> Vec<(Resource, (rlim_t, rlim_t))> {
    let lowered = [(Resource::RLIMIT_CPU, limits.cpu.as_secs() + 1), (Resource::RLIMIT_CORE, 0)];
    let lower = |(resource, limit): (Resource, rlim_t)| {
        let (soft, hard) = getrlimit(resource).ok()?;
        setrlimit(resource, limit.min(hard), hard).ok()?;
        Some((resource, (soft, hard)))
    };
    lowered.into_iter().filter_map(lower).collect()
}

/// Returns a pipe for a stream of the program. A thread copies what is written to it into a file, up to a limit.
///
/// # Errors
/// If the file, the pipe or the thread cannot be created.
fn drained_into(path: &Path, limit: u64, sender: &Sender<Event>) -> io::Result<PipeWriter> {
    let mut file = File::create(path)?;
    let (reader, writer) = io::pipe()?;
    let sender = sender.clone();
    thread::Builder::new().spawn(move || {
        let drained = drain(&reader, &mut file, limit, &sender);
        let _ = sender.send(Event::Drained(drained));
    })?;
    Ok(writer)
}

fn drain(mut pipe: &PipeReader, file: &mut File, limit: u64, sender: &Sender<Event>) -> io::Result<()> {
    io::copy(&mut pipe.take(limit), file)?;
    if pipe.read(&mut [0])? > 0 {
        // Sent before the pipe is closed, which may end the program.
        let _ = sender.send(Event::Overflowed);
    }
    Ok(())
}

fn lock(mutex: &Mutex<()>) -> MutexGuard<'_, ()> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reaps the program, and all processes that this process adopts, until none is left.
fn reap(program: &Receiver<Child>, reaping: &Mutex<()>, sender: &Sender<Event>) {
    let Ok(mut program) = program.recv() else { return };
    let id = pid(program.id());
    while let Some(ended) = wait_for_ended(id) {
        let _held = lock(reaping);
        for process in ended {
            if process != id {
                let _ = waitpid(process, Some(WaitPidFlag::WNOHANG));
            } else if let Ok(Some(status)) = program.try_wait() {
                let _ = sender.send(Event::Ended(status));
            }
        }
    }
    let _ = sender.send(Event::NoneLeft);
}

/// The state of the program while it runs.
struct Monitor {
    limits: ProgramLimits,
    started: Instant,
    program: Pid,
    /// Locked while a process is reaped, which frees its process id for another one.
    reaping: Arc<Mutex<()>>,
    /// Whether the program or a process that it has started may be running.
    any_left: bool,
    open_streams: u32,
    /// The memory at the last check, and the largest memory at two successive checks: while processes begin and end, shared
    /// memory may be counted twice.
    last_memory: u64,
    peak: u64,
}

impl Monitor {
    /// Waits until the program ends or has to be ended. Returns `None` if the client has ended.
    fn wait(&mut self, events: &Receiver<Event>) -> Option<Termination> {
        loop {
            return Some(match events.recv_timeout(INTERVAL) {
                Ok(Event::Ended(status)) => match (status.code(), status.signal()) {
                    (Some(code), _) => Termination::Exited(code),
                    (None, Some(number)) => {
                        let name = Signal::try_from(number).ok().map(|signal| signal.as_str().to_owned());
                        Termination::Signalled(number, name)
                    }
                    (None, None) => {
                        Termination::Failed("the program ended with neither an exit status nor a signal".to_owned())
                    }
                },
                Ok(Event::NoneLeft) => {
                    self.any_left = false;
                    let reason = "how the program ended is unknown, because hex-judge was started with SIGCHLD ignored";
                    Termination::Failed(reason.to_owned())
                }
                Ok(Event::Drained(drained)) => {
                    self.open_streams -= 1;
                    match drained {
                        Ok(()) => continue,
                        Err(error) => Termination::not_saved(&error),
                    }
                }
                Ok(Event::Overflowed) => Termination::Exceeded(LimitKind::Output),
                Ok(Event::ClientGone) | Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => match self.exceeded() {
                    Some(limit) => Termination::Exceeded(limit),
                    None => continue,
                },
            });
        }
    }

    /// Returns a limit that the running program has exceeded, or `None`.
    fn exceeded(&mut self) -> Option<LimitKind> {
        let ProgramLimits { cpu, wall, memory, .. } = self.limits;
        if self.started.elapsed() > wall {
            return Some(LimitKind::Wall);
        }
        let usage = usage();
        self.record(&usage);
        let limits = [
            (self.peak > memory, LimitKind::Memory),
            (usage.processes > MOST_PROCESSES, LimitKind::Processes),
            (usage.cpu > cpu, LimitKind::Cpu),
        ];
        limits.into_iter().find_map(|(exceeded, limit)| exceeded.then_some(limit))
    }

    fn record(&mut self, usage: &Usage) {
        let alone = usage.processes <= 1;
        let memory = if alone { usage.memory } else { usage.memory.min(self.last_memory) };
        self.peak = self.peak.max(memory);
        self.last_memory = usage.memory;
    }

    /// Ends the program and all processes that it has started, and waits for what they have written. Returns what is then
    /// known of the termination, or `None` if the client has ended.
    fn end_all(&mut self, mut termination: Option<Termination>, events: &Receiver<Event>) -> Option<Termination> {
        let held = lock(&self.reaping);
        if !cfg!(target_os = "linux") || children().contains(&self.program) {
            let _ = killpg(self.program, Signal::SIGKILL);
        }
        drop(held);
        let mut deadline = Instant::now() + PATIENCE;
        while (self.any_left || self.open_streams > 0) && Instant::now() < deadline {
            // The children of processes that are ended here are adopted, and ended in the next round.
            let held = lock(&self.reaping);
            let found = children();
            for &process in &found {
                let _ = kill(process, Signal::SIGKILL);
            }
            drop(held);
            let pause = if found.is_empty() { Duration::from_millis(1) } else { Duration::from_micros(50) };
            let later = match events.recv_timeout(pause) {
                Ok(Event::NoneLeft) => {
                    self.any_left = false;
                    deadline = deadline.min(Instant::now() + DRAINING);
                    continue;
                }
                Ok(Event::Drained(drained)) => {
                    self.open_streams -= 1;
                    let Err(error) = drained else { continue };
                    Termination::not_saved(&error)
                }
                Ok(Event::Overflowed) => Termination::Exceeded(LimitKind::Output),
                Ok(Event::ClientGone) => {
                    termination = None;
                    continue;
                }
                Ok(Event::Ended(_)) | Err(_) => continue,
            };
            if let Some(termination) = &mut termination {
                termination.replace_by(later);
            }
        }
        if self.any_left && termination.is_some() {
            return Some(Termination::Failed("cannot end all processes of the program".to_owned()));
        }
        termination
    }
}
