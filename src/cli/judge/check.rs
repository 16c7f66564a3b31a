//! `hex-judge check`: the convention of output validators.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::results::UntilClosed;
use super::{NAME, Status};
use crate::cli::exit::Failure;
use crate::cli::files::OutputFiles;
use crate::cli::json::{display, write_answer};
use crate::cli::messages::say_at_terminal;
use crate::cli::options::Common;
use crate::cli::stdout::check_open;
use crate::judge::{self, Fault, Verdict};

pub(super) const EXAMPLE: &str = "\
Example:
  $ hex-judge check testdata/sample1.txt testdata/sample1.out . < testdata/sample1.out; echo $?
  42";

const MESSAGE: &str = "judgemessage.txt";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Input that the output belongs to
    input: PathBuf,
    /// Answer of the judges: the file must exist, but is not read
    answer: PathBuf,
    /// Folder for judgemessage.txt, which gets the first fault with its line; created if it does not exist
    feedback_dir: PathBuf,
    /// Further arguments that judges pass to output validators; ignored
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    ignored: Vec<OsString>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(serialize_with = "display")]
    verdict: Verdict,
    line: Option<u64>,
    reason: String,
}

/// Checks the output on stdin. Adds the number of outputs that were checked to `done`.
pub(super) fn check(arguments: &Arguments, common: &Common, done: &mut u64) -> Result<Status, Failure> {
    if common.json {
        // Otherwise nothing is printed.
        check_open()?;
    }
    let Arguments { input, answer, feedback_dir, .. } = arguments;
    let message = feedback_dir.join(MESSAGE);
    let mut files = OutputFiles::default();
    files.add("the message", message.clone());
    files.check_not_read(input, "the input")?;
    let input = File::open(input).map_err(|error| Failure::cannot("read", input, &error))?;
    fs::metadata(answer).map_err(|error| Failure::cannot("find", answer, &error))?;
    fs::create_dir_all(feedback_dir).map_err(|error| Failure::cannot("create folder", feedback_dir, &error))?;
    say_at_terminal(NAME, common.quiet, "reading the output to check from the terminal; Ctrl-D ends it");
    let fault = judge::check(input, io::stdin().lock()).map_err(|error| Failure::Input(error.to_string()))?;
    let written = match &fault {
        Some(fault) => fs::write(&message, format!("{fault}\n")),
        // The message for an earlier output does not apply to this one.
        None if message.exists() => fs::remove_file(&message),
        None => Ok(()),
    };
    written.map_err(|error| Failure::cannot("write", &message, &error))?;
    *done = 1;
    let (verdict, status) = match &fault {
        None => (Verdict::Accepted, Status::ValidatorAccepts),
        Some(_) => (Verdict::WrongAnswer, Status::ValidatorRejects),
    };
    if common.json {
        let reason = fault.as_ref().map_or_else(String::new, Fault::to_string);
        let answer = Answer { verdict, line: fault.map(|fault| fault.line), reason };
        write_answer(&mut UntilClosed(io::stdout()), "quadrille/hex-judge-check/1", &answer)?;
    }
    Ok(status)
}
