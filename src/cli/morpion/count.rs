//! Counts: their limits and checkpoints, and the parts of a count added up.
//!
//! ```text
//!     count 4D 3 --part 2/8        the task; then for each number of moves four sums of this part:
//!     0 0 0 0 0                    labelled grids, symmetric grids, and the finished ones of both
//!     1 0 0 0 0
//!     2 12 12 0 0
//!     3 224 0 0 0
//! ```

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use itertools::Itertools;

use super::NAME;
use super::game::{Stdin, unreadable};
use super::task::{Counted, InputFile, Task, in_message};
use crate::checkpoint;
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::progress::TaskProgress;
use crate::cli::tasks::{Line, LineParser, ListError, TaskList, Word};
use crate::morpion::count::{Count, CountError, Part, Sums};

/// The number of bytes of a file that are read to find out whether it is a checkpoint, and of which task.
const LONGEST_TASK: u64 = 1 << 10;

/// Longer lines are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// The result of a count: the sums for 0 moves, 1, and so on. If the count was stopped early, the last ones are missing.
pub(super) struct CountAnswer {
    pub(super) counted: Counted,
    pub(super) sums: Vec<Sums>,
}

impl CountAnswer {
    /// Returns whether the sums go to the largest number of moves.
    pub(super) fn is_complete(&self) -> bool {
        self.sums.len() == self.counted.depth + 1
    }

    /// Returns the number of moves of the longest game; `None` if the count has not reached the end of all games, or is a part.
    pub(super) fn longest(&self) -> Option<usize> {
        let all = self.is_complete() && self.counted.part.is_none();
        self.sums.iter().position(|sums| sums.grids() == 0).filter(|_| all)?.checked_sub(1)
    }

    /// Returns the number of moves of the shortest finished game; `None` if finished grids were not counted or not found, or the count is
    /// a part.
    pub(super) fn shortest_finished(&self) -> Option<usize> {
        let counted = self.counted.finished && self.counted.part.is_none();
        self.sums.iter().position(|sums| sums.finished() > 0).filter(|_| counted)
    }

    /// Writes a line for each number of moves, and what follows from them.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Counted { labelled, finished, part, .. } = self.counted;
        for (moves, sums) in self.sums.iter().enumerate() {
            if part.is_some() {
                let Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
                writeln!(out, "{moves} {labelled} {symmetric} {labelled_finished} {symmetric_finished}")?;
                continue;
            }
            write!(out, "{moves} {}", sums.grids())?;
            let columns = [
                (labelled, sums.labelled),
                (finished, sums.finished()),
                (finished && labelled, sums.labelled_finished),
            ];
            for (_, number) in columns.iter().filter(|(is_wanted, _)| *is_wanted) {
                write!(out, " {number}")?;
            }
            writeln!(out)?;
        }
        if !self.is_complete() {
            writeln!(out, "Unknown")?;
        }
        if let Some(moves) = self.longest() {
            writeln!(out, "Longest game: {moves}")?;
        }
        if let Some(moves) = self.shortest_finished() {
            writeln!(out, "Shortest finished game: {moves}")?;
        }
        Ok(())
    }
}

/// Counts up to the end or a limit.
pub(super) fn count(
    counted: &Counted,
    checkpoint: Option<&Path>,
    threads: usize,
    progress: &mut TaskProgress<'_>,
) -> Result<CountAnswer, Failure> {
    let Counted { variant, depth, finished, part, .. } = *counted;
    let failed = |error: CountError| Failure::Input(format!("{counted}: {error}"));
    let count = Count::new(variant, depth, finished, part.unwrap_or(Part::WHOLE)).map_err(failed)?;
    let mut writer = CheckpointWriter::resume(NAME, checkpoint, &counted.to_string(), |from| count.load(from))?;
    let units = count.units();
    progress.count_as("grids");
    progress.count_parts("units", count.units_done(), units);
    let ended = count.run_with(threads, &mut |grids| {
        progress.report(grids)?;
        progress.count_parts("units", count.units_done(), units);
        if writer.is_due() {
            writer.write(|out| count.save(out));
        }
        ControlFlow::Continue(())
    });
    writer.close(|out| count.save(out));
    match ended {
        Ok(()) | Err(CountError::Cancelled) => Ok(CountAnswer { counted: *counted, sums: count.sums() }),
        Err(error) => Err(failed(error)),
    }
}

/// Adds up the parts of a count, from files with one or several.
pub(super) fn merge(files: &[InputFile], stdin: Stdin) -> Result<CountAnswer, Failure> {
    let mut parts = Parts::default();
    for file in files {
        let name = file.name();
        match file.path() {
            None => {
                stdin.check()?;
                parts.read(name, io::stdin().lock())?;
            }
            Some(path) => parts.read(name, File::open(path).map_err(|error| unreadable(name, error))?)?,
        }
    }
    parts.whole().map_err(Failure::Input)
}

/// Parts of one count, by their numbers.
#[derive(Default)]
struct Parts {
    /// The count without its part, and the number of parts.
    task: Option<(Counted, u64)>,
    parts: BTreeMap<u64, Vec<Sums>>,
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
                "expected a part of a count, as count --part prints it, found a checkpoint{of}; \
                 run {command} with --checkpoint to its end, and give what it prints"
            )));
        }
        let mut list = TaskList::open(begin.as_slice().chain(text)).map_err(|error| unreadable(file, error))?;
        let mut parser = LineParser::new(NAME);
        let mut number = None;
        loop {
            let line = match list.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(ListError::Source(error)) => return Err(unreadable(file, error)),
                Err(ListError::Line(error)) => return Err(wrong(error.to_string())),
            };
            let is_task = line.words().first().is_some_and(|word| word.text() == "count");
            match number {
                Some(part) if !is_task => self.read_sums(part, &line).map_err(wrong)?,
                _ => {
                    self.check_complete(number).map_err(wrong)?;
                    if !is_task && !line.words().is_empty() {
                        let problem =
                            format!("expected a part of a count, as count --part prints it, found {}", shown(&line));
                        return Err(wrong(line.error(problem).to_string()));
                    }
                    let task = parser.parse(&line).map_err(|error| wrong(error.to_string()))?;
                    number = Some(self.begin(&line, &task).map_err(wrong)?);
                }
            }
        }
        if number.is_none() {
            return Err(wrong("expected a part of a count, as count --part prints it, found none; it is printed at the end of the count".to_owned()));
        }
        self.check_complete(number).map_err(wrong)
    }

    /// Begins a part with its task. Returns the number of the part, or a message.
    fn begin(&mut self, line: &Line, task: &Task) -> Result<u64, String> {
        let wrong = |problem: String| line.error(problem).to_string();
        let counted = if let Task::Count { counted, .. } = task { Some(*counted) } else { None };
        let Some((counted, Part { number, of })) = counted.and_then(|counted| Some((counted, counted.part?))) else {
            return Err(wrong(format!("expected a part of a count, such as count 5T 12 --part 3/100, found {task}")));
        };
        let new = (Counted { part: None, ..counted }, of);
        let first = *self.task.get_or_insert(new);
        if first != new {
            let (whole, parts) = first;
            return Err(wrong(format!("expected another part of {whole} in {parts} parts, found {task}")));
        }
        match self.parts.insert(number, Vec::new()) {
            None => Ok(number),
            Some(_) => Err(wrong(format!("part {number}/{of} was read before; give each part once"))),
        }
    }

    /// Reads the sums for the next number of moves of a part.
    fn read_sums(&mut self, part: u64, line: &Line) -> Result<(), String> {
        let sums = self.parts.entry(part).or_default();
        let (depth, of) = self.task.map_or((0, 0), |(counted, of)| (counted.depth, of));
        let numbers: Option<Vec<u128>> = line.words().iter().map(|word| word.text().parse().ok()).collect();
        let problem = match numbers.as_deref() {
            Some(&[moves, labelled, symmetric, labelled_finished, symmetric_finished])
                if moves == sums.len() as u128 && sums.len() <= depth =>
            {
                sums.push(Sums { labelled, symmetric, labelled_finished, symmetric_finished });
                return Ok(());
            }
            _ if sums.len() > depth => "expected another part or the end of the file".to_owned(),
            _ if matches!(line.words(), [word] if word.text() == "Unknown") => {
                format!(
                    "part {part}/{of} is unfinished: its count was stopped early; run its command again to the end first"
                )
            }
            _ => format!("expected {} and four sums, found {}", sums.len(), shown(line)),
        };
        Err(line.error(problem).to_string())
    }

    /// Checks that a part has all its lines.
    fn check_complete(&self, part: Option<u64>) -> Result<(), String> {
        let (Some(number), Some((counted, of))) = (part, self.task) else { return Ok(()) };
        let (lines, expected) = (self.parts.get(&number).map_or(0, Vec::len), counted.depth + 1);
        if lines == expected {
            Ok(())
        } else {
            Err(format!("part {number}/{of} is incomplete: expected {expected} lines of sums, found {lines}"))
        }
    }

    /// Returns the sum of the parts, or a message if one is missing or has been changed.
    fn whole(&self) -> Result<CountAnswer, String> {
        let Some((counted, of)) = self.task else { return Err("expected a part of a count, found none".to_owned()) };
        if let Some(missing) = (1..=of).find(|number| !self.parts.contains_key(number)) {
            let others = of - self.parts.len() as u64 - 1;
            let others = if others > 0 { format!(", and so are {others} others") } else { String::new() };
            return Err(format!("part {missing}/{of} is missing{others}"));
        }
        let mut all = vec![Sums::default(); counted.depth + 1];
        for sums in self.parts.values() {
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
    let words = line.words().iter().map(Word::text).join(" ");
    format!("'{}'", words.chars().take(LONGEST_SHOWN).flat_map(char::escape_default).collect::<String>())
}
