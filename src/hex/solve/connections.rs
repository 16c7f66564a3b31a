//! Connections of one player, found by H-search.
//!
//! ```text
//!     a full connection of a and b: a bridge        a semi-connection of a and b, with key k
//!         .   k                                         .   .   .
//!       a   .   b     X answers at one dot              a   .   k   .   b     X plays k, and then has two
//!         .   .       if O plays at the other             .   .   .           bridges with different cells
//! ```
//!
//! Two *ends*, each a side of the player, a chain of the player's stones or an empty cell, have a **full** connection
//! (virtual connection) if the player can join them although the opponent moves first, and a **semi**-connection if the
//! player can join them by moving first. An empty end is taken to be the player's. The empty cells that this needs are
//! the connection's **carrier**, which does not include the ends: the opponent's moves elsewhere need no answer.
//!
//! All connections are deduced from neighbours, which have full connections with empty carriers, by two rules:
//!
//! - AND: full connections of a and m, and of m and b, whose carriers have no common cell and contain no end of the
//!   other one, give a full connection of a and b if m is a chain, and a semi-connection if it is an empty cell: the
//!   player moves there first.
//! - OR: semi-connections of a and b whose carriers have no cell common to all give a full connection, with all cells
//!   of their carriers: wherever the opponent moves, one is left.
//!
//! The OR rule has far too many sets of semi-connections to choose from. It is applied when the AND rule finds nothing
//! more, and takes the smallest first: for each cell that all full connections of the pair have so far, it looks for
//! one that does not need this cell. A semi-connection that needs all of these cells is of no use for that, and is left
//! out.
//!
//! *Soundness* is by induction on the deduction: two connections with disjoint carriers can be defended one beside the
//! other. The rules do not find all connections; and of those found only some of the smallest are kept for each pair of
//! ends, and the AND rule is not used with a side as m, which would find few more for much time.
//!
//! Source: V. Anshelevich, "A hierarchical approach to computer Hex", 2002.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::carriers::{Carriers, Pair};
use super::cells::{Board, CellSet, Stones};
use crate::player::Player;

/// The largest carriers of connections between two empty cells; with a chain or a side, there is no limit.
const LARGEST_FULL_OF_CELLS: u32 = 10;
/// Larger ones give no full connection that is small enough.
const LARGEST_SEMI_OF_CELLS: u32 = LARGEST_FULL_OF_CELLS - 1;

/// The largest numbers of full and of semi-connections that are kept for a pair of ends; of many ends, fewer.
const MOST_FULL: usize = 12;
const MOST_SEMI: usize = 32;

/// The largest number of ends that are not many.
const MANY_ENDS: usize = 130;

/// Those for many ends.
const FULL_OF_MANY: usize = 3;
const SEMI_OF_MANY: usize = 4;

/// A cell that is not an end.
const NO_END: u16 = u16::MAX;

/// A pair of ends, the lower one first.
pub(super) type Ends = (u16, u16);

/// How a connection was deduced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule<S> {
    /// The ends are neighbours.
    Neighbours,
    /// By the AND rule from full connections of this end with the lower end and with the higher end, with these
    /// carriers.
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

/// Connections of one player in one position. It is built again and again in the same memory.
#[derive(Debug, Default)]
pub(super) struct Connections<S> {
    /// The player's two sides with the chains that touch them, then the other chains, then the empty cells.
    pub(super) ends: Vec<S>,
    /// The number of ends that are sides or chains.
    pub(super) chains: usize,
    /// For each end its cell if that is empty, otherwise no cell.
    cells: Vec<S>,
    /// For each end the empty cells next to it.
    near: Vec<S>,
    /// The number of the end for each empty cell.
    end_of: Vec<u16>,
    pub(super) carriers: Carriers<S>,
    /// The pairs of ends, but for neighbours, that have a full connection, the lower end first.
    joined: Vec<Ends>,
    /// For each end, the full connections that the AND rule has been applied to.
    known: Vec<Vec<Known<S>>>,
    /// Indices of those of an end that have no cell in common with a new one.
    apart: Vec<u32>,
    /// New full connections, by the sizes of their carriers.
    new: Vec<Vec<(u16, u16, S)>>,
    smallest_new: usize,
    /// The number of the new ones.
    waiting: usize,
    /// Pairs of ends to which the OR rule is to be applied, in the order in which they came.
    or_queue: VecDeque<(u16, u16)>,
    /// The semi-connections of a pair to which the OR rule is applied.
    alternatives: Vec<S>,
    /// The cells that are in the carriers of all semi-connections of the sides that were found, also of those that are
    /// not kept; all cells if there are none. If the opponent is to move and does not play there, the player wins.
    pub(super) must_play: S,
    /// All cells of the carriers of which they are the common cells.
    pub(super) must_play_carriers: S,
    /// For each pair of ends, the connections in the order in which they were deduced, if that is asked for.
    pub(super) trace: Option<Vec<Vec<Deduced<S>>>>,
}

/// A full connection that the AND rule has been applied to, as one of its ends sees it.
#[derive(Clone, Copy, Debug)]
struct Known<S> {
    /// The other end.
    end: u16,
    /// The size of the carrier.
    size: u16,
    carrier: S,
    /// The other end's cell if that is empty.
    cell: S,
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
    /// The first semi-connection of the player's sides.
    SemiOfSides,
    /// The first full connection of the player's sides.
    FullOfSides,
}

impl<S: CellSet> Connections<S> {
    /// Returns the carrier of the full connection of the sides that was found.
    pub(super) fn full_of_sides(&self) -> Option<S> {
        self.carriers.full(0).first().copied()
    }

    /// Returns the carriers of the smallest semi-connections of the sides that were found.
    pub(super) fn semis_of_sides(&self) -> &[S] {
        self.carriers.semi(0)
    }

    /// Returns the cell of an end that is an empty cell.
    pub(super) fn cell(&self, end: usize) -> usize {
        self.ends[end].first()
    }

    /// Returns the pairs of ends that are neighbours, the lower end first.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = Ends> {
        self.near.iter().enumerate().flat_map(move |(a, near)| {
            // Ends are numbers of type `u16`.
            near.iter().map(move |cell| (a as u16, self.end_of[cell])).filter(|(a, b)| a < b)
        })
    }

    /// Returns the other pairs of ends, but for the two sides, that have a full connection: of two empty cells, one
    /// with a carrier of at most the given size.
    pub(super) fn joined(&self, largest_of_cells: u32) -> impl Iterator<Item = Ends> {
        let is_small = move |full: &S| full.count() <= largest_of_cells;
        self.joined.iter().copied().filter(move |&(a, b)| {
            let (a, b) = (usize::from(a), usize::from(b));
            b > 1 && (a < self.chains || self.carriers.full(pair(a, b)).iter().any(is_small))
        })
    }

    /// Returns the pairs of ends that are no neighbours and have two neighbours in common, the lower end first.
    pub(super) fn bridges(&self) -> Vec<Ends> {
        let mut bridges = Vec::new();
        for (b, &near) in self.near.iter().enumerate() {
            for (a, &other) in self.near[..b].iter().enumerate() {
                let common = near & other;
                let is_bridge = !common.is_empty() && !common.without_first().is_empty();
                if b > 1 && is_bridge && !other.meets(self.cells[b]) {
                    // Ends are numbers of type `u16`.
                    bridges.push((a as u16, b as u16));
                }
            }
        }
        bridges
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
        self.add_neighbours();
        let mut steps = 0_u32;
        loop {
            if self.waiting == 0 {
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
            self.waiting -= 1;
            let (end_a, end_b) = (usize::from(a), usize::from(b));
            if !self.carriers.full(pair(end_a, end_b)).contains(&carrier) {
                continue;
            }
            // At most the number of cells.
            let size = self.smallest_new as u16;
            self.apply_and(end_a, end_b, carrier, size);
            self.apply_and(end_b, end_a, carrier, size);
            self.known[end_a].push(Known { end: b, size, carrier, cell: self.cells[end_b] });
            self.known[end_b].push(Known { end: a, size, carrier, cell: self.cells[end_a] });
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

    /// Returns how many bytes the carriers take at most on a board with the given number of cells, which are nearly all
    /// of the memory.
    pub(super) fn most_bytes(cells: usize) -> u64 {
        let most = cells + 2;
        let bytes = |ends: usize, kept| ends * (ends - 1) / 2 * (size_of::<Pair<S>>() + kept * size_of::<S>());
        let few = bytes(most.min(MANY_ENDS), MOST_FULL + MOST_SEMI);
        let many = if most > MANY_ENDS { bytes(most, FULL_OF_MANY + SEMI_OF_MANY) } else { 0 };
        few.max(many) as u64
    }

    /// Finds the ends of a player and which of them are neighbours, and no connections.
    pub(super) fn set_up(&mut self, board: &Board<S>, stones: &Stones<S>, player: Player) {
        let (own, empty) = (stones[player], stones.empty(board));
        self.ends.clear();
        let mut other = own;
        for side in board.sides[player] {
            let chain = board.component(side, own);
            other &= !chain;
            self.ends.push(chain);
        }
        while !other.is_empty() {
            let chain = board.component(S::from_cell(other.first()), own);
            other &= !chain;
            self.ends.push(chain);
        }
        self.chains = self.ends.len();
        self.cells.clear();
        self.cells.resize(self.chains, S::default());
        self.end_of.clear();
        self.end_of.resize(board.cells, NO_END);
        for cell in empty.iter() {
            // There are fewer ends than `u16` counts.
            self.end_of[cell] = self.ends.len() as u16;
            self.ends.push(S::from_cell(cell));
            self.cells.push(S::from_cell(cell));
        }
        self.near.clear();
        for (end, &set) in self.ends.iter().enumerate() {
            let side = if end < 2 { board.sides[player][end] } else { S::default() };
            self.near.push((board.with_neighbours(set) & !set | side) & empty);
        }
        self.joined.clear();
        self.carriers.clear(1, 1, 1);
        self.must_play = board.all;
        self.must_play_carriers = S::default();
        if let Some(trace) = &mut self.trace {
            trace.iter_mut().for_each(Vec::clear);
        }
    }

    /// Begins with the connections of neighbours.
    fn add_neighbours(&mut self) {
        let ends = self.ends.len();
        let (most_full, most_semi) =
            if ends <= MANY_ENDS { (MOST_FULL, MOST_SEMI) } else { (FULL_OF_MANY, SEMI_OF_MANY) };
        let pairs = ends * (ends - 1) / 2;
        self.carriers.clear(pairs, most_full, most_semi);
        if let Some(trace) = &mut self.trace
            && trace.len() < pairs
        {
            trace.resize_with(pairs, Vec::new);
        }
        self.known.iter_mut().for_each(Vec::clear);
        if self.known.len() < ends {
            self.known.resize(ends, Vec::new());
        }
        self.new.iter_mut().for_each(Vec::clear);
        self.new.resize(S::BITS + 1, Vec::new());
        self.smallest_new = 0;
        self.waiting = 0;
        self.or_queue.clear();
        for a in 0..ends {
            for cell in self.near[a].iter() {
                let b = usize::from(self.end_of[cell]);
                if a < b {
                    self.add_full(a, b, S::default(), 0, Rule::Neighbours);
                }
            }
        }
        self.joined.clear();
    }

    /// Applies the AND rule to the full connection of a and m with a carrier, and each known one of m and b.
    fn apply_and(&mut self, a: usize, m: usize, carrier: S, size: u16) {
        if m < 2 {
            return;
        }
        let with_a = carrier | self.cells[a];
        let with_key = carrier | self.cells[m];
        // Nothing is to be found for neighbours.
        let near = self.near[a] | self.cells[a];
        let known = std::mem::take(&mut self.known[m]);
        let mut apart = std::mem::take(&mut self.apart);
        if apart.len() < known.len() {
            apart.resize(known.len(), 0);
        }
        // Half of them do not lie apart, which cannot be predicted: so this has no branch.
        let mut count = 0;
        for (index, other) in known.iter().enumerate() {
            // A worker's memory has fewer of them than `u32` counts.
            apart[count] = index as u32;
            let common = with_a & (other.carrier | other.cell) | near & other.cell;
            count += usize::from(common.is_empty() & (usize::from(other.end) != a));
        }
        for &index in &apart[..count] {
            let Known { end: b, size: other_size, carrier: other, .. } = known[index as usize];
            let b = usize::from(b);
            let size = u32::from(size + other_size);
            let rule = Rule::And(m, if a < b { [carrier, other] } else { [other, carrier] });
            if m < self.chains {
                self.add_full(a, b, carrier | other, size, rule);
            } else {
                self.add_semi(a, b, with_key | other, size + 1, rule);
            }
        }
        self.apart = apart;
        self.known[m] = known;
    }

    #[inline]
    fn add_full(&mut self, a: usize, b: usize, carrier: S, size: u32, rule: Rule<S>) {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a >= self.chains && size > LARGEST_FULL_OF_CELLS {
            return;
        }
        let pair = pair(a, b);
        let is_first = self.carriers.full(pair).is_empty();
        if self.carriers.add_full(pair, carrier, size) {
            self.record(pair, true, carrier, rule);
            let size = size as usize;
            // Ends are numbers of type `u16`.
            let ends = (a as u16, b as u16);
            if is_first {
                self.joined.push(ends);
            }
            self.new[size].push((ends.0, ends.1, carrier));
            self.smallest_new = self.smallest_new.min(size);
            self.waiting += 1;
        }
    }

    #[inline]
    fn record(&mut self, pair: usize, is_full: bool, carrier: S, rule: Rule<S>) {
        if let Some(trace) = &mut self.trace {
            trace[pair].push(Deduced { is_full, carrier, rule });
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
        // With all cells that each full connection has, it leads to no full connection without one of them.
        if self.carriers.pair(pair).common_of_full.is_within(carrier) {
            return;
        }
        if !self.carriers.add_semi(pair, carrier, size) {
            return;
        }
        self.record(pair, false, carrier, rule);
        let Pair { common_of_semi, is_queued, .. } = self.carriers.pair(pair);
        if common_of_semi.is_empty() && !*is_queued {
            *is_queued = true;
            // Ends are numbers of type `u16`.
            self.or_queue.push_back((a as u16, b as u16));
        }
    }

    /// Applies the OR rule to the semi-connections of two ends: for each cell that all known full connections have,
    /// looks for one without it.
    fn apply_or(&mut self, a: usize, b: usize) {
        let pair = pair(a, b);
        let mut semis = std::mem::take(&mut self.alternatives);
        semis.clear();
        semis.extend_from_slice(self.carriers.semi(pair));
        let is_first = self.carriers.full(pair).is_empty();
        let Pair { common_of_full, common_of_new, is_queued, .. } = self.carriers.pair(pair);
        let mut cells = if is_first {
            semis.iter().fold(S::default(), |all, &semi| all | semi)
        } else {
            // Without one of the others there is nothing new.
            *common_of_full & !*common_of_new
        };
        (*common_of_new, *is_queued) = (!S::default(), false);
        let mut is_sorted = false;
        if is_first && semis.len() == 2 {
            // There is nothing to choose.
            cells = S::default();
        }
        while !cells.is_empty() {
            let cell = S::from_cell(cells.first());
            cells = cells.without_first();
            if !have_union_without(&semis, cell) {
                continue;
            }
            if !is_sorted {
                sort_by_size(&mut semis);
                is_sorted = true;
            }
            if let Some(union) = union_without(&semis, cell) {
                self.add_full(a, b, union, union.count(), Rule::Or);
                cells &= union;
            }
        }
        if is_first && !is_sorted {
            sort_by_size(&mut semis);
            if let Some(union) = union_without(&semis, S::default()) {
                self.add_full(a, b, union, union.count(), Rule::Or);
            }
        }
        self.alternatives = semis;
    }
}

fn sort_by_size<S: CellSet>(carriers: &mut [S]) {
    carriers.sort_by_key(|carrier| carrier.count());
}

/// Returns the union of the first carriers, of those without a cell of `without`, that have no common cell. Carriers
/// with all common cells of those before are left out. `None` if all have a common cell.
fn union_without<S: CellSet>(carriers: &[S], without: S) -> Option<S> {
    let (mut common, mut union) = (!S::default(), S::default());
    for &carrier in carriers {
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

/// Returns whether the carriers without a cell have no common one.
fn have_union_without<S: CellSet>(carriers: &[S], cell: S) -> bool {
    // Whether a carrier has the cell cannot be predicted: so this has no branch.
    carriers
        .iter()
        .fold(!S::default(), |common, &carrier| common & if carrier.meets(cell) { !S::default() } else { carrier })
        .is_empty()
}
