//! `morpion merge`: the parts of a count or of a proof, added up.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use clap::Args;

use super::game::unreadable;
use super::part::{EXPECTED, PartAnswer, Whole};
use super::prove::ProofAnswer;
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::{InputFile, input};
use crate::cli::run::Run;
use crate::morpion::count::Sums;
use crate::morpion::upper_bound::Tally;

/// Lines of parts are shorter, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

#[derive(Args, Debug)]
pub(super) struct Merge {
    /// Files with one part or several, as `count --part` or `prove --part` prints them; - is stdin
    #[arg(value_name = "FILE", required = true, value_parser = input())]
    files: Vec<InputFile>,
}

impl Merge {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let mut parts = Parts::default();
        for file in &self.files {
            let from: Box<dyn Read> = match file.path() {
                None => Box::new(run.stdin("parts")?),
                Some(path) => Box::new(File::open(path).map_err(|error| unreadable(file, error))?),
            };
            let (mut from, mut number, before) = (BufReader::new(from), 0, parts.given.len());
            let wrong = |number, problem| Failure::Input(format!("{file}: line {number}, column 1: {problem}"));
            loop {
                let mut line = Vec::new();
                let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                if read.map_err(|error| unreadable(file, error))? == 0 {
                    break;
                }
                number += 1;
                let line = String::from_utf8_lossy(&line);
                let line = line.trim_start_matches('\u{feff}').trim();
                if !line.is_empty() {
                    parts.add(line).map_err(|problem| wrong(number, problem))?;
                }
            }
            if parts.given.len() == before {
                let problem = format!("{EXPECTED}, found none; it is printed at the end of the work");
                return Err(wrong(number.max(1), problem));
            }
        }
        parts.print(run)
    }
}

/// The parts that have been read.
#[derive(Default)]
struct Parts {
    /// The whole, and the number of its parts.
    whole: Option<(Whole, u64)>,
    given: BTreeSet<u64>,
    /// Of a count: the sums over the given parts, for 0 moves, 1, and so on.
    sums: Vec<Sums>,
    /// Of a proof: the tally of the given parts.
    tally: Tally,
}

impl Parts {
    /// Adds the part in a line; the error is what is wrong with it.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let part = PartAnswer::read(line)?;
        let ([number, of], whole) = (part.part, part.part_of);
        if *self.whole.get_or_insert((whole, of)) != (whole, of) {
            return Err(format!("expected another part of the same task, found {}", part.task));
        }
        if !self.given.insert(number) {
            return Err(part.wrong("was read before; give each part once"));
        }
        if !part.done {
            return Err(part.wrong("is unfinished: it was stopped early; run its command again to the end first"));
        }
        self.add_numbers(&part).ok_or_else(|| part.wrong("is of another version"))
    }

    /// Adds the sums or the tally of a part; returns `None` if they are not those of its task.
    fn add_numbers(&mut self, part: &PartAnswer) -> Option<()> {
        match part.part_of {
            Whole::Count(counted) if part.sums.len().checked_sub(1) == Some(counted.depth) => {}
            Whole::Count(_) => return None,
            Whole::Proof { .. } => self.tally = self.tally.plus(part.tally.as_ref()?),
        }
        self.sums.resize(part.sums.len(), Sums::default());
        for (all, row) in self.sums.iter_mut().zip(&part.sums) {
            let [labelled, symmetric, labelled_finished, symmetric_finished] =
                row.each_ref().map(|number| number.parse());
            *all = all.plus(&Sums {
                labelled: labelled.ok()?,
                symmetric: symmetric.ok()?,
                labelled_finished: labelled_finished.ok()?,
                symmetric_finished: symmetric_finished.ok()?,
            })?;
        }
        Some(())
    }

    /// Prints the parts together. A count must have all of them; a proof says how many are missing.
    fn print(self, run: &Run<'_>) -> Result<Exit, Failure> {
        // Each file had a part.
        let (whole, of) = self.whole.ok_or_else(|| Failure::Input(format!("{EXPECTED}, found none")))?;
        let left = of - self.given.len() as u64;
        if let Some(missing) = (1..=of).find(|number| !self.given.contains(number)) {
            let others = match left - 1 {
                0 => String::new(),
                1 => ", and so is another one".to_owned(),
                others => format!(", and so are {others} others"),
            };
            let message = format!("part {missing}/{of} is missing{others}");
            match whole {
                Whole::Count(_) => return Err(Failure::Input(message)),
                Whole::Proof { .. } => run.say(message),
            }
        }
        match whole {
            Whole::Count(_) if !self.sums.iter().all(are_of_grids) => {
                let problem = "the sums do not add up to whole numbers of grids: the parts are of different versions";
                Err(Failure::Input(problem.to_owned()))
            }
            Whole::Count(counted) => counted.print(&self.sums, run),
            Whole::Proof { at_most, .. } => ProofAnswer::new(at_most, &self.tally, 0, left).print(run),
        }
    }
}

/// Returns whether the sums of all parts are those of numbers of grids: by Burnside's lemma 8 times as many.
fn are_of_grids(sums: &Sums) -> bool {
    let &Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
    let pairs = [(labelled, symmetric), (labelled_finished, symmetric_finished)];
    pairs.into_iter().all(|(one, other)| one.checked_add(other).is_some_and(|sum| sum % 8 == 0))
}
