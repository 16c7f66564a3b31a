//! Exact values of small parts of a position.
//!
//! A cell in no forbidden set is worth 1 to the only player who may use it, or ∗ if both may. The value of a part of up
//! to four cells, alone on a board, is computed from those of its options, once for each *pattern*: a part with its
//! cells renumbered from 0.
//!
//! ```text
//!     two cells, both open to X and O, and both together a forbidden set of X:
//!     x: open 0b11, sets 1 << 0b11     if X plays, the other cell is O's: −1; if O plays, the other cell is left to both: ∗
//!     o: open 0b11, sets 0             {−1, −1 | ∗, ∗} = 0
//! ```

use std::collections::HashMap;

use super::board::{Board, Cells, SquareSet};
use super::position::Position;
use super::value::{ONE, Value};
use crate::bits::Ones;
use crate::player::{ByPlayer, Player};

/// The largest number of cells of a part that is valued: a set of masks must fit into 16 bits.
pub(super) const SMALL: u32 = 4;

/// One player's side of a pattern: the mask of the open cells, and the forbidden sets, of which bit m is the set with
/// mask m.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct PatternSide {
    open: u8,
    sets: u16,
}

/// A part with its cells renumbered from 0.
pub(super) type Pattern = ByPlayer<PatternSide>;

/// The values of patterns, each computed when it first occurs.
#[derive(Clone, Debug, Default)]
pub(super) struct PartValues {
    known: HashMap<u64, Option<Value>>,
}

impl PartValues {
    /// Returns the value of a pattern; `None` if it does not fit into [`Value`].
    #[inline]
    pub(super) fn value(&mut self, part: Pattern) -> Option<Value> {
        if part.x.sets | part.o.sets == 0 {
            return Some(worth(ByPlayer::from_fn(|player| part[player].open.into())));
        }
        let key = part.key();
        match self.known.get(&key) {
            Some(&value) => value,
            None => self.compute(part),
        }
    }

    fn compute(&mut self, part: Pattern) -> Option<Value> {
        let mut options = |player: Player| -> Option<Vec<Value>> {
            Ones(part[player].open.into()).map(|cell| self.value(part.after(player, cell))).collect()
        };
        let (left, right) = (options(Player::X), options(Player::O));
        let value = Value::from_options(&left?, &right?);
        self.known.insert(part.key(), value);
        value
    }
}

/// How the cells of a part are renumbered from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Renumbering {
    cells: Cells,
    old: [u8; SMALL as usize],
}

impl Renumbering {
    /// Renumbers some cells, at most [`SMALL`].
    #[inline]
    pub(super) fn new(cells: Cells) -> Renumbering {
        let mut old = [0; SMALL as usize];
        for (new, cell) in Ones(cells).enumerate() {
            // A board has at most 64 cells.
            old[new] = cell as u8;
        }
        Renumbering { cells, old }
    }

    /// Returns a player's side, of which the cells in `open` are open to the player. Of each forbidden set, the part
    /// within the renumbered cells counts.
    #[inline]
    pub(super) fn side(&self, open: Cells, sets: impl Iterator<Item = Cells>) -> PatternSide {
        PatternSide { open: self.mask(open), sets: sets.fold(0, |all, set| all | 1 << self.mask(set)) }
    }

    #[inline]
    fn mask(&self, set: Cells) -> u8 {
        let bits = self.old.iter().enumerate().fold(0, |bits, (new, old)| bits | (set >> old & 1) << new);
        (bits & ((1 << self.cells.count_ones()) - 1)) as u8
    }
}

impl Pattern {
    #[inline]
    fn key(self) -> u64 {
        let key = |side: PatternSide| u64::from(side.open) << 16 | u64::from(side.sets);
        key(self.x) << 32 | key(self.o)
    }

    /// Returns the pattern after a player has used a cell, which must be open to that player.
    fn after(self, player: Player, cell: usize) -> Pattern {
        let bit = 1_u8 << cell;
        let mut after = self;
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

/// Returns the masks in a set of masks.
fn masks(sets: u16) -> impl Iterator<Item = u8> {
    // Masks of at most four cells are below 16.
    Ones(sets.into()).map(|mask| mask as u8)
}

/// Returns the set of the masks to which `becomes` maps those of a set; `None` drops a mask.
fn with(sets: u16, becomes: impl Fn(u8) -> Option<u8>) -> u16 {
    masks(sets).filter_map(becomes).fold(0, |all, mask| all | 1 << mask)
}

/// Returns the value of cells that are in no set: those open to X, and those open to O.
pub(super) fn worth(free: ByPlayer<Cells>) -> Value {
    let count = |cells: Cells| cells.count_ones().cast_signed();
    let number = count(free.x & !free.o) - count(free.o & !free.x);
    Value { number: number * ONE, star: count(free.x & free.o) % 2 == 1 }
}

/// Removes the cells that are in no forbidden set, and returns those open to X and those open to O.
#[inline]
pub(super) fn take_free<Q: SquareSet>(board: &Board<Q>, position: &mut Position<Q>) -> ByPlayer<Cells> {
    let sets = position.x.sets() | position.o.sets();
    let all = position.x.open | position.o.open;
    let free = Ones(all).filter(|&cell| (board.through[cell] & sets).is_empty());
    let free = free.fold(0, |free, cell| free | 1 << cell);
    ByPlayer::from_fn(|player| {
        let taken = position[player].open & free;
        position[player].open &= !free;
        taken
    })
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::hip::game::position::position;
    use crate::hip::game::{Game, Rules};

    /// The values of all positions of a board, computed from their options alone.
    pub(in crate::hip::game) struct Values {
        pub(in crate::hip::game) board: Board<u64>,
        pub(in crate::hip::game) known: HashMap<(Cells, Cells), Value>,
    }

    impl Values {
        /// Returns the values of all positions of a board that can follow on the empty one.
        pub(in crate::hip::game) fn of(size: &str) -> Result<Values, Box<dyn std::error::Error>> {
            let mut values = Values::new(size)?;
            values.value(ByPlayer::default()).ok_or("another value")?;
            Ok(values)
        }

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
                Ones(whole[player].open).map(after).collect()
            };
            let (left, right) = (options(Player::X), options(Player::O));
            let value = Value::from_options(&left?, &right?)?;
            self.known.insert((counters.x, counters.o), value);
            Some(value)
        }
    }
}
