//! Lists of tasks, read line by line.

use std::io::{self, Read};

use super::{LONGEST_WORD, MOST_WORDS, Word, Words};
use crate::text::{Cursor, LineEnd, Place};

/// A list of tasks that is being read.
#[derive(Debug)]
pub struct TaskList<R> {
    cursor: Cursor<R>,
}

impl<R: Read> TaskList<R> {
    /// The tasks of a text.
    ///
    /// # Errors
    /// Those of the source; likewise for all that reads on.
    pub fn open(source: R) -> io::Result<TaskList<R>> {
        Ok(TaskList { cursor: Cursor::new(source)? })
    }

    /// The words of the next task, or nothing at the end. Of what follows them nothing is waited for.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn next_task(&mut self) -> io::Result<Option<Words>> {
        loop {
            let (words, end) = self.words()?;
            let mut words = words.into_iter();
            if let Some(first) = words.next() {
                return Ok(Some(Words { first, others: words.collect(), end: Some(end) }));
            }
            if self.cursor.peek()?.is_none() {
                return Ok(None);
            }
        }
    }

    /// The words of a line, and where the line ends or its comment begins.
    fn words(&mut self) -> io::Result<(Vec<Word>, Place)> {
        let mut words = Vec::new();
        let mut end = self.cursor.place();
        loop {
            self.cursor.blanks()?;
            match self.cursor.peek()? {
                Some(b'#') => self.skip(|byte| byte != b'\n', |_| true)?,
                None | Some(b'\n') => {}
                Some(_) => {
                    let word = self.word()?;
                    end = self.cursor.place();
                    let no_more = word.cut || words.len() + 1 == MOST_WORDS;
                    words.push(word);
                    if no_more {
                        return Ok((words, end));
                    }
                    continue;
                }
            }
            let passed = self.cursor.line_end()?;
            debug_assert_ne!(passed, LineEnd::MoreInLine, "line ends and comments are all that is left");
            return Ok((words, end));
        }
    }

    /// The word at the cursor.
    fn word(&mut self) -> io::Result<Word> {
        let place = Some(self.cursor.place());
        let mut bytes = Vec::new();
        let mut cut = false;
        self.skip(
            |byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'#'),
            |run| {
                cut = bytes.len() + run.len() > LONGEST_WORD;
                bytes.extend_from_slice(&run[..run.len().min(LONGEST_WORD - bytes.len())]);
                !cut
            },
        )?;
        Ok(Word { bytes, cut, place })
    }

    /// Passes over bytes of the line as long as they are of a kind, in runs; `take` says after each whether to go on.
    fn skip(&mut self, of_the_kind: impl Fn(u8) -> bool, mut take: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
        while self.cursor.peek()?.is_some() {
            let buffered = self.cursor.buffered();
            let run = buffered.iter().position(|&byte| !of_the_kind(byte));
            let length = run.unwrap_or(buffered.len());
            let go_on = take(&buffered[..length]);
            self.cursor.advance(length);
            if run.is_some() || !go_on {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(text: &[u8]) -> io::Result<Vec<String>> {
        let mut list = TaskList::open(text)?;
        let mut tasks = Vec::new();
        while let Some(words) = list.next_task()? {
            let others = words.others().iter().map(|word| word.fault(word).to_string());
            let all: Vec<String> = std::iter::once(words.first().to_string()).chain(others).collect();
            tasks.push(all.join(" "));
        }
        Ok(tasks)
    }

    #[test]
    fn blanks_comments_and_line_ends_do_not_matter() -> io::Result<()> {
        let of_the_second = |column: u64| {
            vec!["'draws' line 2, column 7: '6x6'".to_owned(), format!("'tie' line 4, column {column}: '7x7'")]
        };
        assert_eq!(tasks(b"# a\ndraws 6x6\n\n\ttie\t7x7#b")?, of_the_second(6));
        let other = "\u{feff}#\r\ndraws 6x6 #c # d\r\n\r\n\ttie \t7x7\r\n\r\n";
        assert_eq!(tasks(other.as_bytes())?, of_the_second(7));
        for nothing in ["", "\n", "   ", "#", "\r\n \r\n", "\u{feff}", "\u{feff}# only this\n"] {
            assert_eq!(tasks(nothing.as_bytes())?, [""; 0], "{nothing:?}");
        }
        Ok(())
    }

    #[test]
    fn of_a_word_or_a_line_without_end_no_more_is_read_than_can_be_right() -> io::Result<()> {
        let mut list = TaskList::open(io::repeat(b'a'))?;
        let words = list.next_task()?;
        assert!(words.is_some_and(|words| words.first().text().is_none() && words.first().bytes.len() == LONGEST_WORD));
        let mut list = TaskList::open(b"tie 3x3 ".chain(Blanked(false)))?;
        assert_eq!(list.next_task()?.map(|words| words.others().len() + 1), Some(MOST_WORDS));
        Ok(())
    }

    /// `a a a a` without end.
    struct Blanked(bool);

    impl Read for Blanked {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = if self.0 { b' ' } else { b'a' };
                self.0 = !self.0;
            }
            Ok(buffer.len())
        }
    }
}
