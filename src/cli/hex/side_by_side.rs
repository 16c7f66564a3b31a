//! Data sets that take long, but not very long: answered side by side, each in memory first.

use std::cell::RefCell;
use std::io::{Read, Write};

use super::answer::{Answered, Perfect};
use super::input::{DataSet, Sets};
use super::perfect::Solvers;
use super::{Arguments, Program};
use crate::cli::answer::Form;
use crate::cli::failure::{Exit, Failure};
use crate::cli::order::in_order;
use crate::cli::signals;
use crate::hex::BestCaseSolver;

/// The largest size of a board whose answer is held in memory. Answers about larger boards are written while they are
/// computed.
const LARGEST_HELD: u16 = 512;

/// The largest number of listed best cases with which answers are held in memory.
const LONGEST_HELD: u64 = 100;

/// The number of cells at which a batch is complete, which bounds the memory for its answers.
const BATCH_CELLS: usize = 1 << 18;

/// The number of data sets that a thread answers in a row, with the same memory; those that are searched are answered
/// one by one.
const SETS_PER_JOB: usize = 8;

/// An answer in memory.
struct Held {
    bytes: Vec<u8>,
    /// Whether it is complete.
    printed: Result<bool, Failure>,
    /// The number of positions that were searched.
    searched: u64,
}

impl Program<'_> {
    /// Returns the number of threads for data sets side by side: one if that is not worth the work of starting them.
    pub(super) fn threads_for(&self, announced: u64) -> usize {
        let Arguments { ways, perfect, .. } = self.arguments;
        let list = self.arguments.longest_list();
        let takes_long = perfect.solve || *ways || list.is_some();
        let is_held = list.is_none_or(|max| max <= LONGEST_HELD);
        if announced > 1 && takes_long && is_held { self.run.options().limits.threads } else { 1 }
    }

    /// Answers data sets side by side, a batch at a time. What has arrived is answered before more is waited for.
    pub(super) fn answer_side_by_side(&mut self, mut sets: Sets<'_, impl Read>, threads: usize) -> Result<(), Failure> {
        let announced = sets.announced();
        loop {
            let (batch, failure) = next_batch(&mut sets);
            if batch.is_empty() && failure.is_none() || signals::stopped() {
                return Ok(());
            }
            let (arguments, form, solvers) = (self.arguments, self.run.form(), self.solvers);
            let per_job = if arguments.perfect.solve { 1 } else { SETS_PER_JOB };
            let jobs: Vec<&[DataSet<'_>]> = batch.chunks(per_job).collect();
            let work = |sets: &&[DataSet<'_>]| hold(arguments, form, solvers, sets);
            in_order(threads, &jobs, work, |sets, answers| {
                sets.iter().zip(answers).try_for_each(|(set, answer)| self.write_or_answer(set, answer))
            })?;
            if !arguments.perfect.solve {
                self.run.show_parts("data sets read", batch.last().map_or(0, |set| set.number), announced);
            }
            failure.map_or(Ok(()), Err)?;
        }
    }

    /// Writes an answer, or answers a large data set.
    fn write_or_answer(&mut self, set: &DataSet<'_>, answer: Option<Held>) -> Result<(), Failure> {
        // After a signal, what is incomplete is the last answer.
        if self.exit == Exit::LIMIT && signals::stopped() {
            return Ok(());
        }
        let Some(Held { bytes, printed, searched }) = answer else { return self.answer(set) };
        self.write_heading()?;
        let mut out = self.run.out();
        out.write_all(&bytes)?;
        out.flush()?;
        self.add(printed?, searched);
        Ok(())
    }
}

/// Returns the next data sets, as long as they need not be waited for, and the failure that comes after them.
fn next_batch<'a>(sets: &mut Sets<'a, impl Read>) -> (Vec<DataSet<'a>>, Option<Failure>) {
    let (mut batch, mut cells) = (Vec::new(), 0);
    while cells < BATCH_CELLS && (batch.is_empty() || sets.is_next_buffered()) {
        match sets.next() {
            Some(Ok(set)) => {
                cells += usize::from(set.position.size()).pow(2);
                batch.push(set);
            }
            Some(Err(failure)) => return (batch, Some(failure)),
            None => break,
        }
    }
    (batch, None)
}

/// Answers data sets, except those that are large.
fn hold(arguments: &Arguments, form: &Form, solvers: &Solvers<'_>, sets: &[DataSet<'_>]) -> Vec<Option<Held>> {
    let (mut best_cases, report) = (BestCaseSolver::new(), RefCell::default());
    let hold_one = |set: &DataSet<'_>| {
        if set.position.size() > LARGEST_HELD {
            return None;
        }
        let outcome = best_cases.outcome(&set.position);
        let is_asked = arguments.perfect.is_asked(&outcome);
        let found = if is_asked { Some(solvers.attempt(&set.position)?) } else { None };
        let (perfect, searched) = found.as_ref().map(|(perfect, searched)| (perfect, *searched)).unzip();
        let perfect = perfect.as_ref().map(|perfect| perfect as Perfect<'_>);
        let mut bytes = Vec::new();
        let printed = Answered::new(arguments, set, &outcome, perfect, &report).print(form, &mut bytes);
        Some(Held { bytes, printed, searched: searched.unwrap_or(0) })
    };
    sets.iter().map(hold_one).collect()
}
