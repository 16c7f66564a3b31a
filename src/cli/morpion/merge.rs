//! The parts of a count or of a proof, read and added up.
//!
//! ```text
//!     count 4D 3 --part 2/8        the task; then for each number of moves four sums of this part:
//!     0 0 0 0 0                    labelled grids, symmetric grids, and the finished ones of both
//!     1 0 0 0 0
//!     2 12 12 0 0
//!     3 224 0 0 0
//!
//!     prove 5T --at-most 600 --part 2/3
//!     Bound: 600
//!     Boxes: 15
//!     Standing: proved
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;

use itertools::Itertools;

use super::NAME;
use super::count::CountAnswer;
use super::game::{Stdin, unreadable};
use super::prove::ProofAnswer;
use super::task::{Counted, InputFile, Proved, Task, in_message};
use crate::checkpoint;
use crate::cli::exit::Failure;
use crate::cli::tasks::{Line, LineParser, ListError, TaskList, Word};
use crate::morpion::count::{Part, Sums};
use crate::morpion::upper_bound::Tally;

/// The number of bytes of a file that are read to find out whether it is a checkpoint, and of which task.
const LONGEST_TASK: u64 = 1 << 10;

/// Longer lines are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// What is expected in a file.
const EXPECTED: &str = "expected a part of a count or a proof, as --part prints it";

/// What parts are together.
pub(super) enum Merged {
    Count(CountAnswer),
    Proof(ProofAnswer),
}

/// Adds up the parts of a count or a proof, from files with one or several.
pub(super) fn merge(files: &[InputFile], stdin: Stdin) -> Result<Merged, Failure> {
    let mut parts = Parts::default();
    for file in files {
        let name = file.name();
        match file.path() {
            None => parts.read(name, stdin.open("parts")?)?,
            Some(path) => parts.read(name, File::open(path).map_err(|error| unreadable(name, error))?)?,
        }
    }
    parts.whole().map_err(Failure::Input)
}

/// A task that can be done in parts, without its part.
#[derive(Clone, Copy, PartialEq)]
enum Whole {
    Count(Counted),
    Proof(Proved),
}

impl Whole {
    /// Returns the whole of which a task does a part, and which part; `None` for a task without one.
    fn of(task: &Task) -> Option<(Whole, Part)> {
        match task {
            Task::Count { counted, .. } => Some((Whole::Count(Counted { part: None, ..*counted }), counted.part?)),
            Task::Prove { proved, .. } => Some((Whole::Proof(Proved { part: None, ..*proved }), proved.part?)),
            _ => None,
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whole::Count(counted) => counted.fmt(f),
            Whole::Proof(proved) => proved.fmt(f),
        }
    }
}

/// What was read of a part.
enum PartAnswer {
    /// The sums for 0 moves, 1, and so on.
    Sums(Vec<Sums>),
    /// The lines of a part of a proof.
    Lines(Vec<String>),
    /// What they say.
    Tally(Tally),
}

/// Parts of one count or proof, by their numbers.
#[derive(Default)]
struct Parts {
    /// The whole, and the number of parts.
    task: Option<(Whole, u64)>,
    parts: BTreeMap<u64, PartAnswer>,
}

impl Parts {
    /// Reads the parts in the text of a file, which must have at least one.
    fn read(&mut self, file: &str, mut text: impl Read) -> Result<(), Failure> {
        let wrong = |problem| Failure::Input(format!("{}: {problem}", in_message(file)));
        let mut begin = Vec::new();
        text.by_ref().take(LONGEST_TASK).read_to_end(&mut begin).map_err(|error| unreadable(file, error))?;
        if let Some(task) = checkpoint::task_of(&begin) {
            let (of, command) = match task.as_str() {
                "" => (String::new(), "its command"),
                _ => (format!(" of '{task}'"), "that command"),
            };
            return Err(wrong(format!(
                "{EXPECTED}, found a checkpoint{of}; run {command} with --checkpoint to its end, and give what it prints"
            )));
        }
        // A terminal has more text after its end.
        let left = if begin.len() as u64 == LONGEST_TASK { u64::MAX } else { 0 };
        let mut list =
            TaskList::open(begin.as_slice().chain(text.take(left))).map_err(|error| unreadable(file, error))?;
        let mut parser = LineParser::new(NAME);
        let mut number = None;
        loop {
            let line = match list.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(ListError::Source(error)) => return Err(unreadable(file, error)),
                Err(ListError::Line(error)) => return Err(wrong(error.to_string())),
            };
            let is_task = line.words().first().is_some_and(|word| matches!(word.text(), "count" | "prove"));
            match number {
                Some(part) if !is_task => self.read_line(part, &line).map_err(wrong)?,
                _ => {
                    self.complete(number).map_err(wrong)?;
                    if !is_task && !line.words().is_empty() {
                        return Err(wrong(line.error(format!("{EXPECTED}, found {}", shown(&line))).to_string()));
                    }
                    let task = parser.parse(&line).map_err(|error| wrong(error.to_string()))?;
                    number = Some(self.begin(&line, &task).map_err(wrong)?);
                }
            }
        }
        if number.is_none() {
            return Err(wrong(format!("{EXPECTED}, found none; it is printed at the end of the work")));
        }
        self.complete(number).map_err(wrong)
    }

    /// Begins a part with its task. Returns the number of the part, or a message.
    fn begin(&mut self, line: &Line, task: &Task) -> Result<u64, String> {
        let wrong = |problem: String| line.error(problem).to_string();
        let Some((whole, Part { number, of })) = Whole::of(task) else {
            let example = match task {
                Task::Prove { .. } => "a proof, such as prove 5T --at-most 484 --part 3/100",
                _ => "a count, such as count 5T 12 --part 3/100",
            };
            return Err(wrong(format!("expected a part of {example}, found {task}")));
        };
        let (first, parts) = *self.task.get_or_insert((whole, of));
        if (first, parts) != (whole, of) {
            return Err(wrong(format!("expected another part of {first} in {parts} parts, found {task}")));
        }
        let answer = match whole {
            Whole::Count(_) => PartAnswer::Sums(Vec::new()),
            Whole::Proof(_) => PartAnswer::Lines(Vec::new()),
        };
        match self.parts.insert(number, answer) {
            None => Ok(number),
            Some(_) => Err(wrong(format!("part {number}/{of} was read before; give each part once"))),
        }
    }

    /// Reads the next line of a part.
    fn read_line(&mut self, part: u64, line: &Line) -> Result<(), String> {
        let of = self.task.map_or(0, |(_, of)| of);
        let unfinished = || {
            let problem =
                format!("part {part}/{of} is unfinished: it was stopped early; run its command again to the end first");
            Err(line.error(problem).to_string())
        };
        let expected = |what: &str| Err(line.error(format!("expected {what}, found {}", shown(line))).to_string());
        match (self.parts.get_mut(&part), self.task) {
            (Some(PartAnswer::Sums(sums)), Some((Whole::Count(counted), _))) => {
                if sums.len() > counted.depth {
                    return Err(line.error("expected another part or the end of the file").to_string());
                }
                let numbers: Option<Vec<u128>> = line.words().iter().map(|word| word.text().parse().ok()).collect();
                match numbers.as_deref() {
                    Some(&[moves, labelled, symmetric, labelled_finished, symmetric_finished])
                        if moves == sums.len() as u128 =>
                    {
                        sums.push(Sums { labelled, symmetric, labelled_finished, symmetric_finished });
                        Ok(())
                    }
                    _ if matches!(line.words(), [word] if word.text() == "Unknown") => unfinished(),
                    _ => expected(&format!("{} and four sums", sums.len())),
                }
            }
            (Some(PartAnswer::Lines(lines)), _) => {
                let text = line.words().iter().map(Word::text).join(" ");
                if text.starts_with("Boxes left: ") {
                    return unfinished();
                }
                if lines.len() == ProofAnswer::MOST_LINES {
                    return expected("another part or the end of the file");
                }
                lines.push(text);
                Ok(())
            }
            _ => expected("another part or the end of the file"),
        }
    }

    /// Checks that a part has all its lines.
    fn complete(&mut self, part: Option<u64>) -> Result<(), String> {
        let (Some(number), Some((whole, of))) = (part, self.task) else { return Ok(()) };
        let incomplete = |problem: String| Err(format!("part {number}/{of} is incomplete: {problem}"));
        match (self.parts.get_mut(&number), whole) {
            (Some(PartAnswer::Sums(sums)), Whole::Count(counted)) if sums.len() != counted.depth + 1 => {
                incomplete(format!("expected {} lines of sums, found {}", counted.depth + 1, sums.len()))
            }
            (Some(answer @ PartAnswer::Lines(_)), Whole::Proof(proved)) => {
                let PartAnswer::Lines(lines) = &*answer else { return Ok(()) };
                match ProofAnswer::tally_of(proved.at_most(), lines) {
                    Some(tally) => {
                        *answer = PartAnswer::Tally(tally);
                        Ok(())
                    }
                    None => incomplete(format!(
                        "expected the lines that {whole} --part {number}/{of} prints, found '{}'",
                        shortened(&lines.join(", "))
                    )),
                }
            }
            _ => Ok(()),
        }
    }

    /// Returns the parts together, or a message if one is missing or has been changed.
    fn whole(&self) -> Result<Merged, String> {
        let Some((whole, of)) = self.task else { return Err(format!("{EXPECTED}, found none")) };
        if let Some(missing) = (1..=of).find(|number| !self.parts.contains_key(number)) {
            let others = of - self.parts.len() as u64 - 1;
            let others = if others > 0 { format!(", and so are {others} others") } else { String::new() };
            return Err(format!("part {missing}/{of} is missing{others}"));
        }
        match whole {
            Whole::Count(counted) => self.whole_count(counted).map(Merged::Count),
            Whole::Proof(proved) => {
                let tallies = self.parts.values().filter_map(|part| match part {
                    PartAnswer::Tally(tally) => Some(tally),
                    _ => None,
                });
                Ok(Merged::Proof(ProofAnswer::Tree {
                    at_most: proved.at_most(),
                    part: None,
                    tally: tallies.fold(Tally::default(), |all, tally| all.plus(tally)),
                    left: 0,
                }))
            }
        }
    }

    fn whole_count(&self, counted: Counted) -> Result<CountAnswer, String> {
        let mut all = vec![Sums::default(); counted.depth + 1];
        for part in self.parts.values() {
            let PartAnswer::Sums(sums) = part else { continue };
            for (all, sums) in all.iter_mut().zip(sums) {
                *all = all.plus(sums).ok_or("the sums do not fit into 128 bits: at least one part has been changed")?;
            }
        }
        let is_whole = |one: u128, other: u128| one.checked_add(other).is_some_and(|sum| sum % 8 == 0);
        let are_whole = all.iter().all(|sums| {
            is_whole(sums.labelled, sums.symmetric) && is_whole(sums.labelled_finished, sums.symmetric_finished)
        });
        // There is one grid without moves, which all seven symmetries fix.
        if are_whole && all.first().is_some_and(|cross| (cross.labelled, cross.symmetric) == (1, 7)) {
            Ok(CountAnswer { counted, sums: all })
        } else {
            Err("the sums do not add up to whole numbers of grids: at least one part has been changed".to_owned())
        }
    }
}

/// Returns the words of a line for a message.
fn shown(line: &Line) -> String {
    format!("'{}'", shortened(&line.words().iter().map(Word::text).join(" ")))
}

/// Returns the beginning of a text for a message.
fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_SHOWN).flat_map(char::escape_default).collect()
}
