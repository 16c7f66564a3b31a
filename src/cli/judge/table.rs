//! Results as a table, or as JSON; the README has the schema.

use std::io::{self, Write};

use serde::Serialize;

use super::tests::Test;
use super::trial::Trial;

/// The name of this form of result; another form would have another name.
const SCHEMA: &str = "quadrille/hex-judge-run/1";

/// How results are written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A table with a column for names of this many letters.
    Table(usize),
    Json,
}

impl Form {
    pub(super) fn new(json: bool, tests: &[Test]) -> Form {
        let longest = tests.iter().map(|test| test.name.chars().count()).max().unwrap_or(0);
        if json { Form::Json } else { Form::Table(longest.max("test".len())) }
    }

    /// Writes what stands above the results.
    pub(super) fn head(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Form::Table(width) => writeln!(out, "{:width$}  verdict     cpu s    wall s  peak MiB  reason", "test"),
            Form::Json => Ok(()),
        }
    }

    /// Writes a result, and under it the boards that are to be shown.
    pub(super) fn result(self, out: &mut impl Write, test: &Test, trial: &Trial, boards: &[String]) -> io::Result<()> {
        let (cpu, wall) = (trial.cpu.as_secs_f64(), trial.wall.as_secs_f64());
        match self {
            Form::Table(width) => {
                let peak = trial.peak as f64 / f64::from(1 << 20);
                let Trial { verdict, reason, .. } = trial;
                let row = format!("{:width$}  {verdict:7}  {cpu:8.3}  {wall:8.3}  {peak:8.1}  {reason}", test.name);
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
