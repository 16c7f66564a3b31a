//! From a game to its outcome, the proof of it, and the moves that keep it.
//!
//! Gardner's game has three outcomes, a search has two. So draws are credited to one of the players, and then to the other.
//! Let F be the player who would have to place a counter on a full board. With draws credited to his opponent it is the
//! game in which who cannot move loses; if F wins that, he wins. If he does not, and does not with draws credited to him,
//! his opponent wins; otherwise it is a draw.

use super::board::{Board, counters};
use super::fill::full_boards;
use super::lanes::{Ending, Store};
use super::mirror;
use super::position::position;
use super::proof::Ground;
use super::rules::{Completing, Game, Outcome};
use super::search::Search;
use super::square_set::SquareSet;
use super::turns::Turn;
use crate::cell::Cell;
use crate::hip::has_no_draw;
use crate::player::Player;
use crate::progress::{Limits, Progress};

/// Why an answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The caller has ended the search.
    Stopped,
    /// Too many cells, or squares, to search.
    TooLarge,
    /// There is not as much memory as the limits allow.
    NoMemory,
}

/// What has been found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How it ends.
    pub outcome: Result<Outcome, Unknown>,
    /// A player who surely does not lose, if more is not known.
    pub safe: Option<Player>,
    /// The next moves that keep the outcome, in reading order, if they were asked for and are known.
    pub moves: Option<Vec<Cell>>,
    /// What the outcome rests on, or who is safe.
    pub grounds: Vec<Ground>,
    /// How many positions have been searched.
    pub positions: u64,
}

/// Finds out how a game ends if both players play perfectly from here on, and if `moves` is set which next moves keep that.
///
/// The largest boards that are searched have 64 cells and 128 squares that can still be completed. Others are answered if
/// a theorem does. The answer is the same for any number of threads, and so is where a caller who goes by the number of
/// positions ends it.
///
/// ```
/// use quadrille::hip::{Game, Outcome, Rules, solve};
/// use quadrille::progress::Limits;
/// use std::ops::ControlFlow;
///
/// let game = Game::new("3x4".parse()?, Rules::default());
/// let limits = Limits { memory: 1 << 20, threads: 1 };
/// let solution = solve(&game, true, &limits, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(solution.outcome, Ok(Outcome::Draw));
/// assert!(solution.moves.is_some_and(|moves| moves.len() == 12));
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
///
/// # Complexity
/// Exponential in the number of cells: some hundred thousand positions for 20 of them, five million for 25, a hundred
/// million for 30. The table takes the memory that it may, the rest is little.
pub fn solve(game: &Game, moves: bool, limits: &Limits, progress: &mut Progress<'_>) -> Solution {
    let mut solver = Solver { limits, progress, store: None };
    let (outcome, safe, grounds) = solver.outcome(game);
    let moves = match outcome {
        Ok(outcome) if moves => solver.moves(game, outcome).ok(),
        _ => None,
    };
    let positions = solver.store.map_or(0, |store| store.searched());
    Solution { outcome, safe, moves, grounds, positions }
}

struct Solver<'a, 'w> {
    limits: &'a Limits,
    progress: &'a mut Progress<'w>,
    /// Made when it is first needed.
    store: Option<Store>,
}

impl Solver<'_, '_> {
    /// The outcome, or who is safe, and why.
    fn outcome(&mut self, game: &Game) -> (Result<Outcome, Unknown>, Option<Player>, Vec<Ground>) {
        let full = game.rules().turn(game.size().area());
        let other = full.opponent();
        if let Some(Ground::Full) = over(game) {
            return (Ok(Outcome::Draw), None, vec![Ground::Full]);
        }
        let first = match self.winner(game, other) {
            Ok((winner, ground)) if winner == full || game.rules().completing == Completing::Illegal => {
                return (Ok(Outcome::Win(winner)), None, vec![ground]);
            }
            Ok((winner, ground @ (Ground::Completed(..) | Ground::NoMove(_)))) => {
                return (Ok(Outcome::Win(winner)), None, vec![ground]);
            }
            Ok((winner, ground)) if has_no_draw(game.size()) => {
                return (Ok(Outcome::Win(winner)), None, vec![Ground::NoDraw, ground]);
            }
            Ok((_, ground)) => ground,
            Err(unknown) => return (Err(unknown), None, Vec::new()),
        };
        let (winner, second) = match self.winner(game, full) {
            Ok(found) => found,
            Err(unknown) => return (Err(unknown), Some(other), vec![first]),
        };
        let outcome = if winner == full { Outcome::Draw } else { Outcome::Win(winner) };
        let grounds = match (first, second) {
            (_, Ground::MirroredWithoutDraw(_) | Ground::OneLine) | (Ground::Searched, Ground::Searched) => {
                vec![second]
            }
            _ => vec![first, second],
        };
        (Ok(outcome), None, grounds)
    }

    /// The next moves that keep an outcome.
    fn moves(&mut self, game: &Game, outcome: Outcome) -> Result<Vec<Cell>, Unknown> {
        let Some(mover) = game.turn() else { return Ok(Vec::new()) };
        let full = game.rules().turn(game.size().area());
        // Who loses anyway loses whatever he does. Who wins must win even if draws are credited to his opponent; who
        // does not lose has all he wants if draws are credited to him.
        let credited = match (outcome, game.rules().completing) {
            (Outcome::Win(winner), _) if winner != mover => return Ok(game.legal_moves().collect()),
            (_, Completing::Illegal) => full.opponent(),
            (Outcome::Win(winner), Completing::Loses) => winner.opponent(),
            (Outcome::Draw, Completing::Loses) => mover,
        };
        let mut keeping = Vec::new();
        for cell in game.legal_moves() {
            let mut after = game.clone();
            if after.play(cell).is_ok() && self.winner(&after, credited)?.0 == mover {
                keeping.push(cell);
            }
        }
        Ok(keeping)
    }

    /// Who wins if a full board is a win for the credited player, and why.
    fn winner(&mut self, game: &Game, credited: Player) -> Result<(Player, Ground), Unknown> {
        match over(game) {
            Some(ground @ (Ground::Completed(player, _) | Ground::NoMove(player))) => {
                return Ok((player.opponent(), ground));
            }
            Some(ground) => return Ok((credited, ground)),
            None => {}
        }
        if game.size().rows().min(game.size().columns()) == 1 {
            // Who cannot move, where that loses, is who would have to on a full board: not the credited player.
            return Ok((credited, Ground::OneLine));
        }
        for mirror in mirror::mirrors(game) {
            if credited == Player::O {
                return Ok((Player::O, Ground::Mirrored(mirror)));
            }
            if !mirror::may_draw(game, mirror) {
                return Ok((Player::O, Ground::MirroredWithoutDraw(mirror)));
            }
        }
        let winner = if let Some(board) = Board::<u64>::new(game) {
            self.search(&board, game, credited)
        } else if let Some(board) = Board::<u128>::new(game) {
            self.search(&board, game, credited)
        } else {
            Err(Unknown::TooLarge)
        };
        winner.map(|winner| (winner, Ground::Searched))
    }

    fn search<Q: SquareSet>(&mut self, board: &Board<Q>, game: &Game, credited: Player) -> Result<Player, Unknown> {
        let (rules, placed) = (game.rules(), game.moves().len());
        let counters = counters(game);
        let fill = credited == rules.turn(board.area) && !has_no_draw(game.size());
        let empty = board.cells() & !counters.x & !counters.o;
        // At most 64 cells.
        let own = (0..board.area).filter(|&placed| rules.turn(placed) == Player::X).count() as u32;
        let draws = if fill { full_boards(board, counters, own) } else { None };
        let fill = fill && draws.as_ref().is_none_or(|draws| !draws.is_empty());
        let turn = Turn::new(position(board, counters), rules, placed, empty, fill);
        if self.store.is_none() {
            self.store = Store::new(self.limits.memory, self.limits.threads);
        }
        let store = self.store.as_mut().ok_or(Unknown::NoMemory)?;
        let found = store.find(self.progress, |lane| Search::new(board, lane).mover_wins(&turn, draws.as_deref()));
        let mover = rules.turn(placed);
        match found {
            Ok(true) => Ok(mover),
            Ok(false) => Ok(mover.opponent()),
            Err(Ending::Stopped) => Err(Unknown::Stopped),
            Err(Ending::NoMemory) => Err(Unknown::NoMemory),
        }
    }
}

/// Whether and how a game is over.
fn over(game: &Game) -> Option<Ground> {
    let last = game.moves().len().checked_sub(1).map(|placed| game.rules().turn(placed));
    match (game.completed(), last, game.turn()) {
        (Some(square), Some(player), _) => Some(Ground::Completed(player, square)),
        (_, _, None) => Some(Ground::Full),
        (_, _, Some(player)) => game.legal_moves().next().is_none().then_some(Ground::NoMove(player)),
    }
}
