//! The parts of a count or of a proof: `--part` prints them, and `merge` adds them up.
//!
//! A part is a line of JSON, with `--json` and without. `sums` has the terms of Burnside's lemma for 0 moves, 1, and so
//! on: labelled grids, symmetric grids, and the finished ones of both. The checksum is the CRC-32 of the line with ""
//! in its place.
//!
//! ```text
//!     {"schema":"quadrille/morpion-part/1","task":"count 4D 2 --part 2/8","part":[2,8],
//!      "part_of":{"count":{"variant":"4D","depth":2,"labelled":false,"finished":false}},
//!      "done":true,"sums":[["0","0","0","0"],["8","0","0","0"],["140","12","0","0"]],"checksum":"78F9A022"}
//!
//!     {"schema":"quadrille/morpion-part/1","task":"prove 5T --at-most 600 --part 1/3","part":[1,3],
//!      "part_of":{"proof":{"variant":"5T","at_most":600}},
//!      "done":true,"tally":{"boxes":87,"open":0,"worst":null},"checksum":"9EDDA189"}
//! ```

use std::io::{self, Write};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::variant;
use crate::cli::failure::{Exit, Failure};
use crate::cli::messages::{ascii, shortened};
use crate::cli::run::Run;
use crate::morpion::Variant;
use crate::morpion::count::{MAX_DEPTH, Sums};
use crate::part::Part;
use crate::morpion::upper_bound::Tally;

const SCHEMA: &str = "quadrille/morpion-part/1";

/// Longer lines are shortened in messages.
const LONGEST_SHOWN: usize = 60;

/// What is expected in a file.
pub(super) const EXPECTED: &str = "expected a part of a count or a proof, as --part prints it";

/// A part of a count or of a proof.
#[derive(Serialize, Deserialize)]
pub(super) struct PartAnswer {
    schema: String,
    pub(super) task: String,
    /// Its number, and the number of parts.
    pub(super) part: [u64; 2],
    pub(super) part_of: Whole,
    /// False if a limit stopped the work.
    pub(super) done: bool,
    /// For each number of moves the four [`Sums`], as text: readers of JSON may keep only 53 bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sums: Vec<[String; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tally: Option<Tally>,
    checksum: String,
}

/// The arguments of `count` that say what is counted; also in a part.
#[derive(Args, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Counted {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    #[serde(deserialize_with = "variant_of")]
    pub(super) variant: Variant,

    /// Largest number of moves, at most 1000
    #[arg(value_name = "DEPTH", value_parser = RangedU64ValueParser::<usize>::new().range(..=MAX_DEPTH as u64))]
    pub(super) depth: usize,

    /// Add the number of grids with mirror images and rotations counted separately
    #[arg(long)]
    pub(super) labelled: bool,

    /// Add the number of finished grids: those without a legal move
    #[arg(long)]
    pub(super) finished: bool,
}

/// What parts are parts of.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Whole {
    Count(Counted),
    Proof {
        #[serde(deserialize_with = "variant_of")]
        variant: Variant,
        at_most: u32,
    },
}

/// Deserializes the text form of a variant.
fn variant_of<'de, D: Deserializer<'de>>(from: D) -> Result<Variant, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

/// Prints the part of a whole that the task is about, and ends the task. It has `sums` of a count, or the `tally` of a
/// proof.
pub(super) fn print_part(
    run: &Run<'_>,
    part: Part,
    part_of: Whole,
    sums: &[Sums],
    tally: Option<Tally>,
    exit: Exit,
) -> Result<Exit, Failure> {
    let mut answer = PartAnswer {
        schema: SCHEMA.to_owned(),
        task: run.task().to_owned(),
        part: [part.number, part.parts],
        part_of,
        done: exit != Exit::LIMIT,
        sums: sums.iter().map(terms).collect(),
        tally,
        checksum: String::new(),
    };
    answer.sign()?;
    let mut out = run.out();
    writeln!(out, "{}", answer.line()?)?;
    out.flush()?;
    Ok(run.end(exit))
}

fn terms(sums: &Sums) -> [String; 4] {
    let &Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
    [labelled, symmetric, labelled_finished, symmetric_finished].map(|term| term.to_string())
}

impl PartAnswer {
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
    pub(super) fn read(line: &str) -> Result<PartAnswer, String> {
        let is_part = |part: &PartAnswer| part.schema == SCHEMA && (1..=part.part[1]).contains(&part.part[0]);
        let Some(mut part) = serde_json::from_str(line).ok().filter(is_part) else {
            if line.starts_with("quadrille checkpoint") {
                let advice = "run its command with --checkpoint to its end, and give what it prints";
                return Err(format!("{EXPECTED}, found a checkpoint; {advice}"));
            }
            return Err(format!("{EXPECTED}, found '{}'", ascii(&shortened(line, LONGEST_SHOWN))));
        };
        let checksum = part.checksum.clone();
        part.sign().map_err(|error| error.to_string())?;
        if part.checksum == checksum { Ok(part) } else { Err(part.wrong("has been changed: its checksum is wrong")) }
    }

    pub(super) fn wrong(&self, problem: &str) -> String {
        let [number, of] = self.part;
        format!("part {number}/{of} {problem}")
    }
}
