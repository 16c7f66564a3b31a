//! The search for the game of one counter a turn that the last mover wins: null-window searches on sums with numbers.
//!
//! A search asks who wins the sum of a position and another game: a number or a number and a star, the value of the
//! components that have been removed. Since the value of every position is of this kind too ([`Value`]), each answer is
//! a bound of that value. So one entry of the table serves both players moving first, and all other games.
//!
//! ```text
//!     Left, moving first, loses position − 1/2        the value is less than 1/2, or 1/2 itself
//!     Right, moving first, loses position + 0         the value is more than 0, or 0 itself
//!     Left, moving first: position + 1                the entry answers this: Left wins
//! ```

use super::board::SquareSet;
use super::move_order::Ranking;
use super::position::{Canonical, Position, play};
use super::search::{Answer, Known, Question, Search, Subject};
use super::static_bounds;
use super::value::{Bound, Bounds, ONE, Value, left_option};
use crate::player::Player;

/// The number of moves whose positions are looked up before any is searched.
const LOOKED_UP: usize = 3;

/// The sum of a position without small components and another game.
#[derive(Clone, Copy, Debug)]
struct Sum<Q> {
    position: Position<Q>,
    other: Value,
}

/// The tag of the subjects of this search.
const TAG: u32 = 0;

impl<Q: SquareSet> Search<'_, '_, Q> {
    /// Answers whether the player, who moves first, wins the sum of a position and another game, or defers the answer
    /// if `defer` and another worker is searching for it. `None` if the search must return.
    pub(super) fn first_wins(
        &mut self,
        position: Position<Q>,
        other: Value,
        player: Player,
        defer: bool,
    ) -> Option<Answer> {
        let sum = self.sum(position, other);
        let known = self.known(&sum, player);
        self.answer(known, defer, |search| search.try_moves(&sum, player))
    }

    /// Returns whether the player, who moves first, wins the sum of a position and another game; `None` if that is not
    /// known without search.
    pub(super) fn known_first_wins(&mut self, position: Position<Q>, other: Value, player: Player) -> Option<bool> {
        let sum = self.sum(position, other);
        match self.known(&sum, player) {
            Known::Answer(answer) => Some(answer),
            Known::Open(_) => None,
        }
    }

    /// Returns the sum of a position and another game, with the small components' values moved into the other game.
    fn sum(&mut self, mut position: Position<Q>, other: Value) -> Sum<Q> {
        let value = self.components.take_small(self.board, &mut position);
        Sum { position, other: other.plus(value) }
    }

    /// Returns what is known without search.
    fn known(&self, sum: &Sum<Q>, player: Player) -> Known {
        let (Sum { position, other }, left) = (sum, player == Player::X);
        if position.x.open | position.o.open == 0 {
            return Known::Answer(if left { *other } else { other.negated() }.first_wins());
        }
        if let Some(answer) = most(position).first_wins(left, *other) {
            return Known::Answer(answer);
        }
        if let Some(answer) = static_bounds::first_wins(self.board, position, *other, left) {
            return Known::Answer(answer);
        }
        let canonical = Canonical::new(self.board, position);
        let exchanged = |value: Value| if canonical.exchanged { value.negated() } else { value };
        let known = if canonical.is_antisymmetric { ANTISYMMETRIC } else { Bounds::NONE };
        let subject = Subject { key: canonical.key, tag: TAG };
        self.look_up(Question { subject, other: exchanged(*other), left: left != canonical.exchanged, known })
    }

    /// Returns whether one of the player's moves wins a sum. `None` if the search must return.
    fn try_moves(&mut self, sum: &Sum<Q>, player: Player) -> Option<bool> {
        let ranking = Ranking::new(self.board, &sum.position, player);
        let opponent = player.opponent();
        let mut looked_up = [const { None }; LOOKED_UP];
        for (entry, ranked) in looked_up.iter_mut().zip(ranking.moves()) {
            let after = self.after(sum, player, ranked.cell.into());
            let known = self.known(&after, opponent);
            if let Known::Answer(false) = known {
                return Some(true);
            }
            *entry = Some((after, known));
        }
        let mut deferred = Vec::new();
        for (i, ranked) in ranking.moves().iter().enumerate() {
            let (after, known) = match looked_up.get(i) {
                // It may have been answered since.
                Some(&Some((after, Known::Open(question)))) => (after, self.look_up(question)),
                Some(&Some(answered)) => answered,
                _ => {
                    let after = self.after(sum, player, ranked.cell.into());
                    (after, self.known(&after, opponent))
                }
            };
            match self.answer(known, i > 0, |search| search.try_moves(&after, opponent))? {
                Answer::Known(true) => {}
                Answer::Known(false) => return Some(true),
                Answer::Deferred => deferred.push(after),
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
            let known = self.known(&after, opponent);
            if let Answer::Known(false) = self.answer(known, false, |search| search.try_moves(&after, opponent))? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns the sum after a player has used a cell of the position.
    fn after(&mut self, sum: &Sum<Q>, player: Player, cell: usize) -> Sum<Q> {
        self.sum(play(self.board, &sum.position, player, cell), sum.other)
    }
}

/// The bounds of a position that is its own image with the players exchanged.
const ANTISYMMETRIC: Bounds = {
    let zero = Bound { number: 0, possible: 3 };
    Bounds { low: zero, high: zero }
};

/// Returns the bounds of the value by the number of cells open to each player.
fn most<Q>(position: &Position<Q>) -> Bounds {
    // Boards have at most 64 cells.
    let bound =
        |open: u64, sign: i32| Bound { number: (sign * open.count_ones().cast_signed() * ONE) as i16, possible: 3 };
    Bounds { low: bound(position.o.open, -1), high: bound(position.x.open, 1) }
}
