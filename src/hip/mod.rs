//! Gardner's Hip: two players put counters on the cells of a board, and neither wants four of his own at the corners of a
//! square, of any size and tilt.
//!
//! Player 1 is X and player 2 is O. The game is Martin Gardner's (*New Mathematical Diversions*, 1966).
//!
//! ```text
//!     tie       full boards with the fewest monochromatic squares
//!     square    geometry: the squares of a board           colouring   full boards
//!     size      rows and columns
//! ```

mod colouring;
mod size;
mod square;
mod tie;

pub use colouring::Colouring;
pub use size::{NotASize, Size};
pub use square::{Square, count_squares, squares};
pub use tie::{Balance, Tie, tie};
