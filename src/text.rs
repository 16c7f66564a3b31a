//! Reading text token by token, with the line and column of each token.
//!
//! ```text
//!     12 x7      tokens are runs of bytes other than blanks and line feeds: '12' at line 1, column 1,
//!      C3        'x7' at line 1, column 4, and 'C3' at line 2, column 2
//! ```
//!
//! A `Cursor` reads from a source and holds one buffer of 64 KiB, however long the text or a token is. A [`Token`]
//! keeps the first 32 bytes of a longer token, for the error message. Blanks are space, tab and carriage return: text
//! with CRLF line ends reads like other text. A UTF-8 byte order mark at the very start is skipped. Lines and columns
//! are counted from 1, columns in bytes, so that they are those of an editor where the line is ASCII up to there.

use std::fmt;
use std::io::{self, ErrorKind, Read};

const BUFFER_BYTES: usize = 64 * 1024;

/// The UTF-8 byte order mark, which may stand at the start of a text and is not a part of it.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns whether a byte is a blank: a space, a tab or a carriage return.
#[inline]
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// A line and a column of a text, both counted from 1.
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

/// The blanks that [`Cursor::blanks`] skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// No blanks.
    None,
    /// One space.
    Space,
    /// Several blanks, or one that is not a space.
    Wide,
}

/// A position in a text that is read as it is needed. Methods that read return the error of the source if it cannot be
/// read.
#[derive(Debug)]
pub(crate) struct Cursor<R> {
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
    /// Returns a cursor at the start of the text, after the byte order mark if there is one.
    pub(crate) fn new(source: R) -> io::Result<Self> {
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
        let may_begin = |read: &[u8]| read.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(read);
        while may_begin(cursor.buffered()) && cursor.read_more()? {}
        if cursor.buffered().starts_with(BYTE_ORDER_MARK) {
            cursor.start = BYTE_ORDER_MARK.len();
            cursor.before_line = cursor.start as u64;
        }
        Ok(cursor)
    }

    /// Returns the line and the column of the cursor.
    #[inline]
    pub(crate) fn place(&self) -> Place {
        let offset = self.before_buffer + self.start as u64;
        Place { line: self.line, column: offset - self.before_line + 1 }
    }

    /// Returns the bytes after the cursor that are in the buffer. With [`advance`](Self::advance) this is the fast way
    /// through regular text.
    #[inline]
    pub(crate) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Skips the next `bytes` bytes. The caller must ensure that they are [`buffered`](Self::buffered) and contain no
    /// line feed.
    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        debug_assert!(!self.buffered()[..bytes].contains(&b'\n'));
        self.start += bytes;
    }

    /// Returns the next byte, or `None` at the end of the text.
    #[inline]
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        while self.start == self.end {
            if !self.read_more()? {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.start]))
    }

    /// Skips the blanks before the next token or the line end, and returns what they were. A carriage return before a
    /// line feed belongs to the line end.
    #[inline]
    pub(crate) fn blanks(&mut self) -> io::Result<Gap> {
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

    /// Reads the token at the cursor, or returns `None` at a blank and at the end of the line or of the text. Of a
    /// token that is longer than a [`Token`] keeps, only the part that it keeps is read: the token may have no end.
    #[inline]
    pub(crate) fn token(&mut self) -> io::Result<Option<Token>> {
        self.token_of(|byte| !is_blank(byte))
    }

    /// Reads the token at the cursor as [`token`](Self::token) does, where a token is a run of bytes of the caller's
    /// choice. A line feed always ends it.
    #[inline]
    pub(crate) fn token_of(&mut self, belongs: impl Fn(u8) -> bool) -> io::Result<Option<Token>> {
        let mut token = Token::default();
        while let Some(byte) = self.peek()? {
            if byte == b'\n' || !belongs(byte) || !token.push(byte) {
                break;
            }
            self.start += 1;
        }
        Ok((!token.is_empty()).then_some(token))
    }

    /// Skips the rest of the line, and leaves the cursor at its line feed or at the end of the text.
    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        while !matches!(self.peek()?, None | Some(b'\n')) {
            let line = self.buffered();
            let length = line.iter().position(|&byte| byte == b'\n').unwrap_or(line.len());
            self.start += length;
        }
        Ok(())
    }

    /// Skips the line feed at the cursor, if there is one.
    #[inline]
    pub(crate) fn line_end(&mut self) -> io::Result<LineEnd> {
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

    /// Reads once from the source behind the buffered bytes. Returns false at the end of the text and if the buffer is
    /// full.
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

/// The answer of [`Cursor::line_end`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    /// A line feed; the cursor is at the start of the next line.
    Passed,
    /// The end of the text.
    EndOfText,
    /// Another byte; the cursor has not moved.
    MoreInLine,
}

/// The largest number of bytes that a [`Token`] keeps; no valid token of the programs is longer.
const TOKEN_BYTES: usize = 32;

/// A token of a text: its first 32 bytes, and whether there were more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    bytes: [u8; TOKEN_BYTES],
    length: u8,
    truncated: bool,
}

impl Token {
    /// Returns the token made of these bytes.
    pub(crate) fn new(bytes: &[u8]) -> Token {
        let mut token = Token::default();
        // The first byte that does not fit marks the token as truncated.
        let _ = bytes.iter().all(|&byte| token.push(byte));
        token
    }

    /// Returns the bytes of the token, or `None` if it is longer than 32 bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        if self.truncated { None } else { Some(self.first_bytes()) }
    }

    /// Appends a byte. Returns false, and marks the token as truncated, if it has 32 bytes already.
    #[inline]
    pub(crate) fn push(&mut self, byte: u8) -> bool {
        match self.bytes.get_mut(usize::from(self.length)) {
            Some(free) => {
                *free = byte;
                self.length += 1;
            }
            None => self.truncated = true,
        }
        !self.truncated
    }

    /// Returns whether the token has no bytes.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn first_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// Returns the number that the token is, written in decimal digits.
    pub(crate) fn number(&self) -> Result<u64, ParseNumberError> {
        if self.is_empty() || !self.first_bytes().iter().all(u8::is_ascii_digit) {
            return Err(ParseNumberError::Malformed);
        }
        let digits = self.bytes().ok_or(ParseNumberError::TooLarge)?;
        let append = |number: u64, digit: &u8| number.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
        digits.iter().try_fold(0, append).ok_or(ParseNumberError::TooLarge)
    }
}

/// Writes the token in quotes, with bytes that are not printable ASCII escaped and `…` for bytes that it does not keep:
/// safe to show on any terminal.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}{}'", self.first_bytes().escape_ascii(), if self.truncated { "…" } else { "" })
    }
}

/// The reason why a token is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParseNumberError {
    /// It has bytes other than decimal digits.
    Malformed,
    /// The number does not fit into 64 bits.
    TooLarge,
}
