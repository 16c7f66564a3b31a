//! Parts of a position that have nothing to do with each other, and the exact values of small ones.
//!
//! Two cells belong together if a forbidden set has both. A cell in no set is a part of its own, worth 1 to the only player
//! who may use it, or ∗ if both may. Other parts of up to four cells are valued by going through all that can be played
//! in them, once for each pattern: a pattern is the cells open to either player and his sets, the cells numbered anew.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{Board, Cells, cells};
use super::number::{ONE, Value};
use super::position::Position;
use super::square_set::SquareSet;
use crate::player::{ByPlayer, Player};
use crate::transposition::mix;

/// Hashes the patterns of parts.
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| mix(hash ^ u64::from(byte)));
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.0 = mix(mix(word as u64) ^ (word >> 64) as u64);
    }
}

/// The most cells of a part that is valued here. A set of subsets of them has to fit into 32 bits, so that it could be five.
const SMALL: u32 = 4;

/// A side of a part: the open cells, and the sets, bit m standing for the set with mask m.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct PartSide {
    open: u8,
    sets: u32,
}

type Part = ByPlayer<PartSide>;

/// Values of small parts, each computed when it is first met.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    known: HashMap<u128, Option<Value>, BuildHasherDefault<Mixer>>,
}

impl Parts {
    /// Removes the cells that are in no set, and small parts; says what they are worth together.
    pub(super) fn take_small<Q: SquareSet>(&mut self, board: &Board<Q>, position: &mut Position<Q>) -> Value {
        let mut value = worth(take_free(board, position));
        let mut rest = position.x.open | position.o.open;
        let mut unseen = ByPlayer::from_fn(|player| position[player].sets());
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut border = part;
            while border != 0 {
                let cell = border.trailing_zeros() as usize;
                border &= border - 1;
                for player in Player::BOTH {
                    let sets = unseen[player] & board.through[cell];
                    unseen[player] ^= sets;
                    let joined = sets.each().fold(0, |cells, square| cells | position[player].set(board, square));
                    border |= joined & !part;
                    part |= joined;
                }
            }
            rest &= !part;
            if part.count_ones() <= SMALL {
                value = value.plus(self.take(board, position, part).unwrap_or(Value::ZERO));
            }
        }
        value
    }

    /// Takes a part out of a position, if it has a value of the kind that all have: see [`Value`].
    fn take<Q: SquareSet>(&mut self, board: &Board<Q>, position: &mut Position<Q>, part: Cells) -> Option<Value> {
        let through = cells(part).fold(Q::default(), |all, cell| all | board.through[cell]);
        let renumbered = |set: Cells| {
            let bits = cells(part).enumerate();
            bits.fold(0_u8, |bits, (new, old)| bits | ((set >> old & 1) as u8) << new)
        };
        let pattern = Part::from_fn(|player| {
            let side = &position[player];
            let sets = (side.sets() & through).each();
            let sets = sets.fold(0, |all, square| all | 1 << renumbered(side.set(board, square)));
            PartSide { open: renumbered(side.open & part), sets }
        });
        let value = self.value(pattern)?;
        for player in Player::BOTH {
            position[player].remove(through);
            position[player].open &= !part;
        }
        Some(value)
    }

    fn value(&mut self, part: Part) -> Option<Value> {
        if part.x.sets | part.o.sets == 0 {
            return Some(worth(ByPlayer::from_fn(|player| part[player].open.into())));
        }
        let side = |side: PartSide| u128::from(side.open) | u128::from(side.sets) << 8;
        let key = side(part.x) | side(part.o) << 40;
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut options = |player: Player| -> Option<Vec<Value>> {
            cells(part[player].open.into()).map(|cell| self.value(part.after(player, cell))).collect()
        };
        let (left, right) = (options(Player::X), options(Player::O));
        let value = Value::from_options(&left?, &right?);
        self.known.insert(key, value);
        value
    }
}

impl Part {
    /// The part after a move.
    fn after(&self, player: Player, cell: usize) -> Part {
        let bit = 1_u8 << cell;
        let mut after = *self;
        let opponent = &mut after[player.opponent()];
        opponent.open &= !bit;
        opponent.sets = with(opponent.sets, |set| (set & bit == 0).then_some(set));

        let own = &mut after[player];
        own.open &= !bit;
        let shrunk = with(own.sets, |set| Some(set & !bit));
        let dead = masks(shrunk).filter(|set| set.is_power_of_two()).fold(0, |dead, set| dead | set);
        own.open &= !dead;
        let left = with(shrunk, |set| (set & dead == 0).then_some(set));
        own.sets = with(left, |set| masks(left).all(|other| other == set || other & !set != 0).then_some(set));
        after
    }
}

/// The masks in a set of masks.
fn masks(sets: u32) -> impl Iterator<Item = u8> {
    // Masks of at most five cells are below 32.
    cells(sets.into()).map(|mask| mask as u8)
}

/// The masks that others become, if any.
fn with(sets: u32, becomes: impl Fn(u8) -> Option<u8>) -> u32 {
    masks(sets).filter_map(becomes).fold(0, |all, mask| all | 1 << mask)
}

/// What cells are worth that are in no set: those open to X, and those open to O.
pub(super) fn worth(free: ByPlayer<Cells>) -> Value {
    let count = |cells: Cells| cells.count_ones().cast_signed();
    let number = count(free.x & !free.o) - count(free.o & !free.x);
    Value { number: number * ONE, star: count(free.x & free.o) % 2 == 1 }
}

/// Takes the cells out of a position that are in no set of either player: those open to X, and those open to O.
#[inline]
pub(super) fn take_free<Q: SquareSet>(board: &Board<Q>, position: &mut Position<Q>) -> ByPlayer<Cells> {
    let sets = position.x.sets() | position.o.sets();
    let all = position.x.open | position.o.open;
    let free = cells(all).filter(|&cell| (board.through[cell] & sets).is_empty());
    let free = free.fold(0, |free, cell| free | 1 << cell);
    ByPlayer::from_fn(|player| {
        let taken = position[player].open & free;
        position[player].open &= !free;
        taken
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::game::position::{play, position};
    use crate::hip::game::{Game, Rules};

    /// The values of all positions of a board, from nothing but their options.
    struct Values {
        board: Board<u64>,
        known: HashMap<(Cells, Cells), Value>,
    }

    impl Values {
        fn new(size: &str) -> Result<Values, Box<dyn std::error::Error>> {
            let board = Board::new(&Game::new(size.parse()?, Rules::default())).ok_or("too large")?;
            Ok(Values { board, known: HashMap::new() })
        }

        fn value(&mut self, counters: ByPlayer<Cells>) -> Option<Value> {
            if let Some(&value) = self.known.get(&(counters.x, counters.o)) {
                return Some(value);
            }
            let whole: Position<u64> = position(&self.board, counters);
            let mut options = |player: Player| -> Option<Vec<Value>> {
                let after = |cell| {
                    let mut after = counters;
                    after[player] |= 1_u64 << cell;
                    self.value(after)
                };
                cells(whole[player].open).map(after).collect()
            };
            let (left, right) = (options(Player::X), options(Player::O));
            let value = Value::from_options(&left?, &right?)?;
            self.known.insert((counters.x, counters.o), value);
            Some(value)
        }

        fn value_known(&self, counters: ByPlayer<Cells>) -> Option<Value> {
            self.known.get(&(counters.x, counters.o)).copied()
        }
    }

    /// Tests the theory of [`Value`]: every position that any moves lead to is a number, or a number and a star; and a move
    /// leaves its player no more than before, except for a star.
    fn test_values(sizes: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
        for &size in sizes {
            let mut values = Values::new(size)?;
            values.value(ByPlayer::default()).ok_or("another value")?;
            assert!(values.known.values().any(|value| value.star) && values.known.len() > 40);
            assert!(size != "3x4" || values.known.values().any(|value| value.number % ONE != 0));
            for (&(x, o), &value) in &values.known {
                for cell in cells(((1 << values.board.area) - 1) & !x & !o) {
                    if let Some(&after) = values.known.get(&(x | 1 << cell, o)) {
                        let starred = Value { star: !after.star, ..after };
                        assert!(starred.number < value.number || starred == value, "{size}: {x:b} {o:b} {cell}");
                    }
                }
            }
        }
        Ok(())
    }

    #[test]
    fn every_position_is_a_number_or_a_number_and_a_star() -> Result<(), Box<dyn std::error::Error>> {
        test_values(&["2x2", "2x4", "3x3", "2x5"])
    }

    #[test]
    #[ignore = "exhaustive: 3 s"]
    fn every_position_of_3x4_is_a_number_or_a_number_and_a_star() -> Result<(), Box<dyn std::error::Error>> {
        test_values(&["3x4"])
    }

    /// Tests that a position without its small parts has the value of the whole less the values of the parts, also after
    /// a move; at least `least` positions must fall apart into small parts.
    fn test_small_parts(size: &str, least: u32) -> Result<(), Box<dyn std::error::Error>> {
        let mut values = Values::new(size)?;
        values.value(ByPlayer::default()).ok_or("another value")?;
        let mut parts = Parts::default();
        let mut whole = 0;
        for (&(x, o), &value) in &values.known {
            let mut position: Position<u64> = position(&values.board, ByPlayer { x, o });
            let taken = parts.take_small(&values.board, &mut position);
            if position.x.open | position.o.open == 0 {
                assert_eq!(taken, value, "{x:b} {o:b}");
                whole += 1;
                continue;
            }
            for player in Player::BOTH {
                for cell in cells(position[player].open) {
                    let mut after = play(&values.board, &position, player, cell);
                    let rest = parts.take_small(&values.board, &mut after);
                    let mut counters = ByPlayer { x, o };
                    counters[player] |= 1_u64 << cell;
                    if after.x.open | after.o.open == 0 {
                        assert_eq!(Some(taken.plus(rest)), values.value_known(counters), "{x:b} {o:b} {cell}");
                    }
                }
            }
        }
        assert!(whole > least, "{whole}");
        Ok(())
    }

    #[test]
    fn small_parts_have_the_values_that_they_have_in_the_whole() -> Result<(), Box<dyn std::error::Error>> {
        test_small_parts("3x3", 1000)?;
        test_small_parts("2x5", 1000)
    }

    #[test]
    #[ignore = "exhaustive: 3 s"]
    fn small_parts_of_3x4_have_the_values_that_they_have_in_the_whole() -> Result<(), Box<dyn std::error::Error>> {
        test_small_parts("3x4", 10_000)
    }
}
