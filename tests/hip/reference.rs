//! The model of Hip that the tests compare with: written from the rules, slow and obvious, and without code of the
//! library.
//!
//! A cell is (row, column). A full board is a number with one bit for
//! each cell: the first cell in reading order is the highest bit, and a 1 is an O, so that the order of the numbers is
//! reading order with X before O. Squares are found by measuring distances, draws and minima by trying all boards.

use std::collections::{BTreeSet, HashMap};

pub(crate) type Cell = (i64, i64);

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board(pub(crate) i64, pub(crate) i64);

/// What a symmetry does to a cell of a board of R rows and C columns.
pub(crate) type Map = fn(Cell, Board) -> Cell;

/// The symmetries, those of all rectangles first; in the order that the program names them in.
pub(crate) const MAPS: [Map; 8] = [
    |(r, c), _| (r, c),
    |(r, c), Board(_, columns)| (r, columns - 1 - c),
    |(r, c), Board(rows, _)| (rows - 1 - r, c),
    |(r, c), Board(rows, columns)| (rows - 1 - r, columns - 1 - c),
    |(r, c), _| (c, r),
    |(r, c), Board(n, _)| (n - 1 - c, n - 1 - r),
    |(r, c), Board(n, _)| (c, n - 1 - r),
    |(r, c), Board(n, _)| (n - 1 - c, r),
];

impl Board {
    /// All boards of at most this area.
    pub(crate) fn up_to(area: i64) -> impl Iterator<Item = Board> {
        (1..=area).flat_map(move |rows| (1..=area / rows).map(move |columns| Board(rows, columns)))
    }

    pub(crate) fn area(self) -> usize {
        (self.0 * self.1) as usize
    }

    pub(crate) fn cells(self) -> Vec<Cell> {
        (0..self.0).flat_map(|row| (0..self.1).map(move |column| (row, column))).collect()
    }

    pub(crate) fn bit(self, (row, column): Cell) -> u32 {
        1 << (self.area() - 1 - (row * self.1 + column) as usize)
    }

    pub(crate) fn maps(self) -> &'static [Map] {
        if self.0 == self.1 { &MAPS } else { &MAPS[..4] }
    }

    /// All sets of four cells that are the corners of a square.
    pub(crate) fn squares(self) -> Vec<[Cell; 4]> {
        let cells = self.cells();
        let mut squares = Vec::new();
        for (l, &d) in cells.iter().enumerate() {
            for (k, &c) in cells[..l].iter().enumerate() {
                for (j, &b) in cells[..k].iter().enumerate() {
                    squares.extend(cells[..j].iter().map(|&a| [a, b, c, d]).filter(is_square));
                }
            }
        }
        squares
    }

    /// The squares as the sets of the bits of their corners.
    pub(crate) fn square_bits(self) -> Vec<u32> {
        self.squares().iter().map(|corners| corners.iter().map(|&cell| self.bit(cell)).sum()).collect()
    }

    /// The fewest monochromatic squares of all full boards on which player 1 has half of the cells, and of all full
    /// boards.
    pub(crate) fn minima(self) -> [u64; 2] {
        let squares = self.square_bits();
        let mut least = [u64::MAX; 2];
        for board in 0..1_u32 << self.area() {
            let count =
                squares.iter().filter(|&&square| board & square == 0 || board & square == square).count() as u64;
            least[1] = least[1].min(count);
            if self.is_playable(board) {
                least[0] = least[0].min(count);
            }
        }
        least
    }

    /// All full boards without a square of one player, in reading order.
    pub(crate) fn draws(self) -> Vec<u32> {
        let squares = self.square_bits();
        let boards = 0..1_u32 << self.area();
        boards.filter(|board| squares.iter().all(|square| board & square != 0 && board & square != *square)).collect()
    }

    /// Whether player 1 has half of the cells, rounded up.
    pub(crate) fn is_playable(self, board: u32) -> bool {
        self.area() as u32 - board.count_ones() == self.area().div_ceil(2) as u32
    }

    pub(crate) fn image(self, board: u32, map: Map) -> u32 {
        let os = self.cells().into_iter().filter(|&cell| board & self.bit(cell) != 0);
        os.map(|cell| self.bit(map(cell, self))).sum()
    }

    pub(crate) fn exchanged(self, board: u32) -> u32 {
        board ^ ((1 << self.area()) - 1)
    }

    /// The boards that symmetries make of this one.
    pub(crate) fn images(self, board: u32) -> BTreeSet<u32> {
        self.maps().iter().map(|&map| self.image(board, map)).collect()
    }

    /// Those that symmetries and the exchange make of it.
    pub(crate) fn images_and_exchanged(self, board: u32) -> BTreeSet<u32> {
        [board, self.exchanged(board)].into_iter().flat_map(|board| self.images(board)).collect()
    }
}

/// Four sides of one length, and two diagonals whose squares are twice as large.
fn is_square([a, b, c, d]: &[Cell; 4]) -> bool {
    let distance = |a: &Cell, b: &Cell| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
    let mut distances =
        [distance(a, b), distance(a, c), distance(a, d), distance(b, c), distance(b, d), distance(c, d)];
    distances.sort_unstable();
    let side = distances[0];
    distances == [side, side, side, side, 2 * side, 2 * side]
}

/// The game, by minimax over all positions. Cells are numbered in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Minimax {
    area: usize,
    squares: Vec<u32>,
    last_mover: bool,
    double: bool,
    known: HashMap<(u32, u32), i8>,
}

impl Minimax {
    /// `squares` has the numbers of the corners of each.
    pub(crate) fn new(area: usize, squares: &[[usize; 4]], last_mover: bool, double: bool) -> Minimax {
        let squares = squares.iter().map(|corners| corners.iter().map(|corner| 1 << corner).sum()).collect();
        Minimax { area, squares, last_mover, double, known: HashMap::new() }
    }

    /// 1 or 2: first one counter of player 1's, then two of player 2's, two of player 1's ...; or one each.
    pub(crate) fn player(&self, counters: usize) -> usize {
        let order = if self.double { [1, 2, 2, 1] } else { [1, 2, 1, 2] };
        order[counters % 4]
    }

    fn completes(&self, own: u32, cell: usize) -> bool {
        let own = own | 1 << cell;
        self.squares.iter().any(|square| square >> cell & 1 == 1 && own & square == *square)
    }

    /// The result of player 1: 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) fn value(&mut self, first: u32, second: u32) -> i8 {
        if let Some(&value) = self.known.get(&(first, second)) {
            return value;
        }
        let counters = (first | second).count_ones() as usize;
        let sign = if self.player(counters) == 1 { 1 } else { -1 };
        let value = if counters == self.area && !self.last_mover {
            0
        } else {
            let values = self.moves(first, second).into_iter().map(|cell| self.value_after(first, second, cell));
            // A player without a legal move loses.
            sign * values.map(|value| sign * value).max().unwrap_or(-1)
        };
        self.known.insert((first, second), value);
        value
    }

    pub(crate) fn moves(&self, first: u32, second: u32) -> Vec<usize> {
        let own = if self.player((first | second).count_ones() as usize) == 1 { first } else { second };
        let empty = (0..self.area).filter(|cell| (first | second) >> cell & 1 == 0);
        empty.filter(|&cell| !self.last_mover || !self.completes(own, cell)).collect()
    }

    pub(crate) fn value_after(&mut self, first: u32, second: u32, cell: usize) -> i8 {
        let player = self.player((first | second).count_ones() as usize);
        let own = if player == 1 { first } else { second };
        match (self.completes(own, cell), player) {
            (true, 1) => -1,
            (true, _) => 1,
            (false, 1) => self.value(first | 1 << cell, second),
            (false, _) => self.value(first, second | 1 << cell),
        }
    }

    /// The moves that keep the value.
    pub(crate) fn keeping(&mut self, first: u32, second: u32) -> Vec<usize> {
        let value = self.value(first, second);
        let moves = self.moves(first, second);
        moves.into_iter().filter(|&cell| self.value_after(first, second, cell) == value).collect()
    }
}
