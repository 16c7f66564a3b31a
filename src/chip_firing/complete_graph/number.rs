//! The number of chips on a complete graph, if one player wants many and the other few.
//!
//! A place is a shape and how many tempo moves have been made, its level: more of them are never worse for Max. The parity of the level
//! tells, with the shape, who is to move.
//!
//! What is plain without a search, with `E` essential boxes, `r` of them in the bottom row:
//!
//! - Min takes essential boxes only: then Max makes at most `E` tempo moves (one less if Min is to move).
//! - Max makes tempo moves only, as long as there are any: then there are at least as many as he has turns, or as are free.
//! - Min takes boxes of the bottom row last. If Max takes `k` of them before that, he loses `2k` turns; up to then as many tempo moves
//!   are made as are free when one gap holds all that is gone, and after it at most `r - k`.
//! - Min has no need to make a tempo move when the bank is even. Let E(b) be the best that he gets from a shape and a bank b by an
//!   essential box, and T(b) by a tempo move, both counted in tempo moves to come; the bank is empty, or f(b - 2) = E(b - 2) for
//!   the better of both. Max may answer a tempo move by another: T(b) >= 2 + f(b - 2) = 2 + E(b - 2). And two tempo moves more in the
//!   bank are worth two at most, after each essential box: E(b) <= E(b - 2) + 2. So E(b) <= T(b).

use super::super::game::{Game, Side, TooLarge};
use super::super::search::last_play::Board;
use super::super::search::reach::Race;
use super::Interface;
use super::ring::{Gaps, Shape};

/// The game on a complete graph.
#[derive(Clone, Copy, Debug)]
pub(in crate::chip_firing) struct Number {
    vertices: u32,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::chip_firing) struct Place {
    shape: Shape,
    /// Essential boxes.
    boxes: u16,
    /// Tempo moves that the shape leaves free, and how many have been made.
    free: u16,
    made: u16,
    max_to_move: bool,
}

impl Number {
    /// The game on the complete graph with so many vertices.
    pub(in crate::chip_firing) fn new(vertices: usize) -> Result<Number, TooLarge> {
        let fits = (vertices <= super::LARGEST).then_some(Number { vertices: vertices as u32 });
        // Levels are bytes, and one of them is above all.
        fits.filter(|fits| fits.most_tempo() < u32::from(u8::MAX)).ok_or(TooLarge::Positions)
    }

    /// As many tempo moves as there can be in a play: n-1 places gone in one gap, and one box left.
    fn most_tempo(self) -> u32 {
        (self.vertices - 1) * (self.vertices - 2) / 2
    }

    fn essential(self) -> u32 {
        self.vertices * (self.vertices - 1) / 2
    }
}

impl Place {
    /// The most tempo moves that Max can still make if Min takes essential boxes only.
    fn turns(&self) -> u32 {
        u32::from(self.boxes) - u32::from(!self.max_to_move)
    }

    /// At most so many tempo moves in the end if Min takes the bottom row last.
    fn most_with_bottom_last(&self) -> u32 {
        let (turns, made) = (u32::from(self.made) + self.turns(), u32::from(self.made));
        let (places, gone) = (self.shape.places(), self.shape.gone());
        let after = |taken: u32| {
            let free = (gone + taken) * (gone + taken - 1) / 2;
            turns.saturating_sub(2 * taken).min(made.max(free) + places - taken)
        };
        (0..places).map(after).max().unwrap_or(turns)
    }
}

impl Board for Number {
    type Place = Place;
    type Scratch = ();

    fn place(&self, game: &Game, to_move: Side) -> Place {
        let Interface { ring, free, made } = Interface::of(game.configuration());
        let shape = ring.shape();
        // All are below n^2, n being at most 30.
        let [boxes, free, made] = [shape.boxes(), free, made].map(|number| number as u16);
        Place { shape, boxes, free, made, max_to_move: to_move == Side::Max }
    }

    fn name_bits(&self) -> u32 {
        Shape::bits(self.vertices) + 1
    }

    fn name(&self, place: &Place) -> u64 {
        place.shape.number() << 1 | u64::from(place.made % 2)
    }

    fn work(&self, name: u64) -> u32 {
        Shape::numbered(name >> 1).boxes()
    }

    fn is_over(&self, place: &Place) -> bool {
        place.boxes == 0
    }

    fn options(&self, place: &Place, _scratch: &mut (), options: &mut Vec<Place>) {
        options.clear();
        let next = Place { max_to_move: !place.max_to_move, ..*place };
        place.shape.ring().removals(Gaps::Counted, |ring, freed| {
            let free = place.free + freed as u16;
            options.push(Place { shape: ring.shape(), boxes: place.boxes - 1, free, ..next });
        });
        options.sort_unstable_by_key(|option| option.shape);
        options.dedup();
        let bank = place.free - place.made;
        if bank % 2 == 1 || (bank > 0 && place.max_to_move) {
            options.push(Place { made: place.made + 1, ..next });
        }
    }

    /// Tried on graphs of up to 12 vertices: for Max much that is free and few maxima, for Min the contrary.
    fn rank(&self, option: &Place) -> i64 {
        let good = 2 * i64::from(option.free) + i64::from(option.shape.places()) - i64::from(option.shape.maxima());
        if option.max_to_move { good } else { -good }
    }
}

impl Race for Number {
    fn max_to_move(&self, place: &Place) -> bool {
        place.max_to_move
    }

    fn level_bits(&self) -> u32 {
        u8::BITS
    }

    fn level(&self, place: &Place) -> u8 {
        // A byte: see `new`.
        place.made as u8
    }

    fn plain(&self, place: &Place) -> (u32, u32) {
        let made = u32::from(place.made);
        if place.boxes == 0 {
            return (self.essential() + made, self.essential() + made);
        }
        let least = made + place.turns().min(u32::from(place.free - place.made));
        let most = place.most_with_bottom_last().min(self.most_tempo());
        (self.essential() + least, self.essential() + most)
    }

    /// From the empty board, about a tenth of n² tempo moves, or one or two fewer, as in the first terms.
    fn guess(&self, _place: &Place) -> u32 {
        self.essential() + (self.vertices * self.vertices).div_ceil(10)
    }
}
