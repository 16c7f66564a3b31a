//! A Hex position: a board of S × S hexagons and the stones on it.
//!
//! ```text
//!      A   B   C                        the cell in column c and row r touches
//!    1 -   -   -      X joins             (c, r − 1)  (c + 1, r − 1)
//!      2 -   *   -    left to right,   (c − 1, r)  *  (c + 1, r)
//!        3 -   -   -  O top to bottom     (c − 1, r + 1)  (c, r + 1)
//! ```
//!
//! Stones need not be even in number, nor come from a real game: any two disjoint sets of cells are a position. Both
//! players cannot have joined their sides at once, since one's chain cuts the other's sides apart.

use std::error::Error;
use std::fmt;

use crate::bits::BitRows;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// The largest size of a board: more rows and columns than this are refused.
pub const LARGEST_SIZE: u16 = 4096;

/// A board with stones, each cell held by one player at most.
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
/// assert!(position.play(Player::O, c2).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: u16,
    stones: ByPlayer<BitRows>,
}

impl Position {
    /// A board of `size` rows and columns without stones. Memory: two bits a cell.
    ///
    /// # Errors
    /// If the size is 0 or above [`LARGEST_SIZE`].
    pub fn empty(size: u64) -> Result<Position, SizeError> {
        match u16::try_from(size) {
            Ok(size @ 1..=LARGEST_SIZE) => {
                let clear = || BitRows::new(usize::from(size), usize::from(size));
                Ok(Position { size, stones: ByPlayer { x: clear(), o: clear() } })
            }
            _ => Err(SizeError { size }),
        }
    }

    /// Puts a stone of `player` on an empty cell.
    ///
    /// # Errors
    /// If the cell is off the board or has a stone already; the position is then unchanged.
    #[inline]
    pub fn play(&mut self, player: Player, cell: Cell) -> Result<(), IllegalStone> {
        if !self.contains(cell) {
            return Err(IllegalStone::OffBoard { cell, size: self.size });
        }
        if let Some(owner) = self.owner(cell) {
            return Err(IllegalStone::Taken { cell, owner });
        }
        self.stones[player].set(usize::from(cell.column()), usize::from(cell.row()));
        Ok(())
    }

    /// The number of rows, and of columns.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u16 {
        self.size
    }

    /// Whether the cell is on the board.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column() < self.size && cell.row() < self.size
    }

    /// Whose stone is on the cell, if any; a cell off the board has none.
    #[inline]
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        let (column, row) = (usize::from(cell.column()), usize::from(cell.row()));
        let holds = |&player: &Player| self.stones[player].get(column, row);
        if self.contains(cell) { Player::BOTH.into_iter().find(holds) } else { None }
    }

    /// Each player's stones as bit rows, bit c of row r for the cell in column c and row r.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> &ByPlayer<BitRows> {
        &self.stones
    }
}

/// A size that no board has.
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

/// Why a stone cannot be put on a cell.
///
/// ```
/// use quadrille::hex::Position;
/// use quadrille::player::Player;
/// let error = Position::empty(3)?.play(Player::X, "D1".parse()?).err().ok_or("legal")?;
/// assert_eq!(error.to_string(), "cell D1 is off a board of size 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalStone {
    /// The board is too small for it.
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: u16,
    },
    /// There is one already.
    Taken {
        /// The cell.
        cell: Cell,
        /// Whose stone it has.
        owner: Player,
    },
}

impl fmt::Display for IllegalStone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalStone::OffBoard { cell, size } => write!(f, "cell {cell} is off a board of size {size}"),
            IllegalStone::Taken { cell, owner } => write!(f, "cell {cell} already has a stone of {owner}"),
        }
    }
}

impl Error for IllegalStone {}
