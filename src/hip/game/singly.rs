//! The game of one counter a turn in which the last mover wins, as a sum of numbers.
//!
//! Asked is who wins the sum of a position and another game, a number and perhaps a star: the worth of what has been split
//! off as a part of its own. Since every position is a number, or a number and a star (see [`Value`]), each answer bounds it,
//! and one entry of the table serves either player moving first, and whatever else is on the board.

use super::claim;
use super::key::Name;
use super::number::{Bound, Bounds, ONE, Value, left_option};
use super::order::Ranking;
use super::position::{Position, play};
use super::search::{Question, Search, Seen, Subject};
use super::square_set::SquareSet;
use crate::player::Player;

/// So many moves are looked up before any is searched.
const LOOKED_UP: usize = 3;

/// A sum, with nothing small in the position.
#[derive(Clone, Copy, Debug)]
struct Sum<Q> {
    position: Position<Q>,
    other: Value,
}

/// The tag of the names of this search.
const TAG: u32 = 0;

impl<Q: SquareSet> Search<'_, '_, Q> {
    /// Whether the player who moves first wins the sum of a position and another game. `None` if the search is to be left.
    pub(super) fn first_wins(&mut self, position: Position<Q>, other: Value, player: Player) -> Option<bool> {
        let sum = self.sum(position, other);
        self.answer(&sum, player)
    }

    /// The same, if it can be said without search.
    pub(super) fn seen(&mut self, position: Position<Q>, other: Value, player: Player) -> Option<bool> {
        let sum = self.sum(position, other);
        match self.see(&sum, player) {
            Seen::Answer(answer) => Some(answer),
            Seen::Open(_) => None,
        }
    }

    /// The sum of a position and another game, all that is small put into that.
    fn sum(&mut self, mut position: Position<Q>, other: Value) -> Sum<Q> {
        let value = self.parts.take_small(self.board, &mut position);
        Sum { position, other: other.plus(value) }
    }

    fn answer(&mut self, sum: &Sum<Q>, player: Player) -> Option<bool> {
        match self.see(sum, player) {
            Seen::Answer(answer) => Some(answer),
            Seen::Open(question) => self.search(sum, question, player),
        }
    }

    /// Answers what is open.
    fn search(&mut self, sum: &Sum<Q>, question: Question, player: Player) -> Option<bool> {
        let begun = self.begin(question);
        let answer = if begun.is_some() { self.try_moves(sum, player) } else { None };
        self.end(begun, answer)
    }

    /// Answers without search, if that can be done.
    fn see(&self, sum: &Sum<Q>, player: Player) -> Seen {
        let (Sum { position, other }, left) = (sum, player == Player::X);
        if position.x.open | position.o.open == 0 {
            return Seen::Answer(if left { *other } else { other.negated() }.first_wins());
        }
        if let Some(answer) = most(position).first_wins(left, *other) {
            return Seen::Answer(answer);
        }
        if let Some(answer) = claim::first_wins(self.board, position, *other, left) {
            return Seen::Answer(answer);
        }
        let name = Name::new(self.board, position);
        let exchanged = |value: Value| if name.exchanged { value.negated() } else { value };
        let known = if name.balanced { BALANCED } else { Bounds::NONE };
        let subject = Subject { key: name.key, tag: TAG };
        self.recall(Question::sum(subject, exchanged(*other), left != name.exchanged, known))
    }

    fn try_moves(&mut self, sum: &Sum<Q>, player: Player) -> Option<bool> {
        let ranking = Ranking::new(self.board, &sum.position, player);
        let mut looked_up = [const { None }; LOOKED_UP];
        for (place, ranked) in looked_up.iter_mut().zip(ranking.moves()) {
            let after = self.after(sum, player, ranked.cell.into());
            *place = match self.see(&after, player.opponent()) {
                Seen::Answer(false) => return Some(true),
                Seen::Answer(true) => Some((ranked.cell, after, None)),
                Seen::Open(question) => Some((ranked.cell, after, Some(question))),
            };
        }
        let mut deferred = Vec::new();
        for (i, ranked) in ranking.moves().iter().enumerate() {
            let (after, seen) = match looked_up.get(i) {
                Some(Some((_, _, None))) => continue,
                Some(&Some((_, after, Some(question)))) => (after, self.recall(question)),
                _ => {
                    let after = self.after(sum, player, ranked.cell.into());
                    (after, self.see(&after, player.opponent()))
                }
            };
            let opponent_wins = match seen {
                Seen::Answer(answer) => answer,
                Seen::Open(question) if self.is_in_progress(&question) => {
                    deferred.push((after, question));
                    continue;
                }
                Seen::Open(question) => self.search(&after, question, player.opponent())?,
            };
            if !opponent_wins {
                return Some(true);
            }
        }
        for (after, question) in deferred {
            let opponent_wins = match self.recall(question) {
                Seen::Answer(answer) => answer,
                Seen::Open(question) => self.search(&after, question, player.opponent())?,
            };
            if !opponent_wins {
                return Some(true);
            }
        }
        // A move in the other game: in its star, or in its number.
        let Sum { position, other } = *sum;
        if other.star && !self.answer(&Sum { position, other: Value { star: false, ..other } }, player.opponent())? {
            return Some(true);
        }
        let number = match player {
            Player::X => left_option(other.number),
            Player::O => left_option(-other.number).map(|number| -number),
        };
        match number {
            Some(number) => {
                let after = Sum { position, other: Value { number, ..other } };
                Some(!self.answer(&after, player.opponent())?)
            }
            None => Some(false),
        }
    }

    fn after(&mut self, sum: &Sum<Q>, player: Player, cell: usize) -> Sum<Q> {
        self.sum(play(self.board, &sum.position, player, cell), sum.other)
    }
}

/// What is true of a position that is its own image with the players exchanged.
const BALANCED: Bounds = {
    let zero = Bound { number: 0, possible: 3 };
    Bounds { low: zero, high: zero }
};

/// Nobody can place more counters than there are cells open to him.
fn most<Q>(position: &Position<Q>) -> Bounds {
    // Boards have at most 64 cells.
    let bound =
        |open: u64, sign: i32| Bound { number: (sign * open.count_ones().cast_signed() * ONE) as i16, possible: 3 };
    Bounds { low: bound(position.o.open, -1), high: bound(position.x.open, 1) }
}
