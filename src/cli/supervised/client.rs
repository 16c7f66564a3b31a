//! The side that wants a program run.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};

use super::{NEEDS_UNIX, Order, Report};

/// How to start a supervisor: this very program, which takes an argument for the order to call
/// [`supervise`](super::supervise).
#[derive(Clone, Copy, Debug)]
pub struct Supervisor {
    argument: &'static str,
}

impl Supervisor {
    /// A supervisor that is started with this argument.
    #[must_use]
    pub fn new(argument: &'static str) -> Supervisor {
        Supervisor { argument }
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    /// If the supervisor cannot be started or does not report, and where the system has no way to keep limits.
    pub fn run(&self, order: &Order) -> io::Result<Report> {
        if !cfg!(unix) {
            return Err(io::Error::other(NEEDS_UNIX));
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(self.argument).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for the client, whose end the supervisor notices.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut supervisor = command.spawn()?;
        let lifeline = supervisor.stdin.take();
        let mut report = String::new();
        let talk = (|| {
            let (mut to, mut from) =
                lifeline.as_ref().zip(supervisor.stdout.take()).ok_or(io::ErrorKind::BrokenPipe)?;
            let mut line = serde_json::to_vec(order)?;
            line.push(b'\n');
            to.write_all(&line)?;
            from.read_to_string(&mut report)?;
            Ok(())
        })();
        drop(lifeline);
        let status = supervisor.wait()?;
        talk.and_then(|()| Ok(serde_json::from_str(&report)?))
            .map_err(|error: io::Error| io::Error::other(format!("the supervisor ended with {status}: {error}")))
    }
}
