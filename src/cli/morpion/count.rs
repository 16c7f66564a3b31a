//! `morpion count`: the number of grids.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use super::CHECKPOINT;
use super::part::{Counted, Found, Whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::LimitArgs;
use crate::cli::output::{Answer, display, display_some};
use crate::cli::parts::print_part;
use crate::cli::paths::{OutputFile, OutputKind, output};
use crate::cli::run::Run;
use crate::morpion::Variant;
use crate::morpion::count::{self, CountError, Scope, Sums};
use crate::part::Part;

#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    counted: Counted,

    /// Count only part I of N parts of about equal work, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,

    #[arg(long, value_name = "FILE", help = CHECKPOINT, value_parser = output(OutputKind::Checkpoint))]
    checkpoint: Option<OutputFile>,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The grids with 0 moves, 1, and so on. If the count was stopped early, the last ones are missing.
#[derive(Serialize)]
struct CountAnswer {
    variant: Variant,
    depth: usize,
    whole: bool,
    /// Always null: a part has a form of its own.
    part: (),
    counts: Vec<CountRow>,
    longest_game: Option<usize>,
    shortest_finished_game: Option<usize>,
    #[serde(skip)]
    labelled: bool,
}

/// The numbers of grids with a number of moves. They may not fit into 53 bits.
#[derive(Serialize)]
struct CountRow {
    moves: usize,
    #[serde(serialize_with = "display")]
    grids: u128,
    #[serde(serialize_with = "display")]
    labelled: u128,
    #[serde(serialize_with = "display_some")]
    finished: Option<u128>,
    #[serde(serialize_with = "display_some")]
    labelled_finished: Option<u128>,
}

impl Counted {
    /// Prints the whole count with these sums of all its parts.
    pub(super) fn print(self, sums: &[Sums], run: &Run<'_>) -> Result<Exit, Failure> {
        let Counted { variant, depth, labelled, finished } = self;
        let whole = sums.len() == depth + 1;
        let empty = sums.iter().position(|sums| sums.grids() == 0).filter(|_| whole);
        let mut counts = Vec::new();
        for (moves, sums) in sums.iter().enumerate() {
            counts.push(CountRow {
                moves,
                grids: sums.grids(),
                labelled: sums.labelled,
                finished: finished.then(|| sums.finished()),
                labelled_finished: finished.then_some(sums.labelled_finished),
            });
        }
        let answer = CountAnswer {
            variant,
            depth,
            whole,
            part: (),
            counts,
            longest_game: empty.and_then(|moves| moves.checked_sub(1)),
            shortest_finished_game: sums.iter().position(|sums| sums.finished() > 0).filter(|_| finished),
            labelled,
        };
        run.answer(&answer, Exit::of_complete(whole))
    }
}

impl Count {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let Counted { variant, depth, finished, .. } = self.counted;
        let part = self.part.unwrap_or(Part::WHOLE);
        let failed = |error: CountError| Failure::Input(format!("{}: {error}", run.task()));
        let count = count::Count::new(variant, Scope { depth, finished }, part).map_err(failed)?;
        let identity = ("count", variant, depth, finished, [part.number, part.parts]);
        let mut checkpoint = run.resume(self.checkpoint.as_ref(), &identity, &mut |from| count.load(from))?;
        run.count_as("grids");
        let show = || run.show_parts("units", count.units_done(), count.units());
        show();
        let save = |out: &mut dyn Write| count.save(out);
        let mut poll = |grids| {
            show();
            run.poll(grids)
        };
        let ended = count.run(&mut checkpoint.budget(&save, &mut poll));
        checkpoint.close(&save);
        match (ended, self.part) {
            (Err(error), _) if error != CountError::Cancelled => Err(failed(error)),
            (_, None) => self.counted.print(&count.sums(), run),
            (_, Some(part)) => {
                let sums = count.sums();
                let exit = Exit::of_complete(sums.len() == depth + 1);
                print_part(run, part, Whole::Count(self.counted), Found::of_count(&sums), exit)
            }
        }
    }
}

impl Answer for CountAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for CountRow { moves, grids, labelled, finished, labelled_finished } in &self.counts {
            let columns = [Some(*grids), Some(*labelled), *finished, *labelled_finished];
            write!(out, "{moves}")?;
            for number in columns.iter().step_by(if self.labelled { 1 } else { 2 }).flatten() {
                write!(out, " {number}")?;
            }
            writeln!(out)?;
        }
        if !self.whole {
            writeln!(out, "Unknown")?;
        }
        if let Some(moves) = self.longest_game {
            writeln!(out, "Longest game: {moves}")?;
        }
        if let Some(moves) = self.shortest_finished_game {
            writeln!(out, "Shortest finished game: {moves}")?;
        }
        Ok(())
    }
}
