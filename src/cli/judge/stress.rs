//! `hex-judge stress`: looking for an input that a program fails.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::generate::{kinds, max_size};
use super::limits::Judged;
use super::run::scratch_until_ctrl_c;
use super::trial::{NotRun, Trial, Trier};
use super::{NAME, Status};
use crate::cli::exit::say;
use crate::cli::options::{Common, time};
use crate::cli::stats::Stats;
use crate::judge::shrink::smaller;
use crate::judge::{DataSet, Kind, Verdict, write_input};

/// The name of the form of the answer in JSON.
const SCHEMA: &str = "quadrille/hex-judge-stress/1";

/// Data sets in an input.
const DATA_SETS: u64 = 10;

/// Boards grow by a row after this many inputs: what fails on small ones is found there.
const INPUTS_A_SIZE: u64 = 8;

/// An input is made smaller for at most this long.
const SHRINKING: Duration = Duration::from_secs(60);

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// What the inputs are made from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// How long to look, such as 90s, 10m or 2h
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time)]
    time: Duration,

    /// The largest board to try, up to 4096
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = max_size())]
    max_size: u16,

    /// What the boards are like
    #[arg(long, value_name = "K", default_value_t = Kind::Mixed, value_parser = kinds())]
    kind: Kind,

    #[command(flatten)]
    judged: Judged,
}

/// An input that is not accepted.
struct Found {
    number: u64,
    input: Vec<DataSet>,
    trial: Trial,
}

pub(super) fn stress(arguments: &Arguments, common: &Common) -> Status {
    let stats = Stats::start();
    let tried = AtomicU64::new(0);
    let status = match look(arguments, common, &tried) {
        Ok(found) => tell(arguments, common, found.as_ref(), tried.load(Ordering::Relaxed)),
        Err(NotRun(problem)) => {
            say(NAME, problem);
            Status::Error
        }
    };
    if common.stats {
        stats.report(NAME, tried.load(Ordering::Relaxed), "inputs");
    }
    status
}

fn tell(arguments: &Arguments, common: &Common, found: Option<&Found>, tried: u64) -> Status {
    let mut text = Vec::new();
    let verdict = found.map_or(Verdict::Accepted, |found| found.trial.verdict);
    let reason = found.map_or("", |found| &found.trial.reason);
    // Memory takes all that is written to it.
    let _ = found.map_or(Ok(()), |found| write_input(&mut text, &found.input));
    if common.json {
        let input = found.map(|_| String::from_utf8_lossy(&text));
        let number = found.map(|found| found.number);
        let answer = json!({
            "schema": SCHEMA, "seed": arguments.seed, "inputs": tried, "verdict": verdict.to_string(),
            "number": number, "reason": reason, "input": input,
        });
        text = format!("{answer}\n").into_bytes();
    }
    match found {
        Some(Found { number, input, .. }) => {
            let largest = input.iter().map(|data_set| data_set.size).max().unwrap_or(0);
            let sets = input.len();
            let size = format_args!("{sets} data set(s) of size {largest}");
            say(NAME, format_args!("{verdict} on input {number}, made smaller: {size}: {reason}"));
        }
        None if !common.quiet => say(NAME, format_args!("{tried} inputs accepted")),
        None => {}
    }
    match io::stdout().lock().write_all(&text) {
        Ok(()) if found.is_some() => Status::NotAccepted,
        Ok(()) => Status::Accepted,
        Err(error) => {
            say(NAME, format_args!("cannot write the input: {error}"));
            Status::Error
        }
    }
}

/// Tries inputs until one is not accepted or the time is over; makes that one smaller.
fn look(arguments: &Arguments, common: &Common, tried: &AtomicU64) -> Result<Option<Found>, NotRun> {
    let not_run = |error: io::Error| NotRun(error.to_string());
    let scratch = scratch_until_ctrl_c().map_err(not_run)?;
    let deadline = Instant::now() + arguments.time;
    let next = AtomicU64::new(0);
    // The first input in their order that has been found, or what went wrong.
    let first: Mutex<Result<Option<Found>, NotRun>> = Mutex::new(Ok(None));
    let jobs = arguments.judged.jobs(common);
    let triers: Vec<Trier> = (0..jobs)
        .map(|job| Trier::new(&arguments.judged.command, arguments.judged.limits(), scratch.path(), job))
        .collect::<io::Result<_>>()
        .map_err(not_run)?;
    let lock = || first.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        for (job, trier) in triers.iter().enumerate() {
            let path = scratch.path().join(format!("{job}.in"));
            let (next, lock) = (&next, &lock);
            scope.spawn(move || {
                while Instant::now() < deadline && matches!(*lock(), Ok(None)) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let input = input(arguments, number);
                    let trial = try_on(trier, &path, &input);
                    tried.fetch_add(1, Ordering::Relaxed);
                    let mut first = lock();
                    match (trial, &*first) {
                        (Err(problem), _) => *first = Err(problem),
                        (Ok(trial), Ok(known)) if trial.verdict != Verdict::Accepted => {
                            if known.as_ref().is_none_or(|known| number < known.number) {
                                *first = Ok(Some(Found { number, input, trial }));
                            }
                        }
                        _ => {}
                    }
                }
            });
        }
    });
    let found = first.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    match (found, triers.first()) {
        (Some(found), Some(trier)) => shrink(found, trier, &scratch.path().join("0.in")).map(Some),
        (found, _) => Ok(found),
    }
}

/// Input number `number`: small boards first.
fn input(arguments: &Arguments, number: u64) -> Vec<DataSet> {
    let Arguments { seed, max_size, kind, .. } = *arguments;
    let size = u16::try_from(2 + number / INPUTS_A_SIZE).unwrap_or(max_size).min(max_size);
    let first = number * DATA_SETS;
    (first..first + DATA_SETS).map(|data_set| kind.data_set(seed, data_set, size)).collect()
}

fn try_on(trier: &Trier, path: &Path, input: &[DataSet]) -> Result<Trial, NotRun> {
    let mut text = Vec::new();
    write_input(&mut text, input)
        .and_then(|()| fs::write(path, &text))
        .map_err(|error| NotRun(format!("cannot write {}: {error}", path.display())))?;
    trier.try_on(path)
}

/// Makes an input smaller for as long as the verdict stays.
fn shrink(mut found: Found, trier: &Trier, path: &Path) -> Result<Found, NotRun> {
    let deadline = Instant::now() + SHRINKING;
    'smaller: loop {
        let input = found.input.clone();
        for input in smaller(&input) {
            if Instant::now() > deadline {
                say(NAME, "stopped making the input smaller: a minute is over");
                return Ok(found);
            }
            let trial = try_on(trier, path, &input)?;
            if trial.verdict == found.trial.verdict {
                found = Found { input, trial, ..found };
                continue 'smaller;
            }
        }
        return Ok(found);
    }
}
