//! Searches: their limits, their checkpoint, and what is reported about them.
//!
//! ```text
//!     Search::run_with ----> Session::report      cancel? progress line, best game, log;  then the checkpoint
//!
//!     state of a checkpoint     the history of the search,  its state
//! ```

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::NAME;
use super::game::{Game, Stdin};
use super::saved::{BestFile, Log};
use super::task::{Search as SearchTask, Searched};
use crate::checkpoint::{read_value, write_value};
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::progress::TaskProgress;
use crate::morpion::record::{self, Form, Record, WriteRecordError};
use crate::morpion::search::{ALGORITHM_VERSION, BestGame, Ending, Plan, Search};

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
    /// A file that could not be written in the end, and why.
    pub(super) unwritten: Option<(PathBuf, io::Error)>,
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
    let file = task.save.as_deref().map(|path| BestFile::open(path, variant)).transpose()?;
    let log = task.log.as_deref().map(Log::open).transpose()?;
    let mut session = Session::begin(&origin, &search, resumed, file, log)?;
    progress.count_as("playouts");
    // Each worker has the same share, so that a limit stops all runs of the same task at the same playout.
    let share = progress.take_nodes().map(|nodes| nodes.div_ceil(threads.max(1) as u64));
    let mut playouts = 0;
    let ending = search.run_with(share, &mut |made| {
        playouts = made;
        session.report(made, progress)?;
        if writer.is_due() {
            writer.write(|out| session.save(out));
        }
        ControlFlow::Continue(())
    });
    progress.count(playouts);
    writer.close(progress.is_quiet(), |out| session.save(out));
    let best = search.best();
    let game = origin.game(&best)?;
    let unwritten = session.end(playouts, &game);
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

/// The search that a game comes from, which the record of the game names.
struct Origin<'a> {
    searched: &'a Searched,
    /// The record that the search starts from.
    start: Option<Record>,
    threads: usize,
}

impl Origin<'_> {
    /// Replays the best game. The one that the search starts from keeps its author.
    fn game(&self, best: &BestGame) -> Result<Game, Failure> {
        let Searched { variant, seed, level, .. } = self.searched;
        let replayed = |record| Game::replay(record).map_err(Failure::Input);
        if let Some(start) = self.start.as_ref().filter(|start| start.moves() == best.moves) {
            return replayed(start.clone());
        }
        let from = self.start.as_ref().map(|start| format!(" from a game of {} moves", start.moves().len()));
        let (from, threads) = (from.unwrap_or_default(), self.threads);
        let found = format!("thread {} after {} playouts", best.worker + 1, best.playouts);
        let method = format!("nrpa L{level}{from}, {threads} thread(s): {found}");
        replayed(Record::found(*variant, best.moves.clone(), &method, *seed))
    }
}

/// What a checkpoint has about a search beside its state, so that progress line and log continue. Times are those of all runs
/// together.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct History {
    elapsed: Duration,
    /// The number of moves of the best game, and when it was found; `None` if the search began with it.
    longest: usize,
    best_after: Option<Duration>,
}

/// A search in progress, with what is reported about it.
struct Session<'a> {
    origin: &'a Origin<'a>,
    search: &'a Search<'a>,
    begun: Instant,
    /// The time and the playouts of earlier runs.
    elapsed_before: Duration,
    playouts_before: u64,
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
        search: &'a Search<'a>,
        resumed: Option<History>,
        file: Option<BestFile>,
        log: Option<Log>,
    ) -> Result<Session<'a>, Failure> {
        let game = origin.game(&search.best())?;
        let longest = game.position.score();
        let (elapsed_before, playouts_before) = (resumed.map_or(Duration::ZERO, |run| run.elapsed), search.playouts());
        // A game that is longer than the history says was found just before the checkpoint.
        let best_after = resumed.and_then(|run| if longest > run.longest { Some(run.elapsed) } else { run.best_after });
        let begun = Instant::now();
        let mut session =
            Session { origin, search, begun, elapsed_before, playouts_before, longest, best_after, file, log };
        session.file.iter_mut().for_each(|file| file.save(&game));
        if let Some(log) = session.log.as_mut().filter(|_| resumed.is_some()) {
            log.write(&json!({
                "schema": "quadrille/morpion-search-resume/1", "task": origin.searched.to_string(),
                "elapsed": seconds(elapsed_before), "playouts": playouts_before,
                "best": longest, "best_after": best_after.map(seconds),
            }));
        }
        Ok(session)
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
        let best = (self.search.longest() > self.longest).then(|| self.search.best());
        let is_longer = best.as_ref().is_some_and(|best| self.note_length(best.moves.len()));
        if let (true, Some(best), Some(file)) = (is_longer, best, &mut self.file)
            && let Ok(game) = self.origin.game(&best)
        {
            file.save(&game);
        }
        self.write_log(playouts, is_longer);
        ControlFlow::Continue(())
    }

    /// Records the number of moves of the best game. Returns whether it is another one than before.
    fn note_length(&mut self, moves: usize) -> bool {
        let is_new = moves != self.longest;
        if is_new {
            (self.longest, self.best_after) = (moves, Some(self.elapsed()));
        }
        is_new
    }

    fn line(&self, playouts: u64) -> String {
        let Searched { variant, level, .. } = self.origin.searched;
        let (elapsed, longest) = (self.elapsed(), self.longest);
        let found = |after: Duration| format!("found after {} s", after.as_secs());
        let when = self.best_after.map_or_else(|| "at the start".to_owned(), found);
        let rate = rate(self.playouts(playouts), elapsed);
        format!("{variant} level {level}: best {longest} {when}; {rate} playouts/s, {} s", elapsed.as_secs())
    }

    /// Writes a line of the log, if it is time to or `is_wanted`.
    fn write_log(&mut self, playouts: u64, is_wanted: bool) {
        let (elapsed, playouts) = (self.elapsed(), self.playouts(playouts));
        if let Some(log) = self.log.as_mut().filter(|log| is_wanted || log.is_due()) {
            log.write(&json!({
                "schema": "quadrille/morpion-search-log/1", "task": self.origin.searched.to_string(),
                "elapsed": seconds(elapsed), "playouts": playouts, "playouts_per_second": rate(playouts, elapsed),
                "best": self.longest, "best_after": self.best_after.map(seconds),
            }));
        }
    }

    /// Logs and saves the best game at the end. Returns a file that could not be written, and why.
    fn end(mut self, playouts: u64, best: &Game) -> Option<(PathBuf, io::Error)> {
        self.note_length(best.position.score());
        self.write_log(playouts, true);
        self.file.iter_mut().for_each(|file| file.save(best));
        self.file.and_then(BestFile::failure).or_else(|| self.log?.failure())
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
