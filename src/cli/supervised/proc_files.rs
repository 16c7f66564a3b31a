//! The files about a process that Linux has in `/proc`, parsed (see proc(5)).
//!
//! ```text
//!     /proc/PID/stat               42 (sh) S 1 42 42 0 -1 4194304 120 0 0 0 7 3 0 0 20 0 1 0 5021 2670592 240 ...
//!     /proc/PID/smaps_rollup       Pss:                 812 kB
//!     /proc/PID/task/TID/children  43 44
//! ```

/// The fields of `/proc/PID/stat` that are needed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    /// The process has ended, and its parent has not waited for it.
    pub(super) is_zombie: bool,
    /// CPU time of the process and of the children that it has waited for, in clock ticks.
    pub(super) ticks: u64,
    /// The resident set size, in pages.
    pub(super) resident_pages: u64,
}

impl Stat {
    /// Parses the file; `None` if it is not of the documented form.
    ///
    /// The second field is the command name in parentheses. It is whatever the process calls itself, blanks, parentheses and
    /// line feeds included; all later fields are letters and numbers, so the last `)` of the file ends it.
    pub(super) fn parse(text: &[u8]) -> Option<Stat> {
        let name_ends = text.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> = str::from_utf8(&text[name_ends + 1..]).ok()?.split_ascii_whitespace().collect();
        // proc(5) counts fields from 1; the first one after the name is number 3.
        let field = |number: usize| fields.get(number - 3).copied();
        let number = |at: usize| field(at)?.parse::<u64>().ok();
        // The kernel declares these as signed; a negative one has no meaning.
        let signed = |at: usize| Some(u64::try_from(field(at)?.parse::<i64>().ok()?).unwrap_or(0));
        let (user, system) = (number(14)?, number(15)?);
        let (user_of_children, system_of_children) = (signed(16)?, signed(17)?);
        let times = [user, system, user_of_children, system_of_children];
        Some(Stat {
            is_zombie: field(3)? == "Z",
            ticks: times.into_iter().fold(0, u64::saturating_add),
            resident_pages: signed(24)?,
        })
    }
}

/// The line `Pss` of `/proc/PID/smaps_rollup`, in bytes: memory that several processes share counts in part for each.
pub(super) fn proportional_set_size(text: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

/// The process ids in `/proc/PID/task/TID/children`.
pub(super) fn child_ids(text: &str) -> Vec<u32> {
    text.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields after the name up to the 24th, with these in the places of state, times and resident set size.
    fn after_name(state: &str, times: &str, pages: &str) -> String {
        format!(
            "{state} 1 42 42 0 -1 4194304 120 0 0 0 {times} 20 0 1 0 5021 2670592 {pages} 18446744073709551615 1 1\n"
        )
    }

    fn parsed(name: &[u8], rest: &str) -> Option<Stat> {
        Stat::parse(&[b"42 (", name, b") ", rest.as_bytes()].concat())
    }

    #[test]
    fn any_name_of_a_process_is_passed_over() {
        let expected = Some(Stat { is_zombie: false, ticks: 1234, resident_pages: 240 });
        let long = [b')'; 4096];
        let names: [&[u8]; 10] = [
            b"sh",
            b"",
            b"two words",
            b")",
            b"(",
            b"a) Z 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9",
            b"((b) S 1",
            b"line\nfeed)\n",
            b"\xff\xfe no UTF-8",
            &long,
        ];
        for name in names {
            assert_eq!(parsed(name, &after_name("R", "1000 200 30 4", "240")), expected, "{}", name.escape_ascii());
        }
    }

    #[test]
    fn zombies_and_negative_numbers_are_understood() {
        let zombie = Stat { is_zombie: true, ticks: 3, resident_pages: 0 };
        assert_eq!(parsed(b"gone", &after_name("Z", "1 2 0 0", "0")), Some(zombie));
        assert_eq!(parsed(b"gone", &after_name("Z", "1 2 -5 -6", "-7")), Some(zombie));
        let most = u64::MAX.to_string();
        let stat = parsed(b"old", &after_name("S", &format!("{most} {most} 1 1"), "1"));
        assert_eq!(stat.map(|stat| stat.ticks), Some(u64::MAX));
    }

    #[test]
    fn what_has_another_form_is_not_a_stat() {
        let whole = format!("42 (sh) {}", after_name("R", "1 2 3 4", "5"));
        assert!(Stat::parse(whole.as_bytes()).is_some());
        // The 24th field, and with it the last that is read, is the 22nd after the name.
        let cut = whole.split(' ').take(23).collect::<Vec<_>>().join(" ");
        for text in ["", "42", "42 (sh", "42 (sh)", "42 (sh) R", &cut] {
            assert_eq!(Stat::parse(text.as_bytes()), None, "{text}");
        }
        for times in ["x 2 3 4", "-1 2 3 4", "1 2 3.5 4", "99999999999999999999 2 3 4"] {
            assert_eq!(parsed(b"sh", &after_name("R", times, "5")), None, "{times}");
        }
        assert_eq!(Stat::parse(b"42 (sh) R \xff 3"), None);
    }

    #[test]
    fn memory_and_children_are_read() {
        let rollup = "556bfe0a6000-7ffd3b5fd000 ---p 00000000 00:00 0    [rollup]\nRss:    1024 kB\nPss:     812 kB\nPss_Dirty: 4 kB\n";
        assert_eq!(proportional_set_size(rollup), Some(812 * 1024));
        for text in ["", "Pss_Dirty:  4 kB\n", "Pss:  4 MB\n", "Pss:  kB\n", "Pss:  99999999999999999999 kB\n"] {
            assert_eq!(proportional_set_size(text), None, "{text}");
        }
        assert_eq!(child_ids("43 44 \n"), [43, 44]);
        assert_eq!(child_ids(""), [0_u32; 0]);
    }

    #[cfg(any(target_os = "android", target_os = "linux"))]
    #[test]
    fn the_kernel_writes_what_is_read_here() -> std::io::Result<()> {
        let stat = Stat::parse(&std::fs::read("/proc/self/stat")?);
        assert!(stat.is_some_and(|stat| !stat.is_zombie && stat.resident_pages > 0), "{stat:?}");
        Ok(())
    }
}
