//! The game in which one player wants many chips and the other few: is a number of chips reached?
//!
//! The number under perfect play is found by asking this for one goal after another. Positions that differ only in a *level*
//! are one entry of the table, since a higher level is never worse for Max: from this level on he reaches the goal, up to that one he
//! does not.

use std::cmp::Ordering;
use std::io::{self, Read};
use std::sync::Arc;

use super::super::game::TooLarge;
use super::Rules;
use super::last_play::Board;
use super::table::Table;

/// A game for the number of chips.
pub(in crate::chip_firing) trait Race: Board {
    /// Whether Max is to move.
    fn max_to_move(&self, place: &Self::Place) -> bool;

    /// How many bits a number has that is above all levels, at most 8.
    fn level_bits(&self) -> u32;

    /// Of places with the same name, Max reaches at a higher level what he reaches at a lower one.
    fn level(&self, place: &Self::Place) -> u8;

    /// How many chips there will at least be at the end, and at most, as far as that is plain without a search.
    fn plain(&self, place: &Self::Place) -> (u32, u32);

    /// Whether there will be an odd number under perfect play, as far as that is plain.
    fn odd(&self, _place: &Self::Place) -> Option<bool> {
        None
    }

    /// A number of chips near which the answer is likely to be: where the search for it begins.
    fn guess(&self, place: &Self::Place) -> u32;
}

/// The question whether Max reaches a goal.
#[derive(Debug)]
pub(in crate::chip_firing) struct Reach<B> {
    pub(in crate::chip_firing) board: B,
    goal: u32,
    /// More than all levels: all bits are set.
    no_level: u8,
    /// By names the level from which on the goal is reached, taken from `no_level`, and 1 more than the one up to which it is not.
    table: Arc<Table>,
}

impl<B: Race> Reach<B> {
    /// Nothing known, and about so many bytes for what will be.
    pub(in crate::chip_firing) fn new(board: B, memory: u64) -> Result<Reach<B>, TooLarge> {
        let (name_bits, level_bits) = (board.name_bits(), board.level_bits());
        let table = Arc::new(Table::new(name_bits, 2 * level_bits, memory)?);
        // Of at most 8 bits.
        let no_level = ((1_u32 << level_bits) - 1) as u8;
        Ok(Reach { board, goal: 0, no_level, table })
    }

    /// What is known of the goal.
    pub(in crate::chip_firing) fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// How many chips at the end are asked for.
    pub(in crate::chip_firing) fn goal(&self) -> u32 {
        self.goal
    }

    /// Sets the goal: so many chips at the end. What was reached of a higher one, and missed of a lower one, is kept.
    pub(in crate::chip_firing) fn set_goal(&mut self, goal: u32) {
        let bits = self.board.level_bits();
        match goal.cmp(&self.goal) {
            Ordering::Less => self.table.revalue(|levels| levels & u64::from(self.no_level)),
            Ordering::Equal => {}
            Ordering::Greater => self.table.revalue(|levels| levels >> bits << bits),
        }
        self.goal = goal;
    }

    /// Reads what has been written of the table for a goal.
    pub(in crate::chip_firing) fn load(&mut self, goal: u32, from: &mut dyn Read) -> io::Result<()> {
        self.goal = goal;
        self.table.load(from, |name| self.board.work(name))
    }

    /// From which level on the goal is reached, and the level below which it is not.
    fn levels(&self, place: &B::Place) -> (u8, u8) {
        let word = self.table.get(self.board.name(place));
        // Each is of as many bits.
        let [reached, missed] = [word, word >> self.board.level_bits()].map(|level| level as u8 & self.no_level);
        (self.no_level - reached, missed)
    }
}

impl<B: Race> Rules for Reach<B> {
    type Place = B::Place;
    type Scratch = B::Scratch;

    fn known(&self, place: &B::Place) -> Option<u8> {
        let (least, most) = self.board.plain(place);
        if least >= self.goal {
            return Some(1);
        }
        if most < self.goal {
            return Some(0);
        }
        let level = self.board.level(place);
        let (reached, missed) = self.levels(place);
        if level >= reached {
            Some(1)
        } else if level < missed {
            Some(0)
        } else {
            None
        }
    }

    fn options(&self, place: &B::Place, scratch: &mut B::Scratch, options: &mut Vec<B::Place>) {
        self.board.options(place, scratch, options);
    }

    fn rank(&self, place: &B::Place, option: &B::Place) -> i64 {
        self.board.rank(place, option)
    }

    fn value(&self, place: &B::Place, seen: u64, all: bool) -> Option<u8> {
        let wanted = u8::from(self.board.max_to_move(place));
        if seen >> wanted & 1 == 1 { Some(wanted) } else { all.then_some(1 - wanted) }
    }

    fn keep(&self, place: &B::Place, value: u8) {
        let level = self.board.level(place);
        let (mut reached, mut missed) = self.levels(place);
        if value == 1 {
            reached = reached.min(level);
        } else {
            missed = missed.max(level + 1);
        }
        let [high, low] = [self.no_level - reached, missed].map(u64::from);
        self.table.put(self.board.name(place), high | low << self.board.level_bits(), |name| self.board.work(name));
    }

    fn name(&self, place: &B::Place) -> u64 {
        if self.board.is_over(place) { 0 } else { self.board.name(place) }
    }
}
