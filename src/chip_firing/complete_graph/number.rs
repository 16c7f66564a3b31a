//! The number of chips on a complete graph, if one player wants many and the other few.
//!
//! A place is a shape and how many tempo moves have been made, its level: more of them are never worse for Max. The parity of the level
//! tells, with the shape, who is to move.
//!
//! **Who makes tempo moves.** Let g(S, b) be how many are to come from a shape S and a bank b with Min to move, h(S, b) with Max to
//! move, and f(d) how many an essential box d frees; boxes that can be taken can be so in either order. As [above](super), two
//! more in the bank are worth 0 to 2 more.
//!
//! - *Max makes one whenever there is one*: h(S, b) = 1 + g(S, b - 1) if b > 0, for no essential box e is better. What Min answers
//!   to the tempo move shows that g(S - e, b + f(e)) <= 1 + g(S, b - 1), by induction:
//!   - a box d: after e he can take d too, and Max goes on by a tempo move, to 1 + g(S - e - d, b - 1 + f(e) + f(d)); this is
//!     at most 1 + h(S - d, b - 1 + f(d)), where Max can take e;
//!   - the box e: after e he can make a tempo move, to 1 + h(S - e, b - 1 + f(e));
//!   - a tempo move: g(S - e, b + f(e)) <= 2 + g(S - e, b - 2 + f(e)) <= 2 + h(S, b - 2), where Max can take e.
//! - *Min never does*. By a box he gets E(b), the least of h(S - d, b + f(d)), and E(b) <= E(b - 2) + 2; by a tempo move he gets
//!   1 + h(S, b - 1). This is 2 + g(S, b - 2) = 2 + E(b - 2) >= E(b) if b > 1, by induction; and if b = 1 it is 1 more than the
//!   most of g(S - e, f(e)), of which E(1) is 1 more than the least.
//! - *Min makes the last move*. With one box left Max takes it only if the bank is empty, and Min does not make a tempo move to have it
//!   so. The last box but one frees one: of the two places next to its own, one is gone.
//!
//! So Max has a choice only when the bank is empty, and how many boxes he has to take is all that the play is about.
//!
//! What is plain without a search, with `E` essential boxes, `r` of them in the bottom row:
//!
//! - Min takes essential boxes only: then Max makes at most `E - 1` tempo moves; if he is to move, he has to take a box, and makes at
//!   most `E - 2`.
//! - Max makes tempo moves only, as long as there are any: then there are at least as many as he has turns, or as are free.
//! - Min takes boxes of the bottom row last. If Max takes `k` of them before that, he loses `2k` turns; up to then as many tempo moves
//!   are made as are free when one gap holds all that is gone, and after it at most `r - k`.

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

/// A position in which there is a choice, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::chip_firing) struct Place {
    shape: Shape,
    /// Essential boxes.
    boxes: u16,
    /// Tempo moves that the shape leaves free, and how many have been made.
    free: u16,
    made: u16,
    mountains: u8,
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
    /// The most tempo moves that Max can still make if he takes so many boxes: every other move is his.
    fn turns(&self, taken: u32) -> u32 {
        let (boxes, must) = (u32::from(self.boxes), u32::from(self.max_to_move));
        (boxes + must).saturating_sub(1 + 2 * taken.max(must))
    }

    /// After the tempo move that Max makes whenever there is one.
    fn settled(self) -> Place {
        let tempo = self.max_to_move && self.made < self.free && self.boxes > 0;
        if tempo { Place { made: self.made + 1, max_to_move: false, ..self } } else { self }
    }

    /// At most so many tempo moves in the end if Min takes the bottom row last.
    fn most_with_bottom_last(&self) -> u32 {
        let made = u32::from(self.made);
        let (places, gone) = (self.shape.places(), self.shape.gone());
        let mut most = made;
        for taken in 0..places {
            let turns = made + self.turns(taken);
            if turns <= most {
                break;
            }
            let free = (gone + taken) * (gone + taken - 1) / 2;
            most = most.max(turns.min(made.max(free) + places - taken));
        }
        most
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
        Place { shape, boxes, free, made, mountains: ring.mountains(), max_to_move: to_move == Side::Max }.settled()
    }

    fn name_bits(&self) -> u32 {
        Shape::name_bits(self.vertices)
    }

    fn name(&self, place: &Place) -> u64 {
        place.shape.name_with(place.made % 2 == 1)
    }

    fn work(&self, name: u64) -> u32 {
        Shape::of_name(name).boxes()
    }

    fn is_over(&self, place: &Place) -> bool {
        place.boxes == 0
    }

    fn options(&self, place: &Place, _scratch: &mut (), options: &mut Vec<Place>) {
        options.clear();
        let next = Place { max_to_move: !place.max_to_move, ..*place };
        place.shape.ring().removals(Gaps::Counted, |ring, freed| {
            let free = place.free + freed as u16;
            let option =
                Place { shape: ring.shape(), boxes: place.boxes - 1, free, mountains: ring.mountains(), ..next };
            options.push(option.settled());
        });
        options.sort_unstable_by_key(|option| option.shape);
        options.dedup();
    }

    /// Tried on graphs of up to 13 vertices: for Max first what frees most tempo moves, then for both few mountains.
    fn rank(&self, place: &Place, option: &Place) -> i64 {
        let frees = if place.max_to_move { i64::from(option.free) } else { 0 };
        i64::from(option.mountains) - (frees << u8::BITS)
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
        let least = made + place.turns(0).min(u32::from(place.free - place.made));
        let most = place.most_with_bottom_last().min(self.most_tempo());
        (self.essential() + least, self.essential() + most)
    }

    /// Min makes the last move, if he is to make any.
    fn odd(&self, place: &Place) -> Option<bool> {
        let moves = u16::from(!place.max_to_move || place.boxes == 1);
        Some((self.essential() + u32::from(place.made + place.boxes + moves)) % 2 == 1)
    }

    /// From the empty board, about a tenth of n² tempo moves, or one or two fewer, as in the first terms.
    fn guess(&self, _place: &Place) -> u32 {
        self.essential() + (self.vertices * self.vertices).div_ceil(10)
    }
}
