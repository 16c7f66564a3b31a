//! Words and numbers in lines, with comments: what the plain form and Pentasol have in common.
//!
//! ```text
//!     # to the end of the line           a comment, which counts as a blank line
//!     5T   # also after something else
//! ```
//!
//! A byte order mark at the start, blanks (space, tab, carriage return) and blank lines mean nothing. Places are
//! counted as [`Place`] counts them, the byte order mark left out.

use std::num::IntErrorKind;

use super::unreadable::{Found, Item, Unreadable, UnreadableKind};
use crate::text::{Place, Token};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A place in a text that is held in memory.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
    line_start: usize,
}

impl<'a> Scanner<'a> {
    /// At the first item of a text, or at its end.
    pub(super) fn new(text: &'a [u8]) -> Scanner<'a> {
        let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut scanner = Scanner { text, at, line: 1, line_start: at };
        scanner.next_item();
        scanner
    }

    /// What has not been passed over, to the end of the text.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    pub(super) fn place(&self) -> Place {
        Place { line: self.line, column: (self.at - self.line_start) as u64 + 1 }
    }

    /// The next byte of the line; none where the line or its comment-free part ends.
    pub(super) fn peek(&self) -> Option<u8> {
        self.rest().first().copied().filter(|byte| !matches!(byte, b'\n' | b'#'))
    }

    /// Passes over so many bytes, all of this line.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Passes over the blanks before the next item in this line.
    pub(super) fn blanks(&mut self) {
        self.at += self.rest().iter().take_while(|byte| is_blank(**byte)).count();
    }

    /// Passes over blanks, line ends and comments; false at the end of the text.
    pub(super) fn next_item(&mut self) -> bool {
        loop {
            self.blanks();
            match self.rest().first() {
                None => return false,
                Some(b'\n') => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                Some(b'#') => self.at += self.rest().iter().take_while(|byte| **byte != b'\n').count(),
                Some(_) => return true,
            }
        }
    }

    /// The bytes from here to a blank, the end of the line, or one of `stops`.
    pub(super) fn word(&self, stops: &[u8]) -> &'a [u8] {
        let rest = self.rest();
        let ends = |byte: &u8| is_blank(*byte) || matches!(byte, b'\n' | b'#') || stops.contains(byte);
        &rest[..rest.iter().position(ends).unwrap_or(rest.len())]
    }

    /// The error that an item is missing here.
    pub(super) fn expected(&self, item: Item) -> Unreadable {
        let found = match (self.word(&[]), self.rest()) {
            ([], []) => Found::EndOfText,
            ([], _) => Found::EndOfLine,
            (word, _) => Found::Word(token(word)),
        };
        UnreadableKind::Expected { item, found }.at(self.place())
    }

    /// Takes an integer, which ends where [`word`](Self::word) does.
    pub(super) fn integer(&mut self, item: Item, stops: &[u8]) -> Result<i64, Unreadable> {
        self.blanks();
        let word = self.word(stops);
        let digits = str::from_utf8(word).map_err(|_| self.expected(item))?;
        let number = digits.parse::<i64>().map_err(|error| match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                UnreadableKind::NumberTooLarge(token(word)).at(self.place())
            }
            _ => self.expected(item),
        })?;
        self.at += word.len();
        Ok(number)
    }

    /// Takes one byte of several.
    pub(super) fn one_of(&mut self, bytes: &[u8], item: Item) -> Result<u8, Unreadable> {
        self.blanks();
        let byte = self.peek().filter(|byte| bytes.contains(byte)).ok_or_else(|| self.expected(item))?;
        self.at += 1;
        Ok(byte)
    }

    /// Checks that nothing but blanks and a comment is left in the line.
    pub(super) fn end_line(&mut self, item: Item) -> Result<(), Unreadable> {
        self.blanks();
        if self.peek().is_some() { Err(self.expected(item)) } else { Ok(()) }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// A word for a message, cut if it is long.
fn token(word: &[u8]) -> Token {
    let mut token = Token::default();
    for &byte in word {
        if !token.push(byte) {
            break;
        }
    }
    token
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_behind_everything_that_means_nothing() {
        let mut scanner = Scanner::new(b"\xEF\xBB\xBF\r\n # a comment\r\n\t 5T#x\r\n\n-7 8 # y");
        assert_eq!((scanner.place(), scanner.word(&[])), (Place { line: 3, column: 3 }, &b"5T"[..]));
        scanner.advance(2);
        assert_eq!(scanner.end_line(Item::AfterVariant), Ok(()));
        assert!(scanner.next_item());
        assert_eq!(scanner.place(), Place { line: 5, column: 1 });
        assert_eq!([0, 1].map(|index| scanner.integer(Item::Number(index), &[])), [Ok(-7), Ok(8)]);
        assert!(!scanner.next_item());
    }

    #[test]
    fn integers_are_of_64_bits() {
        let read = |text: &str| Scanner::new(text.as_bytes()).integer(Item::Offset, b",").map_err(|e| e.to_string());
        assert_eq!(read("-9223372036854775808,"), Ok(i64::MIN));
        assert_eq!(read("+2"), Ok(2));
        assert_eq!(read("00000000000000000000000000000000000017"), Ok(17));
        assert_eq!(
            read("9223372036854775808"),
            Err("line 1, column 1: expected a number that fits into 64 bits, found '9223372036854775808'".into())
        );
        for text in ["", "-", "+-2", "2x", "٣", "1.0", "\u{0}"] {
            assert!(read(text).is_err_and(|error| error.contains("expected the offset")), "{text}");
        }
    }
}
