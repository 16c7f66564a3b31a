//! From batches of positions to answers: as text, as JSON, and as pictures beside them.

use std::io::{self, Write};
use std::path::PathBuf;

use super::batch::Batch;
use super::listed::listed_completions;
use super::{Arguments, json};
use crate::cli::files::write_whole;
use crate::cli::interrupt;
use crate::cli::ordered::Worker;
use crate::hex::picture::picture;
use crate::hex::report::heading;
use crate::hex::{Position, Report, ShortestPaths, Solver, count_completions};
use crate::player::Player;

/// What ends the run, other than the input.
#[derive(Debug)]
pub(super) enum Failure {
    Answers(io::Error),
    Picture(PathBuf, io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Answers(error)
    }
}

/// Answers batches.
pub(super) struct Answerer {
    solver: Solver,
    report: Report,
    json: bool,
    pictures: bool,
    ways: bool,
    /// How many completions to list.
    list: Option<u64>,
}

impl Answerer {
    pub(super) fn new(arguments: &Arguments) -> Answerer {
        Answerer {
            solver: Solver::new(),
            report: Report::new(),
            json: arguments.common.json,
            pictures: arguments.svg.is_some(),
            ways: arguments.ways || arguments.list.is_some(),
            list: arguments.list.map(|max| max.unwrap_or(u64::MAX)),
        }
    }
}

impl Worker for Answerer {
    type Job = Batch;
    type Failure = Failure;

    fn work(&mut self, batch: Batch, out: &mut impl Write) -> Result<u64, Failure> {
        if let Some(data_sets) = batch.heading
            && !self.json
        {
            heading(out, data_sets)?;
        }
        let mut answered = 0;
        for (data_set, position) in (batch.first..).zip(&batch.positions) {
            let outcome = self.solver.outcome(position);
            if self.json {
                let answer = json::Answer {
                    file: batch.input.path.as_deref(),
                    data_set,
                    position,
                    outcome: &outcome,
                    ways: self.ways,
                    list: self.list,
                };
                json::write(out, &answer)?;
            } else if self.ways {
                let list = self.list;
                self.report.data_set_with(out, data_set, position, &outcome, |out, player, _| {
                    ways_and_list(out, position, player, list)
                })?;
            } else {
                self.report.data_set(out, data_set, position, &outcome)?;
            }
            if self.pictures {
                let mut path = batch.input.picture.as_os_str().to_owned();
                path.push(format!("-{data_set}.svg"));
                let path = PathBuf::from(path);
                let title = format!("Hex, data set {data_set}");
                write_whole(&path, |file| picture(file, &title, position, &outcome))
                    .map_err(|error| Failure::Picture(path, error))?;
            }
            // A list that Ctrl-C has cut short is no answer.
            answered += u64::from(self.list.is_none() || !interrupt::pressed());
        }
        Ok(answered)
    }
}

/// Prints the number of ways, and as many of them as are wanted until Ctrl-C is pressed.
fn ways_and_list(out: &mut impl Write, position: &Position, player: Player, list: Option<u64>) -> io::Result<()> {
    // A player who is not blocked has layers; this is asked only of positions that nobody has won.
    let Some(layers) = ShortestPaths::new(position, player) else { return Ok(()) };
    let ways = count_completions(&layers);
    writeln!(out, "Number of ways: {ways}")?;
    let Some(max) = list else { return Ok(()) };
    let mut listed = 0_u64;
    for completion in listed_completions(&layers, max) {
        writeln!(out, "{completion}")?;
        listed += 1;
    }
    let more = ways - listed;
    if more > 0_u8.into() {
        writeln!(out, "… and {more} more")?;
    }
    Ok(())
}
