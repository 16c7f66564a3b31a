//! Nested rollout policy adaptation, one step at a time.
//!
//! ```text
//!     level 3     its policy, its best game, how often it has asked level 2
//!       level 2     the same, begun with the policy of level 3, 100 times for each run of level 3
//!         level 1     the same, 100 times for each of level 2; asks for games by chance
//!
//!     step:  a run of level 1;  its best game goes up to level 2, which learns from its own best game;
//!            if that ends level 2, on to level 3, and so on;  what is below begins anew
//! ```
//!
//! This is the algorithm of Rosin (*Nested Rollout Policy Adaptation for Monte Carlo Tree Search*, 2011) with two changes. A level ends before its
//! hundred times when the level below gives its best game once more, as its policy is all but certain then; Cazenave describes
//! such limited repetitions for generalized nested rollout policy adaptation (2024). And from level 4 on it ends when it has asked ten
//! times in a row and got nothing longer: another beginning finds more then.
//!
//! The recursion of the usual description is unrolled, so that between steps all that is known is in plain sight and can be kept in a
//! file. Random numbers are a stream of their own for each step.

mod kept;

pub(super) use self::kept::{load_number, of_another};
use super::playout::Playout;
use super::policy::{Codes, Policy, Scratch};
use super::track::Track;
use crate::morpion::Variant;
use crate::morpion::board::Candidate;
use crate::random::Random;

/// Goes up with every change of what a search does from the same beginning.
pub const RULES: u32 = 2;

/// How often a level asks the one below.
const TIMES: u32 = 100;

/// The number of the first level, from 1 on, that ends when it gets nowhere; those below are quick to come to their end.
const FIRST_IMPATIENT: usize = 4;

/// So often in a row such a level asks and gets no longer game.
const PATIENCE: u32 = 10;

/// What one level knows.
#[derive(Debug, Default)]
struct Level {
    policy: Policy,
    best: Track,
    /// How often it has asked.
    asked: u32,
    /// How often of late without getting a longer game.
    in_vain: u32,
}

impl Level {
    /// Begins anew with a policy.
    fn begin(&mut self, policy: &Policy) {
        self.policy.copy(policy);
        self.clear_game();
    }

    fn clear_game(&mut self) {
        self.best.clear();
        (self.asked, self.in_vain) = (0, 0);
    }

    /// Takes a game if it is not shorter than the best one, which is left in its place then, and learns from the best one; whether
    /// the level has come to its end, and has nothing to learn any more.
    fn take(&mut self, game: &mut Track, patience: u32, codes: &Codes, scratch: &mut Scratch) -> bool {
        let again = self.best.moves == game.moves;
        self.in_vain = if game.moves.len() > self.best.moves.len() { 0 } else { self.in_vain + 1 };
        if game.moves.len() >= self.best.moves.len() {
            std::mem::swap(&mut self.best, game);
        }
        self.asked += 1;
        let is_over = again || self.asked == TIMES || self.in_vain == patience;
        if !is_over {
            self.policy.adapt(&self.best, codes.len(), scratch);
        }
        is_over
    }
}

/// A run of a search, from playouts to the highest level.
pub(super) struct Nest {
    playout: Playout,
    codes: Codes,
    scratch: Scratch,
    track: Track,
    /// From the lowest on.
    levels: Vec<Level>,
    /// A game to begin with.
    start: Track,
    /// The longest game of all.
    longest: Vec<Candidate>,
}

impl Nest {
    /// With so many levels, at least one; none if the moves to start with are no game.
    pub(super) fn new(variant: Variant, levels: u8, start: &[Candidate]) -> Option<Nest> {
        let mut nest = Nest {
            playout: Playout::new(variant),
            codes: Codes::new(),
            scratch: Scratch::default(),
            track: Track::default(),
            levels: (0..levels.max(1)).map(|_| Level::default()).collect(),
            start: Track::default(),
            longest: start.to_vec(),
        };
        nest.start = nest.track_of(start)?;
        nest.restart();
        Some(nest)
    }

    /// The moves of a game with what was legal on the way.
    fn track_of(&mut self, moves: &[Candidate]) -> Option<Track> {
        let mut track = Track::default();
        self.playout.replay(&mut self.codes, moves, &mut track).then_some(track)
    }

    /// Begins a run.
    pub(super) fn restart(&mut self) {
        for level in &mut self.levels {
            level.policy.clear();
            level.clear_game();
        }
        if let (Some(top), false) = (self.levels.last_mut(), self.start.moves.is_empty()) {
            top.best = self.start.clone();
            top.policy.adapt(&top.best, self.codes.len(), &mut self.scratch);
            self.begin_below(self.levels.len() - 1);
        }
    }

    /// How often in a row a level asks in vain before it ends. The highest level of a search that begins with a game looks around that
    /// game, and another run would do no more.
    fn patience(&self, level: usize) -> u32 {
        let is_highest = level + 1 == self.levels.len();
        let is_patient = level + 1 < FIRST_IMPATIENT || is_highest && !self.start.moves.is_empty();
        if is_patient { TIMES } else { PATIENCE }
    }

    /// All levels below this one begin anew.
    fn begin_below(&mut self, level: usize) {
        let (below, above) = self.levels.split_at_mut(level);
        for level in below {
            level.begin(&above[0].policy);
        }
    }

    /// The longest game of all runs.
    pub(super) fn longest(&self) -> &[Candidate] {
        &self.longest
    }

    /// Makes a step; how many games were played, and whether the run has come to its end.
    pub(super) fn step(&mut self, random: &mut Random) -> (u64, bool) {
        let patience = self.patience(0);
        let Nest { playout, codes, scratch, track, levels, longest, .. } = self;
        let lowest = &mut levels[0];
        let mut games = 0;
        let mut is_over = false;
        while !is_over {
            playout.play(codes, &lowest.policy, random, track);
            games += 1;
            is_over = lowest.take(track, patience, codes, scratch);
        }
        if lowest.best.moves.len() > longest.len() {
            longest.clone_from(&lowest.best.moves);
        }
        for level in 1..self.levels.len() {
            let patience = self.patience(level);
            let (below, above) = self.levels.split_at_mut(level);
            if !above[0].take(&mut below[level - 1].best, patience, &self.codes, &mut self.scratch) {
                self.begin_below(level);
                return (games, false);
            }
        }
        (games, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::board::Board;

    pub(super) fn fresh(levels: u8) -> Nest {
        Nest::new(Variant::D5, levels, &[]).unwrap_or_else(|| panic!("no moves are a game"))
    }

    #[test]
    fn from_level_4_on_there_is_little_patience() {
        let five = fresh(5);
        assert_eq!([0, 1, 2, 3, 4].map(|level| five.patience(level)), [TIMES, TIMES, TIMES, PATIENCE, PATIENCE]);
        let game = Board::new(Variant::D5).all_moves()[..1].to_vec();
        let begun = Nest::new(Variant::D5, 5, &game).unwrap_or_else(|| panic!("a game of one move"));
        assert_eq!([2, 3, 4].map(|level| begun.patience(level)), [TIMES, PATIENCE, TIMES]);
    }

    #[test]
    fn a_highest_level_that_was_out_of_patience_ends() {
        let mut nest = fresh(4);
        nest.levels[3].best.moves = vec![Candidate::NONE; 200];
        nest.levels[3].in_vain = PATIENCE - 1;
        for level in &mut nest.levels[1..3] {
            level.asked = TIMES - 1;
        }
        let (_, is_over) = nest.step(&mut Random::new(1, 1));
        assert!(is_over);
    }

    #[test]
    fn a_level_ends_when_it_gets_nowhere() {
        let (mut playout, mut codes) = (Playout::new(Variant::T5), Codes::new());
        let (mut track, mut scratch) = (Track::default(), Scratch::default());
        let mut ended_at = Vec::new();
        for stream in 0..20 {
            let mut random = Random::new(7, stream);
            let mut level = Level::default();
            let (mut lengths, mut is_over) = (Vec::new(), false);
            while !is_over {
                // By weights that stay alike no game of 5T comes twice.
                playout.play(&mut codes, &Policy::default(), &mut random, &mut track);
                lengths.push(track.moves.len());
                is_over = level.take(&mut track, 6, &codes, &mut scratch);
                let longest = lengths.iter().max();
                let first = lengths.iter().position(|length| Some(length) == longest).map_or(0, |first| first + 1);
                assert_eq!(is_over, lengths.len() - first == 6 || lengths.len() == TIMES as usize, "{lengths:?}");
            }
            ended_at.push(lengths.len());
        }
        assert!(ended_at.iter().any(|&end| end != ended_at[0]), "{ended_at:?}");
    }
}
