//! The process around a game: arguments, exit status, threads, progress, Ctrl-C. Only binaries import this.
//!
//! ```text
//!     main -> hex, judge     a folder a binary: its arguments, and what becomes of them
//!              |     \
//!              |      supervised                               any program under limits
//!             options, exit, interrupt, ordered, progress, stats       what all binaries share
//! ```

pub mod exit;
pub mod hex;
pub mod interrupt;
pub mod judge;
pub mod options;
pub mod ordered;
pub mod progress;
pub mod stats;
pub mod supervised;

pub use exit::Exit;
