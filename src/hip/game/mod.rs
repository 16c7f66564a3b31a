//! Who wins under perfect play.
//!
//! ```text
//!     rules                          a game as it is played, move by move
//!     solve                          outcome, grounds, best moves
//!       theorems                       the mirror theorem, which needs no search
//!       sum_search                     the search for single turns and `last-mover`: null windows on numbers
//!       turn_search                    the search for double turns, and for draws credited to a player
//!         search                         workers, transposition table
//!         move_order   static_bounds     move ordering; bounds without search
//!         parts                          exact values of small parts
//!         position   value   board       a position and its canonical form; its value; the tables of a board
//! ```

mod board;
mod move_order;
mod parts;
mod position;
mod rules;
mod search;
mod solve;
mod static_bounds;
mod sum_search;
mod theorems;
mod turn_search;
mod value;

pub use rules::{Completing, Game, IllegalMoveError, Outcome, Rules};
pub use solve::{Goal, Solution, SolveError, solve};
pub use theorems::Ground;
