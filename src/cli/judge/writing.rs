//! What is written: for terminals of all kinds, and for readers who go away.

use std::io::{self, ErrorKind, Write};

/// A line that is safe to show on any terminal.
pub(super) fn printable(line: &str) -> String {
    line.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

/// Takes all that is written, also when nobody reads it any more: a verdict does not depend on that.
pub(super) struct WhileRead<W>(pub(super) W);

impl<W: Write> Write for WhileRead<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed,
        }
    }
}
