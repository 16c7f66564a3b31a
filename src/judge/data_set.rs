//! Data sets as they are written: stones in an order.

use std::io::{self, Write};

use itertools::Itertools;

use super::board::Board;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// A data set of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSet {
    /// The board's size.
    pub size: u16,
    /// Each player's stones in the order in which they stand in the input.
    pub stones: ByPlayer<Vec<Cell>>,
}

impl DataSet {
    pub(super) fn of(board: &Board) -> DataSet {
        let cells = |player| board.cells().filter(|&cell| board.owner(cell) == Some(player)).collect();
        DataSet { size: board.size(), stones: ByPlayer::from_fn(cells) }
    }

    /// Writes the data set in the contest's format.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let ByPlayer { x, o } = &self.stones;
        writeln!(out, "{}\n{} {}", self.size, x.len(), o.len())?;
        Player::BOTH.iter().try_for_each(|&player| writeln!(out, "{}", self.stones[player].iter().format(" ")))
    }
}

/// Writes an input of these data sets in the contest's format.
///
/// ```
/// use quadrille::judge::{DataSet, write_input};
/// use quadrille::player::ByPlayer;
/// let stones = ByPlayer { x: vec!["C2".parse()?, "A3".parse()?], o: vec![] };
/// let mut input = Vec::new();
/// write_input(&mut input, &[DataSet { size: 5, stones }])?;
/// assert_eq!(input, b"1\n5\n2 0\nC2 A3\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_input(out: &mut impl Write, data_sets: &[DataSet]) -> io::Result<()> {
    writeln!(out, "{}", data_sets.len())?;
    data_sets.iter().try_for_each(|data_set| data_set.write(out))
}
