//! Random numbers that are the same on every machine and for every version.
//!
//! The stream is that of ChaCha with 8 rounds, which is fixed for good; how numbers are drawn from it is said here, since
//! libraries change that between versions.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

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
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream with this number of those that belong to a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&stream.to_le_bytes());
        Random(ChaCha8Rng::from_seed(key))
    }

    /// The one stream of a computation that needs no other, and the same in each run: that which the library makes of 0.
    #[must_use]
    pub fn fixed() -> Random {
        Random(ChaCha8Rng::seed_from_u64(0))
    }

    /// A number below `bound`, or 0 if there is none; all alike up to one part in four billion.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u16, high: u16) -> u16 {
        low + self.below(u32::from(high.saturating_sub(low)) + 1) as u16
    }

    /// A number from 0 on, below 1, with 24 binary digits.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / 16_777_216.0
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Puts things into any order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            // A board has fewer cells than 32 bits count.
            things.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
