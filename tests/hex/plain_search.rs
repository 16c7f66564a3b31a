//! Who wins if neither player passes, by plain search: nothing here is shared with the program.
//!
//! Each position is searched by playing all moves. The answers are kept by the contents of the cells that were empty at
//! the start.

use std::collections::HashMap;

use crate::reference::{Board, Cell};

/// Solves a position and all that can follow it.
pub(crate) struct PlainSearch {
    board: Board,
    /// The cells that are empty at the start, at most 40 of them.
    open: Vec<Cell>,
    neighbours: Vec<Vec<Vec<Cell>>>,
    /// Whether the player to move wins, by the cells of `open` as digits to base 3.
    known: HashMap<(u64, char), bool>,
}

pub(crate) fn opponent(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

impl PlainSearch {
    pub(crate) fn new(start: &Board) -> PlainSearch {
        let open = start.of('-');
        assert!(open.len() <= 40);
        let of_row =
            |row: usize| (0..start.columns()).map(|column| start.neighbours((row, column)).collect()).collect();
        let neighbours = (0..start.size()).map(of_row).collect();
        PlainSearch { board: start.clone(), open, neighbours, known: HashMap::new() }
    }

    /// The winner of the start with further stones.
    pub(crate) fn winner(&mut self, board: &Board, to_move: char) -> char {
        self.board = board.clone();
        if self.wins(to_move) { to_move } else { opponent(to_move) }
    }

    /// The moves that win, in reading order; none if the game is over.
    pub(crate) fn winning_moves(&mut self, board: &Board, to_move: char) -> Vec<Cell> {
        self.board = board.clone();
        if ['X', 'O'].into_iter().any(|player| self.has_won(player)) {
            return Vec::new();
        }
        let mut moves = board.of('-');
        moves.retain(|&(row, column)| {
            self.board.0[row][column] = to_move;
            let wins = !self.wins(opponent(to_move));
            self.board.0[row][column] = '-';
            wins
        });
        moves
    }

    fn wins(&mut self, to_move: char) -> bool {
        let digit = |&cell: &Cell| ['-', 'X', 'O'].iter().position(|&stone| stone == self.board.at(cell)).unwrap();
        let number = self.open.iter().fold(0, |number, cell| 3 * number + digit(cell) as u64);
        if let Some(&known) = self.known.get(&(number, to_move)) {
            return known;
        }
        let wins = if self.has_won(to_move) {
            true
        } else if self.has_won(opponent(to_move)) {
            false
        } else {
            (0..self.open.len()).any(|i| {
                let (row, column) = self.open[i];
                if self.board.0[row][column] != '-' {
                    return false;
                }
                self.board.0[row][column] = to_move;
                let wins = !self.wins(opponent(to_move));
                self.board.0[row][column] = '-';
                wins
            })
        };
        self.known.insert((number, to_move), wins);
        wins
    }

    /// Whether a player's stones join the player's sides.
    fn has_won(&self, player: char) -> bool {
        let (rows, columns) = (self.board.size(), self.board.columns());
        let first: Vec<Cell> =
            if player == 'X' { (0..rows).map(|i| (i, 0)).collect() } else { (0..columns).map(|i| (0, i)).collect() };
        let mut reached: Vec<Cell> = first.into_iter().filter(|&cell| self.board.at(cell) == player).collect();
        let mut seen = vec![false; rows * columns];
        reached.iter().for_each(|&(row, column)| seen[row * columns + column] = true);
        while let Some(cell) = reached.pop() {
            if self.board.on_last_side(player, cell) {
                return true;
            }
            for &(row, column) in &self.neighbours[cell.0][cell.1] {
                if self.board.0[row][column] == player && !seen[row * columns + column] {
                    seen[row * columns + column] = true;
                    reached.push((row, column));
                }
            }
        }
        false
    }
}
