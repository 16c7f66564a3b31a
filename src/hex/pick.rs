//! The first completion in reading order from the layers of a board of at most 64 rows.

use super::rows::{Band, EDGED_ROWS, flood, spread};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::player::Player;

/// One layer: some rows of cells.
#[derive(Clone, Copy, Debug)]
struct Layer {
    band: Band,
    /// Where the first of these rows stands among the rows of all layers.
    at: usize,
    /// Whether more than one of its cells is left.
    open: bool,
}

/// Picks a completion; keeps its memory from one position to the next.
#[derive(Debug)]
pub(super) struct Picker {
    size: usize,
    /// The player's stones, on a board where the player goes down.
    own: [u64; EDGED_ROWS],
    layers: Vec<Layer>,
    rows: Vec<u64>,
    /// A set for use in between; clear otherwise.
    linked: [u64; EDGED_ROWS],
}

impl Default for Picker {
    fn default() -> Self {
        Picker {
            size: 0,
            own: [0; EDGED_ROWS],
            layers: Vec::new(),
            rows: Vec::new(),
            linked: [0; EDGED_ROWS],
        }
    }
}

impl Picker {
    /// Begins with a board that has these stones in its rows, and no layers.
    pub(super) fn begin(&mut self, own: impl ExactSizeIterator<Item = u64>) {
        self.size = own.len();
        for (row, word) in self.own[1..].iter_mut().zip(own) {
            *row = word;
        }
        self.own[self.size + 1] = 0;
        self.layers.clear();
        self.rows.clear();
    }

    /// Adds a layer: rows from this one on, empty ones above and below included or not.
    pub(super) fn add_layer(&mut self, mut first: usize, rows: impl Iterator<Item = u64>) {
        let at = self.rows.len();
        let mut end = at;
        let mut seen = 0;
        let mut open = false;
        for word in rows {
            if seen | word == 0 {
                first += 1;
                continue;
            }
            self.rows.push(word);
            if word != 0 {
                end = self.rows.len();
                open |= seen != 0 || word & (word - 1) != 0;
                seen = word;
            }
        }
        self.rows.truncate(end);
        debug_assert!(end > at, "every layer has a cell");
        self.layers.push(Layer { band: Band { first, last: first + end.saturating_sub(at + 1) }, at, open });
    }

    /// The cells of the completion that comes first in reading order on the player's own board.
    pub(super) fn first(&mut self, player: Player) -> Vec<Cell> {
        while let Some((row, bit)) = self.first_open(player) {
            let of_layer = |layer: &Layer| {
                let band = layer.band;
                layer.open && (band.first..=band.last).contains(&row) && self.rows[layer.at + row - band.first] & bit != 0
            };
            let Some(picked) = self.layers.iter().position(of_layer) else { break };
            let Layer { band, at, .. } = self.layers[picked];
            self.rows[at..][..band.rows()].fill(0);
            self.rows[at + row - band.first] = bit;
            self.layers[picked].open = false;
            let mut layer = picked;
            while layer + 1 < self.layers.len() && self.narrow(layer, layer + 1) {
                layer += 1;
            }
            layer = picked;
            while layer > 0 && self.narrow(layer, layer - 1) {
                layer -= 1;
            }
        }
        let mut cells: Vec<Cell> = self.layers.iter().flat_map(|layer| self.cells_of(layer, player)).collect();
        cells.sort_unstable();
        cells
    }

    fn cells_of(&self, layer: &Layer, player: Player) -> impl Iterator<Item = Cell> + '_ {
        let first = layer.band.first - 1;
        self.rows[layer.at..][..layer.band.rows()].iter().enumerate().flat_map(move |(i, &word)| {
            Ones(word).map(move |bit| {
                let (bit, row) = (bit as u16, (first + i) as u16); // both below 64
                match player {
                    Player::X => Cell::new(row, bit),
                    Player::O => Cell::new(bit, row),
                }
            })
        })
    }

    /// The first cell in reading order of those in open layers: its row and its bit.
    fn first_open(&self, player: Player) -> Option<(usize, u64)> {
        let open = self.layers.iter().filter(|layer| layer.open);
        let words = open.flat_map(|layer| {
            let rows = &self.rows[layer.at..][..layer.band.rows()];
            rows.iter().enumerate().map(|(i, &word)| (layer.band.first + i, word))
        });
        let first = words.filter(|&(_, word)| word != 0).map(|(row, word)| (row, word & word.wrapping_neg()));
        match player {
            // X's board is turned, and so is the order.
            Player::X => first.min_by_key(|&(row, bit)| (bit, row)),
            Player::O => first.min(),
        }
    }

    /// Leaves in one layer what is linked to the layer beside it; says whether that was less.
    fn narrow(&mut self, from: usize, to: usize) -> bool {
        let from = self.layers[from];
        let rows = &self.rows[from.at..][..from.band.rows()];
        self.linked[from.band.first..=from.band.last].copy_from_slice(rows);
        let marked = flood(&mut self.linked[..self.size + 2], &self.own[..self.size + 2], from.band);
        let to = &mut self.layers[to];
        let around = self.linked[to.band.first - 1..=to.band.last + 1].windows(3);
        let mut narrowed = false;
        let mut seen = 0;
        to.open = false;
        for (row, around) in self.rows[to.at..][..to.band.rows()].iter_mut().zip(around) {
            let kept = *row & spread(around[0], around[1], around[2]);
            narrowed |= kept != *row;
            *row = kept;
            if kept != 0 {
                to.open |= seen != 0 || kept & (kept - 1) != 0;
                seen = kept;
            }
        }
        self.linked[marked.first..=marked.last].fill(0);
        narrowed
    }
}
