//! The two players, and one value for each of them.
//!
//! In Hex and Hip they are called X and O, whatever they put on the paper. A pair of values, one a player, is [`ByPlayer`], so
//! that no code needs twin variables `x_foo` and `o_foo`.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players. In Hex, X joins the left side to the right one and O the top to the bottom.
///
/// ```
/// use quadrille::player::Player;
/// assert_eq!(Player::X.opponent(), Player::O);
/// assert_eq!(Player::O.to_string(), "O");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first under Tic-Tac-Toe rules.
    X,
    /// The other one.
    O,
}

impl Player {
    /// Both players, X first.
    pub const BOTH: [Player; 2] = [Player::X, Player::O];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }

    /// The ASCII letter that stands for the player on a printed board.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self {
            Player::X => b'X',
            Player::O => b'O',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::X => "X",
            Player::O => "O",
        })
    }
}

/// One value for each player, indexed by [`Player`].
///
/// ```
/// use quadrille::player::{ByPlayer, Player};
/// let mut stones = ByPlayer { x: 3, o: 2 };
/// stones[Player::O] += 1;
/// assert_eq!(stones, ByPlayer::from_fn(|_| 3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T> {
    /// X's value.
    pub x: T,
    /// O's value.
    pub o: T,
}

impl<T> ByPlayer<T> {
    /// Computes each player's value, X's first.
    pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
        ByPlayer { x: value(Player::X), o: value(Player::O) }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::X => &self.x,
            Player::O => &self.o,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::X => &mut self.x,
            Player::O => &mut self.o,
        }
    }
}
