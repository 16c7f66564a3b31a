//! `hex-judge run`: a program on many inputs.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use tempfile::TempDir;

use super::limits::Judged;
use super::table::Form;
use super::tests::{Test, tests};
use super::trial::{NotRun, Trial, Trier};
use super::{NAME, Status, beside, junit, keep};
use crate::cli::exit::{Exit, cannot_write, say};
use crate::cli::interrupt;
use crate::cli::options::Common;
use crate::cli::ordered::{self, Shared, Worker};
use crate::cli::progress::Progress;
use crate::cli::stats::Stats;
use crate::hex::{DataSets, ReadError, Rules};
use crate::judge::Verdict;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Inputs: a file, a folder (its *.in and *.txt) or a pattern such as 'data/**/*.in'; may be given several times
    #[arg(long, value_name = "PATH_OR_GLOB", default_value = "testdata")]
    tests: Vec<OsString>,

    /// Show the first wrong board beside the given one
    #[arg(long)]
    show: bool,

    /// Write the results to a file in JUnit's form too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Keep what was not accepted: in DIR a folder for each test, with input, output and reason
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    #[command(flatten)]
    judged: Judged,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Status {
    let stats = Stats::start();
    match judge_all(arguments, common) {
        Ok(trials) => {
            let accepted = trials.iter().filter(|trial| trial.verdict == Verdict::Accepted).count();
            if !common.quiet {
                say(NAME, format_args!("{accepted} of {} accepted", trials.len()));
            }
            if common.stats {
                stats.report(NAME, trials.len() as u64, "tests");
            }
            if trials.iter().any(|trial| trial.verdict == Verdict::JudgeError) {
                Status::Error
            } else if accepted < trials.len() {
                Status::NotAccepted
            } else {
                Status::Accepted
            }
        }
        Err(Failure::NotRun(NotRun(problem))) => {
            say(NAME, problem);
            Status::Error
        }
        Err(Failure::Results(error)) => match cannot_write(NAME, &error) {
            // Whoever read the results had enough; there is no telling of those that are left.
            Exit::Answered => Status::Accepted,
            _ => Status::Error,
        },
    }
}

fn judge_all(arguments: &Arguments, common: &Common) -> Result<Vec<Trial>, Failure> {
    let not_run = |problem: String| Failure::NotRun(NotRun(problem));
    let tests = tests(&arguments.tests).map_err(not_run)?;
    let scratch = scratch_until_ctrl_c().map_err(|error| not_run(format!("cannot make a folder: {error}")))?;
    let form = Form::new(common.json, &tests);
    form.head(&mut io::stdout())?;

    let kept = arguments.keep.as_deref().map(|directory| keep::folders(directory, &tests));
    let trials = Mutex::new(vec![None; tests.len()]);
    let workers = AtomicUsize::new(0);
    let worker = || Judge {
        // A name that no other worker has.
        trier: Trier::new(
            &arguments.judged.command,
            arguments.judged.limits(),
            scratch.path(),
            workers.fetch_add(1, Ordering::Relaxed),
        ),
        form,
        show: arguments.show,
        kept: kept.as_deref(),
        trials: &trials,
    };
    let shared = Shared::new(Box::new(io::stdout()));
    ordered::run(arguments.judged.jobs(common).min(tests.len()), &shared, worker, |feeder| {
        let mut progress = Progress::new(common, NAME, "tests begun", tests.len() as u64);
        for job in tests.iter().enumerate() {
            if feeder.has_failed() {
                break;
            }
            feeder.feed(job);
            progress.add(1);
        }
    })?;

    let trials: Vec<Trial> =
        trials.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect();
    if let Some(path) = &arguments.junit {
        junit::write(path, tests.iter().zip(&trials))
            .map_err(|error| not_run(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(trials)
}

/// A folder for the files of programs that run. Ctrl-C ends this program and removes it; supervisors notice, and end what
/// they watch.
pub(super) fn scratch_until_ctrl_c() -> io::Result<TempDir> {
    let scratch = TempDir::with_prefix(NAME)?;
    let path = scratch.path().to_owned();
    interrupt::on_ctrl_c(move || {
        let _ = std::fs::remove_dir_all(&path);
        say(NAME, "interrupted");
        process::exit(Status::Error as i32);
    });
    Ok(scratch)
}

/// What ends the run.
enum Failure {
    /// The results cannot be written.
    Results(io::Error),
    /// The program cannot be run, or the judge cannot do what it is to do.
    NotRun(NotRun),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Results(error)
    }
}

/// Judges tests, one after the other.
struct Judge<'a> {
    trier: io::Result<Trier>,
    form: Form,
    show: bool,
    /// A folder for each test.
    kept: Option<&'a [PathBuf]>,
    trials: &'a Mutex<Vec<Option<Trial>>>,
}

impl<'a> Worker for Judge<'a> {
    type Job = (usize, &'a Test);
    type Failure = Failure;

    fn work(&mut self, (number, test): Self::Job, out: &mut impl Write) -> Result<u64, Failure> {
        let not_run = |problem: String| Failure::NotRun(NotRun(problem));
        let trier = self.trier.as_ref().map_err(|error| not_run(error.to_string()))?;
        let trial = match validate(&test.path) {
            Ok(()) => trier.try_on(&test.path).map_err(Failure::NotRun)?,
            Err(error) => Trial::judge_error(format!("input {error}")),
        };
        let boards = match &trial.fault {
            Some(fault) if self.show => beside::beside(&test.path, &trier.output, fault).ok().flatten(),
            _ => None,
        };
        self.form.result(out, test, &trial, &boards.unwrap_or_default())?;
        if let (Some(kept), true) = (self.kept, trial.verdict != Verdict::Accepted) {
            let folder = &kept[number];
            keep::keep(folder, test, trier, &trial)
                .map_err(|error| not_run(format!("cannot keep {}: {error}", folder.display())))?;
        }
        self.trials.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(trial);
        Ok(1)
    }
}

/// Whether an input is one: programs are not judged on others.
fn validate(path: &Path) -> Result<(), ReadError> {
    let mut data_sets = DataSets::open(File::open(path)?, Rules::Lenient)?;
    data_sets.try_for_each(|position| position.map(drop))
}
