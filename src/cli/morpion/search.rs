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

use serde_json::json;

use super::NAME;
use super::game::{Game, read_all};
use super::task::{Searched, Source};
use crate::checkpoint::Unusable;
use crate::cli::exit::say;
use crate::cli::files::write_whole;
use crate::cli::keeper::Keeper;
use crate::cli::program::Failure;
use crate::cli::running::Running;
use crate::morpion::Move;
use crate::morpion::record::{self, Form, Record, Unwritable};
use crate::morpion::search::{Ending, Found, Plan, Search};

/// How often the log says how it goes, if there is nothing new.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// What came of a search.
pub(super) struct Outcome {
    pub(super) game: Game,
    pub(super) found: Found,
    pub(super) workers: usize,
    /// Whether the target was met, or all runs were made if there was none.
    pub(super) is_done: bool,
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
    listed: bool,
    running: &mut Running<'_>,
) -> Result<Outcome, Failure> {
    let Searched { variant, seed, level, target, .. } = *searched;
    let start = start(searched, listed)?;
    let plan = Plan { variant, seed, levels: level, target, start };
    let identity = identity(&plan, threads);
    let beyond = || Failure::Input(format!("{searched}: the game to start with is beyond the board"));
    let mut search = Search::new(plan, threads).ok_or_else(beyond)?;
    let mut keeper = Keeper::none(NAME);
    if let Some(path) = checkpoint {
        let (file, kept) = Keeper::open(NAME, path, &identity)?;
        keeper = file;
        if let Some(mut kept) = kept {
            search.load(&mut kept.findings).map_err(|error| Unusable::Io(path.to_owned(), error))?;
        }
    }
    let best = searched.save.as_deref().map(|path| Best::open(path, searched)).transpose()?;
    let log = searched.log.as_deref().map(|path| Log::open(path, searched)).transpose()?;
    let mut session =
        Session { searched, search: &search, begun: Instant::now(), longest: 0, last: Duration::ZERO, best, log };
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
    session.end(playouts)?;
    let found = search.best();
    let game = Game::replay(record_of(searched, &found, threads)).map_err(Failure::Input)?;
    Ok(Outcome { game, found, workers: threads, is_done: ending == Ending::Done })
}

/// What a checkpoint of a search belongs to: all that its runs depend on. The target only says when they end.
fn identity(plan: &Plan, threads: usize) -> String {
    let start: String = plan.start.iter().map(|mv| format!(" {} {}", mv.point, mv.line)).collect();
    let Plan { variant, seed, levels, .. } = plan;
    format!("search {variant} seed {seed} level {levels} threads {threads} start{start}")
}

/// The moves of the game to start with.
fn start(searched: &Searched, listed: bool) -> Result<Vec<Move>, Failure> {
    let Some(file) = &searched.start else { return Ok(Vec::new()) };
    let file = Some(file.clone()).filter(|file| file != "-");
    let game = Game::open(&Source { file, variant: Some(searched.variant) }, listed, false)?;
    Ok(game.position.moves().collect())
}

fn record_of(searched: &Searched, found: &Found, threads: usize) -> Record {
    let Found { worker, playouts, .. } = found;
    let level = searched.level;
    let method = format!("nrpa L{level}, thread {} of {threads}, after {playouts} playouts", worker + 1);
    Record::found(searched.variant, found.moves.clone(), &method, searched.seed)
}

/// A search that is being done, seen from outside.
struct Session<'a> {
    searched: &'a Searched,
    search: &'a Search,
    begun: Instant,
    /// The moves of the longest game that has been told of, and when it was found.
    longest: usize,
    last: Duration,
    best: Option<Best>,
    log: Option<Log>,
}

impl Session<'_> {
    /// Does what is to be done now and then; whether to go on.
    fn beat(&mut self, playouts: u64, running: &mut Running<'_>) -> ControlFlow<()> {
        self.tell(playouts, false);
        let Session { searched, longest, last, begun, .. } = self;
        running.show(|| {
            let (seconds, rate) = (begun.elapsed().as_secs(), rate(playouts, begun.elapsed()));
            let Searched { variant, level, .. } = searched;
            format!(
                "{variant} level {level}: best {longest} after {} s; {rate} playouts/s, {seconds} s",
                last.as_secs()
            )
        });
        running.go_on(playouts)
    }

    fn tell(&mut self, playouts: u64, at_the_end: bool) {
        let (longest, elapsed) = (self.search.longest(), self.begun.elapsed());
        let is_longer = longest > self.longest;
        if is_longer {
            (self.longest, self.last) = (longest, elapsed);
            if let Some(best) = &mut self.best {
                best.offer(self.searched, self.search, longest);
            }
        }
        if let Some(log) = &mut self.log
            && (is_longer || at_the_end || log.written.is_none_or(|written| written.elapsed() >= LOG_PAUSE))
        {
            log.write(&json!({
                "schema": "quadrille/morpion-search-log/1", "task": self.searched.to_string(),
                "elapsed": millis(elapsed), "playouts": playouts, "playouts_per_second": rate(playouts, elapsed),
                "best": longest, "best_after": millis(self.last),
            }));
        }
    }

    /// Says what has not been said yet.
    fn end(mut self, playouts: u64) -> Result<(), Failure> {
        self.tell(playouts, true);
        self.best.map_or(Ok(()), Best::end)
    }
}

/// Seconds with three decimals.
fn millis(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

fn rate(playouts: u64, time: Duration) -> u64 {
    let per_second = playouts as f64 / time.as_secs_f64().max(1e-3);
    // A number of things that a machine has done in a second.
    #[allow(clippy::cast_sign_loss, reason = "it is not negative")]
    let whole = per_second as u64;
    whole
}

/// The file for the best game.
struct Best {
    path: PathBuf,
    form: Form,
    /// The moves of the game that it has.
    has: usize,
    failure: Option<io::Error>,
}

impl Best {
    /// A file that is not there, or has a game of the same variant.
    fn open(path: &str, searched: &Searched) -> Result<Best, Failure> {
        let variant = searched.variant;
        let refused = |problem: String| {
            let path = path.escape_debug();
            Failure::Input(format!("{path} is no record of {variant}, and would be overwritten: {problem}"))
        };
        let path = PathBuf::from(path);
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let form = if is_json { Form::Json } else { Form::Msr };
        let mut best = Best { path, form, has: 0, failure: None };
        let is_file = best.path.metadata().is_ok_and(|there| there.is_file() && there.len() > 0);
        if is_file {
            let text = File::open(&best.path).and_then(read_all).map_err(|error| refused(error.to_string()))?;
            let game = Game::read(&text, None).map_err(refused)?;
            if game.record.variant() != variant {
                return Err(refused(format!("it is one of {}", game.record.variant())));
            }
            best.has = game.position.score();
        }
        Ok(best)
    }

    /// Writes the best game, if it is longer than the one that is there.
    fn offer(&mut self, searched: &Searched, search: &Search, longest: usize) {
        if longest <= self.has {
            return;
        }
        let written = self.write(searched, search);
        match written {
            Ok(length) => (self.has, self.failure) = (length, None),
            Err(error) => {
                if self.failure.is_none() {
                    say(NAME, format_args!("cannot write {}, and go on: {error}", self.path.display()));
                }
                self.failure = Some(error);
            }
        }
    }

    fn write(&self, searched: &Searched, search: &Search) -> io::Result<usize> {
        let found = search.best();
        let game = Game::replay(record_of(searched, &found, search.workers())).map_err(io::Error::other)?;
        write_whole(&self.path, |mut out| {
            let written = record::write(&mut out, &game.record, self.form, game.position.mobility());
            written.map_err(io::Error::other)?;
            out.flush()
        })?;
        Ok(found.moves.len())
    }

    /// Whether the last game could be written.
    fn end(self) -> Result<(), Failure> {
        self.failure.map_or(Ok(()), |error| Err(Failure::Picture(self.path, error)))
    }
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
            Err(error) => Err(Failure::Input(format!("{searched}: cannot write {}: {error}", path.display()))),
        }
    }

    /// Adds a line. That this fails is said once, and ends nothing.
    fn write(&mut self, line: &serde_json::Value) {
        self.written = Some(Instant::now());
        // In one piece, as other programs may append to the file.
        if let Err(error) = self.file.write_all(format!("{line}\n").as_bytes())
            && !std::mem::replace(&mut self.has_failed, true)
        {
            say(NAME, format_args!("cannot write {}, and go on: {error}", self.path.display()));
        }
    }
}
