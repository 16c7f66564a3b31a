//! The life of a program that answers tasks: `hip`, `chip-firing` and `morpion` differ in their tasks alone.
//!
//! ```text
//!     main                        reads the arguments; prints a short help on a terminal
//!      └─ run_tasks               the task of the command line, or those of a list on stdin, each answered as soon as it is read
//!          ├─ Program::answer     one task
//!          └─ end                 the exit status, and the message of a failure on stderr
//! ```

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::exit::{Exit, Failure, end, report};
use super::interrupt;
use super::messages::say_with_help;
use super::options::{Common, arguments};
use super::progress::{Asked, LimitOptions, Stats, TaskProgress, Tasks};
use super::stdout::check_open;
use super::tasks::{Line, LineParser, TaskList};

/// The arguments of a program that answers tasks, and how it answers them.
pub trait Program: Parser {
    /// The program's name.
    const NAME: &'static str;

    /// Its tasks.
    type Task: Subcommand;

    /// Returns the task of the command line, or `None` if tasks are read from stdin.
    fn task(&self) -> Option<&Self::Task>;

    /// Returns the limits on each task.
    fn limits(&self) -> &LimitOptions;

    /// Returns the options that all programs have.
    fn common(&self) -> &Common;

    /// Writes the answer to a task, and reports to `progress` whether a limit stopped it early.
    ///
    /// # Errors
    /// A failure that ends the run.
    fn answer(&self, task: &Self::Task, progress: &mut TaskProgress<'_>, out: &mut impl Write) -> Result<(), Failure>;

    /// Runs the program with these arguments.
    fn run(&self, stats: Option<Stats>) -> Exit {
        run_tasks(self, stats)
    }
}

/// Returns the failure of a task in a list, with its line and column if it is wrong input or usage.
fn placed(failure: Failure, line: &Line) -> Failure {
    match failure {
        Failure::Argument(_, ref value, _) => line.error_of_value(value, &failure).into(),
        Failure::Input(_) | Failure::Usage(_) => line.error(failure).into(),
        other => other,
    }
}

/// Runs a program with the arguments of the process.
#[must_use]
pub fn main<P: Program>() -> ExitCode {
    interrupt::survive_file_size_limit();
    let stats = Stats::start();
    let program: P = match arguments(P::NAME) {
        Ok(program) => program,
        Err(exit) => return exit.into(),
    };
    if program.task().is_none() && io::stdin().is_terminal() {
        let help = P::command().render_help();
        say_with_help(P::NAME, "expected a task as an argument, or a list of tasks on stdin", help);
        return Exit::Usage.into();
    }
    if let Err(error) = check_open() {
        return end(P::NAME, Err(Failure::Answers(error))).into();
    }
    program.run(program.common().stats.then_some(stats)).into()
}

/// Answers all tasks up to the first that fails, each as soon as it is read.
pub fn run_tasks<P: Program>(program: &P, stats: Option<Stats>) -> Exit {
    let asked = if program.task().is_some() { Asked::One } else { Asked::List };
    let tasks = Tasks::begin(P::NAME, asked, program.common().quiet, stats);
    let separated = !program.common().json;
    let mut out = Blocks { out: BufWriter::new(io::stdout().lock()), separated, written: false, due: false };
    let answered = match program.task() {
        Some(task) => answer(program, task, &tasks, &mut out),
        None => answer_list(program, &tasks, &mut out),
    };
    let exit = end(P::NAME, answered);
    tasks.report();
    exit
}

fn answer_list<P: Program>(program: &P, tasks: &Tasks, out: &mut Blocks<impl Write>) -> Result<Exit, Failure> {
    let mut list = TaskList::open(io::stdin().lock()).map_err(Failure::Unreadable)?;
    let mut parser = LineParser::<P::Task>::new(P::NAME).with_process(&P::command());
    let mut exit = Exit::Answered;
    while let Some(line) = list.next_line()? {
        let task = parser.parse(&line)?;
        out.begin();
        if answer(program, &task, tasks, out).map_err(|failure| placed(failure, &line))? == Exit::Limit {
            exit = Exit::Limit;
        }
    }
    Ok(exit)
}

/// Answers one task, and flushes what it has written, also before a failure. Does not return after Ctrl-C.
fn answer<P: Program>(program: &P, task: &P::Task, tasks: &Tasks, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut progress = tasks.run(program.limits(), program.common());
    let answered = program.answer(task, &mut progress, out);
    // Before the task has ended: from then on Ctrl-C may end the process.
    let ended = out.flush().map_err(Failure::Answers).and(answered);
    let exit = if progress.is_stopped() { Exit::Limit } else { Exit::Answered };
    if interrupt::pressed()
        && let Err(failure) = &ended
    {
        report(P::NAME, failure);
    }
    drop(progress);
    if interrupt::pressed() {
        interrupt::wait_for_end();
    }
    ended.map(|()| exit)
}

/// Writes the answers of a list as blocks, with a blank line between two of them if they are `separated`.
struct Blocks<W> {
    out: W,
    separated: bool,
    /// Whether a block has been written.
    written: bool,
    /// Whether a blank line is written before the next byte: a task that fails leaves none.
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
