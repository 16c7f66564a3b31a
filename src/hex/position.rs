//! A Hex position: a board of S × S hexagons and the stones on it.
//!
//! ```text
//!      A   B   C                        the neighbours of the cell in column c and row r are
//!    1 -   X   -      X connects            (c, r − 1)  (c + 1, r − 1)
//!      2 -   O   X    left and right,   (c − 1, r)  *  (c + 1, r)
//!        3 -   -   -  O top and bottom      (c − 1, r + 1)  (c, r + 1)
//!
//!     X's bit rows, bit 0 first: 010 001 000      O's: 000 010 000
//! ```
//!
//! The players need not have equally many stones, nor need a position come from a real game: any two disjoint sets of
//! cells are a position. At most one player has connected their sides (J. Nash; see D. Gale, *The Game of Hex and the
//! Brouwer Fixed-Point Theorem*, 1979): a chain between one player's sides separates the other's.

use std::error::Error;
use std::fmt;

use crate::bits::BitRows;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// The largest size of a board.
pub const LARGEST_SIZE: u16 = 4096;

/// A board with stones, at most one on each cell.
///
/// ```
/// use quadrille::cell::Cell;
/// use quadrille::hex::Position;
/// use quadrille::player::Player;
///
/// let mut position = Position::empty(5)?;
/// let c2: Cell = "C2".parse()?;
/// position.play(Player::X, c2)?;
/// assert_eq!(position.owner(c2), Some(Player::X));
/// let error = position.play(Player::O, c2).unwrap_err();
/// assert_eq!(error.to_string(), "cell C2 already has a stone of X");
/// assert_eq!(position.legal_moves().count(), 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: u16,
    stones: ByPlayer<BitRows>,
}

impl Position {
    /// Returns a board of `size` rows and columns without stones. It takes two bits of memory per cell.
    ///
    /// # Errors
    /// If the size is 0 or above [`LARGEST_SIZE`].
    pub fn empty(size: u64) -> Result<Position, SizeError> {
        match u16::try_from(size) {
            Ok(size @ 1..=LARGEST_SIZE) => Ok(Position::of_size(size)),
            _ => Err(SizeError { size }),
        }
    }

    /// Returns a board without stones, of a size that a board can have.
    pub(super) fn of_size(size: u16) -> Position {
        let clear = || BitRows::new(usize::from(size), usize::from(size));
        Position { size, stones: ByPlayer { x: clear(), o: clear() } }
    }

    /// Puts a stone of `player` on an empty cell.
    ///
    /// # Errors
    /// If the cell is off the board or has a stone already. The position is then unchanged.
    #[inline]
    pub fn play(&mut self, player: Player, cell: Cell) -> Result<(), PlayError> {
        if !self.contains(cell) {
            return Err(PlayError::OffBoard { cell, size: self.size });
        }
        if let Some(owner) = self.owner(cell) {
            return Err(PlayError::Taken { cell, owner });
        }
        self.stones[player].set(usize::from(cell.column()), usize::from(cell.row()));
        Ok(())
    }

    /// Returns the number of rows, which is also the number of columns.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u16 {
        self.size
    }

    /// Returns whether the cell is on the board.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column() < self.size && cell.row() < self.size
    }

    /// Returns the player whose stone is on the cell, or `None` if the cell is empty or off the board.
    #[inline]
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        let (column, row) = (usize::from(cell.column()), usize::from(cell.row()));
        let holds = |&player: &Player| self.stones[player].get(column, row);
        if self.contains(cell) { Player::BOTH.iter().copied().find(holds) } else { None }
    }

    /// Returns all cells of the board in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::new(column, row)))
    }

    /// Returns the empty cells in reading order: the moves of the next player if neither player has won.
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |&cell| self.owner(cell).is_none())
    }

    /// Returns each player's stones as bit rows: bit c of row r is the cell in column c and row r.
    #[inline]
    #[must_use]
    pub(crate) fn stones(&self) -> &ByPlayer<BitRows> {
        &self.stones
    }
}

/// The error that no board has the given size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    size: u64,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a size from 1 to {LARGEST_SIZE}, found {}", self.size)
    }
}

impl Error for SizeError {}

/// The reason why a stone cannot be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The cell is off the board.
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: u16,
    },
    /// The cell has a stone already.
    Taken {
        /// The cell.
        cell: Cell,
        /// The player whose stone it has.
        owner: Player,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::OffBoard { cell, size } => write!(f, "cell {cell} is off a board of size {size}"),
            PlayError::Taken { cell, owner } => write!(f, "cell {cell} already has a stone of {owner}"),
        }
    }
}

impl Error for PlayError {}
