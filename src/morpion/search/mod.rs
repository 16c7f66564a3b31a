//! Long games, found by nested rollout policy adaptation.
//!
//! ```text
//!     mod         a search: its threads, what they have found, checkpoints
//!      worker     one thread: run after run            gate     where they wait while others look
//!       nested    a run: levels that learn from what the levels below have found;  kept   as bytes
//!        playout  games by chance        policy   what was learned of the moves
//!         track   a game, and what was legal on the way
//! ```
//!
//! # What was tried
//!
//! Games of twelve seeds, 3 million playouts each at level 4: the mean, its standard error, and the longest. What helps by less than
//! such an error, or costs more time than it saves, was left out.
//!
//! ```text
//!                                                        5T                   5D
//!     as published: N = 100, alpha = 1                   150.7 (0.7) 154      79.6 (0.3) 81
//!     a level ends when its game comes back (kept)       151.3 (0.9) 155      79.8 (0.2) 81
//!     the same with
//!       alpha = 0.7                                      152.5 (0.8) 157      79.9 (0.3) 82
//!       N = 200                                          150.6 (1.1) 156      79.7 (0.4) 82
//!       N = 50, level 5                                  150.5 (0.4) 153
//!       level 3, each run from the best game so far      151.5 (0.8) 155
//!       a beam of four games at level 1                  151.9 (0.6) 156      79.1 (0.4) 80
//!       the last 14 moves completed exactly              152.8 (0.4) 154  *   79.7 (0.3) 81
//!       symmetric moves sharing their weights            120.0 (2.0) 127      71.4 (0.2) 72
//!
//!     * five seeds, at several times the cost
//! ```
//!
//! Completing again, by moves of chance, what is left of a good game when parts of it are taken away (annealed or not, from
//! games of NRPA or from nothing) gained one move at most. A game kept as a set of lines, learned from in another order each time, gained
//! nothing, and ending levels when the same *set* comes back lost a move. Weights kept between e^-3 and e^3 lost thirty moves of 5T in 20 s; up to e^7,
//! and two to four playouts for each step of learning, changed nothing.
//!
//! A run of level 4 that is let go on hardly gets further after its first ten or twenty askings: seven searches of 5D by 48 to 118 million
//! playouts met 82 twice, in 557 million together. With runs ended when ten askings in a row bring nothing longer, ten searches (seeds 1 to 10, one thread, 10
//! minutes at most) met it eight times, in 638 million. Level 4 is the first to do so (kept); N = 50 throughout, which begins anew every
//! 6 million playouts, never came beyond 80 in twelve.

mod gate;
mod nested;
mod playout;
mod policy;
mod track;
mod worker;

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::gate::Gate;
use self::nested::Nest;
pub use self::nested::RULES;
use self::worker::Worker;
use super::board::{Board, Candidate};
use super::lattice::Move;
use super::threads::on_threads;
use super::variant::Variant;
use crate::progress::Progress;

/// More levels than anyone has time for.
pub const MOST_LEVELS: u8 = 9;

/// What is searched for, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which game.
    pub variant: Variant,
    /// Where the random numbers come from.
    pub seed: u64,
    /// How many levels, up to [`MOST_LEVELS`].
    pub levels: u8,
    /// The search ends with a game of so many moves, and makes as many runs as that takes; without it, each worker makes one.
    pub target: Option<usize>,
    /// A game to begin with; may be empty.
    pub start: Vec<Move>,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Which worker found it, from 0 on.
    pub worker: usize,
    /// How many playouts this worker had made by then, up to the end of the step.
    pub playouts: u64,
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The target was met, and unless the progress or the limit has cut them, every worker has made as many playouts as that took; or all
    /// runs were made, if there is no target.
    Done,
    /// The progress or the limit on playouts has broken it off.
    BrokenOff,
}

/// A search that is being done. Each worker makes its own runs, which depend on the plan and its number alone.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille::morpion::Variant;
/// use quadrille::morpion::search::{Ending, Plan, Search};
///
/// let plan = Plan { variant: Variant::D4, seed: 1, levels: 2, target: Some(30), start: Vec::new() };
/// let search = Search::new(plan, 1).ok_or("the start is no game")?;
/// assert_eq!(search.run(None, &mut |_| ControlFlow::Continue(())), Ending::Done);
/// assert!(search.best().moves.len() >= 30);
/// # Ok::<(), &'static str>(())
/// ```
pub struct Search {
    plan: Plan,
    board: Board,
    workers: Vec<Mutex<Worker>>,
    gate: Gate,
    /// The moves of the longest game so far.
    longest: AtomicUsize,
    /// When the target was met, in playouts of the worker that needed fewest; all ones until then.
    met: AtomicU64,
}

impl Search {
    /// With so many workers, each of which will have a thread; none if the moves to start with are no game.
    #[must_use]
    pub fn new(plan: Plan, workers: usize) -> Option<Search> {
        let board = Board::new(plan.variant);
        let start: Vec<Candidate> = plan.start.iter().map(|mv| board.candidate(mv)).collect::<Option<_>>()?;
        let worker = |number| {
            let nest = Nest::new(plan.variant, plan.levels.min(MOST_LEVELS), &start)?;
            Some(Mutex::new(Worker::new(number, nest)))
        };
        let workers = (0..workers.max(1)).map(worker).collect::<Option<Vec<_>>>()?;
        let search = Search {
            plan,
            board,
            workers,
            gate: Gate::default(),
            longest: AtomicUsize::new(0),
            met: AtomicU64::new(u64::MAX),
        };
        (0..search.workers.len()).for_each(|number| search.note(&search.lock(number)));
        Some(search)
    }

    /// Searches up to the end, or until each worker has made so many playouts more. The progress is told of how many have been made.
    ///
    /// Unless the progress breaks it off before there is an end, what is found depends on the plan, the number of workers and the limit
    /// alone.
    pub fn run(&self, playouts: Option<u64>, progress: &mut Progress<'_>) -> Ending {
        on_threads(self.workers.len(), progress, |number, go_on| {
            let limit = playouts.map(|playouts| self.lock(number).playouts.saturating_add(playouts));
            self.work(number, limit.unwrap_or(u64::MAX), go_on);
        });
        let is_met = self.met.load(Ordering::Relaxed) < u64::MAX;
        let is_done = is_met || (0..self.workers.len()).all(|number| self.is_done(&self.lock(number)));
        if is_done { Ending::Done } else { Ending::BrokenOff }
    }

    fn work(&self, number: usize, limit: u64, go_on: &mut Progress<'_>) {
        loop {
            self.gate.pass();
            let mut worker = self.lock(number);
            if self.is_done(&worker) || worker.playouts >= limit {
                return;
            }
            let playouts = worker.step(self.plan.seed);
            self.note(&worker);
            drop(worker);
            if go_on(playouts).is_break() {
                return;
            }
        }
    }

    /// Whether a worker has nothing more to do.
    fn is_done(&self, worker: &Worker) -> bool {
        if self.plan.target.is_none() {
            worker.runs > 0
        } else {
            // Whoever meets the target with more playouts is not the first, whatever the clock says.
            worker.playouts >= self.met.load(Ordering::Relaxed)
        }
    }

    /// Notes what a worker has found.
    fn note(&self, worker: &Worker) {
        let length = worker.nest.longest().len();
        self.longest.fetch_max(length, Ordering::Relaxed);
        if self.plan.target.is_some_and(|target| length >= target) {
            self.met.fetch_min(worker.found, Ordering::Relaxed);
        }
    }

    fn lock(&self, number: usize) -> MutexGuard<'_, Worker> {
        // What a worker has learned is of use in any state.
        self.workers[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many moves the longest game has so far.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest.load(Ordering::Relaxed)
    }

    /// The longest game so far, or that which met the target first; of several, that which was found with fewest playouts.
    #[must_use]
    pub fn best(&self) -> Found {
        self.gate.closed(|| {
            let all = (0..self.workers.len()).map(|number| self.lock(number));
            let target = self.plan.target.unwrap_or(usize::MAX);
            let best = all.min_by_key(|worker| {
                let length = worker.nest.longest().len();
                (usize::MAX - length.min(target), worker.found, worker.number)
            });
            let found = |worker: MutexGuard<'_, Worker>| Found {
                moves: worker.nest.longest().iter().map(|&candidate| self.board.to_move(candidate)).collect(),
                worker: worker.number,
                playouts: worker.found,
            };
            best.map_or_else(|| Found { moves: Vec::new(), worker: 0, playouts: 0 }, found)
        })
    }

    /// Writes all that is known; the search may be going on, if this is called by its progress.
    ///
    /// ```
    /// use quadrille::morpion::Variant;
    /// use quadrille::morpion::search::{Ending, Plan, Search};
    /// use std::ops::ControlFlow;
    ///
    /// let plan = Plan { variant: Variant::D4, seed: 1, levels: 2, target: None, start: Vec::new() };
    /// let search = Search::new(plan.clone(), 1).ok_or("the start is no game")?;
    /// assert_eq!(search.run(Some(200), &mut |_| ControlFlow::Continue(())), Ending::BrokenOff);
    /// let mut kept = Vec::new();
    /// search.save(&mut kept)?;
    ///
    /// let mut again = Search::new(plan, 1).ok_or("the start is no game")?;
    /// again.load(&mut kept.as_slice())?;
    /// assert_eq!(again.best(), search.best());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.gate.closed(|| (0..self.workers.len()).try_for_each(|number| self.lock(number).save(out)))
    }

    /// Takes what an earlier run of the same plan with as many workers has found.
    ///
    /// # Errors
    /// Those of reading, and if it is of another search; then this one is of no more use.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        (0..self.workers.len()).try_for_each(|number| {
            let mut worker = self.lock(number);
            worker.load(from)?;
            self.note(&worker);
            Ok(())
        })
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("plan", &self.plan).field("longest", &self.longest()).finish_non_exhaustive()
    }
}
