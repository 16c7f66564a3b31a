//! Lists of tasks, one a line in the syntax of the command line.
//!
//! A line is split at white space into words; single or double quotes group, and a backslash is an ordinary character,
//! since graph6 uses it. A `#` at the start of a word begins a comment.
//!
//! ```text
//!     draws 6x6 --lst                  line 1, column 11: unexpected argument '--lst' found; tip: …
//! ```

use std::fmt::Display;
use std::io::{self, Read};

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, ArgMatches, Command};

use super::failure::Failure;
use super::tips::explained;
use crate::text::{Cursor, Place, Token};

/// The most words that a line may have.
const MOST_WORDS: usize = 4096;

/// The most bytes that the words of a line may have together.
const LONGEST_LINE: usize = 1 << 22;

/// A word of a line, without its quotes.
#[derive(Clone, Debug)]
pub struct Word {
    /// The text of the word.
    pub text: String,
    place: Place,
}

impl Word {
    /// Returns a failure that is placed the given number of bytes after the start of the word.
    #[must_use]
    pub fn failure(&self, offset: usize, problem: impl Display) -> Failure {
        let Place { line, column } = self.place;
        failure(Place { line, column: column + offset as u64 }, problem)
    }
}

/// The words of a line; there is at least one.
#[derive(Clone, Debug)]
pub struct Line {
    /// The words.
    pub words: Vec<Word>,
    /// Whether a blank line stands before it.
    pub after_blank: bool,
    /// Where a missing word would stand.
    end: Place,
}

fn failure(place: Place, problem: impl Display) -> Failure {
    Failure::Input(format!("{place}: {problem}"))
}

/// Returns the failure to read `what`.
fn unreadable(what: &str) -> impl Fn(io::Error) -> Failure + Copy {
    move |error| Failure::Input(format!("cannot read the {what}: {error}"))
}

impl Line {
    /// Returns a failure of the whole line, placed at its first word.
    #[must_use]
    pub fn failure(&self, problem: impl Display) -> Failure {
        failure(self.words.first().map_or(self.end, |word| word.place), problem)
    }

    /// Returns a failure placed at the word that gives this value, alone or as `--option=value`.
    #[must_use]
    pub fn failure_of_value(&self, value: &str, problem: impl Display) -> Failure {
        let gives = |word: &&Word| {
            let option = word.text.split_once('=').filter(|(name, _)| name.starts_with("--"));
            word.text == value || option.is_some_and(|(_, text)| text == value)
        };
        match self.words.iter().find(gives) {
            Some(word) => word.failure(0, problem),
            None => self.failure(problem),
        }
    }
}

/// A list that is being read.
pub struct List<'a> {
    cursor: Cursor<Box<dyn Read + 'a>>,
    /// What the list is called in messages.
    what: &'static str,
}

impl<'a> List<'a> {
    /// Starts to read a list of `what`.
    ///
    /// # Errors
    /// [`Failure::Input`] if the source cannot be read.
    pub fn open(source: Box<dyn Read + 'a>, what: &'static str) -> Result<List<'a>, Failure> {
        Ok(List { cursor: Cursor::new(source).map_err(unreadable(what))?, what })
    }

    /// Returns whether the next line with a word has been read from the source already, so that it need not be waited
    /// for.
    #[must_use]
    pub fn is_next_buffered(&self) -> bool {
        let mut lines =
            self.cursor.buffered().split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        lines.any(|line| !matches!(line.trim_ascii_start().first(), None | Some(b'#')))
    }

    /// Returns the next line that has a word, or `None` at the end. Reads no further than the end of that line.
    ///
    /// # Errors
    /// [`Failure::Input`] if the source cannot be read, a quote is not closed, or the line is not UTF-8 or too long.
    pub fn next_line(&mut self) -> Result<Option<Line>, Failure> {
        let cannot = unreadable(self.what);
        let mut after_blank = false;
        loop {
            let mut words: Vec<Word> = Vec::new();
            let mut end = self.cursor.place();
            let mut room = LONGEST_LINE;
            self.cursor.blanks().map_err(cannot)?;
            while !matches!(self.cursor.peek().map_err(cannot)?, None | Some(b'\n' | b'#')) {
                if words.len() == MOST_WORDS {
                    let problem = format_args!("expected at most {MOST_WORDS} words in a line, found more");
                    return Err(failure(self.cursor.place(), problem));
                }
                let word = self.word(room)?;
                room -= word.text.len();
                end = self.cursor.place();
                words.push(word);
                self.cursor.blanks().map_err(cannot)?;
            }
            after_blank |= words.is_empty() && self.cursor.peek().map_err(cannot)? == Some(b'\n');
            self.cursor.skip_line().map_err(cannot)?;
            self.cursor.line_end().map_err(cannot)?;
            if !words.is_empty() {
                return Ok(Some(Line { words, after_blank, end }));
            }
            if self.cursor.peek().map_err(cannot)?.is_none() {
                return Ok(None);
            }
        }
    }

    /// Reads the word at the cursor, of at most `room` bytes.
    fn word(&mut self, room: usize) -> Result<Word, Failure> {
        let (place, cannot) = (self.cursor.place(), unreadable(self.what));
        let mut bytes = Vec::new();
        let mut quote = None;
        while let Some(byte) = self.cursor.peek().map_err(cannot)? {
            match (byte, quote) {
                (b'\n', _) | (b' ' | b'\t' | b'\r', None) => break,
                (b'\'' | b'"', None) => quote = Some((byte, self.cursor.place())),
                (_, Some((open, _))) if byte == open => quote = None,
                _ if bytes.len() == room => {
                    let problem = format_args!("expected a line of at most {LONGEST_LINE} bytes, found a longer one");
                    return Err(failure(place, problem));
                }
                _ => bytes.push(byte),
            }
            self.cursor.advance(1);
        }
        if let Some((quote, place)) = quote {
            let problem = format_args!("expected another {} before the end of the line", char::from(quote));
            return Err(failure(place, problem));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Word { text, place }),
            Err(error) => {
                let token = Token::new(error.as_bytes());
                Err(failure(place, format_args!("expected text in UTF-8, found {token}")))
            }
        }
    }
}

/// Parses the lines of a list by the definitions of the command line.
#[derive(Debug)]
pub struct LineParser {
    /// Built once: that takes far longer than to parse a line.
    pub command: Command,
    /// Options that a line cannot have, since they are for the whole process, such as `--json` and the limits.
    of_process: Vec<String>,
}

impl LineParser {
    /// Returns a parser for a program with the given tasks and arguments of the process. Options of the process are
    /// unknown in a list, and so is `--help`.
    #[must_use]
    pub fn new(tasks: Command, process: &Command) -> LineParser {
        let command = tasks.no_binary_name(true).subcommand_required(true);
        let options = process.get_arguments().filter_map(Arg::get_long);
        let of_process = options.chain(["help", "version"]).map(|option| format!("--{option}")).collect();
        LineParser { command: command.disable_help_flag(true).disable_help_subcommand(true), of_process }
    }

    /// Returns the arguments of a line.
    ///
    /// # Errors
    /// What clap reports, in one line, at the word that is wrong, or at the end of the line if something is missing.
    pub fn parse(&mut self, line: &Line) -> Result<ArgMatches, Failure> {
        let option = |word: &Word| word.text.split('=').next().unwrap_or_default().to_owned();
        if let Some(word) = line.words.iter().find(|word| self.of_process.contains(&option(word))) {
            let tip = "give it on the command line; it holds for the whole list";
            return Err(word.failure(0, format_args!("unexpected argument '{}' found; tip: {tip}", option(word))));
        }
        self.try_parse(&line.words).map_err(|error| {
            let (word, error) = self.first_wrong_word(line).map_or((None, error), |(word, error)| (Some(word), error));
            let words: Vec<&str> = line.words.iter().map(|word| &*word.text).collect();
            let program = self.command.clone();
            let message =
                explained(&program, &words, error, &mut |words| self.command.try_get_matches_from_mut(words).map(drop));
            failure(word.map_or(line.end, |word| word.place), message)
        })
    }

    fn try_parse(&mut self, words: &[Word]) -> Result<ArgMatches, Error> {
        self.command.try_get_matches_from_mut(words.iter().map(|word| &word.text))
    }

    /// Returns the first word that is wrong, and what clap reports about it: the last word of the shortest prefix that
    /// no further words can complete. Returns `None` if words are missing at the end.
    fn first_wrong_word<'a>(&mut self, line: &'a Line) -> Option<(&'a Word, Error)> {
        line.words.iter().enumerate().find_map(|(before, word)| {
            let words = &line.words[..=before];
            let error = self.try_parse(words).err().filter(|error| !may_go_on(error, words))?;
            Some((word, error))
        })
    }
}

/// Returns whether the words are wrong only because there are too few.
fn may_go_on(error: &Error, words: &[Word]) -> bool {
    match error.kind() {
        ErrorKind::MissingRequiredArgument
        | ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
        // The last word is an option that still needs its value; clap shows it as `--option <VALUE>`.
        ErrorKind::InvalidValue => match (error.get(ContextKind::InvalidArg), words.last()) {
            (Some(ContextValue::String(option)), Some(word)) => option.split(' ').next() == Some(&*word.text),
            _ => false,
        },
        _ => false,
    }
}
