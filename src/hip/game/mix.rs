//! Hashing of keys that are bits of boards.

use std::hash::Hasher;

/// Spreads the bits of keys that are spread badly.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = mixed(self.0.rotate_left(5) ^ word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

/// A word of which each bit depends on all of the bits of another (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
#[inline]
pub(super) fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
