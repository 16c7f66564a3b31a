//! The exact number of grids with a given number of moves, up to the eight symmetries of the cross, in memory that does
//! not depend on that number.
//!
//! # Grids
//!
//! A *grid* is what a game has drawn: a set of lines, with the points on them. The order of moves is forgotten.
//!
//! **Theorem.** A grid is a set of moves: in all games that draw it, each line has the same new point. Every smaller
//! grid that it contains can be completed to it.
//!
//! **Proof.** Let a game σ of n moves draw the grid, and let another game have drawn k of its lines, so that |P₀| + k
//! points are marked. Add the missing lines in the order of σ. The lines before each in σ are drawn, so all its points
//! are marked except possibly its new point in σ, and it adds at most one point. But |P₀| + n points are marked at the
//! end, so each of the n - k lines adds exactly one: its new point in σ. No two lines of the grid conflict, so all
//! these moves are legal and complete the grid. And none of the new points in σ of the n - k lines was marked before.
//! If the other game draws one of these lines next, its new point is therefore that of σ. ∎
//!
//! # The algorithm
//!
//! An include-exclude tree visits each grid exactly once, as Redelmeier's does for polyominoes (*Counting polyominoes:
//! yet another attack*, 1981). At a grid with its list of untried legal moves, include each in turn, exclude those
//! after it, and search below, where those before it can still be included. Moves that become legal are appended to the
//! list. An excluded move never has to be considered again, since a legal move stays legal until a conflicting move is
//! made, and is illegal in all grids below then. There is no table of visited grids; the memory is that of one path
//! (`tree`). The grids of the two largest depths are counted, not visited (`pairs`).
//!
//! # Symmetry
//!
//! By Burnside's lemma, the number of grids up to symmetry is one eighth of the sum, over the eight symmetries, of the
//! grids that each fixes. The identity fixes all grids, *labelled*, of which only about one in eight is visited
//! (`classes`). The other symmetries fix few (`symmetric`). `units` divides the work among threads, machines and
//! interrupted runs.
//!
//! # Sources
//!
//! The counts for small numbers of moves are sequences A204107 (5D), A204108 (5T), A204109 (4D) and A204110 (4T) of the
//! OEIS. Michael Quist counted all of 4D in 2008, which proved that its longest game has 35 moves.

mod classes;
mod pairs;
mod symmetric;
mod tree;
mod units;

use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::tree::Scope;
use self::units::Units;
use super::Variant;
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::json::{display, parsed};
use crate::part::Part;
use crate::workers::{self, Worker};

/// The largest depth of a count; no game is so long.
pub const MAX_DEPTH: usize = 1000;

/// A count of the grids with up to a given number of moves, or of one part of them.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::morpion::Variant;
/// use quadrille::morpion::count::{Count, Scope, Sums};
/// use quadrille::part::Part;
///
/// let mut sums = Sums::default();
/// for number in 1..=2 {
///     let part = Count::new(Variant::D5, Scope { depth: 3, finished: false }, Part { number, parts: 2 })?;
///     part.run(&mut Budget::default())?;
///     sums = sums.plus(part.sums().get(3).ok_or("not counted")?);
/// }
/// assert_eq!(sums.grids(), 404);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Count {
    units: Units,
    part: Part,
    /// The number of units in the part.
    total: u64,
    state: Mutex<State>,
}

/// The saved state of a count.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    /// The units of the part that are left, one bit each.
    left: Vec<u64>,
    /// The sums of the other units, by the number of moves.
    sums: Vec<Sums>,
    /// The number of units that are left.
    #[serde(skip)]
    units_left: u64,
}

impl State {
    /// Returns a state with the given units left.
    fn new(left: Vec<u64>, sums: Vec<Sums>) -> State {
        let units_left = left.iter().map(|word| u64::from(word.count_ones())).sum();
        State { left, sums, units_left }
    }

    /// Returns the first unit from `unit` on that is left; `None` if there is none.
    fn next(&self, unit: u64) -> Option<u64> {
        (unit..64 * self.left.len() as u64).find(|unit| self.left[*unit as usize / 64] >> (unit % 64) & 1 == 1)
    }

    /// Adds the sums of a unit, which is left no more.
    fn add(&mut self, unit: u64, sums: &[Sums]) {
        self.left[unit as usize / 64] &= !(1 << (unit % 64));
        self.units_left -= 1;
        for (all, sums) in self.sums.iter_mut().zip(sums) {
            *all = all.plus(sums);
        }
    }
}

impl Count {
    /// Returns a part of a count, of which nothing is done yet.
    ///
    /// # Errors
    /// [`CountError`], if one of the first grids cannot be represented.
    ///
    /// # Panics
    /// If the number of the part is not from 1 to the number of parts, or the depth is larger than [`MAX_DEPTH`].
    pub fn new(variant: Variant, scope: Scope, part: Part) -> Result<Count, CountError> {
        assert!((1..=part.parts).contains(&part.number), "there is no such part: {part:?}");
        assert!(scope.depth <= MAX_DEPTH, "no game has {} moves", scope.depth);
        let units = Units::new(variant, scope)?;
        let state = State::new(units.share(part)?, vec![Sums::default(); scope.depth + 1]);
        Ok(Count { units, part, total: state.units_left, state: Mutex::new(state) })
    }

    /// Counts all grids. The callback of the budget gets the number of grids visited, and may call the other methods.
    ///
    /// # Errors
    /// [`CountError`], after which another call continues with the units that are left.
    ///
    /// # Complexity
    /// About 3 ns a grid up to symmetry in deep counts, about 20 ns with finished grids; O(depth) memory a thread, and
    /// some MiB for the units that are left.
    pub fn run(&self, budget: &mut Budget<'_>) -> Result<(), CountError> {
        // All units before this number have been given to workers.
        let next = Mutex::new(0);
        let finished = workers::run(budget.threads, &mut |grids| budget.poll(grids), |worker| self.work(worker, &next));
        finished.results.into_iter().fold(Ok(()), Ord::max)
    }

    /// Counts units until none is left, as one of the workers.
    fn work(&self, worker: &mut Worker<'_>, next: &Mutex<u64>) -> Result<(), CountError> {
        let mut take = |done: Option<(u64, Vec<Sums>)>| {
            if let Some((unit, sums)) = done {
                self.state().add(unit, &sums);
            }
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let unit = self.state().next(*next)?;
            *next = unit + 1;
            Some(unit)
        };
        let counted = self.units.count(&mut take, &mut |visited| worker.count(visited));
        if counted.is_err() {
            worker.stop();
        }
        counted
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sums that are final, indexed by the number of moves: all if the count is complete; otherwise those
    /// of the first numbers of moves, or an empty list if that is a part.
    #[must_use]
    pub fn sums(&self) -> Vec<Sums> {
        let state = self.state();
        if state.units_left == 0 {
            state.sums.clone()
        } else if self.part == Part::WHOLE && state.left[0] & 1 == 0 {
            state.sums[..=self.units.split].to_vec()
        } else {
            Vec::new()
        }
    }

    /// Returns the number of units of work.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.total
    }

    /// Returns the number of units of work that are done.
    #[must_use]
    pub fn units_done(&self) -> u64 {
        self.total.saturating_sub(self.state().units_left)
    }

    /// Writes the state, from which [`load`](Self::load) continues.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        write_value(out, &*self.state())
    }

    /// Replaces the state by one that was saved by the same count. The caller ensures that this one has not run yet.
    ///
    /// # Errors
    /// Those of reading.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        let loaded: State = read_value(from)?;
        *self.state() = State::new(loaded.left, loaded.sums);
        Ok(())
    }
}

/// The terms of Burnside's lemma for the grids with a given number of moves, or for a part of them. They are serialized as
/// strings, since they may not fit into 53 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// The number of grids, with images counted separately: those that the identity fixes.
    #[serde(serialize_with = "display", deserialize_with = "parsed")]
    pub labelled: u128,
    /// The sum of the numbers of grids that each other symmetry fixes.
    #[serde(serialize_with = "display", deserialize_with = "parsed")]
    pub symmetric: u128,
    /// `labelled` for finished grids, which have no legal move.
    #[serde(serialize_with = "display", deserialize_with = "parsed")]
    pub labelled_finished: u128,
    /// `symmetric` for finished grids.
    #[serde(serialize_with = "display", deserialize_with = "parsed")]
    pub symmetric_finished: u128,
}

impl Sums {
    /// Returns the number of grids up to symmetry. The caller ensures that these are the sums of all parts.
    #[must_use]
    pub fn grids(&self) -> u128 {
        self.labelled.saturating_add(self.symmetric) / 8
    }

    /// Returns the number of finished grids up to symmetry. The caller ensures that these are the sums of all parts.
    #[must_use]
    pub fn finished(&self) -> u128 {
        self.labelled_finished.saturating_add(self.symmetric_finished) / 8
    }

    /// Returns the sums of two parts together. No count comes near to 2^128 grids.
    #[must_use]
    pub fn plus(&self, other: &Sums) -> Sums {
        Sums {
            labelled: self.labelled.saturating_add(other.labelled),
            symmetric: self.symmetric.saturating_add(other.symmetric),
            labelled_finished: self.labelled_finished.saturating_add(other.labelled_finished),
            symmetric_finished: self.symmetric_finished.saturating_add(other.symmetric_finished),
        }
    }
}

/// Why a count is incomplete. Of the errors of several threads the greatest one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The progress callback has cancelled the count.
    #[error("cancelled")]
    Cancelled,
    /// A grid reaches beyond the board of 64 by 64 points.
    #[error("a grid reaches beyond the board of 64 by 64 points that this program can represent")]
    LeavesBoard,
    /// More moves are legal at once than the list of moves can hold.
    #[error("a grid has more legal moves than this program can represent")]
    TooManyMoves,
}
