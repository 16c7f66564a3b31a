//! Depth-first search with a transposition table, by several workers.
//!
//! ```text
//!     Model          which positions follow which        complete_graph, any_graph
//!     Objective      the value of a position, computed from the values of its options
//!                      outcome    who wins, Grundy values         number    is a number of chips reached? (null window)
//!     evaluate       the search: all workers search the same tree and share the table. A worker leaves a position that
//!                    another one is searching for later.
//!     Engine         a search that answers a question about a game
//! ```
//!
//! Before a search goes deeper, it looks up all options of a position: a known option often decides. These lookups take
//! most of the time, so all of them are prefetched before the first: the number of K17 then takes 3.3 to 4.4 s of CPU
//! time instead of 7.0 to 8.7 s (AMD EPYC, November 2026).

pub(super) mod number;
pub(super) mod outcome;

use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game::{Answer, Bounds, Game, Side};
use crate::budget::Budget;
use crate::checkpoint::write_value;
use crate::transposition::{InProgress, Table};
use crate::workers::{self, Worker};

/// The number of positions that a worker searches before it adds them to the count of all workers.
const BATCH: u64 = 1 << 12;

/// Why the positions of a graph cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TooLargeError {
    /// A vertex has more than 255 neighbours, so that its number of chips is not a byte.
    #[error("a vertex has more than 255 neighbours")]
    Neighbours,
    /// A complete graph with an even number of vertices on which a position and its winner need more than 64 bits.
    #[error("the largest complete graph with an even number of vertices is K{largest}")]
    EvenComplete {
        /// The number of vertices of the largest one on which the winner can be searched for.
        largest: u32,
    },
    /// A complete graph on which a position and its value need more than 64 bits.
    #[error("the largest complete graph is K{largest}")]
    Complete {
        /// The number of vertices of the largest complete graph that can be searched for this answer.
        largest: u32,
    },
    /// The product of the degrees, which is the number of stable configurations, is 2^52 or more.
    #[error("the product of the degrees of all vertices must be below 2^52")]
    Degrees,
}

/// The positions of a game, and which of them follow which.
pub(super) trait Model: Debug + Send + Sync {
    /// A position, or the end of the game.
    type Position: Copy + Send + Sync;
    /// The buffers of [`options`](Self::options), one for each worker.
    type Scratch: Default;

    /// Returns the position of a game.
    fn position(&self, game: &Game, to_move: Side) -> Self::Position;

    /// Returns the number of bits of the largest key.
    fn key_bits(&self) -> u32;

    /// Returns the number that identifies a position in the transposition table: the value of a position depends on its
    /// key alone. In the game for the number of chips, positions that differ only in their level have the same key. The
    /// game must not be over.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns whether the game is over.
    fn is_over(&self, position: &Self::Position) -> bool;

    /// Replaces `options` by the positions after one move, each once. The game must not be over.
    fn options(&self, position: &Self::Position, scratch: &mut Self::Scratch, options: &mut Vec<Self::Position>);

    /// Estimates the work of the search below the position of a key, for the replacement in a full table.
    fn work(&self, key: u64) -> u32;

    /// Orders the options of a position: those of small rank are searched first.
    fn rank(&self, position: &Self::Position, option: &Self::Position) -> i64;
}

/// A model and a transposition table for it.
///
/// An entry is one word with the key of a position and a value other than 0; the [objective](Objective) decides what
/// the value is.
///
/// ```text
///     the empty board of P3      key 0 (see any_graph)
///     player 1 wins              value 0b10 (1 for a win, plus 1)           entry 0b0_10
/// ```
#[derive(Debug)]
pub(super) struct PositionTable<M> {
    pub(super) model: M,
    entries: Arc<Table<1>>,
    value_bits: u32,
}

impl<M: Model> PositionTable<M> {
    /// Returns an empty table that grows to about the given number of bytes.
    pub(super) fn new(model: M, value_bits: u32, memory: u64) -> Result<PositionTable<M>, TooLargeError> {
        if model.key_bits() + value_bits > u64::BITS {
            // Only those of complete graphs are so long: 2n+1 bits.
            return Err(TooLargeError::Complete { largest: (u64::BITS - value_bits - 1) / 2 });
        }
        Ok(PositionTable { model, entries: Arc::new(Table::new([u64::MAX << value_bits], memory)), value_bits })
    }

    /// Returns the bits of an entry that hold its value.
    fn value_mask(&self) -> u64 {
        (1 << self.value_bits) - 1
    }

    fn work(&self, entry: u64) -> u32 {
        self.model.work(entry >> self.value_bits)
    }

    /// Returns the value of a position that is not over, or 0 if there is none.
    #[inline]
    pub(super) fn get(&self, position: &M::Position) -> u64 {
        let entry = self.entries.get([self.model.key(position) << self.value_bits]);
        entry.map_or(0, |[entry]| entry & self.value_mask())
    }

    /// Prefetches the value of a position that is not over; see [`Table::prefetch`].
    #[inline]
    fn prefetch(&self, position: &M::Position) {
        self.entries.prefetch([self.model.key(position) << self.value_bits]);
    }

    /// Replaces the value of a position that is not over by what `new` returns for the old value, or for 0 if there is
    /// none.
    #[inline]
    pub(super) fn update(&self, position: &M::Position, new: impl FnOnce(u64) -> u64) {
        let key = self.model.key(position) << self.value_bits;
        let value = |old: Option<[u64; 1]>| old.map_or(0, |[entry]| entry & self.value_mask());
        self.entries.update([key], |&[entry]| self.work(entry), |old| [key | new(value(old))]);
    }

    /// Replaces all values, and removes the entries whose value becomes 0.
    fn map_values(&self, new: impl Fn(u64) -> u64) {
        self.entries.map_entries(|[entry]| {
            let value = new(entry & self.value_mask());
            (value != 0).then_some([entry & !self.value_mask() | value])
        });
    }

    /// Returns a handle to the state of a search that has nothing but this table.
    pub(super) fn state(&self) -> SearchState {
        SearchState { window: None, entries: Some(Arc::clone(&self.entries)) }
    }

    /// Adds saved entries of a table for the same model and value bits.
    ///
    /// # Errors
    /// Those of [`Table::load`].
    pub(super) fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        self.entries.load(from, |&[entry]| self.work(entry))
    }
}

/// A number below 64 that the search computes for each position.
pub(super) trait Objective: Sync {
    /// The positions.
    type Model: Model;

    /// Returns the values that are known.
    fn table(&self) -> &PositionTable<Self::Model>;

    /// Returns the positions.
    fn model(&self) -> &Self::Model {
        &self.table().model
    }

    /// Returns whether the table has values of such positions. The others are searched again whenever they are options,
    /// and not counted.
    fn is_stored(&self, _position: &PositionOf<Self>) -> bool {
        true
    }

    /// Returns the value of a position if it is in the table or follows without a search.
    fn known(&self, position: &PositionOf<Self>) -> Option<u8>;

    /// Returns the value of a position, or `None` if the values of its options seen so far do not decide it. Bit v of
    /// `seen` is set if an option has the value v. With `all`, these are the values of all options, and the result is
    /// not `None`.
    fn combine(&self, position: &PositionOf<Self>, seen: u64, all: bool) -> Option<u8>;

    /// Returns the value of a game for the player to move, given the value of its position.
    fn value_for_mover(&self, value: u8, _game: &Game) -> u8 {
        value
    }

    /// Stores the value of a position in the table, if it is [stored](Self::is_stored).
    fn store(&self, position: &PositionOf<Self>, value: u8);
}

type PositionOf<O> = <<O as Objective>::Model as Model>::Position;
type Scratch<O> = <<O as Objective>::Model as Model>::Scratch;

/// [`Objective::combine`] for values 0 and 1, of which the player to move wants one.
#[inline]
pub(super) fn combine_two(wants_one: bool, seen: u64, all: bool) -> Option<u8> {
    let wanted = u8::from(wants_one);
    if seen >> wanted & 1 == 1 { Some(wanted) } else { all.then_some(1 - wanted) }
}

/// Returns the value of a position, or `None` if the budget stops the search. Adds the number of positions searched to
/// `positions`, and polls the budget with the sum.
pub(super) fn evaluate<O: Objective>(
    objective: &O,
    position: &PositionOf<O>,
    positions: &mut u64,
    budget: &mut Budget<'_>,
) -> Option<u8> {
    if let Some(value) = objective.known(position) {
        return Some(value);
    }
    budget.poll(*positions).continue_value()?;
    let in_progress = &InProgress::new();
    workers::alone_then_all(budget, positions, BATCH, &|worker| {
        let (scratch, spare, ranks) = (Scratch::<O>::default(), Vec::new(), Vec::new());
        let mut searcher = Searcher { objective, in_progress, worker, scratch, spare, ranks, uncounted: 0 };
        let value = objective.known(position).or_else(|| searcher.search(position));
        // A value remains one if the budget stops the search now.
        let _ = searcher.worker.count(searcher.uncounted);
        value
    })
}

/// The search of one worker.
struct Searcher<'a, 'w, O: Objective> {
    objective: &'a O,
    in_progress: &'a InProgress,
    worker: &'a mut Worker<'w>,
    scratch: Scratch<O>,
    /// Lists of options that are not in use.
    spare: Vec<Vec<PositionOf<O>>>,
    /// The buffer of [`sort`](Self::sort).
    ranks: Vec<(i64, usize)>,
    /// The number of positions that are not yet in the count of all workers.
    uncounted: u64,
}

impl<O: Objective> Searcher<'_, '_, O> {
    /// Counts a position. Returns `None` if the search is to stop.
    #[inline]
    fn count(&mut self) -> Option<()> {
        self.uncounted += 1;
        if self.uncounted < BATCH {
            return self.worker.proceed().continue_value();
        }
        self.uncounted = 0;
        self.worker.count(BATCH).continue_value()
    }

    /// Returns the value of a position that is not known, or `None` if the search is to stop.
    fn search(&mut self, position: &PositionOf<O>) -> Option<u8> {
        let objective = self.objective;
        if objective.is_stored(position) {
            self.count()?;
        }
        let mut options = self.spare.pop().unwrap_or_default();
        let (seen, decided) = self.expand(position, &mut options);
        let value = decided.or_else(|| objective.combine(position, seen, options.is_empty())).or_else(|| {
            self.sort(position, &mut options);
            self.search_options(position, seen, &mut options)
        });
        self.spare.push(options);
        objective.store(position, value?);
        value
    }

    /// Replaces `options` by the options of a position that are not known. Returns the values of those that are known,
    /// as for [`combine`](Objective::combine), and the value of the position if they decide it; then some may be left
    /// out.
    fn expand(&mut self, position: &PositionOf<O>, options: &mut Vec<PositionOf<O>>) -> (u64, Option<u8>) {
        let (objective, model) = (self.objective, self.objective.model());
        model.options(position, &mut self.scratch, options);
        for option in options.iter().filter(|option| objective.is_stored(option) && !model.is_over(option)) {
            objective.table().prefetch(option);
        }
        let (mut seen, mut decided) = (0, None);
        options.retain(|option| {
            if decided.is_some() {
                return true;
            }
            let Some(value) = objective.known(option) else { return true };
            seen |= 1 << value;
            decided = objective.combine(position, seen, false);
            false
        });
        (seen, decided)
    }

    /// Sorts options by their ranks; those of equal rank keep their order.
    fn sort(&mut self, position: &PositionOf<O>, options: &mut [PositionOf<O>]) {
        let model = self.objective.model();
        let mut unsorted = self.spare.pop().unwrap_or_default();
        unsorted.clear();
        unsorted.extend_from_slice(options);
        self.ranks.clear();
        self.ranks.extend(options.iter().map(|option| model.rank(position, option)).zip(0..));
        self.ranks.sort_unstable();
        for (option, &(_, index)) in options.iter_mut().zip(&self.ranks) {
            *option = unsorted[index];
        }
        self.spare.push(unsorted);
    }

    /// Searches options that are not known, in their order, until they decide the value of the position.
    fn search_options(
        &mut self,
        position: &PositionOf<O>,
        mut seen: u64,
        options: &mut Vec<PositionOf<O>>,
    ) -> Option<u8> {
        let number = self.number(position);
        self.in_progress.insert(number);
        let value = loop {
            // The first option that no other worker is searching, or else the first.
            let free = options.iter().position(|option| !self.in_progress.contains(self.number(option)));
            let option = options.remove(free.unwrap_or(0));
            let Some(value) = self.objective.known(&option).or_else(|| self.search(&option)) else { break None };
            seen |= 1 << value;
            let value = self.objective.combine(position, seen, options.is_empty());
            if value.is_some() {
                break value;
            }
        };
        self.in_progress.remove(number);
        value
    }

    /// Returns a number other than 0 for each position. It does not overflow: a key leaves bits for a value.
    fn number(&self, position: &PositionOf<O>) -> u64 {
        self.objective.model().key(position) + 1
    }
}

/// A search that answers one question about one game, which all methods are given. After a call that was stopped the
/// next one continues.
pub(super) trait Engine: Debug + Send {
    /// Returns the answer, or `None` if the budget stops the search.
    fn answer(&mut self, game: &Game, budget: &mut Budget<'_>) -> Option<Answer>;

    /// Returns whether a move that leads to `next`, `None` for the end of the game, is one of the best, or `None` if
    /// the budget stops the search. The caller ensures that the answer is known, and that player 2 does not win.
    fn is_best(&mut self, game: &Game, next: Option<&Game>, budget: &mut Budget<'_>) -> Option<bool>;

    /// Returns the bounds of the number of chips that are proved, or `None` for those of every game.
    fn bounds(&self) -> Option<Bounds> {
        None
    }

    /// Returns the number of positions searched.
    fn positions(&self) -> u64;

    /// Returns a handle to the state of the search.
    fn state(&self) -> SearchState;

    /// Restores a state.
    ///
    /// # Errors
    /// See [`Solver::load`](super::Solver::load).
    fn load(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

/// The state of a null-window search over bounds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Window {
    /// The bounds that are proved.
    lower: u32,
    upper: u32,
    /// The next question: does Max reach this number?
    goal: u32,
    /// The goal that the transposition table belongs to.
    table_goal: u32,
}

/// A handle to the state of a search. It can be saved while the search runs.
#[derive(Clone, Debug, Default)]
pub struct SearchState {
    window: Option<Arc<Mutex<Window>>>,
    entries: Option<Arc<Table<1>>>,
}

impl SearchState {
    /// Writes the state, for [`Solver::load`](super::Solver::load).
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        // Locked until all is written: the entries belong to the goal of this window, and the search cannot go on to
        // another goal.
        let window = self.window.as_ref().map(|window| window.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(window) = &window {
            write_value(out, &**window)?;
        }
        self.entries.as_ref().map_or(Ok(()), |entries| entries.save(out))
    }
}
