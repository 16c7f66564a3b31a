//! Lists of tasks: the programs that answer tasks read them from stdin, one a line, in the syntax of the command line.
//!
//! ```text
//!     hip draws 6x6 --list             one task, as arguments
//!
//!     hip <<'END'                      several tasks, one a line
//!     draws 6x6 --list   # six squared
//!     tie 7x7
//!     END
//! ```
//!
//! A line is split at white space into words; single or double quotes group, and a backslash is an ordinary character,
//! since graph6 uses it. A `#` at the start of a word begins a comment. [`TaskList`] reads one [`Line`] at a time;
//! [`LineParser`] gives it to the same clap definitions as the arguments of the program, and turns what clap reports into a
//! [`LineError`] at the word that is wrong.
//!
//! ```text
//!     draws 6x6 --lst                  line 1, column 11: unexpected argument '--lst' found; tip: …
//! ```

mod parser;

use std::fmt;
use std::io::{self, Read};

use thiserror::Error;

pub use self::parser::LineParser;
use crate::text::{Cursor, Place, Token};

/// The most words that a line may have.
pub const MOST_WORDS: usize = 4096;

/// The most bytes that the words of a line may have together.
pub const LONGEST_LINE: usize = 1 << 22;

/// What is wrong with a line of a list, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct LineError {
    place: Place,
    problem: String,
}

impl LineError {
    fn new(place: Place, problem: impl fmt::Display) -> LineError {
        LineError { place, problem: problem.to_string() }
    }
}

/// Why the next line of a list cannot be read.
#[derive(Debug, Error)]
pub enum ListError {
    /// The source cannot be read.
    #[error(transparent)]
    Source(#[from] io::Error),
    /// The line is not made of words.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// A word of a line, without its quotes.
#[derive(Clone, Debug)]
pub struct Word {
    text: String,
    place: Place,
}

impl Word {
    /// Returns the text of the word.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line and column where the word begins.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns an error that is placed the given number of bytes after the start of the word.
    #[must_use]
    pub fn error_at(&self, offset: usize, problem: impl fmt::Display) -> LineError {
        let Place { line, column } = self.place;
        LineError::new(Place { line, column: column + offset as u64 }, problem)
    }
}

/// The words of a line; there is at least one.
#[derive(Clone, Debug)]
pub struct Line {
    words: Vec<Word>,
    /// Where a missing word would stand.
    end: Place,
}

impl Line {
    /// Returns the words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Returns an error of the whole line, placed at its first word.
    #[must_use]
    pub fn error(&self, problem: impl fmt::Display) -> LineError {
        LineError::new(self.words.first().map_or(self.end, Word::place), problem)
    }

    /// Returns an error placed at the word that gives this value, in either case, alone or as `--option=value`.
    #[must_use]
    pub fn error_of_value(&self, value: &str, problem: impl fmt::Display) -> LineError {
        let gives = |word: &&Word| {
            let option = word.text.split_once('=').filter(|(name, _)| name.starts_with("--"));
            word.text.eq_ignore_ascii_case(value) || option.is_some_and(|(_, text)| text.eq_ignore_ascii_case(value))
        };
        match self.words.iter().find(gives) {
            Some(word) => word.error_at(0, problem),
            None => self.error(problem),
        }
    }
}

/// A list of tasks that is being read.
#[derive(Debug)]
pub struct TaskList<R> {
    cursor: Cursor<R>,
}

impl<R: Read> TaskList<R> {
    /// Starts to read a list.
    ///
    /// # Errors
    /// If the source cannot be read.
    pub fn open(source: R) -> io::Result<TaskList<R>> {
        Ok(TaskList { cursor: Cursor::new(source)? })
    }

    /// Returns the next line that has a word, or `None` at the end. Reads no further than the end of that line.
    ///
    /// # Errors
    /// [`ListError::Source`] if the source cannot be read, [`ListError::Line`] if a quote is not closed, or the line is not UTF-8 or
    /// too long. The rest of the line has not been read then.
    pub fn next_line(&mut self) -> Result<Option<Line>, ListError> {
        loop {
            let mut words: Vec<Word> = Vec::new();
            let mut end = self.cursor.place();
            let mut room = LONGEST_LINE;
            self.cursor.blanks()?;
            while !matches!(self.cursor.peek()?, None | Some(b'\n' | b'#')) {
                if words.len() == MOST_WORDS {
                    let problem = format_args!("expected at most {MOST_WORDS} words in a line, found more");
                    return Err(LineError::new(self.cursor.place(), problem).into());
                }
                let word = self.word(room)?;
                room -= word.text.len();
                end = self.cursor.place();
                words.push(word);
                self.cursor.blanks()?;
            }
            self.cursor.skip_line()?;
            self.cursor.line_end()?;
            if !words.is_empty() {
                return Ok(Some(Line { words, end }));
            }
            if self.cursor.peek()?.is_none() {
                return Ok(None);
            }
        }
    }

    /// Reads the word at the cursor, of at most `room` bytes.
    fn word(&mut self, room: usize) -> Result<Word, ListError> {
        let place = self.cursor.place();
        let mut bytes = Vec::new();
        let mut quote = None;
        while let Some(byte) = self.cursor.peek()? {
            match (byte, quote) {
                (b'\n', _) | (b' ' | b'\t' | b'\r', None) => break,
                (b'\'' | b'"', None) => quote = Some((byte, self.cursor.place())),
                (_, Some((open, _))) if byte == open => quote = None,
                _ if bytes.len() == room => {
                    let problem = format_args!("expected a line of at most {LONGEST_LINE} bytes, found a longer one");
                    return Err(LineError::new(place, problem).into());
                }
                _ => bytes.push(byte),
            }
            self.cursor.advance(1);
        }
        if let Some((quote, place)) = quote {
            let problem = format_args!("expected another {} before the end of the line", char::from(quote));
            return Err(LineError::new(place, problem).into());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let token = Token::new(error.as_bytes());
            LineError::new(place, format_args!("expected text in UTF-8, found {token}"))
        })?;
        Ok(Word { text, place })
    }
}
