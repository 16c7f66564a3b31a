//! Tasks: what clap parses, and how they are answered.
//!
//! ```text
//!     main                            reads the arguments; prints a short help on a terminal
//!      └─ each task                   of the command line, or of the list on stdin, each answered before the next is read
//!          ├─ check_files             that its files can be written, before the work
//!          ├─ Tasks::answer           one `match`: which task
//!          │   └─ Task::answer        the work, under the limits of a Run; returns an Answer
//!          └─ Run::print              text or JSON, the picture that `--svg` asks for, the exit status
//! ```

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Args, Command, Subcommand};

use super::answer::{Answer, Form};
use super::arguments::{Common, Limits, Memory, Parsed, check_files, echo, outputs, parse, with_hint};
use super::failure::{Exit, Failure};
use super::list::{LineParser, List};
use super::manual::{example, with_statuses};
use super::messages::{invalid_value, say_with_help};
use super::paths::Writes;
use super::run::{Options, Process, Run};
use super::signals::{self, Waiting};
use super::stdout::check_open;

/// All tasks of a program. The documentation of the type is the help of the program.
pub trait Tasks: Subcommand {
    /// The program's name.
    const NAME: &'static str;
    /// The examples of its tasks, each below a line `== TASK`.
    const EXAMPLES: &'static str;
    /// The task whose example is that of the program.
    const EXAMPLE: &'static str;
    /// The tasks that search no positions: their help has no limits on positions and memory.
    const WITHOUT_SEARCH: &'static [&'static str];

    /// Adds the limits of the program to its command.
    #[must_use]
    fn limits(command: Command) -> Command {
        Memory::augment_args(Limits::augment_args(command))
    }

    /// Answers a task: `match self { Hip::Tie(task) => run.answer(task), … }`.
    ///
    /// # Errors
    /// A failure that ends the run.
    fn answer(&self, run: &Run<'_>) -> Result<Exit, Failure>;
}

/// A task: its arguments, and how it is answered.
pub trait Task {
    /// Does the work, as far as the limits of the run allow.
    ///
    /// # Errors
    /// A failure that ends the run; nothing has been written then.
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure>;
}

impl Run<'_> {
    /// Answers a task, and prints the answer.
    ///
    /// # Errors
    /// If the task fails, or the answer cannot be written.
    pub fn answer(&self, task: &impl Task) -> Result<Exit, Failure> {
        self.print(&task.answer(self)?)
    }
}

/// Runs a program with the arguments of the process.
#[must_use]
pub fn main<T: Tasks>() -> ExitCode {
    let build = || {
        // After the arguments of the task, whose display order begins with 0.
        let command = Command::new(T::NAME).next_display_order(100);
        let command = Common::augment_args(T::limits(command));
        let limits = T::limits(Command::new(T::NAME));
        let hidden = limits.get_arguments().filter(|limit| limit.get_id() != "time");
        let hidden: Vec<Arg> = hidden.map(|limit| limit.clone().hide(true)).collect();
        let command = tasks::<T>(command).mut_subcommands(|task| {
            let without = T::WITHOUT_SEARCH.contains(&task.get_name());
            if without { task.args(hidden.clone()) } else { task }
        });
        with_statuses(command, example(T::EXAMPLES, T::EXAMPLE))
    };
    let Parsed { mut command, matches, words } = match parse(T::NAME, build) {
        Ok(parsed) => parsed,
        Err(exit) => return exit.into(),
    };
    if matches.subcommand().is_none() && io::stdin().is_terminal() {
        say_with_help(T::NAME, "expected a task as an argument, or a list of tasks on stdin", command.render_help());
        return Exit::USAGE.into();
    }
    let unit = if matches.subcommand().is_some() { "" } else { "task(s)" };
    let process = Process::begin(T::NAME, Options::of(&matches), unit);
    let answered = check_open().map_err(Failure::Answers).and_then(|()| match matches.subcommand() {
        None => answer_list::<T>(&process, &command),
        Some(_) => answer::<T>(&process, &command, &matches, &words, false).map_err(|failure| match failure {
            Failure::Value(argument, problem) => Failure::Usage(invalid(&command, &matches, argument, &problem).1),
            failure => failure,
        }),
    });
    process.end(answered).into()
}

/// Adds the tasks of a program to its command, with an example each.
pub(super) fn tasks<T: Tasks>(command: Command) -> Command {
    let command = T::augment_subcommands(command);
    command.subcommand_value_name("TASK").subcommand_help_heading("Tasks").mut_subcommands(|task| {
        let example = example(T::EXAMPLES, task.get_name());
        task.mut_args(with_hint).after_help(example)
    })
}

/// Answers all tasks of the list on stdin up to the first that fails.
fn answer_list<T: Tasks>(process: &Process, program: &Command) -> Result<Exit, Failure> {
    let mut list = List::open(Waiting(io::stdin().lock()), "tasks")?;
    let mut parser = LineParser::new(tasks::<T>(Command::new(T::NAME)), program);
    let mut exit = Exit::ANSWERED;
    while let Some(line) = list.next_line()? {
        let matches = parser.parse(&line)?;
        let words: Vec<&str> = line.words.iter().map(|word| &*word.text).collect();
        process.begin_block();
        let answered = answer::<T>(process, &parser.command, &matches, &words, true);
        let answered = answered.map_err(|failure| match failure {
            Failure::Value(argument, problem) => {
                let (value, message) = invalid(&parser.command, &matches, argument, &problem);
                line.failure_of_value(&value, message)
            }
            Failure::Input(problem) | Failure::Usage(problem) => line.failure(problem),
            failure => failure,
        })?;
        // That something was stopped early is said last: the list may be started again.
        if answered == Exit::LIMIT || exit == Exit::ANSWERED {
            exit = answered;
        }
        if signals::stopped() {
            return Ok(Exit::LIMIT);
        }
    }
    Ok(exit)
}

/// Returns the subcommand that was typed.
fn subcommand<'a>(command: &'a Command, matches: &'a ArgMatches) -> Option<(&'a Command, &'a ArgMatches)> {
    let (name, matches) = matches.subcommand()?;
    Some((command.find_subcommand(name)?, matches))
}

/// Returns the value of an argument of the task as it was typed, and clap's message for it.
fn invalid(command: &Command, matches: &ArgMatches, argument: &str, problem: &str) -> (String, String) {
    let Some((task, matches)) = subcommand(command, matches) else { return Default::default() };
    let shown = task.get_arguments().find(|known| known.get_id() == argument).map(ToString::to_string);
    let value = matches.get_raw(argument).and_then(|mut values| values.next()).unwrap_or_default().to_string_lossy();
    let message = invalid_value(&shown.unwrap_or_default(), &value, problem);
    (value.into_owned(), message)
}

/// Answers one task.
fn answer<T: Tasks>(
    process: &Process,
    command: &Command,
    matches: &ArgMatches,
    words: &[impl AsRef<OsStr>],
    is_list: bool,
) -> Result<Exit, Failure> {
    let (Some((task, of_task)), Ok(parsed)) = (subcommand(command, matches), T::from_arg_matches(matches)) else {
        // clap has parsed the same arguments.
        return Err(Failure::Usage("expected a task".to_owned()));
    };
    let outputs = outputs(task, of_task);
    if is_list && outputs.iter().any(|output| output.writes == Writes::Checkpoint) {
        let problem = "expected a task on the command line; tasks in a list have no checkpoint";
        return Err(Failure::Value("checkpoint", problem.to_owned()));
    }
    check_files(task, of_task)?;
    let form = Form {
        json: process.options.common.json,
        schema: format!("quadrille/{}-{}/1", T::NAME, task.get_name()),
        task: Some(echo(command, task, words)),
    };
    parsed.answer(&Run::new(process, form, is_list).with_outputs(outputs))
}
