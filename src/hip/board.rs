//! Boards: their sizes, their squares, and full boards.
//!
//! Cells are numbered in reading order, from 0:
//!
//! ```text
//!         A B C D
//!       1 . X . .      The size is 4x4. The cell B1 has index 1, A3 index 8, D4 index 15.
//!       2 . . . X      A square is any four cells at the corners of a square, of any size and tilt. Going clockwise from
//!       3 X . . .      its first corner in reading order, this one is B1 D2 C4 A3.
//!       4 . . X .
//! ```
//!
//! A square of *extent* k fits into a frame of k + 1 rows and columns, each side of which has one corner: the top
//! corner `along` cells from the left, each other one as far along its own side, clockwise. In the picture k is 3 and
//! `along` is 1. A frame contains k such squares (`along` from 0 to k − 1), and a board of R rows and C columns has
//! (R − k)(C − k) frames of that extent. Summed over k that makes n²(n² − 1)/12 squares on a board of n × n.

use std::str::FromStr;
use std::{fmt, iter};

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::cell::Cell;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// The rows and columns of a board, each from 1 to [`Size::LONGEST`]. Its text form is `6x7`: six rows of seven. `6` is
/// read as `6x6`.
///
/// ```
/// use quadrille::hip::Size;
/// let size: Size = "6x7".parse()?;
/// assert_eq!((size.rows(), size.columns(), size.area()), (6, 7, 42));
/// assert_eq!(size.to_string(), "6x7");
/// assert!("0x7".parse::<Size>().is_err());
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Size {
    rows: u16,
    columns: u16,
}

impl Size {
    /// The longest side of a board.
    pub const LONGEST: u16 = 4096;

    /// Returns the size with the given numbers of rows and columns; `None` if a side is 0 or longer than
    /// [`Size::LONGEST`].
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

    /// Returns the number of counters of a player on a full board at the end of a game: half of the cells, rounded up
    /// for X, who begins, and down for O.
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

    /// Returns the length of the shorter side and of the longer side.
    pub(super) const fn sides(self) -> (u16, u16) {
        if self.rows <= self.columns { (self.rows, self.columns) } else { (self.columns, self.rows) }
    }

    /// Returns whether a board of this size contains one of the `other` size, upright or on its side.
    #[must_use]
    pub const fn contains(self, other: Size) -> bool {
        let ((short, long), (other_short, other_long)) = (self.sides(), other.sides());
        other_short <= short && other_long <= long
    }

    /// Returns whether a cell is on the board.
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        cell.row() < self.rows && cell.column() < self.columns
    }

    /// Returns all cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.area()).map(move |index| self.cell(index))
    }

    /// Returns the index of a cell in reading order, from 0. The cell must be on the board; else the index is
    /// meaningless.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row() as usize * self.columns as usize + cell.column() as usize
    }

    /// Returns the cell with an index, which must be less than the area; the inverse of [`index`](Self::index).
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
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |digits: &str| {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ParseSizeError::Malformed);
            }
            digits.parse().map_err(|_| ParseSizeError::OutOfRange)
        };
        Size::new(side(rows)?, side(columns)?).ok_or(ParseSizeError::OutOfRange)
    }
}

/// Why a text is not a [`Size`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseSizeError {
    /// The text is neither a number nor two numbers with an `x` between them.
    #[error("expected a size such as 6x7")]
    Malformed,
    /// A side is 0 or longer than [`Size::LONGEST`].
    #[error("expected a size with sides from 1 to {}", Size::LONGEST)]
    OutOfRange,
}

/// Four cells at the corners of a square of any size and tilt. Its text form names the corners clockwise: `B1 D2 C4
/// A3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Square {
    corners: [Cell; 4],
}

impl Square {
    /// Returns the corners clockwise, from the first one in reading order.
    #[must_use]
    pub const fn corners(&self) -> [Cell; 4] {
        self.corners
    }

    /// Returns the square whose frame has this extent, and its first corner `along` cells from the left; `None` if the
    /// frame is wider than the board on either side. The frame must not be higher.
    fn in_frame(size: Size, first: Cell, extent: u16, along: u16) -> Option<Square> {
        let left = first.column().checked_sub(along).filter(|left| left + extent < size.columns())?;
        let corner = |right, below| Cell::new(left + right, first.row() + below);
        Some(Square {
            corners: [first, corner(extent, along), corner(extent - along, extent), corner(0, extent - along)],
        })
    }

    /// Returns the square that has these two corners, of which `next` follows `corner` clockwise; `None` if they are
    /// the same cell, or a corner of the square is off a board of this size.
    pub(super) fn from_side(size: Size, corner: Cell, next: Cell) -> Option<Square> {
        let point = |cell: Cell| (i32::from(cell.column()), i32::from(cell.row()));
        let ((x, y), (next_x, next_y)) = (point(corner), point(next));
        let (right, down) = (next_x - x, next_y - y);
        let cell = |x: i32, y: i32| Some(Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?));
        let mut corners = [corner, next, cell(next_x - down, next_y + right)?, cell(x - down, y + right)?];
        let first = (1..4).fold(0, |first, i| if corners[i] < corners[first] { i } else { first });
        corners.rotate_left(first);
        (corner != next && corners.iter().all(|&corner| size.has(corner))).then_some(Square { corners })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = self.corners;
        write!(f, "{first} {second} {third} {fourth}")
    }
}

/// Returns all squares of a board, each once, in the reading order of their first corners.
///
/// ```
/// use quadrille::hip::{Size, squares};
/// let size: Size = "3x3".parse()?;
/// let squares: Vec<String> = squares(size).map(|square| square.to_string()).collect();
/// assert_eq!(squares[1], "A1 C1 C3 A3");
/// assert_eq!(squares.len(), 3 * 3 * (3 * 3 - 1) / 12);
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
pub fn squares(size: Size) -> impl Iterator<Item = Square> {
    let (mut index, mut extent, mut along) = (0, 1, 0);
    iter::from_fn(move || {
        while index < size.area() {
            let first = size.cell(index);
            if extent > (size.rows() - 1 - first.row()).min(size.columns() - 1) {
                (index, extent, along) = (index + 1, 1, 0);
                continue;
            }
            let square = Square::in_frame(size, first, extent, along);
            (extent, along) = if along + 1 < extent { (extent, along + 1) } else { (extent + 1, 0) };
            if square.is_some() {
                return square;
            }
        }
        None
    })
}

/// Returns the number of squares of a board.
///
/// # Complexity
/// O(shorter side).
#[must_use]
pub fn count_squares(size: Size) -> u64 {
    count_squares_by_size(size).sum()
}

/// Returns the numbers of squares with an upright bounding box of side 1, 2 and so on. In a box of side i there are i
/// squares, and on a board of n x n there are (n − i)² boxes.
pub fn count_squares_by_size(size: Size) -> impl Iterator<Item = u64> {
    let (rows, columns) = (u64::from(size.rows()), u64::from(size.columns()));
    // Sides of at most 2¹² cells: the sum is below 2⁴⁸.
    (1..rows.min(columns)).map(move |side| side * (rows - side) * (columns - side))
}

/// How many counters each player has on a full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Balance {
    /// Player 1 has half of the cells, rounded up, as at the end of a game.
    Balanced,
    /// Each player has any number of counters.
    Free,
}

/// A full board: a counter on every cell. Its text form has a line per row, of `X` and `O` with one blank between.
///
/// ```
/// use quadrille::hip::Colouring;
/// use quadrille::player::Player;
/// let chess = |parity: u16| if parity % 2 == 0 { Player::X } else { Player::O };
/// let board = Colouring::from_fn("3x3".parse()?, |cell| chess(cell.row() + cell.column()));
/// assert_eq!(board.to_string(), "X O X\nO X O\nX O X\n");
/// let squares: Vec<String> = board.monochromatic().map(|(owner, square)| format!("{owner}: {square}")).collect();
/// assert_eq!(squares, ["X: A1 C1 C3 A3", "O: B1 C2 B3 A2"]);
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colouring {
    size: Size,
    /// The owner of each cell in reading order.
    owners: Vec<Player>,
}

impl Colouring {
    /// Returns the board on which each cell belongs to the player that `owner` returns for it. The cells are visited in
    /// reading order.
    pub fn from_fn(size: Size, owner: impl FnMut(Cell) -> Player) -> Colouring {
        Colouring { size, owners: size.cells().map(owner).collect() }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the player whose counter is on a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Player {
        assert!(self.size.has(cell), "{cell} is off a board of {}", self.size);
        self.owners[self.size.index(cell)]
    }

    /// Returns the number of counters of a player.
    #[must_use]
    pub fn counters(&self, player: Player) -> usize {
        self.owners.iter().filter(|&&owner| owner == player).count()
    }

    /// Returns whether a game can end with this board: each player has [half of the counters](Size::counters).
    #[must_use]
    pub fn is_playable(&self) -> bool {
        self.counters(Player::X) == self.size.counters(Player::X)
    }

    /// Returns the monochromatic squares, those whose corners have one owner, with their owners.
    ///
    /// # Complexity
    /// O(squares of the board).
    pub fn monochromatic(&self) -> impl Iterator<Item = (Player, Square)> {
        squares(self.size).filter_map(|square| {
            let owners = square.corners().map(|cell| self.owner(cell));
            owners.iter().all(|&owner| owner == owners[0]).then_some((owners[0], square))
        })
    }

    /// Returns the image of the board under a symmetry.
    ///
    /// # Panics
    /// If the symmetry is one of squares and the board is not square.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Colouring {
        let mut owners = self.owners.clone();
        for (cell, &owner) in self.size.cells().zip(&self.owners) {
            owners[self.size.index(symmetry.image(cell, self.size.rows, self.size.columns))] = owner;
        }
        Colouring { size: self.size, owners }
    }

    /// Returns the board with the players exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Colouring {
        Colouring { size: self.size, owners: self.owners.iter().map(|owner| owner.opponent()).collect() }
    }
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.owners.chunks(usize::from(self.size.columns())) {
            for (column, owner) in row.iter().enumerate() {
                write!(f, "{}{owner}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A string of `X` and `O` for each row.
impl Serialize for Colouring {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.owners.chunks(usize::from(self.size.columns()));
        serializer.collect_seq(rows.map(|row| row.iter().map(Player::to_string).collect::<String>()))
    }
}
