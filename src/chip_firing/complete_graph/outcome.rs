//! Who wins on a complete graph if the last play wins, and Grundy values.
//!
//! A place is a shape and the parity of the bank. The options are the essential boxes, and with an odd bank a tempo move, to the
//! same shape with an even one. Positions of smaller complete graphs occur in larger ones: only the gaps tell how large the ring is,
//! and nothing but their parity matters.

use super::super::game::{Game, Side, TooLarge};
use super::super::search::last_play::Board;
use super::Interface;
use super::ring::{Gaps, Ring, Segment, Shape};

/// The game on a complete graph.
#[derive(Clone, Copy, Debug)]
pub(in crate::chip_firing) struct Outcome {
    vertices: u32,
}

/// A shape, and whether the bank is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::chip_firing) struct Place {
    pub(super) shape: Shape,
    pub(super) odd: bool,
}

impl Outcome {
    /// The game on the complete graph with so many vertices.
    pub(in crate::chip_firing) fn new(vertices: usize) -> Result<Outcome, TooLarge> {
        (vertices <= super::LARGEST).then_some(Outcome { vertices: vertices as u32 }).ok_or(TooLarge::Positions)
    }
}

impl Board for Outcome {
    type Place = Place;
    type Scratch = ();

    fn place(&self, game: &Game, _to_move: Side) -> Place {
        let Interface { ring, free, made } = Interface::of(game.configuration());
        let mut written = Ring::flat();
        for &segment in ring.segments() {
            written.push(Segment { gap: Gaps::Parity.written(segment.gap), ..segment });
        }
        Place { shape: written.shape(), odd: (free - made) % 2 == 1 }
    }

    fn name_bits(&self) -> u32 {
        Shape::name_bits(self.vertices)
    }

    fn name(&self, place: &Place) -> u64 {
        place.shape.name_with(place.odd)
    }

    fn work(&self, name: u64) -> u32 {
        Shape::of_name(name).boxes()
    }

    fn is_over(&self, place: &Place) -> bool {
        place.shape == Shape::FLAT
    }

    fn options(&self, place: &Place, _scratch: &mut (), options: &mut Vec<Place>) {
        options.clear();
        place.shape.ring().removals(Gaps::Parity, |ring, freed| {
            options.push(Place { shape: ring.shape(), odd: place.odd ^ (freed % 2 == 1) });
        });
        options.sort_unstable();
        options.dedup();
        if place.odd {
            options.push(Place { odd: false, ..*place });
        }
    }

    /// Tried on graphs of up to 18 vertices: few places, then few boxes; an odd bank is mostly good for the player to move.
    fn rank(&self, _place: &Place, option: &Place) -> i64 {
        i64::from(1000 * option.shape.places() + option.shape.boxes() + 500 * u32::from(option.odd))
    }
}
