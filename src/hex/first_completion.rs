//! The first completion in reading order on bitboards, given the layers of one player.
//!
//! The method is that of [`completion`](super::completion), with sets of cells in place of single cells: the first cell
//! in reading order of an undecided layer is chosen, and arc consistency is restored as in AC-3 (A. K. Mackworth,
//! 1977). The adjacent layer keeps the cells that are linked to the chosen one, the layer after it keeps the cells that
//! are linked to those, and so on until a layer keeps all its cells.
//!
//! ```text
//!     O on an empty board of size 2:  layer 1 is A1 B1, layer 2 is A2 B2, both undecided
//!     choose A1:                      layer 1 is decided; of layer 2 only A2 is linked to A1, so that it is decided too: A1-A2
//! ```

use super::bitboard::{Band, Rows, flood_fill, neighbours};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::player::Player;

/// The remaining cells of a layer.
#[derive(Clone, Copy, Debug)]
struct Layer {
    band: Band,
    /// Whether more than one cell remains.
    undecided: bool,
}

/// Finds first completions. Reuses its memory from one position to the next.
#[derive(Debug, Default)]
pub(super) struct FirstCompletion {
    size: usize,
    /// The player's stones on the player's board, see [`bitboard`](super::bitboard).
    own: Rows,
    layers: Vec<Layer>,
    /// The rows of all layers.
    rows: Vec<u64>,
    /// The remaining cells of the undecided layers.
    undecided: Rows,
    /// The cells of the other layers: of the completion.
    decided: Rows,
    /// A set for temporary use; empty otherwise.
    linked: Rows,
}

impl FirstCompletion {
    /// Begins with a board that has these own stones in its rows, and without layers. The caller then adds all layers,
    /// the first one first, and calls [`cells`](Self::cells) once.
    pub(super) fn begin(&mut self, own: impl ExactSizeIterator<Item = u64>) {
        self.size = own.len();
        for (row, word) in self.own[1..].iter_mut().zip(own) {
            *row = word;
        }
        self.own[self.size + 1] = 0;
        self.layers.clear();
        self.rows.clear();
        self.undecided[..self.size + 2].fill(0);
        self.decided[..self.size + 2].fill(0);
    }

    /// Appends a layer whose rows begin with row `first`. The caller must ensure that the first and the last of them
    /// have a cell.
    pub(super) fn add_layer(&mut self, first: usize, rows: impl Iterator<Item = u64>) {
        let start = self.rows.len();
        let mut several = 0;
        let mut seen = 0;
        for word in rows {
            several |= in_several(seen, word);
            seen |= word;
            self.rows.push(word);
        }
        let band = Band { first, last: first + self.rows.len() - start - 1, start };
        let undecided = several != 0;
        let cells = if undecided { &mut self.undecided } else { &mut self.decided };
        let rows = &self.rows[start..];
        for (i, cells) in cells[first..=band.last].iter_mut().enumerate() {
            *cells |= rows[i];
        }
        self.layers.push(Layer { band, undecided });
    }

    /// Returns the cells, in reading order, of the completion that is first in reading order. Both orders are those of
    /// the board as it is printed.
    pub(super) fn cells(&mut self, player: Player) -> Vec<Cell> {
        while let Some((row, bit)) = self.next_cell(player) {
            let in_layer = |Layer { band, .. }: &Layer| {
                band.first <= row && row <= band.last && self.rows[band.start + row - band.first] & bit != 0
            };
            let Some(layer) = self.layers.iter().position(in_layer) else { break };
            self.choose(layer, row, bit);
        }
        let mut cells = Vec::with_capacity(self.layers.len());
        for (row, &word) in self.decided[1..=self.size].iter().enumerate() {
            for bit in Ones(word) {
                let (bit, row) = (bit as u16, row as u16); // both below 64
                cells.push(match player {
                    Player::X => Cell::new(row, bit),
                    Player::O => Cell::new(bit, row),
                });
            }
        }
        if player == Player::X {
            cells.sort_unstable();
        }
        cells
    }

    /// Returns the row and the bit of the first cell of an undecided layer in reading order, or `None` if all are
    /// decided. X's board is transposed: there columns come first.
    fn next_cell(&self, player: Player) -> Option<(usize, u64)> {
        let undecided = &self.undecided[1..=self.size];
        let bits = match player {
            Player::X => {
                let all = undecided.iter().fold(0, |all, word| all | word);
                all & all.wrapping_neg()
            }
            Player::O => u64::MAX,
        };
        let (row, word) = undecided.iter().enumerate().find(|(_, word)| *word & bits != 0)?;
        let here = word & bits;
        Some((row + 1, here & here.wrapping_neg()))
    }

    /// Chooses a cell of a layer, and restores arc consistency.
    fn choose(&mut self, chosen: usize, row: usize, bit: u64) {
        let band = self.layers[chosen].band;
        for (i, word) in self.rows[band.range()].iter().enumerate() {
            self.undecided[band.first + i] ^= word;
        }
        let start = band.start + row - band.first;
        self.rows[start] = bit;
        self.decided[row] |= bit;
        self.layers[chosen] = Layer { band: Band { first: row, last: row, start }, undecided: false };
        let mut at = chosen;
        while at + 1 < self.layers.len() && self.revise(at, at + 1) {
            at += 1;
        }
        at = chosen;
        while at > 0 && self.revise(at, at - 1) {
            at -= 1;
        }
    }

    /// Removes from layer `to` the cells that are not linked to the adjacent layer `from`. Returns whether there were
    /// any.
    fn revise(&mut self, from: usize, to: usize) -> bool {
        let (from, to_layer) = (self.layers[from].band, &mut self.layers[to]);
        if !to_layer.undecided {
            return false;
        }
        let to = to_layer.band;
        self.linked[from.first..=from.last].copy_from_slice(&self.rows[from.range()]);
        let changed = u64::MAX >> (63 - (from.last - from.first)) << (from.first - 1);
        let filled = flood_fill(&mut self.linked[..self.size + 2], &self.own[..self.size + 2], changed);
        let mut removed = 0;
        let mut several = 0;
        let mut seen = 0;
        let linked = &self.linked[to.first - 1..=to.last + 1];
        let undecided = &mut self.undecided[to.first..=to.last];
        let rows = &mut self.rows[to.range()];
        for i in 0..rows.len().min(undecided.len()).min(linked.len() - 2) {
            let left = rows[i] & neighbours([linked[i], linked[i + 1], linked[i + 2]]);
            removed |= rows[i] ^ left;
            undecided[i] ^= rows[i] ^ left;
            rows[i] = left;
            several |= in_several(seen, left);
            seen |= left;
        }
        if several == 0 {
            to_layer.undecided = false;
            for (i, &word) in rows.iter().enumerate() {
                self.undecided[to.first + i] ^= word;
                self.decided[to.first + i] |= word;
            }
        }
        for r in Ones(filled) {
            self.linked[r + 1] = 0;
        }
        removed != 0
    }
}

/// Returns a word other than 0 if the row has several cells, or one cell and the rows before it have one as well.
#[inline]
fn in_several(before: u64, row: u64) -> u64 {
    row & row.wrapping_sub(1) | if row == 0 { 0 } else { before }
}
