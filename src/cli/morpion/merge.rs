//! `morpion merge`: the parts of a count or of a proof, added up.
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

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser};

use super::count::{Count, Counted, Grids};
use super::game::unreadable;
use super::prove::{Prove, Tree};
use super::{CHECKSUM, checksum};
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::{InputFile, input};
use crate::cli::run::Run;
use crate::morpion::Variant;
use crate::morpion::count::{Part, Sums};
use crate::morpion::upper_bound::{OpenHull, Tally};

/// Lines of parts are shorter.
const LONGEST_LINE: u64 = 1 << 10;

/// Longer lines are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// The largest number of lines of a part of a proof, without its task and its checksum.
const MOST_LINES_OF_PROOF: usize = 4;

/// What is expected in a file.
const EXPECTED: &str = "expected a part of a count or a proof, as --part prints it";

#[derive(Args, Debug)]
pub(super) struct Merge {
    /// Files with one part or several, as `count --part` or `prove --part` prints them; - is stdin
    #[arg(value_name = "FILE", required = true, value_parser = input())]
    files: Vec<InputFile>,
}

impl Merge {
    /// Prints the whole of the parts.
    pub(super) fn merge(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (command, given) = (PartTask::command(), BTreeSet::new());
        let mut parts = Parts { command, whole: None, given, sums: Vec::new(), tally: Tally::default() };
        for file in &self.files {
            let from: Box<dyn Read> = match file.path() {
                None => Box::new(run.stdin("parts")?),
                Some(path) => Box::new(File::open(path).map_err(|error| unreadable(file, error))?),
            };
            let mut lines = Lines { file, from: BufReader::new(from), number: 0 };
            let before = parts.given.len();
            while let Some(line) = lines.next()? {
                parts.read_part(&line, &mut lines)?;
            }
            if parts.given.len() == before {
                return Err(lines.wrong(format_args!("{EXPECTED}, found none; it is printed at the end of the work")));
            }
        }
        parts.print(run)
    }
}

/// The task of a part, as its first line has it.
#[derive(Parser)]
#[command(no_binary_name = true)]
enum PartTask {
    Count(Count),
    Prove(Prove),
}

/// What parts are parts of.
#[derive(Clone, Copy, PartialEq)]
enum Whole {
    Count(Counted),
    /// The proof of a bound for a variant.
    Proof(Variant, u32),
}

impl PartTask {
    /// Returns the whole of which this is a part, and which part; `None` if it is not a part.
    fn whole(&self) -> Option<(Whole, Part)> {
        match self {
            PartTask::Count(task) => Some((Whole::Count(task.counted), task.part?)),
            PartTask::Prove(task) => Some((Whole::Proof(task.variant, task.at_most?), task.part?)),
        }
    }
}

/// The lines of a file that are not blank.
struct Lines<'a> {
    file: &'a InputFile,
    from: BufReader<Box<dyn Read + 'a>>,
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
        Failure::Input(format!("{}: line {}, column 1: {problem}", self.file, self.number.max(1)))
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
    /// The whole, and the number of its parts.
    whole: Option<(Whole, u64)>,
    given: BTreeSet<u64>,
    /// What the given parts say together: of a count the sums for 0 moves, 1, and so on; of a proof the hulls.
    sums: Vec<Sums>,
    tally: Tally,
}

impl Parts {
    /// Reads the part whose first line is given.
    fn read_part(&mut self, task: &str, lines: &mut Lines<'_>) -> Result<(), Failure> {
        let parsed = self.command.try_get_matches_from_mut(task.split(' '));
        let parsed = parsed.and_then(|matches| PartTask::from_arg_matches(&matches)).ok().and_then(|task| task.whole());
        let Some((whole, part)) = parsed else { return Err(lines.not_a_part(task)) };
        if *self.whole.get_or_insert((whole, part.parts)) != (whole, part.parts) {
            return Err(lines.wrong(format_args!("expected another part of the same task, found {task}")));
        }
        if !self.given.insert(part.number) {
            return Err(lines.wrong(format_args!("part {part} was read before; give each part once")));
        }
        let most = if let Whole::Count(counted) = whole { counted.depth + 1 } else { MOST_LINES_OF_PROOF };
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
                let added = self.add(whole, &found);
                return added.ok_or_else(|| lines.wrong(format_args!("part {part} is of another version")));
            }
            if found.len() == most {
                return Err(lines.wrong(format_args!("expected the checksum of part {part}, found another line")));
            }
            text.extend([&*line, "\n"]);
            found.push(line);
        }
    }

    /// Prints the parts together, unless one is missing.
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
                Whole::Proof(..) => run.say(message),
            }
        }
        match whole {
            Whole::Count(_) if !self.sums.iter().all(is_whole) => {
                let problem = "the sums do not add up to whole numbers of grids: the parts are of different versions";
                Err(Failure::Input(problem.to_owned()))
            }
            Whole::Count(counted) => run.print(&Grids::new(counted, None, &self.sums, "")),
            Whole::Proof(_, at_most) => {
                run.print(&Tree::new(at_most.into(), None, &self.tally, 0, "").without_parts(left))
            }
        }
    }

    /// Adds what the lines of a part between its task and its checksum say; returns `None` if they are others.
    fn add(&mut self, whole: Whole, lines: &[String]) -> Option<()> {
        let Whole::Count(counted) = whole else {
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

/// Returns whether the sums of all parts are those of whole numbers of grids.
fn is_whole(sums: &Sums) -> bool {
    let &Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
    let pairs = [(labelled, symmetric), (labelled_finished, symmetric_finished)];
    pairs.into_iter().all(|(one, other)| one.checked_add(other).is_some_and(|sum| sum % 8 == 0))
}

fn tally_of(lines: &[String]) -> Option<Tally> {
    let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key));
    let boxes = value("Boxes: ")?.parse().ok()?;
    let open = value("Open hulls: ").map_or(Ok(0), str::parse).ok()?;
    let worst = match value("Worst: ") {
        Some(worst) => Some(OpenHull::parse(worst)?),
        None => None,
    };
    (worst.is_some() == (open > 0)).then_some(Tally { boxes, open, worst })
}
