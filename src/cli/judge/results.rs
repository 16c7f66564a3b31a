//! Results of `run`: a table or JSON on stdout, JUnit XML in a file.
//!
//! ```text
//!     <testsuites ...>                                           JUnit: one suite with a test case for each test
//!         <testsuite name="hex-judge" tests="2" failures="1" errors="0" time="0.041">
//!             <testcase name="sample1.txt" classname="hex-judge" time="0.020"/>
//!             <testcase name="sample2.txt" classname="hex-judge" time="0.021">
//!                 <failure message="output line 3: ..." type="WA"/>        or <error .../> for JE
//! ```

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::NAME;
use crate::cli::files::write_whole;
use crate::cli::json::{display, write_answer};
use crate::judge::Verdict;
use crate::judge::run::{Test, TestResult};
use crate::svg::Escaped;

/// The form in which results are written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A table with a column of this width for names, and verdicts in colours if wanted.
    Table {
        width: usize,
        colours: bool,
    },
    Json,
}

#[derive(Serialize)]
struct Row<'a> {
    test: &'a str,
    #[serde(serialize_with = "display")]
    verdict: Verdict,
    cpu_s: f64,
    wall_s: f64,
    peak_bytes: u64,
    reason: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    boards: &'a [String],
}

impl Form {
    /// Returns JSON, or a table for these tests: with colours on a terminal, unless `NO_COLOR` is set.
    pub(super) fn new(json: bool, tests: &[Test]) -> Form {
        if json {
            return Form::Json;
        }
        let longest = tests.iter().map(|test| test.name.chars().count()).max().unwrap_or(0);
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Form::Table { width: longest.max("test".len()), colours: io::stdout().is_terminal() && !unwanted }
    }

    /// Writes the head of a table.
    pub(super) fn head(self, out: &mut impl Write) -> io::Result<()> {
        let Form::Table { width, .. } = self else { return Ok(()) };
        writeln!(out, "{:width$}  verdict     cpu s    wall s  peak MiB  reason", "test")
    }

    /// Writes the result of a test, and the lines of boards that are to be shown with it.
    pub(super) fn row(
        self,
        out: &mut impl Write,
        test: &Test,
        result: &TestResult,
        boards: &[String],
    ) -> io::Result<()> {
        let &TestResult { verdict, ref reason, cpu, wall, peak, .. } = result;
        let (cpu_s, wall_s) = (cpu.as_secs_f64(), wall.as_secs_f64());
        match self {
            Form::Table { width, colours } => {
                let peak = peak as f64 / f64::from(1 << 20);
                let colour = if verdict == Verdict::Accepted { AnsiColor::Green } else { AnsiColor::Red };
                let style = if colours { colour.on_default() } else { Style::new() };
                let row = format!(
                    "{:width$}  {style}{verdict:7}{style:#}  {cpu_s:8.3}  {wall_s:8.3}  {peak:8.1}  {reason}",
                    test.name
                );
                writeln!(out, "{}", row.trim_end())?;
                boards.iter().try_for_each(|line| writeln!(out, "    {line}"))
            }
            Form::Json => {
                let row = Row { test: &test.name, verdict, cpu_s, wall_s, peak_bytes: peak, reason, boards };
                write_answer(out, "quadrille/hex-judge-run/1", &row)
            }
        }
    }
}

/// Writes all results to a file as JUnit XML.
pub(super) fn write_junit(path: &Path, results: &[(&Test, &TestResult)]) -> io::Result<()> {
    let count = |wanted: fn(Verdict) -> bool| results.iter().filter(|(_, result)| wanted(result.verdict)).count();
    let errors = count(|verdict| verdict == Verdict::JudgeError);
    let failures = count(|verdict| verdict != Verdict::Accepted) - errors;
    let (tests, time) = (results.len(), results.iter().map(|(_, result)| result.wall).sum::<Duration>().as_secs_f64());
    let totals =
        format!("name=\"{NAME}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.3}\"");
    write_whole(path, |mut out| {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n    <testsuite {totals}>")?;
        for (test, result) in results {
            let (name, seconds) = (Escaped(&test.name), result.wall.as_secs_f64());
            write!(out, "        <testcase name=\"{name}\" classname=\"{NAME}\" time=\"{seconds:.3}\"")?;
            let (message, verdict) = (Escaped(&result.reason), result.verdict);
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
        writeln!(out, "    </testsuite>\n</testsuites>")?;
        out.flush()
    })
}

/// A writer that discards what is written once the reader has closed the pipe: a verdict does not depend on that.
pub(super) struct UntilClosed<W>(pub(super) W);

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(result: io::Result<T>, closed: T) -> io::Result<T> {
    result.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(closed) } else { Err(error) })
}
