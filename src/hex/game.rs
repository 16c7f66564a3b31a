//! A game of Hex: stones that were set up, and moves, which may be taken back.

use std::fmt;
use std::str::FromStr;

use super::position::{PlayError, Position, Shape};
use crate::bits::BitRows;
use crate::cell::{Cell, ParseCellError};
use crate::player::{ByPlayer, Player};

/// A game. What is played is checked when the position is asked for.
#[derive(Clone, Debug)]
pub struct Game {
    shape: Shape,
    actions: Vec<Action>,
}

/// What is done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The cells of a rectangle, from its first cell in reading order to its last one, get stones of the player,
    /// whatever they have, or lose their stones.
    SetUp(Option<Player>, [Cell; 2]),
    /// A player moves.
    Move(Player, Move),
}

/// A move, as programs for Hex write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// `c3`, or as in games of Go `cc`: a stone in a cell.
    Stone(Cell),
    /// `swap-pieces`: each stone now belongs to the other player, and stands in the cell that is mirrored at the long
    /// diagonal.
    SwapPieces,
    /// `resign` or `forfeit`: the opponent has won.
    Resign,
    /// `swap-sides` or `swap`: the players change, and not the stones.
    SwapSides,
    /// `pass`
    Pass,
}

impl FromStr for Move {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Move, ParseCellError> {
        Ok(match (&*text.to_ascii_lowercase(), text.as_bytes()) {
            ("pass", _) => Move::Pass,
            ("swap" | "swap-sides", _) => Move::SwapSides,
            ("resign" | "forfeit", _) => Move::Resign,
            ("swap-pieces", _) => Move::SwapPieces,
            (_, letters @ [_, _]) if letters.iter().all(u8::is_ascii_alphabetic) => {
                let [column, row] = [0, 1].map(|index| u16::from(letters[index].to_ascii_lowercase() - b'a'));
                Move::Stone(Cell::new(column, row))
            }
            _ => Move::Stone(text.parse()?),
        })
    }
}

/// A move as HexGui writes it: `c3`, `swap-pieces`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Move::Stone(cell) => return f.write_str(&cell.to_string().to_ascii_lowercase()),
            Move::SwapPieces => "swap-pieces",
            Move::Resign => "resign",
            Move::SwapSides => "swap-sides",
            Move::Pass => "pass",
        })
    }
}

impl Game {
    /// Returns a game that begins on an empty board.
    #[must_use]
    pub fn new(shape: Shape) -> Game {
        Game { shape, actions: Vec::new() }
    }

    /// Goes on with the game.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Takes the last action back, and returns it.
    pub fn pop(&mut self) -> Option<Action> {
        self.actions.pop()
    }

    /// Returns the shape of the board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns what was done, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Returns the player to move after the last action: the opponent of who moved, or after a swap of sides the same
    /// colour, which the opponent has now.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.line().next_back().map(|(player, mv)| if mv == Move::SwapSides { player } else { player.opponent() })
    }

    /// Returns the moves, each with its player.
    pub(super) fn line(&self) -> impl DoubleEndedIterator<Item = (Player, Move)> {
        self.actions.iter().filter_map(|action| match *action {
            Action::Move(player, mv) => Some((player, mv)),
            Action::SetUp(..) => None,
        })
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.line().count()
    }

    /// Returns the player who resigned by the last action.
    #[must_use]
    pub fn resigned(&self) -> Option<Player> {
        match self.actions.last() {
            Some(&Action::Move(player, Move::Resign)) => Some(player),
            _ => None,
        }
    }

    /// Returns the position after the given number of moves, or after all.
    ///
    /// # Errors
    /// If a stone is off the board, a move is in a cell that has a stone, or the pieces are swapped on a board that is
    /// not square; with the index of that action.
    ///
    /// # Complexity
    /// Each move takes the same time, each rectangle that of its rows, and the result that of the board. Four bits for
    /// each cell.
    pub fn position(&self, moves: Option<usize>) -> Result<Position, (usize, PlayError)> {
        let size = usize::from(self.shape.size());
        // The stones as they were before the swap, after an odd number of swaps.
        let mut stones = ByPlayer::from_fn(|_| BitRows::new(size, size));
        let (mut is_swapped, mut count) = (false, 0);
        let place = |is_swapped: bool, cell: Cell| if is_swapped { Cell::new(cell.row(), cell.column()) } else { cell };
        let colour = |is_swapped: bool, player: Player| if is_swapped { player.opponent() } else { player };
        let numbers = |cell: Cell| (usize::from(cell.column()), usize::from(cell.row()));
        for (index, &action) in self.actions.iter().enumerate() {
            let (owner, [first, last]) = match action {
                Action::Move(..) if moves == Some(count) => break,
                Action::Move(player, Move::Stone(cell)) => (Some(player), [cell; 2]),
                Action::Move(_, Move::SwapPieces) if !self.shape.is_square() => {
                    return Err((index, PlayError::Swap(self.shape)));
                }
                Action::Move(_, no_stone) => {
                    is_swapped ^= no_stone == Move::SwapPieces;
                    count += 1;
                    continue;
                }
                Action::SetUp(owner, rectangle) => (owner, rectangle),
            };
            if !self.shape.contains(last) {
                return Err((index, PlayError::OffBoard { cell: last, shape: self.shape }));
            }
            let [(left, top), (right, bottom)] = [first, last].map(|cell| numbers(place(is_swapped, cell)));
            if let Action::Move(..) = action {
                if let Some(before) = Player::BOTH.into_iter().find(|&player| stones[player].get(left, top)) {
                    return Err((index, PlayError::Taken { cell: first, owner: colour(is_swapped, before) }));
                }
                count += 1;
            }
            for player in Player::BOTH {
                let has_stones = owner.map(|owner| colour(is_swapped, owner)) == Some(player);
                for row in top..=bottom {
                    stones[player].fill([left, right], row, has_stones);
                }
            }
        }
        let mut position = Position::with_shape(self.shape);
        let rows = self.shape.rows;
        for (player, row) in Player::BOTH.into_iter().flat_map(|player| (0..rows).map(move |row| (player, row))) {
            stones[player].for_each_column(row.into(), |column| {
                // They are on the board, and one in each cell. Their columns are below the size.
                let cell = Cell::new(column as u16, row);
                let _ = position.play(colour(is_swapped, player), place(is_swapped, cell));
            });
        }
        Ok(position)
    }
}
