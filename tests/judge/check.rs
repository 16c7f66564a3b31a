//! The check of outputs: the first fault and its place, outputs without end or sense, and the convention of validators.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use proptest::prelude::*;
use quadrille::judge::check;
use serde_json::{Value, json};

fn message(input: &str, output: &[u8]) -> Option<String> {
    check(input.as_bytes(), output).unwrap().map(|fault| fault.to_string())
}

/// One data set: `given` has C3 for X and B1 for O on a board of size 3.
const INPUT: &str = "1\n3\n1 1\nC3\nB1\n";
const OUTPUT: &str = "\
Analyzing 1 data set(s)
Data set 1
Board Position:
-   O   -
  -   -   -
    -   -   X

Best case for X:
-   O   -
  -   -   -
    X   X   X

Number of moves: 2

Best case for O:
-   O   -
  -   O   -
    -   O   X

Number of moves: 2
";

#[test]
fn the_first_fault_is_placed() {
    assert_eq!(message(INPUT, OUTPUT.as_bytes()), None);
    let longest = "W".repeat(40);
    let cases: Vec<(&str, &str, &str)> = vec![
        ("1 data", "2 data", "line 1: expected 'Analyzing 1 data set(s)', found '2'"),
        ("Data set 1", "Data set 01", "line 2: expected 'Data set 1', found '01'"),
        ("Position:\n", "Position: ", "line 3: the board does not begin on a line of its own"),
        ("-   O   -\n  -", "-   O\n  -", "line 4: row 1 of the board ends before C1"),
        (
            "  -   -   -\n    -   -   X",
            " -   -   -\n    -   -   X",
            "line 5: row 2 of the board is not indented by 2 blanks",
        ),
        (
            "  -   -   -\n    -   -   X",
            "   -   -   -\n    -   -   X",
            "line 5: row 2 of the board is not indented by 2 blanks",
        ),
        (
            "  -   -   -\n    -   -   X",
            "  -   -  -\n    -   -   X",
            "line 5: row 2 of the board has other than three blanks before C2",
        ),
        (
            "  -   -   -\n    -   -   X",
            "  -    -   -\n    -   -   X",
            "line 5: row 2 of the board has other than three blanks before B2",
        ),
        ("-   -   X\n", "-   -   x\n", "line 6: row 3 of the board has 'x' at C3, where X, O or - belongs"),
        ("-   -   X\n", "-   -   X-\n", "line 6: row 3 of the board goes on after C3"),
        ("-   -   X\n", "-   -   -\n", "line 6: the board lacks the stone of X at C3"),
        ("-   -   X\n", "-   -   O\n", "line 6: the board shows O at C3, where the input has X"),
        ("-   -   X\n", "-   X   X\n", "line 6: the board shows a stone at B3 that the input does not have"),
        ("Best case for X:", "X has won!", "line 8: expected 'Best case for X:', found 'X'"),
        (
            "  -   -   -\n    X   X   X",
            "  -   O   -\n    X   X   X",
            "line 10: the board for X shows a stone at B2 that the input does not have",
        ),
        (
            "  -   -   -\n    X   X   X",
            "  X   -   -\n    X   X   X",
            "line 11: the board for X adds 3 to the given stones, where the fewest are 2",
        ),
        (
            "  -   -   -\n    X   X   X",
            "  X   -   -\n    -   X   X",
            "line 11: the board for X does not join left to right",
        ),
        ("moves: 2\n\nBest", "moves: 3\n\nBest", "line 13: expected 'Number of moves: 2', found '3'"),
        (
            "  -   O   -\n    -   O   X",
            "  -   -   O\n    -   O   X",
            "line 18: the board for O does not join top to bottom",
        ),
        (
            "moves: 2\n\nBest case for O",
            "moves: 2\n\nBest case for X",
            "line 15: expected 'Best case for O:', found 'X:'",
        ),
        (
            "Best case for X",
            longest.as_str(),
            "line 8: expected 'Best case for X:', found 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW…'",
        ),
    ];
    for (from, to, expected) in cases {
        let output = OUTPUT.replacen(from, to, 1);
        assert_ne!(output, OUTPUT, "{from}");
        assert_eq!(message(INPUT, output.as_bytes()), Some(format!("output {expected}")), "{output}");
    }
    let twice = format!("{OUTPUT}{OUTPUT}");
    let expected = "output line 21: expected nothing after the last data set, found 'Analyzing'";
    assert_eq!(message(INPUT, twice.as_bytes()).as_deref(), Some(expected));
    let cut = &OUTPUT[..OUTPUT.find("  -   -   -").unwrap()];
    assert_eq!(message(INPUT, cut.as_bytes()).as_deref(), Some("output line 5: row 2 of the board is missing"));
    let cut = &OUTPUT[..OUTPUT.len() - 2];
    let expected = "output line 20: expected 'Number of moves: 2', found the end of the output";
    assert_eq!(message(INPUT, cut.as_bytes()).as_deref(), Some(expected));
}

#[test]
fn an_output_without_end_gets_a_verdict() {
    let endless: [(&[u8], &str); 3] = [
        (b" ", "output line 1: more than 65536 bytes of white space in a row"),
        (b"\n", "output line 65537: more than 65536 bytes of white space in a row"),
        (b"A", "output line 1: expected 'Analyzing 1 data set(s)', found 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA…'"),
    ];
    for (byte, expected) in endless {
        let fault = check(INPUT.as_bytes(), io::repeat(byte[0])).unwrap().unwrap();
        assert_eq!(fault.to_string(), expected);
    }
    // Within a row, and behind the last.
    let cut = OUTPUT.find("   O").unwrap();
    let output = OUTPUT.as_bytes()[..cut].chain(io::repeat(b' '));
    let fault = check(INPUT.as_bytes(), output).unwrap().unwrap();
    assert_eq!(fault.to_string(), "output line 4: more than 65536 bytes of white space in a row");
    let fault = check(INPUT.as_bytes(), OUTPUT.as_bytes().chain(io::repeat(b'\n'))).unwrap().unwrap();
    assert_eq!(fault.to_string(), "output line 65556: more than 65536 bytes of white space in a row");
}

#[test]
fn an_input_that_is_none_judges_nobody() {
    for input in ["", "2\n3\n1 1\nC3\nB1\n", "1\n3\n1 1\nC3\nC3\n"] {
        assert!(check(input.as_bytes(), OUTPUT.as_bytes()).is_err());
        assert!(check(input.as_bytes(), &b"wrong from the start"[..]).is_err(), "{input}");
    }
}

proptest! {
    #[test]
    fn any_bytes_get_a_verdict(output in proptest::collection::vec(any::<u8>(), 0..400), at in 0..OUTPUT.len(), keep in 0..40_usize) {
        check(INPUT.as_bytes(), &output[..]).unwrap();
        // The same in the midst of a right output.
        let behind = &OUTPUT.as_bytes()[(at + keep).min(OUTPUT.len())..];
        check(INPUT.as_bytes(), [&OUTPUT.as_bytes()[..at], &output, behind].concat().as_slice()).unwrap();
    }
}

/// Runs `hex-judge check`; returns its status, stderr and the message in the feedback folder.
fn validator(folder: &Path, arguments: &[&str], output: &str) -> (Option<i32>, String, Option<String>) {
    let mut command = cargo_bin_cmd!("hex-judge");
    let run = command.arg("check").args(arguments).current_dir(folder).write_stdin(output).output().unwrap();
    assert!(run.stdout.is_empty());
    let message = fs::read_to_string(folder.join("feedback/judgemessage.txt")).ok();
    (run.status.code(), String::from_utf8(run.stderr).unwrap(), message)
}

#[test]
fn check_keeps_the_convention_of_output_validators() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.txt"), INPUT).unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    fs::create_dir(folder.path().join("feedback")).unwrap();
    let run = |arguments: &[&str], output: &str| validator(folder.path(), arguments, output);

    let wrong = run(&["in.txt", "empty", "feedback/", "case_sensitive", "--float_tolerance", "1e-6"], "Hello");
    let message = "output line 1: expected 'Analyzing 1 data set(s)', found 'Hello'\n";
    assert_eq!(wrong, (Some(43), String::new(), Some(message.to_owned())));
    // What was said of the wrong output does not stay.
    assert_eq!(run(&["in.txt", "empty", "feedback"], OUTPUT), (Some(42), String::new(), None));
    assert_eq!(run(&["in.txt", "in.txt", "feedback"], &OUTPUT.replace('\n', "\r\n")).0, Some(42));

    let (status, errors, _) = run(&["none", "empty", "feedback"], OUTPUT);
    assert_eq!(status, Some(2));
    assert!(errors.starts_with("hex-judge: cannot read none: "), "{errors}");
    let (status, errors, _) = run(&["in.txt", "none", "feedback"], OUTPUT);
    assert_eq!((status, errors.starts_with("hex-judge: cannot find none: ")), (Some(2), true), "{errors}");
    let (status, errors, _) = run(&["empty", "empty", "feedback"], OUTPUT);
    assert_eq!(status, Some(2));
    assert_eq!(
        errors,
        "hex-judge: input line 1, column 1: the input is empty, it should begin with the number of data sets\n"
    );
    assert_eq!(run(&["in.txt", "empty"], OUTPUT).0, Some(2));
    assert_eq!(run(&["in.txt", "empty", "in.txt"], OUTPUT).0, Some(2));
}

#[test]
fn check_answers_in_json_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.txt"), INPUT).unwrap();
    let answer = |output: &str, status: i32| {
        let mut command = cargo_bin_cmd!("hex-judge");
        command.current_dir(folder.path()).args(["--json", "check", "in.txt", "in.txt", "."]).write_stdin(output);
        let run = command.assert().code(status);
        serde_json::from_slice::<Value>(&run.get_output().stdout).unwrap()
    };
    let schema = "quadrille/hex-judge-check/1";
    assert_eq!(answer(OUTPUT, 42), json!({ "schema": schema, "verdict": "AC", "line": null, "reason": "" }));
    let wrong = answer(&OUTPUT.replace("X   X   X", "X   X   -"), 43);
    let reason = "output line 11: the board for X lacks the stone of X at C3";
    assert_eq!(wrong, json!({ "schema": schema, "verdict": "WA", "line": 11, "reason": reason }));
}

#[test]
fn every_help_is_pinned() {
    let mut helps = String::new();
    for task in ["", "check", "run", "generate", "stress"] {
        let mut command = cargo_bin_cmd!("hex-judge");
        command.args(task.split_whitespace()).arg("--help").env("COLUMNS", "100");
        let output = command.output().unwrap();
        assert!(output.status.success());
        helps += &format!("$ hex-judge {task}{}--help\n", if task.is_empty() { "" } else { " " });
        helps += &String::from_utf8(output.stdout).unwrap();
    }
    insta::assert_snapshot!(helps);
}

#[test]
fn no_task_is_wrong_usage_and_shows_the_tasks() {
    let run = cargo_bin_cmd!("hex-judge").output().unwrap();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.starts_with("hex-judge: what to do?\n\nJudges programs") && said.contains("\n  stress "), "{said}");
    let script = cargo_bin_cmd!("hex-judge").args(["--completions", "bash"]).output().unwrap();
    assert!(script.status.success() && String::from_utf8(script.stdout).unwrap().contains("--memory-limit"));
}
