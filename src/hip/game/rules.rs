//! The rules of both games and both ways of taking turns, and a game as it is played.

use std::error::Error;
use std::fmt;

use crate::cell::Cell;
use crate::hip::size::Size;
use crate::hip::square::Square;
use crate::player::Player;

/// What becomes of a player who completes a square of his own.
///
/// ```
/// use quadrille::hip::{Completing, Game, IllegalMove, Rules};
/// for completing in [Completing::Loses, Completing::Illegal] {
///     let mut game = Game::new("3x3".parse()?, Rules { completing, double: false });
///     for cell in ["A1", "B1", "C1", "B2", "A3", "B3"] {
///         game.play(cell.parse()?)?;
///     }
///     let forbidden = matches!(game.play("C3".parse()?), Err(IllegalMove::Completes(_)));
///     assert_eq!(forbidden, completing == Completing::Illegal);
///     assert_eq!(game.completed().is_some(), completing == Completing::Loses);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Completing {
    /// He loses at once; a full board without a square is a draw. The rules that Gardner gives.
    #[default]
    Loses,
    /// He may not, and who has no move loses, on a full board too: the last mover wins.
    Illegal,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What becomes of a player who completes a square of his own.
    pub completing: Completing,
    /// Whether a turn is two counters, the very first one being one (Thompson's *Double Hip*). A player who has placed one
    /// and has no place for the other has no move.
    pub double: bool,
}

impl Rules {
    /// Whose turn it is when this many counters are on the board. Player 1 is X.
    ///
    /// ```
    /// use quadrille::hip::Rules;
    /// use quadrille::player::Player::{O, X};
    /// let double = Rules { double: true, ..Rules::default() };
    /// assert_eq!([0, 1, 2, 3, 4, 5].map(|counters| double.turn(counters)), [X, O, O, X, X, O]);
    /// ```
    #[must_use]
    pub const fn turn(self, counters: usize) -> Player {
        let turns = if self.double { counters.div_ceil(2) } else { counters };
        if turns % 2 == 0 { Player::X } else { Player::O }
    }

    /// How many counters the player whose turn it is has yet to place before it ends.
    #[must_use]
    pub const fn owed(self, counters: usize) -> u8 {
        if self.double && counters % 2 == 1 { 2 } else { 1 }
    }
}

/// How a game ends if both play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player wins.
    Win(Player),
    /// Neither does.
    Draw,
}

/// A game that has been played up to some move.
///
/// ```
/// use quadrille::hip::{Game, IllegalMove, Rules};
/// let mut game = Game::new("2x2".parse()?, Rules::default());
/// game.play("A1".parse()?)?;
/// assert_eq!(game.play("A1".parse()?), Err(IllegalMove::Taken));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    size: Size,
    rules: Rules,
    moves: Vec<Cell>,
    owners: Vec<Option<Player>>,
    /// Set by the move that completed it.
    completed: Option<Square>,
}

impl Game {
    /// A game that begins.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Game {
        Game { size, rules, moves: Vec::new(), owners: vec![None; size.area()], completed: None }
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// Whose counter is on a cell; `None` if it is empty or off the board.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        if self.size.has(cell) { self.owners[self.size.index(cell)] } else { None }
    }

    /// Who has to place a counter now, if the game is not over: under [`Completing::Illegal`] perhaps somebody who cannot.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        let full = self.moves.len() == self.size.area() && self.rules.completing == Completing::Loses;
        (self.completed.is_none() && !full).then(|| self.rules.turn(self.moves.len()))
    }

    /// The square that ended the game.
    #[must_use]
    pub const fn completed(&self) -> Option<Square> {
        self.completed
    }

    /// Places the next counter.
    ///
    /// # Errors
    /// Why the rules forbid it; the game is as before.
    ///
    /// # Complexity
    /// O(counters on the board).
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        let player = self.turn().ok_or(IllegalMove::GameOver)?;
        if !self.size.has(cell) {
            return Err(IllegalMove::OffBoard);
        }
        if self.owner(cell).is_some() {
            return Err(IllegalMove::Taken);
        }
        let completed = self.completes(cell, player);
        if let (Some(square), Completing::Illegal) = (completed, self.rules.completing) {
            return Err(IllegalMove::Completes(square));
        }
        self.completed = completed;
        self.owners[self.size.index(cell)] = Some(player);
        self.moves.push(cell);
        Ok(())
    }

    /// The cells where the next counter may go, in reading order.
    ///
    /// ```
    /// use quadrille::hip::{Completing, Game, Rules};
    /// let mut game = Game::new("3x3".parse()?, Rules { completing: Completing::Illegal, double: false });
    /// for cell in ["A1", "B1", "C1", "B2", "A3", "B3"] {
    ///     game.play(cell.parse()?)?;
    /// }
    /// let cells: Vec<String> = game.legal_moves().map(|cell| cell.to_string()).collect();
    /// assert_eq!(cells, ["A2", "C2"], "on C3 X would complete a square");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let player = self.turn();
        self.size.cells().filter(move |&cell| {
            let Some(player) = player else { return false };
            let allowed = self.rules.completing == Completing::Loses || self.completes(cell, player).is_none();
            self.owner(cell).is_none() && allowed
        })
    }

    /// The square that a player's counter on an empty cell would complete; of several the one with the first first corner,
    /// and then with the leftmost second one.
    fn completes(&self, cell: Cell, player: Player) -> Option<Square> {
        // Whichever of his counters is the next corner clockwise, the other two follow.
        let own = |corner| corner == cell || self.owner(corner) == Some(player);
        let nexts = self.moves.iter().filter(|&&next| own(next));
        let squares = nexts.filter_map(|&next| Square::from_side(self.size, cell, next));
        squares.filter(|square| square.corners().into_iter().all(own)).min_by_key(|square| {
            let [first, second, ..] = square.corners();
            (first, second.column(), second.row())
        })
    }
}

/// Why a move is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// There is no such cell.
    OffBoard,
    /// There is a counter.
    Taken,
    /// The game has ended before.
    GameOver,
    /// The counter would complete this square, which the rules forbid.
    Completes(Square),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard => f.write_str("off the board"),
            IllegalMove::Taken => f.write_str("taken already"),
            IllegalMove::GameOver => f.write_str("after the end of the game"),
            IllegalMove::Completes(square) => write!(f, "completes the square {square}"),
        }
    }
}

impl Error for IllegalMove {}
