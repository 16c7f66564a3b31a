//! The process around a game: arguments, exit status, threads, progress, Ctrl-C. Only binaries import this.
//!
//! It is public only for the binaries, which are crates of their own: it has no examples, and its interface is not stable.
//!
//! ```text
//!     main -> hex, hip, chip_firing, morpion, judge     a folder per program: its clap definitions, and its answers
//!              |    |   /    |
//!              |  program    |                              the life of a program that answers tasks
//!              |     tasks, progress                        lists of tasks; limits, progress line, statistics
//!             ordered, checkpoints, locks                   answers of several workers, in order; checkpoints; locks on files
//!             options, json, files, interrupt               arguments; answers as JSON; files beside the answers; Ctrl-C
//!             exit, messages, stdout                        failures and exit statuses; what stderr shows; a closed stdout
//! ```

pub mod answer;
pub mod arguments;
pub mod checkpoint;
pub mod checkpoints;
pub mod chip_firing;
pub mod exit;
pub mod failure;
pub mod files;
pub mod hex;
pub mod hip;
pub mod interrupt;
pub mod json;
pub mod judge;
pub mod list;
pub mod locks;
pub mod manual;
pub mod messages;
pub mod morpion;
pub mod options;
pub mod order;
pub mod ordered;
pub mod paths;
pub mod program;
pub mod progress;
pub mod run;
pub mod signals;
pub mod stdout;
pub mod task;
pub mod tasks;

pub use exit::{Exit, Failure};
