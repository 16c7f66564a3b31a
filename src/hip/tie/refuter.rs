//! Depth-first search for a board with few monochromatic squares, or the proof that there is none.
//!
//! ```text
//!     X . . X       The cell at the question mark costs one square if X gets it, and two if O does: one has to be paid in
//!     . O O .       any case. All in all,
//!     . . . .           squares that are monochromatic + the smaller number of threats of each empty cell
//!     X O O ?       is a lower bound, as each square counts at one cell only.
//! ```
//!
//! The larger number of threats less the smaller one is the cell's *push*: what it costs on top to go against it. Where
//! all empty corners of a square are pushed to the one player who has its other corners, either the square is paid or one
//! of the pushes is: that adds 1 to the bound and takes 1 from each of the pushes. Squares are taken like that one after
//! the other, in the way of the disjoint conflicts of `MaxSAT` solvers (Li, Manyà, Planes: *Exploiting unit propagation to
//! compute lower bounds in branch and bound Max-SAT solvers*, 2005). If what remains of a push is more than what may still
//! be paid, the cell's counter is forced.

use super::grid::Grid;
use super::partial::{Colour, Partial};

/// For each colour, how strongly each cell is pushed to it; [`FILLED`] or more at filled cells.
type Pushes = [[u8; Grid::MOST]; 2];

/// More than the number of squares of any cell of a [`Grid`].
const FILLED: u8 = 128;

/// Whoever is asked, with the number of positions, whether the search shall end.
pub(super) type Ended<'a> = dyn FnMut(u64) -> bool + 'a;

/// A tree search of one board.
pub(super) struct Refuter<'a> {
    grid: &'a Grid,
    /// The board at each depth.
    boards: Vec<Partial>,
}

impl<'a> Refuter<'a> {
    /// A search of boards that get at most so many counters of each colour.
    pub(super) fn new(grid: &'a Grid, counters: [u32; 2]) -> Refuter<'a> {
        Refuter { grid, boards: vec![Partial::new(grid, counters); grid.cells.len() + 2] }
    }

    /// Looks for a board with at most `limit` monochromatic squares among those that begin with these counters. Returns
    /// the colours of its cells, and how many positions were looked at.
    pub(super) fn search(&mut self, start: &[Colour], limit: u32, ended: &mut Ended) -> (Option<u128>, u64) {
        let mut search = Search { grid: self.grid, limit, positions: 0, ended };
        let mut found = None;
        if let [empty, first, deeper @ ..] = &mut self.boards[..] {
            first.copy(empty);
            let fits = start.iter().enumerate().all(|(cell, &colour)| {
                let left = first.left[colour] > 0;
                if left {
                    first.put(search.grid, cell, colour);
                }
                left
            });
            found = if fits { search.descend(first, deeper) } else { None };
        }
        (found, search.positions)
    }
}

/// What is the same at all depths.
struct Search<'a, 'b, 'c> {
    grid: &'a Grid,
    /// The most monochromatic squares that are looked for.
    limit: u32,
    positions: u64,
    ended: &'b mut Ended<'c>,
}

impl Search<'_, '_, '_> {
    /// The colours of a board within the limit that has the counters of this one.
    fn descend(&mut self, board: &mut Partial, deeper: &mut [Partial]) -> Option<u128> {
        self.positions += 1;
        let asked = self.positions.is_multiple_of(4096);
        if asked && (self.ended)(self.positions) || !self.force(board) {
            return None;
        }
        let Some(cell) = choose(board) else { return Some(board.second) };
        let [x, o] = board.threats(cell);
        let cheaper = Colour::from(x > o);
        // There is a board for each cell.
        let (next, deeper) = deeper.split_first_mut()?;
        if board.left[cheaper] > 0 {
            next.copy(board);
            next.put(self.grid, cell, cheaper);
            if let Some(found) = self.descend(next, deeper) {
                return Some(found);
            }
        }
        if board.left[1 - cheaper] == 0 {
            return None;
        }
        next.copy(board);
        next.put(self.grid, cell, 1 - cheaper);
        self.descend(next, deeper)
    }

    /// Fills the cells whose counters are forced. Returns whether the board may still be filled within the limit.
    fn force(&mut self, board: &mut Partial) -> bool {
        loop {
            let mut pushes = [[0; Grid::MOST]; 2];
            let (bound, sum, most) = weigh(board, &mut pushes);
            let Some(mut room) = self.limit.checked_sub(bound) else { return false };
            if most <= room {
                // A conflict uses up two pushes at least.
                if most + sum / 2 <= room {
                    return true;
                }
                match self.pay_conflicts(board, &mut pushes, room) {
                    Some(rest) => room = rest,
                    None => return false,
                }
            }
            let mut forced = false;
            let [to_x, to_o] = &pushes;
            for (cell, (&to_x, &to_o)) in to_x.iter().zip(to_o).enumerate() {
                if board.empty[cell] != 0 && u32::from(to_x | to_o) > room {
                    let colour = Colour::from(to_o > 0);
                    if board.left[colour] == 0 {
                        return false;
                    }
                    board.put(self.grid, cell, colour);
                    forced = true;
                }
            }
            if !forced {
                return true;
            }
        }
    }

    /// Takes conflicts of pushes one after the other; returns what may still be paid after that, if anything.
    fn pay_conflicts(&self, board: &Partial, pushes: &mut Pushes, mut room: u32) -> Option<u32> {
        for counters in [2..3, 0..2] {
            for (cell, squares) in self.grid.through.iter().enumerate() {
                if board.empty[cell] == 0 || pushes[0][cell] | pushes[1][cell] == 0 {
                    continue;
                }
                let colour = Colour::from(pushes[1][cell] > 0);
                let pushes = &mut pushes[colour];
                for through in squares {
                    let corners = through.others.map(|other| usize::from(other) % Grid::MOST);
                    // Each square is looked at from its first empty corner only, so that it is not taken twice.
                    let conflict = |&corner: &usize| pushes[corner] > 0 && (corner > cell || board.empty[corner] == 0);
                    if corners.iter().all(conflict) && board.has(through.square, colour, &counters) {
                        for corner in corners {
                            pushes[corner] -= 1;
                        }
                        pushes[cell] -= 1;
                        room = room.checked_sub(1)?;
                        if pushes[cell] == 0 {
                            break;
                        }
                    }
                }
            }
        }
        Some(room)
    }
}

/// The pushes of a board. Returns a lower bound of its squares, and the sum and the greatest of the pushes.
fn weigh(board: &Partial, pushes: &mut Pushes) -> (u32, u32, u32) {
    let (mut sum_less, mut sum, mut most) = (0, 0, 0);
    let [to_x, to_o] = pushes;
    for cell in 0..Grid::MOST {
        let (threats, empty) = (board.threats[cell], board.empty[cell]);
        let (x, o) = (threats & 0xFF & empty, threats >> 8 & empty);
        let less = x.min(o);
        let filled = u16::from(FILLED) & !empty;
        to_x[cell] = ((o - less) | filled) as u8;
        to_o[cell] = ((x - less) | filled) as u8;
        sum_less += less;
        let push = x.max(o) - less;
        sum += push;
        most = most.max(push);
    }
    (board.paid + u32::from(sum_less), u32::from(sum), u32::from(most))
}

/// The empty cell to be filled next, if any: one whose counter costs much either way.
fn choose(board: &Partial) -> Option<usize> {
    let mut scores = [0_u16; Grid::MOST];
    let mut best = 0;
    for (cell, score) in scores.iter_mut().enumerate() {
        let (x, o) = (board.threats[cell] & 0xFF, board.threats[cell] >> 8);
        let (half_x, half_o) = (board.halves[cell] & 0xFF, board.halves[cell] >> 8);
        let less = x.min(o);
        *score = (4 * (x - less) + half_x + 1).wrapping_mul(4 * (o - less) + half_o + 1) & board.empty[cell];
        best = best.max(*score);
    }
    if best == 0 { None } else { scores.iter().position(|&score| score == best) }
}

#[cfg(test)]
mod tests {
    use super::super::grid::Through;
    use super::*;
    use crate::hip::{NotASize, Size};

    /// Fills random boards cell by cell, with their numbers of squares as the limit: a board must never be given up on the
    /// way, and no counter may be forced that it does not have.
    fn test_boards(boards: u32) -> Result<(), NotASize> {
        let mut seed = 1_u64;
        let mut bit = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 60 & 1) as usize
        };
        let size: Size = "7x7".parse()?;
        let grid = Grid::new(size);
        for _ in 0..boards {
            let goal: Vec<Colour> = (0..size.area()).map(|_| bit()).collect();
            let paid = |(cell, squares): (usize, &Vec<Through>)| {
                let of_others = |other: u8| usize::from(other) > cell && goal[usize::from(other)] == goal[cell];
                squares.iter().filter(|through| through.others.iter().all(|&other| of_others(other))).count()
            };
            let limit = grid.through.iter().enumerate().map(paid).sum::<usize>() as u32;
            let mut board = Partial::new(&grid, [49; 2]);
            let mut search = Search { grid: &grid, limit, positions: 0, ended: &mut |_| false };
            loop {
                assert!(search.force(&mut board), "given up");
                for (cell, &colour) in goal.iter().enumerate() {
                    assert!(board.empty[cell] != 0 || (board.second >> cell & 1) as usize == colour, "wrongly forced");
                }
                let Some(cell) = choose(&board) else { break };
                board.put(&grid, cell, goal[cell]);
            }
            assert_eq!(board.paid, limit);
        }
        Ok(())
    }

    #[test]
    fn no_board_within_the_limit_is_given_up() -> Result<(), NotASize> {
        test_boards(1000)
    }

    #[test]
    #[ignore = "exhaustive: 1 s"]
    fn none_of_many_boards_within_the_limit_is_given_up() -> Result<(), NotASize> {
        test_boards(10_000)
    }
}
