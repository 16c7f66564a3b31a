//! The command line: what all programs share. Only the binaries import it, so its interface is not stable.
//!
//! ```text
//!     $ hip tie 6x6 --svg tie.svg --time 10s
//!
//!     main                clap: Task::Tie { size, svg, … } and Common { limits: { time, … }, … }; usage errors and help
//!                         are clap's own
//!     files::check        tie.svg can be written, and is no input
//!     Ctx                 the running task: its name "tie 6x6", its limits, its output
//!     Tie::run            the page of the program, cli/hip.rs:
//!       ctx.budget(…)       what the search may use, and what stops it: limits, signals
//!       ctx.print(&tie)     one value of the game, as text (Display) or as a line of JSON (Serialize)
//!       files::replace      tie.svg
//! ```
//!
//! | file | what it has |
//! |---|---|
//! | `mod` | [`Program`]: what clap parses; [`Task`]: what answers; [`Ctx`]; [`main`] and the exit statuses |
//! | `options` | the options that all programs have; the stop flag of signals |
//! | `screen` | stdout, the line of progress, messages |
//! | `documents` | help, completions, manual pages; the name of a task |
//! | `files` | files that are read, written whole, and checked before the work |
//! | `checkpoint` | the state of a long task in a file |
//! | `list` | tasks from stdin, one a line |
//! | `parallel` | work on several threads whose results come in order |

/// Returns the task that a subcommand holds, if there is one.
macro_rules! task {
    ($command:expr, $Command:ident: $($Task:ident)*) => {
        $command.as_ref().map(|command| match command { $($Command::$Task(task) => task as &dyn Task),* })
    };
}

pub mod checkpoint;
pub mod chip_firing;
pub mod documents;
pub mod files;
pub mod hex;
pub mod hip;
pub mod judge;
pub mod list;
pub mod morpion;
pub mod options;
pub mod parallel;
pub mod screen;

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdin};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Error, Result, ensure};
use clap::{ArgMatches, Command, Parser};
use serde::Serialize;

pub use self::options::{Common, Limits, is_stopped};
use self::screen::{Flushing, Screen};
use crate::budget::Budget;
use crate::proc_files::own_peak_memory;

/// How a task ends. A list of tasks ends as the last of these that any of them has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything is answered.
    Done,
    /// The work is complete, but what was to be proved stays open.
    Open,
    /// A limit or a signal has stopped the work.
    Stopped,
    /// A verdict of the judge, with an exit status of its own.
    Verdict(u8),
}

impl Status {
    /// Returns `Done` for a complete answer, `Stopped` for another one.
    #[must_use]
    pub fn of_complete(is_complete: bool) -> Status {
        if is_complete { Status::Done } else { Status::Stopped }
    }

    /// Returns the exit status. A failure has status 1, and a wrong usage status 2.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Stopped => 3,
            Status::Open => 4,
            Status::Verdict(code) => code,
        }
    }
}

/// A program, as clap parses it.
pub trait Program: Parser {
    /// The examples of its tasks, each below a line `== TASK`; and the one that is the program's.
    const EXAMPLES: (&'static str, &'static str);

    /// The exit status of a failure. A program where it is not 1 has verdicts, which a reader who has gone does not change.
    const FAILURE: u8 = 1;

    /// Returns the options that all programs have.
    fn common(&self) -> &Common;

    /// Returns the task; `None` if tasks are to be read from stdin.
    fn task(&self) -> Option<&dyn Task>;
}

/// What a program answers.
pub trait Task {
    /// Returns what the work is counted in.
    fn unit(&self) -> &'static str {
        "positions"
    }

    /// Returns the name of its JSON. `name` is that of the program and the task, such as `hip-tie`.
    fn schema(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Does the work and prints the answer.
    ///
    /// # Errors
    /// What is wrong with the input, or cannot be read or written; or a wrong [`usage`].
    fn run(&self, ctx: &Ctx) -> Result<Status>;
}

/// Runs a program with the arguments of the process.
#[must_use]
pub fn main<P: Program>() -> ExitCode {
    options::catch_signals();
    let mut command = documents::with_help::<P>(P::command());
    let screen: &'static Screen = Box::leak(Box::new(Screen::new(command.get_name())));
    let words: Vec<_> = env::args_os().collect();
    let matches = command.try_get_matches_from_mut(&words);
    let ended = matches.map_err(Error::from).and_then(|matches| {
        if let Some(document) = documents::asked(&command, &matches) {
            screen.print(document)?;
            return Ok(Status::Done);
        }
        let program = P::from_arg_matches(&matches)?;
        match program.task() {
            Some(task) => Ctx::new(screen, &program, &command, &matches, false).run(task, &matches, &command),
            None => list::run::<P>(screen, &mut command, &words),
        }
    });
    let failed = |problem: String| {
        screen.say(problem);
        P::FAILURE
    };
    // What was printed comes before what clap says.
    let code = match (screen.finish(), ended.map_err(Error::downcast::<clap::Error>)) {
        // The reader has seen enough.
        (Err(error), _) if error.kind() == ErrorKind::BrokenPipe && P::FAILURE == 1 => 0,
        (Err(error), _) if error.kind() != ErrorKind::BrokenPipe => {
            failed(format!("cannot write the answers: {error}"))
        }
        (_, Ok(status)) => status.code(),
        (_, Err(Err(error))) => failed(format!("{error:#}")),
        (_, Err(Ok(usage))) => match usage.print() {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => failed(format!("cannot write the answers: {error}")),
            _ => u8::try_from(usage.exit_code()).unwrap_or(P::FAILURE),
        },
    };
    ExitCode::from(code)
}

/// Returns the error of a usage that is wrong in a way that clap cannot know.
pub fn usage(problem: impl Display) -> Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{problem}\n")).into()
}

/// A running task.
#[derive(Debug)]
pub struct Ctx {
    /// The options that all programs have.
    pub common: Common,
    /// Stdout and stderr.
    pub screen: &'static Screen,
    /// The task as it was typed; `None` for a program without tasks.
    name: Option<String>,
    /// The name of the program and the task, such as `hip-tie`; with the task that is the name of the JSON.
    schema: String,
    unit: &'static str,
    /// Whether it is one of a list, which is read from stdin.
    is_in_list: bool,
    begun: Instant,
    positions: AtomicU64,
    is_cancelled: AtomicBool,
}

/// What a line of JSON begins with.
#[derive(Serialize)]
struct Head<'a> {
    schema: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<&'a str>,
}

impl Ctx {
    fn new<P: Program>(
        screen: &'static Screen,
        program: &P,
        command: &Command,
        matches: &ArgMatches,
        is_in_list: bool,
    ) -> Ctx {
        let task = matches.subcommand_name().map_or_else(String::new, |task| format!("-{task}"));
        Ctx {
            common: program.common().clone(),
            screen,
            name: documents::task_name(command, matches).filter(|_| P::FAILURE == 1),
            schema: format!("{}{task}", command.get_name()),
            unit: "",
            is_in_list,
            begun: Instant::now(),
            positions: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
        }
    }

    /// Runs a task, which was parsed as `matches`.
    fn run(mut self, task: &dyn Task, matches: &ArgMatches, command: &Command) -> Result<Status> {
        files::check(command, matches)?;
        self.schema = format!("quadrille/{}/1", task.schema(&self.schema));
        self.unit = task.unit();
        let heading = self.name.as_ref().map_or_else(String::new, |name| format!("{name}\n"));
        self.screen.begin(Some(&heading));
        let ended = task.run(&self);
        if self.common.stats {
            self.say(self.stats());
        }
        ended
    }

    /// Returns the task as it was typed; an empty text for a program without tasks.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// Returns the title of a picture of this task.
    #[must_use]
    pub fn title(&self, game: &str) -> String {
        format!("{game}, {}", self.name())
    }

    /// Returns the limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.common.limits
    }

    /// Returns what a computation may use. Its time begins now.
    pub fn budget(&self) -> Budget<'_> {
        self.budget_with(|count| format!("{count} {}", self.unit))
    }

    /// Returns what a computation may use; `show` is told the number of positions so far, and returns the line of progress.
    pub fn budget_with<'a>(&'a self, show: impl Fn(u64) -> String + 'a) -> Budget<'a> {
        self.budget_within(self.common.limits, show)
    }

    /// Returns what a computation with other limits may use.
    pub fn budget_within<'a>(&'a self, limits: Limits, show: impl Fn(u64) -> String + 'a) -> Budget<'a> {
        self.budget_showing(limits, Box::new(show))
    }

    fn budget_showing<'a>(&'a self, limits: Limits, show: Box<dyn Fn(u64) -> String + 'a>) -> Budget<'a> {
        let (begun, mut last) = (Instant::now(), 0);
        let poll = move |positions: u64| {
            self.positions.fetch_add(positions.saturating_sub(last), Ordering::Relaxed);
            last = last.max(positions);
            self.screen.tick(self.begun, !self.common.quiet, self.common.progress, &|| show(positions));
            let is_late = limits.time.is_some_and(|time| begun.elapsed() >= time);
            let is_full = limits.nodes.is_some_and(|nodes| last >= nodes);
            if is_late || is_full || self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        Budget::new(poll).with_memory(limits.memory).with_threads(limits.threads())
    }

    /// Returns the number of positions that were searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Returns whether the work is to stop: after a signal, or a failure of this task.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        is_stopped() || self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Stops the work of all threads, since it has become useless.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Prints an answer, or an item of one: its text, or its line of JSON.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn print(&self, answer: &(impl Display + Serialize)) -> io::Result<()> {
        if self.common.json { self.print_json(answer) } else { self.screen.print(answer) }
    }

    /// Prints a text, unless answers are JSON.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn print_text(&self, text: impl Display) -> io::Result<()> {
        if self.common.json { Ok(()) } else { self.screen.print(text) }
    }

    /// Prints a line of JSON, unless answers are texts.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn print_json(&self, answer: &impl Serialize) -> io::Result<()> {
        if self.common.json { self.print_object(serde_json::to_string(answer)?) } else { Ok(()) }
    }

    /// Prints a JSON object whose first members are those of the task.
    fn print_object(&self, mut line: String) -> io::Result<()> {
        let head = serde_json::to_string(&Head { schema: &self.schema, task: self.name.as_deref() })?;
        // The brace that ends the one and the brace that begins the other become a comma. No answer is empty.
        line.replace_range(..1, &(head[..head.len() - 1].to_owned() + ","));
        self.screen.begin(None);
        self.screen.print(line + "\n")
    }

    /// Returns the output for a document, such as a program in LP format, without the task above it. The caller flushes it.
    ///
    /// # Errors
    /// If JSON is asked for.
    pub fn document(&self) -> Result<BufWriter<&'static Screen>> {
        ensure!(!self.common.json, usage("expected no --json: the answer is a document, which has no JSON"));
        self.screen.begin(Some(""));
        Ok(BufWriter::new(self.screen))
    }

    /// Returns stdin, and says `what` is read if it is a terminal. What was printed is flushed before each read.
    ///
    /// # Errors
    /// If stdin is the list of tasks.
    pub fn stdin(&self, what: &str) -> Result<Flushing<Stdin>> {
        ensure!(!self.is_in_list, usage("expected no input from stdin, which is the list of tasks"));
        if io::stdin().is_terminal() {
            self.note(format_args!("reading {what} from the terminal"));
        }
        Ok(Flushing::new(self.screen, io::stdin()))
    }

    /// Prints a message on stderr.
    pub fn say(&self, message: impl Display) {
        self.screen.say(message);
    }

    /// Prints a hint on stderr, unless none are wanted.
    pub fn note(&self, hint: impl Display) {
        if !self.common.quiet {
            self.say(hint);
        }
    }

    fn stats(&self) -> String {
        let (count, time) = (self.positions(), self.begun.elapsed().as_secs_f64());
        let memory = own_peak_memory().map(|bytes| format!(", {:.1} MiB", bytes as f64 / f64::from(1 << 20)));
        format!("{count} {}, {time:.3} s{}", self.unit, memory.unwrap_or_default())
    }
}
