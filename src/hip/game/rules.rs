//! The rules of both games and both ways of taking turns, and a game as it is played.

use serde::Serialize;
use thiserror::Error;

use crate::cell::Cell;
use crate::hip::{Size, Square};
use crate::player::Player;

/// The consequence of completing a square of one's own counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Completing {
    /// A player who completes a square loses; a full board without one is a draw
    #[default]
    #[cfg_attr(feature = "cli", value(name = "gardner"))]
    Loses,
    /// Completing a square is illegal; a player who cannot move loses
    #[cfg_attr(feature = "cli", value(name = "last-mover"))]
    Illegal,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Rules {
    /// The consequence of completing a square.
    pub completing: Completing,
    /// Whether a turn is two counters, except the first turn of the game, which is one (Thompson's *Double Hip*). A
    /// player who has placed the first counter of a turn and cannot place the second one has no move.
    pub double: bool,
}

impl Rules {
    /// Returns the player to move when the given number of counters is on the board. Player 1 is X.
    #[must_use]
    pub const fn turn(self, counters: usize) -> Player {
        let turns = if self.double { counters.div_ceil(2) } else { counters };
        if turns % 2 == 0 { Player::X } else { Player::O }
    }

    /// Returns how many counters the player to move still has to place in this turn when the given number is on the
    /// board.
    pub(super) const fn owed(self, counters: usize) -> u8 {
        if self.double && counters % 2 == 1 { 2 } else { 1 }
    }
}

/// The result of a game under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// This player wins.
    Win(Player),
    /// No player wins.
    Draw,
}

/// A game in progress or at its end.
///
/// ```
/// use quadrille::hip::{Game, IllegalMoveError, Rules};
/// let mut game = Game::new("2x2".parse()?, Rules::default());
/// game.play("A1".parse()?)?;
/// assert_eq!(game.play("A1".parse()?), Err(IllegalMoveError::Occupied));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    size: Size,
    rules: Rules,
    moves: Vec<Cell>,
    owners: Vec<Option<Player>>,
    /// The square that the last move completed.
    completed: Option<Square>,
}

impl Game {
    /// Returns the game before its first move.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Game {
        Game { size, rules, moves: Vec::new(), owners: vec![None; size.area()], completed: None }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the moves so far, in order.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// Returns the owner of the counter on a cell; `None` if the cell is empty or off the board.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        if self.size.has(cell) { self.owners[self.size.index(cell)] } else { None }
    }

    /// Returns the player who has to place the next counter; `None` if the game is over. Under [`Completing::Illegal`]
    /// this player may have no legal move.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        let full = self.moves.len() == self.size.area() && self.rules.completing == Completing::Loses;
        (self.completed.is_none() && !full).then(|| self.rules.turn(self.moves.len()))
    }

    /// Returns the square whose completion ended the game; `None` if the game is not over, or ended in another way.
    #[must_use]
    pub const fn completed(&self) -> Option<Square> {
        self.completed
    }

    /// Places the next counter.
    ///
    /// # Errors
    /// If the move is illegal. The game is then unchanged.
    ///
    /// # Complexity
    /// O(counters on the board).
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMoveError> {
        let player = self.turn().ok_or(IllegalMoveError::GameOver)?;
        if !self.size.has(cell) {
            return Err(IllegalMoveError::OffBoard);
        }
        if self.owner(cell).is_some() {
            return Err(IllegalMoveError::Occupied);
        }
        let completed = self.completes(cell, player);
        if let (Some(square), Completing::Illegal) = (completed, self.rules.completing) {
            return Err(IllegalMoveError::Completes(square));
        }
        self.completed = completed;
        self.owners[self.size.index(cell)] = Some(player);
        self.moves.push(cell);
        Ok(())
    }

    /// Returns the cells on which the next counter may be placed, in reading order.
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let player = self.turn();
        self.size.cells().filter(move |&cell| {
            let Some(player) = player else { return false };
            let allowed = self.rules.completing == Completing::Loses || self.completes(cell, player).is_none();
            self.owner(cell).is_none() && allowed
        })
    }

    /// Returns the empty cells on which the next counter would complete a square of its player, in reading order; there
    /// are none if the game is over.
    pub fn completing_cells(&self) -> impl Iterator<Item = Cell> {
        let player = self.turn();
        let completes = move |&cell: &Cell| player.is_some_and(|player| self.completes(cell, player).is_some());
        self.size.cells().filter(|&cell| self.owner(cell).is_none()).filter(completes)
    }

    /// Returns the square that a player's counter on an empty cell would complete; of several, the one whose first
    /// corner comes first in reading order, and then the one with the leftmost second corner.
    fn completes(&self, cell: Cell, player: Player) -> Option<Square> {
        // The next corner clockwise is one of the player's counters; it determines the other two corners.
        let own = |corner| corner == cell || self.owner(corner) == Some(player);
        let nexts = self.moves.iter().filter(|&&next| own(next));
        let squares = nexts.filter_map(|&next| Square::from_side(self.size, cell, next));
        squares.filter(|square| square.corners().into_iter().all(own)).min_by_key(|square| {
            let [first, second, ..] = square.corners();
            (first, second.column(), second.row())
        })
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMoveError {
    /// The cell is off the board.
    #[error("this cell is off the board")]
    OffBoard,
    /// The cell is occupied.
    #[error("this cell is occupied")]
    Occupied,
    /// The game is already over.
    #[error("the game is already over")]
    GameOver,
    /// The counter would complete this square, which the rules forbid.
    #[error("this move completes the square {0}, which the rules forbid")]
    Completes(Square),
}
