//! Who wins under perfect play.
//!
//! ```text
//!     rules                          a game as it is played, move by move
//!     solve                          outcome, arguments, best moves
//!       theorems                       the mirror theorem, which needs no search
//!       last_mover   any_rules         two searches: null windows on numbers; everything else
//!         search                         workers, transposition table, return from answered questions
//!         move_order   static_bounds   components      what spares search
//!         position   value   board       a position and its canonical form, its value, the tables of a board
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
pub use solve::{Solution, SolveError, solve, solve_with};
pub use theorems::{Ground, Mirror};
