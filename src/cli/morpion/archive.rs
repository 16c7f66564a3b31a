//! A folder of good games that searches in several processes and on several machines share.
//!
//! ```text
//!     82-5f0c1d3be2a94478.msr      LENGTH-HASH.msr: the same game has the same name in every process
//!     82-5f0c1d3be2a94478.msr.writing-x7Kq2f.part      written first, then renamed; removed after an hour if a killed process left it
//! ```
//!
//! No lock is taken. A process that finds more than [`MOST_GAMES`] games removes the last ones of the same order as any other process:
//! the shortest, and of equally long ones the last names. So a game is only removed if there are enough better ones. Only games
//! that this process has written, or has read and replayed and found under the right name, are counted, given out and removed; any other
//! file stays as it is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use itertools::Itertools;

use super::NAME;
use super::found::{Origin, write_game};
use super::game::{Game, read_all};
use crate::cli::exit::Failure;
use crate::cli::files::Retried;
use crate::cli::messages::say;
use crate::files::remove_temporaries_of;
use crate::morpion::record::{Form, Record};
use crate::morpion::search::{Archive, BestGame};
use crate::morpion::{Move, Variant};
use crate::random::Random;

/// The number of games in a folder. While several processes write, there may be some more.
const MOST_GAMES: usize = 20;

/// The age at which a temporary file is one that a killed process has left.
const OLD: Duration = Duration::from_secs(3600);

/// The end of the names of games.
const SUFFIX: &str = ".msr";

/// The number of digits of a hash.
const DIGITS: usize = 16;

/// The number of digits of a length, at most.
const MOST_LENGTH_DIGITS: usize = 4;

/// A folder of games of one variant.
pub(super) struct Folder<'a> {
    path: PathBuf,
    origin: &'a Origin<'a>,
    seen: Mutex<Seen>,
}

/// What has been read from a folder.
struct Seen {
    games: Games,
    /// The names of the files that were skipped, with a remark.
    skipped: HashSet<String>,
    retried: Retried,
}

/// Names of files and their games.
type Games = BTreeMap<String, Record>;

impl<'a> Folder<'a> {
    /// Opens a folder.
    pub(super) fn open(path: &Path, origin: &'a Origin<'a>) -> Result<Folder<'a>, Failure> {
        let seen = Seen { games: Games::new(), skipped: HashSet::new(), retried: Retried::new(NAME) };
        let folder = Folder { path: path.to_owned(), origin, seen: Mutex::new(seen) };
        let mut seen = folder.seen();
        folder.list(&mut seen).map_err(|error| Failure::cannot("read", path, &error))?;
        // The best game of the state of a checkpoint may be one of these.
        seen.games.values().for_each(|game| origin.take(game));
        drop(seen);
        Ok(folder)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // What has been seen is correct at any time.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the games that are new, and forgets those that are gone.
    fn list(&self, seen: &mut Seen) -> io::Result<()> {
        remove_temporaries_of(&self.path, OLD, |of| str::from_utf8(of).is_ok_and(is_name));
        let names: Vec<String> = fs::read_dir(&self.path)?
            .filter_map_ok(|entry| entry.file_name().into_string().ok().filter(|name| is_name(name)))
            .try_collect()?;
        let mut games = Games::new();
        for name in names {
            let game = seen.games.remove(&name).map_or_else(|| self.read(&name), |game| Ok(Some(game)));
            match game {
                Ok(Some(game)) => drop(games.insert(name, game)),
                Ok(None) => {}
                Err(problem) => {
                    if !seen.skipped.contains(&name) {
                        let path = self.path.join(&name);
                        say(NAME, format_args!("skipping a record: {}: {problem}", path.display()));
                        seen.skipped.insert(name);
                    }
                }
            }
        }
        seen.games = games;
        Ok(())
    }

    /// Reads a game; `None` if another process has removed it.
    ///
    /// # Errors
    /// A message about what is wrong with the file.
    fn read(&self, name: &str) -> Result<Option<Record>, String> {
        let path = self.path.join(name);
        // Opening a pipe would wait for its other end.
        let opened = fs::symlink_metadata(&path).and_then(|file| {
            if file.is_file() {
                File::open(&path).and_then(read_all)
            } else {
                Err(io::Error::other("not a regular file"))
            }
        });
        let text = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|error| format!("cannot read it: {error}"))?,
        };
        let record = Game::read_of_itself(&text)?.record;
        let (variant, expected) = (record.variant(), self.origin.searched.variant);
        if variant != expected {
            return Err(format!("expected a record of {expected}, found one of {variant}"));
        }
        match name_of(variant, record.moves()) {
            of if of == name => Ok(Some(record)),
            of => Err(format!("expected the name {of} for this game")),
        }
    }

    /// Writes a finished game if it belongs into the folder and is not there, and removes the games that do not belong there.
    fn add(&self, seen: &mut Seen, game: &BestGame) -> io::Result<()> {
        self.list(seen)?;
        let name = name_of(self.origin.searched.variant, &game.moves);
        let is_among_best =
            seen.games.len() < MOST_GAMES || seen.games.values().any(|other| other.moves().len() < game.moves.len());
        let path = self.path.join(&name);
        let game = self.origin.game(game).map_err(io::Error::other)?;
        if game.position.is_finished() && is_among_best && fs::symlink_metadata(&path).is_err() {
            write_game(&path, &game, Form::Msr)?;
            seen.games.insert(name, game.record);
        }
        // The sort is stable, so equally long games stay in the order of their names.
        let by_length = seen.games.iter().sorted_by_key(|(_, game)| Reverse(game.moves().len()));
        let surplus: Vec<String> = by_length.skip(MOST_GAMES).map(|(name, _)| name.clone()).collect();
        let mut removed = Ok(());
        for name in surplus {
            match fs::remove_file(self.path.join(&name)) {
                // Others may still be removed, such as those of this process.
                Err(error) if error.kind() != io::ErrorKind::NotFound => removed = Err(error),
                _ => drop(seen.games.remove(&name)),
            }
        }
        removed
    }

    /// Returns the moves of a game that is given to a search.
    fn given(&self, record: &Record) -> Vec<Move> {
        self.origin.take(record);
        record.moves().to_vec()
    }

    /// Returns why the folder could not be read or written the last time.
    pub(super) fn failure(self) -> Option<io::Error> {
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner).retried.failure()
    }
}

impl Archive for Folder<'_> {
    fn offer(&self, game: &BestGame) {
        let mut seen = self.seen();
        let added = self.add(&mut seen, game);
        seen.retried.report(self.path.display(), added);
    }

    fn pick(&self, random: &mut Random) -> Option<Vec<Move>> {
        // The game of the run that has just ended was offered before, so they are up to date.
        let games = &self.seen().games;
        // There are far fewer than 2^32.
        games.values().nth(random.below(games.len() as u32) as usize).map(|record| self.given(record))
    }

    fn with_length(&self, least: usize) -> Option<Vec<Move>> {
        self.seen().games.values().find(|game| game.moves().len() >= least).map(|record| self.given(record))
    }
}

/// Returns whether a file with this name may be a game.
fn is_name(name: &str) -> bool {
    let parts = name.strip_suffix(SUFFIX).and_then(|name| name.split_once('-'));
    parts.is_some_and(|(length, hash)| {
        (1..=MOST_LENGTH_DIGITS).contains(&length.len())
            && length.bytes().all(|digit| digit.is_ascii_digit())
            && hash.len() == DIGITS
            && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Returns the name of the file of a game, which does not depend on the order of its moves. The hash is FNV-1a with 64 bits, which is
/// the same on every machine and in every version.
fn name_of(variant: Variant, moves: &[Move]) -> String {
    let sorted = moves.iter().map(|mv| format!(" {} {}", mv.point, mv.line)).sorted().join("");
    let hash = format!("{variant}{sorted}")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{}-{hash:0DIGITS$x}{SUFFIX}", moves.len())
}
