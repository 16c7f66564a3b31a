//! Move ordering by the flow of current.
//!
//! ```text
//!     one side of a player  =====+---[cell]---[cell]---+=====  the other side
//!     at 1 volt                  +---[cell]---[chain]--+       at 0 volts
//! ```
//!
//! For each player, the board is an electric circuit: the ends of the player's connections are nodes, and full
//! connections are wires. Where much of both players' current flows, both want to move: moves are ordered by the
//! product of the two currents.
//!
//! The connections of the player who has just moved are known from the search for a must-play region. Of those of the
//! player to move, only neighbours and bridges are wires: with all of them the order is no better, and a search of 8x8
//! takes two thirds more time.
//!
//! Source: V. Anshelevich, "A hierarchical approach to computer Hex", 2002.
//!
//! *Cost*: a circuit of n empty cells and c chains on a board of size s takes about n(2s + c)² multiplications, some
//! microseconds for 30.

use super::carriers::{End, Ends};
use super::cells::CellSet;
use super::connections::Connections;

/// The largest carrier of a full connection of two empty cells that is a wire.
const LARGEST_OF_CELLS: u32 = 2;

/// The conductance of wires with one or two ends that are chains or sides.
const CONDUCTANCE_OF_CHAINS: [f64; 2] = [1.0, 4.0];

/// The conductance of wires between two empty cells that are neighbours: a cell has half the resistance of it.
const CONDUCTANCE_OF_NEIGHBOURS: f64 = 0.5;

/// The conductance of wires between two empty cells that are no neighbours: the opponent has to be answered once.
const CONDUCTANCE_OF_BRIDGES: f64 = 0.25;

/// Ensures that the equations have a solution where a part of the board is cut off.
const LEAK: f64 = 1e-9;

/// Returns the ends that are no neighbours and between which there is a wire.
pub(super) fn wires<S: CellSet>(connections: &Connections<S>) -> Box<[Ends]> {
    connections.joined(LARGEST_OF_CELLS).collect()
}

/// Computes the current through each cell, in the same memory again and again.
#[derive(Debug, Default)]
pub(super) struct Circuit {
    /// For each cell, the product of the currents so far.
    pub(super) flow: Vec<f64>,
    wires: Vec<(usize, usize, f64)>,
    matrix: Vec<f64>,
    /// For the row of each cell, the end of the columns of cells that are not 0.
    reach: Vec<usize>,
    voltages: Vec<f64>,
    currents: Vec<f64>,
}

impl Circuit {
    /// Begins with a position of a board with this number of cells.
    pub(super) fn begin(&mut self, cells: usize) {
        self.flow.clear();
        self.flow.resize(cells, 1.0);
    }

    /// Returns cells in the order of their flows, the largest first.
    pub(super) fn ordered<S: CellSet>(&self, cells: S) -> Vec<usize> {
        let mut ordered: Vec<usize> = cells.iter().collect();
        self.sort(&mut ordered);
        ordered
    }

    /// Compiled once, for all types of sets.
    fn sort(&self, cells: &mut [usize]) {
        cells.sort_by(|&a, &b| self.flow[b].total_cmp(&self.flow[a]));
    }

    /// Returns the conductance between the sides of the player that was added last: the current from one to the other.
    pub(super) fn conductance(&self) -> f64 {
        self.currents[0]
    }

    /// Multiplies the flow of each empty cell by the current that a player's connections lead through it.
    pub(super) fn add<S: CellSet>(&mut self, connections: &Connections<S>) {
        self.add_wires(connections, &wires(connections));
    }

    /// Multiplies the flow of each empty cell by the current that leads through it, on wires between neighbours and
    /// between others.
    pub(super) fn add_wires<S: CellSet>(&mut self, connections: &Connections<S>, others: &[Ends]) {
        let (ends, chains) = (connections.ends.len(), connections.chains);
        let wire = |ends: Ends, between_cells| {
            let (a, b) = (ends.lower.number(), ends.higher.number());
            let chain_ends = usize::from(a < chains) + usize::from(b < chains);
            (a, b, if chain_ends == 0 { between_cells } else { CONDUCTANCE_OF_CHAINS[chain_ends - 1] })
        };
        self.wires.clear();
        self.wires.extend(connections.neighbours().map(|ends| wire(ends, CONDUCTANCE_OF_NEIGHBOURS)));
        self.wires.extend(others.iter().map(|&ends| wire(ends, CONDUCTANCE_OF_BRIDGES)));
        self.solve(ends, chains);
        self.currents.clear();
        self.currents.resize(ends, 0.0);
        for &(a, b, conductance) in &self.wires {
            let current = conductance * (self.voltages[a] - self.voltages[b]).abs();
            self.currents[a] += current;
            self.currents[b] += current;
        }
        for end in chains..ends {
            self.flow[connections.cell(End::new(end))] *= self.currents[end];
        }
    }

    /// Computes the voltages: Kirchhoff's equations for all nodes but the sides, by elimination.
    ///
    /// A cell has wires to cells near it alone, so the rows of cells have zeros far from the diagonal. Chains come
    /// last, as a chain can have wires to all of them.
    fn solve(&mut self, ends: usize, chains: usize) {
        let (cells, unknown) = (ends - chains, ends - 2);
        let row_of = |end: usize| if end < chains { cells + end - 2 } else { end - chains };
        // The last column is the right side of the equations. The matrix is symmetric, so the part below the diagonal
        // is not there.
        let width = unknown + 1;
        let matrix = &mut self.matrix;
        matrix.clear();
        matrix.resize(unknown * width, 0.0);
        self.reach.clear();
        self.reach.extend(1..=cells);
        for node in 0..unknown {
            matrix[node * width + node] = LEAK;
        }
        for &(a, b, conductance) in &self.wires {
            let b = row_of(b);
            matrix[b * width + b] += conductance;
            match a {
                0 => matrix[b * width + unknown] += conductance,
                1 => {}
                _ => {
                    let a = row_of(a);
                    let (low, high) = (a.min(b), a.max(b));
                    matrix[a * width + a] += conductance;
                    matrix[low * width + high] -= conductance;
                    if high < cells {
                        self.reach[low] = self.reach[low].max(high + 1);
                    }
                }
            }
        }
        for pivot in 0..unknown {
            let (done, open) = matrix.split_at_mut((pivot + 1) * width);
            let pivot_row = &done[pivot * width..];
            let end = self.reach.get(pivot).copied().unwrap_or(cells);
            let inverse = 1.0 / pivot_row[pivot];
            for row in (pivot + 1..end).chain(cells.max(pivot + 1)..unknown) {
                let factor = pivot_row[row] * inverse;
                if factor == 0.0 {
                    continue;
                }
                let values = &mut open[(row - pivot - 1) * width..][..width];
                for (value, from) in values[row.min(end)..end].iter_mut().zip(&pivot_row[row.min(end)..end]) {
                    *value -= factor * from;
                }
                for (value, from) in values[row.max(cells)..].iter_mut().zip(&pivot_row[row.max(cells)..]) {
                    *value -= factor * from;
                }
                if row < end {
                    self.reach[row] = self.reach[row].max(end);
                }
            }
        }
        self.voltages.clear();
        self.voltages.resize(ends, 0.0);
        self.voltages[0] = 1.0;
        for row in (0..unknown).rev() {
            let values = &matrix[row * width..][..width];
            let end_of = |row| if row < cells { row + chains } else { row - cells + 2 };
            let known: f64 = (row + 1..unknown).map(|other| values[other] * self.voltages[end_of(other)]).sum();
            self.voltages[end_of(row)] = (values[unknown] - known) / values[row];
        }
    }
}
