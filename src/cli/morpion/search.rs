//! Searches: their limits, their checkpoint, their log, and the file for their best game.
//!
//! ```text
//!     Search::run ---->  Session::report      cancel? progress line, best game, log;  then the checkpoint
//!
//!     state of a checkpoint     the history of the search,  its state
//! ```

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::NAME;
use super::found::{Origin, write_game};
use super::game::{Game, Stdin, read_all};
use super::task::{Search as SearchTask, Searched};
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::files::Retried;
use crate::cli::locks::Lock;
use crate::cli::progress::TaskProgress;
use crate::files::{Target, followed};
use crate::morpion::record::{self, Form, WriteRecordError};
use crate::morpion::search::{ALGORITHM_VERSION, BestGame, Ending, Plan, Search};

/// The pause between two lines of the log if no better game is found.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// The result of a search.
pub(super) struct SearchAnswer {
    pub(super) game: Game,
    pub(super) best: BestGame,
    pub(super) seed: u64,
    pub(super) level: u8,
    pub(super) target: Option<usize>,
    pub(super) threads: usize,
    /// Whether the target was reached, or all runs were made if there is no target.
    pub(super) is_done: bool,
    /// The files that could not be written in the end, and why.
    pub(super) unwritten: Vec<(PathBuf, io::Error)>,
}

impl SearchAnswer {
    /// Writes the number of moves, and a record in the plain form.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Best: {}", self.game.position.score())?;
        let written = record::write(out, &self.game.record, Form::Plain, self.game.position.mobility());
        written.map_err(|problem| match problem {
            WriteRecordError::Io(error) => error,
            problem => io::Error::other(problem),
        })
    }
}

/// Searches up to the end or a limit.
pub(super) fn search(
    task: &SearchTask,
    checkpoint: Option<&Path>,
    threads: usize,
    stdin: Stdin,
    progress: &mut TaskProgress<'_>,
) -> Result<SearchAnswer, Failure> {
    let searched = &task.searched;
    let &Searched { variant, seed, level, target, .. } = searched;
    let start = searched.start.as_ref().map(|file| Game::open(Some(file), Some(variant), stdin)).transpose()?;
    if let (Some(file), Some(game)) = (searched.start.as_ref().filter(|_| !stdin.quiet), &start) {
        game.say_remark(file);
    }
    let start = start.map(|game| game.record);
    let moves = start.as_ref().map_or_else(Vec::new, |start| start.moves().to_vec());
    let plan = Plan { variant, seed, levels: level, target, start: moves };
    let identity = identity(&plan, threads);
    let origin = Origin { searched, start, threads };
    let too_far = |_| Failure::Input(format!("{searched}: the record is too far from the cross to search from"));
    let mut search = Search::new(plan, threads).map_err(too_far)?;
    let mut resumed = None;
    let mut writer = CheckpointWriter::resume(NAME, checkpoint, &identity, |from| {
        resumed = Some(read_value(from)?);
        search.load(from)
    })?;
    let file = task.save.as_deref().map(|path| BestFile::open(path, &origin)).transpose()?;
    let log = task.log.as_deref().map(Log::open).transpose()?;
    let mut session = Session::begin(&origin, &search, resumed, file, log);
    progress.count_as("playouts");
    // Each worker has the same share, so that a limit stops all runs of the same task at the same playout.
    let share = progress.take_nodes().map(|nodes| nodes.div_ceil(threads.max(1) as u64));
    let mut playouts = 0;
    let mut budget = Budget::new(|made| {
        playouts = made;
        session.report(made, progress)?;
        if writer.is_due() {
            writer.write(|out| session.save(out));
        }
        ControlFlow::Continue(())
    });
    let ending = search.run(share, &mut budget);
    drop(budget);
    progress.count(playouts);
    writer.close(progress.is_quiet(), |out| session.save(out));
    let best = search.best();
    let unwritten = session.end(playouts, &best);
    let game = origin.game(&best).map_err(Failure::Input)?;
    Ok(SearchAnswer { game, best, seed, level, target, threads, is_done: ending == Ending::Done, unwritten })
}

/// Returns a text that identifies the search that a checkpoint belongs to: everything that its runs depend on. The target only
/// decides when they end, so it may be changed between runs. A lower one is reached by the longest game so far. Messages show what
/// is before the version.
fn identity(plan: &Plan, threads: usize) -> String {
    let Plan { variant, seed, levels, start, target } = plan;
    let moves = start.iter().map(|mv| format!(" {} {}", mv.point, mv.line)).join("");
    let start = if start.is_empty() { "" } else { ", start" };
    let target = if target.is_some() { " --target" } else { "" };
    format!(
        "search {variant} --seed {seed} --level {levels} --threads {threads}{target}, \
         version {ALGORITHM_VERSION}{start}{moves}"
    )
}

/// What a checkpoint has about a search beside its state, so that progress line and log continue. Times are those of all runs
/// together.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct History {
    elapsed: Duration,
    /// The number of moves of the best game, and when it was found; `None` if the search began with it.
    longest: usize,
    best_after: Option<Duration>,
}

/// A search in progress, with what is reported about it.
struct Session<'a> {
    origin: &'a Origin<'a>,
    search: &'a Search,
    begun: Instant,
    /// The time and the playouts of earlier runs.
    elapsed_before: Duration,
    playouts_before: u64,
    /// The number of moves of the longest game when the best one was last saved.
    seen: usize,
    /// The number of moves of the best game, and when it was found; `None` if the search began with it.
    longest: usize,
    best_after: Option<Duration>,
    file: Option<BestFile>,
    log: Option<Log>,
}

impl<'a> Session<'a> {
    /// Begins a search, or continues one from a checkpoint, of which `resumed` is the history. The log then gets a line of its own.
    fn begin(
        origin: &'a Origin<'a>,
        search: &'a Search,
        resumed: Option<History>,
        file: Option<BestFile>,
        log: Option<Log>,
    ) -> Session<'a> {
        let History { elapsed, longest, best_after } = resumed.unwrap_or_default();
        let mut session = Session {
            origin,
            search,
            begun: Instant::now(),
            elapsed_before: elapsed,
            playouts_before: search.playouts(),
            seen: 0,
            longest: 0,
            best_after: None,
            file,
            log,
        };
        session.save_best();
        // A game that is longer than the history says was found just before the checkpoint.
        let is_newer = resumed.is_some() && session.longest > longest;
        session.best_after = if is_newer { Some(elapsed) } else { best_after };
        if resumed.is_some() {
            session.note_resume();
        }
        session
    }

    /// Returns the time of all runs so far.
    fn elapsed(&self) -> Duration {
        self.elapsed_before.saturating_add(self.begun.elapsed())
    }

    /// Returns the number of playouts of all runs, of which this one has made the given number.
    fn playouts(&self, made: u64) -> u64 {
        self.playouts_before.saturating_add(made)
    }

    /// Writes the state of a checkpoint.
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let &Session { longest, best_after, .. } = self;
        write_value(out, &History { elapsed: self.elapsed(), longest, best_after })?;
        self.search.save(out)
    }

    /// Shows the progress, and saves and logs a longer game. Breaks if the search is to stop.
    fn report(&mut self, playouts: u64, progress: &mut TaskProgress<'_>) -> ControlFlow<()> {
        progress.show(|| self.line(playouts));
        // Before saving, which waits for all threads.
        progress.report(playouts)?;
        let is_longer = self.search.longest() > self.seen;
        if is_longer {
            self.save_best();
        }
        self.note(playouts, is_longer);
        ControlFlow::Continue(())
    }

    /// Saves the best game if it is longer than the one in the file.
    fn save_best(&mut self) {
        self.seen = self.search.longest();
        let best = self.search.best();
        self.set_best(&best);
        if let Some(file) = &mut self.file {
            file.offer(self.origin, &best);
        }
    }

    /// Records the best game, and the time if it is another one than before.
    fn set_best(&mut self, best: &BestGame) {
        if best.moves.len() != self.longest {
            (self.longest, self.best_after) = (best.moves.len(), Some(self.elapsed()));
        }
    }

    fn line(&self, playouts: u64) -> String {
        let Searched { variant, level, .. } = self.origin.searched;
        let (elapsed, longest) = (self.elapsed(), self.longest);
        let found = |after: Duration| format!("found after {} s", after.as_secs());
        let when = self.best_after.map_or_else(|| "at the start".to_owned(), found);
        let rate = rate(self.playouts(playouts), elapsed);
        format!("{variant} level {level}: best {longest} {when}; {rate} playouts/s, {} s", elapsed.as_secs())
    }

    /// Writes a line of the log, if it is time to or there is a better game.
    fn note(&mut self, playouts: u64, is_new: bool) {
        let (elapsed, playouts) = (self.elapsed(), self.playouts(playouts));
        if let Some(log) = &mut self.log
            && (is_new || log.is_due())
        {
            log.write(&json!({
                "schema": "quadrille/morpion-search-log/1", "task": self.origin.searched.to_string(),
                "elapsed": seconds(elapsed), "playouts": playouts, "playouts_per_second": rate(playouts, elapsed),
                "best": self.longest, "best_after": self.best_after.map(seconds),
            }));
        }
    }

    /// Writes the line of the log that marks where a run continues, with the numbers that it continues from.
    fn note_resume(&mut self) {
        if let Some(log) = &mut self.log {
            log.write(&json!({
                "schema": "quadrille/morpion-search-resume/1", "task": self.origin.searched.to_string(),
                "elapsed": seconds(self.elapsed_before), "playouts": self.playouts_before,
                "best": self.longest, "best_after": self.best_after.map(seconds),
            }));
        }
    }

    /// Logs and saves the best game at the end. Returns the files that could not be written, and why.
    fn end(mut self, playouts: u64, best: &BestGame) -> Vec<(PathBuf, io::Error)> {
        self.set_best(best);
        self.note(playouts, true);
        let file = self.file.and_then(|file| file.end(self.origin, best));
        let log = self.log.and_then(|log| Some((log.path, log.retried.failure()?)));
        file.into_iter().chain(log).collect()
    }
}

/// Returns a time in seconds, with three decimals.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

fn rate(playouts: u64, time: Duration) -> u64 {
    // No machine makes more playouts per second than fit into 64 bits.
    (u128::from(playouts) * 1000 / time.as_millis().max(1)) as u64
}

/// The file for lines of JSON.
struct Log {
    path: PathBuf,
    file: File,
    written: Option<Instant>,
    /// Whether the last line of the file may be incomplete.
    may_be_torn: bool,
    retried: Retried,
}

impl Log {
    fn open(path: &Path) -> Result<Log, Failure> {
        let path = path.to_owned();
        match File::options().append(true).create(true).open(&path) {
            Ok(file) => Ok(Log { path, file, written: None, may_be_torn: true, retried: Retried::new(NAME) }),
            Err(error) => Err(Failure::cannot("write", &path, &error)),
        }
    }

    /// Returns whether it is time for a line.
    fn is_due(&self) -> bool {
        self.written.is_none_or(|written| written.elapsed() >= LOG_PAUSE)
    }

    /// Appends a line. If this fails, that is reported, and the search continues.
    fn write(&mut self, line: &Value) {
        self.written = Some(Instant::now());
        let end_of_last = if self.may_be_torn && is_torn(&self.path) { "\n" } else { "" };
        // In one piece, as other programs may append to the file.
        let written = self.file.write_all(format!("{end_of_last}{line}\n").as_bytes());
        self.may_be_torn = written.is_err();
        self.retried.report(self.path.display(), written);
    }
}

/// Returns whether the last line of a file has no end: a program was killed, or the disk was full, while it was written. If the file
/// cannot be read, or is a pipe or a device, returns false.
fn is_torn(path: &Path) -> bool {
    let last = || -> io::Result<u8> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last).map(|()| last[0])
    };
    path.is_file() && last().is_ok_and(|last| last != b'\n')
}

/// The file for the best game, which is locked.
struct BestFile {
    path: PathBuf,
    form: Form,
    retried: Retried,
    _lock: Option<Lock>,
}

impl BestFile {
    /// Opens a file, which need not exist. If it does, it must contain a record of the same variant.
    fn open(given: &Path, origin: &Origin<'_>) -> Result<BestFile, Failure> {
        let path = followed(given);
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let form = if is_json { Form::Json } else { Form::Msr };
        // What is written in place, such as a device, is not locked.
        let lock = match Target::of(&path) {
            Ok(Target::InPlace(_)) => None,
            _ => Lock::take(NAME, &path)?,
        };
        let file = BestFile { path, form, retried: Retried::new(NAME), _lock: lock };
        file.current(origin).map_err(Failure::Input)?;
        Ok(file)
    }

    /// Returns the game that is in the file; `None` if there is none.
    fn current(&self, origin: &Origin<'_>) -> Result<Option<Game>, String> {
        let variant = origin.searched.variant;
        if !self.path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0) {
            return Ok(None);
        }
        let path = self.path.display();
        let refused =
            |problem| format!("refusing to overwrite {path}: not a record of {variant} ({problem}); name another file");
        let text = File::open(&self.path).and_then(read_all).map_err(|error| refused(error.to_string()))?;
        let game = Game::read_of_itself(&text).map_err(refused)?;
        if game.record.variant() == variant {
            Ok(Some(game))
        } else {
            Err(refused(format!("it is a record of {}", game.record.variant())))
        }
    }

    /// Writes a game if it is longer than the one in the file.
    fn offer(&mut self, origin: &Origin<'_>, best: &BestGame) {
        let written = self.write_if(origin, best, |current| current.position.score() < best.moves.len());
        self.retried.report(self.path.display(), written);
    }

    /// Writes the best game at the end of the search if it is longer than the one in the file, or if that has as many moves and
    /// was found earlier by another thread of the same search. A longer game stays, even if another search found it. Returns the file if
    /// it could not be written, and why.
    fn end(mut self, origin: &Origin<'_>, best: &BestGame) -> Option<(PathBuf, io::Error)> {
        let written = self.write_if(origin, best, |current| match current.position.score().cmp(&best.moves.len()) {
            Ordering::Less => true,
            Ordering::Equal => current.record.moves() != best.moves && origin.has_found(&current.record),
            Ordering::Greater => false,
        });
        // A failure is that of the task.
        if written.is_ok() {
            self.retried.report(self.path.display(), Ok(()));
        }
        Some((self.path, written.err()?))
    }

    fn write_if(&self, origin: &Origin<'_>, best: &BestGame, is_wanted: impl FnOnce(&Game) -> bool) -> io::Result<()> {
        match self.current(origin) {
            Ok(Some(current)) if !is_wanted(&current) => Ok(()),
            Ok(_) if best.moves.is_empty() => Ok(()),
            Ok(_) => self.write(origin, best),
            Err(problem) => Err(io::Error::other(problem)),
        }
    }

    fn write(&self, origin: &Origin<'_>, best: &BestGame) -> io::Result<()> {
        write_game(&self.path, &origin.game(best).map_err(io::Error::other)?, self.form)
    }
}
