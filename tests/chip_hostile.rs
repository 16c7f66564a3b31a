//! Whatever comes as tasks of `chip-firing`, or as graphs: an answer or a placed error, never a panic, a hang, or memory out of
//! proportion.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_match};
use proptest::prelude::*;

const TASKS: [&str; 8] = [
    "winner K5 1,1,0,0,0 moves # five",
    "number K3,4 min-first moves",
    "number\tgrid3x4",
    "grundy W6",
    "table 2..5",
    "tree star5 winner full",
    "stabilize Q3 1,0,2,0,5,0,0,0",
    "winner g6:DQc",
];

const GRAPHS: [&str; 4] = [">>graph6<<DQc", "D~{", "CF", "C~"];

/// Runs the program under limits that end every task soon.
fn chip_firing(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = cargo_bin_cmd!("chip-firing");
    command.args(["--time", "0s", "--nodes", "100", "--memory", "1M", "--threads", "2"]).args(arguments);
    command.write_stdin(input).timeout(Duration::from_secs(60)).output().unwrap()
}

fn ends_well(arguments: &[&str], input: &[u8]) -> Result<(), TestCaseError> {
    let output = chip_firing(arguments, input);
    let stderr = String::from_utf8(output.stderr).unwrap();
    match output.status.code() {
        Some(0 | 3) => prop_assert_eq!(stderr, ""),
        Some(1) => {
            let placed = is_match(r"^chip-firing: line \d+, column \d+: [ -~…]+\n$").unwrap();
            prop_assert!(placed.eval(&stderr), "{}", stderr)
        }
        _ => prop_assert!(false, "{:?}: {}", output.status, stderr),
    }
    Ok(())
}

/// A change of a text: at a share of its length, something is put in the place of some bytes.
fn change() -> impl Strategy<Value = (f64, usize, Vec<u8>)> {
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..4),
        "[0-9]{1,3}".prop_map(String::into_bytes),
        "[0-9]{0,3},[0-9]{0,20}".prop_map(String::into_bytes),
        "[ \t\r\n#]{1,3}".prop_map(String::into_bytes),
        "[?-~]{1,4}".prop_map(String::into_bytes),
        "( moves| min-first| full| -| K4| P3)".prop_map(String::into_bytes),
    ];
    (0.0..1.0, 0_usize..6, bytes)
}

fn changed(text: String, changes: Vec<(f64, usize, Vec<u8>)>) -> Vec<u8> {
    let mut input = text.into_bytes();
    for (share, removed, bytes) in changes {
        let at = (share * input.len() as f64) as usize;
        let end = (at + removed).min(input.len());
        input.splice(at..end, bytes);
    }
    input
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_tasks(
        first in 0_usize..8,
        second in 0_usize..8,
        changes in proptest::collection::vec(change(), 1..4),
    ) {
        ends_well(&[], &changed(format!("{}\n{}\n", TASKS[first], TASKS[second]), changes))?;
    }

    #[test]
    fn changed_graphs(changes in proptest::collection::vec(change(), 1..4)) {
        ends_well(&["number", "-"], &changed(GRAPHS.join("\n"), changes))?;
    }

    #[test]
    fn random_bytes(input in proptest::collection::vec(any::<u8>(), 0..100)) {
        ends_well(&[], &input)?;
        ends_well(&["winner", "-", "--json"], &input)?;
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"K5\xFF\x1B[31m");
    let stderr = "chip-firing: expected a graph such as K5, found 'K5\\xff\\x1b[31m'\n";
    cargo_bin_cmd!("chip-firing").arg("winner").arg(word).assert().code(2).stdout("").stderr(stderr);
}

/// Runs the program with `--stats` on pieces of input that come for as long as it reads them, up to a number; the status, the
/// last line on stderr but the statistics, how many lines were answered, and the peak memory where the system tells.
fn feed(arguments: &[&str], piece: Vec<u8>, most: usize) -> (Option<i32>, String, usize, Option<f64>) {
    let mut child = Command::new(cargo_bin!("chip-firing"))
        .arg("--stats")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = thread::spawn(move || (0..most).try_for_each(|_| stdin.write_all(&piece)));
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().count();
    let output = child.wait_with_output().unwrap();
    drop(feeding.join().unwrap());
    let stderr = String::from_utf8(output.stderr).unwrap();
    let said: Vec<&str> = stderr.lines().collect();
    let (stats, said) = said.split_last().unwrap();
    let mib = stats.strip_suffix(" MiB").and_then(|stats| stats.rsplit(' ').next()?.parse().ok());
    (output.status.code(), said.last().unwrap_or(&"").to_string(), lines, mib)
}

#[test]
fn many_tasks_take_no_more_memory_than_one() {
    for (arguments, piece, answers) in
        [(&[][..], "grundy K2\n", 299_999), (&["grundy", "-"], "A_\n", 100_000), (&["number", "-"], "C~\n", 100_000)]
    {
        let (status, said, lines, mib) = feed(arguments, piece.repeat(100).into_bytes(), 1000);
        assert_eq!((status, said.as_str(), lines), (Some(0), "", answers));
        assert!(mib.is_none_or(|mib| mib < 32.0), "{mib:?} MiB");
    }
}

/// As long as it may be: what is said on the command line can be said in a list.
#[test]
fn chips_for_the_largest_graphs_are_read() {
    let chips = "0,".repeat(65_535) + "0";
    cargo_bin_cmd!("chip-firing").write_stdin(format!("winner P65536 {chips} moves # long\n")).assert().success();
}

/// Without a play for each of them, which would take minutes.
#[test]
fn the_moves_on_a_large_tree_are_known_at_once() {
    for task in ["number star65535 moves", "winner P65536 moves"] {
        let mut command = cargo_bin_cmd!("chip-firing");
        let vertices = contains("vertices: 0 1 2").and(ends_with(" 65534 65535\n"));
        command.write_stdin(task).timeout(Duration::from_secs(30)).assert().success().stdout(vertices);
    }
}

#[test]
fn words_lines_and_comments_without_end_are_met() {
    for (arguments, piece, place) in [
        (&[][..], vec![b'a'; 4096], "1: expected winner, number, grundy, table, tree or stabilize, found 'aaaa"),
        (&[], b"winner K5 K5 ".repeat(100), "11: expected chips such as 1,0,2"),
        (&[], b"stabilize g6:".iter().copied().chain([b'~'; 4083]).collect(), "14: "),
        (&[], vec![0; 4096], "1: expected"),
        (&["winner", "-"], vec![b'~'; 4096], "1: "),
        (&["winner", "-"], vec![0; 4096], "1: "),
        (&["winner", "-"], b"C~ ".repeat(1000), "4: expected the end of the line"),
    ] {
        let (status, said, lines, mib) = feed(arguments, piece, 100_000);
        assert_eq!((status, lines), (Some(1), 0));
        assert!(said.starts_with(&format!("chip-firing: line 1, column {place}")), "{said}");
        assert!(said.len() < 300 && mib.is_none_or(|mib| mib < 32.0), "{said}: {mib:?} MiB");
    }
    for arguments in [&[][..], &["winner", "-"]] {
        for piece in [b'#', b' ', b'\n'] {
            let (status, said, lines, mib) = feed(arguments, vec![piece; 4096], 20_000);
            assert_eq!((status, said.as_str(), lines), (Some(0), "", 0));
            assert!(mib.is_none_or(|mib| mib < 32.0), "{mib:?} MiB");
        }
    }
    let input = format!("stabilize P40000 {}", "0,".repeat(1 << 21));
    let error = is_match(r"^chip-firing: line 1, column 18: '0,0.*…' has more than 2097152 bytes\n$").unwrap();
    cargo_bin_cmd!("chip-firing").write_stdin(input).assert().code(1).stderr(error);
}

/// A play of so many firings that nobody waits for its end.
#[test]
fn firing_for_long_is_broken_off() {
    let chips = format!("{}{}", 28_000, ",0".repeat(29_999));
    // On a tree every play is as long.
    let number = "Game chip number: 29999\nLower bound: 29999\nUpper bound: 29999";
    for (task, status, known) in [("stabilize", 3, "Unknown"), ("winner", 3, "Unknown"), ("number", 0, number)] {
        let mut command = cargo_bin_cmd!("chip-firing");
        let begun = Instant::now();
        let input = format!("{task} P30000 {chips}\n");
        let output = command.args(["--time", "300ms"]).write_stdin(input).timeout(Duration::from_secs(60)).output();
        let output = output.unwrap();
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(status), &b""[..]), "{task}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{task} P30000 {chips}\n{known}\n"));
        assert!(begun.elapsed() < Duration::from_secs(20), "{task}: {:?}", begun.elapsed());
    }
}

#[test]
fn large_graphs_are_answered_or_refused_soon() {
    for (task, statuses) in [
        ("winner K65537", &[1][..]),
        ("winner K6000", &[1]),
        ("winner K1000", &[1, 3]),
        ("number P65536", &[0, 1, 3]),
        ("grundy Q16", &[1, 3]),
        ("number grid256x256", &[1, 3]),
        ("winner grid99999999x99999999", &[1]),
        ("table 2..1000", &[1, 3]),
        ("tree K1000 winner", &[1]),
        ("tree K65536 winner", &[1]),
    ] {
        let begun = Instant::now();
        let output = chip_firing(&[], task.as_bytes());
        assert!(output.status.code().is_some_and(|status| statuses.contains(&status)), "{task}: {output:?}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{task}: {:?}", begun.elapsed());
    }
}
