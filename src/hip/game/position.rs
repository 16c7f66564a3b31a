//! Positions, reduced to what still matters, and their canonical forms.
//!
//! **Representation.** A position has for each player the *open* cells, which the player may still use, and for each
//! square that the player could still complete a *forbidden set*: the cells of the square that the player lacks, and
//! must not all use.
//!
//! ```text
//!     X . .        X has A1 and B2. Of the square A1 B1 B2 A2, X lacks {B1, A2}: X may take one of the two, and then the
//!     . X .        other is *dead* for X. Larger sets that contain {B1, A2} add nothing and are dropped.
//!     O . .        X can complete no square through A3 any more, and O none through A1 or B2.
//!
//!     X: open B1 C1 A2 C2 B3 C3    pairs {B1, A2}    triples {B1, C1, C2} {C2, B3, C3}    fours none
//!     O: open the same cells       pairs none        triples none                         fours {B1, A2, C2, B3}
//! ```
//!
//! A move on a cell shrinks the mover's sets that contain it, and removes the opponent's. A set is the part of its
//! square that is open to the player, so only the number of the square is stored, and no counters.
//!
//! **Canonical form.** Positions are the same game if a symmetry of the board takes one to the other. The canonical
//! form of a position is the least image of these three sets of cells:
//!
//! ```text
//!     counters that matter     corners of the squares of forbidden sets that are not open to their player: the player's counters
//!     X's cells                those open to X, and those of these counters that are X's
//!     O's cells                those open to O, and those of these counters that are O's
//! ```
//!
//! **Theorem.** Positions with the same canonical form are images of each other as games.
//!
//! **Proof.** The three sets determine a player's smallest forbidden sets. A square that lies within the player's cells
//! has no counter of the opponent, and its open part contains a forbidden set of the player, or it would not lie within
//! them; and every stored forbidden set is the open part of such a square. Squares that no player can complete any more
//! lie within neither player's cells, so it does not matter whether a [`Board`] has them. ∎
//!
//! The converse is false: equal games may have different forms, as when different squares lack the same pair. That
//! costs some search, and changes no answer.

use super::board::{Board, Cells, SquareSet};
use crate::bits::Ones;
use crate::player::{ByPlayer, Player};

/// One player's side of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Side<Q> {
    /// The cells that the player may use.
    pub(super) open: Cells,
    /// The squares of the player's forbidden sets of two cells. No forbidden set contains another one.
    pub(super) pairs: Q,
    /// Those of three cells.
    pub(super) triples: Q,
    /// Those of four cells.
    pub(super) fours: Q,
}

/// A position: one side for each player.
pub(super) type Position<Q> = ByPlayer<Side<Q>>;

impl<Q: SquareSet> Side<Q> {
    /// Returns the squares of all forbidden sets.
    #[inline]
    pub(super) fn sets(&self) -> Q {
        self.pairs | self.triples | self.fours
    }

    /// Returns the cells of the forbidden set of a square.
    #[inline]
    pub(super) fn set(&self, board: &Board<Q>, square: usize) -> Cells {
        board.corners[square] & self.open
    }

    /// Removes the forbidden sets of some squares.
    #[inline]
    pub(super) fn remove(&mut self, squares: Q) {
        self.pairs &= !squares;
        self.triples &= !squares;
        self.fours &= !squares;
    }

    /// Removes cells from those that the player may use, and all sets that contain them.
    fn close(&mut self, board: &Board<Q>, closed: Cells) {
        self.open &= !closed;
        let lost = Ones(closed).fold(Q::default(), |lost, cell| lost | board.through[cell]);
        self.remove(lost);
    }

    /// Removes the sets that contain one of these new pairs, except one set for each pair.
    fn minimize(&mut self, board: &Board<Q>, new: Q) {
        for square in new.each() {
            let pair = self.set(board, square);
            if (self.pairs & Q::one(square)).is_empty() {
                continue;
            }
            let containing = board.through_both(pair.trailing_zeros() as usize, pair.ilog2() as usize);
            // Up to three squares can lack the same pair; one of them is enough.
            let (first, _) = (containing & self.pairs).split();
            self.remove(containing & !Q::one(first));
        }
    }

    /// Returns a player's side for the player's counters, the opponent's, and the empty cells.
    fn new(board: &Board<Q>, own: Cells, other: Cells, empty: Cells) -> Side<Q> {
        let mut side = Side { open: empty, ..Side::default() };
        let mut dead = 0;
        for (square, &corners) in board.corners.iter().enumerate().filter(|(_, corners)| **corners & other == 0) {
            match (corners & !own).count_ones() {
                4 => side.fours |= Q::one(square),
                3 => side.triples |= Q::one(square),
                2 => side.pairs |= Q::one(square),
                _ => dead |= corners & !own,
            }
        }
        side.close(board, dead);
        side.minimize(board, side.pairs);
        side
    }
}

/// Returns the position with these counters on the board, none of which completed a square.
pub(super) fn position<Q: SquareSet>(board: &Board<Q>, counters: ByPlayer<Cells>) -> Position<Q> {
    let empty = board.cells() & !counters.x & !counters.o;
    ByPlayer::from_fn(|player| Side::new(board, counters[player], counters[player.opponent()], empty))
}

/// Returns the position after a player has used a cell, which must be open to that player.
#[inline]
pub(super) fn play<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player, cell: usize) -> Position<Q> {
    let mut after = *position;
    let through = board.through[cell];
    let opponent = &mut after[player.opponent()];
    opponent.open &= !(1 << cell);
    opponent.remove(through);

    let own = &mut after[player];
    own.open &= !(1 << cell);
    let (pairs, triples, fours) = (own.pairs & through, own.triples & through, own.fours & through);
    own.pairs = own.pairs & !pairs | triples;
    own.triples = own.triples & !triples | fours;
    own.fours &= !fours;
    let dead = pairs.each().fold(0, |dead, square| dead | own.set(board, square));
    if dead != 0 {
        own.close(board, dead);
    }
    own.minimize(board, triples & own.pairs);
    after
}

/// A canonical form: the counters that matter, the cells of one player, and those of the other.
pub(super) type Key = [Cells; 3];

/// Returns the canonical form of a position, with the cells of the given player first.
pub(super) fn canonical<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, first: Player) -> Key {
    let planes = planes(board, position, first);
    board.images(planes).min().unwrap_or(planes)
}

/// Returns the three sets of cells whose least image is the canonical form, those of the given player first.
fn planes<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, first: Player) -> Key {
    let occupied = ByPlayer::from_fn(|player| {
        let side = &position[player];
        side.sets().each().fold(0, |cells, square| cells | board.corners[square]) & !side.open
    });
    let cells = |player: Player| position[player].open | occupied[player];
    [occupied.x | occupied.o, cells(first), cells(first.opponent())]
}
