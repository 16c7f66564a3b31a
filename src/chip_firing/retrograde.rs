//! All answers about a small graph at once, from the values of all its stable configurations.
//!
//! Chips stay on the board, so each move leads to a configuration with one chip more. All are valued, from the fullest
//! down to the empty board, without a search. A configuration is known by its number in a mixed radix, as in
//! [`any_graph`](super::any_graph). A chip adds the weight of its vertex to this number, and a firing adds a number that
//! depends on the vertex alone, also during an avalanche, when digits are too large.
//!
//! ```text
//!     chips    6 bits for each vertex, so that those that can fire are found, and fire, in one step
//!     value    8 bits: moves left if Max is to move; 7 bits: the same for Min; 1 bit: whether who moves makes the last one
//!     order    for each total, for each beginning: the ends that have the rest of the total
//! ```

use itertools::Itertools;

use super::game::Game;
use crate::budget::Budget;

/// The bits of a vertex. All vertices that can fire do so together; then none has twice as many chips as neighbours.
const BITS: usize = 6;

/// The largest number of vertices.
const MOST_VERTICES: usize = 10;

/// A vertex that can fire has this bit, once its margin is added to its chips.
const HIGHEST: u64 = 1 << (BITS - 1);

/// The parts of a value: numbers of moves, at most 81 on ten vertices, and whether the player to move makes the last one.
const MAX_MOVES: u16 = 0x00FF;
const MIN_MOVES: u16 = 0x7F00;
const WINS: u16 = 0x8000;

/// Half of the largest number of vertices, those whose firings are added up in one table.
const HALF: usize = MOST_VERTICES / 2;

/// Chips, or a change of them modulo 2^64.
#[derive(Clone, Copy, Debug, Default)]
struct Chips {
    /// Those on each vertex.
    packed: u64,
    /// The number of the configuration.
    number: usize,
}

impl Chips {
    fn plus(self, other: Chips) -> Chips {
        self.plus_times(other, 1)
    }

    fn plus_times(self, other: Chips, times: usize) -> Chips {
        Chips {
            packed: self.packed.wrapping_add(other.packed.wrapping_mul(times as u64)),
            number: self.number.wrapping_add(other.number.wrapping_mul(times)),
        }
    }
}

/// A graph, and the values of its configurations.
#[derive(Debug)]
struct Positions {
    /// One chip on each vertex.
    chips: Vec<Chips>,
    /// What the firings of each set of vertices of each half add.
    firings: [[Chips; 1 << HALF]; 2],
    /// What must be added to the chips of each vertex so that its highest bit tells whether it can fire.
    margins: u64,
    /// The highest bits of all vertices.
    highest: u64,
    /// The values, by the number of the configuration. The end of the game has the value 0.
    values: Vec<u16>,
}

/// Returns three answers about the empty board of a graph: the winner, 1 or 2, if the last move wins, and the game chip
/// numbers if Max and if Min moves first. Returns `None` if the graph has more than ten vertices, if the memory of the
/// budget does not suffice, or if the budget, which is polled with the number of configurations, stops the work.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::chip_firing::{Game, all_answers};
///
/// let answers = all_answers(&Game::new("K5".parse()?)?, &mut Budget::default());
/// assert_eq!(answers, Some([1, 12, 11]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Two bytes and some 60 ns for each stable configuration, of which there are as many as the product of the degrees.
#[must_use]
pub fn all_answers(game: &Game, budget: &mut Budget<'_>) -> Option<[u64; 3]> {
    let graph = game.graph();
    let degrees = graph.vertices().map(|vertex| graph.degree(vertex)).collect_vec();
    let positions = degrees.iter().try_fold(1_usize, |product, &degree| product.checked_mul(degree))?;
    if degrees.len() > MOST_VERTICES || 2 * positions as u64 > budget.memory {
        return None;
    }
    let one = |(vertex, number)| Chips { packed: 1_u64 << (BITS * vertex), number };
    let weights = degrees.iter().scan(1, |next, degree| Some(std::mem::replace(next, *next * degree)));
    let chips = weights.enumerate().map(one).collect_vec();
    let mut firings = [[Chips::default(); 1 << HALF]; 2];
    for vertex in graph.vertices() {
        let given = Chips::default().plus_times(chips[vertex.index()], graph.degree(vertex).wrapping_neg());
        let firing = graph.neighbours(vertex).iter().fold(given, |sum, next| sum.plus(chips[next.index()]));
        for (set, sum) in firings[vertex.index() / HALF].iter_mut().enumerate() {
            *sum = sum.plus_times(firing, set >> (vertex.index() % HALF) & 1);
        }
    }
    let margins = chips.iter().zip(&degrees).map(|(chip, &degree)| chip.packed * (HIGHEST - degree as u64)).sum();
    let highest = chips.iter().map(|chip| chip.packed * HIGHEST).sum();
    let mut all = Positions { chips, firings, margins, highest, values: vec![0; positions] };
    all.fill(&degrees, budget)?;
    let value = all.values[0];
    Some([2 - (value >> 15), value & MAX_MOVES, (value & MIN_MOVES) >> 8].map(u64::from))
}

/// Returns the set of vertices of the first half whose highest bits are given: bits 5, 11, 17, 23 and 29.
#[inline(always)]
fn set(highest: u64) -> usize {
    // A factor takes each bit to one of five places beside each other, and the others elsewhere.
    let factor = 1 << 24 | 1 << 19 | 1 << 14 | 1 << 9 | 1 << 4;
    (((highest >> (BITS - 1) & 0x0104_1041) * factor) >> 24 & 31) as usize
}

/// Returns all stable chips on some of the vertices, by their total.
fn stable(chips: &[Chips], degrees: &[usize]) -> Vec<Vec<Chips>> {
    let mut all = vec![vec![Chips::default()]];
    for (&chip, &degree) in chips.iter().zip(degrees) {
        let mut next = vec![Vec::new(); all.len() + degree - 1];
        for ((total, level), more) in all.iter().enumerate().cartesian_product(0..degree) {
            next[total + more].extend(level.iter().map(|sum| sum.plus_times(chip, more)));
        }
        all = next;
    }
    all
}

impl Positions {
    /// Values all configurations.
    fn fill(&mut self, degrees: &[usize], budget: &mut Budget<'_>) -> Option<()> {
        // Ends are next to each other in memory.
        let middle = degrees.len() / 2;
        let ends = stable(&self.chips[..middle], &degrees[..middle]);
        let beginnings = stable(&self.chips[middle..], &degrees[middle..]);
        let mut done = 0;
        for total in (0..ends.len() + beginnings.len() - 1).rev() {
            for (used, beginnings) in beginnings.iter().enumerate() {
                let Some(ends) = total.checked_sub(used).and_then(|left| ends.get(left)) else { continue };
                for (beginning, end) in beginnings.iter().cartesian_product(ends) {
                    let now = beginning.plus(*end);
                    self.values[now.number] = self.value(now);
                }
                done += (ends.len() * beginnings.len()) as u64;
                budget.poll(done).continue_value()?;
            }
        }
        Some(())
    }

    /// Returns the value of a configuration from those with one chip more.
    fn value(&self, now: Chips) -> u16 {
        let (mut most, mut fewest, mut all) = (0, u16::MAX, u16::MAX);
        for &chip in &self.chips {
            let next = now.plus(chip);
            let value = self.stabilized(next).map_or(0, |next| self.values[next.number]);
            most = most.max(value & MIN_MOVES);
            fewest = fewest.min(value & MAX_MOVES);
            all &= value;
        }
        ((most >> 8) + 1) | (fewest + 1) << 8 | (!all & WINS)
    }

    /// Fires until no vertex can. Returns `None` if all do.
    #[inline(always)]
    fn stabilized(&self, mut chips: Chips) -> Option<Chips> {
        let mut fired = 0;
        loop {
            let firing = (chips.packed + self.margins) & self.highest;
            if firing == 0 {
                return Some(chips);
            }
            fired |= firing;
            if fired == self.highest {
                return None;
            }
            let [first, second] = &self.firings;
            chips = chips.plus(first[set(firing)]).plus(second[set(firing >> (HALF * BITS))]);
        }
    }
}
