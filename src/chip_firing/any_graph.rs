//! Positions on any graph: stable configurations up to automorphism, as numbers.
//!
//! ```text
//!     P4    0 - 1 - 2 - 3      degrees   1 2 2 1      stable chips are digits: 0 below 1, 0 or 1 below 2, and so on
//!     chips 0   1   0   0      key       0·1 + 1·1 + 0·2 + 0·4 = 1, and its mirror image 0 0 1 0 has the same key
//! ```
//!
//! A stable configuration is a number in a mixed radix, the degrees; there are as many as the product of all degrees.
//! The key of a position is the number of its canonical image under the automorphisms. The number of chips determines
//! who is to move.
//!
//! After one chip on a stable configuration at most that vertex can fire. A vertex that comes to have as many chips as
//! neighbours is put on a stack, and fires once when it is taken off. The game is over if and only if every vertex has
//! fired (see [`configuration`](super::configuration)).
//!
//! Positions searched on one thread without one technique, relative to all (November 2026):
//!
//! ```text
//!                                        number grid3x4    winner grid3x4    number K5,5
//!     automorphisms                      2.38              2.22              606
//!     parity of the number               2.85                                0.98       2.9 on W7 with Min first
//!     order of the options               1.46              1.30              0.99
//!     look-up of all options first       1.26              1.17              1.25       twice the time on grids
//!     entries kept for the next goal     1.00                                1.28
//!     first goal at a third of the       1.00                                1.48
//!       bounds, and growing steps
//! ```

use super::game::{Bounds, Game, Side};
use super::search::number::NumberModel;
use super::search::{Model, TooLargeError};
use crate::graph::{Graph, Scratch, Symmetries, Vertex};

/// The positions of the game on a graph.
#[derive(Debug)]
pub(super) struct AnyGraph {
    graph: Graph,
    degrees: Vec<u8>,
    symmetries: Symmetries,
    /// The number of stable configurations.
    positions: u64,
    /// The smallest and the largest number of chips with which a game ends.
    lower: u32,
    upper: u32,
    /// The parity of the number of chips when Max is to move.
    max_parity: u32,
    ending: Ending,
}

/// What it is worth to a player to end the game, if they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It is the best of all moves.
    Best,
    /// It is the best for Min, who gets no fewer chips by any other move.
    BestForMin,
    /// It is one of the moves.
    Possible,
}

/// A position, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// `None` when the game is over.
    key: Option<u64>,
    chips: u32,
}

impl AnyGraph {
    /// Prepares the positions of a game. `first` is the player to move; it does not matter if the last move wins.
    ///
    /// # Errors
    /// If a degree is above 255, or the product of all degrees is 2^52 or more.
    pub(super) fn new(game: &Game, first: Side, ending: Ending) -> Result<AnyGraph, TooLargeError> {
        let graph = game.graph();
        let degree = |vertex| u8::try_from(graph.degree(vertex)).map_err(|_| TooLargeError::Neighbours);
        let degrees = graph.vertices().map(degree).collect::<Result<Vec<u8>, TooLargeError>>()?;
        let positions = degrees.iter().try_fold(1, |product: u64, &degree| {
            Some(product * u64::from(degree)).filter(|&product| product < 1 << 52).ok_or(TooLargeError::Degrees)
        })?;
        // A graph with so few positions has fewer than 2^16 edges.
        let Bounds { lower, upper } = game.bounds();
        let [lower, upper, chips] = [lower, upper, game.chips()].map(|number| number as u32);
        let max_parity = (chips + u32::from(first == Side::Min)) % 2;
        let symmetries = Symmetries::of(graph);
        Ok(AnyGraph { graph: graph.clone(), degrees, symmetries, positions, lower, upper, max_parity, ending })
    }

    /// Returns the number of stable chips in the mixed radix.
    fn number(&self, chips: &[u8]) -> u64 {
        let digits = chips.iter().zip(&self.degrees).rev();
        digits.fold(0, |number, (&chips, &degree)| number * u64::from(degree) + u64::from(chips))
    }

    /// Returns the number of chips on each vertex, and its degree.
    fn digits(&self, key: u64) -> impl Iterator<Item = (u8, u8)> {
        self.degrees.iter().scan(key, |left, &degree| {
            let digit = *left % u64::from(degree);
            *left /= u64::from(degree);
            // Below the degree.
            Some((digit as u8, degree))
        })
    }
}

impl Model for AnyGraph {
    type Position = Position;
    type Scratch = Buffers;

    fn position(&self, game: &Game, _to_move: Side) -> Position {
        // Stable chips are below the degrees.
        let mut form: Vec<u8> = game.configuration().chips().iter().map(|&chips| chips as u8).collect();
        self.symmetries.canonical(&mut form, &mut Scratch::default());
        Position { key: Some(self.number(&form)), chips: game.chips() as u32 }
    }

    fn key_bits(&self) -> u32 {
        u64::BITS - (self.positions - 1).leading_zeros()
    }

    fn key(&self, position: &Position) -> u64 {
        // The end of the game must not be asked for: a number that is no position's.
        position.key.unwrap_or(self.positions)
    }

    fn work(&self, key: u64) -> u32 {
        self.upper - self.digits(key).map(|(chips, _)| u32::from(chips)).sum::<u32>()
    }

    fn is_over(&self, position: &Position) -> bool {
        position.key.is_none()
    }

    fn options(&self, position: &Position, scratch: &mut Buffers, options: &mut Vec<Position>) {
        let Buffers { now, forms, keys, avalanche, symmetry } = scratch;
        options.clear();
        let Some(key) = position.key else { return };
        let chips = position.chips + 1;
        let end_suffices = match self.ending {
            Ending::Best => true,
            Ending::BestForMin => !self.max_to_move(position),
            Ending::Possible => false,
        };
        now.clear();
        now.extend(self.digits(key).map(|(chips, _)| chips));
        forms.clear();
        let mut ends = false;
        for vertex in self.symmetries.distinct(now) {
            let begin = forms.len();
            forms.extend_from_slice(now);
            let (form, at) = (&mut forms[begin..], vertex.index());
            form[at] += 1;
            if form[at] == self.degrees[at] && !avalanche.run(self, vertex, form) {
                forms.truncate(begin);
                ends = true;
                if end_suffices {
                    forms.clear();
                    break;
                }
            }
        }
        keys.clear();
        keys.extend(forms.chunks_exact_mut(now.len()).map(|form| {
            self.symmetries.canonical(form, symmetry);
            self.number(form)
        }));
        keys.sort_unstable();
        keys.dedup();
        options.extend(ends.then_some(Position { key: None, chips }));
        options.extend(keys.iter().map(|&key| Position { key: Some(key), chips }));
    }

    /// Tuned on grids, cubes and complete bipartite graphs. If the last move wins, chips that are spread evenly come
    /// first, which halves the search of the cube of dimension 4. For the number, Max tries few vertices about to fire
    /// first and Min many, which saves a quarter on grids.
    fn rank(&self, position: &Position, option: &Position) -> i64 {
        let Some(key) = option.key else { return 0 };
        let squares = || self.digits(key).map(|(chips, _)| i64::from(chips) * i64::from(chips)).sum();
        let full = || self.digits(key).map(|(chips, degree)| i64::from(chips + 1 == degree)).sum::<i64>();
        match self.ending {
            Ending::Best | Ending::Possible => squares(),
            Ending::BestForMin if self.max_to_move(position) => -full(),
            Ending::BestForMin => full(),
        }
    }
}

impl NumberModel for AnyGraph {
    fn max_to_move(&self, position: &Position) -> bool {
        position.chips % 2 == self.max_parity
    }

    fn level_bits(&self) -> u32 {
        1
    }

    fn level(&self, _position: &Position) -> u8 {
        0
    }

    fn bounds(&self, position: &Position) -> (u32, u32) {
        match position.key {
            None => (position.chips, position.chips),
            Some(_) => (self.lower.max(position.chips + 1), self.upper),
        }
    }

    fn guess(&self, position: &Position) -> u32 {
        let (lower, upper) = self.bounds(position);
        lower + (upper - lower) / 3
    }
}

/// The buffers of [`AnyGraph::options`].
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    now: Vec<u8>,
    /// The chips after each move, one configuration after the other.
    forms: Vec<u8>,
    keys: Vec<u64>,
    avalanche: Avalanche,
    symmetry: Scratch,
}

/// The buffers of an avalanche.
#[derive(Clone, Debug, Default)]
struct Avalanche {
    /// At most 51 vertices have degree two or more, none above 255, so that 16 bits hold the chips even during an
    /// avalanche.
    chips: Vec<u16>,
    stack: Vec<Vertex>,
    fired: Vec<bool>,
}

impl Avalanche {
    /// Fires from the only vertex that can, until all are stable. Returns false if that never happens.
    fn run(&mut self, model: &AnyGraph, vertex: Vertex, chips: &mut [u8]) -> bool {
        let Avalanche { chips: now, stack, fired } = self;
        now.clear();
        now.extend(chips.iter().copied().map(u16::from));
        fired.clear();
        fired.resize(now.len(), false);
        stack.clear();
        stack.push(vertex);
        let mut unfired = now.len();
        while let Some(vertex) = stack.pop() {
            let at = vertex.index();
            let degree = u16::from(model.degrees[at]);
            unfired -= usize::from(!std::mem::replace(&mut fired[at], true));
            if unfired == 0 {
                return false;
            }
            now[at] -= degree;
            if now[at] >= degree {
                stack.push(vertex);
            }
            for &next in model.graph.neighbours(vertex) {
                let there = &mut now[next.index()];
                *there += 1;
                // With more chips it is on the stack already.
                if *there == u16::from(model.degrees[next.index()]) {
                    stack.push(next);
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
