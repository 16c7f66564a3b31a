//! Which cells of the layers are left when some are ruled out.
//!
//! What is alive is kept by counting: each cell knows how many live supports it has one layer back and one layer on,
//! each chain how many times it touches live cells of the two layers that it links. A cell that dies takes its support
//! from those that it touches, directly or by way of a chain; who has none left on one side dies too. Bringing the dead
//! back in the opposite order undoes it all. Each death costs the cell's six neighbours, and each chain's end the
//! neighbours of its stones, so that everything can die once in O(cells).

use super::layers::{Layers, Spot};

/// A side of a cell or a chain: towards the first layer, or towards the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Back,
    On,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// On no smallest completion from the start, or not an empty cell at all.
    Never,
    Alive,
    Dead,
}

/// The layers with some of their cells dead, and all that these cut off.
#[derive(Debug)]
pub(super) struct Pruned<'a> {
    pub(super) layers: &'a Layers,
    life: Vec<Life>,
    /// How many live supports a cell has on each side: cells that it touches, stones of chains that have a live cell
    /// on their other side.
    supports: BySide<Vec<u8>>,
    /// How many times each chain touches a live cell on each side.
    touched: BySide<Vec<u32>>,
    stones: ChainStones,
    alive_in_layer: Vec<u32>,
    /// The dead in the order of their deaths.
    pub(super) dead: Vec<Spot>,
}

impl<'a> Pruned<'a> {
    pub(super) fn new(layers: &'a Layers) -> Self {
        let cells = layers.mark.len();
        let chains = layers.chain_level.len();
        let mut pruned = Pruned {
            layers,
            life: vec![Life::Never; cells],
            supports: BySide { back: vec![0; cells], on: vec![0; cells] },
            touched: BySide { back: vec![0; chains], on: vec![0; chains] },
            stones: ChainStones::new(layers),
            alive_in_layer: (0..=layers.number())
                .map(|k| if k == 0 { 0 } else { layers.layer(k).len() as u32 })
                .collect(),
            dead: Vec::new(),
        };
        for &spot in layers.cells() {
            pruned.life[spot as usize] = Life::Alive;
        }
        for &spot in layers.cells() {
            pruned.for_each_bond(spot, Pruned::gain);
        }
        pruned
    }

    pub(super) fn is_alive(&self, spot: Spot) -> bool {
        self.life[spot as usize] == Life::Alive
    }

    fn layer_of(&self, spot: Spot) -> u32 {
        self.layers.mark[spot as usize]
    }

    pub(super) fn has_rivals(&self, spot: Spot) -> bool {
        self.alive_in_layer[self.layer_of(spot) as usize] > 1
    }

    pub(super) fn kill_rivals(&mut self, spot: Spot) {
        let from = self.dead.len();
        let layers = self.layers;
        for &rival in layers.layer(self.layer_of(spot) as usize) {
            if rival != spot && self.is_alive(rival) {
                self.bury(rival);
            }
        }
        self.cut_off(from);
    }

    pub(super) fn kill(&mut self, spot: Spot) {
        let from = self.dead.len();
        self.bury(spot);
        self.cut_off(from);
    }

    fn bury(&mut self, spot: Spot) {
        self.life[spot as usize] = Life::Dead;
        let layer = self.layer_of(spot) as usize;
        self.alive_in_layer[layer] -= 1;
        self.dead.push(spot);
    }

    /// Takes away the support that the dead gave, from the one with this number on, and buries what has none left.
    fn cut_off(&mut self, mut from: usize) {
        while let Some(&spot) = self.dead.get(from) {
            self.for_each_bond(spot, Pruned::lose);
            from += 1;
        }
    }

    /// Brings the dead back, the last one first, until only so many are left.
    pub(super) fn revive(&mut self, left: usize) {
        while self.dead.len() > left {
            let Some(spot) = self.dead.pop() else { break };
            self.life[spot as usize] = Life::Alive;
            let layer = self.layer_of(spot) as usize;
            self.alive_in_layer[layer] += 1;
            self.for_each_bond(spot, Pruned::gain);
        }
    }

    /// Calls `act` for each cell, and each stone of a chain, that this cell supports by touching it.
    fn for_each_bond(&mut self, spot: Spot, mut act: impl FnMut(&mut Self, Bond)) {
        let layers = self.layers;
        let layer = self.layer_of(spot);
        for next in layers.board.neighbours(spot) {
            let mark = layers.mark[next as usize];
            if layers.board.is_own(next) {
                // Own stones beyond the last layer have not been reached by the wave.
                let level = layers.chain_level.get(mark as usize);
                if level.is_some_and(|&level| level == layer) {
                    act(self, Bond::Chain(mark, Side::Back));
                } else if level.is_some_and(|&level| level + 1 == layer) {
                    act(self, Bond::Chain(mark, Side::On));
                }
            } else if self.life[next as usize] != Life::Never {
                if mark == layer + 1 {
                    act(self, Bond::Cell(next, Side::Back));
                } else if mark + 1 == layer {
                    act(self, Bond::Cell(next, Side::On));
                }
            }
        }
    }

    fn gain(&mut self, bond: Bond) {
        match bond {
            Bond::Cell(spot, side) => self.supports.of(side)[spot as usize] += 1,
            Bond::Chain(chain, side) => {
                let touched = &mut self.touched.of(side)[chain as usize];
                *touched += 1;
                if *touched == 1 {
                    self.for_each_across(chain, side, |pruned, spot| pruned.gain(Bond::Cell(spot, side)));
                }
            }
        }
    }

    fn lose(&mut self, bond: Bond) {
        match bond {
            Bond::Cell(spot, side) => {
                let supports = &mut self.supports.of(side)[spot as usize];
                *supports -= 1;
                if *supports == 0 && self.is_alive(spot) {
                    self.bury(spot);
                }
            }
            Bond::Chain(chain, side) => {
                let touched = &mut self.touched.of(side)[chain as usize];
                *touched -= 1;
                if *touched == 0 {
                    self.for_each_across(chain, side, |pruned, spot| pruned.lose(Bond::Cell(spot, side)));
                }
            }
        }
    }

    /// Calls `act` for each touch of a cell with the chain on its other side than `side`: the cell's support on `side`.
    fn for_each_across(&mut self, chain: u32, side: Side, mut act: impl FnMut(&mut Self, Spot)) {
        let layers = self.layers;
        let level = layers.chain_level[chain as usize];
        let across = match side {
            Side::Back => level + 1,
            Side::On => level,
        };
        for i in self.stones.of(chain) {
            for next in layers.board.neighbours(self.stones.stones[i]) {
                if self.life[next as usize] != Life::Never && layers.mark[next as usize] == across {
                    act(self, next);
                }
            }
        }
    }
}

/// Something that a cell supports: a cell of the next layer or the one before, or a stone of a chain. The side is the
/// one where the support comes from.
#[derive(Clone, Copy, Debug)]
enum Bond {
    Cell(Spot, Side),
    Chain(u32, Side),
}

#[derive(Debug)]
struct BySide<T> {
    back: T,
    on: T,
}

impl<T> BySide<T> {
    fn of(&mut self, side: Side) -> &mut T {
        match side {
            Side::Back => &mut self.back,
            Side::On => &mut self.on,
        }
    }
}

/// The stones of each chain, one chain after the other.
#[derive(Debug)]
struct ChainStones {
    stones: Vec<Spot>,
    /// Where each chain ends.
    ends: Vec<usize>,
}

impl ChainStones {
    fn new(layers: &Layers) -> Self {
        let chain_of = |spot: Spot| {
            let mark = layers.mark[spot as usize] as usize;
            (layers.board.is_own(spot) && mark < layers.chain_level.len()).then_some(mark)
        };
        let spots = 0..layers.mark.len() as Spot;
        let mut ends = vec![0; layers.chain_level.len()];
        for chain in spots.clone().filter_map(chain_of) {
            ends[chain] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            let stones = *end;
            *end = total;
            total += stones;
        }
        // From here each end counts up from its chain's start.
        let mut stones = vec![0; total];
        for spot in spots {
            if let Some(chain) = chain_of(spot) {
                stones[ends[chain]] = spot;
                ends[chain] += 1;
            }
        }
        ChainStones { stones, ends }
    }

    fn of(&self, chain: u32) -> std::ops::Range<usize> {
        let start = chain.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        start..self.ends[chain as usize]
    }
}
