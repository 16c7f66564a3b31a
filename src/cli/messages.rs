//! What programs print on stderr: messages of one line that are safe on any terminal.
//!
//! [`say`] escapes what is not visible, so that callers need not. Names of files stay readable in all scripts. Values
//! of arguments are shown in ASCII by [`ascii`], so that look-alikes differ: a Cyrillic `А1` is `\u{410}1`.

use std::fmt::Display;
use std::io::{self, Write};

use clap::error::{ContextKind, ContextValue, Error};

use super::failure::{Exit, Failure};

/// Longer values are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// Prints a message on stderr in one line, escaped. If stderr cannot be written, nothing happens.
pub fn say(program: &str, message: impl Display) {
    // In one piece, since the answers may go to the same terminal or file.
    let _ = io::stderr().write_all(format!("{program}: {}\n", escaped(message)).as_bytes());
}

/// Prints the message of a failure on stderr. A closed pipe has none.
pub fn report(program: &str, failure: &Failure) {
    if failure.exit() != Exit::ANSWERED {
        say(program, failure);
    }
}

/// Prints a message and below it the help of a program on stderr.
pub fn say_with_help(program: &str, message: impl Display, help: impl Display) {
    let _ = io::stderr().write_all(format!("{program}: {message}\n\n{help}\n").as_bytes());
}

/// Returns a text in one line that is safe on any terminal: characters that are not visible, such as control characters
/// and those that change the direction of writing, are escaped.
///
/// ```text
///     "größe\n.txt\u{1b}[2J"  ->  größe\n.txt\u{1b}[2J
/// ```
#[must_use]
pub fn escaped(text: impl Display) -> String {
    let mut escaped = String::new();
    for char in text.to_string().chars() {
        match char {
            // These are visible; `escape_debug` escapes them for literals.
            '\'' | '"' | '\\' => escaped.push(char),
            _ => escaped.extend(char.escape_debug()),
        }
    }
    escaped
}

/// Returns a word of a list, in quotes where it needs them.
pub(super) fn quoted(word: &str) -> String {
    let word = word.split('\t').map(escaped).collect::<Vec<_>>().join("\t");
    let is_plain = !word.contains(|char: char| char.is_whitespace() || matches!(char, '\'' | '"'));
    match (is_plain && !word.starts_with('#') && !word.is_empty(), word.contains('\'')) {
        (true, _) => word,
        (false, true) if !word.contains('"') => format!("\"{word}\""),
        // Between two parts in single quotes a single quote stands in double ones.
        _ => format!("'{}'", word.replace('\'', "'\"'\"'")),
    }
}

/// Returns the first characters of a text, with an ellipsis if there are more.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns a text with everything escaped that is not printable ASCII, except the ellipsis of shortened values.
#[must_use]
pub fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, ' '..='~' | '…') { ascii.push(char) } else { ascii.extend(char.escape_default()) }
    }
    ascii
}

/// Returns the message of an error of clap in one line, with long values shortened.
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
            // clap would drop control characters.
            let shown = ascii(&shortened(value, LONGEST_SHOWN));
            error.insert(kind, ContextValue::String(shown));
        }
    }
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    // How to pass a value that begins with a dash fits few arguments of these programs: it is almost always a wrong
    // option.
    let lines = lines.filter(|line| !line.starts_with("tip: to pass "));
    let mut message = String::new();
    for line in lines {
        message += match line {
            _ if message.is_empty() => "",
            _ if line.starts_with("tip: ") => "; ",
            _ => " ",
        };
        message += &in_words_of_help(line.strip_prefix("error: ").unwrap_or(line));
    }
    ascii(&message)
}

/// Returns a line of clap with tasks called tasks, as in the help.
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

/// Returns clap's message for an invalid value of an argument, for checks that need several arguments: the moves
/// `--after` on a board of this size.
pub(super) fn invalid_value(argument: &str, value: &str, problem: &str) -> String {
    ascii(&format!("invalid value '{}' for '{argument}': {problem}", shortened(value, LONGEST_SHOWN)))
}
