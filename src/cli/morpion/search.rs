//! Searches: their limits, their checkpoint, and the files beside them.
//!
//! ```text
//!     Search::run ----> Session::beat      now and then: go on? checkpoint, best game, log, progress
//! ```

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use itertools::Itertools;
use serde_json::json;

use super::NAME;
use super::game::Game;
use super::kept::{Best, Origin};
use super::task::{Search as SearchTask, Searched};
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::messages::say;
use crate::cli::progress::TaskProgress;
use crate::morpion::record::{self, Form, Record, Unwritable};
use crate::morpion::search::{Ending, Found, Plan, RULES, Search};

/// The pause between two lines of the log if no better game is found.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// The result of a search.
pub(super) struct Outcome {
    pub(super) game: Game,
    pub(super) found: Found,
    pub(super) workers: usize,
    /// Whether the target was met, or all runs were made if there is no target.
    pub(super) is_done: bool,
    /// The file that the best game could not be saved in.
    pub(super) unsaved: Option<(PathBuf, io::Error)>,
}

impl Outcome {
    /// The number of moves, and a record in the plain form.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Best: {}", self.game.position.score())?;
        let written = record::write(out, &self.game.record, Form::Plain, self.game.position.mobility());
        written.map_err(|problem| match problem {
            Unwritable::Sink(error) => error,
            problem => io::Error::other(problem),
        })
    }
}

/// Searches up to the end or a limit.
pub(super) fn search(
    task: &SearchTask,
    threads: usize,
    (listed, quiet): (bool, bool),
    progress: &mut TaskProgress<'_>,
) -> Result<Outcome, Failure> {
    let searched = &task.searched;
    let start = start(searched, listed, quiet)?;
    let moves = start.as_ref().map_or_else(Vec::new, |start| start.moves().to_vec());
    let plan = Plan {
        variant: searched.variant,
        seed: searched.seed,
        levels: searched.levels(),
        target: searched.target(),
        start: moves,
    };
    let identity = identity(&plan, threads);
    let unfit = || Failure::Input(format!("{searched}: the record is too far from the cross to search from"));
    let mut search = Search::new(plan, threads).ok_or_else(unfit)?;
    let mut writer = CheckpointWriter::resume(NAME, task.checkpoint(), &identity, |from| search.load(from))?;
    let origin = Origin { searched, start, threads };
    let best = task.save.as_deref().map(|path| Best::open(path, &origin)).transpose()?;
    let log = task.log.as_deref().map(Log::open).transpose()?;
    let mut session =
        Session { origin: &origin, search: &search, begun: Instant::now(), seen: 0, longest: 0, last: None, best, log };
    session.look();
    session.last = None;
    // Each worker has its share, so that a limit stops all runs of the same task at the same place.
    let share = progress.take_nodes().map(|nodes| nodes.div_ceil(threads.max(1) as u64));
    let mut playouts = 0;
    let ending = search.run(share, &mut |made| {
        playouts = made;
        session.beat(made, progress)?;
        if writer.is_due() {
            writer.write(|out| search.save(out));
        }
        ControlFlow::Continue(())
    });
    progress.count(playouts);
    writer.close(|out| search.save(out));
    let found = search.best();
    let unsaved = session.end(playouts, &found);
    let game = origin.game(&found).map_err(Failure::Input)?;
    Ok(Outcome { game, found, workers: threads, is_done: ending == Ending::Done, unsaved })
}

/// Names the search that a checkpoint belongs to: everything that its runs depend on. The target decides when they end, and may be
/// raised; one that has been met is met at once. A lower one is met by the longest game so far.
fn identity(plan: &Plan, threads: usize) -> String {
    let Plan { variant, seed, levels, start, target } = plan;
    let moves = start.iter().map(|mv| format!(" {} {}", mv.point, mv.line)).join("");
    let start = if start.is_empty() { "" } else { ", start" };
    let target = if target.is_some() { " --target" } else { "" };
    format!(
        "search {variant} --seed {seed} --level {levels} --threads {threads}{target}, version {RULES}{start}{moves}"
    )
}

/// The record to start from.
fn start(searched: &Searched, listed: bool, quiet: bool) -> Result<Option<Record>, Failure> {
    let Some(file) = &searched.start else { return Ok(None) };
    let game = Game::open(Some(file), Some(searched.variant), listed, quiet)?;
    Ok(Some(game.record))
}

/// A search that is progress, seen from outside.
struct Session<'a> {
    origin: &'a Origin<'a>,
    search: &'a Search,
    begun: Instant,
    /// The moves of the longest game of all when the best one was last looked at.
    seen: usize,
    /// The moves of the best game, and when it was found if that was in this run.
    longest: usize,
    last: Option<Duration>,
    best: Option<Best>,
    log: Option<Log>,
}

impl Session<'_> {
    /// Shows the progress, and saves better games; returns whether to continue.
    fn beat(&mut self, playouts: u64, progress: &mut TaskProgress<'_>) -> ControlFlow<()> {
        progress.show(|| self.line(playouts));
        // Before the look, which waits for all threads.
        progress.report(playouts)?;
        let is_longer = self.search.longest() > self.seen;
        if is_longer {
            self.look();
        }
        self.note(playouts, is_longer);
        ControlFlow::Continue(())
    }

    /// Looks at the best game, and offers it to its file.
    fn look(&mut self) {
        self.seen = self.search.longest();
        let found = self.search.best();
        (self.longest, self.last) = (found.moves.len(), Some(self.begun.elapsed()));
        if let Some(best) = &mut self.best {
            best.offer(self.origin, &found);
        }
    }

    fn line(&self, playouts: u64) -> String {
        let Searched { variant, level, .. } = self.origin.searched;
        let (elapsed, longest) = (self.begun.elapsed(), self.longest);
        let when = self.last.map_or_else(|| "before this run".to_owned(), |last| format!("after {} s", last.as_secs()));
        let rate = rate(playouts, elapsed);
        format!("{variant} level {level}: best {longest} found {when}; {rate} playouts/s, {} s", elapsed.as_secs())
    }

    /// Writes a line of the log, if it is time to or there is a better game.
    fn note(&mut self, playouts: u64, is_new: bool) {
        if let Some(log) = &mut self.log
            && (is_new || log.is_due())
        {
            let elapsed = self.begun.elapsed();
            log.write(&json!({
                "schema": "quadrille/morpion-search-log/1", "task": self.origin.searched.to_string(),
                "elapsed": seconds(elapsed), "playouts": playouts, "playouts_per_second": rate(playouts, elapsed),
                "best": self.longest, "best_after": self.last.map(seconds),
            }));
        }
    }

    /// Logs and saves the best game at the end; returns the file that it could not be saved in.
    fn end(mut self, playouts: u64, found: &Found) -> Option<(PathBuf, io::Error)> {
        if found.moves.len() != self.longest {
            (self.longest, self.last) = (found.moves.len(), Some(self.begun.elapsed()));
        }
        self.note(playouts, true);
        let mut best = self.best?;
        best.end(self.origin, found);
        best.failure.map(|error| (best.path, error))
    }
}

/// A time with three decimals.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

fn rate(playouts: u64, time: Duration) -> u64 {
    // No machine does more in a second than 64 bits count.
    (u128::from(playouts) * 1000 / time.as_millis().max(1)) as u64
}

/// The file for lines of JSON.
struct Log {
    path: PathBuf,
    file: File,
    written: Option<Instant>,
    has_failed: bool,
}

impl Log {
    fn open(path: &Path) -> Result<Log, Failure> {
        let path = path.to_owned();
        match File::options().append(true).create(true).open(&path) {
            Ok(file) => Ok(Log { path, file, written: None, has_failed: false }),
            Err(error) => Err(Failure::Usage(format!("cannot write {}: {error}", path.display()))),
        }
    }

    /// Whether it is time for a line.
    fn is_due(&self) -> bool {
        self.written.is_none_or(|written| written.elapsed() >= LOG_PAUSE)
    }

    /// Appends a line. If this fails, that is reported once, and the search continues.
    fn write(&mut self, line: &serde_json::Value) {
        self.written = Some(Instant::now());
        // In one piece, as other programs may append to the file.
        if let Err(error) = self.file.write_all(format!("{line}\n").as_bytes())
            && !std::mem::replace(&mut self.has_failed, true)
        {
            say(NAME, format_args!("cannot write {}, continuing without it: {error}", self.path.display()));
        }
    }
}
