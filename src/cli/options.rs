//! The options that all programs have: limits, and how answers are printed; and the signals that stop a process.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use clap::{Args, value_parser};
use clap_complete::Shell;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::Status;

/// The options that all programs have.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Common {
    /// Print answers as JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,

    #[command(flatten)]
    pub limits: Limits,

    /// Print no hints and no progress on stderr
    #[arg(long, global = true)]
    pub quiet: bool,

    /// Print the progress line even when stderr is not a terminal
    #[arg(long, global = true, conflicts_with = "quiet")]
    pub progress: bool,

    /// Print the work done, the time and the peak memory on stderr at the end
    #[arg(long, global = true)]
    pub stats: bool,

    /// Print a completion script for SHELL and exit
    #[arg(long, value_name = "SHELL", exclusive = true)]
    pub(super) completions: Option<Shell>,

    /// Print the manual page (roff) and exit
    #[arg(long, global = true, exclusive = true)]
    pub(super) man: bool,
}

/// What a search may use. Each limit may be absent.
#[derive(Args, Clone, Copy, Debug)]
pub struct Limits {
    /// Use N threads, 1 to 1024 [default: the number of cores]
    #[arg(long, global = true, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Stop each search after this time, such as 90s, 10m or 2h, and print what is known
    #[arg(long, global = true, value_name = "T", value_parser = time)]
    pub time: Option<Duration>,

    /// Stop each search after about N positions, and print what is known
    #[arg(long, global = true, value_name = "N")]
    pub nodes: Option<u64>,

    /// Use at most this much memory for the transposition table, such as 512M or 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, default_value = "1G")]
    pub memory: u64,
}

impl Limits {
    /// Returns the number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        /// Found once: that reads files.
        static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
        self.threads.map_or_else(|| *CORES, usize::from)
    }

    /// Returns these limits, with this limit on the time unless there is another one.
    #[must_use]
    pub fn or_time(self, time: Duration) -> Limits {
        Limits { time: self.time.or(Some(time)), ..self }
    }
}

/// Returns the time that a text means: seconds, or such as `500ms`, `90s`, `0.5s`, `10m` or `2h`.
///
/// # Errors
/// What was expected.
pub fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0), ("", 1.0)];
    let time =
        units.into_iter().find_map(|(unit, seconds)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * seconds));
    let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or("expected a time such as 90s, 10m or 2h".to_owned())
}

/// Returns the size in bytes that a text means, such as `512M` or `4G`; the letters mean powers of 1024.
///
/// # Errors
/// What was expected, also for a number below `1M` without a unit: that of bytes was hardly meant.
pub fn size(text: &str) -> Result<u64, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40), ("", 0)];
    let plain = text.to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I').to_owned();
    let size = units
        .into_iter()
        .find_map(|(unit, power)| plain.strip_suffix(unit)?.parse::<u64>().ok()?.checked_mul(1 << power));
    let is_meant = |size: &u64| *size >= 1 << 20 || !text.bytes().all(|byte| byte.is_ascii_digit());
    size.filter(is_meant).ok_or("expected a size such as 512M or 4G".to_owned())
}

/// Whether the process was asked to stop.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Catches signals from now on: the first Ctrl-C, SIGTERM or SIGHUP stops the work, the second one ends the process. One
/// that is ignored already, as behind `nohup`, stays ignored.
pub(super) fn catch_signals() {
    #[cfg(unix)]
    let (signals, ignored) = ([SIGINT, SIGTERM, signal_hook::consts::SIGHUP], crate::proc_files::ignored_signals());
    #[cfg(not(unix))]
    let (signals, ignored) = ([SIGINT, SIGTERM], None::<u64>);
    for signal in signals.into_iter().filter(|signal| ignored.unwrap_or(0) >> (signal - 1) & 1 == 0) {
        // If the system refuses a handler, the signal ends the process.
        let second = flag::register_conditional_shutdown(signal, Status::Stopped.code().into(), Arc::clone(&STOP));
        drop(second.and_then(|_| flag::register(signal, Arc::clone(&STOP))));
    }
}

/// Returns whether the process was asked to stop.
#[must_use]
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
