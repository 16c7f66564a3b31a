//! The program `hip`: what it answers, in which words it is asked, and how it ends.

use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};

use crate::support::{HIP, all, interrupt, wait};

/// A task of each form, in canonical spelling, that is done at once.
const TASKS: [&str; 21] = [
    "squares 6x6",
    "squares 4096x4096",
    "tie 3x3",
    "tie 4x5 free",
    "tie 6x6",
    "tie 6x7",
    "draws 6x6",
    "draws 2x3 list",
    "draws 2x2 list-all",
    "draws 5x5",
    "draws 6x7",
    "draws 7x7 list",
    "draws 1x1 list-all",
    "solve 3x3",
    "solve 3x3 moves",
    "solve 4x4 moves",
    "solve 3x3 rules=last-mover moves",
    "solve 3x3 double after B2,A1 moves",
    "solve 3x3 rules=last-mover double after A1,B1,C1 moves",
    "solve 2x2 after A1,A2,B1,B2 moves",
    "model 3x3",
];

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, json) = HIP.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
}

#[test]
fn a_list_prints_the_bytes_of_its_tasks() {
    HIP.a_list_prints_the_bytes_of_its_tasks(&TASKS, &[]);
}

#[test]
fn options_come_in_any_order_and_cells_in_either_case() {
    for (typed, canonical) in [
        ("solve 3x3 moves after b2,A1 double", "solve 3x3 double after B2,A1 moves"),
        ("solve 3X3 after b2 rules=gardner", "solve 3x3 after B2"),
        ("solve 03x3 double rules=last-mover", "solve 3x3 rules=last-mover double"),
        ("squares 6X06", "squares 6x6"),
    ] {
        assert_eq!(HIP.answer(typed, ""), HIP.answer(canonical, ""));
        assert_eq!(HIP.answer(canonical, "").lines().next(), Some(canonical));
    }
}

/// Tasks that are none, with the column where that shows.
const FAULTS: [(&str, usize); 38] = [
    ("draw 6x6", 1),
    ("Squares 6x6", 1),
    ("--help", 1),
    ("help", 1),
    ("squares", 8),
    ("tie", 4),
    ("tie free 6x6", 5),
    ("squares 6", 9),
    ("squares 6x", 9),
    ("squares 6x6x6", 9),
    ("squares 0x6", 9),
    ("squares 4097x1", 9),
    ("squares 99999999999999999999x1", 9),
    ("squares -6x6", 9),
    ("squares 6x6 6x6", 13),
    ("squares 6x6 free", 13),
    ("tie 6x6 Free", 9),
    ("tie 6x6 free free", 14),
    ("tie 33x32", 5),
    ("tie 6x6 list", 9),
    ("draws 6x6 list list", 16),
    ("draws 6x6 list list-all", 16),
    ("draws 6x6 all", 11),
    ("solve 5x5 rules", 11),
    ("solve 5x5 rules=", 11),
    ("solve 5x5 rules=hip", 11),
    ("solve 5x5 rules=gardner rules=gardner", 25),
    ("solve 5x5 rules=last-mover rules=gardner", 28),
    ("solve 5x5 double double", 18),
    ("solve 5x5 moves double moves", 24),
    ("solve 5x5 after", 16),
    ("solve 5x5 after A1 after B1", 20),
    ("solve 5x5 after moves", 17),
    ("solve 5x5 after A1,,B1", 20),
    ("solve 5x5 after A1,F1", 20),
    ("solve 5x5 after A1,B2,A1", 23),
    ("solve 3x3 rules=last-mover after A1,C1,B1,C2,A2,C3,B2", 52),
    ("solve 3x3 after A1,C1,B1,C2,A2,C3,B2,B3", 38),
];

#[test]
fn every_fault_is_placed_in_a_list_and_wrong_usage_as_arguments() {
    let mut said = String::new();
    for (task, column) in FAULTS {
        let input = format!("# one\nsquares 2x2\n  {task}  # here\nsquares 3x3\n");
        let output = HIP.run("", input);
        assert_eq!(output.status.code(), Some(1), "{task}");
        assert_eq!(output.stdout, b"squares 2x2\nSquares: 1\n", "{task}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let (place, problem) = (format!("hip: line 3, column {}: ", column + 2), stderr.trim_end());
        assert!(problem.starts_with(&place), "{task}: {stderr}");
        said += &format!("{task}\n    {}\n", problem.replace(&place, ""));

        if !task.contains("-6x6") && !task.contains("--") {
            let output = HIP.run(task, "");
            assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{task}");
            assert_eq!(stderr.replace(&place, "hip: "), String::from_utf8(output.stderr).unwrap());
        }
    }
    insta::assert_snapshot!("faults", said);
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        "--nope",
        "squares 6x6 --nope",
        "squares -6x6",
        "squares 6x6 --threads 0",
        "squares 6x6 --time soon",
        "squares 6x6 --nodes many",
        "squares 6x6 --memory much",
        "--completions klingon",
    ] {
        let output = HIP.run(arguments, "squares 2x2\n");
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{arguments}");
    }
    for (words, said) in
        [(&[""][..], "''"), (&["squares 6x6"], "'squares 6x6'"), (&["squares", "6x6 # six"], "'6x6 # six'")]
    {
        let stderr = contains(said);
        cargo_bin_cmd!("hip").args(words).assert().code(2).stdout(is_empty()).stderr(stderr);
    }
}

#[test]
fn a_limit_ends_a_task_and_not_the_list() {
    for limit in ["--time 0s", "--nodes 0"] {
        let output = HIP.run(limit, "squares 2x2\ndraws 5x6\ntie 12x12\nsolve 5x5 moves\nsquares 3x3");
        let text = all(&output);
        assert_eq!(output.status.code(), Some(3), "{limit}: {text}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(output.stderr.is_empty(), "{text}");
        let blocks: Vec<&str> = stdout.split("\n\n").collect();
        assert_eq!(blocks.len(), 5, "{text}");
        assert_eq!(blocks[1], "draws 5x6\nUnknown\nStanding: the count was broken off");
        let tie =
            is_match(r"^tie 12x12\nMonochromatic squares: \d+\nStanding: best known, at least \d+\n[XO]").unwrap();
        assert!(tie.eval(blocks[2]), "{text}");
        let solve = is_match(r"^solve .* moves\nUnknown\nProof: none, .+\nBest moves: unknown$").unwrap();
        assert!(solve.eval(blocks[3]), "{text}");
        assert_eq!(blocks[4], "squares 3x3\nSquares: 6\n");
    }
    let output = HIP.run("--json --nodes 0", "draws 5x6 list\nsolve 5x5 moves\nmodel 2x2\n");
    assert_eq!(output.status.code(), Some(3));
    let answers: Vec<serde_json::Value> =
        output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert!(answers[0]["draws"].is_null() && answers[0]["list"].is_null());
    assert!(answers[1]["result"].is_null() && answers[1]["best_moves"].is_null());
    assert_eq!(answers[2]["whole"], false);
    // A list that is cut says how much is missing.
    let output = HIP.run("--time 1s --json draws 3x30 list", "");
    assert_eq!(output.status.code(), Some(3));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["list"].as_array().unwrap().len() > 1 && answer["more"].as_str().unwrap().len() > 5);
}

#[test]
fn json_says_what_the_text_says() {
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
            let said = match &json[&field] {
                serde_json::Value::Array(cells) if cells.is_empty() => "none".to_owned(),
                serde_json::Value::Array(cells) => {
                    cells.iter().map(|cell| cell.as_str().unwrap()).collect::<Vec<_>>().join(" ")
                }
                serde_json::Value::String(value) => value.clone(),
                value => value.to_string(),
            };
            assert_eq!(said, value, "{task}: {key}");
            seen += 1;
        }
        assert!(seen > 0);
        let boards = json["list"].as_array().into_iter().flatten().map(|draw| &draw["board"]);
        let boards = boards.chain(json.get("board")).flat_map(|board| board.as_array().unwrap());
        let rows: Vec<String> = boards.map(|row| row.as_str().unwrap().to_owned()).collect();
        let row = |line: &&str| line.split(' ').all(|cell| matches!(cell, "X" | "O"));
        assert_eq!(rows, text.lines().filter(row).map(|line| line.replace(' ', "")).collect::<Vec<_>>(), "{task}");
    }
    let model: serde_json::Value = serde_json::from_str(&HIP.answer("--json model 4x4 free", "")).unwrap();
    assert_eq!(model["model"].as_str().unwrap(), HIP.answer("model 4x4 free", ""));
    assert_eq!(model["whole"], true);
}

#[test]
fn help_is_pinned() {
    insta::assert_snapshot!("hip_help", HIP.answer("--help", ""));
}

/// Also where there are many full boards to begin with.
#[test]
fn solve_obeys_its_time() {
    for board in ["4x14", "4x12", "3x20"] {
        let begun = Instant::now();
        let mut command = cargo_bin_cmd!("hip");
        command.args(["solve", board, "--time", "1s", "--memory", "64M"]).timeout(Duration::from_secs(60));
        let output = command.output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(6), "{board}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(3), "{board}: {output:?}");
        assert!(
            contains("; player 2 does not lose: player 2 mirrors").eval(&String::from_utf8(output.stdout).unwrap()),
            "{board}"
        );
    }
}

#[test]
fn json_names_who_does_not_lose_when_the_result_is_not_known() {
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

    // In the midst of one that would take longer than anybody lives; the next is not begun.
    for (arguments, last) in [("", "more"), ("--json", "}")] {
        let mut child = HIP.spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"draws 4x60 list-all\nsquares 2x2\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_until(b',', &mut Vec::new()).unwrap();
        interrupt(&child);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut lines, &mut rest).unwrap();
        assert!(rest.trim_end().ends_with(last), "{}", &rest[rest.len() - 100..]);
        assert_eq!(wait(child), (Some(3), "hip: interrupted after 0 task(s)\n".to_owned()));
    }

    // In the midst of a search.
    let mut child = HIP.spawn("solve 5x6 --progress");
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(stderr.next().unwrap().ends_with(" positions"));
    interrupt(&child);
    assert_eq!(stderr.last().unwrap(), "hip: interrupted after 0 task(s)");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(contains("; player 2 does not lose: player 2 mirrors").eval(&String::from_utf8(output.stdout).unwrap()));

    // And when nobody reads the answer.
    let child = HIP.spawn("model 300x300");
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    thread::sleep(Duration::from_millis(100));
    let mut child = child;
    let unread = child.stdout.take();
    let (status, stderr) = wait(child);
    assert_eq!((status, stderr), (Some(3), "hip: interrupted after 0 task(s), in the midst of another\n".to_owned()));
    drop(unread);
}
