//! The files of searches: the game that one begins with, the game that it saves, and its checkpoint.

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

#[cfg(unix)]
#[test]
fn search_continues_to_a_higher_target_and_not_beyond_one_that_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let made = |options: &str| {
        let ended = MORPION.run(&format!("search 5D --seed 1 --level 2 --threads 1 --stats {options}"), "");
        assert_eq!(ended.status, Some(0), "{ended:?}");
        (Printed::new(&ended.stdout), ended.stderr.split(' ').nth(1).unwrap().parse::<u64>().unwrap())
    };
    let whole = made("--target 69");
    let parts =
        [55, 62, 66, 69, 69].map(|target| made(&format!("--target {target} --checkpoint {}", checkpoint.display())));
    assert!(parts[0].0.best >= 55 && parts[1].0.best >= 62 && parts[2].0.best >= 66);
    let playouts = parts.iter().map(|(_, playouts)| playouts).sum();
    let [.., (last, _)] = parts;
    assert_eq!((last, playouts), whole);
}

#[cfg(unix)]
#[test]
fn checkpoints_of_other_searches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (task, changes) in [
        (
            "search 5D --seed 1 --level 2 --threads 2",
            &[
                ("seed 1", "seed 2"),
                ("threads 2", "threads 1"),
                ("5D", "5T"),
                ("2 --threads 2", "2 --threads 2 --target 60"),
                ("level 2", "level 2 --symmetric"),
                ("level 2", "level 2 --keep 4"),
            ][..],
        ),
        (
            "search 5T --seed 1 --level 2 --threads 2 --start rosin82",
            &[("rosin82", "rosin178"), (" --start rosin82", "")],
        ),
    ] {
        let checkpoint = folder.path().join("checkpoint");
        Printed::of(3, &format!("{task} --nodes 4000 --checkpoint {}", checkpoint.display()));
        let before = fs::read(&checkpoint).unwrap();
        for (from, to) in changes {
            let other = format!("{} --checkpoint {}", task.replace(from, to), checkpoint.display());
            MORPION.run(&other, "").is_refused(1, " is not a checkpoint of this task");
            assert_eq!(fs::read(&checkpoint).unwrap(), before);
        }
        Printed::of(3, &format!("{task} --nodes 100 --checkpoint {}", checkpoint.display()));
        fs::remove_file(&checkpoint).unwrap();
    }
}
