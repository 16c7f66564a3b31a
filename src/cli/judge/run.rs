//! `hex-judge run`: judges a program on many inputs. It shares with `stress` the limits on programs and the handling of Ctrl-C.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{process, thread};

use clap::Args;

use super::results::{Form, UntilClosed, write_junit};
use super::{NAME, SUPERVISE, Status};
use crate::cli::exit::Failure;
use crate::cli::files::{Output, OutputFiles};
use crate::cli::interrupt;
use crate::cli::messages::say;
use crate::cli::options::{Common, number, output_file, size};
use crate::cli::ordered::{self, Shared, Worker};
use crate::cli::progress::ProgressLine;
use crate::cli::stdout::check_open;
use crate::judge::Verdict;
use crate::judge::run::{
    ProgramLimits, Runner, Test, TestResult, Workspace, find_tests, folders, remove_saved, saved_files,
};

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
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    junit: Option<PathBuf>,

    /// Save each test that is not accepted to a folder in DIR, with its input, its outputs and the reason
    #[arg(long, value_name = "DIR", value_parser = output_file())]
    keep: Option<PathBuf>,

    #[command(flatten)]
    program: Program,
}

/// The program to judge, its limits, and how many of its runs there are at a time.
#[derive(Args, Debug)]
pub(super) struct Program {
    /// Run N tests at a time; 1 gives the most accurate times [default: the number of threads]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    jobs: Option<u16>,

    /// Limit the CPU time of each test to SECONDS, and its wall-clock time to twice that plus one second
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time_limit: Duration,

    /// Limit the memory of each test, such as 512M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory_limit: u64,

    /// Limit the bytes that each test writes to stdout, and those to stderr, such as 64M
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    output_limit: u64,

    /// Program to judge, with its arguments, after `--`, such as `python3 solution.py` or `java -cp classes Main`
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<OsString>,
}

impl Program {
    /// Returns the number of runs at a time.
    pub(super) fn jobs(&self, common: &Common) -> usize {
        self.jobs.map_or_else(|| common.threads(), usize::from)
    }

    /// Returns runner number `number` of a workspace.
    pub(super) fn runner<'a>(&self, workspace: &'a Workspace, number: usize) -> Runner<'a> {
        let wall = self.time_limit * 2 + Duration::from_secs(1);
        let limits = ProgramLimits { cpu: self.time_limit, wall, memory: self.memory_limit, output: self.output_limit };
        workspace.runner(number, &self.command, limits)
    }
}

/// The longest time limit in seconds, a year.
const MOST_SECONDS: f64 = 365.0 * 86400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let seconds: f64 = number.parse().map_err(|_| "expected a number of seconds such as 2 or 0.5".to_owned())?;
    let valid = Some(seconds).filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    let duration = valid.map(Duration::from_secs_f64).filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| "expected more than 0 seconds and at most a year".to_owned())
}

/// How long Ctrl-C waits until all programs have ended; supervisors that do not end them are ended sooner.
const ENDING: Duration = Duration::from_secs(15);

/// Creates a workspace. From now on Ctrl-C ends all programs: all runs return `RunError::Interrupted`, so that the results up to
/// then can be printed.
pub(super) fn workspace_until_ctrl_c() -> Result<Workspace, Failure> {
    let workspace = Workspace::new(NAME, SUPERVISE, interrupt::pressed)?;
    interrupt::on_ctrl_c(move || {
        thread::sleep(ENDING);
        say(NAME, "interrupted; some results could not be printed, because stdout is not being read");
        process::exit(Status::Error as i32);
    });
    Ok(workspace)
}

/// The result of each test, or `None` until it is known.
type Results = Mutex<Vec<Option<TestResult>>>;

/// Runs a program on tests. Adds the number of tests that were judged to `done`.
pub(super) fn run(arguments: &Arguments, common: &Common, done: &mut u64) -> Result<Status, Failure> {
    check_open()?;
    let tests = find_tests(&arguments.tests).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut files = OutputFiles::default();
    if let Some(path) = &arguments.junit {
        Output::File.check(path)?;
        files.add("--junit", path.clone());
    }
    let folders = arguments.keep.as_deref().map(|directory| folders(directory, &tests));
    if let Some(directory) = &arguments.keep {
        files.check_no_folder("--keep", directory)?;
        Output::Folder.check(directory)?;
        folders.iter().flatten().flat_map(|folder| saved_files(folder)).for_each(|path| files.add("--keep", path));
    }
    tests.iter().try_for_each(|test| files.check_not_read(&test.path, "a test"))?;
    let results = Mutex::new(vec![None; tests.len()]);
    let ended = judge_all(arguments, common, &tests, folders.as_deref(), &results);
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let judged: Vec<(&Test, &TestResult)> =
        tests.iter().zip(&results).filter_map(|(test, result)| Some((test, result.as_ref()?))).collect();
    *done = judged.len() as u64;
    // What is known is written even if the run was interrupted.
    if let Some(path) = &arguments.junit {
        write_junit(path, &judged).map_err(|error| Failure::cannot("write", path, &error))?;
    }
    ended?;
    let accepted = judged.iter().filter(|(_, result)| result.verdict == Verdict::Accepted).count();
    if !common.quiet {
        say(NAME, format_args!("{accepted} of {} tests accepted", judged.len()));
    }
    Ok(if judged.iter().any(|(_, result)| result.verdict == Verdict::JudgeError) {
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
    folders: Option<&[PathBuf]>,
    results: &Results,
) -> Result<(), Failure> {
    let workspace = workspace_until_ctrl_c()?;
    let form = Form::new(common.json, tests);
    let mut out = UntilClosed(io::stdout());
    form.head(&mut out)?;
    let program = &arguments.program;
    let workers = AtomicUsize::new(0);
    let worker = || {
        let runner = program.runner(&workspace, workers.fetch_add(1, Ordering::Relaxed));
        Judge { runner, form, show: arguments.show, folders, results }
    };
    let shared = Shared::new(Box::new(out));
    ordered::run(program.jobs(common).min(tests.len()), &shared, worker, |feeder| {
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

/// A worker that judges tests, one at a time.
struct Judge<'a> {
    runner: Runner<'a>,
    form: Form,
    show: bool,
    /// For each test, the folder where it is saved if it is not accepted.
    folders: Option<&'a [PathBuf]>,
    results: &'a Results,
}

impl<'a> Worker for Judge<'a> {
    type Job = (usize, &'a Test);
    type Failure = Failure;

    fn work(&mut self, (number, test): Self::Job, out: &mut impl Write) -> Result<u64, Failure> {
        let result = self.runner.judge_file(&test.path)?;
        let boards = match &result.fault {
            Some(fault) if self.show => self.runner.boards(&test.path, fault),
            _ => None,
        };
        self.form.row(out, test, &result, &boards.unwrap_or_default())?;
        if let Some(folder) = self.folders.map(|folders| &folders[number]) {
            remove_saved(folder);
            if result.verdict != Verdict::Accepted {
                let saved = self.runner.save(folder, test, &result);
                saved.map_err(|error| Failure::cannot("save a failed test in", folder, &error))?;
            }
        }
        self.results.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(result);
        Ok(1)
    }
}
