//! The positions of complete graphs with an even number of vertices, for the winner if the last move wins.
//!
//! Here player 1 is the player who moves when the number of chips is even. A shape with an even number of boxes has the
//! same winner no matter who is to move; call it the *type* of the shape. With N columns and G odd gaps left, the bank
//! is even if player 1 is to move and N + G is divisible by 4, or if player 2 is to move and it is not. The player who
//! moves with an even bank has no use for a tempo move, and the opponent never needs one. So the search goes from one
//! shape with an even number of boxes to the next ones, two boxes at a time:
//!
//! ```text
//!     even number of boxes     the player with an even bank removes a box    in the table, by its shape
//!     odd number of boxes      the opponent removes a box                    not in the table
//!     even number of boxes     again the player with an even bank, who may be another one
//!
//!     two boxes are left       1 0 1 0 : player 1 wins     1 0 . 1 0 . : player 2 wins
//! ```
//!
//! An even gap is the same as none, since only the parity of gaps matters. So positions of smaller complete graphs
//! occur in larger ones. `theorems.md` has the theorems and their proofs.
//!
//! A search with tempo moves and the player to move has 2.8 times as many positions for K24, and takes 20 s of CPU time
//! and 133 MiB instead of 10 s and 69 MiB (AMD EPYC, November 2026).

use super::super::game::{Game, Side};
use super::super::search::{Model, Objective, PositionTable, TooLargeError, combine_two};
use super::Interface;
use super::ring::{Gaps, Shape};
use crate::player::Player;

/// The number of vertices of the largest graph: the steps of a shape and a 1 have to fit into 64 bits.
const LARGEST: u32 = 32;

/// The number of bits of a winner plus 1.
const VALUE_BITS: u32 = 2;

/// The positions for the winner, of the complete graph with this number of vertices: an even one.
#[derive(Clone, Copy, Debug)]
pub(in crate::chip_firing) struct WinnerPositions(u32);

/// A shape, and who is to move. If the number of boxes is even, that is the player with an even bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chip_firing) struct WinnerPosition {
    shape: Shape,
    /// Whether the number of boxes is odd.
    is_odd: bool,
    /// X is player 1.
    to_move: Player,
}

impl WinnerPosition {
    #[inline]
    fn new(shape: Shape, is_odd: bool, to_move: Player) -> WinnerPosition {
        let even_bank = if (shape.columns() + shape.gone()).is_multiple_of(4) { Player::X } else { Player::O };
        WinnerPosition { shape, is_odd, to_move: if is_odd { to_move } else { even_bank } }
    }
}

impl Model for WinnerPositions {
    type Position = WinnerPosition;
    type Scratch = ();

    fn position(&self, game: &Game, _to_move: Side) -> WinnerPosition {
        let shape = Interface::new(game.configuration()).ring.with_parity().shape();
        let to_move = if game.chips().is_multiple_of(2) { Player::X } else { Player::O };
        WinnerPosition::new(shape, shape.boxes() % 2 == 1, to_move)
    }

    fn key_bits(&self) -> u32 {
        Shape::short_key_bits(self.0)
    }

    fn key(&self, position: &WinnerPosition) -> u64 {
        position.shape.short_key()
    }

    fn work(&self, key: u64) -> u32 {
        Shape::from_short_key(key).boxes()
    }

    fn is_over(&self, position: &WinnerPosition) -> bool {
        position.shape == Shape::FLAT
    }

    /// In the order in which they are searched, that of the shapes as numbers: few columns first, then a long way down.
    /// An order that is the same everywhere leads to the same few shapes.
    fn options(&self, position: &WinnerPosition, _scratch: &mut (), options: &mut Vec<WinnerPosition>) {
        options.clear();
        let to_move = position.to_move.opponent();
        position.shape.ring().removals(Gaps::Parity, |ring, _| {
            options.push(WinnerPosition::new(ring.shape(), !position.is_odd, to_move));
        });
        options.sort_unstable_by_key(|option| option.shape);
        options.dedup();
    }

    fn rank(&self, _position: &WinnerPosition, _option: &WinnerPosition) -> i64 {
        0
    }
}

/// The value of a position is 1 if player 1 wins, else 0; a table entry holds it plus 1.
#[derive(Debug)]
pub(in crate::chip_firing) struct Winner {
    table: PositionTable<WinnerPositions>,
}

impl Winner {
    /// Prepares the table of a graph with an even number of vertices.
    ///
    /// # Errors
    /// If there are more than 32 vertices.
    pub(in crate::chip_firing) fn new(order: u32, memory: u64) -> Result<Winner, TooLargeError> {
        if order > LARGEST {
            return Err(TooLargeError::EvenComplete { largest: LARGEST });
        }
        Ok(Winner { table: PositionTable::new(WinnerPositions(order), VALUE_BITS, memory)? })
    }
}

impl Objective for Winner {
    type Model = WinnerPositions;

    fn table(&self) -> &PositionTable<WinnerPositions> {
        &self.table
    }

    fn is_stored(&self, position: &WinnerPosition) -> bool {
        !position.is_odd
    }

    #[inline]
    fn known(&self, position: &WinnerPosition) -> Option<u8> {
        match position.shape {
            Shape::ONE_BOX => Some((position.to_move == Player::X).into()),
            Shape::TWO_NEIGHBOURS => Some(1),
            Shape::TWO_APART => Some(0),
            _ if position.is_odd => None,
            // At most 2 bits.
            _ => (self.table.get(position) as u8).checked_sub(1),
        }
    }

    fn combine(&self, position: &WinnerPosition, seen: u64, all: bool) -> Option<u8> {
        combine_two(position.to_move == Player::X, seen, all)
    }

    /// Player 1 moves when the number of chips is even.
    fn value_for_mover(&self, value: u8, game: &Game) -> u8 {
        u8::from((value == 1) == game.chips().is_multiple_of(2))
    }

    fn store(&self, position: &WinnerPosition, value: u8) {
        if !position.is_odd {
            self.table.update(position, |_| u64::from(value) + 1);
        }
    }
}
