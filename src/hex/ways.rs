//! In how many ways a player's best case can be had: how many different smallest completions there are.
//!
//! They are the paths of links through the [`Layers`], so a cell has as many ways to it as the cells linked to it in
//! the layer before have together. The care is to count each linked *pair* of cells once, whether the two touch, touch
//! the same chain of own stones, or both, perhaps at several chains; and not to list the pairs, which can be as many as
//! the square of the cells around a long chain. A cell touches three chains at most, so that inclusion and exclusion over
//! sets of chains does it with a few sums a cell:
//!
//! ```text
//!     ways through chains A, B, C = ways(A) + ways(B) + ways(C) − ways(AB) − ways(AC) − ways(BC) + ways(ABC)
//!     ways(S) = the sum over the cells of the layer before that touch every chain of S
//! ```
//!
//! plus the ways of the cells that it touches and shares no chain with. The numbers outgrow any machine word: an empty
//! board of size 1000 has some 300 digits.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigUint;

use super::layers::{Layers, Spot};

/// The chains that a cell touches and that link its layer to one beside it: at most three, in order, and each once.
type Chains = Vec<u32>;

/// Counts the smallest completions.
///
/// A player who has won has one way, with no cells.
///
/// ```
/// use quadrille::hex::{Layers, Position, count_completions};
/// use quadrille::player::Player;
/// let layers = Layers::new(&Position::empty(2)?, Player::X).ok_or("O has won")?;
/// assert_eq!(count_completions(&layers).to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(cells) additions of numbers of at most N log₂(S²) bits, N being the number of moves and S the board's size.
#[must_use]
pub fn count_completions(layers: &Layers) -> BigUint {
    let number = layers.number();
    if number == 0 {
        return BigUint::from(1_u8);
    }
    let mut ways: HashMap<Spot, BigUint> = layers.layer(1).iter().map(|&spot| (spot, BigUint::from(1_u8))).collect();
    for layer in 2..=number {
        let behind = to_sets_of_chains(layers, layer - 1, &ways);
        ways = layers.layer(layer).iter().map(|&spot| (spot, ways_to(layers, spot, layer, &ways, &behind))).collect();
    }
    ways.values().sum()
}

/// For each set of chains, the ways to the cells of the layer that touch all of them.
fn to_sets_of_chains(layers: &Layers, layer: usize, ways: &HashMap<Spot, BigUint>) -> HashMap<Chains, BigUint> {
    let mut sums = HashMap::new();
    for (&spot, ways) in ways {
        for set in chains_at(layers, spot, layer).into_iter().powerset().filter(|set| !set.is_empty()) {
            *sums.entry(set).or_default() += ways;
        }
    }
    sums
}

fn ways_to(
    layers: &Layers,
    spot: Spot,
    layer: usize,
    ways: &HashMap<Spot, BigUint>,
    behind: &HashMap<Chains, BigUint>,
) -> BigUint {
    let chains = chains_at(layers, spot, layer - 1);
    let mut plus = BigUint::default();
    let mut minus = BigUint::default();
    for set in chains.iter().copied().powerset() {
        if let Some(ways) = behind.get(&set) {
            if set.len() % 2 == 1 { plus += ways } else { minus += ways }
        }
    }
    for next in layers.board.neighbours(spot) {
        if let Some(ways) = ways.get(&next) {
            let theirs = chains_at(layers, next, layer - 1);
            if !chains.iter().any(|chain| theirs.contains(chain)) {
                plus += ways;
            }
        }
    }
    plus - minus
}

/// The chains at a cell that link this layer to the next.
fn chains_at(layers: &Layers, spot: Spot, layer: usize) -> Chains {
    let own = layers.board.neighbours(spot).filter(|&next| layers.board.is_own(next));
    let marks = own.map(|stone| layers.mark[stone as usize]);
    // Own stones that the wave has not reached have no chain, and no part in a smallest completion.
    let linking =
        marks.filter(|&mark| layers.chain_level.get(mark as usize).is_some_and(|&level| level as usize == layer));
    linking.sorted_unstable().dedup().collect()
}
