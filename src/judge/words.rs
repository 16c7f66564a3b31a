//! An output as the judge reads it: byte by byte, with an eye on white space that never ends.

use std::io::{self, Read};

use super::fault::FaultKind;
use crate::text::{Cursor, Token};

/// The most bytes of white space in a row, in the widest board's indent eight times over: an output has an end.
const MOST_WHITE_SPACE: u32 = 1 << 16;

/// Why reading ends early.
pub(super) enum Stop {
    /// The output is wrong, in this line.
    Fault(u64, FaultKind),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Unreadable(error)
    }
}

/// White space within a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Blanks {
    /// So many spaces.
    Spaces(u32),
    /// Tabs and the like among them.
    Others,
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A place in an output.
pub(super) struct Words<R> {
    cursor: Cursor<R>,
    /// White space passed over since anything else was.
    white_space: u32,
}

impl<R: Read> Words<R> {
    pub(super) fn new(output: R) -> io::Result<Words<R>> {
        Ok(Words { cursor: Cursor::new(output)?, white_space: 0 })
    }

    /// The line, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.cursor.place().line
    }

    /// That something is wrong here.
    pub(super) fn fault(&self, kind: FaultKind) -> Stop {
        Stop::Fault(self.line(), kind)
    }

    /// The byte here, or `None` at the end.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Stop> {
        Ok(self.cursor.peek()?)
    }

    /// Passes over the byte here.
    pub(super) fn pass(&mut self, byte: u8) -> Result<(), Stop> {
        if !is_white_space(byte) {
            self.white_space = 0;
        } else if self.white_space == MOST_WHITE_SPACE {
            return Err(self.fault(FaultKind::TooMuchWhiteSpace(MOST_WHITE_SPACE)));
        } else {
            self.white_space += 1;
        }
        if byte == b'\n' {
            self.cursor.line_end()?;
        } else {
            self.cursor.advance(1);
        }
        Ok(())
    }

    /// Passes over white space within the line.
    pub(super) fn blanks(&mut self) -> Result<Blanks, Stop> {
        let mut blanks = Blanks::Spaces(0);
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n' && is_white_space(byte)) {
            blanks = match blanks {
                Blanks::Spaces(spaces) if byte == b' ' => Blanks::Spaces(spaces + 1),
                _ => Blanks::Others,
            };
            self.pass(byte)?;
        }
        Ok(blanks)
    }

    /// Passes over white space and line ends; tells what of it belongs to the line that then begins.
    pub(super) fn blank_lines(&mut self) -> Result<Blanks, Stop> {
        loop {
            let blanks = self.blanks()?;
            if self.peek()? != Some(b'\n') {
                return Ok(blanks);
            }
            self.line_end()?;
        }
    }

    /// Passes over the end of the line, if the output goes on behind it.
    pub(super) fn line_end(&mut self) -> Result<(), Stop> {
        if self.peek()? == Some(b'\n') { self.pass(b'\n') } else { Ok(()) }
    }

    /// The next word, in this line or a later one; `None` at the end.
    pub(super) fn word(&mut self) -> Result<Option<Token>, Stop> {
        self.blank_lines()?;
        let mut word = Token::default();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_white_space(byte)) {
            if !word.push(byte) {
                break;
            }
            self.pass(byte)?;
        }
        Ok((!word.is_empty()).then_some(word))
    }
}
