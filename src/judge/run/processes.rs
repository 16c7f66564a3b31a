//! The processes that this process has started, and those that they have started.
//!
//! ```text
//!     supervisor             children() = [program, orphan]: the parent of orphan has ended, and the supervisor adopts it
//!        program             usage() adds up program, child and orphan, and all descendants that have ended
//!           child
//!        orphan
//! ```
//!
//! On Linux a supervisor is a subreaper: it becomes the parent of orphans among its descendants, and finds its
//! descendants and what they use in `/proc`. Other systems give only the process group: it is ended as a whole, and the
//! limits of memory and CPU time are checked when it has ended.

use std::time::{Duration, Instant};
use std::{process, thread};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, SysconfVar, sysconf};

use crate::proc_files::{self, Stat, proportional_set_size};

/// The largest number of processes that a program may have at the same time.
pub(super) const MOST_PROCESSES: usize = 256;

/// How long to try to end processes.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the descendants of this process use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// The CPU time, including that of processes that have ended.
    pub(super) cpu: Duration,
    /// The bytes in memory. Shared memory counts once.
    pub(super) memory: u64,
    /// The number of processes that run.
    pub(super) processes: usize,
}

/// Makes this process the parent of orphans among its descendants. Where the kernel cannot do that, the process group
/// is left.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// Returns what all descendants use now. A process that ends during the call may be left out.
pub(super) fn usage() -> Usage {
    let mut descendants = proc_files::children(process::id());
    let mut next = 0;
    while let Some(&process) = descendants.get(next) {
        descendants.extend(proc_files::children(process));
        next += 1;
    }
    let stats = descendants.into_iter().filter_map(|id| Some((id, Stat::read(id)?)));
    let running: Vec<(u32, Stat)> = stats.filter(|(_, stat)| !stat.is_zombie).collect();
    let ticks = running.iter().fold(0_u64, |ticks, (_, stat)| ticks.saturating_add(stat.ticks));
    let cpu = usage_of_ended().cpu + Duration::from_secs(ticks) / system_value(SysconfVar::CLK_TCK, 100);
    let memory = match &running[..] {
        [(_, stat)] => stat.resident_pages.saturating_mul(system_value(SysconfVar::PAGE_SIZE, 4096).into()),
        too_many if too_many.len() > MOST_PROCESSES => 0,
        // The proportional size takes the kernel longer to find out.
        several => several.iter().filter_map(|&(id, _)| proportional_set_size(id)).sum(),
    };
    Usage { cpu, memory, processes: running.len() }
}

/// Returns the CPU time of all descendants that have ended, and the peak memory of the largest of them.
pub(super) fn usage_of_ended() -> Usage {
    // It fails only for an invalid argument.
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Usage::default() };
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    // In KiB on all systems but Apple's, where it is in bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let memory = u64::try_from(usage.max_rss()).unwrap_or(0) * unit;
    Usage { cpu: Duration::from_micros(micros.unsigned_abs()), memory, processes: 0 }
}

fn system_value(variable: SysconfVar, default: u32) -> u32 {
    let value = sysconf(variable).ok().flatten().and_then(|value| u32::try_from(value).ok());
    value.filter(|&value| value > 0).unwrap_or(default)
}

/// Returns a process id as the system calls take it.
pub(super) fn pid(id: u32) -> Pid {
    Pid::from_raw(id.cast_signed())
}

/// Frees the process ids of children that have ended, but for one child, whose status somebody else wants.
pub(super) fn reap_orphans(but: u32) {
    for child in proc_files::children(process::id()).into_iter().filter(|&child| child != but) {
        let _ = waitpid(pid(child), Some(WaitPidFlag::WNOHANG));
    }
}

/// Kills all children of this process but those to keep, and those that are adopted then, until none is left. Returns
/// false if that does not succeed in time.
///
/// The caller must ensure that no other thread waits for these children meanwhile: a process id that is free may be
/// another one's.
pub(super) fn end_children(kept: &[u32]) -> bool {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut found = proc_files::children(process::id());
        found.retain(|child| !kept.contains(child));
        if found.is_empty() || Instant::now() > deadline {
            return found.is_empty();
        }
        // The newest first, before any is waited for: those may start others meanwhile.
        for &child in found.iter().rev() {
            let _ = kill(pid(child), Signal::SIGKILL);
        }
        for child in found {
            let _ = waitpid(pid(child), Some(WaitPidFlag::WNOHANG));
        }
        thread::sleep(Duration::from_micros(50));
    }
}
