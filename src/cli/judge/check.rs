//! `hex-judge check`: the convention of output validators.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::writing::WhileRead;
use super::{NAME, NoVerdict, Status};
use crate::cli::exit::say;
use crate::cli::options::Common;
use crate::judge::{self, Fault, Verdict};

pub(super) const EXAMPLE: &str = "\
Example:
  $ cd testdata
  $ hex-judge check sample1.txt sample1.out feedback < sample2.out
  $ echo $?
  43
  $ cat feedback/judgemessage.txt
  output line 1: expected 'Analyzing 2 data set(s)', found '1'";

/// The name of the form of the answer in JSON.
const SCHEMA: &str = "quadrille/hex-judge-check/1";

const MESSAGE: &str = "judgemessage.txt";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The input that was answered
    input: PathBuf,
    /// The judges' answer: it must exist, and is not read
    answer: PathBuf,
    /// The folder for judgemessage.txt, which places the first fault
    feedback_dir: PathBuf,
    /// Whatever else a judge passes to validators: not looked at
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    ignored: Vec<OsString>,
}

/// Counts in `done` what has been checked.
pub(super) fn check(arguments: &Arguments, common: &Common, done: &mut u64) -> Result<Status, NoVerdict> {
    let Arguments { input, answer, feedback_dir, .. } = arguments;
    let input = File::open(input).map_err(|error| NoVerdict::cannot("read", input, &error))?;
    fs::metadata(answer).map_err(|error| NoVerdict::cannot("find", answer, &error))?;
    fs::create_dir_all(feedback_dir).map_err(|error| NoVerdict::cannot("make", feedback_dir, &error))?;
    if io::stdin().is_terminal() && !common.quiet {
        say(NAME, "reading the output to check from the terminal");
    }
    let fault = judge::check(input, io::stdin().lock()).map_err(|error| NoVerdict::Failed(error.to_string()))?;
    let message = feedback_dir.join(MESSAGE);
    let told = match &fault {
        Some(fault) => fs::write(&message, format!("{fault}\n")),
        // What an earlier output got does not hold for this one.
        None => fs::remove_file(&message).or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        }),
    };
    told.map_err(|error| NoVerdict::cannot("write", &message, &error))?;
    *done = 1;
    let (verdict, status) = match fault {
        None => (Verdict::Accepted, Status::ValidatorAccepts),
        Some(_) => (Verdict::WrongAnswer, Status::ValidatorRejects),
    };
    if common.json {
        let reason = fault.as_ref().map_or_else(String::new, Fault::to_string);
        let line = fault.as_ref().map(|fault| fault.line);
        let answer = json!({ "schema": SCHEMA, "verdict": verdict.to_string(), "line": line, "reason": reason });
        writeln!(WhileRead(io::stdout()), "{answer}")?;
    }
    Ok(status)
}
