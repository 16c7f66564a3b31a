//! Bounds of a value without search: what a player can secure by dividing the board into small parts.
//!
//! ```text
//!     X: open A B C D E    sets {A, B} {B, C, E} {C, D}     The parts are {A, B, C}, {D} and {E}. X gives up D, and keeps {A, B},
//!     O: open A B C D      sets {A, D}                      and {B, C} of {B, C, E}. The set {A, D} of O is in no part, and
//!                                                           dropped. So the value is at least −1/2 − 1 + 1 = −1/2.
//! ```
//!
//! **Theorem.** Let the cells be divided into parts. Let the player *give up* some cells, and *keep*, of each own
//! forbidden set without such a cell, the cells in one part, at least two. Let only those sets of the opponent remain
//! that lie in one part. Then the value of the position, as seen by the player, is at least the sum of the values of
//! the parts.
//!
//! **Proof.** A position is no better for a player if cells are closed to that player, if the player's sets shrink, or
//! if sets of the opponent are dropped: the player has the same moves or fewer, the opponent the same or more, and that
//! remains so after each move. Then no set joins cells of different parts, so that the position is their sum. ∎
//!
//! A part of up to four cells has a known value ([`super::parts`]). At first every cell is a part. A set of the player
//! that has two shared cells in parts of their own costs nothing: these two are joined, those in most sets first. For
//! every other set the change is made that costs least for each set that it covers: two parts are joined, or a cell is
//! given up. At the end parts are joined if that brings a set of the opponent within one of them and raises the sum.
//!
//! **Pairs.** Two cells in parts of their own, joined because a player must not use both: each cell that only this
//! player may use costs the player 1/2. *Proof.* ∗ + ∗ and {−1 | ∗} are 0. If one cell is the player's alone, 1 + ∗
//! becomes {−1, 0 | 1} = 1/2; if both are, 2 becomes {0 | } = 1. ∎ A cell in a part of its own that is given up costs
//! 1, since 1 becomes 0, or ∗ becomes −1.
//!
//! **Example.** All fields of [`Division`], which are valid for one player's bound of one position; here for X. B2
//! would complete a square of O:
//!
//! ```text
//!     O O O      own         open B2 A3 C3     sets {B2, C3}     (square B2 C2 C3 B3)
//!     O . X      opponent    open A3 C3        sets {A3, C3}     (square A1 C1 C3 A3)
//!     . X .
//!                                     number    in_parts    parts, each with its cells, `given_up`, `kept` and value
//!     `new`: B2 is X's alone, ∗ + ∗   1                     (none: each cell is a part of its own)
//!     `cover` {B2, C3}: a pair        1/2       B2 C3       {B2, C3}, none, B2 C2 C3 B3, 1/2
//!     `join_for` {A3, C3}             3/4       B2 A3 C3    {B2, A3, C3}, none, B2 C2 C3 B3, 3/4
//! ```

use super::board::{Board, Cells, SquareSet};
use super::parts::{PartValues, Renumbering, SMALL, worth};
use super::position::{Position, Side};
use super::value::{Bound, Bounds, ONE, Value};
use crate::bits::Ones;
use crate::player::{ByPlayer, Player};

/// A bound that is further than this below the wanted one is abandoned: sets of the opponent seldom raise it more.
const MARGIN: i32 = ONE;

/// Returns whether a bound shows that `player` wins the sum of a position and another game, whose value is as X sees
/// it, with `first` to move. False says nothing.
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
    for of_one_size in [own.pairs, own.triples, own.fours] {
        while let todo = of_one_size & sets
            && !todo.is_empty()
        {
            if division.number + MARGIN < wanted {
                return None;
            }
            let covered = division.cover(todo.split().0, sets)?;
            sets &= !covered;
        }
    }
    for of_one_size in [opponent.pairs, opponent.triples, opponent.fours] {
        for square in of_one_size.each() {
            // If it is the wanted number, a star may still decide against the player.
            if division.number > wanted || division.number + MARGIN < wanted {
                break;
            }
            division.join_for(opponent.set(board, square));
        }
    }
    // At most 64 cells, of value 1 each.
    let bound = Bound { number: division.number as i16, possible: if division.star() { 0b10 } else { 0b01 } };
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

/// A board divided into parts, as one player sees it: this player has the role of X in values.
#[derive(Debug)]
struct Division<'a, Q> {
    values: &'a mut PartValues,
    board: &'a Board<Q>,
    own: &'a Side<Q>,
    opponent: &'a Side<Q>,
    /// The parts of two cells or more, and those given up; every other cell is a part of its own, and not listed.
    parts: Vec<Part<Q>>,
    /// The cells of the listed parts.
    in_parts: Cells,
    /// The sum of the values of all parts, without stars, as the player sees them. It is a lower bound once all sets of
    /// the player are covered.
    number: i32,
}

/// A change of a division: a part takes the place of those with cells in it.
struct Change<Q> {
    part: Part<Q>,
    /// The squares of the player's sets that it covers.
    covered: Q,
    /// What it adds to the sum of the values: less than 0 if it costs the player something.
    added: i32,
}

impl<Q: SquareSet> Change<Q> {
    /// Returns whether the change adds more for each set that it covers, or as much and covers more.
    fn is_better_than(&self, other: &Change<Q>) -> bool {
        let [count, other_count] = [self, other].map(|change| change.covered.count().cast_signed());
        // The quotients, each multiplied by both counts.
        (self.added * other_count, count) > (other.added * count, other_count)
    }
}

impl<'a, Q: SquareSet> Division<'a, Q> {
    fn new(values: &'a mut PartValues, board: &'a Board<Q>, own: &'a Side<Q>, opponent: &'a Side<Q>) -> Self {
        let number = worth(ByPlayer { x: own.open, o: opponent.open }).number;
        Division { values, board, own, opponent, parts: Vec::with_capacity(16), in_parts: 0, number }
    }

    /// Covers the forbidden set of a square of the player: gives up a cell of it, or keeps two of its cells in one
    /// part. Returns it and all others of `sets`, those not covered so far, that the same change covers; `None` if no
    /// change is possible.
    fn cover(&mut self, square: usize, sets: Q) -> Option<Q> {
        let set = self.own.set(self.board, square);
        let mut best: Option<Change<Q>> = None;
        let mut consider = |change: Option<Change<Q>>| {
            if let Some(change) = change
                && best.as_ref().is_none_or(|best| change.is_better_than(best))
            {
                best = Some(change);
            }
        };
        // Two shared cells that are in no listed part cost nothing.
        let shared_singles = set & self.opponent.open & !self.in_parts;
        let cost_nothing = shared_singles.count_ones() > 1;
        if !cost_nothing {
            for cell in Ones(set) {
                consider(self.joined(1 << cell, 1 << cell, sets & self.board.through[cell]));
            }
        }
        let cells = if cost_nothing { shared_singles } else { set };
        for one in Ones(cells) {
            // The cells after this one.
            for other in Ones(cells & (!1 << one)) {
                consider(self.joined(1 << one | 1 << other, 0, sets & self.board.through_both(one, other)));
            }
        }
        let Change { part, covered, added } = best?;
        self.put(part, added);
        Some(covered)
    }

    /// Joins the parts with cells of a forbidden set of the opponent if that raises the sum.
    fn join_for(&mut self, set: Cells) {
        if let Some(Change { part, added, .. }) = self.joined(set, 0, Q::default())
            && added > 0
        {
            self.put(part, added);
        }
    }

    /// Returns the change that joins the parts with some cells, and covers sets of the player: by the cells that are
    /// given up, or, if there are none, because their cells in the new part are kept. `None` if the part would be too
    /// large.
    fn joined(&mut self, cells: Cells, given_up: Cells, covered: Q) -> Option<Change<Q>> {
        let kept = if given_up == 0 { covered } else { Q::default() };
        let mut part = Part { cells, given_up, kept, value: Value::ZERO };
        let single = cells & !self.in_parts;
        let mut before = worth(ByPlayer { x: self.own.open & single, o: self.opponent.open & single }).number;
        if single == cells && cells.count_ones() <= 2 {
            // The most frequent parts, a single cell that is given up, and a pair: see the top of the page. A pair
            // keeps no set only if it is a set of the opponent.
            let half = (cells & (self.own.open ^ self.opponent.open)).count_ones().cast_signed() * ONE / 2;
            let added = if given_up != 0 { -ONE } else { half * if kept.is_empty() { 1 } else { -1 } };
            part.value.number = before + added;
            return Some(Change { part, covered, added });
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
        part.value = self.value(&part)?;
        Some(Change { part, covered, added: part.value.number - before })
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
    fn put(&mut self, part: Part<Q>, added: i32) {
        self.parts.retain(|old| old.cells & part.cells == 0);
        self.parts.push(part);
        self.in_parts |= part.cells;
        self.number += added;
    }

    /// Returns whether the sum of the values has a star.
    fn star(&self) -> bool {
        let single = (self.own.open & self.opponent.open & !self.in_parts).count_ones() % 2 == 1;
        self.parts.iter().fold(single, |star, part| star ^ part.value.star)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::game::parts::tests::Values;
    use crate::hip::game::position::position;
    use crate::hip::game::{Game, Rules};

    /// Checks the bounds against the values of all positions of small boards, with each player to move first, beside
    /// all numbers of halves; they must decide most of the questions.
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

    /// The example at the top of this page.
    #[test]
    fn example_is_worth_three_quarters() -> Result<(), Box<dyn std::error::Error>> {
        let board = Board::new(&Game::new("3x3".parse()?, Rules::default())).ok_or("too large")?;
        let position: Position<u64> = position(&board, ByPlayer { x: 0b010_100_000, o: 0b000_001_111 });
        let mut values = PartValues::default();
        let mut division = Division::new(&mut values, &board, &position.x, &position.o);
        assert_eq!((division.number, division.in_parts, division.parts.len()), (ONE, 0, 0));
        let own = position.x.sets();
        assert_eq!(division.cover(own.split().0, own), Some(own));
        assert_eq!((division.number, division.in_parts, division.parts.len()), (ONE / 2, 0b100_010_000, 1));
        division.join_for(0b101_000_000);
        assert_eq!((division.number, division.in_parts, division.parts.len()), (3 * ONE / 4, 0b101_010_000, 1));
        let Part { cells, given_up, kept, value } = division.parts[0];
        assert_eq!((cells, given_up, kept), (0b101_010_000, 0, own));
        assert_eq!(value, Value { number: 3 * ONE / 4, star: false });
        let bound = lower_bound(&mut values, &board, &position, Player::X, 3 * ONE / 4);
        assert_eq!(bound, Some(Bound { number: 3 * ONE as i16 / 4, possible: 1 }));
        Ok(())
    }
}
