//! What an answer rests on.

use std::fmt;

use crate::hip::square::Square;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// What has been used to find an answer. Its text form is a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The game is over, for this reason.
    pub over: Option<Over>,
    /// Player 2 mirrors with this symmetry.
    pub mirror: Option<Symmetry>,
    /// A full board is none of his aims: no draw is its own complement under the symmetry.
    pub no_mirrored_draw: bool,
    /// The board contains one of 6 x 7, and has no draw.
    pub no_draw: bool,
    /// There was a search, of so many positions.
    pub searched: Option<u64>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// This player has completed this square.
    Completed(Player, Square),
    /// The board is full.
    Full,
    /// This player has to place a counter, and cannot.
    NoMove(Player),
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(over) = self.over {
            parts.push(match over {
                Over::Completed(player, square) => format!("player {} has completed {square}", number(player)),
                Over::Full => "the board is full".to_owned(),
                Over::NoMove(player) => format!("player {} has no move", number(player)),
            });
        }
        if self.no_draw {
            parts.push("a board that contains a 6x7 has no draw".to_owned());
        }
        if let Some(symmetry) = self.mirror {
            let name = name(symmetry);
            let so = if self.no_mirrored_draw && !self.no_draw { ", where no draw is its own complement" } else { "" };
            parts.push(format!("player 2 mirrors every move by the {name}{so}"));
        }
        match self.searched {
            Some(0) => parts.push("bounds without search".to_owned()),
            Some(positions) => parts.push(format!("search of {positions} positions")),
            None => {}
        }
        f.write_str(&parts.join("; "))
    }
}

/// Player 1 is X.
fn number(player: Player) -> u8 {
    match player {
        Player::X => 1,
        Player::O => 2,
    }
}

fn name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::FlipRows => "exchange of top and bottom",
        Symmetry::FlipColumns => "exchange of left and right",
        _ => "half-turn",
    }
}
