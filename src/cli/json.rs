//! Answers as JSON, one object a line, written field by field: some are too large to hold.

use std::io::{self, Write};

use serde::Serialize;

/// An object that is being written.
#[derive(Debug)]
pub struct Object<'a, W> {
    out: &'a mut W,
}

impl<'a, W: Write> Object<'a, W> {
    /// Begins an object with the schema of its fields, a plain word.
    ///
    /// # Errors
    /// Those of `out`; likewise for all that is written.
    pub fn begin(out: &'a mut W, schema: &str) -> io::Result<Object<'a, W>> {
        write!(out, "{{\"schema\":\"{schema}\"")?;
        Ok(Object { out })
    }

    /// Writes a field.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn field(&mut self, name: &str, value: &impl Serialize) -> io::Result<()> {
        self.raw(name, "")?;
        Ok(serde_json::to_writer(&mut *self.out, value)?)
    }

    /// Begins a field whose value is written to [`out`](Self::out).
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn raw(&mut self, name: &str, begin: &str) -> io::Result<()> {
        write!(self.out, ",\"{name}\":{begin}")
    }

    /// Where the value of a field goes that is written by other means.
    pub fn out(&mut self) -> &mut W {
        self.out
    }

    /// Ends the object, and its line.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn end(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

/// Writes ASCII text into a string of JSON.
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
