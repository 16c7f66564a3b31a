//! Programs: from the arguments of a process to its exit status.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use itertools::Itertools;

use super::arguments::{Common, Parsed, check_files, echo, has_checkpoint, parse, prints_picture, with_hint};
use super::failure::{Exit, Failure};
use super::limits::Limits;
use super::list::{Line, LineParser, List};
use super::manual::{example, with_statuses};
use super::messages::{invalid_value, say, say_with_help};
use super::output::Form;
use super::process::Process;
use super::run::Run;
use super::signals::{self, Waiting};

/// A program: what clap parses, and how that is answered.
pub trait Program: FromArgMatches {
    /// The program's name.
    const NAME: &'static str;
    /// The examples of its tasks, each below a line `== TASK`.
    const EXAMPLES: &'static str;
    /// The task whose example is that of the program.
    const EXAMPLE: &'static str;
    /// Whether it takes lists of tasks from stdin.
    const HAS_LISTS: bool = true;
    /// Whether its exit statuses are verdicts: then every failure has status 2.
    const HAS_VERDICTS: bool = false;
    /// The limits that are given to the program.
    type Limits: Args + Into<Limits>;

    /// Adds the tasks or the arguments of the program to its command.
    #[must_use]
    fn define(command: Command) -> Command;

    /// Changes the limits and the options that all programs have.
    #[must_use]
    fn adapt(command: Command) -> Command {
        command
    }

    /// Returns the version of the schema of the task's JSON.
    fn schema_version(&self) -> u32 {
        1
    }

    /// Returns the schema of the task's JSON; `name` is that of the program and the task.
    fn schema(&self, name: &str) -> String {
        format!("quadrille/{name}/{}", self.schema_version())
    }

    /// Answers a task: `match self { Hip::Tie(task) => task.run(run), … }`. The work is limited by the run, and the
    /// answer is printed by it; each task ends with [`Run::end`], or a function of a run that calls it.
    ///
    /// # Errors
    /// A failure that ends the process.
    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure>;
}

/// Runs a program with the arguments of the process.
#[must_use]
pub fn main<P: Program>() -> ExitCode {
    run_program::<P>().unwrap_or_else(|exit| exit).into()
}

fn run_program<P: Program>() -> Result<Exit, Exit> {
    let build = || {
        let own = P::define(Command::new(P::NAME));
        // After the arguments of the tasks, whose display order begins with 0.
        let shared = Common::augment_args(P::Limits::augment_args(own.clone().next_display_order(100)));
        // clap takes the description of the options for that of the program.
        let described = shared.about(own.get_about().cloned().unwrap_or_default());
        let described = described.long_about(own.get_long_about().cloned().unwrap_or_default());
        let (command, example) = (with_examples::<P>(P::adapt(described)), example(P::EXAMPLES, P::EXAMPLE));
        if P::HAS_VERDICTS { command.after_help(example) } else { with_statuses(command, example) }
    };
    let interrupted = if P::HAS_VERDICTS { Exit::USAGE } else { Exit::LIMIT };
    let parsed = parse(P::NAME, &build).map_err(|exit| if exit == Exit::LIMIT { interrupted } else { exit });
    let Parsed { mut command, matches, words } = parsed?;
    // clap has parsed the same arguments.
    let common = Common::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let limits = P::Limits::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).into();
    let is_list = command.has_subcommands() && matches.subcommand().is_none();
    if is_list && (io::stdin().is_terminal() || !P::HAS_LISTS) {
        let message = if P::HAS_LISTS {
            "expected a task as an argument, or a list of tasks on stdin".to_owned()
        } else {
            let tasks = command.get_subcommands().map(Command::get_name).filter(|task| *task != "help").join(", ");
            let (others, last) = tasks.rsplit_once(", ").unwrap_or_default();
            format!("expected a task: {others} or {last}")
        };
        if io::stdin().is_terminal() {
            say_with_help(P::NAME, message, command.render_help());
        } else {
            say(P::NAME, format_args!("{message}; try '{} --help'", P::NAME));
        }
        return Err(Exit::USAGE);
    }
    let process = Process::begin(P::NAME, common, limits, interrupted);
    let answered = if is_list {
        process.count_answers("task(s)");
        answer_list::<P>(&process, &command)
    } else {
        answer::<P>(&process, &command, &matches, &words, None)
    };
    Ok(process.end(answered, P::HAS_VERDICTS))
}

/// Names the tasks of a command as such, and adds an example to the help of each.
fn with_examples<P: Program>(command: Command) -> Command {
    command.subcommand_value_name("TASK").subcommand_help_heading("Tasks").mut_subcommands(|task| {
        let example = example(P::EXAMPLES, task.get_name());
        task.mut_args(with_hint).after_help(example)
    })
}

/// Answers all tasks of the list on stdin up to the first that fails.
fn answer_list<P: Program>(process: &Process, program: &Command) -> Result<Exit, Failure> {
    let mut list = List::open(Box::new(Waiting(io::stdin().lock())), "tasks")?;
    let mut parser = LineParser::new(with_examples::<P>(P::define(Command::new(P::NAME))), program);
    let mut exit = Exit::ANSWERED;
    while let Some(line) = list.next_line()? {
        let matches = parser.parse(&line)?;
        let words: Vec<OsString> = line.words.iter().map(|word| word.text.clone().into()).collect();
        process.out.begin_block();
        let answered = answer::<P>(process, &parser.command, &matches, &words, Some(&line))?;
        process.out.flush()?;
        // `LIMIT` outranks every other status, since the list can be run again; else the first one that is not 0 stays.
        if answered == Exit::LIMIT || exit == Exit::ANSWERED {
            exit = answered;
        }
        if signals::stopped() {
            return Ok(Exit::LIMIT);
        }
    }
    Ok(exit)
}

/// Answers one task: that of the command line, or of a line of a list.
fn answer<P: Program>(
    process: &Process,
    command: &Command,
    matches: &ArgMatches,
    words: &[OsString],
    line: Option<&Line>,
) -> Result<Exit, Failure> {
    let (task, of_task) = match matches.subcommand() {
        Some((name, matches)) => (command.find_subcommand(name).unwrap_or(command), matches),
        None => (command, matches),
    };
    let is_task = task.get_name() != command.get_name();
    let answer = || {
        if line.is_some() && has_checkpoint(task, of_task) {
            let problem = "expected a task on the command line; tasks in a list have no checkpoint";
            return Err(Failure::Value("checkpoint", problem.to_owned()));
        }
        check_files(task, of_task)?;
        let (json, picture) = (process.common.json, prints_picture(task, of_task));
        if json && picture {
            let problem = "expected no --json: '--svg -' prints the picture in place of the answer; name a file";
            return Err(Failure::Usage(problem.to_owned()));
        }
        // clap has parsed the same arguments.
        let parsed = P::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        let name = if is_task { format!("{}-{}", P::NAME, task.get_name()) } else { P::NAME.to_owned() };
        let form = Form {
            json,
            picture,
            schema: parsed.schema(&name),
            task: (is_task && !P::HAS_VERDICTS).then(|| echo(command, task, words)),
        };
        parsed.run(&Run::new(process, form, line.is_some()))
    };
    answer().map_err(|failure| match (failure, line) {
        (Failure::Value(argument, problem), line) => {
            let shown = task.get_arguments().find(|known| known.get_id() == argument).map(ToString::to_string);
            let value = of_task.get_raw(argument).and_then(|mut values| values.next()).unwrap_or_default();
            let value = value.to_string_lossy();
            let message = invalid_value(&shown.unwrap_or_default(), &value, &problem);
            line.map_or(Failure::Usage(message.clone()), |line| line.failure_of_value(&value, message))
        }
        (Failure::Input(problem) | Failure::Usage(problem), Some(line)) => line.failure(problem),
        (failure, _) => failure,
    })
}
