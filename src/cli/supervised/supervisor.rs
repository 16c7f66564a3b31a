//! The side that runs the program and watches it.

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::process_tree::{adopt_orphans, descendants, usage};
use super::{Ending, Limit, Limits, MOST_PROCESSES, Order, Report};

/// How often the program is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long to go on ending processes that do not end.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the supervisor waits for.
enum Event {
    /// The program has ended.
    Ended(WaitStatus),
    /// Whoever wanted it run has.
    Abandoned,
}

/// Takes an order from stdin, carries it out and reports to stdout, each in a line of JSON.
///
/// # Errors
/// If there is no order on stdin, or nobody takes the report.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    let mut stdin = io::stdin().lock();
    stdin.read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line)?;
    drop(stdin);
    let (events, happened) = mpsc::channel();
    let lifeline = events.clone();
    thread::spawn(move || {
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        let _ = lifeline.send(Event::Abandoned);
    });
    adopt_orphans();
    let Some(report) = carry_out(&order, events, &happened) else { return Ok(()) };
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, &report)?;
    stdout.flush()
}

/// Runs the program; `None` if nobody waits for the report any more.
fn carry_out(order: &Order, events: Sender<Event>, happened: &Receiver<Event>) -> Option<Report> {
    let started = Instant::now();
    let program = match start(order) {
        Ok(program) => program,
        Err(error) => {
            let ending = Ending::NotStarted(error.to_string());
            return Some(Report { ending, cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 });
        }
    };
    thread::spawn(move || {
        // The supervisor itself takes what it ends; then there is no status left to send.
        let status = waitpid(program, None).unwrap_or(WaitStatus::StillAlive);
        let _ = events.send(Event::Ended(status));
    });
    let mut peak = 0;
    let ending = loop {
        match happened.recv_timeout(INTERVAL) {
            Ok(Event::Ended(WaitStatus::Exited(_, status))) => break Some(Ending::Exited(status)),
            Ok(Event::Ended(WaitStatus::Signaled(_, signal, _))) => {
                break Some(Ending::Killed(signal as i32, signal.as_str().to_owned()));
            }
            Ok(Event::Ended(_) | Event::Abandoned) | Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(limit) = exceeded(order, started, &mut peak) {
                    break Some(Ending::Exceeded(limit));
                }
            }
        }
    };
    let wall = started.elapsed();
    end_all(program);
    let (cpu, largest) = used();
    let peak = peak.max(largest);
    Some(Report { ending: in_the_end(ending?, order, cpu, wall, peak), cpu, wall, peak })
}

/// Starts the program in a process group of its own, with the limits that the kernel itself watches over.
fn start(order: &Order) -> io::Result<Pid> {
    let (program, arguments) = order.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let named =
        |path: &std::ffi::OsStr, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    command.stdin(File::open(&order.input).map_err(|error| named(&order.input, error))?);
    command.stdout(File::create(&order.output).map_err(|error| named(&order.output, error))?);
    command.stderr(File::create(&order.errors).map_err(|error| named(&order.errors, error))?);
    let before = restrict(&order.limits);
    let child = command.spawn().map_err(|error| named(program, error));
    for (resource, soft, hard) in before {
        let _ = setrlimit(resource, soft, hard);
    }
    // A process id is positive and fits.
    Ok(Pid::from_raw(child?.id().cast_signed()))
}

/// Sets the limits that the kernel watches over, for what is started now: they are this process's own until they are set
/// back, so that no code has to run between `fork` and `exec`. Returns what they were. Where one cannot be set, it is kept
/// by looking, like all others.
fn restrict(limits: &Limits) -> Vec<(Resource, u64, u64)> {
    let lowered = [
        (Resource::RLIMIT_CPU, limits.cpu.as_secs() + 1),
        (Resource::RLIMIT_FSIZE, limits.output.saturating_add(1)),
        (Resource::RLIMIT_CORE, 0),
    ];
    let lower = |(resource, soft): (Resource, u64)| {
        let (before, hard) = getrlimit(resource).ok()?;
        setrlimit(resource, soft.min(hard), hard).ok()?;
        Some((resource, before, hard))
    };
    lowered.into_iter().filter_map(lower).collect()
}

/// Which limit the running program has passed, if any.
fn exceeded(order: &Order, started: Instant, peak: &mut u64) -> Option<Limit> {
    let Limits { cpu, wall, memory, output } = order.limits;
    let usage = usage();
    *peak = (*peak).max(usage.memory);
    let written = |path| fs::metadata(path).map_or(0, |file| file.len());
    let limits = [
        (usage.memory > memory, Limit::Memory),
        (written(&order.output).max(written(&order.errors)) > output, Limit::Output),
        (usage.processes > MOST_PROCESSES, Limit::Processes),
        (usage.cpu > cpu, Limit::Cpu),
        (started.elapsed() > wall, Limit::Wall),
    ];
    limits.into_iter().find_map(|(passed, limit)| passed.then_some(limit))
}

/// What was not seen while it ran: a limit passed between two looks is passed.
fn in_the_end(ending: Ending, order: &Order, cpu: Duration, wall: Duration, peak: u64) -> Ending {
    let limits = order.limits;
    let written = |path| fs::metadata(path).map_or(0, |file| file.len());
    let passed = if written(&order.output).max(written(&order.errors)) > limits.output {
        Limit::Output
    } else if peak > limits.memory {
        Limit::Memory
    } else if cpu > limits.cpu {
        Limit::Cpu
    } else if wall > limits.wall {
        Limit::Wall
    } else {
        return ending;
    };
    if let Ending::Exited(_) | Ending::Killed(..) = ending { Ending::Exceeded(passed) } else { ending }
}

/// Ends the program's group and everything else that it has started.
fn end_all(program: Pid) {
    let _ = killpg(program, Signal::SIGKILL);
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        for process in descendants() {
            let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Err(Errno::ECHILD) => return,
                Ok(WaitStatus::StillAlive) => break,
                _ => {}
            }
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// CPU time of all that has ended, and the memory of the largest process among it.
fn used() -> (Duration, u64) {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return (Duration::ZERO, 0);
    };
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    // In KiB everywhere but on Apple's systems, where it is bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    (Duration::from_micros(micros.unsigned_abs()), usage.max_rss().unsigned_abs() * unit)
}
