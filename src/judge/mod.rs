//! Judges programs that answer Hex positions: whether their outputs are right, and which inputs they fail.
//!
//! ```text
//!     check       finds the first fault of an output       run         runs a program under limits, and returns its verdict
//!     generate    makes random data sets of each kind      stress      searches for an input that a program fails, and minimises it
//!     board       boards, and the smallest number of moves
//! ```
//!
//! `board` finds winners and the smallest number of moves by a breadth-first search of its own. Of [`crate::hex`] the
//! judge takes the format of the input and its positions, and nothing that solves them: otherwise `hex` would be judged
//! by itself. Only `run` and `stress` start processes and threads, read clocks and use files; they are there with the
//! feature `cli` alone.

mod board;
pub mod check;
pub mod generate;
#[cfg(feature = "cli")]
pub mod run;
#[cfg(feature = "cli")]
pub mod stress;

pub use check::{CheckError, Fault, check};
pub use generate::{DataSet, Kind, write_input};
#[cfg(feature = "cli")]
pub use run::Verdict;
