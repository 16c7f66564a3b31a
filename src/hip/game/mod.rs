//! Who wins under perfect play.
//!
//! ```text
//!     rules                          a game as it is played, move by move
//!     solve                          outcome, grounds, best moves
//!       theorems                       the mirror theorem, which needs no search
//!       last_mover                     the search for single turns and `last-mover`: null windows on numbers
//!       any_rules                      the search for double turns, and for draws credited to a player
//!         search                         workers, transposition table
//!         move_order   static_bounds     move ordering; bounds without search
//!         components                     independent parts of a position
//!         position   value   board       a position and its canonical form; its value; the tables of a board
//! ```

mod any_rules;
mod board;
mod components;
mod last_mover;
mod move_order;
mod position;
mod rules;
mod search;
mod solve;
mod static_bounds;
mod theorems;
mod value;

pub use rules::{Completing, Game, IllegalMoveError, Outcome, Rules};
pub use solve::{Goal, Solution, SolveError, solve};
pub use theorems::{Ground, Mirror};
