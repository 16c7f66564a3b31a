//! Connections of one player, found by H-search.
//!
//! ```text
//!     a full connection of a and b: a bridge        a semi-connection of a and b, with key k
//!         .   k                                         .   .   .
//!       a   .   b     X answers at one dot              a   .   k   .   b     X plays k, and then has two
//!         .   .       if O plays at the other             .   .   .           bridges with different cells
//! ```
//!
//! Two *ends*, each a side of the player, a chain of the player's stones or an empty cell, have a **full** connection (virtual
//! connection) if the player can join them although the opponent moves first, and a **semi**-connection if the player can join
//! them by moving first. An empty end is taken to be the player's. The empty cells that this needs are the connection's **carrier**,
//! which does not include the ends: the opponent's moves elsewhere need no answer.
//!
//! All connections are deduced from neighbours, which have full connections with empty carriers, by two rules:
//!
//! - AND: full connections of a and m, and of m and b, whose carriers have no common cell and contain no end of the other one, give
//!   a full connection of a and b if m is a chain, and a semi-connection if it is an empty cell: the player moves there first.
//! - OR: semi-connections of a and b whose carriers have no cell common to all give a full connection, with all cells of their
//!   carriers: wherever the opponent moves, one is left.
//!
//! The OR rule has far too many sets of semi-connections to choose from. It is applied when the AND rule finds nothing more, and takes
//! the smallest first: for each cell that all full connections of the pair have so far, it looks for one that does not need this cell.
//!
//! *Soundness* is by induction on the deduction: two connections with disjoint carriers can be defended one beside the other. The
//! rules do not find all connections; and of those found only some of the smallest are kept for each pair of ends, and the AND rule
//! is not used with a side as m, which would find few more for much time.
//!
//! Source: V. Anshelevich, "A hierarchical approach to computer Hex", 2002.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use super::cells::{Board, CellSet, Stones};
use crate::player::Player;

/// The largest carriers of connections between two empty cells; with a chain or a side, there is no limit.
const LARGEST_FULL_OF_CELLS: u32 = 10;
const LARGEST_SEMI_OF_CELLS: u32 = 12;

/// The largest numbers of full and of semi-connections that are kept for a pair of ends; of many ends, fewer.
const MOST_FULL: usize = 12;
const MOST_SEMI: usize = 32;

/// The largest number of ends that are not many.
const MANY_ENDS: usize = 130;

/// A cell that is not an end.
const NO_END: u16 = u16::MAX;

/// How a connection was deduced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule<S> {
    /// The ends are neighbours.
    Neighbours,
    /// By the AND rule from full connections of this end with the lower end and with the higher end, with these carriers.
    And(usize, [S; 2]),
    /// By the OR rule, from semi-connections that were deduced before and have their carriers within this one.
    Or,
}

/// A connection as it was deduced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deduced<S> {
    pub(super) is_full: bool,
    pub(super) carrier: S,
    pub(super) rule: Rule<S>,
}

/// For each pair of ends, the connections in the order in which they were deduced.
pub(super) type Trace<S> = HashMap<usize, Vec<Deduced<S>>>;

/// Connections of one player in one position. It is built again and again in the same memory.
#[derive(Debug, Default)]
pub(super) struct Connections<S> {
    /// The player's two sides with the chains that touch them, then the other chains, then the empty cells.
    pub(super) ends: Vec<S>,
    /// The number of ends that are sides or chains.
    pub(super) chains: usize,
    /// The number of the end for each empty cell.
    end_of: Vec<u16>,
    pub(super) full: Lists<S>,
    pub(super) semi: Lists<S>,
    /// For each end, the full connections that the AND rule has been applied to.
    known: Vec<Vec<Known<S>>>,
    /// New full connections, by the sizes of their carriers.
    new: Vec<Vec<(u16, u16, S)>>,
    smallest_new: usize,
    /// Pairs of ends to which the OR rule is to be applied, in the order in which they came, and whether a pair is one of them.
    or_queue: VecDeque<(u16, u16)>,
    is_queued: Vec<bool>,
    /// The semi-connections of a pair to which the OR rule is applied, with their sizes.
    alternatives: Vec<(u16, S)>,
    /// The cells that are in the carriers of all semi-connections of the sides that were found, also of those that are not kept; all
    /// cells if there are none. If the opponent is to move and does not play there, the player wins.
    pub(super) must_play: S,
    /// All cells of the carriers of which they are the common cells.
    pub(super) must_play_carriers: S,
    /// The deductions, if they are asked for.
    pub(super) trace: Option<Trace<S>>,
}

/// A full connection that the AND rule has been applied to, as one of its ends sees it.
#[derive(Clone, Copy, Debug)]
struct Known<S> {
    /// The other end.
    end: u16,
    /// The size of the carrier.
    size: u16,
    /// The carrier, and the other end's cell if that is empty.
    carrier_and_end: S,
}

/// Some carriers for each pair of ends.
#[derive(Debug, Default)]
pub(super) struct Lists<S> {
    lengths: Vec<u8>,
    carriers: Vec<S>,
    /// The size of each carrier.
    sizes: Vec<u16>,
    most: usize,
}

impl<S: CellSet> Lists<S> {
    fn clear(&mut self, pairs: usize, most: usize) {
        self.most = most;
        self.lengths.clear();
        self.lengths.resize(pairs, 0);
        if self.carriers.len() < pairs * most {
            self.carriers.resize(pairs * most, S::default());
            self.sizes.resize(pairs * most, 0);
        }
    }

    #[inline]
    pub(super) fn of(&self, pair: usize) -> &[S] {
        &self.carriers[pair * self.most..][..usize::from(self.lengths[pair])]
    }

    #[inline]
    fn sizes(&self, pair: usize) -> &[u16] {
        &self.sizes[pair * self.most..][..usize::from(self.lengths[pair])]
    }

    /// Adds a carrier of the given size, unless the list has a part of it; removes those that it is a part of. A full list keeps the
    /// smaller ones. Returns whether it was added.
    #[inline]
    fn add(&mut self, pair: usize, carrier: S, size: u16) -> bool {
        if self.of(pair).iter().any(|known| known.is_within(carrier)) {
            return false;
        }
        self.remove_supersets(pair, carrier);
        let from = pair * self.most;
        let length = usize::from(self.lengths[pair]);
        let place = if length < self.most {
            self.lengths[pair] += 1;
            length
        } else {
            let sizes = &self.sizes[from..][..self.most];
            // The first one of the largest.
            let largest = (0..self.most).rev().max_by_key(|&place| sizes[place]).unwrap_or(0);
            if sizes[largest] <= size {
                return false;
            }
            largest
        };
        self.carriers[from + place] = carrier;
        self.sizes[from + place] = size;
        true
    }

    /// Removes all carriers that contain the given one.
    #[inline]
    fn remove_supersets(&mut self, pair: usize, of: S) {
        let from = pair * self.most;
        let mut length = usize::from(self.lengths[pair]);
        let mut i = 0;
        while i < length {
            if of.is_within(self.carriers[from + i]) {
                length -= 1;
                self.carriers[from + i] = self.carriers[from + length];
                self.sizes[from + i] = self.sizes[from + length];
            } else {
                i += 1;
            }
        }
        self.lengths[pair] = length as u8;
    }
}

/// Returns the number of a pair of ends, which is 0 for the two sides.
#[inline]
pub(super) fn pair(a: usize, b: usize) -> usize {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    b * (b - 1) / 2 + a
}

/// How far [`Connections::build`] goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// Neighbours only, without deduction.
    Neighbours,
    /// The first semi-connection of the player's sides.
    SemiOfSides,
    /// The first full connection of the player's sides.
    FullOfSides,
}

impl<S: CellSet> Connections<S> {
    /// Returns the carrier of the full connection of the sides that was found.
    pub(super) fn full_of_sides(&self) -> Option<S> {
        self.full.of(0).first().copied()
    }

    /// Returns the carriers of the smallest semi-connections of the sides that were found.
    pub(super) fn semis_of_sides(&self) -> &[S] {
        self.semi.of(0)
    }

    /// Returns the cell of an end that is an empty cell.
    pub(super) fn cell(&self, end: usize) -> usize {
        self.ends[end].first()
    }

    /// Returns the size of the smallest carrier of a full connection of two ends.
    #[inline]
    pub(super) fn smallest_full(&self, a: usize, b: usize) -> Option<u32> {
        self.full.sizes(pair(a, b)).iter().copied().min().map(u32::from)
    }

    /// Finds the connections of a player. `proceed` is called from time to time, and may cancel this.
    pub(super) fn build(
        &mut self,
        board: &Board<S>,
        stones: &Stones<S>,
        player: Player,
        until: Until,
        proceed: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.set_up(board, stones, player);
        if until == Until::Neighbours {
            return ControlFlow::Continue(());
        }
        let mut steps = 0_u32;
        loop {
            if self.smallest_new == self.new.len() {
                let Some((a, b)) = self.or_queue.pop_front() else { break };
                self.apply_or(usize::from(a), usize::from(b));
                if self.full_of_sides().is_some() {
                    break;
                }
                continue;
            }
            let Some((a, b, carrier)) = self.new[self.smallest_new].pop() else {
                self.smallest_new += 1;
                continue;
            };
            let (end_a, end_b) = (usize::from(a), usize::from(b));
            if !self.full.of(pair(end_a, end_b)).contains(&carrier) {
                continue;
            }
            // At most the number of cells.
            let size = self.smallest_new as u16;
            self.apply_and(end_a, end_b, carrier, size);
            self.apply_and(end_b, end_a, carrier, size);
            let (with_a, with_b) = (carrier | self.cell_of(end_a), carrier | self.cell_of(end_b));
            self.known[end_a].push(Known { end: b, size, carrier_and_end: with_b });
            self.known[end_b].push(Known { end: a, size, carrier_and_end: with_a });
            let is_enough =
                self.full_of_sides().is_some() || until == Until::SemiOfSides && !self.semis_of_sides().is_empty();
            if is_enough {
                break;
            }
            steps += 1;
            if steps.is_multiple_of(1024) {
                proceed()?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Sets the ends up, and the connections of neighbours.
    fn set_up(&mut self, board: &Board<S>, stones: &Stones<S>, player: Player) {
        let (own, empty) = (stones.of[player], stones.empty(board));
        self.ends.clear();
        let mut other = own;
        for side in board.sides[player] {
            let chain = board.component(side, own);
            other &= !chain;
            self.ends.push(chain);
        }
        while !other.is_empty() {
            let chain = board.component(S::of(other.first()), own);
            other &= !chain;
            self.ends.push(chain);
        }
        self.chains = self.ends.len();
        self.end_of.clear();
        self.end_of.resize(board.cells, NO_END);
        for cell in empty.iter() {
            // There are fewer ends than `u16` counts.
            self.end_of[cell] = self.ends.len() as u16;
            self.ends.push(S::of(cell));
        }
        let ends = self.ends.len();
        let (most_full, most_semi) = if ends <= MANY_ENDS { (MOST_FULL, MOST_SEMI) } else { (3, 4) };
        self.full.clear(ends * (ends - 1) / 2, most_full);
        self.semi.clear(ends * (ends - 1) / 2, most_semi);
        self.known.iter_mut().for_each(Vec::clear);
        if self.known.len() < ends {
            self.known.resize(ends, Vec::new());
        }
        self.new.iter_mut().for_each(Vec::clear);
        self.new.resize(S::BITS + 1, Vec::new());
        self.smallest_new = 0;
        self.or_queue.clear();
        self.is_queued.clear();
        self.is_queued.resize(ends * (ends - 1) / 2, false);
        self.must_play = board.all;
        self.must_play_carriers = S::default();
        if let Some(trace) = &mut self.trace {
            trace.clear();
        }
        for chain in 0..self.chains {
            let mut near = board.with_neighbours(self.ends[chain]);
            if chain < 2 {
                near |= board.sides[player][chain];
            }
            for cell in (near & empty).iter() {
                self.add_full(chain, usize::from(self.end_of[cell]), S::default(), 0, Rule::Neighbours);
            }
        }
        for cell in empty.iter() {
            for near in (board.near[cell] & empty).iter().filter(|&near| near > cell) {
                let (cell, near) = (usize::from(self.end_of[cell]), usize::from(self.end_of[near]));
                self.add_full(cell, near, S::default(), 0, Rule::Neighbours);
            }
        }
    }

    /// Returns the set of the cell of an end that is an empty cell, and the empty set for others.
    #[inline]
    fn cell_of(&self, end: usize) -> S {
        if end < self.chains { S::default() } else { self.ends[end] }
    }

    /// Applies the AND rule to the full connection of a and m with a carrier, and each known one of m and b.
    #[inline]
    fn apply_and(&mut self, a: usize, m: usize, carrier: S, size: u16) {
        if m < 2 {
            return;
        }
        let with_a = carrier | self.cell_of(a);
        let key = self.cell_of(m);
        let known = std::mem::take(&mut self.known[m]);
        for &Known { end: b, size: other_size, carrier_and_end: with_b } in &known {
            let b = usize::from(b);
            if with_a.meets(with_b) || b == a {
                continue;
            }
            let size = u32::from(size + other_size);
            let other = with_b & !self.cell_of(b);
            let both = carrier | other;
            let rule = Rule::And(m, if a < b { [carrier, other] } else { [other, carrier] });
            if m < self.chains {
                self.add_full(a, b, both, size, rule);
            } else {
                self.add_semi(a, b, both | key, size + 1, rule);
            }
        }
        self.known[m] = known;
    }

    fn add_full(&mut self, a: usize, b: usize, carrier: S, size: u32, rule: Rule<S>) {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a >= self.chains && size > LARGEST_FULL_OF_CELLS {
            return;
        }
        let pair = pair(a, b);
        if self.full.add(pair, carrier, size as u16) {
            self.record(pair, Deduced { is_full: true, carrier, rule });
            self.semi.remove_supersets(pair, carrier);
            let size = size as usize;
            // Ends are numbers of type `u16`.
            self.new[size].push((a as u16, b as u16, carrier));
            self.smallest_new = self.smallest_new.min(size);
        }
    }

    #[inline]
    fn record(&mut self, pair: usize, deduced: Deduced<S>) {
        if let Some(trace) = &mut self.trace {
            trace.entry(pair).or_default().push(deduced);
        }
    }

    #[inline]
    fn add_semi(&mut self, a: usize, b: usize, carrier: S, size: u32, rule: Rule<S>) {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a >= self.chains && size > LARGEST_SEMI_OF_CELLS {
            return;
        }
        let pair = pair(a, b);
        if pair == 0 {
            if !self.must_play.is_within(carrier) {
                self.must_play_carriers |= carrier;
            }
            self.must_play &= carrier;
        }
        if self.full.of(pair).iter().any(|full| full.is_within(carrier)) || !self.semi.add(pair, carrier, size as u16) {
            return;
        }
        self.record(pair, Deduced { is_full: false, carrier, rule });
        let common = self.semi.of(pair).iter().fold(carrier, |common, &semi| common & semi);
        if common.is_empty() && !self.is_queued[pair] {
            self.is_queued[pair] = true;
            // Ends are numbers of type `u16`.
            self.or_queue.push_back((a as u16, b as u16));
        }
    }

    /// Applies the OR rule to the semi-connections of two ends: for each cell that all known full connections have, looks for one
    /// without it.
    fn apply_or(&mut self, a: usize, b: usize) {
        let pair = pair(a, b);
        self.is_queued[pair] = false;
        let mut semis = std::mem::take(&mut self.alternatives);
        semis.clear();
        semis.extend(self.semi.sizes(pair).iter().copied().zip(self.semi.of(pair).iter().copied()));
        semis.sort_by_key(|&(size, _)| size);
        let is_first = self.full.of(pair).is_empty();
        let all = semis.iter().fold(S::default(), |all, &(_, semi)| all | semi);
        let mut cells = self.full.of(pair).iter().fold(all, |common, &full| common & full);
        let mut is_found = false;
        while !cells.is_empty() {
            let cell = S::of(cells.first());
            cells = cells.without_first();
            if let Some(union) = union_without(&semis, cell) {
                self.add_full(a, b, union, union.count(), Rule::Or);
                cells &= union;
                is_found = true;
            }
        }
        if is_first
            && !is_found
            && let Some(union) = union_without(&semis, S::default())
        {
            self.add_full(a, b, union, union.count(), Rule::Or);
        }
        self.alternatives = semis;
    }
}

/// Returns the union of the first carriers, of those without a cell of `without`, that have no common cell. Carriers with all
/// common cells of those before are left out. `None` if all have a common cell.
fn union_without<S: CellSet>(carriers: &[(u16, S)], without: S) -> Option<S> {
    let (mut common, mut union) = (!S::default(), S::default());
    for &(_, carrier) in carriers {
        if carrier.meets(without) || common.is_within(carrier) {
            continue;
        }
        common &= carrier;
        union |= carrier;
        if common.is_empty() {
            return Some(union);
        }
    }
    None
}
