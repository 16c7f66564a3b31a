//! Move ordering by the flow of current.
//!
//! ```text
//!     one side of a player  =====+---[cell]---[cell]---+=====  the other side
//!     at 1 volt                  +---[cell]---[chain]--+       at 0 volts
//! ```
//!
//! For each player, the board is an electric circuit: the ends of the player's connections are nodes, and full connections are wires.
//! Where much of both players' current flows, both want to move: moves are ordered by the product of the two currents.
//!
//! Source: V. Anshelevich, "A hierarchical approach to computer Hex", 2002.
//!
//! *Cost*: the cube of the number of empty cells, some microseconds for 30.

use super::cells::CellSet;
use super::connections::Connections;

/// The largest carrier of a full connection of two empty cells that is a wire.
const LARGEST_OF_CELLS: u32 = 2;

/// The conductance of wires by how many of their ends are chains or sides. A cell has half the resistance of a wire between two cells.
const CONDUCTANCE: [f64; 3] = [0.5, 1.0, 4.0];

/// Ensures that the equations have a solution where a part of the board is cut off.
const LEAK: f64 = 1e-9;

/// Computes the current through each cell, in the same memory again and again.
#[derive(Debug, Default)]
pub(super) struct Circuit {
    /// For each cell, the product of the currents so far.
    pub(super) flow: Vec<f64>,
    wires: Vec<(usize, usize, f64)>,
    matrix: Vec<f64>,
    voltages: Vec<f64>,
    currents: Vec<f64>,
}

impl Circuit {
    /// Begins with a position of a board with so many cells.
    pub(super) fn begin(&mut self, cells: usize) {
        self.flow.clear();
        self.flow.resize(cells, 1.0);
    }

    /// Returns cells in the order of their flows, the largest first.
    pub(super) fn ordered<S: CellSet>(&self, cells: S) -> Vec<usize> {
        let mut cells: Vec<usize> = cells.iter().collect();
        cells.sort_by(|&a, &b| self.flow[b].total_cmp(&self.flow[a]));
        cells
    }

    /// Multiplies the flow of each empty cell by the current that a player's connections lead through it.
    pub(super) fn add<S: CellSet>(&mut self, connections: &Connections<S>) {
        let (ends, chains) = (connections.ends.len(), connections.chains);
        self.wires.clear();
        for b in 2..ends {
            for a in 0..b {
                let Some(size) = connections.smallest_full(a, b) else { continue };
                let of_chains = usize::from(a < chains) + usize::from(b < chains);
                if of_chains > 0 || size <= LARGEST_OF_CELLS {
                    self.wires.push((a, b, CONDUCTANCE[of_chains]));
                }
            }
        }
        self.solve(ends);
        self.currents.clear();
        self.currents.resize(ends, 0.0);
        for &(a, b, conductance) in &self.wires {
            let current = conductance * (self.voltages[a] - self.voltages[b]).abs();
            self.currents[a] += current;
            self.currents[b] += current;
        }
        for end in chains..ends {
            self.flow[connections.cell(end)] *= self.currents[end];
        }
    }

    /// Computes the voltages: Kirchhoff's equations for all nodes but the sides, by elimination.
    fn solve(&mut self, ends: usize) {
        let unknown = ends - 2;
        // The last column is the right side of the equations.
        let width = unknown + 1;
        let matrix = &mut self.matrix;
        matrix.clear();
        matrix.resize(unknown * width, 0.0);
        for node in 0..unknown {
            matrix[node * width + node] = LEAK;
        }
        for &(a, b, conductance) in &self.wires {
            let b = b - 2;
            matrix[b * width + b] += conductance;
            match a {
                0 => matrix[b * width + unknown] += conductance,
                1 => {}
                _ => {
                    let a = a - 2;
                    matrix[a * width + a] += conductance;
                    matrix[a * width + b] -= conductance;
                    matrix[b * width + a] -= conductance;
                }
            }
        }
        for pivot in 0..unknown {
            let (done, open) = matrix.split_at_mut((pivot + 1) * width);
            let pivot_row = &done[pivot * width..];
            for (row, values) in open.chunks_exact_mut(width).enumerate() {
                // The matrix is symmetric, so the part below the diagonal need not be computed.
                let row = pivot + 1 + row;
                let factor = pivot_row[row] / pivot_row[pivot];
                if factor != 0.0 {
                    for (value, from) in values[row..].iter_mut().zip(&pivot_row[row..]) {
                        *value -= factor * from;
                    }
                }
            }
        }
        self.voltages.clear();
        self.voltages.resize(ends, 0.0);
        self.voltages[0] = 1.0;
        for node in (0..unknown).rev() {
            let row = &matrix[node * width..][..width];
            let known: f64 = (node + 1..unknown).map(|other| row[other] * self.voltages[other + 2]).sum();
            self.voltages[node + 2] = (row[unknown] - known) / row[node];
        }
    }
}
