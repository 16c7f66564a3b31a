//! The processes that a supervisor has started, and those that they have started.
//!
//! Linux gives a supervisor the orphans among them as its own children, and tells in `/proc` who has which and what
//! they use. On other systems only the process group is known: it is ended whole, and the limits of memory and CPU time
//! are looked at when it has ended.

use std::time::Duration;

/// What all of them use at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// CPU time, of those that have ended too if somebody waited for them.
    pub(super) cpu: Duration,
    /// Bytes in memory; what several share is counted once.
    pub(super) memory: u64,
    /// How many there are.
    pub(super) processes: usize,
}

#[cfg(not(any(target_os = "android", target_os = "linux")))]
mod system {
    use super::Usage;

    pub(crate) fn adopt_orphans() {}

    pub(crate) fn usage() -> Usage {
        Usage::default()
    }

    pub(crate) fn descendants() -> Vec<i32> {
        Vec::new()
    }
}

#[cfg(any(target_os = "android", target_os = "linux"))]
mod system {
    use std::time::Duration;

    use nix::sys::prctl;
    use procfs::WithCurrentSystemInfo;
    use procfs::process::Process;

    use super::Usage;
    use crate::cli::supervised::MOST_PROCESSES;

    /// From now on orphans among the descendants become children of this process.
    pub(crate) fn adopt_orphans() {
        // An old kernel that cannot do that leaves us the process group, as on other systems.
        let _ = prctl::set_child_subreaper(true);
    }

    /// All descendants. Whatever ends while it is looked at is passed over.
    fn processes() -> Vec<Process> {
        let children_of = |process: &Process| {
            let tasks = process.tasks().into_iter().flatten().flatten();
            let children = tasks.filter_map(|task| task.children().ok()).flatten();
            children.filter_map(|pid| Process::new(i32::try_from(pid).ok()?).ok()).collect::<Vec<_>>()
        };
        let mut found = Process::myself().map_or_else(|_| Vec::new(), |this| children_of(&this));
        let mut next = 0;
        while let Some(process) = found.get(next) {
            let children = children_of(process);
            found.extend(children);
            next += 1;
        }
        found
    }

    pub(crate) fn descendants() -> Vec<i32> {
        processes().iter().map(Process::pid).collect()
    }

    pub(crate) fn usage() -> Usage {
        let running: Vec<_> =
            processes().into_iter().filter_map(|process| Some((process.stat().ok()?, process))).collect();
        let ticks = procfs::ticks_per_second();
        let mut usage = Usage::default();
        for (stat, _) in &running {
            let spent = stat.utime + stat.stime + u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
            usage.cpu += Duration::from_secs(spent) / u32::try_from(ticks).unwrap_or(100);
            usage.processes += usize::from(stat.state != 'Z');
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

pub(super) use system::{adopt_orphans, descendants, usage};
