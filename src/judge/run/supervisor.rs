//! The supervisor process: runs one program under limits and reports how it ended.
//!
//! ```text
//!     main thread    starts, checks, kills and reaps all processes, so that no process id is freed while it is used
//!     others         wake it up: when a child has ended, when stdin is closed because the client has ended,
//!                    and when a stream of the program is closed; two of them copy the streams from a pipe to a file
//! ```

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{Signal, killpg};
use signal_hook::consts::{SIGCHLD, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::Verdict;
use super::job::{Ending, Job, ProgramLimits, Report, Used};
use super::processes::{MOST_PROCESSES, Usage, adopt_orphans, end_children, pid, reap_orphans, usage, usage_of_ended};
use super::stderr::telling_line;

/// How often the limits are checked.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long to wait for the rest of the output when no process is left.
const DRAINING: Duration = Duration::from_secs(1);

/// A verdict with its reason.
type Cause = (Verdict, String);

/// Reads a job from stdin, runs it, and prints the report, each as one line of JSON. The main function of a supervisor process.
///
/// # Errors
/// If there is no job on stdin, a thread cannot be started, or the report cannot be written.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)?;
    let client = waking(|| io::copy(&mut io::stdin().lock(), &mut io::sink()))?;
    let mut child_ended = Signals::new([SIGCHLD])?;
    let main = thread::current();
    thread::Builder::new().spawn(move || child_ended.forever().for_each(|_| main.unpark()))?;
    adopt_orphans();
    // Instead of by this signal the limit on the size of a file is noticed by an error.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    // A program that is killed leaves no file with its memory. What it starts inherits this.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let failed = |error: io::Error| Report::unknown(Ending::Failed(Verdict::JudgeError, error.to_string()));
    let report = run(&job, &client).unwrap_or_else(failed);
    if client.is_finished() {
        // Its files are removed here, and the folder once it is empty.
        let output = Path::new(&job.output);
        for extension in ["in", "out", "err"] {
            let _ = fs::remove_file(output.with_extension(extension));
        }
        let _ = output.parent().map(fs::remove_dir);
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, &report)?;
    stdout.flush()
}

/// Starts a thread that wakes up this one when it ends.
fn waking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    let waiting = thread::current();
    thread::Builder::new().spawn(move || {
        let result = work();
        waiting.unpark();
        result
    })
}

/// Runs the program until it ends, exceeds a limit, or the client ends.
fn run(job: &Job, client: &JoinHandle<io::Result<u64>>) -> io::Result<Report> {
    // All threads are started before the program: nothing can go wrong once it runs.
    let cut = Arc::new(OnceLock::new());
    let (stdout, out) = stream(&job.output, job.limits.output, &cut)?;
    let (stderr, err) = stream(&job.errors, job.limits.output, &cut)?;
    let (program, arguments) = job.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let started = Instant::now();
    let spawned = Command::new(program)
        .args(arguments)
        .process_group(0)
        .stdin(File::open(&job.input)?)
        .stdout(stdout)
        .stderr(stderr)
        .spawn();
    let program = match spawned {
        Ok(program) => program,
        Err(error) => {
            // As in a shell, a name without a slash is looked up on the search path alone.
            let (name, path) = (program.display(), Path::new(program));
            let is_here = path.file_name() == Some(program) && path.is_file();
            let tip = if is_here { format!("; tip: ./{name}") } else { String::new() };
            return Ok(Report::unknown(Ending::NotStarted(format!("{name}: {error}{tip}"))));
        }
    };
    let limits = job.limits;
    let mut monitor =
        Monitor { limits, started, program, status: None, streams: [out, err], cut, peak: 0, last_memory: 0 };
    let exceeded = monitor.wait(client);
    let wall = started.elapsed();
    let all_ended = monitor.end_all();
    let Usage { cpu, memory, .. } = usage_of_ended();
    let used = Used { cpu, wall, peak: monitor.peak.max(memory) };
    // A limit may have been exceeded between two checks.
    let cause = exceeded.or_else(|| monitor.cut.get().cloned()).or_else(|| excess(&limits, &used));
    let ending = match (cause, monitor.status) {
        _ if !all_ended => Ending::Failed(Verdict::JudgeError, "cannot end all processes of the program".to_owned()),
        (Some((verdict, reason)), _) => Ending::Failed(verdict, reason),
        (None, Some(status)) if !status.success() => {
            let line =
                telling_line(Path::new(&job.errors)).map_or_else(String::new, |line| format!("; stderr: {line}"));
            Ending::Failed(Verdict::RunTimeError, format!("{}{line}", described(status)))
        }
        (None, _) => Ending::Finished,
    };
    Ok(Report { ending, used })
}

/// Returns how a program ended by itself.
fn described(status: ExitStatus) -> String {
    let Some(number) = status.signal() else { return format!("exit status {}", status.code().unwrap_or(-1)) };
    let name = Signal::try_from(number).map_or_else(|_| String::new(), |signal| format!(" ({})", signal.as_str()));
    format!("ended by signal {number}{name}")
}

/// Returns a pipe for a stream of the program, and a thread that copies what is written to it into a file. The verdict of a stream
/// that is too long or cannot be written goes to `cut`.
fn stream(path: impl AsRef<Path>, limit: u64, cut: &Arc<OnceLock<Cause>>) -> io::Result<(PipeWriter, JoinHandle<()>)> {
    let mut file = File::create(path)?;
    let (reader, writer) = io::pipe()?;
    let cut = Arc::clone(cut);
    let copying = waking(move || {
        let copied = io::copy(&mut (&reader).take(limit), &mut file).and_then(|_| (&reader).read(&mut [0]));
        let cause = match copied {
            Ok(0) => return,
            Ok(_) => (Verdict::OutputLimit, format!("more than {} of output", bytes(limit))),
            Err(error) => (Verdict::JudgeError, format!("cannot save the output of the program: {error}")),
        };
        // Set before the pipe is closed, which may end the program.
        let _ = cut.set(cause);
    })?;
    Ok((writer, copying))
}

fn bytes(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    match bytes {
        1 => "1 byte".to_owned(),
        _ if mib < 1.0 => format!("{bytes} bytes"),
        _ => format!("{mib:.1} MiB"),
    }
}

/// Returns the verdict on a program that has used this much, or `None` if that is within the limits.
fn excess(limits: &ProgramLimits, used: &Used) -> Option<Cause> {
    let checks = [
        (used.peak > limits.memory, Verdict::MemoryLimit, format!("{} of memory", bytes(limits.memory))),
        (used.cpu > limits.cpu, Verdict::TimeLimit, format!("{} s of CPU time", limits.cpu.as_secs_f64())),
        (used.wall > limits.wall, Verdict::TimeLimit, format!("{} s of wall-clock time", limits.wall.as_secs_f64())),
    ];
    let (_, verdict, limit) = checks.into_iter().find(|(exceeded, ..)| *exceeded)?;
    Some((verdict, format!("more than {limit}")))
}

/// The state of the program while it runs.
struct Monitor {
    limits: ProgramLimits,
    started: Instant,
    program: Child,
    /// How the program has ended by itself.
    status: Option<ExitStatus>,
    /// The threads that copy its streams, and why one of them has stopped before the end.
    streams: [JoinHandle<()>; 2],
    cut: Arc<OnceLock<Cause>>,
    /// The memory at the last check, and the largest memory at two successive checks: while processes begin and end, shared
    /// memory may be counted twice.
    last_memory: u64,
    peak: u64,
}

impl Monitor {
    /// Waits until the program ends by itself, the client ends, or the program exceeds a limit. Returns its verdict then.
    fn wait(&mut self, client: &JoinHandle<io::Result<u64>>) -> Option<Cause> {
        let mut next_check = self.started + INTERVAL;
        loop {
            self.status = self.program.try_wait().unwrap_or(None);
            if self.status.is_some() || client.is_finished() || self.cut.get().is_some() {
                return None;
            }
            if Instant::now() >= next_check {
                if let Some(cause) = self.exceeded() {
                    return Some(cause);
                }
                reap_orphans(self.program.id());
                next_check = Instant::now() + INTERVAL;
            }
            thread::park_timeout(INTERVAL);
        }
    }

    /// Returns the verdict on the running program if it has exceeded a limit.
    fn exceeded(&mut self) -> Option<Cause> {
        let Usage { cpu, memory, processes } = usage();
        self.peak = self.peak.max(if processes <= 1 { memory } else { memory.min(self.last_memory) });
        self.last_memory = memory;
        if processes > MOST_PROCESSES {
            let reason = format!("more than {MOST_PROCESSES} processes at the same time");
            return Some((Verdict::RunTimeError, reason));
        }
        excess(&self.limits, &Used { cpu, wall: self.started.elapsed(), peak: self.peak })
    }

    /// Ends the program and all processes that it has started, and waits for what they have written. Returns false if not all have
    /// ended in time.
    fn end_all(&mut self) -> bool {
        // Once the program is reaped, its process id may be another one's. On Linux the processes of its group are adopted.
        if self.status.is_none() || !cfg!(target_os = "linux") {
            let _ = killpg(pid(self.program.id()), Signal::SIGKILL);
        }
        let all_ended = end_children(&HashSet::new());
        if all_ended {
            // On other systems than Linux it may be left.
            let _ = self.program.wait();
        }
        let deadline = Instant::now() + DRAINING;
        while !self.streams.iter().all(JoinHandle::is_finished) && Instant::now() < deadline {
            thread::park_timeout(Duration::from_micros(200));
        }
        all_ended
    }
}
