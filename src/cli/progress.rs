//! Tasks that may take long: their limits, their progress, Ctrl-C, and `--stats`.
//!
//! ```text
//!     Tasks::run ----> TaskProgress -------- report(positions) -------> continue or stop
//!                         |    \ ProgressLine, on stderr
//!                         dropped when the answer is printed
//!     Ctrl-C waits for that while a task is running, reports what was answered, and ends the process
//! ```
//!
//! A task stops where it calls [`TaskProgress::report`], so that its partial answer can be printed. Ctrl-C waits three seconds
//! for that, and then ends the process.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use itertools::Itertools;

use super::exit::Exit;
use super::interrupt;
use super::messages::say;
use super::options::{Common, number, size, time};
use crate::proc_files::own_peak_memory;

/// How long Ctrl-C waits for the answers of the tasks that are running.
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

/// What tasks count as their work, unless they [say](TaskProgress::count_as) something else.
const POSITIONS: &str = "positions";

/// The tasks of a run: how many are running, how many are answered, and what they cost.
#[derive(Debug)]
pub struct Tasks {
    program: &'static str,
    counts: Mutex<Counts>,
    changed: Condvar,
    stats: Option<Stats>,
}

/// The tasks that a run was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// One task, on the command line.
    One,
    /// A list.
    List,
}

#[derive(Debug, Default)]
struct Counts {
    running: u64,
    answered: u64,
    /// The number of tasks whose partial answers are printed.
    stopped: u64,
    /// The work of the tasks that have ended: units, and how many of them. Tasks that search nothing are left out.
    work: Vec<(&'static str, u64)>,
}

impl Counts {
    /// Adds the work of a task.
    fn add(&mut self, unit: &'static str, done: u64) {
        match self.work.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, sum)) => *sum += done,
            None if done == 0 && unit == POSITIONS => {}
            None => self.work.push((unit, done)),
        }
    }

    /// Returns the work of all tasks, such as `12 positions`.
    fn work(&self) -> String {
        let none = [(POSITIONS, 0)];
        let work = if self.work.is_empty() { &none[..] } else { &self.work };
        work.iter().map(|(unit, done)| format!("{done} {unit}")).join(", ")
    }

    /// Returns the message of Ctrl-C, and whether it is a hint only, since all answers are printed.
    fn interrupted(&self, asked: Asked) -> (String, bool) {
        let &Counts { running, answered, stopped, .. } = self;
        let is_at_rest = running == 0;
        match asked {
            Asked::One if !is_at_rest || answered + stopped == 0 => {
                ("interrupted before the answer was complete".to_owned(), false)
            }
            Asked::One if stopped > 0 => ("interrupted; the answer is what is known so far".to_owned(), true),
            Asked::One => ("interrupted after the answer was complete".to_owned(), true),
            Asked::List if is_at_rest => (format!("interrupted after {answered} task(s)"), true),
            Asked::List => (format!("interrupted after {answered} task(s), while another was running"), false),
        }
    }
}

impl Tasks {
    /// Returns the tasks of a run that has just begun. The caller sets up Ctrl-C.
    #[must_use]
    pub fn new(program: &'static str, stats: Option<Stats>) -> Tasks {
        Tasks { program, counts: Mutex::default(), changed: Condvar::new(), stats }
    }

    /// Returns the tasks of a run that has just begun. From now on Ctrl-C ends the process with [`Exit::Limit`].
    #[must_use]
    pub fn begin(program: &'static str, asked: Asked, quiet: bool, stats: Option<Stats>) -> Arc<Tasks> {
        let tasks = Arc::new(Tasks::new(program, stats));
        let interrupted = Arc::clone(&tasks);
        interrupt::on_ctrl_c(move || interrupted.end(asked, quiet));
        tasks
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        // Nothing panics while it holds the lock.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, asked: Asked, quiet: bool) -> ! {
        let ended = interrupt::wait_while_saving(|| {
            let waited = self.changed.wait_timeout_while(self.lock(), PATIENCE, |counts| counts.running > 0);
            let (counts, _) = waited.unwrap_or_else(PoisonError::into_inner);
            (counts.running == 0).then_some(counts)
        });
        // Locked until the process has ended: no other task is begun.
        let counts = ended.unwrap_or_else(|| self.lock());
        let (message, is_hint) = counts.interrupted(asked);
        if !(is_hint && quiet) {
            say(self.program, message);
        }
        self.report_on(&counts);
        process::exit(Exit::Limit as i32)
    }

    /// Returns whether the answer to a task is only what was known at a limit.
    #[must_use]
    pub fn has_stopped(&self) -> bool {
        self.lock().stopped > 0
    }

    /// Prints what the tasks cost, if that was asked for.
    pub fn report(&self) {
        self.report_on(&self.lock());
    }

    fn report_on(&self, counts: &Counts) {
        if let Some(stats) = self.stats {
            stats.report(self.program, counts.work());
        }
    }

    /// Begins a task. After Ctrl-C no task is begun, and this does not return.
    pub fn run<'a>(&'a self, limits: &LimitOptions, options: &'a Common) -> TaskProgress<'a> {
        let progress = self.start(limits, options);
        if interrupt::pressed() {
            drop(progress);
            interrupt::wait_for_end();
        }
        progress
    }

    /// Begins a task that may run beside others on other threads. After Ctrl-C it is stopped at its first report.
    pub fn start<'a>(&'a self, limits: &LimitOptions, options: &'a Common) -> TaskProgress<'a> {
        self.lock().running += 1;
        let started = Instant::now();
        TaskProgress {
            tasks: self,
            started,
            deadline: limits.time.map(|time| started + time),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            options,
            line: None,
            unit: POSITIONS,
            shows_positions: true,
            positions: 0,
            stopped: false,
        }
    }
}

/// The progress of a task that is running. The task ends when this is dropped.
#[derive(Debug)]
pub struct TaskProgress<'a> {
    tasks: &'a Tasks,
    started: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    options: &'a Common,
    /// Created when there is something to show.
    line: Option<ProgressLine>,
    /// What the task counts.
    unit: &'static str,
    /// Whether the line shows the number of positions, and not what the task shows itself.
    shows_positions: bool,
    positions: u64,
    stopped: bool,
}

impl TaskProgress<'_> {
    /// Records the number of positions searched so far, and returns whether to continue: the body of a
    /// [progress callback](crate::progress::Progress).
    pub fn report(&mut self, positions: u64) -> ControlFlow<()> {
        self.count(positions);
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.positions >= self.nodes || interrupt::pressed() {
            self.stopped = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Returns whether to continue, for a task that writes answers and searches no positions.
    pub fn check(&mut self) -> ControlFlow<()> {
        self.report(self.positions)
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Records the number of positions searched so far. A smaller number than before is ignored.
    pub fn count(&mut self, positions: u64) {
        if positions > self.positions {
            self.positions = positions;
            if self.shows_positions {
                self.line(self.unit, None).set(positions);
            }
        }
    }

    /// Names what the task counts in place of positions, such as `playouts`.
    pub fn count_as(&mut self, unit: &'static str) {
        self.unit = unit;
    }

    /// Shows how many parts of the task are done, in place of the number of positions.
    pub fn count_parts(&mut self, unit: &'static str, done: u64, all: u64) {
        self.shows_positions = false;
        self.line(unit, Some(all)).set(done);
    }

    /// Shows a line in place of the number of positions. `line` is called if it is time to show one.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        self.shows_positions = false;
        self.line("", None).show(line);
    }

    fn line(&mut self, unit: &'static str, total: Option<u64>) -> &mut ProgressLine {
        self.line.get_or_insert_with(|| {
            let mut line = ProgressLine::new(self.options, self.tasks.program, unit, total);
            line.last = self.started;
            line
        })
    }

    /// Returns the limit on positions, or `None` if there is none. From now on the caller must observe it:
    /// [`report`](Self::report) does not any more.
    pub fn take_nodes(&mut self) -> Option<u64> {
        Some(std::mem::replace(&mut self.nodes, u64::MAX)).filter(|&nodes| nodes < u64::MAX)
    }

    /// Records that the task is answered, and whether a limit has stopped it early. Only an answer that was not stopped counts in the
    /// message of Ctrl-C.
    pub fn answered(&mut self, stopped: bool) {
        self.stopped = stopped;
        let mut counts = self.tasks.lock();
        counts.answered += u64::from(!stopped);
        counts.stopped += u64::from(stopped);
    }

    /// Returns whether the task was stopped early.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns whether no hints are wanted.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.options.quiet
    }
}

impl Drop for TaskProgress<'_> {
    fn drop(&mut self) {
        let mut counts = self.tasks.lock();
        counts.running -= 1;
        counts.add(self.unit, self.positions);
        self.tasks.changed.notify_all();
    }
}

/// The line appears when a run has lasted this long, and is renewed this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// One line of progress on stderr: on a terminal, or on request; never among the answers. It counts what has been read of the
/// input, or done of the work.
#[derive(Debug)]
pub struct ProgressLine {
    program: &'static str,
    unit: &'static str,
    total: Option<u64>,
    done: u64,
    /// When something was shown last, or the run started.
    last: Instant,
    shown: Shown,
}

#[derive(Debug)]
enum Shown {
    Never,
    /// Off a terminal: a line each time.
    Lines,
    /// On a terminal, where the bar is created when it is first due.
    Bar(Option<ProgressBar>),
}

impl ProgressLine {
    /// Returns a counter up to `total`, if that is known. It is shown on a terminal that the answers do not go to, or if
    /// `--progress` asks for it.
    #[must_use]
    pub fn new(options: &Common, program: &'static str, unit: &'static str, total: Option<u64>) -> ProgressLine {
        let wanted = options.progress || !io::stdout().is_terminal();
        let shown = match (options.quiet, io::stderr().is_terminal()) {
            (false, true) if wanted => Shown::Bar(None),
            (false, false) if options.progress => Shown::Lines,
            _ => Shown::Never,
        };
        ProgressLine { program, unit, total, done: 0, last: Instant::now(), shown }
    }

    /// Returns whether it is time to show something, which the caller then does.
    fn is_due(&mut self) -> bool {
        let is_due = !matches!(self.shown, Shown::Never) && self.last.elapsed() >= INTERVAL;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }

    /// Shows a line in place of a number.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if !self.is_due() {
            return;
        }
        match &mut self.shown {
            Shown::Never => {}
            Shown::Lines => say(self.program, line()),
            Shown::Bar(bar) => {
                let template = format!("{}: {{msg}}", self.program);
                bar.get_or_insert_with(|| new_bar(None, &template)).set_message(line());
            }
        }
    }

    /// Counts what has been done since the last call.
    pub fn add(&mut self, done: u64) {
        self.set(self.done + done);
    }

    /// Sets the number of what has been done.
    pub fn set(&mut self, done: u64) {
        self.done = done;
        if !self.is_due() {
            return;
        }
        let (program, unit) = (self.program, self.unit);
        match (&mut self.shown, self.total) {
            (Shown::Never, _) => {}
            (Shown::Lines, Some(total)) => say(program, format_args!("{done} of {total} {unit}")),
            (Shown::Lines, None) => say(program, format_args!("{done} {unit}")),
            (Shown::Bar(bar), total) => {
                let template = match total {
                    Some(_) => format!("{program}: {{pos}} of {{len}} {unit}, {{eta}} left"),
                    None => format!("{program}: {{pos}} {unit} in {{elapsed}}"),
                };
                bar.get_or_insert_with(|| new_bar(total, &template)).set_position(done);
            }
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Shown::Bar(Some(bar)) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(4));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What a run costs, for `--stats`.
#[derive(Clone, Copy, Debug)]
pub struct Stats {
    started: Instant,
}

impl Stats {
    /// Starts the clock.
    #[must_use]
    pub fn start() -> Stats {
        Stats { started: Instant::now() }
    }

    /// Prints one line on stderr: the work that was done, seconds, and peak memory where the system provides it.
    pub fn report(self, program: &str, work: impl Display) {
        let seconds = self.started.elapsed().as_secs_f64();
        let memory = own_peak_memory()
            .map_or_else(String::new, |bytes| format!(", {:.1} MiB", bytes as f64 / f64::from(1 << 20)));
        say(program, format_args!("{work}, {seconds:.3} s{memory}"));
    }
}
