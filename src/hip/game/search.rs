//! The engine of the two searches: a transposition table, and workers that search one tree together.
//!
//! A node of the tree is a [`Query`], the question of a null-window search: does the player who moves first win?
//! [`sum_search`](super::sum_search) and [`turn_search`](super::turn_search) say what the moves of a node are and when
//! its answer is known without search. This module looks queries up, and has open ones searched.
//!
//! ```text
//!     entry, 4 words:   position in canonical form, 3 x 64 bits | tag 24 | stars 2 + 2 | work 4 | lower 16 | upper 16
//!                       └──────────────── key ────────────────────────┘  └──────────── bounds and work ─────────────┘
//! ```
//!
//! The key is whole, and determines the position as a game ([`position`](super::position) has the proof), so that no
//! position is taken for another one. Hashes only choose buckets, and which moves are deferred.
//!
//! **Workers.** Every worker searches the same tree from its root, and finds in the table what the others have stored.
//! They divide the tree by two rules:
//!
//! - A worker *defers* a move whose position another worker is searching ([`InProgress`]): it tries the other moves
//!   first. Only the first move is never deferred, because it often decides: several workers search it together before
//!   any tries another one ("young brothers wait", Feldmann 1993).
//! - From time to time a worker looks up the queries on its own path. If another worker has answered one of them, it
//!   *unwinds*: it leaves all nodes below that one, and goes on above it.
//!
//! ```text
//!     path of worker 1:  root, a, b, c       worker 2 stores the answer of a: worker 1 returns from c, b and a with
//!     path of worker 2:  root, a, d          `Unwind::To { depth: 1, .. }`, and tries the next move of the root
//! ```

use super::parts::PartValues;
use super::position::Key;
use super::value::{Bound, Bounds, Value};
use crate::budget::Budget;
use crate::transposition::{InProgress, Table, mix};
use crate::workers::{self, Worker};

/// The number of positions after which a worker reports its count, and looks up its path.
const REPORT_INTERVAL: u64 = 1024;

/// The number of positions that one worker searches before the others start: most searches are over by then.
const ONE_WORKER: u64 = 1 << 14;

/// The number of moves whose positions are looked up before any is searched.
pub(super) const LOOKED_UP: usize = 3;

const TAG_SHIFT: u32 = 40;
const KEY_MASK: [u64; 4] = [u64::MAX, u64::MAX, u64::MAX, u64::MAX << TAG_SHIFT];

/// The question of a node: does the player who moves first (Left if `left`) win the sum of a position and another game?
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    /// The canonical form of the position.
    pub(super) position: Key,
    /// 24 bits, by which the two searches have entries of their own.
    pub(super) tag: u32,
    pub(super) other: Value,
    pub(super) left: bool,
}

/// Why a worker leaves a node before it has searched for the answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unwind {
    /// The search ends without an answer of this worker.
    Stop,
    /// Another worker has answered the query at this depth, an index of the path.
    To { depth: usize, answer: bool },
}

impl Query {
    /// Returns the words of the entry, with bounds and work 0.
    #[inline]
    fn key(&self) -> [u64; 4] {
        let [a, b, c] = self.position;
        [a, b, c, u64::from(self.tag) << TAG_SHIFT]
    }

    /// Returns the hash for [`InProgress`], which is not 0.
    fn hash(&self) -> u64 {
        let [a, b, c] = self.position;
        (mix(a ^ b.rotate_left(21) ^ c.rotate_left(42)) ^ u64::from(self.tag)) | 1
    }
}

/// Returns the bounds in an entry.
#[inline]
fn bounds([.., word]: [u64; 4]) -> Bounds {
    let bound =
        |number: u64, possible: u64| Bound { number: (number as u16).cast_signed(), possible: (possible & 3) as u8 };
    Bounds { low: bound(word >> 16, word >> 36), high: bound(word, word >> 38) }
}

/// Returns the work in an entry: w if at least 4^(w − 1) positions were searched for it, and fewer than 4ʷ unless w is
/// 15. It is never 0.
#[inline]
fn work(entry: &[u64; 4]) -> u32 {
    (entry[3] >> 32) as u32 & 15
}

/// Returns the entry of a key with bounds and work.
#[inline]
fn entry([a, b, c, tag]: [u64; 4], Bounds { low, high }: Bounds, work: u32) -> [u64; 4] {
    let possible = u64::from(low.possible) | u64::from(high.possible) << 2;
    let numbers = u64::from(low.number.cast_unsigned()) << 16 | u64::from(high.number.cast_unsigned());
    [a, b, c, tag | possible << 36 | u64::from(work) << 32 | numbers]
}

/// A transposition table, and searches that are made with it one after the other.
#[derive(Debug)]
pub(super) struct Search {
    table: Table<4>,
    positions: u64,
}

impl Search {
    /// Returns a search with an empty table of at most `memory` bytes.
    pub(super) fn new(memory: u64) -> Search {
        Search { table: Table::new(KEY_MASK, memory), positions: 0 }
    }

    /// Returns the number of positions searched so far.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Runs `root` on one worker, and if that takes long on all threads. Returns the first answer; `None` if the budget
    /// stops it. `root` must fail only if a method of its [`Searcher`] does.
    pub(super) fn run(
        &mut self,
        budget: &mut Budget<'_>,
        root: &(dyn Fn(&mut Searcher<'_, '_>) -> Result<bool, Unwind> + Sync),
    ) -> Option<bool> {
        let (table, in_progress) = (&self.table, &InProgress::new());
        workers::alone_then_all(budget, &mut self.positions, ONE_WORKER, &|worker| {
            let (part_values, path) = (PartValues::default(), Vec::new());
            let mut searcher = Searcher { part_values, table, in_progress, worker, path, positions: 0 };
            let answer = root(&mut searcher).ok();
            let uncounted = searcher.positions % REPORT_INTERVAL;
            // An answer remains one if the budget stops the search now.
            let _ = worker.count(uncounted);
            answer
        })
    }
}

/// The search of one worker.
pub(super) struct Searcher<'a, 'w> {
    pub(super) part_values: PartValues,
    table: &'a Table<4>,
    in_progress: &'a InProgress,
    worker: &'a mut Worker<'w>,
    /// The queries from the root to the current node.
    path: Vec<Query>,
    /// The number of positions that this worker has searched.
    positions: u64,
}

impl Searcher<'_, '_> {
    /// Looks a query up in the table.
    ///
    /// # Errors
    /// The query, if the table does not answer it.
    #[inline]
    pub(super) fn look_up(&self, query: Query) -> Result<bool, Query> {
        let bounds = self.table.get(query.key()).map_or(Bounds::NONE, bounds);
        bounds.first_wins(query.left, query.other).ok_or(query)
    }

    /// Answers a query: as it has been looked up, or else by `moves`. `None` if the answer is deferred: `defer` is
    /// true, and another worker is searching the position, perhaps for another query.
    ///
    /// # Errors
    /// If the caller has to leave its node, too.
    #[inline]
    pub(super) fn answer(
        &mut self,
        looked_up: Result<bool, Query>,
        defer: bool,
        moves: impl FnOnce(&mut Self) -> Result<bool, Unwind>,
    ) -> Result<Option<bool>, Unwind> {
        let query = match looked_up {
            Ok(answer) => return Ok(Some(answer)),
            Err(query) => query,
        };
        let shared = self.worker.workers() > 1;
        if shared && defer && self.in_progress.contains(query.hash()) {
            return Ok(None);
        }
        if shared {
            self.in_progress.insert(query.hash());
        }
        self.path.push(query);
        let before = self.positions;
        let result = self.count().and_then(|()| moves(self));
        self.path.pop();
        if shared {
            self.in_progress.remove(query.hash());
        }
        match result {
            Ok(answer) => {
                self.store(&query, answer, self.positions - before);
                Ok(Some(answer))
            }
            Err(Unwind::To { depth, answer }) if depth == self.path.len() => Ok(Some(answer)),
            Err(unwind) => Err(unwind),
        }
    }

    /// Counts the current node as searched. From time to time, reports the count and looks up the path.
    #[inline]
    fn count(&mut self) -> Result<(), Unwind> {
        self.positions += 1;
        if self.positions.is_multiple_of(REPORT_INTERVAL) { self.report() } else { Ok(()) }
    }

    fn report(&mut self) -> Result<(), Unwind> {
        if self.worker.count(REPORT_INTERVAL).is_break() {
            return Err(Unwind::Stop);
        }
        let path = if self.worker.workers() > 1 { &self.path[..] } else { &[] };
        let mut answers = path.iter().enumerate().map(|(depth, &query)| (depth, self.look_up(query)));
        let first = answers.find_map(|(depth, answer)| Some(Unwind::To { depth, answer: answer.ok()? }));
        first.map_or(Ok(()), Err)
    }

    /// Tightens the bounds in the entry of a query by its answer, which took a search of this many positions.
    fn store(&self, query: &Query, answer: bool, positions: u64) {
        let new_work = (positions.ilog2() / 2 + 1).min(15);
        self.table.update(query.key(), work, |old| {
            let (mut bounds, old_work) = old.map_or((Bounds::NONE, 0), |old| (bounds(old), work(&old)));
            bounds.tighten(query.left, query.other, answer);
            entry(query.key(), bounds, new_work.max(old_work))
        });
    }
}
