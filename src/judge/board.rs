//! Boards of the judge: an owner for each cell, and a breadth-first search cell by cell that shares nothing with the
//! solver of [`crate::hex`].
//!
//! ```text
//!     owners, by index             costs for X when the search is done, which starts on the left side
//!     -   X   -      0 1 2         1   1   2
//!       O   -   -      3 4 5         .   2   2     . owned by O
//!         -   -   X      6 7 8         1   2   2   C3 is X's own: fewest_moves(X) = 2
//! ```

use std::collections::VecDeque;

use crate::cell::Cell;
use crate::hex::Position;
use crate::player::Player;

/// The steps (right, down) from a cell to its six neighbours, clockwise.
pub(super) const NEIGHBOURS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The owner of each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    size: u16,
    owners: Vec<Option<Player>>,
}

impl Board {
    /// Returns a board without stones.
    pub(super) fn empty(size: u16) -> Board {
        Board { size, owners: vec![None; usize::from(size).pow(2)] }
    }

    /// Returns the board of a position.
    pub(super) fn from_position(position: &Position) -> Board {
        let mut board = Board::empty(position.size());
        for cell in board.cells() {
            board.set(cell, position.owner(cell));
        }
        board
    }

    /// Returns all cells in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::new(column, row)))
    }

    /// Returns the rows as an output shows them.
    #[cfg(feature = "cli")]
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let owner =
            |row, column| self.owner(Cell::new(column, row)).map_or("-".to_owned(), |player| player.to_string());
        let line = move |row| (0..self.size).map(|column| owner(row, column)).collect::<Vec<_>>().join("   ");
        (0..self.size).map(move |row| format!("{:1$}{2}", "", 2 * usize::from(row), line(row)))
    }

    /// Returns the number of rows, which is the number of columns.
    pub(super) fn size(&self) -> u16 {
        self.size
    }

    /// Returns the index of a cell in reading order, counted from 0.
    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * usize::from(self.size) + usize::from(cell.column())
    }

    /// Returns the owner of the stone on a cell, or `None` if the cell is empty.
    pub(super) fn owner(&self, cell: Cell) -> Option<Player> {
        self.owners[self.index(cell)]
    }

    /// Puts a stone of this owner on a cell, or empties the cell.
    pub(super) fn set(&mut self, cell: Cell, owner: Option<Player>) {
        let index = self.index(cell);
        self.owners[index] = owner;
    }

    /// Returns the number of stones.
    pub(super) fn stones(&self) -> u32 {
        // A board has at most 4096² cells.
        self.owners.iter().flatten().count() as u32
    }

    /// Returns the image of a cell under a half-turn of the board.
    pub(super) fn opposite(&self, cell: Cell) -> Cell {
        let last = self.size - 1;
        Cell::new(last - cell.column(), last - cell.row())
    }

    /// Returns the neighbour in a direction, an index of [`NEIGHBOURS`], or `None` if it is off the board.
    pub(super) fn neighbour(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let (right, down) = NEIGHBOURS[direction];
        let column = cell.column().checked_add_signed(right)?;
        let row = cell.row().checked_add_signed(down)?;
        (column < self.size && row < self.size).then_some(Cell::new(column, row))
    }

    /// Returns the neighbours of a cell on the board, clockwise.
    pub(super) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..NEIGHBOURS.len()).filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// Returns the smallest number of empty cells that, added to the player's stones, connect their sides: 0 if the
    /// sides are connected, `None` if the opponent's stones separate them.
    ///
    /// This is 0-1 breadth-first search (Lee 1961, with two costs): a path pays 1 for an empty cell, which goes to the
    /// end of the queue, and 0 for a stone of the player, which goes to its front.
    ///
    /// **Theorem.** The first entry of the far side that leaves the queue has the smallest cost of all paths.
    ///
    /// **Proof.** The costs in the queue are always ascending and differ by at most 1: when an entry with cost c leaves
    /// it, entries with cost c enter at the front, and entries with cost c + 1 at the end. So entries leave in
    /// ascending order of costs. Suppose that this entry costs more than a cheapest path to the far side. On the path,
    /// take the first cell whose entry with its cost on the path has not left yet. The cell before it has left, or the
    /// cell is on the near side; so this entry is in the queue, and costs less than the one that leaves: a
    /// contradiction. ∎
    ///
    /// # Complexity
    /// O(cells) time and memory.
    pub(super) fn fewest_moves(&self, player: Player) -> Option<u32> {
        let mut costs: Vec<Option<u32>> = vec![None; self.owners.len()];
        let mut queue = VecDeque::new();
        let mut reach = |cell: Cell, before: u32, queue: &mut VecDeque<(Cell, u32)>| {
            let owner = self.owner(cell);
            let cost = before + u32::from(owner.is_none());
            let known = &mut costs[self.index(cell)];
            if owner == Some(player.opponent()) || known.is_some_and(|known| known <= cost) {
                return;
            }
            *known = Some(cost);
            if cost == before { queue.push_front((cell, cost)) } else { queue.push_back((cell, cost)) }
        };
        for i in 0..self.size {
            let first = if player == Player::X { Cell::new(0, i) } else { Cell::new(i, 0) };
            reach(first, 0, &mut queue);
        }
        while let Some((cell, cost)) = queue.pop_front() {
            let across = if player == Player::X { cell.column() } else { cell.row() };
            if across == self.size - 1 {
                return Some(cost);
            }
            for next in self.neighbours(cell) {
                reach(next, cost, &mut queue);
            }
        }
        None
    }
}
