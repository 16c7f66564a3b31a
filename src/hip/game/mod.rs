//! Who wins, under perfect play.
//!
//! ```text
//!     rules                        a game as it is played, move by move
//!     solve  ->  mirror               the theorem that needs no search
//!        \   ->  fill                 the draws that are left, if they are few
//!         \  ->  singly  turns        two searches: one for numbers, one for all else
//!                   search            what they have in common
//!          lanes  meeting  table      threads, and what is known of positions
//!          claim  order  parts        bounds without search, which move first, independent parts
//!          number  key  position      what a position is worth, is called, and is
//!          proof                     why an answer is certain
//!          board  square_set  mix     what never changes, and bits
//! ```

mod board;
mod claim;
mod fill;
mod key;
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
mod turns;

pub use proof::{Ground, Mirror};
pub use rules::{Completing, Game, IllegalMove, Outcome, Rules};
pub use solve::{Solution, Unknown, solve};
