//! `morpion count`: the number of grids.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use itertools::Itertools;
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
    columns: Vec<Columns>,
    #[serde(skip)]
    task: &'a str,
}

impl<'a> Grids<'a> {
    /// Returns the answer with these sums, of a part or of the whole.
    pub(super) fn new(counted: Counted, part: Option<Part>, sums: &[Sums], task: &'a str) -> Grids<'a> {
        let Counted { variant, depth, finished, .. } = counted;
        let whole = sums.len() == depth + 1;
        let columns: Vec<_> = sums.iter().map(|sums| counted.columns(part, sums)).collect();
        let first = |wanted: fn(&Sums) -> bool| sums.iter().position(wanted).filter(|_| part.is_none());
        Grids {
            variant,
            depth,
            whole,
            part: part.map(|part| [part.number, part.parts]),
            counts: columns.iter().copied().enumerate().map(row).collect(),
            longest_game: first(|sums| sums.grids() == 0).filter(|_| whole).and_then(|moves| moves.checked_sub(1)),
            shortest_finished_game: first(|sums| sums.finished() > 0).filter(|_| finished),
            columns,
            task,
        }
    }
}

/// The numbers for a number of moves, by their names; `None` if the number is not counted, and whether the text has it.
type Columns = [(&'static str, Option<u128>, bool); 4];

impl Counted {
    fn columns(self, part: Option<Part>, sums: &Sums) -> Columns {
        let &Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
        if part.is_some() {
            let names = ["labelled", "symmetric", "labelled_finished", "symmetric_finished"];
            let all = [labelled, symmetric, labelled_finished, symmetric_finished];
            return std::array::from_fn(|column| (names[column], Some(all[column]), true));
        }
        let if_finished = |number| self.finished.then_some(number);
        [
            ("grids", Some(sums.grids()), true),
            ("labelled", Some(labelled), self.labelled),
            ("finished", if_finished(sums.finished()), true),
            ("labelled_finished", if_finished(labelled_finished), self.labelled),
        ]
    }
}

/// Returns the fields of a number of moves. Numbers that may not fit into 53 bits are strings.
fn row((moves, columns): (usize, Columns)) -> Value {
    let mut row = json!({ "moves": moves });
    for (name, number, _) in columns {
        row[name] = number.map(|number| number.to_string()).into();
    }
    row
}

impl Task for Count {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let Counted { variant, depth, finished, .. } = self.counted;
        let part = self.part.unwrap_or(Part::WHOLE);
        let task = run.form().task.as_deref().unwrap_or_default();
        let failed = |error: CountError| Failure::Input(format!("{task}: {error}"));
        let count = count::Count::new(variant, Scope { depth, finished }, part).map_err(failed)?;
        let identity = ("count", variant, depth, finished, [part.number, part.parts]);
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
            Ok(()) | Err(CountError::Cancelled) => Ok(Grids::new(self.counted, self.part, &count.sums(), task)),
            Err(error) => Err(failed(error)),
        }
    }
}

impl Answer for Grids<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::new();
        for (moves, columns) in self.columns.iter().enumerate() {
            let shown = columns.iter().filter_map(|&(_, number, is_shown)| number.filter(|_| is_shown));
            writeln!(lines, "{moves} {}", shown.format(" "))?;
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
