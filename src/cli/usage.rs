//! What clap reports about wrong usage, in one line.

use clap::error::{ContextKind, ContextValue, Error};

/// Longer values are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// Returns the message of an error in one line of printable ASCII, with long values shortened.
///
/// ```text
///     error: invalid value 'hip' for '--rules <RULES>'        invalid value 'hip' for '--rules <RULES>'
///       [possible values: gardner, last-mover]          ->    [possible values: gardner, last-mover]
///
///     For more information, try '--help'.
/// ```
pub(super) fn one_line(mut error: Error) -> String {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(value)) = error.get(kind) {
            let shown = shortened(value, LONGEST_SHOWN);
            error.insert(kind, ContextValue::String(shown));
        }
    }
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    // How to pass a value that begins with a dash fits few arguments of these programs: it is almost always a wrong option.
    let lines = lines.filter(|line| !line.starts_with("tip: to pass "));
    let mut message = String::new();
    for line in lines {
        message += if message.is_empty() {
            ""
        } else if line.starts_with("tip: ") {
            "; "
        } else {
            " "
        };
        message += &in_words_of_help(line.strip_prefix("error: ").unwrap_or(line));
    }
    printable(&message)
}

/// A line of clap in which a task is called a task, as in the help.
fn in_words_of_help(line: &str) -> String {
    for (theirs, ours) in [
        ("unrecognized subcommand ", "unknown task "),
        ("tip: a similar subcommand exists: ", "tip: a similar task exists: "),
        ("tip: some similar subcommands exist: ", "tip: some similar tasks exist: "),
    ] {
        if let Some(rest) = line.strip_prefix(theirs) {
            return format!("{ours}{rest}");
        }
    }
    line.to_owned()
}

/// The first characters of a text, with an ellipsis if there are more.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The text with everything escaped that is not printable ASCII, but for the ellipsis of shortened values.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, ' '..='~' | '…') { printable.push(char) } else { printable.extend(char.escape_default()) }
    }
    printable
}

/// Returns the form in which clap says that the value of an argument is invalid, for what shows only when several
/// arguments are put together: the moves `--after` on a board of this size.
pub(super) fn invalid_value(argument: &str, value: &str, problem: &str) -> String {
    printable(&format!("invalid value '{}' for '{argument}': {problem}", shortened(value, LONGEST_SHOWN)))
}
