//! Checks a proof.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use serde::Serialize;

use super::answer::write_rows;
use crate::cli::answer::{Answer, display};
use crate::cli::failure::Failure;
use crate::cli::paths::InputFile;
use crate::cli::run::Run;
use crate::hex::proof::{self, Fault, Verified};
use crate::hex::{Position, Report};
use crate::player::Player;

/// What a proof proves.
#[derive(Serialize)]
pub(super) struct Proved {
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: Position,
    #[serde(serialize_with = "display")]
    to_move: Player,
    #[serde(serialize_with = "display")]
    winner: Player,
    entries: u64,
}

impl Answer for Proved {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Proved { board, to_move, winner, entries, .. } = self;
        out.write_all(b"Board Position:\n")?;
        out.write_all(Report::new().board(board))?;
        write!(out, "\nTo move: {to_move}\nWinner: {winner}\nEntries: {entries}\nProof: valid\n")
    }
}

/// Checks the proof in a file.
///
/// # Errors
/// [`Failure::Input`] if it is not valid or cannot be read.
pub(super) fn verify(file: &InputFile, run: &Run<'_>) -> Result<Proved, Failure> {
    let unreadable = |error: &io::Error| Failure::Input(format!("cannot read {file}: {error}"));
    let mut from: Box<dyn BufRead + '_> = match file.path() {
        None => Box::new(BufReader::new(run.stdin("a proof")?)),
        Some(path) => Box::new(BufReader::new(run.waiting(File::open(path).map_err(|error| unreadable(&error))?))),
    };
    let verified = proof::verify(&mut *from).map_err(|error| match &error.fault {
        Fault::Source(error) => unreadable(error),
        _ if file.path().is_none() => Failure::Input(error.to_string()),
        _ => Failure::Input(format!("{file}: {error}")),
    })?;
    let Verified { position, to_move, winner, entries } = verified;
    Ok(Proved { size: position.size(), board: position, to_move, winner, entries })
}
