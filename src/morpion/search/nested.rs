//! Nested rollout policy adaptation, one step at a time, and the workers that run it.
//!
//! ```text
//!     level 3     its policy, its best game, its number of iterations
//!       level 2     the same; begins with the policy of level 3, in each iteration of level 3
//!         level 1     the same, in each iteration of level 2; its iterations are playouts
//!
//!     step:  level 1 runs to its end;  its best game goes up to level 2, which adapts its policy to its own best game;
//!            if that ends level 2, on to level 3, and so on;  the levels below begin again
//! ```
//!
//! This is the algorithm of Rosin (*Nested Rollout Policy Adaptation for Monte Carlo Tree Search*, 2011) with two changes. A level ends
//! before its hundred iterations when the level below returns its best game again, since its policy is nearly deterministic then.
//! Cazenave (2024) describes such limited repetitions for generalized nested rollout policy adaptation. And a level from 4 on
//! ends after ten successive iterations without a longer game: another run finds more then.
//!
//! The usual recursion is unrolled, so that between two steps the whole state can be saved. Each step has a stream of random numbers
//! of its own.

use std::io;

use serde::{Deserialize, Serialize};

use super::playout::Playout;
use super::policy::{AdaptBuffers, MoveCodes, Policy, Trajectory};
use crate::morpion::Variant;
use crate::morpion::board::PackedMove;
use crate::random::Random;

/// The version of the algorithm. It is raised with every change of what a search does from the same start.
pub const ALGORITHM_VERSION: u32 = 2;

/// The number of iterations of a level (Rosin's N).
const ITERATIONS: u32 = 100;

/// The lowest level, counted from 1, that stops early when it stalls. Lower levels end soon in all cases.
const FIRST_EARLY_STOPPING: usize = 4;

/// The number of successive iterations without a longer game after which such a level ends.
const PATIENCE: u32 = 10;

/// The binary logarithm of the number of steps of a worker. A step takes about half a millisecond, so these take years.
const LOG_STEPS: u32 = 40;

/// The state of one level.
#[derive(Debug, Default)]
struct Level {
    policy: Policy,
    best: Trajectory,
    iterations: u32,
    /// The number of last iterations without a longer game.
    stalled: u32,
}

impl Level {
    /// Begins again with a policy.
    fn restart(&mut self, policy: &Policy) {
        self.policy.copy_from(policy);
        self.clear_game();
    }

    fn clear_game(&mut self) {
        self.best.clear();
        (self.iterations, self.stalled) = (0, 0);
    }

    /// Ends an iteration with a game, which becomes the best one unless it is shorter, and adapts the policy to the best one. The other
    /// game is left in `game`. Returns whether the level has ended; the policy is not adapted then.
    fn end_iteration(
        &mut self,
        game: &mut Trajectory,
        patience: u32,
        codes: &MoveCodes,
        buffers: &mut AdaptBuffers,
    ) -> bool {
        let is_repeated = self.best.moves == game.moves;
        self.stalled = if game.moves.len() > self.best.moves.len() { 0 } else { self.stalled + 1 };
        if game.moves.len() >= self.best.moves.len() {
            std::mem::swap(&mut self.best, game);
        }
        self.iterations += 1;
        let has_ended = is_repeated || self.iterations == ITERATIONS || self.stalled == patience;
        if !has_ended {
            self.policy.adapt(&self.best, codes.len(), buffers);
        }
        has_ended
    }
}

/// Runs of nested rollout policy adaptation, one after another.
pub(super) struct NestedSearch {
    playout: Playout,
    codes: MoveCodes,
    buffers: AdaptBuffers,
    game: Trajectory,
    /// The lowest level first.
    levels: Vec<Level>,
    /// The game that a run begins with, unless it begins with a shared one; may be empty.
    start: Trajectory,
    /// The shared game that the current run has begun with.
    shared: Option<Trajectory>,
    /// The longest game of all runs.
    longest: Vec<PackedMove>,
}

impl NestedSearch {
    /// Returns a search with the given number of levels, at least one; `None` if the moves to begin with are not a legal game.
    pub(super) fn new(variant: Variant, levels: u8, start: &[PackedMove]) -> Option<NestedSearch> {
        let mut search = NestedSearch {
            playout: Playout::new(variant),
            codes: MoveCodes::new(),
            buffers: AdaptBuffers::default(),
            game: Trajectory::default(),
            levels: (0..levels.max(1)).map(|_| Level::default()).collect(),
            start: Trajectory::default(),
            shared: None,
            longest: start.to_vec(),
        };
        search.start = search.replay(start)?;
        search.restart(None);
        Some(search)
    }

    /// Returns the trajectory of some moves; `None` if they are not a legal game.
    fn replay(&mut self, moves: &[PackedMove]) -> Option<Trajectory> {
        let mut game = Trajectory::default();
        self.playout.replay(&mut self.codes, moves, &mut game).then_some(game)
    }

    /// Begins a run, with a shared game if there is one and it is legal. It counts as found if it is longer than all games so far.
    fn restart(&mut self, shared: Option<&[PackedMove]>) {
        self.shared = shared.and_then(|moves| self.replay(moves));
        if let Some(shared) = self.shared.as_ref().filter(|shared| shared.moves.len() > self.longest.len()) {
            self.longest.clone_from(&shared.moves);
        }
        for level in &mut self.levels {
            level.policy.clear();
            level.clear_game();
        }
        let begun = self.begun().clone();
        if let (Some(top), false) = (self.levels.last_mut(), begun.moves.is_empty()) {
            top.best = begun;
            top.policy.adapt(&top.best, self.codes.len(), &mut self.buffers);
            self.restart_below(self.levels.len() - 1);
        }
    }

    /// Returns the game that the current run has begun with; may be empty.
    fn begun(&self) -> &Trajectory {
        self.shared.as_ref().unwrap_or(&self.start)
    }

    /// Returns the best game of the current run. After its last step that is the one of the highest level.
    fn best_of_run(&self) -> &[PackedMove] {
        self.levels.last().map_or(&[], |top| &top.best.moves)
    }

    /// Returns the number of stalled iterations after which a level ends. The highest level of a run that begins with a game explores
    /// the neighbourhood of that game, and another run would do the same, so it does not end early.
    fn patience(&self, level: usize) -> u32 {
        let is_highest = level + 1 == self.levels.len();
        let is_patient = level + 1 < FIRST_EARLY_STOPPING || is_highest && !self.begun().moves.is_empty();
        if is_patient { ITERATIONS } else { PATIENCE }
    }

    /// Begins all levels below one again, with its policy.
    fn restart_below(&mut self, level: usize) {
        let (below, above) = self.levels.split_at_mut(level);
        for level in below {
            level.restart(&above[0].policy);
        }
    }

    /// Makes a step. Returns the number of playouts, and whether the run has ended.
    fn step(&mut self, random: &mut Random) -> (u64, bool) {
        let patience = self.patience(0);
        let NestedSearch { playout, codes, buffers, game, levels, longest, .. } = self;
        let lowest = &mut levels[0];
        let mut playouts = 0;
        let mut has_ended = false;
        while !has_ended {
            playout.play(codes, &lowest.policy, random, game);
            playouts += 1;
            has_ended = lowest.end_iteration(game, patience, codes, buffers);
        }
        if lowest.best.moves.len() > longest.len() {
            longest.clone_from(&lowest.best.moves);
        }
        for level in 1..self.levels.len() {
            let patience = self.patience(level);
            let (below, above) = self.levels.split_at_mut(level);
            let game = &mut below[level - 1].best;
            if !above[0].end_iteration(game, patience, &self.codes, &mut self.buffers) {
                self.restart_below(level);
                return (playouts, false);
            }
        }
        (playouts, true)
    }

    /// Replaces the state by a saved one. Returns `None` if it is not a state of this search, which must be dropped then.
    fn load(
        &mut self,
        longest: Vec<PackedMove>,
        levels: Vec<SavedLevel>,
        shared: Option<Vec<PackedMove>>,
    ) -> Option<()> {
        self.replay(&longest)?;
        self.longest = longest;
        // Before the levels, whose patience depends on it.
        self.shared = match shared {
            Some(shared) => Some(self.replay(&shared)?),
            None => None,
        };
        if levels.len() != self.levels.len() {
            return None;
        }
        for (level, SavedLevel { iterations, stalled, best, weights }) in levels.into_iter().enumerate() {
            let best = self.replay(&best)?;
            let mut policy = Policy::default();
            for (key, weight) in weights {
                policy.set(self.codes.code_of_key(key)?, weight).then_some(())?;
            }
            if iterations >= ITERATIONS || stalled > iterations || stalled >= self.patience(level) {
                return None;
            }
            self.levels[level] = Level { policy, best, iterations, stalled };
        }
        Some(())
    }
}

/// The game of an archive that a run begins with; `None` if it begins as the plan says.
pub(super) type Shared = Option<Vec<PackedMove>>;

/// The state of one thread of a search: its runs, one after the other.
pub(super) struct SearchWorker {
    /// The index of the worker, from 0.
    pub(super) index: usize,
    search: NestedSearch,
    steps: u64,
    /// The number of playouts so far.
    pub(super) playouts: u64,
    /// The number of runs that have ended.
    pub(super) runs: u64,
    /// The number of playouts when the longest game was found.
    pub(super) found_at: u64,
}

/// The saved state of a worker.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedWorker {
    steps: u64,
    playouts: u64,
    runs: u64,
    found_at: u64,
    longest: Vec<PackedMove>,
    levels: Vec<SavedLevel>,
}

#[derive(Serialize, Deserialize)]
struct SavedLevel {
    iterations: u32,
    stalled: u32,
    best: Vec<PackedMove>,
    /// [Keys](PackedMove::key) of moves, and their weights.
    weights: Vec<(u32, f32)>,
}

impl SearchWorker {
    /// Returns a worker that has done nothing yet.
    pub(super) fn new(index: usize, search: NestedSearch) -> SearchWorker {
        SearchWorker { index, search, steps: 0, playouts: 0, runs: 0, found_at: 0 }
    }

    /// Returns the longest game of all runs.
    pub(super) fn longest(&self) -> &[PackedMove] {
        &self.search.longest
    }

    /// Makes a step. Returns its number of playouts. When it ends a run, `exchange` gets the random numbers of the step and this worker,
    /// whose run has just ended, and returns the shared game that the next run begins with, if any.
    pub(super) fn step(&mut self, seed: u64, exchange: impl FnOnce(&mut Random, &SearchWorker) -> Shared) -> u64 {
        let mut random = Random::new(seed, (self.index as u64) << LOG_STEPS | self.steps);
        let before = self.longest().len();
        let (playouts, has_ended) = self.search.step(&mut random);
        self.steps += 1;
        self.playouts += playouts;
        if has_ended {
            self.runs += 1;
            let shared = exchange(&mut random, self);
            self.search.restart(shared.as_deref());
        }
        self.note(before);
        playouts
    }

    /// Begins a run with a game instead of the current one.
    pub(super) fn take(&mut self, game: &[PackedMove]) {
        let before = self.longest().len();
        self.search.restart(Some(game));
        self.note(before);
    }

    /// Records the playouts if the longest game is longer than before.
    fn note(&mut self, before: usize) {
        if self.longest().len() > before {
            self.found_at = self.playouts;
        }
    }

    /// Returns the best game of the current run; all of it if the last step has ended the run.
    pub(super) fn best_of_run(&self) -> &[PackedMove] {
        self.search.best_of_run()
    }

    /// Returns the shared game that the current run has begun with, which belongs to the state.
    pub(super) fn shared(&self) -> Shared {
        self.search.shared.as_ref().map(|game| game.moves.clone())
    }

    /// Returns the state between two steps, apart from the shared game.
    pub(super) fn save(&self) -> SavedWorker {
        let keys = self.search.codes.keys();
        let levels = self.search.levels.iter().map(|level| SavedLevel {
            iterations: level.iterations,
            stalled: level.stalled,
            best: level.best.moves.clone(),
            weights: keys.iter().copied().zip(level.policy.weights().iter().copied()).collect(),
        });
        let (&SearchWorker { steps, playouts, runs, found_at, .. }, levels) = (self, levels.collect());
        SavedWorker { steps, playouts, runs, found_at, longest: self.longest().to_vec(), levels }
    }

    /// Replaces the state by a saved one.
    ///
    /// # Errors
    /// [`InvalidData`](io::ErrorKind::InvalidData) if it is not a state of this search; the caller must drop the worker then.
    pub(super) fn load(&mut self, saved: SavedWorker, shared: Shared) -> io::Result<()> {
        let SavedWorker { steps, playouts, runs, found_at, longest, levels } = saved;
        let are_counts = steps >> LOG_STEPS == 0 && playouts >> 60 == 0;
        let is_valid = are_counts && steps.max(runs).max(found_at) <= playouts;
        (self.steps, self.playouts, self.runs, self.found_at) = (steps, playouts, runs, found_at);
        let loaded = is_valid.then(|| self.search.load(longest, levels, shared)).flatten();
        loaded.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it is of another search"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::board::Board;

    fn worker(levels: u8) -> SearchWorker {
        let search = NestedSearch::new(Variant::D5, levels, &[]);
        SearchWorker::new(0, search.unwrap_or_else(|| panic!("the empty game is legal")))
    }

    #[test]
    fn from_level_4_on_there_is_little_patience() {
        let five = worker(5).search;
        assert_eq!(
            [0, 1, 2, 3, 4].map(|level| five.patience(level)),
            [ITERATIONS, ITERATIONS, ITERATIONS, PATIENCE, PATIENCE]
        );
        let game = Board::new(Variant::D5).legal_moves()[..1].to_vec();
        let begun = NestedSearch::new(Variant::D5, 5, &game).unwrap_or_else(|| panic!("a game of one move"));
        assert_eq!([2, 3, 4].map(|level| begun.patience(level)), [ITERATIONS, PATIENCE, ITERATIONS]);
    }

    #[test]
    fn a_highest_level_that_stalls_ends_the_run() {
        let mut search = worker(4).search;
        search.levels[3].best.moves = vec![PackedMove::default(); 200];
        search.levels[3].stalled = PATIENCE - 1;
        for level in &mut search.levels[1..3] {
            level.iterations = ITERATIONS - 1;
        }
        assert!(search.step(&mut Random::new(1, 1)).1);
    }

    #[test]
    fn a_level_ends_when_it_stalls() {
        let (codes, mut buffers) = (MoveCodes::new(), AdaptBuffers::default());
        let mut level = Level::default();
        let ended = [10, 12, 11, 12, 11, 9].map(|length| {
            // Moves of which only the number matters here, and the last one differs.
            let mut moves = vec![PackedMove::default(); length];
            moves[0].line = level.iterations as u16;
            level.end_iteration(&mut Trajectory { moves, ..Trajectory::default() }, 4, &codes, &mut buffers)
        });
        assert_eq!(ended, [false, false, false, false, false, true]);
    }

    /// Searches in slices, which are tested against the program, seldom stop in the middle of a stalled level.
    #[test]
    fn a_saved_state_has_the_iterations_and_the_best_games() {
        let mut one = worker(3);
        for _ in 0..60 {
            one.step(4, |_, _| None);
            if one.search.levels[1..].iter().all(|level| level.stalled > 0) {
                break;
            }
            // Level 2 takes up to a hundred steps.
            let level = &mut one.search.levels[1];
            level.iterations = level.iterations.max(ITERATIONS - 4);
        }
        assert!(one.search.levels[1..].iter().all(|level| level.stalled > 0));
        let mut other = worker(3);
        assert!(other.load(one.save(), None).is_ok());
        for (one, other) in one.search.levels.iter().zip(&other.search.levels) {
            assert_eq!((one.iterations, one.stalled), (other.iterations, other.stalled));
            assert_eq!(one.best.moves, other.best.moves);
        }
        // A level that has stalled for so long has ended.
        one.search.levels[2].stalled = ITERATIONS;
        assert!(worker(3).load(one.save(), None).is_err());
    }

    /// The run that follows the first one begins with a game that is not its own.
    #[test]
    fn a_saved_state_has_the_shared_game() {
        let mut other = worker(1);
        other.step(7, |_, _| None);
        let game = other.longest().to_vec();
        let mut one = worker(3);
        one.search.levels[1].iterations = ITERATIONS - 1;
        one.search.levels[2].iterations = ITERATIONS - 1;
        while one.runs == 0 {
            one.step(4, |_, ended| {
                assert!(ended.best_of_run().len() > 20);
                Some(game.clone())
            });
        }
        assert_eq!((one.shared().as_ref(), &one.search.levels[2].best.moves), (Some(&game), &game));
        one.step(4, |_, _| None);
        let mut loaded = worker(3);
        assert!(loaded.load(one.save(), one.shared()).is_ok());
        assert_eq!(loaded.shared(), Some(game.clone()));
        for worker in [&mut one, &mut loaded] {
            worker.step(4, |_, _| None);
        }
        assert_eq!(one.search.levels[1].best.moves, loaded.search.levels[1].best.moves);
        // The same move twice is not legal.
        assert!(worker(3).load(one.save(), Some(vec![game[0], game[0]])).is_err());
    }

    #[test]
    fn a_longer_shared_game_counts_as_found() {
        let mut one = worker(1);
        let mut long = worker(2);
        while long.runs == 0 {
            long.step(3, |_, _| None);
        }
        let game = long.longest().to_vec();
        one.step(1, |_, _| Some(game.clone()));
        assert!(one.longest() == game && one.found_at == one.playouts);
    }
}
