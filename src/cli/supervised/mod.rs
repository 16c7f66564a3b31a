//! Running any program under limits, with nothing of it left afterwards.
//!
//! ```text
//!     client              supervisor                          the program
//!     Order, a line  ->   reads it, starts               ->   in a process group of its own; its stdin is a file,
//!     Report, a line <-   and watches it every 5 ms      <-   its stdout and stderr pipes that end in files
//!     lifeline       ->   ends all if it closes
//!                         reaper, streams: threads that tell it what has happened (event)
//!     process_tree: what processes are there, and what they use, by proc_files
//! ```
//!
//! A program is not run by the process that judges it but by a *supervisor* that is started for it alone: our own binary
//! with a hidden command. That is what makes the figures and the end certain. The supervisor is small, so that its
//! memory is not taken for the program's; all that its children used is the program's; and (on Linux) it inherits
//! every process that the program lets loose, so that none escapes by leaving its group. When the client ends in
//! any way, the lifeline closes and the supervisor ends what it has started. When a program ends its supervisor, the
//! client ends what that one leaves.
//!
//! It is no sandbox: a program can read and write what its user can. CPU time of processes that the kernel is told to forget
//! (whose parent ignores `SIGCHLD`) is not seen once they have ended; there the clock is the limit.

mod client;
#[cfg(unix)]
mod event;
#[cfg(any(target_os = "android", target_os = "linux"))]
mod proc_files;
#[cfg(unix)]
mod process_tree;
#[cfg(unix)]
mod reaper;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod supervisor;

use std::ffi::OsString;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use client::{NotRun, Supervisors};
#[cfg(unix)]
pub use supervisor::supervise;

/// The message on systems that have no limits on processes.
pub const NEEDS_UNIX: &str = "running programs under limits needs a Unix system";

/// More processes than this at a time end a program.
pub const MOST_PROCESSES: usize = 256;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of all its processes together.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
    /// Bytes written to stdout; as many to stderr.
    pub output: u64,
}

/// A program to run: its command line, and files for its streams.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The program, then its arguments.
    pub command: Vec<OsString>,
    /// Its stdin.
    pub input: OsString,
    /// Its stdout.
    pub output: OsString,
    /// Its stderr.
    pub errors: OsString,
    /// What it may use.
    pub limits: Limits,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// By itself, with this exit status.
    Exited(i32),
    /// By a signal that was not ours: its number, and its name if it has one.
    Killed(i32, Option<String>),
    /// Because it passed a limit.
    Exceeded(Limit),
    /// It could not be started.
    NotStarted(String),
    /// How it would have ended is not known, through no fault of its own.
    Failed(String),
}

impl Ending {
    /// Whether the program ended by itself, so that what is found out later can change the verdict.
    #[cfg(unix)]
    fn by_itself(&self) -> bool {
        matches!(self, Ending::Exited(_) | Ending::Killed(..))
    }

    /// That what the program writes cannot be put where it belongs.
    #[cfg(unix)]
    fn not_kept(error: &std::io::Error) -> Ending {
        Ending::Failed(format!("cannot save the output of the program: {error}"))
    }
}

/// What can be exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// [`Limits::cpu`].
    Cpu,
    /// [`Limits::wall`].
    Wall,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::output`].
    Output,
    /// [`MOST_PROCESSES`].
    Processes,
}

/// How a program ended, and what it used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How it ended.
    pub ending: Ending,
    /// CPU time of all its processes.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// The most memory that it was seen to have, in bytes.
    pub peak: u64,
}
