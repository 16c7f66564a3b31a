//! Solves a game: its outcome, the arguments for it, and the moves that keep it.
//!
//! Gardner's game has three outcomes, a search has two. So draws are *credited* to one of the players, which makes them
//! wins of that player, and then to the other. Let F be the player who would have to place a counter on a full board,
//! the *full-board mover*.
//!
//! ```text
//!                                     draws credited to F's opponent    draws credited to F    outcome
//!     3x3 (F is player 2)             player 1 wins                     player 2 wins          a draw
//!     5x5 (F is player 2)             player 2 wins                     (not searched)         player 2 wins
//! ```
//!
//! **Theorem.** (1) With draws credited to F's opponent, Gardner's game has the winner of the game `last-mover`. (2) If
//! F wins it, F wins Gardner's game. If F's opponent wins with draws credited to F, F's opponent wins. Otherwise
//! Gardner's game is a draw.
//!
//! **Proof.** (1) A player whose only moves complete squares loses in both games, and so does F on a full board; a
//! player with another move never gains by completing a square. (2) A player who wins even if draws are wins of the
//! opponent wins Gardner's game. Otherwise each player wins if draws are wins of that player, so each can force at
//! least a draw. ∎

use super::board::{Board, SquareSet, counters};
use super::rules::{Completing, Game, Outcome};
use super::search::{Search, Searcher, Unwind};
use super::theorems::{Ground, mirrors};
use super::turn_search::{Turn, list_draws};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::hip::{has_antisymmetric_draw, has_no_draw};
use crate::player::Player;
use thiserror::Error;

/// Why the outcome of a game is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The budget has stopped the search.
    #[error("the search was stopped")]
    Stopped,
    /// The board has more than 64 cells, or more than 128 squares that can still be completed.
    #[error("a search takes at most 64 cells and 128 squares that can still be completed")]
    TooLarge,
}

/// The solution of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The outcome under perfect play.
    pub outcome: Result<Outcome, SolveError>,
    /// A player who is proved not to lose, if the outcome is not known.
    pub safe: Option<Player>,
    /// The next moves that keep the outcome, in reading order; `None` if they were not asked for or are not known.
    pub moves: Option<Vec<Cell>>,
    /// The arguments for the outcome, or for the safety of a player.
    pub grounds: Vec<Ground>,
    /// The number of positions searched. It depends on the number of threads.
    pub positions: u64,
}

/// What to find out about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The outcome.
    Outcome,
    /// The outcome, and the next moves that keep it.
    BestMoves,
}

/// Returns the outcome of a game under perfect play from its current position, and the best moves if they are the goal.
///
/// A search takes at most 64 cells and 128 squares that can still be completed. On larger boards the outcome is known
/// only if a theorem decides it. If the budget stops the search of the outcome, that is unknown; if it stops the search
/// of the best moves, these are `None`. The answer does not depend on the number of threads.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::hip::{Game, Goal, Outcome, Rules, solve};
///
/// let game = Game::new("3x4".parse()?, Rules::default());
/// let solution = solve(&game, Goal::BestMoves, &mut Budget::default().with_memory(1 << 20).with_threads(2));
/// assert_eq!(solution.outcome, Ok(Outcome::Draw));
/// assert!(solution.moves.is_some_and(|moves| moves.len() == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Exponential in the number of cells: some thirty thousand positions for 20 of them, two million for 25, thirty-four
/// million for 30. Memory: the transposition table, up to its limit.
pub fn solve(game: &Game, goal: Goal, budget: &mut Budget<'_>) -> Solution {
    let mut solver = Solver { budget, search: None };
    let (outcome, safe, grounds) = solver.outcome(game);
    let moves = match outcome {
        Ok(outcome) if goal == Goal::BestMoves => solver.moves(game, outcome).ok(),
        _ => None,
    };
    let positions = solver.search.map_or(0, |search| search.positions());
    Solution { outcome, safe, moves, grounds, positions }
}

struct Solver<'a, 'b> {
    budget: &'a mut Budget<'b>,
    /// `None` until the first search.
    search: Option<Search>,
}

impl Solver<'_, '_> {
    /// Returns the outcome, a player who is proved not to lose if it is unknown, and the grounds.
    fn outcome(&mut self, game: &Game) -> (Result<Outcome, SolveError>, Option<Player>, Vec<Ground>) {
        let full_board_mover = game.rules().turn(game.size().area());
        let other = full_board_mover.opponent();
        if let Some(Ground::Full) = over(game) {
            return (Ok(Outcome::Draw), None, vec![Ground::Full]);
        }
        let first = match self.winner(game, other) {
            Ok((winner, ground))
                if winner == full_board_mover
                    || game.rules().completing == Completing::Illegal
                    || matches!(ground, Ground::Completed(..) | Ground::NoMove(_)) =>
            {
                return (Ok(Outcome::Win(winner)), None, vec![ground]);
            }
            Ok((winner, ground)) if has_no_draw(game.size()) => {
                return (Ok(Outcome::Win(winner)), None, vec![Ground::NoDraw, ground]);
            }
            Ok((_, ground)) => ground,
            Err(error) => return (Err(error), None, Vec::new()),
        };
        let (winner, second) = match self.winner(game, full_board_mover) {
            Ok(found) => found,
            Err(error) => return (Err(error), Some(other), vec![first]),
        };
        let outcome = if winner == full_board_mover { Outcome::Draw } else { Outcome::Win(winner) };
        let grounds = match (first, second) {
            (_, Ground::MirroredWithoutDraw(_) | Ground::OneLine) | (Ground::Searched, Ground::Searched) => {
                vec![second]
            }
            _ => vec![first, second],
        };
        (Ok(outcome), None, grounds)
    }

    /// Returns the next moves that keep an outcome, which must be that of the game.
    ///
    /// # Errors
    /// If the outcome after a move is unknown.
    fn moves(&mut self, game: &Game, outcome: Outcome) -> Result<Vec<Cell>, SolveError> {
        let Some(mover) = game.turn() else { return Ok(Vec::new()) };
        let full_board_mover = game.rules().turn(game.size().area());
        // A player who loses loses by every move. A player who wins must win even if draws are credited to the
        // opponent; for one who draws it is enough to win if draws are credited to them.
        let credited = match (outcome, game.rules().completing) {
            (Outcome::Win(winner), _) if winner != mover => return Ok(game.legal_moves().collect()),
            (_, Completing::Illegal) => full_board_mover.opponent(),
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

    /// Returns the winner if a full board is a win for the credited player, and the argument for that.
    ///
    /// # Errors
    /// If no theorem decides it, and the search does not.
    fn winner(&mut self, game: &Game, credited: Player) -> Result<(Player, Ground), SolveError> {
        match over(game) {
            Some(ground @ (Ground::Completed(player, _) | Ground::NoMove(player))) => {
                return Ok((player.opponent(), ground));
            }
            Some(ground) => return Ok((credited, ground)),
            None => {}
        }
        if game.size().rows().min(game.size().columns()) == 1 {
            // If a player without a move loses, it is the one to move on a full board: not the credited player.
            return Ok((credited, Ground::OneLine));
        }
        for mirror in mirrors(game) {
            if credited == Player::O {
                return Ok((Player::O, Ground::Mirrored(mirror)));
            }
            if !has_antisymmetric_draw(game.size(), mirror, |cell| game.owner(cell)) {
                return Ok((Player::O, Ground::MirroredWithoutDraw(mirror)));
            }
        }
        let winner = if let Some(board) = Board::<u64>::new(game) {
            self.search(&board, game, credited)
        } else if let Some(board) = Board::<u128>::new(game) {
            self.search(&board, game, credited)
        } else {
            Err(SolveError::TooLarge)
        };
        winner.map(|winner| (winner, Ground::Searched))
    }

    fn search<Q: SquareSet>(&mut self, board: &Board<Q>, game: &Game, credited: Player) -> Result<Player, SolveError> {
        let (rules, counters) = (game.rules(), counters(game));
        let fill = credited == rules.turn(board.area) && !has_no_draw(game.size());
        // At most 64 cells.
        let xs = (0..board.area).filter(|&placed| rules.turn(placed) == Player::X).count() as u32;
        let draws = if fill { list_draws(board, counters, xs) } else { None };
        let fill = fill && draws.as_ref().is_none_or(|draws| !draws.is_empty());
        let turn = Turn::new(board, counters, rules, fill);
        let memory = self.budget.memory;
        let search = self.search.get_or_insert_with(|| Search::new(memory));
        // The answer is deferred only on request.
        let root = |searcher: &mut Searcher<'_, '_>| {
            searcher.mover_wins(board, &turn, draws.as_deref(), false)?.ok_or(Unwind::Stop)
        };
        let mover_wins = search.run(self.budget, &root);
        let mover = rules.turn(game.moves().len());
        mover_wins.map(|wins| if wins { mover } else { mover.opponent() }).ok_or(SolveError::Stopped)
    }
}

/// Returns why a game is over, or `None` if it is not.
fn over(game: &Game) -> Option<Ground> {
    let last = game.moves().len().checked_sub(1).map(|placed| game.rules().turn(placed));
    match (game.completed(), last, game.turn()) {
        (Some(square), Some(player), _) => Some(Ground::Completed(player, square)),
        (_, _, None) => Some(Ground::Full),
        (_, _, Some(player)) => game.legal_moves().next().is_none().then_some(Ground::NoMove(player)),
    }
}
