//! Gardner's Hip: two players put counters on the cells of a board, and neither wants four of his own at the corners of a
//! square, of any size and tilt.
//!
//! Player 1 is X and player 2 is O. The game is Martin Gardner's (*New Mathematical Diversions*, 1966).
//!
//! ```text
//!     report  picture   answers as text and as pictures
//!     game      who wins: rules, theorem, search
//!     draws     full boards without a square, counted      tie         full boards with the fewest
//!     square    geometry: the squares of a board           model       the same, for other solvers
//!     size      rows and columns                           colouring   full boards
//!                                                          balance     how many counters each player has
//! ```

mod balance;
mod colouring;
mod draws;
mod game;
mod model;
pub mod picture;
pub mod report;
mod size;
mod square;
mod tie;

pub use balance::Balance;
pub use colouring::Colouring;
pub use draws::{Counts, DrawCounts, Which, count_draws, draws, has_antisymmetric_draw, has_no_draw};
pub use game::{
    Completing, Game, Ground, IllegalMoveError, Mirror, Outcome, Rules, Solution, SolveError, solve, solve_with,
};
pub use model::write_model;
pub use size::{NotASize, Size};
pub use square::{Square, count_squares, squares};
pub use tie::{Tie, tie};
