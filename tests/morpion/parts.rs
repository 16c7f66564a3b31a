//! Counts of `morpion` in parts and with limits, and those that are killed and go on.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::support::{MORPION, interrupt};

fn part(folder: &Path, number: u64, of: u64) -> String {
    let file = folder.join(number.to_string());
    fs::write(&file, MORPION.answer(&format!("count 4D 6 labelled finished part {number}/{of}"), "")).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn parts_are_merged_to_the_bytes_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = (1..=5).map(|number| part(folder.path(), number, 5)).collect();
    let (_, whole) = MORPION
        .answer("count 4D 6 labelled finished", "")
        .split_once('\n')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let command = format!("merge {}", files.join(" "));
    assert_eq!(MORPION.answer(&command, ""), format!("{command}\n{whole}"));
    // In any order, and several in a file, as `cat` and lists of tasks make them.
    let together = folder.path().join("together");
    let texts: Vec<String> = files[1..].iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    fs::write(&together, texts.join("\n").replace('\n', "\r\n")).unwrap();
    let answer = MORPION.answer(&format!("merge {} {}", together.display(), files[0]), "");
    assert!(answer.ends_with(&format!("\n{whole}")));
    let answer = MORPION.answer(&format!("merge {} -", together.display()), fs::read(&files[0]).unwrap());
    assert!(answer.ends_with(&format!("\n{whole}")));
    let output = MORPION.run("", format!("merge{}\n", " x".repeat(63)));
    let said = "morpion: line 1, column 1: a line of a list has at most 64 words; a file may hold many parts\n";
    assert_eq!((output.status.code(), str::from_utf8(&output.stderr).unwrap()), (Some(1), said));

    let spoiled = |name: &str, change: &dyn Fn(&str) -> String| {
        let file = folder.path().join(name);
        fs::write(&file, change(&texts[0])).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let short = spoiled("short", &|text| text[..text.len() / 2].to_owned());
    let other = spoiled("other", &|text| text.replace("4D", "4T"));
    let unknown =
        spoiled("unknown", &|text| format!("{}\nUnknown\n", text.lines().take(3).collect::<Vec<_>>().join("\n")));
    let number = spoiled("number", &|text| {
        let (before, last) = text.trim_end().rsplit_once("\n6 ").unwrap();
        let (labelled, rest) = last.split_once(' ').unwrap();
        format!("{before}\n6 {} {rest}\n", labelled.parse::<u64>().unwrap() + 1)
    });
    let huge = spoiled("huge", &|text| text.replace("\n6 ", "\n6 340282366920938463463374607431768211455 1 1 1\n#"));
    let negative = spoiled("negative", &|text| text.replace("\n6 ", "\n6 -"));
    let whole = spoiled("whole", &|text| text.replace(" part 2/5", ""));
    let nothing = spoiled("nothing", &|_| "count 5T 0 part 1/1\n0 0 0 0 0\n".to_owned());
    let wrapped = spoiled("wrapped", &|_| format!("count 5T 1 part 1/1\n0 {} 8 0 0\n1 8 0 0 0\n", u128::MAX - 7));
    let [one, rest] = [files[0].clone(), files[2..].join(" ")];
    let mut text = String::new();
    for (files, name) in [
        (format!("{one} {rest}"), "missing"),
        (one.clone(), "more missing"),
        (format!("{one} {one} {rest}"), "twice"),
        (format!("{one} {short} {rest}"), "short"),
        (format!("{one} {other} {rest}"), "other"),
        (format!("{one} {unknown} {rest}"), "unknown"),
        (format!("{one} {number} {rest}"), "number"),
        (format!("{one} {huge} {rest}"), "huge"),
        (format!("{one} {negative} {rest}"), "negative"),
        (format!("{one} {whole} {rest}"), "whole"),
        (nothing, "nothing"),
        (wrapped, "wrapped"),
    ] {
        let output = MORPION.run(&format!("merge {files}"), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{name}");
        let stderr = String::from_utf8(output.stderr).unwrap().replace(folder.path().to_str().unwrap(), "DIR");
        text += &format!("{name}: {stderr}");
    }
    insta::assert_snapshot!("merges", text);
}

#[test]
fn a_count_that_a_limit_stops_prints_what_is_known() {
    let output = MORPION.run("count 5D 20 --nodes 2000000", "");
    assert_eq!(output.status.code(), Some(3));
    let known = String::from_utf8(output.stdout).unwrap();
    let (lines, unknown) = known.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(unknown, "Unknown");
    assert!(lines.starts_with("count 5D 20\n0 1\n1 4\n2 55\n3 404\n"), "{lines}");
    let output = MORPION.run("count 5D 20 part 7/8 --time 0s", "");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b"count 5D 20 part 7/8\nUnknown\n"[..]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_count_with_what_is_known() {
    let mut child = MORPION.spawn("count 5T 40 --threads 1 --progress");
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    let shown = stderr.next().unwrap().unwrap();
    assert!(shown.starts_with("morpion: ") && shown.ends_with(" units"), "{shown}");
    interrupt(&child);
    let last = stderr.last().unwrap().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), last.as_str()), (Some(3), "morpion: interrupted after 0 task(s)"));
    let known = String::from_utf8(output.stdout).unwrap();
    assert!(known.starts_with("count 5T 40\n0 1\n1 4\n2 56\n"), "{known}");
    assert!(known.ends_with("\nUnknown\n"), "{known}");
}

/// Runs a count with a checkpoint and kills it whenever it has written one, up to a number of times; what it prints in the end, and how often
/// it was killed.
#[cfg(unix)]
fn killed(task: &str, file: &Path, most: usize) -> (String, usize) {
    let written = || fs::metadata(file).ok().and_then(|data| data.modified().ok());
    for kills in 0.. {
        let before = written();
        let mut child = MORPION.spawn(&format!("{task} --checkpoint {}", file.display()));
        while child.try_wait().unwrap().is_none() && (kills == most || written() == before) {
            thread::sleep(Duration::from_millis(5));
        }
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            return (String::from_utf8(output.stdout).unwrap(), kills);
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    unreachable!("it is not killed more often than that")
}

/// That a checkpoint belongs to one count alone.
#[cfg(unix)]
fn is_refused(file: &Path, other: &str, task: &str) {
    let output = MORPION.run(&format!("{other} --checkpoint {}", file.display()), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains(&format!("another task: morpion {task}\n")));
}

/// A count that is killed once, if it runs for longer than the second after which a checkpoint is written.
#[cfg(unix)]
#[test]
fn a_count_that_is_killed_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    let (printed, _) = killed("count 4D 10 --threads 1", &file, 1);
    assert!(printed.ends_with("\n8 8027941\n9 27842848\n10 84184659\n"), "{printed}");
    is_refused(&file, "count 4D 8", "count 4D 10");
}

#[cfg(unix)]
#[test]
#[ignore = "exhaustive: 12 s"]
fn a_count_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    let task = "count 4D 11 labelled";
    let expected = MORPION.answer(task, "");
    let (printed, kills) = killed(task, &file, 100);
    assert_eq!(printed, expected, "after {kills} kills");
    is_refused(&file, "count 4D 10 labelled", task);
}
