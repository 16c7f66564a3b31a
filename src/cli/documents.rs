//! What clap makes of the definitions of a program: help, completion scripts, manual pages; and the names of tasks.

use std::borrow::Cow;

use clap::builder::StyledStr;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use itertools::Itertools;

use super::Program;
use super::files::is_output;

/// The exit statuses, as help shows them.
const STATUSES: &str = "Exit status:
  0  answered
  1  the input was rejected, or a file or the answers could not be read or written
  2  wrong usage, or a file that cannot be written or is in use; nothing was done
  3  stopped by a limit or Ctrl-C before the answer was complete
  4  complete, but what was to be proved stays open";

/// Adds examples to the help of a program and its tasks, and the exit statuses to that of a program.
pub(super) fn with_help<P: Program>(program: Command) -> Command {
    let (examples, own) = P::EXAMPLES;
    let example = |task: &str| {
        let sections = examples.split("== ").filter_map(|section| section.split_once('\n'));
        let example = sections.into_iter().find(|(name, _)| *name == task).map_or("", |(_, example)| example);
        format!("Example:\n  {}", example.trim_end().replace('\n', "\n  ").replace("\n  \n", "\n\n"))
    };
    let with_hints = |command: Command| {
        command.mut_args(|arg| if arg.get_action().takes_values() { arg.value_hint(ValueHint::FilePath) } else { arg })
    };
    let program = with_hints(program);
    let statuses = if P::FAILURE == 1 { format!("{STATUSES}\n\n") } else { String::new() };
    let program = program.after_help(example(own)).after_long_help(format!("{statuses}{}", example(own)));
    if !program.has_subcommands() {
        return program;
    }
    // A line of a list has the options of the process before its own.
    let program = program.args_override_self(true).subcommand_value_name("TASK").subcommand_help_heading("Tasks");
    program.mut_subcommands(|task| {
        let example = example(task.get_name());
        with_hints(task).after_help(example)
    })
}

/// Returns the completion script, or the manual page of a program or its task, if one is asked for.
pub(super) fn asked(program: &Command, matches: &ArgMatches) -> Option<String> {
    let task = matches.subcommand();
    let is_page = matches.get_flag("man") || task.is_some_and(|(_, matches)| matches.get_flag("man"));
    let shell = matches.get_one::<Shell>("completions").copied();
    if !is_page && shell.is_none() {
        return None;
    }
    let (mut program, mut document) = (program.clone(), Vec::new());
    if let Some(shell) = shell {
        let name = program.get_name().to_owned();
        clap_complete::generate(shell, &mut program, &name, &mut document);
        let script = String::from_utf8_lossy(&document);
        // `clap_complete` 4.6 spells the states after a task in two ways if there is a hyphen in the name of the program,
        // so that nothing is completed there (clap-rs/clap#6421).
        let [wrong, right] = ["__subcmd__", "__"].map(|separator| name.replace('-', separator));
        let is_wrong = shell == Shell::Bash && name.contains('-');
        return Some(if is_wrong { script.replace(&wrong, &right) } else { script.into_owned() });
    }
    program.build();
    let command = task.and_then(|(name, _)| program.find_subcommand(name)).unwrap_or(&program);
    // Only the writer can fail, and this one is memory.
    let _ = Man::new(command.clone()).render(&mut document);
    Some(String::from_utf8_lossy(&document).into_owned())
}

/// Returns the first line of an error of clap, without what stands before its message.
pub(super) fn first_line(error: &clap::Error) -> String {
    let text: StyledStr = error.render();
    text.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

/// Returns the task as it was typed, without the options that do not change its answer: those that all programs have, and
/// the names of outputs. `None` for a program without tasks.
#[must_use]
pub fn task_name(program: &Command, matches: &ArgMatches) -> Option<String> {
    let (name, matches) = matches.subcommand()?;
    let task = program.find_subcommand(name)?;
    let is_typed = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        let is_value = matches.try_contains_id(id).unwrap_or(false);
        is_value
            && matches.value_source(id) == Some(ValueSource::CommandLine)
            && !arg.is_global_set()
            && !is_output(arg)
    };
    let words = task.get_arguments().filter(is_typed).flat_map(|arg| {
        let id = arg.get_id().as_str();
        let values = matches.get_raw(id).into_iter().flatten().map(|value| value.to_string_lossy().into_owned());
        let places = matches.indices_of(id).into_iter().flatten();
        let mut words: Vec<(usize, String)> = match arg.get_value_delimiter() {
            _ if !arg.get_action().takes_values() => places.map(|place| (place, String::new())).collect(),
            Some(delimiter) => places.take(1).zip([values.format(&delimiter.to_string()).to_string()]).collect(),
            None => places.zip(values).collect(),
        };
        if let Some((long, (place, _))) = arg.get_long().zip(words.first().cloned()) {
            words.insert(0, (place, format!("--{long}")));
            words.retain(|(_, word)| arg.get_action().takes_values() || !word.is_empty());
        }
        words
    });
    // The sort is stable: an option stands before its value.
    let words = words.sorted_by_key(|(place, _)| *place).map(|(_, word)| quoted(word));
    Some([name.to_owned()].into_iter().chain(words).join(" "))
}

/// Returns a word in quotes, if a list would split it otherwise.
fn quoted(word: String) -> String {
    let is_plain = shlex::split(&word).is_some_and(|words| words == [&*word]);
    if is_plain { word } else { shlex::try_quote(&word).map(Cow::into_owned).unwrap_or(word.clone()) }
}
