//! The distance of each cell from a player's first side, by Lee's algorithm (C. Y. Lee, 1961; chapter 8 of the contest statement),
//! cell by cell: what a contestant compares a program of their own with.
//!
//! ```text
//!     -   O   -          1   O   2          X comes from the left side. The stone A2 touches it and costs nothing; the first
//!       X   -   -          0   1   2        wave takes A1, B2 and A3, the second one C1, C2 and B3. X needs 2 moves, since
//!         -   -   -          1   2   3      C1 and C2 are on the right side.
//! ```

use std::collections::VecDeque;
use std::io::{self, Write};

use super::position::Position;
use crate::cell::Cell;
use crate::player::Player;

/// Returns, for each cell in reading order, the fewest empty cells on a path from the player's first side (left for X, top for O) to
/// and with that cell. Own stones cost nothing. `None` for the opponent's stones, and for cells that no path leads to.
///
/// ```
/// use quadrille::hex::{Position, distances};
/// use quadrille::player::Player;
/// let mut position = Position::empty(2)?;
/// position.play(Player::O, "A2".parse()?)?;
/// assert_eq!(distances(&position, Player::X), [Some(1), Some(2), None, Some(3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(cells) in time and memory.
#[must_use]
pub fn distances(position: &Position, player: Player) -> Vec<Option<u32>> {
    let size = position.size();
    let mut distances = vec![None; usize::from(size).pow(2)];
    // The cells whose neighbours are to be visited, by their distances.
    let mut queue = VecDeque::new();
    let mut visit = |cell: Cell, before: u32, queue: &mut VecDeque<_>| {
        let distance = match position.owner(cell) {
            None => before + 1,
            Some(owner) if owner == player => before,
            Some(_) => return,
        };
        let known = &mut distances[usize::from(cell.row()) * usize::from(size) + usize::from(cell.column())];
        if known.is_none_or(|known| distance < known) {
            *known = Some(distance);
            if distance == before { queue.push_front((cell, distance)) } else { queue.push_back((cell, distance)) }
        }
    };
    for at in 0..size {
        let (column, row) = if player == Player::X { (0, at) } else { (at, 0) };
        visit(Cell::new(column, row), 0, &mut queue);
    }
    while let Some((cell, distance)) = queue.pop_front() {
        neighbours(cell, size).for_each(|neighbour| visit(neighbour, distance, &mut queue));
    }
    distances
}

/// Returns the up to six neighbours of a cell.
pub(super) fn neighbours(cell: Cell, size: u16) -> impl Iterator<Item = Cell> {
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].into_iter().filter_map(move |(right, down)| {
        let (column, row) = (cell.column().checked_add_signed(right)?, cell.row().checked_add_signed(down)?);
        (column.max(row) < size).then(|| Cell::new(column, row))
    })
}

/// Prints the distances of a player as a board: the opponent's stones as their letter, other cells that no path leads to as `.`, and
/// columns as wide as the widest number.
///
/// # Errors
/// Those of `out`.
pub fn print_distances(out: &mut impl Write, position: &Position, player: Player) -> io::Result<()> {
    let distances = distances(position, player);
    let width = distances.iter().flatten().max().map_or(1, |most| most.to_string().len());
    for (row, distances) in (0..).zip(distances.chunks(position.size().into())) {
        write!(out, "{:indent$}", "", indent = 2 * usize::from(row))?;
        for (column, distance) in (0..).zip(distances) {
            let gap = if column == 0 { "" } else { "   " };
            let shown = match (distance, position.owner(Cell::new(column, row))) {
                (Some(distance), _) => distance.to_string(),
                (None, Some(owner)) => owner.to_string(),
                (None, None) => ".".to_owned(),
            };
            write!(out, "{gap}{shown:>width$}")?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
