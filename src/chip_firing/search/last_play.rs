//! The game in which the last play wins.

use std::io::{self, Read};
use std::sync::Arc;

use super::super::game::{Game, Side, TooLarge};
use super::Rules;
use super::table::Table;

/// A game that both players play alike: what follows what.
pub(in crate::chip_firing) trait Board: Sync {
    /// A position, or the end of the play.
    type Place: Copy + Send + Sync;
    /// What a thread needs to work out options.
    type Scratch: Default;

    /// The place of a game's position.
    fn place(&self, game: &Game, to_move: Side) -> Self::Place;

    /// How many bits the names of positions have.
    fn name_bits(&self) -> u32;

    /// A number that tells positions apart, for positions that are not over.
    fn name(&self, place: &Self::Place) -> u64;

    /// Whether the play is over.
    fn is_over(&self, place: &Self::Place) -> bool;

    /// Puts the options of a position that is not over in the place of what is in `options`, each once.
    fn options(&self, place: &Self::Place, scratch: &mut Self::Scratch, options: &mut Vec<Self::Place>);

    /// About how long the search below the position of a name is: more for those where more is to come.
    fn work(&self, name: u64) -> u32;

    /// Small for options that are easily searched and likely to be good.
    fn rank(&self, place: &Self::Place, option: &Self::Place) -> i64;
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chip_firing) enum Kind {
    /// Whether the player to move wins: 1, or 0.
    Wins,
    /// The Grundy value.
    Grundy,
}

/// The question of who wins, or of Grundy values, on a board.
#[derive(Debug)]
pub(in crate::chip_firing) struct LastPlay<B> {
    pub(in crate::chip_firing) board: B,
    kind: Kind,
    /// The values, and 1 more, by names.
    table: Arc<Table>,
}

impl<B: Board> LastPlay<B> {
    /// Nothing known, and about so many bytes for what will be.
    pub(in crate::chip_firing) fn new(board: B, kind: Kind, memory: u64) -> Result<LastPlay<B>, TooLarge> {
        // A Grundy value is at most the number of options, of which no board that fits has as many as 63.
        let value_bits = match kind {
            Kind::Wins => 2,
            Kind::Grundy => 6,
        };
        let name_bits = board.name_bits();
        let table = Arc::new(Table::new(name_bits, value_bits, memory)?);
        Ok(LastPlay { board, kind, table })
    }

    /// What is known.
    pub(in crate::chip_firing) fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Reads what has been written of the table for the same question.
    pub(in crate::chip_firing) fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        self.table.load(from, |name| self.board.work(name))
    }
}

impl<B: Board> Rules for LastPlay<B> {
    type Place = B::Place;
    type Scratch = B::Scratch;

    fn known(&self, place: &B::Place) -> Option<u8> {
        if self.board.is_over(place) {
            return Some(0);
        }
        // Of at most 6 bits.
        (self.table.get(self.board.name(place)) as u8).checked_sub(1)
    }

    fn options(&self, place: &B::Place, scratch: &mut B::Scratch, options: &mut Vec<B::Place>) {
        self.board.options(place, scratch, options);
    }

    fn rank(&self, place: &B::Place, option: &B::Place) -> i64 {
        self.board.rank(place, option)
    }

    fn value(&self, _place: &B::Place, seen: u64, all: bool) -> Option<u8> {
        match self.kind {
            Kind::Wins if seen & 1 == 1 => Some(1),
            Kind::Wins => all.then_some(0),
            // The least that is missing.
            Kind::Grundy => all.then_some(seen.trailing_ones() as u8),
        }
    }

    fn keep(&self, place: &B::Place, value: u8) {
        self.table.put(self.board.name(place), u64::from(value) + 1, |name| self.board.work(name));
    }

    fn name(&self, place: &B::Place) -> u64 {
        if self.board.is_over(place) { 0 } else { self.board.name(place) }
    }
}
