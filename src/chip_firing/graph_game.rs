//! Positions of the game on any graph as numbers, up to automorphism.
//!
//! ```text
//!     P4    0 - 1 - 2 - 3      degrees   1 2 2 1      stable chips are digits: 0 below 1, 0 or 1 below 2, and so on
//!     chips 0   1   0   0      number    0·1 + 1·1 + 0·2 + 0·4 = 1, and after an automorphism 0 0 1 0 has it too
//! ```
//!
//! A stable position is a number in a mixed radix, the degrees; there are as many as the product of all degrees. Positions that an
//! automorphism takes to each other have the number of one of them.
//!
//! After one chip on a stable position at most the vertex that got it can fire, and what follows is an avalanche: whoever comes to
//! have as many chips as neighbours waits, and is fired once. The play has ended if and only if every vertex has fired
//! (see [`stabilize`](super::stabilize())).

use super::game::TooLarge;
use crate::graph::{self, Graph, Symmetries, Vertex};

/// The game on a graph, from positions to their options.
#[derive(Clone, Debug)]
pub(super) struct GraphGame {
    degrees: Vec<u8>,
    /// Where the neighbours of each vertex begin, and where those of the last one end.
    begins: Vec<usize>,
    neighbours: Vec<u16>,
    symmetries: Symmetries,
    twins_before: Vec<Option<u16>>,
    positions: u64,
}

/// Room for the work on a position, to be used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    chips: Vec<u8>,
    /// The chips after each move, one position after the other.
    forms: Vec<u8>,
    avalanche: Avalanche,
    symmetry: graph::Scratch,
}

impl GraphGame {
    /// The game on a connected graph with at least two vertices. A degree above 255 is too large, and a product of all degrees
    /// of 2^52 or more.
    pub(super) fn new(graph: &Graph) -> Result<GraphGame, TooLarge> {
        let degree = |vertex| u8::try_from(graph.degree(vertex)).map_err(|_| TooLarge::Neighbours);
        let degrees = graph.vertices().map(degree).collect::<Result<Vec<u8>, TooLarge>>()?;
        let positions = degrees.iter().try_fold(1, |product: u64, &degree| {
            Some(product * u64::from(degree)).filter(|&product| product < 1 << 52).ok_or(TooLarge::Positions)
        })?;
        // So there are no more than 52 vertices of degree two or more, none above 255: 16 bits hold all vertices, and
        // all chips too, even one more than there are on stable positions.
        let small = |vertex: Vertex| vertex.index() as u16;
        let mut begins = vec![0];
        let mut neighbours = Vec::new();
        for vertex in graph.vertices() {
            neighbours.extend(graph.neighbours(vertex).iter().copied().map(small));
            begins.push(neighbours.len());
        }
        let symmetries = Symmetries::of(graph);
        let twins_before = graph.vertices().map(|vertex| symmetries.twin_before(vertex).map(small)).collect();
        Ok(GraphGame { degrees, begins, neighbours, symmetries, twins_before, positions })
    }

    /// How many bits a key has: all are below the product of the degrees.
    pub(super) fn key_bits(&self) -> u32 {
        u64::BITS - (self.positions - 1).leading_zeros()
    }

    /// The key of a stable position, a number of chips a vertex.
    pub(super) fn key(&self, chips: &[u64]) -> u64 {
        // Stable chips are below the degrees.
        let mut form: Vec<u8> = chips.iter().map(|&chips| chips as u8).collect();
        self.symmetries.canonical(&mut form, &mut graph::Scratch::default());
        self.number(&form)
    }

    /// The keys of all positions after one chip, in order, each once; true if some chip ends the play, which adds no key.
    /// If `end_suffices`, there are no keys then.
    pub(super) fn options(&self, key: u64, end_suffices: bool, scratch: &mut Scratch, out: &mut Vec<u64>) -> bool {
        let Scratch { chips, forms, avalanche, symmetry } = scratch;
        self.read(key, chips);
        out.clear();
        forms.clear();
        let mut ends = false;
        for (vertex, twin) in self.twins_before.iter().enumerate() {
            if twin.is_some_and(|twin| chips[usize::from(twin)] == chips[vertex]) {
                continue;
            }
            let begin = forms.len();
            forms.extend_from_slice(chips);
            if !self.play(&mut forms[begin..], vertex, avalanche) {
                forms.truncate(begin);
                ends = true;
                if end_suffices {
                    return true;
                }
            }
        }
        for form in forms.chunks_exact_mut(chips.len()) {
            self.symmetries.canonical(form, symmetry);
            out.push(self.number(form));
        }
        out.sort_unstable();
        out.dedup();
        ends
    }

    /// Plays a chip on a vertex of stable chips; false if that ends the play.
    fn play(&self, chips: &mut [u8], vertex: usize, avalanche: &mut Avalanche) -> bool {
        chips[vertex] += 1;
        chips[vertex] < self.degrees[vertex] || avalanche.run(self, vertex, chips)
    }

    fn number(&self, chips: &[u8]) -> u64 {
        let digits = chips.iter().zip(&self.degrees).rev();
        digits.fold(0, |number, (&chips, &degree)| number * u64::from(degree) + u64::from(chips))
    }

    fn read(&self, key: u64, chips: &mut Vec<u8>) {
        chips.clear();
        chips.extend(self.digits(key).map(|(chips, _)| chips));
    }

    /// The chips on each vertex, and its degree.
    fn digits(&self, key: u64) -> impl Iterator<Item = (u8, u8)> {
        self.degrees.iter().scan(key, |left, &degree| {
            let digit = *left % u64::from(degree);
            *left /= u64::from(degree);
            // Below the degree.
            Some((digit as u8, degree))
        })
    }

    /// How many chips there are.
    pub(super) fn total(&self, key: u64) -> u32 {
        self.digits(key).map(|(chips, _)| u32::from(chips)).sum()
    }

    /// The sum of the squares of the numbers of chips.
    pub(super) fn squares(&self, key: u64) -> i64 {
        self.digits(key).map(|(chips, _)| i64::from(chips) * i64::from(chips)).sum()
    }

    /// How many vertices fire when they get a chip.
    pub(super) fn full(&self, key: u64) -> i64 {
        self.digits(key).map(|(chips, degree)| i64::from(chips + 1 == degree)).sum()
    }
}

/// What one chip sets off.
#[derive(Clone, Debug, Default)]
struct Avalanche {
    chips: Vec<u16>,
    open: Vec<u16>,
    fired: Vec<bool>,
}

impl Avalanche {
    /// Fires from a vertex that just can, and alone can, until all are stable; false if that never is.
    fn run(&mut self, game: &GraphGame, vertex: usize, chips: &mut [u8]) -> bool {
        let Avalanche { chips: now, open, fired } = self;
        now.clear();
        now.extend(chips.iter().copied().map(u16::from));
        fired.clear();
        fired.resize(now.len(), false);
        open.clear();
        // There are fewer than 2^16.
        open.push(vertex as u16);
        let mut unfired = now.len();
        while let Some(vertex) = open.pop() {
            let at = usize::from(vertex);
            let degree = u16::from(game.degrees[at]);
            unfired -= usize::from(!std::mem::replace(&mut fired[at], true));
            if unfired == 0 {
                return false;
            }
            now[at] -= degree;
            if now[at] >= degree {
                open.push(vertex);
            }
            for &next in &game.neighbours[game.begins[at]..game.begins[at + 1]] {
                let there = &mut now[usize::from(next)];
                *there += 1;
                // Who has more waits already.
                if *there == u16::from(game.degrees[usize::from(next)]) {
                    open.push(next);
                }
            }
        }
        for (chips, &now) in chips.iter_mut().zip(&*now) {
            // Below the degree.
            *chips = now as u8;
        }
        true
    }
}

#[cfg(test)]
mod tests;
