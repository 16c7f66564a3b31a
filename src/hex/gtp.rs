//! The Go Text Protocol, version 2, with the commands for Hex of HexGui and benzene.
//!
//! ```text
//!     boardsize 5             =                    an answer ends with an empty line
//!     7 genmove black         =7 c3                the number before a command comes back
//!     play white c3           ? cell c3 already has a black stone
//! ```
//!
//! Black is O (top to bottom), and White is X (left to right).
//!
//! A move is searched in three parts, as a solver and a player share the limits: the first half of them to decide the
//! position; then, if that does not find a win, a move is chosen by its [preference](Solver::preferred_move); and what
//! is left of them goes on with the first search. The same limits on positions give the same move each time; so does
//! the same time, as long as it suffices for the same depth.
//!
//! With `allow_swap 1`, Black opens with a2, which is about even. White answers the first move with `swap-pieces` if
//! Black wins after it, or, where the limits do not decide that, if the first move [is strong](is_strong_first_move).
//!
//! Source: G. Farnebäck, *Specification of the Go Text Protocol, version 2*, 2002.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::solve::{LARGEST_SOLVED, Solver, is_strong_first_move};
use super::{Action, BestCaseSolver, Game, Move, Outcome, PlayError, Position, Shape, distances};
use crate::budget::Budget;
use crate::cell::{Cell, ColumnName};
use crate::player::Player;

const COMMANDS: [&str; 22] = [
    "boardsize",
    "clear_board",
    "dfpn-get-pv",
    "dfpn-solve-state",
    "dfpn-solver-find-winning",
    "distances",
    "final_score",
    "genmove",
    "hexgui-analyze_commands",
    "known_command",
    "list_commands",
    "name",
    "param_game",
    "play",
    "play-game",
    "protocol_version",
    "quit",
    "showboard",
    "solve_state",
    "solve_winning_moves",
    "undo",
    "version",
];

/// What HexGui offers to analyse: how it shows the answer, the name of the menu item, and the command, in which `%m`
/// stands for the player to move.
const ANALYSES: &str = "param/Game Parameters/param_game
move/Generate Move/genmove %m
string/Who Wins/dfpn-solve-state %m
plist/Winning Moves/dfpn-solver-find-winning %m
var/Perfect Play/dfpn-get-pv %m
pspairs/Distances of Black/distances b
pspairs/Distances of White/distances w
string/Final Score/final_score
string/Show Board/showboard";

/// The opening where the second player may swap. It is about even on large boards.
const EVEN_OPENING: Cell = Cell::new(0, 1);

/// The number of columns and of rows before the first `boardsize`.
const SIZE: u64 = 11;

/// What a move may use: all of it, and a half, which begin at the same time.
pub struct MoveBudget<'a> {
    /// All that a move may use.
    pub whole: Budget<'a>,
    /// A half of its limits.
    pub half: Budget<'a>,
}

/// A game, and the solver for boards of its size.
pub struct Engine<'a> {
    /// Begins a move.
    begin: &'a dyn Fn() -> MoveBudget<'a>,
    game: Game,
    solver: Solver,
    /// Whether `genmove` takes the first player's stone over where that is better.
    allows_swap: bool,
    has_quit: bool,
}

impl<'a> Engine<'a> {
    /// Returns an engine with an empty board; `begin` returns what a move, or another search, may use from then on.
    ///
    /// # Errors
    /// None.
    pub fn new(begin: &'a dyn Fn() -> MoveBudget<'a>) -> Result<Engine<'a>, String> {
        Engine::with_shape(SIZE, SIZE, begin)
    }

    fn with_shape(columns: u64, rows: u64, begin: &'a dyn Fn() -> MoveBudget<'a>) -> Result<Engine<'a>, String> {
        let expected = || format!("unacceptable size: expected 1 to {LARGEST_SOLVED}");
        let shape = Shape::new(columns, rows).map_err(|_| expected())?;
        let solver = Solver::new(shape.size(), &begin().whole).ok_or_else(expected)?;
        Ok(Engine { begin, game: Game::new(shape), solver, allows_swap: false, has_quit: false })
    }

    /// Returns whether `quit` was answered.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Returns the answer to a line, with the empty line after it; `None` if the line has no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.split('#').next().unwrap_or_default();
        let line = line.replace(|c: char| c.is_control() && !c.is_whitespace(), "");
        let mut words = line.split_whitespace().peekable();
        let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        let name = words.next()?;
        let (sign, text) = match self.run(name, &words.collect_vec()) {
            Ok(text) => ('=', text),
            Err(problem) => ('?', problem),
        };
        let blank = if text.is_empty() { "" } else { " " };
        Some(format!("{sign}{number}{blank}{text}\n\n"))
    }

    fn run(&mut self, name: &str, arguments: &[&str]) -> Result<String, String> {
        match (name, arguments) {
            ("quit", []) => self.has_quit = true,
            ("boardsize", [size]) => self.begin(size, size)?,
            ("boardsize", [columns, rows]) => self.begin(columns, rows)?,
            ("clear_board", []) => while self.game.pop().is_some() {},
            ("play", [player, cell]) => self.play(player_of(player)?, cell)?,
            ("play-game", moves) => self.play_game(moves)?,
            ("param_game", ["allow_swap", value @ ("0" | "1")]) => self.allows_swap = *value == "1",
            ("undo", []) => self.game.pop().map(drop).ok_or("cannot undo: no move was played")?,
            ("genmove", [player]) => return self.move_of(player_of(player)?),
            _ => return self.query(name, arguments),
        }
        Ok(String::new())
    }

    /// Answers a command that changes nothing.
    fn query(&self, name: &str, arguments: &[&str]) -> Result<String, String> {
        match (name, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("quadrille".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("param_game", []) => Ok(format!("\n[bool] allow_swap {}", u8::from(self.allows_swap))),
            ("param_game", [_, _]) => Err("expected allow_swap and 0 or 1".to_owned()),
            ("showboard", []) => Ok(shown(&self.position()?)),
            ("final_score", []) => {
                match winner(&self.position()?).or_else(|| self.game.resigned().map(Player::opponent)) {
                    Some(Player::O) => Ok("B+".to_owned()),
                    Some(Player::X) => Ok("W+".to_owned()),
                    None => Err("the game is not over: no player has joined their sides or resigned".to_owned()),
                }
            }
            ("solve_state" | "dfpn-solve-state", players @ ([] | [_])) => {
                Ok(self.search(players, Solver::winner)?.map_or("unknown", colour).to_owned())
            }
            ("solve_winning_moves" | "dfpn-solver-find-winning", players @ ([] | [_])) => {
                match self.search(players, Solver::winning_moves)? {
                    None if name == "solve_winning_moves" => Ok("unknown".to_owned()),
                    moves => list(moves),
                }
            }
            ("dfpn-get-pv", players @ ([] | [_])) => list(self.search(players, Solver::line)?),
            ("distances", [player]) => {
                let position = self.position()?;
                let cells = position.cells().zip(distances(&position, player_of(player)?));
                Ok(cells.filter_map(|(cell, d)| Some(format!("{} {}", Move::Stone(cell), d?))).join(" "))
            }
            ("hexgui-analyze_commands", []) => Ok(ANALYSES.to_owned()),
            (name, _) if COMMANDS.contains(&name) => Err(format!("wrong number of arguments for {name}")),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn begin(&mut self, columns: &str, rows: &str) -> Result<(), String> {
        match (columns.parse::<u64>(), rows.parse::<u64>()) {
            (Ok(columns), Ok(rows)) => {
                *self = Engine { allows_swap: self.allows_swap, ..Engine::with_shape(columns, rows, self.begin)? };
                Ok(())
            }
            _ => Err("unacceptable size: expected columns and rows, such as 11 or 13 11".to_owned()),
        }
    }

    fn play(&mut self, player: Player, text: &str) -> Result<(), String> {
        self.check_resigned()?;
        let mv = text.parse().map_err(|_| format!("expected a move such as c3, found '{}'", text.escape_debug()))?;
        self.game.push(Action::Move(player, mv));
        self.position().map(drop).inspect_err(|_| {
            self.game.pop();
        })
    }

    /// Begins a game of the same size with some moves, of which Black makes the first one. If one cannot be played, the
    /// game before stays.
    fn play_game(&mut self, moves: &[&str]) -> Result<(), String> {
        let before = self.game.clone();
        while self.game.pop().is_some() {}
        let mut players = [Player::O, Player::X].into_iter().cycle().zip(1..);
        let played = moves.iter().zip(&mut players).try_for_each(|(text, (player, number))| {
            self.play(player, text).map_err(|error| format!("move {number}: {error}"))
        });
        played.inspect_err(|_| self.game = before)
    }

    /// Checks that no player has resigned.
    fn check_resigned(&self) -> Result<(), String> {
        let resigned = self.game.resigned().map(|player| format!("the game is over: {} has resigned", colour(player)));
        resigned.map_or(Ok(()), Err)
    }

    /// Plays and returns a winning move if the search finds one within the limits, and otherwise the preferred one.
    fn move_of(&mut self, player: Player) -> Result<String, String> {
        self.check_resigned()?;
        let position = self.position()?;
        if winner(&position).is_some() {
            return Err("the game is over".to_owned());
        }
        let may_swap = self.allows_swap && position.size() > 1 && position.shape().is_square();
        // Black begins.
        let first = position.cells().find(|&cell| position.owner(cell) == Some(Player::O));
        let mv = match (self.game.moves(), player, first) {
            (0, Player::O, _) if may_swap => Move::Stone(EVEN_OPENING),
            (1, Player::X, Some(first)) if may_swap => {
                let (winner, cell) = self.search_move(&position, player)?;
                let is_strong = || is_strong_first_move(position.size(), first);
                if winner.map_or_else(is_strong, |winner| winner == Player::O) {
                    Move::SwapPieces
                } else {
                    Move::Stone(cell)
                }
            }
            _ => Move::Stone(self.search_move(&position, player)?.1),
        };
        self.game.push(Action::Move(player, mv));
        Ok(mv.to_string())
    }

    /// Returns the winner, if that is decided within the limits, and a move: a winning one if that player wins, and
    /// otherwise the preferred one.
    fn search_move(&self, position: &Position, player: Player) -> Result<(Option<Player>, Cell), String> {
        let decide = |budget: &mut Budget<'_>| {
            let winner = self.solver.winner(position, player, budget)?;
            let winning =
                if winner == player { Some(self.solver.winning_move(position, player, budget)?) } else { None };
            Some((winner, winning))
        };
        let MoveBudget { mut whole, mut half } = (self.begin)();
        let (memory, threads) = (whole.memory, whole.threads);
        // All positions of this move.
        let searched = std::cell::Cell::new(0);
        let mut part = |half: Option<&mut Budget<'_>>, search: &mut dyn FnMut(&mut Budget<'_>)| {
            let (before, mut half) = (searched.get(), half);
            let poll = |positions| {
                searched.set(before + positions);
                half.as_mut().map_or(ControlFlow::Continue(()), |half| half.poll(positions))?;
                whole.poll(searched.get())
            };
            search(&mut Budget::new(poll).with_memory(memory).with_threads(threads));
        };
        let (mut decided, mut preferred) = (None, None);
        part(Some(&mut half), &mut |budget| decided = decide(budget));
        if !matches!(decided, Some((_, Some(_)))) {
            part(None, &mut |budget| preferred = self.solver.preferred_move(position, player, budget));
        }
        if decided.is_none() {
            part(None, &mut |budget| decided = decide(budget));
        }
        let (winner, winning) = decided.unzip();
        Ok((winner, winning.flatten().or(preferred).ok_or("no cell is empty")?))
    }

    /// Searches the position within the limits, with the named player to move, or the next one; Black begins.
    fn search<T>(
        &self,
        named: &[&str],
        search: impl FnOnce(&Solver, &Position, Player, &mut Budget<'_>) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let (position, next) = (self.position()?, self.game.to_move().unwrap_or(Player::O));
        let player = named.first().map_or(Ok(next), |name| player_of(name))?;
        Ok(search(&self.solver, &position, player, &mut (self.begin)().whole))
    }

    fn position(&self) -> Result<Position, String> {
        self.game.position(None).map_err(|(_, error)| match error {
            PlayError::OffBoard { cell, shape } => format!("cell {} is off a board of size {shape}", Move::Stone(cell)),
            PlayError::Swap(_) => error.to_string(),
            PlayError::Taken { cell, owner } => {
                format!("cell {} already has a {} stone", Move::Stone(cell), colour(owner))
            }
        })
    }
}

fn player_of(name: &str) -> Result<Player, String> {
    match &*name.to_ascii_lowercase() {
        "b" | "black" => Ok(Player::O),
        "w" | "white" => Ok(Player::X),
        _ => Err(format!("expected black or white, found '{}'", name.escape_debug())),
    }
}

/// Returns what the protocol calls a player.
fn colour(player: Player) -> &'static str {
    match player {
        Player::X => "white",
        Player::O => "black",
    }
}

/// Returns a board with the names of its columns and rows, and `B` and `W` for stones.
///
/// ```text
///        a   b
///     1  -   W
///       2  B   -
/// ```
fn shown(position: &Position) -> String {
    let Shape { columns, rows } = position.shape();
    let width = rows.to_string().len();
    let letter = |cell| match position.owner(cell) {
        None => '-',
        Some(Player::X) => 'W',
        Some(Player::O) => 'B',
    };
    let names = (0..columns).map(|column| ColumnName(column).to_string().to_ascii_lowercase());
    let rows = (0..rows).map(|row| {
        let cells = (0..columns).map(|column| letter(Cell::new(column, row)));
        format!("{:indent$}{:>width$}  {}", "", row + 1, cells.format("   "), indent = 2 * usize::from(row))
    });
    format!("\n{:width$}  {}\n{}", "", names.format("   "), rows.format("\n"))
}

fn winner(position: &Position) -> Option<Player> {
    match BestCaseSolver::new().outcome(position) {
        Outcome::Won(winner) => Some(winner),
        Outcome::Open(_) => None,
    }
}

/// Returns cells as the protocol writes them.
fn list(cells: Option<Vec<Cell>>) -> Result<String, String> {
    Ok(cells.ok_or("undecided within the limits")?.into_iter().map(Move::Stone).join(" "))
}
