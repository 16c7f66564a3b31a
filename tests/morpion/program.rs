//! The program `morpion`: its tasks, its answers, and its exit statuses.

use std::fs;

use crate::reference::{NAMES, Stroke};
use crate::searching::replayed;
use crate::support::MORPION;

/// A task of each form that is not in the reference of the program.
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

const GAME: &str = "4D\n3 2 1 2 4 2\n";

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, json) = MORPION.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
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
    for (typed, other) in [
        ("check --map rosin82", "check rosin82 --map"),
        ("check --variant 5t --map rosin82", "check rosin82 --variant 5T --map"),
        ("count 4d 03 --finished --labelled", "count 4D 3 --labelled --finished"),
        ("records 5d", "records 5D"),
        ("bounds 36", "bounds"),
        ("search 4d --level=1 --seed 0 --threads 1", "search 4D --level 1 --threads 1"),
        ("search 4D --target 3 --level 4 --threads 1", "search 4D --target 3 --threads 1"),
        ("random 5T", "random 5t --seed 0"),
        ("convert rosin82 --to PLAIN", "convert --to plain rosin82"),
    ] {
        let lines = |task: &str| MORPION.answer(task, "").split_once('\n').unwrap().1.to_owned();
        assert_eq!(lines(typed), lines(other), "{typed}");
    }
}

#[test]
fn a_record_comes_from_stdin_or_a_file() {
    let (folder, answer) =
        (tempfile::tempdir().unwrap(), "\nScore: 1\nStatus: legal\nMoves left: 36\nPotential: 194\n");
    let file = folder.path().join("game");
    fs::write(&file, GAME).unwrap();
    for source in ["", "-", file.to_str().unwrap()] {
        let ask = |task: &str| MORPION.answer(&format!("{task} {source}"), GAME);
        assert!(ask("check").ends_with(answer), "{source}");
        assert_eq!(ask("convert --to plain"), GAME);
    }
}

#[test]
fn a_random_game_of_each_variant_passes_through_every_form_unchanged() {
    for variant in NAMES {
        for (seed, moves) in [(1, ""), (3, " --moves 9"), (4, " --moves 0")] {
            let game = MORPION.answer(&format!("random {variant} --seed {seed}{moves}"), "");
            let checked = MORPION.answer("check", game.as_str());
            assert!(checked.contains(&format!("\nScore: {}\n", game.lines().count() - 1)), "{checked}");
            assert!(!moves.is_empty() || checked.contains("\nFinished: yes\n"), "{checked}");
            // Pentasol has no lines of four, and does not name the variant.
            let named = format!(" --variant {variant}");
            for (form, named) in [("msr", ""), ("json", ""), ("plain", ""), ("pentasol", &*named)] {
                if form == "pentasol" && variant.starts_with('4') {
                    continue;
                }
                let there = MORPION.answer(&format!("convert --to {form}"), game.as_str());
                assert_eq!(MORPION.answer(&format!("convert --to plain{named}"), there), game, "{form}");
            }
        }
    }
}

#[test]
fn a_picture_is_written_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.svg");
    for (task, title) in [
        ("cross 4D", "Morpion Solitaire 4D"),
        ("check demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
        ("show demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
        ("convert --to plain demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
        ("random 4D --moves 1", "Morpion Solitaire 4D, 1 move"),
        ("search 4D --level 1 --target 20 --start demaine31", "Morpion Solitaire 4D, 31 moves, by Demaine"),
    ] {
        // In a list the option stands beside its task.
        let listed = MORPION.answer("", format!("{task} --svg {}\n", file.display()));
        let drawn = fs::read_to_string(&file).unwrap();
        assert_eq!(
            [&listed, &MORPION.answer(&format!("{task} --svg {}", file.display()), "")],
            [&MORPION.answer(task, ""); 2]
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), drawn);
        let drawing = roxmltree::Document::parse(&drawn).unwrap();
        let found = drawing.descendants().find(|node| node.tag_name().name() == "title").unwrap().text().unwrap();
        assert!(found.starts_with(title), "{task}: {found}");
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

/// A small count takes little memory, and a deep one, or one more thread, hardly more.
#[test]
fn counts_and_searches_take_little_memory() {
    for task in ["count 5D 3", "count 4D 8 --threads 2", "count 5D 15 --threads 4", "search 5T --level 2 --threads 4"] {
        let output = MORPION.run(&format!("{task} --stats"), "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        // The last word is the peak memory, where the system reports it.
        let mib = stderr.trim_end().strip_suffix(" MiB").and_then(|line| line.rsplit(' ').next());
        assert!(mib.is_none_or(|mib| mib.parse::<f64>().unwrap() < 24.0), "{task}: {stderr}");
    }
}

/// Of a record, where a task has other inputs too, the file is named.
#[test]
fn the_game_that_is_read_of_several_is_named() {
    let games = r#"[[], [{"pos":[3,-1],"line":{"origin":[3,-1],"dir":"V"},"line_pos":0}], []]"#;
    let remark = "reading game 2 of 3, the longest, of 1 move\n";
    for (task, said) in [
        ("convert --to plain --variant 5T", format!("morpion: {remark}")),
        ("best - rosin178 --variant 5T", format!("morpion: stdin: {remark}")),
        ("search 5T --start - --target 1", format!("morpion: stdin: {remark}")),
        ("moves --variant 5T --quiet", String::new()),
        ("best - --variant 5T --quiet", String::new()),
    ] {
        let output = MORPION.run(task, games);
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), said), "{task}");
    }
    assert_eq!(MORPION.run("convert --to plain --variant 5T", games).stdout, b"5T\n3 -1 3 -1 3 3\n");
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
