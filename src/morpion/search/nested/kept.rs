//! What a nest knows, as bytes of a checkpoint.
//!
//! ```text
//!     moves of the longest game;  for each level, the lowest first:
//!         asked, in vain: 4 bytes each    moves of its best game    weights: their number, then key and weight, 4 bytes each
//!     moves: their number, then spot and line, 2 bytes each;  numbers of things: 8 bytes;  all with the least byte first
//! ```

use std::io::{self, Read, Write};

use super::{Level, Nest, TIMES};
use crate::morpion::board::{Candidate, Spot};
use crate::morpion::search::policy::Policy;

/// A board has no more points.
const MOST_MOVES: usize = 64 * 64;

impl Nest {
    /// Writes all that is known between two steps.
    pub(in crate::morpion::search) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save_moves(out, &self.longest)?;
        for level in &self.levels {
            out.write_all(&level.asked.to_le_bytes())?;
            out.write_all(&level.in_vain.to_le_bytes())?;
            save_moves(out, &level.best.moves)?;
            let weights = level.policy.weights();
            save_length(out, weights.len())?;
            for (key, weight) in self.codes.keys().iter().zip(weights) {
                out.write_all(&key.to_le_bytes())?;
                out.write_all(&weight.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Takes what was written of a nest of the same search.
    pub(in crate::morpion::search) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let longest = load_moves(from)?;
        self.track_of(&longest).ok_or_else(of_another)?;
        self.longest = longest;
        for level in 0..self.levels.len() {
            let [asked, in_vain] = [u32::from_le_bytes(four(from)?), u32::from_le_bytes(four(from)?)];
            let moves = load_moves(from)?;
            let is_number = asked < TIMES && in_vain <= asked && in_vain < self.patience(level);
            let best = self.track_of(&moves).filter(|_| is_number).ok_or_else(of_another)?;
            let mut policy = Policy::default();
            for _ in 0..load_length(from, Candidate::KEYS)? {
                let key = u32::from_le_bytes(four(from)?);
                let weight = f32::from_le_bytes(four(from)?);
                let code = self.codes.of_key(key).ok_or_else(of_another)?;
                if !policy.set(code, weight) {
                    return Err(of_another());
                }
            }
            self.levels[level] = Level { policy, best, asked, in_vain };
        }
        Ok(())
    }
}

/// What was read does not belong to this search.
pub(in crate::morpion::search) fn of_another() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is of another search")
}

fn four(from: &mut dyn Read) -> io::Result<[u8; 4]> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes).map(|()| bytes)
}

pub(in crate::morpion::search) fn load_number(from: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
}

fn save_length(out: &mut dyn Write, length: usize) -> io::Result<()> {
    out.write_all(&(length as u64).to_le_bytes())
}

fn load_length(from: &mut dyn Read, most: usize) -> io::Result<usize> {
    usize::try_from(load_number(from)?).ok().filter(|&length| length <= most).ok_or_else(of_another)
}

fn save_moves(out: &mut dyn Write, moves: &[Candidate]) -> io::Result<()> {
    save_length(out, moves.len())?;
    moves.iter().try_for_each(|candidate| {
        out.write_all(&candidate.spot.0.to_le_bytes())?;
        out.write_all(&candidate.line.to_le_bytes())
    })
}

fn load_moves(from: &mut dyn Read) -> io::Result<Vec<Candidate>> {
    let moves = load_length(from, MOST_MOVES)?;
    let mut number = |bytes: [u8; 4]| {
        let [a, b, c, d] = bytes;
        Candidate { spot: Spot(u16::from_le_bytes([a, b])), line: u16::from_le_bytes([c, d]) }
    };
    (0..moves).map(|_| four(from).map(&mut number)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::fresh;
    use super::*;
    use crate::random::Random;

    /// What a nest knows that decides how it goes on.
    fn known(nest: &Nest) -> Vec<(u32, u32, Vec<Candidate>)> {
        nest.levels.iter().map(|level| (level.asked, level.in_vain, level.best.moves.clone())).collect()
    }

    #[test]
    fn what_is_kept_is_all_that_decides() {
        let mut nest = fresh(3);
        let mut kept = Vec::new();
        for step in 0..60 {
            nest.step(&mut Random::new(4, step));
            if nest.levels[1].in_vain > 0 && nest.levels[2].in_vain > 0 {
                break;
            }
            // Level 2 takes up to a hundred steps.
            nest.levels[1].asked = nest.levels[1].asked.max(TIMES - 4);
        }
        assert!(nest.levels[1].in_vain > 0 && nest.levels[2].in_vain > 0);
        nest.save(&mut kept).unwrap_or_else(|error| panic!("{error}"));
        let mut again = fresh(3);
        again.load(&mut &kept[..]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(known(&again), known(&nest));
        // A level that had asked in vain so often would have ended.
        nest.levels[2].in_vain = TIMES;
        kept.clear();
        nest.save(&mut kept).unwrap_or_else(|error| panic!("{error}"));
        assert!(fresh(3).load(&mut &kept[..]).is_err());
    }
}
