//! The side that runs the program and watches it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, kill_process_group, setrlimit};

use super::event::Event;
use super::process_tree::{ADOPTS, Usage, adopt_orphans, children, ended, usage};
use super::reaper::Reaper;
use super::streams::drained_into;
use super::{Ending, Limit, Limits, MOST_PROCESSES, Order, Report};

/// How often the program is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long to go on ending processes that do not end.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait for what is left in the pipes when no process is left to end.
const DRAINING: Duration = Duration::from_secs(1);

/// Takes an order from stdin, carries it out and reports to stdout, each in a line of JSON.
///
/// # Errors
/// If there is no order on stdin, or the report cannot be written.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line)?;
    let (events, happened) = mpsc::channel();
    let lifeline = events.clone();
    thread::Builder::new().spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = lifeline.send(Event::Abandoned);
    })?;
    adopt_orphans();
    if let Some(report) = carry_out(&order, &events, &happened) {
        let mut stdout = io::stdout().lock();
        serde_json::to_writer(&mut stdout, &report)?;
        return stdout.flush();
    }
    // The client is gone, so its files are removed here, and the folder once it is empty. An input beside them was made for it.
    let folder = Path::new(&order.output).parent();
    for path in [&order.output, &order.errors, &order.input].map(Path::new) {
        if path.parent() == folder {
            let _ = fs::remove_file(path);
        }
    }
    let _ = folder.map(fs::remove_dir);
    Ok(())
}

/// Runs the program; `None` if the client has ended and waits for no report.
fn carry_out(order: &Order, events: &Sender<Event>, happened: &Receiver<Event>) -> Option<Report> {
    let not_run = |ending| Some(Report { ending, cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 });
    // All threads are there before the program is: nothing can go wrong once it runs.
    let reaper = match Reaper::new(events.clone()) {
        Ok(reaper) => reaper,
        Err(error) => return not_run(Ending::Failed(error.to_string())),
    };
    let started = Instant::now();
    let program = match start(order, events) {
        Ok(program) => program,
        Err(ending) => return not_run(ending),
    };
    reaper.begin(program);
    let mut watch = Watch { order, started, program, anybody: true, open_streams: 2, seen: 0, peak: 0 };
    let ending = watch.until_the_end(happened);
    let (wall, used) = (started.elapsed(), usage());
    watch.see(&used);
    let peak = watch.peak.max(ended().memory);
    let ending = watch.end_all(ending, &reaper, happened)?;
    // What is passed between two looks is passed as well.
    let limits = order.limits;
    let passed =
        [(peak > limits.memory, Limit::Memory), (used.cpu > limits.cpu, Limit::Cpu), (wall > limits.wall, Limit::Wall)];
    let ending = match (ending, passed.into_iter().find(|(passed, _)| *passed)) {
        (ending, Some((_, limit))) if ending.by_itself() => Ending::Exceeded(limit),
        (ending, _) => ending,
    };
    Some(Report { ending, cpu: used.cpu, wall, peak: peak.max(ended().memory) })
}

/// Starts the program in a process group of its own.
fn start(order: &Order, events: &Sender<Event>) -> Result<Pid, Ending> {
    let named = |path: &OsStr, error: io::Error| format!("{}: {error}", path.display());
    let (program, arguments) =
        order.command.split_first().ok_or_else(|| Ending::NotStarted("an empty command".to_owned()))?;
    let stream = |path: &OsStr| {
        let stream = drained_into(Path::new(path), order.limits.output, events);
        stream.map_err(|error| Ending::Failed(named(path, error)))
    };
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    command.stdin(File::open(&order.input).map_err(|error| Ending::Failed(named(&order.input, error)))?);
    command.stdout(stream(&order.output)?);
    command.stderr(stream(&order.errors)?);
    let before = restrict(&order.limits);
    let child = command.spawn();
    for (resource, limit) in before {
        let _ = setrlimit(resource, limit);
    }
    Ok(Pid::from_child(&child.map_err(|error| Ending::NotStarted(named(program, error)))?))
}

/// Sets the limits that the kernel watches over, for what is started now: they are this process's own until they are set
/// back, so that no code has to run between `fork` and `exec`. Returns what they were. Where one cannot be set, it is kept
/// by looking, like all others.
fn restrict(limits: &Limits) -> Vec<(Resource, Rlimit)> {
    let lowered = [(Resource::Cpu, limits.cpu.as_secs() + 1), (Resource::Core, 0)];
    let lower = |(resource, soft)| {
        let before = getrlimit(resource);
        let current = Some(before.maximum.map_or(soft, |most| most.min(soft)));
        setrlimit(resource, Rlimit { current, maximum: before.maximum }).ok()?;
        Some((resource, before))
    };
    lowered.into_iter().filter_map(lower).collect()
}

/// The name of a signal.
fn name(number: i32) -> Option<String> {
    nix::sys::signal::Signal::try_from(number).ok().map(|signal| signal.as_str().to_owned())
}

/// What is known of the program while it is watched.
struct Watch<'a> {
    order: &'a Order,
    started: Instant,
    program: Pid,
    /// Whether it or anything that it has started may run.
    anybody: bool,
    open_streams: u32,
    /// The memory that was seen last, and the most at two times in a row: while processes begin and end, what they share
    /// may be counted for each of them.
    seen: u64,
    peak: u64,
}

impl Watch<'_> {
    /// Waits until the program ends or has to be ended; `None` if the client has ended.
    fn until_the_end(&mut self, happened: &Receiver<Event>) -> Option<Ending> {
        loop {
            match happened.recv_timeout(INTERVAL) {
                Ok(Event::Ended(status)) => {
                    let by_signal = || status.terminating_signal().map(|number| Ending::Killed(number, name(number)));
                    let ending = status.exit_status().map(Ending::Exited).or_else(by_signal);
                    return Some(ending.unwrap_or_else(|| {
                        Ending::Failed("the program ended with neither an exit status nor a signal".to_owned())
                    }));
                }
                Ok(Event::NobodyLeft) => {
                    self.anybody = false;
                    let reason = "how the program ended is unknown, because hex-judge was started with SIGCHLD ignored";
                    return Some(Ending::Failed(reason.to_owned()));
                }
                Ok(Event::Drained(Ok(()))) => self.open_streams -= 1,
                Ok(Event::Drained(Err(error))) => {
                    self.open_streams -= 1;
                    return Some(Ending::not_kept(&error));
                }
                Ok(Event::Overflowed) => return Some(Ending::Exceeded(Limit::Output)),
                Ok(Event::Abandoned) | Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(limit) = self.exceeded() {
                        return Some(Ending::Exceeded(limit));
                    }
                }
            }
        }
    }

    /// Which limit the running program has passed, if any.
    fn exceeded(&mut self) -> Option<Limit> {
        let Limits { cpu, wall, memory, .. } = self.order.limits;
        if self.started.elapsed() > wall {
            return Some(Limit::Wall);
        }
        let usage = usage();
        self.see(&usage);
        let limits = [
            (self.peak > memory, Limit::Memory),
            (usage.processes > MOST_PROCESSES, Limit::Processes),
            (usage.cpu > cpu, Limit::Cpu),
        ];
        limits.into_iter().find_map(|(passed, limit)| passed.then_some(limit))
    }

    fn see(&mut self, usage: &Usage) {
        let alone = usage.processes <= 1;
        let memory = if alone { usage.memory } else { usage.memory.min(self.seen) };
        self.peak = self.peak.max(memory);
        self.seen = usage.memory;
    }

    /// Ends the program and everything that it has started, and waits for what they have written.
    fn end_all(&mut self, mut ending: Option<Ending>, reaper: &Reaper, happened: &Receiver<Event>) -> Option<Ending> {
        let held = reaper.hold();
        if !ADOPTS || children().contains(&self.program) {
            let _ = kill_process_group(self.program, Signal::KILL);
        }
        drop(held);
        let mut deadline = Instant::now() + PATIENCE;
        while (self.anybody || self.open_streams > 0) && Instant::now() < deadline {
            // The children of those that end here become ours: so we get at all of them.
            let held = reaper.hold();
            let found = children();
            for &process in &found {
                let _ = kill_process(process, Signal::KILL);
            }
            drop(held);
            let pause = if found.is_empty() { Duration::from_millis(1) } else { Duration::from_micros(50) };
            match happened.recv_timeout(pause) {
                Ok(Event::NobodyLeft) => {
                    self.anybody = false;
                    deadline = deadline.min(Instant::now() + DRAINING);
                }
                Ok(Event::Drained(result)) => {
                    self.open_streams -= 1;
                    if let Err(error) = result {
                        ending =
                            ending.map(|ending| if ending.by_itself() { Ending::not_kept(&error) } else { ending });
                    }
                }
                Ok(Event::Overflowed) => {
                    let exceeded = Ending::Exceeded(Limit::Output);
                    ending = ending.map(|ending| if ending.by_itself() { exceeded } else { ending });
                }
                Ok(Event::Abandoned) => ending = None,
                Ok(Event::Ended(_)) | Err(_) => {}
            }
        }
        if self.anybody && ending.is_some() {
            return Some(Ending::Failed("cannot end all processes of the program".to_owned()));
        }
        ending
    }
}
