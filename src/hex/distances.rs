//! The distance of each cell from a player's first side, by Lee's algorithm (C. Y. Lee, 1961; chapter 8 of the contest
//! statement): what a contestant compares a program of their own with.
//!
//! ```text
//!     -   O   -          1   O   2          X comes from the left side. The stone A2 touches it and costs nothing; the first
//!       X   -   -          0   1   2        wave takes A1, B2 and A3, the second one C1, C2 and B3. X needs 2 moves, since
//!         -   -   -          1   2   3      C1 and C2 are on the right side.
//! ```

use std::fmt::{self, Display};

use super::position::Position;
use super::shortest_paths::{ShortestPaths, UNREACHED};
use crate::cell::Cell;
use crate::player::Player;

/// Returns, for each cell in reading order, the fewest empty cells on a path from the player's first side (left for X,
/// top for O) to and with that cell. Own stones cost nothing. `None` for the opponent's stones, and for cells that no
/// path leads to.
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
    // No path leads through the padding.
    let mut padded = position.clone();
    padded.pad(player.opponent());
    let mut paths = ShortestPaths::unsearched(&padded, player);
    // No cell is that far from the side, so the search goes on to the last cell.
    paths.label_cells(u32::MAX);
    let distance = |(cell, &label): (u32, &u32)| match label {
        UNREACHED => None,
        chain if paths.board.is_own(cell) => Some(paths.chains[chain as usize].level),
        level => Some(level),
    };
    let (size, columns) = (position.size().into(), position.shape().columns.into());
    let rows = paths.label.chunks(size).zip((0..).step_by(size)).take(position.shape().rows.into());
    rows.flat_map(|(row, first)| (first..).zip(&row[..columns]).map(distance)).collect()
}

/// The distances of a player as a board: the opponent's stones as their letter, other cells that no path leads to as
/// `.`, and columns as wide as the widest number.
#[derive(Clone, Copy, Debug)]
pub struct DistanceBoard<'a> {
    /// The position.
    pub position: &'a Position,
    /// The player.
    pub player: Player,
}

impl Display for DistanceBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let distances = distances(self.position, self.player);
        let width = distances.iter().flatten().max().map_or(1, |most| most.to_string().len());
        for (row, distances) in (0..).zip(distances.chunks(self.position.shape().columns.into())) {
            write!(f, "{:indent$}", "", indent = 2 * usize::from(row))?;
            for (column, distance) in (0..).zip(distances) {
                let gap = if column == 0 { "" } else { "   " };
                let shown = match (*distance, self.position.owner(Cell::new(column, row))) {
                    (Some(distance), _) => distance.to_string(),
                    (None, Some(owner)) => owner.to_string(),
                    (None, None) => ".".to_owned(),
                };
                write!(f, "{gap}{shown:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
