//! The policy of nested rollout policy adaptation: a weight for each move, and how the policy is adapted to a game.
//!
//! Rosin's *policy* of a move is a logit; its exponential is stored here as the *weight* of the move, 1 at first. A
//! playout chooses a legal move with the probability of softmax, its weight divided by the sum of the weights of all
//! legal moves.
//!
//! Adapting the policy to a game is one step of gradient ascent on the logarithm of the game's probability, with the
//! learning rate 1: at each time, the logit of the move that was played rises by 1, and that of each legal move falls
//! by its probability. A move is legal during one interval of the game without a gap, and all weights are those from
//! before. So its logit falls by its weight times the sum of 1 / (sum of weights) over the interval, which prefix sums
//! give. Adapting takes constant time for each move that was ever legal, rather than for each legal move at each time.
//!
//! A worked example, a game of two moves:
//!
//! ```text
//!     time          0     1       the number of moves made before          weights    a 2    b 3    c 1
//!     legal moves   a b   a c
//!     played        b     a
//!
//!     moves  [b, a]    legal  [a: 0 to 1, b: 0 to 0, c: 1 to 1]    played  [1, 0]       the Trajectory
//!     sums of weights  5, 3        prefix sums of inverses  0, 1/5, 1/5 + 1/3
//!     changes of logits   a: 1 - 2 (1/5 + 1/3)     b: 1 - 3/5     c: -1/3
//! ```

use crate::morpion::board::PackedMove;

/// A move with its line, as a number from 0 on in the order in which the search has seen moves.
pub(super) type Code = u32;

/// The largest weight; the smallest is its inverse. e^10 is enough to make other choices negligible, and 64-bit sums
/// stay exact enough.
const MAX_WEIGHT: f32 = 22_026.465;

/// The interval of a game in which a move was legal. Times are numbers of moves made before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LegalInterval {
    /// The move.
    pub(super) code: Code,
    /// The first time.
    pub(super) first: u16,
    /// The last time, inclusive.
    pub(super) last: u16,
}

/// A game that was played, with the legal moves at each time.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectory {
    /// The moves, in the order of play.
    pub(super) moves: Vec<PackedMove>,
    /// For each move its index in `legal`.
    pub(super) played: Vec<u16>,
    /// The moves that were legal at some time, in the order in which they became legal.
    pub(super) legal: Vec<LegalInterval>,
}

impl Trajectory {
    /// Makes the game empty.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.played.clear();
        self.legal.clear();
    }
}

/// The codes of the moves that a search has seen.
#[derive(Clone)]
pub(super) struct MoveCodes {
    /// Indexed by [`PackedMove::key`]: the code plus 1, or 0 if there is none. The system does not touch zeroed memory
    /// before it is needed.
    by_key: Vec<Code>,
    keys: Vec<u32>,
}

impl MoveCodes {
    /// Returns no codes.
    pub(super) fn new() -> MoveCodes {
        MoveCodes { by_key: vec![0; PackedMove::KEYS], keys: Vec::new() }
    }

    /// Returns the number of codes.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the keys of the moves, indexed by their codes.
    pub(super) fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// Returns the code of a move, a new one if it has not been seen.
    #[inline(always)]
    pub(super) fn code(&mut self, mv: PackedMove) -> Code {
        // Every move has a key below the number of keys.
        self.code_of_key(mv.key()).unwrap_or_default()
    }

    /// Returns the code of the move with a key, a new one if it has not been seen; `None` if the key is not below
    /// [`PackedMove::KEYS`].
    #[inline(always)]
    pub(super) fn code_of_key(&mut self, key: u32) -> Option<Code> {
        let number = self.by_key.get_mut(key as usize)?;
        if *number == 0 {
            self.keys.push(key);
            // There are far fewer keys than fit into 32 bits.
            *number = self.keys.len() as Code;
        }
        Some(*number - 1)
    }
}

/// The weights of moves, indexed by their codes. Moves beyond the end have the weight 1.
#[derive(Debug, Default)]
pub(super) struct Policy {
    weights: Vec<f32>,
    /// Storage of [`adapt`](Self::adapt): the changes of logits, indexed by code. Between calls all are 0.
    changes: Vec<f32>,
    /// Storage of [`adapt`](Self::adapt), indexed by time: sums of weights, then prefix sums of their inverses.
    by_time: Vec<f64>,
}

impl Policy {
    /// Returns the weights that are stored.
    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns the weight of a move.
    #[inline(always)]
    pub(super) fn weight(&self, code: Code) -> f32 {
        self.weights.get(code as usize).copied().unwrap_or(1.0)
    }

    /// Copies the weights of another policy, without allocating if there is room.
    pub(super) fn copy_from(&mut self, other: &Policy) {
        self.weights.clone_from(&other.weights);
    }

    /// Sets a weight.
    pub(super) fn set(&mut self, code: Code, weight: f32) {
        self.extend(code as usize + 1);
        self.weights[code as usize] = weight;
    }

    fn extend(&mut self, length: usize) {
        self.weights.resize(self.weights.len().max(length), 1.0);
    }

    /// Adapts the policy to a game. `codes` is the number of codes; the caller ensures that those of the game are below
    /// it.
    ///
    /// # Complexity
    /// O(moves that were legal at some time).
    pub(super) fn adapt(&mut self, game: &Trajectory, codes: usize) {
        self.extend(codes);
        let Policy { weights, changes, by_time } = self;
        changes.resize(codes, 0.0);
        // The sum of weights at each time, first as the difference from the time before.
        by_time.clear();
        by_time.resize(game.moves.len() + 2, 0.0);
        for interval in &game.legal {
            let weight = f64::from(weights[interval.code as usize]);
            by_time[usize::from(interval.first)] += weight;
            by_time[usize::from(interval.last) + 1] -= weight;
        }
        // Then the prefix sums of their inverses.
        let (mut sum, mut inverses) = (0.0, 0.0);
        for at in by_time.iter_mut() {
            sum += *at;
            *at = inverses;
            inverses += 1.0 / sum;
        }
        for interval in &game.legal {
            let inverses = by_time[usize::from(interval.last) + 1] - by_time[usize::from(interval.first)];
            changes[interval.code as usize] -= weights[interval.code as usize] * inverses as f32;
        }
        for &played in &game.played {
            changes[game.legal[usize::from(played)].code as usize] += 1.0;
        }
        // A move with two intervals is changed at the first, and by 0 at the second.
        for interval in &game.legal {
            let change = std::mem::take(&mut changes[interval.code as usize]);
            let weight = &mut weights[interval.code as usize];
            *weight = (*weight * exp(change)).clamp(1.0 / MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// Returns e to a power, with an error of about one part in ten million. Unlike the functions of the system, it is the
/// same on every machine.
#[inline(always)]
fn exp(power: f32) -> f32 {
    /// Adding and subtracting this rounds to integers.
    const ROUNDING: f32 = 12_582_912.0;
    let power = power.clamp(-80.0, 80.0);
    let doublings = (power * std::f32::consts::LOG2_E + ROUNDING) - ROUNDING;
    // The logarithm of 2 in two parts, of which the first has few digits.
    let rest = power - doublings * 0.693_359_4 + doublings * 2.121_944_4e-4;
    let inner = 0.041_666_668 + rest * (0.008_333_334 + rest * 0.001_388_889);
    let value = 1.0 + rest * (1.0 + rest * (0.5 + rest * (0.166_666_67 + rest * inner)));
    // A power of two with an exponent of at most some hundred: the biased exponent is followed by 23 zero bits.
    value * f32::from_bits((((doublings as i32) + 127) << 23).cast_unsigned())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The published rule, on logits in 64 bits: at each time 1 more for the move that was played, and for each legal
    /// move its probability less, with all probabilities from before.
    pub(in crate::morpion::search) fn adapt_as_published(game: &Trajectory, logits: &[f64]) -> Vec<f64> {
        let mut adapted = logits.to_owned();
        for (time, &played) in game.played.iter().enumerate() {
            let is_legal =
                |interval: &&LegalInterval| (usize::from(interval.first)..=usize::from(interval.last)).contains(&time);
            let legal: Vec<usize> = game.legal.iter().filter(is_legal).map(|interval| interval.code as usize).collect();
            let sum: f64 = legal.iter().map(|&code| logits[code].exp()).sum();
            for code in legal {
                adapted[code] -= logits[code].exp() / sum;
            }
            adapted[game.legal[usize::from(played)].code as usize] += 1.0;
        }
        adapted
    }

    #[test]
    fn powers_of_e_are_accurate() {
        for step in -8_000..8_000_i16 {
            let power = f32::from(step) / 100.0;
            let (found, expected) = (f64::from(exp(power)), f64::from(power).exp());
            assert!((found / expected - 1.0).abs() < 3e-7, "{power}: {found} {expected}");
        }
    }
}
