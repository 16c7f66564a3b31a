//! `hex-judge run`: judges a program on many inputs. It shares the limits on programs with `stress`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::{Judge, NOT_ACCEPTED, SUPERVISE, print, unless_closed};
use crate::cli::arguments::{size, time};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{Answer, display};
use crate::cli::paths::{OutputFile, OutputKind, output, write_whole};
use crate::cli::program::Program;
use crate::cli::run::Run;
use crate::cli::side_by_side::in_order;
use crate::cli::signals;
use crate::judge::Verdict;
use crate::judge::run::{
    ProgramLimits, Runner, TestResult, Workspace, check_program, find_tests, folders, is_beyond_statement, printable,
    remove_saved, saved_files,
};
use crate::svg::Escaped;

#[derive(Args, Debug)]
pub(super) struct RunTests {
    /// Inputs: files, and folders (their files *.in and *.txt) [default: the inputs in the folder testdata that the
    /// contest's statement allows]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    tests: Vec<PathBuf>,

    /// Print the first wrong board beside the given one
    #[arg(long)]
    show: bool,

    /// Write the results to FILE as well, as JUnit XML
    #[arg(long, value_name = "FILE", value_parser = output(OutputKind::File))]
    junit: Option<OutputFile>,

    /// Save each test that is not accepted to a folder in DIR, with its input, its outputs and the reason
    #[arg(long, value_name = "DIR", value_parser = output(OutputKind::Folder))]
    keep: Option<OutputFile>,

    #[command(flatten)]
    program: JudgedProgram,
}

/// The program to judge, and its limits.
#[derive(Args, Debug)]
pub(super) struct JudgedProgram {
    /// Limit the CPU time of each test, such as 2s or 0.5s, and its wall-clock time to twice that plus one second
    #[arg(long, value_name = "T", default_value = "10s", value_parser = time_limit)]
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

impl JudgedProgram {
    /// Checks that the program can be started.
    pub(super) fn check(&self) -> Result<(), Failure> {
        Ok(self.command.first().map_or(Ok(()), |program| check_program(program))?)
    }

    /// Returns runner number `number` of a workspace.
    pub(super) fn runner<'a>(&'a self, workspace: &'a Workspace, number: usize) -> Runner<'a> {
        let wall = self.time_limit * 2 + Duration::from_secs(1);
        let limits = ProgramLimits { cpu: self.time_limit, wall, memory: self.memory_limit, output: self.output_limit };
        workspace.runner(number, &self.command, limits)
    }
}

/// The most tests for each thread that are begun before the first of them has ended.
const MOST_AHEAD: usize = 256;

/// The folder of the tests if none are named.
const DEFAULT: &str = "testdata";

fn time_limit(text: &str) -> Result<Duration, String> {
    let time = time(text)?;
    if time.is_zero() { Err("expected a time above 0".to_owned()) } else { Ok(time) }
}

/// Creates the workspace of this process, which has no other children. Its programs are all ended after Ctrl-C or a
/// failure.
pub(super) fn workspace() -> Result<Workspace, Failure> {
    Ok(Workspace::new(Judge::NAME, SUPERVISE, signals::cancelled)?)
}

/// The result of a test.
#[derive(Serialize)]
struct TestAnswer {
    test: String,
    #[serde(serialize_with = "display")]
    verdict: Verdict,
    cpu_s: f64,
    wall_s: f64,
    peak_bytes: u64,
    reason: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<String>,
    /// The width of the column for names.
    #[serde(skip)]
    width: usize,
}

impl Answer for TestAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let &TestAnswer { ref test, verdict, cpu_s, wall_s, ref reason, width, .. } = self;
        let peak = self.peak_bytes as f64 / f64::from(1 << 20);
        let row = format!("{test:width$}  {verdict:7}  {cpu_s:8.3}  {wall_s:8.3}  {peak:8.1}  {reason}");
        writeln!(out, "{}", row.trim_end())?;
        self.boards.iter().try_for_each(|line| writeln!(out, "    {line}"))
    }
}

impl RunTests {
    /// Runs a program on tests.
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (tests, others) = self.tests()?;
        self.program.check()?;
        let folders = self.keep.as_deref().map_or_else(Vec::new, |directory| folders(directory, &tests));
        self.check_tests_stay(&tests, &folders)?;
        let workspace = workspace()?;
        let longest = tests.iter().map(|test| printable(test).chars().count()).max().unwrap_or(0);
        let width = longest.max("test".len());
        if !run.form().json {
            let mut out = run.text()?;
            let written = writeln!(out, "{:width$}  verdict     cpu s    wall s  peak MiB  reason", "test");
            unless_closed(written.and_then(|()| out.flush()))?;
        }
        let judge = |number: usize| {
            let runner = self.program.runner(&workspace, number);
            self.judge(&runner, &tests[number], folders.get(number), width)
        };
        let mut rows: Vec<TestAnswer> = Vec::new();
        let threads = run.meter().threads();
        let judged = in_order(threads, MOST_AHEAD, &mut (0..tests.len()), &judge, &mut |row| {
            match row {
                // What is known is printed: another test may have ended in time.
                Err(Failure::Interrupted) => return Ok(()),
                row => rows.push(row?),
            }
            run.meter().count(rows.len() as u64);
            run.show_parts("tests", rows.len() as u64, tests.len() as u64);
            rows.last().map_or(Ok(()), |row| print(run, row))
        });
        if let Some(path) = &self.junit {
            let written = write_whole(path, &mut |out| write_junit(out, &rows));
            written.map_err(|error| Failure::cannot("write", path, &error))?;
        }
        judged?;
        if rows.len() < tests.len() {
            return Err(Failure::Interrupted);
        }
        let number = |wanted: Verdict| rows.iter().filter(|row| row.verdict == wanted).count();
        let accepted = number(Verdict::Accepted);
        let others = match others {
            0 => String::new(),
            1 => format!("; 1 more in {DEFAULT} is beyond the statement: --tests {DEFAULT} runs all"),
            _ => format!("; {others} more in {DEFAULT} are beyond the statement: --tests {DEFAULT} runs all"),
        };
        run.note(format_args!("{accepted} of {} tests accepted{others}", rows.len()));
        Ok(if number(Verdict::JudgeError) > 0 {
            Exit::USAGE
        } else if accepted < rows.len() {
            NOT_ACCEPTED
        } else {
            Exit::ANSWERED
        })
    }

    /// Returns the tests, and the number of those that are left out unless they are named.
    fn tests(&self) -> Result<(Vec<PathBuf>, usize), Failure> {
        if !self.tests.is_empty() {
            return Ok((find_tests(&self.tests)?, 0));
        }
        let (others, tests): (Vec<PathBuf>, Vec<PathBuf>) =
            find_tests(&[DEFAULT.into()])?.into_iter().partition(|test| is_beyond_statement(test));
        if tests.is_empty() {
            let problem = "holds no test that the contest's statement allows";
            return Err(Failure::Usage(format!("folder {DEFAULT} {problem}; --tests {DEFAULT} runs all")));
        }
        Ok((tests, others.len()))
    }

    /// Checks that no test is overwritten by a report or by a test that is saved.
    fn check_tests_stay(&self, tests: &[PathBuf], folders: &[PathBuf]) -> Result<(), Failure> {
        let junit = self.junit.iter().map(|path| path.to_path_buf());
        let written = junit.chain(folders.iter().flat_map(|folder| saved_files(folder)));
        let written: Vec<PathBuf> = written.filter_map(|path| path.canonicalize().ok()).collect();
        let is_written = |test: &&PathBuf| test.canonicalize().is_ok_and(|path| written.contains(&path));
        let Some(test) = tests.iter().find(is_written) else { return Ok(()) };
        let test = test.display();
        Err(Failure::Usage(format!("refusing to overwrite {test}: it is an input; name another file")))
    }

    /// Judges the program on a test. `folder` is where the test is saved if it is not accepted.
    fn judge(
        &self,
        runner: &Runner<'_>,
        test: &Path,
        folder: Option<&PathBuf>,
        width: usize,
    ) -> Result<TestAnswer, Failure> {
        let result = runner.judge_file(test)?;
        let fault = result.fault.as_ref().filter(|_| self.show);
        let boards = fault.and_then(|fault| runner.boards(test, fault)).unwrap_or_default();
        if let Some(folder) = folder {
            remove_saved(folder);
            if result.verdict != Verdict::Accepted {
                let saved = runner.save(folder, test, &result);
                saved.map_err(|error| Failure::cannot("save a failed test in", folder, &error))?;
            }
        }
        let TestResult { verdict, reason, used, .. } = result;
        let [cpu_s, wall_s] = [used.cpu, used.wall].map(|time| time.as_secs_f64());
        Ok(TestAnswer { test: printable(test), verdict, cpu_s, wall_s, peak_bytes: used.peak, reason, boards, width })
    }
}

/// Writes all results as JUnit XML: one suite with a test case for each test.
fn write_junit(out: &mut dyn Write, rows: &[TestAnswer]) -> io::Result<()> {
    let (name, tests) = (Judge::NAME, rows.len());
    let accepted = rows.iter().filter(|row| row.verdict == Verdict::Accepted).count();
    let errors = rows.iter().filter(|row| row.verdict == Verdict::JudgeError).count();
    let (failures, time) = (tests - accepted - errors, rows.iter().map(|row| row.wall_s).sum::<f64>());
    let totals =
        format!("name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.3}\"");
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n    <testsuite {totals}>")?;
    for TestAnswer { test, verdict, wall_s, reason, .. } in rows {
        let (test, message) = (Escaped(test), Escaped(reason));
        write!(out, "        <testcase name=\"{test}\" classname=\"{name}\" time=\"{wall_s:.3}\"")?;
        let element = match verdict {
            Verdict::Accepted => {
                writeln!(out, "/>")?;
                continue;
            }
            Verdict::JudgeError => "error",
            _ => "failure",
        };
        writeln!(out, ">\n            <{element} message=\"{message}\" type=\"{verdict}\"/>\n        </testcase>")?;
    }
    writeln!(out, "    </testsuite>\n</testsuites>")
}
