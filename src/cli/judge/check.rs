//! `hex-judge check`: the convention of output validators.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::print;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{Answer, display};
use crate::cli::run::Run;
use crate::judge::{self, Fault, Verdict};

#[derive(Args, Debug)]
pub(super) struct Check {
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
struct CheckAnswer {
    #[serde(serialize_with = "display")]
    verdict: Verdict,
    line: Option<u64>,
    reason: String,
}

impl Answer for CheckAnswer {
    /// Only the exit status answers.
    fn text(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl Check {
    /// Checks the output on stdin.
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let Check { input, answer, feedback_dir, .. } = self;
        let opened = File::open(input).map_err(|error| Failure::cannot("read", input, &error))?;
        fs::metadata(answer).map_err(|error| Failure::cannot("find", answer, &error))?;
        fs::create_dir_all(feedback_dir).map_err(|error| Failure::cannot("create folder", feedback_dir, &error))?;
        let output = run.stdin("the output to check")?;
        let fault = judge::check(opened, output).map_err(|error| Failure::Usage(error.to_string()))?;
        let message = feedback_dir.join("judgemessage.txt");
        let written = match &fault {
            Some(fault) => fs::write(&message, format!("{fault}\n")),
            // The message for an earlier output does not apply to this one.
            None if message.exists() => fs::remove_file(&message),
            None => Ok(()),
        };
        written.map_err(|error| Failure::cannot("write", &message, &error))?;
        run.meter().count(1);
        let (verdict, status) = if fault.is_some() { (Verdict::WrongAnswer, 43) } else { (Verdict::Accepted, 42) };
        let reason = fault.as_ref().map_or_else(String::new, Fault::to_string);
        print(run, &CheckAnswer { verdict, line: fault.map(|fault| fault.line), reason })?;
        Ok(Exit(status))
    }
}
