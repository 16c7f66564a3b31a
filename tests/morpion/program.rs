//! The program `morpion`: its tasks, its answers, and its exit statuses.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_match};

use crate::reference::{NAMES, Stroke};
use crate::searching::replayed;
use crate::support::MORPION;

/// A task of each form that is not in the reference of the program, in canonical spelling.
const TASKS: [&str; 11] = [
    "check hyyroporanen35 --map",
    "check rosin82 --variant 5T",
    "records 4T",
    "bounds 1",
    "bounds 1000000000",
    "count 5T 0",
    "count 5D 5 --labelled --finished",
    "count 4T 5 --finished",
    "count 4D 3 --labelled --part 2/8",
    "moves hyyroporanen35",
    "best rosin82 rosin178 hyyroporanen35",
];

/// Tasks whose answer is a document.
const DOCUMENTS: [&str; 6] = [
    "show hyyroporanen35",
    "convert --to plain hyyroporanen35",
    "convert --to json hyyroporanen35",
    "convert --to svg hyyroporanen35",
    "random 5T",
    "random 4D --seed 18446744073709551615 --moves 3",
];

const GAME: &str = "4D\n3 2 1 2 4 2\n";

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, json) = MORPION.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
}

#[test]
fn documents_are_the_same_in_json() {
    for task in DOCUMENTS {
        let document = MORPION.answer(task, "");
        let json: serde_json::Value = serde_json::from_str(&MORPION.answer(&format!("--json {task}"), "")).unwrap();
        assert_eq!((&json["document"], &json["task"]), (&document.into(), &task.into()));
        assert!(json["schema"].as_str().unwrap().starts_with("quadrille/morpion-"));
    }
}

/// A random game is a signature of the random numbers.
#[test]
fn random_games_are_pinned() {
    let game = |task: &str| MORPION.answer(task, "").lines().skip(1).last().unwrap().to_owned();
    assert_eq!(game("random 5T"), "11 7 7 3 11 7");
    assert_eq!(game("random 4D --seed 18446744073709551615"), "0 1 -1 2 2 -1");
    assert_eq!(MORPION.answer("random 4D --moves 0", ""), "4D\n");
}

#[test]
fn options_come_in_any_order_and_variants_in_either_case() {
    for (typed, canonical) in [
        ("check --map rosin82", "check rosin82 --map"),
        ("check --variant 5t --map rosin82", "check rosin82 --variant 5T --map"),
        ("count 4d 03 --finished --labelled", "count 4D 3 --labelled --finished"),
        ("count --part 1/4 --labelled 5D 3", "count 5D 3 --labelled --part 1/4"),
        ("cross 4t", "cross 4T"),
        ("records 5d", "records 5D"),
        ("bounds 36", "bounds"),
        ("bounds 037", "bounds 37"),
        ("search 4d --level=1 --seed 0 --threads 1", "search 4D --level 1 --threads 1"),
        ("search 4D --target 3 --level 4 --threads 1", "search 4D --target 3 --threads 1"),
        ("best --variant 5T rosin82 rosin178", "best rosin82 rosin178 --variant 5T"),
    ] {
        assert_eq!(MORPION.answer(typed, ""), MORPION.answer(canonical, ""));
        let canonical_task = canonical.trim_end_matches(" --threads 1");
        assert_eq!(MORPION.answer(canonical, "").lines().next(), Some(canonical_task));
    }
    assert_eq!(MORPION.answer("random 5T", ""), MORPION.answer("random 5t --seed 0", ""));
    assert_eq!(MORPION.answer("convert rosin82 --to PLAIN", ""), MORPION.answer("convert --to plain rosin82", ""));
}

/// The first line of an answer is a line of a list again, whatever the name of a file.
#[test]
fn names_of_files_are_quoted_where_a_list_needs_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, quoted) in [
        ("a game", "'a game'"),
        ("it's", "\"it's\""),
        ("#1", "'#1'"),
        ("'\"", "''\"'\"'\"'"),
        ("a#b\\", "a#b\\"),
        ("a\tb", "'a\tb'"),
        ("żółw.msr", "żółw.msr"),
    ] {
        fs::write(folder.path().join(name), GAME).unwrap();
        let ask = |arguments: &[&str], input: &str| {
            let mut command = assert_cmd::Command::new(MORPION.path);
            let output = command.current_dir(folder.path()).args(arguments).write_stdin(input).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let answer = ask(&["check", name], "");
        assert_eq!(answer.lines().next(), Some(format!("check {quoted}").as_str()));
        assert_eq!(ask(&[], answer.lines().next().unwrap()), answer);
    }
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
    assert_eq!(first, format!("check '{}'", file.display()));
    assert!(MORPION.answer("check -", GAME).ends_with(&rest));
    assert_eq!(of_file(&["convert", "--to", "plain"]), GAME);
    assert_eq!(MORPION.answer("convert --to plain", GAME), GAME);
    assert_eq!(of_file(&["show"]), MORPION.answer("show", GAME));
}

#[test]
fn a_random_game_of_each_variant_passes_through_every_form_unchanged() {
    for variant in ["5T", "5D", "4T", "4D"] {
        for (seed, moves) in [(1, ""), (2, ""), (3, " --moves 9"), (4, " --moves 0")] {
            let game = MORPION.answer(&format!("random {variant} --seed {seed}{moves}"), "");
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
    for (task, title) in [
        ("cross 4D", "Morpion Solitaire 4D"),
        ("check demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
        ("show demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
        ("convert --to plain demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
        ("random 4D --moves 1", "Morpion Solitaire 4D, 1 move"),
    ] {
        let file = folder.path().join("game.svg");
        // In a list the option stands beside its task, and it does not belong to the canonical spelling.
        let listed = MORPION.answer("", format!("{task} --svg {}\n", file.display()));
        assert_eq!(listed, MORPION.answer(task, ""));
        let drawn = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        let drawing = roxmltree::Document::parse(&drawn).unwrap();
        let found = drawing.descendants().find(|node| node.tag_name().name() == "title").unwrap().text().unwrap();
        assert!(found.starts_with(title), "{task}: {found}");
        assert_eq!(MORPION.answer(&format!("{task} --svg {}", file.display()), ""), listed);
        assert_eq!(fs::read_to_string(&file).unwrap(), drawn);
    }
}

/// The legal moves are those of the reference, after any record.
#[test]
fn moves_are_those_of_the_reference() {
    for name in NAMES {
        for moves in [0, 7, 19] {
            let record = MORPION.answer(&format!("random {name} --seed 2 --moves {moves}"), "");
            let line =
                |Stroke { point: (x, y), from: (x1, y1), to: (x2, y2) }| format!("{x} {y} {x1} {y1} {x2} {y2}\n");
            let legal = replayed(&record).legal();
            let lines: String = legal.iter().copied().map(line).collect();
            let mut expected: Vec<&str> = lines.lines().collect();
            expected.sort_unstable();
            let answer = MORPION.answer("moves", record.as_str());
            let mut printed: Vec<&str> = answer.lines().skip(1).collect();
            printed.sort_unstable();
            assert_eq!(printed, expected, "{record}");
            let json: serde_json::Value =
                serde_json::from_str(&MORPION.answer("moves --json", record.as_str())).unwrap();
            assert_eq!((&json["variant"], &json["score"]), (&name.into(), &moves.into()));
            assert_eq!(json["moves_left"], legal.len());
            assert_eq!(json["moves"].as_array().unwrap().len(), legal.len());
            // Each of them can be played.
            for next in &answer.lines().skip(1).collect::<Vec<_>>() {
                let checked = MORPION.answer("check", format!("{record}{next}\n"));
                assert!(checked.contains(&format!("\nScore: {}\n", moves + 1)), "{checked}");
            }
        }
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

/// `--stats` names what was counted.
#[test]
fn the_work_is_counted_in_grids_playouts_and_positions() {
    let (count, search) = ("count 4D 3", "search 4D --level 1 --target 1");
    for (list, expected) in [
        (count.to_owned(), "1163 grids, "),
        (search.to_owned(), "100 playouts, "),
        ("cross 4D".to_owned(), "0 positions, "),
        (String::new(), "0 positions, "),
        (format!("{count}\n{search}\ncross 4D\n{count}\n"), "2326 grids, 100 playouts, "),
    ] {
        let output = MORPION.run("--stats --threads 1", list.as_str());
        assert!(output.status.success());
        let said = str::from_utf8(&output.stderr).unwrap();
        assert!(said.starts_with(&format!("morpion: {expected}")), "{list}: {said}");
    }
}

#[test]
fn the_game_that_is_read_of_several_is_named() {
    let games = r#"[[], [{"pos":[3,-1],"line":{"origin":[3,-1],"dir":"V"},"line_pos":0}], []]"#;
    let output = MORPION.run("convert --to plain --variant 5T", games);
    assert_eq!((output.status.code(), str::from_utf8(&output.stdout).unwrap()), (Some(0), "5T\n3 -1 3 -1 3 3\n"));
    let said = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(said, "morpion: reading game 2 of 3, the longest, of 1 move\n");
    // Where a task has other inputs too, the file is named.
    for task in ["best - rosin178 --variant 5T", "search 5T --start - --target 1"] {
        let output = MORPION.run(task, games);
        assert_eq!(output.status.code(), Some(0), "{task}");
        assert_eq!(str::from_utf8(&output.stderr).unwrap(), said.replace("reading", "stdin: reading"), "{task}");
    }
    for task in ["moves --variant 5T --quiet", "best - --variant 5T --quiet"] {
        let output = MORPION.run(task, games);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{task}");
    }
}

#[test]
fn a_wrong_claimed_score_is_reported() {
    let record = MORPION.answer("convert --to json rosin82", "").replace("\"score\": 82", "\"score\": 99");
    let output = MORPION.run("check", record.as_str());
    assert!(output.status.success());
    assert!(str::from_utf8(&output.stdout).unwrap().contains("\nScore: 82\n"));
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), "morpion: the record claims a score of 99, but has 82 moves\n");
    assert_eq!(MORPION.answer("check --quiet", record.as_str()), str::from_utf8(&output.stdout).unwrap());
    assert_eq!(MORPION.answer("convert --to json --quiet", record), MORPION.answer("convert --to json rosin82", ""));
}
