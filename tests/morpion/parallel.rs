//! Counts and searches distributed by GNU parallel, as the reference shows it, but with less work.

use std::path::Path;
use std::process::Command;

use crate::support::MORPION;

/// Another program of this name takes other arguments.
fn is_installed() -> bool {
    let version = Command::new("parallel").arg("--version").output();
    let is_gnu = version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"));
    if !is_gnu {
        crate::support::skip("parts of a count under GNU parallel: it is not installed");
    }
    is_gnu
}

/// Runs a line of shell in a folder and returns what it prints; `morpion` is the program that has been built.
fn shell(line: &str, folder: &Path) -> String {
    let built = Path::new(env!("CARGO_BIN_EXE_morpion")).parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(built).chain(std::env::split_paths(&others))).unwrap();
    // GNU parallel writes its own files to the folder, too.
    let mut command = Command::new("sh");
    let command = command.args(["-c", line]).current_dir(folder).env("PATH", path).env("HOME", folder);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The lines that the reference shows for a task: GNU parallel and the command after it, with less work.
fn shown(task: &str) -> String {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/morpion/README.md")).unwrap();
    let begin = readme.find(&format!("\nparallel --joblog {task}.joblog")).unwrap() + 1;
    let mut shown = readme[begin..].lines().take(3).collect::<Vec<_>>().join("\n");
    for (large, small) in [
        (" 22 ", " 6 "),
        ("/100 ", "/4 "),
        (" 100)", " 4)"),
        (" 5T ", " 5D "),
        ("--target 179", "--level 2 --target 60"),
    ] {
        shown = shown.replace(large, small);
    }
    shown
}

#[test]
fn the_parts_of_a_count_are_shared_out_and_merged() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let merged = shell(&shown("count"), folder.path());
    let whole = MORPION.answer("count 5D 6", "");
    let (task, counts) = whole.split_once('\n').unwrap();
    assert_eq!((task, merged), ("count 5D 6", format!("merge part-1 part-2 part-3 part-4\n{counts}")));
}

#[test]
fn the_best_of_searches_from_several_seeds_is_found() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let told = shell(&shown("search"), folder.path());
    let score = |seed: u64| {
        let checked = MORPION.answer(&format!("check {}/game-{seed}.msr", folder.path().display()), "");
        let score = checked.lines().find_map(|line| line.strip_prefix("Score: ")).unwrap();
        score.parse::<usize>().unwrap()
    };
    let scores = [1, 2, 3, 4].map(score);
    let best = scores.iter().max().unwrap();
    // Of several equally long ones, the first.
    let seed = scores.iter().position(|score| score == best).unwrap() + 1;
    let files = "game-1.msr game-2.msr game-3.msr game-4.msr";
    assert_eq!(told, format!("best {files}\nVariant: 5D\nScore: {best}\nFile: game-{seed}.msr\n"));
}
