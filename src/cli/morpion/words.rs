//! The words of a task, read: options come in any order, each at most once.

use super::task::{Counted, Searched, Source, Target, Task};
use crate::cli::tasks::{Fault, MOST_WORDS, Word, Words};
use crate::morpion::Variant;
use crate::morpion::bounds::{MOST_POINTS, Start};
use crate::morpion::count::{DEEPEST, Part};
use crate::morpion::search::MOST_LEVELS;

/// The names of all tasks.
const NAMES: &str = "cross, check, show, convert, records, random, bounds, count, merge, search or best";

/// The level of a search if none is given: a run takes minutes.
const LEVEL: u64 = 4;

/// More parts than there are units of work would be empty.
const MOST_PARTS: u64 = 1 << 20;

impl Task {
    /// Reads the words of a task.
    pub(super) fn parse(words: &Words) -> Result<Task, Fault> {
        let first = words.first();
        let mut rest = Rest { words, at: 0 };
        let task = match first.text() {
            Some("cross") => Task::Cross(rest.variant()?),
            Some(name @ ("check" | "show" | "convert")) => of_record(name, &mut rest)?,
            Some("records") => Task::Records(if rest.peek().is_some() { Some(rest.variant()?) } else { None }),
            Some("random") => random(&mut rest)?,
            Some("bounds") => bounds(&mut rest)?,
            Some("count") => Task::Count(count(&mut rest)?),
            Some("merge") => Task::Merge(files(&mut rest)?),
            Some("search") => Task::Search(search(&mut rest)?),
            Some("best") => best(&mut rest)?,
            _ => return Err(first.fault(format_args!("expected {NAMES}, found {first}"))),
        };
        match rest.peek() {
            None => Ok(task),
            Some(word) => Err(word.fault(format_args!("expected the end, found {word}"))),
        }
    }
}

/// The words after the first that have not been read.
struct Rest<'a> {
    words: &'a Words,
    at: usize,
}

impl<'a> Rest<'a> {
    fn peek(&self) -> Option<&'a Word> {
        self.words.others().get(self.at)
    }

    fn next(&mut self, expected: &str) -> Result<&'a Word, Fault> {
        let word = self.peek().ok_or_else(|| self.words.missing(expected))?;
        self.at += 1;
        Ok(word)
    }

    fn variant(&mut self) -> Result<Variant, Fault> {
        const EXPECTED: &str = "5T, 5D, 4T or 4D";
        let word = self.next(EXPECTED)?;
        let variant = word.text().and_then(|text| text.parse().ok());
        variant.ok_or_else(|| word.fault(format_args!("expected {EXPECTED}, found {word}")))
    }

    /// A number from `least` to `most`.
    fn number(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Fault> {
        let word = self.next(what)?;
        let number = number(word.bytes()).filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| word.fault(format_args!("expected {what} from {least} to {most}, found {word}")))
    }

    /// The name of a file.
    fn file(&mut self) -> Result<String, Fault> {
        let word = self.next("a file")?;
        match word.text() {
            Some(text) if !text.starts_with('-') || text == "-" => Ok(text.to_owned()),
            _ => Err(word.fault(format_args!("expected a file, found {word}"))),
        }
    }

    /// The name of a file to be written, which is not stdin.
    fn new_file(&mut self) -> Result<String, Fault> {
        match self.peek() {
            Some(word) if matches!(word.text(), Some("-" | "")) => {
                Err(word.fault(format_args!("expected a file to write, found {word}")))
            }
            _ => self.file(),
        }
    }
}

/// Plain digits; none if they are not, or too many.
fn number(digits: &[u8]) -> Option<u64> {
    let all = digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(digits).ok().filter(|_| all)?.parse().ok()
}

/// Notes what an option says; one that has been noted is repeated.
fn note<T>(noted: &mut Option<T>, word: &Word, value: T) -> Result<(), Fault> {
    match noted.replace(value) {
        None => Ok(()),
        Some(_) => Err(word.fault(format_args!("{word} repeats or contradicts what was said before"))),
    }
}

fn of_record(name: &str, rest: &mut Rest<'_>) -> Result<Task, Fault> {
    let (mut file, mut variant, mut to, mut map) = (None, None, None, None);
    while let Some(word) = rest.peek() {
        match (word.text(), name) {
            (Some("--variant"), _) => {
                rest.at += 1;
                note(&mut variant, word, rest.variant()?)?;
            }
            (Some("--to"), "convert") => {
                rest.at += 1;
                note(&mut to, word, target(rest)?)?;
            }
            (Some("--map"), "check") => {
                rest.at += 1;
                note(&mut map, word, ())?;
            }
            _ if file.is_none() => file = Some(rest.file()?),
            _ => break,
        }
    }
    let source = Source::new(file, variant);
    match (name, to) {
        ("check", _) => Ok(Task::Check { source, map: map.is_some() }),
        ("show", _) => Ok(Task::Show(source)),
        (_, Some(to)) => Ok(Task::Convert { source, to }),
        (_, None) => Err(rest.words.missing("--to and a form")),
    }
}

fn target(rest: &mut Rest<'_>) -> Result<Target, Fault> {
    const EXPECTED: &str = "msr, json, pentasol, plain or svg";
    let word = rest.next(EXPECTED)?;
    let text = word.text().unwrap_or_default();
    if text.eq_ignore_ascii_case("svg") {
        return Ok(Target::Svg);
    }
    text.parse().map(Target::Form).map_err(|_| word.fault(format_args!("expected {EXPECTED}, found {word}")))
}

fn random(rest: &mut Rest<'_>) -> Result<Task, Fault> {
    let variant = rest.variant()?;
    let (mut seed, mut moves) = (None, None);
    while let Some(word) = rest.peek() {
        rest.at += 1;
        match word.text() {
            Some("seed" | "--seed") => note(&mut seed, word, rest.number("a seed", 0, u64::MAX)?)?,
            Some("moves") => note(&mut moves, word, rest.number("a number of moves", 0, DEEPEST as u64)?)?,
            _ => return Err(word.fault(format_args!("expected seed, moves or the end, found {word}"))),
        }
    }
    Ok(Task::Random { variant, seed: seed.unwrap_or_default(), moves })
}

fn bounds(rest: &mut Rest<'_>) -> Result<Task, Fault> {
    let points = match rest.peek() {
        None => Start::CROSS.points(),
        Some(_) => rest.number("a number of points", 1, MOST_POINTS)?,
    };
    Ok(Task::Bounds(Start::new(points).unwrap_or(Start::CROSS)))
}

fn count(rest: &mut Rest<'_>) -> Result<Counted, Fault> {
    let variant = rest.variant()?;
    let depth = rest.number("a number of moves", 0, DEEPEST as u64)? as usize;
    let (mut labelled, mut finished, mut part) = (None, None, None);
    while let Some(word) = rest.peek() {
        rest.at += 1;
        match word.text() {
            Some("labelled") => note(&mut labelled, word, ())?,
            Some("finished") => note(&mut finished, word, ())?,
            Some("part") => note(&mut part, word, of_parts(rest)?)?,
            _ => return Err(word.fault(format_args!("expected labelled, finished, part or the end, found {word}"))),
        }
    }
    Ok(Counted { variant, depth, labelled: labelled.is_some(), finished: finished.is_some(), part })
}

fn of_parts(rest: &mut Rest<'_>) -> Result<Part, Fault> {
    const EXPECTED: &str = "a part such as 3/100";
    let word = rest.next(EXPECTED)?;
    let part = word.text().and_then(|text| text.split_once('/')).and_then(|(index, of)| {
        let part = Part { number: number(index.as_bytes())?, of: number(of.as_bytes())? };
        ((1..=part.of).contains(&part.number) && part.of <= MOST_PARTS).then_some(part)
    });
    part.ok_or_else(|| word.fault(format_args!("expected {EXPECTED}, found {word}")))
}

fn search(rest: &mut Rest<'_>) -> Result<Searched, Fault> {
    let variant = rest.variant()?;
    let (mut seed, mut level, mut target) = (None, None, None);
    let (mut start, mut save, mut log) = (None, None, None);
    while let Some(word) = rest.peek() {
        rest.at += 1;
        match word.text() {
            Some("--seed" | "seed") => note(&mut seed, word, rest.number("a seed", 0, u64::MAX)?)?,
            Some("--level") => note(&mut level, word, rest.number("a level", 1, MOST_LEVELS.into())?)?,
            Some("--target") => note(&mut target, word, rest.number("a number of moves", 1, DEEPEST as u64)?)?,
            Some("--start") => note(&mut start, word, rest.file()?)?,
            Some("--save") => note(&mut save, word, rest.new_file()?)?,
            Some("--log") => note(&mut log, word, rest.new_file()?)?,
            _ => {
                let expected = "expected --seed, --level, --target, --start, --save, --log or the end";
                return Err(word.fault(format_args!("{expected}, found {word}")));
            }
        }
    }
    Ok(Searched {
        variant,
        seed: seed.unwrap_or_default(),
        // There are not more levels than 8 bits count.
        level: level.unwrap_or(LEVEL) as u8,
        target: target.map(|target| target as usize),
        start,
        save,
        log,
    })
}

fn best(rest: &mut Rest<'_>) -> Result<Task, Fault> {
    let files = files(rest)?;
    let mut variant = None;
    while let Some(word) = rest.peek().filter(|word| word.text() == Some("--variant")) {
        rest.at += 1;
        note(&mut variant, word, rest.variant()?)?;
    }
    Ok(Task::Best { files, variant })
}

/// One file at least, and all up to the end or an option.
fn files(rest: &mut Rest<'_>) -> Result<Vec<String>, Fault> {
    let mut files = vec![rest.file()?];
    while rest.peek().is_some_and(|word| word.text() != Some("--variant")) {
        files.push(rest.file()?);
    }
    if rest.words.may_go_on() {
        let problem = format!("a line of a list has at most {MOST_WORDS} words; a file may hold many parts");
        return Err(rest.words.first().fault(problem));
    }
    Ok(files)
}
