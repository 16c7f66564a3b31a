//! All shortest paths of one player between their two sides, on a board of any size.
//!
//! A breadth-first search (Lee's algorithm: C. Y. Lee, 1961; chapter 8 of the contest statement) starts at the player's
//! first side. Own stones cost nothing, empty cells cost one move each, and the opponent's stones are obstacles. The
//! cells at distance k are level k. A second search, from the other side and to ever lower levels, finds the cells of
//! each level that lie on a shortest path: **layer** k is these cells of level k.
//!
//! ```text
//!     X's levels         X's layers        X needs 3 moves. One of the smallest completions is
//!     1  2  2  2  3      .  .  .  2  3     E1-B2-D2: B2 and D2 touch the same chain, the
//!       1  1  X  2  3      .  1  X  2  3   stone C2, and D2 and E1 are neighbours.
//!         X  1  O  3  4      X  1  O  .  .
//! ```
//!
//! Cells of layers k and k + 1 are **linked** if they are neighbours or touch the same chain of own stones.
//!
//! **Theorem.** If the player needs n moves, the smallest completions are exactly the sets of one cell of each layer in
//! which consecutive cells are linked.
//!
//! **Proof.** A smallest completion and the own stones contain a path between the sides that visits each of the n cells
//! once: if it missed one, n − 1 cells would be enough. Between consecutive cells it visits own stones only, so that
//! they are neighbours or touch the same chain, and their distances differ by at most 1. The first cell is at distance
//! 1 and the other side at distance n, so the k-th cell is at distance k. It is in layer k, since it lies on this
//! shortest path. Conversely, n linked cells, one of each layer, and the stones that link them connect the two sides. ∎
//!
//! Time and memory are linear in the number of cells: 4 bytes and 2 bits per cell besides the position, and 4 bytes for
//! each cell of the search frontier. For boards of at most 30 rows [`BestCaseSolver`](super::BestCaseSolver) finds one
//! completion faster; this module serves all sizes and all questions about *all* completions.

use super::position::Position;
use crate::bits::BitRows;
use crate::cell::Cell;
use crate::player::Player;

/// The label of a cell that the search has not reached, and of the opponent's stones.
pub(super) const UNREACHED: u32 = u32::MAX;

/// A cell as a number: cells are counted row by row from the top, so that numbers are in reading order.
pub(super) type CellIndex = u32;

/// The shortest paths of one player: the cells of all smallest completions, in layers, and what links them.
///
/// ```
/// use quadrille::cell::Cell;
/// use quadrille::hex::{Position, ShortestPaths};
/// use quadrille::player::Player;
/// let mut position = Position::empty(7)?;
/// for row in 0..6 {
///     position.play(Player::O, Cell::new(3, row))?;
/// }
/// assert_eq!(ShortestPaths::new(&position, Player::X).map(|paths| paths.number_of_moves()), Some(7));
/// position.play(Player::O, Cell::new(3, 6))?;
/// assert!(ShortestPaths::new(&position, Player::X).is_none(), "a wall from top to bottom");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShortestPaths {
    /// The stones of the position.
    pub(super) board: Board,
    /// The level of a reached empty cell, the number of the chain of a reached own stone, [`UNREACHED`] for all others.
    pub(super) label: Vec<u32>,
    /// The chains of own stones that the search has reached, by their numbers.
    pub(super) chains: Vec<Chain>,
    /// The stones of all chains, one chain after the other.
    stones: Vec<CellIndex>,
    /// The cells of all layers, the last layer first, in no particular order within a layer.
    cells: Vec<CellIndex>,
    /// The end of each layer in `cells`, the last layer first.
    ends: Vec<usize>,
}

/// A chain of own stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// The level from which the chain was reached: it links cells of this layer to cells of the next.
    pub(super) level: u32,
    /// The index of its first stone in the list of stones.
    start: u32,
}

/// The stones of a position as one player sees them.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: u32,
    player: Player,
    own: BitRows,
    blocked: BitRows,
}

impl Board {
    fn new(position: &Position, player: Player) -> Board {
        let stones = position.stones();
        Board {
            size: position.size().into(),
            player,
            own: stones[player].clone(),
            blocked: stones[player.opponent()].clone(),
        }
    }

    /// Returns the cell with this number.
    pub(super) fn cell(&self, cell: CellIndex) -> Cell {
        // Both are below the size, which is 4096 at most.
        Cell::new((cell % self.size) as u16, (cell / self.size) as u16)
    }

    /// Returns whether the cell has a stone of the player.
    #[inline]
    pub(super) fn is_own(&self, cell: CellIndex) -> bool {
        self.own.get((cell % self.size) as usize, (cell / self.size) as usize)
    }

    /// Returns whether the cell has a stone of the opponent.
    #[inline]
    fn is_blocked(&self, cell: CellIndex) -> bool {
        self.blocked.get((cell % self.size) as usize, (cell / self.size) as usize)
    }

    /// Returns the neighbours of a cell, at most six.
    #[inline]
    pub(super) fn neighbours(&self, cell: CellIndex) -> impl Iterator<Item = CellIndex> + use<> {
        let size = self.size;
        let (column, row) = (cell % size, cell / size);
        let (left, right, top, bottom) = (column > 0, column + 1 < size, row > 0, row + 1 < size);
        let neighbours = [
            (top, cell.wrapping_sub(size)),
            (top && right, cell.wrapping_sub(size).wrapping_add(1)),
            (left, cell.wrapping_sub(1)),
            (right, cell + 1),
            (bottom && left, cell + size - 1),
            (bottom, cell + size),
        ];
        // Unlike the method `into_iter`, this moves the array in every edition of Rust.
        IntoIterator::into_iter(neighbours).filter_map(|(on_board, neighbour)| on_board.then_some(neighbour))
    }

    /// Returns the number of rows or columns between the cell and the player's first side.
    fn depth(&self, cell: CellIndex) -> u32 {
        match self.player {
            Player::X => cell % self.size,
            Player::O => cell / self.size,
        }
    }

    /// Returns the cells at this depth; depth 0 and the last one are the player's sides.
    fn side(&self, depth: u32) -> impl Iterator<Item = CellIndex> + use<> {
        let (size, player) = (self.size, self.player);
        (0..size).map(move |along| match player {
            Player::X => along * size + depth,
            Player::O => depth * size + along,
        })
    }
}

impl ShortestPaths {
    /// Searches for the shortest paths. Returns `None` if the player cannot win any more because the opponent has won.
    /// If the player has won, there are no layers and the number of moves is 0.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn new(position: &Position, player: Player) -> Option<ShortestPaths> {
        let mut paths = ShortestPaths::unsearched(position, player);
        let levels = paths.label_cells(paths.board.size - 1)?;
        if levels > 0 {
            paths.collect_layers(levels);
        }
        Some(paths)
    }

    /// Returns the board before a search.
    pub(super) fn unsearched(position: &Position, player: Player) -> ShortestPaths {
        let board = Board::new(position, player);
        ShortestPaths {
            label: vec![UNREACHED; (board.size * board.size) as usize],
            stones: Vec::with_capacity(board.own.count()),
            board,
            chains: Vec::new(),
            cells: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Returns the smallest number of moves with which the player wins if the opponent passes: the number of layers.
    #[must_use]
    pub fn number_of_moves(&self) -> usize {
        self.ends.len()
    }

    /// Returns the cells of a layer in no particular order. Layers are counted from 1.
    pub(super) fn layer(&self, layer: usize) -> &[CellIndex] {
        let from_last = self.ends.len() - layer;
        let start = from_last.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[from_last]]
    }

    /// Returns the stones of a chain.
    pub(super) fn stones(&self, chain: u32) -> &[CellIndex] {
        let start = self.chains[chain as usize].start as usize;
        let end = self.chains.get(chain as usize + 1).map_or(self.stones.len(), |next| next.start as usize);
        &self.stones[start..end]
    }

    /// Returns the cells of all layers in no particular order.
    pub(super) fn cells(&self) -> &[CellIndex] {
        &self.cells
    }

    /// Labels empty cells with their levels and own stones with their chains until the search reaches this depth.
    /// Returns its distance, or `None` if it cannot be reached.
    pub(super) fn label_cells(&mut self, target: u32) -> Option<u32> {
        let mut level = 0;
        let mut frontier = Vec::new();
        // Level 0 is the side itself.
        let mut reached: Vec<CellIndex> = self.board.side(0).collect();
        loop {
            let mut arrived = false;
            for cell in reached.drain(..) {
                if self.board.is_blocked(cell) || self.label[cell as usize] != UNREACHED {
                    continue;
                }
                if !self.board.is_own(cell) {
                    // An empty cell of the next level. It is labelled now so that it enters the frontier once.
                    self.label[cell as usize] = level + 1;
                    frontier.push(cell);
                    continue;
                }
                // There are fewer stones than 2³².
                let (id, start) = (self.chains.len() as u32, self.stones.len());
                self.chains.push(Chain { level, start: start as u32 });
                self.label[cell as usize] = id;
                self.stones.push(cell);
                let mut next_stone = start;
                while let Some(&stone) = self.stones.get(next_stone) {
                    next_stone += 1;
                    arrived |= self.board.depth(stone) == target;
                    for next in self.board.neighbours(stone) {
                        if self.label[next as usize] != UNREACHED || self.board.is_blocked(next) {
                            continue;
                        }
                        if self.board.is_own(next) {
                            self.label[next as usize] = id;
                            self.stones.push(next);
                        } else {
                            self.label[next as usize] = level + 1;
                            frontier.push(next);
                        }
                    }
                }
            }
            if arrived {
                return Some(level);
            }
            if frontier.is_empty() {
                return None;
            }
            level += 1;
            if frontier.iter().any(|&cell| self.board.depth(cell) == target) {
                return Some(level);
            }
            for cell in frontier.drain(..) {
                reached.extend(self.board.neighbours(cell));
            }
        }
    }

    /// Collects the layers, from the last one to the first.
    fn collect_layers(&mut self, levels: u32) {
        let size = self.board.size as usize;
        let mut seen = BitRows::new(size, size);
        let visit = |cell: CellIndex, seen: &mut BitRows| {
            let (column, row) = (cell as usize % size, cell as usize / size);
            let first = !seen.get(column, row);
            seen.set(column, row);
            first
        };
        let mut chain = Vec::new();
        let mut reached: Vec<CellIndex> = self.board.side(self.board.size - 1).collect();
        for level in (1..=levels).rev() {
            let start = self.cells.len();
            for cell in reached.drain(..) {
                chain.push(cell);
                while let Some(cell) = chain.pop() {
                    if self.board.is_own(cell) {
                        if visit(cell, &mut seen) {
                            chain.extend(self.board.neighbours(cell));
                        }
                    } else if !self.board.is_blocked(cell)
                        && self.label[cell as usize] == level
                        && visit(cell, &mut seen)
                    {
                        self.cells.push(cell);
                    }
                }
            }
            self.ends.push(self.cells.len());
            for &cell in &self.cells[start..] {
                reached.extend(self.board.neighbours(cell));
            }
        }
    }
}
