//! The check of outputs: the first fault and its line, outputs without end or sense, and the convention of validators.

use std::fs;
use std::io::{self, Read};

use quadrille::judge::check;
use rand::RngExt;
use rand::rngs::SmallRng;

use crate::judge;
use crate::outputs::{random_boards, right, text};
use crate::reference::{self, Board};
use crate::support::{any_bytes, changed, random_cases};

pub(crate) fn message(input: &str, output: &[u8]) -> Option<String> {
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

/// The wrong outputs of the problem package show each kind of fault; these are the faults between lines and words.
#[test]
fn first_fault_is_placed() {
    assert_eq!(message(INPUT, OUTPUT.as_bytes()), None);
    let [joined, apart] = ["  -   O   -\n    -   O   X", "  -   -   O\n    -   O   X"];
    for (from, to, expected) in [
        ("Data set 1", "Data\n set\t2 \t", "line 3: expected 'Data set 1', found 'Data set 2'"),
        ("Best case for X:", "best  case for x :", "line 8: expected 'Best case for X:', found 'best case for x :'"),
        ("moves: 2\n\nBest", "moves:2 \r\n\nBest", "line 13: expected 'Number of moves: 2', found 'Number of moves:2'"),
        (joined, apart, "line 18: the board for O does not connect top to bottom"),
    ] {
        let output = OUTPUT.replacen(from, to, 1);
        assert_eq!(message(INPUT, output.as_bytes()), Some(format!("output {expected}")), "{output}");
    }
    // A blank more in the last row of a large board, on which X has won.
    let mut boards = [Board::empty(22)];
    boards[0].0[21].fill('X');
    let output = text(&right(&boards)).replacen(&format!("\n{:42}X", ""), &format!("\n{:43}X", ""), 1);
    let expected = "output line 25: row 22 of the board is not indented by exactly 42 spaces";
    assert_eq!(message(&reference::input(&boards), output.as_bytes()).as_deref(), Some(expected));
}

#[test]
fn outputs_without_end_get_a_verdict() {
    let within_a_row = &OUTPUT[..OUTPUT.find("   O").unwrap()];
    for (begin, byte, expected) in [
        ("", b' ', "line 1: found more than 65536 consecutive bytes of white space"),
        ("", b'\n', "line 65537: found more than 65536 consecutive bytes of white space"),
        ("", b'A', "line 1: expected 'Analyzing 1 data set(s)', found 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA…'"),
        (within_a_row, b' ', "line 4: found more than 65536 consecutive bytes of white space"),
        (OUTPUT, b'\n', "line 65556: found more than 65536 consecutive bytes of white space"),
    ] {
        let fault = check(INPUT.as_bytes(), begin.as_bytes().chain(io::repeat(byte))).unwrap().unwrap();
        assert_eq!(fault.to_string(), format!("output {expected}"));
    }
}

#[test]
fn outputs_are_judged_only_with_a_valid_input() {
    for input in ["", "2\n3\n1 1\nC3\nB1\n", "1\n3\n1 1\nC3\nC3\n"] {
        assert!(check(input.as_bytes(), OUTPUT.as_bytes()).is_err());
        assert!(check(input.as_bytes(), &b"wrong from the start"[..]).is_err(), "{input}");
    }
}

/// Of right and altered inputs and outputs, and of any bytes.
#[test]
fn altered_inputs_and_outputs_get_a_verdict() {
    let words = ["0", "1", "9", "X", "O", "-", " ", "\t", "\r\n", "\n\n", "\0", "A1", "   ", "Best case for X:"];
    let [mut accepted, mut faults, mut errors, mut case] = [0; 4];
    random_cases(400, 20_000, |random| {
        case += 1;
        let boards = random_boards(case % 50);
        let (input, output) = (reference::input(&boards), text(&right(&boards)));
        let altered = |text: &str, odds: f64, random: &mut SmallRng| match random.random_bool(odds) {
            true => changed(text, &words, random),
            false => text.as_bytes().to_vec(),
        };
        let altered_input = altered(&input, 0.4, random);
        let altered_output = altered(&output, 0.7, random);
        check(&altered_input[..], &any_bytes(400, random)[..]).ok();
        let found = check(&altered_input[..], &altered_output[..]);
        let said = match &found {
            Ok(None) => String::new(),
            Ok(Some(fault)) => fault.to_string(),
            Err(error) => error.to_string(),
        };
        let is_line = said.len() < 300 && said.chars().all(|c| (' '..='~').contains(&c) || c == '…');
        assert!(is_line, "{said:?}: {:?} {:?}", altered_input.escape_ascii(), altered_output.escape_ascii());
        let is_unchanged = altered_input == input.as_bytes() && altered_output == output.as_bytes();
        assert!(!is_unchanged || matches!(found, Ok(None)), "{said}");
        *match found {
            Ok(None) => &mut accepted,
            Ok(Some(_)) => &mut faults,
            Err(_) => &mut errors,
        } += 1;
    });
    assert!(accepted > 20 && faults > 100 && errors > 50, "{accepted} {faults} {errors}");
}

#[test]
fn check_follows_the_convention_of_output_validators() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.txt"), INPUT).unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    fs::create_dir(folder.path().join("feedback")).unwrap();
    // Runs it; returns its status, stderr and the message in the feedback folder.
    let run = |arguments: &[&str], output: &str| {
        let mut command = judge(&["check"]);
        let run = command.args(arguments).current_dir(folder.path()).write_stdin(output).output().unwrap();
        assert!(run.stdout.is_empty());
        let message = fs::read_to_string(folder.path().join("feedback/judgemessage.txt")).ok();
        (run.status.code(), String::from_utf8(run.stderr).unwrap(), message)
    };
    let wrong = run(&["in.txt", "empty", "feedback/", "case_sensitive", "--float_tolerance", "1e-6"], "Hello");
    let message = "output line 1: expected 'Analyzing 1 data set(s)', found 'Hello'\n";
    assert_eq!(wrong, (Some(43), String::new(), Some(message.to_owned())));
    // The message for the wrong output is removed.
    assert_eq!(run(&["in.txt", "empty", "feedback"], OUTPUT), (Some(42), String::new(), None));
    assert_eq!(run(&["in.txt", "in.txt", "feedback"], &OUTPUT.replace('\n', "\r\n")).0, Some(42));

    for (arguments, said) in [
        (["none", "empty", "feedback"], "cannot read none: "),
        (["in.txt", "none", "feedback"], "cannot find none: "),
        (
            ["empty", "empty", "feedback"],
            "input line 1, column 1: expected the number of data sets, found an empty input\n",
        ),
        (["in.txt", "empty", "in.txt"], "cannot create folder in.txt: "),
    ] {
        let (status, errors, _) = run(&arguments, OUTPUT);
        assert!(status == Some(2) && errors.starts_with(&format!("hex-judge: {said}")), "{errors}");
    }
}
