//! What was probably meant: a change of wrong arguments after which they are right.
//!
//! ```text
//!     hip tie 7 7                       hip tie 7x7
//!     hip solve 5x5 --after A1 B2       hip solve 5x5 --after A1,B2
//!     morpion convert rosin82 svg       morpion convert rosin82 --to svg
//!     chip-firing K5                    chip-firing winner K5
//! ```

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};

use super::messages::{ascii, one_line, quoted};
use super::paths::is_file;

/// Parses words, as clap does it for the process or for a line of a list.
pub(super) type Parse<'a> = dyn FnMut(&[&str]) -> Result<(), Error> + 'a;

/// Returns the message for wrong arguments in one line, with a tip where it is known what was meant.
pub(super) fn explained(program: &Command, words: &[&str], error: Error, parse: &mut Parse<'_>) -> String {
    if let Some(message) = needs(words, &error, parse) {
        return ascii(&message);
    }
    let meant = meant(program, words, &error, parse).map_or_else(String::new, |meant| format!("; {meant}"));
    one_line(error) + &ascii(&meant)
}

/// Returns an option that needs others, and those, if that is the error: `--time` needs `--solve or --gtp`.
fn needs(words: &[&str], error: &Error, parse: &mut Parse<'_>) -> Option<String> {
    let missing = missing_options(error);
    // Without it, and perhaps without its value, the others are not missed.
    let is_cause = |&at: &usize| {
        let most = if words.get(at + 1).is_some_and(|value| !value.starts_with("--")) { 2 } else { 1 };
        (1..=most).any(|count| match parse(&without(words, at, count)) {
            Ok(()) => true,
            Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
                let still_missing = missing_options(&error);
                !missing.iter().all(|option| still_missing.contains(option))
            }
            Err(_) => false,
        })
    };
    let options = (0..words.len()).filter(|&at| words[at].starts_with("--"));
    let option = words[options.filter(|_| !missing.is_empty()).find(is_cause)?].split('=').next()?;
    let alternatives =
        |missing: &String| missing.trim_start_matches("<--").trim_end_matches('>').replace("|--", " or --");
    let needed: Vec<String> = missing
        .iter()
        .map(
            |missing| if missing.starts_with("<--") { format!("--{}", alternatives(missing)) } else { missing.clone() },
        )
        .collect();
    Some(format!("{option} needs {}", needed.join(" and ")))
}

/// Returns the options among the missing arguments.
fn missing_options(error: &Error) -> Vec<String> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => {
            missing.iter().filter(|missing| missing.trim_start_matches('<').starts_with("--")).cloned().collect()
        }
        _ => Vec::new(),
    }
}

fn without<'a>(words: &[&'a str], at: usize, count: usize) -> Vec<&'a str> {
    [&words[..at], &words[at + count..]].concat()
}

/// Returns the arguments that were probably meant by unexpected ones. `program` has the definitions.
fn meant(program: &Command, words: &[&str], error: &Error, parse: &mut Parse<'_>) -> Option<String> {
    let (kind, is_task) = match error.kind() {
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, false),
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, true),
        _ => return None,
    };
    let has_tip =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand].iter().any(|&kind| error.get(kind).is_some());
    let Some(ContextValue::String(wrong)) = error.get(kind).filter(|_| !has_tip) else { return None };
    let task = words.iter().find_map(|word| program.find_subcommand(word)).unwrap_or(program);
    let values = task
        .get_arguments()
        .filter(|option| option.get_action().takes_values() && !option.is_global_set() && !is_file(option));
    let mut inserted: Vec<String> = values.filter_map(Arg::get_long).map(|option| format!("--{option}")).collect();
    if is_task {
        // Everything may be the name of a file to `merge`.
        let tasks = program.get_subcommands().map(Command::get_name).filter(|&task| task != "merge");
        inserted = tasks.map(str::to_owned).collect();
    }
    for at in (0..words.len()).filter(|&at| words[at] == wrong) {
        let is_option = wrong.starts_with('-');
        let joined = ["x", ","].map(|by| (at > 0).then(|| format!("{}{by}{wrong}", words[at - 1])));
        let joined = joined.iter().flatten().map(|joined| [&words[..at - 1], &[joined], &words[at + 1..]].concat());
        let inserted = inserted.iter().map(|word| [&words[..at], &[word], &words[at..]].concat());
        let dropped =
            words.get(at + 1).filter(|next| is_option && !next.starts_with('-')).map(|_| without(words, at, 1));
        let meant = joined.chain(inserted).filter(|_| !is_option).chain(dropped);
        let meant: Vec<_> = meant.filter(|words| parse(words).is_ok()).collect();
        // A number may be the value of several options.
        if let Some(first) = meant.first().filter(|_| is_task || meant.len() == 1) {
            let meant = first.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
            return Some(if is_task {
                format!("a task comes first, such as '{meant}'")
            } else if program.is_no_binary_name_set() {
                format!("tip: '{meant}'")
            } else {
                format!("tip: '{} {meant}'", program.get_name())
            });
        }
    }
    None
}
