//! The full board with the fewest monochromatic squares: how close to a tie can two players of Hip come if they
//! cooperate?
//!
//! The problem as an integer program is in [`write_model`](super::write_model).
//!
//! [Tabu search](local) finds a good board, an upper bound. Then an iteration over lower bounds asks a
//! [branch-and-bound search](branch_and_bound) for a board with at most 0, 1, 2, … monochromatic squares:
//!
//! ```text
//!     limit 0:  refuted          lower bound 1
//!     limit 1:  refuted          lower bound 2
//!     limit 2:  a board          the minimum is 2
//! ```
//!
//! The limit grows by one, since each search takes two to three times as long as the one before. Large boards have
//! lower bounds by a [packing] of small boards.

mod branch_and_bound;
mod local;
mod packing;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::branch_and_bound::{Grid, boards, search};
use self::packing::Pattern;
use super::board::{Balance, Colouring, Size};
use crate::budget::Budget;
use crate::player::Player;
use crate::workers;

/// A full board with few monochromatic squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The board.
    pub colouring: Colouring,
    /// The number of its monochromatic squares.
    pub squares: u64,
    /// How strong the answer is.
    pub standing: Standing,
    /// The number of partly filled boards that branch and bound has searched. It can depend on the number of threads.
    pub positions: u64,
}

/// How strong an answer of [`tie`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No board has fewer monochromatic squares.
    Proved,
    /// Every board has at least this number of monochromatic squares. The board found has more, so a better one may
    /// exist.
    AtLeast(u64),
}

impl Tie {
    /// The largest board that [`tie`] takes, in cells.
    pub const LARGEST: usize = 1024;

    /// The largest board, in cells, for which [`tie`] searches until the minimum is proved.
    pub const LARGEST_PROVED: usize = 72;

    /// Returns the proved lower bound of the number of monochromatic squares.
    #[must_use]
    pub const fn lower_bound(&self) -> u64 {
        match self.standing {
            Standing::Proved => self.squares,
            Standing::AtLeast(bound) => bound,
        }
    }
}

/// The number of positions searched of a board of more than [`Tie::LARGEST_PROVED`] cells.
const POSITIONS: u64 = 3_000_000;

/// The number of positions searched of each of the small boards that bound larger ones.
const PATTERN_POSITIONS: u64 = 600_000;

/// Returns the board of a size with the fewest monochromatic squares that a search finds. If the budget stops the
/// search, returns the best board and lower bound so far.
///
/// The search has no transposition table, so the limit on memory is not used. Unless it is stopped, the number of
/// threads does not change the board or its standing.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::hip::{Balance, Standing, tie};
/// let tie = tie("6x7".parse()?, Balance::Balanced, &mut Budget::default());
/// assert_eq!((tie.squares, tie.standing), (1, Standing::Proved));
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
///
/// # Complexity
/// Up to [`Tie::LARGEST_PROVED`] cells the search ends with a proof and takes exponential time in the number of cells:
/// on one core, 7 × 7 takes 10 milliseconds, 8 × 8 some 10 seconds. Larger boards take a fixed number of positions:
/// some seconds.
///
/// # Panics
/// If the board has more than [`Tie::LARGEST`] cells.
pub fn tie(size: Size, balance: Balance, budget: &mut Budget<'_>) -> Tie {
    tie_with_bounds(size, balance, &mut |_| (), budget)
}

/// What a search for a [`Tie`] knows so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBounds {
    /// The number of monochromatic squares of the best board found.
    pub best: u64,
    /// The proved lower bound of this number.
    pub at_least: u64,
}

/// Returns what [`tie`] returns, and calls `bounds` on the caller's thread whenever a better board is found or the
/// lower bound is raised.
///
/// # Panics
/// As [`tie`].
pub fn tie_with_bounds(
    size: Size,
    balance: Balance,
    bounds: &mut dyn FnMut(TieBounds),
    budget: &mut Budget<'_>,
) -> Tie {
    let area = size.area();
    assert!(area <= Tie::LARGEST, "a board of {size} has more than {} cells", Tie::LARGEST);
    let os = (balance == Balance::Balanced).then(|| size.counters(Player::O));
    let found =
        local::search(size, os, local_length(area), &mut |best| bounds(TieBounds { best, at_least: 0 }), budget);
    let owner = |cell| if found.is_o[size.index(cell)] { Player::O } else { Player::X };
    let best = Colouring::from_fn(size, owner);
    let mut proof = Proof { best, squares: found.squares, lower_bound: 0, positions: 0, bounds, budget };
    if !found.cancelled {
        // If it is cancelled, what is proved so far remains.
        let _ = proof.run(balance);
    }
    let Proof { best, squares, lower_bound, positions, .. } = proof;
    let standing = if lower_bound == squares { Standing::Proved } else { Standing::AtLeast(lower_bound) };
    Tie { colouring: best, squares, standing, positions }
}

/// Returns the number of random boards from which the tabu search starts, and of steps from each, in proportion to what
/// a proof would cost.
const fn local_length(area: usize) -> (u64, u64) {
    match area {
        0..=49 => (4, 1000),
        50..=56 => (20, 1000),
        57..=Grid::LARGEST => (400, 1000),
        _ => (10, 50 * area as u64),
    }
}

/// The answer of one iteration over the limit.
enum Verdict {
    /// A board within the limit: the cells, by their numbers in the grid, that are O's.
    Board(u128),
    /// No board is within the limit.
    Refuted,
    /// The search has more positions than it may have.
    OverBudget,
}

/// A proof in progress. Its methods return [`ControlFlow::Break`] if the caller cancels.
struct Proof<'a, 'b> {
    best: Colouring,
    squares: u64,
    lower_bound: u64,
    positions: u64,
    bounds: &'a mut dyn FnMut(TieBounds),
    budget: &'a mut Budget<'b>,
}

impl Proof<'_, '_> {
    /// Tells the caller what is known.
    fn report(&mut self) {
        (self.bounds)(TieBounds { best: self.squares, at_least: self.lower_bound });
    }

    /// Raises the lower bound, and finds better boards, until the minimum is proved or the positions are used up.
    fn run(&mut self, balance: Balance) -> ControlFlow<()> {
        let area = self.best.size().area();
        if area > Tie::LARGEST_PROVED && self.squares > 0 {
            self.pack()?;
        }
        if area <= Grid::LARGEST { self.iterate(balance) } else { ControlFlow::Continue(()) }
    }

    /// Raises the lower bound by a packing of small boards.
    fn pack(&mut self) -> ControlFlow<()> {
        let mut patterns = Vec::new();
        for (rows, columns) in [(6, 7), (7, 7), (7, 8), (8, 8)] {
            let Some(size) = Size::new(rows, columns) else { continue };
            let grid = Grid::new(size);
            let end = self.positions + PATTERN_POSITIONS;
            let mut lower_bound = 0;
            while let Verdict::Refuted =
                self.search(&grid, size.area(), lower_bound, Some(end.saturating_sub(self.positions)))?
            {
                lower_bound += 1;
            }
            patterns.push(Pattern { size, lower_bound });
        }
        let Proof { lower_bound, positions, budget, .. } = self;
        let raised = packing::raise(lower_bound, self.best.size(), &patterns, &mut budget.after(*positions));
        self.report();
        raised
    }

    /// Raises the lower bound by searches, and replaces the board if they find a better one.
    fn iterate(&mut self, balance: Balance) -> ControlFlow<()> {
        let size = self.best.size();
        let area = size.area();
        let grid = Grid::new(size);
        let counters = match balance {
            // Either colour may have the odd cell: the colours are exchanged afterwards if need be.
            Balance::Balanced => size.counters(Player::X),
            Balance::Free => area,
        };
        let end = (area > Tie::LARGEST_PROVED).then_some(self.positions + POSITIONS);
        while self.lower_bound < self.squares {
            let most = end.map(|end| end.saturating_sub(self.positions));
            match self.search(&grid, counters, self.lower_bound, most)? {
                Verdict::Refuted => self.lower_bound += 1,
                Verdict::OverBudget => break,
                Verdict::Board(os) => {
                    let found = grid.colouring(size, os);
                    let exchange =
                        balance == Balance::Balanced && found.counters(Player::X) < found.counters(Player::O);
                    self.best = if exchange { found.exchanged() } else { found };
                    self.squares = self.best.monochromatic().count() as u64;
                }
            }
            self.report();
        }
        ControlFlow::Continue(())
    }

    /// Searches for a board with at most `limit` monochromatic squares and at most `counters` counters of each colour.
    ///
    /// The workers divide the roots among them. The board is the one from the first root that leads to one, so it does
    /// not depend on the number of workers. With a limit of positions (`most`), all roots are searched to the end:
    /// whether the limit suffices must not depend on which worker was first. Otherwise the search of later roots is
    /// cancelled when a board is found.
    fn search(&mut self, grid: &Grid, counters: usize, limit: u64, most: Option<u64>) -> ControlFlow<(), Verdict> {
        let next = AtomicUsize::new(0);
        let first = AtomicUsize::new(usize::MAX);
        let is_over = |count| most.is_some_and(|most| count > most);
        let threads = self.budget.threads.min(grid.roots.len());
        let mut report =
            |count| if is_over(count) { ControlFlow::Break(()) } else { self.budget.poll(self.positions + count) };
        let finished = workers::run(threads, &mut report, |worker| {
            let mut boards = boards(grid, [counters as u32; 2]);
            let mut found = None;
            while worker.proceed().is_continue() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let is_obsolete = || most.is_none() && first.load(Ordering::Relaxed) < number;
                let Some(root) = grid.roots.get(number).filter(|_| !is_obsolete()) else { break };
                let board = search(grid, &mut boards, limit as u32, root, &mut |positions| {
                    worker.count(positions)?;
                    if is_obsolete() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if let Some(board) = board {
                    first.fetch_min(number, Ordering::Relaxed);
                    found = found.or(Some((number, board)));
                }
            }
            found
        });
        self.positions += finished.count;
        if is_over(finished.count) {
            return ControlFlow::Continue(Verdict::OverBudget);
        }
        if finished.cancelled {
            return ControlFlow::Break(());
        }
        let found = finished.results.into_iter().flatten().min();
        ControlFlow::Continue(found.map_or(Verdict::Refuted, |(_, board)| Verdict::Board(board)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the worst board on, whose squares are all monochromatic.
    #[test]
    fn better_boards_have_the_counters_of_their_balance() -> Result<(), crate::hip::ParseSizeError> {
        for board in ["3x3", "3x5", "5x5", "3x7", "4x4"] {
            let size: Size = board.parse()?;
            let best = Colouring::from_fn(size, |_| Player::X);
            let squares = best.monochromatic().count() as u64;
            let (bounds, budget) = (&mut |_| (), &mut Budget::default());
            let mut proof = Proof { best, squares, lower_bound: 0, positions: 0, bounds, budget };
            assert!(proof.iterate(Balance::Balanced).is_continue());
            assert!(proof.best.is_playable() && proof.best.monochromatic().next().is_none(), "{board}");
            assert_eq!((proof.squares, proof.lower_bound), (0, 0), "{board}");
        }
        Ok(())
    }
}
