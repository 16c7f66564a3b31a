//! The program `hip`: its answers, and what it says of a task that a limit ends.

use predicates::prelude::*;
use predicates::str::{contains, is_match};
use serde_json::Value;

use crate::support::{HIP, rounds, without_common_options};

/// Tasks of every form in canonical spelling, which are answered at once.
#[test]
fn answers_of_every_form_are_pinned() {
    let (text, _) = HIP.sessions(include_str!("tasks.txt"));
    insta::assert_snapshot!("answers", text);
    let of_each_kind = "squares 6x6\ntie 6x7\ntie 6x7 --at-most 0 --free\ntie 2..3\n\
        draws 2x2 --list\nsolve 3x3 --after B2 --moves";
    let (_, json) = HIP.sessions(of_each_kind);
    insta::assert_snapshot!("answers_in_json", json);
}

/// The help of the program, and of each task down to the options that all tasks have.
#[test]
fn help_is_pinned() {
    let mut help = HIP.answer("--help", "");
    for task in ["squares", "tie", "draws", "solve", "model"] {
        let own = without_common_options(&HIP.answer(&format!("{task} --help"), ""));
        help += &format!("\n--- hip {task} --help\n{own}");
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
        ("tie 9..10 --nodes 0", "tie 9..10\n n  squares  standing\n 9  "),
        ("model 2x2 --time 0s", "\n\\ Stopped early: this model is incomplete.\n"),
    ] {
        let output = HIP.run(task, "");
        assert_eq!((output.status, output.stderr.len()), (Some(3), 0), "{task}");
        let text = output.stdout;
        assert!(contains(answer).eval(&text), "{task}: {text}");
    }
    for (task, field, value) in [
        ("solve 5x6 --nodes 0", "safe", "O".into()),
        ("solve 5x5 --nodes 0", "safe", Value::Null),
        ("solve 5x5 --moves --nodes 0", "best_moves", Value::Null),
        ("solve 5x6 --nodes 0", "outcome", Value::Null),
        ("draws 5x6 --list --nodes 0", "draws", Value::Null),
    ] {
        assert_eq!(HIP.json(task, "")[field], value, "{task}");
    }
    // A list that is stopped early ends with the number of missing draws.
    let answers = HIP.run("--time 300ms --json draws 3x20 --list", "").stdout;
    let last: Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
    assert!(answers.lines().count() > 2 && last["more"].as_str().unwrap().len() > 5);
}

/// There is such a board exactly if there is one in some part.
#[test]
fn parts_of_a_question_answer_for_the_whole() {
    let answers = |task: &str, parts: u64| -> Vec<String> {
        let answer = |part| HIP.answer(&format!("{task} --part {part}/{parts}"), "");
        (1..=parts)
            .step_by(if parts > 9 { rounds(29, 1) } else { 1 })
            .map(answer)
            .map(|text| text.lines().nth(1).unwrap().to_owned())
            .collect()
    };
    assert_eq!(answers("tie 7x7 --at-most 2", 3), ["At most 2: no"; 3]);
    assert!(answers("tie 7x7 --at-most 3 --free", 3).contains(&"At most 3: yes".to_owned()));
    // More parts than roots, and a large number that every board is within.
    assert!(answers("tie 6x7 --at-most 0", 300).iter().all(|answer| answer == "At most 0: no"));
    assert_eq!(answers("tie 3x3 --at-most 18446744073709551615", 1), ["At most 18446744073709551615: yes"]);
}

#[test]
fn proofs_are_written_where_there_is_something_to_prove() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let run = |task: &str| {
        let _ = std::fs::remove_file(&file);
        let output = HIP.run(&format!("{task} --proof {}", file.display()), "");
        (output.status, output.stderr.replace(&file.display().to_string(), "FILE"), file.exists())
    };
    assert_eq!(run("tie 6x7"), (Some(0), String::new(), true));
    assert_eq!(run("tie 6x8 --at-most 0"), (Some(0), String::new(), true));
    let nothing = "hip: nothing to prove: FILE is not written\n";
    assert_eq!(run("tie 4x4"), (Some(0), nothing.to_owned(), false));
    assert_eq!(run("tie 6x7 --at-most 1"), (Some(0), nothing.to_owned(), false));
    assert_eq!(run("tie 8x9 --nodes 1"), (Some(3), String::new(), false));
}
