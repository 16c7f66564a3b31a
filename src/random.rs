//! Random numbers that are the same on every machine and in every version.
//!
//! The generator is ChaCha with 8 rounds. Numbers are derived from its output here, since libraries change how they do
//! that between versions.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
///
/// ```
/// use quadrille::random::Random;
/// let throws = |seed, stream| {
///     let mut random = Random::new(seed, stream);
///     [0; 8].map(|_: u16| random.between(1, 6))
/// };
/// assert_eq!(throws(1, 0), throws(1, 0));
/// assert_ne!(throws(1, 0), throws(1, 1));
/// ```
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Returns one of the streams of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&stream.to_le_bytes());
        Random(ChaCha8Rng::from_seed(key))
    }

    /// Returns a stream that is the same in each run, for a computation that needs no seed.
    #[must_use]
    pub fn fixed() -> Random {
        Random(ChaCha8Rng::seed_from_u64(0))
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0; uniform up to one part in four billion.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// Returns a number from `low` to `high`, inclusive. The caller ensures that `low <= high`.
    #[inline]
    pub fn between(&mut self, low: u16, high: u16) -> u16 {
        low + self.below(u32::from(high.saturating_sub(low)) + 1) as u16
    }

    /// Returns a number in [0, 1), with 24 binary digits.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / 16_777_216.0
    }

    /// Returns true with a probability given in percent.
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Puts items into a uniformly random order. The caller ensures that there are fewer than 2^32.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
