//! `morpion search`: long games.
//!
//! ```text
//!     Search::run_with ----> Session::report      cancel? progress line, best game, log;  then the checkpoint
//!
//!     state of a checkpoint     the history of the search,  its state
//! ```

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::game::{Game, read_all};
use super::{CHECKPOINT, PICTURE, variant};
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::cli::answer::Answer;
use crate::cli::arguments::{checkpoint, number, picture};
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::{InputFile, OutputFile, Writes, input, output, write_whole};
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::bounds::{self, Known};
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::record::{Form, Record};
use crate::morpion::search::{self, ALGORITHM_VERSION, BestGame, Ending, MAX_LEVELS, Plan};
use crate::morpion::{Move, Variant};

#[derive(Args, Debug)]
#[command(args = [checkpoint(CHECKPOINT), picture(PICTURE)])]
pub(super) struct Search {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Number of nested levels, 1 to 9; each further level takes up to 100 times as long
    #[arg(long, value_name = "L", default_value_t = 4, value_parser = number::<u8>(1..=u64::from(MAX_LEVELS)))]
    level: u8,

    /// Search until a game has N moves
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MAX_DEPTH as u64))]
    target: Option<usize>,

    /// Start from this record, finished or not
    #[arg(long, value_name = "FILE", value_parser = input())]
    start: Option<InputFile>,

    /// Save the best game in FILE, unless FILE already has a longer one: as MSR, or as JSON if the name of FILE ends in
    /// .json
    #[arg(long, value_name = "FILE", value_parser = output(Writes::Update))]
    save: Option<OutputFile>,

    /// Append the progress of the search to FILE, as lines of JSON; it goes on after a resume from a checkpoint
    #[arg(long, value_name = "FILE", value_parser = output(Writes::Log))]
    log: Option<OutputFile>,
}

#[derive(Serialize)]
struct Found {
    variant: Variant,
    best: usize,
    moves_left: usize,
    /// Whether the target was reached, or all runs were made if there is no target.
    done: bool,
    seed: u64,
    level: u8,
    target: Option<usize>,
    threads: usize,
    thread: usize,
    playouts: u64,
    moves: Vec<Move>,
    #[serde(skip)]
    game: Game,
    /// Whether the game and the log could be written.
    #[serde(skip)]
    is_written: bool,
}

impl Task for Search {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let &Search { variant, seed, level, target, .. } = self;
        let threads = run.options().limits.threads;
        let start = self.start(run)?;
        let moves = start.as_ref().map_or_else(Vec::new, |start| start.moves().to_vec());
        let plan = Plan { variant, seed, levels: level, target, start: moves };
        let identity = identity(&plan, threads);
        let task = run.form().task.as_deref().unwrap_or_default();
        let too_far = |_| Failure::Input(format!("{task}: the record is too far from the cross to search from"));
        let mut search = search::Search::new(plan, threads).map_err(too_far)?;
        let mut resumed = None;
        let mut checkpoint = run.resume(run.output(Writes::Checkpoint), &identity, |from| {
            resumed = Some(read_value(from)?);
            search.load(from)
        })?;
        let mut session = Session::begin(self, run, &search, start, resumed)?;
        self.note_bound(run);
        run.count_as("playouts");
        // Each worker has the same share, so that a limit stops all runs of the same task at the same playout.
        let share = run.take_nodes().map(|nodes| nodes.div_ceil(threads.max(1) as u64));
        let mut playouts = 0;
        let mut budget = Budget::new(|made| {
            playouts = made;
            session.report(made)?;
            checkpoint.save_if_due(|out| session.save(out));
            ControlFlow::Continue(())
        });
        let ending = search.run(share, &mut budget);
        drop(budget);
        run.meter().count(playouts);
        checkpoint.close(|out| session.save(out));
        let best = search.best();
        let game = session.game(&best)?;
        Ok(Found {
            variant,
            best: game.position.score(),
            moves_left: game.position.mobility(),
            done: ending == Ending::Done,
            seed,
            level,
            target,
            threads,
            thread: best.worker + 1,
            playouts: best.playouts,
            moves: best.moves,
            is_written: session.end(playouts, &game),
            game,
        })
    }
}

impl Answer for Found {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Best: {}", self.best)?;
        self.game.write(out, Form::Plain).map_err(io::Error::other)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        self.game.draw(out)
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.done && self.is_written)
    }
}

impl Search {
    /// Reads the record to start from.
    fn start(&self, run: &Run<'_>) -> Result<Option<Record>, Failure> {
        let Some(file) = &self.start else { return Ok(None) };
        let game = Game::open(Some(file), Some(self.variant), run)?;
        game.note_remark(Some(file), run);
        Ok(Some(game.record))
    }

    /// Says whose bound the target is beyond, if it is: the search would run until it is stopped.
    fn note_bound(&self, run: &Run<'_>) {
        let known = bounds::known().into_iter().find(|known| known.variant == self.variant);
        if let (Some(Known { variant, bound, by, .. }), Some(target)) = (known, self.target)
            && target > bound as usize
        {
            run.note(format_args!(
                "no game of {variant} has more than {bound} moves ({by}), so that none has {target}: searching for the longest one"
            ));
        }
    }
}

/// Returns what the state of a search depends on. The target only decides when its runs end, so it may be changed
/// between them: a lower one is reached by the longest game so far.
fn identity(plan: &Plan, threads: usize) -> impl Serialize + use<> {
    let Plan { variant, seed, levels, start, target } = plan;
    let moves = start.iter().map(|mv| format!("{} {}", mv.point, mv.line)).join(" ");
    json!({
        "search": variant, "seed": seed, "level": levels, "threads": threads, "target": target.is_some(),
        "version": ALGORITHM_VERSION, "start": format!("{:08x}", crc32fast::hash(moves.as_bytes())),
    })
}

/// What is reported about a search and is in its checkpoint beside its state. Times are those of all runs together.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct History {
    /// The time of the earlier runs.
    elapsed: Duration,
    /// The number of moves of the best game, and when it was found; `None` if the search began with it.
    longest: usize,
    best_after: Option<Duration>,
}

/// A search in progress, with what is reported about it.
struct Session<'a> {
    task: &'a Search,
    run: &'a Run<'a>,
    search: &'a search::Search,
    /// The record that the search starts from.
    start: Option<Record>,
    begun: Instant,
    history: History,
    /// The playouts of earlier runs.
    playouts_before: u64,
    file: Option<BestFile>,
    log: Option<Log>,
}

impl<'a> Session<'a> {
    /// Begins a search, or continues one from a checkpoint, of which `resumed` is the history. The log then gets a line
    /// of its own.
    fn begin(
        task: &'a Search,
        run: &'a Run<'a>,
        search: &'a search::Search,
        start: Option<Record>,
        resumed: Option<History>,
    ) -> Result<Session<'a>, Failure> {
        let file = task.save.as_deref().map(|path| BestFile::open(path, task.variant)).transpose()?;
        let log = task.log.as_deref().map(Log::open).transpose()?;
        let best = search.best();
        let longest = best.moves.len();
        let mut history = resumed.unwrap_or(History { elapsed: Duration::ZERO, longest, best_after: None });
        if longest > history.longest {
            // It was found just before the checkpoint.
            history = History { longest, best_after: Some(history.elapsed), ..history };
        }
        let (begun, playouts_before) = (Instant::now(), search.playouts());
        let mut session = Session { task, run, search, start, begun, history, playouts_before, file, log };
        // What cannot be written now is written at the end, or reported then.
        let _ = session.save_game(&session.game(&best)?);
        if resumed.is_some() {
            let _ = session.write_log("resume", history.elapsed, 0);
        }
        Ok(session)
    }

    /// Replays the best game. The one that the search starts from keeps its author.
    fn game(&self, best: &BestGame) -> Result<Game, Failure> {
        let Search { variant, seed, level, .. } = self.task;
        let record = match &self.start {
            Some(start) if start.moves() == best.moves => start.clone(),
            start => {
                let from = start.as_ref().map(|start| format!(" from a game of {} moves", start.moves().len()));
                let (from, threads) = (from.unwrap_or_default(), self.run.options().limits.threads);
                let found = format!("thread {} after {} playouts", best.worker + 1, best.playouts);
                let method = format!("nrpa L{level}{from}, {threads} thread(s): {found}");
                Record::found(*variant, best.moves.clone(), &method, *seed)
            }
        };
        Game::replay(record).map_err(Failure::Input)
    }

    /// Saves a game, if there is a file for it.
    fn save_game(&self, game: &Game) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.save(game))
    }

    /// Returns the time of all runs so far.
    fn elapsed(&self) -> Duration {
        self.history.elapsed.saturating_add(self.begun.elapsed())
    }

    /// Writes the state of a checkpoint.
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        write_value(out, &History { elapsed: self.elapsed(), ..self.history })?;
        self.search.save(out)
    }

    /// Shows the progress, and saves and logs a longer game. Breaks if the search is to stop.
    fn report(&mut self, playouts: u64) -> ControlFlow<()> {
        self.run.show(|| self.line(playouts));
        // Before saving, which waits for all threads.
        self.run.poll(playouts)?;
        let best = (self.search.longest() > self.history.longest).then(|| self.search.best());
        let longer = best.filter(|best| self.note_length(best.moves.len()));
        if let Some(Ok(game)) = longer.as_ref().map(|best| self.game(best)) {
            let _ = self.save_game(&game);
        }
        if longer.is_some() || self.log.as_ref().is_some_and(Log::is_due) {
            let _ = self.write_log("log", self.elapsed(), playouts);
        }
        ControlFlow::Continue(())
    }

    /// Records the number of moves of the best game. Returns whether it is another one than before.
    fn note_length(&mut self, longest: usize) -> bool {
        let is_new = longest != self.history.longest;
        if is_new {
            self.history = History { longest, best_after: Some(self.elapsed()), ..self.history };
        }
        is_new
    }

    fn line(&self, playouts: u64) -> String {
        let (Search { variant, level, .. }, elapsed) = (self.task, self.elapsed());
        let History { longest, best_after, .. } = self.history;
        let found = |after: Duration| format!("found after {} s", after.as_secs());
        let when = best_after.map_or_else(|| "at the start".to_owned(), found);
        let rate = rate(self.playouts_before.saturating_add(playouts), elapsed);
        format!("{variant} level {level}: best {longest} {when}, {rate} playouts/s")
    }

    /// Writes a line of the log, if there is one: of the `log` of a search, or of its `resume`.
    fn write_log(&mut self, kind: &str, elapsed: Duration, playouts: u64) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let playouts = self.playouts_before.saturating_add(playouts);
        let mut line = json!({
            "schema": format!("quadrille/morpion-search-{kind}/1"), "task": self.run.form().task,
            "elapsed": seconds(elapsed), "playouts": playouts,
        });
        if kind == "log" {
            line["playouts_per_second"] = rate(playouts, elapsed).into();
        }
        line["best"] = self.history.longest.into();
        line["best_after"] = self.history.best_after.map(seconds).into();
        log.write(&line)
    }

    /// Logs and saves the best game at the end. Reports what could not be written, and returns whether all could.
    fn end(mut self, playouts: u64, best: &Game) -> bool {
        self.note_length(best.position.score());
        let logged = self.write_log("log", self.elapsed(), playouts);
        let written = [(&self.task.save, self.save_game(best)), (&self.task.log, logged)];
        let mut is_written = true;
        for (path, error) in written.into_iter().filter_map(|(path, written)| path.as_deref().zip(written.err())) {
            self.run.say(format_args!("cannot write {}: {error}", path.display()));
            is_written = false;
        }
        is_written
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

/// The pause between two lines of the log if no better game is found.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// The file for the best game.
struct BestFile {
    path: PathBuf,
    variant: Variant,
}

impl BestFile {
    /// Returns the file at a path.
    ///
    /// # Errors
    /// If there is something else than a record of the variant.
    fn open(path: &Path, variant: Variant) -> Result<BestFile, Failure> {
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
    fn save(&self, game: &Game) -> io::Result<()> {
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
struct Log {
    file: File,
    written: Option<Instant>,
}

impl Log {
    fn open(path: &Path) -> Result<Log, Failure> {
        let file = File::options().append(true).create(true).open(path);
        Ok(Log { file: file.map_err(|error| Failure::cannot("write", path, &error))?, written: None })
    }

    /// Returns whether it is time for a line.
    fn is_due(&self) -> bool {
        self.written.is_none_or(|written| written.elapsed() >= LOG_PAUSE)
    }

    /// Appends a line.
    fn write(&mut self, line: &Value) -> io::Result<()> {
        self.written = Some(Instant::now());
        // In one piece, as other programs may append to the file.
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}
