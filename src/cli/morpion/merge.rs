//! The parts of a count or of a proof, read and added up.
//!
//! ```text
//!     count 4D 3 --part 2/8        the task; then for each number of moves four sums of this part:
//!     0 0 0 0 0                    labelled grids, symmetric grids, and the finished ones of both
//!     1 0 0 0 0
//!     2 12 12 0 0
//!     3 224 0 0 0
//!     Checksum: F8B82BBF           the CRC-32 of the lines before it, each with its line feed
//!
//!     prove 5T --at-most 600 --part 2/3
//!     Bound: 600
//!     Boxes: 15
//!     Standing: proved
//!     Checksum: 2C4F6D0E
//! ```

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use clap::{Command, CommandFactory, FromArgMatches, Parser};

use super::count::CountAnswer;
use super::game::{Stdin, unreadable};
use super::prove::ProofAnswer;
use super::task::{Counted, InputFile, Proved, in_message};
use crate::cli::exit::Failure;
use crate::morpion::count::{Part, Sums};
use crate::morpion::upper_bound::Tally;

/// Lines of parts are shorter.
const LONGEST_LINE: u64 = 1 << 10;

/// Longer lines are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// How the line begins that ends a part.
const CHECKSUM: &str = "Checksum: ";

/// What is expected in a file.
const EXPECTED: &str = "expected a part of a count or a proof, as --part prints it";

/// Returns the line that ends a part whose other lines are these.
pub(super) fn checksum(lines: &[u8]) -> String {
    format!("{CHECKSUM}{:08X}", crc32fast::hash(lines))
}

/// What parts are together.
pub(super) enum Merged {
    Count(CountAnswer),
    Proof(ProofAnswer),
}

/// Adds up the parts of a count or a proof, from files with one or several.
pub(super) fn merge(files: &[InputFile], stdin: Stdin) -> Result<Merged, Failure> {
    let mut parts = Parts { command: Task::command(), whole: None, given: BTreeSet::new() };
    for file in files {
        let name = file.name();
        let from: Box<dyn Read> = match file.path() {
            None => Box::new(stdin.open("parts")?),
            Some(path) => Box::new(File::open(path).map_err(|error| unreadable(name, error))?),
        };
        let mut lines = Lines { file: name, from: BufReader::new(from), number: 0 };
        let before = parts.given.len();
        while let Some(line) = lines.next()? {
            parts.read_part(&line, &mut lines)?;
        }
        if parts.given.len() == before {
            return Err(lines.wrong(format_args!("{EXPECTED}, found none; it is printed at the end of the work")));
        }
    }
    parts.together().map_err(Failure::Input)
}

/// The task of a part, as its first line has it.
#[derive(Parser, Clone, Copy, PartialEq)]
#[command(no_binary_name = true)]
enum Task {
    Count(Counted),
    Prove(Proved),
}

impl Task {
    /// Returns the whole of which this is a part, and which part; `None` if it is not a part.
    fn whole(self) -> Option<(Task, Part)> {
        match self {
            Task::Count(counted) => Some((Task::Count(Counted { part: None, ..counted }), counted.part?)),
            Task::Prove(proved) => Some((Task::Prove(Proved { part: None, ..proved }), proved.part?)),
        }
    }
}

/// The lines of a file that are not blank.
struct Lines<'a> {
    file: &'a str,
    from: BufReader<Box<dyn Read>>,
    /// The number of lines read, blank ones included.
    number: u64,
}

impl Lines<'_> {
    /// Reads the next line: its words, joined by one blank. Returns `None` at the end.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        loop {
            let mut bytes = Vec::new();
            let read = self.from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            if read.map_err(|error| unreadable(self.file, error))? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let text = String::from_utf8_lossy(&bytes);
            let line = text.trim_start_matches('\u{feff}').split_whitespace().collect::<Vec<_>>().join(" ");
            if bytes.len() as u64 == LONGEST_LINE {
                return Err(self.not_a_part(&line));
            }
            if !line.is_empty() {
                return Ok(Some(line));
            }
        }
    }

    /// Returns the failure that the last line is wrong.
    fn wrong(&self, problem: impl Display) -> Failure {
        Failure::Input(format!("{}: line {}, column 1: {problem}", in_message(self.file), self.number.max(1)))
    }

    fn not_a_part(&self, line: &str) -> Failure {
        if line.starts_with("quadrille checkpoint") {
            let advice = "run its command with --checkpoint to its end, and give what it prints";
            return self.wrong(format_args!("{EXPECTED}, found a checkpoint; {advice}"));
        }
        let shown: String = line.chars().take(LONGEST_SHOWN).flat_map(char::escape_default).collect();
        self.wrong(format_args!("{EXPECTED}, found '{shown}'"))
    }
}

/// The parts that have been read.
struct Parts {
    /// Parses tasks. It is built once: that takes far longer than to parse one.
    command: Command,
    /// The whole, the number of parts, and what the given parts are together.
    whole: Option<(Task, u64, Answer)>,
    given: BTreeSet<u64>,
}

#[derive(Default)]
struct Answer {
    /// The sums for 0 moves, 1, and so on.
    sums: Vec<Sums>,
    tally: Tally,
}

impl Parts {
    /// Reads the part whose first line is given.
    fn read_part(&mut self, task: &str, lines: &mut Lines<'_>) -> Result<(), Failure> {
        let parsed = self.command.try_get_matches_from_mut(task.split(' '));
        let parsed = parsed.and_then(|matches| Task::from_arg_matches(&matches)).ok().and_then(Task::whole);
        let Some((whole, part)) = parsed else { return Err(lines.not_a_part(task)) };
        let (of_all, parts, answer) = self.whole.get_or_insert_with(|| (whole, part.of, Answer::default()));
        if (*of_all, *parts) != (whole, part.of) {
            return Err(lines.wrong(format_args!("expected another part of the same task, found {task}")));
        }
        if !self.given.insert(part.number) {
            return Err(lines.wrong(format_args!("part {part} was read before; give each part once")));
        }
        let most = if let Task::Count(counted) = whole { counted.depth + 1 } else { ProofAnswer::MOST_LINES };
        let (mut text, mut found) = (format!("{task}\n"), Vec::new());
        loop {
            let line = lines.next()?;
            let line = line.ok_or_else(|| lines.wrong(format_args!("part {part} is incomplete")))?;
            if line == "Unknown" || line.starts_with("Boxes left: ") {
                let advice = "it was stopped early; run its command again to the end first";
                return Err(lines.wrong(format_args!("part {part} is unfinished: {advice}")));
            }
            if line.starts_with(CHECKSUM) {
                if line != checksum(text.as_bytes()) {
                    return Err(lines.wrong(format_args!("part {part} has been changed: its checksum is wrong")));
                }
                let added = answer.add(whole, &found);
                return added.ok_or_else(|| lines.wrong(format_args!("part {part} is of another version")));
            }
            if found.len() == most {
                return Err(lines.wrong(format_args!("expected the checksum of part {part}, found another line")));
            }
            text.extend([&*line, "\n"]);
            found.push(line);
        }
    }

    /// Returns the parts together, or a message if one is missing.
    fn together(self) -> Result<Merged, String> {
        let Some((whole, of, answer)) = self.whole else { return Err(format!("{EXPECTED}, found none")) };
        if let Some(missing) = (1..=of).find(|number| !self.given.contains(number)) {
            let others = of - self.given.len() as u64 - 1;
            let others = if others > 0 { format!(", and so are {others} others") } else { String::new() };
            return Err(format!("part {missing}/{of} is missing{others}"));
        }
        match whole {
            Task::Count(counted) => {
                let is_whole = |one: u128, other: u128| one.checked_add(other).is_some_and(|sum| sum % 8 == 0);
                let are_whole = answer.sums.iter().all(|sums| {
                    is_whole(sums.labelled, sums.symmetric) && is_whole(sums.labelled_finished, sums.symmetric_finished)
                });
                let problem = "the sums do not add up to whole numbers of grids: the parts are of different versions";
                are_whole
                    .then_some(Merged::Count(CountAnswer { counted, sums: answer.sums }))
                    .ok_or_else(|| problem.to_owned())
            }
            Task::Prove(proved) => {
                let (at_most, tally) = (proved.at_most(), answer.tally);
                Ok(Merged::Proof(ProofAnswer::Tree { at_most, part: None, tally, left: 0 }))
            }
        }
    }
}

impl Answer {
    /// Adds what the lines of a part between its task and its checksum say; returns `None` if they are others.
    fn add(&mut self, whole: Task, lines: &[String]) -> Option<()> {
        let Task::Count(counted) = whole else {
            self.tally = self.tally.plus(&tally_of(lines)?);
            return Some(());
        };
        self.sums.resize(counted.depth + 1, Sums::default());
        if lines.len() != self.sums.len() {
            return None;
        }
        for ((moves, all), line) in self.sums.iter_mut().enumerate().zip(lines) {
            let numbers: Vec<u128> = line.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
            let &[first, labelled, symmetric, labelled_finished, symmetric_finished] = &numbers[..] else {
                return None;
            };
            let sums = Sums { labelled, symmetric, labelled_finished, symmetric_finished };
            *all = all.plus(&sums).filter(|_| first == moves as u128)?;
        }
        Some(())
    }
}

fn tally_of(lines: &[String]) -> Option<Tally> {
    let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key));
    let boxes = value("Boxes: ")?.parse().ok()?;
    let open = value("Open hulls: ").map_or(Ok(0), str::parse).ok()?;
    let worst = value("Worst: ").map(str::parse).transpose().ok()?;
    (worst.is_some() == (open > 0)).then_some(Tally { boxes, open, worst })
}
