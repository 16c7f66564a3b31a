//! Limits on the programs that are judged, and how many of them run at a time.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use crate::cli::options::{Common, number, size};
use crate::cli::supervised::Limits;

#[derive(Args, Debug)]
pub(super) struct Judged {
    /// Run N tests at a time; 1 gives the most accurate times [default: the number of threads]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    jobs: Option<u16>,

    /// Limit the CPU time of each test to SECONDS, and its wall-clock time to twice that plus one second
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time_limit: Duration,

    /// Limit the memory of each test, such as 512M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory_limit: u64,

    /// Limit the bytes that each test writes to stdout, and those to stderr, such as 64M
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    output_limit: u64,

    /// Program to judge, with its arguments, after `--`, such as `python3 solution.py` or `java -cp classes Main`
    #[arg(value_name = "COMMAND", required = true, last = true)]
    pub(super) command: Vec<OsString>,
}

impl Judged {
    pub(super) fn jobs(&self, common: &Common) -> usize {
        self.jobs.map_or_else(|| common.threads(), usize::from)
    }

    pub(super) fn limits(&self) -> Limits {
        let wall = self.time_limit * 2 + Duration::from_secs(1);
        Limits { cpu: self.time_limit, wall, memory: self.memory_limit, output: self.output_limit }
    }
}

/// The longest time limit, a year.
const MOST_SECONDS: f64 = 365.0 * 86400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let seconds: f64 = number.parse().map_err(|_| "expected a number of seconds such as 2 or 0.5".to_owned())?;
    if seconds > 0.0 && seconds <= MOST_SECONDS {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("expected more than 0 seconds and at most a year".to_owned())
    }
}
