//! `hex-judge stress`: searches for an input that a program fails, and minimises it.

use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::generate::kinds;
use super::limits::Judged;
use super::scratch::Scratch;
use super::trial::{Trial, Trier};
use super::writing::WhileRead;
use super::{NAME, NoVerdict, Status};
use crate::cli::messages::say;
use crate::cli::options::{Common, number, time};
use crate::cli::progress::ProgressLine;
use crate::hex::LARGEST_SIZE;
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

/// How long an input is minimised at most.
const MINIMISING: Duration = Duration::from_secs(60);

pub(super) const EXAMPLE: &str = "\
Example:
  $ hex-judge stress -- sh -c \"hex | grep -v 'O has won'\" 2>&1
  hex-judge: WA on input 0: output line 6: expected 'O has won!', found the end of the output
  1
  1
  0 1

  A1";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Seed of the random inputs
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Stop the search after a time such as 90s, 10m or 2h
    #[arg(long, value_name = "T", default_value = "60s", value_parser = time)]
    time: Duration,

    /// Largest size of a board, 1 to 4096
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = number::<u16>(1..=u64::from(LARGEST_SIZE)))]
    max_size: u16,

    /// Kind of boards
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
        (Some(found), Some(trier)) => Some(minimise(found, trier)?),
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
            say(NAME, format_args!("{verdict} on input {number}: {reason}"));
        }
        None if !common.quiet => say(NAME, format_args!("{inputs} inputs accepted, none failed")),
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

/// Runs the program on an input. A failure to judge ends the search.
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

/// Tries inputs until one is not accepted or the time is over. Returns the first such input in the order of their numbers,
/// and how many inputs were tried.
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
                (Err(error), true) => *lock() = Err(NoVerdict::Failed(format!("cannot start a thread: {error}"))),
                (Err(_), false) => break,
            }
        }
        let begun = Instant::now();
        let mut progress = ProgressLine::new(common, NAME, "seconds searched", Some(arguments.time.as_secs()));
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

/// Minimises an input: takes the steps of each stage for as long as the verdict stays the same, and all stages again until no
/// step can be taken. What ends this early is reported on stderr.
fn minimise(mut found: Found, trier: &Trier) -> Result<Found, NoVerdict> {
    let deadline = Instant::now() + MINIMISING;
    let stopped = match try_on(trier, &found.input) {
        Err(NoVerdict::Interrupted) => Some(INTERRUPTED),
        Err(failure) => return Err(failure),
        Ok(trial) if trial.verdict == found.trial.verdict => take_all_steps(&mut found, trier, deadline)?,
        Ok(_) => Some("the program does not fail on this input every time, so it was not minimised"),
    };
    if let Some(reason) = stopped {
        say(NAME, reason);
    }
    Ok(found)
}

const INTERRUPTED: &str = "interrupted; the input below may not be minimal";

/// Takes steps of all stages until none can be taken; or returns why it stopped before.
fn take_all_steps(found: &mut Found, trier: &Trier, deadline: Instant) -> Result<Option<&'static str>, NoVerdict> {
    loop {
        let before = found.input.clone();
        for stage in Stage::ALL {
            if let Some(reason) = take_steps(found, trier, stage, deadline)? {
                return Ok(Some(reason));
            }
        }
        if found.input == before {
            return Ok(None);
        }
    }
}

/// Takes steps of a stage until none can be taken; or returns why it stopped before.
fn take_steps(
    found: &mut Found,
    trier: &Trier,
    stage: Stage,
    deadline: Instant,
) -> Result<Option<&'static str>, NoVerdict> {
    // Steps before `at` could not be taken when they were tried; they are tried again if others were taken since.
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
            return Ok(Some("stopped minimising after a minute; the input below may not be minimal"));
        }
        let trial = match try_on(trier, &input) {
            Err(NoVerdict::Interrupted) => return Ok(Some(INTERRUPTED)),
            trial => trial?,
        };
        if trial.verdict == found.trial.verdict {
            (found.input, found.trial, taken) = (input, trial, true);
        } else {
            at += 1;
        }
    }
}
