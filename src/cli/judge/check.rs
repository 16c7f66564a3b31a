//! `hex-judge check`: the convention of output validators.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{NAME, Status};
use crate::cli::exit::say;
use crate::judge::{self, Fault};

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

pub(super) fn check(arguments: &Arguments) -> Status {
    match verdict(arguments) {
        Ok(None) => Status::ValidatorAccepts,
        Ok(Some(_)) => Status::ValidatorRejects,
        Err(problem) => {
            say(NAME, problem);
            Status::Error
        }
    }
}

fn verdict(arguments: &Arguments) -> Result<Option<Fault>, String> {
    let cannot = |what: &str, path: &Path, error: io::Error| format!("cannot {what} {}: {error}", path.display());
    let input = File::open(&arguments.input).map_err(|error| cannot("read", &arguments.input, error))?;
    File::open(&arguments.answer).map_err(|error| cannot("read", &arguments.answer, error))?;
    let directory = &arguments.feedback_dir;
    fs::create_dir_all(directory).map_err(|error| cannot("make", directory, error))?;
    let fault = judge::check(input, io::stdin().lock()).map_err(|error| error.to_string())?;
    let message = directory.join(MESSAGE);
    match &fault {
        Some(fault) => fs::write(&message, format!("{fault}\n")).map_err(|error| cannot("write", &message, error))?,
        // What an earlier output got does not hold for this one.
        None => match fs::remove_file(&message) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot("remove", &message, error)),
            _ => {}
        },
    }
    Ok(fault)
}
