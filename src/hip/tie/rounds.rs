//! Rounds of the tree search: each refutes one number of monochromatic squares, or finds a board that has no more.
//!
//! ```text
//!     limit 0:  all starts refuted          at least 1
//!     limit 1:  all starts refuted          at least 2
//!     limit 2:  a board found               the minimum is 2
//! ```
//!
//! The limits go up by one, as a round costs two to three times as much as the one before it. All searches of a round
//! have the same limit whatever others find. Those of starts after one from which there is a board are broken off and do
//! not count, so the threads that share the starts out change neither the board (the first one in the order of the
//! starts) nor the number of positions. Where a round may have so many positions only, it goes on to the end: whether it
//! is too long must not depend on who was first.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::grid::Grid;
use super::partial::Colour;
use super::refuter::Refuter;
use super::starts::starts;
use crate::progress::Progress;

/// What a round has shown.
pub(super) enum Shown {
    /// A board within the limit: the cells, by the grid's numbers, that are O's.
    Board(u128),
    /// There is none.
    None,
    /// Nothing: it was broken off.
    BrokenOff,
    /// Nothing: there are more positions than it was allowed.
    TooLong,
}

/// The searches of one board.
pub(super) struct Rounds<'a> {
    grid: &'a Grid,
    starts: Vec<Vec<Colour>>,
    counters: u32,
    threads: usize,
}

/// What the threads of a round share.
struct Shared {
    limit: u32,
    next: AtomicUsize,
    positions: AtomicU64,
    most_positions: Option<u64>,
    /// The number of the first start from which a board was found.
    first: AtomicUsize,
    ended: AtomicBool,
}

/// What the search from the start with this number has found, and how many positions it took.
struct Searched {
    number: usize,
    found: Option<u128>,
    positions: u64,
}

impl<'a> Rounds<'a> {
    /// Searches of boards with at most so many counters of each colour.
    pub(super) fn new(grid: &'a Grid, counters: u32, threads: usize) -> Rounds<'a> {
        Rounds { grid, starts: starts(grid), counters, threads: threads.max(1) }
    }

    /// Searches for a board of at most `limit` squares; `positions` is the number of those searched before, to which those
    /// of the round are added.
    pub(super) fn round(
        &self,
        limit: u32,
        most_positions: Option<u64>,
        positions: &mut u64,
        progress: &mut Progress<'_>,
    ) -> Shown {
        let shared = Shared {
            limit,
            next: AtomicUsize::new(0),
            positions: AtomicU64::new(0),
            most_positions,
            first: AtomicUsize::new(usize::MAX),
            ended: AtomicBool::new(false),
        };
        let (send, receive) = mpsc::channel();
        let mut broken_off = false;
        let searched = thread::scope(|scope| {
            let spawned: Vec<_> = (0..self.threads.min(self.starts.len()))
                .filter_map(|_| {
                    let (shared, send) = (&shared, send.clone());
                    thread::Builder::new()
                        .spawn_scoped(scope, move || self.work(shared, &mut || send.send(()).is_ok()))
                        .ok()
                })
                .collect();
            drop(send);
            let before = *positions;
            let mut look = || {
                if !broken_off && progress(before + shared.positions.load(Ordering::Relaxed)).is_break() {
                    broken_off = true;
                    shared.ended.store(true, Ordering::Relaxed);
                }
            };
            if spawned.is_empty() {
                // No thread is to be had: this one does everything.
                return self.work(&shared, &mut || {
                    look();
                    true
                });
            }
            for () in &receive {
                look();
            }
            spawned
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let all = shared.positions.into_inner();
        if broken_off || most_positions.is_some_and(|most| all > most) {
            *positions += most_positions.map_or(all, |most| all.min(most));
            return if broken_off { Shown::BrokenOff } else { Shown::TooLong };
        }
        let first = searched.iter().filter(|search| search.found.is_some()).min_by_key(|search| search.number);
        let last = first.map_or(usize::MAX, |search| search.number);
        *positions +=
            searched.iter().filter(|search| search.number <= last).map(|search| search.positions).sum::<u64>();
        first.and_then(|search| search.found).map_or(Shown::None, Shown::Board)
    }

    /// What one thread does: searches until no start is left, and tells now and then that it is alive. Returns the searches
    /// that went on to their ends.
    fn work(&self, shared: &Shared, alive: &mut dyn FnMut() -> bool) -> Vec<Searched> {
        let mut refuter = Refuter::new(self.grid, [self.counters; 2]);
        let mut searched = Vec::new();
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(start) = self.starts.get(number) else { return searched };
            let mut counted = 0;
            let mut ended = |positions: u64| {
                let before = shared.positions.fetch_add(positions - counted, Ordering::Relaxed);
                let too_many = shared.most_positions.is_some_and(|most| before + (positions - counted) > most);
                counted = positions;
                let too_late = shared.first.load(Ordering::Relaxed) < number && shared.most_positions.is_none();
                !alive() || too_many || too_late || shared.ended.load(Ordering::Relaxed)
            };
            let (found, positions) = refuter.search(start, shared.limit, &mut ended);
            if found.is_some() {
                shared.first.fetch_min(number, Ordering::Relaxed);
            }
            if ended(positions) {
                return searched;
            }
            searched.push(Searched { number, found, positions });
        }
    }
}
