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
use crate::hex::{DataSets, Position, Report, Rules};
use crate::judge::check::ShownBoard;
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
/// with the fault. Returns `None` if the fault is not in a board, or the board is too large.
pub(super) fn boards(input: &Path, output: &Path, fault: &Fault) -> io::Result<Option<Vec<String>>> {
    let Some(board) = fault.board.filter(|board| board.size <= LARGEST_SHOWN) else { return Ok(None) };
    let Some(given) = given(input, board)? else { return Ok(None) };
    let width = 6 * usize::from(board.size) - 5;
    let shown = shown(output, board, width)?;
    let mut report = Report::new();
    let given = String::from_utf8_lossy(report.board(&given));
    let rows = given.lines().zip(shown).zip(board.first_line..).map(|((left, right), line)| {
        let mark = if line == fault.line { '>' } else { ' ' };
        format!("{left:width$}   {mark} {right}").trim_end().to_owned()
    });
    let titles = format!("{:width$}     {}", "given", "shown");
    Ok(Some(std::iter::once(titles).chain(rows).collect()))
}

fn given(input: &Path, board: ShownBoard) -> io::Result<Option<Position>> {
    let mut data_sets = DataSets::open(File::open(input)?, Rules::Lenient).map_err(io::Error::other)?;
    let before = usize::try_from(board.data_set - 1).map_err(io::Error::other)?;
    data_sets.nth(before).transpose().map_err(io::Error::other)
}

/// Returns the rows as the output has them, shortened to little more than the width of a board.
fn shown(output: &Path, board: ShownBoard, width: usize) -> io::Result<Vec<String>> {
    let mut lines = BufReader::new(File::open(output)?);
    for _ in 1..board.first_line {
        lines.skip_until(b'\n')?;
    }
    let mut rows = Vec::new();
    for _ in 0..board.size {
        let mut row = Vec::new();
        (&mut lines).take(width as u64 + 8).read_until(b'\n', &mut row)?;
        if !row.ends_with(b"\n") {
            lines.skip_until(b'\n')?;
        }
        rows.push(printable(String::from_utf8_lossy(&row).trim_end()));
    }
    Ok(rows)
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
