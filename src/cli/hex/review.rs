//! `hex --review`: games in SGF, each move judged by perfect play.
//!
//! ```text
//!     Input::open             the games of a file
//!     Review::new             asks Searches about each position, from the last one to the first
//!     Game                    the review as text, as lines of JSON, as pictures of the mistakes, as notes in SGF
//! ```

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use itertools::Itertools;
use serde::Serialize;

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
use crate::hex::sgf::{self, Note, Quality, Record, SgfError, colour};
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

#[derive(Serialize)]
struct MoveFields {
    file: Option<String>,
    game: u64,
    /// The number of moves up to this one; 0 before the first one.
    number: usize,
    player: Option<char>,
    #[serde(rename = "move")]
    mv: Option<String>,
    winner: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<Vec<String>>,
    /// Whether `winning_moves` has all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_winning_moves: Option<bool>,
}

#[derive(Serialize)]
struct GameFields {
    file: Option<String>,
    game: u64,
    size: u16,
    moves: usize,
    given_away: GivenAway,
    unknown: usize,
    whole: bool,
}

#[derive(Serialize)]
struct GivenAway {
    b: usize,
    w: usize,
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

    fn file(&self) -> Option<String> {
        self.input.path.map(|path| path.to_string_lossy().into_owned())
    }

    fn write(&self, run: &Run<'_>) -> io::Result<()> {
        let mut out = run.out();
        if run.form().json {
            return self
                .json()
                .try_for_each(|fields| run.form().write_json(&mut out, &fields))
                .and_then(|()| run.form().write_json(&mut out, &self.fields()));
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
        format!(
            "Start: {}",
            self.review.start.map_or_else(|| "unknown".to_owned(), |winner| format!("{} wins", colour(winner)))
        )
    }

    fn given_away(&self) -> impl Display {
        [Player::O, Player::X]
            .map(|player| {
                format!("Winning positions given away by {}: {}", colour(player), self.review.given_away(player))
            })
            .join("\n")
    }

    fn json(&self) -> impl Iterator<Item = MoveFields> {
        let fields = |number, mv: Option<&ReviewedMove>, winner: Option<Player>| {
            let missed = mv.and_then(|mv| mv.missed.as_ref());
            MoveFields {
                file: self.file(),
                game: self.number,
                number,
                player: mv.map(|mv| colour(mv.player)),
                mv: mv.map(|mv| mv.mv.to_string()),
                winner: winner.map(colour),
                winning_moves: missed.map(|missed| names(&missed.cells).collect()),
                all_winning_moves: missed.map(|missed| missed.are_all),
            }
        };
        let moves = self.moves().map(move |(number, mv)| fields(number, Some(mv), mv.winner));
        std::iter::once(fields(0, None, self.review.start)).chain(moves)
    }

    fn fields(&self) -> GameFields {
        let [b, w] = [Player::O, Player::X].map(|player| self.review.given_away(player));
        GameFields {
            file: self.file(),
            game: self.number,
            size: self.record.game().size(),
            moves: self.review.moves.len(),
            given_away: GivenAway { b, w },
            unknown: self.review.unknown(),
            whole: self.is_whole(),
        }
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
        let start = Note { comment: format!("{}\n{}", self.start(), self.given_away()), ..Note::default() };
        let moves = self.moves().map(|(number, mv)| {
            let is_reply = number > 1 && self.review.moves[number - 2].missed.is_some();
            let quality = match mv.missed {
                Some(_) => Some(Quality::Bad),
                None => (is_reply && mv.wins() == Some(true)).then_some(Quality::Good),
            };
            let marked = mv.missed.iter().flat_map(|missed| &missed.cells).copied().collect();
            Note { comment: line(number, mv), marked, quality }
        });
        let notes = std::iter::once(start).chain(moves).collect_vec();
        sgf::write(out, &format!("quadrille:{}", env!("CARGO_PKG_VERSION")), &self.record, &notes)
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
        format!(" (winning: {}{more})", names(cells).join(" "))
    });
    let result = match mv.wins() {
        Some(true) => "wins",
        Some(false) => "loses",
        None => "unknown",
    };
    format!("{number}. {} {}: {result}{winning}", colour(mv.player), mv.mv)
}

/// Returns the names of cells as in SGF.
fn names(cells: &[Cell]) -> impl Iterator<Item = String> + '_ {
    cells.iter().map(|&cell| Move::Stone(cell).to_string())
}
