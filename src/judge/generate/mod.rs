//! Inputs to judge programs on: random ones, and those that wrong programs fail.
//!
//! ```text
//!     1           an input of one data set: its number,         DataSet {
//!     5           the size of the board,                            size: 5,
//!     2 0         the numbers of stones of X and O,                 stones: ByPlayer {
//!     C2 A3       the stones of X in the order of the list              x: vec![C2, A3],
//!                 and those of O                                        o: vec![] } }
//! ```
//!
//! Data set number k of a seed is made from a stream of random numbers that belongs to the seed and k alone, so an
//! input with more data sets begins with the same ones. Half of the boards are then turned by a half-turn, and half are
//! mirrored with the players exchanged; both keep the difficulty. The stones are listed in random order.

mod shapes;

use std::fmt;
use std::io::{self, Write};

use itertools::Itertools;

use super::board::Board;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};
use crate::random::Random;

/// A data set of an input. See the [module](self) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSet {
    /// The size of the board.
    pub size: u16,
    /// The stones of each player, in the order of the input.
    pub stones: ByPlayer<Vec<Cell>>,
}

impl DataSet {
    fn from_board(board: &Board) -> DataSet {
        let cells = |player| board.cells().filter(|&cell| board.owner(cell) == Some(player)).collect();
        DataSet { size: board.size(), stones: ByPlayer::from_fn(cells) }
    }

    /// Returns the board.
    #[cfg(feature = "cli")]
    pub(super) fn board(&self) -> Board {
        let mut board = Board::empty(self.size);
        for player in Player::BOTH {
            self.stones[player].iter().for_each(|&stone| board.set(stone, Some(player)));
        }
        board
    }
}

/// The contest's format.
impl fmt::Display for DataSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByPlayer { x, o } = &self.stones;
        writeln!(f, "{}\n{} {}", self.size, x.len(), o.len())?;
        [x, o].iter().try_for_each(|stones| writeln!(f, "{}", stones.iter().format(" ")))
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
    data_sets.iter().try_for_each(|data_set| write!(out, "{data_set}"))
}

/// A kind of boards. Its text form is the word for it: `mixed`, `random`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Kind {
    /// Each of the others in turn.
    Mixed,
    /// Cells filled at random, with a density from 0 to 100 percent.
    Random,
    /// No stones.
    Empty,
    /// All cells filled: one player has won.
    Full,
    /// Boards of one or two rows.
    Tiny,
    /// One player has many stones, the other at most two.
    Uneven,
    /// Long chains, which a best case can use without adding stones.
    Chains,
    /// Walls across the board with gaps at alternate ends: paths wind to and fro.
    Snake,
}

impl Kind {
    /// All kinds, in the order of the variants.
    pub const ALL: [Kind; 8] =
        [Kind::Mixed, Kind::Random, Kind::Empty, Kind::Full, Kind::Tiny, Kind::Uneven, Kind::Chains, Kind::Snake];

    /// Returns data set number `number` of a seed, counted from 0. Its size is from 1 to `max_size`; 0 counts as 1. The
    /// caller must ensure that `max_size` is at most [`LARGEST_SIZE`](crate::hex::LARGEST_SIZE).
    ///
    /// ```
    /// use quadrille::judge::Kind;
    /// let data_set = Kind::Snake.data_set(1, 0, 9);
    /// assert!((1..=9).contains(&data_set.size));
    /// assert_eq!(data_set, Kind::Snake.data_set(1, 0, 9));
    /// ```
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn data_set(self, seed: u64, number: u64, max_size: u16) -> DataSet {
        let mut random = Random::new(seed, number);
        let others = Kind::ALL.len() as u64 - 1;
        let kind = if self == Kind::Mixed { Kind::ALL[1 + (number % others) as usize] } else { self };
        // Half of the boards have the largest size.
        let size = if random.percent(50) { max_size } else { random.between(1, max_size) };
        let mut board = shapes::board(kind, size.max(1), &mut random);
        if random.percent(50) {
            board = board.map(|cell| (board.opposite(cell), board.owner(cell)));
        }
        // Mirrored, the board has the sides of the players exchanged.
        if random.percent(50) {
            board = board.map(|cell| (Cell::new(cell.row(), cell.column()), board.owner(cell).map(Player::opponent)));
        }
        let mut data_set = DataSet::from_board(&board);
        for player in Player::BOTH {
            random.shuffle(&mut data_set.stones[player]);
        }
        data_set
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

impl Board {
    /// Returns the board that has, for each cell of this one, the cell and the owner that `image` returns for it.
    fn map(&self, image: impl Fn(Cell) -> (Cell, Option<Player>)) -> Board {
        let mut board = Board::empty(self.size());
        for (cell, owner) in self.cells().map(image) {
            board.set(cell, owner);
        }
        board
    }
}
