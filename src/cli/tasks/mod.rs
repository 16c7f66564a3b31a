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
//! since graph6 uses it. A `#` at the start of a word begins a comment. [`TaskList`] reads a [`Line`] at a time, and no
//! more; [`LineParser`] gives it to the same clap definitions as the arguments of the program, and turns what clap
//! reports into a [`Fault`] at the word that is wrong.

mod list;
mod parser;

use std::fmt;

use thiserror::Error;

pub use self::list::{ListError, TaskList};
pub use self::parser::LineParser;
use crate::text::Place;

/// The most words that a line may have.
pub const MOST_WORDS: usize = 4096;

/// The most bytes that the words of a line may have together.
pub const LONGEST_LINE: usize = 1 << 22;

/// A word of a line, without its quotes.
#[derive(Clone, Debug)]
pub struct Word {
    text: String,
    place: Place,
}

impl Word {
    /// The word.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A fault of the word that shows `offset` bytes after its start.
    #[must_use]
    pub fn fault_at(&self, offset: usize, problem: impl fmt::Display) -> Fault {
        let Place { line, column } = self.place;
        Fault::new(Place { line, column: column + offset as u64 }, problem)
    }
}

/// The words of a line, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Line {
    words: Vec<Word>,
    /// Where a missing word would stand.
    end: Place,
}

impl Line {
    /// The words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// A fault of the line as a whole, placed at its first word.
    #[must_use]
    pub fn fault(&self, problem: impl fmt::Display) -> Fault {
        Fault::new(self.words.first().map_or(self.end, |word| word.place), problem)
    }

    /// A fault of the word that gives this value, in either case, alone or as `--option=value`.
    #[must_use]
    pub fn fault_of_value(&self, value: &str, problem: impl fmt::Display) -> Fault {
        let gives = |word: &&Word| {
            word.text.eq_ignore_ascii_case(value)
                || word
                    .text
                    .split_once('=')
                    .is_some_and(|(name, text)| name.starts_with("--") && text.eq_ignore_ascii_case(value))
        };
        match self.words.iter().find(gives) {
            Some(word) => word.fault_at(0, problem),
            None => self.fault(problem),
        }
    }
}

/// What is wrong with a line of a list, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct Fault {
    place: Place,
    problem: String,
}

impl Fault {
    fn new(place: Place, problem: impl fmt::Display) -> Fault {
        Fault { place, problem: problem.to_string() }
    }
}
