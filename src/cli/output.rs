//! What a process prints on stdout: answers, as text, as lines of JSON or as a picture, and documents.
//!
//! ```text
//!     #[derive(Serialize)] struct Squares { rows: u8, squares: u64 }          impl Answer for Squares { … }
//!
//!     text    squares 6x6                     JSON    {"schema":"quadrille/hip-squares/1","task":"squares 6x6",
//!             Squares: 105                             "rows":6,"squares":105}
//! ```
//!
//! An answer that is a list is printed item by item, each a line of JSON of its own; the last line has the other
//! fields, and says whether the list is whole. Two blocks of text, such as the answers to two tasks of a list, have an
//! empty line between them.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};

use serde::{Serialize, Serializer};

use super::signals::Watched;
use super::stdout::check_open;

/// An answer, or an item of one. Its JSON is its fields.
pub trait Answer: Json {
    /// Writes the text, below the line with the task.
    ///
    /// # Errors
    /// Those of `out`.
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the picture. Answers to tasks that have no option for one have none.
    ///
    /// # Errors
    /// Those of `out`.
    fn picture(&self, _task: &str, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A value with fields, as JSON. All values that serde can serialize have it.
pub trait Json {
    /// Returns the value as an object of JSON.
    ///
    /// # Errors
    /// Those of its `Serialize`.
    fn json(&self) -> serde_json::Result<String>;
}

impl<T: Serialize> Json for T {
    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

/// The form of the answers to a task.
#[derive(Clone, Debug)]
pub struct Form {
    /// Whether answers are JSON.
    pub json: bool,
    /// Whether answers are pictures; those without one, such as the items of a list, are not printed.
    pub picture: bool,
    /// The name of their schema.
    pub schema: String,
    /// The task, as it was typed; `None` if the program has no tasks, or verdicts as its statuses.
    pub task: Option<String>,
}

impl Form {
    /// Returns whether answers are text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        !self.json && !self.picture
    }

    /// Writes an answer or an item: its text, a line of JSON, or its picture.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write, answer: &dyn Answer) -> io::Result<()> {
        match self {
            Form { json: true, .. } => self.write_json(out, answer),
            Form { picture: true, task, .. } => answer.picture(task.as_deref().unwrap_or_default(), out),
            _ => answer.text(out),
        }
    }

    /// Writes a value as a line of JSON, with the fields that all answers have before its own.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn Write, fields: &(impl Json + ?Sized)) -> io::Result<()> {
        #[derive(Serialize)]
        struct Common<'a> {
            schema: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            task: Option<&'a str>,
        }
        let common = serde_json::to_string(&Common { schema: &self.schema, task: self.task.as_deref() })?;
        let fields = fields.json()?;
        // Two objects in one: both have fields.
        writeln!(out, "{},{}", common.trim_end_matches('}'), &fields[1..])
    }
}

/// Serializes a field as the string that `Display` gives: `#[serde(serialize_with = "display")]`. Counts that do not
/// fit into 53 bits are written in this way, for parsers that read numbers as floating point.
///
/// # Errors
/// Those of `serializer`.
pub fn display<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes a field as [`display`] does, or as null.
///
/// # Errors
/// Those of `serializer`.
pub fn display_some<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// Serializes a field as the list of the strings that `Display` gives for the items of a slice.
///
/// # Errors
/// Those of `serializer`.
pub fn display_each<S: Serializer, D: Display>(values: &[D], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// Stdout of a process, which writes blocks of text. It is borrowed for each write alone, so that what has been found
/// can be flushed while a task goes on.
#[derive(Debug)]
pub struct Output(RefCell<Blocks>);

#[derive(Debug)]
struct Blocks {
    out: BufWriter<Watched<StdoutLock<'static>>>,
    /// What separates two blocks.
    separator: &'static str,
    /// Whether anything has been written.
    is_written: bool,
    /// Whether the separator is written before the next byte: a task that fails leaves none.
    is_due: bool,
}

impl Output {
    /// Returns the output of a process.
    #[must_use]
    pub fn new(json: bool) -> Output {
        let out = BufWriter::with_capacity(1 << 16, Watched(io::stdout().lock()));
        Output(RefCell::new(Blocks { out, separator: if json { "" } else { "\n" }, is_written: false, is_due: false }))
    }

    /// Begins a block, which is separated from the one before.
    pub fn begin_block(&self) {
        let mut blocks = self.0.borrow_mut();
        blocks.is_due = blocks.is_written;
    }

    /// Flushes what has been written, unless a write is going on: this may be called while an answer is computed.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn flush(&self) -> io::Result<()> {
        self.0.try_borrow_mut().map_or(Ok(()), |mut blocks| blocks.out.flush())
    }
}

impl Write for &Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let blocks = &mut *self.0.borrow_mut();
        if !std::mem::replace(&mut blocks.is_written, true) {
            check_open()?;
        }
        if std::mem::take(&mut blocks.is_due) {
            blocks.out.write_all(blocks.separator.as_bytes())?;
        }
        blocks.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Output::flush(self)
    }
}
