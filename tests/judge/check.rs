//! The check of outputs: the first fault and its line, outputs without end or sense, and the convention of validators.

use std::fs;
use std::io::{self, Read};

use quadrille::judge::check;
use rand::RngExt;
use rand::rngs::SmallRng;

use crate::outputs::{random_boards, right, text};
use crate::support::{HEX_JUDGE, any_bytes, changed, random_cases};
use crate::{at, judge, reference};

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

#[test]
fn first_fault_is_placed() {
    assert_eq!(message(INPUT, OUTPUT.as_bytes()), None);
    let longest = "W".repeat(40);
    let [given, best_x, best_o] =
        ["  -   -   -\n    -   -   X", "  -   -   -\n    X   X   X", "  -   O   -\n    -   O   X"];
    let cases = [
        ("1 data", "2 data", "line 1: expected 'Analyzing 1 data set(s)', found 'Analyzing 2 data set(s)'"),
        ("Data set 1", "Data set 01", "line 2: expected 'Data set 1', found 'Data set 01'"),
        ("Data set 1", "Data\n set\t2 \t", "line 3: expected 'Data set 1', found 'Data set 2'"),
        ("Position:\n", "Position: ", "line 3: the board does not begin on a new line"),
        ("-   O   -\n  -", "-   O\n  -", "line 4: row 1 of the board ends before cell C1"),
        (given, " -   -   -\n", "line 5: row 2 of the board is not indented by exactly 2 spaces"),
        (given, "   -   -   -\n", "line 5: row 2 of the board is not indented by exactly 2 spaces"),
        (given, "  -   -  -\n", "line 5: row 2 of the board does not have exactly 3 spaces before cell C2"),
        (given, "  -    -   -\n", "line 5: row 2 of the board does not have exactly 3 spaces before cell B2"),
        ("-   -   X\n", "-   -   x\n", "line 6: expected X, O or - at cell C3 of the board, found 'x'"),
        ("-   -   X\n", "-   -   X-\n", "line 6: row 3 of the board continues after cell C3, its last"),
        ("-   -   X\n", "-   -   -\n", "line 6: the board shows no stone at C3, where the input has X"),
        ("-   -   X\n", "-   -   O\n", "line 6: the board shows O at C3, where the input has X"),
        ("-   -   X\n", "-   X   X\n", "line 6: the board shows a stone at B3, where the input has none"),
        ("Best case for X:", "X has won!", "line 8: expected 'Best case for X:', found 'X has won!'"),
        ("Best case for X:", "best  case for x :", "line 8: expected 'Best case for X:', found 'best case for x :'"),
        ("Best case for X", &longest, "line 8: expected 'Best case for X:', found 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW…'"),
        (
            best_x,
            "  -   O   -\n    X   X   X",
            "line 10: the board for X shows a stone at B2, where the input has none",
        ),
        (
            best_x,
            "  X   -   -\n    X   X   X",
            "line 11: the number of stones added on the board for X is 3, but the smallest possible is 2",
        ),
        (
            best_x,
            "  -   -   -\n    -   X   X",
            "line 11: the number of stones added on the board for X is 1, but the smallest possible is 2",
        ),
        (best_x, "  X   -   -\n    -   X   X", "line 11: the board for X does not connect left to right"),
        ("moves: 2\n\nBest", "moves: 3\n\nBest", "line 13: expected 'Number of moves: 2', found 'Number of moves: 3'"),
        ("moves: 2\n\nBest", "moves:2 \r\n\nBest", "line 13: expected 'Number of moves: 2', found 'Number of moves:2'"),
        (
            "moves: 2\n\nBest case for O",
            "moves: 2\n\nBest case for X",
            "line 15: expected 'Best case for O:', found 'Best case for X:'",
        ),
        (best_o, "  -   -   O\n    -   O   X", "line 18: the board for O does not connect top to bottom"),
    ];
    for (from, to, expected) in cases {
        let output = OUTPUT.replacen(from, to, 1);
        assert_ne!(output, OUTPUT, "{from}");
        assert_eq!(message(INPUT, output.as_bytes()), Some(format!("output {expected}")), "{output}");
    }
    let row_2 = OUTPUT.find("  -   -   -").unwrap();
    for (output, expected) in [
        (&*OUTPUT.repeat(2), "line 21: expected nothing after the last data set, found 'Analyzing 1 data set(s)'"),
        (&OUTPUT[..row_2], "line 5: expected row 2 of the board, found the end of the output"),
        (&OUTPUT[..OUTPUT.len() - 2], "line 20: expected 'Number of moves: 2', found the end of the output"),
    ] {
        assert_eq!(message(INPUT, output.as_bytes()), Some(format!("output {expected}")));
    }
}

#[test]
fn outputs_without_end_get_a_verdict() {
    let endless: [(&[u8], &str); 3] = [
        (b" ", "output line 1: found more than 65536 consecutive bytes of white space"),
        (b"\n", "output line 65537: found more than 65536 consecutive bytes of white space"),
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
    assert_eq!(fault.to_string(), "output line 4: found more than 65536 consecutive bytes of white space");
    let fault = check(INPUT.as_bytes(), OUTPUT.as_bytes().chain(io::repeat(b'\n'))).unwrap().unwrap();
    assert_eq!(fault.to_string(), "output line 65556: found more than 65536 consecutive bytes of white space");
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

/// It prints nothing, so that judges may close its stdout.
#[cfg(unix)]
#[test]
fn verdict_needs_no_stdout() {
    let feedback = tempfile::tempdir().unwrap();
    let mut command = HEX_JUDGE.redirected(">&-");
    command
        .arg("check")
        .args(["sample1.txt", "sample1.out"].map(|name| at("testdata").join(name)))
        .arg(feedback.path());
    let output = std::fs::File::open(at("testdata/sample1.out")).unwrap();
    assert_eq!(command.stdin(output).status().unwrap().code(), Some(42));
}
