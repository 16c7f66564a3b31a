//! What a task may use: its limits, one way to stop, the progress line, stdin and the output.
//!
//! [`Run::poll`] is the one place where a task is stopped: by its limits, or by a signal. Parts of a task that run on
//! other threads have [`Meter`]s of their own.

use std::cell::{Cell, Ref, RefCell};
use std::fmt::Display;
use std::io::{self, IsTerminal, Read, Write};
use std::ops::ControlFlow;

use super::failure::{Exit, Failure};
use super::limits::{Limits, Meter};
use super::messages::say;
use super::output::{Answer, Form};
use super::paths::{OutputFile, write_whole};
use super::process::{POSITIONS, Process};
use super::progress::Progress;
use super::signals::Waiting;
use crate::budget::Budget;

/// A task that is running.
#[derive(Debug)]
pub struct Run<'a> {
    process: &'a Process,
    form: Form,
    is_list: bool,
    /// Whether the task is still to be printed above its answer.
    is_heading_due: Cell<bool>,
    meter: RefCell<Meter>,
    unit: Cell<&'static str>,
    progress: RefCell<Progress>,
    /// Whether the task shows a progress of its own.
    shows_own: Cell<bool>,
}

impl<'a> Run<'a> {
    /// Starts a task, or data sets. The answer is written in this form.
    #[must_use]
    pub fn new(process: &'a Process, form: Form, is_list: bool) -> Run<'a> {
        Run {
            process,
            form,
            is_list,
            is_heading_due: Cell::new(true),
            meter: RefCell::new(Meter::start(process.limits, process.common.threads())),
            unit: Cell::new(POSITIONS),
            progress: RefCell::new(progress(process)),
            shows_own: Cell::new(false),
        }
    }

    /// Sets the limits that were given to the task, over those of the process, and starts time and count again.
    pub fn limit(&self, limits: impl Into<Limits>) {
        let limits = limits.into().or(self.process.limits);
        self.meter.replace(Meter::start(limits, self.process.common.threads()));
    }

    /// Takes the limit on positions away and returns it, for a task that keeps to it by itself. Time and count start
    /// again.
    pub fn take_nodes(&self) -> Option<u64> {
        let (mut limits, threads) = (self.meter().limits(), self.meter().threads());
        let nodes = limits.nodes.take();
        self.meter.replace(Meter::start(limits, threads));
        nodes
    }

    /// Starts time, count and progress again, for a task whose parts have the limits each. The caller has added the
    /// count of the part before to the process.
    pub fn begin_part(&self) {
        let next = Meter::start(self.meter().limits(), self.meter().threads());
        self.meter.replace(next);
        self.progress.borrow_mut().clear();
        self.progress.replace(progress(self.process));
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

    /// Returns the task as it was typed.
    #[must_use]
    pub fn task(&self) -> &str {
        self.form.task.as_deref().unwrap_or_default()
    }

    /// Returns whether stdin is the list of tasks.
    #[must_use]
    pub fn is_list(&self) -> bool {
        self.is_list
    }

    /// Returns the limits and counts of the task.
    #[must_use]
    pub fn meter(&self) -> Ref<'_, Meter> {
        self.meter.borrow()
    }

    /// Returns what a computation may use. It is stopped by the limits and by signals, and shows its progress.
    pub fn budget(&self) -> Budget<'_> {
        self.budget_with(|positions| self.poll(positions))
    }

    /// Returns the budget of a computation that calls `poll`, which is to call [`poll`](Self::poll).
    pub fn budget_with<'b>(&self, poll: impl FnMut(u64) -> ControlFlow<()> + 'b) -> Budget<'b> {
        self.meter().budget_with(poll)
    }

    /// Records the number of positions searched so far, shows the progress, and returns whether to go on.
    pub fn poll(&self, positions: u64) -> ControlFlow<()> {
        let proceed = self.meter().poll(positions);
        if !self.shows_own.get() {
            self.tick(|| format!("{} {}", self.meter().positions(), self.unit.get()));
        }
        proceed
    }

    /// Returns whether to go on, for a task that writes answers and searches no positions.
    pub fn proceed(&self) -> ControlFlow<()> {
        let positions = self.meter().positions();
        self.poll(positions)
    }

    /// Names what the task counts in place of positions, such as `playouts`.
    pub fn count_as(&self, unit: &'static str) {
        self.unit.set(unit);
    }

    /// Shows a text, and flushes what has been written, if it is time to.
    fn tick(&self, text: impl FnOnce() -> String) {
        let mut progress = self.progress.borrow_mut();
        if progress.is_due() {
            // A failure is noticed at the next write.
            let _ = self.process.out.flush();
            progress.show(&text());
        }
    }

    /// Shows a text in place of the number of positions, and the time since the task began. `text` is called if it is
    /// time to show one.
    pub fn show(&self, text: impl FnOnce() -> String) {
        self.shows_own.set(true);
        self.tick(text);
    }

    /// Shows how many parts of the task are done.
    pub fn show_parts(&self, unit: &str, done: u64, all: u64) {
        self.progress.borrow_mut().measure(done, all);
        self.show(|| format!("{done} of {all} {unit} ({})", percent(done, all)));
    }

    /// Shows which share of the task is done.
    pub fn show_share(&self, whole: &str, done: u64, all: u64) {
        self.progress.borrow_mut().measure(done, all);
        self.show(|| format!("{} of {whole}", percent(done, all)));
    }

    /// Prints a message, in place of a progress line.
    pub fn say(&self, message: impl Display) {
        self.progress.borrow_mut().clear();
        say(self.process.program, message);
    }

    /// Prints a hint, unless none are wanted.
    pub fn note(&self, hint: impl Display) {
        if !self.process.common.quiet {
            self.say(hint);
        }
    }

    /// Returns stdin, and says `what` is read if it is a terminal. What has been written is flushed before each read.
    ///
    /// # Errors
    /// [`Failure::Input`] if stdin is the list of tasks.
    pub fn stdin(&self, what: &str) -> Result<impl Read + '_, Failure> {
        if self.is_list {
            return Err(Failure::Input("expected the name of a file: stdin is the list of tasks".to_owned()));
        }
        if io::stdin().is_terminal() {
            self.note(format_args!("reading {what} from the terminal"));
        }
        Ok(self.waiting(io::stdin().lock()))
    }

    /// Returns a source whose reads may wait for input: what has been written is flushed before.
    pub fn waiting<R: Read>(&self, source: R) -> impl Read + use<'_, R> {
        Flushing { run: self, source: Waiting(source) }
    }

    /// Returns the output of the task.
    pub fn out(&self) -> Out<'_> {
        Out { run: self }
    }

    /// Returns the output for a document, such as a program in LP format: it stands alone, without the task above it.
    ///
    /// # Errors
    /// [`Failure::Usage`] if JSON is asked for: documents have none.
    pub fn document(&self) -> Result<Out<'_>, Failure> {
        if self.form.json {
            let problem = "expected no --json: the answer is a document, which has no JSON";
            return Err(Failure::Usage(problem.to_owned()));
        }
        self.is_heading_due.set(false);
        Ok(self.out())
    }

    /// Returns the output below the task as it was typed, which is written now if it is not there yet.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn text(&self) -> io::Result<Out<'_>> {
        let mut out = self.out();
        if self.is_heading_due.take()
            && let Some(task) = &self.form.task
        {
            writeln!(out, "{task}")?;
        }
        Ok(out)
    }

    /// Prints an answer, or an item of one.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn print(&self, answer: &dyn Answer) -> io::Result<()> {
        let mut out = if self.form.is_text() { self.text()? } else { self.out() };
        self.form.write(&mut out, answer)
    }

    /// Prints the answer to the task, or its last item, and ends the task with an exit status.
    ///
    /// # Errors
    /// [`Failure::Answers`] if it cannot be written.
    pub fn answer(&self, answer: &dyn Answer, exit: Exit) -> Result<Exit, Failure> {
        self.answer_with_picture(answer, None, exit)
    }

    /// Prints the answer to the task, or its last item, writes its picture if there is a file for it (for `-` the
    /// picture was printed as the answer), and ends the task with an exit status.
    ///
    /// # Errors
    /// [`Failure::Answers`] and [`Failure::File`] if they cannot be written.
    pub fn answer_with_picture(
        &self,
        answer: &dyn Answer,
        path: Option<&OutputFile>,
        exit: Exit,
    ) -> Result<Exit, Failure> {
        // A reader who has closed the pipe may still want the picture.
        let written = self.print(answer).and_then(|()| self.out().flush());
        if let Some(path) = path.filter(|path| !path.is_dash()) {
            let drawn = write_whole(path, &mut |out| answer.picture(self.task(), out));
            drawn.map_err(|error| Failure::File(path.to_path_buf(), error))?;
        }
        written?;
        Ok(self.end(exit))
    }

    /// Ends a task whose answer has been written, with an exit status.
    #[must_use]
    pub fn end(&self, exit: Exit) -> Exit {
        self.process.add(exit == Exit::ANSWERED, self.unit.get(), self.meter().positions());
        exit
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.progress.borrow_mut().clear();
    }
}

fn progress(process: &Process) -> Progress {
    Progress::new(process.program, process.common.quiet, process.common.progress)
}

fn percent(done: u64, all: u64) -> String {
    format!("{:.1} %", 100.0 * done as f64 / all.max(1) as f64)
}

/// The output of a task, before which the progress line is cleared.
#[derive(Debug)]
pub struct Out<'a> {
    run: &'a Run<'a>,
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.run.progress.borrow_mut().clear();
        (&self.run.process.out).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.run.process.out.flush()
    }
}

struct Flushing<'a, R> {
    run: &'a Run<'a>,
    source: Waiting<R>,
}

impl<R: Read> Read for Flushing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.run.process.out.flush()?;
        self.source.read(buffer)
    }
}
