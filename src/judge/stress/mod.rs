//! Stress tests: searches for a random input that a program fails, and minimises it.
//!
//! ```text
//!     input 0 .. 7      10 data sets each, boards up to size 2        accepted
//!     input 8 .. 15     10 data sets each, boards up to size 3        12 is not accepted: FailedInput { number: 12, .. }
//!     minimise          12 without data sets, stones, rows ...        2 stones on a board of size 2
//! ```
//!
//! The same seed finds the same input with any number of workers: they take the inputs in order, and each ends the one that
//! it has begun, so that all inputs before one that is found have been tried.

mod minimise;

use std::sync::atomic::{AtomicU64, Ordering};

pub use self::minimise::{Stage, minimise, smaller};
use super::generate::{DataSet, Kind};
use super::run::{RunError, Runner, TestResult, Verdict, given_boards};
use crate::progress::Progress;
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

/// An input that is not accepted.
#[derive(Clone, Debug)]
pub struct FailedInput {
    /// The number of the input, counted from 0.
    pub number: u64,
    /// The input, which [`minimise_with`](Self::minimise_with) makes smaller.
    pub input: Vec<DataSet>,
    /// The result of the program on it.
    pub result: TestResult,
}

/// Searches for an input that a program fails, with a worker for each runner. Returns the first such input in the order of
/// their numbers, or `None` if `progress` has cancelled the search before one was found; and the number of inputs that were
/// tried, which `progress` gets too.
///
/// # Errors
/// The first error of a runner, unless an input was found.
///
/// # Panics
/// If there are no runners.
pub fn search_with(
    inputs: &RandomInputs,
    runners: &[Runner],
    progress: &mut Progress<'_>,
) -> Result<(Option<FailedInput>, u64), RunError> {
    let next = AtomicU64::new(0);
    let finished = workers::run(runners.len(), progress, |worker| {
        while worker.proceed().is_continue() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let input = inputs.input(number);
            let result = runners[worker.index()].judge_data_sets(&input).inspect_err(|_| worker.stop())?;
            let accepted = result.verdict == Verdict::Accepted;
            if !accepted {
                worker.stop();
            }
            let _ = worker.count(1);
            if !accepted {
                return Ok(Some(FailedInput { number, input, result }));
            }
        }
        Ok(None)
    });
    let (mut failures, mut errors) = (Vec::new(), Vec::new());
    for result in finished.results {
        match result {
            Ok(failure) => failures.extend(failure),
            Err(error) => errors.push(error),
        }
    }
    match (failures.into_iter().min_by_key(|failure| failure.number), errors.into_iter().next()) {
        (None, Some(error)) => Err(error),
        (failure, _) => Ok((failure, finished.count)),
    }
}

/// How minimising an input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimised {
    /// The input is 1-minimal: the program has another verdict on each input that is one step smaller.
    Minimal,
    /// The progress callback has cancelled it.
    Cancelled,
    /// The runs of the program were interrupted.
    Interrupted,
    /// The program has another verdict when it gets the same input again, so the input was not minimised.
    NotReproducible,
}

impl FailedInput {
    /// Runs the program once more, and returns the lines of the first wrong board beside the given one; if the fault is not in a
    /// board, those of all given boards. Returns `None` if the program cannot be run, or a board is larger than 40.
    #[must_use]
    pub fn boards_with(&self, runner: &Runner) -> Option<Vec<String>> {
        let fault = runner.judge_data_sets(&self.input).ok()?.fault;
        let shown = fault.and_then(|fault| runner.boards(runner.input(), &fault));
        shown.or_else(|| given_boards(&self.input))
    }

    /// Minimises the input while the verdict stays the same. `progress` gets the number of inputs that were tried, before each.
    ///
    /// # Errors
    /// Those of the runner, but for interruptions.
    pub fn minimise_with(&mut self, runner: &Runner, progress: &mut Progress<'_>) -> Result<Minimised, RunError> {
        let verdict = self.result.verdict;
        match runner.judge_data_sets(&self.input) {
            Ok(result) if result.verdict == verdict => {}
            Ok(_) => return Ok(Minimised::NotReproducible),
            Err(RunError::Interrupted) => return Ok(Minimised::Interrupted),
            Err(error) => return Err(error),
        }
        let mut tried = 0;
        // The error `None` means that the progress callback has cancelled.
        let ended = minimise(&mut self.input, |input| {
            if progress(tried).is_break() {
                return Err(None);
            }
            tried += 1;
            let result = runner.judge_data_sets(input).map_err(Some)?;
            let fails = result.verdict == verdict;
            if fails {
                self.result = result;
            }
            Ok(fails)
        });
        match ended {
            Ok(()) => Ok(Minimised::Minimal),
            Err(None) => Ok(Minimised::Cancelled),
            Err(Some(RunError::Interrupted)) => Ok(Minimised::Interrupted),
            Err(Some(error)) => Err(error),
        }
    }
}
