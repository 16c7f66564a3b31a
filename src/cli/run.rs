//! What a task may use: limits, threads, the output, the progress line, statistics, and one way to stop.
//!
//! [`Meter::poll`] is the one place where a computation is stopped: by its limits, or by a signal. A [`Run`] has a
//! meter, and shows a progress line when it is polled; parts of a task that run on other threads have meters of their
//! own.

use std::cell::{Cell, RefCell, RefMut};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::{ArgMatches, FromArgMatches};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use itertools::Itertools;

use super::answer::{Answer, Form};
use super::arguments::{self, Common};
use super::failure::{Exit, Failure};
use super::messages::say;
use super::paths::{OutputFile, Writes, write_whole};
use super::signals::{self, Waiting, Watched};
use crate::budget::Budget;
use crate::proc_files::own_peak_memory;

/// The options of a process.
#[derive(Clone, Debug)]
pub struct Options {
    /// Those that all programs have.
    pub common: Common,
    /// The limits on each task.
    pub limits: Limits,
    /// The exit status of a process that a signal ends.
    pub interrupted: Exit,
}

/// Limits on a task, or on a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    time: Option<Duration>,
    nodes: u64,
    /// The largest size of the transposition table in bytes.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Options {
    /// Returns the options that were given.
    #[must_use]
    pub fn of(matches: &ArgMatches) -> Options {
        // clap has checked them.
        let common = Common::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        // Not all programs have all limits.
        let get = |name| matches.try_get_one::<u64>(name).ok().flatten().copied();
        let (nodes, memory) = (get("nodes"), get("memory").unwrap_or(1 << 30));
        let time = matches.try_get_one::<Duration>("time").ok().flatten().copied();
        let limits = Limits { time, nodes: nodes.unwrap_or(u64::MAX), memory, threads: common.threads() };
        Options { common, limits, interrupted: Exit::LIMIT }
    }
}

/// Counts the positions of a computation, and tells it to stop.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    started: Instant,
    nodes: Cell<u64>,
    positions: Cell<u64>,
    stopped: Cell<bool>,
}

impl Limits {
    /// Returns the limits with this limit on time unless there is one.
    #[must_use]
    pub fn or_time(self, time: Duration) -> Limits {
        Limits { time: self.time.or(Some(time)), ..self }
    }

    /// Starts a computation with these limits.
    #[must_use]
    pub fn start(self) -> Meter {
        let (nodes, positions) = (Cell::new(self.nodes), Cell::new(0));
        Meter { limits: self, started: Instant::now(), nodes, positions, stopped: Cell::new(false) }
    }
}

impl Meter {
    /// Records the number of positions searched so far, and returns whether to go on.
    pub fn poll(&self, positions: u64) -> ControlFlow<()> {
        self.count(positions);
        let is_late = self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
        if is_late || self.positions.get() >= self.nodes.get() || signals::cancelled() {
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
    pub fn positions(&self) -> u64 {
        self.positions.get()
    }

    /// Returns whether the computation was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Returns what the computation may use.
    pub fn budget(&self) -> Budget<'_> {
        let Limits { memory, threads, .. } = self.limits;
        Budget::new(|positions| self.poll(positions)).with_memory(memory).with_threads(threads)
    }
}

/// What tasks count as their work, unless they say something else.
const POSITIONS: &str = "positions";

/// A process that answers tasks, or data sets.
pub struct Process {
    /// The program's name.
    pub program: &'static str,
    /// Its options.
    pub options: Options,
    out: RefCell<Blocks>,
    totals: &'static Totals,
}

/// What has been answered, for the messages at the end; the thread that handles signals prints them too.
struct Totals {
    program: &'static str,
    quiet: bool,
    stats: Option<Instant>,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    /// What is answered, such as `task(s)`; empty for a single task.
    unit: &'static str,
    answered: u64,
    /// The work that was done: units, and how many of them.
    work: Vec<(&'static str, u64)>,
}

impl Totals {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Nothing panics while it holds the lock.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints that the run was interrupted: by the message `single` if it has one answer. If everything that was begun
    /// is `printed`, that is a hint.
    fn say_interrupted(&self, printed: bool, single: &str) {
        let Totals { program, quiet, .. } = *self;
        let Counts { unit, answered, .. } = *self.counts();
        match (unit, printed) {
            (_, true) if quiet => {}
            ("", _) => say(program, single),
            (_, true) => say(program, format_args!("interrupted after {answered} {unit}")),
            (_, false) => say(program, format_args!("interrupted after {answered} {unit}, while another was running")),
        }
    }

    /// Prints the statistics, if they were asked for: the work, seconds, and peak memory where the system provides it.
    fn report(&self) {
        let Some(started) = self.stats else { return };
        let counts = self.counts();
        let none = [(POSITIONS, 0)];
        let work = if counts.work.is_empty() { &none[..] } else { &counts.work };
        let work = work.iter().map(|(unit, done)| format!("{done} {unit}")).join(", ");
        let memory = own_peak_memory()
            .map_or_else(String::new, |bytes| format!(", {:.1} MiB", bytes as f64 / f64::from(1 << 20)));
        say(self.program, format_args!("{work}, {:.3} s{memory}", started.elapsed().as_secs_f64()));
    }
}

impl Process {
    /// Begins a process that answers several things called `unit`, or one if that is empty. From now on signals are
    /// handled.
    #[must_use]
    pub fn begin(program: &'static str, options: Options, unit: &'static str) -> Process {
        let Common { json, quiet, stats, .. } = options.common;
        let stats = stats.then(Instant::now);
        let counts = Mutex::new(Counts { unit, ..Counts::default() });
        let totals: &'static Totals = Box::leak(Box::new(Totals { program, quiet, stats, counts }));
        signals::watch(program, options.interrupted, |is_at_rest| {
            let single = if is_at_rest { "interrupted" } else { "interrupted before the answer was complete" };
            totals.say_interrupted(is_at_rest, single);
            totals.report();
        });
        let out = BufWriter::with_capacity(1 << 16, Watched(io::stdout().lock()));
        let out = Blocks { out, separator: if json { "" } else { "\n" }, is_written: false, is_due: false };
        Process { program, options, out: RefCell::new(out), totals }
    }

    /// Ends the process: reports a failure, an interruption and the statistics, and returns the exit status.
    pub fn end(&self, result: Result<Exit, Failure>) -> Exit {
        let flushed = self.out.borrow_mut().flush();
        let result = match (flushed, result) {
            // What seems to be a failure to read may be one to write before, which happens again.
            (Err(error), Ok(_) | Err(Failure::Input(_))) => Err(Failure::Answers(error)),
            (_, result) => result,
        };
        if let Err(failure) = &result {
            arguments::report(self.program, failure);
        }
        let exit = result.unwrap_or_else(|failure| failure.exit());
        if signals::stopped() && exit == Exit::LIMIT {
            self.totals.say_interrupted(true, "interrupted; the answer is what is known so far");
        }
        self.totals.report();
        exit
    }

    /// Begins a block of the output, which is separated from the one before.
    pub fn begin_block(&self) {
        let mut out = self.out.borrow_mut();
        out.is_due = out.is_written;
    }

    /// Names what is answered, such as `graph(s)`, if a task turns out to be about several.
    pub fn count_answers(&self, unit: &'static str) {
        self.totals.counts().unit = unit;
    }

    /// Records that something has been answered, and the work that it took.
    pub fn add(&self, is_complete: bool, unit: &'static str, work: u64) {
        let mut counts = self.totals.counts();
        counts.answered += u64::from(is_complete);
        match counts.work.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, sum)) => *sum += work,
            None if work == 0 && unit == POSITIONS => {}
            None => counts.work.push((unit, work)),
        }
    }
}

/// Writes answers as blocks, with a separator between two of them.
struct Blocks {
    out: BufWriter<Watched<StdoutLock<'static>>>,
    /// What separates two blocks.
    separator: &'static str,
    /// Whether a block has been written.
    is_written: bool,
    /// Whether a blank line is written before the next byte: a task that fails leaves none.
    is_due: bool,
}

impl Write for Blocks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.is_due) {
            self.out.write_all(self.separator.as_bytes())?;
        }
        self.is_written = true;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A task that is running.
pub struct Run<'a> {
    process: &'a Process,
    meter: Meter,
    form: Form,
    is_list: bool,
    outputs: Vec<&'a OutputFile>,
    unit: Cell<&'static str>,
    line: RefCell<Line>,
}

impl<'a> Run<'a> {
    /// Starts a task. Its answer is written in this form.
    #[must_use]
    pub fn new(process: &'a Process, form: Form, is_list: bool) -> Run<'a> {
        let Process { program, options, .. } = process;
        let line = RefCell::new(Line::new(program, &options.common));
        let (meter, unit) = (options.limits.start(), Cell::new(POSITIONS));
        Run { process, meter, form, is_list, outputs: Vec::new(), unit, line }
    }

    /// Tells the run which files the options of the task name for output.
    #[must_use]
    pub fn with_outputs(mut self, outputs: Vec<&'a OutputFile>) -> Run<'a> {
        self.outputs = outputs;
        self
    }

    /// Returns the file that an option of this kind names, if it was given.
    #[must_use]
    pub fn output(&self, writes: Writes) -> Option<&'a OutputFile> {
        self.outputs.iter().copied().find(|output| output.writes == writes)
    }

    /// Returns the options of the process.
    #[must_use]
    pub fn options(&self) -> &'a Options {
        &self.process.options
    }

    /// Returns the process.
    #[must_use]
    pub fn process(&self) -> &'a Process {
        self.process
    }

    /// Returns the form in which the answer is written.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns whether stdin is the list of tasks.
    #[must_use]
    pub fn is_list(&self) -> bool {
        self.is_list
    }

    /// Returns what a computation may use. It is stopped by the limits and by signals, and shows its progress.
    pub fn budget(&self) -> Budget<'_> {
        let Limits { memory, threads, .. } = self.meter.limits;
        Budget::new(|positions| self.poll(positions)).with_memory(memory).with_threads(threads)
    }

    /// Records the number of positions searched so far, shows the progress, and returns whether to go on.
    pub fn poll(&self, positions: u64) -> ControlFlow<()> {
        let proceed = self.meter.poll(positions);
        if !self.line.borrow().is_own {
            self.tick(|| format!("{} {}", self.meter.positions(), self.unit.get()));
        }
        proceed
    }

    /// Shows a text and flushes what has been written, if it is time to.
    fn tick(&self, text: impl FnOnce() -> String) {
        let mut line = self.line.borrow_mut();
        if Instant::now() < line.next {
            return;
        }
        line.next = Instant::now() + INTERVAL;
        if let Ok(mut out) = self.process.out.try_borrow_mut() {
            // A failure is noticed at the next write.
            let _ = out.flush();
        }
        line.show(text);
    }

    /// Returns whether to go on, for a task that writes answers and searches no positions.
    pub fn proceed(&self) -> ControlFlow<()> {
        self.poll(self.meter.positions())
    }

    /// Returns the limits and counts of the task.
    #[must_use]
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Names what the task counts in place of positions, such as `playouts`.
    pub fn count_as(&self, unit: &'static str) {
        self.unit.set(unit);
    }

    /// Returns the limit on positions, or `None` if there is none. From now on the caller must observe it:
    /// [`poll`](Self::poll) does not any more.
    pub fn take_nodes(&self) -> Option<u64> {
        Some(self.meter.nodes.replace(u64::MAX)).filter(|&nodes| nodes < u64::MAX)
    }

    /// Shows a text in place of the number of positions, and the time since the task began. `text` is called if it is
    /// time to show one.
    pub fn show(&self, text: impl FnOnce() -> String) {
        self.line.borrow_mut().is_own = true;
        self.tick(text);
    }

    /// Shows how many parts of the task are done.
    pub fn show_parts(&self, unit: &str, done: u64, all: u64) {
        self.show_work(done, all, |percent| format!("{done} of {all} {unit} ({percent})"));
    }

    /// Shows which share of the task is done.
    pub fn show_share(&self, of: &str, done: u64, all: u64) {
        self.show_work(done, all, |percent| format!("{percent} of {of}"));
    }

    /// Shows how much of the task is done, and how long the rest will take once that can be estimated.
    fn show_work(&self, done: u64, all: u64, text: impl FnOnce(&str) -> String) {
        let mut line = self.line.borrow_mut();
        let (begun, before) = *line.parts.get_or_insert_with(|| (Instant::now(), done));
        let (elapsed, made) = (begun.elapsed(), done.saturating_sub(before));
        let is_enough = elapsed >= ENOUGH && made.saturating_mul(50) >= all.saturating_sub(before);
        let left = elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / made.max(1) as f64;
        line.left = is_enough.then(|| Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        drop(line);
        self.show(|| text(&format!("{:.1} %", 100.0 * done as f64 / all.max(1) as f64)));
    }

    /// Prints a message, in place of a progress line.
    pub fn say(&self, message: impl std::fmt::Display) {
        self.line.borrow_mut().clear();
        say(self.process.program, message);
    }

    /// Prints a hint, unless none are wanted.
    pub fn note(&self, hint: impl std::fmt::Display) {
        if !self.process.options.common.quiet {
            self.say(hint);
        }
    }

    /// Returns stdin, and says `what` is read if it is a terminal. What has been written is flushed before each read.
    ///
    /// # Errors
    /// [`Failure::Input`] if stdin is the list of tasks.
    pub fn stdin(&self, what: &str) -> Result<impl io::Read + '_, Failure> {
        if self.is_list {
            return Err(Failure::Input("expected the name of a file: stdin is the list of tasks".to_owned()));
        }
        if io::stdin().is_terminal() {
            self.note(format_args!("reading {what} from the terminal"));
        }
        Ok(self.waiting(io::stdin().lock()))
    }

    /// Returns a source whose reads may wait for input: what has been written is flushed before.
    pub fn waiting<R: io::Read>(&self, source: R) -> impl io::Read + use<'_, R> {
        Flushing { run: self, source: Waiting(source) }
    }

    /// Returns the output of the task.
    pub fn out(&self) -> Out<'_> {
        Out { run: self }
    }

    fn blocks(&self) -> RefMut<'_, Blocks> {
        self.process.out.borrow_mut()
    }

    /// Writes the answer to a task, and its picture. This is the one place where answers are written.
    ///
    /// # Errors
    /// If the answer or the picture cannot be written.
    pub fn print(&self, answer: &impl Answer) -> Result<Exit, Failure> {
        let mut out = self.out();
        // A reader who has closed the pipe may still want the picture.
        let written = self.form.write(&mut out, answer).and_then(|()| out.flush());
        if let Some(path) = self.output(Writes::Picture) {
            let drawn = write_whole(path, |out| answer.picture(self.form.task.as_deref().unwrap_or_default(), out));
            drawn.map_err(|error| Failure::File(path.to_path_buf(), error))?;
        }
        written?;
        let exit = answer.exit();
        self.process.add(exit == Exit::ANSWERED, self.unit.get(), self.meter.positions());
        Ok(exit)
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.line.borrow_mut().clear();
    }
}

/// The output of a task. It is borrowed for each write alone, so that what has been found can be flushed while the task
/// goes on.
pub struct Out<'a> {
    run: &'a Run<'a>,
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.run.line.borrow_mut().clear();
        self.run.blocks().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.run.blocks().flush()
    }
}

struct Flushing<'a, R> {
    run: &'a Run<'a>,
    source: Waiting<R>,
}

impl<R: io::Read> io::Read for Flushing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.run.blocks().flush()?;
        self.source.read(buffer)
    }
}

/// On a terminal the line appears when a task has lasted this long.
const FIRST: Duration = Duration::from_secs(2);

/// The line is renewed this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// An estimate of the time left is based on at least this much time, and on a fiftieth of the work.
const ENOUGH: Duration = Duration::from_secs(5);

/// One line of progress on stderr, cleared before the answer is written to the same terminal.
struct Line {
    program: &'static str,
    shown: Shown,
    begun: Instant,
    next: Instant,
    /// Whether the task shows a text of its own.
    is_own: bool,
    /// When the parts of the task were first counted, and how many were done then.
    parts: Option<(Instant, u64)>,
    /// How long the rest of the task will take.
    left: Option<Duration>,
}

enum Shown {
    Never,
    /// Off a terminal: a line each time.
    Lines,
    /// On a terminal, where the bar is created when it is first due.
    Bar(Option<ProgressBar>),
}

impl Line {
    fn new(program: &'static str, options: &Common) -> Line {
        let (shown, first) = match (options.quiet, io::stderr().is_terminal()) {
            (false, true) => (Shown::Bar(None), FIRST),
            (false, false) if options.progress => (Shown::Lines, INTERVAL),
            // Found items are flushed at this pace too.
            _ => (Shown::Never, INTERVAL),
        };
        let begun = Instant::now();
        Line { program, shown, begun, next: begun + first, is_own: false, parts: None, left: None }
    }

    fn show(&mut self, text: impl FnOnce() -> String) {
        let whole_seconds = |time: Duration| humantime::format_duration(Duration::from_secs(time.as_secs()));
        let left = self.left.map_or_else(String::new, |left| format!(", {} left", whole_seconds(left)));
        let elapsed = whole_seconds(self.begun.elapsed());
        match &mut self.shown {
            Shown::Never => {}
            Shown::Lines => say(self.program, format_args!("{}, {elapsed}{left}", text())),
            Shown::Bar(bar) => {
                let message = format!("{}: {}, {elapsed}{left}", self.program, text());
                bar.get_or_insert_with(new_bar).set_message(message);
            }
        }
    }

    /// Clears the line: before answers, which may go to the same terminal, and at the end.
    fn clear(&mut self) {
        if let Shown::Bar(shown) = &mut self.shown
            && let Some(bar) = shown.take()
        {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
    match ProgressStyle::with_template("{msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
