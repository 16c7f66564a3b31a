//! The search for the game of one counter a turn that the last mover wins: null-window searches on sums with numbers.
//!
//! A search asks who wins the sum of a position and another game: a number or a number and a star, the value of the
//! cells in no forbidden set, which have been removed. Since the value of every position is of this kind too
//! ([`Value`]), each answer is a bound of that value. So one entry of the table serves both players moving first, and
//! all other games.
//!
//! ```text
//!     Left, moving first, loses position − 1/2        the value is less than 1/2, or 1/2 itself
//!     Right, moving first, loses position + 0         the value is more than 0, or 0 itself
//!     Left, moving first: position + 1                the entry answers this: Left wins
//! ```

use super::board::{Board, SquareSet};
use super::move_order::Ranking;
use super::parts::{take_free, worth};
use super::position::{Position, canonical, play};
use super::search::{LOOKED_UP, Query, Searcher, Unwind};
use super::static_bounds;
use super::value::{Value, left_option};
use crate::player::Player;

/// The tag of the queries of this search.
const TAG: u32 = 0;

/// The sum of a position, all of whose cells are in forbidden sets, and another game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum<Q> {
    position: Position<Q>,
    other: Value,
}

impl<Q: SquareSet> Sum<Q> {
    /// Returns the sum of a position and another game, with the value of the cells in no forbidden set moved into the
    /// other game.
    pub(super) fn new(board: &Board<Q>, mut position: Position<Q>, other: Value) -> Sum<Q> {
        let value = worth(take_free(board, &mut position));
        Sum { position, other: other.plus(value) }
    }

    /// Returns the sum after a player has used a cell of the position.
    fn after(&self, board: &Board<Q>, player: Player, cell: usize) -> Sum<Q> {
        Sum::new(board, play(board, &self.position, player, cell), self.other)
    }
}

impl Searcher<'_, '_> {
    /// Looks up whether the player, who moves first, wins a sum: in bounds, and then in the table.
    ///
    /// # Errors
    /// The query, if neither answers it.
    pub(super) fn look_up_sum<Q: SquareSet>(
        &mut self,
        board: &Board<Q>,
        sum: &Sum<Q>,
        player: Player,
    ) -> Result<bool, Query> {
        let &Sum { ref position, other } = sum;
        for winner in [player, player.opponent()] {
            if static_bounds::wins(&mut self.part_values, board, position, other, player, winner) {
                return Ok(winner == player);
            }
        }
        let left = player == Player::X;
        self.look_up(Query { position: canonical(board, position, Player::X), tag: TAG, other, left })
    }

    /// Returns whether one of the player's moves wins a sum.
    pub(super) fn try_moves<Q: SquareSet>(
        &mut self,
        board: &Board<Q>,
        sum: &Sum<Q>,
        player: Player,
    ) -> Result<bool, Unwind> {
        let ranking = Ranking::new(board, &sum.position, player);
        let opponent = player.opponent();
        let mut looked_up = [const { None }; LOOKED_UP];
        for (entry, ranked) in looked_up.iter_mut().zip(ranking.moves()) {
            let after = sum.after(board, player, ranked.cell.into());
            let wins = self.look_up_sum(board, &after, opponent);
            if let Ok(false) = wins {
                return Ok(true);
            }
            *entry = Some((after, wins));
        }
        let mut deferred = Vec::new();
        for (i, ranked) in ranking.moves().iter().enumerate() {
            let (after, wins) = match looked_up.get(i) {
                // It may have been answered since.
                Some(&Some((after, Err(query)))) => (after, self.look_up(query)),
                Some(&Some(answered)) => answered,
                _ => {
                    let after = sum.after(board, player, ranked.cell.into());
                    (after, self.look_up_sum(board, &after, opponent))
                }
            };
            match self.answer(wins, i > 0, |searcher| searcher.try_moves(board, &after, opponent))? {
                Some(true) => {}
                Some(false) => return Ok(true),
                None => deferred.push(after),
            }
        }
        // A move in the other game: in its star, or in its number.
        let Sum { position, other } = *sum;
        let number = match player {
            Player::X => left_option(other.number),
            Player::O => left_option(-other.number).map(|number| -number),
        };
        let without_star = other.star.then_some(Value { star: false, ..other });
        let with_number = number.map(|number| Value { number, ..other });
        let others = without_star.into_iter().chain(with_number).map(|other| Sum { position, other });
        for after in deferred.into_iter().chain(others) {
            let wins = self.look_up_sum(board, &after, opponent);
            if let Some(false) = self.answer(wins, false, |searcher| searcher.try_moves(board, &after, opponent))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
