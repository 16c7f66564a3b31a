//! The files of searches: the game that one begins with, the game that it saves, its log; and which saved game is the longest.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::reference::NAMES;
use crate::searching::{Printed, record_in, said};
use crate::support::MORPION;

/// A folder, and a file in it that has this text.
fn with_file(name: &str, text: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    (folder, file)
}

/// Arguments that are wrong usage, or name a file with a wrong text.
fn refused_with(status: i32, task: &str, expected: &str) {
    let output = MORPION.run(task, "");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(status), &b""[..]), "{task}");
    assert!(said(&output).contains(expected) && said(&output).lines().count() == 1, "{task}: {}", said(&output));
}

fn refused(task: &str, expected: &str) {
    refused_with(1, task, expected);
}

fn misused(task: &str, expected: &str) {
    refused_with(2, task, expected);
}

#[test]
fn a_search_begins_with_a_record() {
    for (name, id, moves) in [("5D", "rosin82", 82), ("4D", "hyyroporanen35", 35), ("5T", "rosin82", 82)] {
        let printed = Printed::of(0, &format!("search {name} --level 1 --start {id} --threads 2"));
        assert_eq!(printed.task, format!("search {name} --level 1 --start {id}"));
        assert!(printed.best >= moves, "{id}: {}", printed.best);
        printed.replayed();
    }
    // A target that the record reaches is reached at once, by the record itself.
    let printed = Printed::of(0, "search 5D --level 9 --target 80 --start rosin82 --threads 2");
    assert_eq!(printed.record, MORPION.answer("convert --to plain rosin82", ""));
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
        let from_stdin = MORPION.run(&format!("{task} --start -"), begun.as_str());
        let from_stdin = Printed::new(&from_stdin.stdout);
        assert_eq!(from_stdin.record, from_file.record);
        assert_eq!(from_stdin.task, format!("search {name} --level 1 --start -"));
        // What the search has learned from it shows: the first game by chance is another one than without.
        assert_ne!(Printed::of(0, &task).record, from_file.record);
    }
    let (_folder, file) = with_file("empty", "5T\n");
    let task = "search 5T --level 1 --threads 1";
    assert_eq!(Printed::of(0, &format!("{task} --start {}", file.display())).record, Printed::of(0, task).record);
}

#[test]
fn a_search_begins_with_a_legal_record_only() {
    refused("search 5D --level 1 --start hyyroporanen35", "hyyroporanen35: move 1: condition (iii): ");
    refused("search 4D --level 1 --start rosin82", "rosin82: ");
    refused("search 4D --level 1 --start /nowhere/at/all", "cannot read /nowhere/at/all: ");
    let (_folder, file) = with_file("game", "4D\n3 2 1 2 4 2\n3 2 1 2 4 2\n");
    refused(&format!("search 4D --level 1 --start {}", file.display()), "move 2: condition (i): ");
    let output = MORPION.run("", "search 4D --level 1 --start -\n");
    let expected = "morpion: line 1, column 1: expected the name of a file: stdin is the list of tasks\n";
    assert_eq!((output.status.code(), said(&output)), (Some(1), expected));
}

#[test]
fn the_saved_game_is_the_printed_one_and_says_where_it_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    for name in NAMES {
        let [msr, json] = ["msr", "json"].map(|ending| folder.path().join(format!("{name}.{ending}")));
        let task = format!("search {name} --seed 7 --level 1 --threads 1");
        let printed = Printed::of(0, &format!("{task} --save {}", msr.display()));
        assert_eq!(Printed::of(0, &format!("{task} --save {}", json.display())), printed);
        assert_eq!((record_in(&msr), record_in(&json)), (printed.record.clone(), printed.record.clone()));
        let checked = MORPION.answer(&format!("check {}", msr.display()), "");
        assert!(checked.contains(&format!("\nScore: {}\nStatus: legal\nFinished: yes\n", printed.best)), "{checked}");
        let saved: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        let found = MORPION.answer(&format!("{task} --json"), "");
        let found: serde_json::Value = serde_json::from_str(&found).unwrap();
        assert_eq!((&saved["variant"], &saved["score"]), (&name.into(), &printed.best.into()));
        let method = format!("nrpa L1, 1 thread(s): thread 1 after {} playouts", found["playouts"]);
        assert_eq!(saved["solver"], serde_json::json!({ "tool": "quadrille", "method": method, "seed": 7 }));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 8);
}

/// Two threads may find games of the same length at about the same time.
fn the_printed_game_is_saved(level: u32, seeds: u32) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("best.msr");
    for seed in 1..=seeds {
        for threads in [2, 4] {
            let task = format!("search 4D --seed {seed} --level {level} --threads {threads}");
            let printed = Printed::of(0, &format!("{task} --save {}", file.display()));
            assert_eq!(record_in(&file), printed.record, "{task}");
            fs::remove_file(&file).unwrap();
        }
    }
}

#[test]
fn the_printed_game_is_saved_for_two_seeds() {
    the_printed_game_is_saved(1, 2);
}

#[test]
#[ignore = "exhaustive: 8 s"]
fn the_printed_game_is_saved_for_many_seeds() {
    the_printed_game_is_saved(2, 10);
}

fn save(file: &Path) -> String {
    format!("search 5D --seed 1 --level 1 --threads 1 --save {}", file.display())
}

#[test]
fn a_longer_game_stays_and_a_shorter_one_is_replaced() {
    let (_folder, longer) = with_file("longer.msr", MORPION.answer("convert --to msr rosin82", ""));
    let before = fs::read(&longer).unwrap();
    let printed = Printed::of(0, &save(&longer));
    assert!(printed.best < 82);
    assert_eq!(fs::read(&longer).unwrap(), before);

    let short = MORPION.answer("random 5D --seed 3 --moves 10", "");
    for text in ["", &short, &MORPION.answer("convert --to json", short.as_str())] {
        let (_folder, file) = with_file("short.json", text);
        assert_eq!(Printed::of(0, &save(&file)), printed);
        assert_eq!(record_in(&file), printed.record);
        // Of the same length, the first one stays.
        let first = fs::read(&file).unwrap();
        Printed::of(0, &save(&file));
        assert_eq!(fs::read(&file).unwrap(), first);
    }
}

/// A search that is stopped early has less than the same search had before.
#[test]
fn a_longer_game_of_the_same_search_stays() {
    let (_folder, file) = with_file("best.msr", "");
    let task = format!("search 4D --seed 1 --level 2 --threads 1 --save {}", file.display());
    let printed = Printed::of(0, &task);
    let before = fs::read(&file).unwrap();
    assert!(Printed::of(3, &format!("{task} --nodes 1")).best < printed.best);
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn what_is_no_record_of_the_game_is_not_overwritten() {
    let image = [0x89, b'P', b'N', b'G', 0, 0xff, 0xfe];
    let other = MORPION.answer("convert --to msr hyyroporanen35", "");
    let illegal = "5D\n3 -1 3 -1 3 3\n3 -1 3 -1 3 3\n";
    for (text, problem) in [
        (&b"my diary\n"[..], "expected a record"),
        (&image, ""),
        (other.as_bytes(), "it is a record of 4D"),
        (illegal.as_bytes(), "move 2: condition (i): "),
        (b"\n", ""),
    ] {
        let (folder, file) = with_file("precious", text);
        refused(&save(&file), "precious: not a record of 5D (");
        refused(&save(&file), "); name another file\n");
        refused(&save(&file), problem);
        assert_eq!(fs::read(&file).unwrap(), text);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn no_search_begins_if_its_file_cannot_be_written() {
    let (_folder, file) = with_file("both", "");
    let (both, folder) = (file.display(), file.parent().unwrap().display());
    for option in ["--save", "--log", "--checkpoint", "--svg"] {
        // The last one has a longer name than file systems allow for the temporary file beside it.
        let long = format!("{folder}/{}", "k".repeat(250));
        for path in
            [format!("{folder}/nowhere/all"), format!("{folder}/new/"), folder.to_string(), format!("{both}/x"), long]
        {
            misused(&format!("search 5D --level 9 {option} {path}"), &format!("cannot write {path}: "));
        }
    }
    // Beside a file what it was before, and what it will be; and the same file by another name.
    let task = "search 5D --level 9";
    let spelled = format!("{folder}/./both");
    for [one, other] in [
        [format!("--save {both}"), format!("--log {spelled}")],
        [format!("--save {both}"), format!("--svg {both}")],
        [format!("--save {both}"), format!("--checkpoint {spelled}")],
        [format!("--svg {both}"), format!("--checkpoint {both}")],
        [format!("--svg {both}"), format!("--log {spelled}")],
        [format!("--save {both}.old"), format!("--checkpoint {both}")],
    ] {
        let options = [&one, &other].map(|words| words.split(' ').next().unwrap());
        misused(&format!("{task} {one} {other}"), " would both write ");
        for option in options {
            misused(&format!("{task} {one} {other}"), option);
        }
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&file, file.with_file_name("link")).unwrap();
        misused(&format!("{task} --save {both} --log {folder}/link"), "--log and --save would both write ");
    }
}

/// Neither by its own picture, nor by the log or the checkpoint of the search that begins with it.
#[test]
fn a_record_that_is_read_is_not_written_over() {
    let text = MORPION.answer("convert --to plain demaine31", "");
    let (folder, file) = with_file("game", &text);
    let [file, spelled] = [file, folder.path().join(".").join("game")].map(|path| path.display().to_string());
    for task in ["check FILE --svg", "search 4D --level 9 --start FILE --svg", "search 4D --level 9 --start FILE --log"]
    {
        misused(&format!("{} {spelled}", task.replace("FILE", &file)), ", the record that is read; name another file");
    }
    misused(&format!("search 4D --level 9 --start {file} --checkpoint {file}"), "--checkpoint would overwrite ");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_saved_or_logged_is_printed_all_the_same() {
    let task = "search 5D --seed 1 --level 1 --threads 1";
    for option in ["--save", "--log"] {
        let output = MORPION.run(&format!("{task} {option} /dev/full"), "");
        assert_eq!((output.status.code(), Printed::new(&output.stdout)), (Some(3), Printed::of(0, task)));
        let problem = "morpion: cannot write /dev/full: No space left on device (os error 28)";
        let said = said(&output);
        assert!(said.starts_with(&format!("{problem}; continuing, and trying again later\n")), "{said}");
        assert!(said.ends_with(&format!("{problem}\n")), "{said}");
    }
}

#[test]
fn a_record_without_a_variant_is_refused_as_such() {
    let text = MORPION.answer("convert --to pentasol rosin82", "");
    let (_folder, file) = with_file("game.txt", &text);
    let output = MORPION.run(&format!("search 5D --level 1 --save {}", file.display()), "");
    let problem = "not a record of 5D (it does not name its variant); name another file";
    assert_eq!(said(&output), format!("morpion: refusing to overwrite {}: {problem}\n", file.display()));
    assert_eq!((output.status.code(), fs::read_to_string(&file).unwrap()), (Some(1), text));
}

/// A game that was there before the search is its author's.
#[test]
fn the_game_to_begin_with_keeps_its_author() {
    let (_folder, file) = with_file("start.json", "");
    let printed =
        Printed::of(0, &format!("search 5T --start rosin178 --target 178 --threads 1 --save {}", file.display()));
    assert_eq!(printed.best, 178);
    let saved: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert!(saved["author"].as_str().unwrap().contains("Rosin") && saved["solver"]["seed"].is_null(), "{saved}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    MORPION.a_full_disk_is_no_success("search 5D --seed 1 --level 1 --threads 1", "");
}

#[test]
fn a_picture_of_the_game_is_drawn() {
    let (_folder, file) = with_file("game.svg", "");
    let task = "search 4D --seed 1 --level 1 --threads 1";
    let printed = Printed::of(0, &format!("{task} --svg {}", file.display()));
    let drawn = fs::read_to_string(&file).unwrap();
    assert!(drawn.contains(&format!("<title>Morpion Solitaire 4D, {} moves</title>", printed.best)));
    // It is the one that `convert` draws.
    let lines = |drawn: &str| drawn.lines().filter(|line| line.contains("<line")).count();
    assert_eq!(lines(&drawn), lines(&MORPION.answer("convert --to svg", printed.record)));
}

#[test]
fn a_log_has_the_progress_of_a_search() {
    let (_folder, file) = with_file("log", "{\"what\":\"was there\"}\n");
    let task = "search 4D --seed 2 --level 2 --threads 2";
    let searches = 2;
    let mut ends = Vec::new();
    for _ in 0..searches {
        let printed = Printed::of(0, &format!("{task} --log {}", file.display()));
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["what"], "was there");
        assert!(text.ends_with('\n'));
        let mut before = (0, 0, 0.0);
        for line in &lines[ends.last().copied().unwrap_or(1)..] {
            assert_eq!(line["schema"], "quadrille/morpion-search-log/1");
            assert_eq!(line["task"], printed.task);
            let [best, playouts] = ["best", "playouts"].map(|field| line[field].as_u64().unwrap());
            let [elapsed, best_after] = ["elapsed", "best_after"].map(|field| line[field].as_f64().unwrap());
            assert!(line["playouts_per_second"].is_u64());
            assert!(best >= before.0 && playouts >= before.1 && elapsed >= before.2 && best_after <= elapsed, "{text}");
            assert_eq!(line.as_object().unwrap().len(), 7);
            before = (best, playouts, elapsed);
        }
        assert_eq!(before.0, printed.best as u64);
        assert!((15_000..=20_000).contains(&before.1), "{}", before.1);
        ends.push(lines.len());
    }
    assert!(ends[0] > 3 && ends.is_sorted_by(|one, other| one < other));
}

/// The lines of a log, of which the given number is not read.
fn log_lines(file: &Path, skip: usize) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().skip(skip).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_log_of_a_resumed_search_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [log, checkpoint, whole] = ["log", "checkpoint", "whole"].map(|name| folder.path().join(name));
    let task = "search 5D --seed 1 --level 2 --threads 2";
    let run = format!("{task} --log {} --checkpoint {}", log.display(), checkpoint.display());
    let mut last = serde_json::Value::Null;
    let (mut seen, mut runs) = (0, 0);
    loop {
        let status = MORPION.run(&format!("{run} --nodes 5000"), "").status.code();
        let lines = log_lines(&log, seen);
        seen += lines.len();
        let mut before = &last;
        for (number, line) in lines.iter().enumerate() {
            let is_resume = number == 0 && runs > 0;
            let kind = if is_resume { "resume" } else { "log" };
            assert_eq!(line["schema"], format!("quadrille/morpion-search-{kind}/1"), "{line}");
            assert_eq!(line["task"], "search 5D --seed 1 --level 2");
            assert_eq!(line.as_object().unwrap().len(), if is_resume { 6 } else { 7 });
            if is_resume {
                for field in ["playouts", "best", "best_after"] {
                    assert_eq!(line[field], before[field], "{field}");
                }
                // The last line is written after the last checkpoint.
                let [saved, logged] = [line, before].map(|line| line["elapsed"].as_f64().unwrap());
                assert!(saved > 0.0 && saved <= logged && saved >= line["best_after"].as_f64().unwrap(), "{line}");
            } else if !before.is_null() {
                assert!(line["playouts"].as_u64() >= before["playouts"].as_u64(), "{before} {line}");
                assert!(line["elapsed"].as_f64() >= before["elapsed"].as_f64(), "{before} {line}");
                if line["best"] == before["best"] {
                    assert_eq!(line["best_after"], before["best_after"]);
                } else {
                    assert!(line["best_after"].as_f64() > before["best_after"].as_f64(), "{before} {line}");
                }
            }
            before = line;
        }
        last = lines.last().unwrap().clone();
        runs += 1;
        if status == Some(0) {
            break;
        }
        assert_eq!(status, Some(3));
    }
    assert!(runs > 2, "{runs}");
    // All runs together have made the playouts of one that is not stopped.
    Printed::of(0, &format!("{task} --log {}", whole.display()));
    let once = log_lines(&whole, 0);
    assert!(once.iter().all(|line| line["schema"] == "quadrille/morpion-search-log/1"));
    assert_eq!([&last["playouts"], &last["best"]], [&once.last().unwrap()["playouts"], &once.last().unwrap()["best"]]);
    // A log that is gone begins with the line of the resume.
    fs::remove_file(&log).unwrap();
    Printed::of(0, &run);
    let lines = log_lines(&log, 0);
    assert_eq!(lines[0]["schema"], "quadrille/morpion-search-resume/1");
    assert_eq!([&lines[0]["playouts"], &lines[1]["playouts"]], [&last["playouts"]; 2]);
}

#[test]
fn a_log_whose_last_line_is_incomplete_goes_on_in_a_line_of_its_own() {
    let task = "search 4D --seed 1 --level 1 --threads 1 --log";
    for (text, first) in [("{\"schema\":\"quadr", "{\"schema\":\"quadr\n"), ("{}\n", "{}\n"), ("", "")] {
        let (_folder, log) = with_file("log", text);
        Printed::of(0, &format!("{task} {}", log.display()));
        assert!(fs::read_to_string(&log).unwrap().starts_with(&format!("{first}{{\"schema\":")), "{text}");
        assert!(log_lines(&log, first.lines().count()).iter().all(|line| line["best"].is_u64()));
    }
}

#[test]
fn the_longest_legal_record_of_each_game_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let game = |name: &str, seed: u64| MORPION.answer(&format!("random {name} --seed {seed} --moves 9"), "");
    let [one, other] = [file("one", &game("5T", 1)), file("other", &game("5T", 2))];
    let illegal = file("illegal", &game("5T", 3).lines().chain(["3 2 1 2 4 2"]).collect::<Vec<_>>().join("\n"));
    let nothing = file("nothing", "nothing");
    let claims = file("claims", &MORPION.answer("convert --to json rosin82", "").replace("82", "999"));

    assert_eq!(MORPION.answer(&format!("best {one} {other}"), ""), told(&[&one, &other], &[("5T", 9, &one)]));
    assert_eq!(MORPION.answer(&format!("best {other} {one}"), ""), told(&[&other, &one], &[("5T", 9, &other)]));
    let all = [&illegal, "demaine31", &nothing, "/nowhere", &one, "hyyroporanen35", "rosin82"];
    let output = MORPION.run(&format!("best {}", all.join(" ")), "");
    let expected = told(&all, &[("5T", 9, &one), ("5D", 82, "rosin82"), ("4D", 35, "hyyroporanen35")]);
    assert_eq!((output.status.code(), str::from_utf8(&output.stdout).unwrap()), (Some(0), expected.as_str()));
    let passed: Vec<&str> =
        said(&output).lines().map(|line| line.strip_prefix("morpion: skipping a record: ").unwrap()).collect();
    assert!(passed[0].starts_with(&format!("{illegal}: ")) && passed[1].starts_with(&format!("{nothing}: ")));
    assert!(passed[2].starts_with("cannot read /nowhere") && passed.len() == 3, "{passed:?}");
    // The score that a record claims is ignored.
    let believed = MORPION.run(&format!("best {claims} rosin82"), "");
    assert_eq!(str::from_utf8(&believed.stdout).unwrap(), told(&[&claims, "rosin82"], &[("5D", 82, &claims)]));
    let output = MORPION.run(&format!("best {nothing} {illegal}"), "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(
        said(&output).ends_with("morpion: expected at least one legal record among the files, found none\n"),
        "{}",
        said(&output)
    );
}

/// The answer of `best` about files.
fn told(files: &[&str], best: &[(&str, usize, &str)]) -> String {
    let blocks = best.iter().map(|(name, score, file)| format!("Variant: {name}\nScore: {score}\nFile: {file}\n"));
    format!("best {}\n{}", files.join(" "), blocks.collect::<String>())
}

#[test]
fn the_longest_record_is_of_the_given_variant() {
    let pentasol = MORPION.answer("convert --to pentasol rosin82", "");
    let (_folder, file) = with_file("pentasol", pentasol);
    let file = file.display().to_string();
    for name in ["5T", "5D"] {
        let answer = MORPION.answer(&format!("best {file} --variant {name}"), "");
        assert_eq!(answer, told(&[&format!("{file} --variant {name}")], &[(name, 82, &file)]));
    }
    assert_eq!(MORPION.run(&format!("best {file}"), "").status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_str(&MORPION.answer("best rosin82 demaine31 --json", "")).unwrap();
    let expected = serde_json::json!([
        { "variant": "5D", "score": 82, "file": "rosin82" }, { "variant": "4D", "score": 31, "file": "demaine31" },
    ]);
    assert_eq!((&json["schema"], &json["best"]), (&"quadrille/morpion-best/1".into(), &expected));
}
