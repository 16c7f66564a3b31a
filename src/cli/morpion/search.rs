//! `morpion search`: long games.
//!
//! ```text
//!     Search::run ----> Session::report           progress line, cancel? best game, log;  then the checkpoint
//!
//!     state of a checkpoint     the history of the search,  its state
//! ```

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::game::{Game, read_all};
use super::{CHECKPOINT, PICTURE, variant};
use crate::checkpoint::{read_value, write_value};
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::LimitArgs;
use crate::cli::output::Answer;
use crate::cli::paths::{InputFile, OutputFile, OutputKind, input, output, write_whole};
use crate::cli::run::Run;
use crate::morpion::bounds::{self, Known};
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::record::{Form, Record};
use crate::morpion::search::{self, ALGORITHM_VERSION, BestGame, Ending, InvalidStartError, MAX_LEVELS, Plan};
use crate::morpion::{Move, Pattern, Variant};

#[derive(Args, Debug)]
pub(super) struct Search {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Number of nested levels, 1 to 9; each further level takes up to 100 times as long
    #[arg(long, value_name = "L", default_value_t = 4, value_parser = value_parser!(u8).range(1..=i64::from(MAX_LEVELS)))]
    level: u8,

    /// Search until a game has N moves
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_DEPTH as u64))]
    target: Option<usize>,

    /// Start from this record, finished or not
    #[arg(long, value_name = "FILE", value_parser = input())]
    start: Option<InputFile>,

    /// Have all games of a run begin with the same N moves: the first ones of the start, or without --start those of a
    /// random game, another one for each run
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    keep: usize,

    /// Search for games whose grid is its own half-turn, by pairs of moves
    #[arg(long)]
    symmetric: bool,

    /// Save the best game in FILE, unless FILE already has a longer one: as MSR, or as JSON if the name of FILE ends in
    /// .json
    #[arg(long, value_name = "FILE", value_parser = output(OutputKind::Update))]
    save: Option<OutputFile>,

    /// Append the progress of the search to FILE, as lines of JSON; it goes on after a resume from a checkpoint
    #[arg(long, value_name = "FILE", value_parser = output(OutputKind::Log))]
    log: Option<OutputFile>,

    #[arg(long, value_name = "FILE", help = CHECKPOINT, value_parser = output(OutputKind::Checkpoint))]
    checkpoint: Option<OutputFile>,

    #[arg(long, value_name = "PATH", help = PICTURE, value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Serialize)]
struct SearchAnswer {
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
}

impl Search {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        run.count_as("playouts");
        let &Search { variant, seed, level, target, keep, symmetric, .. } = self;
        let threads = run.meter().threads();
        // Each worker has the same share, so that a limit stops all runs of the same task at the same playout.
        let share = run.take_nodes().map(|nodes| nodes.div_ceil(threads as u64));
        let start = self.start(run)?;
        let moves = start.as_ref().map_or_else(Vec::new, |start| start.moves().to_vec());
        let shown = moves.iter().map(|mv| format!("{} {}", mv.point, mv.line)).join(" ");
        let start_sum = crc32fast::hash(shown.as_bytes());
        // The target only decides when the runs end, so it may be changed between them: a lower one is reached by the
        // longest game so far.
        let kind = if symmetric { "symmetric search" } else { "search" };
        let identity = (kind, keep, variant, seed, level, threads, target.is_some(), ALGORITHM_VERSION, start_sum);
        let plan = Plan { variant, seed, levels: level, target, start: moves, keep, symmetric };
        let unusable = |error| match error {
            InvalidStartError::Illegal => "the record is too far from the cross to search from".to_owned(),
            InvalidStartError::NotSymmetric => error.to_string(),
        };
        let unusable = |error| Failure::Input(format!("{}: {}", run.task(), unusable(error)));
        let mut search = search::Search::new(plan, threads).map_err(unusable)?;
        let mut resumed = None;
        let mut checkpoint = run.resume(self.checkpoint.as_ref(), &identity, &mut |from| {
            resumed = Some(read_value(from)?);
            search.load(from)
        })?;
        let session = Session::begin(self, run, &search, start, resumed)?;
        self.note_bound(run);
        let save = |out: &mut dyn Write| session.save(out);
        let ending = search.run(share, &mut checkpoint.budget(&save, &mut |playouts| session.report(playouts)));
        checkpoint.close(&save);
        let best = search.best();
        let game = session.game(&best)?;
        let done = ending == Ending::Done;
        let exit = Exit::of_complete(session.end(&game) && done);
        let answer = SearchAnswer {
            variant,
            best: game.position.score(),
            moves_left: game.position.mobility(),
            done,
            seed,
            level,
            target,
            threads,
            thread: best.worker + 1,
            playouts: best.playouts,
            moves: game.record.moves().to_vec(),
            game,
        };
        run.answer_with_picture(&answer, self.svg.as_ref(), exit)
    }

    /// Reads the record to start from.
    fn start(&self, run: &Run<'_>) -> Result<Option<Record>, Failure> {
        let Some(file) = &self.start else { return Ok(None) };
        let game = Game::open(Some(file), Some(self.variant), run)?;
        if !game.record.pattern().is_cross() {
            return Err(Failure::Input(format!("{}: expected a record that starts from the cross", run.task())));
        }
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

impl Answer for SearchAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Best: {}", self.best)?;
        out.write_all(self.game.text(Form::Plain).map_err(io::Error::other)?.as_bytes())
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        self.game.draw(out)
    }
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

/// A line of the log.
#[derive(Serialize)]
struct LogLine<'a> {
    schema: &'a str,
    task: &'a str,
    elapsed: f64,
    playouts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    playouts_per_second: Option<u64>,
    best: usize,
    best_after: Option<f64>,
}

/// The schema of a line of the log. The one after a resume has another.
const LOG_SCHEMA: &str = "quadrille/morpion-search-log/1";

/// The pause between two lines of the log if no better game is found.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// A search in progress, with what is reported about it.
struct Session<'a> {
    task: &'a Search,
    run: &'a Run<'a>,
    search: &'a search::Search,
    /// The record that the search starts from.
    start: Option<Record>,
    begun: Instant,
    history: Cell<History>,
    /// The playouts of earlier runs.
    playouts_before: u64,
    log: Option<File>,
    /// When the last line of the log was written.
    logged: Cell<Option<Instant>>,
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
        if let Some(path) = &task.save {
            saved_game(path, task.variant).map_err(Failure::Input)?;
        }
        let open = |path: &OutputFile| {
            let file = File::options().append(true).create(true).open(&**path);
            file.map_err(|error| Failure::cannot("write", path, &error))
        };
        let best = search.best();
        let longest = best.moves.len();
        let history = resumed.unwrap_or(History { elapsed: Duration::ZERO, longest, best_after: None });
        let session = Session {
            task,
            run,
            search,
            start,
            begun: Instant::now(),
            history: Cell::new(history),
            playouts_before: search.playouts(),
            log: task.log.as_ref().map(open).transpose()?,
            logged: Cell::new(None),
        };
        // A longer game was found just before the checkpoint.
        session.note_length(longest.max(history.longest), history.elapsed);
        // What cannot be written now is written at the end, or reported then.
        let _ = session.save_game(&session.game(&best)?);
        if resumed.is_some() {
            let _ = session.write_log("quadrille/morpion-search-resume/1", history.elapsed, 0);
        }
        Ok(session)
    }

    /// Replays the best game. The one that the search starts from keeps its author.
    fn game(&self, best: &BestGame) -> Result<Game, Failure> {
        let Search { variant, seed, level, symmetric, .. } = self.task;
        let record = match &self.start {
            // The pairs of a symmetric search may be in another order.
            Some(start) if best.playouts == 0 => start.clone(),
            start => {
                let from = start.as_ref().map(|start| format!(" from a game of {} moves", start.moves().len()));
                let (from, threads) = (from.unwrap_or_default(), self.run.meter().threads());
                let found = format!("thread {} after {} playouts", best.worker + 1, best.playouts);
                let symmetric = if *symmetric { " of symmetric grids" } else { "" };
                let method = format!("nrpa L{level}{symmetric}{from}, {threads} thread(s): {found}");
                Record::found(*variant, best.moves.clone(), &method, *seed)
            }
        };
        Game::replay(record).map_err(Failure::Input)
    }

    /// Saves a game that has moves, if there is a file for it without a longer one: as JSON or as MSR.
    fn save_game(&self, game: &Game) -> io::Result<()> {
        let Some(path) = &self.task.save else { return Ok(()) };
        let score = game.position.score();
        let stays = |there: Game| there.position.score() > score || there.record.moves() == game.record.moves();
        let there = saved_game(path, self.task.variant).map_err(io::Error::other)?;
        if score == 0 || there.is_some_and(stays) {
            return Ok(());
        }
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let form = if is_json { Form::Json } else { Form::Msr };
        let text = game.text(form).map_err(io::Error::other)?;
        write_whole(path, &mut |out| out.write_all(text.as_bytes()))
    }

    /// Returns the time of all runs so far.
    fn elapsed(&self) -> Duration {
        self.history.get().elapsed.saturating_add(self.begun.elapsed())
    }

    /// Writes the state of a checkpoint.
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        write_value(out, &History { elapsed: self.elapsed(), ..self.history.get() })?;
        self.search.save(out)
    }

    /// Shows the progress, and saves and logs a longer game. Breaks if the search is to stop.
    fn report(&self, playouts: u64) -> ControlFlow<()> {
        self.run.show(|| self.progress(playouts));
        // Before saving, which waits for all threads.
        self.run.poll(playouts)?;
        let best = (self.search.longest() > self.history.get().longest).then(|| self.search.best());
        let longer = best.filter(|best| self.note_length(best.moves.len(), self.elapsed()));
        if let Some(Ok(game)) = longer.as_ref().map(|best| self.game(best)) {
            let _ = self.save_game(&game);
        }
        if longer.is_some() || self.logged.get().is_none_or(|logged| logged.elapsed() >= LOG_PAUSE) {
            let _ = self.write_log(LOG_SCHEMA, self.elapsed(), playouts);
        }
        ControlFlow::Continue(())
    }

    /// Records the number of moves of the best game. Returns whether it is another one than before.
    fn note_length(&self, longest: usize, elapsed: Duration) -> bool {
        let history = self.history.get();
        let is_new = longest != history.longest;
        if is_new {
            self.history.set(History { longest, best_after: Some(elapsed), ..history });
        }
        is_new
    }

    fn progress(&self, playouts: u64) -> String {
        let (Search { variant, level, .. }, elapsed) = (self.task, self.elapsed());
        let History { longest, best_after, .. } = self.history.get();
        let found = |after: Duration| format!("found after {} s", after.as_secs());
        let when = best_after.map_or_else(|| "at the start".to_owned(), found);
        let rate = rate(self.playouts_before.saturating_add(playouts), elapsed);
        format!("{variant} level {level}: best {longest} {when}, {rate} playouts/s")
    }

    /// Appends a line to the log, if there is one.
    fn write_log(&self, schema: &str, elapsed: Duration, playouts: u64) -> io::Result<()> {
        let Some(mut log) = self.log.as_ref() else { return Ok(()) };
        self.logged.set(Some(Instant::now()));
        let (playouts, history) = (self.playouts_before.saturating_add(playouts), self.history.get());
        let line = serde_json::to_string(&LogLine {
            schema,
            task: self.run.task(),
            elapsed: seconds(elapsed),
            playouts,
            playouts_per_second: (schema == LOG_SCHEMA).then(|| rate(playouts, elapsed)),
            best: history.longest,
            best_after: history.best_after.map(seconds),
        })?;
        // In one piece, as other programs may append to the file.
        log.write_all(format!("{line}\n").as_bytes())
    }

    /// Logs and saves the best game at the end. Reports what could not be written, and returns whether all could.
    fn end(&self, best: &Game) -> bool {
        let elapsed = self.elapsed();
        self.note_length(best.position.score(), elapsed);
        let logged = self.write_log(LOG_SCHEMA, elapsed, self.run.meter().positions());
        let mut is_written = true;
        for (path, written) in [(&self.task.save, self.save_game(best)), (&self.task.log, logged)] {
            if let (Some(path), Err(error)) = (path, written) {
                self.run.say(format_args!("cannot write {}: {error}", path.display()));
                is_written = false;
            }
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

/// Returns the game in a file for the best one; `None` if there is none.
///
/// # Errors
/// A message, if there is something else than a record of the variant.
fn saved_game(path: &Path, variant: Variant) -> Result<Option<Game>, String> {
    if !path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0) {
        return Ok(None);
    }
    let game = File::open(path).and_then(read_all).ok().and_then(|text| Game::read(&text, None).ok());
    game.filter(|game| *game.record.pattern() == Pattern::cross(variant)).map(Some).ok_or_else(|| {
        let path = path.display();
        format!("refusing to overwrite {path}: not a record of {variant}; name another file")
    })
}
