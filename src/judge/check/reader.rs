//! Reads an output: words, and white space that counts.
//!
//! ```text
//!     Number of  moves: 3       word() reads Number, of, moves: and 3, on this line or later ones
//!       O   -                   blanks() returns 2 before O, and 3 before -
//! ```

use std::io::Read;

use super::CheckError;
use crate::text::{Cursor, Token};

/// The largest number of bytes of white space in a row: eight times the indent of the last row of the largest board. An
/// output that consists of white space without end is rejected.
const MOST_WHITE_SPACE: u32 = 1 << 16;

/// More bytes than a [`Token`] keeps.
const MORE_THAN_TOKEN: usize = 40;

/// The reason why the check of an output stops early.
pub(super) enum Stop {
    /// The output is wrong in this line, and why.
    Fault(u64, String),
    /// The output cannot be checked.
    Error(CheckError),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        Stop::Error(CheckError::Output(error))
    }
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A position in an output.
pub(super) struct OutputReader<'a> {
    cursor: Cursor<&'a mut dyn Read>,
    /// The number of bytes of white space since the last other byte.
    white_space: u32,
}

impl<'a> OutputReader<'a> {
    /// Returns a reader at the start of the output.
    pub(super) fn new(output: &'a mut dyn Read) -> std::io::Result<OutputReader<'a>> {
        Ok(OutputReader { cursor: Cursor::new(output)?, white_space: 0 })
    }

    /// Returns the current line, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.cursor.place().line
    }

    /// Returns a fault in the current line.
    pub(super) fn fault(&self, message: String) -> Stop {
        Stop::Fault(self.line(), message)
    }

    /// Returns the next byte, or `None` at the end of the output.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Stop> {
        Ok(self.cursor.peek()?)
    }

    /// Skips the next byte, which must be the one that [`peek`](Self::peek) has returned.
    pub(super) fn advance(&mut self, byte: u8) -> Result<(), Stop> {
        if !is_white_space(byte) {
            self.white_space = 0;
        } else if self.white_space == MOST_WHITE_SPACE {
            return Err(self.fault(format!("found more than {MOST_WHITE_SPACE} consecutive bytes of white space")));
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

    /// Skips white space within the line and returns the number of spaces, or `None` if there were others than spaces.
    pub(super) fn blanks(&mut self) -> Result<Option<u32>, Stop> {
        let mut spaces = Some(0);
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n' && is_white_space(byte)) {
            spaces = spaces.filter(|_| byte == b' ').map(|spaces| spaces + 1);
            self.advance(byte)?;
        }
        Ok(spaces)
    }

    /// Skips white space and line ends, and returns that at the start of the line where it stops, as
    /// [`blanks`](Self::blanks) does.
    pub(super) fn blank_lines(&mut self) -> Result<Option<u32>, Stop> {
        loop {
            let spaces = self.blanks()?;
            if self.peek()? != Some(b'\n') {
                return Ok(spaces);
            }
            self.line_end()?;
        }
    }

    /// Skips the line feed here; at the end of the output there is none.
    pub(super) fn line_end(&mut self) -> Result<(), Stop> {
        if self.peek()? == Some(b'\n') { self.advance(b'\n') } else { Ok(()) }
    }

    /// Returns whether the line ends here, or the output.
    pub(super) fn is_line_end(&mut self) -> Result<bool, Stop> {
        Ok(self.peek()?.is_none_or(|byte| byte == b'\n'))
    }

    /// Appends the next word, in this line or a later one, to `text`. Returns false at the end of the output. Of a word
    /// that is longer than a token, which may have no end, only the part that shows this is read.
    pub(super) fn word(&mut self, text: &mut Vec<u8>) -> Result<bool, Stop> {
        self.blank_lines()?;
        self.white_space = 0;
        let begin = text.len();
        self.append(text, begin + MORE_THAN_TOKEN, |byte| !is_white_space(byte))?;
        Ok(text.len() > begin)
    }

    /// Returns words that were read, and the rest of the line after them, as messages show them.
    pub(super) fn shown_to_line_end(&mut self, mut text: Vec<u8>) -> Result<Token, Stop> {
        self.append(&mut text, MORE_THAN_TOKEN, |byte| byte != b'\n')?;
        let token = Token::new(&text);
        Ok(token.bytes().map_or(token, |whole| Token::new(whole.trim_ascii_end())))
    }

    /// Appends the next bytes that belong to something to a text, up to a length of it.
    fn append(&mut self, text: &mut Vec<u8>, longest: usize, belongs: impl Fn(u8) -> bool) -> Result<(), Stop> {
        while text.len() < longest
            && let Some(byte) = self.peek()?.filter(|&byte| belongs(byte))
        {
            text.push(byte);
            self.cursor.advance(1);
        }
        Ok(())
    }
}
