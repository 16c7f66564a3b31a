//! Judges programs that answer Hex positions: whether their outputs are right, and which inputs they fail.
//!
//! ```text
//!     stress -> run -> check -> board     an output read with its input, up to the first fault; fault, reader are parts of it
//!        \       \                        run: a program under limits, and its verdict; has a map of its own
//!         \       \                       stress: the smallest random input that a program fails; minimise is a part of it
//!          generate -> shapes -> carve    for each kind, data set k of a seed
//! ```
//!
//! `board` finds winners and the smallest number of moves by a breadth-first search of its own. Of [`crate::hex`] the judge takes the
//! format of the input and its positions, and nothing that solves them: otherwise `hex` would be judged by itself. Only `run`
//! and `stress` start processes and threads, read clocks and use files.

mod board;
pub mod check;
pub mod generate;
pub mod run;
pub mod stress;

pub use check::{CheckError, Fault, check};
pub use generate::{DataSet, Kind, write_input};
pub use run::Verdict;
