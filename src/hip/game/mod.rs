//! Who wins under perfect play.
//!
//! ```text
//!     rules                          a game as it is played, move by move
//!     solve                          outcome, grounds, best moves
//!       theorems                       the mirror theorem, which needs no search
//!       sum_search                     the search for single turns and `last-mover`: null windows on numbers
//!       turn_search                    the search for double turns, and for draws credited to a player
//!         search                         workers, transposition table
//!         move_order                     move ordering
//!         static_bounds  counter_bounds  bounds without search: of values, and of the counters that a player can place
//!         parts                          exact values of small parts
//!         position   value   board       a position and its canonical form; its value; the tables of a board
//! ```
//!
//! What each technique brings: positions, and CPU seconds of one thread, without it (AMD EPYC, November 2026).
//!
//! ```text
//!     without                                      4x5 --double        4x6                5x5 --after C3
//!     nothing                                      192,028    0.3      1,188,949   5.3    209,642    1.7
//!     move ordering                                3,531,727  6.3      > 24 s             > 24 s
//!     static bounds (single turns)                 192,028    0.3      5,807,773  10.2    5,184,146  9.2
//!       only with pairs of shared cells            192,028    0.3      2,339,780   5.9    711,365    2.2
//!       without the opponent's sets                192,028    0.3      1,707,031   5.9    388,655    2.2
//!     bounds of counters (double turns)            269,638    0.4      1,188,949   5.3    209,642    1.6
//!     symmetries of the board                      424,747    0.6      2,375,941  11.6    636,434    5.2
//!     three moves looked up before a search        223,525    0.2      1,612,511   5.2    266,485    1.7
//!     list of the draws that can still arise       192,028    0.3      1,779,062   5.9    209,642    1.6
//! ```
//!
//! Tried, without gain in time: static bounds with parts of five cells, or a second division if the first one fails;
//! values of small components split off before the search; the exchange of the players as a symmetry; the inequality
//! G ≤ Gᴿ + ∗ ([`value`]) on the opponent's moves before a position is searched; the bound that a player who wins
//! although the opponent may pass once wins if a full board counts for the opponent.

mod board;
mod counter_bounds;
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
