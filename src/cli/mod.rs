//! The process around a game: arguments, exit status, threads, progress, Ctrl-C. Only binaries import this.
//!
//! It is public because binaries are crates of their own, and for them alone: hence no examples, and no promise that anything stays.
//!
//! ```text
//!     main -> hex, hip, chip_firing, morpion, judge     a folder a binary: its arguments, and what becomes of them
//!              |    |   /    |          \
//!              |    |  /     |           supervised         any program under limits
//!              |  program    |                              tasks in words, one after the other
//!              |     tasks, running                         the words, and limits
//!             ordered, keeper                               answers on many threads, in order; findings in files
//!             options, exit, files, interrupt, json, manual, progress, stats         what all binaries share
//! ```

pub mod chip_firing;
pub mod exit;
pub mod files;
pub mod hex;
pub mod hip;
pub mod interrupt;
pub mod json;
pub mod judge;
pub mod keeper;
mod manual;
pub mod morpion;
pub mod options;
pub mod ordered;
pub mod program;
pub mod progress;
pub mod running;
pub mod stats;
pub mod supervised;
pub mod tasks;

pub use exit::Exit;
