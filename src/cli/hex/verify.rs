//! Checks a proof, and prints what it proves.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use serde::Serialize;

use super::input::write_rows;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{Answer, display};
use crate::cli::paths::InputFile;
use crate::cli::run::Run;
use crate::hex::proof::{self, Fault, Verified};
use crate::hex::{Position, Report};
use crate::player::Player;

/// What a proof proves.
#[derive(Serialize)]
struct Proved {
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: Position,
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
pub(super) fn answer(run: &Run<'_>, file: &InputFile) -> Result<Exit, Failure> {
    let name = file.name().display();
    let unreadable = |error: &io::Error| Failure::Input(format!("cannot read {name}: {error}"));
    let mut from: Box<dyn BufRead> = match file.path() {
        None => Box::new(BufReader::new(run.stdin("a proof")?)),
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(|error| unreadable(&error))?)),
    };
    let verified = proof::verify(&mut *from).map_err(|error| match &error.fault {
        Fault::Source(error) => unreadable(error),
        _ if file.path().is_none() => Failure::Input(error.to_string()),
        _ => Failure::Input(format!("{name}: {error}")),
    })?;
    let Verified { position, to_move, winner, entries } = verified;
    let proved = Proved { size: position.size(), board: position, to_move, winner, entries };
    run.answer(&proved, Exit::ANSWERED)
}

impl Answer for Proved {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Proved { board, to_move, winner, entries, .. } = self;
        out.write_all(b"Board Position:\n")?;
        out.write_all(Report::new().board(board))?;
        writeln!(out, "\nTo move: {to_move}\nWinner: {winner}\nEntries: {entries}\nProof: valid")
    }
}
