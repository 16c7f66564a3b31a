//! `morpion merge`: the parts of a count or of a proof, added up.

use clap::Args;

use super::part::{Found, Whole};
use super::prove::ProofAnswer;
use crate::cli::failure::{Exit, Failure};
use crate::cli::parts;
use crate::cli::paths::{InputFile, input};
use crate::cli::run::Run;
use crate::morpion::count::Sums;
use crate::morpion::upper_bound::Tally;

#[derive(Args, Debug)]
pub(super) struct Merge {
    /// Files with one part or several, as `count --part` or `prove --part` prints them; - is stdin
    #[arg(value_name = "FILE", required = true, value_parser = input())]
    files: Vec<InputFile>,
}

impl Merge {
    /// Prints the parts together. A count must have all of them; a proof says how many are missing.
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let mut all = All::default();
        let merged = parts::merge(run, &self.files, |part| all.add(part.part_of, &part.found))?;
        match (merged.whole, merged.missing) {
            (Whole::Count(_), Some(missing)) => Err(Failure::Input(missing)),
            (Whole::Count(_), None) if !all.sums.iter().all(are_of_grids) => {
                let problem = "the sums do not add up to whole numbers of grids: the parts are of different versions";
                Err(Failure::Input(problem.to_owned()))
            }
            (Whole::Count(counted), None) => counted.print(&all.sums, run),
            (Whole::Proof { at_most, .. }, missing) => {
                if let Some(missing) = missing {
                    run.say(missing);
                }
                ProofAnswer::new(at_most, &all.tally, 0, merged.left).print(run)
            }
        }
    }
}

/// What all parts have found together.
#[derive(Default)]
struct All {
    /// Of a count: the sums for 0 moves, 1, and so on.
    sums: Vec<Sums>,
    tally: Tally,
}

impl All {
    /// Adds the sums or the tally of a part; returns `None` if they are not those of its task.
    fn add(&mut self, part_of: Whole, found: &Found) -> Option<()> {
        match part_of {
            Whole::Count(counted) if found.sums.len().checked_sub(1) == Some(counted.depth) => {}
            Whole::Count(_) => return None,
            Whole::Proof { .. } => self.tally = self.tally.plus(found.tally.as_ref()?),
        }
        self.sums.resize(found.sums.len(), Sums::default());
        for (all, row) in self.sums.iter_mut().zip(&found.sums) {
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
}

/// Returns whether the sums of all parts are those of numbers of grids: by Burnside's lemma 8 times as many.
fn are_of_grids(sums: &Sums) -> bool {
    let &Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
    let pairs = [(labelled, symmetric), (labelled_finished, symmetric_finished)];
    pairs.into_iter().all(|(one, other)| one.checked_add(other).is_some_and(|sum| sum % 8 == 0))
}
