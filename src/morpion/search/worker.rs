//! What one thread does: run after run, in steps.

use std::io::{self, Read, Write};

use super::nested::{Nest, load_number, of_another};
use crate::random::Random;

/// Steps of one worker, as a power of two: a step takes half a millisecond, but for some at the end of a level, so that these take years.
const STEPS: u32 = 40;

/// What makes one run after the other.
pub(super) struct Worker {
    pub(super) number: usize,
    pub(super) nest: Nest,
    steps: u64,
    pub(super) playouts: u64,
    pub(super) runs: u64,
    /// How many playouts had been made when the longest game was found.
    pub(super) found: u64,
}

impl Worker {
    /// One that has done nothing yet.
    pub(super) fn new(number: usize, nest: Nest) -> Worker {
        Worker { number, nest, steps: 0, playouts: 0, runs: 0, found: 0 }
    }

    /// Makes a step; how many games were played.
    pub(super) fn step(&mut self, seed: u64) -> u64 {
        let mut random = Random::new(seed, (self.number as u64) << STEPS | self.steps);
        let before = self.nest.longest().len();
        let (games, is_over) = self.nest.step(&mut random);
        self.steps += 1;
        self.playouts += games;
        if self.nest.longest().len() > before {
            self.found = self.playouts;
        }
        if is_over {
            self.runs += 1;
            self.nest.restart();
        }
        games
    }

    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for number in [self.steps, self.playouts, self.runs, self.found] {
            out.write_all(&number.to_le_bytes())?;
        }
        self.nest.save(out)
    }

    pub(super) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut number = || load_number(from);
        let [steps, playouts, runs, found] = [number()?, number()?, number()?, number()?];
        if steps >> STEPS != 0 || playouts >> 60 != 0 || [steps, runs, found].iter().any(|&number| number > playouts) {
            return Err(of_another());
        }
        (self.steps, self.playouts, self.runs, self.found) = (steps, playouts, runs, found);
        self.nest.load(from)
    }
}
