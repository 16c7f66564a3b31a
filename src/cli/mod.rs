//! The process around a game: arguments, exit status, threads, progress, Ctrl-C. Only binaries import this.
//!
//! ```text
//!     main -> hex, hip, judge     a folder a binary: its arguments, and what becomes of them
//!              |   |       \
//!              |   |        supervised                       any program under limits
//!              |  tasks, running                             tasks in words, one after the other, each under limits
//!             ordered                                        answers on many threads, in order
//!             options, exit, files, interrupt, progress, stats         what all binaries share
//! ```

pub mod exit;
pub mod files;
pub mod hex;
pub mod hip;
pub mod interrupt;
pub mod judge;
pub mod options;
pub mod ordered;
pub mod progress;
pub mod running;
pub mod stats;
pub mod supervised;
pub mod tasks;

pub use exit::Exit;
