//! Perfect play on the command line: its answers, limits, checkpoints and pictures.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::reference::{self, Board};
use crate::support::{GUARD, HEX, interrupt, wait};

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)
}

fn output(arguments: &str, input: &str) -> Output {
    let mut command = assert_cmd::Command::new(HEX.path);
    command.args(arguments.split_whitespace()).write_stdin(input).timeout(GUARD).output().unwrap()
}

/// The answer to an input, which must be complete.
fn answer(arguments: &str, input: &str) -> String {
    let output = output(arguments, input);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is printed under the best cases of each data set, and the text without it.
fn parts(text: &str) -> (Vec<String>, String) {
    let (mut perfect, mut rest) = (Vec::new(), String::new());
    for (i, part) in text.split("\n\nPerfect play:\n").enumerate() {
        let (lines, after) = match part.split_once("\n\nData set ") {
            _ if i == 0 => (None, part.to_owned()),
            Some((lines, after)) => (Some(lines), format!("\n\nData set {after}")),
            None => (Some(part.trim_end()), "\n".to_owned()),
        };
        perfect.extend(lines.map(str::to_owned));
        rest += &after;
    }
    (perfect, rest)
}

/// An input with one data set.
fn one(size: usize, x: &[&str], o: &[&str]) -> String {
    format!("1\n{size}\n{} {}\n{}\n{}\n", x.len(), o.len(), x.join(" "), o.join(" "))
}

fn sample1() -> String {
    fs::read_to_string(testdata("sample1.txt")).unwrap()
}

/// The winning moves are those that a search of all positions, without any knowledge of the game, has found.
#[test]
fn the_first_sample_is_solved() {
    let (perfect, rest) = parts(&answer("--solve --moves", &sample1()));
    assert_eq!(rest, fs::read_to_string(testdata("sample1.out")).unwrap());
    let all_but_two_rows = "A1 B1 C1 D1 E1 A2 B2 E2 B3 D3 E3 A4 B4 C4 D4 E4 A5 B5 D5 E5";
    assert_eq!(
        perfect,
        [
            "X to move: X wins\nWinning moves: E1 D2\nO to move: O wins\nWinning moves: E1 B2 D2 B3",
            &format!("X to move: X wins\nWinning moves: {all_but_two_rows}\nO to move: X wins\nWinning moves: none"),
        ]
    );
    let (of_o, rest) = parts(&answer("--solve --to-move O", &sample1()));
    assert_eq!(of_o, ["O to move: O wins", "O to move: X wins"]);
    assert_eq!(rest, fs::read_to_string(testdata("sample1.out")).unwrap());
}

#[test]
fn a_position_that_is_won_has_no_perfect_play() {
    let input = "3\n2\n2 0\nA1 B1\n\n1\n0 0\n\n\n2\n0 2\n\nA1 A2\n";
    let (perfect, rest) = parts(&answer("--solve --moves --strategy", input));
    let x = "X to move: X wins\nWinning moves: A1\nLine of play: A1";
    assert_eq!(perfect, [format!("{x}\n{}", x.replace('X', "O"))]);
    assert_eq!(rest, answer("", input));
    for line in answer("--solve --json", input).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line.get("perfect_play").is_none(), !line["winner"].is_null());
    }
}

/// Plays a line; the position after each move.
fn played(board: &Board, first: char, line: &[String]) -> Vec<Board> {
    let players = [first, if first == 'X' { 'O' } else { 'X' }];
    let mut board = board.clone();
    let play = |(cell, player): (&String, &char)| {
        let (column, row) = (cell.as_bytes()[0] - b'A', cell[1..].parse::<usize>().unwrap() - 1);
        let place = &mut board.0[row][usize::from(column)];
        assert_eq!(*place, '-', "{cell} is taken");
        *place = *player;
        board.clone()
    };
    line.iter().zip(players.iter().cycle()).map(play).collect()
}

#[test]
fn lines_of_play_end_with_the_chain_of_the_winner() {
    let mut lines = 0;
    for input in [sample1(), fs::read_to_string(testdata("openings-5.txt")).unwrap()] {
        let boards = reference::read(&input);
        let text = answer("--solve --strategy --moves --json", &input);
        for (board, answer) in boards.iter().zip(text.lines()) {
            let answer: Value = serde_json::from_str(answer).unwrap();
            for (name, first) in [("x_to_move", 'X'), ("o_to_move", 'O')] {
                let play = &answer["perfect_play"][name];
                let line: Vec<String> = serde_json::from_value(play["line"].clone()).unwrap();
                let (last, before) =
                    played(board, first, &line).split_last().map(|(l, b)| (l.clone(), b.to_vec())).unwrap();
                assert_eq!(json!(last.winner().map(String::from)), play["winner"], "{line:?}");
                assert!(before.iter().all(|board| board.winner().is_none()), "{line:?}");
                let wins = play["winner"] == json!(first.to_string());
                assert_eq!(play["winning_moves"].as_array().unwrap().contains(&json!(line[0])), wins, "{line:?}");
                lines += 1;
            }
        }
    }
    assert_eq!(lines, 54);
}

/// The positions of a line are solved again: the winner wins all of them.
#[test]
fn the_winner_of_a_line_plays_winning_moves() {
    let boards = reference::read(&sample1());
    for (first, board) in [('X', &boards[0]), ('O', &boards[0]), ('O', &boards[1])] {
        let solve = |board: &Board, player| -> Value {
            let input = format!("1\n{}", board.input());
            serde_json::from_str(&answer(&format!("--solve --strategy --json --to-move {player}"), &input)).unwrap()
        };
        let name = |player: char| format!("{}_to_move", player.to_ascii_lowercase());
        let play = &solve(board, first)["perfect_play"][name(first)];
        let line: Vec<String> = serde_json::from_value(play["line"].clone()).unwrap();
        let mut player = first;
        for (i, board) in played(board, first, &line).iter().enumerate().take(line.len() - 1) {
            player = if player == 'X' { 'O' } else { 'X' };
            let after = &solve(board, player)["perfect_play"][name(player)];
            assert_eq!(after["winner"], play["winner"], "{line:?} after {}", i + 1);
            assert_eq!(after["line"], json!(line[i + 1..]), "the rest of a line is the line of the rest");
        }
    }
}

#[test]
fn json_and_text_have_the_same_perfect_play() {
    let (perfect, _) = parts(&answer("--solve --moves --strategy", &sample1()));
    let json = answer("--solve --moves --strategy --json", &sample1());
    let cells = |cells: &Value| {
        let cells: Vec<&str> = cells.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        if cells.is_empty() { "none".to_owned() } else { cells.join(" ") }
    };
    for (line, perfect) in json.lines().zip(&perfect) {
        let line: Value = serde_json::from_str(line).unwrap();
        let play = |name: &str, player: char| {
            let play = &line["perfect_play"][name];
            let (winner, moves) = (play["winner"].as_str().unwrap(), cells(&play["winning_moves"]));
            format!("{player} to move: {winner} wins\nWinning moves: {moves}\nLine of play: {}", cells(&play["line"]))
        };
        assert_eq!(*perfect, format!("{}\n{}", play("x_to_move", 'X'), play("o_to_move", 'O')));
    }
    let line: Value = serde_json::from_str(answer("--solve --to-move X --json", &one(2, &[], &[])).trim()).unwrap();
    assert_eq!(line["perfect_play"], json!({"x_to_move": {"winner": "X"}}));
}

#[test]
fn the_number_of_threads_and_the_memory_do_not_show() {
    let openings = fs::read_to_string(testdata("openings-5.txt")).unwrap();
    let with = |more: &str| answer(&format!("--solve --moves --strategy {more}"), &openings);
    let one = with("--threads 1");
    for more in ["--threads 2", "--threads 3", "--threads 1 --memory 64K"] {
        assert!(with(more) == one, "{more}");
    }
}

#[test]
fn a_limit_leaves_one_data_set_unknown_and_the_others_are_answered() {
    let empty = |size| format!("{size}\n0 0\n\n\n");
    let input = format!("3\n{}{}{}", empty(2), empty(11), empty(2));
    let known = "X to move: X wins\nO to move: O wins";
    for limits in ["--nodes 50", "--time 300ms --memory 1M --threads 2"] {
        let begun = Instant::now();
        let output = output(&format!("--solve {limits}"), &input);
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(3), &b""[..]), "{limits}");
        let (perfect, _) = parts(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(perfect, [known, "X to move: unknown\nO to move: unknown", known], "{limits}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{limits}");
    }
    let output = output("--solve --moves --strategy --nodes 1 --json", &format!("1\n{}", empty(11)));
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["perfect_play"]["o_to_move"], json!({"winner": null, "winning_moves": null, "line": null}));
}

#[test]
fn boards_that_are_too_large_are_unknown() {
    let input = "3\n23\n0 0\n\n\n30\n0 0\n\n\n1\n0 0\n\n\n";
    let output = output("--solve", input);
    assert_eq!(output.status.code(), Some(3));
    let said = "hex: boards above size 22 are not searched: their perfect play is unknown\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
    let (perfect, rest) = parts(&String::from_utf8(output.stdout).unwrap());
    let unknown = "X to move: unknown\nO to move: unknown";
    assert_eq!(perfect, [unknown, unknown, "X to move: X wins\nO to move: O wins"]);
    assert_eq!(rest, answer("", input));
}

#[test]
fn statistics_count_the_positions_of_the_search() {
    let positions = |arguments: &str| {
        let output = output(&format!("--stats --threads 1 {arguments}"), &one(6, &["A1"], &[]));
        let stderr = String::from_utf8(output.stderr).unwrap();
        stderr.strip_prefix("hex: ").unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(positions(""), 1);
    let (one, both) = (positions("--solve --to-move O"), positions("--solve"));
    assert!(1 < one && one < both, "{one} {both}");
    assert_eq!(positions("--solve --nodes 5"), 5);
}

/// A search that is stopped again and again goes on where it was.
#[test]
fn a_search_with_a_checkpoint_continues() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let opening = one(7, &["A1"], &[]);
    let arguments = format!("--solve --to-move O --threads 1 --nodes 200 --checkpoint {}", checkpoint.display());
    let expected = answer("--solve --to-move O --threads 1", &opening);
    let mut stopped = 0;
    let last = loop {
        let output = output(&arguments, &opening);
        if output.status.code() == Some(0) {
            break output;
        }
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(3), &b""[..]));
        stopped += 1;
        assert!(stopped < 1000);
    };
    assert!(stopped > 2, "{stopped}");
    assert_eq!(String::from_utf8(last.stdout).unwrap(), expected);

    // The file belongs to its position, and nothing is answered before that is known.
    let other = output(&arguments, &one(7, &["B1"], &[]));
    assert_eq!((other.status.code(), other.stdout.as_slice()), (Some(1), &b""[..]));
    assert!(String::from_utf8(other.stderr).unwrap().contains("belongs to 'hex --solve, board X------/"));
}

#[cfg(unix)]
#[test]
fn a_killed_search_leaves_a_whole_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let (checkpoint, input) = (folder.path().join("checkpoint"), folder.path().join("input"));
    fs::write(&input, one(11, &["A1"], &[])).unwrap();
    let arguments = format!("--solve --checkpoint {} {}", checkpoint.display(), input.display());
    let mut child = HEX.spawn(&arguments);
    let begun = Instant::now();
    while !checkpoint.exists() {
        assert!(begun.elapsed() < GUARD && child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    wait(child);
    let output = output(&format!("{arguments} --nodes 20"), "");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(3), &b""[..]));
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("\nX to move: unknown\nO to move: unknown\n"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known_and_ends_with_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input");
    fs::write(&input, "2\n2\n0 0\n\n\n11\n0 0\n\n\n").unwrap();
    let mut child = HEX.spawn(&format!("--solve --moves {}", input.display()));
    let mut from = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // The best cases of the second data set are printed before it is solved.
    from.find(|line| line == "Number of moves: 11");
    thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    let rest: Vec<String> = from.collect();
    assert!(rest.ends_with(&["O to move: unknown".to_owned(), "Winning moves: unknown".to_owned()]), "{rest:?}");
    assert_eq!(wait(child), (Some(3), "hex: interrupted after 1 data set(s)\n".to_owned()));
}

#[test]
fn pictures_mark_the_winning_moves_apart_from_best_cases() {
    let folder = tempfile::tempdir().unwrap();
    let count = |arguments: &str| {
        let arguments = format!("{arguments} --svg {}", folder.path().display());
        answer(&arguments, &sample1());
        [1, 2].map(|number| {
            let picture = fs::read_to_string(folder.path().join(format!("data-set-{number}.svg"))).unwrap();
            let picture = roxmltree::Document::parse(&picture).unwrap();
            let elements =
                |class: &str| picture.descendants().filter(|node| node.attribute("class") == Some(class)).count();
            let text: String = picture.root_element().descendants().filter_map(|node| node.text()).collect();
            let results =
                ["X to move: X wins", "O to move: O wins", "O to move: X wins"].map(|line| text.contains(line));
            ([elements("x winning"), elements("o winning"), elements("x mark"), elements("o mark")], results)
        })
    };
    // One more of each kind is in the legend.
    assert_eq!(count(""), [([0, 0, 4, 4], [false; 3]), ([0, 0, 3, 5], [false; 3])]);
    assert_eq!(count("--solve"), [([0, 0, 4, 4], [true, true, false]), ([0, 0, 3, 5], [true, false, true])]);
    assert_eq!(count("--solve --moves"), [([3, 5, 4, 4], [true, true, false]), ([21, 0, 3, 5], [true, false, true])]);
    assert_eq!(count("--solve --moves --to-move O")[0], ([0, 5, 4, 4], [false, true, false]));
}

#[test]
fn openings_are_all_positions_with_one_stone_of_x() {
    for size in 5..=8 {
        let text = fs::read_to_string(testdata(&format!("openings-{size}.txt"))).unwrap();
        answer("--strict", &text);
        let boards = reference::read(&text);
        let openings: Vec<usize> =
            boards.iter().map(|board| board.0.concat().iter().position(|&cell| cell == 'X').unwrap()).collect();
        assert_eq!(openings, (0..size * size).collect::<Vec<_>>());
        assert!(
            boards.iter().all(|board| board.size() == size && board.of('X').len() == 1 && board.of('O').is_empty())
        );
    }
}

/// The winning openings as they were published for 5×5.
#[test]
fn the_openings_of_size_5_have_their_known_winners() {
    let text = answer("--solve --to-move O", &fs::read_to_string(testdata("openings-5.txt")).unwrap());
    let (perfect, _) = parts(&text);
    let winners: String = perfect.iter().map(|line| &line["O to move: ".len()..][..1]).collect();
    assert_eq!(winners.matches('X').count(), 13);
    // A half-turn of the board changes nothing.
    assert_eq!(winners, winners.chars().rev().collect::<String>());
}

#[test]
fn proofs_of_answers_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let won = reference::read("1\n2\n2 0\nA1 B1\n\n");
    let openings = reference::read(&fs::read_to_string(testdata("openings-5.txt")).unwrap());
    for board in reference::read(&sample1()).iter().chain(&won).chain(openings.iter().step_by(7)) {
        let input = format!("1\n{}", board.input());
        for player in ['X', 'O'] {
            let arguments = format!("--solve --to-move {player} --json --proof {}", path.display());
            let line: Value = serde_json::from_str(&answer(&arguments, &input)).unwrap();
            let proof: Value =
                serde_json::from_str(&answer(&format!("--verify {} --json", path.display()), "")).unwrap();
            let perfect = &line["perfect_play"][format!("{}_to_move", player.to_ascii_lowercase())]["winner"];
            assert_eq!(proof["winner"], if line["winner"].is_null() { perfect } else { &line["winner"] }.clone());
            assert_eq!((&proof["board"], &proof["to_move"]), (&line["board"], &json!(player.to_string())));
            fs::remove_file(&path).unwrap();
        }
    }
    // What is not known has no proof, and a file that was there stays.
    let arguments = format!("--solve --to-move X --nodes 10 --proof {}", path.display());
    let missing = format!("hex: no proof was written to {}\n", path.display());
    let not_found = |arguments: &str| {
        let output = output(arguments, &one(9, &[], &[]));
        assert_eq!((output.status.code(), str::from_utf8(&output.stderr).unwrap()), (Some(3), &*missing));
    };
    not_found(&arguments);
    assert!(!path.exists());
    fs::write(&path, "old").unwrap();
    not_found(&arguments);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let large = output(&format!("{arguments} --quiet"), &one(23, &[], &[]));
    assert_eq!((large.status.code(), str::from_utf8(&large.stderr).unwrap()), (Some(3), &*missing));
}

/// The answer is not lost.
#[cfg(target_os = "linux")]
#[test]
fn a_proof_that_cannot_be_written_is_reported_after_the_answer() {
    let input = one(3, &["B2"], &[]);
    let expected = answer("--solve --to-move O", &input);
    for (arguments, expected) in [("", expected), ("--json", answer("--solve --to-move O --json", &input))] {
        let output = output(&format!("--solve --to-move O --proof /dev/full {arguments}"), &input);
        assert_eq!((output.status.code(), str::from_utf8(&output.stdout).unwrap()), (Some(3), &*expected));
        let said = str::from_utf8(&output.stderr).unwrap();
        assert!(said.starts_with("hex: cannot write /dev/full: No space left on device"), "{said}");
    }
}

#[test]
fn no_file_has_two_uses() {
    let folder = tempfile::tempdir().unwrap();
    let [input, other] = ["input", "other"].map(|name| folder.path().join(name).display().to_string());
    let text = one(3, &["B2"], &[]);
    fs::write(&input, &text).unwrap();
    for (arguments, problem) in [
        (format!("--proof {input} {input}"), "--proof would overwrite "),
        (format!("--checkpoint {input} {input}"), "--checkpoint would overwrite "),
        (format!("--proof {other} --checkpoint {other} {input}"), "--checkpoint and --proof would both write "),
        (format!("--proof {other}.old --checkpoint {other} {input}"), "--checkpoint and --proof would both write "),
        (
            format!("--svg {0} --proof {0}/data-set-1.svg {input}", folder.path().display()),
            "--proof and --svg would both ",
        ),
        (format!("--svg {0}/new --checkpoint {0}/new {input}", folder.path().display()), "--checkpoint would write "),
        (format!("--svg {0} {0}/data-set-7.svg", folder.path().display()), "--svg would overwrite "),
    ] {
        if arguments.ends_with("data-set-7.svg") {
            fs::rename(&input, folder.path().join("data-set-7.svg")).unwrap();
        }
        let output = output(&format!("--solve --to-move O {arguments}"), "");
        let said = str::from_utf8(&output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments}: {said}");
        assert!(said.starts_with(&format!("hex: {problem}")), "{said}");
    }
    let input = folder.path().join("data-set-7.svg");
    assert_eq!((fs::read_to_string(input).unwrap(), fs::read_dir(folder.path()).unwrap().count()), (text, 1));
}

#[test]
fn without_a_data_set_there_is_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    for option in ["--proof", "--checkpoint"] {
        let file = folder.path().join("file");
        let output = output(&format!("--solve --to-move X {option} {}", file.display()), "0\n");
        let said = str::from_utf8(&output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len(), file.exists()), (Some(2), 0, false), "{said}");
        assert!(said.contains(option) && said.contains("expected an input with one data set"), "{said}");
    }
}

const PROOF: &str = "hex proof 1\nsize 2\nX B1\nO\nto move O\nwinner X\nL B1 | A1 | A2\nwin B1 1\n";

#[test]
fn a_proof_is_checked() {
    let expected = "Board Position:\n-   X\n  -   -\n\nTo move: O\nWinner: X\nEntries: 1\nProof: valid\n";
    assert_eq!(answer("--verify -", PROOF), expected);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    fs::write(&path, PROOF).unwrap();
    assert_eq!(answer(&format!("--verify {}", path.display()), ""), expected);
    let json: Value = serde_json::from_str(answer("--verify - --json", PROOF).trim()).unwrap();
    let fields = json!({"schema": "quadrille/hex-proof/1", "size": 2, "board": ["-X", "--"], "to_move": "O", "winner": "X", "entries": 1});
    assert_eq!(json, fields);

    for number in ["2", "99999999999999999999", &"9".repeat(1000)] {
        let output = output("--verify -", &PROOF.replace("win B1 1", &format!("win B1 {number}")));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("hex: line 8, column 8: there is no entry '"), "{said}");
    }
    fs::write(&path, PROOF.replace(" | A2", "")).unwrap();
    let output = output(&format!("--verify {}", path.display()), "");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    let said = format!("hex: {}: line 7, column 1: a move of O at A1 is not answered\n", path.display());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
}
