//! Move ordering.
//!
//! The less a move costs the mover, the better it is: the mover's forbidden sets with the cell shrink, the opponent's
//! are removed, and a cell that only the mover could use is used up. The cost of a forbidden set is estimated from its
//! number of cells and the number of them that the opponent may use too, and so could break the set. The estimates were
//! chosen by hand.

use super::board::{Board, Cells, SquareSet};
use super::position::Position;
use super::value::ONE;
use crate::bits::Ones;
use crate::player::Player;

/// The estimated cost of a forbidden set, by its number of cells and the number of them that are open to both players,
/// in units of 1/256.
const COSTS: [[i32; 5]; 5] = [[0; 5], [256, 256, 0, 0, 0], [128, 80, 50, 0, 0], [80, 60, 32, 20, 0], [20, 14, 8, 4, 2]];

/// A move and its estimated gain for the mover in units of 1/256.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ranked {
    pub(super) gain: i32,
    pub(super) cell: u8,
}

/// A player's moves, best first; moves of equal gain are in reading order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    moves: [Ranked; 64],
    count: usize,
}

impl Ranking {
    /// Ranks the cells that are open to a player.
    pub(super) fn new<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> Ranking {
        let (own, opponent) = (&position[player], &position[player.opponent()]);
        let shared = own.open & opponent.open;
        let numbers = |set: Cells| (set.count_ones() as usize, (set & shared).count_ones() as usize);
        let mut gains = [0; 64];
        for square in own.sets().each() {
            let set = own.set(board, square);
            let (size, both) = numbers(set);
            for cell in Ones(set) {
                let both_left = both - (shared >> cell & 1) as usize;
                gains[cell] += COSTS[size][both] - COSTS[size - 1][both_left];
            }
        }
        for square in opponent.sets().each() {
            let set = opponent.set(board, square);
            let (size, both) = numbers(set);
            for cell in Ones(set & own.open) {
                gains[cell] -= COSTS[size][both];
            }
        }
        let mut ranking = Ranking { moves: [Ranked::default(); 64], count: 0 };
        for cell in Ones(own.open) {
            let used_up = if shared >> cell & 1 == 0 { ONE } else { 0 };
            // A board has at most 64 cells.
            ranking.add(Ranked { gain: gains[cell] - used_up, cell: cell as u8 });
        }
        ranking
    }

    /// Inserts another move, after those of equal gain. There must be fewer than 64 moves so far.
    pub(super) fn add(&mut self, ranked: Ranked) {
        let mut index = self.count;
        while index > 0 && self.moves[index - 1].gain < ranked.gain {
            self.moves[index] = self.moves[index - 1];
            index -= 1;
        }
        self.moves[index] = ranked;
        self.count += 1;
    }

    /// Returns the moves, best first.
    pub(super) fn moves(&self) -> &[Ranked] {
        &self.moves[..self.count]
    }
}
