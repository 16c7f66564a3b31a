//! From a game to its outcome, the proof of it, and the moves that keep it.
//!
//! Gardner's game has three outcomes, a search has two. So draws are credited to one of the players, and then to the other.
//! Let F be the player who would have to place a counter on a full board. With draws credited to his opponent it is the
//! game in which who cannot move loses; if F wins that, he wins. If he does not, and does not with draws credited to him,
//! his opponent wins; otherwise it is a draw.

use super::board::{Board, stones};
use super::fill::full_boards;
use super::lanes::{Stopped, Store};
use super::mirror;
use super::position::position;
use super::proof::{Over, Proof};
use super::rules::{Completing, Game, Outcome};
use super::search::Search;
use super::square_set::SquareSet;
use super::turns::{Draws, Turn};
use crate::cell::Cell;
use crate::hip::draws::has_no_draw;
use crate::player::Player;
use crate::search::Watch;

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most positions to search.
    pub positions: Option<u64>,
    /// The bytes of the table of positions.
    pub memory: u64,
    /// The threads to work with. The answer and the number of positions do not depend on it.
    pub threads: usize,
}

/// Why an answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The caller, or a limit, has ended the search.
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
    /// What all that rests on.
    pub proof: Proof,
    /// How many positions have been searched.
    pub positions: u64,
}

/// Finds out how a game ends if both players play perfectly from here on, and on request which next moves keep that.
///
/// The largest boards that are searched have 64 cells and 128 squares that can still be completed. Others are answered if
/// a theorem does. A search is done in the table's memory and little else.
pub fn solve(game: &Game, moves: bool, limits: &Limits, watch: &mut Watch<'_>) -> Solution {
    let mut solver = Solver { limits, watch, store: None, proof: Proof::default() };
    let (outcome, safe) = solver.outcome(game);
    let moves = match outcome {
        Ok(outcome) if moves => solver.moves(game, outcome).ok(),
        _ => None,
    };
    let positions = solver.store.map_or(0, |store| store.searched());
    Solution {
        outcome,
        safe,
        moves,
        proof: Proof { searched: solver.proof.searched.map(|_| positions), ..solver.proof },
        positions,
    }
}

struct Solver<'a, 'w> {
    limits: &'a Limits,
    watch: &'a mut Watch<'w>,
    store: Option<Store>,
    proof: Proof,
}

impl Solver<'_, '_> {
    fn outcome(&mut self, game: &Game) -> (Result<Outcome, Unknown>, Option<Player>) {
        let full = game.rules().turn(game.size().area());
        let other = full.opponent();
        self.proof.over = over(game);
        if let Some(Over::Full) = self.proof.over {
            return (Ok(Outcome::Draw), None);
        }
        match self.winner(game, other) {
            Ok(winner) if winner == full || game.rules().completing == Completing::Illegal => {
                return (Ok(Outcome::Win(winner)), None);
            }
            Ok(_) => {}
            Err(unknown) => return (Err(unknown), None),
        }
        match self.winner(game, full) {
            Ok(winner) if winner == full => (Ok(Outcome::Draw), None),
            Ok(winner) => (Ok(Outcome::Win(winner)), None),
            Err(unknown) => (Err(unknown), Some(other)),
        }
    }

    /// The next moves that keep an outcome.
    fn moves(&mut self, game: &Game, outcome: Outcome) -> Result<Vec<Cell>, Unknown> {
        let Some(mover) = game.turn() else { return Ok(Vec::new()) };
        // Who loses anyway loses whatever he does. Who wins must win even if draws are credited to his opponent; who
        // does not lose has all he wants if draws are credited to him.
        let credited = match outcome {
            Outcome::Win(winner) if winner != mover => return Ok(game.legal_moves().collect()),
            Outcome::Win(winner) => winner.opponent(),
            Outcome::Draw => mover,
        };
        let credited = match game.rules().completing {
            Completing::Loses => credited,
            Completing::Illegal => game.rules().turn(game.size().area()).opponent(),
        };
        let mut keeping = Vec::new();
        let proof = self.proof.clone();
        for cell in game.legal_moves() {
            let mut after = game.clone();
            if after.play(cell).is_ok() && self.winner(&after, credited)? == mover {
                keeping.push(cell);
            }
        }
        self.proof = Proof { searched: self.proof.searched, ..proof };
        Ok(keeping)
    }

    /// Who wins if a full board is a win for the credited player.
    fn winner(&mut self, game: &Game, credited: Player) -> Result<Player, Unknown> {
        match over(game) {
            Some(Over::Completed(player, _) | Over::NoMove(player)) => return Ok(player.opponent()),
            Some(Over::Full) => return Ok(credited),
            None => {}
        }
        for symmetry in mirror::mirrors(game) {
            let enough = credited == Player::O || !mirror::may_draw(game, symmetry);
            if enough {
                self.proof.mirror = Some(symmetry);
                self.proof.no_mirrored_draw = credited == Player::X;
                self.proof.no_draw = credited == Player::X && has_no_draw(game.size());
                return Ok(Player::O);
            }
        }
        if let Some(board) = Board::<u64>::new(game) {
            self.search(&board, game, credited)
        } else if let Some(board) = Board::<u128>::new(game) {
            self.search(&board, game, credited)
        } else {
            Err(Unknown::TooLarge)
        }
    }

    fn search<Q: SquareSet>(&mut self, board: &Board<Q>, game: &Game, credited: Player) -> Result<Player, Unknown> {
        let (rules, counters, area) = (game.rules(), game.moves().len(), game.size().area());
        let stones = stones(game);
        let turn = Turn::new(position(board, stones), rules, counters);
        let listed;
        let draws = if credited != rules.turn(area) || has_no_draw(game.size()) {
            Draws::None
        } else {
            // At most 64 cells.
            let own = (0..area).filter(|&counters| rules.turn(counters) == Player::X).count() as u32;
            match full_boards(board, stones, own) {
                Some(boards) => {
                    listed = boards;
                    Draws::These(&listed)
                }
                None => Draws::Many,
            }
        };
        let Limits { positions, memory, threads } = *self.limits;
        if self.store.is_none() {
            self.store = Some(Store::new(memory, threads, positions).ok_or(Unknown::NoMemory)?);
        }
        let store = self.store.as_mut().ok_or(Unknown::NoMemory)?;
        self.proof.searched = Some(0);
        let found = store.find(self.watch, |lane| Search::new(board, lane).mover_wins(&turn, draws));
        let mover = rules.turn(counters);
        match found {
            Ok(true) => Ok(mover),
            Ok(false) => Ok(mover.opponent()),
            Err(Stopped) => Err(Unknown::Stopped),
        }
    }
}

/// Whether and how a game is over.
fn over(game: &Game) -> Option<Over> {
    let last = game.moves().len().checked_sub(1).map(|counters| game.rules().turn(counters));
    match (game.completed(), last, game.turn()) {
        (Some(square), Some(player), _) => Some(Over::Completed(player, square)),
        (_, _, None) => Some(Over::Full),
        (_, _, Some(player)) => game.legal_moves().next().is_none().then_some(Over::NoMove(player)),
    }
}
