//! Any input of `chip-firing`, as tasks, arguments or graphs, gives an answer or one line on stderr: never a panic, a hang, or
//! memory out of proportion.

#[cfg(unix)]
use std::ffi::OsStr;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_match};
use proptest::prelude::*;

use crate::support::{CHIP_FIRING, GUARD, LIMITS, changed, changes};

const TASKS: [&str; 8] = [
    "winner K5 --chips 1,1,0,0,0 --moves # five",
    "number K3,4 --min-first --moves",
    "number\tgrid3x4",
    "grundy W6",
    "table 2..5",
    "tree star5 winner --full",
    "stabilize Q3 1,0,2,0,5,0,0,0",
    "winner g6:DQc",
];

const GRAPHS: [&str; 4] = [">>graph6<<DQc", "D~{", "CF", "C~"];

/// The words that changes insert, apart from any bytes.
const WORDS: [&str; 5] = [
    "[0-9]{1,3}",
    "[0-9]{0,3},[0-9]{0,20}",
    "[ \t\r\n#'\"]{1,3}",
    "[?-~]{1,4}",
    "( --moves| --min-first| --full| --chips| --chips=| -| --| K4| P3)",
];

#[test]
fn changed_and_random_input_ends_well() {
    run_random_cases(60);
}

#[test]
#[ignore = "exhaustive: 7 s"]
fn much_changed_and_random_input_ends_well() {
    run_random_cases(800);
}

/// Runs each property on this number of inputs.
fn run_random_cases(cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config.clone(), |(first in 0_usize..8, second in 0_usize..8, changes in changes(&WORDS))| {
        CHIP_FIRING.ends_well("", &changed(format!("{}\n{}\n", TASKS[first], TASKS[second]), changes))?;
    });
    proptest!(config.clone(), |(changes in changes(&WORDS))| {
        CHIP_FIRING.ends_well("number -", &changed(GRAPHS.join("\n"), changes))?;
    });
    #[cfg(unix)]
    proptest!(config.clone(), |(task in 0_usize..9, changes in changes(&WORDS))| {
        arguments_end_well(&changed(TASKS.get(task).map_or("number -", |task| task), changes))?;
    });
    proptest!(config, |(input in proptest::collection::vec(any::<u8>(), 0..100))| {
        CHIP_FIRING.ends_well("", &input)?;
        CHIP_FIRING.ends_well("winner - --json", &input)?;
    });
}

/// Checks that a run with these arguments ends with answers, or with one line on stderr.
#[cfg(unix)]
fn arguments_end_well(text: &[u8]) -> Result<(), TestCaseError> {
    use std::os::unix::ffi::OsStrExt;
    let words = text.split(|byte| byte.is_ascii_whitespace() || *byte == 0).filter(|word| !word.is_empty());
    let words: Vec<&OsStr> = words.map(OsStr::from_bytes).collect();
    let mut command = cargo_bin_cmd!("chip-firing");
    let output = command.args(LIMITS.split(' ')).args(&words).write_stdin("").timeout(GUARD).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    match output.status.code() {
        Some(0 | 3) => prop_assert_eq!(stderr, "", "{:?}", words),
        Some(2) => {
            let is_one_line = is_match("^chip-firing: [ -~…]+\n$").unwrap().eval(&stderr);
            prop_assert!(is_one_line && output.stdout.is_empty(), "{:?}: {}", words, stderr);
        }
        _ => prop_assert!(false, "{:?}: {:?}: {}", words, output.status, stderr),
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    arguments_end_well(b"winner K5\xFF\x1B[31m").unwrap();
}

#[test]
fn many_tasks_take_no_more_memory_than_one() {
    CHIP_FIRING.feed("", "grundy K2\n".repeat(100), 200).is_answered(59_999);
    CHIP_FIRING.feed("grundy -", "A_\n".repeat(100), 200).is_answered(20_000);
}

#[test]
#[ignore = "exhaustive: 4 s"]
fn a_hundred_thousand_tasks_take_no_more_memory_than_one() {
    for (arguments, piece, answers) in
        [("", "grundy K2\n", 299_999), ("grundy -", "A_\n", 100_000), ("number -", "C~\n", 100_000)]
    {
        CHIP_FIRING.feed(arguments, piece.repeat(100), 1000).is_answered(answers);
    }
}

/// As many chips as a graph can have vertices.
#[test]
fn chips_for_the_largest_graphs_are_read() {
    let chips = "0,".repeat(65_535) + "0";
    cargo_bin_cmd!("chip-firing")
        .write_stdin(format!("winner P65536 --chips {chips} --moves # long\n"))
        .assert()
        .success();
}

/// Without a play for each of them, which would take minutes.
#[test]
fn the_moves_on_a_large_tree_are_known_at_once() {
    for task in ["number star65535 --moves", "winner P65536 --moves"] {
        let mut command = cargo_bin_cmd!("chip-firing");
        let vertices = contains("vertices: 0 1 2").and(ends_with(" 65534 65535\n"));
        command.write_stdin(task).timeout(Duration::from_secs(30)).assert().success().stdout(vertices);
    }
}

#[test]
fn graphs_and_chips_without_end_are_refused() {
    let too_long = "1: expected a line of at most 4194304 bytes, found a longer one";
    CHIP_FIRING.feed("winner -", [b'~'; 4096], 100_000).is_refused(&format!("chip-firing: line 1, column {too_long}"));
    let input = format!("stabilize P40000 {}", "0,".repeat(1 << 22));
    let stderr = "chip-firing: line 1, column 18: expected a line of at most 4194304 bytes, found a longer one\n";
    cargo_bin_cmd!("chip-firing").write_stdin(input).assert().code(1).stderr(stderr);
}

/// More than the memory that the program may take, of white space and comments.
#[test]
fn comments_without_end_are_passed_over() {
    for (arguments, piece) in [("", b'#'), ("winner -", b' ')] {
        CHIP_FIRING.feed(arguments, [piece; 4096], 10_000).is_answered(0);
    }
}

#[test]
#[ignore = "exhaustive: 4 s"]
fn blanks_lines_and_comments_without_end_are_passed_over() {
    for arguments in ["", "winner -"] {
        for piece in [b'#', b' ', b'\n'] {
            CHIP_FIRING.feed(arguments, [piece; 4096], 20_000).is_answered(0);
        }
    }
}

/// An avalanche that takes far longer than the limit.
#[test]
fn firing_for_long_is_stopped_at_a_limit() {
    let chips = format!("{}{}", 28_000, ",0".repeat(29_999));
    // All games on a tree have the same length.
    let number = "Game chip number: 29999\nLower bound: 29999\nUpper bound: 29999";
    for (task, status, known) in [
        ("stabilize P30000", 3, "Unknown"),
        ("winner P30000 --chips", 3, "Unknown"),
        ("number P30000 --chips", 0, number),
    ] {
        let mut command = cargo_bin_cmd!("chip-firing");
        let input = format!("{task} {chips}\n");
        let output = command.args(["--time", "100ms"]).write_stdin(input).timeout(Duration::from_secs(60)).output();
        let output = output.unwrap();
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(status), &b""[..]), "{task}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{task} {chips}\n{known}\n"));
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
        let output = CHIP_FIRING.run(LIMITS, task);
        assert!(output.status.code().is_some_and(|status| statuses.contains(&status)), "{task}: {output:?}");
    }
}
