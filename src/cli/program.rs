//! The life of a program that answers tasks: `hip`, `chip-firing` and `morpion` differ in their tasks alone.
//!
//! ```text
//!     main: arguments, help on a terminal, Ctrl-C
//!       \ -> answer_all: tasks from the command line or from stdin, each answered as it is read
//!                 \ -> Program::answer     a task in words to its answer
//!       \ -> end: what became of it, as a line on stderr and an exit status
//! ```

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, StdinLock, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use super::exit::{Exit, cannot_write, say};
use super::files::{Shown, place};
use super::interrupt;
use super::options::{Common, arguments};
use super::running::{Limits, Running, Tasks};
use super::stats::Stats;
use super::tasks::{Fault, TaskList, Words};
use crate::checkpoint::Unusable;

/// The arguments of a program that answers tasks, and how it does.
pub trait Program: Parser {
    /// What it is called.
    const NAME: &'static str;

    /// The words of a task; none if tasks are to be read from stdin.
    fn words(&self) -> Vec<OsString>;

    /// What a task may use up.
    fn limits(&self) -> &Limits;

    /// The options that all programs have.
    fn common(&self) -> &Common;

    /// Answers a task, the first one being number 1, and tells `running` whether a limit has cut the answer.
    ///
    /// # Errors
    /// What ends the run.
    fn answer(
        &self,
        number: u64,
        words: &Words,
        running: &mut Running<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure>;

    /// Runs the program once its arguments are read: does its tasks, if it has nothing else to do.
    fn run(&self, stats: Option<Stats>) -> Exit {
        run_tasks(self, stats)
    }
}

/// What ends the run.
#[derive(Debug)]
pub enum Failure {
    /// The tasks cannot be read.
    Unreadable(io::Error),
    /// A task is none, or cannot be done.
    Task(Fault),
    /// The answers cannot be written.
    Answers(io::Error),
    /// A file beside the answers cannot be written.
    File(PathBuf, io::Error),
    /// What an earlier run has kept is of no use.
    Checkpoint(Unusable),
    /// Input beside the tasks is wrong; for people, in a line.
    Input(String),
    /// A file that is asked for cannot be; for people, in a line.
    Usage(String),
}

/// Makes sure that there can be a file: nobody is to wait for an answer that has no place.
///
/// # Errors
/// If there cannot.
pub fn has_a_place(path: &Path) -> Result<(), Failure> {
    let cannot = |error| Failure::Usage(format!("cannot write {}: {error}", Shown(path)));
    place(path).map(drop).map_err(cannot)
}

impl From<Unusable> for Failure {
    fn from(unusable: Unusable) -> Failure {
        Failure::Checkpoint(unusable)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Answers(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Task(fault)
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
    let common = program.common();
    if let Some(exit) = common.about::<P>(P::NAME) {
        return exit.into();
    }
    if program.words().is_empty() && io::stdin().is_terminal() {
        say(P::NAME, format_args!("which task?\n\n{}", P::command().render_help()));
        return Exit::Usage.into();
    }
    program.run(common.stats.then_some(stats)).into()
}

/// Answers all tasks up to the first that fails, each as soon as it has been read.
pub fn run_tasks<P: Program>(program: &P, stats: Option<Stats>) -> Exit {
    let tasks = Tasks::begin(P::NAME, stats);
    let mut out = BufWriter::new(io::stdout().lock());
    let answered = answer_all(program, &tasks, &mut out);
    // What was written before a failure is part of the answer.
    let flushed = out.flush();
    let exit = end(P::NAME, flushed.map_err(Failure::Answers).and(answered));
    tasks.report();
    exit
}

/// How a run ends, which is said on stderr if something went wrong.
#[must_use]
pub fn end(program: &str, run: Result<Exit, Failure>) -> Exit {
    match run {
        Ok(exit) => exit,
        Err(Failure::Answers(error)) => cannot_write(program, &error),
        Err(Failure::Unreadable(error)) => {
            say(program, format_args!("cannot read the tasks: {error}"));
            Exit::Rejected
        }
        Err(Failure::Task(fault)) => {
            say(program, &fault);
            fault.exit()
        }
        Err(Failure::Checkpoint(unusable)) => {
            say(program, unusable);
            Exit::Rejected
        }
        Err(Failure::Input(problem)) => {
            say(program, problem);
            Exit::Rejected
        }
        Err(Failure::Usage(problem)) => {
            say(program, problem);
            Exit::Usage
        }
        Err(Failure::File(path, error)) => {
            say(program, format_args!("cannot write {}: {error}", Shown(&path)));
            Exit::Limit
        }
    }
}

/// Where the tasks are from.
enum Source {
    Arguments(Option<Words>),
    List(TaskList<StdinLock<'static>>),
}

impl Source {
    fn open(words: &[OsString]) -> io::Result<Source> {
        match Words::of_arguments(words) {
            None => Ok(Source::List(TaskList::open(io::stdin().lock())?)),
            words => Ok(Source::Arguments(words)),
        }
    }

    fn next(&mut self) -> io::Result<Option<Words>> {
        match self {
            Source::Arguments(words) => Ok(words.take()),
            Source::List(list) => list.next_task(),
        }
    }
}

fn answer_all<P: Program>(program: &P, tasks: &Tasks, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut source = Source::open(&program.words()).map_err(Failure::Unreadable)?;
    let mut exit = Exit::Answered;
    for number in 1.. {
        let Some(words) = source.next().map_err(Failure::Unreadable)? else { break };
        let mut running = tasks.run(program.limits(), program.common());
        let answered = program.answer(number, &words, &mut running, out);
        if running.is_cut() {
            exit = Exit::Limit;
        }
        drop(running);
        if interrupt::pressed() {
            interrupt::wait_for_end();
        }
        answered?;
    }
    Ok(exit)
}
