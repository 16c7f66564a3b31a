//! The line of progress on stderr.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size_of};

use super::messages::say;

/// On a terminal the line appears when a task has lasted this long.
const FIRST: Duration = Duration::from_secs(2);

/// The line is renewed this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// An estimate of the time left is based on at least this much time, and on a fiftieth of the work.
const ENOUGH: Duration = Duration::from_secs(5);

/// The width of a terminal that does not tell it.
pub(super) const USUAL_COLUMNS: u16 = 80;

/// One line of progress on stderr, cleared before the answer is written to the same terminal.
#[derive(Debug)]
pub(super) struct Progress {
    program: &'static str,
    shown: Shown,
    begun: Instant,
    next: Instant,
    /// When the work was first measured, and how much was done then.
    measured: Option<(Instant, u64)>,
    /// How long the rest of the task will take.
    left: Option<Duration>,
}

#[derive(Debug)]
enum Shown {
    Never,
    /// Off a terminal: a line each time.
    Lines,
    /// On a terminal: one line, which is there now or not.
    Line(bool),
}

impl Progress {
    /// Returns the line of a task, not shown yet.
    pub(super) fn new(program: &'static str, quiet: bool, always: bool) -> Progress {
        let (shown, first) = match (quiet, io::stderr().is_terminal()) {
            (false, true) => (Shown::Line(false), FIRST),
            (false, false) if always => (Shown::Lines, INTERVAL),
            // What has been found is flushed at this pace too.
            _ => (Shown::Never, INTERVAL),
        };
        let begun = Instant::now();
        Progress { program, shown, begun, next: begun + first, measured: None, left: None }
    }

    /// Returns whether it is time to show something. It is so only once an interval.
    pub(super) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = now >= self.next;
        if is_due {
            self.next = now + INTERVAL;
        }
        is_due
    }

    /// Records how much of the work is done, to estimate how long the rest takes.
    pub(super) fn measure(&mut self, done: u64, all: u64) {
        let (begun, before) = *self.measured.get_or_insert_with(|| (Instant::now(), done));
        let (elapsed, made) = (begun.elapsed(), done.saturating_sub(before));
        let is_enough = elapsed >= ENOUGH && made.saturating_mul(50) >= all.saturating_sub(before);
        let left = elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / made.max(1) as f64;
        self.left = is_enough.then(|| Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
    }

    /// Shows a text, the time since the task began, and an estimate of the time left if there is one.
    pub(super) fn show(&mut self, text: &str) {
        let whole_seconds = |time: Duration| humantime::format_duration(Duration::from_secs(time.as_secs()));
        let left = self.left.map_or_else(String::new, |left| format!(", {} left", whole_seconds(left)));
        let text = format!("{text}, {}{left}", whole_seconds(self.begun.elapsed()));
        match &mut self.shown {
            Shown::Never => {}
            Shown::Lines => say(self.program, text),
            Shown::Line(is_there) => {
                *is_there = true;
                let columns = terminal_size_of(io::stderr()).map_or(USUAL_COLUMNS, |(Width(columns), _)| columns);
                let line = format!("{}: {text}", self.program);
                let line: String = line.chars().take(usize::from(columns).saturating_sub(1)).collect();
                // If stderr cannot be written, nothing can be done.
                let _ = io::stderr().write_all(format!("\r{line}\x1b[K").as_bytes());
            }
        }
    }

    /// Clears the line: before answers and messages, which may go to the same terminal, and at the end.
    pub(super) fn clear(&mut self) {
        if let Shown::Line(is_there) = &mut self.shown
            && std::mem::take(is_there)
        {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
