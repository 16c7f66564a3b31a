//! Results as a table, or as JSON; the README has the schema.

use std::env;
use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::tests::Test;
use super::trial::Trial;
use crate::judge::Verdict;

/// The name of this form of result; another form would have another name.
const SCHEMA: &str = "quadrille/hex-judge-run/1";

/// How results are written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A table with a column for names of this many letters, on a terminal with its verdicts in colours.
    Table {
        width: usize,
        colours: bool,
    },
    Json,
}

impl Form {
    pub(super) fn new(json: bool, tests: &[Test]) -> Form {
        if json {
            return Form::Json;
        }
        let longest = tests.iter().map(|test| test.name.chars().count()).max().unwrap_or(0);
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Form::Table { width: longest.max("test".len()), colours: io::stdout().is_terminal() && !unwanted }
    }

    /// Writes what stands above the results.
    pub(super) fn head(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Form::Table { width, .. } => {
                writeln!(out, "{:width$}  verdict     cpu s    wall s  peak MiB  reason", "test")
            }
            Form::Json => Ok(()),
        }
    }

    /// Writes a result, and under it the boards that are to be shown.
    pub(super) fn result(self, out: &mut impl Write, test: &Test, trial: &Trial, boards: &[String]) -> io::Result<()> {
        let (cpu, wall) = (trial.cpu.as_secs_f64(), trial.wall.as_secs_f64());
        match self {
            Form::Table { width, colours } => {
                let peak = trial.peak as f64 / f64::from(1 << 20);
                let Trial { verdict, reason, .. } = trial;
                let colour = if trial.verdict == Verdict::Accepted { AnsiColor::Green } else { AnsiColor::Red };
                let style = if colours { colour.on_default() } else { Style::new() };
                let row = format!(
                    "{:width$}  {style}{verdict:7}{style:#}  {cpu:8.3}  {wall:8.3}  {peak:8.1}  {reason}",
                    test.name
                );
                writeln!(out, "{}", row.trim_end())?;
                boards.iter().try_for_each(|line| writeln!(out, "    {line}"))
            }
            Form::Json => {
                let row = Row {
                    schema: SCHEMA,
                    test: &test.name,
                    verdict: trial.verdict.to_string(),
                    cpu_s: cpu,
                    wall_s: wall,
                    peak_bytes: trial.peak,
                    reason: &trial.reason,
                    boards,
                };
                serde_json::to_writer(&mut *out, &row)?;
                writeln!(out)
            }
        }
    }
}

#[derive(Serialize)]
struct Row<'a> {
    schema: &'static str,
    test: &'a str,
    verdict: String,
    cpu_s: f64,
    wall_s: f64,
    peak_bytes: u64,
    reason: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    boards: &'a [String],
}
