//! Counts of `morpion` in parts, with limits, and continued from a checkpoint.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::support::{MORPION, interrupt};

fn part(folder: &Path, number: u64, of: u64) -> String {
    let file = folder.join(number.to_string());
    fs::write(&file, MORPION.answer(&format!("count 4D 4 --labelled --finished --part {number}/{of}"), "")).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn parts_are_merged_to_the_bytes_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = (1..=5).map(|number| part(folder.path(), number, 5)).collect();
    let (_, whole) = MORPION
        .answer("count 4D 4 --labelled --finished", "")
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
}

#[test]
fn broken_parts_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = (1..=5).map(|number| part(folder.path(), number, 5)).collect();
    let second = fs::read_to_string(&files[1]).unwrap();
    let spoiled = |name: &str, change: &dyn Fn(&str) -> String| {
        let file = folder.path().join(name);
        fs::write(&file, change(&second)).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let short = spoiled("short", &|text| text[..text.find("\n2 ").unwrap() + 5].to_owned());
    let other = spoiled("other", &|text| text.replace("4D", "4T"));
    let unknown =
        spoiled("unknown", &|text| format!("{}\nUnknown\n", text.lines().take(3).collect::<Vec<_>>().join("\n")));
    let number = spoiled("number", &|text| {
        let (before, last) = text.trim_end().rsplit_once("\n4 ").unwrap();
        let (labelled, rest) = last.split_once(' ').unwrap();
        format!("{before}\n4 {} {rest}\n", labelled.parse::<u64>().unwrap() + 1)
    });
    let huge = spoiled("huge", &|text| text.replace("\n4 ", "\n4 340282366920938463463374607431768211455 1 1 1\n#"));
    let negative = spoiled("negative", &|text| text.replace("\n4 ", "\n4 -"));
    let whole = spoiled("whole", &|text| text.replace(" --part 2/5", ""));
    let longer = spoiled("longer", &|text| format!("{text}5 0 0 0 0\n"));
    let empty = spoiled("empty", &|_| "# nothing\n".to_owned());
    let check = spoiled("check", &|text| format!("{text}\ncheck rosin82\n"));
    let nothing = spoiled("nothing", &|_| "count 5T 0 --part 1/1\n0 0 0 0 0\n".to_owned());
    let wrapped = spoiled("wrapped", &|_| format!("count 5T 1 --part 1/1\n0 {} 8 0 0\n1 8 0 0 0\n", u128::MAX - 7));
    let checkpoint = folder.path().join("checkpoint").display().to_string();
    MORPION.run(&format!("count 4D 9 --part 2/5 --time 0s --checkpoint {checkpoint}"), "");
    let older = spoiled("older", &|_| "quadrille checkpoint 1\n".to_owned());
    let [one, rest] = [files[0].clone(), files[2..].join(" ")];
    for (files, message) in [
        (format!("{one} {rest}"), "part 2/5 is missing"),
        (one.clone(), "part 2/5 is missing, and so are 3 others"),
        (format!("{one} {one} {rest}"), "DIR/1: line 1, column 1: part 1/5 was read before; give each part once"),
        (format!("{one} {short} {rest}"), "DIR/short: line 4, column 1: expected 2 and four sums, found '2 24'"),
        (
            format!("{one} {other} {rest}"),
            "DIR/other: line 1, column 1: expected another part of count 4D 4 --labelled --finished in 5 parts, found count 4T 4 --labelled --finished --part 2/5",
        ),
        (
            format!("{one} {unknown} {rest}"),
            "DIR/unknown: line 4, column 1: part 2/5 is unfinished: it was stopped early; run its command again to the end first",
        ),
        (
            format!("{one} Cargo.toml"),
            "Cargo.toml: line 1, column 1: expected a part of a count or a proof, as --part prints it, found '[package]'",
        ),
        (
            format!("{one} {number} {rest}"),
            "the sums do not add up to whole numbers of grids: at least one part has been changed",
        ),
        (format!("{one} {huge} {rest}"), "the sums do not fit into 128 bits: at least one part has been changed"),
        (
            format!("{one} {negative} {rest}"),
            "DIR/negative: line 6, column 1: expected 4 and four sums, found '4 -6294 139 0 0'",
        ),
        (
            format!("{one} {longer} {rest}"),
            "DIR/longer: line 7, column 1: expected another part or the end of the file",
        ),
        (
            format!("{one} {whole} {rest}"),
            "DIR/whole: line 1, column 1: expected a part of a count, such as count 5T 12 --part 3/100, found count 4D 4 --labelled --finished",
        ),
        (
            format!("{one} {empty} {rest}"),
            "DIR/empty: expected a part of a count or a proof, as --part prints it, found none; it is printed at the end of the work",
        ),
        (format!("{one} {check} {rest}"), "DIR/check: line 8, column 1: expected another part or the end of the file"),
        (
            format!("{one} {checkpoint} {rest}"),
            "DIR/checkpoint: expected a part of a count or a proof, as --part prints it, found a checkpoint of 'morpion count 4D 9 --part 2/5'; run that command with --checkpoint to its end, and give what it prints",
        ),
        (
            format!("{one} {older} {rest}"),
            "DIR/older: expected a part of a count or a proof, as --part prints it, found a checkpoint; run its command with --checkpoint to its end, and give what it prints",
        ),
        (nothing, "the sums do not add up to whole numbers of grids: at least one part has been changed"),
        (wrapped, "the sums do not add up to whole numbers of grids: at least one part has been changed"),
    ] {
        let output = MORPION.run(&format!("merge {files}"), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{message}");
        let stderr = String::from_utf8(output.stderr).unwrap().replace(folder.path().to_str().unwrap(), "DIR");
        assert_eq!(stderr, format!("morpion: {message}\n"));
    }
}

#[test]
fn a_count_that_a_limit_stops_prints_what_is_known() {
    let output = MORPION.run("count 5D 10 --nodes 200000 --threads 1", "");
    assert_eq!(output.status.code(), Some(3));
    let known = String::from_utf8(output.stdout).unwrap();
    let (lines, unknown) = known.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(unknown, "Unknown");
    assert!(lines.starts_with("count 5D 10\n0 1\n1 4\n2 55\n3 404\n"), "{lines}");
    let output = MORPION.run("count 5D 20 --part 7/8 --time 0s", "");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b"count 5D 20 --part 7/8\nUnknown\n"[..]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_count_with_what_is_known() {
    let mut child = MORPION.spawn("count 5T 40 --threads 1 --progress");
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    // On a slow machine the first line comes before the first unit, when nothing is known yet.
    let shown = stderr.by_ref().map(Result::unwrap).find(|line| !line.starts_with("morpion: 0 of ")).unwrap();
    assert!(shown.starts_with("morpion: ") && shown.ends_with(" units"), "{shown}");
    interrupt(&child);
    let last = stderr.last().unwrap().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), last.as_str()),
        (Some(3), "morpion: interrupted; the answer is what is known so far")
    );
    let known = String::from_utf8(output.stdout).unwrap();
    assert!(known.starts_with("count 5T 40\n0 1\n1 4\n2 56\n"), "{known}");
    assert!(known.ends_with("\nUnknown\n"), "{known}");
}

/// Runs a count with a checkpoint and kills it whenever it has written one, up to a number of times; returns what it prints in the
/// end, and how often it was killed.
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
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains(&format!("belongs to 'morpion {task}', not to 'morpion {other}'; "))
    );
}

/// A count that is killed once, if it runs for longer than the second after which a checkpoint is written.
#[cfg(unix)]
#[test]
fn a_count_that_is_killed_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let (printed, _) = killed("count 4D 9 --threads 1", &file, 1);
    assert!(printed.ends_with("\n7 1991917\n8 8027941\n9 27842848\n"), "{printed}");
    is_refused(&file, "count 4D 8", "count 4D 9");
}

#[cfg(unix)]
#[test]
#[ignore = "exhaustive: 37 s"]
fn a_count_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let task = "count 4D 11 --labelled";
    let expected = MORPION.answer(task, "");
    let (printed, kills) = killed(task, &file, 100);
    assert_eq!(printed, expected, "after {kills} kills");
    is_refused(&file, "count 4D 10 --labelled", task);
}
