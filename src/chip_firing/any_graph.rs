//! The games on any graph: positions of [`GraphGame`], and how many chips lie there.
//!
//! The number of chips tells who is to move, so that positions need no mark for that.

use super::game::{Game, Side, TooLarge};
use super::graph_game::{GraphGame, Scratch};
use super::search::last_play::Board;
use super::search::reach::Race;

/// The game on a graph, from one position on.
#[derive(Debug)]
pub(super) struct AnyGraph {
    game: GraphGame,
    /// The fewest and the most chips with which a play ends.
    fewest: u32,
    most: u32,
    /// The parity of the number of chips when Max is to move.
    max_when: u32,
    end: End,
}

/// What ending the play is, to a player who can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The best of all moves.
    Best,
    /// The best for Min, who gets no fewer chips by anything else.
    BestForMin,
    /// One of the moves.
    Possible,
}

/// A position, or the end of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// None when the play is over.
    key: Option<u64>,
    chips: u32,
}

impl AnyGraph {
    /// The game from a position, with who is first if that matters.
    pub(super) fn new(game: &Game, first: Side, end: End) -> Result<AnyGraph, TooLarge> {
        let board = GraphGame::new(game.graph())?;
        // Of a graph with so few positions the edges can be counted in 16 bits.
        let [fewest, most, chips] = [game.fewest(), game.most(), game.chips()].map(|number| number as u32);
        let max_when = (chips + u32::from(first == Side::Min)) % 2;
        Ok(AnyGraph { game: board, fewest, most, max_when, end })
    }
}

impl Board for AnyGraph {
    type Place = Place;
    type Scratch = (Scratch, Vec<u64>);

    fn place(&self, game: &Game, _to_move: Side) -> Place {
        Place { key: Some(self.game.key(game.configuration().chips())), chips: game.chips() as u32 }
    }

    fn name_bits(&self) -> u32 {
        self.game.key_bits()
    }

    fn name(&self, place: &Place) -> u64 {
        place.key.unwrap_or(0)
    }

    fn work(&self, name: u64) -> u32 {
        self.most - self.game.total(name)
    }

    fn is_over(&self, place: &Place) -> bool {
        place.key.is_none()
    }

    fn options(&self, place: &Place, (scratch, keys): &mut (Scratch, Vec<u64>), options: &mut Vec<Place>) {
        options.clear();
        let Some(key) = place.key else { return };
        let chips = place.chips + 1;
        let end_suffices = match self.end {
            End::Best => true,
            End::BestForMin => !self.max_to_move(place),
            End::Possible => false,
        };
        if self.game.options(key, end_suffices, scratch, keys) {
            options.push(Place { key: None, chips });
        }
        options.extend(keys.iter().map(|&key| Place { key: Some(key), chips }));
    }

    /// Tried on grids, cubes and complete bipartite graphs. For the last play chips that are spread evenly, which halves the
    /// work on the cube of dimension 4; for the number few vertices about to fire for Max, and many for Min, which saves a
    /// quarter on grids.
    fn rank(&self, place: &Place, option: &Place) -> i64 {
        let Some(key) = option.key else { return 0 };
        match self.end {
            End::Best | End::Possible => self.game.squares(key),
            End::BestForMin if !self.max_to_move(place) => self.game.full(key),
            End::BestForMin => -self.game.full(key),
        }
    }
}

impl Race for AnyGraph {
    fn max_to_move(&self, place: &Place) -> bool {
        place.chips % 2 == self.max_when
    }

    fn level_bits(&self) -> u32 {
        1
    }

    fn level(&self, _place: &Place) -> u8 {
        0
    }

    fn plain(&self, place: &Place) -> (u32, u32) {
        match place.key {
            None => (place.chips, place.chips),
            Some(_) => (self.fewest.max(place.chips + 1), self.most),
        }
    }

    fn guess(&self, place: &Place) -> u32 {
        let (least, most) = self.plain(place);
        least + (most - least) / 3
    }
}
