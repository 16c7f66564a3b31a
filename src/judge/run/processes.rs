//! The processes that a supervisor has started, and those that they have started.
//!
//! ```text
//!     supervisor             children() = [program, orphan]: the parent of orphan has ended, and the supervisor adopts it
//!        program             usage() adds up program, child and orphan, and all descendants that have ended
//!           child
//!        orphan
//! ```
//!
//! On Linux a supervisor is a subreaper: it becomes the parent of orphans among its descendants, and finds its descendants and
//! what they use in `/proc`. Other systems give only the process group: it is ended as a whole, and the limits of memory and CPU
//! time are checked when it has ended.

use std::process;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::unistd::{Pid, SysconfVar, sysconf};

pub(super) use self::system::{adopt_orphans, wait_for_ended};
use super::MOST_PROCESSES;
use crate::proc_files::{self, Stat, proportional_set_size};

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
    let cpu = ended().cpu + Duration::from_secs(ticks) / system_value(SysconfVar::CLK_TCK, 100);
    let memory = match &running[..] {
        [(_, stat)] => stat.resident_pages.saturating_mul(system_value(SysconfVar::PAGE_SIZE, 4096).into()),
        too_many if too_many.len() > MOST_PROCESSES => 0,
        // The proportional size takes the kernel longer to find out.
        several => several.iter().filter_map(|&(id, _)| proportional_set_size(id)).sum(),
    };
    Usage { cpu, memory, processes: running.len() }
}

/// Returns the CPU time of all descendants that have ended, and the peak memory of the largest of them.
pub(super) fn ended() -> Usage {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Usage::default() };
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    // In KiB on all systems but Apple's, where it is in bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let memory = u64::try_from(usage.max_rss()).unwrap_or(0) * unit;
    Usage { cpu: Duration::from_micros(micros.unsigned_abs()), memory, processes: 0 }
}

/// Returns the children of this process, including zombies; on other systems than Linux none.
pub(super) fn children() -> Vec<Pid> {
    proc_files::children(process::id()).into_iter().map(pid).collect()
}

/// Returns a process id as the system calls take it.
pub(super) fn pid(id: u32) -> Pid {
    Pid::from_raw(id.cast_signed())
}

fn system_value(variable: SysconfVar, default: u32) -> u32 {
    let value = sysconf(variable).ok().flatten().and_then(|value| u32::try_from(value).ok());
    value.filter(|&value| value > 0).unwrap_or(default)
}

#[cfg(target_os = "linux")]
mod system {
    use nix::errno::Errno;
    use nix::sys::prctl;
    use nix::sys::wait::{Id, WaitPidFlag, waitid};
    use nix::unistd::Pid;

    /// Makes this process the parent of orphans among its descendants. Where the kernel cannot do that, the process group is left,
    /// as on other systems.
    pub(crate) fn adopt_orphans() {
        let _ = prctl::set_child_subreaper(true);
    }

    /// Waits until a child has ended, and leaves it as a zombie. Returns a list that contains it, or `None` if there are no
    /// children.
    pub(crate) fn wait_for_ended(program: Pid) -> Option<Vec<Pid>> {
        loop {
            match waitid(Id::All, WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
                Ok(status) => return Some(status.pid().into_iter().collect()),
                Err(Errno::EINTR) => {}
                // A real-time signal has ended it. nix has no name for the signal, and so does not return which child it was.
                Err(Errno::EINVAL) => return Some([vec![program], super::children()].concat()),
                Err(_) => return None,
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use nix::unistd::Pid;

    pub(crate) fn adopt_orphans() {}

    /// Waits a millisecond. Returns the program, which may have ended, or `None` once it has been reaped.
    pub(crate) fn wait_for_ended(program: Pid) -> Option<Vec<Pid>> {
        std::thread::sleep(std::time::Duration::from_millis(1));
        nix::sys::signal::kill(program, None).is_ok().then(|| vec![program])
    }
}
