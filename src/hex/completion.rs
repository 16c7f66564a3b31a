//! Smallest completions of a player: one, and all of them in reading order.
//!
//! A player's **completion** is a smallest set of empty cells that, all taken by the player while the opponent passes,
//! connects the player's two sides: the contest statement's "best case". *First in reading order* compares the sorted
//! lists of cells.
//!
//! [`Completions`] lists them. A completion has one cell of each layer of [`ShortestPaths`], and consecutive cells are
//! linked: this is a constraint satisfaction problem whose constraints form a path. The list keeps it **arc
//! consistent**: each remaining cell has a *support*, a remaining cell that is linked to it, in the layer before and in
//! the layer after, where there is such a layer.
//!
//! **Theorem** (E. C. Freuder, *A Sufficient Condition for Backtrack-Free Search*, 1982). In arc consistent layers each
//! remaining cell is in a completion of remaining cells.
//!
//! **Proof.** Follow supports from the cell to the first layer and to the last. ∎
//!
//! So the first completion is found without backtracking: go through the cells in reading order, choose each remaining
//! one, and remove the other cells of its layer and then all cells that lose their last support. For the next
//! completion the last choice that had alternatives is undone, its cell is removed, and the walk goes on from there.
//!
//! Supports are counted as in AC-4 (R. Mohr and T. C. Henderson, 1986). The pairs that a chain links are not listed:
//! the chain counts how many remaining cells touch it on each side, and its stones are supports as long as this is not
//! 0. A removal takes a step for each of six neighbours, and the end of a chain a step for each neighbour of its
//!    stones, so that the first completion takes
//! O(cells) however large the chains are. Each later one takes at most a walk for each of its cells.
//!
//! ```text
//!     layers      links           choose A1, which removes A2; B2 loses its last support and is removed: A1-B1
//!     1  2        A1–B1           undo; remove A1; choose B1, which removes B2: B1-A2
//!       1  2      A2–B1, A2–B2    undo; remove B1: A2-B2
//! ```

use std::fmt;

use super::shortest_paths::{CellIndex, ShortestPaths};
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// A smallest set of empty cells that would connect a player's sides. Its text form is the cells joined by `-`.
#[doc(alias = "best case")]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Completion {
    cells: Vec<Cell>,
}

impl Completion {
    /// Returns the completion with these cells. The caller must ensure that they are in reading order.
    pub(super) fn new(cells: Vec<Cell>) -> Completion {
        debug_assert!(cells.is_sorted());
        Completion { cells }
    }

    /// Returns the cells in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of cells, which is the number of moves.
    #[must_use]
    pub fn number_of_moves(&self) -> usize {
        self.cells.len()
    }
}

impl fmt::Display for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.cells.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}

/// The outcome of a position: its winner, or the best cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has connected both sides.
    Won(Player),
    /// Neither player has won. Both still can; these are the completions that are first in reading order.
    Open(ByPlayer<Completion>),
}

/// An iterator over all smallest completions of one player, in reading order. If the player has won, there is one,
/// without cells.
///
/// ```
/// use quadrille::hex::{Completions, Position, ShortestPaths};
/// use quadrille::player::Player;
/// let paths = ShortestPaths::new(&Position::empty(2)?, Player::X).ok_or("O has won")?;
/// let all: Vec<String> = Completions::new(&paths).map(|completion| completion.to_string()).collect();
/// assert_eq!(all, ["A1-B1", "B1-A2", "A2-B2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Completions<'a> {
    layers: ConsistentLayers<'a>,
    /// The cells of all layers in reading order.
    order: Vec<CellIndex>,
    /// The index in `order` of the next cell to choose if it remains.
    next: usize,
    /// The choices that had alternatives: the index in `order`, and the length of the trail before the choice.
    choices: Vec<(usize, usize)>,
    exhausted: bool,
}

impl<'a> Completions<'a> {
    /// Returns the completions that consist of these shortest paths.
    #[must_use]
    pub fn new(paths: &'a ShortestPaths) -> Self {
        let mut order = paths.cells().to_vec();
        order.sort_unstable();
        Completions { layers: ConsistentLayers::new(paths), order, next: 0, choices: Vec::new(), exhausted: false }
    }
}

impl Iterator for Completions<'_> {
    type Item = Completion;

    fn next(&mut self) -> Option<Completion> {
        if self.exhausted {
            return None;
        }
        while let Some(&cell) = self.order.get(self.next) {
            if self.layers.remains[cell as usize] && self.layers.has_alternatives(cell) {
                self.choices.push((self.next, self.layers.trail.len()));
                self.layers.choose(cell);
            }
            self.next += 1;
        }
        let board = &self.layers.paths.board;
        let remaining = self.order.iter().filter(|&&cell| self.layers.remains[cell as usize]);
        let completion = Completion::new(remaining.map(|&cell| board.cell(cell)).collect());
        match self.choices.pop() {
            Some((choice, trail)) => {
                self.layers.restore(trail);
                self.layers.exclude(self.order[choice]);
                self.next = choice + 1;
            }
            None => self.exhausted = true,
        }
        Some(completion)
    }
}

/// The side of a cell or a chain from which a support comes.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// The layer before.
    Before,
    /// The layer after.
    After,
}

/// The layers without the cells that have been removed. They are arc consistent after `new`, `choose`, `exclude` and
/// `restore`.
#[derive(Debug)]
struct ConsistentLayers<'a> {
    paths: &'a ShortestPaths,
    /// Whether a cell is in a layer and has not been removed.
    remains: Vec<bool>,
    /// The number of supports of each cell, by [`Side`]: remaining neighbours, and stones of chains with a remaining
    /// cell on the other side of the chain. Cells outside of the layers have numbers, too, which are not used.
    supports: [Vec<u8>; 2],
    /// The number of pairs of a stone of the chain and a remaining neighbour of it, by [`Side`] of the chain.
    contacts: [Vec<u32>; 2],
    /// The number of remaining cells of each layer; layers are counted from 1.
    remaining: Vec<u32>,
    /// The removed cells in the order of their removals.
    trail: Vec<CellIndex>,
}

impl<'a> ConsistentLayers<'a> {
    fn new(paths: &'a ShortestPaths) -> Self {
        let (cells, chains) = (paths.label.len(), paths.chains.len());
        let mut remaining = vec![0; paths.number_of_moves() + 1];
        let mut remains = vec![false; cells];
        for &cell in paths.cells() {
            remains[cell as usize] = true;
            remaining[paths.label[cell as usize] as usize] += 1;
        }
        let mut layers = ConsistentLayers {
            paths,
            remains,
            supports: [vec![0; cells], vec![0; cells]],
            contacts: [vec![0; chains], vec![0; chains]],
            remaining,
            trail: Vec::new(),
        };
        for &cell in paths.cells() {
            layers.update_supports::<true>(cell);
        }
        layers
    }

    fn layer_of(&self, cell: CellIndex) -> u32 {
        self.paths.label[cell as usize]
    }

    /// Returns whether other cells of the cell's layer remain.
    fn has_alternatives(&self, cell: CellIndex) -> bool {
        self.remaining[self.layer_of(cell) as usize] > 1
    }

    /// Removes the other cells of the cell's layer, and what loses its support by that.
    fn choose(&mut self, cell: CellIndex) {
        let from = self.trail.len();
        let paths = self.paths;
        for &other in paths.layer(self.layer_of(cell) as usize) {
            if other != cell && self.remains[other as usize] {
                self.remove(other);
            }
        }
        self.propagate(from);
    }

    /// Removes a cell, and what loses its support by that. The caller must ensure that other cells of its layer remain.
    fn exclude(&mut self, cell: CellIndex) {
        let from = self.trail.len();
        self.remove(cell);
        self.propagate(from);
    }

    fn remove(&mut self, cell: CellIndex) {
        self.remains[cell as usize] = false;
        let layer = self.layer_of(cell);
        self.remaining[layer as usize] -= 1;
        self.trail.push(cell);
    }

    /// Removes the supports that the cells of the trail give, starting at index `from`, and the cells that are left
    /// without support.
    fn propagate(&mut self, mut from: usize) {
        while let Some(&cell) = self.trail.get(from) {
            self.update_supports::<false>(cell);
            from += 1;
        }
    }

    /// Restores removed cells, the last one first, until the trail has this length.
    fn restore(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(cell) = self.trail.pop() else { break };
            self.remains[cell as usize] = true;
            let layer = self.layer_of(cell);
            self.remaining[layer as usize] += 1;
            self.update_supports::<true>(cell);
        }
    }

    /// Adds the supports that a cell gives to cells of the adjacent layers, or removes them.
    fn update_supports<const ADD: bool>(&mut self, cell: CellIndex) {
        let paths = self.paths;
        let layer = self.layer_of(cell);
        for next in paths.board.neighbours(cell) {
            let label = paths.label[next as usize];
            if paths.board.is_own(next) {
                // The label of an own stone that the search has not reached is not the number of a chain.
                match paths.chains.get(label as usize) {
                    Some(chain) if chain.level == layer => self.update_chain::<ADD>(label, Side::Before),
                    Some(chain) if chain.level + 1 == layer => self.update_chain::<ADD>(label, Side::After),
                    _ => {}
                }
            } else if label == layer + 1 {
                self.update_cell::<ADD>(next, Side::Before);
            } else if label == layer - 1 {
                self.update_cell::<ADD>(next, Side::After);
            }
        }
    }

    fn update_cell<const ADD: bool>(&mut self, cell: CellIndex, side: Side) {
        let supports = &mut self.supports[side as usize][cell as usize];
        if ADD {
            *supports += 1;
        } else {
            *supports -= 1;
            if *supports == 0 && self.remains[cell as usize] {
                self.remove(cell);
            }
        }
    }

    /// Adds or removes a contact on a side of a chain. When the first is added or the last removed, the cells on the
    /// other side of the chain gain or lose the supports that its stones give.
    fn update_chain<const ADD: bool>(&mut self, chain: u32, side: Side) {
        let contacts = &mut self.contacts[side as usize][chain as usize];
        if !ADD {
            *contacts -= 1;
        }
        let changed = *contacts == 0;
        if ADD {
            *contacts += 1;
        }
        if !changed {
            return;
        }
        let paths = self.paths;
        let level = paths.chains[chain as usize].level;
        let across = match side {
            Side::Before => level + 1,
            Side::After => level,
        };
        for &stone in paths.stones(chain) {
            for next in paths.board.neighbours(stone) {
                if !paths.board.is_own(next) && paths.label[next as usize] == across {
                    self.update_cell::<ADD>(next, side);
                }
            }
        }
    }
}
