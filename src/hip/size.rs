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

    /// The size with so many rows and columns; `None` if a side is 0 or beyond [`Size::LONGEST`].
    #[must_use]
    pub const fn new(rows: u16, columns: u16) -> Option<Size> {
        let too_short = rows == 0 || columns == 0;
        if too_short || rows > Size::LONGEST || columns > Size::LONGEST { None } else { Some(Size { rows, columns }) }
    }

    /// How many rows.
    #[must_use]
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// How many cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// How many counters a player has on a full board at the end of a game: half of the cells, rounded up for X, who begins,
    /// and down for O.
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

    /// The same board on its side.
    #[must_use]
    pub const fn transposed(self) -> Size {
        Size { rows: self.columns, columns: self.rows }
    }

    /// Whether a board of the `other` size can be cut out of this one, upright or on its side.
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

    /// Whether a cell is on the board.
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        cell.row() < self.rows && cell.column() < self.columns
    }

    /// All cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Cell::new(column, row)))
    }

    /// The number of a cell in reading order, from 0.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row() as usize * self.columns as usize + cell.column() as usize
    }

    /// The cell with a number; the inverse of [`index`](Self::index) on the board's cells.
    #[must_use]
    pub const fn cell(self, index: usize) -> Cell {
        let columns = self.columns as usize;
        // A number of a cell of the board: its row and column fit like those of all cells.
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
    /// A side of 0, or one that is too long.
    OutOfRange,
}

impl fmt::Display for NotASize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASize::Malformed => f.write_str("not a size such as 6x7"),
            NotASize::OutOfRange => write!(f, "a side must be from 1 to {}", Size::LONGEST),
        }
    }
}

impl Error for NotASize {}
