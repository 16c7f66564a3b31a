//! `hex --review`: games in SGF, each move judged by perfect play.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::super::files::{self, Output};
use super::super::{Ctx, Limits, Status, is_stopped};
use super::Inputs;
use crate::budget::Budget;
use crate::hex::sgf::{self, Record};
use crate::hex::solve::{LARGEST_SOLVED, Solver};
use crate::hex::{Judge, Position, Review, ReviewedGame, WinningMoves};
use crate::player::Player;

/// The time for a position, unless there is another limit.
const TIME: Duration = Duration::from_secs(2);

const APPLICATION: &str = concat!("quadrille:", env!("CARGO_PKG_VERSION"));

/// Reviews the games of the inputs, up to a signal.
pub(super) fn run(inputs: &Inputs<'_>, to_sgf: Option<&Output>) -> Result<Status> {
    let (ctx, mut status, mut is_first, mut sgf) = (inputs.ctx, Status::Done, true, Vec::new());
    for file in &inputs.files {
        let records = inputs.open(file)?.into_games();
        let records = records
            .ok_or_else(|| anyhow!("--review is for games, such as those in SGF, and {} has none", file.name()))?;
        let name = file.path().map(|path| path.to_string_lossy()).filter(|_| inputs.files.len() > 1);
        for (number, record) in (1..).zip(records).take_while(|_| !is_stopped()) {
            let reviewed = record.and_then(|record| {
                record.check_set_up()?;
                let mut searches = Searches::new(inputs, number, &record);
                let review = Review::new(record.game(), record.to_move(), &mut searches);
                Ok((review.map_err(|error| record.fault(error))?, record))
            });
            let (review, record) = reviewed.map_err(|error| inputs.named(file, error))?;
            let game = ReviewedGame::new(name.as_deref(), number, &review, record.black);
            game.items().try_for_each(|item| ctx.print_json(&item))?;
            ctx.print_text(if is_first { "" } else { "\n" })?;
            ctx.print(&game)?;
            sgf::write(&mut sgf, APPLICATION, &record, &review, &game.comments())?;
            (status, is_first) = (status.max(Status::of_complete(game.whole)), false);
        }
    }
    if let Some(path) = to_sgf {
        files::replace(path, |out| out.write_all(&sgf))?;
    }
    Ok(if is_stopped() { Status::Stopped } else { status })
}

/// The searches of a game. The limits are for a position; what later positions do not use is for earlier ones.
struct Searches<'a> {
    ctx: &'a Ctx,
    /// `None` if the board is too large, or a position was not solved: those before it would hardly be.
    solver: Option<Solver>,
    game: u64,
    moves: usize,
    begun: Instant,
    /// The number of positions searched before.
    positions: u64,
}

impl<'a> Searches<'a> {
    fn new(inputs: &Inputs<'a>, game: u64, record: &Record) -> Searches<'a> {
        let solver = inputs.solver(record.game().shape().size());
        if solver.is_none() {
            let problem =
                format_args!("boards above size {LARGEST_SOLVED} are not searched: nothing is known of game {game}");
            inputs.ctx.note(problem);
        }
        let (ctx, moves) = (inputs.ctx, record.game().moves());
        Searches { ctx, solver, game, moves, begun: Instant::now(), positions: ctx.positions() }
    }

    fn limits(&self) -> Limits {
        self.ctx.limits().or_time(TIME)
    }

    /// Returns the limits of all positions without what was used.
    fn left(&self) -> Limits {
        let (limits, all) = (self.limits(), u32::try_from(self.moves).unwrap_or(u32::MAX).saturating_add(1));
        let used = (self.begun.elapsed(), self.ctx.positions() - self.positions);
        let time = limits.time.map(|time| time.saturating_mul(all).saturating_sub(used.0));
        let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(all.into()).saturating_sub(used.1));
        Limits { time, nodes, ..limits }
    }

    fn search<T>(
        &self,
        number: usize,
        limits: Limits,
        search: impl FnOnce(&Solver, &mut Budget<'_>) -> Option<T>,
    ) -> Option<T> {
        let Searches { ctx, game, moves, .. } = *self;
        let show = |positions| format!("game {game}, position {number} of {moves}: {positions} positions");
        search(self.solver.as_ref()?, &mut ctx.budget_within(limits, show))
    }
}

impl Judge for Searches<'_> {
    fn winner(&mut self, number: usize, position: &Position, to_move: Player) -> Option<Player> {
        let winner = self.search(number, self.left(), |solver, budget| solver.winner(position, to_move, budget));
        self.solver.take_if(|_| winner.is_none());
        winner
    }

    fn winning_moves(&mut self, number: usize, position: &Position, to_move: Player) -> WinningMoves {
        let (limits, left) = (self.limits(), self.left());
        let all = self.search(number, limits, |solver, budget| solver.winning_moves(position, to_move, budget));
        let limits = Limits { time: limits.time.max(left.time), nodes: limits.nodes.max(left.nodes), ..limits };
        let first = || self.search(number, limits, |solver, budget| solver.winning_move(position, to_move, budget));
        let are_all = all.is_some();
        WinningMoves { cells: all.unwrap_or_else(|| Vec::from_iter(first())), are_all }
    }
}
