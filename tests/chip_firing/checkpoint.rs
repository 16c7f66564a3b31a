//! Checkpoints of `chip-firing`: a run that is stopped or killed continues from there, and ends with the same bytes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use predicates::str::{ends_with, starts_with};

/// Longer than any test here takes, even on a busy machine.
const GUARD: Duration = Duration::from_secs(300);

fn command(words: &str, file: Option<&Path>) -> Command {
    let mut command = Command::new(cargo_bin!("chip-firing"));
    command.args(words.split_whitespace()).stdin(Stdio::null());
    if let Some(file) = file {
        command.arg("--checkpoint").arg(file);
    }
    command
}

fn run(words: &str, file: Option<&Path>) -> Output {
    command(words, file).output().unwrap()
}

/// The answer of a run that writes nothing to stderr.
fn answer(words: &str, file: Option<&Path>) -> String {
    let output = run(words, file);
    assert!(output.status.success() && output.stderr.is_empty(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_task_is_done_in_small_parts() {
    do_in_small_parts(&["number K12 --moves", "table 9..12"]);
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn all_kinds_of_tasks_are_done_in_small_parts() {
    do_in_small_parts(&[
        "winner K16 --moves",
        "number K12 --moves",
        "grundy K13",
        "table 9..12",
        "number grid3x4 --min-first",
    ]);
}

fn do_in_small_parts(tasks: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    for (i, task) in tasks.iter().enumerate() {
        let expected = answer(task, None);
        let file = folder.path().join(i.to_string());
        let mut parts = 1;
        loop {
            let output = run(&format!("{task} --nodes 5000 --threads 1"), Some(&file));
            assert!(output.stderr.is_empty(), "{output:?}");
            if output.status.success() {
                assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
                break;
            }
            assert_eq!(output.status.code(), Some(3), "{output:?}");
            parts += 1;
            assert!(parts < 100, "{task} does not come to an end");
        }
        assert!(parts > 1, "{task} is done in {parts} parts");
        // The same command again, with a complete checkpoint.
        assert_eq!(answer(&format!("{task} --nodes 10000 --threads 1"), Some(&file)), expected);
    }
}

/// The number of positions that a run has searched, as `--stats` prints it.
fn positions_of(output: &Output) -> u64 {
    let said = stderr(output);
    said.strip_prefix("chip-firing: ").and_then(|said| said.split_once(" positions")).unwrap().0.parse().unwrap()
}

/// The time of the newest file, if there is one.
fn written(file: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// A task that takes longer than the second before its first checkpoint, its answer, and its positions on one thread.
const LONG: (&str, &str, u64) =
    ("number K16 --min-first", "Game chip number: 145\nLower bound: 120\nUpper bound: 225\n", 1_300_889);

#[test]
fn a_run_that_is_killed_continues() {
    let (task, answer, positions) = LONG;
    let last = kill_and_finish(&[3]);
    assert_eq!(String::from_utf8_lossy(&last.stdout), format!("{task}\n{answer}"));
    let left = positions_of(&last);
    assert!(left < positions, "{left} positions were left");
}

#[test]
#[ignore = "exhaustive: 6 s"]
fn a_run_that_is_killed_several_times_continues() {
    let (task, _, positions) = LONG;
    let whole = run(&format!("{task} --stats --threads 1"), None);
    assert_eq!(positions_of(&whole), positions);
    let last = kill_and_finish(&[0, 3, 40]);
    assert_eq!(whole.stdout, last.stdout);
    let left = positions_of(&last);
    assert!(left < positions, "{left} positions were left");
}

/// Kills the long task the given numbers of milliseconds after a checkpoint, and then runs it to its end.
fn kill_and_finish(milliseconds: &[u64]) -> Output {
    let task = format!("{} --stats --threads 1", LONG.0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let begun = Instant::now();
    for &milliseconds in milliseconds {
        let before = written(&file);
        let mut child = command(&task, Some(&file)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while written(&file) == before && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < GUARD);
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = run(&task, Some(&file));
    assert!(last.status.success(), "{last:?}");
    last
}

#[test]
fn files_that_are_not_a_checkpoint_of_the_task_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let path = file.display();
    let old = folder.path().join("state.old");
    let refused = |task: &str, why: &str| {
        let output = run(task, Some(&file));
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]), "{output:?}");
        assert_eq!(stderr(&output), format!("chip-firing: {why}\n"));
    };
    for precious in [&file, &old] {
        fs::write(precious, b"precious").unwrap();
        refused(
            "number K14",
            &format!("refusing to overwrite {}: not a quadrille checkpoint; name another file", precious.display()),
        );
        assert_eq!(fs::read(precious).unwrap(), b"precious");
        fs::remove_file(precious).unwrap();
    }
    let begin = || assert_eq!(run("number K14 --nodes 10000 --threads 1", Some(&file)).status.code(), Some(3));
    begin();
    for other in ["number K11", "number K14 --min-first", "winner K14", "table 2..14"] {
        refused(
            other,
            &format!(
                "the checkpoint {path} belongs to 'chip-firing number K14', not to 'chip-firing {other}'; name another file"
            ),
        );
    }
    // The same task with chips for an empty board.
    begin();
    let same = "number K14 --chips 0,0,0,0,0,0,0,0,0,0,0,0,0,0 --nodes 10000 --threads 1";
    assert!(stderr(&run(same, Some(&file))).is_empty());
    let damage = |file: &Path| {
        let mut bytes = fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(file, bytes).unwrap();
    };
    damage(&file);
    let older = run("number K14", Some(&file));
    assert_eq!(stderr(&older), format!("chip-firing: {path} is missing or damaged: continuing from {path}.old\n"));
    assert_eq!(String::from_utf8(older.stdout).unwrap(), answer("number K14", None));
    let damaged = "is damaged, and so is the one before it, or there is none; remove it to start again";
    damage(&old);
    refused("number K14", &format!("the checkpoint {path} {damaged}"));
    fs::write(&file, b"").unwrap();
    refused("number K14", &format!("the checkpoint {path} {damaged}"));
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    // The second one has a longer name than file systems allow for the temporary file beside it.
    for file in [folder.path().join("missing").join("state"), folder.path().join("k".repeat(250))] {
        let output = run("number K14", Some(&file));
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
        let said = stderr(&output);
        let begin = format!("chip-firing: cannot write {}: ", file.display());
        assert!(starts_with(begin).and(ends_with("\n")).eval(&said) && said.lines().count() == 1, "{said}");
    }
}
