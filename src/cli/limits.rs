//! Limits on a task, and the count of its positions that stops it at them.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::{size, time};
use super::signals;
use crate::budget::Budget;

/// Limits, each of which may be absent: those of tasks that have a transposition table.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Stop each task after this time, such as 90s, 10m or 2h, and print what is known; a list continues with the next
    /// task
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<Duration>,

    /// Stop each task after about N positions, and print what is known
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Use at most this much memory for the transposition table, such as 512M or 4G [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
}

/// The limits of tasks that count their work, and have no such table.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    #[command(flatten)]
    time: TimeArgs,

    /// Stop each task after about N positions, and print what is known
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// The limit of tasks that count nothing.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct TimeArgs {
    /// Stop after this time, such as 90s, 10m or 2h, and print what is known
    #[arg(long, value_name = "T", value_parser = time)]
    time: Option<Duration>,
}

impl From<LimitArgs> for Limits {
    fn from(LimitArgs { time, nodes }: LimitArgs) -> Limits {
        Limits { nodes, ..time.into() }
    }
}

impl From<TimeArgs> for Limits {
    fn from(TimeArgs { time }: TimeArgs) -> Limits {
        Limits { time, ..Limits::default() }
    }
}

impl Limits {
    /// Returns these limits, and the others where there is none.
    #[must_use]
    pub fn or(self, others: Limits) -> Limits {
        let Limits { time, nodes, memory } = self;
        Limits { time: time.or(others.time), nodes: nodes.or(others.nodes), memory: memory.or(others.memory) }
    }
}

/// Counts the positions of a computation, and tells it to stop at its limits or after a signal.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    threads: usize,
    started: Instant,
    positions: Cell<u64>,
    stopped: Cell<bool>,
}

impl Meter {
    /// Starts a computation with these limits, on the given number of threads.
    #[must_use]
    pub fn start(limits: Limits, threads: usize) -> Meter {
        Meter { limits, threads, started: Instant::now(), positions: Cell::new(0), stopped: Cell::new(false) }
    }

    /// Returns the limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Records the number of positions searched so far, and returns whether to go on.
    pub fn poll(&self, positions: u64) -> ControlFlow<()> {
        self.count(positions);
        let is_late = self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
        let is_full = self.limits.nodes.is_some_and(|nodes| self.positions.get() >= nodes);
        if is_late || is_full || signals::cancelled() {
            self.stopped.set(true);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Records the number of positions searched so far. A smaller number than before is ignored.
    pub fn count(&self, positions: u64) {
        self.positions.set(self.positions.get().max(positions));
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.get()
    }

    /// Returns whether the computation was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Returns the budget of a computation that calls `poll`, which is to call [`poll`](Self::poll).
    pub fn budget_with<'a>(&self, poll: impl FnMut(u64) -> ControlFlow<()> + 'a) -> Budget<'a> {
        Budget::new(poll).with_memory(self.limits.memory.unwrap_or(1 << 30)).with_threads(self.threads)
    }

    /// Returns what the computation may use.
    pub fn budget(&self) -> Budget<'_> {
        self.budget_with(|positions| self.poll(positions))
    }
}
