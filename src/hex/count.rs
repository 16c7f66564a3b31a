//! The number of smallest completions of a player, by dynamic programming over the layers.
//!
//! They are the paths of links through the layers of [`ShortestPaths`], so the number of paths to a cell is the sum of
//! those to the cells of the layer before that are linked to it. Each linked *pair* must count once, whether the two
//! are neighbours, touch a common chain of own stones, or both, perhaps at several chains. The pairs are not listed:
//! there can be as many as the square of the number of cells around a long chain. A cell touches at most three chains,
//! and so inclusion and exclusion over sets of chains takes a few sums per cell:
//!
//! ```text
//!     paths over chains A, B, C = p(A) + p(B) + p(C) − p(AB) − p(AC) − p(BC) + p(ABC)
//!     p(S) = the sum over the cells of the layer before that touch every chain of S
//!
//!     The cell touches the chains A and B; in the layer before, a touches A, and b touches A and B. If there is one path
//!     each to a and b, then p(A) = 2, p(B) = 1 and p(AB) = 1, and there are 2 + 1 − 1 = 2 paths to the cell.
//! ```
//!
//! The paths to neighbours that share no chain with the cell are added. The numbers outgrow machine words: that of an
//! empty board of size 1000 has about 300 digits.
//!
//! On an empty board of size n it is (n+1) 2ⁿ⁻². X's n stones are one in each column. From one column to the next the
//! path stays in its row or goes up by one. If it goes up k times, there are C(n-1, k) ways to choose where, and n-k
//! rows to begin in; the sum of (n-k) C(n-1, k) over k is the number.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::shortest_paths::{CellIndex, ShortestPaths};
use crate::bits::Ones;

/// The chains at a cell that link its layer to one of the adjacent layers: at most three, sorted, without duplicates.
type Chains = Vec<u32>;

/// Returns the number of smallest completions. If the player has won, there is one, the empty set.
///
/// ```
/// use quadrille::hex::{Position, ShortestPaths, count_completions};
/// use quadrille::player::Player;
/// let paths = ShortestPaths::new(&Position::empty(2)?, Player::X).ok_or("O has won")?;
/// assert_eq!(count_completions(&paths).to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(cells) additions of numbers of at most N log₂(S²) bits, where N is the number of moves and S the size of the
/// board.
#[must_use]
pub fn count_completions(paths: &ShortestPaths) -> BigUint {
    let number = paths.number_of_moves();
    if number == 0 {
        return BigUint::from(1_u8);
    }
    let mut counts: HashMap<CellIndex, BigUint> =
        paths.layer(1).iter().map(|&cell| (cell, BigUint::from(1_u8))).collect();
    for layer in 2..=number {
        let sums = sums_by_chains(paths, layer - 1, &counts);
        counts = paths.layer(layer).iter().map(|&cell| (cell, paths_to(paths, cell, layer, &counts, &sums))).collect();
    }
    counts.values().sum()
}

/// Returns for each set of chains the number of paths to the cells of the layer that touch all of them.
fn sums_by_chains(
    paths: &ShortestPaths,
    layer: usize,
    counts: &HashMap<CellIndex, BigUint>,
) -> HashMap<Chains, BigUint> {
    let mut sums = HashMap::new();
    for (&cell, count) in counts {
        for set in subsets(&chains_at(paths, cell, layer)) {
            *sums.entry(set).or_default() += count;
        }
    }
    sums
}

/// Returns the number of paths to a cell of this layer: `counts` has those to the cells of the layer before, and `sums`
/// their sums over sets of chains.
fn paths_to(
    paths: &ShortestPaths,
    cell: CellIndex,
    layer: usize,
    counts: &HashMap<CellIndex, BigUint>,
    sums: &HashMap<Chains, BigUint>,
) -> BigUint {
    let chains = chains_at(paths, cell, layer - 1);
    let mut plus = BigUint::default();
    let mut minus = BigUint::default();
    for set in subsets(&chains) {
        if let Some(count) = sums.get(&set) {
            if set.len() % 2 == 1 { plus += count } else { minus += count }
        }
    }
    for next in paths.board.neighbours(cell) {
        if let Some(count) = counts.get(&next) {
            let theirs = chains_at(paths, next, layer - 1);
            if !chains.iter().any(|chain| theirs.contains(chain)) {
                plus += count;
            }
        }
    }
    plus - minus
}

/// Returns the chains at a cell that link this layer to the next.
fn chains_at(paths: &ShortestPaths, cell: CellIndex, layer: usize) -> Chains {
    let mut chains = Chains::new();
    for next in paths.board.neighbours(cell).filter(|&next| paths.board.is_own(next)) {
        let label = paths.label[next as usize];
        // The label of an own stone that the search has not reached is not the number of a chain.
        let links = paths.chains.get(label as usize).is_some_and(|chain| chain.level as usize == layer);
        if links && !chains.contains(&label) {
            chains.push(label);
        }
    }
    chains.sort_unstable();
    chains
}

/// Returns the sets of some of these chains, but not of none.
fn subsets(chains: &[u32]) -> impl Iterator<Item = Chains> {
    (1..1_u64 << chains.len()).map(|subset| Ones(subset).map(|i| chains[i]).collect())
}
