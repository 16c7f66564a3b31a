//! Hip as a game: minimax over all positions.

#![allow(dead_code, unreachable_pub, reason = "tests and benchmarks use parts of it")]

use std::collections::HashMap;

/// Cells are numbered in reading order.
#[derive(Clone, Debug)]
pub struct Minimax {
    pub area: usize,
    squares: Vec<u32>,
    pub last_mover: bool,
    pub double: bool,
    known: HashMap<(u32, u32), i8>,
}

impl Minimax {
    /// `squares` has the numbers of the corners of each.
    pub fn new(area: usize, squares: &[[usize; 4]], last_mover: bool, double: bool) -> Minimax {
        let squares = squares.iter().map(|corners| corners.iter().map(|corner| 1 << corner).sum()).collect();
        Minimax { area, squares, last_mover, double, known: HashMap::new() }
    }

    /// 1 or 2: first one counter of player 1's, then two of player 2's, two of player 1's ...; or one each.
    pub fn player(&self, counters: usize) -> usize {
        let order = if self.double { [1, 2, 2, 1] } else { [1, 2, 1, 2] };
        order[counters % 4]
    }

    fn completes(&self, own: u32, cell: usize) -> bool {
        let own = own | 1 << cell;
        self.squares.iter().any(|square| square >> cell & 1 == 1 && own & square == *square)
    }

    /// The result of player 1: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn value(&mut self, first: u32, second: u32) -> i8 {
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

    pub fn moves(&self, first: u32, second: u32) -> Vec<usize> {
        let own = if self.player((first | second).count_ones() as usize) == 1 { first } else { second };
        let empty = (0..self.area).filter(|cell| (first | second) >> cell & 1 == 0);
        empty.filter(|&cell| !self.last_mover || !self.completes(own, cell)).collect()
    }

    pub fn value_after(&mut self, first: u32, second: u32, cell: usize) -> i8 {
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
    pub fn keeping(&mut self, first: u32, second: u32) -> Vec<usize> {
        let value = self.value(first, second);
        let moves = self.moves(first, second);
        moves.into_iter().filter(|&cell| self.value_after(first, second, cell) == value).collect()
    }
}
