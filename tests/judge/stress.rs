//! Searching for an input that a program fails, and minimising it.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use quadrille::hex::{DataSets, Strictness};
use quadrille::judge::Kind;
use quadrille::judge::stress::RandomInputs;

use crate::support::interrupt;
use crate::{HEX, PLAIN, json, judge};

#[test]
fn a_smallest_input_is_found_and_what_is_right_is_accepted() {
    let square = |options: &[&str]| {
        let mut command = judge(&["stress"]);
        command.args(options).arg("--").arg(&*PLAIN).arg("square");
        command
    };
    let found = square(&[]).output().unwrap();
    assert_eq!(found.status.code(), Some(1));
    let [input, stderr] = [found.stdout, found.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(stderr.starts_with("hex-judge: WA on input 0: output line "), "{stderr}");
    // Size 1 has no neighbours, and on size 2 it takes the two cells that touch at a corner only on squared paper.
    assert_eq!(input, "1\n2\n2 0\nB1 A2\n\n");

    // With the board, which is not part of the input.
    let shown = square(&["--show"]).output().unwrap();
    assert_eq!(String::from_utf8(shown.stdout).unwrap(), input);
    let boards = String::from_utf8(shown.stderr).unwrap();
    assert_eq!(boards, format!("{stderr}    data set 1\n    -   X\n      X   -\n"));

    // The same in JSON, and for any number of jobs.
    let (_, answers) = json(&mut square(&["--json", "--jobs", "1"]));
    assert_eq!((&answers[0]["verdict"], &answers[0]["input"]), (&"WA".into(), &input.into()));

    judge(&["stress", "--time", "500ms", "--max-size", "6", "--seed", "7", "--", HEX]).assert().code(0).stdout("");
    judge(&["stress", "--", "no/such/program"]).assert().code(2);
}

#[test]
fn the_first_input_that_fails_is_found_with_any_number_of_jobs() {
    // Inputs that fail take longer, so that others that fail are begun meanwhile; and all fail from number 16 on.
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
fn small_boards_come_first() {
    let inputs = RandomInputs { seed: 1, kind: Kind::Full, max_size: 5 };
    let largest = |number| inputs.input(number).iter().map(|data_set| data_set.size).max();
    assert_eq!([0, 7, 8, 15, 16, 24, 32].map(largest), [2, 2, 3, 3, 4, 5, 5].map(Some));
    assert_ne!(inputs.input(0), inputs.input(1));
    assert_eq!(inputs.input(3).len(), 10);
}

#[test]
fn an_input_that_is_failed_only_once_is_not_minimised() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("if mkdir '{}'; then exit 7; fi; '{HEX}'", folder.path().join("failed").display());
    let stress = judge(&["stress", "--jobs", "1", "--", "sh", "-c", &script]).output().unwrap();
    let stderr = String::from_utf8(stress.stderr).unwrap();
    let expected = "hex-judge: the program does not fail on this input every time, so it was not minimised\nhex-judge: RTE on input 0: exit status 7\n";
    assert_eq!((stress.status.code(), stderr.as_str()), (Some(1), expected));
    assert!(stress.stdout.starts_with(b"10\n"));
}

#[test]
fn an_interrupted_search_prints_what_it_has_found() {
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
    let run = stress.wait_with_output().unwrap();
    let stderr = String::from_utf8(run.stderr).unwrap();
    let expected = "hex-judge: interrupted; the input below may not be minimal\nhex-judge: RTE on input 0";
    assert!(run.status.code() == Some(1) && stderr.starts_with(expected), "{stderr}");
    let positions = DataSets::open(&run.stdout[..], Strictness::Statement).unwrap();
    assert!(positions.map(Result::unwrap).count() > 0);
}
