//! The positions of complete graphs for the number of chips.
//!
//! A position is a shape and the number of tempo moves made, its level: a higher one is never worse for Max. The shape
//! and the parity of the level determine who is to move. Max has a choice only when the bank is empty.
//!
//! With E essential boxes left, r of them in the bottom row, three bounds need no search:
//!
//! - If Min removes essential boxes only, Max makes at most E - 1 tempo moves. With Max to move and the bank empty, Max
//!   has to remove a box, and makes at most E - 2.
//! - If Max makes tempo moves as long as there are any, there are at least as many as Max has turns, or as are free.
//! - If Min removes the boxes of the bottom row last and Max removes k of them before that, Max loses 2k turns. Until
//!   then there are at most as many tempo moves as are free when one gap holds all columns that are gone, and after it
//!   at most r - k.
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
    /// The number of tempo moves that the shape frees.
    free: u16,
    /// The number of tempo moves made, the level.
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
    /// Returns the largest number of tempo moves that Max can still make if Max removes at least `taken` boxes and Min
    /// makes no tempo move: every other move is Max's. The box that Max must remove may be one of those taken: with the
    /// sum in place of the maximum the bound is false, for K8 with the chips 3,3,3,3,3,4,4,4.
    fn turns(&self, taken: u32) -> u32 {
        let (boxes, must) = (u32::from(self.boxes), u32::from(self.max_to_move));
        (boxes + must).saturating_sub(1 + 2 * taken.max(must))
    }

    /// Returns the position after the tempo move that Max makes whenever there is one.
    fn settled(self) -> NumberPosition {
        let tempo = self.max_to_move && self.made < self.free && self.boxes > 0;
        if tempo { NumberPosition { made: self.made + 1, max_to_move: false, ..self } } else { self }
    }

    /// Returns the upper bound of the tempo moves at the end if Min removes the bottom row last.
    fn most_with_bottom_last(&self) -> u32 {
        let made = u32::from(self.made);
        let (columns, gone) = (self.shape.columns(), self.shape.gone());
        let mut most = made;
        for taken in 0..columns {
            let turns = made + self.turns(taken);
            if turns <= most {
                break;
            }
            let free = (gone + taken) * (gone + taken - 1) / 2;
            most = most.max(turns.min(made.max(free) + columns - taken));
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

    /// Tuned on graphs of up to 13 vertices: for Max what frees most tempo moves first, then for both few mountains.
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
        let lower = made + position.turns(0).min(u32::from(position.free - position.made));
        let upper = position.most_with_bottom_last().min(self.most_tempo());
        (self.essential() + lower, self.essential() + upper)
    }

    /// Min makes the last move, if there is one more for Min.
    fn is_odd(&self, position: &NumberPosition) -> Option<bool> {
        let moves = u16::from(!position.max_to_move || position.boxes == 1);
        Some((self.essential() + u32::from(position.made + position.boxes + moves)) % 2 == 1)
    }

    /// About a tenth of n² tempo moves from the empty board, or one or two fewer, as in the first terms.
    fn guess(&self, _position: &NumberPosition) -> u32 {
        self.essential() + (self.0 * self.0).div_ceil(10)
    }
}
