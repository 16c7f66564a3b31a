//! Searching for an input that a program fails, and minimising it.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use quadrille::hex::{DataSets, Strictness};

use crate::support::{Ended, interrupt};
use crate::{HEX, json, judge};

#[test]
fn smallest_input_is_found_and_what_is_right_is_accepted() {
    let wrong = |options: &[&str]| {
        let mut command = judge(&["stress", "--kind", "full"]);
        command.args(options).args(["--", "sh", "-c", "\"$0\" | sed 's/X has won/O has won/'", HEX]);
        command
    };
    let found = Ended::from(wrong(&[]).output().unwrap());
    assert!(found.status == Some(1) && found.stderr.starts_with("hex-judge: WA on input "), "{found:?}");
    assert_eq!(found.stdout, "1\n1\n1 0\nA1\n\n");

    // With the board, which is not part of the input.
    let shown = Ended::from(wrong(&["--show"]).output().unwrap());
    assert_eq!((&shown.stdout, shown.stderr), (&found.stdout, format!("{}    data set 1\n    X\n", found.stderr)));

    // The same in JSON, and for any number of jobs.
    let (_, answers) = json(&mut wrong(&["--json", "--jobs", "1"]));
    assert_eq!((&answers[0]["verdict"], &answers[0]["input"]), (&"WA".into(), &found.stdout.into()));

    judge(&["stress", "--time", "500ms", "--max-size", "6", "--seed", "7", "--", HEX]).assert().code(0).stdout("");
}

#[test]
fn first_input_that_fails_is_found_with_any_number_of_jobs() {
    // Small boards come first: the first of size 4 is in number 16. Inputs that fail take longer, so that others that fail
    // are begun meanwhile.
    let script = format!("if grep -qx 4 /dev/stdin; then sleep 0.1; exit 7; fi; '{HEX}' /dev/stdin");
    let number = |jobs: &str| {
        let mut command = judge(&["stress", "--json", "--kind", "empty", "--jobs", jobs, "--max-size", "4"]);
        let (status, answers) = json(command.args(["--", "sh", "-c", &script]));
        assert_eq!((status, &answers[0]["verdict"]), (Some(1), &"RTE".into()));
        assert_eq!(answers[0]["input"], "1\n4\n0 0\n\n\n");
        answers[0]["number"].as_u64().unwrap()
    };
    assert_eq!((number("1"), number("4")), (16, 16));
}

#[test]
fn input_that_is_failed_only_once_is_not_minimised() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("if mkdir '{}'; then exit 7; fi; '{HEX}'", folder.path().join("failed").display());
    let ended = Ended::from(judge(&["stress", "--jobs", "1", "--", "sh", "-c", &script]).output().unwrap());
    let expected = "hex-judge: the program does not fail on this input every time, so it was not minimised\n\
        hex-judge: RTE on input 0: exit status 7\n";
    assert_eq!((ended.status, &*ended.stderr), (Some(1), expected));
    assert!(ended.stdout.starts_with("10\n"));
}

#[test]
fn interrupted_search_prints_what_it_has_found() {
    // Every run is slow, so that minimising the input takes long.
    let folder = tempfile::tempdir().unwrap();
    let [begun, again] = ["begun", "again"].map(|name| folder.path().join(name));
    let script = "if mkdir $0; then :; else mkdir $1; fi; sleep 0.2; exit 7";
    let stress = Command::new(env!("CARGO_BIN_EXE_hex-judge"))
        .args(["stress", "--jobs", "1", "--", "sh", "-c", script])
        .args([&begun, &again])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !fs::exists(&again).unwrap() {
        sleep(Duration::from_millis(10));
    }
    interrupt(&stress);
    let ended = Ended::from(stress.wait_with_output().unwrap());
    let expected = "hex-judge: interrupted; the input below may not be minimal\nhex-judge: RTE on input 0";
    assert!(ended.status == Some(1) && ended.stderr.starts_with(expected), "{ended:?}");
    let positions = DataSets::open(ended.stdout.as_bytes(), Strictness::Statement).unwrap();
    assert!(positions.map(Result::unwrap).count() > 0);
}
