//! Gardner's Hip: two players put counters on the cells of a board. A player who owns the four corners of a square, of
//! any size and tilt, loses.
//!
//! Player 1 is X and player 2 is O. The game is Martin Gardner's (*New Mathematical Diversions*, 1966).
//!
//! ```text
//!     report    answers, as text and JSON         picture   answers as SVG
//!     game      who wins: rules, theorem, search
//!     draws     full boards without a monochromatic square, counted and listed
//!     tie       full boards with the fewest monochromatic squares
//!     model     the same problem as an integer program, for other solvers
//!     board     sizes, squares, full boards
//! ```

mod board;
mod draws;
mod game;
mod model;
pub mod picture;
mod report;
mod tie;

pub use board::{Balance, Colouring, ParseSizeError, Size, Square, count_squares, count_squares_by_size, squares};
pub use draws::{Counts, DrawCounts, Listing, count_draws, draws, has_antisymmetric_draw, has_no_draw};
pub use game::{Completing, Game, Goal, Ground, IllegalMoveError, Outcome, Rules, Solution, SolveError, solve};
pub use model::write_model;
pub use report::{Draw, End, Minimum, NumberOfDraws, NumberOfSquares, Solved};
pub use tie::{Answered, AtMost, Proof as TieProof, Standing, Tie, TieBounds, TieSearch, tie, write_tie_proof};
