//! Full boards: a counter of one of the players on every cell.

use std::fmt;

use super::size::Size;
use super::square::{Square, squares};
use crate::cell::Cell;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// A full board. Its text form has a line a row, of `X` and `O` with one blank between.
///
/// ```
/// use quadrille::hip::Colouring;
/// use quadrille::player::Player;
/// let chess = |parity: u16| if parity % 2 == 0 { Player::X } else { Player::O };
/// let board = Colouring::from_fn("3x3".parse()?, |cell| chess(cell.row() + cell.column()));
/// assert_eq!(board.to_string(), "X O X\nO X O\nX O X\n");
/// let squares: Vec<String> = board.monochromatic().map(|(owner, square)| format!("{owner}: {square}")).collect();
/// assert_eq!(squares, ["X: A1 C1 C3 A3", "O: B1 C2 B3 A2"]);
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colouring {
    size: Size,
    /// In reading order.
    owners: Vec<Player>,
}

impl Colouring {
    /// The board on which each cell belongs to the player that `owner` names.
    pub fn from_fn(size: Size, owner: impl FnMut(Cell) -> Player) -> Colouring {
        Colouring { size, owners: size.cells().map(owner).collect() }
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whose counter is on a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Player {
        assert!(self.size.has(cell), "{cell} is off a board of {}", self.size);
        self.owners[self.size.index(cell)]
    }

    /// How many counters a player has.
    #[must_use]
    pub fn counters(&self, player: Player) -> usize {
        self.owners.iter().filter(|&&owner| owner == player).count()
    }

    /// Whether a game can end so: each player has [half of the counters](Size::counters).
    ///
    /// ```
    /// use quadrille::hip::Colouring;
    /// use quadrille::player::Player;
    /// let size = "1x3".parse()?;
    /// let of_x = |columns: &[u16]| {
    ///     Colouring::from_fn(size, |cell| if columns.contains(&cell.column()) { Player::X } else { Player::O })
    /// };
    /// assert!(of_x(&[0, 2]).is_playable());
    /// assert!(!of_x(&[1]).is_playable() && !of_x(&[0, 1, 2]).is_playable());
    /// # Ok::<(), quadrille::hip::NotASize>(())
    /// ```
    #[must_use]
    pub fn is_playable(&self) -> bool {
        self.counters(Player::X) == self.size.counters(Player::X)
    }

    /// The squares with all corners of one player, and whose they are.
    ///
    /// # Complexity
    /// O(squares of the board).
    pub fn monochromatic(&self) -> impl Iterator<Item = (Player, Square)> {
        squares(self.size).filter_map(|square| {
            let owners = square.corners().map(|cell| self.owner(cell));
            owners.iter().all(|&owner| owner == owners[0]).then_some((owners[0], square))
        })
    }

    /// The board as a symmetry leaves it.
    ///
    /// # Panics
    /// If the symmetry is one of squares and the board is not square.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Colouring {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let mut owners = self.owners.clone();
        for (cell, &owner) in self.size.cells().zip(&self.owners) {
            owners[self.size.index(symmetry.image(cell, rows, columns))] = owner;
        }
        Colouring { size: self.size, owners }
    }

    /// The board with the players exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Colouring {
        Colouring { size: self.size, owners: self.owners.iter().map(|owner| owner.opponent()).collect() }
    }
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.owners.chunks(usize::from(self.size.columns())) {
            for (column, owner) in row.iter().enumerate() {
                let blank = if column == 0 { "" } else { " " };
                write!(f, "{blank}{owner}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
