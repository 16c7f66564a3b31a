//! Lines of a list, parsed by the definitions of the command line.

use std::fmt;
use std::marker::PhantomData;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Subcommand};

use super::{Fault, Line, Word};
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

    /// Tells a line that has an option of the process where that option belongs.
    #[must_use]
    pub fn with_process(mut self, process: &Command) -> LineParser<T> {
        let options = process.get_arguments().filter_map(clap::Arg::get_long);
        self.of_process = options.chain(["help", "version"]).map(|option| format!("--{option}")).collect();
        self
    }

    /// Parses a line.
    ///
    /// # Errors
    /// What clap reports, in one line, at the word that is wrong, or at the end of the line if something is missing.
    pub fn parse(&mut self, line: &Line) -> Result<T, Fault> {
        self.try_parse(line.words()).map_err(|error| match self.first_wrong_word(line) {
            Some((word, error)) => {
                let option = word.text().split('=').next().unwrap_or_default();
                let is_of_process = error.kind() == ErrorKind::UnknownArgument
                    && self.of_process.iter().any(|of_process| of_process == option);
                let tip =
                    if is_of_process { "; tip: give it on the command line; it holds for the whole list" } else { "" };
                Fault::new(word.place, one_line(error) + tip)
            }
            None => Fault::new(line.end, one_line(error)),
        })
    }

    fn try_parse(&mut self, words: &[Word]) -> Result<T, clap::Error> {
        let matches = self.command.try_get_matches_from_mut(words.iter().map(Word::text))?;
        T::from_arg_matches(&matches)
    }

    /// Finds the first word that is wrong, and what clap reports about it: the last word of the shortest prefix that no
    /// further words can mend. clap reads words from left to right, so every longer prefix is wrong too.
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

/// Whether these words are only too few.
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

#[cfg(test)]
mod tests {
    use super::super::TaskList;
    use super::*;

    #[derive(Subcommand, Debug, PartialEq)]
    enum Task {
        Add {
            first: u8,
            second: u8,
            #[arg(long)]
            twice: bool,
            #[arg(long, conflicts_with = "twice")]
            once: bool,
            #[arg(long, value_name = "NAME")]
            name: Option<String>,
        },
    }

    fn parse(text: &str) -> Result<Task, String> {
        let mut list = TaskList::open(text.as_bytes()).map_err(|error| error.to_string())?;
        match list.next_line() {
            Ok(Some(line)) => LineParser::new("sum").parse(&line).map_err(|fault| fault.to_string()),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn a_fault_is_placed_at_the_word_that_is_wrong() {
        for (text, column, problem) in [
            ("ad 1 2", 1, "unknown task 'ad'; tip: a similar task exists: 'add'"),
            ("--json add 1 2", 1, "unexpected argument '--json' found"),
            ("add 1 --help 2", 7, "unexpected argument '--help' found"),
            ("add 1", 6, "the following required arguments were not provided: <SECOND>"),
            ("add 1 2 3", 9, "unexpected argument '3' found"),
            ("add  1 256", 8, "invalid value '256' for '<SECOND>': 256 is not in 0..=255"),
            ("add --twice 1 2 --once", 17, "the argument '--twice' cannot be used with '--once'"),
            ("add --twice 1 2 --twice", 17, "the argument '--twice' cannot be used multiple times"),
            ("add 1 2 --name", 15, "a value is required for '--name <NAME>' but none was supplied"),
            ("add x 2 3", 5, "invalid value 'x' for '<FIRST>': invalid digit found in string"),
            ("add 1 x --name", 7, "invalid value 'x' for '<SECOND>': invalid digit found in string"),
            ("add 1 2 --name --twice", 16, "a value is required for '--name <NAME>' but none was supplied"),
            ("add '' 2", 5, "invalid value '' for '<FIRST>': cannot parse integer from empty string"),
        ] {
            let Err(fault) = parse(text) else { panic!("{text} is parsed") };
            assert!(fault.starts_with(&format!("line 1, column {column}: {problem}")), "{text}: {fault}");
        }
    }

    #[test]
    fn one_parser_parses_many_lines() -> Result<(), Box<dyn std::error::Error>> {
        let mut list = TaskList::open(&b"add 1 2\nadd 1\nadd 3 4 --name 'a b'\n"[..])?;
        let mut parser = LineParser::<Task>::new("sum");
        let mut parsed = Vec::new();
        while let Ok(Some(line)) = list.next_line() {
            parsed.push(parser.parse(&line).ok());
        }
        let add = |first, second, name| Task::Add { first, second, twice: false, once: false, name };
        assert_eq!(parsed, [Some(add(1, 2, None)), None, Some(add(3, 4, Some("a b".to_owned())))]);
        Ok(())
    }
}
