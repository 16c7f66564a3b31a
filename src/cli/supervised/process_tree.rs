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
    use std::fs;
    use std::process;
    use std::time::Duration;

    use rustix::io::Errno;
    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::{Pid, WaitId, WaitIdOptions, getpid, set_child_subreaper, waitid};

    use super::Usage;
    use crate::cli::supervised::MOST_PROCESSES;
    use crate::cli::supervised::proc_files::{Stat, child_ids, proportional_set_size};

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

    /// The children of a process. Each of its threads has a list of those that it has started.
    fn children_of(process: u32) -> Vec<u32> {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists.flat_map(|list| child_ids(&list)).collect()
    }

    /// The children of this process, those that have ended among them.
    pub(crate) fn children() -> Vec<Pid> {
        let pid = |id: u32| i32::try_from(id).ok().and_then(Pid::from_raw);
        children_of(process::id()).into_iter().filter_map(pid).collect()
    }

    /// All descendants.
    fn descendants() -> Vec<u32> {
        let mut all = children_of(process::id());
        let mut next = 0;
        while let Some(&process) = all.get(next) {
            all.extend(children_of(process));
            next += 1;
        }
        all
    }

    /// What all descendants that have not ended use. A process that ends while it is read is left out.
    pub(crate) fn running() -> Usage {
        let stat = |id: u32| Some((id, Stat::parse(&fs::read(format!("/proc/{id}/stat")).ok()?)?));
        let mut running: Vec<_> = descendants().into_iter().filter_map(stat).collect();
        running.retain(|(_, stat)| !stat.is_zombie);
        let ticks_per_second = u32::try_from(clock_ticks_per_second()).unwrap_or(100).max(1);
        let mut usage = Usage { processes: running.len(), ..Usage::default() };
        for (_, stat) in &running {
            usage.cpu += Duration::from_secs(stat.ticks) / ticks_per_second;
        }
        let share_of = |&(id, _): &(u32, Stat)| {
            proportional_set_size(&fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?)
        };
        usage.memory = match &running[..] {
            [(_, stat)] => stat.resident_pages.saturating_mul(page_size() as u64),
            too_many if too_many.len() > MOST_PROCESSES => 0,
            // What is shared with others counts in part; finding that out takes the kernel longer.
            several => several.iter().filter_map(share_of).sum(),
        };
        usage
    }
}

pub(super) use system::{ADOPTS, adopt_orphans, await_an_end, children};
