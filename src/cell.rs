//! Cells of a rectangular board and their names.
//!
//! ```text
//!        A  B  C  D            column letters, then row number: A1 is at the top left, D2 is the last
//!     1  A1 B1 C1 D1           cell of the second row, `Cell::new(3, 1)`. The columns after Z are AA,
//!     2  A2 B2 C2 D2           AB, ... AZ, BA, ... as in a spreadsheet.
//! ```
//!
//! Cells are ordered in *reading order*: row by row from the top, and in a row from left to right.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A cell: column and row, both counted from 0.
///
/// Its text form counts rows from 1 and reads letters in either case.
///
/// ```
/// use quadrille::cell::Cell;
/// let cell: Cell = "ab12".parse()?;
/// assert_eq!(cell, Cell::new(27, 11));
/// assert_eq!(cell.to_string(), "AB12");
/// assert!(Cell::new(9, 0) < Cell::new(0, 1), "reading order");
/// # Ok::<(), quadrille::cell::ParseCellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    // The derived order is reading order because the row comes first.
    row: u16,
    column: u16,
}

impl Cell {
    /// Returns the cell in `column` and `row`, both counted from 0.
    #[must_use]
    pub const fn new(column: u16, row: u16) -> Cell {
        Cell { row, column }
    }

    /// Returns the column, counted from 0.
    #[must_use]
    pub const fn column(self) -> u16 {
        self.column
    }

    /// Returns the row, counted from 0.
    #[must_use]
    pub const fn row(self) -> u16 {
        self.row
    }

    /// Parses a name such as `C2`, in bytes because input need not be UTF-8. It is the inverse of `Display`.
    ///
    /// # Errors
    /// If the text is not letters followed by digits, or names row 0 or a row or column beyond 65,536.
    pub fn from_bytes(text: &[u8]) -> Result<Cell, ParseCellError> {
        let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let (letters, digits) = text.split_at(letters);
        if letters.is_empty() || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(ParseCellError::Malformed);
        }
        let append = |base: u32| move |number: u32, digit: u8| number.saturating_mul(base).saturating_add(digit.into());
        let column = letters.iter().map(|letter| letter.to_ascii_uppercase() - b'A' + 1).fold(0, append(26));
        let row = digits.iter().map(|digit| digit - b'0').fold(0, append(10));
        match [column, row].map(|number| u16::try_from(number.checked_sub(1)?).ok()) {
            [Some(column), Some(row)] => Ok(Cell::new(column, row)),
            _ => Err(ParseCellError::OutOfRange),
        }
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        Cell::from_bytes(text.as_bytes())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ColumnName(self.column), u32::from(self.row) + 1)
    }
}

/// The letters of a column, which is counted from 0.
///
/// ```
/// use quadrille::cell::ColumnName;
/// let names: Vec<String> = [0, 25, 26, 701, 702].map(|c| ColumnName(c).to_string()).to_vec();
/// assert_eq!(names, ["A", "Z", "AA", "ZZ", "AAA"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnName(pub u16);

impl fmt::Display for ColumnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 26 {
            ColumnName(self.0 / 26 - 1).fmt(f)?;
        }
        fmt::Write::write_char(f, char::from(b'A' + (self.0 % 26) as u8))
    }
}

/// The reason why a text is not the name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCellError {
    /// Not letters followed by digits.
    Malformed,
    /// Row 0, or a row or column beyond 65,536.
    OutOfRange,
}

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseCellError::Malformed => "expected a cell such as C3",
            ParseCellError::OutOfRange => "expected a cell with a row and a column from 1 to 65536",
        })
    }
}

impl Error for ParseCellError {}
