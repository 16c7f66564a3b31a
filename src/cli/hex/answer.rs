//! Batches of positions to answers: text, JSON, and pictures beside them.

use std::io::{self, Write};

use super::perfect::{PerfectPlay, Searches};
use super::{Arguments, Batch, json, listed_completions, picture_of};
use crate::cli::exit::Failure;
use crate::cli::files::write_whole;
use crate::cli::interrupt;
use crate::cli::json::write_answer;
use crate::cli::ordered::Worker;
use crate::cli::progress::Tasks;
use crate::hex::picture::picture;
use crate::hex::report::heading;
use crate::hex::{Outcome, Position, Report, ShortestPaths, Solver, count_completions};
use crate::player::Player;

/// Answers batches.
pub(super) struct Answerer<'a> {
    arguments: &'a Arguments,
    solver: Solver,
    report: Report,
    /// The searches for perfect play, if it was asked for.
    searches: Option<Searches<'a>>,
}

impl<'a> Answerer<'a> {
    /// Returns a worker that answers as the arguments ask for. `tasks` counts the positions that are searched for perfect play.
    pub(super) fn new(arguments: &'a Arguments, tasks: &'a Tasks) -> Answerer<'a> {
        let searches = arguments.perfect.solve.then(|| Searches::new(arguments, tasks));
        Answerer { arguments, solver: Solver::new(), report: Report::new(), searches }
    }
}

impl<'a> Worker for Answerer<'a> {
    type Job = Batch<'a>;
    type Failure = Failure;

    fn work(&mut self, batch: Batch<'a>, out: &mut impl Write) -> Result<u64, Failure> {
        let arguments = self.arguments;
        if let (Some(searches), Some(position)) = (&mut self.searches, batch.positions.first()) {
            searches.open(position)?;
        }
        if let Some(data_sets) = batch.heading
            && !arguments.common.json
        {
            heading(out, data_sets)?;
        }
        let list = arguments.longest_list();
        let mut answered = 0;
        for (data_set, position) in (batch.first..).zip(&batch.positions) {
            let outcome = self.solver.outcome(position);
            if !arguments.common.json {
                self.report.data_set_with(out, data_set, position, &outcome, |out, player, _| {
                    if arguments.counts_ways() { write_ways(out, position, player, list) } else { Ok(()) }
                })?;
            }
            let is_open = matches!(outcome, Outcome::Open(_));
            let perfect = match &mut self.searches {
                Some(searches) if is_open || searches.proves() => {
                    // What is known already need not wait.
                    out.flush()?;
                    Some(searches.solve(data_set, position))
                }
                _ => None,
            };
            let is_known = perfect.as_ref().is_none_or(PerfectPlay::is_complete);
            // A failure is reported after the answer.
            let proof_written = perfect.as_ref().map_or(Ok(()), PerfectPlay::write_proof);
            let perfect = perfect.filter(|_| is_open);
            if arguments.common.json {
                let answer = json::Answer::new(arguments, batch.input, data_set, position, &outcome, perfect.as_ref());
                write_answer(out, json::SCHEMA, &answer)?;
            } else if let Some(perfect) = &perfect {
                perfect.write(out)?;
            }
            proof_written?;
            if arguments.svg.is_some() {
                let path = picture_of(&batch.input.picture, data_set);
                let title = format!("Hex, data set {data_set}");
                let winning = perfect.as_ref().map(PerfectPlay::winning);
                write_whole(&path, |file| picture(file, &title, position, &outcome, winning.as_ref()))
                    .map_err(|error| Failure::File(path, error))?;
            }
            // A list that Ctrl-C has shortened is not an answer.
            let is_whole = list.is_none() || !interrupt::pressed();
            answered += u64::from(is_whole && is_known);
        }
        Ok(answered)
    }
}

/// Writes the number of ways of a player in a position that neither player has won, and the list of them if `list` is its length.
fn write_ways(out: &mut impl Write, position: &Position, player: Player, list: Option<u64>) -> io::Result<()> {
    // A player who can still win has shortest paths.
    let Some(paths) = ShortestPaths::new(position, player) else { return Ok(()) };
    let ways = count_completions(&paths);
    writeln!(out, "Number of ways: {ways}")?;
    let Some(max) = list else { return Ok(()) };
    let mut listed = 0_u64;
    for completion in listed_completions(&paths, max) {
        writeln!(out, "{completion}")?;
        listed += 1;
    }
    let more = ways - listed;
    if more > 0_u8.into() {
        writeln!(out, "… and {more} more")?;
    }
    Ok(())
}
