//! The supervisor process: runs one program under limits and reports how it ended.
//!
//! ```text
//!     main thread    starts, checks, kills and reaps all processes, so that no process id is freed while it is used
//!     others         wake it up: when a child has ended, when stdin is closed because the client has ended,
//!                    and when a stream of the program is closed; two of them copy the streams from a pipe to a file
//! ```

use std::fs::{self, File};
use std::io::{self, BufRead, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{Signal, killpg};
use signal_hook::consts::{SIGCHLD, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::processes::{MOST_PROCESSES, Usage, adopt_orphans, end_children, pid, reap_orphans, usage, usage_of_ended};
use super::program::tip_for_source;
use super::stderr::telling_line;
use super::{Cause, Job, ProgramLimits, Report, Used, Verdict, printable};

/// How often the limits are checked.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long to wait for the rest of the output when no process is left.
const DRAINING: Duration = Duration::from_secs(1);

/// Reads a job from stdin, runs it, and prints the report, each as one line of JSON. The main function of a supervisor
/// process.
///
/// # Errors
/// If there is no job on stdin, a thread cannot be started, or the report cannot be written.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)?;
    let client = waking(|| drop(io::copy(&mut io::stdin().lock(), &mut io::sink())))?;
    let mut child_ended = Signals::new([SIGCHLD])?;
    let main = thread::current();
    thread::Builder::new().spawn(move || child_ended.forever().for_each(|_| main.unpark()))?;
    adopt_orphans();
    // Instead of by this signal the limit on the size of a file is noticed by an error.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    // A program that is killed leaves no file with its memory. What it starts inherits this.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let failed = |error: io::Error| Ok((Some((Verdict::JudgeError, error.to_string())), Used::default()));
    let report = run(&job, &client).unwrap_or_else(failed);
    if client.is_finished() {
        // Its own files, since other programs may still be judged after an interrupt; the folder once it is empty.
        let files = Path::new(&job.files);
        for extension in ["in", "out", "err"] {
            let _ = fs::remove_file(files.with_extension(extension));
        }
        let _ = files.parent().map(fs::remove_dir);
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    write!(stdout, "{}", serde_json::to_string(&report)?)?;
    stdout.flush()
}

/// Starts a thread that wakes up this one when it ends.
fn waking(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let waiting = thread::current();
    thread::Builder::new().spawn(move || {
        work();
        waiting.unpark();
    })
}

/// Runs the program until it ends, exceeds a limit, or the client ends.
fn run(job: &Job, client: &JoinHandle<()>) -> io::Result<Report> {
    // All threads are started before the program: nothing can go wrong once it runs.
    let (limits, cause) = (job.limits, Arc::new(OnceLock::new()));
    let file = |extension| Path::new(&job.files).with_extension(extension);
    let (stdout, out) = stream(file("out"), limits.output, &cause)?;
    let (stderr, err) = stream(file("err"), limits.output, &cause)?;
    let (program, arguments) = job.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let started = Instant::now();
    let spawned = Command::new(program)
        .args(arguments)
        .process_group(0)
        .stdin(File::open(&job.input)?)
        .stdout(stdout)
        .stderr(stderr)
        .spawn();
    let mut program = match spawned {
        Ok(program) => program,
        Err(error) => {
            // Such as a script whose first line does not say what runs it.
            let tip = tip_for_source(Path::new(program)).map_or_else(String::new, |tip| format!("; {tip}"));
            return Ok(Err(format!("{}: {error}{tip}", printable(program))));
        }
    };
    let (mut measured, mut next_check) = (Measured { limits, started, peak: 0, last: 0 }, started + INTERVAL);
    let mut status = None;
    while status.is_none() && !client.is_finished() && cause.get().is_none() {
        thread::park_timeout(INTERVAL);
        match program.try_wait() {
            Ok(ended) => status = ended,
            Err(error) => drop(cause.set((Verdict::JudgeError, format!("cannot wait for the program: {error}")))),
        }
        if status.is_none() && Instant::now() >= next_check {
            // A stream may have ended the program just now.
            let _ = measured.excess().map(|found| cause.set(found));
            reap_orphans(program.id());
            next_check = Instant::now() + INTERVAL;
        }
    }
    let wall = started.elapsed();
    let all_ended = end_all(&mut program, status.is_some(), &[out, err]);
    let Usage { cpu, memory, .. } = usage_of_ended();
    let used = Used { cpu, wall, peak: measured.peak.max(memory) };
    // A limit may have been exceeded between two checks.
    let cause = match (cause.get().cloned().or_else(|| excess(&limits, &used)), status) {
        _ if !all_ended => Some((Verdict::JudgeError, "cannot end all processes of the program".to_owned())),
        (None, Some(status)) if !status.success() => Some((Verdict::RunTimeError, described(status, &file("err")))),
        (cause, _) => cause,
    };
    Ok(Ok((cause, used)))
}

/// Returns how a program ended by itself, with the line of stderr that says why.
fn described(status: ExitStatus, stderr: &Path) -> String {
    let line = telling_line(stderr).map_or_else(String::new, |line| format!("; stderr: {line}"));
    let Some(number) = status.signal() else {
        let code = status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"));
        return format!("{code}{line}");
    };
    let name = Signal::try_from(number).map_or_else(|_| String::new(), |signal| format!(" ({})", signal.as_str()));
    format!("ended by signal {number}{name}{line}")
}

/// Returns a pipe for a stream of the program, and a thread that copies what is written to it into a file. The verdict
/// of a stream that is too long or cannot be written goes to `cause`.
fn stream(path: PathBuf, limit: u64, cause: &Arc<OnceLock<Cause>>) -> io::Result<(PipeWriter, JoinHandle<()>)> {
    let mut file = File::create(path)?;
    let (reader, writer) = io::pipe()?;
    let cause = Arc::clone(cause);
    let copying = waking(move || {
        let copied = io::copy(&mut (&reader).take(limit), &mut file).and_then(|_| (&reader).read(&mut [0]));
        // Set before the pipe is closed, which may end the program.
        let _ = cause.set(match copied {
            Ok(0) => return,
            Ok(_) => (Verdict::OutputLimit, format!("more than {} of output", bytes(limit))),
            Err(error) => (Verdict::JudgeError, format!("cannot save the output of the program: {error}")),
        });
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

/// What a running program uses.
struct Measured {
    limits: ProgramLimits,
    started: Instant,
    /// The memory at the last check, and the largest memory at two successive checks: while processes begin and end,
    /// shared memory may be counted twice.
    last: u64,
    peak: u64,
}

impl Measured {
    /// Returns the verdict on the running program if it has exceeded a limit.
    fn excess(&mut self) -> Option<Cause> {
        let Usage { cpu, memory, processes } = usage();
        self.peak = self.peak.max(if processes <= 1 { memory } else { memory.min(self.last) });
        self.last = memory;
        if processes > MOST_PROCESSES {
            let reason = format!("more than {MOST_PROCESSES} processes at the same time");
            return Some((Verdict::RunTimeError, reason));
        }
        excess(&self.limits, &Used { cpu, wall: self.started.elapsed(), peak: self.peak })
    }
}

/// Ends the program and all processes that it has started, and waits for what they have written. Returns false if not
/// all have ended in time.
fn end_all(program: &mut Child, is_reaped: bool, streams: &[JoinHandle<()>]) -> bool {
    // Once the program is reaped, its process id may be another one's. On Linux the processes of its group are adopted.
    if !is_reaped || !cfg!(target_os = "linux") {
        let _ = killpg(pid(program.id()), Signal::SIGKILL);
    }
    let all_ended = end_children(&[]);
    if all_ended {
        // On other systems than Linux it may be left.
        let _ = program.wait();
    }
    let deadline = Instant::now() + DRAINING;
    while !streams.iter().all(JoinHandle::is_finished) && Instant::now() < deadline {
        thread::park_timeout(Duration::from_micros(200));
    }
    all_ended
}
