//! The program `hip`: its answers, its arguments, and how it ends.

use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};

use crate::support::{GUARD, HIP, all, interrupt, wait};

/// Tasks of every form in canonical spelling, which are answered at once.
const TASKS: [&str; 21] = [
    "squares 6x6",
    "squares 4096x4096",
    "tie 3x3",
    "tie 4x5 --free",
    "tie 6x6",
    "tie 6x7",
    "draws 6x6",
    "draws 2x3 --list",
    "draws 2x2 --list-all",
    "draws 5x5",
    "draws 6x7",
    "draws 7x7 --list",
    "draws 1x1 --list-all",
    "solve 3x3",
    "solve 3x3 --moves",
    "solve 4x4 --moves",
    "solve 6x6",
    "solve 3x3 --rules last-mover --moves",
    "solve 3x3 --rules last-mover --double --after A1,B1,C1 --moves",
    "solve 2x2 --after A1,A2,B1,B2 --moves",
    "model 3x3",
];

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, _) = HIP.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    let of_each_kind = ["squares 6x6", "tie 6x7", "draws 2x2 --list", "solve 3x3 --after B2 --moves", "model 2x2"];
    let (_, json) = HIP.sessions(&of_each_kind);
    insta::assert_snapshot!("answers_in_json", json);
}

#[test]
fn options_come_in_any_order_and_cells_in_either_case() {
    for (typed, canonical) in [
        ("solve --moves 3x3 --after b2,A1 --double", "solve 3x3 --double --after B2,A1 --moves"),
        ("--threads 1 solve 3X3 --after=b2 --quiet --rules gardner", "solve 3x3 --after B2"),
        ("solve 03x3 --double --rules=last-mover", "solve 3x3 --rules last-mover --double"),
        ("solve 3x3 --moves --after c3,b02 --double", "solve 3x3 --double --after C3,B2 --moves"),
        ("draws --list-all 2x2", "draws 2x2 --list-all"),
        ("squares 6X06", "squares 6x6"),
    ] {
        assert_eq!(HIP.answer(typed, ""), HIP.answer(canonical, ""));
        assert_eq!(HIP.answer(canonical, "").lines().next(), Some(canonical));
    }
}

const NOT_A_TASK: &str = "unknown task";
const NOT_A_SIZE: &str = "expected a size such as 6x7";
const NO_SIZE: &str = "the following required arguments were not provided: <SIZE>";
const NOT_A_SIDE: &str = "expected a size with sides from 1 to 4096";
const RULES: &str = "[possible values: gardner, last-mover]";

/// Broken tasks: the column where that shows, and the message.
#[rustfmt::skip]
const FAULTS: [(&str, usize, &str); 39] = [
    ("draw 6x6", 1, "{NOT_A_TASK} 'draw'; tip: a similar task exists: 'draws'"),
    ("Squares 6x6", 1, "{NOT_A_TASK} 'Squares'; tip: a similar task exists: 'squares'"),
    ("circles 6x6", 1, "{NOT_A_TASK} 'circles'"),
    ("squares", 8, "{NO_SIZE}"),
    ("tie", 4, "{NO_SIZE}"),
    ("tie free", 5, "invalid value 'free' for '<SIZE>': {NOT_A_SIZE}"),
    ("squares 6", 9, "invalid value '6' for '<SIZE>': {NOT_A_SIZE}"),
    ("squares 6x", 9, "invalid value '6x' for '<SIZE>': {NOT_A_SIZE}"),
    ("squares 6x6x6", 9, "invalid value '6x6x6' for '<SIZE>': {NOT_A_SIZE}"),
    ("squares 0x6", 9, "invalid value '0x6' for '<SIZE>': {NOT_A_SIDE}"),
    ("squares 4097x1", 9, "invalid value '4097x1' for '<SIZE>': {NOT_A_SIDE}"),
    ("squares 99999999999999999999x1", 9, "invalid value '99999999999999999999x1' for '<SIZE>': {NOT_A_SIDE}"),
    ("squares -6x6", 9, "unexpected argument '-6' found"),
    ("squares 6x6 6x6", 13, "unexpected argument '6x6' found"),
    ("squares 6x6 --free", 13, "unexpected argument '--free' found"),
    ("tie 6x6 free", 9, "unexpected argument 'free' found"),
    ("tie 6x6 --Free", 9, "unexpected argument '--Free' found; tip: a similar argument exists: '--free'"),
    ("tie 6x6 --free --free", 16, "the argument '--free' cannot be used multiple times"),
    ("tie 33x32", 5, "invalid value '33x32' for '<SIZE>': expected a board of at most 1024 cells"),
    ("draws 6x6 --list --list", 18, "the argument '--list' cannot be used multiple times"),
    ("draws 6x6 --list --list-all", 18, "the argument '--list' cannot be used with '--list-all'"),
    ("draws 6x6 --svg a.svg", 22, "the following required arguments were not provided: <--list|--list-all>"),
    ("solve 5x5 --rules", 18, "a value is required for '--rules <RULES>' but none was supplied {RULES}"),
    ("solve 5x5 --rules=", 11, "a value is required for '--rules <RULES>' but none was supplied {RULES}"),
    ("solve 5x5 --rules hip", 19, "invalid value 'hip' for '--rules <RULES>' {RULES}"),
    ("solve 5x5 --rules gardner --rules gardner", 35, "the argument '--rules <RULES>' cannot be used multiple times"),
    ("solve 5x5 --double --moves --double", 28, "the argument '--double' cannot be used multiple times"),
    ("solve 5x5 --after", 18, "a value is required for '--after <CELLS>' but none was supplied"),
    ("solve 5x5 --after --moves", 19, "a value is required for '--after <CELLS>' but none was supplied"),
    ("solve 5x5 --after A1 --after B1", 30, "the argument '--after <CELLS>' cannot be used multiple times"),
    ("solve 5x5 --after moves", 19, "invalid value 'moves' for '--after <CELLS>': move 1: expected a cell such as C3"),
    ("solve 5x5 --after A1,,B1", 19, "invalid value 'A1,,B1' for '--after <CELLS>': move 2: expected a cell such as C3"),
    ("solve 5x5 --after A0", 19, "invalid value 'A0' for '--after <CELLS>': move 1: \
        expected a cell with a row and a column from 1 to 65536"),
    ("solve 5x5 --after a1,f1", 19, "invalid value 'A1,F1' for '--after <CELLS>': move 2, F1: this cell is off the board"),
    ("solve 5x5 --after=A1,B2,A1", 11, "invalid value 'A1,B2,A1' for '--after <CELLS>': move 3, A1: this cell is occupied"),
    ("solve 3x3 --rules last-mover --after A1,C1,B1,C2,A2,C3,B2", 38, "invalid value 'A1,C1,B1,C2,A2,C3,B2' for \
        '--after <CELLS>': move 7, B2: this move completes the square A1 B1 B2 A2, which the rules forbid"),
    ("solve 3x3 --after A1,C1,B1,C2,A2,C3,B2,B3", 19, "invalid value 'A1,C1,B1,C2,A2,C3,B2,B3' for '--after <CELLS>': \
        move 8, B3: the game is already over"),
    ("solve 9x9", 7, "invalid value '9x9' for '<SIZE>': \
        expected at most 64 cells and 128 squares that can still be completed, or a board that a theorem decides"),
    ("tie 6x6 --svg not/there.svg", 1, "cannot write not/there.svg: No such file or directory (os error 2)"),
];

#[test]
fn broken_tasks_are_placed_in_a_list_and_wrong_usage_as_arguments() {
    let mut differences = String::new();
    for (task, column, message) in FAULTS {
        let names = [("NOT_A_TASK", NOT_A_TASK), ("NOT_A_SIZE", NOT_A_SIZE), ("NO_SIZE", NO_SIZE)];
        let names = names.into_iter().chain([("NOT_A_SIDE", NOT_A_SIDE), ("RULES", RULES)]);
        let message = names.fold(message.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value));
        let output = HIP.run("", format!("# one\nsquares 2x2\n  {task}  # here\nsquares 3x3\n"));
        assert_eq!(output.status.code(), Some(1), "{task}");
        assert_eq!(output.stdout, b"squares 2x2\nSquares: 1\n", "{task}");
        let expected = format!("hip: line 3, column {}: {message}\n", column + 2);
        let stderr = String::from_utf8(output.stderr).unwrap();
        if stderr != expected {
            differences += &format!("{task}\n  expected {expected}  found    {stderr}");
        }

        let output = HIP.run(task, "");
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{task}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let (shown, hint) = stderr.split_once("; try 'hip ").unwrap_or((stderr.trim_end(), "--help'\n"));
        if shown != format!("hip: {message}") || !hint.ends_with("--help'\n") {
            differences += &format!("{task}\n  expected hip: {message}\n  found    {stderr}");
        }
    }
    assert_eq!(differences, "");
}

/// Options of the process and requests for help are unknown in a list.
#[test]
fn a_list_has_tasks_alone() {
    for (line, found) in [
        (
            "--json",
            "unexpected argument '--json' found; tip: give it on the command line; it holds for the whole list\n$",
        ),
        ("squares 2x2 --threads 1", "unexpected argument '--threads' found; tip: give it on the command line"),
        ("squares --help", "unexpected argument '--help' found; tip: give it on the command line"),
        ("help", "unknown task 'help'"),
    ] {
        let stderr = is_match(format!(r"^hip: line 1, column \d+: {found}")).unwrap();
        cargo_bin_cmd!("hip").write_stdin(line).assert().code(1).stdout(is_empty()).stderr(stderr);
    }
}

#[test]
fn an_argument_is_one_word() {
    for (words, shown) in
        [(&[""][..], "''"), (&["squares 6x6"], "'squares 6x6'"), (&["squares", "6x6 # six"], "'6x6 # six'")]
    {
        cargo_bin_cmd!("hip").args(words).assert().code(2).stdout(is_empty()).stderr(contains(shown));
    }
}

#[test]
fn a_limit_ends_a_task_and_not_the_list() {
    for limit in ["--time 0s", "--nodes 0"] {
        let output = HIP.run(limit, "squares 2x2\ndraws 5x6\ntie 12x12\nsolve 5x5 --moves\nsquares 3x3");
        let text = all(&output);
        assert_eq!(output.status.code(), Some(3), "{limit}: {text}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(output.stderr.is_empty(), "{text}");
        let blocks: Vec<&str> = stdout.split("\n\n").collect();
        assert_eq!(blocks.len(), 5, "{text}");
        assert_eq!(blocks[1], "draws 5x6\nUnknown\nStanding: the count was stopped early");
        let tie =
            is_match(r"^tie 12x12\nMonochromatic squares: \d+\nStanding: best known, at least \d+\n[XO]").unwrap();
        assert!(tie.eval(blocks[2]), "{text}");
        let solve = is_match(r"^solve .* --moves\nUnknown\nProof: none, .+\nBest moves: unknown$").unwrap();
        assert!(solve.eval(blocks[3]), "{text}");
        assert_eq!(blocks[4], "squares 3x3\nSquares: 6\n");
    }
    let output = HIP.run("--json --nodes 0", "draws 5x6 --list\nsolve 5x5 --moves\nmodel 2x2\n");
    assert_eq!(output.status.code(), Some(3));
    let answers: Vec<serde_json::Value> =
        output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert!(answers[0]["draws"].is_null() && answers[0]["list"].is_null());
    assert!(answers[1]["result"].is_null() && answers[1]["best_moves"].is_null());
    assert_eq!(answers[2]["whole"], false);
    // A list that is stopped early ends with the number of missing draws.
    let output = HIP.run("--time 300ms --json draws 3x20 --list", "");
    assert_eq!(output.status.code(), Some(3));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["list"].as_array().unwrap().len() > 1 && answer["more"].as_str().unwrap().len() > 5);
}

#[test]
fn json_has_the_values_of_the_text() {
    for task in TASKS.iter().filter(|task| !task.starts_with("model")) {
        let (text, json) = (HIP.answer(task, ""), HIP.answer(&format!("--json {task}"), ""));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let name = task.split(' ').next().unwrap();
        assert_eq!(json["schema"], format!("quadrille/hip-{name}/1"));
        assert_eq!(json["task"], **task);
        let mut seen = 0;
        for (key, value) in text.lines().filter_map(|line| line.split_once(": ")) {
            let field = match key {
                "Winner" => "result".to_owned(),
                "X" | "O" | "Standing" => continue,
                key => key.to_lowercase().replace(' ', "_"),
            };
            let in_json = match &json[&field] {
                serde_json::Value::Array(cells) if cells.is_empty() => "none".to_owned(),
                serde_json::Value::Array(cells) => {
                    cells.iter().map(|cell| cell.as_str().unwrap()).collect::<Vec<_>>().join(" ")
                }
                serde_json::Value::String(value) => value.clone(),
                value => value.to_string(),
            };
            assert_eq!(in_json, value, "{task}: {key}");
            seen += 1;
        }
        assert!(seen > 0);
        let boards = json["list"].as_array().into_iter().flatten().map(|draw| &draw["board"]);
        let boards = boards.chain(json.get("board")).flat_map(|board| board.as_array().unwrap());
        let rows: Vec<String> = boards.map(|row| row.as_str().unwrap().to_owned()).collect();
        let row = |line: &&str| line.split(' ').all(|cell| matches!(cell, "X" | "O"));
        assert_eq!(rows, text.lines().filter(row).map(|line| line.replace(' ', "")).collect::<Vec<_>>(), "{task}");
    }
    let model: serde_json::Value = serde_json::from_str(&HIP.answer("--json model 4x4 --free", "")).unwrap();
    assert_eq!(model["model"].as_str().unwrap(), HIP.answer("model 4x4 --free", ""));
    assert_eq!(model["whole"], true);
}

/// The help of the program, and of each task down to the options that all tasks have.
#[test]
fn help_is_pinned() {
    let mut help = HIP.answer("--help", "");
    for task in ["squares", "tie", "draws", "solve", "model"] {
        let own = HIP.answer(&format!("{task} --help"), "");
        let (own, shared) = own.split_once("\nLimits:\n").unwrap();
        let (_, example) = shared.split_once("\nExample:\n").unwrap();
        help += &format!("\n--- hip {task} --help\n{own}…\n\nExample:\n{example}");
    }
    insta::assert_snapshot!("help", help);
}

const STOPPED: &str =
    "\nProof: none, the search was stopped early; player 2 cannot lose: player 2 answers every move with";

/// Also on boards with many full boards to begin with.
#[test]
fn solve_stops_at_its_time_limit() {
    for board in ["4x14", "4x12", "3x20"] {
        let mut command = cargo_bin_cmd!("hip");
        command.args(["solve", board, "--time", "100ms", "--memory", "64M"]).timeout(GUARD);
        command.assert().code(3).stdout(contains(STOPPED));
    }
}

#[test]
fn a_board_beyond_the_search_is_said_to_be_one_with_the_limit() {
    let output = HIP.run("solve 4x17", "");
    assert_eq!(output.status.code(), Some(3));
    let limit = "Proof: none, a search takes at most 64 cells and 128 squares that can still be completed; player 2";
    assert!(contains(limit).eval(&String::from_utf8(output.stdout).unwrap()));
}

#[test]
fn json_names_a_player_who_cannot_lose_if_the_result_is_unknown() {
    for (task, safe) in [("solve 5x6 --nodes 0", Some("player 2")), ("solve 5x5 --nodes 0", None), ("solve 3x3", None)]
    {
        let answer: serde_json::Value = serde_json::from_slice(&HIP.run(&format!("--json {task}"), "").stdout).unwrap();
        assert_eq!(answer["safe"].as_str(), safe, "{task}");
        assert_eq!(answer["result"].is_null(), task.contains("--nodes"), "{task}");
    }
}

#[test]
fn tasks_are_answered_as_they_are_read() {
    let mut child = HIP.spawn("");
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    for number in 1..=3 {
        stdin.write_all(b"squares 6x6\n").unwrap();
        if number > 1 {
            assert_eq!(lines.next().unwrap(), "");
        }
        assert_eq!((lines.next().unwrap(), lines.next().unwrap()), ("squares 6x6".into(), "Squares: 105".into()));
    }
    drop(stdin);
    assert_eq!(wait(child), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known_and_ends_with_status_3() {
    // While it waits for a task.
    let mut child = HIP.spawn("--stats");
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    stdin.write_all(b"squares 2x2\n").unwrap();
    assert_eq!(lines.nth(1).unwrap().unwrap(), "Squares: 1");
    interrupt(&child);
    let (status, stderr) = wait(child);
    assert_eq!(status, Some(3));
    assert!(stderr.starts_with("hip: interrupted after 1 task(s)\nhip: "), "{stderr}");

    // During a task that would take years; the next one is not begun.
    for (arguments, last) in [("", "more"), ("--json", "}")] {
        let mut child = HIP.spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"draws 4x60 --list-all\nsquares 2x2\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_until(b',', &mut Vec::new()).unwrap();
        interrupt(&child);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut lines, &mut rest).unwrap();
        assert!(rest.trim_end().ends_with(last), "{}", &rest[rest.len() - 100..]);
        assert_eq!(wait(child), (Some(3), "hip: interrupted after 0 task(s)\n".to_owned()));
    }

    // During a search.
    let mut child = HIP.spawn("solve 5x6 --progress");
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(stderr.next().unwrap().ends_with(" positions"));
    interrupt(&child);
    assert_eq!(stderr.last().unwrap(), "hip: interrupted; the answer is what is known so far");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(contains(STOPPED).eval(&String::from_utf8(output.stdout).unwrap()));

    // While the answer is not read.
    let child = HIP.spawn("model 300x300");
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    thread::sleep(Duration::from_millis(100));
    let mut child = child;
    let unread = child.stdout.take();
    let (status, stderr) = wait(child);
    assert_eq!((status, stderr), (Some(3), "hip: interrupted before the answer was complete\n".to_owned()));
    drop(unread);
}
