//! Bounds of a value without search: what a player can secure by dividing the board into small parts.
//!
//! ```text
//!     X: open A B C D E    sets {A, B} {B, C, E} {C, D}     The parts are {A, B, C}, {D} and {E}. X gives up D, and keeps {A, B},
//!     O: open A B C D      sets {A, D}                      and {B, C} of {B, C, E}. The set {A, D} of O is in no part, and
//!                                                           dropped. So the value is at least −1/2 − 1 + 1 = −1/2.
//! ```
//!
//! **Theorem.** Let the cells be divided into parts. Let the player *give up* some cells, and *keep*, of each own forbidden
//! set without such a cell, the cells in one part, at least two. Let only those sets of the opponent remain that lie in one
//! part. Then the value of the position, as seen by the player, is at least the sum of the values of the parts.
//!
//! **Proof.** A position is no better for a player if cells are closed to that player, if the player's sets shrink, or if
//! sets of the opponent are dropped: the player has the same moves or fewer, the opponent the same or more, and that
//! remains so after each move. Then no set joins cells of different parts, so that the position is their sum. ∎
//!
//! A part of up to four cells has a known value ([`super::parts`]). At first every cell is a part. A set of the
//! player that has two shared cells in parts of their own costs nothing: these two are joined, those in most sets first.
//! In all other sets that cost least for each set that they take care of, two parts are joined or a cell is given up. At
//! the end parts are joined if that brings a set of the opponent within one of them and raises the sum.
//!
//! If a turn has two counters, values do not help, so only counters are counted: a player can place at most as many as
//! there are open cells less disjoint sets, and at least as many as there are cells open to that player only, less one of
//! each forbidden set among them.

use super::board::{Board, Cells, SquareSet};
use super::parts::{PartValues, Renumbering, SMALL, worth};
use super::position::{Position, Side};
use super::value::{Bound, Bounds, ONE, Value};
use crate::bits::Ones;
use crate::player::{ByPlayer, Player};

/// A bound that is further than this below the wanted one is given up: sets of the opponent seldom raise it more.
const MARGIN: i32 = ONE;

/// Returns whether a bound shows that a player wins the sum of a position and another game, with `first` to move.
pub(super) fn wins<Q: SquareSet>(
    values: &mut PartValues,
    board: &Board<Q>,
    position: &Position<Q>,
    other: Value,
    first: Player,
    player: Player,
) -> bool {
    let mut bounds = Bounds::NONE;
    // A bound below the threshold does not decide the sum.
    let wanted = if player == Player::X { -other.number } else { other.number };
    match lower_bound(values, board, position, player, wanted) {
        Some(low) if player == Player::X => bounds.at_least(low),
        Some(low) => bounds.at_most(Bound { number: -low.number, ..low }),
        None => return false,
    }
    bounds.first_wins(first == Player::X, other) == Some(first == player)
}

/// Returns a lower bound of the value of a position as seen by a player, or `None` if it is below `wanted`.
fn lower_bound<Q: SquareSet>(
    values: &mut PartValues,
    board: &Board<Q>,
    position: &Position<Q>,
    player: Player,
    wanted: i32,
) -> Option<Bound> {
    let (own, opponent) = (&position[player], &position[player.opponent()]);
    let mut division = Division::new(values, board, own, opponent);
    let mut sets = own.sets();
    for size in [own.pairs, own.triples, own.fours] {
        while let todo = size & sets
            && !todo.is_empty()
        {
            if division.number + MARGIN < wanted {
                return None;
            }
            let covered = division.cover(todo.split().0, sets)?;
            sets &= !covered;
        }
    }
    for size in [opponent.pairs, opponent.triples, opponent.fours] {
        for square in size.each() {
            if division.number > wanted || division.number + MARGIN < wanted {
                break;
            }
            division.join_for(opponent.set(board, square));
        }
    }
    // No more cells than 64.
    let bound = Bound { number: division.number as i16, possible: if division.star() { 2 } else { 1 } };
    (division.number >= wanted).then_some(bound)
}

/// A part of the board.
#[derive(Clone, Copy, Debug)]
struct Part<Q> {
    cells: Cells,
    /// Those that the player gives up.
    given_up: Cells,
    /// The squares of the sets of which the player keeps the cells in this part.
    kept: Q,
    value: Value,
}

/// A board divided into parts.
#[derive(Debug)]
struct Division<'a, Q> {
    values: &'a mut PartValues,
    board: &'a Board<Q>,
    own: &'a Side<Q>,
    opponent: &'a Side<Q>,
    /// The parts of two cells or more, and those given up; every other cell is a part of its own.
    parts: Vec<Part<Q>>,
    /// The cells of these parts.
    in_parts: Cells,
    /// The sum of the values, without stars.
    number: i32,
}

/// A change of a division: the new part, the sets of the player that it takes care of, their number, and what it adds to
/// the sum.
struct Change<Q> {
    part: Part<Q>,
    covered: Q,
    count: i32,
    gain: i32,
}

impl<'a, Q: SquareSet> Division<'a, Q> {
    fn new(values: &'a mut PartValues, board: &'a Board<Q>, own: &'a Side<Q>, opponent: &'a Side<Q>) -> Self {
        let number = worth(ByPlayer { x: own.open, o: opponent.open }).number;
        Division { values, board, own, opponent, parts: Vec::with_capacity(16), in_parts: 0, number }
    }

    /// Takes care of the forbidden set of a square of the player. Returns it and all others of `sets`, the sets that are
    /// left so far, that the same change takes care of; `None` if no change is possible.
    fn cover(&mut self, square: usize, sets: Q) -> Option<Q> {
        let set = self.own.set(self.board, square);
        let mut best: Option<Change<Q>> = None;
        // Costs are compared by set that is taken care of.
        let mut consider = |change: Change<Q>| {
            let better = best.as_ref().is_none_or(|best| {
                let (new, old) = (change.gain * best.count, best.gain * change.count);
                new > old || new == old && change.count > best.count
            });
            if better {
                best = Some(change);
            }
        };
        // Two shared cells without a part cost nothing.
        let shared_singles = set & self.opponent.open & !self.in_parts;
        for [one, other] in pairs(shared_singles) {
            let covered = sets & self.board.through_both(one, other);
            let part = Part { cells: 1 << one | 1 << other, given_up: 0, kept: covered, value: Value::ZERO };
            consider(Change { part, covered, count: covered.count().cast_signed(), gain: 0 });
        }
        if shared_singles & shared_singles.wrapping_sub(1) == 0 {
            for cell in Ones(set) {
                let covered = sets & self.board.through[cell];
                self.joined(1 << cell, 1 << cell, Q::default(), covered).into_iter().for_each(&mut consider);
            }
            for [one, other] in pairs(set) {
                let covered = sets & self.board.through_both(one, other);
                self.joined(1 << one | 1 << other, 0, covered, covered).into_iter().for_each(&mut consider);
            }
        }
        let Change { part, covered, gain, .. } = best?;
        self.put(part, gain);
        Some(covered)
    }

    /// Joins the parts with cells of a forbidden set of the opponent if that raises the sum.
    fn join_for(&mut self, set: Cells) {
        let change = self.joined(set, 0, Q::default(), Q::default());
        if let Some(Change { part, gain, .. }) = change.filter(|change| change.gain > 0) {
            self.put(part, gain);
        }
    }

    /// Returns the change that joins the parts with some cells, gives cells up and keeps sets; `None` if the part would be
    /// too large.
    fn joined(&mut self, cells: Cells, given_up: Cells, kept: Q, covered: Q) -> Option<Change<Q>> {
        let mut part = Part { cells, given_up, kept, value: Value::ZERO };
        let count = covered.count().cast_signed();
        let single = cells & !self.in_parts;
        let mut before = worth(ByPlayer { x: self.own.open & single, o: self.opponent.open & single }).number;
        if single == cells && cells.count_ones() == 2 {
            // The most frequent parts: a pair that one player must not use costs that player half a move for each cell that
            // only they could use.
            let alone = (cells & (self.own.open ^ self.opponent.open)).count_ones().cast_signed();
            let gain = alone * if kept.is_empty() { ONE / 2 } else { -ONE / 2 };
            part.value.number = before + gain;
            return Some(Change { part, covered, count, gain });
        }
        for old in self.parts.iter().filter(|old| old.cells & cells != 0) {
            part.cells |= old.cells;
            part.given_up |= old.given_up;
            part.kept |= old.kept;
            before += old.value.number;
        }
        if part.cells.count_ones() > SMALL {
            return None;
        }
        part.value = if part.cells == given_up {
            worth(ByPlayer { x: 0, o: self.opponent.open & given_up })
        } else {
            self.value(&part)?
        };
        Some(Change { part, covered, count, gain: part.value.number - before })
    }

    /// Returns the value of a part from its other fields.
    fn value(&mut self, part: &Part<Q>) -> Option<Value> {
        let (board, own, opponent) = (self.board, self.own, self.opponent);
        let kept = part.kept.each().map(|square| own.set(board, square)).filter(|set| set & part.given_up == 0);
        let near = Ones(part.cells & opponent.open).fold(Q::default(), |near, cell| near | board.through[cell]);
        let others = (opponent.sets() & near).each().map(|square| opponent.set(board, square));
        let renumbering = Renumbering::new(part.cells);
        let pattern = ByPlayer {
            x: renumbering.side(own.open & !part.given_up, kept),
            o: renumbering.side(opponent.open, others.filter(|set| set & !part.cells == 0)),
        };
        self.values.value(pattern)
    }

    /// Puts a part in the place of those with cells in it.
    fn put(&mut self, part: Part<Q>, gain: i32) {
        self.parts.retain(|old| old.cells & part.cells == 0);
        self.parts.push(part);
        self.in_parts |= part.cells;
        self.number += gain;
    }

    /// Returns whether the sum of the values has a star.
    fn star(&self) -> bool {
        let single = (self.own.open & self.opponent.open & !self.in_parts).count_ones() % 2 == 1;
        self.parts.iter().fold(single, |star, part| star ^ part.value.star)
    }
}

/// Returns the pairs of two cells of a set.
fn pairs(cells: Cells) -> impl Iterator<Item = [usize; 2]> {
    Ones(cells).flat_map(move |one| Ones(cells & !1 << one).map(move |other| [one, other]))
}

/// Returns a number of disjoint forbidden sets among some cells that are open to their player: the player cannot have
/// at least that many of the cells.
fn disjoint_sets<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, among: Cells) -> u32 {
    let mut sets = inside(board, side, among);
    let mut count = 0;
    while !sets.is_empty() {
        let (square, _) = sets.split();
        sets = Ones(side.set(board, square)).fold(sets, |sets, cell| sets & !board.through[cell]);
        count += 1;
    }
    count
}

/// Returns the forbidden sets that are subsets of some cells that are open to their player.
fn inside<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, among: Cells) -> Q {
    Ones(side.open & !among).fold(side.sets(), |inside, cell| inside & !board.through[cell])
}

/// Returns an upper bound of the number of counters that a player can still place.
pub(super) fn most_counters<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> u32 {
    let side = &position[player];
    side.open.count_ones() - disjoint_sets(board, side, side.open)
}

/// Returns a lower bound of the number of counters that a player can still place whatever the opponent does: on cells
/// that are open to that player alone.
pub(super) fn least_counters<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> u32 {
    let side = &position[player];
    let alone = side.open & !position[player.opponent()].open;
    let mut count = alone.count_ones();
    let mut sets = inside(board, side, alone);
    while !sets.is_empty() {
        let (_, cell) = most_hit(board, sets, alone);
        sets &= !board.through[cell];
        count -= 1;
    }
    count
}

/// Returns the cell that is in most of the sets, after the number of these: 0 if no cell is in any.
fn most_hit<Q: SquareSet>(board: &Board<Q>, sets: Q, among: Cells) -> (u32, usize) {
    let mut best = (0, 0);
    for cell in Ones(among) {
        let count = (sets & board.through[cell]).count();
        if count > best.0 {
            best = (count, cell);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::game::parts::tests::Values;
    use crate::hip::game::position::position;

    /// Checks the bounds against the values of all positions of small boards, with each player to move first, beside all
    /// numbers of halves; they must decide most of the questions.
    #[test]
    fn bounds_are_true() -> Result<(), Box<dyn std::error::Error>> {
        for size in ["3x3", "2x5"] {
            let values = Values::of(size)?;
            let mut part_values = PartValues::default();
            let (mut decided, mut undecided) = (0, 0);
            for (&(x, o), &value) in &values.known {
                let position: Position<u64> = position(&values.board, ByPlayer { x, o });
                for (half, star) in (-4..=4).flat_map(|half| [(half, false), (half, true)]) {
                    let other = Value { number: half * ONE / 2, star };
                    let sum = value.plus(other);
                    for first in Player::BOTH {
                        let sum = if first == Player::X { sum } else { sum.negated() };
                        let winner = if sum.first_wins() { first } else { first.opponent() };
                        let mut wins = |player| wins(&mut part_values, &values.board, &position, other, first, player);
                        assert!(!wins(winner.opponent()), "{x:b} {o:b} {other:?} {first:?}");
                        *if wins(winner) { &mut decided } else { &mut undecided } += 1;
                    }
                }
            }
            assert!(decided > 20 * undecided, "{size}: {decided} {undecided}");
        }
        Ok(())
    }
}
