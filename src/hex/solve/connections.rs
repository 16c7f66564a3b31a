//! Connections of one player, found by H-search.
//!
//! ```text
//!     a full connection of a and b: a bridge        a semi-connection of a and b: X plays k, and then has two
//!         a   .                                         a   .           bridges with different cells
//!           .   b     X answers at one dot                .   k   .
//!                     if O plays at the other                   .   b
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
//! **Indices and lifetimes.** [`set_up`](Connections::set_up) gives each end a number, an [`End`]: the sides, the other
//! chains, the empty cells in reading order. The number means nothing for another position or for the other player.
//!
//! ```text
//!         A   B   C           end    ends           cells   near             X joins left and right
//!       1 .   X   .             0    left side      -       A1 A2 A3
//!         2 .   .   O           1    right, C3      -       C1 B3            chains = 3, as A1 is the first empty cell
//!           3 .   .   X         2    B1             -       A1 C1 A2 B2      end_of[A1] = 3; that of B1 means nothing
//!                               3    A1             A1      A2
//!                               ...  C1, A2, B2, A3
//!                               8    B3             B3      B2 A3
//! ```
//!
//! - From `set_up` on: `ends`, `cells` and `near`, by end; `end_of`, by cell. `carriers` has the pair of the sides
//!   alone, without any carrier, `joined` and `trace` are empty, and `must_play` is all cells. The queues and
//!   `partners` are those of the last `build`.
//! - After [`build`](Connections::build): `carriers` and `trace`, by the [number of a pair](Ends::pair); `joined`,
//!   which has the ends 0 and 2, as A1 and A2 give them a bridge; `must_play` and `must_play_carriers`, cells. If
//!   the sides have a full connection, as here, `must_play` means nothing. If `build` was cancelled, all are
//!   incomplete.
//! - During `build` alone: `and_queue`, by the size of the carrier; `or_queue`; `partners`, by end: those of B1 are its
//!   neighbours and, at last, the left side, with the carrier {A1, A2}.
//! - During one application of a rule: `apart`, `alternatives`.
//!
//! A full connection is in `carriers` as soon as it is found. It is in `and_queue` until the AND rule is applied to it,
//! and from then on in the partners of both ends. If a smaller one removes it from `carriers`, it stays a partner; in
//! the queue it is skipped.
//!
//! Source: V. Anshelevich, "A hierarchical approach to computer Hex", 2002.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::carriers::{Carriers, End, Ends, Summary, pairs};
use super::cells::{Board, CellSet, Stones};
use crate::player::Player;

/// The largest carriers of connections between two empty cells; with a chain or a side, there is no limit.
const LARGEST_FULL_OF_CELLS: u32 = 10;
/// Larger ones give no full connection that is small enough.
const LARGEST_SEMI_OF_CELLS: u32 = LARGEST_FULL_OF_CELLS - 1;

/// The largest numbers of full and of semi-connections that are kept for a pair of ends; of many ends, fewer.
const MOST_FULL: usize = 12;
const MOST_SEMI: usize = 32;

/// The largest number of ends that are few, as on 11×11; there are many on 12×12 and above.
const MOST_FEW_ENDS: usize = 130;

/// Those for many ends.
const FULL_OF_MANY: usize = 3;
const SEMI_OF_MANY: usize = 4;

/// How a connection was deduced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule<S> {
    /// The ends are neighbours.
    Neighbours,
    /// By the AND rule from full connections of the lower end and `middle`, and of `middle` and the higher end, with
    /// these carriers.
    And { middle: End, carriers: [S; 2] },
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

/// A full connection, and the number of cells of its carrier.
#[derive(Clone, Copy, Debug)]
struct Full<S> {
    ends: Ends,
    size: u16,
    carrier: S,
}

/// A full connection that the AND rule has been applied to, as the end in the middle of that sees it.
#[derive(Clone, Copy, Debug)]
struct Partner<S> {
    /// The other end.
    end: End,
    /// The number of cells of the carrier.
    size: u16,
    carrier: S,
    /// The other end's cell if that is empty.
    cell: S,
}

/// Full connections that the AND rule is to be applied to. The last one of the smallest size is the first to be taken.
#[derive(Debug, Default)]
struct BucketQueue<S> {
    /// For each size of a carrier.
    buckets: Vec<Vec<Full<S>>>,
    /// The buckets below this one are empty.
    smallest: usize,
    /// The number of connections in all buckets.
    length: usize,
}

impl<S: CellSet> BucketQueue<S> {
    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets.resize(S::BITS + 1, Vec::new());
        (self.smallest, self.length) = (0, 0);
    }

    #[inline]
    fn push(&mut self, full: Full<S>) {
        let size = usize::from(full.size);
        self.buckets[size].push(full);
        self.smallest = self.smallest.min(size);
        self.length += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Full<S>> {
        self.length = self.length.checked_sub(1)?;
        loop {
            if let Some(full) = self.buckets[self.smallest].pop() {
                return Some(full);
            }
            self.smallest += 1;
        }
    }
}

/// Connections of one player in one position. It is built again and again in the same memory.
#[derive(Debug, Default)]
pub(super) struct Connections<S> {
    /// The stones or the cell of each end: the player's two sides with the chains that touch them, then the other
    /// chains, then the empty cells.
    pub(super) ends: Vec<S>,
    /// The number of ends that are sides or chains.
    pub(super) chains: usize,
    /// For each end its cell if that is empty, otherwise no cell.
    cells: Vec<S>,
    /// For each end the empty cells next to it.
    near: Vec<S>,
    /// For each cell that is empty its end. What it says of other cells means nothing.
    end_of: Vec<End>,
    pub(super) carriers: Carriers<S>,
    /// The pairs of ends, but for neighbours, that have a full connection, in the order in which they got one.
    joined: Vec<Ends>,
    /// For each end that is no side, the full connections that the AND rule has been applied to, also those that have
    /// been removed from `carriers` since.
    partners: Vec<Vec<Partner<S>>>,
    /// Where [`apply_and`](Self::apply_and) has the indices of partners.
    apart: Vec<u32>,
    and_queue: BucketQueue<S>,
    /// Pairs of ends to which the OR rule is to be applied, in the order in which they came.
    or_queue: VecDeque<Ends>,
    /// Where [`apply_or`](Self::apply_or) has semi-connections.
    alternatives: Vec<S>,
    /// The cells that are in the carriers of all semi-connections of the sides that were found, also of those that are
    /// not kept; all cells if there are none. If the opponent is to move and does not play there, the player wins.
    pub(super) must_play: S,
    /// All cells of the carriers of which they are the common cells.
    pub(super) must_play_carriers: S,
    /// For each pair of ends, the connections in the order in which they were deduced, if that is asked for.
    pub(super) trace: Option<Vec<Vec<Deduced<S>>>>,
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
        self.carriers.full(Ends::SIDES).first().copied()
    }

    /// Returns the carriers of the smallest semi-connections of the sides that were found.
    pub(super) fn semis_of_sides(&self) -> &[S] {
        self.carriers.semi(Ends::SIDES)
    }

    /// Returns the connections of two ends in the order in which they were deduced; none without a trace.
    pub(super) fn deductions(&self, ends: Ends) -> &[Deduced<S>] {
        self.trace.as_ref().and_then(|trace| trace.get(ends.pair())).map_or(&[], Vec::as_slice)
    }

    /// Returns the cell of an end that is an empty cell.
    pub(super) fn cell(&self, end: End) -> usize {
        self.cells[end.number()].first()
    }

    /// Returns the pairs of ends that are neighbours.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = Ends> {
        self.near.iter().enumerate().flat_map(move |(a, near)| {
            let a = End::new(a);
            near.iter().map(|cell| self.end_of[cell]).filter(move |&b| a < b).map(move |b| Ends::new(a, b))
        })
    }

    /// Returns the other pairs of ends, but for the two sides, that have a full connection: of two empty cells, one
    /// with a carrier of at most the given size.
    pub(super) fn joined(&self, largest_of_cells: u32) -> impl Iterator<Item = Ends> {
        let is_small = move |full: &S| full.count() <= largest_of_cells;
        self.joined.iter().copied().filter(move |&ends| {
            ends != Ends::SIDES && (!self.is_of_cells(ends) || self.carriers.full(ends).iter().any(is_small))
        })
    }

    /// Returns whether both ends are empty cells.
    #[inline]
    fn is_of_cells(&self, ends: Ends) -> bool {
        ends.lower.number() >= self.chains
    }

    /// Returns the pairs of ends, but for the two sides, that are no neighbours and have two neighbours in common.
    pub(super) fn bridges(&self) -> Vec<Ends> {
        let mut bridges = Vec::new();
        for (b, &near) in self.near.iter().enumerate().skip(2) {
            for (a, &other) in self.near[..b].iter().enumerate() {
                let common = near & other;
                let is_bridge = !common.is_empty() && !common.without_first().is_empty();
                if is_bridge && !other.meets(self.cells[b]) {
                    bridges.push(Ends::new(End::new(a), End::new(b)));
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
        while self.full_of_sides().is_none() && (until == Until::FullOfSides || self.semis_of_sides().is_empty()) {
            let Some(full) = self.and_queue.pop() else {
                let Some(ends) = self.or_queue.pop_front() else { break };
                self.apply_or(ends);
                continue;
            };
            let Ends { lower, higher } = full.ends;
            if self.carriers.full(full.ends).contains(&full.carrier) {
                self.apply_and(lower, higher, full);
                self.apply_and(higher, lower, full);
                steps += 1;
                if steps.is_multiple_of(1024) {
                    proceed()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns how many bytes the carriers take at most on a board with the given number of cells, which are nearly all
    /// of the memory.
    pub(super) fn most_bytes(cells: usize) -> u64 {
        let most = cells + 2;
        let bytes = |ends, kept| pairs(ends) * (size_of::<Summary<S>>() + kept * size_of::<S>());
        let few = bytes(most.min(MOST_FEW_ENDS), MOST_FULL + MOST_SEMI);
        let many = if most > MOST_FEW_ENDS { bytes(most, FULL_OF_MANY + SEMI_OF_MANY) } else { 0 };
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
        self.near.clear();
        for (end, &chain) in self.ends.iter().enumerate() {
            let side = if end < 2 { board.sides[player][end] } else { S::default() };
            self.near.push((board.with_neighbours(chain) | side) & empty);
        }
        self.end_of.resize(board.cells, End::default());
        for cell in empty.iter() {
            self.end_of[cell] = End::new(self.ends.len());
            self.ends.push(S::from_cell(cell));
            self.cells.push(S::from_cell(cell));
            self.near.push(board.near[cell] & empty);
        }
        self.joined.clear();
        self.carriers.clear(2, 1, 1);
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
            if ends <= MOST_FEW_ENDS { (MOST_FULL, MOST_SEMI) } else { (FULL_OF_MANY, SEMI_OF_MANY) };
        self.carriers.clear(ends, most_full, most_semi);
        if let Some(trace) = &mut self.trace
            && trace.len() < pairs(ends)
        {
            trace.resize_with(pairs(ends), Vec::new);
        }
        self.partners.iter_mut().for_each(Vec::clear);
        if self.partners.len() < ends {
            self.partners.resize(ends, Vec::new());
        }
        self.and_queue.clear();
        self.or_queue.clear();
        for a in (0..ends).map(End::new) {
            for cell in self.near[a.number()].iter() {
                let b = self.end_of[cell];
                if a < b {
                    self.add_full(Ends::new(a, b), S::default(), 0, Rule::Neighbours);
                }
            }
        }
        // Neighbours are not among them.
        self.joined.clear();
    }

    /// Applies the AND rule to this full connection of `a` and `middle` and to each partner of `middle`, and makes `a`
    /// a partner.
    fn apply_and(&mut self, a: End, middle: End, Full { size, carrier, .. }: Full<S>) {
        if middle.is_side() {
            return;
        }
        let cell = self.cells[a.number()];
        let with_a = carrier | cell;
        let with_middle = carrier | self.cells[middle.number()];
        // Nothing is to be found for neighbours.
        let near = self.near[a.number()] | cell;
        let mut partners = std::mem::take(&mut self.partners[middle.number()]);
        let mut apart = std::mem::take(&mut self.apart);
        if apart.len() < partners.len() {
            apart.resize(partners.len(), 0);
        }
        // Half of them do not lie apart, which cannot be predicted: so this has no branch.
        let mut count = 0;
        for (index, other) in partners.iter().enumerate() {
            // A worker's memory has fewer of them than `u32` counts.
            apart[count] = index as u32;
            let common = with_a & (other.carrier | other.cell) | near & other.cell;
            count += usize::from(common.is_empty()) & usize::from(other.end != a);
        }
        for &index in &apart[..count] {
            let Partner { end: b, size: other_size, carrier: other, .. } = partners[index as usize];
            let ends = Ends::new(a, b);
            let size = u32::from(size + other_size);
            let rule = Rule::And { middle, carriers: if a < b { [carrier, other] } else { [other, carrier] } };
            if middle.number() < self.chains {
                self.add_full(ends, carrier | other, size, rule);
            } else {
                self.add_semi(ends, with_middle | other, size + 1, rule);
            }
        }
        partners.push(Partner { end: a, size, carrier, cell });
        self.apart = apart;
        self.partners[middle.number()] = partners;
    }

    #[inline]
    fn add_full(&mut self, ends: Ends, carrier: S, size: u32, rule: Rule<S>) {
        if self.is_of_cells(ends) && size > LARGEST_FULL_OF_CELLS {
            return;
        }
        let is_first = self.carriers.full(ends).is_empty();
        if self.carriers.add_full(ends, carrier, size) {
            self.record(ends, Deduced { is_full: true, carrier, rule });
            if is_first {
                self.joined.push(ends);
            }
            // At most the number of cells.
            self.and_queue.push(Full { ends, size: size as u16, carrier });
        }
    }

    #[inline]
    fn record(&mut self, ends: Ends, deduced: Deduced<S>) {
        if let Some(trace) = &mut self.trace {
            trace[ends.pair()].push(deduced);
        }
    }

    #[inline]
    fn add_semi(&mut self, ends: Ends, carrier: S, size: u32, rule: Rule<S>) {
        if self.is_of_cells(ends) && size > LARGEST_SEMI_OF_CELLS {
            return;
        }
        if ends == Ends::SIDES {
            if !self.must_play.is_within(carrier) {
                self.must_play_carriers |= carrier;
            }
            self.must_play &= carrier;
        }
        // With all cells that each full connection has, it leads to no full connection without one of them.
        if self.carriers.summary(ends).common_of_full.is_within(carrier) || !self.carriers.add_semi(ends, carrier, size)
        {
            return;
        }
        self.record(ends, Deduced { is_full: false, carrier, rule });
        let Summary { common_of_semi, is_queued, .. } = self.carriers.summary(ends);
        if common_of_semi.is_empty() && !*is_queued {
            *is_queued = true;
            self.or_queue.push_back(ends);
        }
    }

    /// Applies the OR rule to the semi-connections of two ends.
    fn apply_or(&mut self, ends: Ends) {
        let mut semis = std::mem::take(&mut self.alternatives);
        semis.clear();
        semis.extend_from_slice(self.carriers.semi(ends));
        let is_first = self.carriers.full(ends).is_empty();
        let Summary { common_of_full, common_of_new, is_queued, .. } = self.carriers.summary(ends);
        let cells = match semis.len() {
            // A union without a cell that all new semi-connections have is one of old ones, and not new.
            _ if !is_first => *common_of_full & !*common_of_new,
            // There is nothing to choose.
            2 => S::default(),
            _ => semis.iter().fold(S::default(), |all, &semi| all | semi),
        };
        (*common_of_new, *is_queued) = (!S::default(), false);
        if !self.add_unions_without(cells, ends, &mut semis) && is_first {
            sort_by_size(&mut semis);
            if let Some(union) = union_without(&semis, S::default()) {
                self.add_full(ends, union, union.count(), Rule::Or);
            }
        }
        self.alternatives = semis;
    }

    /// For each of some cells, as long as all unions that this adds have it, adds a union of semi-connections without
    /// the cell, if there is one. Returns whether it has added any.
    fn add_unions_without(&mut self, mut cells: S, ends: Ends, semis: &mut [S]) -> bool {
        let mut is_found = false;
        while !cells.is_empty() {
            let cell = S::from_cell(cells.first());
            cells = cells.without_first();
            if !have_union_without(semis, cell) {
                continue;
            }
            if !is_found {
                sort_by_size(semis);
                is_found = true;
            }
            if let Some(union) = union_without(semis, cell) {
                self.add_full(ends, union, union.count(), Rule::Or);
                cells &= union;
            }
        }
        is_found
    }
}

fn sort_by_size<S: CellSet>(carriers: &mut [S]) {
    carriers.sort_by_key(|carrier| carrier.count());
}

/// Takes carriers without a cell of `without`, in order, until no cell is common to them, and returns their union.
/// Carriers with all common cells of those before are left out. `None` if all have a common cell.
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
