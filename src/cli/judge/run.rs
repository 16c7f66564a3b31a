//! `hex-judge run`: a program on many inputs.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;

use super::limits::Judged;
use super::scratch::Scratch;
use super::table::Form;
use super::tests::{Test, tests};
use super::trial::{Trial, Trier};
use super::writing::WhileRead;
use super::{NAME, NoVerdict, Status, beside, junit, keep};
use crate::cli::files::resolved;
use crate::cli::messages::say;
use crate::cli::options::Common;
use crate::cli::ordered::{self, Shared, Worker};
use crate::cli::progress::ProgressLine;
use crate::hex::{DataSets, ReadError, Strictness};
use crate::judge::{NotJudged, Verdict};

pub(super) const EXAMPLE: &str = "\
Example:
  $ hex-judge run --tests 'testdata/sample*.txt' -- hex 2>&1
  test                  verdict     cpu s    wall s  peak MiB  reason
  testdata/sample1.txt  AC          0.002     0.005       3.2
  testdata/sample2.txt  AC          0.002     0.004       3.2
  testdata/sample3.txt  AC          0.002     0.004       3.2
  hex-judge: 3 of 3 tests accepted";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Inputs: files, folders (their files *.in and *.txt) and patterns such as 'data/**/*.in'
    #[arg(long, value_name = "PATH_OR_GLOB", default_value = "testdata", num_args = 1..)]
    tests: Vec<OsString>,

    /// Print the first wrong board beside the given one
    #[arg(long)]
    show: bool,

    /// Write the results to FILE as well, as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Save each test that is not accepted to a folder in DIR, with its input, its outputs and the reason
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    #[command(flatten)]
    judged: Judged,
}

/// Counts in `done` what has been judged.
pub(super) fn run(arguments: &Arguments, common: &Common, done: &mut u64) -> Result<Status, NoVerdict> {
    let tests = tests(&arguments.tests).map_err(NoVerdict::Failed)?;
    if let Some(path) = &arguments.junit {
        resolved(path).map_err(|error| NoVerdict::cannot("write", path, &error))?;
    }
    if let Some(path) = arguments.keep.as_ref().filter(|path| path.exists() && !path.is_dir()) {
        return Err(NoVerdict::cannot("save failed tests in", path, &io::ErrorKind::NotADirectory.into()));
    }
    let trials = Mutex::new(vec![None; tests.len()]);
    let ended = judge_all(arguments, common, &tests, &trials);
    let trials = trials.into_inner().unwrap_or_else(PoisonError::into_inner);
    let judged: Vec<(&Test, &Trial)> =
        tests.iter().zip(&trials).filter_map(|(test, trial)| Some((test, trial.as_ref()?))).collect();
    *done = judged.len() as u64;
    // What is known is written even if the run was interrupted.
    if let Some(path) = &arguments.junit {
        junit::write(path, &judged).map_err(|error| NoVerdict::cannot("write", path, &error))?;
    }
    ended?;
    let accepted = judged.iter().filter(|(_, trial)| trial.verdict == Verdict::Accepted).count();
    if !common.quiet {
        say(NAME, format_args!("{accepted} of {} tests accepted", judged.len()));
    }
    Ok(if judged.iter().any(|(_, trial)| trial.verdict == Verdict::JudgeError) {
        Status::Error
    } else if accepted < judged.len() {
        Status::NotAccepted
    } else {
        Status::Accepted
    })
}

fn judge_all(
    arguments: &Arguments,
    common: &Common,
    tests: &[Test],
    trials: &Mutex<Vec<Option<Trial>>>,
) -> Result<(), NoVerdict> {
    let scratch = Scratch::until_ctrl_c()?;
    let form = Form::new(common.json, tests);
    let mut results = WhileRead(io::stdout());
    form.head(&mut results)?;
    let kept = arguments.keep.as_deref().map(|directory| keep::folders(directory, tests));
    let judged = &arguments.judged;
    let workers = AtomicUsize::new(0);
    let worker = || {
        let trier = scratch.trier(judged, workers.fetch_add(1, Ordering::Relaxed));
        Judge { trier, form, show: arguments.show, kept: kept.as_deref(), trials }
    };
    let shared = Shared::new(Box::new(results));
    ordered::run(judged.jobs(common).min(tests.len()), &shared, worker, |feeder| {
        let mut progress = ProgressLine::new(common, NAME, "tests started", Some(tests.len() as u64));
        for job in tests.iter().enumerate() {
            if feeder.has_failed() {
                break;
            }
            feeder.feed(job);
            progress.add(1);
        }
    })
}

/// Judges tests, one after the other.
struct Judge<'a> {
    trier: Trier,
    form: Form,
    show: bool,
    /// A folder for each test.
    kept: Option<&'a [PathBuf]>,
    trials: &'a Mutex<Vec<Option<Trial>>>,
}

impl<'a> Worker for Judge<'a> {
    type Job = (usize, &'a Test);
    type Failure = NoVerdict;

    fn work(&mut self, (number, test): Self::Job, out: &mut impl Write) -> Result<u64, NoVerdict> {
        let trier = &self.trier;
        trier.clear();
        let trial = match validate(&test.path) {
            Ok(()) => trier.try_on(&test.path)?,
            Err(error) => Trial::judge_error(NotJudged::Input(error).to_string()),
        };
        let boards = match &trial.fault {
            Some(fault) if self.show => beside::beside(&test.path, &trier.output, fault).ok().flatten(),
            _ => None,
        };
        self.form.result(out, test, &trial, &boards.unwrap_or_default())?;
        if let Some(folder) = self.kept.map(|kept| &kept[number]) {
            keep::clear(folder);
            if trial.verdict != Verdict::Accepted {
                let kept = keep::keep(folder, test, trier, &trial);
                kept.map_err(|error| NoVerdict::cannot("save a failed test in", folder, &error))?;
            }
        }
        self.trials.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(trial);
        Ok(1)
    }
}

/// Checks that an input is valid: programs are judged on valid inputs only.
fn validate(path: &Path) -> Result<(), ReadError> {
    if !fs::metadata(path)?.is_file() {
        // It is read several times: here, by the program and by the check.
        return Err(io::Error::other("not a regular file").into());
    }
    let mut data_sets = DataSets::open(File::open(path)?, Strictness::Lenient)?;
    data_sets.try_for_each(|position| position.map(drop))
}
