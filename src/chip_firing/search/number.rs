//! The game for the number of chips: null-window searches over bounds.
//!
//! A null-window search asks whether Max reaches a *goal*, a number of chips at the end. The number under perfect play
//! is found by a sequence of them, each of which proves a lower or an upper bound, as in MTD(f) (A. Plaat, J.
//! Schaeffer, W. Pijls, A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996).
//!
//! Positions that differ only in a *level* share an entry of the transposition table, since a higher level is never
//! worse for Max:
//!
//! ```text
//!     level       0 1 2 3 4 5 6 7 8      no_level is above all levels, here 15 for 4 bits
//!     the goal is n n n ? ? ? y y y      missed below 3, reached from 6
//!                                        the value of the entry: 15 - 6 in the lower 4 bits, 3 in the upper ones
//! ```

use std::cmp::Ordering;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::game::{Answer, Bounds, Game, Side};
use super::{Engine, Model, Objective, PositionTable, SearchState, TooLargeError, Window, combine_two, evaluate};
use crate::budget::Budget;
use crate::checkpoint::read_value;

/// The positions of a game for the number of chips.
pub(in crate::chip_firing) trait NumberModel: Model {
    /// Returns whether Max is to move.
    fn max_to_move(&self, position: &Self::Position) -> bool;

    /// Returns the number of bits, at most 8, of a number above all levels.
    fn level_bits(&self) -> u32;

    /// Returns the level of a position. Of two positions with the same key, the one with the higher level is not worse
    /// for Max.
    fn level(&self, position: &Self::Position) -> u8;

    /// Returns a lower and an upper bound of the chips at the end that need no search: both are the number of chips if
    /// the game is over.
    fn bounds(&self, position: &Self::Position) -> (u32, u32);

    /// Estimates the number of chips at the end, the first goal.
    fn guess(&self, position: &Self::Position) -> u32;
}

/// The null window: the value of a position is 1 if Max reaches the goal, else 0.
#[derive(Debug)]
struct NullWindow<M> {
    table: PositionTable<M>,
    goal: u32,
    /// A number above all levels: all bits are set.
    no_level: u8,
}

impl<M: NumberModel> NullWindow<M> {
    /// Sets the goal. The table keeps the values that hold for the new goal too: where a higher goal is reached, and
    /// where a lower one is missed.
    fn set_goal(&mut self, goal: u32) {
        let bits = self.model().level_bits();
        match goal.cmp(&self.goal) {
            Ordering::Less => self.table.map_values(|entry_value| entry_value & u64::from(self.no_level)),
            Ordering::Equal => {}
            Ordering::Greater => self.table.map_values(|entry_value| entry_value >> bits << bits),
        }
        self.goal = goal;
    }

    /// Returns the level from which on the goal is reached, and the level below which it is missed, by the value of an
    /// entry.
    #[inline]
    fn levels(&self, entry_value: u64) -> (u8, u8) {
        let level = |bits: u64| bits as u8 & self.no_level;
        (self.no_level - level(entry_value), level(entry_value >> self.model().level_bits()))
    }
}

impl<M: NumberModel> Objective for NullWindow<M> {
    type Model = M;

    fn table(&self) -> &PositionTable<M> {
        &self.table
    }

    fn known(&self, position: &M::Position) -> Option<u8> {
        let (lower, upper) = self.model().bounds(position);
        if lower >= self.goal {
            return Some(1);
        }
        if upper < self.goal {
            return Some(0);
        }
        let level = self.model().level(position);
        let (reached, missed) = self.levels(self.table.get(position));
        if level >= reached { Some(1) } else { (level < missed).then_some(0) }
    }

    fn combine(&self, position: &M::Position, seen: u64, all: bool) -> Option<u8> {
        combine_two(self.model().max_to_move(position), seen, all)
    }

    fn store(&self, position: &M::Position, value: u8) {
        let level = self.model().level(position);
        self.table.update(position, |old| {
            let (mut reached, mut missed) = self.levels(old);
            if value == 1 {
                reached = reached.min(level);
            } else {
                missed = missed.max(level + 1);
            }
            u64::from(self.no_level - reached) | u64::from(missed) << self.model().level_bits()
        });
    }
}

/// The search for the number of chips of a game.
#[derive(Debug)]
pub(in crate::chip_firing) struct NumberSearch<M> {
    objective: NullWindow<M>,
    first: Side,
    positions: u64,
    window: Arc<Mutex<Window>>,
    /// The distance to the next goal; `None` after goals in both directions, when the interval is halved.
    stride: Option<u32>,
    /// Whether the last goal was reached; `None` before the first answer.
    last: Option<bool>,
}

impl<M: NumberModel> NumberSearch<M> {
    /// Prepares the search of a game in which `first` is to move.
    ///
    /// # Errors
    /// If a key and two levels need more than 64 bits.
    pub(in crate::chip_firing) fn new(
        model: M,
        game: &Game,
        first: Side,
        memory: u64,
    ) -> Result<NumberSearch<M>, TooLargeError> {
        let bits = model.level_bits();
        // At most 8 bits.
        let no_level = ((1_u32 << bits) - 1) as u8;
        // Before the first position: the graph may be too large for it.
        let table = PositionTable::new(model, 2 * bits, memory)?;
        let model = &table.model;
        let position = model.position(game, first);
        let (mut lower, mut upper) = model.bounds(&position);
        let guess = model.guess(&position);
        // If the bounds differ, Min makes the last move, so that the number has the parity of the chips now if Max is
        // first, else the other one (section 7 of theorems.md).
        let odd = game.chips() as u32 + u32::from(first == Side::Min);
        if lower < upper {
            lower += (lower + odd) % 2;
            upper -= (upper + odd) % 2;
        }
        // Never asked if the bounds are equal.
        let goal = (guess + (guess + odd) % 2).clamp(lower + 2, upper.max(lower + 2));
        let objective = NullWindow { table, goal: 0, no_level };
        let window = Arc::new(Mutex::new(Window { lower, upper, goal, table_goal: 0 }));
        Ok(NumberSearch { objective, first, positions: 0, window, stride: Some(2), last: None })
    }

    fn window(&self) -> MutexGuard<'_, Window> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether Max reaches a goal in a game in which `to_move` is to move, or `None` if the search is stopped.
    fn reaches(&mut self, goal: u32, game: &Game, to_move: Side, budget: &mut Budget<'_>) -> Option<bool> {
        // The values that are left hold for both goals, so that they can be saved with either.
        self.objective.set_goal(goal);
        self.window().table_goal = goal;
        let position = self.objective.model().position(game, to_move);
        let value = evaluate(&self.objective, &position, &mut self.positions, budget)?;
        Some(value == 1)
    }

    /// Narrows the bounds by the answer for the goal, and sets the next goal. Bounds and goals have the parity of the
    /// number, so that the next lower one is a bound if a goal is missed.
    fn narrow(&mut self, reached: bool) {
        if self.last.replace(reached) == Some(!reached) {
            self.stride = None;
        }
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let Window { goal, lower, upper, .. } = &mut *window;
        if reached {
            *lower = *goal;
        } else {
            *upper = *goal - 2;
        }
        *goal = match &mut self.stride {
            None => *lower + ((*upper - *lower) / 2).div_ceil(2) * 2,
            Some(stride) => {
                let next = if reached { *goal + *stride } else { goal.saturating_sub(*stride) };
                *stride *= 2;
                next.min(*upper).max(*lower + 2)
            }
        };
    }
}

impl<M: NumberModel> Engine for NumberSearch<M> {
    fn answer(&mut self, game: &Game, budget: &mut Budget<'_>) -> Option<Answer> {
        loop {
            let Window { lower, upper, goal, .. } = *self.window();
            if lower >= upper {
                return Some(Answer::Number(lower.into()));
            }
            let reached = self.reaches(goal, game, self.first, budget)?;
            self.narrow(reached);
        }
    }

    /// The best moves keep the number: Max still reaches it, or Min still prevents one more.
    fn is_best(&mut self, game: &Game, next: Option<&Game>, budget: &mut Budget<'_>) -> Option<bool> {
        let (number, max) = (self.window().lower, self.first == Side::Max);
        let Some(next) = next else { return Some(game.chips() + 1 == u64::from(number)) };
        let reached = self.reaches(number + u32::from(!max), next, self.first.opponent(), budget)?;
        Some(reached == max)
    }

    fn bounds(&self) -> Option<Bounds> {
        let Window { lower, upper, .. } = *self.window();
        Some(Bounds { lower: lower.into(), upper: upper.into() })
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn state(&self) -> SearchState {
        let entries = Arc::clone(&self.objective.table.entries);
        SearchState { window: Some(Arc::clone(&self.window)), entries: Some(entries) }
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let window: Window = read_value(from)?;
        *self.window() = window;
        self.objective.goal = window.table_goal;
        self.objective.table.load(from)
    }
}
