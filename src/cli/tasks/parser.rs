//! Lines of a list, parsed by the definitions of the command line.

use std::fmt;
use std::marker::PhantomData;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Subcommand};

use super::{Line, LineError, Word};
use crate::cli::messages::one_line;

/// Parses the lines of a list as the tasks `T`.
pub struct LineParser<T> {
    /// Built once: that takes far longer than to parse a line.
    command: Command,
    /// Options that a line cannot have, since they are for the whole process, such as `--json`.
    of_process: Vec<String>,
    task: PhantomData<T>,
}

impl<T> fmt::Debug for LineParser<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LineParser").field(&self.command.get_name()).finish()
    }
}

impl<T: Subcommand> LineParser<T> {
    /// Returns a parser for the tasks of a program. Options of the process are unknown in a list, and so is `--help`.
    #[must_use]
    pub fn new(program: &'static str) -> LineParser<T> {
        let command = Command::new(program).no_binary_name(true).subcommand_required(true);
        let command = command.disable_help_flag(true).disable_help_subcommand(true);
        LineParser { command: T::augment_subcommands(command), of_process: Vec::new(), task: PhantomData }
    }

    /// Adds to the error of a line that has an option of the process where that option belongs.
    #[must_use]
    pub fn with_process(mut self, process: &Command) -> LineParser<T> {
        let options = process.get_arguments().filter_map(clap::Arg::get_long);
        self.of_process = options.chain(["help", "version"]).map(|option| format!("--{option}")).collect();
        self
    }

    /// Returns the task of a line.
    ///
    /// # Errors
    /// What clap reports, in one line, at the word that is wrong, or at the end of the line if something is missing.
    pub fn parse(&mut self, line: &Line) -> Result<T, LineError> {
        self.try_parse(line.words()).map_err(|error| match self.first_wrong_word(line) {
            Some((word, error)) => {
                let option = word.text().split('=').next().unwrap_or_default();
                let is_of_process = error.kind() == ErrorKind::UnknownArgument
                    && self.of_process.iter().any(|of_process| of_process == option);
                let tip =
                    if is_of_process { "; tip: give it on the command line; it holds for the whole list" } else { "" };
                LineError::new(word.place, one_line(error) + tip)
            }
            None => LineError::new(line.end, one_line(error)),
        })
    }

    fn try_parse(&mut self, words: &[Word]) -> Result<T, clap::Error> {
        let matches = self.command.try_get_matches_from_mut(words.iter().map(Word::text))?;
        T::from_arg_matches(&matches)
    }

    /// Returns the first word that is wrong, and what clap reports about it: the last word of the shortest prefix that no
    /// further words can complete. clap reads words from left to right, so every longer prefix is wrong too, and bisection
    /// finds the shortest. Returns `None` if words are missing at the end.
    fn first_wrong_word<'a>(&mut self, line: &'a Line) -> Option<(&'a Word, clap::Error)> {
        let words = line.words();
        let mut error_in = |length: usize| {
            let words = &words[..length];
            self.try_parse(words).err().filter(|error| !may_go_on(error, words))
        };
        let mut error = error_in(words.len())?;
        let (mut right, mut wrong) = (0, words.len());
        while wrong - right > 1 {
            let middle = usize::midpoint(right, wrong);
            match error_in(middle) {
                Some(earlier) => (wrong, error) = (middle, earlier),
                None => right = middle,
            }
        }
        words.get(right).map(|word| (word, error))
    }
}

/// Returns whether the words are wrong only because there are too few.
fn may_go_on(error: &clap::Error, words: &[Word]) -> bool {
    match error.kind() {
        ErrorKind::MissingRequiredArgument
        | ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
        // The last word is an option that still needs its value; clap shows it as `--option <VALUE>`.
        ErrorKind::InvalidValue => match (error.get(ContextKind::InvalidArg), words.last()) {
            (Some(ContextValue::String(option)), Some(word)) => option.split(' ').next() == Some(word.text()),
            _ => false,
        },
        _ => false,
    }
}
