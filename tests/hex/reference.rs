//! Hex from the rules, slowly and obviously: nothing here is shared with the program.
//!
//! A board is rows of characters. Distances are found by breadth-first search; the first best case by testing for
//! each cell on a shortest path, in reading order, whether a stone there saves a move; ways by trying all sets of
//! cells, or, on boards too large for that, all pairs of cells of neighbouring layers.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::collections::VecDeque;
use std::fmt::Write;

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};

pub type Cell = (usize, usize);

/// A board: rows of `X`, `O` and `-`. Cells are (row, column), so that their order is reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(pub Vec<Vec<char>>);

pub fn name((row, column): Cell) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.insert(0, char::from_u32('A' as u32 + (rest as u32 - 1) % 26).unwrap());
        rest = (rest - 1) / 26;
    }
    format!("{letters}{}", row + 1)
}

/// Cells as they stand in a list of best cases.
pub fn names(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join("-")
}

impl Board {
    pub fn empty(size: usize) -> Board {
        Board(vec![vec!['-'; size]; size])
    }

    pub fn rectangle(rows: usize, columns: usize) -> Board {
        Board(vec![vec!['-'; columns]; rows])
    }

    /// All positions up to 3x4 and 4x3, by shape: each position of up to 8 cells, and of those of 9 and of 12 one in each step.
    pub fn small(steps: [usize; 2]) -> Vec<(Board, Vec<Board>)> {
        let shapes = (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns)));
        let with_positions = |(rows, columns)| {
            let empty = Board::rectangle(rows, columns);
            let step = [1, steps[0], steps[1]][usize::from(rows * columns > 8) + usize::from(rows * columns > 9)];
            let numbers = (0..3_usize.pow((rows * columns) as u32)).step_by(step);
            let positions = numbers.map(|number| empty.clone().numbered(number)).collect();
            (empty, positions)
        };
        shapes.filter(|(rows, columns)| rows * columns <= 12).map(with_positions).collect()
    }

    /// Every cell gets one of three fillings, by the digits of a number in base 3.
    pub fn numbered(mut self, mut number: usize) -> Board {
        let board = &mut self;
        for row in &mut board.0 {
            for cell in row {
                *cell = ['-', 'X', 'O'][number % 3];
                number /= 3;
            }
        }
        self
    }

    /// A board with some of its cells filled, X having a share of them.
    pub fn random(size: usize, filled: f64, share: f64, seed: u64) -> Board {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut board = Board::empty(size);
        for cell in board.0.iter_mut().flatten() {
            if random.random_bool(filled) {
                *cell = if random.random_bool(share) { 'X' } else { 'O' };
            }
        }
        board
    }

    pub fn size(&self) -> usize {
        self.0.len()
    }

    pub fn columns(&self) -> usize {
        self.0[0].len()
    }

    pub fn at(&self, (row, column): Cell) -> char {
        self.0[row][column]
    }

    pub fn with(&self, cells: &[Cell], stone: char) -> Board {
        let mut board = self.clone();
        for &(row, column) in cells {
            board.0[row][column] = stone;
        }
        board
    }

    pub fn cells(&self) -> Vec<Cell> {
        (0..self.size()).flat_map(|row| (0..self.columns()).map(move |column| (row, column))).collect()
    }

    pub fn of(&self, stone: char) -> Vec<Cell> {
        self.cells().into_iter().filter(|&cell| self.at(cell) == stone).collect()
    }

    pub fn neighbours(&self, (row, column): Cell) -> impl Iterator<Item = Cell> + use<> {
        let (rows, columns) = (self.size() as i64, self.columns() as i64);
        [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
            .into_iter()
            .map(move |(down, right)| (row as i64 + down, column as i64 + right))
            .filter(move |(r, c)| (0..rows).contains(r) && (0..columns).contains(c))
            .map(|(r, c)| (r as usize, c as usize))
    }

    /// The board with its main diagonal as a mirror and the players exchanged.
    pub fn exchanged(&self) -> Board {
        let turned = |row: usize, column: usize| match self.0[column][row] {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let (rows, columns) = (self.size(), self.columns());
        Board((0..columns).map(|row| (0..rows).map(|column| turned(row, column)).collect()).collect())
    }

    /// The board turned by half a turn.
    pub fn half_turned(&self) -> Board {
        Board(self.0.iter().rev().map(|row| row.iter().rev().copied().collect()).collect())
    }

    pub fn on_last_side(&self, player: char, (row, column): Cell) -> bool {
        if player == 'X' { column + 1 == self.columns() } else { row + 1 == self.size() }
    }

    /// For each cell the fewest empty cells on a way to it from the player's first side, itself included.
    pub fn distances(&self, player: char) -> Vec<Vec<Option<usize>>> {
        let mut distances: Vec<Vec<Option<usize>>> = vec![vec![None; self.columns()]; self.size()];
        let mut queue: VecDeque<(Cell, usize)> = VecDeque::new();
        let mut visit = |cell: Cell, before: usize, queue: &mut VecDeque<(Cell, usize)>| {
            let own = self.at(cell) == player;
            let distance = if own { before } else { before + 1 };
            let known = &mut distances[cell.0][cell.1];
            if (own || self.at(cell) == '-') && known.is_none_or(|known| distance < known) {
                *known = Some(distance);
                if own { queue.push_front((cell, distance)) } else { queue.push_back((cell, distance)) }
            }
        };
        for (row, column) in self.cells() {
            if (if player == 'X' { column } else { row }) == 0 {
                visit((row, column), 0, &mut queue);
            }
        }
        while let Some((cell, distance)) = queue.pop_front() {
            for next in self.neighbours(cell) {
                visit(next, distance, &mut queue);
            }
        }
        distances
    }

    /// The fewest cells that the player needs.
    pub fn number(&self, player: char) -> Option<usize> {
        let distances = self.distances(player);
        let last = self.cells().into_iter().filter(|&cell| self.on_last_side(player, cell));
        last.filter_map(|(r, c)| distances[r][c]).min()
    }

    pub fn winner(&self) -> Option<char> {
        ['X', 'O'].into_iter().find(|&player| self.number(player) == Some(0))
    }

    /// Which empty cells are on a path from side to side that needs as few cells as any.
    fn on_shortest_paths(&self, player: char) -> Vec<Vec<bool>> {
        let (from_first, number) = (self.distances(player), self.number(player));
        let half_turned = self.half_turned().distances(player);
        let (last_row, last_column) = (self.size() - 1, self.columns() - 1);
        let on_path = |row: usize, column: usize| {
            let from_last = half_turned[last_row - row][last_column - column];
            let both = from_first[row][column].zip(from_last);
            // The cell itself is counted from both sides.
            self.0[row][column] == '-' && both.map(|(before, after)| before + after - 1) == number
        };
        (0..=last_row).map(|row| (0..=last_column).map(|column| on_path(row, column)).collect()).collect()
    }

    /// The best case that comes first in reading order: a cell belongs to it if a stone there saves a move.
    pub fn first(&self, player: char) -> Vec<Cell> {
        let mut board = self.clone();
        let mut left = self.number(player).expect("the player can still win");
        let mut first = Vec::new();
        let mut on_shortest_path = board.on_shortest_paths(player);
        for cell in self.of('-') {
            // A stone anywhere else saves no move.
            if left == 0 || !on_shortest_path[cell.0][cell.1] {
                continue;
            }
            let tried = board.with(&[cell], player);
            if tried.number(player) == Some(left - 1) {
                board = tried;
                left -= 1;
                first.push(cell);
                on_shortest_path = board.on_shortest_paths(player);
            }
        }
        assert_eq!(left, 0);
        first
    }

    /// All best cases in reading order, by trying all sets of cells of that size.
    pub fn all(&self, player: char) -> Vec<Vec<Cell>> {
        let number = self.number(player).expect("the player can still win");
        let empty = self.of('-');
        let mut all = Vec::new();
        subsets(&empty, number, &mut Vec::new(), &mut |set| {
            if self.with(set, player).number(player) == Some(0) {
                all.push(set.to_vec());
            }
        });
        all
    }

    /// The number of best cases, by adding up over all linked pairs of cells.
    pub fn ways(&self, player: char) -> BigUint {
        let number = self.number(player).expect("the player can still win");
        if number == 0 {
            return 1_u8.into();
        }
        let from_first = self.distances(player);
        let half_turned = self.half_turned().distances(player);
        let (last_row, last_column) = (self.size() - 1, self.columns() - 1);
        let layer = |k: usize| -> Vec<Cell> {
            let on_best = |&(r, c): &Cell| {
                from_first[r][c] == Some(k) && half_turned[last_row - r][last_column - c] == Some(number + 1 - k)
            };
            self.of('-').into_iter().filter(on_best).collect()
        };
        let mut ways: Vec<(Cell, BigUint)> = layer(1).into_iter().map(|cell| (cell, 1_u8.into())).collect();
        for k in 2..=number {
            let to = |cell: Cell| {
                let linked = self.linked(player, cell);
                ways.iter().filter(|(before, _)| linked.contains(before)).map(|(_, ways)| ways).sum()
            };
            ways = layer(k).into_iter().map(|cell| (cell, to(cell))).collect();
        }
        ways.into_iter().map(|(_, ways)| ways).sum()
    }

    /// The empty cells that touch this one or a chain that it touches.
    fn linked(&self, player: char, cell: Cell) -> Vec<Cell> {
        let mut seen = vec![cell];
        let mut at = 0;
        while at < seen.len() {
            let here = seen[at];
            at += 1;
            if here == cell || self.at(here) == player {
                for next in self.neighbours(here) {
                    if !seen.contains(&next) && ['-', player].contains(&self.at(next)) {
                        seen.push(next);
                    }
                }
            }
        }
        seen
    }

    pub fn print(&self) -> String {
        let mut text = String::new();
        for (r, row) in self.0.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            writeln!(text, "{}{}", " ".repeat(2 * r), cells.join("   ")).unwrap();
        }
        text
    }

    /// The board as a data set of the input.
    pub fn input(&self) -> String {
        let names = |stone: char| self.of(stone).into_iter().map(name).collect::<Vec<_>>();
        let (x, o) = (names('X'), names('O'));
        format!("{}\n{} {}\n{}\n{}\n", self.size(), x.len(), o.len(), x.join(" "), o.join(" "))
    }
}

fn subsets(from: &[Cell], number: usize, set: &mut Vec<Cell>, found: &mut impl FnMut(&[Cell])) {
    if number == 0 {
        return found(set);
    }
    for i in 0..from.len() {
        set.push(from[i]);
        subsets(&from[i + 1..], number - 1, set, found);
        set.pop();
    }
}

/// The input for some boards.
pub fn input(boards: &[Board]) -> String {
    format!("{}\n{}", boards.len(), boards.iter().map(Board::input).collect::<String>())
}

/// The boards of a well-formed input.
pub fn read(text: &str) -> Vec<Board> {
    let mut lines = text.lines();
    let number: usize = lines.next().unwrap().trim().parse().unwrap();
    (0..number)
        .map(|_| {
            let mut board = Board::empty(lines.next().unwrap().trim().parse().unwrap());
            lines.next().unwrap();
            for stone in ['X', 'O'] {
                for cell in lines.next().unwrap_or("").split_whitespace() {
                    let letters: String = cell.chars().take_while(char::is_ascii_alphabetic).collect();
                    let digit = |letter: char| letter.to_ascii_uppercase() as usize - 'A' as usize + 1;
                    let column = letters.chars().fold(0, |column, letter| column * 26 + digit(letter)) - 1;
                    let row: usize = cell[letters.len()..].parse().unwrap();
                    assert_eq!(board.0[row - 1][column], '-');
                    board.0[row - 1][column] = stone;
                }
            }
            board
        })
        .collect()
}

/// What the program should print for some boards.
pub fn output(boards: &[Board]) -> String {
    let mut text = format!("Analyzing {} data set(s)\n", boards.len());
    for (i, board) in boards.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        write!(text, "Data set {}\nBoard Position:\n{}\n", i + 1, board.print()).unwrap();
        if let Some(winner) = board.winner() {
            writeln!(text, "{winner} has won!").unwrap();
            continue;
        }
        for player in ['X', 'O'] {
            let first = board.first(player);
            write!(text, "Best case for {player}:\n{}\n", board.with(&first, player).print()).unwrap();
            writeln!(text, "Number of moves: {}", first.len()).unwrap();
            if player == 'X' {
                text.push('\n');
            }
        }
    }
    text
}
