//! Stands in for the solvers.
#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::unwrap_used)]

use std::fmt;

use super::balance::Balance;
use super::colouring::Colouring;
use super::size::Size;
use super::square::{Square, squares};
use crate::cell::Cell;
use crate::player::Player;
use crate::search::Watch;

#[derive(Debug)]
pub struct Tie {
    pub colouring: Colouring,
    pub squares: u64,
    pub at_least: u64,
    pub positions: u64,
}

fn all(size: Size) -> impl Iterator<Item = Colouring> {
    let area = size.area().min(20);
    (0_u32..1 << area).map(move |bits| {
        Colouring::from_fn(size, |cell| if bits >> (size.index(cell) % 32) & 1 == 0 { Player::X } else { Player::O })
    })
}

fn balanced(colouring: &Colouring) -> bool {
    colouring.counters(Player::X) == colouring.size().area().div_ceil(2)
}

pub fn tie(size: Size, balance: Balance, _threads: usize, watch: &mut Watch<'_>) -> Tie {
    let mut best: Option<Tie> = None;
    for (i, colouring) in all(size).enumerate() {
        if balance == Balance::Balanced && !balanced(&colouring) {
            continue;
        }
        let squares = colouring.monochromatic().count() as u64;
        if best.as_ref().is_none_or(|best| best.squares > squares) {
            best = Some(Tie { colouring, squares, at_least: 0, positions: i as u64 });
        }
        if watch(i as u64).is_break() {
            return best.unwrap();
        }
    }
    let mut best = best.unwrap();
    best.at_least = best.squares;
    best
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completing {
    Loses,
    Illegal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub completing: Completing,
    pub double: bool,
}

#[derive(Clone, Debug)]
pub struct Game {
    size: Size,
    pub rules: Rules,
    moves: Vec<Cell>,
    over: bool,
    completed: Option<Square>,
}

impl Game {
    pub fn new(size: Size, rules: Rules) -> Game {
        Game { size, rules, moves: Vec::new(), over: false, completed: None }
    }
    fn player(&self, i: usize) -> Player {
        Player::BOTH[if self.rules.double { (i + 1) / 2 % 2 } else { i % 2 }]
    }
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        if self.over {
            return Err(IllegalMove::GameOver);
        }
        if !self.size.has(cell) {
            return Err(IllegalMove::OffBoard);
        }
        if self.moves.contains(&cell) {
            return Err(IllegalMove::Taken);
        }
        let player = self.player(self.moves.len());
        self.moves.push(cell);
        let square = squares(self.size)
            .find(|s| s.corners().contains(&cell) && s.corners().iter().all(|&c| self.owner(c) == Some(player)));
        if let Some(square) = square {
            if self.rules.completing == Completing::Illegal {
                self.moves.pop();
                return Err(IllegalMove::Completes(square));
            }
            self.over = true;
            self.completed = Some(square);
        }
        if self.moves.len() == self.size.area() {
            self.over = true;
        }
        Ok(())
    }
    pub fn rules(&self) -> Rules {
        self.rules
    }
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }
    pub fn completed(&self) -> Option<Square> {
        self.completed
    }
    pub fn size(&self) -> Size {
        self.size
    }
    pub fn turn(&self) -> Option<Player> {
        (!self.over).then(|| self.player(self.moves.len()))
    }
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        self.moves.iter().position(|&c| c == cell).map(|i| self.player(i))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    OffBoard,
    Taken,
    GameOver,
    Completes(Square),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard => f.write_str("off the board"),
            IllegalMove::Taken => f.write_str("taken"),
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::Completes(square) => write!(f, "completes {square}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Win(Player),
    Draw,
}

#[derive(Clone, Debug)]
pub struct Limits {
    pub nodes: Option<u64>,
    pub memory: u64,
    pub threads: usize,
}

#[derive(Clone, Debug)]
pub struct Proof;

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a stub says so")
    }
}

#[derive(Clone, Debug)]
pub struct Solution {
    pub value: Option<Value>,
    pub proof: Proof,
    pub moves: Option<Vec<Cell>>,
    pub positions: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no more than 64 cells")
    }
}

pub fn solve(game: &Game, want_moves: bool, limits: &Limits, watch: &mut Watch<'_>) -> Result<Solution, TooLarge> {
    if game.size().area() > 64 {
        return Err(TooLarge);
    }
    for i in 0..100 {
        if limits.nodes.is_some_and(|n| n < i) || watch(i).is_break() {
            return Ok(Solution { value: None, proof: Proof, moves: None, positions: i });
        }
    }
    let moves = game.size().cells().filter(|&c| game.owner(c).is_none()).take(2).collect();
    let moves = if game.turn().is_none() { Vec::new() } else { moves };
    Ok(Solution {
        value: Some(Value::Win(Player::X)),
        proof: Proof,
        moves: want_moves.then_some(moves),
        positions: 100,
    })
}

pub const LARGEST_TIE: usize = 1024;
