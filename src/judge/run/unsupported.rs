//! Systems that have no limits on processes.

use std::io;

use super::job::{Job, Report};
use super::{RunError, Workspace};

fn needs_unix() -> io::Error {
    io::Error::other("running programs under limits needs a Unix system")
}

/// Returns an error.
///
/// # Errors
/// Always.
pub fn supervise() -> io::Result<()> {
    Err(needs_unix())
}

impl Workspace {
    pub(super) fn run(&self, _job: &Job) -> Result<Report, RunError> {
        Err(RunError::Supervisor(needs_unix()))
    }
}
