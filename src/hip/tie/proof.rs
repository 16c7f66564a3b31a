//! The refutation of a number of monochromatic squares as a tree that another program can check.
//!
//! The format is in `src/hip/proof.md`; `scripts/verify-tie` checks it.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::bound::{Bound, Step};
use super::grid::{Grid, members};
use super::partial::Partial;
use crate::budget::Budget;
use crate::hip::Size;
use crate::player::Player;

/// The budget is polled after this number of positions.
const INTERVAL: u64 = 1024;

/// How the writing of a proof has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is complete.
    Written,
    /// There is none: some board has so few monochromatic squares.
    Wrong,
    /// The budget has stopped it. What is written is not a proof.
    Stopped,
}

/// Writes the proof that each full board, with any numbers of counters, has more than `at_most` monochromatic squares.
///
/// # Errors
/// Those of `out`.
///
/// # Panics
/// If the board has more than [`TieSearch::LARGEST_SEARCHED`](super::TieSearch::LARGEST_SEARCHED) cells.
pub fn write_tie_proof(out: &mut dyn Write, size: Size, at_most: u64, budget: &mut Budget<'_>) -> io::Result<Proof> {
    assert!(size.area() <= Grid::LARGEST, "a board of {size} is too large");
    let grid = Grid::new(size);
    let mut bound = Bound::new();
    bound.cores = Some(Vec::new());
    // No board has so many squares that a larger number would not be refuted.
    let limit = u32::try_from(at_most).unwrap_or(u32::MAX);
    let mut writer = Writer { grid: &grid, limit, bound, positions: 0, out, budget };
    writeln!(writer.out, "quadrille hip tie proof 1\nboard {size}\nat most {at_most}")?;
    write!(writer.out, "root cells")?;
    let coloured = grid.roots.first().map_or(0, Vec::len);
    grid.cells[..coloured].iter().try_for_each(|cell| write!(writer.out, " {cell}"))?;
    writeln!(writer.out)?;
    for root in &grid.roots {
        let mut board = Partial::new(&grid, size.area() as u32);
        write!(writer.out, "root ")?;
        for (cell, &colour) in root.iter().enumerate() {
            board.put(&grid, cell, colour);
            write!(writer.out, "{colour}")?;
        }
        writeln!(writer.out)?;
        if let ControlFlow::Break(ended) = writer.write(&board)? {
            return Ok(ended);
        }
    }
    writeln!(writer.out, "end")?;
    Ok(Proof::Written)
}

struct Writer<'a, 'b> {
    grid: &'a Grid,
    limit: u32,
    bound: Bound,
    positions: u64,
    out: &'a mut dyn Write,
    budget: &'a mut Budget<'b>,
}

impl Writer<'_, '_> {
    /// Writes the tree of a board.
    fn write(&mut self, board: &Partial) -> io::Result<ControlFlow<Proof>> {
        self.positions += 1;
        if self.positions.is_multiple_of(INTERVAL) && self.budget.poll(self.positions).is_break() {
            return Ok(ControlFlow::Break(Proof::Stopped));
        }
        let Some(slack) = self.bound.recompute(self.grid, board, self.limit) else {
            self.write_leaf()?;
            return Ok(ControlFlow::Continue(()));
        };
        let preferring = board.preferring.x | board.preferring.o;
        let forced = members(preferring).find(|&cell| self.bound.spare(cell) > slack);
        let Some(cell) = forced.or_else(|| board.choose()) else { return Ok(ControlFlow::Break(Proof::Wrong)) };
        writeln!(self.out, "? {}", self.grid.cells[cell])?;
        for colour in Player::BOTH {
            let mut next = board.clone();
            next.put(self.grid, cell, colour);
            if let ended @ ControlFlow::Break(_) = self.write(&next)? {
                return Ok(ended);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes the cores of the bound.
    fn write_leaf(&mut self) -> io::Result<()> {
        write!(self.out, ".")?;
        for (number, core) in self.bound.cores.iter().flatten().enumerate() {
            if number > 0 {
                write!(self.out, " ;")?;
            }
            for &Step { square, colour, implied } in core {
                let corners = self.grid.squares[usize::from(square)];
                let [first, next, ..] = corners.map(|corner| self.grid.cells[usize::from(corner)]);
                write!(self.out, " {}{first}{next}", char::from(colour.letter().to_ascii_lowercase()))?;
                if let Some(cell) = implied {
                    write!(self.out, ">{}", self.grid.cells[usize::from(cell)])?;
                }
            }
        }
        writeln!(self.out)
    }
}
