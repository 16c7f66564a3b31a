//! Games that a search has found: their records, and the files that these are written to.

use std::io;
use std::path::Path;

use super::game::Game;
use super::task::Searched;
use crate::cli::files::write_to_disk;
use crate::morpion::record::{self, Form, Record};
use crate::morpion::search::BestGame;

/// The search that a game comes from, which the record of the game names.
pub(super) struct Origin<'a> {
    pub(super) searched: &'a Searched,
    /// The record that the search starts from.
    pub(super) start: Option<Record>,
    pub(super) threads: usize,
}

impl Origin<'_> {
    /// Returns a short description of the search.
    fn method(&self) -> String {
        let start = self.start.as_ref().map(|start| format!(" from a game of {} moves", start.moves().len()));
        format!("nrpa L{}{}, {} thread(s)", self.searched.level, start.unwrap_or_default(), self.threads)
    }

    /// Replays the best game. If it is the one that the search starts from, its record is returned
    /// unchanged, with its author.
    pub(super) fn game(&self, best: &BestGame) -> Result<Game, String> {
        if let Some(known) = self.start.iter().find(|known| known.moves() == best.moves) {
            return Game::replay(known.clone());
        }
        let method = format!("{}: thread {} after {} playouts", self.method(), best.worker + 1, best.playouts);
        Game::replay(Record::found(self.searched.variant, best.moves.clone(), &method, self.searched.seed))
    }

    /// Returns whether the same search has found a record, according to its metadata.
    pub(super) fn has_found(&self, record: &Record) -> bool {
        let search = record.metadata().method().and_then(|method| method.split_once(':'));
        search.is_some_and(|(search, _)| search == self.method())
            && record.metadata().seed() == Some(self.searched.seed)
    }
}

/// Writes a game to a file, completely or not at all, and waits for the disk.
pub(super) fn write_game(path: &Path, game: &Game, form: Form) -> io::Result<()> {
    write_to_disk(path, |out| {
        record::write(out, &game.record, form, game.position.mobility()).map_err(io::Error::other)
    })
}
