//! Reading text of any size, token by token, and knowing where each token stood.
//!
//! A [`Cursor`] holds one buffer of 64 KiB and no more, whatever comes: a token that is longer is cut for the error
//! message that it deserves. Tokens are runs of bytes other than blanks (space, tab, carriage return) and line feeds;
//! a carriage return counts as a blank so that CRLF files read like others. A UTF-8 byte order mark at the very start
//! is passed over. Lines and columns are counted from 1, columns in bytes; a token before which all is ASCII (any
//! other text being an error earlier in the line) has the column an editor shows.

use std::fmt;
use std::io::{self, ErrorKind, Read};

mod token;

pub use token::{NotANumber, Token};

const BUFFER_BYTES: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A place in a text: line and column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, in bytes.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What [`Cursor::blanks`] passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing.
    None,
    /// One space.
    Space,
    /// Other blanks, or several.
    Wide,
}

/// A place in a text that is read as it is needed.
///
/// ```
/// use quadrille::text::{Cursor, Gap, LineEnd};
/// let mut cursor = Cursor::new("12 x7\n".as_bytes())?;
/// let token = cursor.token()?.ok_or("nothing there")?;
/// assert_eq!((token.number(), cursor.blanks()?), (Ok(12), Gap::Space));
/// let place = cursor.place();
/// let token = cursor.token()?.ok_or("nothing there")?;
/// assert!(token.number().is_err());
/// assert_eq!(format!("{place}: {token}"), "line 1, column 4: 'x7'");
/// assert_eq!((cursor.line_end()?, cursor.line_end()?), (LineEnd::Passed, LineEnd::EndOfText));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cursor<R> {
    source: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    exhausted: bool,
    line: u64,
    /// Bytes of the text before `buffer[0]`, and before the first byte of the line (a byte order mark not counted).
    before_buffer: u64,
    before_line: u64,
}

impl<R: Read> Cursor<R> {
    /// A cursor at the start of the text, a byte order mark passed over.
    ///
    /// # Errors
    /// What the source says when it cannot be read; so do all that read on.
    pub fn new(source: R) -> io::Result<Self> {
        let mut cursor = Cursor {
            source,
            buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
            start: 0,
            end: 0,
            exhausted: false,
            line: 1,
            before_buffer: 0,
            before_line: 0,
        };
        while cursor.buffered().len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(cursor.buffered()) {
            if !cursor.read_more()? {
                break;
            }
        }
        if cursor.buffered().starts_with(BYTE_ORDER_MARK) {
            cursor.start = BYTE_ORDER_MARK.len();
            cursor.before_line = cursor.start as u64;
        }
        Ok(cursor)
    }

    /// Where the cursor is.
    #[must_use]
    pub fn place(&self) -> Place {
        let offset = self.before_buffer + self.start as u64;
        Place { line: self.line, column: offset - self.before_line + 1 }
    }

    /// The bytes that can be looked at without reading on; with [`advance`](Self::advance) the fast way through
    /// regular text.
    #[inline]
    #[must_use]
    pub fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Passes over `bytes` of what is [`buffered`](Self::buffered); they must not contain a line feed.
    #[inline]
    pub fn advance(&mut self, bytes: usize) {
        debug_assert!(!self.buffered()[..bytes].contains(&b'\n'));
        self.start += bytes;
    }

    /// The next byte, or `None` at the end of the text.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        while self.start == self.end {
            if !self.read_more()? {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.start]))
    }

    /// Passes over blanks within the line. A carriage return that ends it is none.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn blanks(&mut self) -> io::Result<Gap> {
        let mut gap = Gap::None;
        let mut carriage_return = false;
        while let Some(byte) = self.peek()? {
            if carriage_return && byte != b'\n' {
                gap = Gap::Wide;
            }
            match byte {
                b'\r' => carriage_return = true,
                b' ' if gap == Gap::None => gap = Gap::Space,
                b' ' | b'\t' => gap = Gap::Wide,
                _ => break,
            }
            self.start += 1;
        }
        Ok(gap)
    }

    /// Takes the token at the cursor; `None` at the end of a line or of the text, or at a blank. Of a token that is too
    /// long to keep no more is read than that: it may have no end.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn token(&mut self) -> io::Result<Option<Token>> {
        let mut token = Token::default();
        while let Some(byte) = self.peek()? {
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') || !token.push(byte) {
                break;
            }
            self.start += 1;
        }
        Ok((!token.is_empty()).then_some(token))
    }

    /// Passes over a line feed if the cursor is at one, or says that the text ends here.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn line_end(&mut self) -> io::Result<LineEnd> {
        Ok(match self.peek()? {
            None => LineEnd::EndOfText,
            Some(b'\n') => {
                self.start += 1;
                self.line += 1;
                self.before_line = self.before_buffer + self.start as u64;
                LineEnd::Passed
            }
            Some(_) => LineEnd::MoreInLine,
        })
    }

    /// Reads once more from the source, keeping what is buffered; false at the end of the text.
    fn read_more(&mut self) -> io::Result<bool> {
        if self.start == self.end {
            self.before_buffer += self.end as u64;
            (self.start, self.end) = (0, 0);
        }
        while !self.exhausted && self.end < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.exhausted = true,
                Ok(bytes) => {
                    self.end += bytes;
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

/// What [`Cursor::line_end`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed; the cursor is at the start of the next line.
    Passed,
    /// The end of the text.
    EndOfText,
    /// Something else; the cursor has not moved.
    MoreInLine,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte a read, as a slow pipe does.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let mut one = self.0.take(1);
            let read = one.read(buffer)?;
            self.0 = &self.0[read..];
            Ok(read)
        }
    }

    fn places(text: &[u8]) -> io::Result<Vec<(String, u64, u64)>> {
        let mut cursor = Cursor::new(Trickle(text))?;
        let mut found = Vec::new();
        loop {
            cursor.blanks()?;
            let Place { line, column } = cursor.place();
            match cursor.token()? {
                Some(token) => found.push((token.to_string(), line, column)),
                None if cursor.line_end()? == LineEnd::EndOfText => return Ok(found),
                None => {}
            }
        }
    }

    #[test]
    fn tokens_carry_line_and_column() -> io::Result<()> {
        let expected = [("'2'", 1, 1), ("'A1'", 2, 2), ("'B'", 2, 6), ("'x\\x00y'", 4, 1)];
        let expected = expected.map(|(token, line, column)| (token.to_owned(), line, column));
        assert_eq!(places(b"2\r\n A1\t B\r\n\nx\0y")?, expected);
        assert_eq!(places(b"\xEF\xBB\xBF2\r\n A1\t B\r\n\nx\0y")?, expected);
        Ok(())
    }

    #[test]
    fn a_token_longer_than_any_valid_one_is_cut_even_if_it_never_ends() -> io::Result<()> {
        let mut cursor = Cursor::new(io::repeat(b'A'))?;
        let token = cursor.token()?;
        assert_eq!(token.map(|t| (t.bytes().is_none(), t.number())), Some((true, Err(NotANumber::Malformed))));
        let mut cursor = Cursor::new(io::repeat(b'9'))?;
        assert_eq!(cursor.token()?.map(|token| token.number()), Some(Err(NotANumber::TooLarge)));
        let mut cursor = Cursor::new(&b"00000000000000000017"[..])?;
        assert_eq!(cursor.token()?.map(|token| token.number()), Some(Ok(17)));
        Ok(())
    }
}
