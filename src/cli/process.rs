//! A process from its start to its exit status: what it has answered, and how it ends.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use itertools::Itertools;

use super::arguments::Common;
use super::failure::{Exit, Failure};
use super::limits::Limits;
use super::messages::{report, say};
use super::output::Output;
use super::signals;
use crate::proc_files::own_peak_memory;

/// What tasks count as their work, unless they say something else.
pub(super) const POSITIONS: &str = "positions";

/// A process that answers tasks, or data sets.
#[derive(Debug)]
pub struct Process {
    /// The program's name.
    pub program: &'static str,
    /// The options that all programs have.
    pub common: Common,
    /// The limits that were given to the program, and not to one of its tasks.
    pub limits: Limits,
    /// Stdout.
    pub out: Output,
    totals: &'static Totals,
}

/// What has been answered, for the messages at the end; the thread that handles signals prints them too.
#[derive(Debug)]
struct Totals {
    program: &'static str,
    quiet: bool,
    stats: Option<Instant>,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// What is answered, such as `task(s)`; empty for a single task.
    unit: &'static str,
    answered: u64,
    /// The work that was done: units, and how many of them.
    work: Vec<(&'static str, u64)>,
}

impl Totals {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Nothing panics while it holds the lock.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints that the run was interrupted: by the message `single` if it has one answer. If everything that was begun
    /// is `printed`, that is a hint.
    fn say_interrupted(&self, printed: bool, single: &str) {
        let Totals { program, quiet, .. } = *self;
        let Counts { unit, answered, .. } = *self.counts();
        match (unit, printed) {
            (_, true) if quiet => {}
            ("", _) => say(program, single),
            (_, true) => say(program, format_args!("interrupted after {answered} {unit}")),
            (_, false) => say(program, format_args!("interrupted after {answered} {unit}, while another was running")),
        }
    }

    /// Prints the statistics, if they were asked for: the work, seconds, and peak memory where the system provides it.
    fn report(&self) {
        let Some(started) = self.stats else { return };
        let counts = self.counts();
        let none = [(POSITIONS, 0)];
        let work = if counts.work.is_empty() { &none[..] } else { &counts.work };
        let work = work.iter().map(|(unit, done)| format!("{done} {unit}")).join(", ");
        let memory = own_peak_memory()
            .map_or_else(String::new, |bytes| format!(", {:.1} MiB", bytes as f64 / f64::from(1 << 20)));
        say(self.program, format_args!("{work}, {:.3} s{memory}", started.elapsed().as_secs_f64()));
    }
}

impl Process {
    /// Begins a process, which ends with the status `interrupted` after a second signal, or while it waits. From now on
    /// signals are handled.
    #[must_use]
    pub fn begin(program: &'static str, common: Common, limits: Limits, interrupted: Exit) -> Process {
        let Common { json, quiet, stats, .. } = common;
        let stats = stats.then(Instant::now);
        let totals: &'static Totals = Box::leak(Box::new(Totals { program, quiet, stats, counts: Mutex::default() }));
        signals::watch(program, interrupted, |is_at_rest| {
            let single = if is_at_rest { "interrupted" } else { "interrupted before the answer was complete" };
            totals.say_interrupted(is_at_rest, single);
            totals.report();
        });
        Process { program, common, limits, out: Output::new(json), totals }
    }

    /// Ends the process: reports a failure, an interruption and the statistics, and returns the exit status. Exit
    /// statuses that are `verdicts` are not changed by a reader who has closed the pipe.
    pub fn end(&self, result: Result<Exit, Failure>, verdicts: bool) -> Exit {
        let flushed = self.out.flush();
        let result = match (flushed, result) {
            (Err(error), Ok(exit)) if verdicts && Failure::is_closed_pipe(&error) => Ok(exit),
            // What seems to be a failure to read may be one to write before, which happens again.
            (Err(error), Ok(_) | Err(Failure::Input(_))) => Err(Failure::Answers(error)),
            (_, result) => result,
        };
        if let Err(failure) = &result {
            report(self.program, failure);
        }
        let exit = result.unwrap_or_else(|failure| match failure.exit() {
            Exit::ANSWERED => Exit::ANSWERED,
            _ if verdicts => Exit::USAGE,
            exit => exit,
        });
        if signals::stopped() && exit == Exit::LIMIT {
            self.totals.say_interrupted(true, "interrupted; the answer is what is known so far");
        }
        self.totals.report();
        exit
    }

    /// Names what is answered, such as `task(s)`, if there are several.
    pub fn count_answers(&self, unit: &'static str) {
        self.totals.counts().unit = unit;
    }

    /// Records that something has been answered, and the work that it took.
    pub fn add(&self, is_complete: bool, unit: &'static str, work: u64) {
        let mut counts = self.totals.counts();
        counts.answered += u64::from(is_complete);
        match counts.work.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, sum)) => *sum += work,
            None if work == 0 && unit == POSITIONS => {}
            None => counts.work.push((unit, work)),
        }
    }
}
