//! Who wins, under perfect play.
//!
//! ```text
//!     rules                        a game as it is played, move by move
//!     solve  ->  mirror            the theorem that needs no search
//!        \   ->  fill              the draws that are left
//!         \  ->  singly  turns     two searches: numbers; and all else, one player's loss at a time
//!                   search         what they have in common
//!          lanes  table            threads, and what is known of positions
//!          claim  order  parts     bounds without search, which move first, independent parts
//!          number key  position    what a position is worth, is called, and is
//!          board  square_set       what never changes
//! ```

mod board;
mod claim;
mod fill;
mod key;
mod lanes;
mod mirror;
mod number;
mod order;
mod parts;
mod position;
mod proof;
mod rules;
mod search;
mod singly;
mod solve;
mod square_set;
mod table;
mod turns;

pub use proof::Proof;
pub use rules::{Completing, Game, IllegalMove, Outcome, Rules};
pub use solve::{Limits, Solution, Unknown, solve};
