//! The first completion in reading order, from the layers of a board of at most 64 rows.

use super::rows::{EDGED_ROWS, flood, spread};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::player::Player;

/// One layer: some rows of cells.
#[derive(Clone, Copy, Debug)]
struct Layer {
    first: usize,
    last: usize,
    /// Where the first of these rows stands among the rows of all layers.
    at: usize,
    /// Whether more than one of its cells is left.
    open: bool,
}

impl Layer {
    fn range(self) -> std::ops::Range<usize> {
        self.at..self.at + (self.last + 1 - self.first)
    }
}

/// Picks a completion; keeps its memory from one position to the next.
#[derive(Debug)]
pub(super) struct Picker {
    size: usize,
    /// The player's stones, on a board where the player goes down.
    own: [u64; EDGED_ROWS],
    layers: Vec<Layer>,
    /// The rows of all layers.
    rows: Vec<u64>,
    /// The cells of all layers that are open.
    open: [u64; EDGED_ROWS],
    /// The cells of the others.
    taken: [u64; EDGED_ROWS],
    /// A set for use in between; clear otherwise.
    linked: [u64; EDGED_ROWS],
}

impl Default for Picker {
    fn default() -> Self {
        let clear = [0; EDGED_ROWS];
        Picker { size: 0, own: clear, layers: Vec::new(), rows: Vec::new(), open: clear, taken: clear, linked: clear }
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
        self.open[..self.size + 2].fill(0);
        self.taken[..self.size + 2].fill(0);
    }

    /// Adds a layer: rows from this one on, the first and the last of them with a cell.
    pub(super) fn add_layer(&mut self, first: usize, rows: impl Iterator<Item = u64>) {
        let at = self.rows.len();
        let mut several = 0;
        let mut seen = 0;
        for word in rows {
            several |= in_several(seen, word);
            seen |= word;
            self.rows.push(word);
        }
        let layer = Layer { first, last: first + self.rows.len() - at - 1, at, open: several != 0 };
        let of_kind = if layer.open { &mut self.open } else { &mut self.taken };
        for (of_kind, &word) in of_kind[first..=layer.last].iter_mut().zip(&self.rows[at..]) {
            *of_kind |= word;
        }
        self.layers.push(layer);
    }

    /// The cells of the completion that comes first in reading order on the player's own board.
    pub(super) fn first(&mut self, player: Player) -> Vec<Cell> {
        while let Some((row, bit)) = self.next_cell(player) {
            let in_layer = |layer: &Layer| {
                layer.first <= row && row <= layer.last && self.rows[layer.at + row - layer.first] & bit != 0
            };
            let Some(picked) = self.layers.iter().position(in_layer) else { break };
            self.pick(picked, row, bit);
        }
        let mut cells = Vec::with_capacity(self.layers.len());
        for (row, &word) in self.taken[1..=self.size].iter().enumerate() {
            cells.extend(Ones(word).map(|bit| {
                let (bit, row) = (bit as u16, row as u16); // both below 64
                match player {
                    Player::X => Cell::new(row, bit),
                    Player::O => Cell::new(bit, row),
                }
            }));
        }
        if player == Player::X {
            cells.sort_unstable();
        }
        cells
    }

    /// The first cell in reading order of an open layer: its row and its bit. X's board is turned, and so is the order.
    fn next_cell(&self, player: Player) -> Option<(usize, u64)> {
        let open = &self.open[1..=self.size];
        let bits = match player {
            Player::X => {
                let all = open.iter().fold(0, |all, word| all | word);
                all & all.wrapping_neg()
            }
            Player::O => u64::MAX,
        };
        let (row, word) = open.iter().enumerate().find(|(_, word)| *word & bits != 0)?;
        let here = word & bits;
        Some((row + 1, here & here.wrapping_neg()))
    }

    /// Leaves one cell in a layer, and in the others what is linked to it by way of the layers in between.
    fn pick(&mut self, picked: usize, row: usize, bit: u64) {
        let layer = self.layers[picked];
        for (open, word) in self.open[layer.first..=layer.last].iter_mut().zip(&self.rows[layer.range()]) {
            *open ^= *word;
        }
        let at = layer.at + row - layer.first;
        self.rows[at] = bit;
        self.taken[row] |= bit;
        self.layers[picked] = Layer { first: row, last: row, at, open: false };
        let mut at = picked;
        while at + 1 < self.layers.len() && self.narrow(at, at + 1) {
            at += 1;
        }
        at = picked;
        while at > 0 && self.narrow(at, at - 1) {
            at -= 1;
        }
    }

    /// Leaves in one layer what is linked to the layer beside it; says whether that was less.
    fn narrow(&mut self, from: usize, to: usize) -> bool {
        let (from, to) = (self.layers[from], &mut self.layers[to]);
        if !to.open {
            return false;
        }
        for (row, &word) in self.linked[from.first..=from.last].iter_mut().zip(&self.rows[from.range()]) {
            *row = word;
        }
        let meant = u64::MAX >> (63 - (from.last - from.first)) << (from.first - 1);
        let marked = flood(&mut self.linked[..self.size + 2], &self.own[..self.size + 2], meant);
        let mut lost = 0;
        let mut several = 0;
        let mut seen = 0;
        let around = self.linked[to.first - 1..=to.last + 1].windows(3);
        let open = &mut self.open[to.first..=to.last];
        for ((word, around), open) in self.rows[to.range()].iter_mut().zip(around).zip(open) {
            let kept = *word & spread([around[0], around[1], around[2]]);
            lost |= *word ^ kept;
            *open ^= *word ^ kept;
            *word = kept;
            several |= in_several(seen, kept);
            seen |= kept;
        }
        if several == 0 {
            to.open = false;
            for (row, &word) in (to.first..=to.last).zip(&self.rows[to.range()]) {
                self.open[row] ^= word;
                self.taken[row] |= word;
            }
        }
        for r in Ones(marked) {
            self.linked[r + 1] = 0;
        }
        lost != 0
    }
}

/// Not 0 if a row has several cells, or one and the rows before have one too.
#[inline]
fn in_several(before: u64, row: u64) -> u64 {
    row & row.wrapping_sub(1) | if row == 0 { 0 } else { before }
}
