//! Options that all binaries have, said once.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser};
use clap_complete::Shell;

use super::exit::{Exit, cannot_write};
use super::manual;

/// The options that all binaries have.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Everywhere")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Common {
    /// Answer in JSON, one object a line
    #[arg(long, global = true)]
    pub json: bool,

    /// Work with this many threads, 1024 at most [default: as many as there are cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Write no hints and no progress to stderr
    #[arg(long, global = true)]
    pub quiet: bool,

    /// Show progress on stderr in any case; else it is shown on a terminal that the answers do not go to
    #[arg(long, global = true, conflicts_with = "quiet")]
    pub progress: bool,

    /// Say on stderr at the end how much was done, how long it took and how much memory
    #[arg(long, global = true)]
    pub stats: bool,

    /// Write a completion script for a shell to stdout, and do nothing else
    #[arg(long, value_name = "SHELL")]
    pub completions: Option<Shell>,

    /// Write the manual page to stdout (roff), and do nothing else
    #[arg(long)]
    pub man: bool,
}

impl Common {
    /// How many threads to work with.
    #[must_use]
    pub fn threads(&self) -> usize {
        // Asking takes longer than many a task.
        static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
        self.threads.map_or_else(|| *CORES, usize::from)
    }

    /// Writes about the program itself, if that is wanted: then nothing else is to be done.
    #[must_use]
    pub fn about<C: CommandFactory>(&self, program: &str) -> Option<Exit> {
        // Made whole first: the crates take a failure to write for impossible, and a pipe can be closed.
        let mut text = Vec::new();
        let made = match self.completions {
            Some(shell) => {
                clap_complete::generate(shell, &mut C::command(), program, &mut text);
                Ok(())
            }
            None if self.man => manual::page(&C::command()).map(|page| text = page),
            None => return None,
        };
        let mut stdout = io::stdout().lock();
        let written = made.and_then(|()| stdout.write_all(&text)).and_then(|()| stdout.flush());
        Some(written.map_or_else(|error| cannot_write(program, &error), |()| Exit::Answered))
    }
}

/// The arguments of a program.
///
/// # Errors
/// How the program ends if it has no more to do: its help or its version has been written, or its usage was wrong.
pub fn arguments<P: Parser>(program: &str) -> Result<P, Exit> {
    P::try_parse().map_err(|not_run| {
        let written = not_run.print().and_then(|()| io::stdout().flush());
        match written {
            _ if not_run.use_stderr() => Exit::Usage,
            Ok(()) => Exit::Answered,
            Err(error) => cannot_write(program, &error),
        }
    })
}

/// Reads a size in bytes, such as `512M` or `4G`; the letters mean powers of 1024.
///
/// # Errors
/// If the text is no size.
pub fn size(text: &str) -> Result<u64, String> {
    let size = parse_size::Config::new().with_binary().parse_size(text);
    size.map_err(|error| format!("{error}; a size is wanted, such as 512M or 4G"))
}

/// Longer times are taken for slips of the pen; clocks do not reach all of them.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 86400);

/// Reads a time such as `90s`, `10m` or `2h`; a number alone means seconds.
///
/// # Errors
/// If the text is no time.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map(Duration::from_secs);
    let time = seconds.or_else(|_| humantime::parse_duration(text));
    let time = time.map_err(|error| format!("{error}; a time is wanted, such as 90s, 10m or 2h"))?;
    if time > LONGEST { Err("nobody waits for longer than a century".to_owned()) } else { Ok(time) }
}
