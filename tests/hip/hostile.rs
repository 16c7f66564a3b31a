//! Any bytes as tasks of `hip`: answers or a placed error, never a panic, a hang, or memory out of proportion.

use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::is_match;
use proptest::prelude::*;

use crate::support::{HIP, LIMITS, changed, changes};

const TASKS: [&str; 6] = [
    "squares 6x6 # six",
    "tie 5x5 free",
    "draws 4x3 list-all",
    "solve 3x3 rules=last-mover double after C3,B2 moves",
    "solve 4x4\tafter A1,b2",
    "model 3x4 free",
];

/// What changes are made of, beside any bytes.
const WORDS: [&str; 4] =
    ["[0-9]{1,3}", "[A-Fa-f][0-9]{1,2},?", "[ \t\r\n#]{1,3}", "( free| list| moves| double| after)"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_tasks(
        first in 0_usize..6,
        second in 0_usize..6,
        changes in changes(&WORDS),
    ) {
        HIP.ends_well("", &changed(format!("{}\n{}\n", TASKS[first], TASKS[second]), changes))?;
    }

    #[test]
    fn random_bytes(input in proptest::collection::vec(any::<u8>(), 0..100)) {
        HIP.ends_well("", &input)?;
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

#[test]
fn a_million_tasks_take_no_more_memory_than_one() {
    HIP.feed("", "squares 6x6\n", 1_000_000).is_answered(2_999_999);
}

#[test]
fn words_lines_and_comments_without_end_are_met() {
    for (piece, place) in [
        (&[b'a'; 4096][..], "1: expected squares, tie, draws, solve or model, found 'aaaa"),
        (&b"solve 4096x4096 "[..], "17: expected rules=gardner"),
        (&[0; 4096], "1: expected"),
    ] {
        HIP.feed("", piece, 100_000).is_refused(&format!("hip: line 1, column {place}"));
    }
    for piece in [b'#', b' ', b'\n'] {
        HIP.feed("", [piece; 4096], 20_000).is_answered(0);
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
        ("solve 1x4095 moves", 0),
        ("solve 4095x1 rules=last-mover double moves", 0),
        ("model 4096x4096", 3),
    ] {
        let begun = std::time::Instant::now();
        let output = HIP.run(LIMITS, task);
        assert_eq!(output.status.code(), Some(status), "{task}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{task}: {:?}", begun.elapsed());
    }
}
