//! What happens to a program under limits, as the threads that watch it tell the supervisor.

use std::io;

use rustix::process::WaitStatus;

/// What the supervisor waits for.
pub(super) enum Event {
    /// The program has ended.
    Ended(WaitStatus),
    /// So has everything that it has started.
    NobodyLeft,
    /// One of its streams is closed, and all that was written is in the file; or could not be put there.
    Drained(io::Result<()>),
    /// It writes more than it may.
    Overflowed,
    /// Whoever wanted it run has ended.
    Abandoned,
}
