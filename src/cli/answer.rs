//! The answer to a task, and its views: text, JSON, a picture.
//!
//! ```text
//!     #[derive(Serialize)] struct Squares { rows: u8, squares: u64 }          impl Answer for Squares { … }
//!
//!     text    squares 6x6                                JSON    {"schema":"quadrille/hip-squares/1","task":"squares 6x6",
//!             Squares: 105                                        "rows":6,"squares":105}
//! ```

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::failure::Exit;

/// An answer. Its JSON is its fields.
pub trait Answer: Serialize {
    /// Whether the text is a document that stands alone, without the task above it.
    const IS_DOCUMENT: bool = false;

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

    /// Returns the exit status of a run with this answer alone; it is asked for when the answer has been written.
    fn exit(&self) -> Exit {
        Exit::ANSWERED
    }
}

/// The form in which answers are written.
#[derive(Clone, Debug)]
pub struct Form {
    /// Whether answers are JSON.
    pub json: bool,
    /// The name of their schema.
    pub schema: String,
    /// The task, as it was typed.
    pub task: Option<String>,
}

impl Form {
    /// Writes an answer.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write<A: Answer>(&self, out: &mut dyn Write, answer: &A) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a, A> {
            schema: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            task: &'a Option<String>,
            #[serde(flatten)]
            answer: &'a A,
        }
        let Form { json, schema, task } = self;
        if *json {
            serde_json::to_writer(&mut *out, &Line { schema, task, answer })?;
            return out.write_all(b"\n");
        }
        if let Some(task) = task.as_ref().filter(|_| !A::IS_DOCUMENT) {
            writeln!(out, "{task}")?;
        }
        answer.text(out)
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

/// Items that are found while they are written, once: as lines of the text, or as a list in JSON.
pub struct Stream<I>(RefCell<Option<I>>);

impl<I: Iterator> Stream<I> {
    /// Returns the stream of these items.
    pub fn new(items: I) -> Stream<I> {
        Stream(RefCell::new(Some(items)))
    }

    /// Returns the items. There are none the second time.
    pub fn items(&self) -> impl Iterator<Item = I::Item> {
        self.0.take().into_iter().flatten()
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Stream<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.items())
    }
}

/// A text that is made while it is written, in constant memory: as it is, or as a string in JSON.
pub struct Document<F>(pub F);

impl<F: Fn(&mut dyn Write) -> io::Result<()>> Display for Document<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Utf8<'a, 'b>(&'a mut fmt::Formatter<'b>);
        impl Write for Utf8<'_, '_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let text = str::from_utf8(bytes).map_err(io::Error::other)?;
                self.0.write_str(text).map_err(io::Error::other)?;
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        (self.0)(&mut Utf8(f)).map_err(|_| fmt::Error)
    }
}

impl<F: Fn(&mut dyn Write) -> io::Result<()>> Serialize for Document<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
