//! Lee's wave on a board of any size, and the layers of cells that it leaves.
//!
//! The wave starts at the player's first side and passes own stones for nothing, empty cells for one move each, the
//! opponent's stones never (C. Y. Lee, 1961; chapter 8 of the contest statement). An empty cell that it reaches with
//! its k-th move is at level k. A second wave from the other side, let through only to ever lower levels, keeps the
//! cells that lie on a smallest completion: **layer** k is what it keeps of level k.
//!
//! ```text
//!     X's levels         X's layers        Every smallest completion has one cell in each layer.
//!     1  2  2  2  3      .  .  .  2  3     Cells of layers k and k + 1 are *linked* if they touch,
//!       1  1  X  2  3      .  1  X  2  3   or touch the same chain of own stones; a completion is
//!         X  1  O  3  4      X  1  O  .  . a path of links from layer 1 to the last one.
//! ```
//!
//! Time and memory are linear in the cells of the board, however the stones lie: 4 bytes and 2 bits a cell besides the
//! position, and 4 bytes for each cell in the wave's front. Boards of at most 64 rows have a faster way to one completion in
//! [`wave`](super::wave); this one serves all sizes and all questions about *all* completions.

use std::ops::Range;

use super::position::Position;
use crate::bits::BitRows;
use crate::cell::Cell;
use crate::player::Player;

/// The mark of a cell that the wave has not reached, and of the opponent's stones.
const UNREACHED: u32 = u32::MAX;

/// A place on the board as a number: row by row from the top, so that numbers are in reading order.
pub(super) type Spot = u32;

/// All smallest completions of one player: the cells they use, in layers, and what links them.
///
/// ```
/// use quadrille::cell::Cell;
/// use quadrille::hex::{Layers, Position};
/// use quadrille::player::Player;
/// let mut position = Position::empty(7)?;
/// for row in 0..6 {
///     position.play(Player::O, Cell::new(3, row))?;
/// }
/// assert_eq!(Layers::new(&position, Player::X).map(|layers| layers.number()), Some(7));
/// position.play(Player::O, Cell::new(3, 6))?;
/// assert!(Layers::new(&position, Player::X).is_none(), "a wall from top to bottom");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layers {
    pub(super) board: Board,
    /// The level of an empty cell, the chain of an own stone.
    pub(super) mark: Vec<u32>,
    /// For each chain the level at which the wave passed it: it links cells of this layer to cells of the next.
    pub(super) chain_level: Vec<u32>,
    /// The cells of all layers, the last layer first; in a layer in no particular order.
    cells: Vec<Spot>,
    /// Where in `cells` each layer ends, the last layer first.
    ends: Vec<usize>,
}

/// Cells as numbers, and whose they are.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) size: u32,
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

    pub(super) fn cell(&self, spot: Spot) -> Cell {
        // Both are below the size, which is 4096 at most.
        Cell::new((spot % self.size) as u16, (spot / self.size) as u16)
    }

    fn spots(&self) -> Range<Spot> {
        0..self.size * self.size
    }

    #[inline]
    pub(super) fn is_own(&self, spot: Spot) -> bool {
        self.own.get((spot % self.size) as usize, (spot / self.size) as usize)
    }

    #[inline]
    fn is_blocked(&self, spot: Spot) -> bool {
        self.blocked.get((spot % self.size) as usize, (spot / self.size) as usize)
    }

    /// The cells that touch this one, at most six.
    #[inline]
    pub(super) fn neighbours(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<> {
        let size = self.size;
        let (column, row) = (spot % size, spot / size);
        let (left, right, top, bottom) = (column > 0, column + 1 < size, row > 0, row + 1 < size);
        [
            (top, spot.wrapping_sub(size)),
            (top && right, spot.wrapping_sub(size).wrapping_add(1)),
            (left, spot.wrapping_sub(1)),
            (right, spot + 1),
            (bottom && left, spot + size - 1),
            (bottom, spot + size),
        ]
        .into_iter()
        .filter_map(|(on_board, neighbour)| on_board.then_some(neighbour))
    }

    /// How far the spot is from the side where the player's wave starts, in rows or columns.
    fn depth(&self, spot: Spot) -> u32 {
        match self.player {
            Player::X => spot % self.size,
            Player::O => spot / self.size,
        }
    }

    /// The spots along one of the player's sides: the one at this depth.
    fn side(&self, depth: u32) -> impl Iterator<Item = Spot> + use<> {
        let (size, player) = (self.size, self.player);
        (0..size).map(move |along| match player {
            Player::X => along * size + depth,
            Player::O => depth * size + along,
        })
    }
}

impl Layers {
    /// Sends out the waves; `None` if the player cannot win any more, since the opponent has.
    ///
    /// A player who has won has no layers ([`number`](Self::number) is 0).
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn new(position: &Position, player: Player) -> Option<Layers> {
        let board = Board::new(position, player);
        let mut layers = Layers {
            mark: vec![UNREACHED; board.spots().len()],
            board,
            chain_level: Vec::new(),
            cells: Vec::new(),
            ends: Vec::new(),
        };
        let number = layers.forward()?;
        if number > 0 {
            layers.backward(number);
        }
        Some(layers)
    }

    /// The smallest number of moves with which the player wins if the opponent passes.
    #[must_use]
    pub fn number(&self) -> usize {
        self.ends.len()
    }

    /// The cells of a layer, counted from 1, in no particular order.
    pub(super) fn layer(&self, layer: usize) -> &[Spot] {
        let from_last = self.ends.len() - layer;
        let start = from_last.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[from_last]]
    }

    /// The cells of all layers, in no particular order.
    pub(super) fn cells(&self) -> &[Spot] {
        &self.cells
    }

    /// Marks empty cells with their levels and own stones with their chains until the wave breaks on the far side.
    fn forward(&mut self) -> Option<u32> {
        let target = self.board.size - 1;
        let mut level = 0;
        let mut front = Vec::new();
        let mut chain = Vec::new();
        // Level 0 is the side itself: what touches it is reached from there.
        let mut reached: Vec<Spot> = self.board.side(0).collect();
        loop {
            let mut broken = false;
            for spot in reached.drain(..) {
                if self.board.is_blocked(spot) || self.mark[spot as usize] != UNREACHED {
                    continue;
                }
                if !self.board.is_own(spot) {
                    // An empty cell of the next level. It is marked now so that it enters the front once.
                    self.mark[spot as usize] = level + 1;
                    front.push(spot);
                    continue;
                }
                let id = self.chain_level.len() as u32; // there are at most as many chains as cells
                self.chain_level.push(level);
                self.mark[spot as usize] = id;
                chain.push(spot);
                while let Some(stone) = chain.pop() {
                    broken |= self.board.depth(stone) == target;
                    for next in self.board.neighbours(stone) {
                        if self.mark[next as usize] != UNREACHED || self.board.is_blocked(next) {
                            continue;
                        }
                        if self.board.is_own(next) {
                            self.mark[next as usize] = id;
                            chain.push(next);
                        } else {
                            self.mark[next as usize] = level + 1;
                            front.push(next);
                        }
                    }
                }
            }
            // With `level` moves the wave is past all of them and their chains.
            if broken {
                return Some(level);
            }
            if front.is_empty() {
                return None;
            }
            level += 1;
            if front.iter().any(|&spot| self.board.depth(spot) == target) {
                return Some(level);
            }
            for spot in front.drain(..) {
                reached.extend(self.board.neighbours(spot));
            }
        }
    }

    /// Collects the layers, from the last one to the first.
    fn backward(&mut self, number: u32) {
        let size = self.board.size as usize;
        let mut seen = BitRows::new(size, size);
        let mut chain = Vec::new();
        let mut reached: Vec<Spot> = self.board.side(self.board.size - 1).collect();
        for level in (1..=number).rev() {
            let start = self.cells.len();
            let visit = |spot: Spot, seen: &mut BitRows| {
                let (column, row) = (spot as usize % size, spot as usize / size);
                let first = !seen.get(column, row);
                seen.set(column, row);
                first
            };
            for spot in reached.drain(..) {
                chain.push(spot);
                while let Some(spot) = chain.pop() {
                    if self.board.is_own(spot) {
                        if visit(spot, &mut seen) {
                            chain.extend(self.board.neighbours(spot));
                        }
                    } else if !self.board.is_blocked(spot)
                        && self.mark[spot as usize] == level
                        && visit(spot, &mut seen)
                    {
                        self.cells.push(spot);
                    }
                }
            }
            self.ends.push(self.cells.len());
            for &spot in &self.cells[start..] {
                reached.extend(self.board.neighbours(spot));
            }
        }
    }
}
