//! The yardstick of perfect play: plain negamax with a transposition table, without any technique of the solver.
//!
//! Values are win and loss alone, so alpha-beta search ends at the first winning move. Moves are ordered by both players' distances: a
//! cell through which both players' shortest paths lead comes first.

use std::collections::HashMap;

/// The rows of a board of up to 8x8 one after the other, as bits.
type Cells = u64;

pub struct Negamax {
    size: u32,
    all: Cells,
    first_column: Cells,
    /// The first and the last side of player 0, who joins left and right, and of player 1.
    sides: [[Cells; 2]; 2],
    /// Whether the player to move wins, by the stones of both players.
    table: HashMap<[Cells; 2], bool>,
    pub positions: u64,
    pub most_positions: u64,
}

impl Negamax {
    pub fn new(size: u32, most_positions: u64) -> Negamax {
        let row = (1 << size) - 1;
        let first_column = (0..size).fold(0, |column, i| column | 1 << (i * size));
        let sides = [[first_column, first_column << (size - 1)], [row, row << (size * (size - 1))]];
        let all = (0..size).fold(0, |all, i| all | row << (i * size));
        Negamax { size, all, first_column, sides, table: HashMap::new(), positions: 0, most_positions }
    }

    /// Returns whether the player to move wins, or `None` if that takes more positions than allowed.
    pub fn wins(&mut self, stones: [Cells; 2], to_move: usize) -> Option<bool> {
        // The numbers of stones say who is to move, as all positions follow from one.
        if let Some(&known) = self.table.get(&stones) {
            return Some(known);
        }
        self.positions += 1;
        if self.positions > self.most_positions {
            return None;
        }
        let distances = [0, 1].map(|player| [0, 1].map(|side| self.distances(stones, player, side)));
        let wins = if self.has_won(stones, 1 - to_move) {
            false
        } else {
            let sum = |cell: u32| -> u32 { distances.iter().flatten().map(|of| u32::from(of[cell as usize])).sum() };
            let mut moves: Vec<u32> = bits(self.all & !(stones[0] | stones[1])).collect();
            moves.sort_by_key(|&cell| sum(cell));
            let mut wins = false;
            for cell in moves {
                let mut after = stones;
                after[to_move] |= 1 << cell;
                if !self.wins(after, 1 - to_move)? {
                    wins = true;
                    break;
                }
            }
            wins
        };
        self.table.insert(stones, wins);
        Some(wins)
    }

    fn near(&self, cells: Cells) -> Cells {
        let n = self.size;
        let last_column = self.first_column << (n - 1);
        let (right, left) = (cells & !last_column, cells & !self.first_column);
        (cells >> n | cells << n | right << 1 | right >> (n - 1) | left >> 1 | left << (n - 1)) & self.all
    }

    fn has_won(&self, stones: [Cells; 2], player: usize) -> bool {
        let [first, last] = self.sides[player];
        let mut reached = first & stones[player];
        loop {
            let more = (reached | self.near(reached)) & stones[player];
            if more == reached {
                return reached & last != 0;
            }
            reached = more;
        }
    }

    /// For each cell how many moves a player needs to join it and a side.
    fn distances(&self, stones: [Cells; 2], player: usize, side: usize) -> [u8; 64] {
        let (own, side) = (stones[player], self.sides[player][side]);
        let empty = self.all & !(stones[0] | stones[1]);
        let mut distances = [64; 64];
        let mut reached = 0;
        for distance in 1.. {
            loop {
                let more = reached | (self.near(reached) | side) & own;
                if more == reached {
                    break;
                }
                reached = more;
            }
            let layer = (self.near(reached) | side) & empty & !reached;
            if layer == 0 {
                break;
            }
            bits(layer).for_each(|cell| distances[cell as usize] = distance);
            reached |= layer;
        }
        distances
    }
}

fn bits(mut set: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.checked_ilog2()?;
        set &= !(1 << bit);
        Some(bit)
    })
}
