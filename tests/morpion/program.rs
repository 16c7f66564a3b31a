//! The program `morpion`: what it answers, in which words it is asked, and how it ends.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_match};

use crate::support::{MORPION, all};

/// A task of each form, in canonical spelling, that is done at once and needs no input; documents apart.
const TASKS: [&str; 16] = [
    "cross 5T",
    "cross 4D",
    "check rosin82",
    "check hyyroporanen35 --map",
    "check rosin82 --variant 5T",
    "records",
    "records 4T",
    "bounds 36",
    "bounds 1",
    "bounds 1000000000",
    "count 5T 0",
    "count 4D 6",
    "count 5D 5 labelled finished",
    "count 4T 5 finished",
    "count 4D 3 labelled part 2/8",
    "best rosin82 rosin178 hyyroporanen35",
];

/// Tasks whose answer is a document.
const DOCUMENTS: [&str; 8] = [
    "show demaine31",
    "convert --to plain hyyroporanen35",
    "convert --to pentasol rosin82",
    "convert --to json demaine31",
    "convert --to msr demaine31",
    "convert --to svg demaine31",
    "random 5T seed 0",
    "random 4D seed 18446744073709551615 moves 3",
];

const GAME: &str = "4D\n3 2 1 2 4 2\n";

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, json) = MORPION.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
}

#[test]
fn documents_are_pinned() {
    let mut text = String::new();
    for task in DOCUMENTS.iter().filter(|task| !task.contains("svg")) {
        let document = MORPION.answer(task, "");
        text += &format!("$ morpion {task}\n{document}\n");
        let json: serde_json::Value = serde_json::from_str(&MORPION.answer(&format!("--json {task}"), "")).unwrap();
        assert_eq!(json["document"], document, "{task}");
        assert!(json["schema"].as_str().unwrap().starts_with("quadrille/morpion-"));
    }
    insta::assert_snapshot!("documents", text);
}

#[test]
fn options_come_in_any_order_and_in_either_case() {
    for (typed, canonical) in [
        ("check --map rosin82", "check rosin82 --map"),
        ("--variant 5t check --map rosin82", "check rosin82 --variant 5T --map"),
        ("count 4d 03 finished labelled", "count 4D 3 labelled finished"),
        ("count 5D 3 part 1/4 labelled", "count 5D 3 labelled part 1/4"),
        ("cross 4t", "cross 4T"),
        ("records 5d", "records 5D"),
        ("bounds", "bounds 36"),
    ] {
        assert_eq!(MORPION.answer(typed, ""), MORPION.answer(canonical, ""));
        assert_eq!(MORPION.answer(canonical, "").lines().next(), Some(canonical));
    }
    assert_eq!(MORPION.answer("random 5T", ""), MORPION.answer("random 5T seed 0", ""));
    assert_eq!(MORPION.answer("convert rosin82 --to PLAIN", ""), MORPION.answer("convert --to plain rosin82", ""));
}

#[test]
fn a_record_comes_from_stdin_or_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a game");
    fs::write(&file, GAME).unwrap();
    let of_file = |words: &[&str]| {
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_morpion")).args(words).arg(&file).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    insta::assert_snapshot!(MORPION.answer("check", GAME), @r"
    check
    Variant: 4D
    Score: 1
    Status: legal
    Moves left: 36
    Potential: 194
    ");
    let (first, rest) = of_file(&["check"]).split_once('\n').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(first, format!("check {}", file.display()));
    assert!(MORPION.answer("check -", GAME).ends_with(&rest));
    assert_eq!(of_file(&["convert", "--to", "plain"]), GAME);
    assert_eq!(MORPION.answer("convert --to plain", GAME), GAME);
    assert_eq!(of_file(&["show"]), MORPION.answer("show", GAME));
}

#[test]
fn a_random_game_of_each_variant_goes_through_every_form_and_back() {
    for variant in ["5T", "5D", "4T", "4D"] {
        for (seed, moves) in [(1, ""), (2, ""), (3, " moves 9"), (4, " moves 0")] {
            let game = MORPION.answer(&format!("random {variant} seed {seed}{moves}"), "");
            let checked = MORPION.answer("check", game.as_str());
            let score = format!("Score: {}", game.lines().count() - 1);
            assert!(checked.lines().any(|line| line == score), "{checked}");
            assert!(!moves.is_empty() || checked.contains("\nFinished: yes\n"), "{checked}");
            for form in ["msr", "json", "plain", "pentasol"] {
                let there = MORPION.run(&format!("convert --to {form}"), game.as_str());
                if form == "pentasol" && variant.starts_with('4') {
                    assert_eq!(there.status.code(), Some(1));
                    assert!(contains("lines of five").eval(str::from_utf8(&there.stderr).unwrap()));
                    continue;
                }
                assert!(there.status.success(), "{there:?}");
                let named = if form == "pentasol" { format!("--variant {variant}") } else { String::new() };
                assert_eq!(MORPION.answer(&format!("convert --to plain {named}"), there.stdout), game, "{form}");
            }
            let drawn = MORPION.answer("convert --to svg", game.as_str());
            let drawing = roxmltree::Document::parse(&drawn).unwrap();
            let lines = drawing.descendants().filter(|node| node.tag_name().name() == "line");
            assert!(lines.count() >= game.lines().count() - 1);
            assert!(MORPION.answer("show", game.as_str()).lines().count() > 10);
        }
    }
}

#[test]
fn a_picture_is_written_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.svg");
    let path = file.to_str().unwrap();
    let list = "cross 4D\ncheck demaine31\nrandom 4D moves 2\n";
    assert_eq!(MORPION.answer(&format!("--svg {path}"), list), MORPION.answer("", list));
    for (name, title) in [("game", "4D"), ("game-2", "4D, 31 moves, by Demaine"), ("game-3", "4D, 2 moves")] {
        let drawn = fs::read_to_string(folder.path().join(format!("{name}.svg"))).unwrap();
        let drawing = roxmltree::Document::parse(&drawn).unwrap();
        let found = drawing.descendants().find(|node| node.tag_name().name() == "title").unwrap().text().unwrap();
        assert!(found.starts_with(&format!("Morpion Solitaire {title}")), "{found}");
    }
    let output = MORPION.run(&format!("bounds --svg {path}"), "");
    assert_eq!(output.status.code(), Some(2));
    let output = MORPION.run("cross 4D --svg /nowhere/at/all.svg", "");
    assert_eq!(output.status.code(), Some(2));
}

/// Records that are rejected.
const REJECTED: [&str; 14] = [
    "4D\n2 2 2 2 5 2\n",
    "4D\n3 2 1 2 4 2\n3 2 1 2 4 2\n",
    "4D\n3 2 1 2 4 2\n7 2 4 2 7 2\n",
    "4T\n3 2 1 2 4 2\n7 2 4 2 7 2\n-1 2 -1 2 2 2\n",
    "4D\n1 1 0 2 3 2\n",
    "5T\n3 -1 3 -1 3 3\n4 -1 4 -1 4 3\n",
    "5T\n-1 -1 -1 -1 3 3\n",
    "5T\n9223372036854775807 0 9223372036854775803 0 9223372036854775807 0\n",
    "4D\n# a comment\n\n3 2 1 2 5 2\n",
    "4D\n3 2 1 2 4\n",
    "4D\n3 2 1 2 4 x\n",
    "6T\n",
    "",
    "{\"variant\":\"5T\",\"score\":1,\"moves\":[{\"x\":2,\"y\":0,\"dir\":\"H\",\"pos\":7}]}",
];

#[test]
fn rejected_records_are_told_with_move_condition_and_place() {
    let mut text = String::new();
    for record in REJECTED {
        text += &format!("{record:?}\n{}\n", all(&MORPION.run("check", record)));
    }
    insta::assert_snapshot!("rejected", text);
    for word in ["condition (i)", "condition (ii)", "condition (iii)"] {
        assert!(text.contains(word), "{word}");
    }
    for task in ["show", "convert --to svg", "convert --to json", "check --map --json"] {
        let output = MORPION.run(task, REJECTED[1]);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]), "{task}");
        assert!(str::from_utf8(&output.stderr).unwrap().contains("move 2: condition (i): "), "{task}");
    }
}

#[test]
fn a_pentasol_record_needs_its_variant() {
    let record = MORPION.answer("convert --to pentasol rosin82", "");
    let output = MORPION.run("check", record.as_str());
    assert_eq!(output.status.code(), Some(1));
    assert!(is_match("5T or 5D").unwrap().eval(str::from_utf8(&output.stderr).unwrap()));
    for variant in ["5T", "5D"] {
        let checked = MORPION.answer(&format!("check --variant {variant}"), record.as_str());
        assert!(checked.contains(&format!("\nVariant: {variant}\nScore: 82\n")), "{checked}");
    }
}

#[test]
fn a_wrong_score_is_not_believed() {
    let record = MORPION.answer("convert --to json rosin82", "").replace("\"score\": 82", "\"score\": 99");
    let output = MORPION.run("check", record.as_str());
    assert!(output.status.success());
    assert!(str::from_utf8(&output.stdout).unwrap().contains("\nScore: 82\n"));
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), "morpion: the record claims a score of 99, and has 82 moves\n");
    assert_eq!(MORPION.answer("check --quiet", record.as_str()), str::from_utf8(&output.stdout).unwrap());
    assert_eq!(MORPION.answer("convert --to json --quiet", record), MORPION.answer("convert --to json rosin82", ""));
}

/// Tasks that are none, with the column where that shows.
const FAULTS: [(&str, usize); 56] = [
    ("cros 5T", 1),
    ("--help", 1),
    ("cross", 6),
    ("cross 5", 7),
    ("cross 5T 4D", 10),
    ("check a b", 9),
    ("check --map --map", 13),
    ("check --to svg", 7),
    ("check --variant", 16),
    ("check --variant 6T", 17),
    ("check --variant 5T --variant 5T", 20),
    ("check --mop", 7),
    ("show --map", 6),
    ("convert", 8),
    ("convert a", 10),
    ("convert --to", 13),
    ("convert --to png", 14),
    ("convert --to svg --to svg", 18),
    ("records 5", 9),
    ("records 5T 5D", 12),
    ("random", 7),
    ("random 5T 7", 11),
    ("random 5T seed", 15),
    ("random 5T seed -1", 16),
    ("random 5T seed 18446744073709551616", 16),
    ("random 5T seed 1 seed 1", 18),
    ("random 5T moves 1001", 17),
    ("bounds 0", 8),
    ("bounds x", 8),
    ("bounds +36", 8),
    ("bounds 1000000001", 8),
    ("bounds 36 37", 11),
    ("count", 6),
    ("count 5T", 9),
    ("count 5T -1", 10),
    ("count 5T 1001", 10),
    ("count 5T 3 all", 12),
    ("count 5T 3 labelled labelled", 21),
    ("count 5T 3 part", 16),
    ("count 5T 3 part 0/4", 17),
    ("count 5T 3 part 5/4", 17),
    ("count 5T 3 part 1/1048577", 17),
    ("count 5T 3 part 1", 17),
    ("merge", 6),
    ("search", 7),
    ("search 5T --seed", 17),
    ("search 5T --seed x", 18),
    ("search 5T --level 0", 19),
    ("search 5T --level 10", 19),
    ("search 5T --target 0", 20),
    ("search 5T --save -", 18),
    ("search 5T --log", 16),
    ("search 5T --seed 1 --seed 2", 20),
    ("search 5T deep", 11),
    ("best", 5),
    ("best a --variant", 17),
];

#[test]
fn what_is_no_task_is_refused() {
    let mut text = String::new();
    for (task, column) in FAULTS {
        if !task.starts_with("--") {
            let output = MORPION.run(task, "");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{task}: {output:?}");
        }
        let output = MORPION.run("", format!("cross 4D\n\n{task}\n"));
        assert_eq!(output.status.code(), Some(1), "{task}");
        assert_eq!(output.stdout, MORPION.answer("cross 4D", "").as_bytes(), "{task}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let placed = stderr.strip_prefix(&format!("morpion: line 3, column {column}: "));
        text += &format!("{task}: {}", placed.unwrap_or_else(|| panic!("{task}: {stderr}")));
    }
    insta::assert_snapshot!("faults", text);
}

#[test]
fn what_stands_in_the_way_of_a_task_is_said() {
    for (arguments, input, status, said) in [
        ("", "check\n", 1, "line 1, column 1: in a list a record cannot come from stdin: name a file"),
        ("check /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
        ("check /", "", 1, "cannot read /: "),
        (
            "--map",
            "cross 5T\n",
            2,
            "in a list --to, --variant, --seed, --level, --target, --start, --save, --log and --map",
        ),
        ("cross 5T --map", "", 2, "expected the end, found '--map'"),
        ("check rosin82 --checkpoint x", "", 2, "'check' has no checkpoint"),
        ("--checkpoint x", "count 5T 3\n", 2, "--checkpoint is for a single task"),
        ("count 5T 3 --svg x", "", 2, "'count' has no picture"),
        ("--target 5", "search 4D\n", 2, "in a list --to, "),
        ("merge /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
        ("best /nowhere/at/all", "", 1, "passed over: cannot read /nowhere/at/all: "),
    ] {
        let output = MORPION.run(arguments, input);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments}: {stderr}");
        assert!(stderr.starts_with(&format!("morpion: {said}")), "{arguments}: {stderr}");
    }
}

#[test]
fn help_is_pinned() {
    insta::assert_snapshot!("help", MORPION.answer("--help", ""));
}
