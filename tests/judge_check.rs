//! The check of outputs: what is right in any spelling is accepted, whatever changes the meaning is not, and the Python
//! validator of the problem package says the same, word for word.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod reference;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin_cmd;
use proptest::prelude::*;
use quadrille::judge::check;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use reference::Board;

fn message(input: &str, output: &[u8]) -> Option<String> {
    check(input.as_bytes(), output).unwrap().map(|fault| fault.to_string())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Boards of sizes 1 to 9, all densities, some of them with a winner.
fn random_boards(seed: u64) -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..random.random_range(1..=4))
        .map(|i| {
            let share = random.random_range(0.2..0.8);
            Board::random(random.random_range(1..=9), random.random_range(0.0..1.0), share, 1000 * seed + i)
        })
        .collect()
}

/// The best case that comes last in reading order.
fn last_best(board: &Board, player: char) -> Vec<reference::Cell> {
    let last = board.size() - 1;
    let turned = board.half_turned().first(player);
    turned.into_iter().map(|(row, column)| (last - row, last - column)).collect()
}

/// A line of a right output, and whether it is a row of a board.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    text: String,
    row: bool,
}

/// The right output that prefers the last best cases.
fn right(boards: &[Board]) -> Vec<Line> {
    let mut lines = Vec::new();
    let words = |lines: &mut Vec<Line>, text: String| lines.push(Line { text, row: false });
    let rows = |lines: &mut Vec<Line>, board: &Board| {
        lines.extend(board.print().lines().map(|text| Line { text: text.to_owned(), row: true }));
    };
    words(&mut lines, format!("Analyzing {} data set(s)", boards.len()));
    for (i, board) in boards.iter().enumerate() {
        words(&mut lines, format!("Data set {}", i + 1));
        words(&mut lines, "Board Position:".to_owned());
        rows(&mut lines, board);
        if let Some(winner) = board.winner() {
            words(&mut lines, format!("{winner} has won!"));
            continue;
        }
        for player in ['X', 'O'] {
            let best = last_best(board, player);
            words(&mut lines, format!("Best case for {player}:"));
            rows(&mut lines, &board.with(&best, player));
            words(&mut lines, format!("Number of moves: {}", best.len()));
        }
    }
    lines
}

fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{}\n", line.text)).collect()
}

/// The same in another spelling: other white space outside boards, other letter case, blanks at the ends of rows.
fn respelled(lines: &[Line], random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    let white = [" ", "  ", "\t", "\n", "\r\n", " \n\n ", "\x0b", "\x0c"];
    for (i, line) in lines.iter().enumerate() {
        if line.row {
            text += &line.text;
            text += ["", " ", "\t ", "\r"][random.random_range(0..4)];
            text.push('\n');
            continue;
        }
        let before_row = lines.get(i + 1).is_some_and(|next| next.row);
        for word in line.text.split(' ') {
            if !text.is_empty() {
                text += white[random.random_range(0..white.len())];
            }
            for letter in word.chars() {
                text.push(if random.random_bool(0.5) {
                    letter.to_ascii_uppercase()
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
        if before_row {
            text += ["\n", "\r\n", "\n\n", " \n\t\n"][random.random_range(0..4)];
        } else {
            text += " ";
        }
    }
    text
}

/// Changes a character or a line so that the output means something else.
fn tampered(lines: &[Line], random: &mut ChaCha8Rng) -> String {
    let mut lines = lines.to_vec();
    let at = random.random_range(0..lines.len());
    let Line { text: mut characters, row } = lines[at].clone();
    let place = random.random_range(0..characters.len());
    let old = characters.as_bytes()[place];
    let any = *b"XO-xo0 Aaz19:.!\t".get(random.random_range(0..16)).unwrap();
    match random.random_range(0..6) {
        // Within words a blank in place of a blank, or a letter in place of itself in the other case, says the same.
        0 if row && any != old || !row && !any.eq_ignore_ascii_case(&old) && !(any == b'\t' && old == b' ') => {
            // A blank in place of the last cell leaves a row that ends early, in place of a word's end a shorter word.
            characters.replace_range(place..=place, &char::from(any).to_string());
            lines[at].text = characters;
        }
        1 if row || !any.is_ascii_whitespace() => {
            characters.insert(place, char::from(any));
            lines[at].text = characters;
        }
        2 if row || old != b' ' => {
            characters.remove(place);
            lines[at].text = characters;
        }
        3 => drop(lines.remove(at)),
        4 => lines.insert(at, lines[at].clone()),
        5 if at > 0 && lines[at] != lines[at - 1] => lines.swap(at, at - 1),
        _ => {
            lines[at].text.push('!');
        }
    }
    text(&lines)
}

#[test]
fn other_best_cases_and_spellings_are_accepted_and_tamperings_are_not() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut cases = Vec::new();
    for seed in 0..200 {
        let boards = random_boards(seed);
        let input = reference::input(&boards);
        assert_eq!(message(&input, reference::output(&boards).as_bytes()), None, "{input}");
        let lines = right(&boards);
        for output in [text(&lines), respelled(&lines, &mut random)] {
            assert_eq!(message(&input, output.as_bytes()), None, "{input}{output}");
            cases.push((input.clone(), output, None));
        }
        for _ in 0..25 {
            let output = tampered(&lines, &mut random);
            let found = message(&input, output.as_bytes());
            assert!(found.is_some(), "accepted:\n{input}{output}");
            cases.push((input.clone(), output, found));
        }
    }
    assert_eq!(cases.iter().filter(|(_, _, message)| message.is_some()).count(), 5000);
    the_validator_says_the_same(&cases);
}

/// Has the package's validator judge all cases in one run of Python.
fn the_validator_says_the_same(cases: &[(String, String, Option<String>)]) {
    const DRIVER: &str = "\
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import validate_output
for line in sys.stdin:
    input, output = json.loads(line)
    print(json.dumps(validate_output.judge(input.encode('latin-1'), output.encode('latin-1'))))
";
    let folder = root().join("testdata/package/output_validator");
    let python =
        Command::new("python3").args(["-c", DRIVER]).arg(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = python else {
        eprintln!("skipped: there is no python3 here to run the validator with");
        return;
    };
    let mut stdin = python.stdin.take().unwrap();
    let questions: String = cases.iter().map(|(input, output, _)| format!("{}\n", json!([input, output]))).collect();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Option<String>> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), cases.len());
    for ((input, output, message), answer) in cases.iter().zip(&answers) {
        assert_eq!(answer, message, "{input}{output}");
    }
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
    assert_eq!((status, errors.starts_with("hex-judge: cannot read none: ")), (Some(2), true), "{errors}");
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
fn outputs_that_the_package_gives_as_right_or_wrong_are_judged_so() {
    let files = |folder: &str| {
        let entries = fs::read_dir(root().join("testdata/package/data").join(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "in")).collect::<Vec<PathBuf>>()
    };
    for (folder, ending, accepted) in [
        ("sample", "ans", true),
        ("secret", "ans", true),
        ("valid_output", "out", true),
        ("invalid_output", "out", false),
    ] {
        let inputs = files(folder);
        assert!(inputs.len() >= 3, "{folder}");
        let read = |path: &Path| fs::read(path).unwrap().into_iter().map(char::from).collect::<String>();
        let cases: Vec<_> = inputs
            .iter()
            .map(|path| {
                let (input, output) = (read(path), fs::read(path.with_extension(ending)).unwrap());
                let message = message(&input, &output);
                assert_eq!(message.is_none(), accepted, "{}: {message:?}", path.display());
                (input, output.into_iter().map(char::from).collect::<String>(), message)
            })
            .collect();
        the_validator_says_the_same(&cases);
    }
}
