//! Any bytes as tasks of `hip`: answers or an error of one line, never a panic, a hang, or memory out of proportion.

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::is_match;
use proptest::prelude::*;

use crate::support::{HIP, LIMITS, changed, changes};

const TASKS: [&str; 6] = [
    "squares 6x6 # six",
    "tie 5x5 --free",
    "draws 4x3 --list-all",
    "solve 3x3 --rules last-mover --double --after C3,B2 --moves",
    "solve '4x4'\t--after=A1,b2",
    "model 3x4 --free",
];

/// What changes are made of, beside any bytes.
const WORDS: [&str; 4] = [
    "[0-9]{1,3}",
    "[A-Fa-f][0-9]{1,2},?",
    "[ \t\r\n#'\"=-]{1,3}",
    "( --free| --list| --moves| --double| --after| --rules| gardner|squares )",
];

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
    fn changed_arguments(task in 0_usize..6, changes in changes(&WORDS)) {
        HIP.ends_well_as_arguments(&changed(TASKS[task], changes))?;
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
    let stderr = is_match(r"^hip: [ -~]+\n$").unwrap();
    cargo_bin_cmd!("hip").arg("squares").arg(word).assert().code(2).stdout("").stderr(stderr);
}

#[test]
fn many_tasks_take_no_more_memory_than_one() {
    HIP.feed("", "squares 6x6\n", 100_000).is_answered(299_999);
}

#[test]
#[ignore = "exhaustive: 6 s"]
fn a_million_tasks_take_no_more_memory_than_one() {
    HIP.feed("", "squares 6x6\n", 1_000_000).is_answered(2_999_999);
}

#[test]
fn words_lines_and_comments_without_end_are_refused_or_skipped() {
    for (piece, place) in [
        (&[b'a'; 4096][..], "1: expected a line of at most 4194304 bytes, found a longer one"),
        (&b"solve 4096x4096 "[..], "32769: expected at most 4096 words in a line, found more"),
        (&[0; 4096], "1: expected a line of at most 4194304 bytes"),
    ] {
        HIP.feed("", piece, 100_000).is_refused(&format!("hip: line 1, column {place}"));
    }
    for piece in [b'#', b' ', b'\n'] {
        HIP.feed("", [piece; 4096], 10_000).is_answered(0);
    }
    let input = format!("solve 9x9 --after {}", "A1,".repeat(1 << 20));
    let error =
        r"^hip: line 1, column 19: invalid value 'A1,[A1,]{57}…' for '--after <CELLS>': move 1048577: expected a cell";
    let error = is_match(error).unwrap();
    cargo_bin_cmd!("hip").write_stdin(input).assert().code(1).stderr(error);
}

#[test]
fn the_largest_boards_are_answered_or_refused_soon() {
    for (task, status) in [
        ("squares 4096x4096", 0),
        ("tie 4096x4096", 1),
        ("tie 32x32", 3),
        ("tie 1x1024", 0),
        ("draws 4096x4096 --list", 0),
        ("draws 4x4096", 3),
        ("draws 1x4096 --list", 3),
        ("solve 4096x4096 --after A1,FAN4096", 0),
        ("solve 4096x4096 --after A1,B1", 1),
        ("solve 4096x4096 --rules last-mover --double", 1),
        ("solve 1x4096 --rules last-mover", 0),
        ("solve 1x4095 --moves", 0),
        ("solve 4095x1 --rules last-mover --double --moves", 0),
        ("model 4096x4096", 3),
    ] {
        let output = HIP.run(LIMITS, task);
        assert_eq!(output.status.code(), Some(status), "{task}");
    }
}
