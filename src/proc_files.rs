//! Reads what Linux reports about processes in the files of `/proc`; see proc(5). Other systems have no such files.
//!
//! ```text
//!     /proc/PID/stat               42 (sh) S 1 42 42 0 -1 4194304 120 0 0 0 7 3 0 0 20 0 1 0 5021 2670592 240 ...
//!     /proc/PID/status             VmHWM:               3160 kB
//!     /proc/PID/smaps_rollup       Pss:                  812 kB
//!     /proc/PID/task/TID/children  43 44
//!
//!     Stat::read(42) = Stat { is_zombie: false, ticks: 7 + 3 + 0 + 0, resident_pages: 240 }
//!     proportional_set_size(42) = 812 * 1024         children(42) = [43, 44]
//! ```

#![cfg_attr(not(unix), allow(dead_code, reason = "only Unix runs programs under limits"))]

use std::fs;

/// The fields of `/proc/PID/stat` that are needed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Whether the process has ended and its parent has not waited for it yet.
    pub(crate) is_zombie: bool,
    /// The CPU time of the process and of the children that it has waited for, in clock ticks.
    pub(crate) ticks: u64,
    /// The resident set size, in pages.
    pub(crate) resident_pages: u64,
}

impl Stat {
    /// Returns the fields of a process, or `None` if there is no such process.
    pub(crate) fn read(process: u32) -> Option<Stat> {
        Stat::parse(&fs::read(format!("/proc/{process}/stat")).ok()?)
    }

    /// Parses the file, or returns `None` if it does not have the documented form.
    ///
    /// The second field is the name of the command in parentheses. A process chooses it, and it may contain blanks,
    /// parentheses and line feeds. All later fields are letters and numbers, so the last `)` of the file ends it.
    fn parse(text: &[u8]) -> Option<Stat> {
        let name_ends = text.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> = str::from_utf8(&text[name_ends + 1..]).ok()?.split_ascii_whitespace().collect();
        // proc(5) counts fields from 1; the first one after the name is number 3.
        let field = |number: usize| fields.get(number - 3).copied();
        let unsigned = |number: usize| field(number)?.parse::<u64>().ok();
        // The kernel declares these as signed; a negative one has no meaning.
        let signed = |number: usize| Some(u64::try_from(field(number)?.parse::<i64>().ok()?).unwrap_or(0));
        let [user, system] = [unsigned(14)?, unsigned(15)?];
        let [user_of_children, system_of_children] = [signed(16)?, signed(17)?];
        let times = [user, system, user_of_children, system_of_children];
        Some(Stat {
            is_zombie: field(3)? == "Z",
            ticks: times.into_iter().fold(0, u64::saturating_add),
            resident_pages: signed(24)?,
        })
    }
}

/// Returns the memory of a process in bytes, where memory that n processes share counts as one nth for each; or `None`
/// if there is no such process.
pub(crate) fn proportional_set_size(process: u32) -> Option<u64> {
    bytes(&fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?, "Pss:")
}

/// Returns the peak memory of this process in bytes, or `None` where the system does not provide it.
pub(crate) fn own_peak_memory() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
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

/// Returns the value of the line that begins with `name`, which the file gives in KiB.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let kib: u64 = value(text, name)?.strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the children of a process, including zombies. Each thread of a process has a file with those that it has
/// started.
pub(crate) fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a file with this name, state, times and resident set size.
    fn parsed(name: &[u8], state: &str, times: &str, pages: &str) -> Option<Stat> {
        let rest = format!(
            "{state} 1 42 42 0 -1 4194304 120 0 0 0 {times} 20 0 1 0 5021 2670592 {pages} 18446744073709551615\n"
        );
        Stat::parse(&[b"42 (", name, b") ", rest.as_bytes()].concat())
    }

    #[test]
    fn a_process_may_have_any_name() {
        let expected = Some(Stat { is_zombie: false, ticks: 1234, resident_pages: 240 });
        let long = [b')'; 4096];
        let names: [&[u8]; 7] = [
            b"sh",
            b"",
            b")",
            b"a) Z 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9",
            b"line\nfeed)\n",
            b"\xff no UTF-8",
            &long,
        ];
        for name in names {
            assert_eq!(parsed(name, "R", "1000 200 30 4", "240"), expected, "{}", name.escape_ascii());
        }
    }

    #[test]
    fn zombies_negative_and_huge_numbers_are_parsed_and_other_forms_are_not() {
        let zombie = Stat { is_zombie: true, ticks: 3, resident_pages: 0 };
        assert_eq!(parsed(b"gone", "Z", "1 2 -5 -6", "-7"), Some(zombie));
        let huge = parsed(b"old", "S", &format!("{0} {0} 1 1", u64::MAX), "1");
        assert_eq!(huge.map(|stat| stat.ticks), Some(u64::MAX));
        for times in ["x 2 3 4", "-1 2 3 4", "1 2 3.5 4", "99999999999999999999 2 3 4"] {
            assert_eq!(parsed(b"sh", "R", times, "5"), None, "{times}");
        }
        for text in [&b""[..], b"42", b"42 (sh", b"42 (sh) R 1 42 42", b"42 (sh) R \xff 3"] {
            assert_eq!(Stat::parse(text), None, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn lines_in_kib_are_parsed() {
        let rollup = "556bfe0a6000-7ffd3b5fd000 ---p 00000000 00:00 0    [rollup]\nPss_Dirty: 4 kB\nPss:     812 kB\n";
        assert_eq!(bytes(rollup, "Pss:"), Some(812 * 1024));
        for text in ["", "Pss_Dirty:  4 kB\n", "Pss:  4 MB\n", "Pss:  kB\n", "Pss:  99999999999999999999 kB\n"] {
            assert_eq!(bytes(text, "Pss:"), None, "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_writes_these_forms() {
        let stat = Stat::read(std::process::id());
        assert!(stat.is_some_and(|stat| !stat.is_zombie && stat.resident_pages > 0), "{stat:?}");
        assert!(own_peak_memory().is_some_and(|bytes| bytes > 1 << 16));
        // Rust ignores SIGPIPE, number 13.
        assert!(ignored_signals().is_some_and(|ignored| ignored >> 12 & 1 == 1));
    }
}
