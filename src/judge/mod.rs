//! Judging programs that answer Hex positions: is an output right, and which inputs tell.
//!
//! ```text
//!     check -> words, fault            an output read against its input, to the first fault
//!       \ -> board                     winners and fewest moves by the plainest search
//!     generate -> shapes, carve        inputs to judge programs on: for each kind, a data set of a seed and a number
//!           \ -> data_set              how they are written
//!     shrink                           smaller inputs than a given one, to find the smallest that still tells
//!     verdict                          the words for how a program did
//! ```
//!
//! Of [`crate::hex`] the judge takes the format of the input and its positions, and nothing that solves them: it would
//! be judging a program by itself.

mod board;
pub mod check;
mod data_set;
pub mod fault;
pub mod generate;
pub mod shrink;
mod verdict;
mod words;

pub use check::{NotJudged, check};
pub use data_set::{DataSet, write_input};
pub use fault::{Fault, FaultKind};
pub use generate::Kind;
pub use verdict::Verdict;
