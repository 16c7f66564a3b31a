//! The game in which one player wants many chips and the other few: is a number of chips reached?
//!
//! The number under perfect play is found by asking this for one goal after another. Positions that differ only in a *level*
//! are one entry of the table, since a higher level is never worse for Max: from this level on he reaches the goal, up to that one he
//! does not.

use std::io::{self, Read, Write};

use super::Rules;
use super::last_play::Board;
use super::table::Table;

/// A game for the number of chips.
pub(in crate::chip_firing) trait Race: Board {
    /// Whether Max is to move.
    fn max_to_move(&self, place: &Self::Place) -> bool;

    /// Below [`NO_LEVEL`]; of places with the same name, Max reaches at a higher level what he reaches at a lower one.
    fn level(&self, place: &Self::Place) -> u8;

    /// How many chips there will at least be at the end, and at most, as far as that is plain without a search.
    fn plain(&self, place: &Self::Place) -> (u32, u32);

    /// A number of chips near which the answer is likely to be: where the search for it begins.
    fn guess(&self, place: &Self::Place) -> u32;
}

/// More than all levels.
pub(in crate::chip_firing) const NO_LEVEL: u8 = u8::MAX;

const LEVEL_BITS: u32 = u8::BITS;

/// The question whether Max reaches a goal.
#[derive(Debug)]
pub(in crate::chip_firing) struct Reach<B> {
    pub(in crate::chip_firing) board: B,
    goal: u32,
    /// By names the level from which on the goal is reached, taken from [`NO_LEVEL`], and 1 more than the one up to which it is not.
    table: Table,
}

impl<B: Race> Reach<B> {
    /// Nothing known, and about so many bytes for what will be; none if names have too many bits.
    pub(in crate::chip_firing) fn new(board: B, memory: u64) -> Option<Reach<B>> {
        let name_bits = board.name_bits();
        (name_bits + 2 * LEVEL_BITS <= u64::BITS).then(|| Reach {
            board,
            goal: 0,
            table: Table::new(name_bits, 2 * LEVEL_BITS, memory),
        })
    }

    /// Sets the goal: so many chips at the end. What was found for another one is forgotten.
    pub(in crate::chip_firing) fn set_goal(&mut self, goal: u32) {
        if goal != self.goal {
            self.goal = goal;
            self.table.clear();
        }
    }

    /// Writes what is known of which goal.
    pub(in crate::chip_firing) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.goal.to_le_bytes())?;
        self.table.save(out)
    }

    /// Reads what has been written for the same question.
    pub(in crate::chip_firing) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut goal = [0; 4];
        from.read_exact(&mut goal)?;
        self.goal = u32::from_le_bytes(goal);
        self.table.load(from)
    }

    /// From which level on the goal is reached, and the level below which it is not.
    fn levels(&self, place: &B::Place) -> (u8, u8) {
        let [reached, missed, ..] = self.table.get(self.board.name(place)).to_le_bytes();
        (NO_LEVEL - reached, missed)
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

    fn rank(&self, option: &B::Place) -> i64 {
        self.board.rank(option)
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
        let [high, low] = [NO_LEVEL - reached, missed].map(u64::from);
        self.table.put(self.board.name(place), high | low << LEVEL_BITS);
    }

    fn name(&self, place: &B::Place) -> u64 {
        if self.board.is_over(place) { 0 } else { self.board.name(place) }
    }
}
