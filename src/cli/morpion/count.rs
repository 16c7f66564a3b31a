//! Counts: their limits and checkpoints, and parts put together.
//!
//! ```text
//!     count 4D 3 part 2/8          the task, then for each number of moves
//!     0 0 0 0 0                    labelled grids, symmetric ones, and of both the finished ones,
//!     1 0 0 0 0                    all of this part
//!     2 12 12 0 0
//!     3 224 0 0 0
//! ```

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::NAME;
use super::game::rejected;
use super::task::{Counted, Task};
use crate::cli::keeper::Keeper;
use crate::cli::program::Failure;
use crate::cli::running::Running;
use crate::cli::tasks::{TaskList, Words};
use crate::morpion::count::{Count, Part, Stop, Sums};

/// What is known of a count: the sums for 0 moves, 1, and so on; if it was broken off, not for all.
pub(super) struct Known {
    pub(super) counted: Counted,
    pub(super) sums: Vec<Sums>,
}

impl Known {
    pub(super) fn is_whole(&self) -> bool {
        self.sums.len() == self.counted.depth + 1
    }

    /// The moves of the longest game, if the count has come to its end.
    pub(super) fn longest(&self) -> Option<usize> {
        let all = self.is_whole() && self.counted.part.is_none();
        self.sums.iter().position(|sums| sums.grids() == 0).filter(|_| all)?.checked_sub(1)
    }

    /// The moves of the shortest finished game, if these were counted and one was met.
    pub(super) fn shortest_finished(&self) -> Option<usize> {
        let counted = self.counted.finished && self.counted.part.is_none();
        self.sums.iter().position(|sums| sums.finished() > 0).filter(|_| counted)
    }

    /// A line for each number of moves, and what follows from them.
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
            for (_, number) in columns.iter().filter(|(asked, _)| *asked) {
                write!(out, " {number}")?;
            }
            writeln!(out)?;
        }
        if !self.is_whole() {
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
    running: &mut Running<'_>,
) -> Result<Known, Failure> {
    let Counted { variant, depth, finished, part, .. } = *counted;
    let failed = |stop: Stop| Failure::Input(format!("{counted}: {stop}"));
    let count = Count::new(variant, depth, finished, part.unwrap_or(Part::WHOLE)).map_err(failed)?;
    let mut keeper = Keeper::resume(NAME, checkpoint, &counted.to_string(), |from| count.load(from))?;
    let findings = count.findings();
    let units = count.units();
    running.count_parts("units", count.done(), units);
    let done = count.run(threads, &mut |grids| {
        running.go_on(grids)?;
        running.count_parts("units", count.done(), units);
        if keeper.is_due() {
            keeper.write(|out| findings.save(out));
        }
        ControlFlow::Continue(())
    });
    keeper.close(|out| findings.save(out));
    match done {
        Ok(()) | Err(Stop::BrokenOff) => Ok(Known { counted: *counted, sums: count.known() }),
        Err(stop) => Err(failed(stop)),
    }
}

/// Puts the parts of a count together, each from a file.
pub(super) fn merge(files: &[String], listed: bool) -> Result<Known, Failure> {
    let mut parts = Parts::default();
    for file in files {
        match file.as_str() {
            "-" if listed => return Err(Failure::Input("-: stdin is the list of tasks".to_owned())),
            "-" => parts.read(file, io::stdin().lock())?,
            _ => parts.read(file, File::open(file).map_err(|error| rejected(file, error))?)?,
        }
    }
    parts.whole().map_err(Failure::Input)
}

/// Parts of one count, by their numbers.
#[derive(Default)]
struct Parts {
    /// The count without its part, and how many parts there are.
    task: Option<(Counted, u64)>,
    parts: BTreeMap<u64, Vec<Sums>>,
}

impl Parts {
    /// Reads the parts in the text of a file, of which there is at least one.
    fn read(&mut self, file: &str, text: impl io::Read) -> Result<(), Failure> {
        let unreadable = |error| rejected(file, error);
        let wrong = |problem| Failure::Input(format!("{}: {problem}", file.escape_debug()));
        let mut list = TaskList::open(text).map_err(unreadable)?;
        let mut number = None;
        while let Some(words) = list.next_task().map_err(unreadable)? {
            match number {
                Some(part) if words.first().text() != Some("count") => self.line(part, &words).map_err(wrong)?,
                _ => {
                    self.is_whole(number).map_err(wrong)?;
                    number = Some(self.begin(&words).map_err(wrong)?);
                }
            }
        }
        if number.is_none() {
            return Err(wrong("there is no part of a count".to_owned()));
        }
        self.is_whole(number).map_err(wrong)
    }

    /// Reads the task that a part begins with.
    fn begin(&mut self, words: &Words) -> Result<u64, String> {
        let task = Task::parse(words).map_err(|fault| fault.to_string())?;
        let Task::Count(counted @ Counted { part: Some(Part { number, of }), .. }) = task else {
            return Err(words.first().fault("expected a part, such as count 5T 12 part 3/100").to_string());
        };
        let task = (Counted { part: None, ..counted }, of);
        if *self.task.get_or_insert(task) != task {
            return Err(words
                .first()
                .fault(format_args!("{counted} is part of another count than those before"))
                .to_string());
        }
        match self.parts.insert(number, Vec::new()) {
            None => Ok(number),
            Some(_) => Err(words.first().fault(format_args!("part {number}/{of} is there twice")).to_string()),
        }
    }

    /// Reads the sums for the next number of moves.
    fn line(&mut self, part: u64, words: &Words) -> Result<(), String> {
        let sums = self.parts.entry(part).or_default();
        let depth = self.task.map_or(0, |(counted, _)| counted.depth);
        let all = std::iter::once(words.first()).chain(words.others());
        let numbers: Option<Vec<u128>> = all.map(|word| word.text()?.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[moves, labelled, symmetric, labelled_finished, symmetric_finished])
                if moves == sums.len() as u128 && sums.len() <= depth =>
            {
                sums.push(Sums { labelled, symmetric, labelled_finished, symmetric_finished });
                Ok(())
            }
            _ => {
                let expected = format!("expected {} and four sums, found {}", sums.len(), words.first());
                Err(words.first().fault(expected).to_string())
            }
        }
    }

    /// Whether a part has all its lines.
    fn is_whole(&self, part: Option<u64>) -> Result<(), String> {
        let (Some(number), Some((counted, of))) = (part, self.task) else { return Ok(()) };
        let lines = self.parts.get(&number).map_or(0, Vec::len);
        if lines == counted.depth + 1 {
            Ok(())
        } else {
            Err(format!("part {number}/{of} ends after {lines} lines of numbers"))
        }
    }

    /// The whole, if no part is missing.
    fn whole(&self) -> Result<Known, String> {
        let Some((counted, of)) = self.task else { return Err("there is no part of a count".to_owned()) };
        if let Some(missing) = (1..=of).find(|number| !self.parts.contains_key(number)) {
            let others = of - self.parts.len() as u64 - 1;
            let others = if others > 0 { format!(", and {others} others") } else { String::new() };
            return Err(format!("part {missing}/{of} is missing{others}"));
        }
        let mut all = vec![Sums::default(); counted.depth + 1];
        for sums in self.parts.values() {
            for (all, sums) in all.iter_mut().zip(sums) {
                *all = all.plus(sums).ok_or("the sums are larger than any count")?;
            }
        }
        let whole = |labelled: u128, symmetric: u128| labelled.checked_add(symmetric).is_some_and(|sum| sum % 8 == 0);
        let are_whole = all
            .iter()
            .all(|sums| whole(sums.labelled, sums.symmetric) && whole(sums.labelled_finished, sums.symmetric_finished));
        // Of the cross there is one, which all seven symmetries keep.
        if are_whole && all.first().is_some_and(|cross| (cross.labelled, cross.symmetric) == (1, 7)) {
            Ok(Known { counted, sums: all })
        } else {
            Err("the parts do not add up to numbers of grids: one of them has been changed".to_owned())
        }
    }
}
