//! Positions of complete graphs as an interface on a ring.
//!
//! Firing a vertex of `K_n` takes `n` chips from it and gives one to each vertex. So only the chips modulo `n` matter,
//! as a cyclic word: for each remainder the vertices that have it, then a separator. A chip moves its vertex past a
//! separator.
//!
//! ```text
//!     a vertex is an up, a separator a down:     /\                  /\
//!     the empty board of K4 is               /\/    \  a chip    /\/    \
//!     one mountain of height 4             ...        ---->    ...  (a local maximum becomes a local minimum: one box less)
//! ```
//!
//! An avalanche is endless as soon as no site of height 2 or above is left, since then every vertex has passed a
//! separator. So a game removes all `n(n-1)/2` *essential* boxes, those at height 2 and above. Removing a box below is
//! a *tempo move*: it only passes the turn.
//!
//! ```text
//!     chips at the end  =  n(n-1)/2  +  tempo moves made
//! ```
//!
//! A tempo move is *free* if no essential box lies above it. Below height 2 each row of the ring narrows a gap of the
//! bottom row by one, so that a gap of length g frees g(g-1)/2 tempo moves, and the box between gaps of length l and r
//! frees (l+1)(r+1) - 1. A position is the [`Shape`](ring::Shape) of the essential boxes that are left, and the number
//! of free tempo moves that have been made: which ones does not matter. The others are the *bank*. The README of
//! `chip_firing` has the theorems and their proofs:
//!
//! - The winner and the Grundy value depend on the shape and the parity of the bank; so only the parity of gaps
//!   matters.
//! - A position with two tempo moves more made, and two fewer in the bank, is not worse for Max; so one threshold for
//!   each shape, parity and goal is enough.
//! - Max makes a tempo move whenever there is one, Min never needs one, and Min makes the last move if more than one
//!   box is left.
//!
//! ```text
//!     ring         shapes, and the boxes that can be removed
//!     positions    the models of the search: one for winners and Grundy values, one for the number of chips
//! ```

mod positions;
mod ring;

pub(super) use self::positions::{NumberPositions, OutcomePositions};
use self::ring::{Ring, Segment};
use super::configuration::Configuration;

/// A stable configuration as a position.
#[derive(Clone, Copy, Debug)]
struct Interface {
    /// The essential boxes that are left; gaps are encoded as they are.
    ring: Ring,
    /// The number of tempo moves that they free.
    free: u32,
    /// The number of tempo moves made.
    made: u32,
}

impl Interface {
    /// Computes the interface of a stable configuration. It is the same as if its chips had been put there without any
    /// firing: the remainders are the chip counts, and site 0 is at height 0.
    fn new(configuration: &Configuration) -> Interface {
        let chips = configuration.chips();
        let n = chips.len();
        let heights = heights(chips);
        let mut ring = Ring::flat();
        let mut segment = Segment::default();
        let (mut boxes, mut first_gap) = (0, 0_u32);
        // The bottom row is at even sites; the last of them, 0, is in a gap.
        for site in (2..=2 * n).step_by(2) {
            boxes += (heights[site].max(0) + heights[site - 1].max(1) - 1).unsigned_abs() / 2;
            if heights[site] < 2 {
                let gap = if segment.columns == 0 { &mut first_gap } else { &mut segment.gap };
                *gap += 1;
                continue;
            }
            if segment.gap > 0 {
                ring.push(segment);
                segment = Segment::default();
            }
            let up = |site: usize| u64::from(heights[site] > heights[site - 1]);
            segment.word |= (up(site) | up(site + 1) << 1) << (2 * segment.columns);
            segment.columns += 1;
        }
        segment.gap += first_gap;
        ring.push(segment);
        let free = ring.segments().iter().map(|segment| segment.gap * (segment.gap - 1) / 2).sum();
        let n = n as u32;
        let made = configuration.total() as u32 + boxes - n * (n - 1) / 2;
        Interface { ring, free, made }
    }
}

/// Returns the heights of the sites 0 to 2n, of which the last is the first again.
fn heights(chips: &[u64]) -> Vec<i32> {
    let n = chips.len();
    let mut ups = vec![0; n];
    for &chips in chips {
        ups[chips as usize] += 1;
    }
    let mut heights = vec![0];
    let mut height = 0;
    for ups in ups {
        for _ in 0..ups {
            height += 1;
            heights.push(height);
        }
        height -= 1;
        heights.push(height);
    }
    heights
}
