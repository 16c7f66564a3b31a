//! `hex --review`: games in SGF, each move judged by perfect play.
//!
//! ```text
//!     Input::open             the games of a file
//!     Review::new             asks Searches about each position, from the last one to the first
//!     Game                    the review as text, as lines of JSON, as pictures of the mistakes, as notes in SGF
//! ```

use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::time::Duration;

use itertools::Itertools;
use serde_json::{Value, json};

use super::Arguments;
use super::input::Input;
use super::perfect::Solvers;
use crate::budget::Budget;
use crate::cell::Cell;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::Limits;
use crate::cli::paths::write_whole;
use crate::cli::run::Run;
use crate::cli::signals;
use crate::hex::sgf::{self, Record, SgfError, colour};
use crate::hex::solve::{LARGEST_SOLVED, Solver};
use crate::hex::{Judge, Move, Position, Review, ReviewedMove, WinningMoves, mistake_picture};
use crate::player::Player;

/// The time for a position, unless there is another limit.
const TIME: Duration = Duration::from_secs(2);

/// Reviews the games of the inputs, up to a signal.
pub(super) fn answer(arguments: &Arguments, inputs: &[Input<'_>], run: &Run<'_>) -> Result<Exit, Failure> {
    let limits = run.meter().limits();
    run.limit(limits.or(Limits { time: Some(TIME), ..Limits::default() }));
    run.process().count_answers("game(s)");
    let solvers = Solvers::new(&arguments.perfect, run);
    let (mut is_whole, mut games) = (true, Vec::new());
    for input in inputs {
        let records = input.open(arguments, run)?.into_games();
        let not_sgf = || Failure::Input(format!("--review is for games in SGF; {} is not SGF", input.name()));
        for (number, record) in (1..).zip(records.ok_or_else(not_sgf)?).take_while(|_| !signals::stopped()) {
            let game = record.and_then(|record| Game::review(input, number, record, &solvers, run));
            let game = game.map_err(|error| input.failure_of_sgf(&error))?;
            if !run.form().json && !games.is_empty() {
                writeln!(run.out())?;
            }
            game.write(run)?;
            game.write_pictures(arguments)?;
            is_whole &= game.is_whole();
            run.process().add(game.is_whole(), "positions", 0);
            games.push(game);
        }
    }
    if let Some(path) = &arguments.to_sgf {
        let written = write_whole(path, &mut |out| games.iter().try_for_each(|game| game.write_sgf(out)));
        written.map_err(|error| Failure::File(path.to_path_buf(), error))?;
    }
    Ok(Exit::of_complete(is_whole && !signals::stopped()))
}

/// The searches of a game, each within the limits.
struct Searches<'a> {
    run: &'a Run<'a>,
    /// `None` if the board is too large.
    solver: Option<Solver>,
    game: u64,
    moves: usize,
}

impl Searches<'_> {
    fn search<T>(&self, number: usize, search: impl FnOnce(&Solver, &mut Budget<'_>) -> Option<T>) -> Option<T> {
        let Searches { run, game, moves, .. } = *self;
        run.begin_part();
        let poll = |positions| {
            run.show(|| format!("game {game}, position {number} of {moves}: {positions} positions"));
            run.poll(positions)
        };
        let found = search(self.solver.as_ref()?, &mut run.budget_with(poll));
        run.process().add(false, "positions", run.meter().positions());
        found
    }
}

impl Judge for Searches<'_> {
    fn winner(&mut self, number: usize, position: &Position, to_move: Player) -> Option<Player> {
        self.search(number, |solver, budget| solver.winner(position, to_move, budget))
    }

    fn winning_moves(&mut self, number: usize, position: &Position, to_move: Player) -> WinningMoves {
        let all = self.search(number, |solver, budget| solver.winning_moves(position, to_move, budget));
        let first = || self.search(number, |solver, budget| solver.winning_move(position, to_move, budget));
        let are_all = all.is_some();
        WinningMoves { cells: all.unwrap_or_else(|| Vec::from_iter(first())), are_all }
    }
}

/// A game that was reviewed.
struct Game<'a> {
    input: &'a Input<'a>,
    /// Its number in the input, from 1.
    number: u64,
    record: Record,
    review: Review,
}

impl<'a> Game<'a> {
    fn review(
        input: &'a Input<'a>,
        number: u64,
        record: Record,
        solvers: &Solvers<'_>,
        run: &Run<'_>,
    ) -> Result<Game<'a>, SgfError> {
        let (game, size) = (record.game(), record.game().size());
        if size > LARGEST_SOLVED {
            run.note(format_args!(
                "boards above size {LARGEST_SOLVED} are not searched: nothing is known of game {number}"
            ));
        }
        let mut searches = Searches { run, solver: solvers.solver(size), game: number, moves: game.moves() };
        record.check_set_up()?;
        let review = Review::new(game, record.to_move(), &mut searches).map_err(|error| record.fault(error))?;
        Ok(Game { input, number, record, review })
    }

    /// Returns whether everything is known.
    fn is_whole(&self) -> bool {
        self.review.unknown() == 0 && self.review.moves.iter().flat_map(|mv| &mv.missed).all(|missed| missed.are_all)
    }

    /// Returns the moves with their numbers.
    fn moves(&self) -> impl Iterator<Item = (usize, &ReviewedMove)> {
        (1..).zip(&self.review.moves)
    }

    fn write(&self, run: &Run<'_>) -> io::Result<()> {
        let mut out = run.out();
        if run.form().json {
            return self.json().iter().try_for_each(|fields| run.form().write_json(&mut out, fields));
        }
        match self.input.path.filter(|_| self.input.among_others) {
            Some(path) => writeln!(out, "Game {} of {}", self.number, path.display())?,
            None => writeln!(out, "Game {}", self.number)?,
        }
        writeln!(out, "{}", self.start())?;
        self.moves().try_for_each(|(number, mv)| writeln!(out, "{}", line(number, mv)))?;
        writeln!(out, "{}\nUnknown positions: {}", self.given_away(), self.review.unknown())
    }

    fn start(&self) -> String {
        let winner = self.review.start.map(colour);
        winner.map_or_else(|| "Start: unknown".to_owned(), |winner| format!("Start: {winner} wins"))
    }

    fn given_away(&self) -> String {
        let [b, w] = [Player::O, Player::X].map(|player| self.review.given_away(player));
        format!("Winning positions given away by B: {b}\nWinning positions given away by W: {w}")
    }

    /// Returns the fields of the start, of each move, and of the game.
    fn json(&self) -> Vec<Value> {
        let Game { input, number: game, ref record, ref review } = *self;
        let file = input.path.map(Path::to_string_lossy);
        let place = |number, player: Option<Player>, mv: Option<Move>, winner: Option<Player>| {
            let (player, mv, winner) = (player.map(colour), mv.map(|mv| mv.to_string()), winner.map(colour));
            json!({ "file": file, "game": game, "number": number, "player": player, "move": mv, "winner": winner })
        };
        let mut lines = vec![place(0, None, None, review.start)];
        for (number, mv) in self.moves() {
            let mut fields = place(number, Some(mv.player), Some(mv.mv), mv.winner);
            if let Some(WinningMoves { cells, are_all }) = &mv.missed {
                fields["winning_moves"] = names(cells).map(|name| json!(name.to_string())).collect();
                fields["all_winning_moves"] = json!(are_all);
            }
            lines.push(fields);
        }
        lines.push(json!({
            "file": file,
            "game": game,
            "size": record.game().size(),
            "moves": review.moves.len(),
            "given_away": { "b": review.given_away(Player::O), "w": review.given_away(Player::X) },
            "unknown": review.unknown(),
            "whole": self.is_whole(),
        }));
        lines
    }

    /// Writes a picture of each mistake, if they are asked for.
    fn write_pictures(&self, arguments: &Arguments) -> Result<(), Failure> {
        let Some(folder) = &arguments.svg else { return Ok(()) };
        for (number, mv) in self.moves() {
            let Some(missed) = &mv.missed else { continue };
            let position = self.record.position(Some(number - 1)).map_err(|error| self.input.failure_of_sgf(&error))?;
            let path = folder.join(format!("{}game-{}-move-{number}.svg", self.input.pictures, self.number));
            let played = match mv.mv {
                Move::Stone(cell) => Some(cell),
                _ => None,
            };
            let title = format!("Hex, game {}, move {}", self.number, line(number, mv));
            let mut draw =
                |out: &mut dyn Write| mistake_picture(out, &title, &position, (mv.player, played), &missed.cells);
            let drawn = folder.create().and_then(|()| write_whole(&path, &mut draw));
            drawn.map_err(|error| Failure::File(path, error))?;
        }
        Ok(())
    }

    fn write_sgf(&self, out: &mut dyn Write) -> io::Result<()> {
        let start = format!("{}\n{}", self.start(), self.given_away());
        let comments = iter::once(start).chain(self.moves().map(|(number, mv)| line(number, mv))).collect_vec();
        let application = concat!("quadrille:", env!("CARGO_PKG_VERSION"));
        sgf::write(out, application, &self.record, &self.review, &comments)
    }
}

/// Returns the line of a move, such as `12. B e4: loses (winning: d5 f3)`.
fn line(number: usize, mv: &ReviewedMove) -> String {
    let winning = mv.missed.as_ref().map_or_else(String::new, |WinningMoves { cells, are_all }| {
        let more = match (cells.is_empty(), are_all) {
            (_, true) => "",
            (false, false) => ", perhaps others",
            (true, false) => "unknown",
        };
        format!(" (winning: {}{more})", names(cells).format(" "))
    });
    let result = match mv.wins() {
        Some(true) => "wins",
        Some(false) => "loses",
        None => "unknown",
    };
    format!("{number}. {} {}: {result}{winning}", colour(mv.player), mv.mv)
}

/// Returns cells as they are written in SGF.
fn names(cells: &[Cell]) -> impl Iterator<Item = Move> {
    cells.iter().copied().map(Move::Stone)
}
