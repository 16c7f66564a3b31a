//! The program `hip`: its answers, and what it says of a task that a limit ends.

use predicates::prelude::*;
use predicates::str::{contains, is_match};
use serde_json::Value;

use crate::support::HIP;

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
fn answers_of_every_form_are_pinned() {
    let (text, _) = HIP.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    let of_each_kind = ["squares 6x6", "tie 6x7", "draws 2x2 --list", "solve 3x3 --after B2 --moves"];
    let (_, json) = HIP.sessions(&of_each_kind);
    insta::assert_snapshot!("answers_in_json", json);
}

/// The help of the program, and of each task down to the options that all tasks have.
#[test]
fn help_is_pinned() {
    let mut help = HIP.answer("--help", "");
    for task in ["squares", "tie", "draws", "solve", "model"] {
        let own = HIP.answer(&format!("{task} --help"), "");
        let (own, shared) = own.split_once("\nCommon options:\n").unwrap();
        let (_, example) = shared.split_once("\nExample:\n").unwrap();
        help += &format!("\n--- hip {task} --help\n{own}…\n\nExample:\n{example}");
    }
    insta::assert_snapshot!("help", help);
}

#[test]
fn progress_of_tie_has_its_best_board_and_its_bound() {
    let output = HIP.run("tie 9x9 --time 800ms --threads 1 --progress", "");
    let stderr = output.stderr;
    let line = is_match(r"^hip: \d+ positions, best \d+, at least \d+, \d+s\n$").unwrap();
    assert!(line.eval(&stderr), "{stderr}");
}

/// Searches also stop on boards with many full boards to begin with.
#[test]
fn limit_leaves_what_is_known() {
    let mirrored = "player 2 cannot lose: player 2 answers every move with its image under the";
    let stopped = format!("Unknown\nProof: none, the search was stopped early; {mirrored}");
    let too_large =
        "Unknown\nProof: none, a search takes at most 64 cells and 128 squares that can still be completed; ";
    for (task, answer) in [
        ("solve 4x14 --time 100ms --memory 64M", &*stopped),
        ("solve 3x20 --time 100ms --memory 64M", &stopped),
        ("solve 4x17", &format!("{too_large}{mirrored}")),
        ("solve 5x5 --moves --nodes 0", "Unknown\nProof: none, the search was stopped early\nBest moves: unknown\n"),
        ("draws 5x6 --nodes 0", "Unknown\nStanding: the count was stopped early\n"),
        ("tie 7x7 --time 0s", "\nStanding: best known, at least "),
        ("model 2x2 --time 0s", "\n\\ Stopped early: this model is incomplete.\n"),
    ] {
        let output = HIP.run(task, "");
        assert_eq!((output.status, output.stderr.len()), (Some(3), 0), "{task}");
        let text = output.stdout;
        assert!(contains(answer).eval(&text), "{task}: {text}");
    }
    for (task, field, value) in [
        ("solve 5x6 --nodes 0", "safe", "player 2".into()),
        ("solve 5x5 --nodes 0", "safe", Value::Null),
        ("solve 5x5 --moves --nodes 0", "best_moves", Value::Null),
        ("solve 5x6 --nodes 0", "result", Value::Null),
        ("draws 5x6 --list --nodes 0", "draws", Value::Null),
    ] {
        let answer: Value = serde_json::from_str(&HIP.run(&format!("--json {task}"), "").stdout).unwrap();
        assert_eq!(answer[field], value, "{task}");
    }
    // A list that is stopped early ends with the number of missing draws.
    let answers = HIP.run("--time 300ms --json draws 3x20 --list", "").stdout;
    let last: Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
    assert!(answers.lines().count() > 2 && last["more"].as_str().unwrap().len() > 5);
}
