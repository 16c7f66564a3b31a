//! The files of searches: the game that one begins with, the game that it saves, its log; and which saved game is the
//! longest.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::reference::NAMES;
use crate::searching::{Printed, record_in};
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
fn search_begins_with_a_record() {
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
fn unfinished_game_is_continued() {
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
fn saved_game_is_the_printed_one_with_its_origin() {
    let folder = tempfile::tempdir().unwrap();
    for name in NAMES {
        let [msr, json] = ["msr", "json"].map(|ending| folder.path().join(format!("{name}.{ending}")));
        let task = format!("search {name} --seed 7 --level 1 --threads 1");
        let printed = Printed::of(0, &format!("{task} --save {}", msr.display()));
        assert_eq!(Printed::of(0, &format!("{task} --save {}", json.display())), printed);
        assert_eq!([record_in(&msr), record_in(&json)], [&*printed.record; 2]);
        let saved = json_in(&json);
        let found: Value = MORPION.json(&task, "");
        assert_eq!((&saved["variant"], &saved["score"]), (&name.into(), &printed.best.into()));
        let method = format!("nrpa L1, 1 thread(s): thread 1 after {} playouts", found["playouts"]);
        assert_eq!(saved["solver"], serde_json::json!({ "tool": "quadrille", "method": method, "seed": 7 }));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 8);
}

#[test]
fn longer_game_stays_and_shorter_one_is_replaced() {
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
fn file_without_record_of_the_variant_is_not_overwritten() {
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
        MORPION.run(&format!("search 5D --level 9 --save {}", file.display()), "").is_refused(1, &said);
        assert_eq!(fs::read(&file).unwrap(), text);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// The lines of a log from the given one on.
fn log_lines(file: &Path, skip: usize) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().skip(skip).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks a line of a log against the one before it.
fn follows(line: &Value, before: &Value) {
    let number = |line: &Value, field| line[field].as_f64().unwrap();
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

#[test]
fn log_of_a_resumed_search_goes_on() {
    let (folder, log) = with_file("log", "{\"what\":\"was there\"}\n");
    let [checkpoint, whole] = ["checkpoint", "whole"].map(|name| folder.path().join(name));
    let task = "search 5D --seed 1 --level 2 --threads 2";
    let run = format!("{task} --log {} --checkpoint {}", log.display(), checkpoint.display());
    let mut stopped = 0;
    while MORPION.run(&format!("{run} --nodes 5000"), "").status == Some(3) {
        stopped += 1;
    }
    assert_eq!(log_lines(&log, 0)[0]["what"], "was there");
    let lines = log_lines(&log, 1);
    let is_resume = |line: &Value| line["schema"] == "quadrille/morpion-search-resume/1";
    let resumed = lines.iter().filter(|line| is_resume(line)).count();
    assert!(stopped > 1 && resumed == stopped, "{stopped} {lines:?}");
    for pair in lines.windows(2) {
        assert_eq!(pair[1]["task"], "search 5D --seed 1 --level 2");
        if is_resume(&pair[1]) {
            ["playouts", "best", "best_after"].iter().for_each(|field| assert_eq!(pair[1][field], pair[0][field]));
        } else {
            follows(&pair[1], &pair[0]);
        }
    }
    // All runs together have made the playouts of one that is not stopped.
    let printed = Printed::of(0, &format!("{task} --log {}", whole.display()));
    let (last, once) = (lines.last().unwrap(), log_lines(&whole, 0));
    let end = once.last().unwrap();
    assert_eq!(
        [&last["playouts"], &last["best"], &end["best"]],
        [&end["playouts"], &end["best"], &printed.best.into()]
    );
    // A log that is gone begins with the line of the resume.
    fs::remove_file(&log).unwrap();
    Printed::of(0, &run);
    let lines = log_lines(&log, 0);
    assert!(is_resume(&lines[0]));
    assert_eq!([&lines[0]["playouts"], &lines[1]["playouts"]], [&last["playouts"]; 2]);
}

/// The answer of `best` about files.
fn told(files: &[&str], best: &[(&str, usize, &str)]) -> String {
    let blocks = best.iter().map(|(name, score, file)| format!("Variant: {name}\nScore: {score}\nFile: {file}\n"));
    format!("best {}\n{}", files.join(" "), blocks.collect::<String>())
}

#[test]
fn longest_legal_record_of_each_variant_is_found() {
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
        assert_eq!((output.status, &*output.stdout), (Some(status), &*expected));
        assert_eq!(output.stderr.lines().count(), skipped, "{output:?}");
        if skipped > 1 {
            assert!(output.stderr.contains(&format!("morpion: skipping a record: {illegal}: ")), "{output:?}");
        }
    }
    let json: Value = MORPION.json("best rosin82 demaine31", "");
    let expected = serde_json::json!([
        { "variant": "5D", "score": 82, "file": "rosin82" }, { "variant": "4D", "score": 31, "file": "demaine31" },
    ]);
    assert_eq!((&json["schema"], &json["best"]), (&"quadrille/morpion-best/1".into(), &expected));
}

/// Two threads may find games of the same length at about the same time.
#[test]
fn saved_game_is_the_printed_one_of_equally_long_ones() {
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
