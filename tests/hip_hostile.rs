//! Any bytes as tasks of `hip`: answers or a placed error, never a panic, a hang, or memory out of proportion.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use predicates::prelude::*;
use predicates::str::is_match;
use proptest::prelude::*;

const TASKS: [&str; 6] = [
    "squares 6x6 # six",
    "tie 5x5 free",
    "draws 4x3 list-all",
    "solve 3x3 rules=last-mover double after C3,B2 moves",
    "solve 4x4\tafter A1,b2",
    "model 3x4 free",
];

/// Runs the program under limits that end every task soon.
fn hip(input: &[u8]) -> Output {
    let mut command = cargo_bin_cmd!("hip");
    command.args(["--time", "0s", "--nodes", "100", "--memory", "1M", "--threads", "1"]);
    command.write_stdin(input).timeout(Duration::from_secs(60)).output().unwrap()
}

fn ends_well(input: &[u8]) -> Result<(), TestCaseError> {
    let output = hip(input);
    let stderr = String::from_utf8(output.stderr).unwrap();
    match output.status.code() {
        Some(0 | 3) => prop_assert_eq!(stderr, ""),
        Some(1) => {
            prop_assert!(is_match(r"^hip: line \d+, column \d+: [ -~…]+\n$").unwrap().eval(&stderr), "{}", stderr)
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
        "[A-Fa-f][0-9]{1,2},?".prop_map(String::into_bytes),
        "[ \t\r\n#]{1,3}".prop_map(String::into_bytes),
        "( free| list| moves| double| after)".prop_map(String::into_bytes),
    ];
    (0.0..1.0, 0_usize..6, bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_tasks(
        first in 0_usize..6,
        second in 0_usize..6,
        changes in proptest::collection::vec(change(), 1..4),
    ) {
        let mut input = format!("{}\n{}\n", TASKS[first], TASKS[second]).into_bytes();
        for (share, removed, bytes) in changes {
            let at = (share * input.len() as f64) as usize;
            let end = (at + removed).min(input.len());
            input.splice(at..end, bytes);
        }
        ends_well(&input)?;
    }

    #[test]
    fn random_bytes(input in proptest::collection::vec(any::<u8>(), 0..100)) {
        ends_well(&input)?;
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"6x\xFF\x1B[31m");
    let stderr = "hip: expected a size such as 6x7, found '6x\\xff\\x1b[31m'\n";
    cargo_bin_cmd!("hip").arg("squares").arg(word).assert().code(2).stdout("").stderr(stderr);
}

/// Runs the program with `--stats` on pieces of input that come for as long as it reads them, up to a number; the status, the
/// last line on stderr but the statistics, how many lines were answered, and the peak memory where the system tells.
fn feed(piece: &'static [u8], most: usize) -> (Option<i32>, String, usize, Option<f64>) {
    let mut child = Command::new(cargo_bin!("hip"))
        .arg("--stats")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = thread::spawn(move || (0..most).try_for_each(|_| stdin.write_all(piece)));
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
fn a_million_tasks_take_no_more_memory_than_one() {
    let (status, said, lines, mib) = feed(b"squares 6x6\n", 1_000_000);
    assert_eq!((status, said.as_str(), lines), (Some(0), "", 2_999_999));
    assert!(mib.is_none_or(|mib| mib < 32.0), "{mib:?} MiB");
}

#[test]
fn words_lines_and_comments_without_end_are_met() {
    let column = |said: &str, start: &str| assert!(said.starts_with(&format!("hip: line 1, column {start}")), "{said}");
    for (piece, place) in [
        (&[b'a'; 4096][..], "1: expected squares, tie, draws, solve or model, found 'aaaa"),
        (&b"solve 4096x4096 "[..], "17: expected rules=gardner"),
        (&[0; 4096], "1: expected"),
    ] {
        let (status, said, lines, mib) = feed(piece, 100_000);
        assert_eq!((status, lines), (Some(1), 0));
        column(&said, place);
        assert!(said.len() < 300 && mib.is_none_or(|mib| mib < 32.0), "{said}: {mib:?} MiB");
    }
    for piece in [&[b'#'; 4096][..], &[b' '; 4096], &[b'\n'; 4096]] {
        let (status, said, lines, mib) = feed(piece, 20_000);
        assert_eq!((status, said.as_str(), lines), (Some(0), "", 0));
        assert!(mib.is_none_or(|mib| mib < 32.0), "{mib:?} MiB");
    }
    let input = format!("solve 9x9 after {}", "A1,".repeat(1 << 20));
    let error = is_match(r"^hip: line 1, column 17: expected cells such as C3,B2, found 'A1,.*…'\n$").unwrap();
    cargo_bin_cmd!("hip").write_stdin(input).assert().code(1).stderr(error);
}

#[test]
fn the_largest_boards_are_answered_or_refused_soon() {
    for (task, status) in [
        ("squares 4096x4096", 0),
        ("tie 4096x4096", 1),
        ("tie 32x32", 3),
        ("tie 1x1024", 0),
        ("draws 4096x4096 list", 0),
        ("draws 4x4096", 3),
        ("draws 1x4096 list", 3),
        ("solve 4096x4096 after A1,FAN4096", 0),
        ("solve 4096x4096 after A1,B1", 1),
        ("solve 4096x4096 rules=last-mover double", 1),
        ("solve 1x4096 rules=last-mover", 0),
        ("model 4096x4096", 3),
    ] {
        let begun = std::time::Instant::now();
        let output = hip(task.as_bytes());
        assert_eq!(output.status.code(), Some(status), "{task}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{task}: {:?}", begun.elapsed());
    }
}
