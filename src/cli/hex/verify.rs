//! Checks a proof, and prints what it proves.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::Serialize;

use super::NAME;
use super::json::write_rows;
use crate::cli::exit::{Exit, Failure};
use crate::cli::json::{display, write_answer};
use crate::cli::messages::say_at_terminal;
use crate::cli::options::Common;
use crate::hex::proof::{self, Fault, Verified};
use crate::hex::{Position, Report};
use crate::player::Player;

/// What a proof proves.
#[derive(Serialize)]
struct Answer<'a> {
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: &'a Position,
    #[serde(serialize_with = "display")]
    to_move: Player,
    #[serde(serialize_with = "display")]
    winner: Player,
    entries: u64,
}

/// Checks the proof in a file, where `-` is stdin, and prints what it proves.
///
/// # Errors
/// [`Failure::Input`] if it is not valid or cannot be read, and [`Failure::Answers`] if the answer cannot be written.
pub(super) fn verify(path: &Path, &Common { json, quiet, .. }: &Common) -> Result<Exit, Failure> {
    let is_stdin = path.as_os_str() == "-";
    let unreadable = |error: &io::Error| Failure::Input(format!("cannot read {}: {error}", path.display()));
    let mut from: Box<dyn BufRead> = if is_stdin {
        say_at_terminal(NAME, quiet, "reading a proof from the terminal");
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(|error| unreadable(&error))?))
    };
    let verified = proof::verify(&mut *from).map_err(|error| match &error.fault {
        Fault::Source(error) => unreadable(error),
        _ if is_stdin => Failure::Input(error.to_string()),
        _ => Failure::Input(format!("{}: {error}", path.display())),
    })?;
    let Verified { position, to_move, winner, entries } = verified;
    let mut out = io::stdout().lock();
    if json {
        let answer = Answer { size: position.size(), board: &position, to_move, winner, entries };
        write_answer(&mut out, "quadrille/hex-proof/1", &answer)?;
    } else {
        out.write_all(b"Board Position:\n")?;
        out.write_all(Report::new().board(&position))?;
        write!(out, "\nTo move: {to_move}\nWinner: {winner}\nEntries: {entries}\nProof: valid\n")?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}
