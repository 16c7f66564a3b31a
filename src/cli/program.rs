//! The life of a program that answers tasks: `hip`, `chip-firing` and `morpion` differ in their tasks alone.
//!
//! ```text
//!     main: arguments, short help on a terminal, Ctrl-C
//!       \ -> run_tasks: the task of the command line, or those of a list on stdin, each answered as soon as it is read
//!                 \ -> Program::answer     one task
//!       \ -> end: how the run ended, as a line on stderr and an exit status
//! ```

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::exit::{Exit, cannot_write, say};
use super::files::{Shown, place};
use super::interrupt;
use super::options::{Common, arguments};
use super::progress::{LimitOptions, TaskProgress, Tasks};
use super::stats::Stats;
use super::tasks::{Fault, Line, LineParser, ListError, TaskList};
use super::usage::invalid_value;
use crate::checkpoint::CheckpointError;

/// The arguments of a program that answers tasks, and how it answers them.
pub trait Program: Parser {
    /// The name of the program.
    const NAME: &'static str;

    /// Its tasks.
    type Task: Subcommand;

    /// The task of the command line, or `None` if tasks are read from stdin.
    fn task(&self) -> Option<&Self::Task>;

    /// Limits on each task.
    fn limits(&self) -> &LimitOptions;

    /// The options that all programs have.
    fn common(&self) -> &Common;

    /// Answers a task, and tells `progress` whether a limit stopped it early.
    ///
    /// # Errors
    /// What ends the run.
    fn answer(&self, task: &Self::Task, progress: &mut TaskProgress<'_>, out: &mut impl Write) -> Result<(), Failure>;

    /// Runs the program once its arguments are read.
    fn run(&self, stats: Option<Stats>) -> Exit {
        run_tasks(self, stats)
    }
}

/// What ends the run.
#[derive(Debug)]
pub enum Failure {
    /// The list of tasks cannot be read.
    Unreadable(io::Error),
    /// A line of a list is wrong.
    Fault(Fault),
    /// The value of an argument does not go with the others: the argument as help shows it, its value, and the problem.
    Argument(&'static str, String, String),
    /// The answers cannot be written.
    Answers(io::Error),
    /// A file beside the answers cannot be written.
    File(PathBuf, io::Error),
    /// A checkpoint cannot be used.
    Checkpoint(CheckpointError),
    /// Input beside the tasks is wrong; a message of one line.
    Input(String),
    /// A file cannot be written where it was asked for; a message of one line.
    Usage(String),
}

impl Failure {
    /// The same failure of a task in a list: with its place if it is wrong input or usage.
    fn placed(self, line: &Line) -> Failure {
        match self {
            Failure::Argument(argument, value, problem) => {
                line.fault_of_value(&value, invalid_value(argument, &value, &problem)).into()
            }
            Failure::Input(problem) | Failure::Usage(problem) => line.fault(problem).into(),
            other => other,
        }
    }
}

/// Makes sure that a file can be written, before the work that it is for.
///
/// # Errors
/// If it cannot.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let cannot = |error| Failure::Usage(format!("cannot write {}: {error}", Shown(path)));
    place(path).map(drop).map_err(cannot)
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Failure {
        Failure::Checkpoint(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Answers(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl From<ListError> for Failure {
    fn from(error: ListError) -> Failure {
        match error {
            ListError::Source(error) => Failure::Unreadable(error),
            ListError::Fault(fault) => Failure::Fault(fault),
        }
    }
}

/// Runs a program.
#[must_use]
pub fn main<P: Program>() -> ExitCode {
    let stats = Stats::start();
    let program: P = match arguments(P::NAME) {
        Ok(program) => program,
        Err(exit) => return exit.into(),
    };
    if program.task().is_none() && io::stdin().is_terminal() {
        let help = P::command().render_help();
        say(P::NAME, format_args!("expected a task as an argument, or a list of tasks on stdin\n\n{help}"));
        return Exit::Usage.into();
    }
    program.run(program.common().stats.then_some(stats)).into()
}

/// Answers all tasks up to the first that fails, each as soon as it has been read.
pub fn run_tasks<P: Program>(program: &P, stats: Option<Stats>) -> Exit {
    let tasks = Tasks::begin(P::NAME, stats);
    let separated = !program.common().json;
    let mut out = Blocks { out: BufWriter::new(io::stdout().lock()), separated, written: false, due: false };
    let answered = match program.task() {
        Some(task) => answer(program, task, &tasks, &mut out),
        None => answer_list(program, &tasks, &mut out),
    };
    // What was written before a failure is part of the answer.
    let flushed = out.flush();
    let exit = end(P::NAME, flushed.map_err(Failure::Answers).and(answered));
    tasks.report();
    exit
}

/// How a run ends, which is reported on stderr if something went wrong.
#[must_use]
pub fn end(program: &str, run: Result<Exit, Failure>) -> Exit {
    let (message, exit) = match run {
        Ok(exit) => return exit,
        Err(Failure::Answers(error)) => return cannot_write(program, &error),
        Err(Failure::Unreadable(error)) => (format!("cannot read the tasks: {error}"), Exit::Rejected),
        Err(Failure::Fault(fault)) => (fault.to_string(), fault.exit()),
        Err(Failure::Argument(argument, value, problem)) => (invalid_value(argument, &value, &problem), Exit::Usage),
        Err(Failure::Checkpoint(error)) => (error.to_string(), Exit::Rejected),
        Err(Failure::Input(problem)) => (problem, Exit::Rejected),
        Err(Failure::Usage(problem)) => (problem, Exit::Usage),
        Err(Failure::File(path, error)) => (format!("cannot write {}: {error}", Shown(&path)), Exit::Limit),
    };
    say(program, message);
    exit
}

fn answer_list<P: Program>(program: &P, tasks: &Tasks, out: &mut Blocks<impl Write>) -> Result<Exit, Failure> {
    let mut list = TaskList::open(io::stdin().lock()).map_err(Failure::Unreadable)?;
    let mut parser = LineParser::<P::Task>::new(P::NAME).with_process(&P::command());
    let mut exit = Exit::Answered;
    while let Some(line) = list.next_line()? {
        let task = parser.parse(&line)?;
        out.begin();
        if answer(program, &task, tasks, out).map_err(|failure| failure.placed(&line))? == Exit::Limit {
            exit = Exit::Limit;
        }
    }
    Ok(exit)
}

/// Answers one task; after Ctrl-C does not return.
fn answer<P: Program>(program: &P, task: &P::Task, tasks: &Tasks, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut progress = tasks.run(program.limits(), program.common());
    let answered = program.answer(task, &mut progress, out);
    let exit = if progress.is_stopped() { Exit::Limit } else { Exit::Answered };
    drop(progress);
    if interrupt::pressed() {
        interrupt::wait_for_end();
    }
    answered.map(|()| exit)
}

/// Writes the answers of a list as blocks, with a blank line between two of them if they are `separated`.
struct Blocks<W> {
    out: W,
    separated: bool,
    /// Whether a block has been written.
    written: bool,
    /// Whether a blank line is due before the next byte: a task that fails leaves none.
    due: bool,
}

impl<W> Blocks<W> {
    /// Begins a block.
    fn begin(&mut self) {
        self.due = self.separated && self.written;
    }
}

impl<W: Write> Write for Blocks<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.due) {
            self.out.write_all(b"\n")?;
        }
        self.written = true;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
