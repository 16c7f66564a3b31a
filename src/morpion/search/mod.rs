//! Long games, found by nested rollout policy adaptation (Rosin 2011) on several threads.
//!
//! ```text
//!     mod         a search: its threads, its results, its saved state
//!       nested    a worker: run after run of nested levels, which adapt their policies to the best games of the levels below
//!        playout  games of random moves        policy   the weights of the moves
//! ```
//!
//! # What else was tried
//!
//! None of it found longer games for the same time (November 2026; `scripts/compare-search` compares methods). "Mean"
//! is that of twelve seeds after 3 million playouts of 5T (standard error 0.3 to 0.9; 151.3 moves in use), "median"
//! that of three to ten seeds of 5T after 60 s (154.5 in use).
//!
//! - Levels that do not end early, as published: mean 150.7; in 5D, 82 moves twice in 557 million playouts, in use
//!   eight times in 638 million.
//! - Alpha 0.7: mean 152.5. 200 iterations of a level: 150.6. 50 or 25, with level 5: 150.5. 25 and 50 at levels 1
//!   and 2: median 154.5.
//! - Each run from the best game: mean 151.5. A beam of four games at level 1: 151.9. The last 14 moves completed
//!   exactly: 152.8, for several times the time.
//! - *Symmetric moves* that share their weights: mean 120.
//! - Weights from the distance to the centre: median 153.5. Weights of the line times those of the move: 155.
//! - Level 1 that ends at two repetitions: median 155.5. Level 3 that adapts after ten iterations: 154.5. Both, with
//!   weights of lines: 155; after 600 s, 156 and 160, in use 159.
//! - Games longer by 0.05 for each move that was ever legal: median 153.5. Within the hull of the best game: 151. Moves
//!   of the best game that compete with others only: 135.5.
//! - *Simulated annealing* of priorities of moves, at one temperature or eight: median 154.
//! - Destroying a part of a good game, a pool of up to 4000 games, limits on weights, skipping the common beginning,
//!   ending playouts early: nothing gained.

mod nested;
mod playout;
mod policy;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use serde::Serialize;
use thiserror::Error;

pub use self::nested::ALGORITHM_VERSION;
use self::nested::{Runs, SavedRuns};
use super::board::{Board, PackedMove};
use super::lattice::Move;
use super::variant::Variant;
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::workers::{self, Worker};

/// The largest number of levels; a run would take years.
pub const MAX_LEVELS: u8 = 9;

/// The task of a search, and its parameters.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The variant.
    pub variant: Variant,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of levels, from 1 to [`MAX_LEVELS`]; other numbers are clamped.
    pub levels: u8,
    /// The number of moves at which the search ends, however many runs that takes; if `None`, each worker makes one
    /// run.
    pub target: Option<usize>,
    /// A game to start from; may be empty.
    pub start: Vec<Move>,
    /// The number of moves that all games of a run have in common: the first ones of the start, or of a random game.
    pub keep: usize,
    /// Whether to search for grids that are their own half-turn, by pairs of a move and its image.
    pub symmetric: bool,
}

/// The best game of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BestGame {
    /// The moves.
    pub moves: Vec<Move>,
    /// The index of the worker that found it, from 0.
    pub worker: usize,
    /// The number of playouts of this worker up to and including the step that found it.
    pub playouts: u64,
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A game reached the target; or there is no target, and all runs were made.
    Done,
    /// The budget or the limit on playouts stopped the search before that.
    Stopped,
}

/// The error of a [`Plan`] whose start cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidStartError {
    /// It is not a legal game, or reaches the edge of the board.
    #[error("expected a legal game to start from, within the board of 64 by 64 points that this program can represent")]
    Illegal,
    /// The search is for symmetric grids, and that of the start is not symmetric.
    #[error("expected a game to start from whose grid is its own half-turn")]
    NotSymmetric,
}

/// Returns moves to the grid of a legal game in pairs of a move and its image, the smaller one first; `None` if the
/// grid is not its own half-turn. The order is kept where it can be, and new points may be given to other lines.
fn pairs(mut board: Board, start: &[PackedMove]) -> Option<Vec<PackedMove>> {
    let (mut moves, mut left) = (Vec::new(), start.iter().map(|mv| mv.line).collect::<Vec<_>>());
    while !left.is_empty() {
        let legal = board.legal_moves();
        let next = left.iter().find_map(|&line| legal.iter().find(|mv| mv.line == line)).copied()?;
        let pair = [next, board.half_turn(next)];
        if !left.contains(&pair[1].line) || board.conflict(pair[0], pair[1]) {
            return None;
        }
        for mv in pair {
            board.toggle(mv);
            left.retain(|&line| line != mv.line);
        }
        moves.extend([pair[0].min(pair[1]), pair[0].max(pair[1])]);
    }
    Some(moves)
}

/// A search in progress. Each worker makes its own runs, which depend on the plan and its index alone.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::morpion::Variant;
/// use quadrille::morpion::search::{Ending, Plan, Search};
///
/// let plan = Plan { variant: Variant::D4, seed: 1, levels: 2, target: Some(30), start: Vec::new(), keep: 0, symmetric: false };
/// let search = Search::new(plan, 1)?;
/// assert_eq!(search.run(None, &mut Budget::default()), Ending::Done);
/// assert!(search.best().moves.len() >= 30);
/// # Ok::<(), quadrille::morpion::search::InvalidStartError>(())
/// ```
pub struct Search {
    plan: Plan,
    board: Board,
    workers: Vec<Mutex<Runs>>,
    /// Write-locked by a thread that locks all workers; the workers wait for it between two steps. Without it, a worker
    /// would usually lock itself again before that thread can.
    pause: RwLock<()>,
    /// The number of moves of the longest game so far.
    longest: AtomicUsize,
    /// The smallest number of playouts that a worker took to reach the target; the maximum if none has.
    reached: AtomicU64,
}

impl Search {
    /// Returns a search with the given number of workers, each of which has its own thread (0 counts as 1).
    ///
    /// # Errors
    /// If the moves to start from are not a legal game, or not a symmetric one for a search of these.
    pub fn new(plan: Plan, workers: usize) -> Result<Search, InvalidStartError> {
        let board = Board::new(plan.variant);
        let start: Option<Vec<PackedMove>> = plan.start.iter().map(|mv| board.pack(mv)).collect();
        let mut start = start.ok_or(InvalidStartError::Illegal)?;
        if plan.symmetric {
            start = pairs(board.clone(), &start).ok_or(InvalidStartError::NotSymmetric)?;
        }
        let runs = |worker| Some(Mutex::new(Runs::new(worker, &plan, &start)?));
        let workers = (0..workers.max(1)).map(runs).collect::<Option<Vec<_>>>().ok_or(InvalidStartError::Illegal)?;
        let (longest, reached) = (AtomicUsize::new(0), AtomicU64::new(u64::MAX));
        let search = Search { plan, board, workers, pause: RwLock::new(()), longest, reached };
        search.locked().for_each(|runs| search.note(&runs));
        Ok(search)
    }

    /// Searches to the end, until each worker has made `playouts` more playouts, or until the budget ends. The callback
    /// of the budget gets the number of playouts, and may call the other methods. The number of threads is that of the
    /// workers, not that of the budget.
    ///
    /// The result depends only on the plan, the number of workers and `playouts`, unless the budget ends. To that end,
    /// all workers continue after one has reached the target until each has made as many playouts as that one needed.
    pub fn run(&self, playouts: Option<u64>, budget: &mut Budget<'_>) -> Ending {
        workers::run(self.workers.len(), &mut |playouts| budget.poll(playouts), |worker| {
            let limit = playouts.map(|playouts| self.lock(worker.index()).done.playouts.saturating_add(playouts));
            self.work(worker, limit.unwrap_or(u64::MAX));
        });
        let is_reached = self.reached.load(Ordering::Relaxed) < u64::MAX;
        if is_reached || self.locked().all(|runs| self.is_done(&runs)) { Ending::Done } else { Ending::Stopped }
    }

    /// Makes the steps of one worker, until it is done or has made `limit` playouts in all.
    fn work(&self, thread: &mut Worker<'_>, limit: u64) {
        loop {
            drop(self.pause.read());
            let mut runs = self.lock(thread.index());
            if self.is_done(&runs) || runs.done.playouts >= limit {
                return;
            }
            let playouts = runs.step();
            self.note(&runs);
            drop(runs);
            if thread.count(playouts).is_break() {
                return;
            }
        }
    }

    /// Returns whether a worker has nothing left to do.
    fn is_done(&self, runs: &Runs) -> bool {
        if self.plan.target.is_none() {
            runs.done.runs > 0
        } else {
            // A worker that reaches the target with more playouts is not the first, even if it is earlier in time.
            runs.done.playouts >= self.reached.load(Ordering::Relaxed)
        }
    }

    /// Records the length of the longest game of a worker, and whether it reaches the target.
    fn note(&self, runs: &Runs) {
        let length = runs.done.longest.len();
        self.longest.fetch_max(length, Ordering::Relaxed);
        if self.plan.target.is_some_and(|target| length >= target) {
            self.reached.fetch_min(runs.done.found_at, Ordering::Relaxed);
        }
    }

    fn lock(&self, worker: usize) -> MutexGuard<'_, Runs> {
        // The state of a worker is usable at any time.
        self.workers[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the runs of each worker, locked while they are used.
    fn locked(&self) -> impl Iterator<Item = MutexGuard<'_, Runs>> {
        (0..self.workers.len()).map(|worker| self.lock(worker))
    }

    /// Returns the number of moves of the longest game so far.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest.load(Ordering::Relaxed)
    }

    /// Returns the number of playouts of all workers so far, including those before a state that was loaded.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.locked().fold(0, |sum: u64, runs| sum.saturating_add(runs.done.playouts))
    }

    /// Returns the longest game so far. Games that reach the target count as equally long; of several longest games,
    /// the one that took the fewest playouts is returned.
    #[must_use]
    pub fn best(&self) -> BestGame {
        let _pause = self.pause.write();
        let target = self.plan.target.unwrap_or(usize::MAX);
        let best = self.locked().min_by_key(|runs| {
            let done = &runs.done;
            (usize::MAX - done.longest.len().min(target), done.found_at, runs.worker)
        });
        best.map_or_else(BestGame::default, |runs| BestGame {
            moves: runs.done.longest.iter().map(|&mv| self.board.unpack(mv)).collect(),
            worker: runs.worker,
            playouts: runs.done.found_at,
        })
    }

    /// Writes the state, from which [`load`](Self::load) continues.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let pause = self.pause.write();
        let saved: Vec<SavedRuns> = self.locked().map(|runs| runs.save()).collect();
        drop(pause);
        write_value(out, &saved)
    }

    /// Replaces the state by one that was saved by a search with the same plan, except for the target, and as many
    /// workers.
    ///
    /// # Errors
    /// Those of reading, and [`InvalidData`](io::ErrorKind::InvalidData) if the state is of another search. The caller
    /// must drop the search then.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let saved: Vec<SavedRuns> = read_value(from)?;
        let is_loaded = saved.len() == self.workers.len()
            && saved.into_iter().zip(self.locked()).all(|(saved, mut runs)| {
                let is_loaded = runs.load(saved).is_some();
                self.note(&runs);
                is_loaded
            });
        if is_loaded { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another search")) }
    }
}
