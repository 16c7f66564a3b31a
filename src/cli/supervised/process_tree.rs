//! The processes that a supervisor has started, and those that they have started.
//!
//! Linux gives a supervisor the orphans among them as its own children, and tells in `/proc` who has which and what
//! they use. On other systems only the process group is known: it is ended whole, and the limits of memory and CPU time
//! are looked at when it has ended.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What all of them use at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// CPU time, of those that have ended too.
    pub(super) cpu: Duration,
    /// Bytes in memory; what several share is counted once.
    pub(super) memory: u64,
    /// How many there are.
    pub(super) processes: usize,
}

/// What all of them use now.
pub(super) fn usage() -> Usage {
    let mut usage = system::running();
    usage.cpu += ended().cpu;
    usage
}

/// CPU time of all that have ended, and the memory of the largest of them.
pub(super) fn ended() -> Usage {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Usage::default();
    };
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    // In KiB everywhere but on Apple's systems, where it is bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let memory = u64::try_from(usage.max_rss()).unwrap_or(0) * unit;
    Usage { cpu: Duration::from_micros(micros.unsigned_abs()), memory, processes: 0 }
}

#[cfg(not(any(target_os = "android", target_os = "linux")))]
mod system {
    use rustix::process::Pid;

    use super::Usage;

    pub(crate) const ADOPTS: bool = false;

    pub(crate) fn adopt_orphans() {}

    pub(crate) fn await_an_end() -> bool {
        true
    }

    pub(crate) fn running() -> Usage {
        Usage::default()
    }

    pub(crate) fn children() -> Vec<Pid> {
        Vec::new()
    }
}

#[cfg(any(target_os = "android", target_os = "linux"))]
mod system {
    use std::time::Duration;

    use procfs::WithCurrentSystemInfo;
    use procfs::process::Process;
    use rustix::io::Errno;
    use rustix::process::{Pid, WaitId, WaitIdOptions, getpid, set_child_subreaper, waitid};

    use super::Usage;
    use crate::cli::supervised::MOST_PROCESSES;

    /// Whether orphans become children of this process.
    pub(crate) const ADOPTS: bool = true;

    /// From now on orphans among the descendants become children of this process.
    pub(crate) fn adopt_orphans() {
        // An old kernel that cannot do that leaves us the process group, as on other systems.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Waits until a child has ended; false if there is none left.
    pub(crate) fn await_an_end() -> bool {
        loop {
            match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
                Err(Errno::INTR) => {}
                ended => return ended.is_ok(),
            }
        }
    }

    fn children_of(process: &Process) -> impl Iterator<Item = i32> {
        let tasks = process.tasks().into_iter().flatten().flatten();
        tasks.filter_map(|task| task.children().ok()).flatten().filter_map(|pid| i32::try_from(pid).ok())
    }

    /// The children of this process, those that have ended among them.
    pub(crate) fn children() -> Vec<Pid> {
        Process::myself().map_or_else(|_| Vec::new(), |this| children_of(&this).filter_map(Pid::from_raw).collect())
    }

    /// All descendants. Whatever ends while it is looked at is passed over.
    fn descendants() -> Vec<Process> {
        let found =
            |process: &Process| children_of(process).filter_map(|pid| Process::new(pid).ok()).collect::<Vec<_>>();
        let mut all = Process::myself().map_or_else(|_| Vec::new(), |this| found(&this));
        let mut next = 0;
        while let Some(process) = all.get(next) {
            let children = found(process);
            all.extend(children);
            next += 1;
        }
        all
    }

    /// What all descendants that have not ended use.
    pub(crate) fn running() -> Usage {
        let mut running: Vec<_> =
            descendants().into_iter().filter_map(|process| Some((process.stat().ok()?, process))).collect();
        running.retain(|(stat, _)| stat.state != 'Z');
        let ticks = u32::try_from(procfs::ticks_per_second()).unwrap_or(100);
        let mut usage = Usage { processes: running.len(), ..Usage::default() };
        for (stat, _) in &running {
            // Their own, and that of children whom they have waited for.
            let spent = stat.utime + stat.stime + u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
            usage.cpu += Duration::from_secs(spent) / ticks;
        }
        let share_of = |process: &Process| {
            // What is shared with others counts in part; finding that out takes the kernel longer.
            let rollup = process.smaps_rollup().ok()?;
            rollup.memory_map_rollup.0.first()?.extension.map.get("Pss").copied()
        };
        usage.memory = match &running[..] {
            [(stat, _)] => stat.rss_bytes().get(),
            too_many if too_many.len() > MOST_PROCESSES => 0,
            several => several.iter().filter_map(|(_, process)| share_of(process)).sum(),
        };
        usage
    }
}

pub(super) use system::{ADOPTS, adopt_orphans, await_an_end, children};
