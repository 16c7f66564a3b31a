//! The best game of a search as a record, and the file that it is saved in.

use std::cmp::Ordering;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::NAME;
use super::game::{Game, read_all};
use super::task::Searched;
use crate::cli::exit::Failure;
use crate::cli::files::write_whole;
use crate::cli::messages::say;
use crate::morpion::record::{self, Form, Record};
use crate::morpion::search::Found;

/// Where the games of a search are from.
pub(super) struct Origin<'a> {
    pub(super) searched: &'a Searched,
    /// The game that the search begins with.
    pub(super) start: Option<Record>,
    pub(super) threads: usize,
}

impl Origin<'_> {
    /// Describes the search in a few words.
    fn method(&self) -> String {
        let begun = self.start.as_ref().map(|start| format!(" from a game of {} moves", start.moves().len()));
        format!("nrpa L{}{}, {} thread(s)", self.searched.level, begun.unwrap_or_default(), self.threads)
    }

    /// A game that was found, replayed; that which the search began with is still its author's.
    pub(super) fn game(&self, found: &Found) -> Result<Game, String> {
        if let Some(start) = self.start.as_ref().filter(|start| start.moves() == found.moves) {
            return Game::replay(start.clone());
        }
        let (thread, playouts) = (found.worker + 1, found.playouts);
        let method = format!("{}: thread {thread} after {playouts} playouts", self.method());
        Game::replay(Record::found(self.searched.variant, found.moves.clone(), &method, self.searched.seed))
    }

    /// Whether a record says that the same search has found it.
    fn has_found(&self, record: &Record) -> bool {
        let is_ours = |method: &str| method.split_once(':').is_some_and(|(search, _)| search == self.method());
        match record.about().solver() {
            Some((Some(method), Some(seed))) => seed == self.searched.seed && is_ours(method),
            _ => false,
        }
    }
}

/// The file for the best game.
pub(super) struct Best {
    pub(super) path: PathBuf,
    form: Form,
    /// Why the last game could not be written.
    pub(super) failure: Option<io::Error>,
}

impl Best {
    /// A file that is not there, or has a game of the same variant.
    pub(super) fn open(path: &Path, origin: &Origin<'_>) -> Result<Best, Failure> {
        // Where it is a link, what that leads to.
        let path = fs::read_link(path).and_then(|_| fs::canonicalize(path)).unwrap_or_else(|_| path.to_owned());
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let best = Best { path, form: if is_json { Form::Json } else { Form::Msr }, failure: None };
        best.there(origin).map_err(Failure::Input)?;
        Ok(best)
    }

    /// The game that is there, if there is one.
    fn there(&self, origin: &Origin<'_>) -> Result<Option<Game>, String> {
        let variant = origin.searched.variant;
        if !self.path.metadata().is_ok_and(|there| there.is_file() && there.len() > 0) {
            return Ok(None);
        }
        let other = |problem| {
            format!(
                "refusing to overwrite {}: not a record of {variant} ({problem}); name another file",
                self.path.display()
            )
        };
        let text = File::open(&self.path).and_then(read_all).map_err(|error| other(error.to_string()))?;
        let game = Game::read(&text, None).map_err(other)?;
        if game.record.variant() == variant {
            Ok(Some(game))
        } else {
            Err(other(format!("it is a record of {}", game.record.variant())))
        }
    }

    /// Writes a game, if it is longer than the one that is there.
    pub(super) fn offer(&mut self, origin: &Origin<'_>, found: &Found) {
        self.write_if(origin, found, |there| there.position.score() < found.moves.len());
        if let Some(error) = &self.failure {
            say(NAME, format_args!("cannot write {}, continuing without it: {error}", self.path.display()));
        }
    }

    /// Writes the game that the search has ended with, if it is longer than the one that is there, or that is one of as many moves
    /// which the same search has found, and came first by the clock. A longer one stays, even if another search found it.
    pub(super) fn end(&mut self, origin: &Origin<'_>, found: &Found) {
        self.write_if(origin, found, |there| match there.position.score().cmp(&found.moves.len()) {
            Ordering::Less => true,
            Ordering::Equal => there.record.moves() != found.moves && origin.has_found(&there.record),
            Ordering::Greater => false,
        });
    }

    fn write_if(&mut self, origin: &Origin<'_>, found: &Found, is_wanted: impl FnOnce(&Game) -> bool) {
        let written = match self.there(origin) {
            Ok(there) if found.moves.is_empty() || there.as_ref().is_some_and(|there| !is_wanted(there)) => Ok(()),
            Ok(_) => self.write(origin, found),
            Err(problem) => Err(io::Error::other(problem)),
        };
        self.failure = written.err();
    }

    fn write(&self, origin: &Origin<'_>, found: &Found) -> io::Result<()> {
        let game = origin.game(found).map_err(io::Error::other)?;
        write_whole(&self.path, |mut out| {
            let written = record::write(&mut out, &game.record, self.form, game.position.mobility());
            written.map_err(io::Error::other)?;
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        })
    }
}
