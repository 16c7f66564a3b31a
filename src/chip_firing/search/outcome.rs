//! The game in which the last move wins: winners and Grundy values.

use std::fmt::Debug;
use std::io::{self, Read};

use super::super::game::{Answer, Game, Side};
use super::{Engine, Model, Objective, PositionTable, SearchState, TooLargeError, evaluate};
use crate::budget::Budget;
use crate::player::Player;

/// The value that is computed of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chip_firing) enum Kind {
    /// 1 if the player to move wins, else 0.
    Winner,
    /// The Grundy value.
    Grundy,
}

impl Kind {
    /// Returns the answer for the value of a game.
    pub(in crate::chip_firing) fn answer(self, value: u8) -> Answer {
        match self {
            Kind::Winner if value == 1 => Answer::Winner(Player::X),
            Kind::Winner => Answer::Winner(Player::O),
            Kind::Grundy => Answer::Grundy(value),
        }
    }
}

/// The number of bits of a Grundy value plus 1. A Grundy value is at most the number of options. There are fewer than
/// 63: at most 51 vertices have degree two or more, and a chip on a leaf leads to the same position as a chip on its
/// neighbour.
const GRUNDY_BITS: u32 = 6;

/// The values of positions by the rules. A table entry holds the value plus 1.
#[derive(Debug)]
pub(in crate::chip_firing) struct Outcome<M> {
    table: PositionTable<M>,
    kind: Kind,
}

impl<M: Model> Objective for Outcome<M> {
    type Model = M;

    fn table(&self) -> &PositionTable<M> {
        &self.table
    }

    fn known(&self, position: &M::Position) -> Option<u8> {
        if self.model().is_over(position) {
            return Some(0);
        }
        // At most 6 bits.
        (self.table.get(position) as u8).checked_sub(1)
    }

    fn combine(&self, _position: &M::Position, seen: u64, all: bool) -> Option<u8> {
        match self.kind {
            // An option from which the player to move loses.
            Kind::Winner if seen & 1 == 1 => Some(1),
            Kind::Winner => all.then_some(0),
            // The mex: the least value that no option has.
            Kind::Grundy => all.then_some(seen.trailing_ones() as u8),
        }
    }

    fn store(&self, position: &M::Position, value: u8) {
        self.table.update(position, |_| u64::from(value) + 1);
    }
}

impl<M: Model> Outcome<M> {
    /// Prepares the table.
    ///
    /// # Errors
    /// If a key and a value need more than 64 bits.
    pub(in crate::chip_firing) fn new(model: M, kind: Kind, memory: u64) -> Result<Outcome<M>, TooLargeError> {
        let value_bits = match kind {
            Kind::Winner => 2,
            Kind::Grundy => GRUNDY_BITS,
        };
        Ok(Outcome { table: PositionTable::new(model, value_bits, memory)?, kind })
    }
}

/// The search for the winner or the Grundy value of a game.
#[derive(Debug)]
pub(in crate::chip_firing) struct OutcomeSearch<O> {
    objective: O,
    kind: Kind,
    positions: u64,
}

impl<O: Objective> OutcomeSearch<O> {
    /// Prepares the search.
    pub(in crate::chip_firing) fn new(objective: O, kind: Kind) -> OutcomeSearch<O> {
        OutcomeSearch { objective, kind, positions: 0 }
    }

    /// Returns the value of a game for the player to move, or `None` if the search is stopped.
    fn value(&mut self, game: &Game, budget: &mut Budget<'_>) -> Option<u8> {
        // Both players have the same moves and the same goal, so that it does not matter who is to move.
        let position = self.objective.model().position(game, Side::Max);
        let value = evaluate(&self.objective, &position, &mut self.positions, budget)?;
        Some(self.objective.value_for_mover(value, game))
    }
}

impl<O: Objective + Debug + Send> Engine for OutcomeSearch<O> {
    fn answer(&mut self, game: &Game, budget: &mut Budget<'_>) -> Option<Answer> {
        self.value(game, budget).map(|value| self.kind.answer(value))
    }

    /// A move wins if it leads to a position of value 0.
    fn is_best(&mut self, _game: &Game, next: Option<&Game>, budget: &mut Budget<'_>) -> Option<bool> {
        next.map_or(Some(true), |next| Some(self.value(next, budget)? == 0))
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn state(&self) -> SearchState {
        self.objective.table().state()
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.objective.table().load(from)
    }
}
