//! The parts of a task: `--part` prints them, and `merge` adds them up.
//!
//! A part is a line of JSON, with `--json` and without. The checksum is the CRC-32 of the line with "" in its place.
//!
//! ```text
//!     {"schema":"quadrille/hip-part/1","task":"tie 7x7 --at-most 2 --part 1/2","part":[1,2],
//!      "part_of":{"rows":7,"columns":7,"free":false,"at_most":2},
//!      "done":true,"board":null,"checksum":"9EDDA189"}
//! ```

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::failure::{Exit, Failure};
use super::messages::{ascii, shortened};
use super::paths::InputFile;
use super::run::Run;
use crate::part::Part;

/// Longer lines are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// Lines of parts are shorter, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// What parts are parts of.
pub trait Whole: Serialize + DeserializeOwned + Copy + PartialEq {
    /// The name of the form.
    const SCHEMA: &'static str;
    /// What the parts are parts of, for messages.
    const NAMES: &'static str;
    /// What a part has found.
    type Found: Serialize + DeserializeOwned;
}

/// A part of a task.
#[derive(Serialize, Deserialize)]
pub struct PartAnswer<W, F> {
    schema: String,
    task: String,
    /// Its number, and the number of parts.
    part: [u64; 2],
    /// What it is a part of.
    pub part_of: W,
    /// False if a limit stopped the work.
    done: bool,
    /// What it has found.
    #[serde(flatten)]
    pub found: F,
    checksum: String,
}

/// Prints a part as the answer to the task, and ends it.
///
/// # Errors
/// [`Failure::Answers`] if it cannot be written.
pub fn print_part<W: Whole>(
    run: &Run<'_>,
    part: Part,
    part_of: W,
    found: W::Found,
    exit: Exit,
) -> Result<Exit, Failure> {
    let mut answer = PartAnswer {
        schema: W::SCHEMA.to_owned(),
        task: run.task().to_owned(),
        part: [part.number, part.parts],
        part_of,
        done: exit != Exit::LIMIT,
        found,
        checksum: String::new(),
    };
    answer.sign()?;
    let mut out = run.out();
    writeln!(out, "{}", answer.line()?)?;
    out.flush()?;
    Ok(run.end(exit))
}

impl<W: Whole> PartAnswer<W, W::Found> {
    fn line(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// Computes the checksum.
    fn sign(&mut self) -> io::Result<()> {
        self.checksum.clear();
        self.checksum = format!("{:08X}", crc32fast::hash(self.line()?.as_bytes()));
        Ok(())
    }

    /// Reads a part that has been printed; the error is what is wrong with it.
    fn read(line: &str) -> Result<Self, String> {
        let is_part = |part: &Self| part.schema == W::SCHEMA && (1..=part.part[1]).contains(&part.part[0]);
        let Some(mut part) = serde_json::from_str(line).ok().filter(is_part) else {
            let expected = expected::<W>();
            if line.starts_with("quadrille checkpoint") {
                let advice = "run its command with --checkpoint to its end, and give what it prints";
                return Err(format!("{expected}, found a checkpoint; {advice}"));
            }
            return Err(format!("{expected}, found '{}'", ascii(&shortened(line, LONGEST_SHOWN))));
        };
        let checksum = part.checksum.clone();
        part.sign().map_err(|error| error.to_string())?;
        if part.checksum == checksum { Ok(part) } else { Err(part.wrong("has been changed: its checksum is wrong")) }
    }

    fn wrong(&self, problem: &str) -> String {
        let [number, of] = self.part;
        format!("part {number}/{of} {problem}")
    }
}

fn expected<W: Whole>() -> String {
    format!("expected a part of {}, as --part prints it", W::NAMES)
}

/// The parts that have been read.
pub struct Merged<W> {
    /// What they are parts of.
    pub whole: W,
    /// The number of parts that are missing.
    pub left: u64,
    /// The first of these, as a message.
    pub missing: Option<String>,
}

/// Reads the parts in some files, and calls `add` with each, which returns `None` if its numbers cannot be those of its
/// task.
///
/// # Errors
/// If a file cannot be read or has something else, or a part is there twice or belongs to another task.
pub fn merge<W: Whole>(
    run: &Run<'_>,
    files: &[InputFile],
    mut add: impl FnMut(&PartAnswer<W, W::Found>) -> Option<()>,
) -> Result<Merged<W>, Failure> {
    let mut whole: Option<(W, u64)> = None;
    let mut given = BTreeSet::new();
    let mut take = |line: &str| {
        let part = PartAnswer::<W, W::Found>::read(line)?;
        let ([number, of], part_of) = (part.part, part.part_of);
        if *whole.get_or_insert((part_of, of)) != (part_of, of) {
            return Err(format!("expected another part of the same task, found {}", part.task));
        }
        if !given.insert(number) {
            return Err(part.wrong("was read before; give each part once"));
        }
        if !part.done {
            return Err(part.wrong("is unfinished: it was stopped early; run its command again to the end first"));
        }
        add(&part).ok_or_else(|| part.wrong("is of another version"))
    };
    for file in files {
        let unreadable = |error: io::Error| Failure::Input(format!("cannot read {file}: {error}"));
        let from: Box<dyn Read> = match file.path() {
            None => Box::new(run.stdin("parts")?),
            Some(path) => Box::new(File::open(path).map_err(unreadable)?),
        };
        let (mut from, mut number, mut is_empty) = (BufReader::new(from), 0, true);
        let wrong = |number, problem| Failure::Input(format!("{file}: line {number}, column 1: {problem}"));
        loop {
            let mut line = Vec::new();
            if from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                break;
            }
            number += 1;
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_start_matches('\u{feff}').trim();
            if !line.is_empty() {
                is_empty = false;
                take(line).map_err(|problem| wrong(number, problem))?;
            }
        }
        if is_empty {
            let problem = format!("{}, found none; it is printed at the end of the work", expected::<W>());
            return Err(wrong(number.max(1), problem));
        }
    }
    // Each file had a part.
    let (whole, of) = whole.ok_or_else(|| Failure::Input(format!("{}, found none", expected::<W>())))?;
    let left = of - given.len() as u64;
    let missing = (1..=of).find(|number| !given.contains(number)).map(|missing| {
        let others = match left - 1 {
            0 => String::new(),
            1 => ", and so is another one".to_owned(),
            others => format!(", and so are {others} others"),
        };
        format!("part {missing}/{of} is missing{others}")
    });
    Ok(Merged { whole, left, missing })
}
