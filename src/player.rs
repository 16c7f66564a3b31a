//! The two players, and one value for each of them.
//!
//! In Hex and Hip they are called X and O. [`ByPlayer`] is a pair of values, one for each player, in place of pairs of
//! variables.
//!
//! ```text
//!     ByPlayer { x: 3, o: 2 }     stones[Player::X] is 3, stones[Player::X.opponent()] is 2
//! ```

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players. In Hex, X connects the left and the right side, and O the top and the bottom.
///
/// ```
/// use quadrille::player::Player;
/// assert_eq!(Player::X.opponent(), Player::O);
/// assert_eq!(Player::O.to_string(), "O");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Player 1, where one of the two moves first.
    X,
    /// Player 2.
    O,
}

impl Player {
    /// Both players, X first.
    pub const BOTH: [Player; 2] = [Player::X, Player::O];

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }

    /// Returns the player's letter on a printed board, in ASCII.
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
        fmt::Write::write_char(f, char::from(self.letter()))
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
    /// Returns the pair of the values of a function, which is called for X first.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
        ByPlayer { x: value(Player::X), o: value(Player::O) }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::X => &self.x,
            Player::O => &self.o,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::X => &mut self.x,
            Player::O => &mut self.o,
        }
    }
}
