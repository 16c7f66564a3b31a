//! A Hex position: a board of hexagons and the stones on it.
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
//!
//! A board that is not square is the upper left part of a square one, so that all algorithms work on squares. If it has
//! more columns than rows, the *padding* is rows of O's stones below it, otherwise columns of X's at its right:
//!
//! ```text
//!     2 rows, 3 columns:    -   -   -            3 rows, 2 columns:    -   -   X
//!                             -   -   -                                  -   -   X
//!                               O   O   O                                  -   -   X
//! ```
//!
//! The winner is the same. Rows of O's padding touch the bottom, and all cells of its first row, so O has a chain from
//! the top to the bottom of the square exactly if O has one to the last row of the board; X has no stones in the padding,
//! and as many columns. The same holds for X by symmetry.

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
    shape: Shape,
    /// The stones on the board and in the padding.
    stones: ByPlayer<BitRows>,
}

/// The numbers of columns and of rows of a board. Its text is that of the size of a square, or rows x columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The number of columns.
    pub columns: u16,
    /// The number of rows.
    pub rows: u16,
}

impl Shape {
    /// Returns the shape with these numbers.
    ///
    /// # Errors
    /// If one is 0 or above [`LARGEST_SIZE`].
    pub fn new(columns: u64, rows: u64) -> Result<Shape, SizeError> {
        let length = |size| match u16::try_from(size) {
            Ok(size @ 1..=LARGEST_SIZE) => Ok(size),
            _ => Err(SizeError { size }),
        };
        Ok(Shape { columns: length(columns)?, rows: length(rows)? })
    }

    /// Returns the number of columns or of rows, whichever is larger.
    #[inline]
    #[must_use]
    pub fn size(self) -> u16 {
        self.columns.max(self.rows)
    }

    /// Returns whether the cell is on such a board.
    #[inline]
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        cell.column() < self.columns && cell.row() < self.rows
    }

    /// Returns whether there are as many columns as rows.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { columns, rows } = self;
        if self.is_square() { write!(f, "{rows}") } else { write!(f, "{rows}x{columns}") }
    }
}

impl Position {
    /// Returns a board of `size` rows and columns without stones. It takes two bits of memory per cell.
    ///
    /// # Errors
    /// If the size is 0 or above [`LARGEST_SIZE`].
    pub fn empty(size: u64) -> Result<Position, SizeError> {
        Ok(Position::with_shape(Shape::new(size, size)?))
    }

    /// Returns a board without stones. It takes two bits of memory per cell of the square around it.
    #[must_use]
    pub fn with_shape(shape: Shape) -> Position {
        let size = usize::from(shape.size());
        let clear = || BitRows::new(size, size);
        let mut position = Position { shape, stones: ByPlayer { x: clear(), o: clear() } };
        position.pad(if shape.columns > shape.rows { Player::O } else { Player::X });
        position
    }

    /// Gives the padding to a player.
    pub(super) fn pad(&mut self, owner: Player) {
        let (size, columns, rows) = (self.size().into(), self.shape.columns.into(), self.shape.rows.into());
        for row in 0..size {
            let first = if row < rows { columns } else { 0 };
            for player in Player::BOTH.iter().filter(|_| first < size) {
                self.stones[*player].fill([first, size - 1], row, *player == owner);
            }
        }
    }

    /// Puts a stone of `player` on an empty cell.
    ///
    /// # Errors
    /// If the cell is off the board or has a stone already. The position is then unchanged.
    #[inline]
    pub fn play(&mut self, player: Player, cell: Cell) -> Result<(), PlayError> {
        if !self.contains(cell) {
            return Err(PlayError::OffBoard { cell, shape: self.shape });
        }
        if let Some(owner) = self.owner(cell) {
            return Err(PlayError::Taken { cell, owner });
        }
        self.stones[player].set(usize::from(cell.column()), usize::from(cell.row()));
        Ok(())
    }

    /// Returns the position without the stone of a cell.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub(super) fn without(&self, cell: Cell) -> Position {
        assert!(self.contains(cell), "a cell of the board");
        let (mut position, column) = (self.clone(), usize::from(cell.column()));
        for &player in &Player::BOTH {
            position.stones[player].fill([column; 2], cell.row().into(), false);
        }
        position
    }

    /// Returns the size of the square that the position is a part of: the number of columns or of rows, whichever is
    /// larger.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u16 {
        self.shape.size()
    }

    /// Returns the numbers of columns and of rows.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns whether the cell is on the board.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.shape.contains(cell)
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
        let Shape { columns, rows } = self.shape;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(column, row)))
    }

    /// Returns the empty cells in reading order: the moves of the next player if neither player has won.
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |&cell| self.owner(cell).is_none())
    }

    /// Returns whether there are no stones on the board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells().all(|cell| self.owner(cell).is_none())
    }

    /// Returns a player's stones in reading order, on the square with its padding.
    pub(super) fn stones_of(&self, player: Player) -> impl Iterator<Item = Cell> + '_ {
        let (size, stones) = (self.size(), &self.stones[player]);
        let cells = (0..size).flat_map(move |row| (0..size).map(move |column| Cell::new(column, row)));
        cells.filter(move |cell| stones.get(cell.column().into(), cell.row().into()))
    }

    /// Returns each player's stones as bit rows, with the padding: bit c of row r is the cell in column c and row r.
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
        /// The shape of the board.
        shape: Shape,
    },
    /// The cell has a stone already.
    Taken {
        /// The cell.
        cell: Cell,
        /// The player whose stone it has.
        owner: Player,
    },
    /// The pieces are swapped on a board that is not square.
    Swap(Shape),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::OffBoard { cell, shape } => write!(f, "cell {cell} is off a board of size {shape}"),
            PlayError::Taken { cell, owner } => write!(f, "cell {cell} already has a stone of {owner}"),
            PlayError::Swap(shape) => write!(f, "expected a square board for swap-pieces, found one of size {shape}"),
        }
    }
}

impl Error for PlayError {}
