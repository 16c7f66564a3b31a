//! `hex-judge stress`: looking for an input that a program fails.

use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::generate::{kinds, max_size};
use super::limits::Judged;
use super::scratch::Scratch;
use super::trial::{Trial, Trier};
use super::writing::WhileRead;
use super::{NAME, NoVerdict, Status};
use crate::cli::exit::say;
use crate::cli::options::{Common, time};
use crate::cli::progress::Progress;
use crate::judge::shrink::{Stage, smaller};
use crate::judge::{DataSet, Kind, Verdict, write_input};

/// The name of the form of the answer in JSON.
const SCHEMA: &str = "quadrille/hex-judge-stress/1";

/// Data sets in an input.
const DATA_SETS: u64 = 10;

/// Boards grow by a row after this many inputs: what fails on small ones is found there.
const INPUTS_A_SIZE: u64 = 8;

/// How often progress is looked at.
const LOOKING_UP: Duration = Duration::from_millis(10);

/// An input is made smaller for at most this long.
const SHRINKING: Duration = Duration::from_secs(60);

pub(super) const EXAMPLE: &str = "\
An input that is found is made smaller for a minute at most: no data set, no row with a column and no stone is left that \
could be left out.

Exit status: 0 all accepted, 1 an input was found (it is on stdout), 2 wrong usage or a failure to judge.

Example:
  $ hex-judge stress --time 10s -- python3 my_solution.py > smallest.txt";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// What the inputs are made from
    #[arg(long, value_name = "SEED", default_value_t = 0)]
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

/// Counts in `done` what has been tried.
pub(super) fn stress(arguments: &Arguments, common: &Common, done: &mut u64) -> Result<Status, NoVerdict> {
    let scratch = Scratch::until_ctrl_c()?;
    let judged = &arguments.judged;
    let triers: Vec<Trier> = (0..judged.jobs(common)).map(|name| scratch.trier(judged, name)).collect();
    let (found, inputs) = look(arguments, common, &triers)?;
    *done = inputs;
    let found = match (found, triers.first()) {
        (Some(found), Some(trier)) => Some(shrink(found, trier)?),
        (found, _) => found,
    };
    tell(arguments, common, found.as_ref(), inputs)?;
    Ok(if found.is_some() { Status::NotAccepted } else { Status::Accepted })
}

/// Writes the input to stdout, and on stderr what is wrong with it.
fn tell(arguments: &Arguments, common: &Common, found: Option<&Found>, inputs: u64) -> Result<(), NoVerdict> {
    let mut text = Vec::new();
    match found {
        Some(Found { number, input, trial: Trial { verdict, reason, .. } }) => {
            write_input(&mut text, input)?;
            let sets = input.len();
            let largest = input.iter().map(|data_set| data_set.size).max().unwrap_or(0);
            let size = format!("{sets} data set(s) of size {largest}");
            say(NAME, format_args!("{verdict} on input {number}, made smaller: {size}: {reason}"));
        }
        None if !common.quiet => say(NAME, format_args!("{inputs} inputs accepted")),
        None => {}
    }
    if common.json {
        let verdict = found.map_or(Verdict::Accepted, |found| found.trial.verdict).to_string();
        let answer = json!({
            "schema": SCHEMA,
            "seed": arguments.seed,
            "inputs": inputs,
            "verdict": verdict,
            "number": found.map(|found| found.number),
            "reason": found.map_or("", |found| &found.trial.reason),
            "input": found.map(|_| String::from_utf8_lossy(&text)),
        });
        text = format!("{answer}\n").into_bytes();
    }
    Ok(WhileRead(io::stdout()).write_all(&text)?)
}

/// Runs the program on an input. That the judge cannot judge it is no reason to look on.
fn try_on(trier: &Trier, input: &[DataSet]) -> Result<Trial, NoVerdict> {
    let mut text = Vec::new();
    let written = write_input(&mut text, input).and_then(|()| fs::write(&trier.input, &text));
    written.map_err(|error| NoVerdict::cannot("write", &trier.input, &error))?;
    let trial = trier.try_on(&trier.input)?;
    if trial.verdict == Verdict::JudgeError { Err(NoVerdict::Failed(trial.reason)) } else { Ok(trial) }
}

/// Input number `number`: small boards first.
fn input(arguments: &Arguments, number: u64) -> Vec<DataSet> {
    let Arguments { seed, max_size, kind, .. } = *arguments;
    let size = u16::try_from(2 + number / INPUTS_A_SIZE).unwrap_or(max_size).min(max_size);
    let first = number * DATA_SETS;
    (first..first + DATA_SETS).map(|data_set| kind.data_set(seed, data_set, size)).collect()
}

/// Tries inputs until one is not accepted or the time is over; tells the first such in their order, whoever found it, and
/// how many were tried.
fn look(arguments: &Arguments, common: &Common, triers: &[Trier]) -> Result<(Option<Found>, u64), NoVerdict> {
    let deadline = Instant::now() + arguments.time;
    let next = AtomicU64::new(0);
    // What is known when a searcher ends: one ends when another has found something, and so with an input before that.
    let first: Mutex<Result<Option<Found>, NoVerdict>> = Mutex::new(Ok(None));
    let lock = || first.lock().unwrap_or_else(PoisonError::into_inner);
    let search = |trier: &Trier| {
        while Instant::now() < deadline && matches!(*lock(), Ok(None)) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let input = input(arguments, number);
            let trial = try_on(trier, &input);
            let mut first = lock();
            let earlier = |known: &Option<Found>| known.as_ref().is_none_or(|known| number < known.number);
            match (trial, &*first) {
                (Err(problem), Ok(None)) => *first = Err(problem),
                (Ok(trial), Ok(known)) if trial.verdict != Verdict::Accepted && earlier(known) => {
                    *first = Ok(Some(Found { number, input, trial }));
                }
                _ => {}
            }
        }
    };
    thread::scope(|scope| {
        let mut searchers = Vec::new();
        for trier in triers {
            // Where the system has no more threads to give, those that there are search.
            let searcher = thread::Builder::new().spawn_scoped(scope, || search(trier));
            match (searcher, searchers.is_empty()) {
                (Ok(searcher), _) => searchers.push(searcher),
                (Err(error), true) => *lock() = Err(NoVerdict::Failed(format!("cannot make a thread: {error}"))),
                (Err(_), false) => break,
            }
        }
        let begun = Instant::now();
        let mut progress = Progress::new(common, NAME, "seconds of looking", Some(arguments.time.as_secs()));
        let mut told = 0;
        while !searchers.iter().all(ScopedJoinHandle::is_finished) {
            thread::sleep(LOOKING_UP);
            progress.add(begun.elapsed().as_secs() - told);
            told = begun.elapsed().as_secs();
        }
    });
    let found = first.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    Ok((found, next.into_inner()))
}

/// Makes an input smaller for as long as the verdict stays: each stage until none of its steps can be taken, and all of
/// them again until none of any can.
fn shrink(mut found: Found, trier: &Trier) -> Result<Found, NoVerdict> {
    let deadline = Instant::now() + SHRINKING;
    if try_on(trier, &found.input)?.verdict != found.trial.verdict {
        say(NAME, "the program does not fail every time: its input is not made smaller");
        return Ok(found);
    }
    loop {
        let before = found.input.clone();
        for stage in Stage::ALL {
            if let Some(reason) = take_steps(&mut found, trier, stage, deadline)? {
                say(NAME, reason);
                return Ok(found);
            }
        }
        if found.input == before {
            return Ok(found);
        }
    }
}

/// Takes steps of a stage until none can be taken; or says why it stopped before.
fn take_steps(
    found: &mut Found,
    trier: &Trier,
    stage: Stage,
    deadline: Instant,
) -> Result<Option<&'static str>, NoVerdict> {
    // Steps before `at` could not be taken when they were tried; they are tried again if others were since.
    let (mut at, mut taken) = (0, false);
    loop {
        let Some(input) = smaller(&found.input, stage).nth(at) else {
            if !taken {
                return Ok(None);
            }
            (at, taken) = (0, false);
            continue;
        };
        if Instant::now() > deadline {
            return Ok(Some("stopped making the input smaller: a minute is over"));
        }
        let trial = match try_on(trier, &input) {
            Err(NoVerdict::Interrupted) => return Ok(Some("interrupted while making the input smaller")),
            trial => trial?,
        };
        if trial.verdict == found.trial.verdict {
            (found.input, found.trial, taken) = (input, trial, true);
        } else {
            at += 1;
        }
    }
}
