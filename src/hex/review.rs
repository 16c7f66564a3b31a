//! Judges the moves of a game by perfect play.
//!
//! ```text
//!     position    0      1      2      3          solved from the last one to the first, so that a search finds most of
//!     move            1      2      3             what it needs in the transposition table
//!
//!     A move to a won position is a winning move: the position before it is won as well.
//!     A move from a lost position leads to a lost one.
//! ```
//!
//! A move gives a win away if the player who moves wins before it and loses after it. That the second player may swap is
//! not counted, but if they do, the first move is no mistake: with a swap, no first move wins.

use super::best_case::BestCaseSolver;
use super::completion::Outcome;
use super::game::{Game, Move};
use super::position::{PlayError, Position};
use super::solve::LARGEST_SOLVED;
use crate::cell::Cell;
use crate::player::Player;

/// What a review asks about positions.
pub trait Judge {
    /// Returns the player who wins a position that no player has won yet, with `to_move` to move; `None` if that was not
    /// found in time. `number` is the number of moves before it.
    fn winner(&mut self, number: usize, position: &Position, to_move: Player) -> Option<Player>;

    /// Returns the winning moves of `to_move`, who wins the position.
    fn winning_moves(&mut self, number: usize, position: &Position, to_move: Player) -> WinningMoves;
}

/// Winning moves of a position, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningMoves {
    /// The moves that were found.
    pub cells: Vec<Cell>,
    /// Whether there are no others.
    pub are_all: bool,
}

/// A game and what perfect play says about it.
#[derive(Clone, Debug)]
pub struct Review {
    /// The player who wins from the beginning, or `None` if that is unknown.
    pub start: Option<Player>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
}

/// A move and what perfect play says about it.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The player who moves.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// The player who wins after the move, or `None` if that is unknown.
    pub winner: Option<Player>,
    /// The moves that would have won, if this one has given a win away.
    pub missed: Option<WinningMoves>,
}

impl ReviewedMove {
    /// Returns whether the player who moves wins after the move; `None` if that is unknown. After a swap of sides they
    /// have the other colour.
    #[must_use]
    pub fn wins(&self) -> Option<bool> {
        let player = if self.mv == Move::SwapSides { self.player.opponent() } else { self.player };
        self.winner.map(|winner| winner == player)
    }
}

impl Review {
    /// Judges the moves of a game, after which `next` is to move. Stones that are set up after a move count to the position
    /// after it. On boards that are too large to be solved nothing is known.
    ///
    /// # Errors
    /// As [`Game::position`].
    ///
    /// # Complexity
    /// At most one question about the winner of each position, and one about the winning moves for each win that was
    /// given away; beside them, the moves of the game for each position.
    pub fn new(game: &Game, next: Player, judge: &mut dyn Judge) -> Result<Review, (usize, PlayError)> {
        game.position(None)?;
        let line: Vec<(Player, Move)> = game.line().collect();
        let to_move = |number: usize| line.get(number).map_or(next, |(player, _)| *player);
        let mut moves: Vec<ReviewedMove> =
            line.iter().map(|&(player, mv)| ReviewedMove { player, mv, winner: None, missed: None }).collect();
        let mut best_cases = BestCaseSolver::new();
        // The winner of the position after the move that is judged next.
        let mut after = None;
        for number in (0..=moves.len()).rev().take_while(|_| game.size() <= LARGEST_SOLVED) {
            let position = game.position(Some(number))?;
            let last = number.checked_sub(1).map(|index| line[index]);
            let implied_before = || {
                let &(player, mv) = line.get(number)?;
                implied((player, mv), to_move(number + 1), after?, player)
            };
            let winner = match (last, best_cases.outcome(&position)) {
                (Some((player, Move::Resign)), _) => Some(player.opponent()),
                (_, Outcome::Won(winner)) => Some(winner),
                // J. Nash: who moves first wins.
                _ if position.cells().all(|cell| position.owner(cell).is_none()) => Some(to_move(number)),
                _ => implied_before().or_else(|| judge.winner(number, &position, to_move(number))),
            };
            if let Some(mv) = moves.get_mut(number) {
                let implied_after = || implied((mv.player, mv.mv), to_move(number + 1), winner?, mv.player.opponent());
                mv.winner = after.or_else(implied_after);
                let is_swapped = number == 0
                    && matches!(line.get(1), Some((player, Move::SwapPieces | Move::SwapSides)) if *player != mv.player);
                if winner == Some(mv.player) && mv.wins() == Some(false) && !is_swapped {
                    mv.missed = Some(judge.winning_moves(number, &position, mv.player));
                }
            }
            after = winner;
        }
        Ok(Review { start: after, moves })
    }

    /// Returns how many winning positions a player has given away, as far as that is known.
    #[must_use]
    pub fn given_away(&self, player: Player) -> usize {
        self.moves.iter().filter(|mv| mv.player == player && mv.missed.is_some()).count()
    }

    /// Returns the number of positions whose winner is unknown.
    #[must_use]
    pub fn unknown(&self) -> usize {
        let winners = self.moves.iter().map(|mv| mv.winner).chain([self.start]);
        winners.filter(Option::is_none).count()
    }
}

/// Returns the winner on one side of a move, if the winner `known` on the other side tells that. A stone does not change
/// the winner if `sure` has won: after the move, that is the player who moves, and before it their opponent. `next`
/// moves after it.
fn implied((player, mv): (Player, Move), next: Player, known: Player, sure: Player) -> Option<Player> {
    match mv {
        // A pass that wins could only be better with a stone.
        Move::Stone(_) | Move::Pass if next != player && known == sure => Some(known),
        Move::SwapPieces if next != player => Some(known.opponent()),
        Move::SwapSides if next == player => Some(known),
        _ => None,
    }
}
