//! The symmetries of a rectangular board: four of any rectangle, four more of a square.
//!
//! ```text
//!                 flip columns   flip rows   half-turn     transpose   anti-     quarter-   three quarter-
//!      A B C         C B A         G H I       I H G         A D G     I F C       G D A       C F I
//!      D E F         F E D         D E F       F E D         B E H     H E B       H E B       B E H
//!      G H I         I H G         A B C       C B A         C F I     G D A       I F C       A D G
//! ```

use crate::cell::Cell;

/// A symmetry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Moves no cell.
    Identity,
    /// Exchanges left and right.
    FlipColumns,
    /// Exchanges top and bottom.
    FlipRows,
    /// Rotates by two right angles.
    HalfTurn,
    /// Exchanges rows and columns (reflects in the diagonal from the top left). This and the following need a square.
    Transpose,
    /// Reflects in the other diagonal.
    AntiTranspose,
    /// Rotates clockwise by a right angle.
    QuarterTurn,
    /// Rotates counterclockwise by a right angle.
    ThreeQuarterTurn,
}

impl Symmetry {
    /// The symmetries of a square. The first four are those of any rectangle.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::FlipColumns,
        Symmetry::FlipRows,
        Symmetry::HalfTurn,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
        Symmetry::QuarterTurn,
        Symmetry::ThreeQuarterTurn,
    ];

    /// Returns the symmetries of a board of these numbers of rows and columns: eight or four. On a board of one row or
    /// column some of them are the same map.
    ///
    /// ```
    /// use quadrille::symmetry::Symmetry;
    /// assert_eq!(Symmetry::of(3, 3).len(), 8);
    /// assert_eq!(Symmetry::of(3, 4).len(), 4);
    /// ```
    #[must_use]
    pub fn of(rows: u16, columns: u16) -> &'static [Symmetry] {
        if rows == columns { &Symmetry::ALL } else { &Symmetry::ALL[..4] }
    }

    /// Returns the image of a cell on a board of these numbers of rows and columns.
    ///
    /// ```
    /// use quadrille::symmetry::Symmetry;
    /// let cell = "B1".parse()?;
    /// assert_eq!(Symmetry::FlipRows.image(cell, 3, 5).to_string(), "B3");
    /// assert_eq!(Symmetry::QuarterTurn.image(cell, 3, 3).to_string(), "C2");
    /// # Ok::<(), quadrille::cell::ParseCellError>(())
    /// ```
    ///
    /// # Panics
    /// If the cell is off the board, or the symmetry needs a square and the board is not one.
    #[must_use]
    pub fn image(self, cell: Cell, rows: u16, columns: u16) -> Cell {
        let (column, row) = (cell.column(), cell.row());
        assert!(row < rows && column < columns, "{cell} is off a board of {rows}x{columns}");
        assert!(Symmetry::of(rows, columns).contains(&self), "{self:?} does not keep a board of {rows}x{columns}");
        let (right, below) = (columns - 1 - column, rows - 1 - row);
        match self {
            Symmetry::Identity => cell,
            Symmetry::FlipColumns => Cell::new(right, row),
            Symmetry::FlipRows => Cell::new(column, below),
            Symmetry::HalfTurn => Cell::new(right, below),
            Symmetry::Transpose => Cell::new(row, column),
            Symmetry::AntiTranspose => Cell::new(below, right),
            Symmetry::QuarterTurn => Cell::new(below, column),
            Symmetry::ThreeQuarterTurn => Cell::new(row, right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of the drawing above, read row by row after the symmetry has been applied.
    fn drawn(symmetry: Symmetry) -> String {
        let mut letters = [b' '; 9];
        for (letter, (row, column)) in (b'A'..).zip((0..3).flat_map(|row| (0..3).map(move |column| (row, column)))) {
            let image = symmetry.image(Cell::new(column, row), 3, 3);
            letters[usize::from(image.row() * 3 + image.column())] = letter;
        }
        letters.into_iter().map(char::from).collect()
    }

    #[test]
    fn every_symmetry_is_as_drawn() {
        let expected = "ABCDEFGHI CBAFEDIHG GHIDEFABC IHGFEDCBA ADGBEHCFI IFCHEBGDA GDAHEBIFC CFIBEHADG";
        assert_eq!(Symmetry::ALL.map(drawn).join(" "), expected);
    }

    #[test]
    #[should_panic(expected = "J1 is off a board of 5x9")]
    fn a_cell_beside_the_board_has_no_image() {
        let _ = Symmetry::Identity.image(Cell::new(9, 0), 5, 9);
    }

    #[test]
    #[should_panic(expected = "Transpose does not keep a board of 5x9")]
    fn a_rectangle_has_no_symmetry_of_squares() {
        // Its image would be on the board.
        let _ = Symmetry::Transpose.image(Cell::new(0, 0), 5, 9);
    }
}
