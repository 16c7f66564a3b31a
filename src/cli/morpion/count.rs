//! `morpion count`: the number of grids.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::{CHECKPOINT, variant, write_signed};
use crate::budget::Budget;
use crate::cli::answer::Answer;
use crate::cli::arguments::{checkpoint, number};
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::Writes;
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::Variant;
use crate::morpion::count::{self, CountError, MAX_DEPTH, Part, Scope, Sums};

#[derive(Args, Debug)]
#[command(arg = checkpoint(CHECKPOINT))]
pub(super) struct Count {
    #[command(flatten)]
    pub(super) counted: Counted,

    /// Count only part I of N parts of about equal work, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    pub(super) part: Option<Part>,
}

/// What is counted, in parts or not.
#[derive(Args, Clone, Copy, Debug, PartialEq)]
pub(super) struct Counted {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Largest number of moves, at most 1000
    #[arg(value_name = "DEPTH", value_parser = number::<usize>(0..=MAX_DEPTH as u64))]
    pub(super) depth: usize,

    /// Add the number of grids with mirror images and rotations counted separately
    #[arg(long)]
    labelled: bool,

    /// Add the number of finished grids: those without a legal move
    #[arg(long)]
    finished: bool,
}

/// The grids with 0 moves, 1, and so on. If the count was stopped early, the last ones are missing.
#[derive(Serialize)]
pub(super) struct Grids<'a> {
    variant: Variant,
    depth: usize,
    whole: bool,
    part: Option<[u64; 2]>,
    counts: Vec<Value>,
    longest_game: Option<usize>,
    shortest_finished_game: Option<usize>,
    #[serde(skip)]
    counted: Counted,
    #[serde(skip)]
    sums: Vec<Sums>,
    #[serde(skip)]
    task: &'a str,
}

impl<'a> Grids<'a> {
    /// Returns the answer with these sums, of a part or of the whole.
    pub(super) fn new(counted: Counted, part: Option<Part>, sums: Vec<Sums>, task: &'a str) -> Grids<'a> {
        let Counted { variant, depth, finished, .. } = counted;
        let whole = sums.len() == depth + 1;
        let first = |wanted: fn(&Sums) -> bool| sums.iter().position(wanted).filter(|_| part.is_none());
        Grids {
            variant,
            depth,
            whole,
            part: part.map(|part| [part.number, part.of]),
            counts: sums.iter().enumerate().map(|(moves, sums)| row(moves, sums, counted, part)).collect(),
            longest_game: first(|sums| sums.grids() == 0).filter(|_| whole).and_then(|moves| moves.checked_sub(1)),
            shortest_finished_game: first(|sums| sums.finished() > 0).filter(|_| finished),
            counted,
            sums,
            task,
        }
    }
}

/// Returns the fields of a number of moves. Numbers that may not fit into 53 bits are strings.
fn row(moves: usize, sums: &Sums, counted: Counted, part: Option<Part>) -> Value {
    let [labelled, symmetric] = [sums.labelled, sums.symmetric].map(|sum| sum.to_string());
    let [labelled_finished, symmetric_finished] =
        [sums.labelled_finished, sums.symmetric_finished].map(|sum| sum.to_string());
    if part.is_some() {
        return json!({
            "moves": moves, "labelled": labelled, "symmetric": symmetric,
            "labelled_finished": labelled_finished, "symmetric_finished": symmetric_finished,
        });
    }
    let if_counted = |number: String| counted.finished.then_some(number);
    json!({
        "moves": moves, "grids": sums.grids().to_string(), "labelled": labelled,
        "finished": if_counted(sums.finished().to_string()), "labelled_finished": if_counted(labelled_finished),
    })
}

impl Task for Count {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Counted { variant, depth, finished, .. } = self.counted;
        let part = self.part.unwrap_or(Part::WHOLE);
        let task = run.form().task.as_deref().unwrap_or_default();
        let failed = |error: CountError| Failure::Input(format!("{task}: {error}"));
        let count = count::Count::new(variant, Scope { depth, finished }, part).map_err(failed)?;
        let identity = ("count", variant, depth, finished, [part.number, part.of]);
        let mut checkpoint = run.resume(run.output(Writes::Checkpoint), &identity, |from| count.load(from))?;
        let units = count.units();
        run.count_as("grids");
        run.show_parts("units", count.units_done(), units);
        let mut budget = Budget::new(|grids| {
            run.poll(grids)?;
            run.show_parts("units", count.units_done(), units);
            checkpoint.save_if_due(|out| count.save(out));
            ControlFlow::Continue(())
        });
        budget.threads = run.options().limits.threads;
        let ended = count.run(&mut budget);
        drop(budget);
        checkpoint.close(|out| count.save(out));
        match ended {
            Ok(()) | Err(CountError::Cancelled) => Ok(Grids::new(self.counted, self.part, count.sums(), task)),
            Err(error) => Err(failed(error)),
        }
    }
}

impl Answer for Grids<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Counted { labelled, finished, .. } = self.counted;
        let mut lines = Vec::new();
        for (moves, sums) in self.sums.iter().enumerate() {
            let all = [sums.labelled, sums.symmetric, sums.labelled_finished, sums.symmetric_finished];
            let columns =
                [(true, sums.grids()), (labelled, all[0]), (finished, sums.finished()), (finished && labelled, all[2])];
            let columns = if self.part.is_some() { all.map(|sum| (true, sum)) } else { columns };
            let columns = columns.iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, number)| format!(" {number}"));
            writeln!(lines, "{moves}{}", columns.collect::<String>())?;
        }
        if !self.whole {
            writeln!(lines, "Unknown")?;
        }
        if let Some(moves) = self.longest_game {
            writeln!(lines, "Longest game: {moves}")?;
        }
        if let Some(moves) = self.shortest_finished_game {
            writeln!(lines, "Shortest finished game: {moves}")?;
        }
        write_signed(out, self.task, &lines, self.whole && self.part.is_some())
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.whole)
    }
}
