//! Long games, found by nested rollout policy adaptation (Rosin 2011) on several threads.
//!
//! ```text
//!     mod         a search: its threads, its results, its saved state
//!       nested    a worker: run after run of nested levels, which adapt their policies to the best games of the levels below
//!        playout  games of random moves        policy   the weights of the moves
//! ```
//!
//! The README in the folder of the game lists what else was tried, with figures.

mod nested;
mod playout;
mod policy;

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use thiserror::Error;

pub use self::nested::ALGORITHM_VERSION;
use self::nested::{NestedSearch, SavedWorker, SearchWorker, Shared};
use super::board::{Board, PackedMove};
use super::lattice::Move;
use super::variant::Variant;
use crate::checkpoint::{read_value, write_value};
use crate::progress::{Progress, never_cancel};
use crate::random::Random;
use crate::workers::{self, Worker};

/// The largest number of levels; a run would take years.
pub const MAX_LEVELS: u8 = 9;

/// The percentage of runs after the first one of a worker that begin with a game of the archive.
const PERCENT_SHARED: u32 = 50;

/// The task of a search, and its parameters.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The variant.
    pub variant: Variant,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of levels, from 1 to [`MAX_LEVELS`]; other numbers are clamped.
    pub levels: u8,
    /// The number of moves at which the search ends, however many runs that takes; if `None`, each worker makes one run.
    pub target: Option<usize>,
    /// A game to start from; may be empty.
    pub start: Vec<Move>,
}

/// The best game of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// The progress callback or the limit on playouts stopped the search before that.
    Stopped,
}

/// Good games that several searches share.
pub trait Archive: Sync {
    /// Offers the best game of a run, or of a search that has ended. The archive decides whether to take it.
    fn offer(&self, game: &BestGame);

    /// Returns one of the games as of the last offer, chosen at random; `None` if there are none.
    fn pick(&self, random: &mut Random) -> Option<Vec<Move>>;

    /// Returns one of the games as of the last offer with at least as many moves; `None` if there are none.
    fn with_length(&self, least: usize) -> Option<Vec<Move>>;
}

/// The error of a [`Plan`] whose start is not a legal game, or reaches the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a legal game to start from, within the board of 64 by 64 points that this program can represent")]
pub struct InvalidStartError;

/// A search in progress. Each worker makes its own runs, which depend on the plan and its index alone unless there is an [archive](Archive).
///
/// ```
/// use quadrille::morpion::Variant;
/// use quadrille::morpion::search::{Ending, Plan, Search};
///
/// let plan = Plan { variant: Variant::D4, seed: 1, levels: 2, target: Some(30), start: Vec::new() };
/// let search = Search::new(plan, 1)?;
/// assert_eq!(search.run(), Ending::Done);
/// assert!(search.best().moves.len() >= 30);
/// # Ok::<(), quadrille::morpion::search::InvalidStartError>(())
/// ```
pub struct Search<'a> {
    plan: Plan,
    archive: Option<&'a dyn Archive>,
    board: Board,
    workers: Vec<Mutex<SearchWorker>>,
    /// Write-locked by a thread that locks all workers; the workers wait for it between two steps. Without it, a worker would usually
    /// lock itself again before that thread can.
    pause: RwLock<()>,
    /// The number of moves of the longest game so far.
    longest: AtomicUsize,
    /// The smallest number of playouts that a worker took to reach the target; the maximum if none has.
    reached: AtomicU64,
}

impl<'a> Search<'a> {
    /// Returns a search with the given number of workers, each of which has its own thread (0 counts as 1).
    ///
    /// # Errors
    /// If the moves to start from are not a legal game.
    pub fn new(plan: Plan, workers: usize) -> Result<Search<'a>, InvalidStartError> {
        let board = Board::new(plan.variant);
        let start: Option<Vec<PackedMove>> = plan.start.iter().map(|mv| board.pack(mv)).collect();
        let start = start.ok_or(InvalidStartError)?;
        let worker = |index| {
            let search = NestedSearch::new(plan.variant, plan.levels.min(MAX_LEVELS), &start);
            Ok(Mutex::new(SearchWorker::new(index, search.ok_or(InvalidStartError)?)))
        };
        let workers = (0..workers.max(1)).map(worker).collect::<Result<Vec<_>, InvalidStartError>>()?;
        let (longest, reached) = (AtomicUsize::new(0), AtomicU64::new(u64::MAX));
        let search = Search { plan, archive: None, board, workers, pause: RwLock::new(()), longest, reached };
        search.locked().for_each(|worker| search.note(&worker));
        Ok(search)
    }

    /// Returns the search with an archive. The best game of each run is offered to it; of the later runs of a worker, about half
    /// begin with one of its games, as with [`Plan::start`]. If a game of the archive reaches the target, the search ends with it, at once
    /// or when a run has ended. The result then depends on the archive as well.
    #[must_use]
    pub fn with_archive(self, archive: &'a dyn Archive) -> Search<'a> {
        Search { archive: Some(archive), ..self }
    }

    /// Searches to the end. Without a target that takes one run of each worker; with one it may never end.
    pub fn run(&self) -> Ending {
        self.run_with(None, &mut never_cancel)
    }

    /// Searches to the end, or until each worker has made `playouts` more playouts. `progress` gets the number of playouts, and
    /// may call the other methods.
    ///
    /// Without an archive the result depends only on the plan, the number of workers and the limit, unless `progress` cancels the search.
    /// To that end, all workers continue after one has reached the target until each has made as many playouts as that one needed.
    pub fn run_with(&self, playouts: Option<u64>, progress: &mut Progress<'_>) -> Ending {
        if let Some(game) = self.reaching_target() {
            let mut worker = self.lock(0);
            worker.take(&game);
            self.note(&worker);
        }
        workers::run(self.workers.len(), progress, |worker| {
            let limit = playouts.map(|playouts| self.lock(worker.index()).playouts.saturating_add(playouts));
            self.work(worker, limit.unwrap_or(u64::MAX));
        });
        if let Some(archive) = self.archive {
            archive.offer(&self.best());
        }
        let is_reached = self.reached.load(Ordering::Relaxed) < u64::MAX;
        if is_reached || self.locked().all(|worker| self.is_done(&worker)) { Ending::Done } else { Ending::Stopped }
    }

    /// Makes the steps of one worker, until it is done or has made `limit` playouts in all.
    fn work(&self, thread: &mut Worker<'_>, limit: u64) {
        loop {
            drop(self.pause.read());
            let mut worker = self.lock(thread.index());
            if self.is_done(&worker) || worker.playouts >= limit {
                return;
            }
            let playouts = worker.step(self.plan.seed, |random, ended| self.exchange(random, ended));
            self.note(&worker);
            drop(worker);
            if thread.count(playouts).is_break() {
                return;
            }
        }
    }

    /// Offers the best game of a run that has ended to the archive. Returns the game of the archive that the next run begins with.
    fn exchange(&self, random: &mut Random, ended: &SearchWorker) -> Shared {
        let archive = self.archive?;
        archive.offer(&self.game(ended.best_of_run(), ended));
        // No other run follows then.
        let is_last = self.plan.target.is_none_or(|target| ended.longest().len() >= target);
        if is_last {
            return None;
        }
        let reaching = self.reaching_target();
        if reaching.is_some() || !random.percent(PERCENT_SHARED) {
            return reaching;
        }
        self.packed(&archive.pick(random)?)
    }

    /// Returns a game of the archive that reaches the target which no worker has reached yet.
    fn reaching_target(&self) -> Shared {
        let target = self.plan.target.filter(|&target| self.longest() < target)?;
        self.packed(&self.archive?.with_length(target)?)
    }

    fn packed(&self, game: &[Move]) -> Shared {
        game.iter().map(|mv| self.board.pack(mv)).collect()
    }

    /// Returns a game of a worker, found with its last playout.
    fn game(&self, moves: &[PackedMove], worker: &SearchWorker) -> BestGame {
        let moves = moves.iter().map(|&mv| self.board.unpack(mv)).collect();
        BestGame { moves, worker: worker.index, playouts: worker.playouts }
    }

    /// Returns whether a worker has nothing left to do.
    fn is_done(&self, worker: &SearchWorker) -> bool {
        if self.plan.target.is_none() {
            worker.runs > 0
        } else {
            // A worker that reaches the target with more playouts is not the first, even if it is earlier in time.
            worker.playouts >= self.reached.load(Ordering::Relaxed)
        }
    }

    /// Records the length of the longest game of a worker, and whether it reaches the target.
    fn note(&self, worker: &SearchWorker) {
        let length = worker.longest().len();
        self.longest.fetch_max(length, Ordering::Relaxed);
        if self.plan.target.is_some_and(|target| length >= target) {
            self.reached.fetch_min(worker.found_at, Ordering::Relaxed);
        }
    }

    fn lock(&self, index: usize) -> MutexGuard<'_, SearchWorker> {
        // The state of a worker is usable at any time.
        self.workers[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the workers, each locked while it is used.
    fn locked(&self) -> impl Iterator<Item = MutexGuard<'_, SearchWorker>> {
        (0..self.workers.len()).map(|index| self.lock(index))
    }

    /// Returns the number of moves of the longest game so far.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest.load(Ordering::Relaxed)
    }

    /// Returns the number of playouts of all workers so far, including those before a state that was loaded.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.locked().fold(0, |sum: u64, worker| sum.saturating_add(worker.playouts))
    }

    /// Returns the longest game so far. Games that reach the target count as equally long; of several longest games, the one that took
    /// the fewest playouts is returned.
    #[must_use]
    pub fn best(&self) -> BestGame {
        let _pause = self.pause.write();
        let target = self.plan.target.unwrap_or(usize::MAX);
        let best = self
            .locked()
            .min_by_key(|worker| (usize::MAX - worker.longest().len().min(target), worker.found_at, worker.index));
        best.map_or_else(BestGame::default, |worker| BestGame {
            playouts: worker.found_at,
            ..self.game(worker.longest(), &worker)
        })
    }

    /// Writes the state, from which [`load`](Self::load) continues. The progress callback may call it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let pause = self.pause.write();
        let (saved, shared): (Vec<SavedWorker>, Vec<Shared>) =
            self.locked().map(|worker| (worker.save(), worker.shared())).unzip();
        drop(pause);
        write_value(out, &saved)?;
        if self.archive.is_some() { write_value(out, &shared) } else { Ok(()) }
    }

    /// Replaces the state by one that was saved by a search with the same plan, except for the target, and as many workers. Either both
    /// have an archive or none has; the games of the archives may differ.
    ///
    /// # Errors
    /// Those of reading, and [`InvalidData`](io::ErrorKind::InvalidData) if the state is of another search. The caller must drop the search then.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let saved: Vec<SavedWorker> = read_value(from)?;
        let shared: Vec<Shared> =
            if self.archive.is_some() { read_value(from)? } else { saved.iter().map(|_| None).collect() };
        if [saved.len(), shared.len()] != [self.workers.len(); 2] {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another search"));
        }
        saved.into_iter().zip(shared).enumerate().try_for_each(|(index, (saved, shared))| {
            let mut worker = self.lock(index);
            worker.load(saved, shared)?;
            self.note(&worker);
            Ok(())
        })
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("plan", &self.plan).field("longest", &self.longest()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::record::{known, read};

    /// An archive that does not change, and counts.
    #[derive(Default)]
    struct Fixed {
        games: Vec<Vec<Move>>,
        offered: AtomicUsize,
        picked: AtomicUsize,
    }

    impl Archive for Fixed {
        fn offer(&self, game: &BestGame) {
            assert!(game.moves.len() > 20);
            self.offered.fetch_add(1, Ordering::Relaxed);
        }

        fn pick(&self, random: &mut Random) -> Option<Vec<Move>> {
            self.picked.fetch_add(1, Ordering::Relaxed);
            self.games.get(random.below(self.games.len() as u32) as usize).cloned()
        }

        fn with_length(&self, least: usize) -> Option<Vec<Move>> {
            self.games.iter().find(|game| game.len() >= least).cloned()
        }
    }

    fn record(name: &str) -> Vec<Move> {
        let record = known().find(|known| known.name == name).and_then(|known| read(known.json.as_bytes(), None).ok());
        record.map_or_else(Vec::new, |record| record.moves().to_vec())
    }

    fn search(levels: u8, archive: Option<&Fixed>) -> Search<'_> {
        let plan = Plan { variant: Variant::D4, seed: 3, levels, target: Some(36), start: Vec::new() };
        let search = Search::new(plan, 1).unwrap_or_else(|error| panic!("{error}"));
        archive.into_iter().fold(search, |search, archive| search.with_archive(archive))
    }

    #[test]
    fn a_search_with_an_archive_continues_from_its_state() {
        let record = record("hyyroporanen35");
        assert_eq!(record.len(), 35);
        // Games that are not finished, so that a run that begins with one has something to find.
        let archive =
            Fixed { games: [10, 25, 30].map(|length| record[..length].to_vec()).to_vec(), ..Fixed::default() };
        let whole = search(2, Some(&archive));
        assert_eq!(whole.run_with(Some(80_000), &mut never_cancel), Ending::Stopped);
        assert!(archive.picked.load(Ordering::Relaxed) > 1);
        let mut part = search(2, Some(&archive));
        let mut began_with_shared = 0;
        // One step at a time.
        while part.playouts() < whole.playouts() {
            let _ = part.run_with(Some(1), &mut never_cancel);
            began_with_shared += part.locked().filter(|worker| worker.shared().is_some()).count();
            let mut state = Vec::new();
            let saved = part.save(&mut state);
            part = search(2, Some(&archive));
            let loaded = saved.and_then(|()| part.load(&mut &state[..]));
            assert!(loaded.is_ok());
        }
        assert!(began_with_shared > 10);
        assert_eq!((part.best(), part.playouts()), (whole.best(), whole.playouts()));
        for (part, whole) in part.locked().zip(whole.locked()) {
            assert_eq!((part.shared(), part.best_of_run()), (whole.shared(), whole.best_of_run()));
        }
    }

    #[test]
    fn an_empty_archive_gets_the_best_game_of_each_run() {
        let archive = Fixed::default();
        let alone = search(1, None);
        let sharing = search(1, Some(&archive));
        for search in [&alone, &sharing] {
            let _ = search.run_with(Some(5_000), &mut never_cancel);
        }
        // Where nothing is taken, all is as without an archive: each step has random numbers of its own.
        assert_eq!(sharing.best(), alone.best());
        let runs = sharing.locked().map(|worker| worker.runs).sum::<u64>();
        assert!(runs > 2);
        assert_eq!(archive.offered.load(Ordering::Relaxed) as u64, runs + 1);
    }
}
