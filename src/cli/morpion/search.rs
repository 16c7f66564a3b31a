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
use super::task::{Searched, Source};
use crate::cli::exit::say;
use crate::cli::files::Shown;
use crate::cli::keeper::Keeper;
use crate::cli::program::Failure;
use crate::cli::running::Running;
use crate::morpion::record::{self, Form, Record, Unwritable};
use crate::morpion::search::{Ending, Found, Plan, RULES, Search};

/// How often the log says how it goes, if there is nothing new.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// What came of a search.
pub(super) struct Outcome {
    pub(super) game: Game,
    pub(super) found: Found,
    pub(super) workers: usize,
    /// Whether the target was met, or all runs were made if there is no target.
    pub(super) is_done: bool,
    /// The file that the best game was to be kept in, and was not.
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
    searched: &Searched,
    checkpoint: Option<&Path>,
    threads: usize,
    (listed, quiet): (bool, bool),
    running: &mut Running<'_>,
) -> Result<Outcome, Failure> {
    let Searched { variant, seed, level, target, .. } = *searched;
    let start = start(searched, listed, quiet)?;
    let moves = start.as_ref().map_or_else(Vec::new, |start| start.moves().to_vec());
    let plan = Plan { variant, seed, levels: level, target, start: moves };
    let identity = identity(&plan, threads);
    let unfit = || Failure::Input(format!("{searched}: a search cannot begin with this game"));
    let mut search = Search::new(plan, threads).ok_or_else(unfit)?;
    let mut keeper = Keeper::resume(NAME, checkpoint, &identity, |from| search.load(from))?;
    let origin = Origin { searched, start, threads };
    let best = searched.save.as_deref().map(|path| Best::open(path, &origin)).transpose()?;
    let log = searched.log.as_deref().map(|path| Log::open(path, searched)).transpose()?;
    let mut session =
        Session { origin: &origin, search: &search, begun: Instant::now(), seen: 0, longest: 0, last: None, best, log };
    session.look();
    session.last = None;
    // Each worker has its share, so that a limit cuts all runs of the same task at the same place.
    let share = running.take_nodes().map(|nodes| nodes.div_ceil(threads.max(1) as u64));
    let mut playouts = 0;
    let ending = search.run(share, &mut |made| {
        playouts = made;
        session.beat(made, running)?;
        if keeper.is_due() {
            keeper.write(|out| search.save(out));
        }
        ControlFlow::Continue(())
    });
    running.count(playouts);
    keeper.close(|out| search.save(out));
    let found = search.best();
    let unsaved = session.end(playouts, &found);
    let game = origin.game(&found).map_err(Failure::Input)?;
    Ok(Outcome { game, found, workers: threads, is_done: ending == Ending::Done, unsaved })
}

/// What a checkpoint of a search belongs to: all that its runs depend on. The target says when they end, and may be raised; one that
/// has been met is met at once. A lower one is met by what is the longest game by then.
fn identity(plan: &Plan, threads: usize) -> String {
    let Plan { variant, seed, levels, start, target } = plan;
    let moves = start.iter().map(|mv| format!(" {} {}", mv.point, mv.line)).join("");
    let start = if start.is_empty() { "" } else { " start" };
    let target = if target.is_some() { " target" } else { "" };
    format!("search {variant} seed {seed} level {levels}{target} threads {threads} rules {RULES}{start}{moves}")
}

/// The game to start with.
fn start(searched: &Searched, listed: bool, quiet: bool) -> Result<Option<Record>, Failure> {
    let Some(file) = &searched.start else { return Ok(None) };
    let game = Game::open(&Source::new(Some(file.clone()), Some(searched.variant)), listed, quiet)?;
    Ok(Some(game.record))
}

/// A search that is being done, seen from outside.
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
    /// Does what is to be done now and then; whether to go on.
    fn beat(&mut self, playouts: u64, running: &mut Running<'_>) -> ControlFlow<()> {
        running.show(|| self.line(playouts));
        // Before the look, which waits for all threads, and these can be many.
        running.go_on(playouts)?;
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
        let when = self.last.map_or_else(|| "from before".to_owned(), |last| format!("after {} s", last.as_secs()));
        let rate = rate(playouts, elapsed);
        format!("{variant} level {level}: best {longest} {when}; {rate} playouts/s, {} s", elapsed.as_secs())
    }

    /// Says in the log how it goes, if it is time to, or there is something new.
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

    /// Says and keeps what the search has ended with; what could not be kept, and where.
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
    fn open(path: &str, searched: &Searched) -> Result<Log, Failure> {
        let path = PathBuf::from(path);
        match File::options().append(true).create(true).open(&path) {
            Ok(file) => Ok(Log { path, file, written: None, has_failed: false }),
            Err(error) => Err(Failure::Usage(format!("{searched}: cannot write {}: {error}", Shown(&path)))),
        }
    }

    /// Whether it is time to say how it goes.
    fn is_due(&self) -> bool {
        self.written.is_none_or(|written| written.elapsed() >= LOG_PAUSE)
    }

    /// Adds a line. That this fails is said once, and ends nothing.
    fn write(&mut self, line: &serde_json::Value) {
        self.written = Some(Instant::now());
        // In one piece, as other programs may append to the file.
        if let Err(error) = self.file.write_all(format!("{line}\n").as_bytes())
            && !std::mem::replace(&mut self.has_failed, true)
        {
            say(NAME, format_args!("cannot write {}, and go on: {error}", Shown(&self.path)));
        }
    }
}
