//! The process around a game: arguments, exit status, threads, progress, Ctrl-C. Only binaries import this.
//!
//! It is public because binaries are crates of their own, and for them alone: there are no examples, and nothing is stable.
//!
//! ```text
//!     main -> hex, hip, chip_firing, morpion, judge     a folder per program: its clap definitions, and its answers
//!              |    |   /    |          \
//!              |    |  /     |           supervised         any program under limits
//!              |  program    |                              tasks from the arguments or from a list on stdin
//!              |     tasks, progress                        lists of tasks; limits, progress
//!             ordered, checkpoints                          answers on many threads, in order; checkpoints
//!             options, usage, exit, files, interrupt, json, manual, progress_line, stats     what all programs share
//! ```

pub mod checkpoints;
pub mod chip_firing;
pub mod exit;
pub mod files;
pub mod hex;
pub mod hip;
pub mod interrupt;
pub mod json;
pub mod judge;
mod manual;
pub mod morpion;
pub mod options;
pub mod ordered;
pub mod program;
pub mod progress;
pub mod progress_line;
pub mod stats;
pub mod supervised;
pub mod tasks;
mod usage;

pub use exit::Exit;
