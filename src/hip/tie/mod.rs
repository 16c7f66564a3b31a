//! The full board with the fewest monochromatic squares: how close to a tie can two players of Hip come if they
//! cooperate?
//!
//! The problem as an integer program is in [`write_model`](super::write_model).
//!
//! [Tabu search](local) finds a good board, an upper bound. Then a [branch-and-bound search](refute) with a
//! [lower bound](bound) is asked for boards with fewer squares, with one limit after the other. What is known is the
//! [`Bracket`] of the board, here of 7x7:
//!
//! ```text
//!                          best              squares       is_tabu_done   lower_bound   refuting
//!     at first             empty             0             false          0             none
//!     during tabu search   the best so far   those of it   false          0             none
//!     after it             O X O X … X O X   3             true           0             none
//!     limit 0              O X O X … X O X   3             true           0             0, and which roots are done
//!     it is refuted        O X O X … X O X   3             true           1             none
//!     limit 2              O X O X … X O X   3             true           1             2, and which roots are done
//!     it is refuted        O X O X … X O X   3             true           3             none: the minimum is 3
//! ```
//!
//! If a board within the limit is found, it becomes the best one, and the lower bound stays. A search takes about twice
//! as long as one whose limit is lower by 1, so by steps of two all searches together take 4/3 of the time of the last
//! one. A *root* is a colouring of the first cells of the grid; the workers divide the roots among them.
//!
//! Boards of more than [`LARGEST_ALONE`] cells first have the largest minimum of smaller boards inside them as their
//! lower bound. These boards are searched one after the other, smallest first: [`State::inner`] has the bracket of the
//! one that is being searched, and [`State::done`] the sizes of those before it.
//!
//! What each technique of the search brings: positions, and CPU seconds of one thread, without it (AMD EPYC, November
//! 2026).
//!
//! ```text
//!     without                                             8x8 --at-most 7 --free    9x9 --at-most 8 --free
//!     nothing                                             95,688      0.4           150,218      1.3
//!     squares with one counter in the choice of a cell    104,100     0.5           165,508      1.5
//!     forced cells                                        702,408     0.5           569,926      1.5
//!     the choice of a cell: from the middle outwards      926,992     1.9           2,285,310    6.2
//!     symmetries of the first cells                       1,351,884   4.1           2,072,588   16.2
//!     roots of 12 cells (9 instead)                       95,688      0.4           178,871      1.6
//!     unit propagation                                    7,449,946  12.5           24,701,264  55.9
//! ```
//!
//! Looking one counter ahead for the best two cells cuts the positions by a third to a half, in the same time.
//! Propagation that gives all cells their preferred colours first needs 2.6 times as long on 8x8.

mod bound;
mod grid;
mod local;
mod partial;
mod proof;
mod refute;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use self::grid::{Cells, Grid};
pub use self::proof::{Proof, write_tie_proof};
use self::refute::{Memory, Verdict, search};
use super::board::{Balance, Colouring, Size, Square};
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::part::Part;
use crate::player::Player;
use crate::workers;

/// A full board with few monochromatic squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tie {
    /// The board.
    #[serde(rename = "board")]
    pub colouring: Colouring,
    /// How many counters each player has.
    pub balance: Balance,
    /// The number of its monochromatic squares.
    pub squares: u64,
    /// These, with their owners.
    pub monochromatic: Vec<(Player, Square)>,
    /// How strong the answer is.
    pub standing: Standing,
    /// The answer to the question whether there is a board with at most a number of such squares, if it was asked.
    #[serde(flatten)]
    pub question: Option<Answered>,
    /// The number of partly filled boards that branch and bound has searched. It can depend on the number of threads.
    #[serde(skip)]
    pub positions: u64,
}

/// The answer to the question whether there is a board with at most a number of monochromatic squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// The number.
    pub at_most: u64,
    /// Whether there is such a board.
    pub answer: AtMost,
}

/// How strong an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// No board has fewer monochromatic squares.
    Proved,
    /// Every board has at least this number of monochromatic squares. The board found has more, so a better one may
    /// exist.
    AtLeast(u64),
}

impl Tie {
    /// The largest board that a [`TieSearch`] takes, in cells.
    pub const LARGEST: usize = 1024;

    /// Returns the proved lower bound of the number of monochromatic squares.
    #[must_use]
    pub const fn lower_bound(&self) -> u64 {
        match self.standing {
            Standing::Proved => self.squares,
            Standing::AtLeast(bound) => bound,
        }
    }
}

/// Boards of more cells have a lower bound by the boards inside them first.
const LARGEST_ALONE: usize = 72;

/// The smallest and the largest of the boards inside that are searched before the board itself, in cells: each takes at
/// most a few seconds.
const INNER: std::ops::RangeInclusive<usize> = 42..=70;

/// Returns the board of a size with the fewest monochromatic squares. If the budget stops the search, returns the best
/// board and lower bound so far.
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
/// The search takes exponential time in the number of cells: on one core, 7 × 7 takes 10 milliseconds, 8 × 8 one
/// second, 9 × 9 three minutes. Boards of more than 128 cells have bounds by ever larger boards inside them, and no
/// proof can be expected.
///
/// # Panics
/// If the board has more than [`Tie::LARGEST`] cells.
pub fn tie(size: Size, balance: Balance, budget: &mut Budget<'_>) -> Tie {
    let search = TieSearch::new(size, balance, None);
    search.run(budget);
    search.best()
}

/// The search for a [`Tie`]. It can be stopped, saved, and continued with the same answer.
pub struct TieSearch {
    size: Size,
    balance: Balance,
    question: Option<(u64, Part)>,
    state: Mutex<State>,
}

/// What a search for a [`Tie`] knows so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBounds {
    /// The number of monochromatic squares of the best board found.
    pub best: u64,
    /// The proved lower bound of this number.
    pub at_least: u64,
    /// The search that runs, if one does: the number of squares that is to be refuted, the number of roots that are
    /// finished, and of all.
    pub refuting: Option<(u64, usize, usize)>,
}

/// Whether there is a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AtMost {
    /// There is: [`TieSearch::best`] is one.
    #[serde(rename = "yes")]
    Found,
    /// There is none, or none in this part.
    #[serde(rename = "no")]
    Refuted,
    /// The search was stopped, or the board has too many cells for it.
    #[serde(rename = "unknown")]
    Unknown,
}

/// What a [`TieSearch`] saves.
#[derive(Default, Serialize, Deserialize)]
struct State {
    /// The board in question.
    board: Bracket,
    /// The boards inside whose minima are known and in the lower bound: rows and columns.
    done: Vec<(u16, u16)>,
    /// The board inside whose minimum is being computed.
    inner: Option<Inner>,
    /// The number of positions that this process has searched: a limit is for each run.
    #[serde(skip)]
    positions: u64,
    /// Whether the question whether there is a board within a limit is answered by "no", for this part.
    is_refuted: bool,
}

/// A board inside the one in question.
#[derive(Serialize, Deserialize)]
struct Inner {
    rows_and_columns: (u16, u16),
    bracket: Bracket,
}

impl State {
    /// Returns whether there is a board with at most a number of monochromatic squares.
    fn answer(&self, at_most: u64) -> AtMost {
        match &self.board {
            board if !board.best.is_empty() && board.squares <= at_most => AtMost::Found,
            board if self.is_refuted || board.lower_bound > at_most => AtMost::Refuted,
            _ => AtMost::Unknown,
        }
    }

    /// Returns the bracket of a target. If that is a board inside, `inner` must be this board.
    fn bracket(&mut self, target: Target) -> &mut Bracket {
        debug_assert!(!target.is_inner || self.inner.is_some(), "the bracket of a board inside");
        match &mut self.inner {
            Some(inner) if target.is_inner => &mut inner.bracket,
            _ => &mut self.board,
        }
    }
}

/// What is known about the minimum of a board: it is at least `lower_bound` and at most `squares`.
#[derive(Default, Serialize, Deserialize)]
struct Bracket {
    /// For each cell in reading order of the best board, whether it is an O; empty before the first board is found.
    best: Vec<bool>,
    /// The number of monochromatic squares of the best board; 0 before the first board is found.
    squares: u64,
    /// Whether the tabu search has ended, and a first board is there. If it was stopped, it is repeated, so that the
    /// answer is the same.
    is_tabu_done: bool,
    lower_bound: u64,
    /// The search that runs, or that was stopped.
    refuting: Option<Refuting>,
}

/// A search for a board with at most `limit` monochromatic squares.
#[derive(Serialize, Deserialize)]
struct Refuting {
    limit: u64,
    /// For each root of the grid, whether it is refuted.
    done: Vec<bool>,
}

/// A board whose minimum is searched: the one in question, or one inside.
#[derive(Clone, Copy)]
struct Target {
    size: Size,
    balance: Balance,
    is_inner: bool,
}

impl TieSearch {
    /// The largest board that branch and bound searches, in cells.
    pub const LARGEST_SEARCHED: usize = Grid::LARGEST;

    /// Returns the search for the minimum of a board; or, with a question, for a board with at most a number of
    /// monochromatic squares, in a part of the roots of the search.
    ///
    /// # Panics
    /// If the board has more than [`Tie::LARGEST`] cells.
    #[must_use]
    pub fn new(size: Size, balance: Balance, question: Option<(u64, Part)>) -> TieSearch {
        assert!(size.area() <= Tie::LARGEST, "a board of {size} has more than {} cells", Tie::LARGEST);
        TieSearch { size, balance, question, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is complete whenever the lock is free.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is known; `None` before a first board is found.
    #[must_use]
    pub fn bounds(&self) -> Option<TieBounds> {
        let state = self.state();
        let Bracket { best, squares, lower_bound, refuting, .. } = &state.board;
        let finished = |done: &[bool]| done.iter().filter(|&&done| done).count();
        let refuting = refuting.as_ref().map(|Refuting { limit, done }| (*limit, finished(done), done.len()));
        (!best.is_empty()).then_some(TieBounds { best: *squares, at_least: *lower_bound, refuting })
    }

    /// Returns the best board so far. Before a search has begun, it is a board of X's.
    #[must_use]
    pub fn best(&self) -> Tie {
        let state = self.state();
        let Bracket { best, lower_bound, .. } = &state.board;
        let is_o = |cell| best.get(self.size.index(cell)) == Some(&true);
        let colouring = Colouring::from_fn(self.size, |cell| if is_o(cell) { Player::O } else { Player::X });
        let monochromatic: Vec<_> = colouring.monochromatic().collect();
        let squares = monochromatic.len() as u64;
        let standing = if *lower_bound == squares { Standing::Proved } else { Standing::AtLeast(*lower_bound) };
        let question = self.question.map(|(at_most, _)| Answered { at_most, answer: state.answer(at_most) });
        Tie { colouring, balance: self.balance, squares, monochromatic, standing, question, positions: state.positions }
    }

    /// Returns the answer to the question, if there is one.
    #[must_use]
    pub fn answer(&self) -> Option<AtMost> {
        self.question.map(|(at_most, _)| self.state().answer(at_most))
    }

    /// Saves the state, while the search runs or after it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        write_value(out, &*self.state())
    }

    /// Continues with a saved state of the same search.
    ///
    /// # Errors
    /// Those of `from`, and [`io::ErrorKind::InvalidData`] if the bytes are no state. Whether it is one of this search
    /// is not checked.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        *self.state() = read_value(from)?;
        Ok(())
    }

    /// Searches until the minimum is proved, or the question is answered, or the budget stops it.
    ///
    /// The search has no transposition table, so the limit on memory is not used. The number of threads does not change
    /// the answer of a search that is not stopped.
    pub fn run(&self, budget: &mut Budget<'_>) {
        // If it is stopped, what is proved so far remains.
        let _ = self.run_all(budget);
    }

    fn run_all(&self, budget: &mut Budget<'_>) -> ControlFlow<()> {
        let board = Target { size: self.size, balance: self.balance, is_inner: false };
        self.find_first_board(board, budget)?;
        if let Some((at_most, part)) = self.question {
            let answer = self.state().answer(at_most);
            if answer == AtMost::Unknown && self.size.area() <= Grid::LARGEST {
                let is_refuted = self.refute(board, at_most, part, budget)?;
                let mut state = self.state();
                state.is_refuted = is_refuted;
                if is_refuted && part == Part::WHOLE {
                    state.board.lower_bound = state.board.lower_bound.max(at_most + 1);
                }
            }
            return ControlFlow::Continue(());
        }
        let area = self.size.area();
        if area > LARGEST_ALONE && self.state().board.squares > 0 {
            self.raise_by_inner(*INNER.end(), budget)?;
        }
        if area > Grid::LARGEST {
            return self.raise_by_inner(Grid::LARGEST, budget);
        }
        self.prove_minimum(board, budget)
    }

    /// Finds a first board by tabu search.
    fn find_first_board(&self, target: Target, budget: &mut Budget<'_>) -> ControlFlow<()> {
        if self.state().bracket(target).is_tabu_done {
            return ControlFlow::Continue(());
        }
        let size = target.size;
        let os = (target.balance == Balance::Balanced).then(|| size.counters(Player::O));
        let mut improved = |best: &local::Best| {
            let mut state = self.state();
            let bracket = state.bracket(target);
            if bracket.best.is_empty() || best.squares < bracket.squares {
                bracket.best.clone_from(&best.is_o);
                bracket.squares = best.squares;
            }
        };
        let before = self.state().positions;
        let found = local::search(size, os, local_length(size.area()), &mut improved, &mut budget.after(before));
        if found.cancelled {
            return ControlFlow::Break(());
        }
        self.state().bracket(target).is_tabu_done = true;
        ControlFlow::Continue(())
    }

    /// Raises the lower bound to the minima of the boards inside, of up to this number of cells.
    fn raise_by_inner(&self, largest: usize, budget: &mut Budget<'_>) -> ControlFlow<()> {
        let (short, long) = self.size.sides();
        let mut sizes: Vec<Size> = (6..=short)
            .flat_map(|rows| (rows..=long).filter_map(move |columns| Size::new(rows, columns)))
            .filter(|size| (*INNER.start()..=largest).contains(&size.area()) && size.area() < self.size.area())
            .collect();
        sizes.sort_unstable_by_key(|size| (size.area(), size.columns()));
        for size in sizes {
            let rows_and_columns = size.sides();
            // Inside a balanced board, a board may have any numbers of counters.
            let target = Target { size, balance: Balance::Free, is_inner: true };
            {
                let mut state = self.state();
                if state.done.contains(&rows_and_columns) {
                    continue;
                }
                if state.inner.as_ref().is_none_or(|inner| inner.rows_and_columns != rows_and_columns) {
                    state.inner = Some(Inner { rows_and_columns, bracket: Bracket::default() });
                }
            }
            self.find_first_board(target, budget)?;
            self.prove_minimum(target, budget)?;
            let mut state = self.state();
            let minimum = state.bracket(target).squares;
            state.board.lower_bound = state.board.lower_bound.max(minimum);
            state.done.push(rows_and_columns);
            state.inner = None;
        }
        ControlFlow::Continue(())
    }

    /// Raises the lower bound by searches, and replaces the board if they find a better one, until it is the minimum.
    fn prove_minimum(&self, target: Target, budget: &mut Budget<'_>) -> ControlFlow<()> {
        loop {
            let limit = {
                let mut state = self.state();
                let Bracket { squares, lower_bound, refuting, .. } = state.bracket(target);
                let Some(rest) = squares.checked_sub(*lower_bound + 1) else { return ControlFlow::Continue(()) };
                // By steps of two the last limit is one less than the squares of the best board.
                refuting.as_ref().map_or(*lower_bound + rest % 2, |refuting| refuting.limit)
            };
            if self.refute(target, limit, Part::WHOLE, budget)? {
                self.state().bracket(target).lower_bound = limit + 1;
            }
        }
    }

    /// Searches a part of the roots for a board with at most `limit` monochromatic squares. The caller ensures that the
    /// best board has more. Returns whether there is none; if there is one, it is the best board now. Goes on with the
    /// search of the bracket, if it has one with this limit.
    ///
    /// The workers divide the roots among them. The board is the one from the first root that leads to one, so it does
    /// not depend on the number of workers. The search of later roots is cancelled when a board is found.
    fn refute(&self, target: Target, limit: u64, part: Part, budget: &mut Budget<'_>) -> ControlFlow<(), bool> {
        let grid = Grid::new(target.size);
        let most_of_each = match target.balance {
            // Either colour may have the odd cell: the colours are exchanged afterwards if need be.
            Balance::Balanced => target.size.counters(Player::X),
            Balance::Free => target.size.area(),
        };
        let (roots, before) = {
            let mut state = self.state();
            let new = || Refuting { limit, done: vec![false; grid.roots.len()] };
            let refuting = &mut state.bracket(target).refuting;
            // A loaded state may have that of another question.
            *refuting = refuting.take().filter(|last| last.limit == limit && last.done.len() == grid.roots.len());
            let done = &refuting.get_or_insert_with(new).done;
            let is_left = |&root: &usize| !done[root] && root as u64 % part.parts == part.number - 1;
            let roots: Vec<usize> = (0..grid.roots.len()).filter(is_left).collect();
            (roots, state.positions)
        };
        // The index in `roots` of the next one to search; and the first root that has led to a board.
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let threads = budget.threads.min(roots.len());
        let mut report = |count| {
            self.state().positions = before + count;
            budget.poll(before + count)
        };
        let finished = workers::run(threads, &mut report, |worker| {
            let mut memory = Memory::new(&grid, most_of_each as u32);
            let is_obsolete = |root| first.load(Ordering::Relaxed) < root;
            while worker.proceed().is_continue()
                && let Some(&root) = roots.get(next.fetch_add(1, Ordering::Relaxed))
                && !is_obsolete(root)
            {
                let mut count = |positions| {
                    worker.count(positions)?;
                    if is_obsolete(root) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                match search(&grid, &mut memory, limit as u32, &grid.roots[root], &mut count) {
                    Verdict::Board(os) => {
                        first.fetch_min(root, Ordering::Relaxed);
                        return Some((root, os));
                    }
                    Verdict::Refuted => {
                        if let Some(refuting) = &mut self.state().bracket(target).refuting {
                            refuting.done[root] = true;
                        }
                    }
                    Verdict::Cancelled => {}
                }
            }
            None
        });
        let mut state = self.state();
        state.positions = before + finished.count;
        if finished.cancelled {
            return ControlFlow::Break(());
        }
        let bracket = state.bracket(target);
        bracket.refuting = None;
        let Some((_, os)) = finished.results.into_iter().flatten().min() else {
            return ControlFlow::Continue(true);
        };
        (bracket.best, bracket.squares) = board_of(&grid, target, os);
        ControlFlow::Continue(false)
    }
}

/// Returns a board that was found, and the number of its squares.
fn board_of(grid: &Grid, target: Target, os: Cells) -> (Vec<bool>, u64) {
    let found = grid.colouring(target.size, os);
    let exchange = target.balance == Balance::Balanced && found.counters(Player::X) < found.counters(Player::O);
    let found = if exchange { found.exchanged() } else { found };
    let is_o = target.size.cells().map(|cell| found.owner(cell) == Player::O).collect();
    (is_o, found.monochromatic().count() as u64)
}

/// Returns the number of random boards from which the tabu search starts, and of steps from each, in proportion to what
/// a proof would cost.
const fn local_length(area: usize) -> (u64, u64) {
    match area {
        0..=49 => (4, 1000),
        50..=56 => (20, 1000),
        57..=72 => (100, 2000),
        73..=Grid::LARGEST => (400, 1000),
        _ => (10, 50 * area as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::ParseSizeError;

    /// Also if the search has given the odd cell to player 2; with any numbers of counters nothing is exchanged.
    #[test]
    fn odd_cell_belongs_to_player_1() -> Result<(), ParseSizeError> {
        let size: Size = "3x3".parse()?;
        for (balance, expected) in [(Balance::Balanced, 4), (Balance::Free, 5)] {
            let (is_o, _) = board_of(&Grid::new(size), Target { size, balance, is_inner: false }, 0b1_1111);
            assert_eq!(is_o.iter().filter(|&&is_o| is_o).count(), expected);
        }
        Ok(())
    }

    /// The claims of this state are false: its board has six squares, not none, and its lower bound of 5 is not proved.
    #[test]
    fn saved_state_cannot_claim_what_its_board_contradicts() -> Result<(), ParseSizeError> {
        let search = TieSearch::new("3x3".parse()?, Balance::Free, None);
        let board = Bracket { best: vec![false; 9], is_tabu_done: true, lower_bound: 5, ..Bracket::default() };
        *search.state() = State { board, ..State::default() };
        search.run(&mut Budget::default());
        let tie = search.best();
        assert_eq!((tie.squares, tie.monochromatic.len(), tie.standing), (6, 6, Standing::AtLeast(5)));
        Ok(())
    }
}
