//! Perfect play on the command line: its answers, limits and proofs.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::testdata;
use crate::reference::{self, Board};
use crate::support::{HEX, rounds};

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

/// The winning moves are those that a search of all positions, without any knowledge of the game, has found.
#[test]
fn first_sample_is_solved() {
    let all_but_two_rows = "A1 B1 C1 D1 E1 A2 B2 E2 B3 D3 E3 A4 B4 C4 D4 E4 A5 B5 D5 E5";
    let first = "X to move: X wins\nWinning moves: E1 D2\nO to move: O wins\nWinning moves: E1 B2 D2 B3";
    let second =
        format!("X to move: X wins\nWinning moves: {all_but_two_rows}\nO to move: X wins\nWinning moves: none");
    for (arguments, expected) in
        [("--solve --moves", [first, &second]), ("--solve --to-move O", ["O to move: O wins", "O to move: X wins"])]
    {
        let (perfect, rest) = parts(&HEX.answer(arguments, testdata("sample1.txt")));
        assert_eq!((perfect, rest), (expected.map(str::to_owned).to_vec(), testdata("sample1.out")));
    }
}

#[test]
fn position_that_is_won_has_no_perfect_play() {
    let input = "3\n2\n2 0\nA1 B1\n\n1\n0 0\n\n\n2\n0 2\n\nA1 A2\n";
    let (perfect, rest) = parts(&HEX.answer("--solve --moves --strategy", input));
    let x = "X to move: X wins\nWinning moves: A1\nLine of play: A1";
    assert_eq!((perfect, rest), (vec![format!("{x}\n{}", x.replace('X', "O"))], HEX.answer("", input)));
    for line in HEX.answer("--solve --json", input).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line.get("perfect_play").is_none(), !line["winner"].is_null());
    }
}

/// Plays a line; the position after each move.
fn played(board: &Board, first: char, line: &[String]) -> Vec<Board> {
    let mut board = board.clone();
    let mut player = first;
    let play = |cell: &String| {
        let (column, row) = (cell.as_bytes()[0] - b'A', cell[1..].parse::<usize>().unwrap() - 1);
        let place = &mut board.0[row][usize::from(column)];
        assert_eq!(*place, '-', "{cell} is taken");
        *place = player;
        player = if player == 'X' { 'O' } else { 'X' };
        board.clone()
    };
    line.iter().map(play).collect()
}

/// Each line ends with the chain of the winner, and the rest of a line is the line of the rest, which the same player
/// wins.
#[test]
fn lines_of_play_are_played_by_the_winner() {
    let sample = reference::read(&testdata("sample1.txt"));
    let openings = reference::read(&testdata("openings-5.txt"));
    let boards: Vec<Board> = sample.into_iter().chain(openings.into_iter().step_by(rounds(5, 1))).collect();
    let solve = |boards: &[Board]| -> Vec<Value> {
        let text = HEX.answer("--solve --strategy --moves --json", reference::input(boards));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    for (board, answer) in boards.iter().zip(solve(&boards)) {
        for (name, other, first) in [("x_to_move", "o_to_move", 'X'), ("o_to_move", "x_to_move", 'O')] {
            let play = &answer["perfect_play"][name];
            let line: Vec<String> = serde_json::from_value(play["line"].clone()).unwrap();
            let all = played(board, first, &line);
            let (last, before) = all.split_last().unwrap();
            assert_eq!(json!(last.winner().map(String::from)), play["winner"], "{line:?}");
            assert!(before.iter().all(|board| board.winner().is_none()), "{line:?}");
            let wins = play["winner"] == json!(first.to_string());
            assert_eq!(play["winning_moves"].as_array().unwrap().contains(&json!(line[0])), wins, "{line:?}");
            for (i, after) in solve(before).iter().enumerate() {
                let after = &after["perfect_play"][if i % 2 == 0 { other } else { name }];
                assert_eq!((&after["winner"], &after["line"]), (&play["winner"], &json!(line[i + 1..])), "{line:?}");
            }
        }
    }
}

#[test]
fn limit_leaves_one_data_set_unknown_and_the_others_are_answered() {
    let empty = |size| format!("{size}\n0 0\n\n\n");
    let input = format!("3\n{}{}{}", empty(2), empty(11), empty(2));
    let (known, unknown) = ("X to move: X wins\nO to move: O wins", "X to move: unknown\nO to move: unknown");
    for limits in ["--nodes 50", "--time 300ms --memory 1M --threads 2", "--nodes 300 --threads 2"] {
        let begun = Instant::now();
        let output = HEX.run(&format!("--solve {limits}"), &*input);
        assert_eq!((output.status, &*output.stderr), (Some(3), ""), "{limits}");
        let (perfect, _) = parts(&output.stdout);
        assert_eq!(perfect, [known, unknown, known], "{limits}");
        assert!(begun.elapsed() < Duration::from_secs(60), "{limits}");
    }
    let line = HEX.json("--solve --moves --strategy --nodes 1", format!("1\n{}", empty(11)));
    assert_eq!(line["perfect_play"]["o_to_move"], json!({"winner": null, "winning_moves": null, "line": null}));
    // So are boards that are too large, which is said once.
    let input = format!("3\n{}{}{}", empty(23), empty(30), empty(2));
    let output = HEX.run("--solve", &*input);
    let said = "hex: boards above size 22 are not searched: their perfect play is unknown\n";
    assert_eq!((output.status, &*output.stderr), (Some(3), said));
    let (perfect, rest) = parts(&output.stdout);
    assert_eq!((perfect, rest), ([unknown, unknown, known].map(str::to_owned).to_vec(), HEX.answer("", input)));
}

#[test]
fn statistics_count_the_positions_of_the_search() {
    let positions = |arguments: &str| {
        let output = HEX.run(&format!("--stats --threads 1 {arguments}"), "1\n6\n1 0\nA1\n\n");
        let stderr = output.stderr;
        stderr.strip_prefix("hex: ").unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(positions(""), 0);
    let (one, both) = (positions("--solve --to-move O"), positions("--solve"));
    assert!(1 < one && one < both, "{one} {both}");
    // A limit is for both players together.
    for most in [5, both - 1] {
        assert_eq!(positions(&format!("--solve --nodes {most}")), most);
    }
}

#[test]
fn proofs_of_answers_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let won = reference::read("1\n2\n2 0\nA1 B1\n\n");
    let openings = reference::read(&testdata("openings-5.txt"));
    for board in reference::read(&testdata("sample1.txt")).iter().chain(&won).chain(openings.iter().step_by(7)) {
        for player in ['X', 'O'] {
            let arguments = format!("--solve --to-move {player} --proof {}", path.display());
            let line = HEX.json(&arguments, reference::input(std::slice::from_ref(board)));
            let proof = HEX.json(&format!("--verify {}", path.display()), "");
            let perfect = &line["perfect_play"][format!("{}_to_move", player.to_ascii_lowercase())]["winner"];
            assert_eq!(proof["winner"], if line["winner"].is_null() { perfect } else { &line["winner"] }.clone());
            assert_eq!((&proof["board"], &proof["to_move"]), (&line["board"], &json!(player.to_string())));
        }
    }
    // What is not known has no proof, and the file that is there stays.
    let old = fs::read(&path).unwrap();
    let arguments = format!("--solve --to-move X --quiet --nodes 10 --proof {}", path.display());
    for size in [9, 23] {
        let ended = HEX.run(&arguments, reference::input(&[Board::empty(size)]));
        let missing = format!("hex: no proof was written to {}\n", path.display());
        assert_eq!((ended.status, ended.stderr), (Some(3), missing));
        assert_eq!(fs::read(&path).unwrap(), old);
    }
}

#[test]
fn proof_is_checked() {
    let proof = "hex proof 3\nsize 2\nX B1\nO\nto move O\nwinner X\nL B1 | A1 | A2\nwin B1 1\n";
    let expected = "Board Position:\n-   X\n  -   -\n\nTo move: O\nWinner: X\nEntries: 1\nProof: valid\n";
    let fields = r#"{"schema":"quadrille/hex-proof/1","board":["-X","--"],"to_move":"O","winner":"X","entries":1}"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    fs::write(&path, proof).unwrap();
    assert_eq!(
        (HEX.answer("--verify -", proof), HEX.answer("--verify - --json", proof)),
        (expected.into(), format!("{fields}\n"))
    );
    assert_eq!(HEX.answer(&format!("--verify {}", path.display()), ""), expected);
    fs::write(&path, proof.replace(" | A2", "")).unwrap();
    for (arguments, name) in [
        (format!("--verify {}", path.display()), format!("{}: ", path.display())),
        ("--verify -".to_owned(), String::new()),
    ] {
        let said = format!("hex: {name}line 7, column 1: a move of O at A1 is not answered\n");
        HEX.run(&arguments, proof.replace(" | A2", "")).is_refused(1, &said);
    }
}
