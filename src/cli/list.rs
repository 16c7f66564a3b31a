//! Lists of tasks from stdin, one a line: `printf 'squares 6x6\ndraws 2x3\n' | hip`.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clap::Command;
use clap::error::ErrorKind;

use super::screen::{Flushing, Screen};
use super::{Ctx, Program, Status, documents, is_stopped};

/// The longest line, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// Answers each line of stdin as if it stood behind the arguments of the process, which are `words`. A `#` begins a
/// comment.
///
/// # Errors
/// The first error, with its line.
pub(super) fn run<P: Program>(screen: &'static Screen, command: &mut Command, words: &[OsString]) -> Result<Status> {
    if io::stdin().is_terminal() || P::FAILURE != 1 {
        let problem = "expected a task as an argument, or a list of tasks on stdin";
        bail!(command.error(ErrorKind::MissingSubcommand, problem));
    }
    let mut source = BufReader::new(Flushing::new(screen, io::stdin()));
    let mut status = Status::Done;
    for number in 1.. {
        let mut line = Vec::new();
        let read = source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.context("cannot read the tasks")? == 0 || is_stopped() {
            break;
        }
        let answered = answer::<P>(screen, command, words, &line).map_err(in_one_line);
        status = status.max(answered.with_context(|| format!("line {number}"))?);
    }
    Ok(if is_stopped() { Status::Stopped } else { status })
}

fn answer<P: Program>(
    screen: &'static Screen,
    command: &mut Command,
    words: &[OsString],
    line: &[u8],
) -> Result<Status> {
    let is_whole = (line.len() as u64) < LONGEST_LINE || line.ends_with(b"\n");
    ensure!(is_whole, "expected a line of at most {LONGEST_LINE} bytes");
    let line = str::from_utf8(line).context("expected text in UTF-8")?;
    let task = shlex::split(line.trim_start_matches('\u{feff}').trim_end()).context("expected the end of the quote")?;
    if task.is_empty() {
        return Ok(Status::Done);
    }
    let words = words.iter().cloned().chain(task.into_iter().map(OsString::from));
    let matches = command
        .try_get_matches_from_mut(words)
        .map_err(|error| if error.use_stderr() { Error::from(error) } else { anyhow!("expected a task") })?;
    ensure!(documents::asked(command, &matches).is_none(), "expected a task");
    let program = P::from_arg_matches(&matches)?;
    let task = program.task().context("expected a task")?;
    Ctx::new(screen, &program, command, &matches, true).run(task, &matches, command)
}

/// Returns an error of the usage as one of the list: the message of clap without the help below it.
pub(super) fn in_one_line(error: Error) -> Error {
    match error.downcast::<clap::Error>() {
        Ok(usage) => anyhow!("{}", documents::first_line(&usage)),
        Err(error) => error,
    }
}
