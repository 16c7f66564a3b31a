//! Boards as the judge sees them: plain cells, and the plainest search.
//!
//! Nothing here is shared with [`crate::hex`]'s solver. The fewest moves come from Lee's wave, a cell at a time: own
//! stones cost nothing and go to the front of the queue, empty cells cost one and go to its end, so that cells leave
//! it in the order of their cost.

use std::collections::VecDeque;

use crate::cell::Cell;
use crate::hex::Position;
use crate::player::Player;

/// Steps from a cell to its six neighbours, right and down, going round.
pub(super) const NEIGHBOURS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Who owns which cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    size: u16,
    owners: Vec<Option<Player>>,
}

impl Board {
    /// A board without stones.
    pub(super) fn empty(size: u16) -> Board {
        Board { size, owners: vec![None; usize::from(size).pow(2)] }
    }

    /// The board of a position.
    pub(super) fn of(position: &Position) -> Board {
        let mut board = Board::empty(position.size());
        for cell in board.cells() {
            board.set(cell, position.owner(cell));
        }
        board
    }

    /// All cells, in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::new(column, row)))
    }

    /// The number of rows, and of columns.
    pub(super) fn size(&self) -> u16 {
        self.size
    }

    /// Where the cell is in reading order, counted from 0.
    pub(super) fn place(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * usize::from(self.size) + usize::from(cell.column())
    }

    pub(super) fn owner(&self, cell: Cell) -> Option<Player> {
        self.owners[self.place(cell)]
    }

    pub(super) fn put(&mut self, player: Player, cell: Cell) {
        self.set(cell, Some(player));
    }

    pub(super) fn set(&mut self, cell: Cell, owner: Option<Player>) {
        let place = self.place(cell);
        self.owners[place] = owner;
    }

    /// How many stones there are.
    pub(super) fn stones(&self) -> u32 {
        // A board has at most 4096² cells.
        self.owners.iter().flatten().count() as u32
    }

    /// Where the cell is when the board is turned by half a turn.
    pub(super) fn opposite(&self, cell: Cell) -> Cell {
        let last = self.size - 1;
        Cell::new(last - cell.column(), last - cell.row())
    }

    /// The neighbour in one of the directions of [`NEIGHBOURS`].
    pub(super) fn neighbour(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let (right, down) = NEIGHBOURS[direction];
        let column = cell.column().checked_add_signed(right)?;
        let row = cell.row().checked_add_signed(down)?;
        (column < self.size && row < self.size).then_some(Cell::new(column, row))
    }

    pub(super) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..NEIGHBOURS.len()).filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// The fewest empty cells that, added to the player's stones, join his sides: 0 if they are joined, `None` if the
    /// opponent has cut them off.
    ///
    /// # Complexity
    /// O(cells) in time and memory.
    pub(super) fn fewest_moves(&self, player: Player) -> Option<u32> {
        let mut costs: Vec<Option<u32>> = vec![None; self.owners.len()];
        let mut queue = VecDeque::new();
        let mut reach = |cell: Cell, before: u32, queue: &mut VecDeque<(Cell, u32)>| {
            let owner = self.owner(cell);
            let cost = before + u32::from(owner.is_none());
            let known = &mut costs[self.place(cell)];
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

    /// Whether the player's stones join his sides.
    pub(super) fn joins(&self, player: Player) -> bool {
        self.fewest_moves(player) == Some(0)
    }
}
