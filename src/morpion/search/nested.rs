//! Nested rollout policy adaptation, one step at a time, and the workers that run it.
//!
//! ```text
//!     level 3     its policy, its best game, its number of iterations
//!       level 2     the same; begins with the policy of level 3, in each iteration of level 3
//!         level 1     the same, in each iteration of level 2; its iterations are playouts
//!
//!     step:  level 1 runs to its end;  its best game goes up to level 2, which adapts its policy to its own best game;
//!            if that ends level 2, on to level 3, and so on;  the levels below begin again
//!
//!     Runs  one worker: its levels, and what it has done in all runs (Done)      Playout    plays a game by a policy
//!     Level  a policy, its best game (a Trajectory), its iterations              MoveCodes  numbers the moves
//! ```
//!
//! This is the algorithm of Rosin (*Nested Rollout Policy Adaptation for Monte Carlo Tree Search*, 2011) with two
//! changes. A level ends before its hundred iterations when the level below returns its best game again, since its
//! policy is nearly deterministic then. Cazenave (2024) describes such limited repetitions for generalized nested
//! rollout policy adaptation. And a level from 4 on ends after ten successive iterations without a longer game: another
//! run finds more then.
//!
//! The usual recursion is unrolled, so that between two steps the whole state can be saved. Each step has a stream of
//! random numbers of its own.

use serde::{Deserialize, Serialize};

use super::playout::Playout;
use super::policy::{MoveCodes, Policy, Trajectory};
use super::{MAX_LEVELS, Plan};
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
        self.best.clear();
        (self.iterations, self.stalled) = (0, 0);
    }

    /// Ends an iteration with a game, which becomes the best one unless it is shorter, and adapts the policy to the
    /// best one. The other game is left in `game`. Returns whether the level has ended; the policy is not adapted then.
    fn end_iteration(&mut self, game: &mut Trajectory, patience: u32, codes: &MoveCodes) -> bool {
        let is_repeated = self.best.moves == game.moves;
        self.stalled = if game.moves.len() > self.best.moves.len() { 0 } else { self.stalled + 1 };
        if game.moves.len() >= self.best.moves.len() {
            std::mem::swap(&mut self.best, game);
        }
        self.iterations += 1;
        let has_ended = is_repeated || self.iterations >= ITERATIONS || self.stalled >= patience;
        if !has_ended {
            self.policy.adapt(&self.best, codes.len());
        }
        has_ended
    }
}

/// The runs of one worker, one after another.
pub(super) struct Runs {
    /// The index of the worker, from 0.
    pub(super) worker: usize,
    pub(super) done: Done,
    /// The lowest level first.
    levels: Vec<Level>,
    /// The game that each run begins with; may be empty.
    start: Trajectory,
    /// The number of moves that all games of a run have in common: the first ones of `start`, or of a random game.
    keep: usize,
    seed: u64,
    playout: Playout,
    /// The numbers by which policies know moves.
    codes: MoveCodes,
    /// The game of the last playout.
    game: Trajectory,
}

/// What a worker has done so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Done {
    steps: u64,
    /// The number of playouts.
    pub(super) playouts: u64,
    /// The number of runs that have ended.
    pub(super) runs: u64,
    /// The number of playouts when the longest game was found.
    pub(super) found_at: u64,
    /// The longest game of all runs.
    pub(super) longest: Vec<PackedMove>,
}

/// The saved state of the runs of a worker.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedRuns {
    done: Done,
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

impl Runs {
    /// Returns the runs of a worker that has done nothing yet. They have the given number of levels, at least one;
    /// `None` if the moves to begin with are not a legal game.
    pub(super) fn new(worker: usize, plan: &Plan, start: &[PackedMove]) -> Option<Runs> {
        let &Plan { variant, seed, symmetric, keep, .. } = plan;
        let mut runs = Runs {
            worker,
            done: Done { longest: start.to_vec(), ..Done::default() },
            levels: (0..plan.levels.clamp(1, MAX_LEVELS)).map(|_| Level::default()).collect(),
            start: Trajectory::default(),
            keep,
            seed,
            playout: Playout::new(variant, symmetric),
            codes: MoveCodes::new(),
            game: Trajectory::default(),
        };
        runs.start = runs.replay(start)?;
        runs.begin_run();
        Some(runs)
    }

    /// Returns the trajectory of some moves; `None` if they are not a legal game.
    fn replay(&mut self, moves: &[PackedMove]) -> Option<Trajectory> {
        let mut game = Trajectory::default();
        self.playout.replay(&mut self.codes, moves, &mut game).then_some(game)
    }

    /// Begins a run: the highest level has the game to start from as its best game, if there is one, and is adapted to
    /// it.
    fn begin_run(&mut self) {
        for level in &mut self.levels {
            level.restart(&Policy::default());
        }
        if self.keep > 0 {
            self.keep_moves();
        } else if let (Some(highest), false) = (self.levels.last_mut(), self.start.moves.is_empty()) {
            highest.best.clone_from(&self.start);
            highest.policy.adapt(&highest.best, self.codes.len());
            self.restart_below(self.levels.len() - 1);
        }
    }

    /// Chooses the moves that are kept in this run.
    fn keep_moves(&mut self) {
        let Runs { worker, ref done, ref start, keep, seed, ref mut playout, ref mut codes, ref mut game, .. } = *self;
        let mut moves = &start.moves;
        if moves.is_empty() {
            playout.keep(&[]);
            // No step has this stream.
            let mut random = Random::new(seed, !((worker as u64) << LOG_STEPS | done.runs));
            playout.play(codes, &Policy::default(), &mut random, game);
            moves = &game.moves;
        }
        playout.keep(&moves[..keep.min(moves.len())]);
    }

    /// Begins all levels below one again, with its policy.
    fn restart_below(&mut self, level: usize) {
        let (below, above) = self.levels.split_at_mut(level);
        for level in below {
            level.restart(&above[0].policy);
        }
    }

    /// Returns the number of stalled iterations after which a level ends. The highest level of a run that begins with a
    /// game explores the neighbourhood of that game, and another run would do the same, so it does not end early.
    fn patience(&self, level: usize) -> u32 {
        let is_highest = level + 1 == self.levels.len();
        let has_game = self.keep == 0 && !self.start.moves.is_empty();
        let is_patient = level + 1 < FIRST_EARLY_STOPPING || is_highest && has_game;
        if is_patient { ITERATIONS } else { PATIENCE }
    }

    /// Makes a step. Returns the number of its playouts.
    pub(super) fn step(&mut self) -> u64 {
        let mut random = Random::new(self.seed, (self.worker as u64) << LOG_STEPS | self.done.steps);
        let playouts = self.run_lowest_level(&mut random);
        self.done.steps += 1;
        self.done.playouts += playouts;
        let best = &self.levels[0].best.moves;
        if best.len() > self.done.longest.len() {
            self.done.longest.clone_from(best);
            self.done.found_at = self.done.playouts;
        }
        if self.has_run_ended() {
            self.done.runs += 1;
            self.begin_run();
        }
        playouts
    }

    /// Runs the lowest level to its end. Returns the number of playouts.
    fn run_lowest_level(&mut self, random: &mut Random) -> u64 {
        let patience = self.patience(0);
        let Runs { playout, codes, game, levels, .. } = self;
        let lowest = &mut levels[0];
        for playouts in 1.. {
            playout.play(codes, &lowest.policy, random, game);
            if lowest.end_iteration(game, patience, codes) {
                return playouts;
            }
        }
        unreachable!("a level ends after {ITERATIONS} iterations")
    }

    /// Ends an iteration of each level whose level below has ended. Returns whether the highest one has ended.
    fn has_run_ended(&mut self) -> bool {
        for level in 1..self.levels.len() {
            let patience = self.patience(level);
            let (below, above) = self.levels.split_at_mut(level);
            let game = &mut below[level - 1].best;
            if !above[0].end_iteration(game, patience, &self.codes) {
                self.restart_below(level);
                return false;
            }
        }
        true
    }

    /// Returns the state between two steps.
    pub(super) fn save(&self) -> SavedRuns {
        let keys = self.codes.keys();
        let levels = self.levels.iter().map(|level| SavedLevel {
            iterations: level.iterations,
            stalled: level.stalled,
            best: level.best.moves.clone(),
            weights: keys.iter().copied().zip(level.policy.weights().iter().copied()).collect(),
        });
        SavedRuns { done: self.done.clone(), levels: levels.collect() }
    }

    /// Replaces the state by a saved one. Returns `None` if it has other levels, or moves that are not a legal game; the
    /// search must be dropped then.
    pub(super) fn load(&mut self, SavedRuns { done, levels }: SavedRuns) -> Option<()> {
        self.replay(&done.longest).filter(|_| levels.len() == self.levels.len())?;
        self.done = done;
        if self.keep > 0 {
            self.keep_moves();
        }
        for (level, SavedLevel { iterations, stalled, best, weights }) in levels.into_iter().enumerate() {
            let best = self.replay(&best)?;
            let mut policy = Policy::default();
            for (key, weight) in weights {
                policy.set(self.codes.code_of_key(key)?, weight);
            }
            self.levels[level] = Level { policy, best, iterations, stalled };
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::Variant;
    use crate::morpion::board::Board;

    const SEED: u64 = 4;

    fn runs(levels: u8, start: &[PackedMove], keep: usize) -> Runs {
        let variant = Variant::D5;
        let plan = Plan { variant, seed: SEED, levels, target: None, start: Vec::new(), keep, symmetric: false };
        Runs::new(0, &plan, start).unwrap_or_else(|| panic!("not a legal game: {start:?}"))
    }

    #[test]
    fn from_level_4_on_there_is_little_patience() {
        let five = runs(5, &[], 0);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|level| five.patience(level)),
            [ITERATIONS, ITERATIONS, ITERATIONS, PATIENCE, PATIENCE]
        );
        let with_start = runs(5, &Board::new(Variant::D5).legal_moves()[..1], 0);
        assert_eq!([2, 3, 4].map(|level| with_start.patience(level)), [ITERATIONS, PATIENCE, ITERATIONS]);
    }

    #[test]
    fn a_highest_level_that_stalls_ends_the_run() {
        let mut runs = runs(4, &[], 0);
        runs.levels[3].best.moves = vec![PackedMove::default(); 200];
        runs.levels[3].stalled = PATIENCE - 1;
        for level in &mut runs.levels[1..3] {
            level.iterations = ITERATIONS - 1;
        }
        runs.step();
        assert_eq!(runs.done.runs, 1);
    }

    #[test]
    fn a_run_begins_with_the_game_that_it_starts_from_and_all_levels_with_the_policy_adapted_to_it() {
        let start = Board::new(Variant::D5).legal_moves()[..1].to_vec();
        let runs = runs(3, &start, 0);
        assert_eq!([0, 1, 2].map(|level| runs.levels[level].best.moves.len()), [0, 0, 1]);
        let code = runs.start.legal[usize::from(runs.start.played[0])].code;
        for level in &runs.levels {
            assert!(level.policy.weight(code) > 2.0);
        }
    }

    #[test]
    fn a_level_ends_when_it_stalls() {
        let (codes, mut level) = (MoveCodes::new(), Level::default());
        let ended = [10, 12, 11, 12, 11, 9].map(|length| {
            // Moves of which only the number matters here, and the last one differs.
            let mut moves = vec![PackedMove::default(); length];
            moves[0].line = level.iterations as u16;
            level.end_iteration(&mut Trajectory { moves, ..Trajectory::default() }, 4, &codes)
        });
        assert_eq!(ended, [false, false, false, false, false, true]);
    }

    /// Everything that a step depends on, with the weights in the order of their moves.
    fn state(runs: &Runs) -> impl PartialEq + std::fmt::Debug {
        let SavedRuns { done: Done { steps, playouts, runs, found_at, longest }, mut levels } = runs.save();
        for level in &mut levels {
            level.weights.retain(|(_, weight)| weight.to_bits() != 1.0_f32.to_bits());
            level.weights.sort_unstable_by_key(|(key, _)| *key);
        }
        let levels: Vec<_> =
            levels.into_iter().map(|level| (level.iterations, level.stalled, level.best, level.weights)).collect();
        ([steps, playouts, runs, found_at], longest, levels)
    }

    /// Levels are loaded in all their states: at their beginning, in the middle, stalled, and just before the end of a
    /// run.
    #[test]
    fn a_state_that_is_loaded_is_the_one_that_was_saved_and_leads_to_the_same_one() {
        let start = Board::new(Variant::D5).legal_moves()[..1].to_vec();
        // Each run keeps other moves of a random game.
        for (start, keep) in [(&start[..], 0), (&[], 0), (&[], 4)] {
            let mut one = runs(3, start, keep);
            let mut stalled = 0;
            for step in 0..60 {
                let mut other = runs(3, start, keep);
                assert_eq!(other.load(one.save()), Some(()));
                assert_eq!(state(&one), state(&other), "step {step}");
                one.step();
                other.step();
                assert_eq!(state(&one), state(&other), "step {step}");
                stalled += usize::from(one.levels[1..].iter().all(|level| level.stalled > 0));
                // Level 2 takes up to a hundred steps, and level 3 as many of these.
                let least = if step == 50 { [96, 99] } else { [96, 0] };
                for (level, least) in one.levels[1..].iter_mut().zip(least) {
                    level.iterations = level.iterations.max(least);
                }
            }
            assert!(stalled > 0 && one.done.runs == 1, "{stalled} {}", one.done.runs);
        }
    }
}
