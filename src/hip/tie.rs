//! The full board with the fewest monochromatic squares: how close to a tie can players of Hip come who help each other?
//!
//! As an integer program (*Martin Gardner's "Hip" Game*, for *The Riddler* of `FiveThirtyEight`, 2017):
//!
//! ```text
//!     minimise   the sum over squares s of u(s) + v(s)     x(c) is 1 if X has cell c, and 0 if O has,
//!     subject to sum of x over corners of s ≥ 1 − u(s)     u(s) is 1 if O has all corners of s,
//!                sum of x over corners of s ≤ 3 + v(s)     v(s) is 1 if X has
//!                sum of x over all cells    = half of them, rounded up
//! ```
//!
//! A [local search](local) finds good boards, and [rounds] of a [tree search](refuter) prove that there are no
//! better ones.

mod grid;
mod local;
mod partial;
mod refuter;
mod rounds;
mod starts;
mod windows;

use self::grid::Grid;
use self::local::Effort;
use self::rounds::{Rounds, Shown};
use self::windows::Window;
use super::balance::Balance;
use super::colouring::Colouring;
use super::size::Size;
use crate::player::Player;
use crate::progress::Progress;

/// A full board with few monochromatic squares, and how few there are at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The board.
    pub colouring: Colouring,
    /// How many squares of the board are monochromatic.
    pub squares: u64,
    /// How many squares of any such board are monochromatic, at least.
    pub at_least: u64,
    /// How many partly filled boards the proof has gone through.
    pub positions: u64,
}

impl Tie {
    /// The largest board [`tie`] takes, in cells.
    pub const LARGEST: usize = 1024;

    /// The largest board, in cells, for which [`tie`] searches until the minimum is proved.
    pub const LARGEST_PROVED: usize = 72;

    /// Whether no board has fewer monochromatic squares.
    #[must_use]
    pub const fn is_proved(&self) -> bool {
        self.squares == self.at_least
    }
}

/// How many positions are searched of a board of more than [`Tie::LARGEST_PROVED`] cells.
const POSITIONS: u64 = 3_000_000;

/// How many positions are searched of each of the small boards that bound larger ones.
const WINDOW_POSITIONS: u64 = 600_000;

/// Searches for the board of a size with the fewest monochromatic squares.
///
/// Up to [`Tie::LARGEST_PROVED`] cells the search ends with a proof unless `progress` breaks it off. For larger boards the
/// work is fixed: some seconds. Except when broken off, the result is the same for any number of `threads`.
///
/// ```
/// use quadrille::hip::{Balance, tie};
/// use std::ops::ControlFlow;
///
/// let tie = tie("6x7".parse()?, Balance::Balanced, 1, &mut |_| ControlFlow::Continue(()));
/// assert_eq!((tie.squares, tie.is_proved()), (1, true));
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
///
/// # Complexity
/// Exponential in the number of cells: on one core, 7 × 7 takes 10 milliseconds, 8 × 8 some 10 seconds.
///
/// # Panics
/// If the board has more than [`Tie::LARGEST`] cells.
pub fn tie(size: Size, balance: Balance, threads: usize, progress: &mut Progress<'_>) -> Tie {
    let area = size.area();
    assert!(area <= Tie::LARGEST, "a board of {size} has more than {} cells", Tie::LARGEST);
    let (mut broken_off, mut steps) = (false, 0_u64);
    let second = (balance == Balance::Balanced).then(|| size.counters(Player::O));
    let found = local::search(size, second, effort(area), &mut || {
        steps += 1;
        broken_off |= steps.is_multiple_of(1024) && progress(0).is_break();
        broken_off
    });
    let owner = |cell| if found.second[size.index(cell)] { Player::O } else { Player::X };
    let mut tie = Tie { colouring: Colouring::from_fn(size, owner), squares: found.squares, at_least: 0, positions: 0 };
    if area > Tie::LARGEST_PROVED && tie.squares > 0 && !broken_off {
        broken_off = !cover(&mut tie, threads, progress);
    }
    if area <= Grid::MOST && !broken_off {
        prove(&mut tie, balance, threads, progress);
    }
    tie
}

/// How long the local search of a board of so many cells goes on: in proportion to what a proof would cost.
const fn effort(area: usize) -> Effort {
    match area {
        0..=49 => Effort { beginnings: 4, steps: 1000 },
        50..=56 => Effort { beginnings: 20, steps: 1000 },
        57..=Grid::MOST => Effort { beginnings: 400, steps: 1000 },
        _ => Effort { beginnings: 10, steps: 50 * area as u64 },
    }
}

/// Raises the lower bound by copies of small boards. Returns whether that went on to the end.
fn cover(tie: &mut Tie, threads: usize, progress: &mut Progress<'_>) -> bool {
    let mut windows = Vec::new();
    for (rows, columns) in [(6, 7), (7, 7), (7, 8), (8, 8)] {
        let Some(size) = Size::new(rows, columns) else { continue };
        let grid = Grid::new(size);
        let rounds = Rounds::new(&grid, size.area() as u32, threads);
        let most_positions = tie.positions + WINDOW_POSITIONS;
        let mut at_least = 0;
        loop {
            match rounds.round(at_least as u32, Some(most_positions - tie.positions), &mut tie.positions, progress) {
                Shown::None => at_least += 1,
                Shown::Board(_) | Shown::TooLong => break,
                Shown::BrokenOff => return false,
            }
        }
        windows.push(Window { size, at_least });
        if rows != columns {
            windows.push(Window { size: size.transposed(), at_least });
        }
    }
    let mut broken_off = false;
    let at_least = windows::at_least(tie.colouring.size(), &windows, &mut || {
        broken_off |= progress(tie.positions).is_break();
        broken_off
    });
    tie.at_least = at_least;
    !broken_off
}

/// Raises the lower bound by rounds of the tree search, and takes a better board where they find one.
fn prove(tie: &mut Tie, balance: Balance, threads: usize, progress: &mut Progress<'_>) {
    let size = tie.colouring.size();
    let area = size.area();
    let grid = Grid::new(size);
    let counters = match balance {
        // Either player may have the odd cell as long as it is not known whose colour is whose.
        Balance::Balanced => size.counters(Player::X),
        Balance::Free => area,
    };
    let most_positions = (area > Tie::LARGEST_PROVED).then_some(POSITIONS + tie.positions);
    let rounds = Rounds::new(&grid, counters as u32, threads);
    while !tie.is_proved() {
        let left = most_positions.map(|most| most - tie.positions);
        match rounds.round(tie.at_least as u32, left, &mut tie.positions, progress) {
            Shown::None => tie.at_least += 1,
            Shown::Board(second) => {
                let mut owners = vec![Player::X; area];
                for (v, &cell) in grid.cells.iter().enumerate() {
                    if second >> v & 1 != 0 {
                        owners[size.index(cell)] = Player::O;
                    }
                }
                let found = Colouring::from_fn(size, |cell| owners[size.index(cell)]);
                let exchange = balance == Balance::Balanced && found.counters(Player::X) < found.counters(Player::O);
                tie.colouring = if exchange { found.exchanged() } else { found };
                tie.squares = tie.colouring.monochromatic().count() as u64;
            }
            Shown::BrokenOff | Shown::TooLong => return,
        }
    }
}
