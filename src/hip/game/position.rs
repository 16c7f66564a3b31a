//! A position without what no longer matters.
//!
//! For each player: the cells that he may still use, and what is missing of each square that he could yet complete, all of
//! it still open to him: a *forbidden set*, which he must not fill.
//!
//! ```text
//!     X . .        X has A1 and B2. Of their square A1 B1 B2 A2 he misses {B1, A2}: he may take one of the two, and then
//!     . X .        the other is *dead* for him. Larger sets that contain {B1, A2} say nothing more and are dropped.
//!     O . .        X can complete no square through A3 any more, and O none through A1 or B2.
//! ```
//!
//! So playing a cell shrinks the sets of one's own with it, and removes the opponent's. A set is the part of its square
//! that is open to the player: there is no need to keep it, or to know the counters.

use super::board::{Board, Cells, cells};
use super::square_set::SquareSet;
use crate::player::{ByPlayer, Player};

/// One player's side of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Side<Q> {
    /// The cells that he may use.
    pub(super) open: Cells,
    /// His forbidden sets of two, three and four cells, by their squares. No set contains another one.
    pub(super) pairs: Q,
    pub(super) triples: Q,
    pub(super) fours: Q,
}

/// A position.
pub(super) type Position<Q> = ByPlayer<Side<Q>>;

impl<Q: SquareSet> Side<Q> {
    /// All forbidden sets.
    #[inline]
    pub(super) fn sets(&self) -> Q {
        self.pairs | self.triples | self.fours
    }

    /// The cells of a forbidden set.
    #[inline]
    pub(super) fn set(&self, board: &Board<Q>, square: usize) -> Cells {
        board.corners[square] & self.open
    }

    /// Removes forbidden sets, because they cannot be filled any more or are no matter.
    #[inline]
    pub(super) fn remove(&mut self, squares: Q) {
        self.pairs &= !squares;
        self.triples &= !squares;
        self.fours &= !squares;
    }

    /// Takes cells from those that the player may use, and all sets with them.
    fn close(&mut self, board: &Board<Q>, closed: Cells) {
        self.open &= !closed;
        let lost = cells(closed).fold(Q::default(), |lost, cell| lost | board.through[cell]);
        self.remove(lost);
    }

    /// Keeps only smallest sets, where these pairs are new.
    fn minimize(&mut self, board: &Board<Q>, new: Q) {
        for square in new.each() {
            let pair = self.set(board, square);
            if (self.pairs & Q::of(square)).is_empty() {
                continue;
            }
            let containing = board.through_both(pair.trailing_zeros() as usize, pair.ilog2() as usize);
            // The same pair can be what is missing of up to three squares; one of them is enough.
            let (first, _) = (containing & self.pairs).split();
            self.remove(containing & !Q::of(first));
        }
    }

    fn new(board: &Board<Q>, own: Cells, other: Cells, empty: Cells) -> Side<Q> {
        let mut side = Side { open: empty, ..Side::default() };
        let mut dead = 0;
        for (square, &corners) in board.corners.iter().enumerate().filter(|(_, corners)| **corners & other == 0) {
            match (corners & !own).count_ones() {
                4 => side.fours |= Q::of(square),
                3 => side.triples |= Q::of(square),
                2 => side.pairs |= Q::of(square),
                _ => dead |= corners & !own,
            }
        }
        side.close(board, dead);
        side.minimize(board, side.pairs);
        side
    }
}

/// The position with these counters on the board, none of which completed a square.
pub(super) fn position<Q: SquareSet>(board: &Board<Q>, counters: ByPlayer<Cells>) -> Position<Q> {
    let empty = board.cells() & !counters.x & !counters.o;
    ByPlayer::from_fn(|player| Side::new(board, counters[player], counters[player.opponent()], empty))
}

/// The position after a player has used a cell that is open to him.
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
    own.pairs = own.pairs ^ pairs | triples;
    own.triples = own.triples ^ triples | fours;
    own.fours ^= fours;
    let dead = pairs.each().fold(0, |dead, square| dead | own.set(board, square));
    if dead != 0 {
        own.close(board, dead);
    }
    own.minimize(board, triples & own.pairs);
    after
}
