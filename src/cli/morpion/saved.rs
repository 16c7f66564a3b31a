//! The files that a search writes while it runs: its best game, and its log.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::game::{Game, read_all};
use crate::cli::failure::Failure;
use crate::cli::paths::write_whole;
use crate::morpion::Variant;
use crate::morpion::record::Form;

/// The pause between two lines of the log if no better game is found.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// The file for the best game.
pub(super) struct BestFile {
    path: PathBuf,
    variant: Variant,
}

impl BestFile {
    /// Returns the file at a path.
    ///
    /// # Errors
    /// If there is something else than a record of the variant.
    pub(super) fn open(path: &Path, variant: Variant) -> Result<BestFile, Failure> {
        let file = BestFile { path: path.to_owned(), variant };
        file.game().map_err(Failure::Input)?;
        Ok(file)
    }

    /// Returns the game in the file; `None` if there is none.
    fn game(&self) -> Result<Option<Game>, String> {
        if !self.path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0) {
            return Ok(None);
        }
        let text = File::open(&self.path).and_then(read_all).map_err(|error| error.to_string());
        match text.and_then(|text| Game::read(&text, None)) {
            Ok(game) if game.record.variant() == self.variant => Ok(Some(game)),
            _ => {
                let (path, variant) = (self.path.display(), self.variant);
                Err(format!("refusing to overwrite {path}: not a record of {variant}; name another file"))
            }
        }
    }

    /// Writes a game that has moves, unless the file has a longer one.
    pub(super) fn save(&self, game: &Game) -> io::Result<()> {
        let is_json = self.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let form = if is_json { Form::Json } else { Form::Msr };
        let score = game.position.score();
        let stays = |there: &Game| there.position.score() > score || there.record.moves() == game.record.moves();
        let there = self.game().map_err(io::Error::other)?;
        if score == 0 || there.as_ref().is_some_and(stays) {
            return Ok(());
        }
        write_whole(&self.path, |out| game.write(out, form).map_err(io::Error::other))
    }
}

/// The file for lines of JSON.
pub(super) struct Log {
    file: File,
    written: Option<Instant>,
}

impl Log {
    pub(super) fn open(path: &Path) -> Result<Log, Failure> {
        let file = File::options().append(true).create(true).open(path);
        Ok(Log { file: file.map_err(|error| Failure::cannot("write", path, &error))?, written: None })
    }

    /// Returns whether it is time for a line.
    pub(super) fn is_due(&self) -> bool {
        self.written.is_none_or(|written| written.elapsed() >= LOG_PAUSE)
    }

    /// Appends a line.
    pub(super) fn write(&mut self, line: &Value) -> io::Result<()> {
        self.written = Some(Instant::now());
        // In one piece, as other programs may append to the file.
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}
