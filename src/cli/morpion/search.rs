//! `morpion search`: long games.

use std::cell::Cell;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, anyhow, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};

use super::{Picture, open, read_all, variant};
use crate::budget::Budget;
use crate::cli::checkpoint::Checkpoint;
use crate::cli::files::{self, Input, Output};
use crate::cli::{Ctx, Limits, Status, Task};
use crate::morpion::bounds::{self, Known};
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::record::{Form, Record};
use crate::morpion::search::{self, ALGORITHM_VERSION, BestGame, Ending, MAX_LEVELS, Plan};
use crate::morpion::{Game, Pattern, Variant, report};

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
    #[arg(long, value_name = "FILE")]
    start: Option<Input>,

    /// Have all games of a run begin with the same N moves: the first ones of the start, or without --start those of a
    /// random game, another one for each run
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    keep: usize,

    /// Search for games whose grid is its own half-turn, by pairs of moves
    #[arg(long)]
    symmetric: bool,

    /// Save the best game in FILE, unless FILE already has a longer one: as MSR, or as JSON if the name of FILE ends in
    /// .json
    #[arg(long, value_name = "FILE", value_parser = Output::update())]
    save: Option<Output>,

    /// Save the state in FILE; the same command continues from it
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    checkpoint: Option<Output>,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Search {
    fn unit(&self) -> &'static str {
        "playouts"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let &Search { variant, seed, level, target, keep, symmetric, .. } = self;
        let (threads, start) = (ctx.limits().threads(), self.start(ctx)?);
        let moves = start.as_ref().map_or_else(Vec::new, |start| start.moves().to_vec());
        let plan = Plan { variant, seed, levels: level, target, start: moves, keep, symmetric };
        let search = search::Search::new(plan.clone(), threads);
        let mut search = search.map_err(|error| anyhow!("{}: {error}", ctx.name()))?;
        // The target only decides when the runs end, so it may be changed between them.
        let task = Plan { target: target.map(|_| 0), ..plan.clone() };
        let identity = ("morpion search", task, threads, ALGORITHM_VERSION);
        let mut checkpoint = Checkpoint::open(ctx, self.checkpoint.as_ref(), &identity, |from| search.load(from))?;
        self.saved()?;
        self.note_bound(ctx);
        // Each worker has the same share, so that a limit stops all runs of the same task at the same playout.
        let share = ctx.limits().nodes.map(|nodes| nodes.div_ceil(threads as u64));
        let show = |playouts| format!("{variant} level {level}, {playouts} playouts, best {}", search.longest());
        let mut budget = ctx.budget_within(Limits { nodes: None, ..ctx.limits() }, show);
        let mut budget = checkpoint.budget(&mut budget, |out| search.save(out));
        let saved = Cell::new(0);
        let poll = |playouts| {
            budget.poll(playouts)?;
            if self.save.is_some() && saved.replace(search.longest()) < search.longest() {
                // What cannot be written now is written at the end, or reported then.
                let _ = self.game(start.as_ref(), &search.best(), threads).and_then(|game| self.save_game(&game));
            }
            ControlFlow::Continue(())
        };
        let is_done = search.run(share, &mut Budget::new(poll)) == Ending::Done;
        drop(budget);
        checkpoint.save(|out| search.save(out));
        let best = search.best();
        let game = self.game(start.as_ref(), &best, threads)?;
        ctx.print(&report::Found::new(plan, threads, &best, &game, is_done))?;
        self.save_game(&game)?;
        self.picture.draw(|out| game.draw(out))?;
        Ok(Status::of_complete(is_done))
    }
}

impl Search {
    /// Reads the record to start from.
    fn start(&self, ctx: &Ctx) -> Result<Option<Record>> {
        let Some(file) = &self.start else { return Ok(None) };
        let game = open(file, Some(self.variant), ctx)?;
        let problem = "expected a record that starts from the cross";
        ensure!(game.record.pattern().is_cross(), "{}: {problem}", ctx.name());
        game.remark().inspect(|remark| ctx.note(format_args!("{}: {remark}", file.name())));
        Ok(Some(game.record))
    }

    /// Says whose bound the target is beyond, if it is: the search would run until it is stopped.
    fn note_bound(&self, ctx: &Ctx) {
        let known = bounds::known().into_iter().find(|known| known.variant == self.variant);
        if let (Some(Known { variant, bound, by, .. }), Some(target)) = (known, self.target)
            && target > bound as usize
        {
            let why = format!("no game of {variant} has more than {bound} moves ({by}), so that none has {target}");
            ctx.note(format_args!("{why}: searching for the longest one"));
        }
    }

    /// Replays the best game. The one that the search starts from keeps its author.
    fn game(&self, start: Option<&Record>, best: &BestGame, threads: usize) -> Result<Game> {
        let record = match start {
            // The pairs of a symmetric search may be in another order.
            Some(start) if best.playouts == 0 => start.clone(),
            start => {
                let from = start.map(|start| format!(" from a game of {} moves", start.moves().len()));
                let found = format!("thread {} after {} playouts", best.worker + 1, best.playouts);
                let symmetric = if self.symmetric { " of symmetric grids" } else { "" };
                let from = from.unwrap_or_default();
                let method = format!("nrpa L{}{symmetric}{from}, {threads} thread(s): {found}", self.level);
                Record::found(self.variant, best.moves.clone(), &method, self.seed)
            }
        };
        Ok(Game::replay(record)?)
    }

    /// Saves a game that has moves, if there is a file for it without a longer one: as JSON or as MSR.
    fn save_game(&self, game: &Game) -> Result<()> {
        let Some(path) = &self.save else { return Ok(()) };
        let score = game.position.score();
        let stays = |there: Game| there.position.score() > score || there.record.moves() == game.record.moves();
        if score == 0 || self.saved()?.is_some_and(stays) {
            return Ok(());
        }
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let text = game.text(if is_json { Form::Json } else { Form::Msr })?;
        files::replace(path, |out| out.write_all(text.as_bytes()))
    }

    /// Returns the game in the file for the best one; `None` if there is none.
    fn saved(&self) -> Result<Option<Game>> {
        let is_there = |path: &&Path| path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0);
        let Some(path) = self.save.as_deref().filter(is_there) else { return Ok(None) };
        let game = File::open(path).and_then(read_all).ok().and_then(|text| Game::read(&text, None).ok());
        let game = game.filter(|game| *game.record.pattern() == Pattern::cross(self.variant));
        let problem = format!("not a record of {}; name another file", self.variant);
        game.map(Some).ok_or_else(|| anyhow!("refusing to overwrite {}: {problem}", path.display()))
    }
}
