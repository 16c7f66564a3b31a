//! Branch and bound: depth-first search for a board with few monochromatic squares, or the proof that there is none.

use std::ops::ControlFlow;

use super::bound::Bound;
use super::grid::{Cells, Grid};
use super::partial::Partial;
use crate::player::{ByPlayer, Player};

/// The number of positions between two calls of the callback.
const INTERVAL: u64 = 4096;

/// A callback, called with the number of positions since its last call. It returns [`ControlFlow::Break`] to cancel the
/// search.
type Report<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// What a search keeps from one root to the next: boards for each depth, and the memory of bounds.
pub(super) struct Memory {
    /// An empty board for at most the given number of counters of each colour, and one for each depth.
    boards: Vec<Partial>,
    bound: Bound,
}

impl Memory {
    pub(super) fn new(grid: &Grid, counters: u32) -> Memory {
        Memory { boards: vec![Partial::new(grid, counters); grid.cells.len() + 2], bound: Bound::new() }
    }
}

/// The answer of a search.
pub(super) enum Verdict {
    /// A board within the limit: the cells, by their numbers in the grid, that are O's.
    Board(Cells),
    /// No board is within the limit.
    Refuted,
    /// The callback has cancelled the search.
    Cancelled,
}

/// Searches the boards that begin with a colouring of the first cells for one with at most `limit` monochromatic
/// squares.
pub(super) fn search(
    grid: &Grid,
    memory: &mut Memory,
    limit: u32,
    root: &[Player],
    report: &mut Report<'_>,
) -> Verdict {
    let [empty, board, deeper @ ..] = &mut memory.boards[..] else { return Verdict::Refuted };
    board.copy(empty);
    for (cell, &colour) in root.iter().enumerate() {
        if board.left[colour] == 0 {
            return Verdict::Refuted;
        }
        board.put(grid, cell, colour);
    }
    let mut descent = Descent { grid, limit, bound: &mut memory.bound, found: None, unreported: 0, report };
    let is_over = descent.descend(board, deeper).is_continue();
    if is_over {
        // The search has ended: there is nothing to cancel.
        let _ = (descent.report)(descent.unreported);
    }
    match descent.found {
        Some(os) => Verdict::Board(os),
        None if is_over => Verdict::Refuted,
        None => Verdict::Cancelled,
    }
}

/// The state of a search that all its depths share.
struct Descent<'a, 'r> {
    grid: &'a Grid,
    limit: u32,
    bound: &'a mut Bound,
    found: Option<Cells>,
    unreported: u64,
    report: &'a mut Report<'r>,
}

impl Descent<'_, '_> {
    /// Searches the boards that have the counters of this one. Returns [`ControlFlow::Break`] if one is found, or the
    /// search is cancelled.
    fn descend(&mut self, board: &mut Partial, deeper: &mut [Partial]) -> ControlFlow<()> {
        self.unreported += 1;
        if self.unreported == INTERVAL {
            self.unreported = 0;
            (self.report)(INTERVAL)?;
        }
        if !self.bound.force(self.grid, board, self.limit) {
            return ControlFlow::Continue(());
        }
        let Some(cell) = board.choose() else {
            self.found = Some(board.counters.o);
            return ControlFlow::Break(());
        };
        let ByPlayer { x, o } = board.threats(cell);
        let cheaper = if x > o { Player::O } else { Player::X };
        // There is a board for each cell, and an empty cell.
        let Some((next, deeper)) = deeper.split_first_mut() else { return ControlFlow::Continue(()) };
        for colour in [cheaper, cheaper.opponent()] {
            if board.left[colour] > 0 {
                next.copy(board);
                next.put(self.grid, cell, colour);
                self.descend(next, deeper)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::{ParseSizeError, Size};
    use crate::random::Random;

    /// Fills random boards cell by cell, with their numbers of squares as the limit: no board may be refuted on the
    /// way, and no counter may be forced that the board does not have.
    #[test]
    fn no_board_within_the_limit_is_refuted() -> Result<(), ParseSizeError> {
        let mut random = Random::fixed();
        for size in ["7x7", "5x9", "8x8"] {
            let size: Size = size.parse()?;
            let (grid, mut bound) = (Grid::new(size), Bound::new());
            for round in 0..600 {
                // From even numbers of both colours to nearly all of one.
                let goal: Vec<Player> =
                    size.cells().map(|_| Player::BOTH[usize::from(random.below(60) >= 30 + round / 30)]).collect();
                let os = (0..goal.len()).fold(0, |os, cell| os | (goal[cell] as u128) << cell);
                let limit = grid.colouring(size, os).monochromatic().count() as u32;
                let mut board = Partial::new(&grid, 64);
                loop {
                    assert!(bound.force(&grid, &mut board, limit), "refuted");
                    for (cell, &colour) in goal.iter().enumerate() {
                        let is_wrong = board.counters[colour.opponent()] >> cell & 1 != 0;
                        assert!(!is_wrong, "wrongly forced");
                    }
                    let Some(cell) = board.choose() else { break };
                    board.put(&grid, cell, goal[cell]);
                }
                assert_eq!(board.inevitable, limit);
            }
        }
        Ok(())
    }
}
