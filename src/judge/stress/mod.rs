//! Stress tests: searches for a random input that a program fails, and minimises it.
//!
//! ```text
//!     input 0 .. 7      10 data sets each, boards up to size 2        accepted
//!     input 8 .. 15     10 data sets each, boards up to size 3        12 is not accepted: FailedInput { number: 12, .. }
//!     minimise          12 without data sets, stones, rows ...        2 stones on a board of size 2
//! ```
//!
//! The same seed finds the same input with any number of workers: they take the inputs in order, and each ends the one
//! that it has begun, so that all inputs before one that is found have been tried.

mod minimise;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use itertools::Itertools;
use serde::Serialize;

pub use self::minimise::minimise;
use super::generate::{DataSet, Kind, write_input};
use super::run::{RunError, Runner, TestResult, Verdict};
use crate::budget::Budget;
use crate::workers;

/// The number of data sets in an input.
const DATA_SETS: u64 = 10;

/// The largest size grows by one after this many inputs: what fails on small boards is found there.
const INPUTS_PER_SIZE: u64 = 8;

/// The inputs of a stress test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomInputs {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The kind of the boards.
    pub kind: Kind,
    /// The largest size of a board, at most [`LARGEST_SIZE`](crate::hex::LARGEST_SIZE).
    pub max_size: u16,
}

impl RandomInputs {
    /// Returns input number `number`, counted from 0. Inputs with small boards come first.
    #[must_use]
    pub fn input(&self, number: u64) -> Vec<DataSet> {
        let size = u16::try_from(2 + number / INPUTS_PER_SIZE).unwrap_or(self.max_size).min(self.max_size);
        let first = number * DATA_SETS;
        (first..first + DATA_SETS).map(|data_set| self.kind.data_set(self.seed, data_set, size)).collect()
    }
}

/// The answer of a search. Its text form is the input that was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stressed {
    /// The verdict on the input that was found.
    pub verdict: Verdict,
    /// The number of this input, counted from 0.
    pub number: Option<u64>,
    /// The reason of the verdict.
    pub reason: String,
    /// The minimised input.
    pub input: Option<String>,
    /// Its boards, or the first wrong one beside the given one, as lines, if they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
}

impl fmt::Display for Stressed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.input.as_deref().unwrap_or_default())
    }
}

/// An input that is not accepted.
#[derive(Clone, Debug)]
pub struct FailedInput {
    /// Its number, counted from 0.
    pub number: u64,
    input: Vec<DataSet>,
    result: TestResult,
}

impl FailedInput {
    /// Returns the answer of a search that has found this input.
    #[must_use]
    pub fn answer(self) -> Stressed {
        let (FailedInput { number, input, result }, mut text) = (self, Vec::new());
        // Memory takes all that is written.
        let _ = write_input(&mut text, &input);
        let TestResult { verdict, reason, boards, .. } = result;
        let input = Some(String::from_utf8_lossy(&text).into_owned());
        Stressed { verdict, number: Some(number), reason, input, boards }
    }

    /// Minimises the input while the verdict stays the same. Runs the program on the whole input first. `budget` gets
    /// the number of inputs that were tried, before each.
    ///
    /// # Errors
    /// Those of the runner, but for interrupts.
    pub fn minimise(&mut self, runner: &Runner<'_>, budget: &mut Budget<'_>) -> Result<Minimised, RunError> {
        let FailedInput { input, result: last, .. } = self;
        let verdict = last.verdict;
        let mut tried = 0;
        let mut fails = |input: &[DataSet]| {
            if budget.poll(tried).is_break() {
                return Err(RunError::Interrupted);
            }
            tried += 1;
            let result = runner.judge_data_sets(input)?;
            let fails = result.verdict == verdict;
            if fails {
                *last = result;
            }
            Ok(fails)
        };
        let ended = match fails(input) {
            Ok(true) => minimise(input, fails).map(|()| Minimised::Minimal),
            Ok(false) => Ok(Minimised::NotReproducible),
            Err(error) => Err(error),
        };
        if let Err(RunError::Interrupted) = ended { Ok(Minimised::Stopped) } else { ended }
    }
}

/// How minimising an input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimised {
    /// The input is 1-minimal: the program has another verdict on each input that is one step smaller.
    Minimal,
    /// The budget or an interrupt has stopped it.
    Stopped,
    /// The program has another verdict when it gets the same input again, so the input was not minimised.
    NotReproducible,
}

/// Searches for an input that a program fails, with the threads of `budget`. Returns the first such input in the order
/// of their numbers, or `None` if `budget` has stopped the search before one was found; and the number of inputs that
/// were tried, which `budget` gets too.
///
/// # Errors
/// The first error of the runner, unless an input was found.
pub fn search(
    inputs: &RandomInputs,
    runner: &Runner<'_>,
    budget: &mut Budget<'_>,
) -> Result<(Option<FailedInput>, u64), RunError> {
    let next = AtomicU64::new(0);
    let finished = workers::run(budget.threads, &mut |tried| budget.poll(tried), |worker| {
        while worker.proceed().is_continue() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let input = inputs.input(number);
            let result = runner.judge_data_sets(&input).inspect_err(|_| worker.stop())?;
            let _ = worker.count(1);
            if result.verdict != Verdict::AC {
                worker.stop();
                return Ok(Some(FailedInput { number, input, result }));
            }
        }
        Ok(None)
    });
    let (ended, errors): (Vec<_>, Vec<_>) = finished.results.into_iter().partition_result();
    let first = ended.into_iter().flatten().min_by_key(|failure| failure.number);
    match errors.into_iter().next() {
        Some(error) if first.is_none() => Err(error),
        _ => Ok((first, finished.count)),
    }
}
