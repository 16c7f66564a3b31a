//! The shortest win that can be forced: iterative deepening on the number of the winner's stones.
//!
//! ```text
//!     win(position, k)       X is to move: can X force a win with at most k further stones?
//!                            by a move after which replies(position, k - 1)
//!     replies(position, k)   O is to move: can X? if win(position, k) after each reply
//!
//!     with k = 1:      O   b   c         The corridor is X's stones and d, where X wins.
//!                        X   d   X       It makes no difference if b, c and f are O's.
//!                          O   f   O
//! ```
//!
//! The winner is X; if it is O, rows and columns are exchanged, and the players with them. A pass never helps O, since a
//! further stone never harms its owner: so X, with a win against each reply, also wins if O passes.
//!
//! The **corridor** for k is the cells and stones on paths of X from side to side that have at most k empty cells. A
//! stone of X with one stone less to place, or a stone of O, only makes it smaller: a path with at most k − 1 empty cells
//! after a move at c has at most k with c.
//!
//! - *Moves outside are useless.* No chain that X may still complete has the stone. So X wins also if the stone is O's,
//!   and without it: with k − 1 stones, and by induction with a move in a corridor.
//! - *All else may be O's.* So X has a win with moves in the corridor alone, by later corridors. Stones and cells outside
//!   are never part of X's chain. So the position is won or lost as if O had all cells outside, also those of such
//!   stones of X. It is searched and stored like that, and many positions become equal.
//!
//! A **carrier** of a win is a set of empty cells such that X wins with this number of stones even if O has all other
//! ones. By the above, the corridor is one. The search finds smaller ones: the last cell of a chain; and a move with the
//! carriers of the wins after the replies.
//!
//! **Must-play.** If X wins after a reply with a carrier, X wins after each other reply outside the carrier: there it
//! may be O's. So O's next reply must be in all carriers so far, and X wins once there is no such cell. The carriers
//! are within the corridor. So, if X has a win after one reply in the corridor, the replies outside fail, and O needs
//! none of them. A cell without which there is no path with k cells is a reply that refutes at once.
//!
//! **Barriers.** If O's stones join top and bottom by bridges and edge templates whose carriers have no common cell, X
//! never wins: O answers each move in the carrier where it was made. The templates are stones on the second and third
//! row from the side (the latter is the ziggurat). Stones of O in a carrier do no harm.
//!
//! **Order.** Moves and replies are ordered by the fewest stones that are left, then by the cells of the corridor: for
//! X few stones and many cells, for O the other way round. Of equal moves the one nearest to the middle is first: with
//! the first in reading order, 5x5 takes seven times as many positions. The reply that has refuted the same move before
//! is tried before all others. So it helps to search each position with one stone less before: 6x6 with 8 stones takes
//! half as many positions.
//!
//! **Table.** A position, or its half-turn if that is first, has a lower and an upper bound of the least number of
//! stones with which X wins, and the carrier of the latter up to 64 cells; else the corridor, with at least as many
//! stones, is the carrier. A bound that is lost only costs time.
//!
//! Empty boards, X to move, `--memory 4G`, two virtual cores busy with other work, November 2026:
//!
//! ```text
//!     size    stones     positions    processor time
//!     4x4          5           224            0.01 s
//!     5x5          7         6,662            0.03 s
//!     6x6         10    22,144,252              81 s, 650 MiB (with 1G: 31,300,309, 119 s, 360 MiB)
//! ```
//!
//! That 8 stones are not enough on 6x6 took 2.2 million positions at first; with the empty cells outside given to O 1.2
//! million, with X's stones too 0.8, and with one stone less first 0.5. Without carriers in the table the 0.8 are 2.1.
//!
//! Sources: R. Hayward and others, "Solving 7×7 Hex with domination, fill-in, and virtual connections", 2005
//! (must-play).

use std::cmp::Reverse;
use std::fmt::{self, Display};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::Progress;
use super::cells::{Board, CellSet, Stones};
use super::nodes::{Node, hash};
use crate::budget::Budget;
use crate::player::Player;
use crate::transposition::Table;

/// How many nodes are searched between two polls of the budget: about two milliseconds.
const POLLED_TOGETHER: u64 = 1024;

/// The shortest win that can be forced, or a lower bound if the search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShortestWin {
    /// The number of the winner's own further stones.
    pub stones: u32,
    /// The number of moves of both players up to the last one of these stones.
    pub moves: u32,
    /// Whether they are proved to be enough. Otherwise fewer stones are proved not to be.
    pub exact: bool,
}

impl Display for ShortestWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShortestWin { stones, moves, exact } = self;
        write!(f, "{}{stones} stones, {moves} moves", if *exact { "" } else { "at least " })
    }
}

/// Returns the shortest win of X, who wins the position.
pub(super) fn shortest_win<S: CellSet>(
    board: &Board<S>,
    Node { stones: root, to_move }: Node<S>,
    progress: &Mutex<Progress>,
    budget: &mut Budget<'_>,
) -> ShortestWin {
    let mut search = ShortestSearch::new(board, budget);
    // A player who wins does so before the board is full.
    let most = root.empty(board).count();
    let mut exact = board.is_won(Player::X, root.x);
    let mut stones = u32::from(!exact);
    while !exact && stones <= most {
        // Nothing panics while it holds the lock.
        progress.lock().unwrap_or_else(PoisonError::into_inner).stones = Some(stones);
        let found = if to_move == Player::X {
            search.win(&root, stones)
        } else {
            search.corridor(&root, stones).map_or(Continue(None), |corridor| search.replies(&corridor, stones))
        };
        match found {
            Continue(Some(_)) => exact = true,
            Continue(None) => stones += 1,
            Break(()) => break,
        }
    }
    progress.lock().unwrap_or_else(PoisonError::into_inner).stones = None;
    // The search is over, whether or not it is to be stopped.
    let _ = search.budget.poll(search.nodes);
    ShortestWin { stones, moves: (2 * stones).saturating_sub(u32::from(to_move == Player::X)), exact }
}

/// The carrier of a win of X, if X wins; `Break` if the search is stopped.
type Found<S> = ControlFlow<(), Option<S>>;

/// The corridor of a position.
struct Corridor<S> {
    /// The least number of stones with which X has a chain if O passes.
    least: u32,
    /// The position.
    of: Stones<S>,
    /// The same with all that is outside given to O.
    node: Stones<S>,
    /// The cells of which one is on all paths with `least` stones, if there is one.
    narrow: S,
}

/// A search for wins of X with few stones.
struct ShortestSearch<'a, 'b, S> {
    board: &'a Board<S>,
    /// For each cell the cells that O can join it to by a bridge, with the bridge's two cells.
    bridges: Vec<Vec<(usize, S)>>,
    /// For each cell the carriers that join it to O's first side and to the last one.
    edges: Vec<[Vec<S>; 2]>,
    /// A word for the logarithm of the work, the lower and the upper bound. Up to 64 cells the key has two words, and the
    /// third one is the carrier.
    table: Table<4>,
    /// The replies of O that have refuted a move, plus one, by a hash of the position, and seven more bits of the hash.
    refutations: Vec<u16>,
    /// The layers of [`corridor`](Self::corridor).
    layers: Vec<S>,
    budget: &'a mut Budget<'b>,
    nodes: u64,
}

impl<'a, 'b, S: CellSet> ShortestSearch<'a, 'b, S> {
    fn new(board: &'a Board<S>, budget: &'a mut Budget<'b>) -> Self {
        let near = &board.near;
        let bridge = |from: usize, to: usize| {
            let carrier = near[from] & near[to];
            (from != to && !near[from].has(to) && carrier.count() == 2).then_some((to, carrier))
        };
        let bridges: Vec<Vec<_>> =
            (0..board.cells).map(|from| (0..board.cells).filter_map(|to| bridge(from, to)).collect()).collect();
        let edge = |cell: usize, side: S| {
            let second = board.with_neighbours(side) & !side;
            let third = board.with_neighbours(second) & !second & !side;
            let beside = Some(near[cell] & side).filter(|carrier| second.has(cell) && carrier.count() == 2);
            let ziggurat = |&(to, carrier): &(usize, S)| {
                let row = S::from_cell(to) | near[cell] & second;
                let carrier = carrier | row | board.with_neighbours(row) & side;
                (third.has(cell) && second.has(to) && carrier.count() == 8).then_some(carrier)
            };
            beside.into_iter().chain(bridges[cell].iter().filter_map(ziggurat)).collect()
        };
        let edges = (0..board.cells).map(|cell| board.sides.o.map(|side| edge(cell, side))).collect();
        let key_mask = [u64::MAX, u64::MAX, if S::BITS == 64 { 0 } else { u64::MAX }, 0];
        let slots = usize::try_from(budget.memory / 16).unwrap_or(usize::MAX).clamp(1 << 10, 1 << 31);
        ShortestSearch {
            board,
            bridges,
            edges,
            table: Table::new(key_mask, budget.memory - budget.memory / 8),
            refutations: vec![0; slots],
            layers: Vec::new(),
            budget,
            nodes: 0,
        }
    }

    /// X is to move, and has not won. Returns the carrier of a win with at most the given number of stones.
    fn win(&mut self, node: &Stones<S>, stones: u32) -> Found<S> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLLED_TOGETHER) {
            self.budget.poll(self.nodes)?;
        }
        let board = self.board;
        let Some(Corridor { least, node, .. }) = self.corridor(node, stones) else { return Continue(None) };
        if least == 1 {
            let [left, right] =
                board.sides.x.map(|side| board.with_neighbours(self.board.component(side, node.x)) | side);
            return Continue(Some(S::from_cell((left & right & node.empty(board)).first())));
        }
        let turned = node.half_turn(board);
        if (turned.x, turned.o) < (node.x, node.o) {
            let carrier = self.win_in_corridor(&turned, stones)?;
            return Continue(carrier.map(|carrier| carrier.half_turn(board.cells)));
        }
        self.win_in_corridor(&node, stones)
    }

    /// Does what [`win`](Self::win) does for a position that needs at least two stones, is first among its half-turns,
    /// and has nothing outside the corridor.
    fn win_in_corridor(&mut self, node: &Stones<S>, stones: u32) -> Found<S> {
        let (key, empty) = (S::key(*node), node.empty(self.board));
        let mut bounds = self.bounds(key, empty);
        if bounds.lower > stones || bounds.upper <= stones {
            return Continue((bounds.upper <= stones).then_some(bounds.carrier));
        }
        if self.is_barred(node) {
            self.store(key, &Bounds { lower: NEVER, ..bounds }, 1);
            return Continue(None);
        }
        let before = self.nodes;
        let is_one_less_first = stones > 3 && bounds.lower < stones;
        let found = if is_one_less_first { self.win(node, stones - 1)? } else { None };
        let upper = stones - u32::from(found.is_some());
        let carrier = if found.is_none() { self.winning_move(node, stones)? } else { found };
        match carrier {
            Some(carrier) => bounds = Bounds { upper, carrier, ..bounds },
            None => bounds.lower = stones + 1,
        }
        self.store(key, &bounds, self.nodes - before);
        Continue(carrier)
    }

    /// Does what [`win`](Self::win) does, by a search of each move.
    fn winning_move(&mut self, node: &Stones<S>, stones: u32) -> Found<S> {
        let mut moves = Vec::new();
        for cell in node.empty(self.board).iter() {
            if let Some(next) = self.corridor(&node.with(Player::X, cell), stones - 1) {
                let from_middle = (2 * cell).abs_diff(self.board.cells - 1);
                moves.push(((next.least, Reverse(next.node.empty(self.board).count()), from_middle), cell, next));
            }
        }
        moves.sort_by_key(|&(value, ..)| value);
        for (_, cell, next) in &moves {
            if let Some(carrier) = self.replies(next, stones - 1)? {
                return Continue(Some(carrier | S::from_cell(*cell)));
            }
        }
        Continue(None)
    }

    /// O is to move in the position of a corridor. Returns the carrier of a win of X with at most the given number of
    /// stones.
    fn replies(&mut self, &Corridor { least, of, node, narrow }: &Corridor<S>, stones: u32) -> Found<S> {
        if least == 0 {
            return Continue(Some(S::default()));
        }
        if narrow.iter().any(|cell| self.corridor(&node.with(Player::O, cell), stones).is_none()) {
            return Continue(None);
        }
        let hash = hash(S::key(of));
        let (slot, tag) = (hash as usize % self.refutations.len(), (hash >> 57 << 9) as u16);
        let (mut must_play, mut carrier) = (node.empty(self.board), S::default());
        let mut next = must_play.iter().find(|&cell| self.refutations[slot] == (cell as u16 + 1) | tag);
        let mut replies = None;
        loop {
            if let Some(cell) = next {
                let Some(win) = self.win(&node.with(Player::O, cell), stones)? else {
                    self.refutations[slot] = (cell as u16 + 1) | tag;
                    return Continue(None);
                };
                carrier |= win;
                must_play &= win;
            }
            if must_play.is_empty() {
                return Continue(Some(carrier));
            }
            let replies = replies.get_or_insert_with(|| self.ordered_replies(&node, must_play, stones));
            next = std::iter::from_fn(|| replies.pop()).find(|&cell| must_play.has(cell));
        }
    }

    /// Returns O's replies on the given cells, the last one first.
    fn ordered_replies(&mut self, node: &Stones<S>, cells: S, stones: u32) -> Vec<usize> {
        let mut replies = Vec::new();
        for cell in cells.iter() {
            let after = self.corridor(&node.with(Player::O, cell), stones);
            let value = after.map(|after| (after.least, Reverse(after.node.empty(self.board).count())));
            replies.push((value, Reverse(cell)));
        }
        replies.sort_unstable();
        replies.into_iter().map(|(_, Reverse(cell))| cell).collect()
    }

    /// Returns the corridor for `most` stones; `None` if X has no chain with as few stones even if O passes.
    fn corridor(&mut self, node: &Stones<S>, most: u32) -> Option<Corridor<S>> {
        let (x, empty, [left, right]) = (node.x, node.empty(self.board), self.board.sides.x);
        let mut reached = self.board.component(left, x);
        let mut least = reached.meets(right).then_some(0);
        self.layers.clear();
        self.layers.push(reached);
        for stones in 1..=most {
            reached = self.next_layer(reached, left, x, empty);
            self.layers.push(reached);
            least = least.or_else(|| reached.meets(right).then_some(stones));
        }
        let least = least?;
        let mut reached = self.board.component(right, x);
        let (mut on, mut narrow) = (reached & self.layers[most as usize], S::default());
        for stones in 1..=most {
            reached = self.next_layer(reached, right, x, empty);
            // Those of the stones that are left for the other side; an empty cell counts from both.
            let [layer, with_cell] = [most - stones, most - stones + 1].map(|stones| self.layers[stones as usize]);
            on |= reached & (layer & x | with_cell & empty);
            if stones <= least {
                let [before, layer] = [least - stones, least - stones + 1].map(|stones| self.layers[stones as usize]);
                let shortest = reached & layer & !before & empty;
                narrow |= if shortest.count() == 1 { shortest } else { S::default() };
            }
        }
        Some(Corridor { least, of: *node, node: Stones { x: x & on, o: self.board.all & !on }, narrow })
    }

    /// Returns what the table has of a position with these empty cells, which are its corridor.
    fn bounds(&self, [a, b, c]: [u64; 3], empty: S) -> Bounds<S> {
        let known = self.table.get([a, b, c, 0]);
        let [_, _, carrier, value] = known.unwrap_or([a, b, c, NEVER.into()]);
        let carrier = if S::BITS == 64 { carrier.converted() } else { empty };
        Bounds { lower: value as u32 >> 16, upper: value as u32 & NEVER, carrier }
    }

    /// Stores bounds that took the given number of nodes.
    fn store(&self, [a, b, c]: [u64; 3], Bounds { lower, upper, carrier }: &Bounds<S>, nodes: u64) {
        let value = u64::from((nodes + 1).ilog2()) << 32 | u64::from(lower << 16 | upper);
        let new = [a, b, if S::BITS == 64 { carrier.converted() } else { c }, value];
        self.table.update(new, work_of, |_| new);
    }

    /// Returns the cells that one more stone than for those of `reached` reaches from a side.
    #[inline]
    fn next_layer(&self, reached: S, side: S, x: S, empty: S) -> S {
        let layer = (self.board.with_neighbours(reached) | side) & empty | reached;
        layer | self.board.component(self.board.with_neighbours(layer), x)
    }

    /// Returns whether O's sides are joined by O's stones, bridges and edge templates without common cells.
    fn is_barred(&self, node: &Stones<S>) -> bool {
        let o = node.o;
        let [top, bottom] = self.board.sides.o;
        let (mut reached, mut free) = (self.board.component(top, o), self.board.all & !node.x);
        for cell in (o & !reached).iter() {
            let template = self.edges[cell][0].iter().find(|carrier| carrier.is_within(free));
            if let Some(&carrier) = template.filter(|_| !reached.has(cell)) {
                free &= !carrier | o;
                reached |= self.board.component(S::from_cell(cell), o);
            }
        }
        let mut done = S::default();
        while !reached.is_within(done) {
            let cell = (reached & !done).first();
            done |= S::from_cell(cell);
            for &(to, carrier) in &self.bridges[cell] {
                if (o & !reached).has(to) && carrier.is_within(free) {
                    free &= !carrier | o;
                    reached |= self.board.component(S::from_cell(to), o);
                }
            }
        }
        reached.meets(bottom)
            || reached.iter().any(|cell| self.edges[cell][1].iter().any(|carrier| carrier.is_within(free)))
    }
}

/// An upper bound of a win that is not known, a lower bound of one that there is not.
const NEVER: u32 = 0xffff;

/// Bounds of the least number of stones with which X, who is to move, wins.
struct Bounds<S> {
    lower: u32,
    upper: u32,
    /// A carrier of a win with `upper` stones.
    carrier: S,
}

/// Returns the logarithm of the work that an entry of the table took.
fn work_of(&[_, _, _, value]: &[u64; 4]) -> u32 {
    (value >> 32) as u32
}
