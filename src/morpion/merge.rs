//! The parts of a count or of a proof, added up.

use std::collections::BTreeSet;

use serde::Deserialize;
use thiserror::Error;

use super::report::{PartOfCount, ProofOfBound};

/// A part, as JSON has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "schema")]
pub enum Part {
    /// A part of a count.
    #[serde(rename = "quadrille/morpion-count/1")]
    Count(PartOfCount),
    /// A part of a proof.
    #[serde(rename = "quadrille/morpion-prove/1")]
    Proof(ProofOfBound),
}

impl Part {
    /// Returns its number and the number of all parts; `None` if it is no part.
    fn number(&self) -> Option<[u64; 2]> {
        let part = match self {
            Part::Count(count) => Some(count.part),
            Part::Proof(proof) => proof.part,
        };
        part.filter(|[number, of]| (1..=*of).contains(number))
    }

    fn is_whole(&self) -> bool {
        match self {
            Part::Count(count) => count.whole && count.sums.len().checked_sub(1) == Some(count.counted.scope.depth),
            Part::Proof(proof) => proof.whole,
        }
    }

    /// Adds another part; returns `None` if it is of another task.
    fn add(&mut self, other: &Part) -> Option<()> {
        if self.number()?[1] != other.number()?[1] {
            return None;
        }
        match (self, other) {
            (Part::Count(sum), Part::Count(other)) if sum.counted == other.counted => {
                sum.sums.iter_mut().zip(&other.sums).for_each(|(sum, other)| *sum = sum.plus(other));
            }
            (Part::Proof(sum), Part::Proof(other)) if (sum.variant, sum.bound) == (other.variant, other.bound) => {
                sum.tally = sum.tally.plus(&other.tally);
            }
            _ => return None,
        }
        Some(())
    }
}

/// The parts that were added up so far.
#[derive(Clone, Debug, Default)]
pub struct Merge {
    sum: Option<Part>,
    given: BTreeSet<u64>,
}

impl Merge {
    /// Adds a part.
    ///
    /// # Errors
    /// If it is no finished part, was added before, or is of another task than those before.
    pub fn add(&mut self, part: Part) -> Result<(), MergeError> {
        let [number, of] = part.number().ok_or(MergeError::NoPart)?;
        match &mut self.sum {
            _ if !part.is_whole() => return Err(MergeError::Stopped(number, of)),
            Some(sum) => sum.add(&part).ok_or(MergeError::OtherTask)?,
            None => self.sum = Some(part),
        }
        if self.given.insert(number) { Ok(()) } else { Err(MergeError::Twice(number, of)) }
    }

    /// Returns the whole: a count as one part, and a proof, some of whose parts may be missing, as none.
    ///
    /// # Errors
    /// If there are no parts, or a part of a count is missing.
    pub fn finish(self) -> Result<Part, MergeError> {
        let sum = self.sum.ok_or(MergeError::NoPart)?;
        let [_, of] = sum.number().ok_or(MergeError::NoPart)?;
        let left = of - self.given.len() as u64;
        match (sum, (1..=of).find(|number| !self.given.contains(number))) {
            (Part::Count(_), Some(missing)) => Err(MergeError::Missing(missing, of, left)),
            (Part::Proof(proof), _) => {
                Ok(Part::Proof(ProofOfBound { part: None, parts_left: left, whole: left == 0, ..proof }))
            }
            (sum, _) => Ok(sum),
        }
    }
}

/// Why parts cannot be added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// It is no part.
    #[error("expected a part of a count or a proof, as --part prints it with --json")]
    NoPart,
    /// It is of another task.
    #[error("expected another part of the same task, found one of another task")]
    OtherTask,
    /// It is unfinished.
    #[error("part {0}/{1} is unfinished: it was stopped early; run its command again to the end first")]
    Stopped(u64, u64),
    /// It was read before.
    #[error("part {0}/{1} was read before; give each part once")]
    Twice(u64, u64),
    /// The first missing part, the number of all, and how many are missing.
    #[error("part {0}/{1} is missing, the first of {2}")]
    Missing(u64, u64, u64),
}
