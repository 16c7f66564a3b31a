//! What a run cost, for `--stats`.

use std::fs;
use std::time::Instant;

use super::exit::say;

/// A clock that is started with the run.
#[derive(Clone, Copy, Debug)]
pub struct Stats {
    started: Instant,
}

impl Stats {
    /// Starts the clock.
    #[must_use]
    pub fn start() -> Stats {
        Stats { started: Instant::now() }
    }

    /// Writes one line to stderr: what was done, seconds, and peak memory where the system tells.
    pub fn report(self, program: &str, done: u64, unit: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        let memory = peak_memory_kib().map_or_else(String::new, |kib| format!(", {:.1} MiB", kib as f64 / 1024.0));
        say(program, format_args!("{done} {unit}, {seconds:.3} s{memory}"));
    }
}

/// The most memory that the process has had, in KiB; Linux tells it in a file.
fn peak_memory_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
