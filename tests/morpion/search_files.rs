//! The files of searches: the game that one begins with, the game that it saves, its log; and which saved game is the
//! longest.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::reference::NAMES;
use crate::rejected::refused;
use crate::searching::{Printed, record_in, said};
use crate::support::{MORPION, rounds};

/// A folder, and a file in it that has this text.
fn with_file(name: &str, text: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    (folder, file)
}

fn json_in(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

#[test]
fn a_search_begins_with_a_record() {
    for (name, id, moves) in [("5D", "rosin82", 82), ("4D", "hyyroporanen35", 35), ("5T", "rosin82", 82)] {
        let printed = Printed::of(0, &format!("search {name} --level 1 --start {id} --threads 2"));
        assert_eq!(printed.task, format!("search {name} --level 1 --start {id}"));
        assert!(printed.best >= moves, "{id}: {}", printed.best);
        printed.replayed();
    }
    // A target that the record reaches is reached at once, by the record itself, which keeps its author.
    let (_folder, file) = with_file("start.json", "");
    let task = format!("search 5T --level 9 --start rosin178 --target 178 --threads 2 --save {}", file.display());
    assert_eq!(Printed::of(0, &task).record, MORPION.answer("convert --to plain rosin178", ""));
    let saved = json_in(&file);
    assert!(saved["author"].as_str().unwrap().contains("Rosin") && saved["solver"]["seed"].is_null(), "{saved}");
}

#[test]
fn an_unfinished_game_is_continued() {
    for name in NAMES {
        let begun = MORPION.answer(&format!("random {name} --seed 3 --moves 10"), "");
        let (_folder, file) = with_file("begun", &begun);
        let task = format!("search {name} --level 1 --threads 1");
        let from_file = Printed::of(0, &format!("{task} --start {}", file.display()));
        assert!(from_file.best > 20);
        assert_eq!(from_file.replayed().legal(), []);
        let from_stdin = Printed::new(&MORPION.run(&format!("{task} --start -"), begun.as_str()).stdout);
        assert_eq!(from_stdin.record, from_file.record);
        // What the search has learned from it shows: the first game by chance is another one than without.
        assert_ne!(Printed::of(0, &task).record, from_file.record);
    }
    let task = "search 5T --level 1 --threads 1";
    let from_none = MORPION.run(&format!("{task} --start -"), "5T\n").stdout;
    assert_eq!(Printed::new(&from_none).record, Printed::of(0, task).record);
}

#[test]
fn the_saved_game_is_the_printed_one_and_says_where_it_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    for name in NAMES {
        let [msr, json] = ["msr", "json"].map(|ending| folder.path().join(format!("{name}.{ending}")));
        let task = format!("search {name} --seed 7 --level 1 --threads 1");
        let printed = Printed::of(0, &format!("{task} --save {}", msr.display()));
        assert_eq!(Printed::of(0, &format!("{task} --save {}", json.display())), printed);
        assert_eq!([record_in(&msr), record_in(&json)], [&*printed.record; 2]);
        let saved = json_in(&json);
        let found: Value = serde_json::from_str(&MORPION.answer(&format!("{task} --json"), "")).unwrap();
        assert_eq!((&saved["variant"], &saved["score"]), (&name.into(), &printed.best.into()));
        let method = format!("nrpa L1, 1 thread(s): thread 1 after {} playouts", found["playouts"]);
        assert_eq!(saved["solver"], serde_json::json!({ "tool": "quadrille", "method": method, "seed": 7 }));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 8);
}

/// Two threads may find games of the same length at about the same time.
#[test]
fn of_equally_long_games_the_printed_one_is_saved() {
    let (_folder, file) = with_file("best.msr", "");
    for seed in 1..=rounds(2, 10) {
        for threads in [2, 4] {
            let task = format!("search 4D --seed {seed} --level {} --threads {threads}", rounds(1, 2));
            let printed = Printed::of(0, &format!("{task} --save {}", file.display()));
            assert_eq!(record_in(&file), printed.record, "{task}");
            fs::write(&file, "").unwrap();
        }
    }
}

#[test]
fn a_longer_game_stays_and_a_shorter_one_is_replaced() {
    let save = |file: &Path| format!("search 5D --seed 1 --level 1 --threads 1 --save {}", file.display());
    let longer = MORPION.answer("convert --to msr rosin82", "");
    let (_folder, file) = with_file("longer.msr", &longer);
    let printed = Printed::of(0, &save(&file));
    assert_eq!((fs::read_to_string(&file).unwrap(), printed.best < 82), (longer, true));
    let short = MORPION.answer("random 5D --seed 3 --moves 10", "");
    let spread = printed.record.replace('\n', " \n");
    // The same moves in another order.
    let mut lines: Vec<&str> = printed.record.lines().collect();
    lines.swap(1, 2);
    let swapped = lines.join("\n");
    for text in ["", &short, &MORPION.answer("convert --to json", &*short), &spread, &swapped] {
        let (_folder, file) = with_file("short.json", text);
        assert_eq!(Printed::of(0, &save(&file)), printed);
        assert_eq!(record_in(&file), printed.record);
        // The same game is not written again.
        assert_eq!(fs::read_to_string(&file).unwrap() == text, text == spread);
    }
    // The record that a search starts from may be the one that it saves.
    let (_folder, file) = with_file("game", &short);
    let better = Printed::of(0, &format!("{} --start {}", save(&file), file.display()));
    assert_eq!(record_in(&file), better.record);
    // A search that is stopped early has less than the same search had before.
    let (_folder, file) = with_file("best.msr", "");
    let task = format!("search 4D --seed 1 --level 2 --threads 1 --save {}", file.display());
    let printed = Printed::of(0, &task);
    assert!(Printed::of(3, &format!("{task} --nodes 1")).best < printed.best);
    assert_eq!(record_in(&file), printed.record);
}

#[test]
fn what_is_no_record_of_the_game_is_not_overwritten() {
    let [other, nameless] =
        ["msr hyyroporanen35", "pentasol rosin82"].map(|to| MORPION.answer(&format!("convert --to {to}"), ""));
    let illegal = b"5D\n3 -1 3 -1 3 3\n3 -1 3 -1 3 3\n";
    for text in [
        b"my diary\n",
        &[0x89, b'P', b'N', b'G', 0, 0xff, 0xfe][..],
        other.as_bytes(),
        nameless.as_bytes(),
        illegal,
        b"\n",
    ] {
        let (folder, file) = with_file("precious", text);
        let said =
            format!("morpion: refusing to overwrite {}: not a record of 5D; name another file\n", file.display());
        refused(&format!("search 5D --level 9 --save {}", file.display()), "", 1, &said);
        assert_eq!(fs::read(&file).unwrap(), text);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// Neither by its own picture, nor by the log or the checkpoint of the search that begins with it.
#[test]
fn a_record_that_is_read_is_not_written_over() {
    let text = MORPION.answer("convert --to plain demaine31", "");
    let (folder, file) = with_file("game", &text);
    let spelled = folder.path().join(".").join("game");
    for task in ["check FILE --svg", "search 4D --level 9 --start FILE --svg", "search 4D --level 9 --start FILE --log"]
    {
        let task = format!("{} {}", task.replace("FILE", file.to_str().unwrap()), spelled.display());
        refused(&task, "", 2, ": it is an input; name another file\n");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_saved_or_logged_is_printed_all_the_same() {
    let task = "search 5D --seed 1 --level 1 --threads 1";
    for option in ["--save", "--log"] {
        let output = MORPION.run(&format!("{task} {option} /dev/full"), "");
        assert_eq!((output.status.code(), Printed::new(&output.stdout)), (Some(3), Printed::of(0, task)));
        assert_eq!(said(&output), "morpion: cannot write /dev/full: No space left on device (os error 28)\n");
    }
}

/// The lines of a log from the given one on.
fn log_lines(file: &Path, skip: usize) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().skip(skip).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks a line of a log against the one before it, `Null` for the first.
fn follows(line: &Value, before: &Value, is_resume: bool) {
    let number = |line: &Value, field| line[field].as_f64().unwrap();
    let kind = if is_resume { "resume" } else { "log" };
    assert_eq!(line["schema"], format!("quadrille/morpion-search-{kind}/1"), "{line}");
    assert_eq!(line["task"], "search 5D --seed 1 --level 2");
    assert_eq!(line.as_object().unwrap().len(), if is_resume { 6 } else { 7 });
    assert!(number(line, "best_after") <= number(line, "elapsed"), "{line}");
    if is_resume {
        assert_eq!(
            ["playouts", "best", "best_after"].map(|field| &line[field]),
            ["playouts", "best", "best_after"].map(|field| &before[field])
        );
        // The last line is written after the last checkpoint.
        assert!(number(line, "elapsed") > 0.0 && number(line, "elapsed") <= number(before, "elapsed"), "{line}");
    } else if !before.is_null() {
        for field in ["playouts", "elapsed", "best"] {
            assert!(number(line, field) >= number(before, field), "{field}: {before} {line}");
        }
        // Times are rounded: two best games can have been found in the same millisecond.
        if line["best"] == before["best"] {
            assert_eq!(line["best_after"], before["best_after"], "{before} {line}");
        } else {
            assert!(number(line, "best_after") >= number(before, "elapsed"), "{before} {line}");
        }
    }
}

#[test]
fn the_log_of_a_resumed_search_goes_on() {
    let (folder, log) = with_file("log", "{\"what\":\"was there\"}\n");
    let [checkpoint, whole] = ["checkpoint", "whole"].map(|name| folder.path().join(name));
    let task = "search 5D --seed 1 --level 2 --threads 2";
    let run = format!("{task} --log {} --checkpoint {}", log.display(), checkpoint.display());
    let (mut last, mut seen, mut runs) = (Value::Null, 1, 0);
    loop {
        let status = MORPION.run(&format!("{run} --nodes 5000"), "").status.code();
        let lines = log_lines(&log, seen);
        seen += lines.len();
        for (number, line) in lines.iter().enumerate() {
            follows(line, &last, number == 0 && runs > 0);
            last = line.clone();
        }
        runs += 1;
        if status == Some(0) {
            break;
        }
        assert_eq!(status, Some(3));
    }
    assert!(runs > 2 && log_lines(&log, 0)[0]["what"] == "was there", "{runs}");
    // All runs together have made the playouts of one that is not stopped.
    let printed = Printed::of(0, &format!("{task} --log {}", whole.display()));
    let once = log_lines(&whole, 0);
    once.iter().for_each(|line| follows(line, &Value::Null, false));
    let end = once.last().unwrap();
    assert_eq!(
        [&last["playouts"], &last["best"], &end["best"]],
        [&end["playouts"], &end["best"], &printed.best.into()]
    );
    // A log that is gone begins with the line of the resume.
    fs::remove_file(&log).unwrap();
    Printed::of(0, &run);
    let lines = log_lines(&log, 0);
    assert_eq!(lines[0]["schema"], "quadrille/morpion-search-resume/1");
    assert_eq!([&lines[0]["playouts"], &lines[1]["playouts"]], [&last["playouts"]; 2]);
}

/// The answer of `best` about files.
fn told(files: &[&str], best: &[(&str, usize, &str)]) -> String {
    let blocks = best.iter().map(|(name, score, file)| format!("Variant: {name}\nScore: {score}\nFile: {file}\n"));
    format!("best {}\n{}", files.join(" "), blocks.collect::<String>())
}

#[test]
fn the_longest_legal_record_of_each_game_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let game = |seed: u64| MORPION.answer(&format!("random 5T --seed {seed} --moves 9"), "");
    let [one, other] = [file("one", &game(1)), file("other", &game(2))];
    let illegal = file("illegal", &(game(3) + "3 2 1 2 4 2\n"));
    let nothing = file("nothing", "nothing");
    let pentasol = file("pentasol", &MORPION.answer("convert --to pentasol rosin82", ""));
    // The score that a record claims is ignored.
    let claims = file("claims", &MORPION.answer("convert --to json rosin82", "").replace("82", "999"));
    let [as_5t, as_5d] = ["5T", "5D"].map(|name| format!("{pentasol} --variant {name}"));
    for (status, files, best, skipped) in [
        (0, &[&*one, &other][..], &[("5T", 9, &*one)][..], 0),
        (0, &[&other, &one], &[("5T", 9, &other)], 0),
        (0, &[&as_5t], &[("5T", 82, &pentasol)], 0),
        (0, &[&as_5d], &[("5D", 82, &pentasol)], 0),
        (0, &[&claims, "rosin82"], &[("5D", 82, &claims)], 1),
        (
            0,
            &[&illegal, "demaine31", &nothing, "/nowhere", &pentasol, &one, "hyyroporanen35", "rosin82"],
            &[("5T", 9, &one), ("5D", 82, "rosin82"), ("4D", 35, "hyyroporanen35")],
            4,
        ),
        (1, &[&nothing, &illegal], &[], 3),
    ] {
        let output = MORPION.run(&format!("best {}", files.join(" ")), "");
        let expected = if status == 0 { told(files, best) } else { String::new() };
        assert_eq!((output.status.code(), str::from_utf8(&output.stdout).unwrap()), (Some(status), &*expected));
        assert_eq!(said(&output).lines().count(), skipped, "{}", said(&output));
        if skipped > 1 {
            assert!(said(&output).contains(&format!("morpion: skipping a record: {illegal}: ")), "{}", said(&output));
        }
    }
    let json: Value = serde_json::from_str(&MORPION.answer("best rosin82 demaine31 --json", "")).unwrap();
    let expected = serde_json::json!([
        { "variant": "5D", "score": 82, "file": "rosin82" }, { "variant": "4D", "score": 31, "file": "demaine31" },
    ]);
    assert_eq!((&json["schema"], &json["best"]), (&"quadrille/morpion-best/1".into(), &expected));
}
