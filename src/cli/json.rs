//! Answers as JSON, one object a line.
//!
//! An answer is a struct that derives [`Serialize`]: [`write_answer`] writes its fields, in their order, after the field
//! `schema`. An answer that is too large for memory is written part by part with an [`Object`].
//!
//! ```text
//!     #[derive(Serialize)] struct Squares { rows: u8, squares: u64 }
//!
//!     write_answer(out, "quadrille/hip-squares/1", &Squares { rows: 6, squares: 105 })
//!         {"schema":"quadrille/hip-squares/1","rows":6,"squares":105}
//! ```

use std::fmt::Display;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

/// Writes an answer as one line: the name of its schema, then the fields of `answer`, which must be a struct or a map.
///
/// # Errors
/// Those of `out` and of `answer`.
pub fn write_answer(out: &mut impl Write, schema: &str, answer: &impl Serialize) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a, T> {
        schema: &'a str,
        #[serde(flatten)]
        answer: &'a T,
    }
    serde_json::to_writer(&mut *out, &Line { schema, answer })?;
    out.write_all(b"\n")
}

/// Serializes a field as the string that `Display` gives: `#[serde(serialize_with = "json::display")]`. Counts that do not
/// fit into 53 bits are written in this way, for parsers that read numbers as floating point.
///
/// # Errors
/// Those of `serializer`.
pub fn display<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes a field as the list of the strings that `Display` gives for the items of a slice.
///
/// # Errors
/// Those of `serializer`.
pub fn display_each<S: Serializer, D: Display>(values: &[D], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// An object that is written part by part, for an answer that is too large for memory or takes long to find.
///
/// ```text
///     let mut object = Object::begin(out, "quadrille/hip-draws/1")?;    {"schema":"quadrille/hip-draws/1"
///     object.fields(&Counts { draws: 2 })?;                             ,"draws":2
///     object.list("list", |list| list.item(&"XO"))?;                    ,"list":["XO"]
///     object.text("note", |out| out.write_all(b"a\n"))?;                ,"note":"a\n"
///     object.end()?;                                                    }
/// ```
#[derive(Debug)]
pub struct Object<'a, W> {
    out: &'a mut W,
}

impl<'a, W: Write> Object<'a, W> {
    /// Begins an object with the field `schema`, which must need no escapes.
    ///
    /// # Errors
    /// Those of `out`; the same holds for the other methods.
    pub fn begin(out: &'a mut W, schema: &str) -> io::Result<Object<'a, W>> {
        write!(out, "{{\"schema\":\"{schema}\"")?;
        Ok(Object { out })
    }

    /// Writes the fields of a struct or a map.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn fields(&mut self, fields: &impl Serialize) -> io::Result<()> {
        let object = serde_json::to_string(fields)?;
        match object.strip_prefix('{').and_then(|object| object.strip_suffix('}')) {
            Some("") => Ok(()),
            Some(fields) => write!(self.out, ",{fields}"),
            None => Err(io::Error::other("expected the fields of an object")),
        }
    }

    /// Writes a field.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn field(&mut self, name: &str, value: &impl Serialize) -> io::Result<()> {
        self.raw(name, "")?;
        Ok(serde_json::to_writer(&mut *self.out, value)?)
    }

    /// Writes a field whose value is a list, item by item, and returns what `write` returns.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn list<R>(&mut self, name: &str, write: impl FnOnce(&mut List<'_, W>) -> io::Result<R>) -> io::Result<R> {
        self.raw(name, "[")?;
        let result = write(&mut List { out: self.out, is_empty: true })?;
        self.out.write_all(b"]")?;
        Ok(result)
    }

    /// Writes a field whose value is the text that `write` writes, and returns what `write` returns. Each piece that `write`
    /// writes must be whole characters.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn text<R>(&mut self, name: &str, write: impl FnOnce(&mut InString<&mut W>) -> io::Result<R>) -> io::Result<R> {
        self.raw(name, "\"")?;
        let result = write(&mut InString(self.out))?;
        self.out.write_all(b"\"")?;
        Ok(result)
    }

    /// Begins a field whose value starts with `begin`.
    fn raw(&mut self, name: &str, begin: &str) -> io::Result<()> {
        write!(self.out, ",\"{name}\":{begin}")
    }

    /// Ends the object, and its line.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn end(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

/// The list of [`Object::list`].
#[derive(Debug)]
pub struct List<'a, W> {
    out: &'a mut W,
    is_empty: bool,
}

impl<W: Write> List<'_, W> {
    /// Writes an item.
    ///
    /// # Errors
    /// Those of the output.
    pub fn item(&mut self, item: &impl Serialize) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.write_all(b",")?;
        }
        Ok(serde_json::to_writer(&mut *self.out, item)?)
    }

    /// Flushes the output, so that the items written so far can be read.
    ///
    /// # Errors
    /// Those of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes text into a string of JSON.
#[derive(Debug)]
pub struct InString<W>(pub W);

impl<W: Write> Write for InString<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        let quoted = serde_json::to_string(text)?;
        let unquoted = quoted.strip_prefix('"').and_then(|quoted| quoted.strip_suffix('"')).unwrap_or_default();
        self.0.write_all(unquoted.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
