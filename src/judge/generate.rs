//! Inputs to judge programs on: random ones, and those on which programs go wrong.
//!
//! Data set number `k` of a seed is made from a stream of random numbers that belongs to `seed` and `k` alone: an input
//! with more data sets begins with the same ones. Whatever a [`Kind`] makes is then, by chance, turned by half a turn and
//! mirrored with the players exchanged, which keeps what is hard about it, and its stones are put into any order.

mod carve;
mod shapes;

use std::fmt;
use std::str::FromStr;

use super::board::Board;
use super::data_set::DataSet;
use crate::cell::Cell;
use crate::player::Player;
use crate::random::Random;

/// What a data set is made to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Each of the others in turn.
    Mixed,
    /// Cells filled by chance, from none to all of them.
    Random,
    /// No stones.
    Empty,
    /// Every cell filled: one player has won, and the winner's chain winds.
    Full,
    /// Boards of one or two rows.
    Tiny,
    /// One player has many stones, the other hardly any.
    Uneven,
    /// Long chains, over which a best case costs nothing.
    Chains,
    /// Walls across the board with a gap at alternate ends: ways go to and fro.
    Snake,
    /// One way, which winds inwards and out again.
    Spiral,
    /// One way, which winds by chance.
    Maze,
    /// A winding chain that has just won, or lacks one or two stones.
    Won,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 11] = [
        Kind::Mixed,
        Kind::Random,
        Kind::Empty,
        Kind::Full,
        Kind::Tiny,
        Kind::Uneven,
        Kind::Chains,
        Kind::Snake,
        Kind::Spiral,
        Kind::Maze,
        Kind::Won,
    ];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Mixed => "mixed",
            Kind::Random => "random",
            Kind::Empty => "empty",
            Kind::Full => "full",
            Kind::Tiny => "tiny",
            Kind::Uneven => "uneven",
            Kind::Chains => "chains",
            Kind::Snake => "snake",
            Kind::Spiral => "spiral",
            Kind::Maze => "maze",
            Kind::Won => "won",
        }
    }

    /// Data set number `number` of a seed, counted from 0, of size 1 to `max_size`.
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
        // Every other board is as large as it may be.
        let size = if random.percent(50) { max_size } else { random.between(1, max_size) };
        let mut board = shapes::board(kind, size.max(1), &mut random);
        if random.percent(50) {
            board = board.half_turned();
        }
        if random.percent(50) {
            board = board.exchanged();
        }
        let mut data_set = DataSet::of(&board);
        for player in Player::BOTH {
            random.shuffle(&mut data_set.stones[player]);
        }
        data_set
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is no kind's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchKind;

impl fmt::Display for NoSuchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such kind of data set")
    }
}

impl std::error::Error for NoSuchKind {}

impl FromStr for Kind {
    type Err = NoSuchKind;

    fn from_str(text: &str) -> Result<Kind, NoSuchKind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(NoSuchKind)
    }
}

impl Board {
    /// The board turned by half a turn: both players' sides change places, and nothing else does.
    fn half_turned(&self) -> Board {
        self.map(|cell| (self.opposite(cell), self.owner(cell)))
    }

    /// The board mirrored with the players exchanged, which is the same game with other names.
    fn exchanged(&self) -> Board {
        self.map(|cell| (Cell::new(cell.row(), cell.column()), self.owner(cell).map(Player::opponent)))
    }

    fn map(&self, image: impl Fn(Cell) -> (Cell, Option<Player>)) -> Board {
        let mut board = Board::empty(self.size());
        for (cell, owner) in self.cells().map(image) {
            board.set(cell, owner);
        }
        board
    }
}
