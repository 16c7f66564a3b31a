//! Sizes of boards, and their cells numbered in reading order.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::cell::Cell;
use crate::player::Player;

/// The rows and columns of a board, each from 1 to [`Size::LONGEST`]. Its text form is `6x7`: six rows of seven.
///
/// ```
/// use quadrille::hip::Size;
/// let size: Size = "6x7".parse()?;
/// assert_eq!((size.rows(), size.columns(), size.area()), (6, 7, 42));
/// assert_eq!(size.to_string(), "6x7");
/// assert!("0x7".parse::<Size>().is_err());
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u16,
    columns: u16,
}

impl Size {
    /// The longest side of a board.
    pub const LONGEST: u16 = 4096;

    /// Returns the size with the given numbers of rows and columns; `None` if a side is 0 or beyond [`Size::LONGEST`].
    #[must_use]
    pub const fn new(rows: u16, columns: u16) -> Option<Size> {
        let too_short = rows == 0 || columns == 0;
        if too_short || rows > Size::LONGEST || columns > Size::LONGEST { None } else { Some(Size { rows, columns }) }
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Returns the number of counters of a player on a full board at the end of a game: half of the cells, rounded up for X,
    /// who begins, and down for O.
    ///
    /// ```
    /// use quadrille::hip::Size;
    /// use quadrille::player::Player;
    /// let size: Size = "3x5".parse()?;
    /// assert_eq!(Player::BOTH.map(|player| size.counters(player)), [8, 7]);
    /// # Ok::<(), quadrille::hip::NotASize>(())
    /// ```
    #[must_use]
    pub const fn counters(self, player: Player) -> usize {
        match player {
            Player::X => self.area().div_ceil(2),
            Player::O => self.area() / 2,
        }
    }

    /// Returns the size with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Size {
        Size { rows: self.columns, columns: self.rows }
    }

    /// Returns whether a board of this size contains one of the `other` size, upright or on its side.
    ///
    /// ```
    /// use quadrille::hip::Size;
    /// let size: Size = "6x7".parse()?;
    /// assert!("7x6".parse::<Size>()?.contains(size) && !"5x100".parse::<Size>()?.contains(size));
    /// # Ok::<(), quadrille::hip::NotASize>(())
    /// ```
    #[must_use]
    pub fn contains(self, other: Size) -> bool {
        let sorted = |size: Size| (size.rows.min(size.columns), size.rows.max(size.columns));
        let ((short, long), (other_short, other_long)) = (sorted(self), sorted(other));
        other_short <= short && other_long <= long
    }

    /// Returns whether a cell is on the board.
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        cell.row() < self.rows && cell.column() < self.columns
    }

    /// Returns all cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Cell::new(column, row)))
    }

    /// Returns the index of a cell in reading order, from 0.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row() as usize * self.columns as usize + cell.column() as usize
    }

    /// Returns the cell with an index; the inverse of [`index`](Self::index) on the board's cells.
    #[must_use]
    pub const fn cell(self, index: usize) -> Cell {
        let columns = self.columns as usize;
        // The index of a cell of the board, whose row and column fit.
        Cell::new((index % columns) as u16, (index / columns) as u16)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let (rows, columns) = text.split_once(['x', 'X']).ok_or(NotASize::Malformed)?;
        let side = |digits: &str| {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(NotASize::Malformed);
            }
            digits.parse().map_err(|_| NotASize::OutOfRange)
        };
        Size::new(side(rows)?, side(columns)?).ok_or(NotASize::OutOfRange)
    }
}

/// Why a text is not the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotASize {
    /// Not two numbers with an `x` between them.
    Malformed,
    /// A side that is 0 or longer than [`Size::LONGEST`].
    OutOfRange,
}

impl fmt::Display for NotASize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASize::Malformed => f.write_str("expected a size such as 6x7"),
            NotASize::OutOfRange => write!(f, "expected a size with sides from 1 to {}", Size::LONGEST),
        }
    }
}

impl Error for NotASize {}
