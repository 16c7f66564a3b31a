//! Hex: who has won, and how few moves each player needs, for the contest of Rowan University.
//!
//! The contest is "Hex", 32nd Annual Rowan University Programming Contest, 27 April 2018. Its program reads data sets,
//! each a position, and prints for each the board and either the winner or both players' best cases.
//!
//! ```text
//!     dataset -> position ->  solver  ->  report            text in, answer, text out: the core, plain `std`,
//!                              |      |                     which is what gets submitted to a judge as one file
//!                            wave   layers, completions     up to 64 rows by whole rows; beyond, by cells
//!                                     |
//!                                   ways                    how many best cases there are, exactly
//!                                 picture                   a position and its best cases as SVG
//!
//!     statement, read_error: what the contest allows, and what can be wrong     completion: a best case, and the outcome
//!     rows, pick: parts of wave                                                 prune: a part of completions
//! ```
//!
//! The core knows nothing of arguments, files or threads: see [`crate::cli`] for these.

pub mod completion;
pub mod completions;
pub mod dataset;
pub mod layers;
mod pick;
pub mod picture;
pub mod position;
mod prune;
pub mod report;
mod rows;
pub mod solver;
pub mod wave;
pub mod ways;

pub use completion::{Completion, Outcome};
pub use completions::Completions;
pub use dataset::{DataSets, Item, ReadError, ReadErrorKind, Strictness};
pub use layers::Layers;
pub use position::{LARGEST_SIZE, PlayError, Position, SizeError};
pub use report::Report;
pub use solver::{Solver, outcome_by_layers};
pub use ways::count_completions;
