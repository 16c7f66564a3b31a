//! Lists of tasks, read line by line.

use std::io::{self, Read};

use thiserror::Error;

use super::{Fault, LONGEST_LINE, Line, MOST_WORDS, Word};
use crate::text::{Cursor, Token};

/// A list of tasks that is being read.
#[derive(Debug)]
pub struct TaskList<R> {
    cursor: Cursor<R>,
}

/// Why a line of a list cannot be read.
#[derive(Debug, Error)]
pub enum ListError {
    /// The source cannot be read.
    #[error(transparent)]
    Source(#[from] io::Error),
    /// The line is not made of words.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl<R: Read> TaskList<R> {
    /// Starts to read a list.
    ///
    /// # Errors
    /// If the source cannot be read.
    pub fn open(source: R) -> io::Result<TaskList<R>> {
        Ok(TaskList { cursor: Cursor::new(source)? })
    }

    /// Returns the next line that has a word, or `None` at the end. Reads no further than the end of that line.
    ///
    /// # Errors
    /// [`ListError::Source`] if the source cannot be read, [`ListError::Fault`] if a quote is not closed, or the line is not UTF-8 or
    /// too long. The rest of the line has not been read then.
    pub fn next_line(&mut self) -> Result<Option<Line>, ListError> {
        loop {
            let mut words = Vec::new();
            let mut end = self.cursor.place();
            let mut room = LONGEST_LINE;
            loop {
                self.cursor.blanks()?;
                match self.cursor.peek()? {
                    Some(b'#') => self.skip_comment()?,
                    None | Some(b'\n') => {}
                    Some(_) => {
                        if words.len() == MOST_WORDS {
                            let problem = format!("expected at most {MOST_WORDS} words in a line, found more");
                            return Err(Fault::new(self.cursor.place(), problem).into());
                        }
                        let word = self.word(room)?;
                        room -= word.text.len();
                        end = self.cursor.place();
                        words.push(word);
                        continue;
                    }
                }
                break;
            }
            self.cursor.line_end()?;
            if !words.is_empty() {
                return Ok(Some(Line { words, end }));
            }
            if self.cursor.peek()?.is_none() {
                return Ok(None);
            }
        }
    }

    /// Reads the word at the cursor, of at most `room` bytes.
    fn word(&mut self, room: usize) -> Result<Word, ListError> {
        let place = self.cursor.place();
        let mut bytes = Vec::new();
        let mut quote = None;
        while let Some(byte) = self.cursor.peek()? {
            match (byte, quote) {
                (b'\n', _) | (b' ' | b'\t' | b'\r', None) => break,
                (b'\'' | b'"', None) => quote = Some((byte, self.cursor.place())),
                (_, Some((open, _))) if byte == open => quote = None,
                _ if bytes.len() == room => {
                    let problem = format!("expected a line of at most {LONGEST_LINE} bytes, found a longer one");
                    return Err(Fault::new(place, problem).into());
                }
                _ => bytes.push(byte),
            }
            self.cursor.advance(1);
        }
        if let Some((quote, place)) = quote {
            let problem = format!("expected another {} before the end of the line", char::from(quote));
            return Err(Fault::new(place, problem).into());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let mut token = Token::default();
            // What does not fit is shown as an ellipsis.
            let _ = error.as_bytes().iter().all(|&byte| token.push(byte));
            Fault::new(place, format_args!("expected text in UTF-8, found {token}"))
        })?;
        Ok(Word { text, place })
    }

    fn skip_comment(&mut self) -> io::Result<()> {
        while !matches!(self.cursor.peek()?, None | Some(b'\n')) {
            let buffered = self.cursor.buffered();
            let length = buffered.iter().position(|&byte| byte == b'\n').unwrap_or(buffered.len());
            self.cursor.advance(length);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a line, each with the line and column where it begins.
    type Placed = Vec<(String, u64, u64)>;

    /// The lines of a text.
    fn lines(text: &[u8]) -> Result<Vec<Placed>, String> {
        let mut list = TaskList::open(text).map_err(|error| error.to_string())?;
        let mut lines = Vec::new();
        loop {
            match list.next_line() {
                Ok(None) => return Ok(lines),
                Ok(Some(line)) => {
                    let word = |word: &Word| (word.text.clone(), word.place.line, word.place.column);
                    lines.push(line.words().iter().map(word).collect());
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    fn placed(words: &[(&str, u64, u64)]) -> Placed {
        words.iter().map(|&(word, line, column)| (word.to_owned(), line, column)).collect()
    }

    #[test]
    fn blanks_comments_and_line_ends_do_not_matter() {
        let expected = |column| {
            Ok(vec![placed(&[("draws", 2, 1), ("6x6", 2, 7)]), placed(&[("tie", 4, 2), ("7x7#b", 4, column)])])
        };
        assert_eq!(lines(b"# a\ndraws 6x6\n\n\ttie\t7x7#b"), expected(6));
        let other = "\u{feff}#\r\ndraws 6x6 #c # d\r\n\r\n\ttie \t7x7#b\r\n\r\n";
        assert_eq!(lines(other.as_bytes()), expected(7));
        for nothing in ["", "\n", "   ", "#", "\r\n \r\n", "\u{feff}", "\u{feff}# only this\n"] {
            assert_eq!(lines(nothing.as_bytes()), Ok(vec![]), "{nothing:?}");
        }
    }

    #[test]
    fn quotes_group_and_a_backslash_is_an_ordinary_character() {
        for (text, words) in [
            (r"check 'my game.msr'", &[("check", 1, 1), ("my game.msr", 1, 7)][..]),
            (r#"a"b c"'d "e' f"#, &[("ab cd \"e", 1, 1), ("f", 1, 14)]),
            (r"winner g6:E\w_ '#' a#", &[("winner", 1, 1), (r"g6:E\w_", 1, 8), ("#", 1, 16), ("a#", 1, 20)]),
            ("'' \"\"", &[("", 1, 1), ("", 1, 4)]),
        ] {
            assert_eq!(lines(text.as_bytes()), Ok(vec![placed(words)]), "{text}");
        }
        assert_eq!(
            lines(b"a\nb 'c d\ne"),
            Err("line 2, column 3: expected another ' before the end of the line".into())
        );
        assert_eq!(lines(b"a \"\r\n"), Err("line 1, column 3: expected another \" before the end of the line".into()));
        assert_eq!(lines(b"a \xff\x1b"), Err(r"line 1, column 3: expected text in UTF-8, found '\xff\x1b'".into()));
    }

    #[test]
    fn lines_without_end_are_refused_before_they_are_read() -> io::Result<()> {
        for (source, expected) in [(&b"a"[..], "bytes, found a longer one"), (b"a ", "words in a line, found more")] {
            let mut list = TaskList::open(Endless(source, 0))?;
            match list.next_line() {
                Err(ListError::Fault(fault)) => assert!(fault.to_string().ends_with(expected), "{fault}"),
                other => panic!("{other:?}"),
            }
        }
        Ok(())
    }

    /// Gives the same bytes again and again.
    struct Endless(&'static [u8], usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.0[self.1 % self.0.len()];
                self.1 += 1;
            }
            Ok(buffer.len())
        }
    }
}
