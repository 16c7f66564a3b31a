//! Searches that share a folder of good games: killed at any moment, with hostile files in it, and what they find there.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::search_checkpoint::{ended_within, forged_states_do_no_harm};
use crate::searching::{Printed, record_in, replayed, said};
use crate::support::MORPION;

/// A name that no game has.
const HASH: &str = "0123456789abcdef";

/// The files in a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The lengths of the games in a folder, all of which are complete, legal, and as long as their names say.
fn lengths(folder: &Path) -> Vec<usize> {
    let games = files(folder).into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "msr"));
    let length = |game: PathBuf| {
        let length = replayed(&record_in(&game)).moves().len();
        let name = game.file_name().unwrap().to_str().unwrap();
        assert!(
            name.starts_with(&format!("{length}-")) && name.len() == format!("{length}-{HASH}.msr").len(),
            "{name}"
        );
        length
    };
    games.map(length).collect()
}

/// A folder with one game, a known record.
fn with_record(variant: &str, id: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("new/games");
    let task = format!("search {variant} --level 1 --start {id}");
    let printed = Printed::of(0, &format!("{task} --threads 1 --share {}", games.display()));
    assert_eq!(printed.task, task);
    let record = MORPION.answer(&format!("convert --to plain {id}"), "");
    assert_eq!(printed.record, record);
    let [file] = &files(&games)[..] else { panic!("{:?}", files(&games)) };
    assert_eq!(record_in(file), record);
    (folder, games)
}

#[test]
fn killed_searches_leave_complete_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    thread::scope(|scope| {
        for seed in 1..=4 {
            let (folder, games) = (folder.path(), &games);
            scope.spawn(move || {
                let mut moments = ChaCha8Rng::seed_from_u64(seed);
                let checkpoint = folder.join(format!("{seed}.checkpoint"));
                for _ in 0..6 {
                    let mut child = MORPION.spawn(&format!(
                        "search 4D --seed {seed} --level 1 --threads 1 --target 40 --share {} --checkpoint {}",
                        games.display(),
                        checkpoint.display()
                    ));
                    drop(child.stdin.take());
                    let moment = Duration::from_millis(moments.random_range(20..=300));
                    assert!(!ended_within(&mut child, moment));
                    child.kill().unwrap();
                    let output = child.wait_with_output().unwrap();
                    assert_eq!((output.stdout.len(), said(&output)), (0, ""));
                }
            });
        }
    });
    let found = lengths(&games);
    assert!((1..=24).contains(&found.len()), "{found:?}");
    let best = found.iter().max().unwrap();
    let task = format!("search 4D --seed 5 --level 1 --threads 1 --target {best} --share {}", games.display());
    assert!(Printed::of(0, &task).best >= *best);
    let left = lengths(&games);
    assert!((1..=20).contains(&left.len()), "{found:?} {left:?}");
}

#[test]
fn the_shortest_games_and_old_temporary_files_are_removed() {
    let (_folder, games) = with_record("4D", "hyyroporanen35");
    let hours = |file: &Path, hours: u64| {
        let time = SystemTime::now() - Duration::from_secs(hours * 3600);
        File::create(file).unwrap().set_modified(time).unwrap();
    };
    let [old, new, foreign] = [format!("30-{HASH}.msr"), format!("31-{HASH}.msr"), "notes.txt".to_owned()]
        .map(|name| games.join(format!("{name}.writing-x7Kq2f.part")));
    hours(&old, 2);
    hours(&new, 0);
    hours(&foreign, 2);
    let task = format!("search 4D --level 1 --threads 2 --target 36 --share {}", games.display());
    let mut before = Vec::new();
    for seed in 1..=3 {
        Printed::of(3, &format!("{task} --seed {seed} --nodes 20000"));
        let mut found = lengths(&games);
        found.sort_unstable();
        assert_eq!((found.len(), found.last()), (20, Some(&35)));
        assert!(before.iter().zip(&found).all(|(before, now)| before <= now), "{before:?} {found:?}");
        before = found;
    }
    assert_eq!([old, new, foreign].map(|file| file.exists()), [false, true, true]);
}

#[test]
fn a_game_of_the_folder_reaches_the_target() {
    for (variant, id, length) in [("4D", "hyyroporanen35", 35), ("5D", "rosin82", 82)] {
        let (_folder, games) = with_record(variant, id);
        let save = games.join("best.msr");
        let task = format!("search {variant} --seed 2 --level 1 --target {length}");
        let printed =
            Printed::of(0, &format!("{task} --threads 1 --share {} --save {}", games.display(), save.display()));
        assert_eq!(printed.task, task);
        assert_eq!(printed.record, MORPION.answer(&format!("convert --to plain {id}"), ""));
        assert_eq!(record_in(&save), printed.record);
    }
}

/// Before the first run, even if it is one of many games; and it stays its author's.
#[test]
fn a_target_that_was_reached_before_is_taken_at_once() {
    let (_folder, games) = with_record("5D", "rosin82");
    let share = format!("--threads 1 --share {}", games.display());
    let task = "search 5D --level 1 --target 83";
    for seed in 1..=25 {
        Printed::of(3, &format!("{task} --seed {seed} --nodes 200 {share}"));
    }
    assert_eq!(lengths(&games).len(), 20);
    let save = games.join("best.json");
    let task = format!("search 5D --level 4 --target 82 --nodes 1 --save {} {share}", save.display());
    assert_eq!(Printed::of(0, &task).record, MORPION.answer("convert --to plain rosin82", ""));
    let saved: serde_json::Value = serde_json::from_slice(&fs::read(&save).unwrap()).unwrap();
    assert!(saved["author"].as_str().unwrap().contains("Rosin") && saved["solver"]["seed"].is_null(), "{saved}");
}

/// The folder has several games of the same length.
#[test]
fn equally_long_games_stay_their_authors() {
    let folder = tempfile::tempdir().unwrap();
    let [games, save] = ["games", "best.json"].map(|name| folder.path().join(name));
    fs::create_dir(&games).unwrap();
    let saved = |json: &[u8]| {
        let saved: serde_json::Value = serde_json::from_slice(json).unwrap();
        (saved["moves"].clone(), saved["solver"].clone())
    };
    let mut of_others = 0;
    for seed in 1..=40 {
        let before: Vec<_> = files(&games)
            .iter()
            .map(|file| saved(MORPION.answer(&format!("convert --to json {}", file.display()), "").as_bytes()))
            .collect();
        let task = format!("search 4D --seed {seed} --level 1 --threads 1 --target 36 --nodes 2000");
        Printed::of(3, &format!("{task} --share {} --save {}", games.display(), save.display()));
        let (moves, solver) = saved(&fs::read(&save).unwrap());
        if let Some((_, theirs)) = before.into_iter().find(|(theirs, _)| *theirs == moves) {
            assert_eq!(solver, theirs, "{seed}");
            of_others += 1;
        }
        fs::remove_file(&save).unwrap();
    }
    assert!(of_others > 10, "{of_others}");
}

#[test]
fn an_unfinished_start_is_not_shared() {
    let folder = tempfile::tempdir().unwrap();
    let [start, games] = ["start", "games"].map(|name| folder.path().join(name));
    fs::write(&start, MORPION.answer("random 4D --moves 7", "")).unwrap();
    let task = format!("search 4D --level 1 --start {} --share {}", start.display(), games.display());
    Printed::of(3, &format!("{task} --nodes 0"));
    assert!(lengths(&games).is_empty());
    Printed::of(0, &format!("{task} --threads 1"));
    assert!(lengths(&games)[0] > 7);
}

#[test]
fn other_files_may_be_in_the_folder_but_not_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").display().to_string();
    let task = "search 4D --level 1 --threads 1";
    for (option, games) in [("save", ""), ("svg", ""), ("log", ""), ("save", "/games")] {
        let output = MORPION.run(&format!("{task} --{option} {path} --share {path}{games}"), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let expected = format!("morpion: --{option} would write {path}, a folder for --share; name another file\n");
        assert_eq!(said(&output), expected);
    }
    assert_eq!(files(folder.path()).len(), 0);
    let files = ["save", "svg", "log", "checkpoint"].map(|option| format!(" --{option} {path}/{option}")).join("");
    Printed::of(0, &format!("{task} --share {path}{files}"));
    assert_eq!(lengths(Path::new(&path)).len(), 1);
}

/// Each thread makes one run, which begins as without a folder.
#[test]
fn without_a_target_no_game_is_taken() {
    let (_folder, games) = with_record("4D", "hyyroporanen35");
    let task = "search 4D --seed 2 --level 1 --threads 2";
    let printed = Printed::of(0, task);
    assert!(printed.best < 35);
    assert_eq!(Printed::of(0, &format!("{task} --share {}", games.display())), printed);
    assert!(lengths(&games).contains(&printed.best));
}

#[test]
fn what_is_no_game_is_skipped_and_stays() {
    let (_other, other) = with_record("5D", "rosin82");
    let (_folder, games) = with_record("4D", "hyyroporanen35");
    let good = files(&games).remove(0);
    let named = |length: u32| games.join(format!("{length}-{HASH}.msr"));
    fs::write(named(1), b"\xff\0 nonsense").unwrap();
    fs::write(named(2), "").unwrap();
    fs::create_dir(named(3)).unwrap();
    symlink(&good, named(4)).unwrap();
    assert!(Command::new("mkfifo").arg(named(5)).status().unwrap().success());
    fs::write(named(6), "4D\n3 2 1 2 4 2\n3 2 1 2 4 2\n").unwrap();
    fs::copy(&good, named(7)).unwrap();
    let foreign = files(&other).remove(0);
    let copied = games.join(foreign.file_name().unwrap());
    fs::copy(&foreign, &copied).unwrap();
    // Names that are not those of games.
    for name in
        ["35.msr", "best.msr", &format!("+35-{HASH}.msr"), &format!("12345-{HASH}.msr"), &format!("1-{HASH}.MSR")]
    {
        fs::write(games.join(name), "nonsense").unwrap();
    }
    let before: Vec<(PathBuf, Option<Vec<u8>>)> = files(&games)
        .into_iter()
        .map(|file| (file.clone(), file.symlink_metadata().unwrap().is_file().then(|| fs::read(file).unwrap())))
        .collect();
    let task = "search 4D --seed 1 --level 1 --threads 2 --target 36 --nodes 20000 --share";
    let output = MORPION.run(&format!("{task} {}", games.display()), "");
    assert_eq!(output.status.code(), Some(3));
    let mut remarks: Vec<&str> = said(&output).lines().collect();
    remarks.sort_unstable();
    for (number, what) in [
        (1, "not a record"),
        (2, "not a record"),
        (3, "not a regular file"),
        (4, "not a regular file"),
        (5, "not a regular file"),
        (6, "condition (i)"),
        (7, "expected the name 35-"),
    ] {
        let begin = format!("morpion: skipping a record: {}: ", named(number).display());
        let remark = remarks[number as usize - 1];
        assert!(remark.starts_with(&begin), "{remark}");
        assert!(number <= 2 || remark.contains(what), "{remark}");
    }
    let problem = "expected a record of 4D, found one of 5D";
    assert_eq!(remarks[7..], [format!("morpion: skipping a record: {}: {problem}", copied.display())]);
    for (file, text) in before {
        assert!(file.symlink_metadata().is_ok(), "{file:?}");
        assert!(text.is_none_or(|text| fs::read(&file).unwrap() == text), "{file:?}");
    }
    // All that is new is games, and there are no more than fit.
    assert_eq!(files(&games).len(), 20 + 8 + 5);
}

#[test]
fn a_folder_that_cannot_be_used_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "precious").unwrap();
    for path in [&file, &file.join("games")] {
        let output = MORPION.run(&format!("search 4D --level 1 --share {}", path.display()), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        let expected = format!("morpion: cannot write {}: ", path.display());
        assert!(said(&output).starts_with(&expected) && said(&output).lines().count() == 1, "{}", said(&output));
    }
    assert_eq!(fs::read(&file).unwrap(), b"precious");
}

#[test]
fn sharing_belongs_to_the_search_of_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let [games, others] = ["games", "others"].map(|name| folder.path().join(name));
    let task = "search 4D --seed 1 --level 1 --threads 1 --target 36";
    let share = |games: &Path| format!("{task} --share {}", games.display());
    for (first, second, of, asked) in
        [(task, &*share(&games), "", " --share DIR"), (&share(&games), task, " --share DIR", "")]
    {
        let checkpoint = folder.path().join(format!("checkpoint{}", of.len()));
        let options = format!("--nodes 500 --checkpoint {}", checkpoint.display());
        Printed::of(3, &format!("{first} {options}"));
        let output = MORPION.run(&format!("{second} {options}"), "");
        let task = task.replace("36", "N");
        let expected = format!("belongs to 'morpion {task}{of}', not to 'morpion {task}{asked}'; name another file\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output).ends_with(&expected), "{}", said(&output));
        // Another folder may be used.
        let other = first.replace("/games", "/others");
        assert!(Printed::of(3, &format!("{other} {options}")).best > 20);
    }
    assert!(!lengths(&others).is_empty());
}

#[test]
fn forged_states_of_searches_that_share_do_no_harm() {
    let (_folder, games) = with_record("4D", "hyyroporanen35");
    let task = format!("search 4D --seed 1 --level 1 --threads 2 --target 36 --share {}", games.display());
    forged_states_do_no_harm(&task, 24);
}
