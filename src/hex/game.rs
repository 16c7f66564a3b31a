//! A game of Hex: stones that were set up, and moves, which may be taken back.

use std::collections::HashMap;
use std::str::FromStr;

use super::position::{PlayError, Position, SizeError};
use crate::cell::{Cell, ParseCellError};
use crate::player::Player;

/// A game. What is played is checked when the position is asked for.
#[derive(Clone, Debug)]
pub struct Game {
    size: u16,
    actions: Vec<Action>,
}

/// What is done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A cell gets a stone of the player, whatever it has, or loses its stone.
    SetUp(Option<Player>, Cell),
    /// A player moves.
    Move(Player, Move),
}

/// A move, as programs for Hex write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// `c3`, or as in games of Go `cc`: a stone in a cell.
    Stone(Cell),
    /// `swap-pieces`: each stone now belongs to the other player, and stands in the cell that is mirrored at the long diagonal.
    SwapPieces,
    /// `pass`, `resign` and `forfeit`, and `swap-sides` or `swap`, by which the players change and not the stones.
    NoStone,
}

impl FromStr for Move {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Move, ParseCellError> {
        Ok(match (&*text.to_ascii_lowercase(), text.as_bytes()) {
            ("pass" | "resign" | "forfeit" | "swap" | "swap-sides", _) => Move::NoStone,
            ("swap-pieces", _) => Move::SwapPieces,
            (_, letters @ [_, _]) if letters.iter().all(u8::is_ascii_alphabetic) => {
                let [column, row] = [0, 1].map(|index| u16::from(letters[index].to_ascii_lowercase() - b'a'));
                Move::Stone(Cell::new(column, row))
            }
            _ => Move::Stone(text.parse()?),
        })
    }
}

impl Game {
    /// Returns a game that begins on an empty board.
    ///
    /// # Errors
    /// If the size is 0 or too large.
    pub fn new(size: u64) -> Result<Game, SizeError> {
        let size = Position::empty(size)?.size();
        Ok(Game { size, actions: Vec::new() })
    }

    /// Goes on with the game.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Takes the last action back, and returns it.
    pub fn pop(&mut self) -> Option<Action> {
        self.actions.pop()
    }

    /// Returns the player to move after the last action: the opponent of who moved.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.actions.iter().rev().find_map(|action| match action {
            Action::Move(player, _) => Some(player.opponent()),
            Action::SetUp(..) => None,
        })
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.actions.iter().filter(|action| matches!(action, Action::Move(..))).count()
    }

    /// Returns the position after the given number of moves, or after all.
    ///
    /// # Errors
    /// If a stone is off the board, or a move is in a cell that has a stone; with the index of that action.
    ///
    /// # Complexity
    /// O(actions), and two bits for each cell.
    pub fn position(&self, moves: Option<usize>) -> Result<Position, (usize, PlayError)> {
        // The stones as they were before the swap, after an odd number of swaps.
        let (mut stones, mut is_swapped, mut count) = (HashMap::new(), false, 0);
        let place = |is_swapped: bool, cell: Cell| if is_swapped { Cell::new(cell.row(), cell.column()) } else { cell };
        let colour = |is_swapped: bool, player: Player| if is_swapped { player.opponent() } else { player };
        for (index, &action) in self.actions.iter().enumerate() {
            let (owner, cell) = match action {
                Action::Move(..) if moves == Some(count) => break,
                Action::Move(player, Move::Stone(cell)) => (Some(player), cell),
                Action::Move(_, no_stone) => {
                    is_swapped ^= no_stone == Move::SwapPieces;
                    count += 1;
                    continue;
                }
                Action::SetUp(owner, cell) => (owner, cell),
            };
            let before = stones.get(&place(is_swapped, cell)).copied();
            if cell.column().max(cell.row()) >= self.size {
                return Err((index, PlayError::OffBoard { cell, size: self.size }));
            }
            if let (Action::Move(..), Some(before)) = (action, before) {
                return Err((index, PlayError::Taken { cell, owner: colour(is_swapped, before) }));
            }
            count += usize::from(matches!(action, Action::Move(..)));
            match owner {
                Some(owner) => stones.insert(place(is_swapped, cell), colour(is_swapped, owner)),
                None => stones.remove(&place(is_swapped, cell)),
            };
        }
        let mut position = Position::of_size(self.size);
        for (cell, player) in stones {
            // They are on the board, and one in each cell.
            let _ = position.play(colour(is_swapped, player), place(is_swapped, cell));
        }
        Ok(position)
    }
}
