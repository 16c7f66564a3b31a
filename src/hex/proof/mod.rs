//! Proofs that a player wins: a strategy in a form that is checked without the solver.
//!
//! ```text
//!     hex proof 3
//!     size 3
//!     X B2                  the position: X's stones,
//!     O                       and O's
//!     to move O
//!     winner X
//!     L B2 | A2 | A3        entry 1: X joins the left side and B2. Two ways: play A2, or play A3
//!     R B2 | C1 | C2        entry 2
//!     win B2 1 2            X's stone B2, with entries 1 and 2, joins the sides
//! ```
//!
//! The page `src/hex/proof.md` has the rules of a valid proof, and shows that they are sound.

mod board;
mod fault;
mod lemmas;
mod verify;

use std::fmt;
use std::io::{self, Write};
use std::iter::once;

use itertools::Itertools;

use super::Position;
use crate::cell::Cell;
use crate::player::Player;

pub use fault::{Fault, VerifyError};
pub use verify::{Verified, verify};

/// The largest size of a board with a proof.
const LARGEST_PROVED: u16 = 22;

/// The size that the text of a proof has.
const SIZE: &str = "a size from 1 to 22";

/// A proof that a player wins a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub(in crate::hex) position: Position,
    pub(in crate::hex) to_move: Player,
    pub(in crate::hex) winner: Player,
    pub(in crate::hex) entries: Vec<Entry>,
    pub(in crate::hex) win: Way,
}

/// Two ends and ways to join them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::hex) struct Entry {
    pub(in crate::hex) ends: [End; 2],
    /// Further stones of the winner.
    pub(in crate::hex) with: Vec<Cell>,
    /// Dead cells and captured pairs that are filled in with the winner's stones, one after the other.
    pub(in crate::hex) filled: Vec<Vec<Cell>>,
    pub(in crate::hex) ways: Vec<Way>,
}

/// An end of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::hex) enum End {
    /// One of the winner's sides: 0 is left or top, 1 is right or bottom.
    Side(usize),
    /// A cell.
    Cell(Cell),
}

/// A way to join two ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::hex) struct Way {
    /// The move, if there is one, and then other stones.
    pub(in crate::hex) stones: Vec<Cell>,
    /// Indices of entries, from 0.
    pub(in crate::hex) entries: Vec<usize>,
}

/// The letters of a player's sides.
const fn sides(player: Player) -> [&'static str; 2] {
    match player {
        Player::X => ["L", "R"],
        Player::O => ["T", "B"],
    }
}

impl Proof {
    /// Writes the proof as text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "hex proof 3\nsize {}", self.position.size())?;
        for player in Player::BOTH {
            let stones = self.position.stones_of(player);
            writeln!(out, "{}", once(player.to_string()).chain(stones.map(|cell| cell.to_string())).format(" "))?;
        }
        writeln!(out, "to move {}\nwinner {}", self.to_move, self.winner)?;
        for entry in &self.entries {
            let [one, other] = entry.ends.map(|end| match end {
                End::Side(side) => sides(self.winner)[side].to_owned(),
                End::Cell(cell) => cell.to_string(),
            });
            write!(out, "{one} {other}")?;
            let groups = [
                ("with", entry.with.iter().map(ToString::to_string).collect_vec()),
                ("filled", entry.filled.iter().map(|group| group.iter().join("-")).collect()),
            ];
            for (word, cells) in groups.iter().filter(|(_, cells)| !cells.is_empty()) {
                write!(out, " {word} {}", cells.iter().format(" "))?;
            }
            writeln!(out, "{}", entry.ways.iter().format_with("", |way, f| f(&format_args!(" |{way}"))))?;
        }
        writeln!(out, "win{}", self.win)
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.iter().try_for_each(|stone| write!(f, " {stone}"))?;
        self.entries.iter().try_for_each(|entry| write!(f, " {}", entry + 1))
    }
}
