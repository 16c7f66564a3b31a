//! Reads what Linux reports about processes in the files of `/proc`; see proc(5). Other systems have no such files.
//!
//! ```text
//!     /proc/PID/status             VmHWM:               3160 kB
//!     /proc/PID/task/TID/children  43 44
//!
//!     peak_memory(42) = Some(3160 * 1024)      descendants(42) = [42, 43, 44]
//! ```

use std::fs;

/// Returns the peak memory of a process in bytes, or `None` if there is no such process.
#[cfg(unix)]
pub(crate) fn peak_memory(process: u32) -> Option<u64> {
    peak(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// Returns the peak memory of this process in bytes, or `None` where the system does not provide it.
pub(crate) fn own_peak_memory() -> Option<u64> {
    peak(&fs::read_to_string("/proc/self/status").ok()?)
}

/// Returns the signals that this process ignores, where bit 0 is signal 1; or `None` where the system does not provide
/// it.
pub(crate) fn ignored_signals() -> Option<u64> {
    u64::from_str_radix(value(&fs::read_to_string("/proc/self/status").ok()?, "SigIgn:")?, 16).ok()
}

/// Returns the value of the line that begins with `name`.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// Returns the peak memory in bytes, which the file gives in KiB.
fn peak(status: &str) -> Option<u64> {
    let kib: u64 = value(status, "VmHWM:")?.strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns a process and its descendants, but for those whose parent has ended. Each thread of a process has a file with
/// the children that it has started.
#[cfg(unix)]
pub(crate) fn descendants(process: u32) -> Vec<u32> {
    let (mut found, mut next) = (vec![process], 0);
    while let Some(&process) = found.get(next) {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        for list in lists {
            found.extend(list.split_ascii_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
        next += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_kib_are_parsed() {
        assert_eq!(peak("Name:\tsh\nVmPeak:\t 9 kB\nVmHWM:\t     812 kB\n"), Some(812 * 1024));
        for text in ["", "VmPeak:  4 kB\n", "VmHWM:  4 MB\n", "VmHWM:  kB\n", "VmHWM:  99999999999999999999 kB\n"] {
            assert_eq!(peak(text), None, "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_writes_these_forms() {
        assert!(own_peak_memory().is_some_and(|bytes| bytes > 1 << 16));
        // Rust ignores SIGPIPE, number 13.
        assert!(ignored_signals().is_some_and(|ignored| ignored >> 12 & 1 == 1));
    }
}
