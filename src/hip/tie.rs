//! The full board with the fewest monochromatic squares: how close to a tie can players of Hip come who help each other?
//!
//! The integer program is that of Riddler Express readers and Laurent Lessard for Oliver Roeder, *The Riddler* (`FiveThirtyEight`, 2017):
//!
//! ```text
//!     minimise   the sum over squares s of y(s)          x(c) is 1 if O has cell c, and 0 if X has,
//!     subject to sum of x over corners of s ≤ 3 + y(s)   y(s) is 1 if s is monochromatic
//!                sum of x over corners of s ≥ 1 − y(s)
//! ```
//!
//! A [local search](local) finds good boards, and [rounds](rounds) of a [tree search](refuter) prove that there are no
//! better ones.

mod grid;
mod local;
mod partial;
mod refuter;
mod rounds;
mod starts;

use std::ops::ControlFlow;

use self::grid::Grid;
use self::rounds::{Rounds, Shown};
use super::balance::Balance;
use super::colouring::Colouring;
use super::size::Size;
use crate::player::Player;
use crate::search::Watch;

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
const POSITIONS: u64 = 5_000_000;

/// Searches for the board of a size with the fewest monochromatic squares.
///
/// # Panics
/// If the board has more than [`Tie::LARGEST`] cells.
pub fn tie(size: Size, balance: Balance, threads: usize, watch: &mut Watch<'_>) -> Tie {
    let area = size.area();
    assert!(area <= Tie::LARGEST, "a board of {size} is too large");
    let second = match balance {
        Balance::Balanced => Some(area / 2),
        Balance::Free => None,
    };
    let mut broken_off = false;
    let mut steps = 0_u64;
    let found = local::search(size, second, local_steps(area), &mut || {
        steps += 1;
        if steps % 1024 == 0 && watch(0).is_break() {
            broken_off = true;
        }
        broken_off
    });
    let colouring = Colouring::from_fn(size, |cell| if found.second[size.index(cell)] { Player::O } else { Player::X });
    let mut tie = Tie { colouring, squares: found.squares, at_least: 0, positions: 0 };
    if !broken_off && area <= Grid::MOST {
        prove(&mut tie, balance, threads, watch);
    }
    tie
}

fn local_steps(area: usize) -> u64 {
    match area {
        0..=Tie::LARGEST_PROVED => 1000,
        _ => 10_000,
    }
}

/// Raises the lower bound, and takes a better board where one is found.
fn prove(tie: &mut Tie, balance: Balance, threads: usize, watch: &mut Watch<'_>) {
    let size = tie.colouring.size();
    let area = size.area();
    let grid = Grid::new(size);
    // At most 128 cells.
    let counters = match balance {
        Balance::Balanced => [area.div_ceil(2) as u32, area as u32 / 2],
        Balance::Free => [area as u32; 2],
    };
    let rounds = Rounds::new(&grid, counters, threads);
    while !tie.is_proved() {
        let left = if area <= Tie::LARGEST_PROVED { u64::MAX } else { POSITIONS - tie.positions };
        // No more squares than a board has.
        match rounds.round(tie.at_least as u32, left, &mut tie.positions, watch) {
            Shown::None => tie.at_least += 1,
            Shown::Board(second) => {
                let mut owners = vec![Player::X; area];
                for (v, &cell) in grid.cells.iter().enumerate() {
                    if second >> v & 1 != 0 {
                        owners[size.index(cell)] = Player::O;
                    }
                }
                tie.colouring = Colouring::from_fn(size, |cell| owners[size.index(cell)]);
                tie.squares = tie.at_least;
            }
            Shown::BrokenOff | Shown::TooLong => return,
        }
    }
}

/// Never breaks off.
fn _unwatched(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
