//! The full boards that a game can still end with: no square, and as many counters of each player as the turns give him.

use super::board::{Board, Cells};
use super::square_set::SquareSet;
use crate::player::{ByPlayer, Player};

/// So many cells are filled at most, to try; boards with few draws, where a list is worth most, need less.
const STEPS: u32 = 1 << 21;

/// The full boards, as the cells of X, who has `count` of them; `None` if that is too much work.
pub(super) fn full_boards<Q: SquareSet>(board: &Board<Q>, counters: ByPlayer<Cells>, count: u32) -> Option<Vec<Cells>> {
    let mut filling = Filling { board, count, steps: 0, found: Vec::new() };
    filling.fill(0, counters)?;
    Some(filling.found)
}

struct Filling<'a, Q> {
    board: &'a Board<Q>,
    count: u32,
    steps: u32,
    found: Vec<Cells>,
}

impl<Q: SquareSet> Filling<'_, Q> {
    /// Fills the cells from the first one on in every possible way.
    fn fill(&mut self, first: usize, counters: ByPlayer<Cells>) -> Option<()> {
        let filled = counters.x | counters.o;
        let Some(cell) = (first..self.board.area).find(|cell| filled >> cell & 1 == 0) else {
            self.found.push(counters.x);
            return Some(());
        };
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        // No player may have more than he ends with.
        let most = ByPlayer { x: self.count, o: self.board.area as u32 - self.count };
        for player in Player::BOTH {
            let mut after = counters;
            after[player] |= 1 << cell;
            let fits = after[player].count_ones() <= most[player];
            if fits && self.board.through[cell].each().all(|square| self.board.corners[square] & !after[player] != 0) {
                self.fill(cell + 1, after)?;
            }
        }
        Some(())
    }
}
