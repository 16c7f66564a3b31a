//! The program `morpion`: its tasks, its answers, and its exit statuses.

use std::collections::BTreeSet;
use std::fs;

use crate::reference::{Game, NAMES, Stroke};
use crate::searching::replayed;
use crate::support::MORPION;

/// A task of each form that is not in the reference of the program.
#[test]
fn answers_of_every_form_are_pinned() {
    let (text, json) = MORPION.sessions(include_str!("tasks.txt"));
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
fn names_are_read_in_either_case() {
    for (typed, other) in [
        ("check --variant 5t --map rosin82", "check rosin82 --variant 5T --map"),
        ("count 4d 03", "count 4D 3"),
        ("bounds 36", "bounds"),
        ("search 4D --target 3 --level 4 --threads 1", "search 4d --target 3 --threads 1 --seed 0"),
        ("random 5T", "random 5t --seed 0"),
        ("convert rosin82 --to PLAIN", "convert --to plain rosin82"),
    ] {
        let lines = |task: &str| MORPION.answer(task, "").split_once('\n').unwrap().1.to_owned();
        assert_eq!(lines(typed), lines(other), "{typed}");
    }
}

/// A game from the cross elsewhere is the same game.
#[test]
fn game_from_other_start_points_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let (moved, picture) = (folder.path().join("moved"), folder.path().join("picture"));
    for name in NAMES {
        let game = MORPION.answer(&format!("random {name} --seed 4 --moves 12"), "");
        let shifted = |text: &str| -> String {
            let numbers = text.split(['\n', ' ', ',']).filter(|word| !word.is_empty()).enumerate();
            numbers.map(|(at, word)| (word.parse::<i64>().unwrap() + [7, -3][at % 2]).to_string() + " ").collect()
        };
        let moves = |text: &str| -> String {
            let lines = text.lines().filter(|line| line.split(' ').count() == 6);
            lines.map(|line| shifted(line).trim_end().to_owned() + "\n").collect()
        };
        let start: Vec<String> = Game::cross(name).iter().map(|(x, y)| format!("{},{}", x + 7, y - 3)).collect();
        let record = format!("{name}\nP0: {}\n{}", start.join(" "), moves(&game));
        fs::write(&moved, &record).unwrap();
        let (moved, picture) = (moved.display(), picture.display());
        let told = |task: &str| MORPION.answer(task, game.as_str()).split_once('\n').unwrap().1.to_owned();
        let points = start.len();
        let expected = told("check").replacen("\nScore", &format!("\nStart points: {points}\nScore"), 1);
        assert_eq!(told(&format!("check {moved} --svg {picture}")), expected);
        assert_eq!(told(&format!("check {picture}")), expected);
        assert_eq!(MORPION.json(&format!("check {moved}"), "")["start_points"], points);
        assert_eq!(told(&format!("moves {moved}")), moves(&told("moves")));
        assert_eq!(MORPION.answer(&format!("show {moved}"), ""), MORPION.answer("show", game.as_str()));
        fs::write(folder.path().join("page"), MORPION.answer(&format!("convert --to html {moved}"), "")).unwrap();
        let page = folder.path().join("page");
        let plain = |file: &str| MORPION.answer(&format!("convert --to plain {file}"), "");
        assert_eq!(plain(&page.display().to_string()), plain(&moved.to_string()));
        MORPION
            .run(&format!("convert --to msr {moved}"), "")
            .is_refused(1, "has its own start points, which only the ");
        MORPION
            .run(&format!("search {name} --start {moved}"), "")
            .is_refused(1, ": expected a record that starts from the cross\n");
        let line = record.lines().nth(2).unwrap().splitn(3, ' ').nth(2).unwrap();
        MORPION
            .run("check", format!("{record}{} {line}\n", start[0].replace(',', " ")).as_str())
            .is_refused(1, "line 15, column 1: move 13: condition (i): expected a new point, but ");
    }
}

#[test]
fn pictures_are_written_beside_the_answer() {
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
        assert_eq!(listed, MORPION.answer(task, ""));
        assert_eq!(listed, MORPION.answer(&format!("{task} --svg {}", file.display()), ""));
        assert_eq!(fs::read_to_string(&file).unwrap(), drawn);
        let drawing = roxmltree::Document::parse(&drawn).unwrap();
        let found = drawing.descendants().find(|node| node.tag_name().name() == "title").unwrap().text().unwrap();
        assert!(found.starts_with(title), "{task}: {found}");
    }
}

#[test]
fn moves_match_reference() {
    for name in NAMES {
        for moves in [0, 7, 19] {
            let record = MORPION.answer(&format!("random {name} --seed 2 --moves {moves}"), "");
            let line = |Stroke { point: (x, y), from: (x1, y1), to: (x2, y2) }| format!("{x} {y} {x1} {y1} {x2} {y2}");
            let expected: BTreeSet<String> = replayed(&record).legal().into_iter().map(line).collect();
            let answer = MORPION.answer("moves", record.as_str());
            assert_eq!(answer.lines().skip(1).map(str::to_owned).collect::<BTreeSet<_>>(), expected, "{record}");
            let json = MORPION.json("moves", record.as_str());
            assert_eq!((&json["variant"], &json["score"]), (&name.into(), &moves.into()));
            assert_eq!(
                (&json["moves_left"], json["moves"].as_array().unwrap().len()),
                (&expected.len().into(), expected.len())
            );
        }
    }
}

/// `--stats` names what was counted.
#[test]
fn work_is_counted_in_grids_playouts_and_positions() {
    let tasks =
        [("count 4D 3", "1163 grids, "), ("search 4D --target 1", "100 playouts, "), ("bounds", "0 positions, ")];
    for (task, counted) in tasks {
        let ended = MORPION.run("--stats --threads 1", task);
        assert!(ended.stderr.starts_with(&format!("morpion: {counted}")), "{task}: {ended:?}");
    }
}

/// A small count takes little memory, and a deep one, or one more thread, hardly more; and the longest records in
/// proportion, in forms that take much more memory than their text.
#[test]
fn memory_is_bounded() {
    let json = r#"{"variant":"5T","score":0,"moves":["#;
    for (task, begin, piece, end, most) in [
        ("count 5D 3", "", "", "", 24.0),
        ("count 4D 8 --threads 2", "", "", "", 24.0),
        ("count 5D 15 --threads 4", "", "", "", 24.0),
        ("search 5T --level 2 --threads 4", "", "", "", 24.0),
        ("check", &*format!("{json}],\"x\":[0"), ",0", "]}", 200.0),
        ("check", &format!("{json}],\"x\":[[]"), ",[]", "]}", 200.0),
        ("check", &format!("{json}0"), r#",{"x":0,"y":0,"dir":"H","pos":0}"#, "]}", 200.0),
        ("check --variant 5T", "[[]", ",[]", "]", 200.0),
        ("check", "5T\n", "0 0 0 0 4 0\n", "", 200.0),
    ] {
        let text = format!("{begin}{}{end}", piece.repeat(4_000_000_usize.checked_div(piece.len()).unwrap_or(0)));
        let ended = MORPION.run(&format!("{task} --stats"), text);
        assert!(ended.peak_mib().is_none_or(|mib| mib < most), "{task} {begin}: {}", ended.stderr);
    }
}

/// Of a record, where a task has other inputs too, the file is named.
#[test]
fn game_that_is_read_of_several_is_named() {
    let games = r#"[[], [{"pos":[3,-1],"line":{"origin":[3,-1],"dir":"V"},"line_pos":0}], []]"#;
    let remark = "reading game 2 of 3, the longest, of 1 move\n";
    for (task, said) in [
        ("convert --to plain --variant 5T", format!("morpion: {remark}")),
        ("search 5T --start - --target 1", format!("morpion: stdin: {remark}")),
        ("moves --variant 5T --quiet", String::new()),
    ] {
        let ended = MORPION.run(task, games);
        assert_eq!((ended.status, ended.stderr), (Some(0), said), "{task}");
    }
    assert_eq!(MORPION.run("convert --to plain --variant 5T", games).stdout, "5T\n3 -1 3 -1 3 3\n");
}

#[test]
fn wrong_claimed_score_is_reported() {
    let record = MORPION.answer("convert --to json rosin82", "").replace("\"score\": 82", "\"score\": 99");
    let ended = MORPION.run("check", record.as_str());
    assert!(ended.status == Some(0) && ended.stdout.contains("\nScore: 82\n"));
    assert_eq!(ended.stderr, "morpion: the record claims a score of 99, but has 82 moves\n");
    assert_eq!(MORPION.answer("check --quiet", record.as_str()), ended.stdout);
    assert_eq!(MORPION.answer("convert --to json --quiet", record), MORPION.answer("convert --to json rosin82", ""));
}
