//! The full boards that a game can still end with: no square, and as many counters of each player as the turns give him.

use super::board::{Board, Cells};
use super::square_set::SquareSet;
use crate::player::{ByPlayer, Player};

/// More full boards than these are not listed: they would take 32 MiB.
const MOST: usize = 1 << 22;

/// The full boards, as the cells of X, who has `count` of them; `None` if they are too many.
pub(super) fn full_boards<Q: SquareSet>(board: &Board<Q>, stones: ByPlayer<Cells>, count: u32) -> Option<Vec<Cells>> {
    let mut filling = Filling { board, count, found: Vec::new() };
    filling.fill(0, stones)?;
    Some(filling.found)
}

struct Filling<'a, Q> {
    board: &'a Board<Q>,
    count: u32,
    found: Vec<Cells>,
}

impl<Q: SquareSet> Filling<'_, Q> {
    /// Fills the cells from the first one on in every possible way; `None` if there are too many ways.
    fn fill(&mut self, first: usize, stones: ByPlayer<Cells>) -> Option<()> {
        let filled = stones.x | stones.o;
        let Some(cell) = (first..self.board.area).find(|cell| filled >> cell & 1 == 0) else {
            self.found.push(stones.x);
            return (self.found.len() <= MOST).then_some(());
        };
        // No player may have more than he ends with.
        let most = ByPlayer { x: self.count, o: self.board.area as u32 - self.count };
        for player in Player::BOTH {
            let mut after = stones;
            after[player] |= 1 << cell;
            let fits = after[player].count_ones() <= most[player];
            if fits && self.board.through[cell].each().all(|square| self.board.corners[square] & !after[player] != 0) {
                self.fill(cell + 1, after)?;
            }
        }
        Some(())
    }
}
