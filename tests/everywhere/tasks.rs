//! Lists of tasks: their words, and where their errors are.

use std::io::{self, Read};

use clap::Subcommand;
use quadrille::cli::tasks::{LineParser, ListError, TaskList, Word};

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
                let word = |word: &Word| (word.text().to_owned(), word.place().line, word.place().column);
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
    let expected =
        |column| Ok(vec![placed(&[("draws", 2, 1), ("6x6", 2, 7)]), placed(&[("tie", 4, 2), ("7x7#b", 4, column)])]);
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
    assert_eq!(lines(b"a\nb 'c d\ne"), Err("line 2, column 3: expected another ' before the end of the line".into()));
    assert_eq!(lines(b"a \"\r\n"), Err("line 1, column 3: expected another \" before the end of the line".into()));
    assert_eq!(lines(b"a \xff\x1b"), Err(r"line 1, column 3: expected text in UTF-8, found '\xff\x1b'".into()));
}

#[test]
fn lines_without_end_are_refused_before_they_are_read() -> io::Result<()> {
    for (source, expected) in [(&b"a"[..], "bytes, found a longer one"), (b"a ", "words in a line, found more")] {
        let mut list = TaskList::open(Endless(source, 0))?;
        match list.next_line() {
            Err(ListError::Line(error)) => assert!(error.to_string().ends_with(expected), "{error}"),
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

#[derive(Subcommand, Debug, PartialEq)]
enum Task {
    Add {
        first: u8,
        second: u8,
        #[arg(long)]
        twice: bool,
        #[arg(long, conflicts_with = "twice")]
        once: bool,
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
}

fn parse(text: &str) -> Result<Task, String> {
    let mut list = TaskList::open(text.as_bytes()).map_err(|error| error.to_string())?;
    match list.next_line() {
        Ok(Some(line)) => LineParser::new("sum").parse(&line).map_err(|error| error.to_string()),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn an_error_is_placed_at_the_word_that_is_wrong() {
    for (text, column, problem) in [
        ("ad 1 2", 1, "unknown task 'ad'; tip: a similar task exists: 'add'"),
        ("--json add 1 2", 1, "unexpected argument '--json' found"),
        ("add 1 --help 2", 7, "unexpected argument '--help' found"),
        ("add 1", 6, "the following required arguments were not provided: <SECOND>"),
        ("add 1 2 3", 9, "unexpected argument '3' found"),
        ("add  1 256", 8, "invalid value '256' for '<SECOND>': 256 is not in 0..=255"),
        ("add --twice 1 2 --once", 17, "the argument '--twice' cannot be used with '--once'"),
        ("add --twice 1 2 --twice", 17, "the argument '--twice' cannot be used multiple times"),
        ("add 1 2 --name", 15, "a value is required for '--name <NAME>' but none was supplied"),
        ("add x 2 3", 5, "invalid value 'x' for '<FIRST>': invalid digit found in string"),
        ("add 1 x --name", 7, "invalid value 'x' for '<SECOND>': invalid digit found in string"),
        ("add 1 2 --name --twice", 16, "a value is required for '--name <NAME>' but none was supplied"),
        ("add '' 2", 5, "invalid value '' for '<FIRST>': cannot parse integer from empty string"),
    ] {
        let Err(error) = parse(text) else { panic!("{text} is parsed") };
        assert!(error.starts_with(&format!("line 1, column {column}: {problem}")), "{text}: {error}");
    }
}

#[test]
fn one_parser_parses_many_lines() -> Result<(), Box<dyn std::error::Error>> {
    let mut list = TaskList::open(&b"add 1 2\nadd 1\nadd 3 4 --name 'a b'\n"[..])?;
    let mut parser = LineParser::<Task>::new("sum");
    let mut parsed = Vec::new();
    while let Ok(Some(line)) = list.next_line() {
        parsed.push(parser.parse(&line).ok());
    }
    let add = |first, second, name| Task::Add { first, second, twice: false, once: false, name };
    assert_eq!(parsed, [Some(add(1, 2, None)), None, Some(add(3, 4, Some("a b".to_owned())))]);
    Ok(())
}
