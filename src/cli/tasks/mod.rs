//! Tasks in words, for the programs that take one as their arguments or, without arguments, a list of them on stdin.
//!
//! ```text
//!     hip draws 6x6 list             a task a line, its words with blanks between;
//!                                    blank lines are passed over, and so is what follows a #
//!     hip <<END
//!     draws 6x6 list   # six squared
//!     tie 7x7
//!     END
//! ```
//!
//! One parser reads both: it takes the [`Words`] of a task and reports a [`Fault`], which knows its line and column if the
//! words have any. A list is read as it is needed, and no more of it is held than a line's words: what stands after the
//! first [`MOST_WORDS`] of a line, or after the first [`LONGEST_WORD`] bytes of a word, is not read before the words are handed
//! over. A task that could be so long has to ask ([`Words::may_go_on`]); in others a fault has been found then.

mod fault;
mod list;

use std::ffi::OsString;
use std::fmt;

pub use self::fault::Fault;
pub use self::list::TaskList;
use crate::text::{Place, Token};

/// The most words that are read of a line.
pub const MOST_WORDS: usize = 64;

/// The most bytes that are read of a word in a list.
pub const LONGEST_WORD: usize = 1 << 21;

/// A word of a task: bytes, since what is typed need not be UTF-8.
#[derive(Clone, Debug)]
pub struct Word {
    bytes: Vec<u8>,
    /// Whether there was more of it.
    cut: bool,
    /// Where it stands in a list.
    place: Option<Place>,
}

impl Word {
    /// The word as text; nothing if it is not UTF-8 or was too long to read.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if self.cut { None } else { str::from_utf8(&self.bytes).ok() }
    }

    /// Whether it was too long to read all of it.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The bytes of the word, the first ones only if it was too long to read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A fault of the word.
    #[must_use]
    pub fn fault(&self, problem: impl fmt::Display) -> Fault {
        self.fault_at(0, problem)
    }

    /// A fault that begins so many bytes after the word does.
    #[must_use]
    pub fn fault_at(&self, offset: usize, problem: impl fmt::Display) -> Fault {
        let place = self.place.map(|Place { line, column }| Place { line, column: column + offset as u64 });
        Fault::new(place, problem)
    }
}

/// The word in quotes, fit for any terminal, and cut if it is long.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Quoted(&self.bytes))
    }
}

/// Part of a word, shown as words are.
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut token = Token::default();
        let all = self.0.iter().all(|&byte| token.push(byte));
        debug_assert!(all || token.bytes().is_none());
        write!(f, "{token}")
    }
}

/// The words of a task, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Words {
    first: Word,
    others: Vec<Word>,
    /// Where something that is missing would stand in a list.
    end: Option<Place>,
}

impl Words {
    /// The words of a command line; nothing if there are none.
    #[must_use]
    pub fn of_arguments(arguments: &[OsString]) -> Option<Words> {
        let word = |argument: &OsString| {
            let bytes = argument.as_encoded_bytes().to_owned();
            Word { bytes, cut: false, place: None }
        };
        let (first, others) = arguments.split_first()?;
        Some(Words { first: word(first), others: others.iter().map(word).collect(), end: None })
    }

    /// The first word, which names the task.
    #[must_use]
    pub fn first(&self) -> &Word {
        &self.first
    }

    /// The first word and the others.
    #[must_use]
    pub fn into_parts(self) -> (Word, Vec<Word>) {
        (self.first, self.others)
    }

    /// Whether these are as many words as are read of a line, which may have more.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.end.is_some() && self.others.len() + 1 == MOST_WORDS
    }

    /// The words after the first.
    #[must_use]
    pub fn others(&self) -> &[Word] {
        &self.others
    }

    /// The fault that something is missing after the last word.
    #[must_use]
    pub fn missing(&self, what: impl fmt::Display) -> Fault {
        let last = self.others.last().unwrap_or(&self.first);
        Fault::new(self.end, format_args!("expected {what} after {last}"))
    }
}
