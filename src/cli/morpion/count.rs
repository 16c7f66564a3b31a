//! `morpion count`: the number of grids.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use serde::Serialize;

use super::{Checkpoint, merge, variant};
use crate::cli::answer::Answer;
use crate::cli::arguments::number;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::Variant;
use crate::morpion::count::{self, CountError, MAX_DEPTH, Part, Sums};

#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    pub(super) counted: Counted,

    /// Count only part I of N parts of about equal work, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    pub(super) part: Option<Part>,

    #[command(flatten)]
    checkpoint: Checkpoint,
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
    counts: Vec<Row>,
    longest_game: Option<usize>,
    shortest_finished_game: Option<usize>,
    #[serde(skip)]
    labelled: bool,
    #[serde(skip)]
    task: &'a str,
}

/// The grids with one number of moves.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    Whole {
        moves: usize,
        grids: String,
        labelled: String,
        /// Absent unless finished grids are counted.
        finished: Option<String>,
        labelled_finished: Option<String>,
    },
    /// The sums of a part.
    Part { moves: usize, labelled: String, symmetric: String, labelled_finished: String, symmetric_finished: String },
}

impl Row {
    fn new(moves: usize, sums: &Sums, counted: Counted, part: Option<Part>) -> Row {
        let Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
        let if_counted = |number: u128| counted.finished.then(|| number.to_string());
        match part {
            None => Row::Whole {
                moves,
                grids: sums.grids().to_string(),
                labelled: labelled.to_string(),
                finished: if_counted(sums.finished()),
                labelled_finished: if_counted(*labelled_finished),
            },
            Some(_) => Row::Part {
                moves,
                labelled: labelled.to_string(),
                symmetric: symmetric.to_string(),
                labelled_finished: labelled_finished.to_string(),
                symmetric_finished: symmetric_finished.to_string(),
            },
        }
    }
}

impl<'a> Grids<'a> {
    /// Returns the answer with these sums, of a part or of the whole.
    pub(super) fn new(counted: Counted, part: Option<Part>, sums: &[Sums], task: &'a str) -> Grids<'a> {
        let Counted { variant, depth, labelled, finished } = counted;
        let whole = sums.len() == depth + 1;
        let first = |wanted: fn(&Sums) -> bool| sums.iter().position(wanted).filter(|_| part.is_none());
        Grids {
            variant,
            depth,
            whole,
            part: part.map(|part| [part.number, part.of]),
            counts: sums.iter().enumerate().map(|(moves, sums)| Row::new(moves, sums, counted, part)).collect(),
            longest_game: first(|sums| sums.grids() == 0).filter(|_| whole).and_then(|moves| moves.checked_sub(1)),
            shortest_finished_game: first(|sums| sums.finished() > 0).filter(|_| finished),
            labelled,
            task,
        }
    }
}

impl Task for Count {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Counted { variant, depth, finished, .. } = self.counted;
        let part = self.part.unwrap_or(Part::WHOLE);
        let task = run.form().task.as_deref().unwrap_or_default();
        let failed = |error: CountError| Failure::Input(format!("{task}: {error}"));
        let count = count::Count::new(variant, depth, finished, part).map_err(failed)?;
        let identity = ("count", variant, depth, finished, [part.number, part.of]);
        let mut checkpoint = run.resume(self.checkpoint.checkpoint.as_ref(), &identity, |from| count.load(from))?;
        let units = count.units();
        run.count_as("grids");
        run.show_parts("units", count.units_done(), units);
        let ended = count.run_with(run.options().limits.threads, &mut |grids| {
            run.poll(grids)?;
            run.show_parts("units", count.units_done(), units);
            checkpoint.save_if_due(|out| count.save(out));
            ControlFlow::Continue(())
        });
        checkpoint.close(|out| count.save(out));
        match ended {
            Ok(()) | Err(CountError::Cancelled) => Ok(Grids::new(self.counted, self.part, &count.sums(), task)),
            Err(error) => Err(failed(error)),
        }
    }
}

impl Answer for Grids<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = String::new();
        for row in &self.counts {
            match row {
                Row::Part { moves, labelled, symmetric, labelled_finished, symmetric_finished } => {
                    lines += &format!("{moves} {labelled} {symmetric} {labelled_finished} {symmetric_finished}\n");
                }
                Row::Whole { moves, grids, labelled, finished, labelled_finished } => {
                    let labelled = Some(labelled).filter(|_| self.labelled);
                    let labelled_finished = labelled_finished.as_ref().filter(|_| self.labelled);
                    let columns = [labelled, finished.as_ref(), labelled_finished];
                    let columns: String = columns.into_iter().flatten().map(|number| format!(" {number}")).collect();
                    lines += &format!("{moves} {grids}{columns}\n");
                }
            }
        }
        if !self.whole {
            lines += "Unknown\n";
        }
        if let Some(moves) = self.longest_game {
            lines += &format!("Longest game: {moves}\n");
        }
        if let Some(moves) = self.shortest_finished_game {
            lines += &format!("Shortest finished game: {moves}\n");
        }
        merge::write_signed(out, self.task, &lines, self.whole && self.part.is_some())
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.whole)
    }
}
