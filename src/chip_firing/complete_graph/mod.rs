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
//! of free tempo moves that have been made: which ones does not matter. The others are the *bank*. `theorems.md`
//! has the theorems and their proofs:
//!
//! - The winner depends on the shape, the parity of the bank and who is to move. If `n` is odd, player 1 wins as long
//!   as two boxes are left. If `n` is even, a shape with an even number of boxes has the same winner no matter who is to
//!   move, and only the parity of gaps matters.
//! - A position with two tempo moves more made, and two fewer in the bank, is not worse for Max; so one threshold for
//!   each shape, parity and goal is enough.
//! - Max makes a tempo move whenever there is one, Min never needs one, and Min makes the last move if more than one
//!   box is left.
//!
//! ```text
//!     ring       shapes, and the boxes that can be removed
//!     winner     the search for the winner, if the number of vertices is even
//!     number     the model of the search for the number of chips
//! ```

mod number;
mod ring;
mod winner;

pub(super) use self::number::NumberPositions;
use self::ring::Ring;
pub(super) use self::winner::Winner;
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
        let (mut bits, mut length) = (0, 0);
        // The bottom row is at even sites; the last of them, 0, is in a gap.
        for site in (2..=2 * n).step_by(2) {
            let up = |site: usize| u64::from(heights[site] > heights[site - 1]);
            if heights[site] >= 2 {
                bits |= (up(site) | up(site + 1) << 1) << length;
                length += 1;
            }
            length += 1;
        }
        let ring = Ring::new(bits, length);
        let free = ring.free();
        let n = n as u32;
        let made = configuration.total() as u32 + boxes(&heights) - n * (n - 1) / 2;
        Interface { ring, free, made }
    }
}

/// Returns whether the player to move wins if the last move wins, on a complete graph with an odd number of vertices, at
/// least three. A player who can remove the last box does. Otherwise player 1 wins, who moves when the number of chips
/// is even: the two-box law.
pub(super) fn mover_wins_on_odd(configuration: &Configuration) -> bool {
    boxes(&heights(configuration.chips())) == 1 || configuration.total().is_multiple_of(2)
}

/// Returns the number of essential boxes below an interface with these heights.
fn boxes(heights: &[i32]) -> u32 {
    let (pairs, _) = heights[1..].as_chunks();
    pairs.iter().map(|[before, site]| (site.max(&0) + before.max(&1) - 1).unsigned_abs() / 2).sum()
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
