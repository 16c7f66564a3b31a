//! What has been learned of the moves: a weight for each, and how games that went well change it.
//!
//! ```text
//!     code    a move with its line, as one number; the same for every game of a search
//!     weight  e to the power of what nested rollout policy adaptation calls the policy of the move
//!
//!     a legal move is played with the chance   its weight / sum of the weights of all legal moves
//! ```
//!
//! To adapt is to climb the gradient of the chance of a whole game: at each move of it the policy of the move that was played
//! rises by 1, and that of each legal move sinks by its chance. A move is legal for a stretch of the game without a gap, and its
//! weight is the same all along: it sinks by its weight times the sum of 1 / (sum of weights) over the stretch, which a prefix
//! sum gives. So adapting takes time for each move that was ever legal, and not for each at each time.

use super::track::{Code, Track};
use crate::morpion::board::Candidate;

/// So far from 1 a weight is let, both ways, as a power of e. Chances beyond do not matter; sums in 64 bits keep their meaning.
const FARTHEST: f32 = 22_026.465;

/// Numbers the moves that a search meets.
#[derive(Clone)]
pub(super) struct Codes {
    /// By [`Candidate::key`], one more than the code; 0 as long as there is none. Memory of zeros is not touched before it is needed.
    by_key: Vec<Code>,
    keys: Vec<u32>,
}

impl Codes {
    pub(super) fn new() -> Codes {
        Codes { by_key: vec![0; Candidate::KEYS], keys: Vec::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The keys of the moves, in the order of their codes.
    pub(super) fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// The code of a move, a new one if it has not been met.
    #[inline(always)]
    pub(super) fn of(&mut self, candidate: Candidate) -> Code {
        // Every move has a key below the number of keys.
        self.of_key(candidate.key()).unwrap_or_default()
    }

    /// The same by its key; none if it is larger than that of any move.
    #[inline(always)]
    pub(super) fn of_key(&mut self, key: u32) -> Option<Code> {
        let number = self.by_key.get_mut(key as usize)?;
        if *number == 0 {
            self.keys.push(key);
            // There are far fewer keys than 32 bits count.
            *number = self.keys.len() as Code;
        }
        Some(*number - 1)
    }
}

/// The weights of moves, by their codes; those beyond the end weigh 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Policy {
    weights: Vec<f32>,
}

impl Policy {
    /// The weights of the first moves that have been met.
    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    #[inline(always)]
    pub(super) fn weight(&self, code: Code) -> f32 {
        self.weights.get(code as usize).copied().unwrap_or(1.0)
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.weights.clear();
    }

    /// Takes over what another has learned.
    pub(super) fn copy(&mut self, other: &Policy) {
        self.weights.clone_from(&other.weights);
    }

    /// Sets a weight, if it is one that adapting can lead to; whether it is.
    pub(super) fn set(&mut self, code: Code, weight: f32) -> bool {
        let is_weight = (1.0 / FARTHEST..=FARTHEST).contains(&weight);
        if is_weight {
            self.reach(code as usize + 1);
            self.weights[code as usize] = weight;
        }
        is_weight
    }

    fn reach(&mut self, length: usize) {
        self.weights.resize(self.weights.len().max(length), 1.0);
    }

    /// Learns from a game, when so many moves have been met.
    ///
    /// # Complexity
    /// O(moves that were legal at some time).
    pub(super) fn adapt(&mut self, track: &Track, met: usize, scratch: &mut Scratch) {
        let Scratch { changes, along } = scratch;
        self.reach(met);
        changes.resize(met, 0.0);
        // The sum of the weights at each time, first as the differences from one to the next.
        along.clear();
        along.resize(track.moves.len() + 2, 0.0);
        for birth in &track.births {
            let weight = f64::from(self.weights[birth.code as usize]);
            along[usize::from(birth.born)] += weight;
            along[usize::from(birth.died) + 1] -= weight;
        }
        let (mut sum, mut inverses) = (0.0, 0.0);
        for at in along.iter_mut() {
            sum += *at;
            *at = inverses;
            inverses += 1.0 / sum;
        }
        for birth in &track.births {
            let inverses = along[usize::from(birth.died) + 1] - along[usize::from(birth.born)];
            changes[birth.code as usize] -= self.weights[birth.code as usize] * inverses as f32;
        }
        for &birth in &track.played {
            changes[track.births[usize::from(birth)].code as usize] += 1.0;
        }
        // A move that was legal at two times has its change at the first, and none at the second.
        for birth in &track.births {
            let change = std::mem::take(&mut changes[birth.code as usize]);
            let weight = &mut self.weights[birth.code as usize];
            *weight = (*weight * exp(change)).clamp(1.0 / FARTHEST, FARTHEST);
        }
    }
}

/// What adapting needs for a while; between, the changes are 0.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By code.
    changes: Vec<f32>,
    /// By time.
    along: Vec<f64>,
}

/// e to a power, up to about one part in ten million; the same on every machine, which the functions of the system are not.
#[inline(always)]
fn exp(power: f32) -> f32 {
    /// Added and taken away again, this rounds to whole numbers.
    const ROUNDING: f32 = 12_582_912.0;
    let power = power.clamp(-80.0, 80.0);
    let doublings = (power * std::f32::consts::LOG2_E + ROUNDING) - ROUNDING;
    // The logarithm of 2 in two parts, of which the first has few digits.
    let rest = power - doublings * 0.693_359_4 + doublings * 2.121_944_4e-4;
    let inner = 0.041_666_668 + rest * (0.008_333_334 + rest * 0.001_388_889);
    let value = 1.0 + rest * (1.0 + rest * (0.5 + rest * (0.166_666_67 + rest * inner)));
    // 2 to the power of so many doublings, at most some hundred both ways: its bits are the power and 127, before 23 others.
    value * f32::from_bits((((doublings as i32) + 127) << 23).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::super::playout::Playout;
    use super::*;
    use crate::morpion::Variant;
    use crate::random::Random;

    /// The rule as it is published, on logarithms in 64 bits: at each time 1 more for the move played, and for each legal one
    /// less by its chance, all chances being those from before.
    fn adapted_as_published(track: &Track, policies: &[f64]) -> Vec<f64> {
        let mut adapted = policies.to_owned();
        for (time, &played) in track.played.iter().enumerate() {
            let is_legal = |birth: &&super::super::track::Birth| {
                (usize::from(birth.born)..=usize::from(birth.died)).contains(&time)
            };
            let legal: Vec<usize> = track.births.iter().filter(is_legal).map(|birth| birth.code as usize).collect();
            let sum: f64 = legal.iter().map(|&code| policies[code].exp()).sum();
            for code in legal {
                adapted[code] -= policies[code].exp() / sum;
            }
            adapted[track.births[usize::from(played)].code as usize] += 1.0;
        }
        adapted
    }

    #[test]
    fn policies_adapt_as_published() {
        for variant in Variant::ALL {
            let (mut playout, mut codes, mut random) = (Playout::new(variant), Codes::new(), Random::new(3, 1));
            let (mut policy, mut track, mut scratch) = (Policy::default(), Track::default(), Scratch::default());
            for _ in 0..60 {
                playout.play(&mut codes, &policy, &mut random, &mut track);
                let before: Vec<f64> =
                    (0..codes.len()).map(|code| f64::from(policy.weight(code as Code)).ln()).collect();
                policy.adapt(&track, codes.len(), &mut scratch);
                let expected = adapted_as_published(&track, &before);
                for (code, expected) in expected.iter().enumerate() {
                    let found = f64::from(policy.weight(code as Code)).ln();
                    assert!((found - expected.clamp(-10.0, 10.0)).abs() < 1e-4, "{variant} {code}: {found} {expected}");
                }
                assert!(scratch.changes.iter().all(|&change| change == 0.0));
            }
            // Games that are not whole.
            let whole = std::mem::take(&mut track);
            for length in 0..whole.moves.len() {
                assert!(playout.replay(&mut codes, &whole.moves[..length], &mut track));
                let before = vec![0.0; codes.len()];
                let mut fresh = Policy::default();
                fresh.adapt(&track, codes.len(), &mut scratch);
                for (code, expected) in adapted_as_published(&track, &before).into_iter().enumerate() {
                    assert!((f64::from(fresh.weight(code as Code)).ln() - expected).abs() < 1e-4, "{variant} {length}");
                }
            }
            // It has learned something.
            assert!((0..codes.len()).any(|code| policy.weight(code as Code) > 5.0));
        }
    }

    #[test]
    fn powers_of_e_are_near() {
        for step in -8_000..8_000_i16 {
            let power = f32::from(step) / 100.0;
            let (found, expected) = (f64::from(exp(power)), f64::from(power).exp());
            assert!((found / expected - 1.0).abs() < 3e-7, "{power}: {found} {expected}");
        }
    }

    #[test]
    fn weights_stay_between_their_ends() {
        let mut policy = Policy::default();
        for weight in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-30, 1e30] {
            assert!(!policy.set(3, weight), "{weight}");
        }
        assert!(policy.set(3, 2.0));
        assert_eq!(
            policy.weights().iter().map(|weight| weight.to_bits()).collect::<Vec<_>>(),
            [1.0, 1.0, 1.0, 2.0_f32].map(f32::to_bits)
        );
    }
}
