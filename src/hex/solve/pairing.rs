//! The pairing strategy on boards that are not square: the player with the shorter way wins, even moving second.
//!
//! ```text
//!     a   1   2   3          O joins top and bottom. Whenever X takes a cell, O takes the one with the same sign: a mirror
//!       b   a   4   5        image with half a cell of glide, which exchanges X's left side and the top. So O's stones
//!         c   b   a   6      mirror X's, and X cannot pass them.
//!     1 and a, 2 and b, …
//! ```
//!
//! Further columns are of no use to X. Source: M. Gardner, *The Scientific American Book of Mathematical Puzzles and
//! Diversions*, 1959. Nothing is searched; proofs, which need a search, do without.

use super::cells::{CellSet, Stones, Words};
use crate::hex::Shape;
use crate::player::Player;

/// The pairs of a board.
pub(super) struct Pairing {
    winner: Player,
    pairs: Vec<[usize; 2]>,
}

impl Pairing {
    /// Returns the pairs of a board in the upper left of a square; `None` if it is square itself.
    pub(super) fn new(shape: Shape) -> Option<Pairing> {
        let [columns, rows] = [shape.columns, shape.rows].map(usize::from);
        let (size, winner) = (columns.max(rows), if columns > rows { Player::O } else { Player::X });
        let number = |row: usize, column: usize| match winner {
            Player::O => row * size + column,
            Player::X => column * size + row,
        };
        let least = columns.min(rows);
        let above = (0..least).flat_map(|row| (row + 1..=least).map(move |column| (row, column)));
        let pairs = above.map(|(row, column)| [number(row, column), number(column - 1, row)]).collect();
        (!shape.is_square()).then_some(Pairing { winner, pairs })
    }

    /// Returns the winner of a position, if the pairs tell that: the loser has no pair, and the winner has the other cell
    /// of each cell of the loser, but for one that may be taken now.
    pub(super) fn winner(&self, stones: &Stones<Words>, to_move: Player) -> Option<Player> {
        let Pairing { winner, ref pairs } = *self;
        let is_missing = |[one, other]: &[usize; 2]| {
            let is_alone = |one, other| stones[winner.opponent()].has(one) && !stones[winner].has(other);
            is_alone(*one, *other) || is_alone(*other, *one)
        };
        let is_lost = |pair: &[usize; 2]| pair.iter().all(|&cell| stones[winner.opponent()].has(cell));
        let missing = pairs.iter().filter(|pair| is_missing(pair)).count();
        let may_miss = usize::from(to_move == winner);
        (missing <= may_miss && !pairs.iter().any(is_lost)).then_some(winner)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    use super::super::cells::Board;
    use super::*;

    /// The loser gets a cell of each pair and all others, and does not win.
    #[test]
    fn mirror_images_stop_the_loser() {
        let mut random = SmallRng::seed_from_u64(9);
        for (columns, rows) in (1..=8).flat_map(|columns| (1..=8).map(move |rows| (columns, rows))) {
            let shape = Shape { columns, rows };
            let Some(Pairing { winner, pairs }) = Pairing::new(shape) else { continue };
            let size = usize::from(columns.max(rows));
            let board = Board::<Words>::new(size);
            for _ in 0..200 {
                let mut stones = Stones::<Words>::default();
                let mut pairs = pairs.clone();
                pairs.shuffle(&mut random);
                for pair in pairs {
                    assert_eq!(
                        stones.empty(&board) & (Words::from_cell(pair[0]) | Words::from_cell(pair[1])),
                        Words::from_cell(pair[0]) | Words::from_cell(pair[1]),
                        "each cell is in one pair"
                    );
                    let first = usize::from(random.random_bool(0.5));
                    stones = stones.with(winner, pair[first]).with(winner.opponent(), pair[1 - first]);
                }
                let is_outside = |&cell: &usize| cell % size >= columns.into() || cell / size >= rows.into();
                let empty = stones.empty(&board);
                for cell in empty.iter() {
                    stones = stones.with(if is_outside(&cell) { winner } else { winner.opponent() }, cell);
                }
                assert!(board.is_won(winner, stones[winner]), "{shape}");
            }
        }
    }
}
