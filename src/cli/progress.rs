//! Tasks that may take long, done one after the other: their limits, their progress, and Ctrl-C.
//!
//! ```text
//!     Tasks::run ----> TaskProgress ---------- go_on(positions) ----------> continue or stop
//!                         \ dropped when the answer is out
//!     Ctrl-C waits for that if a task is progress, reports how much was done, and ends the process
//! ```
//!
//! A task stops where it calls [`TaskProgress::report`], so that what it knows can be printed. Ctrl-C waits three seconds for
//! that, and then ends the process.

use std::ops::ControlFlow;
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;

use super::exit::{Exit, say};
use super::interrupt;
use super::options::{Common, number, size, time};
use super::progress_line::ProgressLine;
use super::stats::Stats;

/// How long Ctrl-C waits for the answers of what is being done.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// Limits on a task; in a list each task has all of them.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Stop each task after this time, such as 90s, 10m or 2h, and print what is known; a list continues with the next task
    #[arg(long, global = true, value_name = "T", value_parser = time)]
    pub time: Option<Duration>,

    /// Stop each task after about N positions, and print what is known
    #[arg(long, global = true, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    pub nodes: Option<u64>,
}

/// The limit on memory, for the programs that have a transposition table.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub struct MemoryOption {
    /// Use at most this much memory for the transposition table, such as 512M or 4G
    #[arg(long = "memory", global = true, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub bytes: u64,
}

/// What the thread that works and the one that Ctrl-C starts tell each other.
#[derive(Debug, Default)]
struct Done {
    /// How many tasks are being done; if none, the next one is waited for.
    working: u64,
    answered: u64,
    positions: u64,
}

/// The tasks of a run.
#[derive(Debug)]
pub struct Tasks {
    program: &'static str,
    done: Mutex<Done>,
    changed: Condvar,
    stats: Option<Stats>,
}

impl Tasks {
    /// None done yet; what Ctrl-C does is left to the caller.
    #[must_use]
    pub fn new(program: &'static str, stats: Option<Stats>) -> Tasks {
        Tasks { program, done: Mutex::default(), changed: Condvar::new(), stats }
    }

    /// None done yet. From now on Ctrl-C ends the process with [`Exit::Limit`].
    #[must_use]
    pub fn begin(program: &'static str, stats: Option<Stats>) -> Arc<Tasks> {
        let tasks = Arc::new(Tasks::new(program, stats));
        let interrupted = Arc::clone(&tasks);
        interrupt::on_ctrl_c(move || interrupted.end());
        tasks
    }

    fn lock(&self) -> MutexGuard<'_, Done> {
        // Nothing panics while it holds the lock.
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) -> ! {
        let waited = self.changed.wait_timeout_while(self.lock(), PATIENCE, |done| done.working > 0);
        // Held to the end: no other task is begun.
        let (done, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let midst = if done.working > 0 { ", while another was running" } else { "" };
        say(self.program, format_args!("interrupted after {} task(s){midst}", done.answered));
        self.report_on(&done);
        process::exit(Exit::Limit as i32)
    }

    /// Says what was done, if that is wanted.
    pub fn report(&self) {
        self.report_on(&self.lock());
    }

    fn report_on(&self, done: &Done) {
        if let Some(stats) = self.stats {
            stats.report(self.program, done.positions, "positions");
        }
    }

    /// Begins a task; after Ctrl-C none is begun any more.
    pub fn run<'a>(&'a self, limits: &LimitOptions, options: &'a Common) -> TaskProgress<'a> {
        let progress = self.start(limits, options);
        if interrupt::pressed() {
            drop(progress);
            interrupt::wait_for_end();
        }
        progress
    }

    /// Begins a task, beside others on other threads; after Ctrl-C only to be broken off.
    pub fn start<'a>(&'a self, limits: &LimitOptions, options: &'a Common) -> TaskProgress<'a> {
        self.lock().working += 1;
        TaskProgress {
            tasks: self,
            deadline: limits.time.map(|time| Instant::now() + time),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            options,
            progress: None,
            positions: 0,
            shown: Shown::Positions,
            stopped: false,
        }
    }
}

/// What the progress line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Positions,
    /// So many parts of the task that are done.
    Parts(u64),
    /// What the task makes of itself.
    Line,
}

/// A task that is being done; it is over when this is dropped.
#[derive(Debug)]
pub struct TaskProgress<'a> {
    tasks: &'a Tasks,
    deadline: Option<Instant>,
    nodes: u64,
    options: &'a Common,
    /// Made for what searches positions, or knows how much there is to do.
    progress: Option<ProgressLine>,
    positions: u64,
    shown: Shown,
    stopped: bool,
}

impl TaskProgress<'_> {
    /// To be called from time to time with how many positions have been searched: whether to go on.
    pub fn report(&mut self, positions: u64) -> ControlFlow<()> {
        self.count(positions);
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.positions >= self.nodes || interrupt::pressed() {
            self.stopped = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// The same for what writes answers and searches no positions.
    pub fn check(&mut self) -> ControlFlow<()> {
        self.report(self.positions)
    }

    /// How many positions have been searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Notes how many positions were searched in all.
    pub fn count(&mut self, positions: u64) {
        let more = positions.saturating_sub(self.positions);
        self.positions += more;
        if more > 0 && self.shown == Shown::Positions {
            let new = || ProgressLine::new(self.options, self.tasks.program, "positions", None);
            self.progress.get_or_insert_with(new).add(more);
        }
    }

    /// Notes how many parts of the task are done, which is shown in the place of positions.
    pub fn count_parts(&mut self, unit: &'static str, done: u64, all: u64) {
        let before = match std::mem::replace(&mut self.shown, Shown::Parts(done)) {
            Shown::Parts(before) => before,
            Shown::Positions | Shown::Line => 0,
        };
        let new = || ProgressLine::new(self.options, self.tasks.program, unit, Some(all));
        self.progress.get_or_insert_with(new).add(done.saturating_sub(before));
    }

    /// Shows a line in the place of positions, from the first call on; it is made if it is time to show one.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        self.shown = Shown::Line;
        let new = || ProgressLine::new(self.options, self.tasks.program, "", None);
        self.progress.get_or_insert_with(new).show(line);
    }

    /// The limit on positions, if the caller sees to it from now on.
    pub fn take_nodes(&mut self) -> Option<u64> {
        Some(std::mem::replace(&mut self.nodes, u64::MAX)).filter(|&nodes| nodes < u64::MAX)
    }

    /// Notes that there is an answer, and whether a limit has cut it.
    pub fn answered(&mut self, stopped: bool) {
        self.stopped = stopped;
        self.tasks.lock().answered += u64::from(!stopped);
    }

    /// Whether the task has been broken off.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}

impl Drop for TaskProgress<'_> {
    fn drop(&mut self) {
        let mut done = self.tasks.lock();
        done.working -= 1;
        done.positions += self.positions;
        self.tasks.changed.notify_all();
    }
}
