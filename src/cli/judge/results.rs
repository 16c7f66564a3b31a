//! Results of `run`: a table or JSON on stdout, JUnit XML in a file; and wrong boards beside the given ones.
//!
//! ```text
//!     <testsuites ...>                                           JUnit: one suite with a test case for each test
//!         <testsuite name="hex-judge" tests="2" failures="1" errors="0" time="0.041">
//!             <testcase name="sample1.txt" classname="hex-judge" time="0.020"/>
//!             <testcase name="sample2.txt" classname="hex-judge" time="0.021">
//!                 <failure message="output line 3: ..." type="WA"/>        or <error .../> for JE
//! ```

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, IsTerminal, Read, Write};
use std::path::Path;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::NAME;
use crate::cli::files::write_whole;
use crate::cli::json::{display, write_answer};
use crate::hex::{DataSets, Report, Rules};
use crate::judge::run::{Test, TestResult, printable};
use crate::judge::{Fault, Verdict};
use crate::svg::Escaped;

/// The largest size of boards that are shown beside each other.
const LARGEST_SHOWN: u16 = 40;

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
        match self {
            Form::Table { width, .. } => {
                writeln!(out, "{:width$}  verdict     cpu s    wall s  peak MiB  reason", "test")
            }
            Form::Json => Ok(()),
        }
    }

    /// Writes the result of a test, and the lines of boards that are to be shown with it.
    pub(super) fn result(
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
    write_whole(path, |mut file| {
        junit(&mut file, results)?;
        file.flush()
    })
}

fn junit(out: &mut impl Write, results: &[(&Test, &TestResult)]) -> io::Result<()> {
    let count = |wanted: fn(Verdict) -> bool| results.iter().filter(|(_, result)| wanted(result.verdict)).count();
    let errors = count(|verdict| verdict == Verdict::JudgeError);
    let failures = count(|verdict| verdict != Verdict::Accepted) - errors;
    let time: Duration = results.iter().map(|(_, result)| result.wall).sum();
    let totals = format!(
        "name=\"{NAME}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{:.3}\"",
        results.len(),
        time.as_secs_f64()
    );
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n    <testsuite {totals}>")?;
    for (test, result) in results {
        let (name, seconds) = (Escaped(&test.name), result.wall.as_secs_f64());
        write!(out, "        <testcase name=\"{name}\" classname=\"{NAME}\" time=\"{seconds:.3}\"")?;
        let element = match result.verdict {
            Verdict::Accepted => {
                writeln!(out, "/>")?;
                continue;
            }
            Verdict::JudgeError => "error",
            _ => "failure",
        };
        let (message, verdict) = (Escaped(&result.reason), result.verdict);
        writeln!(out, ">\n            <{element} message=\"{message}\" type=\"{verdict}\"/>\n        </testcase>")?;
    }
    writeln!(out, "    </testsuite>\n</testsuites>")
}

/// Returns two boards as lines: the given one on the left, the one that the output shows on the right, with `>` before the row
/// with the fault. Returns `None` if the fault is not in a board, the board is too large, or the files cannot be read.
pub(super) fn boards(input: &Path, output: &Path, fault: &Fault) -> Option<Vec<String>> {
    let board = fault.board.filter(|board| board.size <= LARGEST_SHOWN)?;
    let mut data_sets = DataSets::open(File::open(input).ok()?, Rules::Lenient).ok()?;
    let given = data_sets.nth(usize::try_from(board.data_set - 1).ok()?)?.ok()?;
    let mut report = Report::new();
    let given = String::from_utf8_lossy(report.board(&given));
    let mut shown = BufReader::new(File::open(output).ok()?);
    for _ in 1..board.first_line {
        shown.skip_until(b'\n').ok()?;
    }
    let width = 6 * usize::from(board.size) - 5;
    let mut lines = vec![format!("{:width$}     {}", "given", "shown")];
    for (left, line) in given.lines().take(board.size.into()).zip(board.first_line..) {
        // A row may be far longer than a board is wide.
        let mut right = Vec::new();
        (&mut shown).take(width as u64 + 8).read_until(b'\n', &mut right).ok()?;
        if !right.ends_with(b"\n") {
            shown.skip_until(b'\n').ok()?;
        }
        let right = printable(String::from_utf8_lossy(&right).trim_end());
        let mark = if line == fault.line { '>' } else { ' ' };
        lines.push(format!("{left:width$}   {mark} {right}").trim_end().to_owned());
    }
    Some(lines)
}

/// A writer that discards what is written once the reader has closed the pipe: a verdict does not depend on that.
pub(super) struct UntilClosed<W>(pub(super) W);

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed,
        }
    }
}
