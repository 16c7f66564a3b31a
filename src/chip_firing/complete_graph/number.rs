//! The positions of complete graphs for the number of chips.
//!
//! A position is a shape, the number of tempo moves *made*, which is its level, and who is to move. `free` counts the
//! tempo moves that the shape has freed, made or not; the bank holds `free - made`. A position is never modified. An
//! example on K7, where 21 boxes are essential and at most 15 tempo moves are possible:
//!
//! ```text
//!     height 3    /\/\                     shape      columns 4   with their boxes: the bottom row
//!     height 2   /    \__/\____                       gone    3   columns without, in gaps of lengths 1 and 2
//!                                          boxes      6           the bottom row and two above it
//!     one tempo move is made, and          free       1           0 for the gap of length 1, 1 for that of length 2
//!     Min is to move                       made       1           the bank is empty
//! ```
//!
//! By the theorems (`theorems.md`, 6 and 7) Max makes a tempo move whenever there is one, Min makes none, and the
//! last move is Min's if more than one box is left. So Max has a choice only when the bank is empty, and then removes a
//! box.
//!
//! Let E boxes be left, and let Max remove k of them. Then Min removes E - k, and Max makes T tempo moves. The players
//! take turns, and Min moves last: T + k = E - k if Max is to move, else T + k = E - k - 1. So T falls by two with each
//! box that Max removes ([`tempo_moves`](NumberPosition::tempo_moves)), and three bounds need no search:
//!
//! - **Upper bound by turns:** k is at least 0, or 1 if Max is to move, since the bank is empty. In the example T <= 5.
//! - **Lower bound:** if Max removes no box, or only that first one, T is the upper bound. Otherwise Max removes a box
//!   when the bank is empty, after all tempo moves that are in the bank now. In the example it is empty, so T >= 0.
//! - **Upper bound by the bottom row:** Min removes the boxes of the bottom row last, of which r are left. Let Max
//!   remove j of them before Min removes the first one. At that time the tempo moves made are free, so there are at
//!   most as many as if all columns that are gone were in one gap: g(g-1)/2 for g = gone + j. Then Min is to move,
//!   r - j boxes are left, and at most r - j - 1 tempo moves follow. T is also at most what it is for k = j. The bound
//!   is the largest one of all j < r: at j = r no box would be left for Min's last move. In the example j = 0 gives at
//!   most made + 5 and 3 + 3 tempo moves, and larger j give fewer, so that the bound is 6.
//!
//! Positions searched for `number K14` on one thread without one technique, relative to all (November 2026):
//!
//! ```text
//!     rotations and reflections    2.23        entries kept for the next goal      1.15
//!     reflections                  2.07        look-up of all options first        1.09
//!     the parity of the number     1.99        lower bound by free tempo moves     1.03
//!     growing steps between        1.43        order of the options                1.02
//!       goals (instead: halves)                upper bound by the bottom row       1.01
//! ```

use super::super::game::{Game, Side};
use super::super::search::Model;
use super::super::search::number::NumberModel;
use super::Interface;
use super::ring::{Gaps, Shape};

/// The positions for the number of chips, of the complete graph with this number of vertices.
#[derive(Clone, Copy, Debug)]
pub(in crate::chip_firing) struct NumberPositions(pub(in crate::chip_firing) u32);

/// A position for the number of chips in which the player to move has a choice, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::chip_firing) struct NumberPosition {
    shape: Shape,
    /// The number of essential boxes.
    boxes: u16,
    /// The number of tempo moves that the shape has freed, made or not.
    free: u16,
    /// The number of tempo moves made, the level: at most `free`.
    made: u16,
    mountains: u8,
    max_to_move: bool,
}

impl NumberPositions {
    /// Returns the largest number of tempo moves in a game: n-1 columns are gone in one gap, and one box is left.
    fn most_tempo(self) -> u32 {
        (self.0 - 1) * (self.0 - 2) / 2
    }

    /// Returns the number of essential boxes of the empty board.
    fn essential(self) -> u32 {
        self.0 * (self.0 - 1) / 2
    }
}

impl NumberPosition {
    /// Returns the largest number of tempo moves that Max can still make if Max removes at least `removed` boxes: T for
    /// k = `removed`, or for the least k that is possible. The caller ensures that the position is
    /// [settled](Self::settled). The box that Max has to remove first may be one of these: with the sum in place of the
    /// maximum the bound is false, for K8 with the chips 3,3,3,3,3,4,4,4.
    fn tempo_moves(&self, removed: u32) -> u32 {
        let (boxes, first) = (u32::from(self.boxes), u32::from(self.max_to_move));
        (boxes + first).saturating_sub(1 + 2 * removed.max(first))
    }

    /// Returns the position after the tempo move that Max makes whenever there is one: the bank is empty if Max is to
    /// move.
    fn settled(self) -> NumberPosition {
        let tempo = self.max_to_move && self.made < self.free && self.boxes > 0;
        if tempo { NumberPosition { made: self.made + 1, max_to_move: false, ..self } } else { self }
    }

    /// Returns the upper bound by the bottom row, of the tempo moves at the end.
    fn most_with_bottom_last(&self) -> u32 {
        let made = u32::from(self.made);
        let (columns, gone) = (self.shape.columns(), self.shape.gone());
        let mut most = made;
        for removed in 0..columns {
            let by_turns = made + self.tempo_moves(removed);
            if by_turns <= most {
                // It falls with each box.
                break;
            }
            // At least one column is gone, also on the empty board.
            let most_free = (gone + removed) * (gone + removed - 1) / 2;
            most = most.max(by_turns.min(most_free + columns - removed - 1));
        }
        most
    }
}

impl Model for NumberPositions {
    type Position = NumberPosition;
    type Scratch = ();

    fn position(&self, game: &Game, to_move: Side) -> NumberPosition {
        let Interface { ring, free, made } = Interface::new(game.configuration());
        let shape = ring.shape();
        // All are below n^2, n being at most 23.
        let [boxes, free, made] = [shape.boxes(), free, made].map(|number| number as u16);
        NumberPosition { shape, boxes, free, made, mountains: ring.mountains(), max_to_move: to_move == Side::Max }
            .settled()
    }

    fn key_bits(&self) -> u32 {
        Shape::key_bits(self.0)
    }

    /// Every move changes the number of boxes or of tempo moves made, so the shape and the parity of the latter tell
    /// who is to move.
    fn key(&self, position: &NumberPosition) -> u64 {
        position.shape.key_with(position.made % 2 == 1)
    }

    fn work(&self, key: u64) -> u32 {
        Shape::from_key(key).boxes()
    }

    fn is_over(&self, position: &NumberPosition) -> bool {
        position.boxes == 0
    }

    fn options(&self, position: &NumberPosition, _scratch: &mut (), options: &mut Vec<NumberPosition>) {
        options.clear();
        let next = NumberPosition { max_to_move: !position.max_to_move, ..*position };
        position.shape.ring().removals(Gaps::Counted, |ring, freed| {
            let free = position.free + freed as u16;
            let (shape, mountains) = (ring.shape(), ring.mountains());
            options.push(NumberPosition { shape, boxes: position.boxes - 1, free, mountains, ..next }.settled());
        });
        options.sort_unstable_by_key(|option| option.shape);
        options.dedup();
    }

    /// Tuned on graphs of up to 13 vertices: first what frees most tempo moves if Max is to move, then few mountains.
    fn rank(&self, position: &NumberPosition, option: &NumberPosition) -> i64 {
        let frees = if position.max_to_move { i64::from(option.free) } else { 0 };
        i64::from(option.mountains) - (frees << u8::BITS)
    }
}

impl NumberModel for NumberPositions {
    fn max_to_move(&self, position: &NumberPosition) -> bool {
        position.max_to_move
    }

    fn level_bits(&self) -> u32 {
        u8::BITS
    }

    fn level(&self, position: &NumberPosition) -> u8 {
        // A byte: at most 231, on K23. Keys of larger graphs leave no room for two levels.
        position.made as u8
    }

    fn bounds(&self, position: &NumberPosition) -> (u32, u32) {
        let made = u32::from(position.made);
        if position.boxes == 0 {
            return (self.essential() + made, self.essential() + made);
        }
        let lower = made + position.tempo_moves(0).min(u32::from(position.free - position.made));
        let upper = position.most_with_bottom_last().min(self.most_tempo());
        (self.essential() + lower, self.essential() + upper)
    }

    /// About a tenth of n² tempo moves from the empty board, or one or two fewer, as in the first terms.
    fn guess(&self, _position: &NumberPosition) -> u32 {
        self.essential() + (self.0 * self.0).div_ceil(10)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring::Ring;
    use super::*;

    #[test]
    fn bounds_of_the_example_are_those_of_the_page() {
        let ring = Ring::new(0b1000_1011, 11);
        let (shape, mountains) = (ring.shape(), ring.mountains());
        assert_eq!((shape.columns(), shape.gone(), shape.boxes(), ring.free()), (4, 3, 6, 1));
        let example = NumberPosition { shape, boxes: 6, free: 1, made: 1, mountains, max_to_move: false };
        assert_eq!(NumberPositions(7).bounds(&example), (21 + 1, 21 + 6));
    }
}
